"""Writes the list of recipients whose message failed and may succeed another time."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path

from svcconsole.services.deliveries.deliveries import Delivery
from svcconsole.services.deliveries.reasons import explain
from svcconsole.services.deliveries.states import State
from svcconsole.tables.results.result_file import write_results
from svcconsole.words.message import message
from svcconsole.workspace.errors import WorkspaceError

HEADER = ("Phone", "Name", "Message id", "Sent at")
REACHED = frozenset({State.DELIVERED, State.READ})


def worth_another_try(messages: Iterable[Delivery]) -> list[Delivery]:
    """One message for each number that failed, may work later and was not reached by another one."""
    found: dict[str, Delivery] = {}
    passed_over: set[str] = set()
    for each in messages:
        reason = explain(each.why)
        if each.state in REACHED or (each.state is State.FAILED and reason is not None and reason.for_good):
            passed_over.add(each.phone)
        elif each.state is State.FAILED and each.phone:
            found.setdefault(each.phone, each)
    return [each for phone, each in found.items() if phone not in passed_over]


def write_list(path: Path, messages: Iterable[Delivery]) -> int:
    """Write them as a file that can be imported again; how many people it holds.

    Raises WorkspaceError where it cannot be written.
    """
    try:
        return write_results(path, HEADER, ((_cells(each), "failed", _reason(each), "") for each in messages))
    except OSError as error:
        said = message("{file} cannot be written: {reason}.", file=path.name, reason=error.strerror)
        raise WorkspaceError(said, message("Choose another place.")) from error


def _cells(each: Delivery) -> tuple[str, ...]:
    return (each.phone, each.name, each.id, each.at)


def _reason(each: Delivery) -> str:
    reason = explain(each.why)
    return each.why if reason is None else f"{reason.title}. {each.why}"
