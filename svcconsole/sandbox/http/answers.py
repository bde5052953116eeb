"""The response envelopes of the specification as bytes, and the exception a handler raises to refuse."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from http import HTTPStatus
from typing import Any

from pydantic_core import to_json

JSON = "application/json"
INVALID_TEMPLATE = 407


class Refused(Exception):
    """The request is answered with `status` and the usual error envelope; what it wrote is rolled back."""

    def __init__(self, status: int, *messages: str) -> None:
        super().__init__(*messages)
        self.status = status
        self.messages = messages

    @property
    def envelope(self) -> bytes:
        """The body of the answer."""
        return errors(self.status, self.messages)


class RefusedTemplate(Refused):
    """407 in the one envelope that is not the usual: `status` and `error` (specification, Errors)."""

    def __init__(self, message: str) -> None:
        super().__init__(INVALID_TEMPLATE, message)

    @property
    def envelope(self) -> bytes:
        return _json({"status": self.status, "error": self.messages[0]})


def errors(status: int, messages: Iterable[str]) -> bytes:
    """The usual error envelope: `status` and `errors`, each with a `message`."""
    return _json({"status": int(status), "errors": [{"message": message} for message in messages]})


def success(data: Mapping[str, Any]) -> bytes:
    """The success envelope around `data`."""
    return _json({"status": HTTPStatus.OK, "success": True, "data": data})


def status_only() -> bytes:
    """The answer of operations that say only that it is done: `{"status":200}`."""
    return _json({"status": HTTPStatus.OK})


def status_and(**members: Any) -> bytes:
    """`status` with what stands next to it, where an operation of version 1 answers without `data`."""
    return _json({"status": HTTPStatus.OK, **members})


def success_list(name: str, records: Iterable[str]) -> bytes:
    """The success envelope around one list of records that are JSON text already."""
    return f'{{"status":200,"success":true,"data":{{"{name}":[{",".join(records)}]}}}}'.encode()


def _json(value: object) -> bytes:
    return to_json(value, inf_nan_mode="null")
