"""Groups a file's damaged phone numbers by kind, previews one repair for all of a kind, makes it a step."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator
from collections.abc import Set as AbstractSet
from dataclasses import dataclass
from functools import cached_property

from svcconsole.services.imports.check import Check
from svcconsole.services.imports.corrections import Step, cells_step
from svcconsole.services.imports.phone_countries import Countries
from svcconsole.services.imports.phone_kinds import WORDS
from svcconsole.services.imports.phone_views import (
    CountryCount,
    PhoneFilter,
    PhoneKind,
    PhonePage,
    PhoneRow,
)
from svcconsole.services.imports.rows import EMPTY, LEAVE_OUT
from svcconsole.services.imports.views import ImportRefused
from svcconsole.tables.records.customer_grouping import region_of
from svcconsole.tables.values.countries import named_country
from svcconsole.tables.values.multi_values import pieces
from svcconsole.tables.values.phone_repair import (
    REPAIRABLE,
    Damage,
    Repair,
    Repaired,
    Stays,
    diagnose,
    repair,
)
from svcconsole.tables.values.phones import Line, Phone, read_phone
from svcconsole.tables.values.values import SEVERAL
from svcconsole.words.message import listed, message, plural

PROBLEMS = ("phone_country", "phone_damaged", "phone_unreadable")
"""The kinds of problems that the doctor takes apart."""
DOUBTED = ("phone_unused", "phone_left_out")
"""Read in one country and in use in none, or left out for want of one: listed where it can be repaired."""
NAMES = ("firstName", "lastName")
EVERY = 200
FEW_ROWS = 1_000
Place = tuple[int, str]
"""The row and the column of a cell."""
Preview = tuple[str | None, Repair]
"""The country of a number and what would become of it."""
Steps = Callable[[int, int], None]
"""Told how many of how many are done."""


@dataclass(frozen=True, slots=True)
class Damaged:
    """A cell with a number that cannot be read: the number alone, and the whole cell."""

    row: int
    column: str
    text: str
    cell: str
    damage: Damage

    @property
    def place(self) -> Place:
        """Where it stands."""
        return self.row, self.column


class PhoneDoctor:
    """The damaged numbers of a checked file as it stands now.

    `going` hears how far a long look at them is, and raises to stop it. What was seen of a row is kept until
    the row changes.
    """

    def __init__(self, check: Check) -> None:
        self.check = check
        self.going: Steps = _unheard
        self._region = region_of(check.rules)
        self._seen: dict[Place, Damaged | None] = {}
        self._after: dict[tuple[Damage, str], dict[Place, Preview]] = {}

    @cached_property
    def countries(self) -> Countries:
        return Countries(self.check)

    @cached_property
    def found(self) -> tuple[Damaged, ...]:
        """Every damaged number in the order of the file."""
        return tuple(self._damaged())

    def forget(self, rows: AbstractSet[int]) -> None:
        """These rows have changed: they are looked at again, all where they say another country of the
        others."""
        vars(self).pop("found", None)
        before = self.countries.places
        vars(self).pop("countries", None)
        if len(rows) > FEW_ROWS or self.countries.places != before:
            self._seen, self._after = {}, {}
            return
        for place in [place for place in self._seen if place[0] in rows]:
            del self._seen[place]
        for previews in self._after.values():
            for place in [place for place in previews if place[0] in rows]:
                del previews[place]

    def kinds(self) -> tuple[PhoneKind, ...]:
        """The kinds with their counts: what may be repaired first, then the most frequent."""
        counts = Counter(one.damage for one in self.found)
        kinds = [
            PhoneKind(damage, WORDS[damage].title, WORDS[damage].sub, count, damage in REPAIRABLE)
            for damage, count in counts.items()
        ]
        return tuple(sorted(kinds, key=lambda kind: (not kind.repairable, -kind.numbers, kind.damage)))

    def page(self, wanted: PhoneFilter, offset: int, limit: int) -> PhonePage:
        """What would become of a kind, and the rows from `offset` that fit the filter."""
        damage, source = Damage(wanted.damage), self._source(wanted.source)
        whole = self._previews(damage, source)
        repaired = sum(isinstance(after, Repaired) for _, _, after in whole)
        rows = [
            (one, country, after)
            for one, country, after in whole
            if _fits(wanted, country, after) and self._has_text(one, wanted.text)
        ]
        per_country = Counter(country or "" for _, country, _ in whole) if damage in REPAIRABLE else Counter()
        sources = self.countries.sources()
        if source and source not in {each.key for each in sources}:
            sources = (*sources, self.countries.known(source))
        return PhonePage(
            damage=damage,
            headline=WORDS[damage].headline(len(whole)),
            why=message(WORDS[damage].why, text=whole[0][0].text if whole else ""),
            source=source,
            sources=sources if damage in REPAIRABLE else (),
            countries=tuple(CountryCount(code, count) for code, count in per_country.most_common()),
            repaired=repaired,
            stays=len(whole) - repaired,
            total=len(rows),
            rows=tuple(self._row(*each) for each in rows[offset : offset + limit]),
            ways=self._ways(len({one.row for one, *_ in whole})),
        )

    def repair_step(self, damage: str, source: str = "") -> Step:
        """The step that repairs every number of a kind that can be."""
        key = self._source(source)
        cells = [
            (one.row, one.column, one.cell.replace(one.text, after.text, 1))
            for one, _, after in self._previews(Damage(damage), key)
            if isinstance(after, Repaired)
        ]
        return cells_step(self.check.sheet, cells)

    def way_step(self, damage: str, way: str) -> Step:
        """The step of one of the `ways` of a page."""
        ours = [one for one in self.found if one.damage == damage]
        if way == EMPTY:
            return cells_step(self.check.sheet, [(one.row, one.column, "") for one in ours])
        keys = {self.check.survey.key_of(one.row) for one in ours}
        rows = {number for key in keys for number in self.check.survey.rows_of(key)}
        return {"left_out": sorted(rows - self.check.left_out)}

    def _damaged(self) -> Iterator[Damaged]:
        seen: dict[tuple[int, str], bool] = {}
        for code in (*PROBLEMS, *DOUBTED):
            for cell in self.check.results.cells_of(code):
                if cell.column is not None:
                    seen.setdefault((cell.row, cell.column), code in DOUBTED)
        for at, place in enumerate(sorted(seen)):
            if place not in self._seen:
                self._seen[place] = next(self._in_cell(*place, doubted=seen[place]), None)
            if at % EVERY == 0:
                self.going(at, len(seen))
            if (one := self._seen[place]) is not None:
                yield one

    def _previews(self, damage: Damage, source: str) -> list[tuple[Damaged, str | None, Repair]]:
        """Every number of a kind with its country and what would become of it."""
        known = self._after.setdefault((damage, source), {})
        wanted = [one for one in self.found if one.damage is damage]
        for at, one in enumerate(wanted):
            if one.place not in known:
                known[one.place] = self._repair(one, source)
            if at % EVERY == 0:
                self.going(at, len(wanted))
        return [(one, *known[one.place]) for one in wanted]

    def _in_cell(self, row: int, column: str, *, doubted: bool) -> Iterator[Damaged]:
        """The first number of a cell that cannot be read; a doubted one only where it can be repaired."""
        cell = self.check.sheet.cell(row, column)
        text = next((one for one in pieces(cell) if not self._is_read(one)), "")
        country = self.countries.of_row_at_best(row)
        if text and not (doubted and isinstance(repair(text, country), Stays)):
            yield Damaged(row, column, text, cell, diagnose(text, country))

    def _is_read(self, text: str) -> bool:
        found = read_phone(text, self._region)
        return isinstance(found, Phone) and (found.given or text.startswith("+"))

    def _source(self, key: str) -> str:
        """The place a country comes from; the best there is where none is said."""
        if not key:
            return self.countries.best()
        try:
            return self.countries.known(key).key
        except LookupError:
            raise ImportRefused(
                message("“{key}” says no country.", key=key.partition(":")[2] or key),
                message(
                    "Name a column with countries, or a country by its two letters. Columns: {names}.",
                    names=listed(self.check.sheet.header),
                ),
            ) from None

    def _repair(self, one: Damaged, source: str) -> tuple[str | None, Repair]:
        country = self.countries.of_row(one.row, source) if source else None
        otherwise = self.countries.named_otherwise(one.row, country)
        if country is not None and otherwise is not None:
            column, other = otherwise
            return country, Stays(
                message("its {column} is {country}", column=column, country=named_country(other))
            )
        return country, repair(one.text, country)

    def _row(self, one: Damaged, country: str | None, after: Repair) -> PhoneRow:
        name, where = self._name(one.row), country or ""
        if isinstance(after, Stays):
            text, how, landline = "", after.why, False
        else:
            text, how, landline = after.text.replace(SEVERAL, ", "), after.how, after.line is Line.LANDLINE
            where = where or after.country
        return PhoneRow(one.row, one.column, one.cell, name, where, one.text, text, how, landline)

    def _name(self, row: int) -> str:
        """Whose number it is: the names of the row, else what else tells it apart."""
        reading, cells = self.check.survey.reading, self.check.sheet.row(row).cells
        names = [text for path in NAMES if (text := reading.own(path, cells).strip())]
        if names:
            return " ".join(names)
        others = (
            cell.strip()
            for column, cell in zip(self.check.sheet.header, cells, strict=False)
            if column not in self.countries.phone_columns
        )
        return reading.own("email", cells).strip() or next(filter(None, others), "")

    def _has_text(self, one: Damaged, text: str) -> bool:
        wanted = text.casefold().strip()
        return not wanted or any(wanted in cell.casefold() for cell in self.check.sheet.row(one.row).cells)

    def _ways(self, rows: int) -> tuple[tuple[str, str], ...]:
        out = (LEAVE_OUT, plural("Leave the row out", "Leave the {n} rows out", rows))
        if self.check.kind.once:
            return (out,)
        return (
            out,
            (EMPTY, plural("Import it without the number", "Import these without the number", rows)),
        )


def _unheard(_done: int, _of: int) -> None:
    return None


def _fits(wanted: PhoneFilter, country: str | None, after: Repair) -> bool:
    verdict = "repaired" if isinstance(after, Repaired) else "stays"
    return wanted.verdict in (None, verdict) and wanted.country in (None, country or "")
