"""Checks a file: builds and validates every record, keeps problems by row, and rechecks what was
corrected.
"""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Callable, Iterable, Iterator
from collections.abc import Mapping as Dict
from contextlib import ExitStack
from dataclasses import dataclass
from typing import Any

from svcconsole.api.models.common import Request
from svcconsole.services.imports.building import BUILT, GOES, HEAD, OUT, READY, PieceBuilder, RecordBuilder
from svcconsole.services.imports.check_results import CheckResults
from svcconsole.services.imports.sheet import Sheet
from svcconsole.services.workers.helpers import Helpers, helper_count
from svcconsole.tables.checking.problems import KINDS, Draft, Problem
from svcconsole.tables.checking.rules import RULES, Rules
from svcconsole.tables.mapping.kinds import IMPORTS, Builder
from svcconsole.tables.mapping.mapping import Mapping
from svcconsole.tables.reading.row import Row
from svcconsole.tables.reading.row_store import Piece
from svcconsole.tables.reading.spool import PIECE
from svcconsole.tables.records.recipients import Known

EVERY = 200
"""Rows after which it is told how far the work is."""
MANY = 20_000
"""Rows from which helper processes are worth their start."""
FEW_CHANGES = 500
"""So many changed rows at least before everything is built anew for them."""
SEEN = 1000
"""Records built for a page of rows, kept for the next one."""
PIECE_BUILDER = "svcconsole.services.imports.building:PieceBuilder"
RECORD_BUILDER = "svcconsole.services.imports.building:RecordBuilder"
ASKED = dict.fromkeys(kind.rule for kind in KINDS.values() if kind.rule is not None)
QUESTIONS = (*ASKED, "ticket_reference")
"""The rules that ask something: without an answer they hold products up; the last is always answered."""

NOTHING_KNOWN = Known()

Going = Callable[[int], None]
"""Told how many rows are done; raises to stop the work."""


@dataclass(frozen=True, slots=True)
class Checked:
    """What is kept of a product: not its body, which is built again when the plan is frozen."""

    rows: tuple[int, ...]
    problems: tuple[Problem, ...]
    left_out: frozenset[int]
    ready: bool
    catalogs: tuple[str, ...]
    asked: Dict[str, int]

    @property
    def blocked(self) -> bool:
        return not self.ready and len(self.left_out) < len(self.rows)


class Check:
    """The checked records of one sheet under one mapping; edits and answers build again what they touch.

    Everything is built once for a mapping: the questions about the file are counted in the same pass, whether
    they are answered or not, and an answer only marks the records that ask for it. `refresh` builds those.
    `going` is asked while the file is surveyed, before the first of them is built. `known` is what is known
    of recipients beside the file, for what must not happen twice, `app_id` what its requests name where they
    name none themselves. Rows and results are on the disk; a record is built again where its problems are
    read.
    """

    def __init__(
        self,
        sheet: Sheet,
        mapping: Mapping,
        rules: Rules,
        left_out: set[int],
        going: Going,
        *,
        known: Known = NOTHING_KNOWN,
        app_id: str | None = None,
    ) -> None:
        self.sheet = sheet
        self.left_out = left_out
        self.app_id = app_id
        self._mapping = mapping
        self._rules = rules
        self.kind = IMPORTS[mapping.target]
        self._known = known
        self._seen: OrderedDict[str, Draft[Request] | None] = OrderedDict()
        self.results: CheckResults
        self._survey: Any
        self._builder: Builder
        self._pieces: int
        self._begin(going)

    def refresh(self, going: Going) -> None:
        """Build what is marked, everything at first; `going` hears how many rows are done, and what is left
        when it raises is built by the next call."""
        if self._pieces < self.sheet.rows.pieces:
            self._build_pieces(going)
        left = self.results.unbuilt()
        done = len(self.sheet.rows) - left
        made = self.kind.name, self._survey, self._rules, self.app_id
        # What says who is who among rows that stand alone is in files of this process.
        many = left >= MANY and not self.kind.alone
        with Helpers(helper_count() if many else 0, RECORD_BUILDER, *made) as helpers:
            for results in helpers.map(self._unbuilt(), RecordBuilder(*made)):
                self.results.keep(results)
                done += len(results.states)
                going(done)
        going(done)

    def set_rules(self, rules: Rules) -> None:
        """Take other answers; the records that ask for one that changed are marked to be built again."""
        changed = {rule for rule in RULES if rules.decision(rule) != self._rules.decision(rule)}
        if not changed:
            return
        self._rules = rules
        if changed & self.kind.survey_asks:
            self._begin(_unheard)
            return
        self._builder = self.kind.builder(self._survey, rules)
        heads = list(self.results.asking(changed))
        if self.kind.alone and len(heads) > MANY:
            self._begin(_unheard)
        else:
            self._mark(map(self._survey.key_of, heads))

    @property
    def known(self) -> Known:
        """What was known of recipients beside the file."""
        return self._known

    @property
    def mapping(self) -> Mapping:
        """Where each field comes from."""
        return self._mapping

    def know(self, known: Known) -> None:
        """Take in what is known beside the file now; every record is marked to be built again."""
        self._known = known
        self._survey.know(known)
        self._seen.clear()
        self.results.mark(range(1, len(self.sheet.rows) + 1))

    @property
    def rules(self) -> Rules:
        """The answers it is checked with."""
        return self._rules

    def draft_of(self, number: int, *, out_too: bool = False) -> Draft[Request] | None:
        """What a row becomes, built again; None where it is left out, unless `out_too` is said."""
        key = self._survey.key_of(number)
        rows = self._survey.rows_of(key)
        if self.left_out.issuperset(rows) and not out_too:
            return None
        return self._builder.build_one(key, [self.sheet.row(row) for row in rows])

    @property
    def survey(self) -> Any:
        """What the whole file says, as the kind of import reads it."""
        return self._survey

    @property
    def counts(self) -> bool:
        """Whether `asked` speaks of the whole file: not before it is built, nor once it is surveyed anew."""
        return not self.results.states.count(0)

    def question_counts(self) -> dict[str, int]:
        """How many cells each question is about."""
        found = self.results.asked()
        return {rule: found[rule] for rule in QUESTIONS if found.get(rule)}

    def replace(self, changes: Iterable[tuple[int, str, str]], going: Going | None = None) -> None:
        """Type over cells (row, column, text); the records they touch are marked, all where groups may
        differ.

        Where that is much of the file, everything is built anew at once: `going` hears how many rows are
        done, and when it raises, the cells and what was built are as they were.
        """
        wanted = list(changes)
        before = [(number, column, self.sheet.cell(number, column)) for number, column, _ in wanted]
        if self._is_much(len(wanted)):
            self._type_over(wanted)
            self._build_anew(lambda: self._type_over(before), going or _unheard)
            return
        touched: set[str] = set()
        anew = False
        for number, column, text in wanted:
            old, new = self.sheet.type_over(number, column, text)
            keys = None if anew else self._survey.replace(old, new)
            if keys is None:
                anew = True
            else:
                touched |= keys
        if anew:
            self._begin(_unheard)
        else:
            self._mark(touched)

    def leave_out(self, rows: Iterable[int], out: bool, going: Going | None = None) -> None:
        """Keep rows out of the import, or take them back in; of much of the file as `replace` does it."""
        numbers, before = set(rows), set(self.left_out)
        self._leave_out(before | numbers if out else before - numbers)
        if self._is_much(len(numbers)):
            self._build_anew(lambda: self._leave_out(before), going or _unheard)
        else:
            self._mark(map(self._survey.key_of, numbers))

    def _is_much(self, changes: int) -> bool:
        """Whether building everything anew, in helper processes where there are many rows, is quicker."""
        return changes > max(FEW_CHANGES, len(self.sheet.rows) // 8)

    def _type_over(self, cells: Iterable[tuple[int, str, str]]) -> None:
        for cell in cells:
            self.sheet.type_over(*cell)

    def _leave_out(self, rows: set[int]) -> None:
        self.left_out.clear()
        self.left_out.update(rows)

    def _build_anew(self, take_back: Callable[[], None], going: Going) -> None:
        """Build every record again; stopped, what was built before stands again and `take_back` is called."""
        kept = self.results, self._survey, self._builder, self._pieces
        try:
            self._begin(going)
            self.refresh(going)
        except BaseException:
            take_back()
            self.results, self._survey, self._builder, self._pieces = kept
            self._seen.clear()
            raise

    def product_of(self, number: int) -> Checked:
        """The record a row belongs to, with its problems in words."""
        key = self._survey.key_of(number)
        return self._checked(key, self._remembered(key))

    def problems_in(self, number: int) -> list[Problem]:
        """The problems of one row, in words."""
        return [problem for problem in self.product_of(number).problems if problem.row == number]

    def rows_of(self, number: int) -> tuple[int, ...]:
        """The rows of the record a row belongs to."""
        rows: tuple[int, ...] = self._survey.rows_of(self._survey.key_of(number))
        return rows

    def is_sent(self, number: int) -> bool:
        """Whether the row is part of a record that is ready, and not left out."""
        state = self.results.states[number]
        return bool(state & READY and not state & OUT)

    def keeps_message(self, number: int) -> bool:
        """Whether the row is a message to somebody that is sent as it was built."""
        return self.kind.campaign and self.results.states[number] == BUILT | READY | HEAD | GOES

    def not_sent(self) -> list[int]:
        """The rows that are not sent for a mistake, in the order of the file."""
        wanted = (BUILT, BUILT | HEAD)
        return [number for number, state in enumerate(self.results.states) if number and state in wanted]

    def _begin(self, going: Going) -> None:
        """Survey the file, or let it be surveyed while its rows are built: nothing of it is built now."""
        self.results = CheckResults(len(self.sheet.rows))
        self._seen.clear()
        if self.kind.alone:
            self._survey = self.kind.survey(self.sheet.header, (), self._mapping, self._rules)
            self._pieces = 0
        else:
            rows = _with_progress(self.sheet.rows, going)
            self._survey = self.kind.survey(self.sheet.header, rows, self._mapping, self._rules)
            self._pieces = self.sheet.rows.pieces
        if self.kind.knows:
            self._survey.know(self._known)
        self._builder = self.kind.builder(self._survey, self._rules)

    def _build_pieces(self, going: Going) -> None:
        """Build each row by itself, in helper processes where there are many, and what shares a key or
        belongs together once the whole file is known."""
        store = self.sheet.rows
        going(len(store) - self.results.unbuilt())
        with ExitStack() as stack:
            parts = (self._part(number) for number in range(self._pieces, store.pieces))
            known = self._known if self.kind.knows else None
            made = self.sheet.header, self._mapping, self._rules, known, self.app_id
            build = PieceBuilder(*made)
            many = len(store) >= MANY
            helpers = stack.enter_context(Helpers(helper_count() if many else 0, PIECE_BUILDER, *made))
            found = helpers.map(parts, build)
            for results in found:
                for row, hashes in results.hashes:
                    self._survey.add_hashes(row, hashes)
                self.results.keep(results)
                self._pieces += 1
                going(len(store) - self.results.unbuilt())
        self._survey.settle(lambda number: store[number - 1])
        for head in self._survey.touched():
            self.results.mark(self._survey.rows_of(self._survey.key_of(head)))

    def _unbuilt(self) -> Iterator[list[tuple[str, list[Row], set[int]]]]:
        """The records that have to be built, some at a time, with their rows and those left out of them."""
        part: list[tuple[str, list[Row], set[int]]] = []
        rows, number = 0, 0
        while number := self.results.next_unbuilt(number + 1):
            key = self._survey.key_of(number)
            numbers = self._survey.rows_of(key)
            if number == min(row for row in numbers if self.results.is_unbuilt(row)):
                part.append((key, list(map(self.sheet.row, numbers)), self.left_out.intersection(numbers)))
                rows += len(numbers)
            if rows >= EVERY:
                yield part
                part, rows = [], 0
        if part:
            yield part

    def _part(self, number: int) -> tuple[Piece, list[int]]:
        piece = self.sheet.rows.piece(number)
        last = piece.first + PIECE
        return piece, [row for row in self.left_out if piece.first <= row < last]

    def _mark(self, keys: Iterable[str]) -> None:
        self._seen.clear()
        for key in set(keys):
            self.results.mark(self._survey.rows_of(key))

    def _remembered(self, key: str) -> Draft[Request] | None:
        """A record built again, or as it was built a moment ago."""
        if key not in self._seen:
            self._seen[key] = self._build(key)
            if len(self._seen) > SEEN:
                self._seen.popitem(last=False)
        return self._seen[key]

    def _build(self, key: str) -> Draft[Request] | None:
        """The record without the rows that are left out; None when none is left."""
        numbers = self._survey.rows_of(key)
        if self.left_out.issuperset(numbers):
            return None
        rows = [self.sheet.row(number) for number in numbers]
        return self._builder.build_one(key, rows, without=self.left_out)

    def _checked(self, key: str, draft: Draft[Request] | None) -> Checked:
        rows = self._survey.rows_of(key)
        out = frozenset(number for number in rows if number in self.left_out)
        if draft is None:
            return Checked(rows, (), out, False, (), {})
        catalogs = draft.body.get("catalog_ids")
        return Checked(
            rows,
            draft.problems,
            out | frozenset(draft.left_out),
            draft.request is not None,
            tuple(map(str, catalogs)) if isinstance(catalogs, list) else (),
            draft.asked,
        )


def _unheard(_: int) -> None:
    return None


def _with_progress(rows: Iterable[Row], going: Going) -> Iterator[Row]:
    """The rows as they are surveyed: nothing is checked of them yet, and the work can be stopped."""
    for at, row in enumerate(rows):
        if at % EVERY == 0:
            going(0)
        yield row
