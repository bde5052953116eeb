"""Freezing a checked file into a plan: bytes for what is ready, and a place for every other row."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from svcconsole.services.import_check import Check, Checked
from svcconsole.services.import_rows import BY_RULE, BY_YOU
from svcconsole.tables.problems import Draft, Problem
from svcconsole.workspace.records import FileRow, PlanItem
from svcconsole.workspace.schema import ItemState


def freeze(check: Check) -> Iterator[PlanItem]:
    """The items of the plan in file order; together they hold every row of the file exactly once."""
    for key, checked, draft in check.drafts():
        yield from _product(check, key, checked, draft)


def _product(check: Check, key: str, checked: Checked, draft: Draft | None) -> Iterator[PlanItem]:
    sent = [number for number in checked.rows if number not in checked.left_out]
    yours = [number for number in checked.rows if number in check.left_out]
    ruled = [number for number in checked.rows if number in checked.left_out and number not in check.left_out]
    if sent and draft is not None and draft.request is not None:
        yield PlanItem(draft.request.id, _rows(check, sent), draft.request.wire())
    elif sent:
        reason = said(next(problem for problem in checked.problems if problem.level == "error"))
        yield PlanItem(key, _rows(check, sent), None, ItemState.BLOCKED, reason)
    whole = not sent
    for numbers, reason in ((yours, BY_YOU), (ruled, BY_RULE)):
        if numbers:
            yield PlanItem(key, _rows(check, numbers), None, ItemState.LEFT_OUT, reason, is_record=whole)
            whole = False


def said(problem: Problem) -> str:
    """A problem with its place: `Row 29, Variant Price: …`."""
    place = f"Row {problem.row:,}, {problem.column}" if problem.column else f"Row {problem.row:,}"
    return f"{place}: {problem.sentence}"


def _rows(check: Check, numbers: Iterable[int]) -> tuple[FileRow, ...]:
    rows = (check.sheet.row(number) for number in numbers)
    return tuple(FileRow(row.number, row.line, row.cells) for row in rows)
