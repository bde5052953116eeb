"""A tree of field rows: name, type and marks in one line, details below it."""

from __future__ import annotations

from collections.abc import Collection, Sequence

from PySide6.QtCore import QRect, QSize, Qt
from PySide6.QtGui import (
    QAccessible,
    QFocusEvent,
    QGuiApplication,
    QKeyEvent,
    QKeySequence,
    QPainter,
    QPaintEvent,
)
from PySide6.QtWidgets import QHBoxLayout, QSizePolicy, QStyle, QWidget

from svcconsole.api.reference.entry import Open
from svcconsole.gui.design import fonts
from svcconsole.gui.design.colours import colour
from svcconsole.gui.design.metrics import dp
from svcconsole.gui.design.painting import box, ring
from svcconsole.gui.design.text import ElidedLabel, PlainLabel, ltr, set_tip
from svcconsole.gui.design.words import show, tr
from svcconsole.gui.kit.containers.boxes import hbox, vbox
from svcconsole.gui.kit.containers.popover import Popover
from svcconsole.gui.kit.widgets.literal_buttons import PaintedButton
from svcconsole.gui.kit.widgets.pills import PillValue, paint_pill, pill_height, pill_width
from svcconsole.gui.panels.help.field_lines import FieldLine, translated

INDENT = 20
_STEPS = {Qt.Key.Key_Down: 1, Qt.Key.Key_Up: -1, Qt.Key.Key_PageDown: 10, Qt.Key.Key_PageUp: -10}


class OpenMark(PaintedButton):
    """The pill "Not documented"; it opens what is left open, and what the practice store does."""

    def __init__(self, points: Sequence[Open]) -> None:
        super().__init__()
        self._points = points
        fonts.set_role(self, "label")
        self._value = PillValue(tr("Not documented"), "unknown", "neutral", True)
        self.setAccessibleName(tr("Not documented by the service"))
        set_tip(self, tr("Not documented by the service"))
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setSizePolicy(QSizePolicy.Policy.Fixed, QSizePolicy.Policy.Fixed)
        self.setCursor(Qt.CursorShape.PointingHandCursor)
        self.clicked.connect(self.explain)

    def explain(self) -> None:
        """Open the popover."""
        content = QWidget()
        content.setFixedWidth(dp(320))
        column = vbox(parent=content, spacing=4, margins=4)
        for point in self._points:
            column.addWidget(PlainLabel(translated(point.question), "strong", wrap=True))
            column.addWidget(PlainLabel(tr("The specification does not say."), "caption", "text2", wrap=True))
            here = tr("Practice store: {answer}", answer=translated(point.here))
            column.addWidget(PlainLabel(here, "body", wrap=True))
            column.addSpacing(dp(4))
        self.popover = Popover(self)
        self.popover.setAccessibleName(" ".join(translated(point.question) for point in self._points))
        self.popover.set_content(content)
        self.popover.closed.connect(self.popover.deleteLater)
        self.popover.open_at(self)

    def sizeHint(self) -> QSize:
        return QSize(pill_width(self.font(), self._value), max(dp(24), pill_height(self.font()) + dp(4)))

    def paintEvent(self, event: QPaintEvent) -> None:
        with QPainter(self) as painter:
            high = pill_height(self.font())
            pill = QRect(0, (self.height() - high) // 2, self.width(), high)
            paint_pill(painter, pill, self._value, self.layoutDirection())
            if self.hasFocus():
                ring(painter, pill, high / 2)


class FieldRow(QWidget):
    """One field, or the heading of a shape; `found` while the search asks for it."""

    accessible_role = QAccessible.Role.ListItem

    def __init__(self, line: FieldLine, fields: FieldList, *, last: bool) -> None:
        super().__init__()
        self.line = line
        self._last = last
        self._fields = fields
        self._found = False
        self.mark: OpenMark | None = None
        self.setFocusPolicy(Qt.FocusPolicy.ClickFocus)
        self.setSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Preferred)
        whole = hbox(parent=self, spacing=0, margins=(8, 7, 8, 7))
        whole.addSpacing(dp(INDENT * line.depth))
        column = vbox(spacing=2)
        whole.addLayout(column, 1)
        below = " ".join(show(part) for part in (line.note, self._limits()) if part)
        if line.shape:
            column.addSpacing(dp(8))
            column.addWidget(PlainLabel(line.name, "heading", wrap=True))
        else:
            column.addLayout(self._head())
        if below:
            column.addWidget(PlainLabel(below, "caption", "text2", wrap=True))
        required = tr("required") if line.required else ""
        self.setAccessibleName(line.name)
        self.setAccessibleDescription(". ".join(filter(None, (line.type, required, below))))

    def set_found(self, found: bool) -> None:
        """Lay another ground under it while the search asks for it."""
        if found != self._found:
            self._found = found
            self.update()

    def is_found(self) -> bool:
        """Whether it is marked."""
        return self._found

    def _head(self) -> QHBoxLayout:
        row = hbox(spacing=8)
        name = PlainLabel(ltr(self.line.name), "mono")
        fonts.set_role(name, "mono", weight=600)
        middle = Qt.AlignmentFlag.AlignVCenter
        row.addWidget(name, 0, middle)
        row.addWidget(ElidedLabel(self.line.type, "caption", "text2"), 0, middle)
        if self.line.required:
            row.addWidget(PlainLabel(tr("required"), "label"), 0, middle)
        if self.line.open:
            self.mark = OpenMark(self.line.open)
            row.addWidget(self.mark, 0, middle)
        row.addStretch(1)
        return row

    def _limits(self) -> str:
        """Limits and choices as one sentence."""
        parts = [self.line.limits] if self.line.limits else []
        if len(self.line.choices) == 1:
            parts.append(tr("always {word}", word=self.line.choices[0]))
        elif self.line.choices:
            parts.append(tr("one of: {words}", words=" · ".join(self.line.choices)))
        text = "; ".join(parts)
        end = "" if self.line.choices or not text else "."  # a full stop could be read as part of a word
        return f"{text[:1].upper()}{text[1:]}{end}"

    def keyPressEvent(self, event: QKeyEvent) -> None:
        key = Qt.Key(event.key())
        if key in _STEPS:
            self._fields.step(self, _STEPS[key])
        elif key in (Qt.Key.Key_Home, Qt.Key.Key_End):
            self._fields.step(
                self, -len(self._fields.rows) if key == Qt.Key.Key_Home else len(self._fields.rows)
            )
        elif key in (Qt.Key.Key_Return, Qt.Key.Key_Enter, Qt.Key.Key_Space) and self.mark is not None:
            self.mark.explain()
        elif event.matches(QKeySequence.StandardKey.Copy):
            QGuiApplication.clipboard().setText(self.line.path)
        else:
            super().keyPressEvent(event)

    def focusInEvent(self, event: QFocusEvent) -> None:
        self._fields.be_current(self)
        super().focusInEvent(event)

    def paintEvent(self, event: QPaintEvent) -> None:
        with QPainter(self) as painter:
            if self._found:
                box(painter, self.rect(), dp(6), fill=colour("accent_subtle"), edge=colour("accent_text"))
            for level in range(self.line.depth):
                x = dp(8 + INDENT * level + 4)
                guide = QRect(x, 0, 1, self.height())
                painter.fillRect(
                    QStyle.visualRect(self.layoutDirection(), self.rect(), guide), colour("border")
                )
            if not self._last and not self._found:
                self._draw_hairline(painter)
            if self.hasFocus():
                ring(painter, self.rect(), dp(6))

    def _draw_hairline(self, painter: QPainter) -> None:
        bottom = QRect(dp(8 + INDENT * self.line.depth), self.height() - 1, self.width(), 1)
        painter.fillRect(
            QStyle.visualRect(self.layoutDirection(), self.rect(), bottom & self.rect()), colour("border")
        )


class FieldList(QWidget):
    """The rows of one request or answer; one of them is reached by Tab, the others by the arrows."""

    def __init__(self, name: str, lines: Sequence[FieldLine]) -> None:
        super().__init__()
        self.setAccessibleName(name)
        self.rows: list[FieldRow] = []
        column = vbox(parent=self, spacing=0)
        for line in lines:
            row = FieldRow(line, self, last=line is lines[-1])
            column.addWidget(row)
            self.rows.append(row)
        if self.rows:
            self.rows[0].setFocusPolicy(Qt.FocusPolicy.StrongFocus)

    def be_current(self, row: FieldRow) -> None:
        """Tab comes back to this row."""
        for other in self.rows:
            other.setFocusPolicy(Qt.FocusPolicy.StrongFocus if other is row else Qt.FocusPolicy.ClickFocus)

    def step(self, row: FieldRow, steps: int) -> None:
        """The focus goes so many rows on."""
        at = max(0, min(self.rows.index(row) + steps, len(self.rows) - 1))
        self.rows[at].setFocus(Qt.FocusReason.OtherFocusReason)

    def highlight(self, paths: Collection[str]) -> FieldRow | None:
        """Mark the rows of these paths; the first of them."""
        for row in self.rows:
            row.set_found(row.line.path in paths and not row.line.shape)
        return next((row for row in self.rows if row.is_found()), None)
