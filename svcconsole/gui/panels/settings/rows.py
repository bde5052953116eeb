"""Rows of settings and the sections they stand in: name and help, the control, the way back."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import QRect, QSize, Qt, Signal
from PySide6.QtGui import QFontMetrics, QPainter, QPaintEvent, QResizeEvent
from PySide6.QtWidgets import QLineEdit, QWidget

from svcconsole.gui.design import fonts
from svcconsole.gui.design.accessible import call, describe
from svcconsole.gui.design.colours import colour
from svcconsole.gui.design.metrics import dp
from svcconsole.gui.design.painting import box, words
from svcconsole.gui.design.text import PlainLabel, set_tip
from svcconsole.gui.design.words import show, tr
from svcconsole.gui.kit.containers.boxes import hbox, set_margins, vbox
from svcconsole.gui.kit.containers.cards import Hairline, IconLabel, SectionHeading
from svcconsole.gui.kit.widgets.buttons import tool_button

BACK = 28
"""The width of the column with the way back."""
LEAST_WORDS = 240
"""Where name and help would have less room than this, the control stands below them."""


class FoundName(QWidget):
    """A setting's name in one line; the letters that were searched for stand on a ground of their own."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self._text = show(text)
        self._found = ""
        fonts.set_role(self, "strong")
        self.setAccessibleName(self._text)

    def mark(self, found: str) -> None:
        """Show where `found` is in it; nothing where it is not."""
        self._found = found
        self.update()

    def sizeHint(self) -> QSize:
        metrics = QFontMetrics(self.font())
        return QSize(metrics.horizontalAdvance(self._text) + dp(4), metrics.height())

    def paintEvent(self, event: QPaintEvent) -> None:
        with QPainter(self) as painter:
            painter.setFont(self.font())
            at = self._text.casefold().find(self._found.casefold()) if self._found else -1
            if at >= 0:
                metrics = painter.fontMetrics()
                before = metrics.horizontalAdvance(self._text[:at])
                wide = metrics.horizontalAdvance(self._text[at : at + len(self._found)])
                left = before if self.layoutDirection() == Qt.LayoutDirection.LeftToRight else (
                    self.width() - before - wide
                )  # fmt: skip
                box(painter, QRect(left, 0, wide, self.height()), dp(3), fill=colour("accent_subtle"))
            words(painter, self.rect(), self._text, "text", self.layoutDirection())


class SettingRow(QWidget):
    """Name and help at the leading side, `control` at the end; a way back where `is_changed`.

    `also` are words by which it is found besides its name and its help.
    """

    reset_wanted = Signal()

    def __init__(
        self,
        name: str,
        help: str,
        control: QWidget,
        *,
        also: str = "",
        is_changed: Callable[[], bool] | None = None,
    ) -> None:
        super().__init__()
        self._is_changed = is_changed
        self._words = " ".join(show(part) for part in (name, help, also)).casefold()
        self.name = FoundName(name)
        column = self._column = vbox(self.name, spacing=0)
        if help:
            column.addWidget(PlainLabel(help, "caption", "text2", wrap=True))
        self.back = tool_button("undo", tr("Back to the default"), "accent_text")
        self.back.clicked.connect(self.reset_wanted)
        keeper = QWidget()
        keeper.setFixedWidth(dp(BACK))
        hbox(self.back, parent=keeper)
        self.locked = IconLabel("lock", "text2", 14)
        self.locked.hide()
        row = self._row = hbox((column, 1), self.locked, control, keeper, spacing=12, margins=(0, 4, 0, 4))
        self._problem = PlainLabel("", "caption", "danger", wrap=True)
        set_margins(self._problem, 0, 0, BACK + 12, 7)
        self._problem.hide()
        vbox(row, self._problem, Hairline(), parent=self, spacing=0)
        self.control = control
        if not control.accessibleName():
            call(control, show(name))
        for part in (control, *control.findChildren(QLineEdit)):
            if not part.accessibleName() and isinstance(part, QLineEdit):
                part.setAccessibleName(show(name))
            if help and not part.accessibleDescription().strip():
                describe(part, show(help))
        self.show_change()

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        room = self.width() - dp(BACK) - 2 * self._row.spacing() - self.control.sizeHint().width()
        below, is_below = room < dp(LEAST_WORDS), self._column.indexOf(self.control) >= 0
        if below and not is_below:
            self._row.removeWidget(self.control)
            self._column.addWidget(self.control, 0, Qt.AlignmentFlag.AlignLeading)
        elif is_below and not below:
            self._column.removeWidget(self.control)
            self._row.insertWidget(2, self.control)
        self._column.setSpacing(dp(4) if below else 0)

    def is_changed(self) -> bool:
        """Whether it differs from its default."""
        return self._is_changed is not None and self._is_changed()

    def show_change(self) -> None:
        """Offer the way back where there is one."""
        self.back.setVisible(self.is_changed() and self.locked.isHidden())

    def problem(self) -> str:
        """Why what was set last is not kept; blank where it is."""
        return self._problem.text()

    def show_problem(self, sentence: str) -> None:
        """Say under the control why it is not kept; blank takes it down."""
        self._problem.setText(sentence)
        self._problem.setVisible(bool(sentence))

    def lock(self, reason: str) -> None:
        """Let nobody change it here; the reason stands in the hint. Blank lets them again."""
        self.locked.setVisible(bool(reason))
        self.control.setEnabled(not reason)
        set_tip(self.locked, reason)
        set_tip(self.control, reason)
        self.locked.setAccessibleName(reason)
        self.show_change()

    def search(self, searched: str) -> bool:
        """Show it where every word that was searched is in it; whether it is shown."""
        found = all(word in self._words for word in searched.casefold().split())
        self.name.mark(searched.strip())
        self.setVisible(found)
        return found


class SettingSection(QWidget):
    """A heading and its rows. `changed()`: one of them differs from its default now, or does no more."""

    changed = Signal()

    def __init__(self, name: str, icon: str, note: str = "") -> None:
        super().__init__()
        self.title, self.icon = show(name), icon
        self.rows: list[SettingRow] = []
        self._column = vbox(SectionHeading(name, note), parent=self, spacing=0, margins=(0, 0, 0, 12))
        self.setAccessibleName(self.title)

    def add(self, row: SettingRow) -> SettingRow:
        """One more row."""
        self.rows.append(row)
        self._column.addWidget(row)
        return row

    def add_part(self, part: QWidget) -> None:
        """Something that is no row: it is found by the section's name alone."""
        self._column.addSpacing(dp(6))
        self._column.addWidget(part)

    def count_changed(self) -> int:
        """How many of its settings differ from their defaults."""
        return sum(row.is_changed() for row in self.rows)

    def show_changes(self) -> None:
        """Look at every setting again."""
        for row in self.rows:
            row.show_change()
        self.changed.emit()

    def search(self, searched: str) -> bool:
        """Show what was searched; all of it where its own name is meant. Whether anything is shown."""
        whole = not searched.strip() or searched.strip().casefold() in self.title.casefold()
        found = [row.search("" if whole else searched) for row in self.rows]
        shown = whole or any(found)
        self.setVisible(shown)
        return shown
