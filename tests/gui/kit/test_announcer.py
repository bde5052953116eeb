"""What changes by itself is said to a screen reader: trouble at once, the rest in its turn and once."""

from __future__ import annotations

import pytest
from PySide6.QtWidgets import QWidget
from pytestqt.qtbot import QtBot

from svcconsole.gui.kit.grid.table import ColumnSpec, RecordModel, RecordTable
from svcconsole.gui.runtime import announcer as module
from svcconsole.gui.runtime.announcer import Announcer
from svcconsole.gui.runtime.notices import Notices
from svcconsole.gui.shell.notice_stack import NoticeStack
from tests.support.heard import Said, said
from tests.support.qt import show

__all__ = ["said"]


def test_of_what_waits_about_one_thing_the_newest_is_said_and_trouble_cuts_in(
    qtbot: QtBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(module, "LISTEN_SECONDS", 0.2)
    one = Announcer()
    heard: Said = []
    one.said.connect(lambda words, urgent: heard.append((words, urgent)))
    one.say("25 % done", about="run")
    one.say("50 % done", about="run")
    one.say("3 rows found", about="search")
    one.say("The store was not reached.", urgent=True)
    assert heard == [("The store was not reached.", True)], "the rest waits until somebody can listen"
    qtbot.waitUntil(lambda: len(heard) == 3)
    assert heard[1:] == [("50 % done", False), ("3 rows found", False)]
    one.say("   ")
    for number in range(9):
        one.say(f"News {number}.")
    qtbot.waitUntil(lambda: len(heard) == 3 + module.MOST_WAITING)
    assert heard[-1] == ("News 8.", False)
    one.deleteLater()


def test_each_notice_is_said_once_with_its_advice_and_the_stores_words(qtbot: QtBot, said: Said) -> None:
    notices = Notices()
    stack = NoticeStack(notices, show(qtbot, QWidget(), 900, 600))
    notices.add("success", "It is saved.")
    qtbot.waitUntil(lambda: len(said) == 1)
    notices.add("error", "The store refused it.", advice="Look at the price.", server_words=("price: no",))
    assert said[-1] == ("The store refused it. Look at the price. “price: no”", True)
    told = [notices.add("warning", f"Worth a look {number}.") for number in range(3)]
    count = len(said)
    notices.close(told[-1])
    assert len(stack.cards()) == 3
    assert len(said) == count == 5, "a notice that comes back was heard before"


def test_a_search_says_how_many_rows_it_found(qtbot: QtBot, said: Said) -> None:
    page = QWidget()
    column: ColumnSpec[int] = ColumnSpec(key="row", title="Row", value=str)
    model: RecordModel[int] = RecordModel([column], key=lambda row: row)
    table = RecordTable(model, "Rows", page)
    model.set_records(list(range(20)))
    show(qtbot, page, 600, 400)
    model.set_filter(lambda row: row > 16)
    qtbot.waitUntil(lambda: said[-1:] == [("3 rows found", False)])
    model.set_filter(lambda row: row > 99)
    qtbot.waitUntil(lambda: said[-1:] == [("Nothing found", False)])
    model.sort_by("row", descending=True)
    model.set_filter(None)
    qtbot.waitUntil(lambda: model.rowCount() == 20)
    assert len(said) == 2, "sorting, and an empty search, are no news"
    assert table.isVisible()
