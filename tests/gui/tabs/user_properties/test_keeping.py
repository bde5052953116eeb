"""The table outlives the window: whichever moment it was cut off in, no entry is lost and none sent twice."""

from __future__ import annotations

from collections import deque
from pathlib import Path

from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from svcconsole.gui.panels.importer.page import ImportPage
from svcconsole.gui.runtime.console import Console
from svcconsole.gui.tabs.user_properties import entry_rows as states
from svcconsole.gui.tabs.user_properties import stored_draft
from svcconsole.gui.tabs.user_properties.cells import PLACES
from svcconsole.gui.tabs.user_properties.sheet_model import Row
from svcconsole.gui.tabs.user_properties.stored_draft import Links, SentPlan
from svcconsole.workspace.runs.records import PlanItem
from tests.gui.tabs.user_properties.conftest import Open, at_rest, paste, seen, send, states_of
from tests.support.coroutines import until
from tests.support.practice import PracticeStore

PEOPLE = "First name\tLast name\tE-mail\nAsha\tRao\tasha@customer.example\nJo\tLee\tjo@customer.example\n"


async def cut_off(console: Console, rows: list[Row], *, made: bool) -> None:
    """What is on the disk when the program ended after noting who goes with a plan, and before or after its
    run was made."""
    links: Links = {row.uid: SentPlan("plan", number, row.values) for number, row in enumerate(rows, 1)}
    await console.db(lambda space: stored_draft.save(space, {0: stored_draft.page_of(rows, links)}, 1))
    if made:
        items: list[PlanItem] = []
        deque(stored_draft.plan_items(rows, items), maxlen=0)
        await console.db(
            lambda space: stored_draft.make_run(space, "plan", items, {}, name="2 user properties")
        )


async def test_cut_off_before_the_run_was_made_they_are_ready_as_if_nothing_had_been_asked(
    window_loop: QApplication, qtbot: QtBot, practice_store: PracticeStore, open_tab: Open
) -> None:
    async with open_tab() as tab:
        await paste(tab, PEOPLE)
        rows, console = tab.entries.sheet.rows[:2], tab.console
        await tab.entries.aclose()
        await cut_off(console, rows, made=False)
    async with open_tab() as tab:
        assert states_of(tab) == [states.READY] * 2
        await send(qtbot, tab)
        assert states_of(tab) == [states.ACCEPTED] * 2 and len(seen(practice_store)) == 1


async def test_cut_off_after_it_was_made_they_wait_in_it_and_go_once_when_it_is_resumed(
    window_loop: QApplication, practice_store: PracticeStore, open_tab: Open
) -> None:
    async with open_tab() as tab:
        await paste(tab, PEOPLE)
        rows, console = tab.entries.sheet.rows[:2], tab.console
        await tab.entries.aclose()
        await cut_off(console, rows, made=True)
    async with open_tab() as tab:
        assert states_of(tab) == [states.WAITING] * 2 and tab.entries.ready() == []
        assert tab.page.run_bar.isVisible()
        tab.page.run_bar.line.resume.click()
        await until(lambda: at_rest(tab) and states_of(tab) == [states.ACCEPTED] * 2)
        assert len(seen(practice_store)) == 1 and not tab.page.run_bar.isVisible()


async def test_rows_that_are_being_sent_are_not_written_over(
    window_loop: QApplication, open_tab: Open
) -> None:
    async with open_tab() as tab:
        await paste(tab, PEOPLE)
        rows, console = tab.entries.sheet.rows[:2], tab.console
        await tab.entries.aclose()
        await cut_off(console, rows, made=True)
    async with open_tab() as tab:
        tab.page.table.set_current_cell(tab.entries.lines[0].row.uid, "first_name")
        await paste(tab, "Eva\tNy\nIda\tNy\n")
        tab.page.editing.clear()
        tab.page.editing.remove()
        assert [line.row for line in tab.entries.lines[:2]] == rows
        told = [notice.sentence for notice in tab.console.notices.open]
        assert "Some of these rows are being sent. Nothing was pasted." in told


async def test_while_a_long_paste_is_under_way_the_window_answers_and_nothing_else_is_done_to_the_rows(
    window_loop: QApplication, open_tab: Open
) -> None:
    long = "".join(f"Name {n}\tLee\tp{n}@customer.example\n" for n in range(6000))
    async with open_tab() as tab:
        tab.page.editing.paste_text(f"First name\tLast name\tE-mail\n{long}")
        assert tab.entries.turn.what == "editing" and "Working on the entries" in tab.page.footer.message()
        tab.page.editing.paste_text(PEOPLE)
        tab.page.send()
        assert tab.entries.counts().total() == 0
        assert any("still busy" in notice.sentence for notice in tab.console.notices.open)
        await until(lambda: tab.entries.turn.what == "" and not tab.page.model.is_arranging())
        assert tab.entries.counts() == {states.READY: 6000} and tab.page.model.rowCount() == 6001
        tab.page.undo.click()
        await until(lambda: tab.entries.turn.what == "" and not tab.page.model.is_arranging())
        assert tab.entries.counts().total() == 0
        await until(lambda: at_rest(tab))
    async with open_tab() as tab:
        assert states_of(tab) == []


async def test_what_was_sent_before_is_opened_again_as_a_new_draft_and_sent_only_when_asked(
    window_loop: QApplication, qtbot: QtBot, practice_store: PracticeStore, open_tab: Open
) -> None:
    async with open_tab() as tab:
        await paste(tab, PEOPLE)
        await send(qtbot, tab)
        tab.page.editing.remove_accepted()
        await until(lambda: at_rest(tab))
        (action,) = tab.page.sent_before.entries.actions()
        assert "2 user properties" in action.text() and "2 accepted" in action.text()
        action.trigger()
        await until(lambda: states_of(tab) == [states.READY] * 2)
        assert [line.row.values[PLACES["email"]] for line in tab.entries.lines[:2]] == [
            "asha@customer.example",
            "jo@customer.example",
        ]
        await until(lambda: at_rest(tab))
        assert len(seen(practice_store)) == 1
        tab.page.undo.click()
        assert states_of(tab) == []


async def test_a_dropped_file_opens_its_import_over_the_table(
    window_loop: QApplication, open_tab: Open, tmp_path: Path
) -> None:
    path = tmp_path / "people.csv"
    path.write_text("firstName,lastName,email\nAsha,Rao,asha@customer.example\n", "utf-8")
    async with open_tab() as tab:
        assert tab.page.acceptDrops()
        tab.page.file_dropped.emit(path)
        page = tab.stack.currentWidget()
        assert isinstance(page, ImportPage) and not tab.is_list_open()
        await until(lambda: not page.is_busy())
        page.closed.emit()
        await until(tab.is_list_open)
