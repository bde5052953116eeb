"""Checks a file: builds and validates every record, keeps problems by row, and rechecks what was
corrected.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Iterator
from collections.abc import Mapping as Dict
from dataclasses import dataclass
from typing import Any

from svcconsole.api.models.common import Request
from svcconsole.services.imports.sheet import Sheet
from svcconsole.tables.checking.problems import KINDS, Draft, Problem
from svcconsole.tables.checking.rules import RULES, Rules
from svcconsole.tables.mapping.kinds import IMPORTS
from svcconsole.tables.mapping.mapping import Mapping
from svcconsole.tables.reading.reader import Row
from svcconsole.tables.records.recipients import Known

EVERY = 200
QUESTIONS = tuple(dict.fromkeys(kind.rule for kind in KINDS.values() if kind.rule is not None))
"""The rules that ask something: without an answer they hold products up."""

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
    """The checked products of one sheet under one mapping; edits and answers build again what they touch.

    Everything is built once for a mapping: the questions about the file are counted in the same pass, whether
    they are answered or not, and an answer only marks the products that ask for it. `refresh` builds those.
    `going` is asked while the file is surveyed, before the first of them is built. `known` is what is known
    of recipients beside the file, for what must not happen twice.
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
    ) -> None:
        self.sheet = sheet
        self.left_out = left_out
        self._mapping = mapping
        self._rules = rules
        self.kind = IMPORTS[mapping.target]
        self._known = known
        self._survey = self._surveyed(_with_progress(sheet.rows, going))
        self._builder = self.kind.builder(self._survey, rules)
        self._stale = set(self._survey.keys)
        self.products: dict[str, Checked] = {}
        self.by_row: dict[int, list[Problem]] = defaultdict(list)

    def refresh(self, going: Going) -> None:
        """Build what is marked, everything at first; `going` hears how many rows are done, and what is left
        when it raises is built by the next call."""
        if not self._stale:
            going(len(self.sheet.rows))
            return
        done = since = len(self.sheet.rows) - sum(len(self._survey.rows_of(key)) for key in self._stale)
        for key in [key for key in self._survey.keys if key in self._stale]:
            for number in self._survey.rows_of(key):
                self.by_row.pop(number, None)
            self._keep(key, self._build(key))
            self._stale.discard(key)
            done += len(self._survey.rows_of(key))
            if done - since >= EVERY:
                since = done
                going(done)
        going(done)

    def set_rules(self, rules: Rules) -> None:
        """Take other answers; the products that ask for one that changed are marked to be built again."""
        changed = {rule for rule in RULES if rules.decision(rule) != self._rules.decision(rule)}
        self._rules = rules
        if changed & self.kind.survey_asks:
            self._survey_anew()
            return
        self._builder = self.kind.builder(self._survey, rules)
        self._stale |= {key for key, checked in self.products.items() if changed & checked.asked.keys()}

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
        self._stale = set(self._survey.keys)

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
        return len(self.products) == len(self._survey.keys)

    def question_counts(self) -> dict[str, int]:
        """How many cells each question is about."""
        found: Counter[str] = Counter()
        for checked in self.products.values():
            found.update(checked.asked)
        return {rule: found[rule] for rule in QUESTIONS if found[rule]}

    def replace(self, changes: Iterable[tuple[int, str, str]]) -> None:
        """Type over cells (row, column, text); the products they touch are marked, all where groups may
        differ."""
        touched: set[str] = set()
        anew = False
        for number, column, text in changes:
            old, new = self.sheet.type_over(number, column, text)
            keys = None if anew else self._survey.replace(old, new)
            if keys is None:
                anew = True
            else:
                touched |= keys
        if anew:
            self._survey_anew()
        else:
            self._stale |= touched

    def leave_out(self, rows: Iterable[int], out: bool) -> None:
        """Keep rows out of the import, or take them back in."""
        numbers = set(rows)
        if out:
            self.left_out |= numbers
        else:
            self.left_out -= numbers
        self._stale |= {self._survey.key_of(number) for number in numbers}

    def product_of(self, number: int) -> Checked:
        """The product a row belongs to."""
        return self.products[self._survey.key_of(number)]

    def keys_with(self, matches: Callable[[Problem], bool]) -> set[str]:
        """The products that have a problem which `matches`."""
        return {key for key, checked in self.products.items() if any(map(matches, checked.problems))}

    def drafts(self) -> Iterator[tuple[str, Checked, Draft[Request] | None]]:
        """Every product in file order with its draft built again, None where nothing of it is to be sent."""
        for key in self._survey.keys:
            checked = self.products[key]
            yield key, checked, self._build(key) if checked.ready else None

    def _survey_anew(self) -> None:
        """Read the whole file again: its keys are others now."""
        self._survey = self._surveyed(self.sheet.rows)
        self._builder = self.kind.builder(self._survey, self._rules)
        self._stale = set(self._survey.keys)
        self.products.clear()
        self.by_row.clear()

    def _surveyed(self, rows: Iterable[Row]) -> Any:
        found = self.kind.survey(self.sheet.header, rows, self._mapping, self._rules)
        if self.kind.knows:
            found.know(self._known)
        return found

    def _build(self, key: str) -> Draft[Request] | None:
        """The product without the rows that are left out; None when none is left."""
        numbers = self._survey.rows_of(key)
        if self.left_out.issuperset(numbers):
            return None
        rows = [self.sheet.row(number) for number in numbers]
        return self._builder.build_one(key, rows, without=self.left_out)

    def _keep(self, key: str, draft: Draft[Request] | None) -> None:
        rows = self._survey.rows_of(key)
        out = frozenset(number for number in rows if number in self.left_out)
        if draft is None:
            self.products[key] = Checked(rows, (), out, False, (), {})
            return
        catalogs = draft.body.get("catalog_ids")
        self.products[key] = Checked(
            rows,
            draft.problems,
            out | frozenset(draft.left_out),
            draft.request is not None,
            tuple(map(str, catalogs)) if isinstance(catalogs, list) else (),
            draft.asked,
        )
        for problem in draft.problems:
            self.by_row[problem.row].append(problem)


def kinds_by_rows(by_row: dict[int, list[Problem]]) -> dict[str, int]:
    """Code → number of rows that have it, errors first, then the most frequent."""
    counts: dict[str, int] = defaultdict(int)
    for problems in by_row.values():
        for code in {problem.code for problem in problems}:
            counts[code] += 1
    order = {"error": 0, "warning": 1, "info": 2}
    return dict(sorted(counts.items(), key=lambda item: (order[KINDS[item[0]].level], -item[1], item[0])))


def _with_progress(rows: Iterable[Row], going: Going) -> Iterator[Row]:
    """The rows as they are surveyed: nothing is checked of them yet, and the work can be stopped."""
    for at, row in enumerate(rows):
        if at % EVERY == 0:
            going(0)
        yield row
