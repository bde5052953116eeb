"""Builds the records of a file and keeps what a check needs of them: small, and cheap to hand over."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass, field
from typing import Any, NamedTuple

from svcconsole.api.models.common import Request
from svcconsole.services.campaigns.looks import Look, LookReader
from svcconsole.services.imports.built_messages import BuiltMessage, MessageFrames
from svcconsole.tables.checking.problems import Draft
from svcconsole.tables.checking.rules import Rules
from svcconsole.tables.mapping.kinds import IMPORTS, Kind
from svcconsole.tables.mapping.mapping import Mapping
from svcconsole.tables.reading.row import Row
from svcconsole.tables.reading.row_store import Piece
from svcconsole.tables.records.recipients import Known

BUILT, READY, OUT, HEAD, GOES, STALE = 1, 2, 4, 8, 16, 32
"""What is known of a row: it was built; its record is ready; it is left out; it is the first of its record,
of which something goes; or it has to be built again."""


@dataclass(slots=True)
class Results:
    """What is kept of built records, each named by its first row, `head`.

    `states` are (row, state), `problems` (code, row, place, head, column, suggestion), `asked` (rule, head,
    cells), `catalogs` (name, head); `hashes` are the keys of each row where they were not known before,
    `messages` what is kept of those to people that go, `looks` what stands out in rows that are to people.
    """

    states: list[tuple[int, int]] = field(default_factory=list)
    problems: list[tuple[str, int, int, int, str | None, str | None]] = field(default_factory=list)
    asked: list[tuple[str, int, int]] = field(default_factory=list)
    catalogs: list[tuple[str, int]] = field(default_factory=list)
    hashes: list[tuple[int, tuple[int, ...]]] = field(default_factory=list)
    messages: list[tuple[int, BuiltMessage]] = field(default_factory=list)
    looks: list[Look] = field(default_factory=list)

    def add(
        self,
        rows: Sequence[int],
        left_out: Collection[int],
        draft: Draft[Request] | None,
        people: ToPeople | None,
    ) -> None:
        """Take a record in; without a draft all its rows are left out. With `people` it is a message."""
        head = rows[0]
        out = set(left_out) if draft is None else {*left_out, *draft.left_out}
        ready = draft is not None and draft.request is not None
        goes = ready and len(out) < len(rows)
        for row in rows:
            state = BUILT | (READY if ready else 0) | (OUT if row in out else 0)
            self.states.append((row, state | HEAD | (GOES if goes else 0) if row == head else state))
        if draft is None:
            return
        if (
            people is not None
            and goes
            and draft.request is not None
            and (built := people.frames.built(draft.request, head))
        ):
            self.messages.append((head, built))
        for place, problem in enumerate(draft.problems):
            self.problems.append((problem.code, problem.row, place, head, problem.column, problem.suggestion))
        self.asked += [(rule, head, cells) for rule, cells in draft.asked.items()]
        named = draft.body.get("catalog_ids")
        self.catalogs += [(str(name), head) for name in named] if isinstance(named, list) else []


class PieceBuilder:
    """Builds the rows of a piece, each as a record of its own: those that belong together, or share a key,
    are built again once the whole file is known. Made of plain data, for helper processes: `known` is what is
    known of recipients beside the file, `app_id` what messages name where they name none themselves."""

    def __init__(
        self,
        header: Sequence[str],
        mapping: Mapping,
        rules: Rules,
        known: Known | None = None,
        app_id: str | None = None,
    ) -> None:
        kind = IMPORTS[mapping.target]
        self.survey = kind.survey(header, (), mapping, rules)
        if known is not None:
            self.survey.know(known)
        self._builder = kind.builder(self.survey, rules)
        self._people = to_people(kind, self.survey, app_id)

    def __call__(self, part: tuple[Piece, Iterable[int]]) -> Results:
        piece, left_out = part
        out, results = frozenset(left_out), Results()
        rows = piece.rows()
        results.hashes = [(row.number, self.survey.hashes(row)) for row in rows]
        self.survey.read_ahead(rows)
        if self._people is not None:
            results.looks = list(map(self._people.looks.look, rows))
        for row in rows:
            draft = None if row.number in out else self._builder.build_one(f"row {row.number}", [row])
            results.add((row.number,), out & {row.number}, draft, self._people)
        return results


class RecordBuilder:
    """Builds whole records of a surveyed file, those of several rows too. `survey` goes to helper processes
    with it, so it is for kinds whose survey is small."""

    def __init__(self, kind: str, survey: Any, rules: Rules, app_id: str | None) -> None:
        self._builder = IMPORTS[kind].builder(survey, rules)
        self._people = to_people(IMPORTS[kind], survey, app_id)

    def __call__(self, part: Iterable[tuple[str, Sequence[Row], Collection[int]]]) -> Results:
        """The results of records given as (key, rows, numbers of those left out)."""
        results = Results()
        for key, rows, out in part:
            numbers = [row.number for row in rows]
            whole = len(out) < len(numbers)
            draft = self._builder.build_one(key, rows, without=out) if whole else None
            results.add(numbers, out, draft, self._people)
            if self._people is not None:
                results.looks += map(self._people.looks.look, rows)
        return results


class ToPeople(NamedTuple):
    """What is kept of messages beside what is kept of every record."""

    frames: MessageFrames
    looks: LookReader


def to_people(kind: Kind, survey: Any, app_id: str | None) -> ToPeople | None:
    """What keeps the messages of a kind; None where records are no messages, and are built again for a
    plan."""
    return ToPeople(MessageFrames(app_id), LookReader(survey)) if kind.campaign else None
