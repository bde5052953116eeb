"""Freezes a checked file into a plan: the bytes of ready records, and an entry for every other row."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import replace

from svcconsole.api.models.common import Request
from svcconsole.services.imports.check import Check, Checked
from svcconsole.services.imports.rows import BY_RULE, BY_YOU
from svcconsole.services.sends.callback_data import callback_data, new_nonce
from svcconsole.tables.checking.problems import LEAVES_OUT, Draft, Problem
from svcconsole.words.message import Message, message
from svcconsole.workspace.runs.records import FileRow, PlanItem
from svcconsole.workspace.schema import ItemState


def freeze(check: Check, run_id: str) -> Iterator[PlanItem]:
    """The items of the plan in file order; together they hold every row of the file exactly once.

    Records that a store could find by the same key have one id, so that a run never has two of them on the
    way.
    """
    planned: list[tuple[PlanItem, tuple[str, ...]]] = []
    for key, checked, draft in check.drafts():
        keys = check.kind.keys(draft.request) if draft is not None and draft.request is not None else ()
        planned += [
            (item, keys if item.body is not None else ())
            for item in _record(check, run_id, key, checked, draft)
        ]
    together = _Together(keys for _, keys in planned)
    for item, keys in planned:
        yield replace(item, record_id=together.name(keys)) if keys else item


class _Together:
    """Which keys belong to one lane: those that stand in one record, and those joined over others."""

    def __init__(self, groups: Iterable[tuple[str, ...]]) -> None:
        self._first: dict[str, str] = {}
        for keys in groups:
            roots = dict.fromkeys(self._root(key) for key in keys if key in self._first)
            root = next(iter(roots), keys[0] if keys else "")
            for other in roots:
                self._first[other] = root
            for key in keys:
                self._first.setdefault(key, root)

    def name(self, keys: tuple[str, ...]) -> str:
        """The record's own first key, or the first key of all that share one with it."""
        return self._root(keys[0])

    def _root(self, key: str) -> str:
        while (above := self._first.get(key, key)) != key:
            key = above
        return key


def _record(
    check: Check, run_id: str, key: str, checked: Checked, draft: Draft[Request] | None
) -> Iterator[PlanItem]:
    sent = [number for number in checked.rows if number not in checked.left_out]
    yours = [number for number in checked.rows if number in check.left_out]
    ruled = [number for number in checked.rows if number in checked.left_out and number not in check.left_out]
    if sent and draft is not None and draft.request is not None:
        name = check.kind.record_id(draft.request) or key
        request = _referenced(draft.request, run_id, sent[0]) if check.kind.campaign else draft.request
        yield PlanItem(name, _rows(check, sent), request.wire())
    elif sent:
        reason = problem_with_place(next(problem for problem in checked.problems if problem.level == "error"))
        yield PlanItem(key, _rows(check, sent), None, ItemState.BLOCKED, reason)
    whole = not sent
    by_rule = next(
        (problem_with_place(problem) for problem in checked.problems if problem.code in LEAVES_OUT), BY_RULE
    )
    for numbers, reason in ((yours, BY_YOU), (ruled, by_rule)):
        if numbers:
            yield PlanItem(key, _rows(check, numbers), None, ItemState.LEFT_OUT, reason, is_record=whole)
            whole = False


def _referenced(request: Request, run_id: str, row: int) -> Request:
    """The request with a reference of its run and row beside the callback data of its own."""
    own = getattr(request, "callback_data", None) or ""
    return request.model_copy(update={"callback_data": callback_data(own, new_nonce(), run_id, row)})


def problem_with_place(problem: Problem) -> Message:
    """A problem with its place: `Row 29, Variant Price: …`."""
    row, column, sentence = problem.row, problem.column, problem.sentence
    if column:
        return message("Row {row}, {column}: {sentence}", row=row, column=column, sentence=sentence)
    return message("Row {row}: {sentence}", row=row, sentence=sentence)


def _rows(check: Check, numbers: Iterable[int]) -> tuple[FileRow, ...]:
    rows = (check.sheet.row(number) for number in numbers)
    return tuple(FileRow(row.number, row.line, row.cells) for row in rows)
