"""The delivery panel with real widgets on the practice store: ticks, sums, reasons, hidden, restart."""

from __future__ import annotations

import csv
from collections import Counter
from dataclasses import replace
from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QApplication, QPushButton
from pytestqt.qtbot import QtBot

from svcconsole.gui.kit.widgets.field_question import FieldQuestion
from svcconsole.gui.kit.widgets.text_area import TextArea
from svcconsole.gui.panels.delivery.page import DeliveryPage
from svcconsole.gui.panels.delivery.track_ids import ids_in
from svcconsole.gui.panels.person.timeline_text import ending_of, title_of
from svcconsole.gui.runtime.window_requests import PersonRef
from svcconsole.gui.tabs.messaging.section_switch import COMPOSE
from svcconsole.gui.tabs.messaging.tab import MessagingTab
from svcconsole.services.customers.customer_timeline import person_of, timeline_of
from svcconsole.services.deliveries.states import State
from svcconsole.services.deliveries.webhook_events import settle_events
from svcconsole.workspace.database import Workspace
from svcconsole.workspace.runs.records import Decision
from svcconsole.workspace.runs.webhook_events import CLICK, WebhookEvent
from tests.gui.panels.delivery.conftest import (
    MAGIC,
    PERSON,
    Open,
    fetches,
    open_delivery,
    send,
    send_all,
    send_untracked,
    states,
    until_states,
)
from tests.gui.shell.conftest import LIVE, OpenWindow, open_window, settings
from tests.support.coroutines import until
from tests.support.painted import painted
from tests.support.practice import PracticeStore

__all__ = ["open_window", "settings"]

ENDS = dict(
    zip(
        (*MAGIC, PERSON),
        [State.SENT, State.READ, *[State.FAILED] * 5, State.READ, State.READ],
        strict=True,
    )
)
REASONS = ["131026", "131047", "131049", "131053", "132015"]


def said(page: DeliveryPage, phone: str) -> list[str]:
    """What the row of a number says, cell by cell."""
    model = page.model
    row = next(at for at in range(model.rowCount()) if model.record(at).phone == phone)
    return [str(model.index(row, at).data() or "") for at in range(model.columnCount())]


async def test_every_magic_number_comes_to_its_end_and_the_tiles_add_up(
    window_loop: QApplication, qtbot: QtBot, quick_store: PracticeStore, open_tab: Open, tmp_path: Path
) -> None:
    async with open_tab() as tab:
        ids = await send_all(tab.console, (*MAGIC, PERSON))
        assert await send_untracked(tab.console, PERSON) is None
        page = open_delivery(tab)
        wanted = Counter({**ENDS, "version 1": State.UNTRACKED}.values())
        await until(lambda: Counter(each.state for each in page.model.records()) == wanted)
        assert ENDS.items() - {(PERSON, State.READ)} <= states(page).items()
        tiles = {state: int(tile.value()) for state, tile in page.sums.tiles.items()}
        assert tiles == {state: wanted[state] for state in State}
        assert int(page.sums.accepted.value()) == 10 == sum(tiles.values()) - tiles[State.DECIDE]
        assert "Sent, not trackable" in [said_status(page, at) for at in range(page.model.rowCount())]
        assert "No WhatsApp on this number" in said(page, MAGIC[2])
        # The reasons: a bar each, a click shows the people, a second one all of them again.
        assert page.reasons.isVisible()
        assert sorted(str(each.code) for each in page.reasons.model.records()) == REASONS
        assert sum(each.times for each in page.reasons.model.records()) == 5
        row = page.reasons.model.row_of("131026")
        assert row is not None
        middle = page.reasons.table.visualRect(page.reasons.model.index(row, 0)).center()
        qtbot.mouseClick(page.reasons.table.viewport(), Qt.MouseButton.LeftButton, pos=middle)
        await until(lambda: [each.phone for each in page.model.shown()] == [MAGIC[2]])
        page.filters.reason_chip.click()
        await until(lambda: page.model.rowCount() == 10)
        # Nobody is offered before the waiting time is over, or before what failed was put right.
        assert not page.reasons.export.isEnabled()
        waits, changes, never = page.reasons.again.text().split(". ")
        assert waits.startswith("1 person can get it again from ")
        assert changes.startswith("3 people wait for a change") and never.startswith("1 person is never")
        # Who says by a click that the media is another one now gets the list of those who wait for that.
        row = page.reasons.model.row_of("131053")
        assert row is not None
        middle = page.reasons.table.visualRect(page.reasons.model.index(row, 0)).center()
        qtbot.mouseClick(page.reasons.table.viewport(), Qt.MouseButton.LeftButton, pos=middle)
        await until(page.reasons.export.isEnabled)
        assert page.reasons.export.text() == "New list of 1 person"
        path = tmp_path / "again.csv"
        await page.write_list(path)
        with path.open(encoding="utf-8-sig", newline="") as file:
            assert {row["Message id"] for row in csv.DictReader(file)} == {ids[5]}
        page.filters.reason_chip.click()
        await until(lambda: page.model.rowCount() == 10)
        # Words find a message by number and by id; a tile's link shows those behind the number.
        page.filters.search.setText(ids[0])
        await until(lambda: [each.id for each in page.model.shown()] == [ids[0]])
        page.filters.search.clear()
        page.sums.tiles[State.FAILED].link_clicked.emit()
        await until(lambda: {each.state for each in page.model.shown()} == {State.FAILED})


def said_status(page: DeliveryPage, row: int) -> str:
    model = page.model
    return str(model.index(row, model.column("status")).data())


async def test_reasons_and_what_to_do_are_seen_whole_in_a_window_as_it_begins(
    window_loop: QApplication, quick_store: PracticeStore, open_window: OpenWindow
) -> None:
    async with open_window(LIVE, 1280, 800, "Messaging") as window:
        tab = window.show_tab("Messaging")
        assert isinstance(tab, MessagingTab)
        await send_all(window.console, MAGIC)
        page = open_delivery(tab)
        await until(lambda: len(page.reasons.model.records()) == len(REASONS))
        shown = painted(page.reasons.table)
        assert "Too many marketing messages to this person" in shown
        assert "What to do" in shown and "…" not in shown


async def test_what_a_worker_hears_by_webhook_stands_here_at_once(
    window_loop: QApplication, practice_store: PracticeStore, open_tab: Open
) -> None:
    practice_store.add_fault("status", code=503, operation="fetchMessagesById")
    async with open_tab() as tab:
        identity = await send(tab.console, PERSON)
        page = open_delivery(tab)
        await until(lambda: page.model.rowCount() == 1)
        assert not page.sums.clicked.isVisible(), "nobody was told of clicks"
        assert tab.console.store_folder is not None
        with Workspace.open(tab.console.store_folder) as worker:
            told = {"said_at": "", "message_id": identity or ""}
            worker.webhooks.keep(WebhookEvent("evt-1", "status", word="READ", **told))
            for number in (2, 3):
                worker.webhooks.keep(WebhookEvent(f"evt-{number}", CLICK, url="https://shop.example", **told))
            assert settle_events(worker, "hamburg-1") == 3
        await until(lambda: [each.state for each in page.model.records()] == [State.READ])
        await until(page.sums.clicked.isVisible)
        assert page.sums.clicked.value() == "1"
        tip = page.table.tip_at(page.model.index(0, page.model.column("status")))
        assert "A link was opened 2 times" in tip


async def test_hidden_it_asks_nothing_and_shown_it_goes_on(
    window_loop: QApplication, practice_store: PracticeStore, open_tab: Open
) -> None:
    async with open_tab() as tab:
        await send(tab.console, MAGIC[7])
        assert fetches(practice_store) == 0
        page = open_delivery(tab)
        await until(lambda: fetches(practice_store) == 1)
        tab.show_place(COMPOSE)
        assert not page.watch.is_asking()
        await until(lambda: not page.watch.scope.is_busy())
        before = fetches(practice_store)
        await send(tab.console, PERSON)
        await until(lambda: tab.console.sends.under_way == 0)
        for _ in range(3):
            await tab.console.try_now()  # the store does answer meanwhile
        assert fetches(practice_store) == before
        open_delivery(tab)
        await until(lambda: fetches(practice_store) > before)
        assert set(states(page)) == {MAGIC[7], PERSON}


async def test_after_a_restart_what_was_said_is_there_before_the_store_is_asked(
    window_loop: QApplication, quick_store: PracticeStore, open_tab: Open
) -> None:
    async with open_tab() as tab:
        await send_all(tab.console, (MAGIC[1], MAGIC[2]))
        page = open_delivery(tab)
        await until_states(page, {MAGIC[1]: State.READ, MAGIC[2]: State.FAILED})
    quick_store.add_fault("status", operation="fetchMessagesById", code=500)
    async with open_tab() as tab:
        page = open_delivery(tab)
        await until_states(page, {MAGIC[1]: State.READ, MAGIC[2]: State.FAILED})
        assert "No WhatsApp on this number" in said(page, MAGIC[2])


async def test_what_is_sent_while_the_panel_is_open_comes_in_and_no_question_is_given_up(
    window_loop: QApplication, quick_store: PracticeStore, open_tab: Open
) -> None:
    async with open_tab() as tab:
        page = open_delivery(tab)
        await until(page.empty.isVisible)
        numbers = [f"+4915123456{n:03}" for n in range(12)]
        await send_all(tab.console, numbers)
        await until_states(page, dict.fromkeys(numbers, State.READ))
        assert page.model.rowCount() == 12


async def test_a_run_that_settled_is_told_in_a_notice(
    window_loop: QApplication, quick_store: PracticeStore, open_tab: Open
) -> None:
    async with open_tab() as tab:
        await send_all(tab.console, (MAGIC[1], MAGIC[6]))
        page = open_delivery(tab)
        told = await until(
            lambda: [each.sentence for each in tab.console.notices.open if "settled" in each.sentence]
        )
        assert told[0].startswith("Single messages, 2 messages · today: settled.")
        assert "1 failed" in told[-1]
        (group,) = page.runs.model_of_groups.groups
        assert group.settled
        tip = page.runs.model().index(0, 0).data(Qt.ItemDataRole.ToolTipRole)
        assert tip == "Single messages\n2 messages · today"


async def test_a_word_nobody_knows_stands_in_grey_quotes_and_is_no_tick(
    window_loop: QApplication, practice_store: PracticeStore, open_tab: Open
) -> None:
    async with open_tab() as tab:
        identity = str(await send(tab.console, MAGIC[0]))
        page = open_delivery(tab)
        await until_states(page, {MAGIC[0]: State.SENT})
        page.watch.stop()
        (held,) = await tab.console.db(lambda space: space.deliveries.all())
        odd = replace(held, said=(*held.said, ("<b>clicked</b>", held.at)))
        await tab.console.db(lambda space: space.deliveries.heard([odd]))
        await page.deliveries.read()
        page.show_known()
        await until_states(page, {MAGIC[0]: State.OTHER})
        assert "“<b>clicked</b>”" in said(page, MAGIC[0])
        tick = page.model.columns()[page.model.column("status")].value(page.deliveries.messages[identity])
        assert (tick.icon, tick.token) == ("unknown", "text2")
        assert page.sums.tiles[State.OTHER].value() == "1"


async def test_what_is_in_doubt_stands_beside_the_sum_and_leads_to_the_decision(
    window_loop: QApplication, qtbot: QtBot, practice_store: PracticeStore, open_tab: Open
) -> None:
    async with open_tab() as tab:
        practice_store.add_fault("reset", operation="messages/v2/sendMessage", count=1, executed=True)
        await send(tab.console, PERSON)
        page = open_delivery(tab)
        await until_states(page, {PERSON: State.DECIDE})
        assert (page.sums.accepted.value(), page.sums.tiles[State.DECIDE].value()) == ("0", "1")
        wanted: list[str] = []
        tab.console.decisions_wanted.connect(wanted.append)
        page.table.focus_current()
        qtbot.keyClick(page.table, Qt.Key.Key_Return)
        (message,) = page.shown_messages()
        assert wanted == [message.run_id]
        await tab.console.sends.decide(str(message.run_id), [0], Decision.COUNT_AS_SENT)
        await until_states(page, {PERSON: State.UNTRACKED})


async def test_pasted_ids_are_followed_under_a_heading_of_their_own(
    window_loop: QApplication, quick_store: PracticeStore, open_tab: Open, own_folders: Path
) -> None:
    async with open_tab() as tab:
        identity = str(await send(tab.console, MAGIC[1]))
    (own_folders / "store").rename(own_folders / "elsewhere")
    async with open_tab() as tab:
        page = open_delivery(tab)
        await until(lambda: page.watch.is_asking() and page.empty.isVisible())
        page.track.click()
        dialog = await until(lambda: next(iter(page.findChildren(FieldQuestion)), None))
        assert isinstance(dialog.field, TextArea)
        dialog.field.set_text(f"{identity}\n nobody-knows,{identity}")
        dialog.take.click()
        await until(lambda: sorted(states(page).values()) == [State.READ, State.WAITING])
        (group,) = page.runs.model_of_groups.groups
        assert group.by_hand
        assert "The store knows no message with this id" in said(page, "")
        page.table.set_current("nobody-knows")
        actions = {
            action.text(): action
            for action in page.table.menu_at(
                page.model.record(page.model.row_of("nobody-knows") or 0)
            ).actions()
        }
        actions["Copy its id"].trigger()
        assert QGuiApplication.clipboard().text() == "nobody-knows"
        actions["Remove from the list"].trigger()
        await until(lambda: states(page) == {MAGIC[1]: State.READ})


@pytest.mark.parametrize(
    ("text", "ids"),
    [("", ()), ("wamid.A==\n wamid.B/+=,wamid.A==", ("wamid.A==", "wamid.B/+=")), ('"7";8', ("7", "8"))],
)
def test_ids_are_read_however_they_are_pasted(text: str, ids: tuple[str, ...]) -> None:
    assert ids_in(text) == ids


async def test_narrow_the_runs_become_a_list_to_choose_from(
    window_loop: QApplication, quick_store: PracticeStore, open_tab: Open
) -> None:
    async with open_tab(812, 700) as tab:
        await send(tab.console, MAGIC[1])
        page = open_delivery(tab)
        await page.follow(["nobody-knows"])
        assert page.runs_combo.isVisible() and not page.side.isVisible()
        assert page.runs_combo.count() == 2
        page.runs_combo.setCurrentIndex(0)
        page.runs_combo.activated.emit(0)
        await until(lambda: len(states(page)) == 1)
        assert all(button.isEnabled() for button in page.header.findChildren(QPushButton))


async def test_how_far_a_message_came_stands_on_the_persons_page(
    window_loop: QApplication, qtbot: QtBot, quick_store: PracticeStore, open_tab: Open
) -> None:
    async with open_tab() as tab:
        await send_all(tab.console, (MAGIC[1], MAGIC[2]))
        page = open_delivery(tab)
        await until_states(page, {MAGIC[1]: State.READ, MAGIC[2]: State.FAILED})

        def told(number: str) -> list[tuple[str, str, bool]]:
            return [(title_of(each), ending_of(each), each.failed) for each in stories[number]]

        stories = await tab.console.db(
            lambda space: {
                number: timeline_of(space, person_of(space, [f"phone:{number}"])) for number in MAGIC[1:3]
            }
        )
        assert [title for title, _, _ in told(MAGIC[1])] == ["Read: Text: Hello", "Text: Hello"]
        (title, ending, failed), _ = told(MAGIC[2])
        assert (title, failed) == ("Failed: Text: Hello", True)
        assert ending.startswith("No WhatsApp on this number. Take the person off WhatsApp sends")
        whom: list[PersonRef] = []
        tab.console.person_wanted.connect(whom.append)
        page.table.set_current(next(each.key for each in page.shown_messages() if each.phone == MAGIC[2]))
        qtbot.keyClick(page.table, Qt.Key.Key_Return)
        assert whom == [PersonRef((f"phone:{MAGIC[2]}",), "")]


async def test_the_list_reads_again_with_the_chosen_message_marked_and_the_search_kept(
    window_loop: QApplication, quick_store: PracticeStore, open_tab: Open
) -> None:
    async with open_tab() as tab:
        await send_all(tab.console, MAGIC[:4])
        page = open_delivery(tab)
        await until(lambda: page.model.total() == 4)
        page.filters.search.setText("+1555")
        page.filters.search.searched.emit("+1555")
        chosen = page.model.record(1).key
        page.table.set_current(chosen)
        await send(tab.console, MAGIC[5])
        page.actions_here()["refresh"]()
        await until(lambda: page.model.total() == 5 and not page.scope.is_busy())
        current = page.table.current_record()
        assert current is not None and current.key == chosen
        assert [each.key for each in page.table.selected_records()] == [chosen]
        assert page.filters.search.text() == "+1555" and page.model.rowCount() == 5
