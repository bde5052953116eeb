"""The tour at the helpdesk: a ticket times out after the store took it, is looked up there and decided."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QAbstractButton

from svcconsole.api.operations import CREATE_TICKET
from svcconsole.gui.runtime.practice_records import Ticket
from svcconsole.services.helpdesk.tickets import OF_CHANNELS, fields_of, reference_line, required_of
from svcconsole.tour.practice import practice
from svcconsole.tour.window_driver import NotAsExpected, WindowDriver
from svcconsole.workspace.known.registries import RegistryKind
from svcconsole.workspace.schema import ItemState

if TYPE_CHECKING:
    from svcconsole.gui.panels.practice.page import PracticePage
    from svcconsole.gui.tabs.helpdesk.tab import HelpdeskTab

ONE_AGENT = 1
"""The segment of the assignment."""
AGENT = "asha@practice.example"
WRITTEN = (
    ("brand_phone_number", "+49 30 5550100"),
    ("customer_phone_number", "+91 98765 43210"),
    ("agent_mail", AGENT),
)
NOTES = "The stool arrived with one leg too short. A second one is on its way."
TIMES_OUT = {"kind": "silence", "operation": CREATE_TICKET.path, "count": 1, "executed": True, "seconds": 0.4}


async def write_ticket(stage: WindowDriver) -> None:
    """A WhatsApp ticket for one agent: what every channel takes is offered, what these two need is marked."""
    store = practice(stage)
    await store.watch.do(lambda control: control.switch_on(TIMES_OUT))
    tab = helpdesk(stage)
    await fill(stage, tab)
    form = tab.ticket_page.form
    shown = {name for name, field in form.fields.items() if field.isVisible()}
    stage.check("the form offers what any channel takes", shown == fields_of("SPECIFIC_AGENT"))
    needed = {name for name in shown if form.fields[name].is_required()}
    wanted = required_of("WHATSAPP", "SPECIFIC_AGENT")
    stage.check(
        "what the channel and the assignment need is required", needed & OF_CHANNELS == wanted & OF_CHANNELS
    )
    await stage.picture("a-ticket-is-written")


async def fill(stage: WindowDriver, tab: HelpdeskTab, notes: str = NOTES) -> None:
    """Write the ticket into the form."""
    page, form = tab.ticket_page, tab.ticket_page.form
    await stage.until("the helpdesk is at rest", lambda: not tab.scope.is_busy() and not page.scope.is_busy())
    await stage.click(form.editors["assignment_type"].widget.findChildren(QAbstractButton)[ONE_AGENT])
    for name, text in WRITTEN:
        await stage.type(form.editors[name].widget, text, end=Qt.Key.Key_Tab)
    await stage.type(form.editors["context"].widget, notes)


async def time_out(stage: WindowDriver) -> None:
    """The store takes it and never answers: the line under the form asks, and nothing is sent again."""
    tab = helpdesk(stage)
    page = tab.ticket_page
    reference = reference_line(page.reference.current())
    await stage.click(page.save)
    await stage.until("the form asks what became of it", lambda: page.doubt and page.decision.isVisible())
    await stage.picture("was-this-ticket-created")
    stage.check("nothing more can be sent meanwhile", not page.save.isEnabled())
    there = await found(practice(stage), reference)
    stage.check("the store has it, once", len(there) == 1)


async def decide(stage: WindowDriver) -> None:
    """Its reference is in the store's helpdesk: it counts as sent, and is found here by the same words."""
    tab = helpdesk(stage)
    page = tab.ticket_page
    if page.doubt is None:
        raise NotAsExpected("a ticket waits for its decision")
    reference = reference_line(page.doubt.reference)
    await stage.click(page.decision.arrived)
    await stage.until("a fresh ticket begins", lambda: page.doubt is None and not page.scope.is_busy())
    await stage.type(page.made.search, reference, end=Qt.Key.Key_Return)
    (row,) = await stage.until(
        "it is found by its reference",
        lambda: page.made.rows() if not page.made.scope.is_busy() else None,
    )
    stage.check("it counts as sent", row.made.record.state is ItemState.ACKED)
    await stage.picture("found-by-its-reference")
    there = await found(practice(stage), reference)
    stage.check("the store has it once still", len(there) == 1)
    stage.totals["tickets"] = len(there)
    tab = helpdesk(stage)
    page.made.search.clear()
    await stage.click(page.registries)
    agents = [entry.key for entry in tab.known.of(RegistryKind.AGENTS)]
    stage.check("the agent is remembered", agents == [AGENT])
    await stage.picture("agents-teams-labels")


async def found(page: PracticePage, words: str) -> list[Ticket]:
    """What the store itself finds by these words among its tickets."""
    _, tickets = await page.watch.do(
        lambda control: control.page("/tickets", "tickets", Ticket, {"words": words})
    )
    return tickets


def helpdesk(stage: WindowDriver) -> HelpdeskTab:
    """The Helpdesk tab of the window."""
    from svcconsole.gui.tabs.helpdesk.tab import HelpdeskTab

    page = stage.window.show_tab("Helpdesk")
    if not isinstance(page, HelpdeskTab):
        raise NotAsExpected("the Helpdesk tab is built")
    return page
