"""The table as a form: typed, pasted, checked, undone, kept; and what of it is sent."""

from __future__ import annotations

import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from svcconsole.gui.tabs.user_properties import entry_rows as states
from svcconsole.gui.tabs.user_properties.cells import PLACES, wire_of
from svcconsole.gui.tabs.user_properties.tab import UserPropertiesTab
from tests.gui.tabs.user_properties.conftest import Open, editor, paste, seen, send, states_of
from tests.support.coroutines import until
from tests.support.practice import PracticeStore

SHEET = (
    "firstName\tlastName\temail\tLoyalty level\temailMarketingConsent\ttags\n"
    'Asha\tRao\tasha@customer.example\tgold\tyes\tfair, "a, b"\n'
    "أحمد\tالنجار\tahmad@customer.example\tgold\t\t\n"
    "Li 👩‍👩‍👧\t<b>Lei</b>\tli@customer.example\t\tno\tvip\n"
)


def cell(tab: UserPropertiesTab, row: int, name: str) -> object:
    return tab.entries.sheet.rows[row].values[PLACES[name]]


async def test_pasted_rows_are_sent_and_their_extra_column_is_named_and_never_sent(
    window_loop: QApplication, qtbot: QtBot, practice_store: PracticeStore, open_tab: Open
) -> None:
    async with open_tab() as tab:
        await paste(tab, SHEET)
        assert states_of(tab) == [states.READY] * 3
        assert any("Loyalty level" in notice.sentence for notice in tab.console.notices.open)
        assert tab.page.send_button.text() == "Send 3 entries in practice"
        await send(qtbot, tab)
        assert states_of(tab) == [states.ACCEPTED] * 3
        assert "3 created, 0 updated" in tab.page.footer.message()
        assert "No Undo: the service does not show what was before" in tab.page.footer.message()
        held = practice_store.control("GET", "/user-properties")["data"]["userProperties"]
        assert [entry["entry"] for entry in reversed(held)] == [
            wire_of(row.values) for row in tab.entries.sheet.rows[:3]
        ]
        assert len(seen(practice_store)) == 1


async def test_typing_goes_as_in_a_spreadsheet(
    window_loop: QApplication, qtbot: QtBot, open_tab: Open
) -> None:
    async with open_tab() as tab:
        tab.page.table.setFocus()
        for word, end in (("Asha", Qt.Key.Key_Tab), ("Rao", Qt.Key.Key_Return)):
            qtbot.keyClicks(tab.page.table, word[0])
            field = await until(lambda: editor(tab))
            qtbot.keyClicks(field, word[1:])
            qtbot.keyClick(field, end)
            await until(lambda: editor(tab) is None)
        assert (cell(tab, 0, "first_name"), cell(tab, 0, "last_name")) == ("Asha", "Rao")
        assert tab.page.table.currentIndex().row() == 1
        assert states_of(tab) == [states.LOOK]  # nobody could be found by it

        tab.page.table.set_current_cell(tab.entries.sheet.rows[0].uid, "email_marketing_consent")
        for now in (True, False, None):
            qtbot.keyClick(tab.page.table, Qt.Key.Key_Space)
            assert cell(tab, 0, "email_marketing_consent") is now
        tab.page.table.set_current_cell(tab.entries.sheet.rows[0].uid, "first_name")
        qtbot.keyClick(tab.page.table, Qt.Key.Key_Delete)
        assert states_of(tab) == [states.WRONG]
        assert "needs it" in tab.page.strip.words.text()
        qtbot.keyClick(tab.page.table, Qt.Key.Key_Z, Qt.KeyboardModifier.ControlModifier)
        assert cell(tab, 0, "first_name") == "Asha"
        qtbot.keyClick(tab.page.table, Qt.Key.Key_Y, Qt.KeyboardModifier.ControlModifier)
        assert cell(tab, 0, "first_name") is None


async def test_typing_into_the_last_blank_row_adds_a_row_and_closes_the_cell(
    window_loop: QApplication, qtbot: QtBot, open_tab: Open
) -> None:
    async with open_tab() as tab:
        table = tab.page.table
        last = len(tab.entries.lines) - 1
        table.set_current_cell(tab.entries.lines[last].row.uid, "tags")
        table.setFocus()
        table.type_into_cell("fair,vip")
        tab.page.paste_button.setFocus()
        await until(lambda: editor(tab) is None)
        assert tab.page.paste_button.hasFocus()
        assert cell(tab, last, "tags") == ("fair", "vip")
        assert len(tab.entries.lines) == last + 2


@pytest.mark.parametrize("word", ["1", "0", "y", "subscribed", "TRUE!", "ja", "ok"])
async def test_consent_is_never_inferred(window_loop: QApplication, open_tab: Open, word: str) -> None:
    async with open_tab() as tab:
        await paste(tab, f"firstName,lastName,smsMarketingConsent\nAnn,Lee,{word}\n")
        assert cell(tab, 0, "sms_marketing_consent") == word
        assert states_of(tab) == [states.WRONG]
        assert "never read as consent" in tab.entries.lines[0].problems["sms_marketing_consent"]


async def test_what_was_typed_is_there_again_after_the_window_was_cut_off(
    window_loop: QApplication, open_tab: Open
) -> None:
    async with open_tab() as tab:
        await paste(tab, SHEET)
        rows = tab.entries.sheet.rows
    async with open_tab() as tab:
        assert [row.values for row in tab.entries.sheet.rows if not row.is_blank] == [
            row.values for row in rows if not row.is_blank
        ]
        assert wire_of(tab.entries.sheet.rows[0].values) == {
            "firstName": "Asha",
            "lastName": "Rao",
            "email": "asha@customer.example",
            "emailMarketingConsent": True,
            "tags": ["fair", "a, b"],
        }


async def test_thousands_of_rows_are_pasted_checked_and_sent_in_batches_that_a_person_can_decide(
    window_loop: QApplication, qtbot: QtBot, practice_store: PracticeStore, open_tab: Open
) -> None:
    lines = "".join(f"Name {n}\tSurname\tp{n}@customer.example\n" for n in range(2050))
    async with open_tab() as tab:
        await paste(tab, f"First name\tLast name\tE-mail\n{lines}")
        assert tab.entries.counts()[states.READY] == 2050
        await send(qtbot, tab)
        assert tab.entries.counts()[states.ACCEPTED] == 2050
        assert len(seen(practice_store)) == 103
        assert "2,050 created, 0 updated" in tab.page.footer.message()


async def test_every_column_has_a_name_of_its_own_and_the_names_stay_while_the_rest_scrolls(
    window_loop: QApplication, open_tab: Open
) -> None:
    async with open_tab(800, 500) as tab:
        await paste(tab, SHEET)
        columns = tab.page.model.columns()
        assert len({column.key for column in columns}) == len(columns) == 19
        table, frozen = tab.page.table, tab.page.table.frozen
        assert frozen is not None and not frozen.isVisible()
        table.horizontalScrollBar().setValue(400)
        shown = [columns[at].key for at in frozen.columns()]
        assert frozen.isVisible() and shown == ["number", "standing", "first_name", "last_name"]
        table.set_current_cell(tab.entries.lines[0].row.uid, "source")
        assert table.visualRect(table.currentIndex()).left() >= frozen.breadth()


async def test_a_range_is_pasted_over_cells_and_stays_chosen(
    window_loop: QApplication, qtbot: QtBot, open_tab: Open
) -> None:
    async with open_tab() as tab:
        await paste(tab, SHEET)
        table = tab.page.table
        table.set_current_cell(tab.entries.lines[0].row.uid, "city")
        await paste(tab, "Pune\tMH\n\nTaipei\t\n")
        assert [(cell(tab, row, "city"), cell(tab, row, "state")) for row in range(3)] == [
            ("Pune", "MH"),
            (None, None),
            ("Taipei", None),
        ]
        assert table.chosen_cells() == ["city", "state"] and len(list(table.chosen_lines())) == 3
        tab.page.editing.copy()
        assert QApplication.clipboard().text() == "Pune\tMH\n\t\nTaipei\t"
        qtbot.keyClick(table, Qt.Key.Key_Delete)
        assert {cell(tab, row, "city") for row in range(3)} == {None}
        assert cell(tab, 0, "first_name") == "Asha"
