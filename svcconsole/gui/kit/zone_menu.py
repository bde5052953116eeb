"""The menu that switches the zone all times are shown in; the choice is remembered."""

from __future__ import annotations

from functools import partial

from PySide6.QtCore import Qt
from PySide6.QtGui import QActionGroup
from PySide6.QtWidgets import QMenu, QWidget

from svcconsole.gui.design.text import literal
from svcconsole.gui.design.words import tr
from svcconsole.gui.runtime.display_zone import CHOICES, SETTING, computer_zone, display_zone, place_of
from svcconsole.gui.runtime.settings import Settings


def zone_menu(settings: Settings, parent: QWidget) -> QMenu:
    """The store's time, this computer's, or UTC; it goes when it closes."""
    menu = QMenu(parent)
    menu.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
    menu.addSection(tr("Show all times in"))
    group = QActionGroup(menu)
    for choice, words in CHOICES.items():
        action = menu.addAction(literal(_named(choice, tr(words))))
        action.setCheckable(True)
        action.setChecked(choice == display_zone().choice)
        action.setData(choice)
        group.addAction(action)
        action.triggered.connect(partial(_choose, settings, choice))
    return menu


def _named(choice: str, words: str) -> str:
    """A choice with the zone it means."""
    if choice == "utc":
        return words
    if choice == "store" and not display_zone().has_store_zone():
        return tr("{words} (its profile names none)", words=words)
    name = display_zone().store_name() if choice == "store" else computer_zone()
    return tr("{words} ({place})", words=words, place=place_of(name))


def _choose(settings: Settings, choice: str, _checked: bool = False) -> None:
    settings.set(SETTING, choice)
    display_zone().choose(choice)
