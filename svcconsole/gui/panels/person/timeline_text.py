"""The texts of timeline entries: icon, title and outcome, and all of it as plain text."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from svcconsole.gui.design.hiding import hidden_name
from svcconsole.gui.design.text import visible
from svcconsole.gui.design.words import dotted, mark, show, tr, tr_plural
from svcconsole.gui.kit.forms.fields import label_of
from svcconsole.gui.kit.quantity_words import count
from svcconsole.gui.kit.relative_time import exact
from svcconsole.gui.kit.widgets.pills import tick_for
from svcconsole.gui.panels.decisions import decision_text as doubts
from svcconsole.gui.runtime.colleagues import called
from svcconsole.services.customers.customer_timeline import CAMPAIGNS, TimelineEntry, TimelineKind
from svcconsole.workspace.known.people import Person
from svcconsole.workspace.runs.decisions import ONCE_MORE
from svcconsole.workspace.schema import ItemState

MARKS = {
    ItemState.REJECTED: ("close", "danger"),
    ItemState.BLOCKED: ("error", "danger"),
    ItemState.UNKNOWN: ("decide", "warning"),
    ItemState.LEFT_OUT: ("minus", "neutral"),
    ItemState.PLANNED: ("clock", "neutral"),
    ItemState.SENDING: ("clock", "neutral"),
}
"""How it stands is the mark of what did not end well; what was accepted is known by what it was."""
ENDS = {
    ItemState.ACKED: mark("Accepted"),
    ItemState.REJECTED: mark("Refused"),
    ItemState.BLOCKED: mark("To fix"),
    ItemState.UNKNOWN: mark("Needs your decision"),
    ItemState.LEFT_OUT: mark("Not sent"),
    ItemState.PLANNED: mark("Waiting"),
    ItemState.SENDING: mark("On the way"),
}
WAYS = {TimelineKind.ARRIVED: "info", TimelineKind.LOST: "danger"}
"""What the store said of a message's way; its mark is that of the word."""
ICONS = {
    TimelineKind.CREATED: "plus",
    TimelineKind.CHANGED: "edit",
    TimelineKind.IMPORTED: "import",
    TimelineKind.DECIDED: "check",
}
BY_FILE = {
    "customers": mark("Sent by an import"),
    "user_properties": mark("User properties sent"),
    **dict.fromkeys(CAMPAIGNS, mark("Sent by a campaign")),
    "tickets": mark("Ticket created by an import"),
    "flows": mark("Flow started by an import"),
}


def mark_of(happening: TimelineEntry) -> tuple[str, str]:
    """Its icon and the tone of its ground."""
    state = happening.state
    if state in MARKS:
        return MARKS[state]
    if happening.what in WAYS:
        return tick_for(happening.kind).icon, WAYS[happening.what]
    icon = ICONS.get(happening.what) or doubts.of_kind(happening.kind).icon
    return icon, "success" if happening.what is TimelineKind.SENT else "neutral"


def title_of(happening: TimelineEntry) -> str:
    """One sentence without its end: `Created here`, `Ticket for Meera`, `Row 12 of contacts.csv`."""
    match happening.what:
        case TimelineKind.CREATED | TimelineKind.CHANGED:
            return tr("Created here") if happening.what is TimelineKind.CREATED else tr("Changed here")
        case TimelineKind.IMPORTED if happening.state is ItemState.ACKED:
            return tr(BY_FILE.get(happening.kind, "Sent by an import"))
        case TimelineKind.IMPORTED:
            return _row(happening)
        case TimelineKind.DECIDED if happening.decision is not None:
            subject = _row(happening) if happening.row else visible(happening.title)
            return tr("{what}: {subject}", what=tr(doubts.DECIDED[happening.decision]), subject=subject)
        case TimelineKind.ARRIVED | TimelineKind.LOST:
            return tr(
                "{what}: {subject}", what=tr(tick_for(happening.kind).word), subject=visible(happening.title)
            )
    return visible(happening.title or happening.kind)


def ending_of(happening: TimelineEntry) -> str:
    """How it ended and why, in words."""
    return dotted(*_parts(happening))


def as_text(person: Person, story: Sequence[TimelineEntry]) -> str:
    """The page as lines of plain text, for a colleague or the service's support."""
    name = person.name or person.external_id or person.service_id
    ids = [part for part in (person.external_id, person.service_id) if part and part != name]
    lines = [" · ".join([hidden_name(name), *ids, *person.phones, *person.emails])]
    for each in story:
        quoted = [f"“{each.server_words}”"] if each.server_words else []
        said = [exact(each.at), title_of(each), *_parts(each), *quoted]
        lines.append(" · ".join(part for part in said if part))
    return "\n".join(visible(line).replace("\n", " ") for line in lines)


def _row(happening: TimelineEntry) -> str:
    return tr("Row {n} of {file}", n=count(happening.row), file=visible(happening.title))


def _parts(happening: TimelineEntry) -> Iterator[str]:
    if happening.what in (TimelineKind.CREATED, TimelineKind.CHANGED):
        fields = [show(label_of(name)) for name in happening.fields]
        if fields:
            yield tr_plural(
                "1 field: {fields}", "{n} fields: {fields}", len(fields), fields=", ".join(fields)
            )
        return
    if happening.what is TimelineKind.DECIDED:
        yield tr("by {name}", name=called(happening.by)) if happening.by else tr("by a person")
        return
    end = tr(ENDS[happening.state]) if happening.state is not None else ""
    if happening.reason and happening.reason != ONCE_MORE:
        yield (
            tr("{end}: {reason}", end=end, reason=visible(happening.reason))
            if end
            else visible(happening.reason)
        )
    elif happening.reason:
        yield tr("You sent it once more")
    elif end:
        yield end
    if happening.what is TimelineKind.IMPORTED and happening.state is ItemState.ACKED:
        yield visible(happening.title) or tr("an import that is no longer kept")
    if happening.answer_id:
        yield visible(happening.answer_id)
    if happening.reference:
        yield tr("Ref {reference}", reference=visible(happening.reference))
