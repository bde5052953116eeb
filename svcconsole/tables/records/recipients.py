"""Builds messages from rows: one request per recipient, nobody twice unless a rule says so."""

from __future__ import annotations

import json
from collections.abc import Callable, Collection, Iterable, Sequence
from collections.abc import Mapping as Dict
from dataclasses import dataclass, field, replace
from functools import partial
from hashlib import blake2b
from typing import Protocol, runtime_checkable

from svcconsole.api.models.common import Request
from svcconsole.tables.checking.price_levels import NO_PRICES, KnownPrices
from svcconsole.tables.checking.problems import Draft
from svcconsole.tables.checking.rules import Rules
from svcconsole.tables.mapping.field_paths import loc_of, pattern_of
from svcconsole.tables.mapping.mapping import Mapping
from svcconsole.tables.mapping.recipient_fields import CONTACT
from svcconsole.tables.mapping.request_body import body_of
from svcconsole.tables.mapping.targets import TARGETS, Target
from svcconsole.tables.reading.row import Row
from svcconsole.tables.records.customer_grouping import CustomerGroups, taken_in
from svcconsole.tables.records.customer_record import Person, PersonBuilder
from svcconsole.tables.records.user_properties import consent
from svcconsole.tables.results.escape import unescape
from svcconsole.tables.values.phones import Phone, split_phones
from svcconsole.tables.values.text_length import utf16_units
from svcconsole.tables.values.values import trimmed
from svcconsole.words.message import Message, Number, message, plural

ROOM = 928
"""Characters of callback data beside the reference of run and row (specification, Limits: 1,024 in all)."""
_OWN = frozenset({CONTACT, "callbackData", "appId"})
"""What no two messages differ by: whom they go to, what they are tracked by, from which store they come."""
_SAID = json.JSONEncoder(sort_keys=True, ensure_ascii=False)


@dataclass(frozen=True, slots=True)
class Earlier:
    """Something a recipient was sent from here: when (ISO in UTC), and its `content_hash`."""

    at: str
    content: bytes


class Past(Protocol):
    """What was sent from here within a day, by the recipient's number (E.164), the newest first."""

    def get(self, number: str, nothing: Sequence[Earlier], /) -> Sequence[Earlier]: ...


@runtime_checkable
class KeptElsewhere(Protocol):
    """A past that is better asked about a few hundred numbers at once, before it is asked about each."""

    def read_ahead(self, numbers: Collection[str]) -> None: ...


class OfferCap(Protocol):
    """So many `messages` that are offers in `days` days are the most for one person, over all campaigns."""

    @property
    def messages(self) -> int: ...

    @property
    def days(self) -> int: ...

    def is_offer(self, template: str) -> bool:
        """Whether what a campaign sends with this template (blank: without one) is an offer."""
        ...

    def read_ahead(self, numbers: Collection[str]) -> None: ...

    def had(self, number: str) -> int:
        """How many offers a person (E.164) had in these days."""
        ...


def _fits(_: Dict[str, object]) -> Sequence[str]:
    return ()


@dataclass(frozen=True, slots=True)
class Known:
    """What is known beside the file: who was sent something lately, the numbers (E.164) of the suppression
    list, why a request (by its names on the wire) fits no template, where somebody can tell, what the store's
    prices are now, how many offers one person may have, and which column has to say that a person agreed,
    where that is said."""

    past: Past = field(default_factory=dict[str, Sequence[Earlier]])
    suppressed: frozenset[str] = frozenset()
    misfits: Callable[[Dict[str, object]], Sequence[str]] = _fits
    prices: KnownPrices = NO_PRICES
    cap: OfferCap | None = None
    consent_column: str = ""


def content_of(body: Dict[str, object]) -> str:
    """What tells two messages apart, whoever gets them: the request without recipient, callback data and
    app id."""
    said = {name: value for name, value in body.items() if name not in _OWN}
    return _SAID.encode(said)


def sender_of(body: bytes | None) -> str:
    """The business number that a message names, as `sender` writes it; blank where it is the store's default
    one."""
    return sender(_text_of(body, b"businessPhoneNumber"))


def sender(text: str) -> str:
    """A business number as it is compared: its digits, whichever signs stand between them."""
    return "".join(filter(str.isdecimal, text))


def template_of(body: bytes | None) -> str:
    """The template that a message names, as it is sent; blank where it is none of a template."""
    return _text_of(body, b"templateId")


def _text_of(body: bytes | None, name: bytes) -> str:
    # A text that says the same has its quotation marks escaped.
    _, found, rest = (body or b"").partition(b'"%b":"' % name)
    return rest.partition(b'"')[0].decode() if found else ""


def content_hash(body: bytes | Dict[str, object]) -> bytes:
    """Sixteen bytes in place of `content_of` a request, or of its JSON as it is sent."""
    said = content_of(json.loads(body) if isinstance(body, bytes) else body)
    return blake2b(said.encode("utf-8", "surrogatepass"), digest_size=16).digest()


def lately(earlier: Sequence[Earlier], content: bytes, rules: Rules) -> tuple[str, str] | None:
    """When and what a recipient was sent that keeps this message back by the rule; None for nothing."""
    made = rules.decision("recipient_lately")
    choice = made.choice if made is not None else "leave_out"
    same = [one for one in earlier if one.content == content]
    hits = {"leave_out": [*same, *earlier], "same": same, "send": []}[choice]
    what = message("the very same") if same else message("something")
    return (hits[0].at[:16].replace("T", " "), what) if hits else None


class Recipients(CustomerGroups):
    """What the whole file says: who stands in it twice, and who was sent something lately."""

    def __init__(self, header: Sequence[str], mapping: Mapping, rules: Rules) -> None:
        super().__init__(header, mapping, rules)
        self.known = Known()
        target = TARGETS[mapping.target]
        self.other_phones = frozenset(
            path
            for path in self.reading.paths() - target.steering - {CONTACT}
            if target.field(path).kind == "phone"
        )
        """Where these messages name a number beside their recipient's."""

    def know(self, known: Known) -> None:
        """Take in what is known beside the file."""
        self.known = known

    def read_ahead(self, rows: Iterable[Row]) -> None:
        """Ask what was sent to the recipients of a few hundred rows."""
        asked = [each for each in (self.known.past, self.known.cap) if isinstance(each, KeptElsewhere)]
        if asked:
            found = (self.recipient(row)[1] for row in rows)
            numbers = {phone.e164 for phone in found if phone is not None}
            for each in asked:
                each.read_ahead(numbers)

    def recipient(self, row: Row) -> tuple[str, Phone | None]:
        """What the row says of its recipient, and the number it goes to; None where it names none."""
        text = unescape(trimmed(self.reading.value(CONTACT, row.cells)))
        found = next((self.phone(one, row)[0] for one in split_phones(text)), None)
        return text, found if isinstance(found, Phone) else None

    def _named(self, row: Row) -> tuple[str, ...]:
        _, phone = self.recipient(row)
        return (f"phone:{phone.e164}",) if phone is not None else ()


def survey(header: Sequence[str], rows: Iterable[Row], mapping: Mapping, rules: Rules) -> Recipients:
    """Read all rows once; TableError when the mapping names a column the header does not have."""
    return taken_in(Recipients(header, mapping, rules), rows)


def builder_of(kind: str) -> Callable[[Recipients, Rules], PersonBuilder[Request]]:
    """Builds the messages of a surveyed file, of the target `kind`."""

    def builder(found: Recipients, rules: Rules) -> PersonBuilder[Request]:
        return PersonBuilder(partial(_message, TARGETS[kind], found), found, rules)

    return builder


def _message(target: Target, found: Recipients, person: Person) -> Draft[Request]:
    texts = _texts(target, found, person)
    number = _number(person)
    if number:
        texts[CONTACT] = number
    if target.kind == "templates":
        texts.setdefault("type", "DEFAULT")
    person.body = body_of(target, texts)
    for why in found.known.misfits(person.body):
        person.findings.add_problem(
            "template_misfit", person.head, "payload.templateId", ("payload",), why=why
        )
    left_out = not person.findings.refused and (not number or _kept_out(found, person, number))
    if not left_out:
        return person.closed(target.model)
    draft: Draft[Request] = person.closed(target.model, everything=True)
    return replace(draft, problems=tuple(person.findings.problems))


def _number(person: Person) -> str:
    """The recipient's number; blank where there is none, which is said unless a rule leaves it out."""
    loc = ("contact_identifier",)
    text, row = person.first(CONTACT)
    if not text:
        person.findings.add_problem("recipient_missing", row, CONTACT, loc)
        return ""
    number = person.one_in("phone", text, CONTACT, row, loc)
    if number:
        person.findings.came_from(loc, CONTACT, row)
    return number


def _texts(target: Target, found: Recipients, person: Person) -> dict[str, str]:
    """The text of every place this row fills; blank variables are mistakes, other blanks are not sent."""
    findings, row = person.findings, person.head
    texts: dict[str, str] = {}
    for path in sorted(findings.reading.paths() - {CONTACT} - target.steering):
        place = target.places[pattern_of(path)]
        text, loc = findings.read(path, row), loc_of(place, path)
        if text and path in found.other_phones:
            text = person.one_in("phone", text, path, row, loc)
        if text:
            texts[path] = text
            findings.came_from(loc, path, row)
            for name in findings.reading.gaps(path, row.cells):
                findings.add_problem("text_gap", row, path, (), name=name)
        elif place.wire.endswith(".#"):
            findings.add_problem("variable_blank", row, path, loc)
    own = texts.get("callbackData", "")
    if len(own) > ROOM:
        findings.add_problem(
            "callback_long", row, "callbackData", ("callback_data",), length=_length(own), room=ROOM
        )
    elif (units := utf16_units(own)) > ROOM:
        length = _length(own)
        findings.add_problem(
            "callback_units", row, "callbackData", ("callback_data",), length=length, units=units, room=ROOM
        )
    return texts


def _length(text: str) -> Message:
    count = len(text)
    return plural("{length} character", "{length} characters", count, length=Number(count, grouped=False))


def _kept_out(found: Recipients, person: Person, number: str) -> bool:
    """Whether this row is kept out: its recipient is to get nothing, stands above it, or was sent something
    lately."""
    findings, row = person.findings, person.head
    if number in found.known.suppressed:
        findings.add_problem("recipient_suppressed", row, CONTACT, (), number=number)
        return True
    if _did_not_agree(found, person):
        return True
    shared = found.shared(row)
    if shared is not None:
        made = findings.decided("recipient_repeated")
        each = made is not None and made.choice == "each"
        code = "recipient_again" if each else "recipient_repeated"
        findings.add_problem(code, row, CONTACT, (), number=number, first=Number(shared[1]))
        if not each:
            return True
    if _had_enough(found, person, number):
        return True
    earlier = found.known.past.get(number, ())
    if not earlier:
        return False
    findings.decided("recipient_lately")
    hit = lately(earlier, content_hash(person.body), findings.rules)
    if hit is not None:
        at, what = hit
        findings.add_problem("recipient_lately", row, CONTACT, (), number=number, what=what, at=at)
    return hit is not None


def _did_not_agree(found: Recipients, person: Person) -> bool:
    """Whether the column of consent says anything but yes; no word that is not known is taken for one."""
    column, header = found.known.consent_column, found.reading.header
    if not column:
        return False
    row = person.head
    place = header.index(column) if column in header else len(row.cells)
    text = trimmed(row.cells[place]) if place < len(row.cells) else ""
    said = consent(text)
    if said:
        return False
    code = "recipient_consent_unknown" if said is None and text else "recipient_no_consent"
    person.findings.add_problem(code, row, CONTACT, (), column=column, text=text)
    return True


def _had_enough(found: Recipients, person: Person, number: str) -> bool:
    """Whether this would be one offer too many, those of the rows above counted in."""
    cap, payload = found.known.cap, person.body.get("payload")
    template = payload.get("templateId", "") if isinstance(payload, dict) else ""
    if cap is None or not cap.is_offer(str(template)):
        return False
    if cap.had(number) + found.rows_above(person.head) < cap.messages:
        return False
    offers, days = offer_words(cap)
    person.findings.add_problem(
        "recipient_capped", person.head, CONTACT, (), number=number, offers=offers, days=days
    )
    return True


def offer_words(cap: OfferCap) -> tuple[Message, Message]:
    """How many offers in how many days are the most, for a sentence."""
    return plural("{n} offer", "{n} offers", cap.messages), plural("{n} day", "{n} days", cap.days)
