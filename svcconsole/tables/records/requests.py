"""Builds catalogs, tickets and flows from rows: one request a row, from the texts of its places."""

from __future__ import annotations

import hashlib
import json
import re
from collections.abc import Callable, Iterable, Sequence
from collections.abc import Mapping as Dict
from dataclasses import dataclass, replace
from functools import partial

from svcconsole.api.models.common import Request
from svcconsole.tables.checking.problems import Draft
from svcconsole.tables.checking.rules import Rules
from svcconsole.tables.mapping.mapping import Mapping
from svcconsole.tables.mapping.request_body import body_of
from svcconsole.tables.mapping.targets import TARGETS, Target, TargetField
from svcconsole.tables.reading.row import Row
from svcconsole.tables.records.customer_grouping import CustomerGroups, taken_in
from svcconsole.tables.records.customer_record import Person, PersonBuilder
from svcconsole.tables.records.recipients import Known
from svcconsole.tables.records.variants import check_address
from svcconsole.tables.results.escape import code, unescape
from svcconsole.tables.values.emails import email_key
from svcconsole.tables.values.multi_values import pieces
from svcconsole.tables.values.phones import Phone
from svcconsole.tables.values.values import scientific, trimmed
from svcconsole.words.message import Message, Number, message

_REFERENCE = re.compile(r"\n?Ref [2-9A-HJ-NP-Z]{4}-[2-9A-HJ-NP-Z]{4}$")
"""The line a ticket gets under its notes when it is made by hand: another one each time."""
_WORDS = {"assignmentType": str.maketrans(" -", "__")}
"""Fields of a few words that are read in any case, with spaces for their underscores."""

Keys = Callable[[Dict[str, object]], tuple[str, ...]]
Body = Dict[str, object]


def _catalog_keys(body: Body) -> tuple[str, ...]:
    return (str(body["id"]),) if body.get("id") else ()


def _ticket_keys(body: Body) -> tuple[str, ...]:
    """The hash of the whole ticket, without a reference that was put under its notes."""
    notes = _REFERENCE.sub("", str(body.get("context") or "")) or None
    whole = {**body, "context": notes, "channel": str(body.get("channel", "")).upper()}
    made = {name: value for name, value in whole.items() if value is not None}
    said = json.dumps(made, sort_keys=True, ensure_ascii=False, default=str)
    return (hashlib.blake2b(said.encode(errors="surrogatepass"), digest_size=16).hexdigest(),)


def _flow_keys(body: Body) -> tuple[str, ...]:
    """The flow with each of what names the person it is started for."""
    flow, email = str(body.get("flowId", "")), str(body.get("email") or "")
    people = (str(body.get("phoneNumber") or ""), email_key(email) if email else "")
    return tuple(json.dumps([flow, person], ensure_ascii=False) for person in people if person)


@dataclass(frozen=True, slots=True)
class Sameness:
    """When two requests of a target are the same: they share one of `keys` (of the request by its names on
    the wire). `once`: the later one is left out unless a rule says otherwise; else it is a mistake."""

    keys: Keys
    once: bool = True


SAME: Dict[str, Sameness] = {
    "catalogs": Sameness(_catalog_keys, once=False),
    "tickets": Sameness(_ticket_keys),
    "flows": Sameness(_flow_keys),
}


class Requests(CustomerGroups):
    """What the whole file says: which rows make the same request, and what is known beside the file."""

    def __init__(self, header: Sequence[str], mapping: Mapping, rules: Rules) -> None:
        self.target = TARGETS[mapping.target]
        self.known = Known()
        super().__init__(header, mapping, rules)
        self.fields = {
            path: (self.target.field(path), self.target.loc(path))
            for path in sorted(self.reading.paths() - self.target.steering)
        }

    def know(self, known: Known) -> None:
        """Take in what is known beside the file: what was sent lately, by the keys of its target."""
        self.known = known

    def _named(self, row: Row) -> tuple[str, ...]:
        texts: dict[str, str] = {}
        for path, (field, _) in self.fields.items():
            text = trimmed(self.reading.value(path, row.cells))
            if text and (plain := self._plain(field, unescape(text), row)):
                texts[path] = plain
        return tuple(f"same:{key}" for key in SAME[self.target.kind].keys(body_of(self.target, texts)))

    def _plain(self, field: TargetField, text: str, row: Row) -> str:
        """The text of a field as it would be sent, without a word about what is wrong with it; blank for a
        number that cannot be read."""
        if field.kind == "phone":
            found = next((self.phone(one, row, field.path)[0] for one in pieces(text)), None)
            return found.e164 if isinstance(found, Phone) else ""
        if field.kind == "email":
            return next(iter(pieces(text)), text)
        return _settled(field, text)


def survey(header: Sequence[str], rows: Iterable[Row], mapping: Mapping, rules: Rules) -> Requests:
    """Read all rows once; TableError when the mapping names a column the header does not have."""
    return taken_in(Requests(header, mapping, rules), rows)


def builder_of(kind: str) -> Callable[[Requests, Rules], PersonBuilder[Request]]:
    """Builds the requests of a surveyed file, of the target `kind`."""

    def builder(found: Requests, rules: Rules) -> PersonBuilder[Request]:
        return PersonBuilder(partial(_request, TARGETS[kind], found), found, rules)

    return builder


def _request(target: Target, found: Requests, person: Person) -> Draft[Request]:
    findings = person.findings
    texts, lost = _texts(found, person)
    person.body = body_of(target, texts)
    named = {target.loc(path) for path in target.one_of}
    if named and not named & (lost | findings.settled) and texts.keys().isdisjoint(target.one_of):
        first = target.one_of[0]
        findings.add_problem("contact_missing", person.head, first, target.loc(first))
    if not findings.refused and _kept_out(target, found, person):
        return _left_out(target, person)
    if target.kind == "tickets":
        findings.decided("ticket_reference")
    draft: Draft[Request] = person.closed(target.model)
    errors = [problem.loc for problem in draft.problems if problem.level == "error"]
    if errors and lost.issuperset(errors):  # a rule left the number out, and nothing is sent without it
        return _left_out(target, person)
    return draft


def _left_out(target: Target, person: Person) -> Draft[Request]:
    draft: Draft[Request] = person.closed(target.model, everything=True)
    said = (problem for problem in person.findings.problems if problem.level != "error")
    return replace(draft, problems=tuple(said), request=None)


def _texts(found: Requests, person: Person) -> tuple[dict[str, str], set[tuple[str | int, ...]]]:
    """The text of every place this row fills, blanks left away, and the places whose number a rule left
    out."""
    findings, row = person.findings, person.head
    texts: dict[str, str] = {}
    lost: set[tuple[str | int, ...]] = set()
    for path, (field, loc) in found.fields.items():
        text = findings.read(path, row)
        if not text:
            continue
        said = len(findings.problems)
        value = _value(person, field, text, loc)
        if value:
            texts[path] = value
            findings.came_from(loc, path, row)
        elif any(problem.code == "phone_left_out" for problem in findings.problems[said:]):
            lost.add(loc)
        for name in findings.reading.gaps(path, row.cells):
            findings.add_problem("text_gap", row, path, (), name=name)
    return texts, lost


def _value(person: Person, field: TargetField, text: str, loc: tuple[str | int, ...]) -> str:
    """The text of a field as it is sent: one number in its full form, one e-mail address, an id that is
    whole; blank where there is none."""
    findings, row = person.findings, person.head
    if field.kind in ("phone", "email"):
        return person.one_in(field.kind, text, field.path, row, loc)
    if field.kind == "id" and scientific(text):
        findings.add_problem("code_damaged", row, field.path, loc, text=text)
    if field.kind in ("url", "image"):
        check_address(findings, row, field.path, loc, text)
    return _settled(field, text)


def _settled(field: TargetField, text: str) -> str:
    table = _WORDS.get(field.path)
    if table is not None:
        return text.upper().translate(table)
    return code(text) if field.kind == "id" else text


def _kept_out(target: Target, found: Requests, person: Person) -> bool:
    """Whether this row is kept out: its person is to get nothing, the same stands above it, or the same was
    sent lately. A row that repeats an id is a mistake instead."""
    findings, row = person.findings, person.head
    same = SAME[target.kind]
    number = str(person.body.get("phoneNumber") or "")
    if number in found.known.suppressed:
        findings.add_problem("recipient_suppressed", row, "phoneNumber", (), number=number)
        return True
    what = _what(target, person.body)
    shared = found.shared(row)
    if shared is not None and not same.once:
        findings.add_problem(
            "id_repeated", row, "id", ("id",), text=str(person.body["id"]), first=Number(shared[1])
        )
        return False
    if shared is not None:
        made = findings.decided("request_repeated")
        each = made is not None and made.choice == "each"
        repeated = "request_again" if each else "request_repeated"
        findings.add_problem(repeated, row, target.fields[0].path, (), what=what, first=Number(shared[1]))
        if not each:
            return True
    past = found.known.past
    earlier = next((sent[0] for key in same.keys(person.body) if (sent := past.get(key, ()))), None)
    if earlier is None:
        return False
    made = findings.decided("request_lately")
    if made is not None and made.choice == "send":
        return False
    at = earlier.at[:16].replace("T", " ")
    findings.add_problem("request_lately", row, target.fields[0].path, (), what=what, at=at)
    return True


def _what(target: Target, body: Body) -> Message:
    """What a repeated request is called in a sentence."""
    if target.kind == "flows":
        whom = str(body.get("phoneNumber") or body.get("email") or "")
        return message("The flow “{flow}” for {whom}", flow=str(body.get("flowId", "")), whom=whom)
    return message("The very same ticket")


def name_of(request: object) -> str:
    """What a ticket or a flow is called in a run: the key of whom it concerns, else its task."""
    for prefix, names in (
        ("phoneNumber:", ("customer_phone_number", "phone_number")),
        ("email:", ("customer_email", "email")),
        ("", ("task_title",)),
    ):
        said = next((str(value) for name in names if (value := getattr(request, name, None))), "")
        if said:
            return prefix + (email_key(said) if prefix == "email:" else said)
    return ""
