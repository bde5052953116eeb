"""A combo box for pages that scroll."""

from __future__ import annotations

from collections.abc import Iterable

from PySide6.QtGui import QEnterEvent, QWheelEvent
from PySide6.QtWidgets import QComboBox, QStyle, QStyleOptionComboBox

from svcconsole.gui.design.text import tip_where_cut
from svcconsole.gui.design.words import show


class CalmCombo(QComboBox):
    """A combo that does not change under the wheel while the page scrolls."""

    def wheelEvent(self, event: QWheelEvent) -> None:
        if self.hasFocus():
            super().wheelEvent(event)
        else:
            event.ignore()

    def enterEvent(self, event: QEnterEvent) -> None:
        option = QStyleOptionComboBox()
        self.initStyleOption(option)
        part = QStyle.SubControl.SC_ComboBoxEditField
        room = self.style().subControlRect(QStyle.ComplexControl.CC_ComboBox, option, part, self).width()
        needed = self.fontMetrics().horizontalAdvance(self.currentText())
        tip_where_cut(self, self.currentText(), room, needed)
        super().enterEvent(event)


def combo_of(entries: Iterable[tuple[str, object]]) -> CalmCombo:
    """A combo of words, each with what it stands for; it is as narrow as its place."""
    made = CalmCombo()
    made.setMinimumContentsLength(12)
    made.setSizeAdjustPolicy(QComboBox.SizeAdjustPolicy.AdjustToMinimumContentsLengthWithIcon)
    made.setMaxVisibleItems(16)
    fill(made, entries)
    return made


def fill(combo: QComboBox, entries: Iterable[tuple[str, object]]) -> None:
    """Offer other entries; what was chosen stays chosen where it is among them."""
    chosen = combo.currentData()
    combo.clear()
    for words, value in entries:
        combo.addItem(show(words), value)
    choose(combo, chosen)


def choose(combo: QComboBox, value: object) -> bool:
    """Choose the entry that stands for `value`, the first where there is none; whether there was one."""
    found = next((at for at in range(combo.count()) if combo.itemData(at) == value), -1)
    combo.setCurrentIndex(max(0, found))
    return found >= 0
