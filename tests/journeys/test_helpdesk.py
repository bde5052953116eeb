"""A morning at the helpdesk while the line misbehaves: every ticket ends once; texts come back whole."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import Any

import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QApplication, QLabel, QLineEdit, QPlainTextEdit
from pytestqt.qtbot import QtBot

from svcconsole.gui.design.text import visible
from svcconsole.gui.shell.main_window import MainWindow
from svcconsole.gui.tabs.helpdesk.tab import HelpdeskTab
from svcconsole.gui.tabs.helpdesk.ticket_page import TicketPage
from svcconsole.services.helpdesk.tickets import reference_line
from svcconsole.workspace.known.registries import RegistryKind
from svcconsole.workspace.runs.records import SentRecord
from svcconsole.workspace.schema import ItemState
from tests.gui.shell.conftest import PRACTICE, OpenWindow
from tests.gui.tabs.helpdesk.conftest import Open, tickets
from tests.gui.tabs.helpdesk.writing import AGENT, at_rest, choose, label, write
from tests.support.coroutines import until
from tests.support.naughty import naughty_strings, paste
from tests.support.practice import PracticeStore

PATH = "createAndAssignTicket"
LINE: tuple[dict[str, Any], ...] = (
    {"kind": "silence", "seconds": 0.1, "every": 7},
    {"kind": "silence", "seconds": 0.1, "executed": False, "every": 11},
    {"kind": "reset", "every": 5},
    {"kind": "reset", "executed": False, "after": 1, "every": 6},
    {"kind": "status", "code": 500, "executed": True, "after": 2, "every": 9},
    {"kind": "status", "code": 429, "retryAfter": "0", "every": 4},
    {"kind": "cut", "after": 3, "every": 8},
    {"kind": "html", "executed": True, "after": 4, "every": 10},
    {"kind": "malformed", "every": 13},
    {"kind": "unsuccessful", "reason": "busy, try later", "every": 12},
)
"""What goes wrong on the way, in turn and together."""
MORNING = 16
MOST_TRIES = 12


def helpdesk(window: MainWindow) -> HelpdeskTab:
    tab = window.show_tab("Helpdesk")
    assert isinstance(tab, HelpdeskTab)
    return tab


def fill(qtbot: QtBot, page: TicketPage, number: int) -> None:
    """One of the kinds of tickets there are, about the `number`-th thing of the morning."""
    notes = f"Thing {number} of the morning"
    match number % 3:
        case 0:
            choose(page, "channel", "TASKS")
            write(page, task_title=f"Call back {number}", context=notes)
        case 1:
            choose(page, "channel", "WHATSAPP")
            choose(page, "assignment_type", "SPECIFIC_AGENT")
            write(page, brand_phone_number="+49 30 5550100", agent_mail=AGENT, context=notes)
            write(page, customer_phone_number=f"+49 151 234567{number:02}")
        case _:
            choose(page, "channel", "EMAIL")
            choose(page, "assignment_type", "SPECIFIC_TEAM")
            write(page, brand_email="care@brand.example", customer_email=f"person{number}@shop.example")
            write(page, team_id="1", context=notes)
            label(qtbot, page, "1")


def of_reference(store: PracticeStore, reference: str) -> list[dict[str, Any]]:
    """What a person finds in the store's helpdesk who searches for a reference."""
    return [ticket for ticket in tickets(store) if reference_line(reference) in ticket["request"]["context"]]


async def see_through(tab: HelpdeskTab, store: PracticeStore, *, later: bool) -> None:
    """Press the button until this ticket has an end, and answer as somebody who looks into the store."""
    page = tab.ticket_page
    reference = page.reference.current()
    for _ in range(MOST_TRIES):
        if page.reference.current() != reference:
            return
        if page.doubt is None:
            page.save.click()
        elif later:
            page.decision.later.click()
        elif of_reference(store, reference):
            page.decision.arrived.click()
        else:
            page.decision.again.click()
        await at_rest(tab)
    raise AssertionError("the ticket never came to an end")


async def decide(window: MainWindow, store: PracticeStore, record: SentRecord) -> None:
    """What was left for later is looked for now, and counted as sent or sent once more."""
    page = window.show_decisions(record.run_id)
    await until(lambda: page.listing.rows() and not page.scope.is_busy())
    page.detail.choose("count_as_sent" if of_reference(store, record.reference) else "send_again")
    await until(page.bar.apply.isEnabled)
    page.bar.apply.click()
    await until(lambda: not page.scope.is_busy() and not window.console.sends.under_way)


@pytest.mark.usefixtures("window_loop")
async def test_every_ticket_of_a_bad_morning_is_in_the_store_once(
    qtbot: QtBot, practice_store: PracticeStore, open_window: OpenWindow
) -> None:
    async with open_window(PRACTICE, 1440, 900) as window:
        tab = helpdesk(window)
        page = tab.ticket_page
        await at_rest(tab)
        for fault in LINE:
            practice_store.add_fault(operation=PATH, **fault)
        references = []
        for number in range(MORNING):
            fill(qtbot, page, number)
            references.append(page.reference.current())
            await see_through(tab, practice_store, later=number % 2 == 1)
        practice_store.clear_faults()

        waiting = [row.made.record for row in page.made.rows() if row.made.record.state is ItemState.UNKNOWN]
        assert len(waiting) > 1, "nothing was left for later"
        for record in waiting:
            await decide(window, practice_store, record)

        found = Counter(
            reference for reference in references for _ in of_reference(practice_store, reference)
        )
        assert found == Counter(references)
        assert len(tickets(practice_store)) == MORNING
        helpdesk(window)
        await at_rest(tab)
        ended = Counter(row.made.record.state for row in page.made.rows())
        assert ended[ItemState.UNKNOWN] == 0 and ended[ItemState.ACKED] == MORNING
        assert ended[ItemState.LEFT_OUT] + ended[ItemState.REJECTED] > 0, "the line was never bad"
        agents = await tab.console.db(lambda space: space.registries.entries(RegistryKind.AGENTS))
        assert [entry.key for entry in agents] == [AGENT]


REFUSING = (
    ("WHATSAPP", "SPECIFIC_AGENT", ("brand_phone_number", "customer_phone_number", "agent_mail")),
    ("EMAIL", "SPECIFIC_TEAM", ("brand_email", "customer_email", "team_id")),
    ("TASKS", "ALL_AGENTS", ("label_ids",)),
)
"""Channels and assignments whose fields take no free text; the strings meet them in turn."""


def pasted(qtbot: QtBot, page: TicketPage, names: Sequence[str], text: str) -> None:
    """Paste a text into each of these fields; a label is ended with Enter."""
    for name in names:
        widget = page.form.editors[name].widget
        field = widget if isinstance(widget, QLineEdit | QPlainTextEdit) else widget.findChild(QLineEdit)
        assert isinstance(field, QLineEdit | QPlainTextEdit)
        paste(field, text)
        if field is not widget:
            qtbot.keyClick(field, Qt.Key.Key_Return)


def take_labels_away(qtbot: QtBot, page: TicketPage) -> None:
    line = page.form.editors["label_ids"].widget.findChild(QLineEdit)
    assert line is not None
    while page.form.values()["label_ids"]:
        qtbot.keyClick(line, Qt.Key.Key_Backspace)


def errors(page: TicketPage) -> dict[str, str]:
    found = {name: field.error() for name, field in page.form.fields.items() if field.isVisible()}
    return {name: sentence for name, sentence in found.items() if sentence}


def assert_plain(tab: HelpdeskTab) -> None:
    rich = [each for each in tab.findChildren(QLabel) if each.textFormat() is not Qt.TextFormat.PlainText]
    assert [each.text() for each in rich if each.text()] == []


@pytest.mark.parametrize(
    "every",
    [
        pytest.param(6, id="some"),
        pytest.param(1, id="all", marks=[pytest.mark.deep, pytest.mark.timeout(900)]),
    ],
)
async def test_naughty_strings_arrive_whole_or_are_refused_with_a_sentence(
    window_loop: QApplication, qtbot: QtBot, practice_store: PracticeStore, open_tab: Open, every: int
) -> None:
    strings = tuple(dict.fromkeys(("", *naughty_strings()[::every])))
    async with open_tab(848, 678) as tab:
        page = tab.ticket_page
        arrived: list[str] = []
        for turn, text in enumerate(strings):
            channel, assignment, names = REFUSING[turn % len(REFUSING)]
            choose(page, "channel", channel)
            choose(page, "assignment_type", assignment)
            pasted(qtbot, page, names, text)
            page.save.click()
            await at_rest(tab)
            refused = errors(page)
            assert refused, f"{text!r} is neither a number nor an address, and went through"
            assert {name: visible(sentence) for name, sentence in refused.items()} == refused
            take_labels_away(qtbot, page)
            write(page, **{name: "" for name in names if name != "label_ids"})  # a task may name its customer
            choose(page, "channel", "TASKS")
            choose(page, "assignment_type", "ALL_AGENTS")
            pasted(qtbot, page, ("task_title", "context"), text)
            reference = page.reference.current()
            page.save.click()
            await at_rest(tab)
            if said := errors(page):
                assert (text, set(said)) == ("", {"task_title"})
                continue
            arrived.append(text)
            request = tickets(practice_store, 1)[0]["request"]
            assert request["taskTitle"] == text
            assert request["context"] == f"{text}\n{reference_line(reference)}"
            row = page.made.rows()[0]
            assert row.title.text() == visible(text)
            assert row.made.request is not None and row.made.request.task_title == text
            if text.isascii() and text.isprintable():
                continue  # the long way back into the fields is for those that something could happen to
            row.reopen.click()
            values = page.form.values()
            assert (values["task_title"], values["context"]) == (text, text)
            page.undo.click()
        assert_plain(tab)
        assert practice_store.counts()["tickets"] == len(arrived) == len(strings) - 1
        kept = await tab.console.sends.sent_before("ticket", len(strings))
        assert [record.title for record in reversed(kept)] == arrived
