"""The audience of a checked campaign: countries, who is left out and why, rows worth a look."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Sequence
from heapq import heappush, heappushpop

from svcconsole.services.campaigns.message_template_fields import MessageFields
from svcconsole.services.campaigns.split import HELD_OUT, Texts
from svcconsole.services.campaigns.terms import CampaignTerms
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
from svcconsole.tables.checking.problems import KINDS, LEAVES_OUT, Level
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
_TOLD = {code for code, kind in KINDS.items() if code in LEAVES_OUT or kind.level == "error"}.union(
    *_CODES.values()
)
"""The kinds of problems that hold a row back or that one may jump to."""
_NAMES = ("firstName", "lastName")


def audience_of(check: Check, texts: Texts, terms: CampaignTerms) -> Audience:
    """What would go out: counted by country, held back by reason, with the rows to jump to."""
    whole = [_runs_right_to_left(shape) for shape in texts.shapes]
    arm_of = texts.assignment.arm_of
    countries: Counter[str] = Counter()
    held: Counter[str] = Counter()
    jumps: dict[str, list[int]] = defaultdict(list)
    lengths: list[tuple[int, int]] = []
    told = check.results.codes_by_row(_TOLD)
    next_told = next(told, None)
    for look in check.results.looks():
        codes: Sequence[str] = ()
        if next_told is not None and next_told[0] == look.row:
            codes, next_told = next_told[1], next(told, None)
        arm, sent = arm_of(look.number), check.is_sent(look.row)
        if sent and arm is not None:
            countries[look.country] += 1
        else:
            held[message("Held out, to compare with") if sent else _why(check, codes, look.row)] += 1
            jumps[NOT_SENT].append(look.row)
        _keep_longest(lengths, (look.length, -look.row))
        if whole[arm or 0] or look.right_to_left:
            jumps[RIGHT_TO_LEFT].append(look.row)
        if look.blank:
            jumps[BLANK].append(look.row)
        for jump, wanted in _CODES.items():
            if not wanted.isdisjoint(codes):
                jumps[jump].append(look.row)
    jumps[LONGEST] = [-place for _, place in sorted(lengths, reverse=True)]
    return Audience(
        len(check.sheet.rows),
        sum(countries.values()),
        tuple(Country(code, count) for code, count in countries.most_common()),
        tuple(LeftOut(title, rows) for title, rows in held.most_common()),
        {jump: tuple(rows) for jump, rows in jumps.items()},
        terms,
    )


def recipient(check: Check, number: int, fields: Sequence[TargetField], texts: Texts) -> Recipient:
    """One row as its recipient will get it, whether it is sent or not; with the first text where they get
    none."""
    row, checked = check.sheet.row(number), check.product_of(number)
    reading, mapping = check.survey.reading, check.mapping
    said, phone = check.survey.recipient(row)
    draft = check.draft_of(number, out_too=True)
    arm = texts.assignment.arm_of(phone.e164 if phone is not None else "")
    ready = checked.ready and number not in checked.left_out
    shape = texts.shapes[arm or 0]
    labels = {spec.path: spec.label for spec in shape.fields} if shape is not None else {}
    sentences: list[tuple[Level, str]]
    if number in check.left_out:
        sentences = [("warning", BY_YOU)]
    elif ready and arm is None:
        sentences = [("warning", message(HELD_OUT))]
    else:
        sentences = [(found.level, found.sentence) for found in checked.problems if found.level != "info"]
    return Recipient(
        number,
        _name(check, row),
        said,
        phone.e164 if phone is not None else "",
        phone.country if phone is not None else "",
        ready and arm is not None,
        tuple(sentences),
        tuple(
            VariableValue(
                labels.get(spec.path, spec.label),
                source_words(mapping, spec.path),
                reading.value(spec.path, row.cells),
            )
            for spec in fields
            if reading.fills(spec.path) and spec.path not in (CONTACT, PHONE_COUNTRY.path)
        ),
        texts.assignment.body_with_template(draft.body, arm or 0) if draft is not None else {},
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


def _runs_right_to_left(shape: MessageFields | None) -> bool:
    return bool(shape and shape.template and is_right_to_left(shape.template.body))


def _keep_longest(lengths: list[tuple[int, int]], length: tuple[int, int]) -> None:
    if len(lengths) < MOST_LONGEST:
        heappush(lengths, length)
    else:
        heappushpop(lengths, length)


def _why(check: Check, codes: Sequence[str], number: int) -> str:
    """The title of what holds a row back."""
    if number in check.left_out:
        return BY_YOU
    for code in codes:
        if code in LEAVES_OUT or KINDS[code].level == "error":
            return KINDS[code].title
    return message("Left out by your answer")


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
