"""The envelopes of the specification as bytes, and the refusal a handler raises."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping
from http import HTTPStatus
from typing import Any

JSON = "application/json"


class Refused(Exception):
    """The request is answered with `status` and the usual error envelope; what it wrote is rolled back."""

    def __init__(self, status: int, *messages: str) -> None:
        super().__init__(*messages)
        self.status = status
        self.messages = messages


def errors(status: int, messages: Iterable[str]) -> bytes:
    """The usual error envelope: `status` and `errors`, each with a `message`."""
    return _json({"status": int(status), "errors": [{"message": message} for message in messages]})


def success(data: Mapping[str, Any]) -> bytes:
    """The success envelope around `data`."""
    return _json({"status": HTTPStatus.OK, "success": True, "data": data})


def success_list(name: str, records: Iterable[str]) -> bytes:
    """The success envelope around one list of records that are JSON text already."""
    return f'{{"status":200,"success":true,"data":{{"{name}":[{",".join(records)}]}}}}'.encode()


def _json(value: object) -> bytes:
    return json.dumps(value, ensure_ascii=False, separators=(",", ":")).encode()
