"""The frame around one field of a form, and the grid that lays fields out in one or two columns."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from PySide6.QtCore import QEvent, QObject, QSize, Qt, Signal
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QSizePolicy, QWidget

from svcconsole.gui.design.accessible import call, describe
from svcconsole.gui.design.metrics import dp
from svcconsole.gui.design.style import set_property
from svcconsole.gui.design.text import ElidedLabel, PlainLabel, set_tip, visible
from svcconsole.gui.design.words import sentences, show, tr
from svcconsole.gui.kit.containers.boxes import grid_box, hbox, vbox
from svcconsole.gui.kit.containers.cards import IconLabel
from svcconsole.gui.kit.containers.message_line import MessageLine
from svcconsole.gui.kit.widgets.buttons import Button, link
from svcconsole.gui.kit.widgets.pills import Pill

TWO_COLUMNS_FROM: Final = 600
Fix = tuple[str, Callable[[], object]]
"""The words of a link that puts an error right, and what it does."""


class Field(QWidget):
    """Label line, editor, and below it either help or an error, never both."""

    left = Signal()
    """The editor lost the focus to another field."""

    def __init__(
        self,
        label: str,
        editor: QWidget,
        *,
        required: bool = False,
        optional: bool = False,
        help: str = "",
        parent: QWidget | None = None,
    ) -> None:
        super().__init__(parent)
        label, help = show(label), show(help)
        self.editor = editor
        self._help = help
        self._said: tuple[str, bool] | None = None
        self._was_text: str | None = None
        self._state_before_lock = ""
        column = vbox(parent=self, spacing=4)
        line = hbox(spacing=8)
        base = Qt.AlignmentFlag.AlignVCenter
        self._label = PlainLabel(label, "label")
        self._mark = PlainLabel("", "micro", "text2")
        self._was = ElidedLabel("", "micro", "warning")
        self._trail = ElidedLabel("", "micro", "text2")
        self._trail.setAlignment(Qt.AlignmentFlag.AlignTrailing | base)
        line.addWidget(self._label, 0, base)
        line.addWidget(self._mark, 0, base)
        line.addWidget(self._was, 1, base)
        line.addStretch(0)
        line.addWidget(self._trail, 0, base)
        self._line = line
        self._badge: Pill | None = None
        column.addLayout(line)
        column.addWidget(editor)
        below = hbox(spacing=6)
        self._error_icon = IconLabel("error", "danger", 14)
        self._below = MessageLine(self, editor)
        self._below.set_room(help)
        self._fix: Button | None = None
        below.addWidget(self._error_icon, 0, Qt.AlignmentFlag.AlignTop)
        below.addWidget(self._below, 1)
        self._below_row = below
        column.addLayout(below)
        self.setSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Maximum)
        self._was.hide()
        self._trail.hide()
        if required:
            self._mark.setText(tr("required"))
        elif optional:
            self._mark.setText(tr("optional"))
        self._mark.setVisible(required or optional)
        call(editor, label)
        editor.installEventFilter(self)
        self.set_error(None)

    def label(self) -> str:
        """The field's name."""
        return self._label.text()

    def is_required(self) -> bool:
        """Whether it says that it must be filled in."""
        return self._mark.text() == tr("required") and not self._mark.isHidden()

    def set_label(self, label: str, *, required: bool) -> None:
        """Another name, where a choice elsewhere gives the field another part to play."""
        label = show(label)
        self._label.setText(label)
        self._mark.setText(tr("required") if required else "")
        self._mark.setVisible(required)
        call(self.editor, label)
        self._describe()

    def help_text(self) -> str:
        """What is said of the field where nothing is wrong with it."""
        return self._help

    def error(self) -> str:
        """The error shown, or nothing."""
        return self._below.text() if self._error_icon.isVisibleTo(self) else ""

    def set_error(self, sentence: str | None, fix: Fix | None = None) -> None:
        """Show what is wrong in the help's place, with a link that puts it right where there is one."""
        sentence = None if sentence is None else visible(sentence)
        wrong = bool(sentence)
        said = (sentence or self._help, wrong)
        if said == self._said and fix is None and self._fix is None:
            return
        self._said = said
        self._below.setText(sentence or self._help)
        self._below.set_tone("danger" if wrong else "text2")
        self._error_icon.setVisible(wrong)
        if self._fix is not None:
            self._fix.hide()
            self._fix.deleteLater()
            self._fix = None
        if fix is not None:
            words, act = fix
            self._fix = link(words, "label")
            self._fix.setFixedHeight(self._below.fontMetrics().height())
            self._fix.clicked.connect(lambda _checked=False: act())
            self._below_row.addWidget(self._fix, 0, Qt.AlignmentFlag.AlignTop)
        self._show_state()

    def set_was(self, text: str | None) -> None:
        """What stood here before it was changed: "61" shows as "was 61"; None when unchanged."""
        if text == self._was_text:
            return
        self._was_text = text
        self._was.setVisible(text is not None)
        if text is not None:
            shown = visible(text) if text else tr("empty")
            self._was.setText(tr("was {old}", old=shown))
        self._show_state()

    def set_locked(self, reason: str | None) -> None:
        """It cannot be changed here, and why; None unlocks it."""
        set_read_only = getattr(self.editor, "setReadOnly", None)
        if callable(set_read_only):
            set_read_only(reason is not None)
        else:
            self.editor.setEnabled(reason is None)
        self._locked = reason is not None
        self.set_counter(reason or "")
        self._show_state()

    def is_locked(self) -> bool:
        """Whether it cannot be changed here."""
        return self._locked

    _locked = False

    def _show_state(self) -> None:
        if self._locked:
            state = "locked"
        elif self._error_icon.isVisibleTo(self):
            state = "error"
        else:
            state = "edited" if self._was.isVisibleTo(self) else ""
        set_property(self.editor, "state", state)
        self._describe()

    def _describe(self) -> None:
        """What stands around the editor, for those who hear it: it has no such states of its own."""
        parts = (
            tr("Required.") if self.is_required() else "",
            tr("Cannot be changed here.") if self._locked else "",
            tr("Not valid.") if self.error() else "",
            self._below.text(),
            tr("Changed; {old}.", old=self._was.text()) if self._was_text is not None else "",
            self._trail.text() if not self._trail.isHidden() else "",
        )
        describe(self.editor, sentences(*parts))

    def set_help(self, text: str) -> None:
        """Another line of help; once the field is on screen, it has the room there is."""
        if text != self._help:
            self._help = text
            if not self.isVisible():
                self._below.set_room(show(text))
            if not self.error():
                self.set_error(None)

    def set_counter(self, text: str, tone: str = "text2") -> None:
        """A quiet remark at the end of the label line: a counter, a unit, a reason."""
        self._trail.setText(text)
        self._trail.set_tone(tone)
        self._trail.setVisible(bool(text))
        self._describe()

    def set_badge(self, words: str, tip: str) -> None:
        """The outlined pill of what the specification does not say; `tip` quotes what it does say."""
        if self._badge is None:
            self._badge = Pill(words, "unknown", "neutral", outlined=True)
            self._line.addWidget(self._badge)
        self._badge.set(words, "unknown", "neutral")
        set_tip(self._badge, tip)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if event.type() == QEvent.Type.FocusOut:
            self.left.emit()
        return False


class FieldGrid(QWidget):
    """Fields in two columns from 600 of width, in one below; spanning ones always span."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._grid = grid_box(parent=self, spacing=(16, 8))
        self._cells: list[tuple[QWidget, bool]] = []
        self._columns = 0

    def add(self, widget: QWidget, span: bool = False) -> None:
        """One more field, or any widget."""
        self._cells.append((widget, span))
        self._columns = 0
        self._arrange()

    def columns(self) -> int:
        """How many columns there are now."""
        return self._columns

    def arrange(self) -> None:
        """Close the gaps of what is hidden now, and make room for what is shown again."""
        self._columns = 0
        self._arrange()

    def _arrange(self) -> None:
        wanted = 2 if self.width() >= dp(TWO_COLUMNS_FROM) else 1
        if wanted == self._columns:
            return
        self._columns = wanted
        for widget, _span in self._cells:
            self._grid.removeWidget(widget)
        row = column = 0
        for widget, span in self._cells:
            if _is_put_away(widget):
                continue
            if column and (span or column >= wanted):
                row, column = row + 1, 0
            if span or wanted == 1:
                self._grid.addWidget(widget, row, 0, 1, wanted)
                row, column = row + 1, 0
                continue
            self._grid.addWidget(widget, row, column, Qt.AlignmentFlag.AlignTop)
            column += 1
            # Two columns share the room evenly, as those of the next section do, whatever a field would like.
            policy = widget.sizePolicy()
            policy.setHorizontalPolicy(QSizePolicy.Policy.Ignored)
            widget.setSizePolicy(policy)
        for index in range(2):
            self._grid.setColumnStretch(index, 1 if index < wanted else 0)
        self._grid.activate()

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._arrange()

    def minimumSizeHint(self) -> QSize:
        return QSize(dp(200), super().minimumSizeHint().height())


def _is_put_away(widget: QWidget) -> bool:
    """Whether somebody hid it: one that was never shown counts as hidden for Qt, too."""
    return widget.isHidden() and widget.testAttribute(Qt.WidgetAttribute.WA_WState_ExplicitShowHide)
