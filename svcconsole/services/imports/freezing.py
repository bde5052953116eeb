"""Freezes a checked file into a plan: the bytes of ready records, and an entry for every other row."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any, NamedTuple

from svcconsole.api.models.common import Request
from svcconsole.api.models.helpdesk import CreateTicket
from svcconsole.services.helpdesk.tickets import with_reference
from svcconsole.services.imports.building import PieceBuilder
from svcconsole.services.imports.built_messages import BuiltMessage, referenced_message
from svcconsole.services.imports.check import EVERY, MANY, Check
from svcconsole.services.imports.rows import BY_RULE, BY_YOU
from svcconsole.services.sends.callback_data import new_nonce
from svcconsole.services.sends.references import new_reference
from svcconsole.services.workers.helpers import Helpers, helper_count
from svcconsole.tables.checking.problems import LEAVES_OUT, Problem
from svcconsole.tables.checking.rules import Rules
from svcconsole.tables.mapping.kinds import IMPORTS, Kind
from svcconsole.tables.reading.row import Row
from svcconsole.tables.reading.spool import Spool
from svcconsole.tables.records.key_index import KeyIndex, key_hash
from svcconsole.tables.records.recipients import content_hash, sender_of, template_of
from svcconsole.words.message import Message, message
from svcconsole.workspace.runs.records import FileRow, PlanItem
from svcconsole.workspace.schema import ItemState

PLAN_BUILDER = "svcconsole.services.imports.freezing:PlanBuilder"


class FrozenPlan:
    """The items of a plan in file order; together they hold every row of the file exactly once.

    All of them are built when this is made, in helper processes where there are many, and kept on the disk.
    Records that a store could find by the same key have one id, so that a run never has two of them on the
    way.
    """

    def __init__(self, check: Check, run_id: str) -> None:
        self._check = check
        self._records = Spool()
        index, place = KeyIndex(), 0
        for place, (record, keys) in enumerate(_built(check, run_id), 1):
            self._records.append((*record, keys))
            for name in keys:
                index.add(key_hash(name), place)
        self._shared = bytearray(place + 1)
        """Marks the places of records that share a key with another one."""
        for place in index.repeated().rows():
            self._shared[place] = True
        self._together = _Together(keys for place, (*_, keys) in self._numbered() if self._shared[place])

    def __iter__(self) -> Iterator[PlanItem]:
        for place, (*values, keys) in self._numbered():
            record = _Record(*values)
            name = record.name
            if keys:
                name = self._together.name(keys) if self._shared[place] else keys[0]
            yield PlanItem(
                name, self._rows(record.rows), record.body, ItemState(record.state), record.reason,
                record.is_record, record.content, *(_named(record.body) if record.content else ()),
            )  # fmt: skip

    def _numbered(self) -> Iterator[tuple[int, tuple[Any, ...]]]:
        return enumerate(self._records, 1)

    def _rows(self, numbers: Iterable[int]) -> tuple[FileRow, ...]:
        rows = (self._check.sheet.row(number) for number in numbers)
        return tuple(FileRow(row.number, row.line, row.cells) for row in rows)


def _named(body: bytes | None) -> tuple[str, str]:
    """The number a message is sent from and its template, as it names them."""
    return sender_of(body), template_of(body)


class _Record(NamedTuple):
    """An item of the plan in plain values; `rows` are their numbers."""

    name: str
    rows: tuple[int, ...]
    body: bytes | None
    state: str = ItemState.PLANNED.value
    reason: str = ""
    is_record: bool = True
    content: bytes = b""


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
            self._first[key] = key = self._first[above]  # ways stay short, however many keys are joined
        return key


_Built = tuple[_Record, tuple[str, ...]]
"""A record and the keys a store could find it by, none for what is not sent."""
_Given = tuple[str, tuple[int, ...], list[Row], frozenset[int]]
"""A record to build: its key, the numbers of its rows, these rows, the numbers that are left out by hand."""


class PlanBuilder:
    """Builds the records of a plan; made of plain data, for helper processes. Without a `survey` each row is
    built by itself. `app_id` is named by requests that have a field for it and say none themselves."""

    def __init__(
        self, kind: str, run_id: str, rules: Rules, app_id: str | None, survey: Any, *alone: Any
    ) -> None:
        self._kind = IMPORTS[kind]
        self._run_id = run_id
        self._rules = rules
        self._app_id = app_id
        self._builder = self._kind.builder(survey or PieceBuilder(*alone).survey, rules)

    def __call__(self, part: Iterable[_Given | int]) -> list[list[_Built] | int]:
        """The records of a part in its order; what is not to be built is left as it is."""
        return [each if isinstance(each, int) else self.build(each) for each in part]

    def build(self, given: _Given) -> list[_Built]:
        """What becomes of a record: what is sent of it, and what is left out."""
        key, numbers, rows, yours = given
        draft = self._builder.build_one(key, rows, without=yours) if rows else None
        request = draft.request if draft is not None else None
        out = yours | frozenset(draft.left_out) if draft is not None else yours
        problems = draft.problems if draft is not None else ()
        sent = tuple(number for number in numbers if number not in out)
        found: list[_Built] = []
        if sent and request is not None:
            name = str(self._kind.record_id(request) or key)
            named = request.with_app_id(self._app_id)
            body = _referenced(self._kind, self._rules, named, self._run_id, sent[0]).wire()
            content = content_hash(body) if self._kind.campaign else b""
            keys = tuple(map(str, self._kind.keys(request)))
            found.append((_Record(name, sent, body, content=content), keys))
        elif sent:
            reason = problem_with_place(next(problem for problem in problems if problem.level == "error"))
            found.append((_Record(key, sent, None, ItemState.BLOCKED.value, str(reason)), ()))
        ruled = tuple(number for number in numbers if number in out and number not in yours)
        left_out = tuple(number for number in numbers if number in yours)
        by_rule = next(
            (problem_with_place(problem) for problem in problems if problem.code in LEAVES_OUT), BY_RULE
        )
        for part, why in ((left_out, BY_YOU), (ruled, by_rule)):
            if part:
                state = ItemState.LEFT_OUT.value
                found.append((_Record(key, part, None, state, str(why), is_record=not found), ()))
        return found


def _built(check: Check, run_id: str) -> Iterator[_Built]:
    """Every record of a checked file in its order."""
    kind, survey, rules = check.kind, check.survey, check.rules
    own = PlanBuilder(kind.name, run_id, rules, check.app_id, survey)
    known = check.known if kind.knows else None
    alone = (check.sheet.header, check.mapping, rules, known) if kind.alone else ()
    made = kind.name, run_id, rules, check.app_id, None if kind.alone else survey, *alone
    many = len(check.sheet.rows) >= MANY
    with Helpers(helper_count() if many else 0, PLAN_BUILDER, *made) as helpers:
        for part in helpers.map(_parts(check), own):
            heads = [each for each in part if isinstance(each, int)]
            kept = check.results.messages(heads[0], heads[-1]) if heads else {}
            for each in part:
                if not isinstance(each, int):
                    yield from each
                elif message := kept.get(each):
                    yield _sent(each, message, run_id)
                else:
                    yield from own.build(_given(check, survey.key_of(each)))


def _parts(check: Check) -> Iterator[list[_Given | int]]:
    """Records to build, some at a time. By their first rows alone are named those of whom the check kept the
    message, and, where rows stand alone, those that share something with others: who is who is in files of
    this process."""
    survey = check.survey
    here = set(survey.touched()) if check.kind.alone else set()
    part: list[_Given | int] = []
    rows = 0
    for key in survey.keys:
        numbers = survey.rows_of(key)
        head = numbers[0]
        part.append(head if head in here or check.keeps_message(head) else _given(check, key))
        rows += len(numbers)
        if rows >= EVERY:
            yield part
            part, rows = [], 0
    yield part


def _given(check: Check, key: str) -> _Given:
    numbers = check.survey.rows_of(key)
    out = frozenset(check.left_out.intersection(numbers))
    return key, numbers, [] if out.issuperset(numbers) else list(map(check.sheet.row, numbers)), out


def _sent(row: int, built: BuiltMessage, run_id: str) -> _Built:
    """The record of a message that its check has kept."""
    body = built.body(run_id, row)
    return _Record(built.recipient, (row,), body, content=built.content), (built.recipient,)


def _referenced(kind: Kind, rules: Rules, request: Request, run_id: str, row: int) -> Request:
    """The request with what finds it again in the store: a message has a reference of its run and row beside
    the callback data of its own, a ticket a reference under its notes unless a rule says otherwise."""
    if kind.campaign:
        return referenced_message(request, new_nonce(), run_id, row)
    made = rules.decision("ticket_reference")
    if isinstance(request, CreateTicket) and made is not None and made.choice == "add":
        return request.model_copy(update={"context": with_reference(request.context or "", new_reference())})
    return request


def problem_with_place(problem: Problem) -> Message:
    """A problem with its place: `Row 29, Variant Price: …`."""
    row, column, sentence = problem.row, problem.column, problem.sentence
    if column:
        return message("Row {row}, {column}: {sentence}", row=row, column=column, sentence=sentence)
    return message("Row {row}: {sentence}", row=row, sentence=sentence)
