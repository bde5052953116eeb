"""The pace limit of a run: its value, and the popover that sets or lifts it."""

from __future__ import annotations

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QLineEdit, QWidget

from svcconsole.gui.design.metrics import dp
from svcconsole.gui.design.text import PlainLabel
from svcconsole.gui.design.words import tr
from svcconsole.gui.kit import quantity_words
from svcconsole.gui.kit.containers.boxes import STRETCH, hbox, vbox
from svcconsole.gui.kit.containers.fields import Field
from svcconsole.gui.kit.containers.popover import Popover
from svcconsole.gui.kit.forms.editors.numbers import whole_number
from svcconsole.gui.kit.widgets.buttons import button, link

MOST = 1_000_000
WIDTH = 300


class LimitForm(QWidget):
    """Rows a minute in a field; `chosen(int or None)` once it is a limit or there is to be none."""

    chosen = Signal(object)

    def __init__(self, rows_per_minute: int | None) -> None:
        super().__init__()
        self.number = QLineEdit(quantity_words.count(rows_per_minute) if rows_per_minute else "")
        self.number.setFixedWidth(dp(110))
        self.field = Field(
            tr("Rows a minute, at most"),
            self.number,
            help=tr("For this run only, from now on. It is kept when the run is stopped and resumed."),
        )
        self.set = button(tr("Set the limit"), kind="primary")
        self.lift = button(tr("No limit"))
        self.lift.setVisible(rows_per_minute is not None)
        line = hbox(STRETCH, self.lift, self.set, spacing=8)
        vbox(self.field, line, parent=self, spacing=12)
        self.setFixedWidth(dp(WIDTH))
        self.number.selectAll()
        self.number.returnPressed.connect(self._set)
        self.set.clicked.connect(self._set)
        self.lift.clicked.connect(lambda: self.chosen.emit(None))

    def _set(self) -> None:
        number = whole_number(self.number.text(), 1, MOST)
        if number is not None:
            self.chosen.emit(number)
            return
        self.field.set_error(
            tr("A limit is a whole number from 1 to {most}.", most=quantity_words.count(MOST))
        )
        self.number.setFocus()
        if (window := self.window()) is not self:
            window.adjustSize()


class PaceLimit(QWidget):
    """How many batches go at once, the limit, and the link that changes it: `wanted(int or None)`."""

    wanted = Signal(object)

    def __init__(self) -> None:
        super().__init__()
        self.now = PlainLabel("", role="caption", tone="text2")
        self.change = link("")
        self.form: LimitForm | None = None
        self._limit: int | None = None
        self._popover: Popover | None = None
        hbox(self.now, self.change, parent=self, spacing=8)
        self.change.clicked.connect(self._open)
        self.show_pace(None, None)

    def show_pace(self, at_once: int | None, rows_per_minute: int | None) -> None:
        """What the run found by itself, and what it is held to; no number while it is not known."""
        parts = []
        if rows_per_minute is not None:
            parts.append(quantity_words.limited(rows_per_minute))
        if at_once is not None:
            parts.append(tr("{n} at once, found by itself", n=quantity_words.count(at_once)))
        self._limit = rows_per_minute
        self.now.setText("  ·  ".join(parts))
        self.now.setVisible(bool(parts))
        self.change.setText(tr("Set a limit") if rows_per_minute is None else tr("Change the limit"))

    def _open(self) -> None:
        if self._popover is None:
            self._popover = Popover(self)
            self._popover.closed.connect(self.change.setFocus)
        self.form = LimitForm(self._limit)
        self.form.chosen.connect(self._chosen)
        self._popover.set_content(self.form)
        self._popover.open_at(self.change)
        self.form.number.setFocus()

    def _chosen(self, rows_per_minute: int | None) -> None:
        if self._popover is not None:
            self._popover.hide()
        self.wanted.emit(rows_per_minute)
