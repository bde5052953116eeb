"""F1 in a dialog or a popover shows help beside the field; the Help page, which stands behind, stays away."""

from __future__ import annotations

import asyncio

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QApplication, QLineEdit, QWidget
from pytestqt.qtbot import QtBot

from svcconsole.gui.kit import dialogs
from svcconsole.gui.kit.containers.boxes import vbox
from svcconsole.gui.kit.containers.popover import Popover
from svcconsole.gui.panels.help.field_card import FieldCard
from svcconsole.gui.panels.help.guide import Guide
from svcconsole.gui.panels.help.page import HelpPage
from svcconsole.gui.panels.help.topics import BY_NAME
from svcconsole.gui.panels.profiles.dialog import ProfileDialog
from svcconsole.gui.shell.main_window import MainWindow
from tests.gui.panels.help.conftest import said
from tests.gui.shell.conftest import LIVE, OpenWindow, open_window, settings
from tests.support.coroutines import until

__all__ = ["open_window", "settings"]


def help_beside(about: QWidget) -> Popover | None:
    found = (each for each in about.findChildren(Popover) if each.isVisible() and each.findChildren(Guide))
    return next(found, None)


def press(qtbot: QtBot, field: QWidget) -> Popover:
    field.setFocus(Qt.FocusReason.OtherFocusReason)
    qtbot.keyClick(field, Qt.Key.Key_F1)
    beside = help_beside(field)
    assert beside is not None
    return beside


async def test_in_a_dialog_it_is_about_the_field_and_its_page(
    window_loop: QApplication, open_window: OpenWindow, qtbot: QtBot
) -> None:
    async with open_window(LIVE) as window:
        assert isinstance(window, MainWindow)
        dialog = ProfileDialog(window, window.console.notices, None, [], token_note=None)
        asked = asyncio.get_running_loop().create_task(dialogs.run(dialog))
        await until(dialog.isVisible)
        name = next(each for each in dialog.findChildren(QLineEdit) if each.isVisible())
        name.setText("Harbour")
        beside = press(qtbot, name)
        [card], [guide] = beside.findChildren(FieldCard), beside.findChildren(Guide)
        assert name.accessibleName() in said(card)
        assert BY_NAME["stores"].title() in said(guide)
        assert not isinstance(window.page(), HelpPage)
        qtbot.keyClick(beside, Qt.Key.Key_Escape)
        await until(lambda: help_beside(name) is None)
        assert dialog.isVisible(), "Esc closes the help alone"
        assert name.text() == "Harbour"
        name.clear()
        dialog.reject()
        await asked


async def test_in_a_popover_it_opens_once_and_leaves_the_popover_open(
    window_loop: QApplication, open_window: OpenWindow, qtbot: QtBot
) -> None:
    async with open_window(LIVE) as window:
        page = window.show_tab("Catalog")
        await until(page.isVisible)
        popover, content = Popover(page), QWidget()
        line = QLineEdit()
        line.setAccessibleName("Name of the view")
        vbox(line, parent=content)
        popover.set_content(content)
        popover.open_at(page)
        beside = press(qtbot, line)
        assert BY_NAME["catalog"].title() in said(beside)
        qtbot.keyClick(beside, Qt.Key.Key_F1)
        assert len([each for each in line.findChildren(Popover) if each.isVisible()]) == 1
        qtbot.keyClick(beside, Qt.Key.Key_Escape)
        await until(lambda: help_beside(line) is None)
        assert popover.isVisible()
        popover.close()
