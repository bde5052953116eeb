"""How far each task is, read from the practice store's records; a step that was undone is not seen."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any

from svcconsole.gui.design.text import visible
from svcconsole.gui.design.words import tr, tr_plural
from svcconsole.gui.kit.quantity_words import rows
from svcconsole.gui.panels.first_tasks.evidence import TaskEvidence, sample_products
from svcconsole.gui.runtime.practice_records import Message, Report
from svcconsole.tables.values.phones import phone_key

SAVE_PRODUCTS, FETCH, TICKET = "products/createOrUpdate", "fetchMessagesById", "createAndAssignTicket"
REPORT_STATUS = "getReportById"
REPAIRED = frozenset({"oak-stool", "hearth-brush-set", "storm-matches"})
"""The products of the sample file whose rows hold a mistake."""
MOST_BEFORE = 1
"""The demo's own catalog has one of the sample's products: that is no sign of an import."""
EXPORT = "All Conversations Report"
HALF_A_YEAR = timedelta(days=175)
CAMPAIGN = 5
"""So many people with one template are a campaign."""
LONGEST_QUOTE = 60


@dataclass(frozen=True, slots=True)
class Seen:
    """A step that was really done: when (ISO) and, where it tells more, what was seen."""

    at: str
    words: str = ""


Steps = tuple[Seen | None, ...]


@dataclass(frozen=True, slots=True)
class Progress:
    """Which steps of a task were seen; `again` says why what was done does not count, blank where it does."""

    steps: Steps
    done_words: str = ""
    again: str = ""

    @property
    def done(self) -> bool:
        return all(self.steps)

    @property
    def next(self) -> int | None:
        """The first step that was not seen."""
        return next((at for at, seen in enumerate(self.steps) if seen is None), None)


def imported(found: TaskEvidence) -> Progress:
    """The sample's products are in the store, those with a mistake among them."""
    there = sample_products() & found.store.products
    sent = found.last(SAVE_PRODUCTS)
    at = sent.at if sent is not None else ""
    arrived = Seen(at, tr_plural("{n} product accepted", "{n} products accepted", len(there)))
    fixed = there >= REPAIRED
    came = len(there) > MOST_BEFORE
    steps = (
        arrived if came else None,
        Seen(at) if came and fixed else None,
        arrived if there == sample_products() else None,
    )
    left = tr("What was left out is not in the store. Import the file again and fix its three rows.")
    return Progress(_implied(steps) if fixed else steps, arrived.words, left if came and not fixed else "")


def sent_to_oneself(found: TaskEvidence) -> Progress:
    """A text went to the own number, and it was read."""
    own = phone_key(found.own_number) if found.own_number else ""
    to_me = [each for each in found.store.messages if own and each.kind == "text" and each.contact == own]
    if not to_me:
        return Progress((None,) * 4)
    message = to_me[-1]
    text = visible(message.text or "")
    quoted = text if len(text) <= LONGEST_QUOTE else text[: LONGEST_QUOTE - 1] + "…"
    sent = Seen(message.created_at, tr("“{text}”", text=quoted))
    read = next((event.at for event in message.events if event.status == "read"), "")
    looked = _asked_after(found, FETCH, read) if read else ""
    return Progress((sent, sent, sent, Seen(looked) if looked else None), tr("Sent, delivered, read"))


def campaigned(found: TaskEvidence) -> Progress:
    """A template went to several people, one did not arrive, and that person was reached another way."""
    sent = _campaign(found.store.messages)
    if not sent:
        return Progress((None,) * 4)
    reached = tr_plural("{n} person", "{n} people", len({each.contact for each in sent}))
    began = Seen(sent[0].created_at, reached)
    failures = [each for each in sent if each.status == "failed"]
    looked = handled = None
    for each in failures:
        failed_at = next((event.at for event in each.events if event.status == "failed"), each.created_at)
        if looked is None and (at := _asked_after(found, FETCH, failed_at)):
            looked = Seen(at)
        for ticket in found.store.tickets:
            number = str(_field(ticket.request, "customerPhoneNumber") or "")
            if number and phone_key(number) == each.contact and ticket.created_at >= failed_at:
                handled = handled or Seen(ticket.created_at)
    if handled is not None and looked is None:
        looked = handled
    return Progress((began, began, looked, handled), reached)


def reported(found: TaskEvidence) -> Progress:
    """Half a year of conversations was asked for, every part is made, and the console knows."""
    asked = [each for each in found.store.reports if _is_half_a_year(each)]
    if not asked:
        return Progress((None,) * 3)
    last = asked[-1]
    began = Seen(asked[0].created_at)
    made = [each for each in asked if each.status == "COMPLETED"]
    total = sum(each.rows or 0 for each in made)
    parts = tr_plural("{n} part", "{n} parts", len(made))
    whole = last.status == "COMPLETED" and not last.cursor
    every = Seen(last.ended_at or last.created_at, parts) if whole else None
    known = _asked_after(found, REPORT_STATUS, last.ended_at or "") if whole else ""
    words = tr("{parts}, {rows} in one file", parts=parts, rows=rows(total))
    return Progress((began, every, Seen(known) if known else None), words)


def answered(found: TaskEvidence) -> Progress:
    """A ticket got no answer, and what was said of it is what the store knows."""
    struck = [each for each in found.store.requests if each.operation == TICKET and each.fault is not None]
    if not struck:
        return Progress((None, None))
    hit = struck[-1]
    doubt = Seen(hit.at, tr("{id} got no answer", id=hit.id))
    after = [each for each in found.decided if _moment(each.at) >= _moment(hit.at)]
    if not after:
        return Progress((doubt, None))
    answer = after[-1]
    if (answer.decision == "count_as_sent") == hit.executed:
        words = tr("Right: the store has it") if hit.executed else tr("Right: the store does not have it")
        return Progress((doubt, Seen(answer.at, words)), words)
    wrong = (
        tr("The store had this ticket, so that answer made it nothing, or made it twice. Begin once more.")
        if hit.executed
        else tr("The store never had this ticket, and now nobody is told. Begin once more.")
    )
    return Progress((doubt, None), again=wrong)


def _implied(steps: Steps) -> Steps:
    """What comes before a step that was seen was done, too."""
    found = list(steps)
    for at in reversed(range(len(found) - 1)):
        found[at] = found[at] or found[at + 1]
    return tuple(found)


def _campaign(messages: Sequence[Message]) -> list[Message]:
    """The newest messages of one template that went to several people."""
    by_template: dict[str, list[Message]] = {}
    for each in messages:
        if each.template_id:
            by_template.setdefault(each.template_id, []).append(each)
    runs = [sent for sent in by_template.values() if len({each.contact for each in sent}) >= CAMPAIGN]
    return max(runs, key=lambda sent: sent[-1].created_at, default=[])


def _asked_after(found: TaskEvidence, operation: str, at: str) -> str:
    """When an operation was first asked for after a moment; blank while it was not."""
    if not at:
        return ""
    return next(
        (
            each.at
            for each in found.store.requests
            if each.operation == operation and each.status == 200 and _moment(each.at) >= _moment(at)
        ),
        "",
    )


def _is_half_a_year(report: Report) -> bool:
    asked = report.request
    span = _field(asked, "dateRange")
    if _field(asked, "reportName") != EXPORT or not isinstance(span, dict):
        return False
    begin, end = _moment(str(span.get("startDate", ""))), _moment(str(span.get("endDate", "")))
    return end - begin >= HALF_A_YEAR


def _field(request: object, name: str) -> Any:
    return request.get(name) if isinstance(request, dict) else None


def _moment(iso: str) -> datetime:
    """A moment of the store's or the workspace's; long ago for none."""
    try:
        found = datetime.fromisoformat(iso)
    except ValueError:
        return _NEVER
    return found if found.tzinfo else found.replace(tzinfo=_NEVER.tzinfo)


_NEVER = datetime.fromisoformat("1970-01-01T00:00:00+00:00")
