"""Messages as their check built them, kept until a plan gives each its reference: none is built twice."""

from __future__ import annotations

import json
from typing import NamedTuple

from svcconsole.api.models.common import Request
from svcconsole.services.sends.callback_data import callback_data, new_nonce
from svcconsole.tables.records.recipients import content_hash


class BuiltMessage(NamedTuple):
    """A message in plain values: whom it goes to, what tells it from others (`content_hash`), and its bytes
    before and after the place of its reference."""

    recipient: str
    content: bytes
    before: bytes
    after: bytes

    def body(self, run_id: str, row: int) -> bytes:
        """Its bytes with a reference of this run and row, another one each time."""
        return self.before + _reference(new_nonce(), run_id, row) + self.after


class MessageFrames:
    """Makes what is kept of messages, each with this app id where it says none itself."""

    def __init__(self, app_id: str | None) -> None:
        self._app_id = app_id
        # Nobody who wrote the texts of a message can know these.
        self._run, self._nonce = new_nonce(), new_nonce()

    def built(self, request: Request, row: int) -> BuiltMessage | None:
        """What is kept of the message of a row; None where its reference has no place of its own."""
        named = request.with_app_id(self._app_id)
        whole = referenced_message(named, self._nonce, self._run, row).wire()
        before, found, after = whole.partition(_reference(self._nonce, self._run, row))
        if not found:
            return None
        return BuiltMessage(
            str(getattr(request, "contact_identifier", "")), content_hash(whole), before, after
        )


def referenced_message(request: Request, nonce: str, run_id: str, row: int) -> Request:
    """The message with a reference of its run and row beside the callback data of its own."""
    own = getattr(request, "callback_data", None) or ""
    return request.model_copy(update={"callback_data": callback_data(own, nonce, run_id, row)})


def _reference(nonce: str, run_id: str, row: int) -> bytes:
    """How a reference stands in the bytes of a message."""
    return json.dumps(callback_data("", nonce, run_id, row)[:-1])[1:-1].encode()
