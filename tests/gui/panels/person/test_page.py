"""The person's page: found from everywhere, true without a store, plain whatever strangers wrote."""

from __future__ import annotations

from typing import TypeVar

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QLabel, QPushButton, QWidget
from pytestqt.qtbot import QtBot

from svcconsole.gui.kit.page_protocols import ShowsCustomers
from svcconsole.gui.panels.person.page import PROBLEMS, PersonPage
from svcconsole.gui.panels.person.timeline_text import title_of
from svcconsole.gui.runtime.connection_state import Reach
from svcconsole.gui.runtime.console import Console
from svcconsole.gui.runtime.window_requests import PersonRef
from svcconsole.gui.shell.main_window import MainWindow
from svcconsole.gui.tabs.customers.timeline_column import TimelineColumn
from svcconsole.gui.tabs.helpdesk.created_rows import CreatedRow
from svcconsole.services.customers.customer_timeline import TimelineKind
from svcconsole.workspace.runs.records import Decision
from svcconsole.workspace.schema import ItemState
from tests.gui.panels.decisions.conftest import Doubtful
from tests.gui.panels.person.conftest import GIULIA, OURS, THEIRS, opened, remember, run_of
from tests.gui.shell.conftest import LIVE, OpenWindow
from tests.gui.tabs.customers.conftest import put
from tests.support.coroutines import until
from tests.support.practice import PracticeStore
from tests.support.qt import show

pytestmark = pytest.mark.usefixtures("window_loop")

W = TypeVar("W", bound=QWidget)
PHONE = "phone:+393471000188"


def texts(page: PersonPage) -> list[str]:
    """Every word on the page."""
    return [label.text() for label in page.findChildren(QLabel) if label.isVisible()]


async def until_there(window: MainWindow, kind: type[W]) -> W:
    """The one part of this kind, once the window has built it."""
    await until(lambda: window.findChild(kind) is not None)
    found = window.findChild(kind)
    assert found is not None
    return found


def press(page: PersonPage, text: str) -> None:
    next(button for button in page.findChildren(QPushButton) if button.text() == text).click()


async def test_all_that_is_known_stands_in_one_time_line(
    open_window: OpenWindow, leave_in_doubt: Doubtful
) -> None:
    async with open_window(LIVE, 1440, 900) as window:
        console = window.console
        person = await remember(console)
        sent = await leave_in_doubt(console, "Giulia Esposito", people=(PHONE,))
        refused = {OURS: ItemState.REJECTED, THEIRS: ItemState.REJECTED}
        await console.db(lambda space: run_of(space, "customers", "contacts.csv", refused))
        await console.db(lambda space: run_of(space, "user_properties", "2 entries", {OURS: ItemState.ACKED}))
        console.person_wanted.emit(PersonRef(person.keys))
        page = await opened(window)
        whats = [(each.what, each.state) for each in page.story]
        assert whats == [
            (TimelineKind.IMPORTED, ItemState.ACKED),
            (TimelineKind.IMPORTED, ItemState.REJECTED),
            (TimelineKind.SENT, ItemState.UNKNOWN),
        ]
        await until(lambda: "Row 1 of contacts.csv" in texts(page))
        said = texts(page)
        assert {"Giulia Esposito", "User properties sent", "Row 1 of contacts.csv"} <= set(said)
        assert "1 thing may or may not have arrived; it needs your decision." in said
        assert "1 thing was refused or not sent." in said
        assert "“the <b>store's</b> words”" in said
        for label in page.happened.findChildren(QLabel):
            assert label.height() >= label.heightForWidth(label.width()), "cut"
        page.segments.set_current(PROBLEMS)
        assert [each.what for each in page.happened.shown] == [TimelineKind.IMPORTED, TimelineKind.SENT]

        await console.sends.decide(sent.run_id, [0], Decision.COUNT_AS_SENT)
        await until(lambda: len(page.story) == 4 and not page.scope.is_busy())
        assert title_of(page.story[0]) == "Counted as sent: Ticket for Giulia Esposito"
        assert page.story[0].by
        assert [each.what for each in page.happened.shown] == [TimelineKind.IMPORTED]
        press(page, "Copy as text")
        copied = QGuiApplication.clipboard().text()
        assert copied.startswith("Giulia Esposito · C-0188 · 4711 · +393471000188 · Giulia@post.example\n")
        assert len(copied.splitlines()) == 5


async def test_the_customers_card_leads_to_it_and_it_leads_back(
    open_window: OpenWindow, leave_in_doubt: Doubtful, practice_store: PracticeStore
) -> None:
    known = {name: value for name, value in GIULIA.items() if name not in ("id", "countryCode")}
    put(practice_store, **known)
    async with open_window(LIVE, 1440, 900) as window:
        await leave_in_doubt(window.console, "Giulia Esposito", people=(PHONE,))
        tab = window.show_tab("Customers")
        assert isinstance(tab, ShowsCustomers)
        tab.look_up_customer("C-0188")
        column = await until_there(window, TimelineColumn)
        await until(lambda: column.why.isVisible() and column.happened.shown)
        assert column.why.text() == "Why did “\u2068Ticket for Giulia Esposito\u2069” not arrive?"
        column.why.click()
        page = await opened(window)
        assert [each.title for each in page.story] == ["Ticket for Giulia Esposito"]
        press(page, "Back")
        assert window.page() is tab
        window.console.person_wanted.emit(PersonRef(("external:C-0188",)))
        page = await opened(window)
        press(page, "Open the customer card")
        assert window.page() is tab


async def test_the_palette_finds_people_and_what_happened_with_them(
    qtbot: QtBot, open_window: OpenWindow
) -> None:
    async with open_window(LIVE, 1280, 800) as window:
        await remember(window.console)
        window.commands.open_palette()
        await until(lambda: not window.scope.is_busy("people"))
        palette = window.commands.palette
        qtbot.keyClicks(palette.field, "esposito")
        assert palette.shown() == ["Giulia Esposito", "What happened with Giulia Esposito"]
        palette.field.setText("#c-0188")
        assert len(palette.shown()) == 2
        palette.field.setText("3471000188")
        qtbot.keyClick(palette.field, Qt.Key.Key_Down)
        qtbot.keyClick(palette.field, Qt.Key.Key_Return)
        page = await opened(window)
        assert page.person is not None
        assert page.person.key == "id:4711"
        qtbot.keyClick(page, Qt.Key.Key_Escape)
        assert window.page() is window.pages.built("Catalog")


async def test_somebody_nobody_looked_up_has_a_page_from_what_was_sent(
    open_window: OpenWindow, leave_in_doubt: Doubtful
) -> None:
    async with open_window(LIVE, 1440, 900) as window:
        sent = await leave_in_doubt(window.console, "Noor", people=("phone:+4915112345678",))
        decisions = window.show_decisions(sent.run_id)
        await until(decisions.detail.person.isVisible)
        decisions.detail.person.click()
        page = await opened(window)
        assert [each.title for each in page.story] == ["Ticket for Noor"]
        await until(lambda: {"Noor", "never looked up from here"} <= set(texts(page)))
        press(page, "Decide")
        assert window.page() is decisions
        window.console.person_wanted.emit(PersonRef(("phone:+4915112345678",), "Noor"))
        await opened(window)
        press(page, "Back")
        assert window.page() is decisions


async def test_a_ticket_made_here_leads_to_its_customer(
    open_window: OpenWindow, leave_in_doubt: Doubtful
) -> None:
    async with open_window(LIVE, 1440, 900) as window:
        await leave_in_doubt(window.console, "Noor", people=("phone:+4915112345678",))
        helpdesk = window.show_tab("Helpdesk")
        row = await until_there(window, CreatedRow)
        await until(row.person.isVisible)
        row.person.click()
        page = await opened(window)
        assert [each.title for each in page.story] == ["Ticket for Noor"]
        press(page, "Back")
        assert window.page() is helpdesk


@pytest.mark.parametrize(
    "name", ["<b>Giulia</b> <img src='file:///x'>", "محمد الأحمدي", "x" * 300, "a\u202eb\n<a>"]
)
async def test_what_strangers_wrote_is_text(open_window: OpenWindow, name: str) -> None:
    async with open_window(LIVE, 900, 700) as window:
        console = window.console
        person = await remember(console, firstName=name, tags=[name], email=name, phoneNumber=name)
        ends = {OURS: ItemState.REJECTED}
        await console.db(lambda space: run_of(space, "customers", f"{name}.csv", ends))
        console.person_wanted.emit(PersonRef(person.keys))
        page = await opened(window)
        assert page.happened.shown
        for label in page.findChildren(QLabel):
            assert label.textFormat() == Qt.TextFormat.PlainText
            assert "\u202e" not in label.text()
        for scrolled in (page.card, page.page):
            assert scrolled.content.width() <= scrolled.viewport().width()


async def test_the_page_is_whole_without_the_store(offline: Console, qtbot: QtBot) -> None:
    person = await remember(offline)
    await offline.db(lambda space: run_of(space, "customers", "contacts.csv", {OURS: ItemState.REJECTED}))
    page: PersonPage = show(qtbot, PersonPage(offline), 1200, 800)
    page.show_whom(PersonRef(person.keys))
    told = {"Giulia Esposito", "+39 347 100 0188 · Italy, mobile", "Row 1 of contacts.csv"}
    await until(lambda: told <= set(texts(page)))
    assert offline.state.reach is Reach.OPENING, "the store was asked"
    await page.scope.close()
    await offline.close()


async def test_it_asks_why_only_where_something_did_not_arrive(offline: Console, qtbot: QtBot) -> None:
    person = await remember(offline)
    await offline.db(lambda space: run_of(space, "customers", "first.csv", {OURS: ItemState.ACKED}))
    page: PersonPage = show(qtbot, PersonPage(offline), 1200, 800)
    page.show_whom(PersonRef(person.keys))
    await until(lambda: page.story)
    assert page.header.title() == "What happened with this customer"
    await offline.db(lambda space: run_of(space, "customers", "second.csv", {OURS: ItemState.REJECTED}))
    page.read()
    await until(lambda: page.header.title() == "Why did this customer not get it?")
    await page.scope.close()
    await offline.close()
