"""Freezes a checked file into a plan: the bytes of ready records, and an entry for every other row."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any, NamedTuple

from svcconsole.api.models.common import Request
from svcconsole.api.models.helpdesk import CreateTicket
from svcconsole.services.helpdesk.tickets import with_reference
from svcconsole.services.imports.check import Check, Checked
from svcconsole.services.imports.rows import BY_RULE, BY_YOU
from svcconsole.services.imports.spool import Spool
from svcconsole.services.sends.callback_data import callback_data, new_nonce
from svcconsole.services.sends.references import new_reference
from svcconsole.tables.checking.problems import LEAVES_OUT, Draft, Problem
from svcconsole.tables.records.key_index import KeyIndex, key_hash
from svcconsole.words.message import Message, message
from svcconsole.workspace.runs.records import FileRow, PlanItem
from svcconsole.workspace.schema import ItemState


class FrozenPlan:
    """The items of a plan in file order; together they hold every row of the file exactly once.

    All of them are built when this is made, and kept on the disk. Records that a store could find by the same
    key have one id, so that a run never has two of them on the way.
    """

    def __init__(self, check: Check, run_id: str) -> None:
        self._check = check
        self._records = Spool()
        index, place = KeyIndex(), 0
        for key, checked, draft in check.drafts():
            keys = check.kind.keys(draft.request) if draft is not None and draft.request is not None else ()
            for record in _record(check, run_id, key, checked, draft):
                place += 1
                named = tuple(map(str, keys)) if record.body is not None else ()
                self._records.append((*record, named))
                for name in named:
                    index.add(key_hash(name), place)
        self._shared = {place for places in index.repeated().values() for place in places}
        self._together = _Together(keys for place, (*_, keys) in self._numbered() if place in self._shared)

    def __iter__(self) -> Iterator[PlanItem]:
        for place, (*values, keys) in self._numbered():
            record = _Record(*values)
            name = record.name
            if keys:
                name = self._together.name(keys) if place in self._shared else keys[0]
            yield PlanItem(
                name, self._rows(record.rows), record.body, ItemState(record.state), record.reason,
                record.is_record,
            )  # fmt: skip

    def _numbered(self) -> Iterator[tuple[int, tuple[Any, ...]]]:
        return enumerate(self._records, 1)

    def _rows(self, numbers: Iterable[int]) -> tuple[FileRow, ...]:
        rows = (self._check.sheet.row(number) for number in numbers)
        return tuple(FileRow(row.number, row.line, row.cells) for row in rows)


class _Record(NamedTuple):
    """An item of the plan in plain values; `rows` are their numbers."""

    name: str
    rows: tuple[int, ...]
    body: bytes | None
    state: str = ItemState.PLANNED.value
    reason: str = ""
    is_record: bool = True


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
) -> Iterator[_Record]:
    sent = [number for number in checked.rows if number not in checked.left_out]
    yours = [number for number in checked.rows if number in check.left_out]
    ruled = [number for number in checked.rows if number in checked.left_out and number not in check.left_out]
    if sent and draft is not None and draft.request is not None:
        name = check.kind.record_id(draft.request) or key
        yield _Record(str(name), tuple(sent), _referenced(check, draft.request, run_id, sent[0]).wire())
    elif sent:
        reason = problem_with_place(next(problem for problem in checked.problems if problem.level == "error"))
        yield _Record(str(key), tuple(sent), None, ItemState.BLOCKED.value, str(reason))
    whole = not sent
    by_rule = next(
        (problem_with_place(problem) for problem in checked.problems if problem.code in LEAVES_OUT), BY_RULE
    )
    for numbers, reason in ((yours, BY_YOU), (ruled, by_rule)):
        if numbers:
            yield _Record(
                str(key), tuple(numbers), None, ItemState.LEFT_OUT.value, str(reason), is_record=whole
            )
            whole = False


def _referenced(check: Check, request: Request, run_id: str, row: int) -> Request:
    """The request with what finds it again in the store: a message has a reference of its run and row beside
    the callback data of its own, a ticket a reference under its notes unless a rule says otherwise."""
    if check.kind.campaign:
        own = getattr(request, "callback_data", None) or ""
        return request.model_copy(update={"callback_data": callback_data(own, new_nonce(), run_id, row)})
    made = check.rules.decision("ticket_reference")
    if isinstance(request, CreateTicket) and made is not None and made.choice == "add":
        return request.model_copy(update={"context": with_reference(request.context or "", new_reference())})
    return request


def problem_with_place(problem: Problem) -> Message:
    """A problem with its place: `Row 29, Variant Price: …`."""
    row, column, sentence = problem.row, problem.column, problem.sentence
    if column:
        return message("Row {row}, {column}: {sentence}", row=row, column=column, sentence=sentence)
    return message("Row {row}: {sentence}", row=row, sentence=sentence)
