"""What reading a record back proves of a write whose answer was not clear."""

from __future__ import annotations

from decimal import Decimal, InvalidOperation
from typing import TYPE_CHECKING, Any

from svcconsole.api.errors import Rejected
from svcconsole.api.faults import Fault
from svcconsole.words.message import message

if TYPE_CHECKING:  # the lists of the window need this room before a client is loaded
    from svcconsole.api.answers import Answer


def refusal_of(answer: Answer[Any]) -> Rejected | None:
    """The refusal in an answer that said yes and no at once, with its words; None where it gave no reason.

    It counts once a reading shows that nothing was written (decisions, row 36).
    """
    error = answer.error
    if answer.fault is not Fault.CONTRADICTION or error is None or not error.server_words:
        return None
    return Rejected(
        message("The store refused it. Nothing was changed."),
        server_words=error.server_words,
        operation=error.operation,
        status=error.status,
        fields=error.fields,
    )


def holds(sent: object, stored: object) -> bool:
    """Whether what a store returned is what was sent: field by field, numbers by value, blank like absent.

    What the store adds of its own does not count; lists of records with ids are compared by id.
    """
    if sent in (None, "", [], {}):
        return stored in (None, "", [], {})
    if isinstance(sent, dict):
        return isinstance(stored, dict) and all(holds(value, stored.get(key)) for key, value in sent.items())
    if isinstance(sent, list):
        return isinstance(stored, list) and _list_holds(sent, stored)
    if isinstance(sent, bool) or isinstance(stored, bool):
        return sent is stored
    if isinstance(sent, str):
        return isinstance(stored, str | int) and sent == str(stored)
    return _number(sent) == _number(stored) is not None


def _list_holds(sent: list[Any], stored: list[Any]) -> bool:
    if len(sent) != len(stored):
        return False
    if all(isinstance(record, dict) and "id" in record for record in (*sent, *stored)):
        by_id = {str(record["id"]): record for record in stored}
        return all(holds(record, by_id.get(str(record["id"]))) for record in sent)
    return all(holds(one, other) for one, other in zip(sent, stored, strict=True))


def _number(value: object) -> Decimal | None:
    try:
        return Decimal(str(value))
    except InvalidOperation:
        return None
