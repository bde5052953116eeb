"""Writes the list of recipients whose message failed and who may be written to again."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path

from svcconsole.services.deliveries.deliveries import Delivery
from svcconsole.services.deliveries.reasons import explain
from svcconsole.tables.results.result_file import write_results

HEADER = ("Phone", "Name", "Message id", "Sent at")


def write_list(path: Path, messages: Iterable[Delivery]) -> int:
    """Write them as a file that can be imported again; how many people it holds.

    Raises FileNotWritten.
    """
    return write_results(path, HEADER, ((_cells(each), "failed", _reason(each), "") for each in messages))


def _cells(each: Delivery) -> tuple[str, ...]:
    return (each.phone, each.name, each.id, each.at)


def _reason(each: Delivery) -> str:
    reason = explain(each.why)
    return each.why if reason is None else f"{reason.title}. {each.why}"
