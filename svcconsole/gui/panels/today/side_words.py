"""Words for the side of the start page: days, reasons of failures, and what others did."""

from __future__ import annotations

from typing import TYPE_CHECKING

from svcconsole.gui.design.text import isolate, visible
from svcconsole.gui.design.words import dotted, mark, mark_plural, tr, tr_plural
from svcconsole.gui.panels.delivery.delivery_text import reason_pill
from svcconsole.gui.panels.runs.run_text import counted
from svcconsole.workspace.team.audit_entries import ACTION_WORDS, Action

if TYPE_CHECKING:
    from svcconsole.services.deliveries.reasons import Failure
    from svcconsole.services.today.others import Deed

FINISHED = {
    "products": mark_plural("imported {n} product", "imported {n} products"),
    "catalogs": mark_plural("imported {n} catalog", "imported {n} catalogs"),
    "customers": mark_plural("imported {n} customer", "imported {n} customers"),
    "user_properties": mark_plural("sent {n} entry of properties", "sent {n} entries of properties"),
    "templates": mark_plural("wrote to {n} person", "wrote to {n} people"),
    "messages": mark_plural("wrote to {n} person", "wrote to {n} people"),
    "tickets": mark_plural("created {n} ticket", "created {n} tickets"),
    "flows": mark_plural("started {n} flow", "started {n} flows"),
}
"""What a run of a kind did, by how many records the store accepted."""
SINGLE = {
    "products": mark_plural("saved a product", "saved {n} products"),
    "catalogs": mark_plural("saved a catalog", "saved {n} catalogs"),
    "customer": mark_plural("saved a customer", "saved {n} customers"),
    "customers": mark_plural("saved a customer", "saved {n} customers"),
    "message": mark_plural("wrote a message", "wrote {n} messages"),
    "template": mark_plural("wrote a message", "wrote {n} messages"),
    "flow": mark_plural("started a flow", "started {n} flows"),
    "ticket": mark_plural("created a ticket", "created {n} tickets"),
    "report": mark_plural("asked for a report", "asked for {n} reports"),
}
OF_ACTION = {
    Action.STOPPED: mark("stopped {subject}"),
    Action.DECIDED: mark("answered what needed a decision"),
    Action.RESTORED: mark("restored a backup"),
    Action.FORGOTTEN: mark("removed a person’s data"),
    Action.APPROVED: mark("approved {subject}"),
    Action.SENT_BACK: mark("sent {subject} back"),
    Action.INVITED: mark("invited {subject}"),
    Action.SCHEDULED: mark("scheduled {subject}"),
    Action.UNSCHEDULED: mark("removed the schedule {subject}"),
}
OTHER = mark("{action}: {subject}")
ICONS = {
    Action.FINISHED: "import",
    Action.STOPPED: "stop",
    Action.SENT: "send",
    Action.SAVED: "edit",
    Action.DECIDED: "decide",
    Action.RESTORED: "history",
    Action.APPROVED: "shield",
    Action.SENT_BACK: "undo",
    Action.INVITED: "person",
    Action.SCHEDULED: "calendar",
}


def reason_advice(failure: Failure) -> str:
    """Whether it may pass, and what to do about it."""
    if failure.explanation is None:
        return tr("Nothing more is known about it")
    return dotted(reason_pill(failure).word, tr(failure.explanation.advice))


def deed_words(deed: Deed) -> str:
    """What somebody did, as the end of a sentence that begins with the name."""
    number = max(1, deed.count)
    if deed.action == Action.FINISHED and deed.kind in FINISHED:
        return tr_plural(*FINISHED[deed.kind], deed.count)
    if deed.action == Action.FINISHED:
        return tr("sent {records}", records=counted(deed.kind, deed.count))
    if deed.action in (Action.SENT, Action.SAVED) and deed.kind in SINGLE:
        return tr_plural(*SINGLE[deed.kind], number)
    subject = isolate(visible(tr(deed.subject)))
    for action, words in OF_ACTION.items():
        if deed.action == action:
            return tr(words, subject=subject)
    action_words = tr(ACTION_WORDS[deed.action]) if deed.action in ACTION_WORDS else visible(deed.action)
    return tr(OTHER, action=action_words, subject=subject) if deed.subject else action_words


def deed_icon(deed: Deed) -> str:
    return next((icon for action, icon in ICONS.items() if action == deed.action), "activity")
