"""Every naughty string as every text of an entry: the same bytes in the store and back, or a sentence."""

from __future__ import annotations

from collections.abc import Sequence

import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QApplication, QLabel
from pytestqt.qtbot import QtBot

from svcconsole.gui.tabs.user_properties import entry_rows as states
from svcconsole.gui.tabs.user_properties.cells import CELLS, wire_of
from svcconsole.gui.tabs.user_properties.entry_rows import EntryRow
from svcconsole.gui.tabs.user_properties.tab import UserPropertiesTab
from tests.gui.tabs.user_properties.conftest import Open, editor, paste, seen, send
from tests.support.coroutines import until
from tests.support.naughty import naughty_strings
from tests.support.practice import PracticeStore

CONTACTS = ("phoneNumber", "alternatePhoneNumber", "email")
"""Cells in which only what reaches somebody is taken."""
TEXTS = tuple(cell.wire for cell in CELLS if cell.kind in ("text", "time") and cell.wire not in CONTACTS)


def kept(text: str) -> dict[str, str]:
    """The entry as it is sent: the id without the blanks around it, everything else as it was typed."""
    return {**dict.fromkeys(TEXTS, text), "partnerCustomerId": text.strip()}


def stored_entry(text: str) -> dict[str, str]:
    """The same as the practice store has it, which keeps no blank id."""
    return {name: value for name, value in kept(text).items() if value}


def sheet(texts: Sequence[str]) -> str:
    """A clipboard as spreadsheets write it: names, and for each text a row of which each cell holds it."""
    quoted = ('"' + text.replace('"', '""') + '"' for text in texts)
    return "\n".join(["\t".join(TEXTS), *("\t".join([cell] * len(TEXTS)) for cell in quoted)])


def filled(tab: UserPropertiesTab) -> list[EntryRow]:
    return [line for line in tab.entries.lines if line.state != states.BLANK]


def assert_refused_with_a_sentence(line: EntryRow) -> None:
    assert line.state == states.WRONG
    assert all(sentence.endswith(".") for sentence in line.problems.values())


def in_store(store: PracticeStore) -> list[dict[str, str]]:
    """All its entries, the newest first."""
    page = store.control("GET", "/user-properties?limit=1000")["data"]
    return [one["entry"] for one in page["userProperties"]]


async def test_each_is_one_entry_that_is_stored_as_it_is_or_refused_with_a_sentence(
    window_loop: QApplication, qtbot: QtBot, practice_store: PracticeStore, open_tab: Open
) -> None:
    strings = [text for text in naughty_strings() if text]
    async with open_tab() as tab:
        await paste(tab, sheet(strings))
        assert [wire_of(line.row.values) for line in filled(tab)] == [
            dict.fromkeys(TEXTS, text) for text in strings
        ]
        await send(qtbot, tab)
        sent = []
        for text, line in zip(strings, filled(tab), strict=True):
            if line.state == states.ACCEPTED:
                sent.append(text)
            else:
                assert_refused_with_a_sentence(line)
        assert len(sent) > 0.97 * len(strings)
        stored = in_store(practice_store)
        assert {repr(entry) for entry in stored} == {repr(stored_entry(text)) for text in sent}
        assert {label.textFormat() for label in tab.findChildren(QLabel)} == {Qt.TextFormat.PlainText}
        odd = [line for text, line in zip(strings, filled(tab), strict=True) if not text.isprintable()]
        for line in odd:
            tab.page.table.set_current_cell(line.row.uid, "address1")
            qtbot.keyClick(tab.page.table, Qt.Key.Key_F2)
            qtbot.keyClick(await until(lambda: editor(tab)), Qt.Key.Key_Return)
            await until(lambda: editor(tab) is None)
        assert tab.entries.counts()[states.ACCEPTED] == len(sent)
        page = tab.page
        run_id = await tab.console.db(lambda space: space.runs.list()[0].id)
        page.sent_before.open(run_id)
        await until(lambda: len(tab.entries.ready()) == len(sent))
        again = [wire_of(line.row.values) for line in filled(tab)[len(strings) :]]
        assert again == [kept(text) for text in sent]
    async with open_tab() as tab:
        assert [wire_of(line.row.values)["city"] for line in filled(tab)[: len(strings)]] == strings


@pytest.mark.deep
@pytest.mark.timeout(900)
async def test_one_submit_per_string(
    window_loop: QApplication, qtbot: QtBot, practice_store: PracticeStore, open_tab: Open
) -> None:
    sent = 0
    async with open_tab(480, 320) as tab:
        await paste(tab, sheet([""]))
        assert not filled(tab), "a blank text is no entry"
        for text in dict.fromkeys(filter(None, naughty_strings())):
            await paste(tab, sheet([text]))
            line = filled(tab)[-1]
            assert wire_of(line.row.values) == dict.fromkeys(TEXTS, text)
            await send(qtbot, tab)
            if filled(tab)[-1].state == states.ACCEPTED:
                sent += 1
                assert in_store(practice_store)[0] == stored_entry(text)
            else:
                assert_refused_with_a_sentence(line)
        assert sent > 450
        numbers = [request["number"] for request in seen(practice_store)]  # it remembers the last 500
        assert (max(numbers), len(set(numbers))) == (sent, len(numbers))
