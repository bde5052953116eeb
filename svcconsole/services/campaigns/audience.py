"""The audience of a checked campaign: countries, who is left out and why, rows worth a look."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Sequence
from heapq import nlargest

from svcconsole.services.campaigns.message_template_fields import MessageFields
from svcconsole.services.campaigns.views import (
    BLANK,
    LONGEST,
    NO_COUNTRY,
    NOT_SENT,
    REPEATED,
    RIGHT_TO_LEFT,
    Audience,
    Country,
    LeftOut,
    Recipient,
    VariableValue,
)
from svcconsole.services.imports.check import Check
from svcconsole.services.imports.rows import BY_YOU
from svcconsole.services.messaging.appearance.direction import is_right_to_left
from svcconsole.tables.checking.problems import KINDS, LEAVES_OUT
from svcconsole.tables.mapping.fields import TargetField
from svcconsole.tables.mapping.mapping import Column, Fixed, Mapping, Reading, Source, Template, auto_match
from svcconsole.tables.mapping.person_fields import PHONE_COUNTRY
from svcconsole.tables.mapping.recipient_fields import CONTACT
from svcconsole.tables.mapping.targets import CUSTOMERS
from svcconsole.tables.reading.row import Row
from svcconsole.words.message import message

MOST_LONGEST = 20
_CODES = {
    REPEATED: frozenset({"recipient_repeated", "recipient_again"}),
    NO_COUNTRY: frozenset({"phone_country", "phone_left_out"}),
}
_NAMES = ("firstName", "lastName")


def audience_of(check: Check, shape: MessageFields | None) -> Audience:
    """What would go out: counted by country, held back by reason, with the rows to jump to."""
    reading: Reading = check.survey.reading
    paths = sorted(path for path in reading.paths() if path.startswith("payload."))
    whole = bool(shape and shape.template and is_right_to_left(shape.template.body))
    countries: Counter[str] = Counter()
    held: Counter[str] = Counter()
    jumps: dict[str, list[int]] = defaultdict(list)
    lengths: list[tuple[int, int]] = []
    for row in check.sheet.rows:
        codes = check.codes_of(row.number)
        if check.is_sent(row.number):
            _, phone = check.survey.recipient(row)
            countries[phone.country if phone is not None else ""] += 1
        else:
            held[_why(check, codes, row.number)] += 1
            jumps[NOT_SENT].append(row.number)
        texts = [reading.value(path, row.cells) for path in paths]
        lengths.append((sum(map(len, texts)), -row.number))
        if whole or any(map(is_right_to_left, texts)):
            jumps[RIGHT_TO_LEFT].append(row.number)
        if _blank(reading, paths, texts, row):
            jumps[BLANK].append(row.number)
        for jump, wanted in _CODES.items():
            if wanted.intersection(codes):
                jumps[jump].append(row.number)
    jumps[LONGEST] = [-place for _, place in nlargest(MOST_LONGEST, lengths)]
    return Audience(
        len(check.sheet.rows),
        sum(countries.values()),
        tuple(Country(code, count) for code, count in countries.most_common()),
        tuple(LeftOut(title, rows) for title, rows in held.most_common()),
        {jump: tuple(rows) for jump, rows in jumps.items()},
    )


def recipient(check: Check, number: int, fields: Sequence[TargetField]) -> Recipient:
    """One row as its recipient will get it, whether it is sent or not."""
    row, checked = check.sheet.row(number), check.product_of(number)
    reading, mapping = check.survey.reading, check.mapping
    said, phone = check.survey.recipient(row)
    draft = check.draft_of(number, out_too=True)
    sentences = [(problem.level, problem.sentence) for problem in checked.problems if problem.level != "info"]
    out = number in check.left_out
    return Recipient(
        number,
        _name(check, row),
        said,
        phone.e164 if phone is not None else "",
        phone.country if phone is not None else "",
        checked.ready and number not in checked.left_out,
        (("warning", BY_YOU),) if out else tuple(sentences),
        tuple(
            VariableValue(spec.label, source_words(mapping, spec.path), reading.value(spec.path, row.cells))
            for spec in fields
            if reading.fills(spec.path) and spec.path not in (CONTACT, PHONE_COUNTRY.path)
        ),
        draft.body if draft is not None else {},
    )


def source_words(mapping: Mapping, path: str) -> str:
    """Where a field comes from: a column's name, a text with columns, or nothing for a fixed text."""
    source: Source | None = mapping.sources.get(path) or mapping.fills.get(path)
    match source:
        case Column(name):
            return name
        case Template(text):
            return text
        case Fixed() | None:
            return ""


def _why(check: Check, codes: Sequence[str], number: int) -> str:
    """The title of what holds a row back."""
    if number in check.left_out:
        return BY_YOU
    for code in codes:
        if code in LEAVES_OUT or KINDS[code].level == "error":
            return KINDS[code].title
    return message("Left out by your answer")


def _blank(reading: Reading, paths: Sequence[str], texts: Sequence[str], row: Row) -> bool:
    """Whether a text of this row is blank, or has a gap where a cell is."""
    empty = any(not text.strip() for text in texts)
    return empty or any(reading.gaps(path, row.cells) for path in paths)


def _name(check: Check, row: Row) -> str:
    """What the row calls its recipient, by the columns that are known as names."""
    header = check.sheet.header
    known = auto_match(header, CUSTOMERS).sources
    names = Reading(Mapping("customers", {path: known[path] for path in _NAMES if path in known}), header)
    said = [names.value(path, row.cells).strip() for path in _NAMES if names.fills(path)]
    if not said:
        place = next((at for at, name in enumerate(header) if name.strip().casefold() == "name"), None)
        said = [row.cells[place].strip()] if place is not None and place < len(row.cells) else []
    return " ".join(part for part in said if part)
