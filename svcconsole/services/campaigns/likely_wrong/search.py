"""One pass over the rows of a checked campaign for what is likely wrong, and the choice among it."""

from __future__ import annotations

import random
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from heapq import heappush, heappushpop
from itertools import islice
from typing import Final, NamedTuple

from svcconsole.services.campaigns.likely_wrong.links import (
    FieldLinks,
    Opened,
    button_links,
    fixed_links,
    links_in,
)
from svcconsole.services.campaigns.likely_wrong.odd_letters import odd_letters
from svcconsole.services.campaigns.likely_wrong.price_check import Amount, CatalogPrices, amounts, differs
from svcconsole.services.campaigns.likely_wrong.suspicions import REASON_OF, Ground, Reason, Suspicion
from svcconsole.services.campaigns.likely_wrong.unlikely_names import unfilled, unlikely_name
from svcconsole.services.campaigns.message_template_fields import MessageFields
from svcconsole.services.campaigns.person_names import name_columns
from svcconsole.services.catalog.prices import PriceRange
from svcconsole.services.imports.check import Check
from svcconsole.services.messaging.appearance.direction import is_right_to_left
from svcconsole.services.messaging.templates.model import LocalTemplate
from svcconsole.tables.mapping.headers import normalise
from svcconsole.tables.mapping.mapping import Column, Fixed, Reading, Template
from svcconsole.tables.mapping.mapping import Mapping as Columns
from svcconsole.tables.mapping.recipient_fields import CONTACT
from svcconsole.tables.reading.row import Row

MOST: Final = 50
"""So many messages are shown."""
BY_CHANCE: Final = 10
KEPT_FOR_WEAK: Final = 3
"""The longest messages, and those from right to left, are seldom wrong; a few are shown all the same."""
MOST_LONGEST: Final = 12
LONGER_THAN_USUAL: Final = 1.5
LONGER_BY: Final = 20
"""A message stands out by half as much again as the usual one and so many letters more."""
WEAK: Final = (Reason.RIGHT_TO_LEFT, Reason.LONGEST)
_SEED: Final = 7


class _Cell(NamedTuple):
    """A column that is read: its place, whether it is a name, whether the message shows it."""

    column: str
    at: int
    is_name: bool
    seen: bool


class _Text:
    """What everybody who gets one text reads alike, and how many get it."""

    def __init__(
        self, shape: MessageFields | None, fixed: Sequence[tuple[str, str]], catalog: CatalogPrices
    ) -> None:
        template = shape.template if shape is not None else None
        self.right_to_left = bool(template is not None and is_right_to_left(template.body))
        self._buttons = button_links(template) if template is not None else {}
        self.links = [
            *(fixed_links(template) if template is not None else ()),
            *(link for path, text in fixed for link in self.links_in(path, text)),
        ]
        said = _static_text(template, (text for _, text in fixed))
        self.prices: tuple[PriceRange, ...] = catalog.named_in(said) if catalog.products else ()
        self.amounts = amounts(said)
        self.messages, self.first_row = 0, 0

    def add(self, row: int) -> None:
        """One more row gets it."""
        self.messages += 1
        self.first_row = self.first_row or row

    def links_in(self, path: str, value: str) -> list[str]:
        """The links that a field's text makes; a button has the beginning of its own in the template."""
        if path not in self._buttons or not value:
            return links_in(value)
        before, after = self._buttons[path]
        return [before + value + after]


class Search:
    """Reads the rows of one check, each with the number of its text among `shapes`; `found` says what was
    found, once every row was added."""

    def __init__(self, check: Check, shapes: Sequence[MessageFields | None], catalog: CatalogPrices) -> None:
        self._catalog = catalog
        mapping: Columns = check.mapping
        self._reading = Reading(mapping, check.sheet.header)
        paths = sorted(path for path in self._reading.paths() if path.startswith("payload."))
        sources = {path: mapping.sources.get(path) or mapping.fills.get(path) for path in paths}
        self._paths = [path for path in paths if not isinstance(sources[path], Fixed)]
        fixed = [(path, source.text) for path, source in sources.items() if isinstance(source, Fixed)]
        self._sources = sources
        self._cells = _cells(check, mapping, paths)
        self._templates = [
            (path, source.text) for path, source in sources.items() if isinstance(source, Template)
        ]
        self._texts = [_Text(shape, fixed, catalog) for shape in shapes]
        self._links = {path: FieldLinks() for path in self._paths}
        self._first: defaultdict[Ground, list[Suspicion]] = defaultdict(list)
        self._people: Counter[Ground] = Counter()
        self._repairs: Counter[Ground] = Counter()
        self._lengths: Counter[int] = Counter()
        self._longest: list[tuple[int, int]] = []
        self._rows: list[int] = []
        self._dice = random.Random(_SEED)
        self.messages = 0

    def add(self, row: Row, arm: int) -> None:
        """Look at one row that would be sent."""
        text = self._texts[arm]
        text.add(row.number)
        self.messages += 1
        self._keep_by_chance(row.number)
        values = self._values(row)
        for found in self._each_once(row, values, text):
            self._people[found.ground] += 1
            self._repairs[found.ground] += found.after is not None
            if len(self._first[found.ground]) < MOST:
                self._first[found.ground].append(found)
        for path, value in values.items():
            for link in text.links_in(path, value):
                self._links[path].add(link, row.number)
        length = sum(map(len, values.values()))
        self._lengths[length] += 1
        (heappush if len(self._longest) < MOST else heappushpop)(self._longest, (length, -row.number))

    def repairs(self, row: Row, arm: int, ground: Ground) -> Iterator[tuple[int, str, str]]:
        """The cells (row, column, text) that put right everything of a kind in this row."""
        for found in self._found(row, self._values(row), self._texts[arm]):
            if found.ground == ground and found.after is not None:
                yield row.number, found.column, found.after

    def has(self, row: Row, arm: int, ground: Ground, opened: Opened) -> bool:
        """Whether a row's message has this ground."""
        text = self._texts[arm]
        if ground is Ground.LINK_FAILS:
            values = self._values(row).items()
            found = (link for path, value in values for link in text.links_in(path, value))
            return any(opened.get(link) for link in (*text.links, *found))
        if ground is Ground.LONGEST:
            return row.number in {-number for _, number in self._standing_out()}
        return any(found.ground == ground for found in self._found(row, self._values(row), text))

    def links(self) -> tuple[str, ...]:
        """The links that may be opened, those of the most people first."""
        shared: Counter[str] = Counter()
        for text in self._texts:
            shared.update(dict.fromkeys(text.links, text.messages))
        for field in self._links.values():
            for link, people, _ in field.shared():
                shared[link] += people
        return tuple(link for link, _ in shared.most_common())

    def people(self, opened: Opened) -> Mapping[Ground, int]:
        """How many messages of the whole file have each ground."""
        failing = self._failing(opened)
        people = {**self._people, Ground.LINK_FAILS: sum(number for _, number, _ in failing)}
        people[Ground.LONGEST] = len(self._standing_out())
        return {ground: number for ground, number in people.items() if number}

    @property
    def repairable(self) -> Mapping[Ground, int]:
        """How many of those can be put right at once."""
        return dict(self._repairs)

    def chosen(self, opened: Opened) -> tuple[Suspicion, ...]:
        """At most fifty, each row once and under its strongest reason, in the order of the reasons.

        Where there are more, the reasons take turns, so that a frequent one hides none that is rare.
        """
        queues = self._queues(opened)
        strong = [reason for reason in Reason if reason not in WEAK]
        weak = sum(min(KEPT_FOR_WEAK, len(queues[reason])) for reason in WEAK)
        room = _shared_out({reason: len(queues[reason]) for reason in strong}, MOST - weak)
        left = MOST - sum(room.values())
        room |= _shared_out({reason: len(queues[reason]) for reason in WEAK}, left)
        return tuple(found for reason in Reason for found in queues[reason][: room[reason]])

    def by_chance(self) -> tuple[Suspicion, ...]:
        """Some of all messages, in the order of the file."""
        return tuple(Suspicion(row, Ground.BY_CHANCE) for row in sorted(self._rows))

    def _values(self, row: Row) -> dict[str, str]:
        """What fills the message in this row, by the fields' paths."""
        return {path: self._reading.value(path, row.cells) for path in self._paths}

    def _each_once(self, row: Row, values: Mapping[str, str], text: _Text) -> Iterator[Suspicion]:
        """What is found in a row by itself, each ground once."""
        told: set[Ground] = set()
        for found in self._found(row, values, text):
            if found.ground not in told:
                told.add(found.ground)
                yield found

    def _found(self, row: Row, values: Mapping[str, str], whole: _Text) -> Iterator[Suspicion]:
        yield from self._blanks(row, values)
        for cell in self._cells:
            text = row.cells[cell.at] if cell.at < len(row.cells) else ""
            if not text:
                continue
            odd = odd_letters(text, is_name=cell.is_name) if cell.seen else None
            if odd is not None:
                yield Suspicion(row.number, odd.ground, odd.suspect, cell.column, text, odd.after, odd.meant)
            unlikely = unlikely_name(text, seen=cell.seen) if cell.is_name else unfilled(text)
            if unlikely is not None:
                yield Suspicion(
                    row.number, unlikely.ground, unlikely.suspect, cell.column, text, unlikely.after
                )
            if cell.seen and not whole.right_to_left and not text.isascii() and is_right_to_left(text):
                yield Suspicion(row.number, Ground.RIGHT_TO_LEFT, text.strip(), cell.column, text)
        if self._catalog.products:
            yield from self._prices(row, values, whole)

    def _blanks(self, row: Row, values: Mapping[str, str]) -> Iterator[Suspicion]:
        for path, text in self._templates:
            if gaps := self._reading.gaps(path, row.cells):
                yield Suspicion(row.number, Ground.BLANK, _around(text, gaps[0]), gaps[0])
        for path, value in values.items():
            if not value or value.isspace():
                source = self._sources[path]
                column = source.name if isinstance(source, Column) else ""
                yield Suspicion(row.number, Ground.BLANK, "", column)

    def _prices(self, row: Row, values: Mapping[str, str], whole: _Text) -> Iterator[Suspicion]:
        """Of the one product that the row or the whole message names, a price that it does not have."""
        named = next((found for value in values.values() if (found := self._catalog.called(value))), ())
        prices = named or whole.prices
        if not prices:
            return
        for path, value in values.items():
            for amount in amounts(value):
                yield from self._differing(row, path, value, amount, prices)
        if named:
            for amount in whole.amounts:
                yield from self._differing(row, "", "", amount, prices)

    def _differing(
        self, row: Row, path: str, value: str, amount: Amount, prices: tuple[PriceRange, ...]
    ) -> Iterator[Suspicion]:
        other = differs(amount, prices)
        if other is None:
            return
        source = self._sources.get(path)
        column = source.name if isinstance(source, Column) else ""
        certain = bool(column) and other.certain
        after = value.replace(amount.text, other.known) if certain else None
        yield Suspicion(
            row.number, Ground.PRICE_DIFFERS, amount.text, column, value if column else "", after, other.known
        )

    def _failing(self, opened: Opened) -> list[tuple[str, int, list[int]]]:
        """The links that do not open, with how many people have them and the first of their rows."""
        failing: list[tuple[str, int, list[int]]] = [
            (link, text.messages, [text.first_row])
            for text in self._texts
            for link in text.links
            if text.messages and opened.get(link)
        ]
        for field in self._links.values():
            failing += [each for each in field.shared() if opened.get(each[0])]
        return failing

    def _standing_out(self) -> list[tuple[int, int]]:
        """The (letters, -row) of the messages that are much longer than the usual one, longest first."""
        usual, seen = 0, 0
        for length in sorted(self._lengths):
            seen += self._lengths[length]
            usual = length
            if seen * 2 >= self.messages:
                break
        least = usual * LONGER_THAN_USUAL + LONGER_BY
        return [each for each in sorted(self._longest, reverse=True)[:MOST_LONGEST] if each[0] >= least]

    def _queues(self, opened: Opened) -> dict[Reason, list[Suspicion]]:
        """The candidates of each reason, none that has a stronger one."""
        by_reason: dict[Reason, list[Suspicion]] = {reason: [] for reason in Reason}
        for link, _, rows in self._failing(opened):
            by_reason[Reason.LINK] += [
                Suspicion(row, Ground.LINK_FAILS, link, note=opened[link]) for row in rows
            ]
        for ground in Ground:
            if ground in self._first:
                by_reason[REASON_OF[ground]] += self._first[ground]
        if self._people[Ground.RIGHT_TO_LEFT] * 2 > self.messages:
            by_reason[Reason.RIGHT_TO_LEFT] = []  # most of them run so: none of these stands out
        by_reason[Reason.LONGEST] = [
            Suspicion(-row, Ground.LONGEST, note=str(length)) for length, row in self._standing_out()
        ]
        taken: set[int] = set()
        for reason, found in by_reason.items():
            once: dict[int, Suspicion] = {}
            for each in found:
                if each.row not in taken:
                    once.setdefault(each.row, each)
            taken |= once.keys()
            by_reason[reason] = _in_turns(once.values())
        return by_reason

    def _keep_by_chance(self, row: int) -> None:
        """Each row is among the ten with the same chance, and always the same ones for the same file."""
        if len(self._rows) < BY_CHANCE:
            self._rows.append(row)
        elif (place := self._dice.randrange(self.messages)) < BY_CHANCE:
            self._rows[place] = row


def _in_turns(found: Iterable[Suspicion]) -> list[Suspicion]:
    """One of each ground after the other, so that a frequent ground hides none of the same reason."""
    by_ground: dict[Ground, list[Suspicion]] = {}
    for each in found:
        by_ground.setdefault(each.ground, []).append(each)
    turns = max(map(len, by_ground.values()), default=0)
    return [
        each
        for turn in range(turns)
        for queue in by_ground.values()
        for each in islice(queue, turn, turn + 1)
    ]


def _shared_out(sizes: Mapping[Reason, int], room: int) -> dict[Reason, int]:
    """How many of each fit, one of each in turn."""
    given = dict.fromkeys(sizes, 0)
    while room > 0:
        wanting = [reason for reason, size in sizes.items() if given[reason] < size][:room]
        if not wanting:
            break
        for reason in wanting:
            given[reason] += 1
        room -= len(wanting)
    return given


def _cells(check: Check, mapping: Columns, paths: Iterable[str]) -> list[_Cell]:
    """The columns that are looked at: those the message shows, and names that say who is meant."""
    header = check.sheet.header
    shown = Columns(
        mapping.target,
        {path: mapping.sources[path] for path in paths if path in mapping.sources},
        {path: mapping.fills[path] for path in paths if path in mapping.fills},
    ).used(header)
    names = frozenset(header[at] for at in name_columns(header))
    contact = mapping.sources.get(CONTACT)
    phone = contact.name if isinstance(contact, Column) else ""
    return [
        _Cell(column, at, column in names, column in shown)
        for at, column in enumerate(header)
        if (column in shown or column in names) and normalise(column) != normalise(phone)
    ]


def _static_text(template: LocalTemplate | None, fixed: Iterable[str]) -> str:
    """What everybody reads alike."""
    texts = list(fixed)
    if template is not None:
        texts += [part.body for part in (template, *template.cards)] + [template.header_text]
    return "\n".join(texts)


def _around(text: str, column: str) -> str:
    """What stands on both sides of a column's place: the gap that is left without it."""
    place = text.find("{" + column + "}")
    if place < 0:
        return ""
    before, after = text[:place], text[place + len(column) + 2 :]
    return before[-1:].replace("}", "") + after[:1].replace("{", "")
