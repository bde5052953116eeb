"""Words for a call: what it does, of whom or what, and how it ended."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import TYPE_CHECKING, Any, Final

from pydantic_core import from_json

from svcconsole.api.call_reasons import Rule, rule_of_call
from svcconsole.api.errors import Outcome
from svcconsole.gui.design.text import visible
from svcconsole.gui.design.words import mark, message, tr, tr_plural
from svcconsole.gui.kit.widgets.pills import STATES, PillValue

if TYPE_CHECKING:
    from svcconsole.api.call_log import KeptCall

WHAT: Final = {
    "reports.generate": mark("Ask for a report"),
    "reports.get": mark("Read a report"),
    "products.createOrUpdate": mark("Update products"),
    "products.list": mark("Read products"),
    "products.get": mark("Read chosen products"),
    "catalogs.createOrUpdate": mark("Update catalogs"),
    "catalogs.list": mark("Read catalogs"),
    "catalogs.get": mark("Read chosen catalogs"),
    "messages.v1.send": mark("Send a message (V1)"),
    "messages.v2.send": mark("Send a message"),
    "messages.v1.sendTemplate": mark("Send a template (V1)"),
    "messages.v2.sendTemplate": mark("Send a template"),
    "flows.initiate": mark("Start a flow"),
    "tickets.createAndAssign": mark("Create a ticket"),
    "userProperties.record": mark("Record properties"),
    "messages.fetch": mark("Ask about messages"),
    "customers.createOrUpdate": mark("Update a customer"),
    "customers.get": mark("Read a customer"),
}
NOT_KNOWN: Final = PillValue(message("Not known"), "unknown", "warning")
MAY_PASS: Final = PillValue(message("May pass"), "clock", "neutral")
TO_FIX: Final = PillValue(message("To fix"), "warning", "warning")
PILLS: Final[Mapping[Rule, PillValue]] = {
    Rule.ACCEPTED: STATES["accepted"],
    Rule.REFUSED: STATES["refused"],
    Rule.NOTHING_SENT: MAY_PASS,
    Rule.NOT_PROCESSED: MAY_PASS,
    Rule.ONLY_READ: MAY_PASS,
    Rule.ASKED_TO_WAIT: MAY_PASS,
    Rule.MAY_HAVE_HAPPENED: STATES["decide"],
    Rule.WRITTEN_OVER: NOT_KNOWN,
    Rule.CONCERNS_ALL: TO_FIX,
}
RULE_TEXTS: Final[Mapping[Rule, str]] = {
    Rule.ACCEPTED: mark("The store answered yes, and its answer holds what this operation returns."),
    Rule.REFUSED: mark("The store read the request and said no. Sent again as it is, it is refused again."),
    Rule.NOTHING_SENT: mark("There was no connection, so nothing can have left this computer."),
    Rule.NOT_PROCESSED: mark("The store says that it did not process the request, so nothing was changed."),
    Rule.ONLY_READ: mark("A call that only reads changes nothing, whatever became of it."),
    Rule.ASKED_TO_WAIT: mark("The store asked to send more slowly and did not process the request."),
    Rule.MAY_HAVE_HAPPENED: mark(
        "The request was handed over, and nothing that came back says whether it was carried out. Sent again"
        " it may happen twice, so a person decides."
    ),
    Rule.WRITTEN_OVER: mark(
        "The request may have been carried out. Sent again, the same record is written over, and none is"
        " added."
    ),
    Rule.CONCERNS_ALL: mark(
        "What stands in the way concerns every call, not only this one. Nothing was changed; everything that"
        " is sent waits until it is put right."
    ),
}
PHONES: Final = ("contactIdentifier", "customerPhoneNumber", "phoneNumber")
EMAILS: Final = ("customerEmail", "email")
MOST_READ: Final = 64 * 1024
IDS: Final = ("partnerCustomerId", "reportName", "reportHistoryId", "id")


@dataclass(frozen=True, slots=True)
class Subject:
    """Of whom or what a call is: its own words, and the keys of a person who may be known by a name."""

    words: str = ""
    keys: tuple[str, ...] = ()


def what(call: KeptCall) -> str:
    """What the call does, such as "Create a ticket"."""
    return tr(WHAT[call.operation.name])


def pill(call: KeptCall) -> PillValue:
    """How it ended; a call stopped before anything left was not sent."""
    if call.fault is None and call.outcome is Outcome.NOT_SENT:
        return STATES["not_sent"]
    return PILLS[rule_of_call(call)]


def title(call: KeptCall, of: str) -> str:
    """The heading over a call."""
    return tr("{what}: {whom}", what=what(call), whom=of) if of else what(call)


def at_iso(call: KeptCall) -> str:
    """When it began, as `relative_time` reads it."""
    return datetime.fromtimestamp(call.at, UTC).isoformat(timespec="milliseconds")


def subject_of(call: KeptCall) -> Subject:
    """Read from the request; where that names nothing, how many records came back."""
    body = _body(call)
    lists = [(name, value) for name, value in body.items() if name in _COUNTED and isinstance(value, list)]
    if lists:
        name, records = lists[0]
        if len(records) == 1:
            return _subject_of_record(records[0])
        return Subject(_counted(name, len(records)))
    if (whom := _subject_of_record(body)).words:
        return whom
    kind = call.operation.name.partition(".")[0]
    if call.records is not None and kind in _COUNTED:
        return Subject(_counted(kind, call.records))
    return Subject()


def _body(call: KeptCall) -> dict[str, Any]:
    """The request; nothing of a large one, which is a batch of records and not read for a line of a list."""
    if call.request.size > MOST_READ:
        return {}
    try:
        body = from_json(call.request.data or b"{}")
    except ValueError:
        return {}
    return body if isinstance(body, dict) else {}


def _subject_of_record(record: Any) -> Subject:
    if not isinstance(record, Mapping):
        return Subject(visible(str(record)))
    keys = tuple(_person_keys(record))
    named = " ".join(str(record[part]) for part in ("firstName", "lastName") if record.get(part))
    words = named or str(record.get("name") or "")
    other = (str(record[name]) for name in (*PHONES, *EMAILS, *IDS) if record.get(name))
    ours = (str(value) for name, value in record.items() if name.endswith("CustomerId") and value)
    return Subject(visible(words or next(other, "") or next(ours, "")), keys)


def _person_keys(record: Mapping[str, Any]) -> Iterator[str]:
    for name in PHONES:
        if record.get(name):
            yield f"phone:{record[name]}"
    for name in EMAILS:
        if record.get(name):
            yield f"email:{str(record[name]).strip().casefold()}"
    if record.get("partnerCustomerId"):
        yield f"external:{record['partnerCustomerId']}"


_COUNTED: Final = frozenset(
    {"products", "productIds", "catalogs", "catalogIds", "messages", "messageIds", "userProperties"}
)


def _counted(name: str, number: int) -> str:
    if name.startswith("product"):
        return tr_plural("{n} product", "{n} products", number)
    if name.startswith("catalog"):
        return tr_plural("{n} catalog", "{n} catalogs", number)
    if name.startswith("message"):
        return tr_plural("{n} message", "{n} messages", number)
    return tr_plural("{n} person", "{n} people", number)
