"""The practice numbers in the help are those of the practice store, in its own words."""

from __future__ import annotations

from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QApplication

from svcconsole.gui.panels.help.practice_numbers import ANYONE, NUMBERS
from tests.gui.shell.conftest import OpenWindow
from tests.support.coroutines import until
from tests.support.practice import PracticeStore
from tests.support.qt import words_of


async def test_the_help_lists_the_numbers_of_the_store_and_copies_them(
    window_loop: QApplication, open_window: OpenWindow, practice_store: PracticeStore
) -> None:
    told = practice_store.control("GET", "/recipients")["data"]
    assert {one["number"]: one["sentence"] for one in told["recipients"]} == NUMBERS
    assert told["anyone"]["sentence"] == ANYONE
    async with open_window() as window:
        window.commands.actions.run("numbers")
        await until(lambda: "+15550100008" in words_of(window.pages.help()))
        page = window.pages.help()
        said = words_of(page)
        assert all(number in said and sentence in said for number, sentence in NUMBERS.items())
        page.show_numbers().copy["+15550100004"].click()
        assert QGuiApplication.clipboard().text() == "+15550100004"
