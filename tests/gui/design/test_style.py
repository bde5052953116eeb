"""What the style paints besides controls: grounds, menus, lists below fields, tooltips, scroll bars."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from PySide6.QtCore import QEvent, QPoint, Qt
from PySide6.QtWidgets import QApplication, QComboBox, QListView, QMenu, QScrollArea, QVBoxLayout, QWidget
from pytestqt.qtbot import QtBot

from svcconsole.gui.design import tokens
from svcconsole.gui.design.backgrounds import GROUNDS
from svcconsole.gui.design.colours import colour
from svcconsole.gui.design.style import set_property
from svcconsole.gui.design.theme import theme
from tests.support.qt import show


@pytest.fixture(autouse=True)
def _light_again(qapp: QApplication) -> Iterator[None]:
    yield
    theme().set_setting("light")


def _at(widget: QWidget, x: int, y: int) -> str:
    return widget.grab().toImage().pixelColor(x, y).name()


@pytest.mark.parametrize("name", tokens.THEMES)
@pytest.mark.parametrize("ground", sorted(GROUNDS))
def test_a_ground_is_its_token_in_every_theme_and_follows_a_switch(
    qtbot: QtBot, name: str, ground: str
) -> None:
    widget = QWidget()
    widget.setProperty("bg", ground)
    show(qtbot, widget, 60, 40)
    theme().set_setting(name)
    assert _at(widget, 30, 20) == colour(GROUNDS[ground].fill).name()


@pytest.mark.parametrize("name", ["light", "dark"])
def test_a_list_on_the_canvas_stands_on_it(qtbot: QtBot, name: str) -> None:
    theme().set_setting(name)
    column = QListView()
    column.setFrameShape(QListView.Shape.NoFrame)
    column.setProperty("bg", "canvas")
    show(qtbot, column, 60, 40)
    assert _at(column, 30, 20) == colour("canvas").name() != colour("surface").name()


def test_a_ground_and_a_line_given_later_are_painted(qtbot: QtBot) -> None:
    widget = show(qtbot, QWidget(), 60, 40)
    set_property(widget, "bg", "sunken")
    set_property(widget, "line", "top")
    assert _at(widget, 30, 20) == colour("sunken").name()
    assert _at(widget, 30, 0) == colour("border").name()
    set_property(widget, "line", "bottom")
    assert _at(widget, 30, 0) == colour("sunken").name()


def test_a_scrolled_page_shows_what_is_behind_it_and_its_bar_moves_it(qtbot: QtBot) -> None:
    area = QScrollArea()
    content = QWidget()
    content.setFixedSize(80, 900)
    area.setWidget(content)
    outer = QWidget()
    outer.setProperty("bg", "sunken")
    column = QVBoxLayout(outer)
    column.setContentsMargins(0, 0, 0, 0)
    column.addWidget(area)
    show(qtbot, outer, 120, 100)
    assert _at(outer, 40, 50) == colour("sunken").name()
    bar = area.verticalScrollBar()
    handle = [y for y in range(bar.height()) if _at(bar, bar.width() // 2, y) == colour("scroll").name()]
    assert len(handle) >= 20, "the handle of a long page can still be taken hold of"
    qtbot.mouseClick(bar, Qt.MouseButton.LeftButton, pos=QPoint(bar.width() // 2, bar.height() - 4))
    assert bar.value() == bar.pageStep(), "a press below the handle goes on by a page"
    bar.setValue(bar.maximum())
    end = [y for y in range(bar.height()) if _at(bar, bar.width() // 2, y) == colour("scroll").name()]
    assert len(end) == len(handle)
    assert end[-1] >= bar.height() - 4


@pytest.mark.parametrize("name", tokens.THEMES)
def test_a_menu_shows_words_shortcuts_and_the_chosen_entry(qapp: QApplication, name: str) -> None:
    theme().set_setting(name)
    menu = QMenu()
    first = menu.addAction("Open")
    first.setShortcut("Ctrl+O")
    menu.addSeparator()
    menu.addAction("Remove &for good").setEnabled(False)
    menu.popup(QPoint(0, 0))
    menu.setActiveAction(first)
    entry = menu.actionGeometry(first)
    assert _at(menu, entry.right() - 4, entry.center().y()) == colour("selection").name()
    assert _at(menu, entry.left() + 3, menu.height() - 3) == colour("raised").name()
    plain = menu.fontMetrics().horizontalAdvance("Open") + menu.fontMetrics().horizontalAdvance("Ctrl+O")
    assert entry.width() > plain, "words and shortcut stand beside each other"
    menu.close()


@pytest.mark.parametrize("name", tokens.THEMES)
def test_the_list_of_a_combo_box_stands_on_raised_ground(qtbot: QtBot, name: str) -> None:
    theme().set_setting(name)
    combo = QComboBox()
    combo.addItems(["One", "<b>Two</b>", "ثلاثة"])
    show(qtbot, combo, 200, 30)
    combo.showPopup()
    view = combo.view()
    row = view.visualRect(combo.model().index(0, 0))
    other = view.visualRect(combo.model().index(1, 0))
    assert _at(view.viewport(), row.right() - 8, row.center().y()) == colour("selection").name()
    assert _at(view.viewport(), other.right() - 8, other.center().y()) == colour("raised").name()
    combo.hidePopup()


class _Told(QWidget):
    """Notes what kinds of change it is told of."""

    def __init__(self) -> None:
        super().__init__()
        self.told: list[QEvent.Type] = []

    def changeEvent(self, event: QEvent) -> None:
        super().changeEvent(event)
        self.told.append(event.type())


def test_a_switch_of_theme_dresses_no_widget_anew(qtbot: QtBot) -> None:
    widget = _Told()
    show(qtbot, widget, 60, 40)
    widget.told.clear()
    theme().set_setting("dark")
    qtbot.waitUntil(lambda: QEvent.Type.PaletteChange in widget.told)
    assert QEvent.Type.StyleChange not in widget.told, "that made a switch cost half a second"
