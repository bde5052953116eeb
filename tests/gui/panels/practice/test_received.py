"""Received: what reaches the practice store shows the moment it arrives, is found again and seen whole."""

from __future__ import annotations

from functools import partial
from typing import Any

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QGuiApplication
from pytestqt.qtbot import QtBot

from svcconsole.gui.kit.widgets.pills import TickLabel
from svcconsole.gui.panels.practice.page import PracticePage
from svcconsole.gui.panels.practice.received.received_kinds import KINDS
from svcconsole.gui.panels.practice.received.received_query import EVERYTHING
from svcconsole.gui.panels.practice.received.received_rows import Row
from tests.api.models.samples import FLOW, MESSAGE, REPORT, TICKET
from tests.gui.panels.practice.conftest import OpenPage, ask, products
from tests.sandbox.webhooks.receiver import receiver
from tests.support.coroutines import until
from tests.support.practice import PracticeStore
from tests.support.qt import words_of

SEND = "messages/v2/sendMessage"
HOSTILE = "<b>Hello</b> <img src='file:///etc/passwd'> مرحبا \u202e 🧵"


def message(text: str, contact: str = "+15550100123", **more: Any) -> dict[str, Any]:
    return MESSAGE | {"contactIdentifier": contact, "payload": {"message": text}} | more


def send(store: PracticeStore, text: str, contact: str = "+15550100123") -> None:
    assert ask(store, SEND, message(text, contact)) == 200


def listed(page: PracticePage) -> list[str]:
    """Who and what of each row on screen."""
    view = page.received
    rows = view.bubbles.bubbles.rows if view.lists.currentWidget() is view.bubbles else view.model.shown()
    return [f"{row.who} {row.what}" for row in rows]


def shows(page: PracticePage, kind: str) -> bool:
    """Whether what is listed is of this kind."""
    return page.watch.seen.feed.wanted.kind == kind and bool(listed(page))


def total(page: PracticePage, kind: str) -> int | None:
    return page.watch.seen.feed.totals.get(kind)


async def test_whatever_is_sent_shows_the_moment_it_arrives(
    open_page: OpenPage, practice_store: PracticeStore
) -> None:
    async with open_page() as page:
        assert page.received.lists.currentWidget() is page.received.empty
        send(practice_store, "Your parcel is on its way")
        ask(practice_store, "createAndAssignTicket", TICKET)
        ask(practice_store, "initiateFlow", FLOW)
        ask(practice_store, "customers/createOrUpdate", {"firstName": "Noor", "email": "noor@shop.example"})
        names = {"firstName": "Asha", "lastName": "Rao"}
        ask(practice_store, "createOrUpdateUserProperties", {"userProperties": [names]})
        kinds = ("messages", "tickets", "flows", "customers", "user properties", "requests")
        await until(lambda: all(total(page, kind) for kind in kinds))
        for kind in ("messages", "tickets", "flows", "user properties"):
            page.show_received(kind)
            await until(partial(shows, page, kind))
            assert len(listed(page)) == 1
        page.show_received("requests")
        await until(lambda: len(listed(page)) == 5)
        assert listed(page)[-1].endswith(f" {SEND} · carried out")
        assert page.received.kinds.buttons["messages"].accessibleDescription() == "1"


def delivered(page: PracticePage) -> Row | None:
    """The first webhook that has arrived: others may be on the way still."""
    return next((row for row in page.received.model.shown() if row.state.word == "Delivered"), None)


async def test_reports_mails_and_webhooks_are_received_too(
    open_page: OpenPage, practice_store: PracticeStore
) -> None:
    body = {name: value for name, value in REPORT.items() if name != "cursor"}
    with receiver() as elsewhere:
        practice_store.control("POST", "/webhooks", {"url": elsewhere.url, "secret": "of this test"})
        async with open_page() as page:
            send(practice_store, "Your parcel is on its way")
            assert ask(practice_store, "generateReport", body) == 200
            page.show_received("emails")
            await until(lambda: len(listed(page)) == 1)
            row = page.received.model.shown()[0]
            assert row.link.startswith(practice_store.base_url)
            page.received.table.set_current(row.key)
            page.received.detail.copy_link.click()
            assert QGuiApplication.clipboard().text() == row.link
            page.show_received("reports")
            await until(lambda: [row.state.word for row in page.received.model.shown()] == ["Completed"])
            page.show_received("webhooks")
            row = await until(lambda: delivered(page))
            assert row.who == elsewhere.url
            assert '"event"' in row.body
            assert "answered 200" in [fact.value for fact in row.facts]


async def test_a_message_is_a_bubble_with_its_life_and_nothing_in_it_is_obeyed(
    open_page: OpenPage, practice_store: PracticeStore
) -> None:
    send(practice_store, HOSTILE, "+15550100003")
    async with open_page() as page:
        page.show_received("messages")
        view = page.received
        await until(lambda: view.bubbles.bubbles.rows and view.bubbles.bubbles.rows[0].state.word == "Failed")
        view.bubbles.focus_current()
        assert view.detail.row() is view.bubbles.bubbles.rows[0]
        await until(lambda: len(view.detail.findChildren(TickLabel)) >= 3)
        said = words_of(view.detail)
        assert "131026" in said
        assert "‹RLO›" in view.bubbles.bubbles.index(0, 0).data(Qt.ItemDataRole.AccessibleTextRole)
        assert "<b>Hello</b>" in view.detail.body.toPlainText()


async def test_the_detail_of_a_request_says_what_became_of_it(
    open_page: OpenPage, practice_store: PracticeStore
) -> None:
    practice_store.add_fault("close", executed=True, count=1)
    assert ask(practice_store, "products/createOrUpdate", products("a")) is None
    async with open_page() as page:
        await until(lambda: listed(page))
        page.received.table.set_current(page.received.model.shown()[0].key)
        row = page.received.detail.row()
        assert row is not None
        facts = {fact.label: fact.value for fact in row.facts}
        assert (facts["Answer"], facts["Carried out"]) == ("none", "yes")
        assert facts["Fault on purpose"] == "The connection is closed"


async def test_search_finds_what_lies_further_back_than_what_is_listed(
    qtbot: QtBot, open_page: OpenPage, practice_store: PracticeStore
) -> None:
    """350 messages: the newest 100 are read, older ones on request, the first by its words."""
    send(practice_store, "Needle for NOOR", "+15550100999")
    for number in range(349):
        send(practice_store, f"Parcel {number}")
    async with open_page() as page:
        view = page.received
        page.show_received("messages")
        await until(lambda: len(listed(page)) == 100)
        assert view.count.text() == "the newest 100 of 350"
        view.more.click()
        await until(lambda: len(listed(page)) == 350)
        assert view.count.text() == "350 in all"
        assert not view.more.isVisible()
        view.search.setText("noor needle")
        await until(lambda: listed(page) == ["+15550100999 Needle for NOOR"])
        assert view.kinds.buttons["messages"].accessibleDescription() == "1"
        view.search.setText("nobody ever wrote this")
        await until(lambda: view.lists.currentWidget() is view.empty)
        assert "nobody ever wrote this" in view.empty.accessibleName()
        qtbot.keyClick(view.search, Qt.Key.Key_Escape)
        await until(lambda: len(listed(page)) == 100)


async def test_scrolling_to_the_end_reads_older_ones_and_stays_in_place(
    open_page: OpenPage, practice_store: PracticeStore
) -> None:
    for number in range(130):
        ask(practice_store, "initiateFlow", FLOW | {"flowId": f"flow {number}"})
    async with open_page() as page:
        page.show_received("flows")
        await until(lambda: len(listed(page)) == 100)
        bar = page.received.table.verticalScrollBar()
        bar.setValue(bar.maximum())
        before = page.received.table.indexAt(page.received.table.viewport().rect().center()).row()
        await until(lambda: len(listed(page)) == 130)
        assert page.received.table.indexAt(page.received.table.viewport().rect().center()).row() == before


async def test_the_marked_row_is_the_one_whose_detail_is_shown_whatever_else_arrives(
    open_page: OpenPage, practice_store: PracticeStore
) -> None:
    for number in range(5):
        ask(practice_store, "initiateFlow", FLOW | {"flowId": f"flow {number}"})
    send(practice_store, "Hello")
    async with open_page() as page:
        view = page.received
        page.show_received("flows")
        await until(lambda: len(listed(page)) == 5)
        chosen = view.model.record(2).key
        view.table.set_current(chosen)
        shown = view.detail.row()
        assert shown is not None and shown.key == chosen
        ask(practice_store, "initiateFlow", FLOW | {"flowId": "flow 5"})
        await until(lambda: len(listed(page)) == 6)
        marked, shown = view.table.current_record(), view.detail.row()
        assert marked is not None and shown is not None and marked.key == shown.key == chosen
        page.show_received("messages")
        await until(partial(shows, page, "messages"))
        view.bubbles.setCurrentIndex(view.bubbles.bubbles.index(0, 0))
        page.show_received(EVERYTHING)
        await until(partial(shows, page, EVERYTHING))
        marked, shown = view.table.current_record(), view.detail.row()
        assert marked is not None and shown is not None and marked.key == shown.key != chosen


async def test_what_has_not_changed_is_not_read_again(
    open_page: OpenPage, practice_store: PracticeStore
) -> None:
    ask(practice_store, "initiateFlow", FLOW)
    async with open_page() as page:
        await until(lambda: listed(page))
        await until(lambda: page.watch.seen.feed.totals.get("flows") == 1)
        settled, looks = page.watch.seen.feed, page.watch.looks
        await until(lambda: page.watch.looks >= looks + 2)
        assert page.watch.seen.feed is settled


async def test_what_the_demo_brought_along_was_not_received(
    open_page: OpenPage, practice_store: PracticeStore
) -> None:
    practice_store.reset("demo")
    async with open_page() as page:
        await until(lambda: total(page, "customers") == 0)
        assert listed(page) == []


@pytest.mark.parametrize("width", [848, 1352])
async def test_the_kinds_stand_at_the_side_or_in_a_combo(open_page: OpenPage, width: int) -> None:
    async with open_page(width, 760) as page:
        kinds = page.received.kinds
        assert kinds.isVisible() is (width > 1000)
        assert kinds.combo.isVisible() is (width < 1000)
        kinds.combo.setCurrentIndex(kinds.combo.findData("tickets"))
        assert page.received.wanted().kind == "tickets"
        assert kinds.buttons["tickets"].isChecked()
        assert len(kinds.buttons) == len(KINDS) + 1
