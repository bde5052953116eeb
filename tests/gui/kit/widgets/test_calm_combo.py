"""A combo that is narrower than its words: the tooltip says them whole, a screen reader says them once."""

from __future__ import annotations

from PySide6.QtGui import QAccessible
from pytestqt.qtbot import QtBot

from svcconsole.gui.design.text import set_tip
from svcconsole.gui.kit.widgets.calm_combo import combo_of
from tests.support.qt import show
from tests.support.text_room import hover

WORDS = "Name, number, e-mail, tag or town holds"


def test_cut_words_are_whole_in_the_tooltip_and_heard_once(qtbot: QtBot) -> None:
    combo = combo_of([(WORDS, 1), ("Has", 2)])
    show(qtbot, combo, 120, 30)
    hover(combo)
    assert WORDS in combo.toolTip()
    heard = QAccessible.queryAccessibleInterface(combo)
    assert heard.text(QAccessible.Text.Name) == WORDS
    assert not heard.text(QAccessible.Text.Description).strip()
    combo.setCurrentIndex(1)
    hover(combo)
    assert not combo.toolTip()
    set_tip(combo, "What the question is about")
    assert heard.text(QAccessible.Text.Description) == "What the question is about"
