"""Containers of a page: cards, hairlines, headings, scrolling pages, list rows, decision boxes."""

from __future__ import annotations

from PySide6.QtCore import QEvent, QRect, QRectF, QSize, Qt
from PySide6.QtGui import QAccessible, QFontMetrics, QPainter, QPainterPath, QPaintEvent, QResizeEvent
from PySide6.QtWidgets import (
    QBoxLayout,
    QFrame,
    QPushButton,
    QScrollArea,
    QSizePolicy,
    QStyle,
    QVBoxLayout,
    QWidget,
)

from svcconsole.gui.design import fonts, icons
from svcconsole.gui.design.accessible import is_heading
from svcconsole.gui.design.colours import colour
from svcconsole.gui.design.metrics import dp
from svcconsole.gui.design.painting import box, rounded_path, words
from svcconsole.gui.design.text import ElidedLabel, PlainLabel
from svcconsole.gui.design.words import dotted, show, tr
from svcconsole.gui.kit.containers.boxes import hbox, vbox
from svcconsole.gui.kit.containers.flow import FlowLayout
from svcconsole.gui.kit.two_lines import TwoLines, paint_ground, paint_lines
from svcconsole.gui.kit.widgets.literal_buttons import PaintedButton


class Ground(QWidget):
    """A container standing on a token's ground, with a hairline on one side if asked."""

    def __init__(self, bg: str, line: str | None = None, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setAttribute(Qt.WidgetAttribute.WA_StyledBackground)
        self.setProperty("bg", bg)
        if line is not None:
            self.setProperty("line", line)


class Card(Ground):
    """A surface with a hairline and a radius of 8; `.body` holds its content."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__("card", parent=parent)
        self.body = vbox(parent=self, spacing=8, margins=16)


class Framed(QWidget):
    """One square part, a table say, in a frame with a hairline and round corners, on a token's ground."""

    def __init__(self, part: QWidget, outside: str = "surface", parent: QWidget | None = None) -> None:
        super().__init__(parent)
        column = QVBoxLayout(self)
        column.setContentsMargins(1, 1, 1, 1)
        column.addWidget(part)
        self._rim = _Rim(outside, self)

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._rim.setGeometry(self.rect())
        self._rim.raise_()


class _Rim(QWidget):
    """Lies over the part: paints the ground over its corners, and the edge."""

    def __init__(self, outside: str, parent: QWidget) -> None:
        super().__init__(parent)
        self._outside = outside
        self.setAttribute(Qt.WidgetAttribute.WA_TransparentForMouseEvents)

    def paintEvent(self, event: QPaintEvent) -> None:
        with QPainter(self) as painter:
            painter.setRenderHint(QPainter.RenderHint.Antialiasing)
            whole = QRectF(self.rect())
            corners = QPainterPath()
            corners.addRect(whole)
            painter.fillPath(corners - rounded_path(whole, dp(8)), colour(self._outside))
            box(painter, whole, dp(8), edge=colour("border"))


class Hairline(QWidget):
    """One pixel between two sections."""

    def __init__(
        self, orientation: Qt.Orientation = Qt.Orientation.Horizontal, parent: QWidget | None = None
    ) -> None:
        super().__init__(parent)
        if orientation == Qt.Orientation.Horizontal:
            self.setFixedHeight(1)
        else:
            self.setFixedWidth(1)

    def paintEvent(self, event: QPaintEvent) -> None:
        with QPainter(self) as painter:
            painter.fillRect(self.rect(), colour("border"))


class SectionHeading(QWidget):
    """A group's heading with a quiet note after it or at its end."""

    def __init__(
        self,
        title: str,
        note: str = "",
        trailing: QWidget | None = None,
        role: str = "section",
        parent: QWidget | None = None,
    ) -> None:
        super().__init__(parent)
        row = hbox(parent=self, spacing=8)
        self._title = ElidedLabel(title, role, "text2" if role == "label" else "text")
        self._note = ElidedLabel(note, "caption", "text2")
        row.addWidget(self._title, 0, Qt.AlignmentFlag.AlignBaseline)
        row.addWidget(self._note, 0, Qt.AlignmentFlag.AlignBaseline)
        row.addStretch(1)
        if trailing is not None:
            row.addWidget(trailing, 0, Qt.AlignmentFlag.AlignVCenter)
        self.setSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Fixed)

    def set_title(self, title: str) -> None:
        """Another heading."""
        self._title.setText(title)

    def set_note(self, note: str) -> None:
        """Another note; empty shows none."""
        self._note.setText(note)


class ScrollPage(QScrollArea):
    """A page whose body scrolls, so that wrapped text never raises the window's minimum; fill `.body`."""

    accessible_role = QAccessible.Role.Section
    """Of a pane screen readers read every label at each step into it."""

    def __init__(self, bg: str = "surface", inset: int = 20, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setWidgetResizable(True)
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setProperty("bg", bg)
        self.content = QWidget()
        self.body = vbox(parent=self.content, spacing=12, margins=(inset, 16, inset, 16))
        self.setWidget(self.content)

    def accessible_label(self) -> str:
        """The keyboard scrolls it, so that a screen reader comes to it: it is called by its first heading, as
        soon as somebody asks, which may be before it is shown. A number alone says nothing."""
        labels = self.content.findChildren(PlainLabel)
        words = [label for label in labels if any(map(str.isalpha, label.text()))]
        shown = [label for label in words if label.isVisibleTo(self)]
        return next((label.text() for label in (*filter(is_heading, shown), *shown)), tr("Page"))

    def reveal(self, widget: QWidget) -> None:
        """Scroll until `widget` is on screen with air around it."""
        self.ensureWidgetVisible(widget, dp(24), dp(48))


class RowButton(PaintedButton):
    """A row of a side list that can be chosen: icon, title, a line that explains it, a number."""

    def __init__(
        self,
        icon: str | None,
        tone: str,
        title: str,
        sub: str = "",
        trailing: str = "",
        *,
        parent: QWidget | None = None,
    ) -> None:
        super().__init__(parent)
        self._icon, self._tone, self._sub, self._trailing = icon, tone, show(sub), show(trailing)
        self.setText(show(title))
        self.setCheckable(True)
        self.setAutoExclusive(True)
        self.setAttribute(Qt.WidgetAttribute.WA_Hover)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        fonts.set_role(self, "strong")
        self._name()

    def set_texts(self, title: str, sub: str = "", trailing: str = "") -> None:
        """Other words in the same row."""
        self.setText(show(title))
        self._sub, self._trailing = show(sub), show(trailing)
        self._name()
        self.updateGeometry()
        self.update()

    def set_icon(self, icon: str, tone: str) -> None:
        """Another icon: what it stands for has another state."""
        self._icon, self._tone = icon, tone
        self.update()

    def _name(self) -> None:
        self.setAccessibleName(self.text())
        self.setAccessibleDescription(dotted(self._sub, self._trailing))

    def _lines(self) -> TwoLines:
        return TwoLines(self.text(), self._sub or None)

    def tip_words(self) -> str:
        return "\n".join(part for part in (self.text(), self._sub) if part)

    def whole_width(self) -> int:
        number = QFontMetrics(self.font()).horizontalAdvance(self._trailing)
        beside = (dp(16) + dp(8) if self._icon else 0) + (number + dp(8) if number else 0)
        return self._lines().width() + beside + dp(8) + dp(10)

    def sizeHint(self) -> QSize:
        return QSize(dp(200), max(dp(30), sum(self._lines().heights()) + dp(10)))

    def minimumSizeHint(self) -> QSize:
        return QSize(dp(120), self.sizeHint().height())

    def paintEvent(self, event: QPaintEvent) -> None:
        with QPainter(self) as painter:
            direction = self.layoutDirection()
            whole = self.rect()
            paint_ground(
                painter,
                whole,
                dp(6),
                chosen=self.isChecked(),
                hovered=self.underMouse(),
                focused=self.hasFocus(),
            )
            inner = whole.adjusted(dp(8), 0, -dp(10), 0)

            def placed(rect: QRect) -> QRect:
                return QStyle.visualRect(direction, whole, rect)

            if self._icon:
                icons.paint(
                    painter,
                    self._icon,
                    self._tone,
                    placed(QRect(inner.left(), 0, dp(16), whole.height())),
                    dp(16),
                )
                inner.setLeft(inner.left() + dp(16) + dp(8))
            number = QFontMetrics(self.font()).horizontalAdvance(self._trailing)
            painter.setFont(fonts.role_font("strong" if self.isChecked() else "body"))
            tone = "text" if self.isChecked() else "text2"
            words(
                painter, placed(inner), self._trailing, tone, direction, side=Qt.AlignmentFlag.AlignTrailing
            )
            if number:
                inner.setRight(inner.right() - number - dp(8))
            lines = self._lines()
            inner.setTop((whole.height() - sum(lines.heights())) // 2)
            paint_lines(painter, whole, inner, lines, direction)


class IconLabel(QWidget):
    """A tinted icon as a widget of its own; it says nothing to a screen reader, the word beside it does.

    `line`: the role of the text it stands beside. It is as high as one line of that, so that at the top of a
    text of several lines it is level with the first.
    """

    def __init__(
        self,
        icon: str,
        tone: str = "text2",
        size: int = 16,
        parent: QWidget | None = None,
        *,
        line: str = "",
    ) -> None:
        super().__init__(parent)
        self._icon, self._token, self._size, self._line = icon, tone, size, line
        self._fit()

    def _fit(self) -> None:
        side = dp(self._size)
        height = QFontMetrics(fonts.role_font(self._line)).height() if self._line else side
        self.setFixedSize(side, max(side, height))

    def changeEvent(self, event: QEvent) -> None:
        super().changeEvent(event)
        if event.type() == QEvent.Type.FontChange:
            self._fit()

    def set(self, icon: str, token: str) -> None:
        """Another icon in another colour."""
        self._icon, self._token = icon, token
        self.update()

    def name(self) -> str:
        """The icon that is shown."""
        return self._icon

    def paintEvent(self, event: QPaintEvent) -> None:
        with QPainter(self) as painter:
            icons.paint(painter, self._icon, self._token, self.rect(), dp(self._size))


class DecisionBox(Ground):
    """What happened, why we do not guess, the ways out: one box on top of the rows it is about."""

    def __init__(self, icon: str, tone: str, title: str, text: str, parent: QWidget | None = None) -> None:
        super().__init__("well", parent=parent)
        whole = hbox(parent=self, spacing=14, margins=(14, 12, 14, 12))
        self._icon = IconLabel(icon, tone, 20, line="section")
        whole.addWidget(self._icon, 0, Qt.AlignmentFlag.AlignTop)
        column = self._column = vbox(spacing=4)
        self._title = PlainLabel(title, "section", wrap=True)
        self._text = PlainLabel(text, "caption", "text2", wrap=True)
        column.addWidget(self._title)
        column.addWidget(self._text)
        self._ways = FlowLayout(gap=8)
        self._ways.setContentsMargins(0, dp(6), 0, 0)
        self._note = PlainLabel("", "caption", "text2")
        self._note.hide()
        self._note.setMinimumWidth(1)  # the box may grow narrower than its row; then the note moves
        self._foot = QBoxLayout(QBoxLayout.Direction.LeftToRight)
        self._foot.setSpacing(dp(8))
        self._foot.addLayout(self._ways, 1)
        self._foot.addWidget(self._note)
        column.addLayout(self._foot)
        whole.addLayout(column, 1)

    def set_texts(self, title: str, text: str) -> None:
        """Another question."""
        self._title.setText(title)
        self._text.setText(text)

    def set_icon(self, icon: str, tone: str) -> None:
        """Another icon."""
        self._icon.set(icon, tone)

    def add_row(self, row: QWidget) -> None:
        """What is to be chosen first, between the texts and the ways out."""
        self._column.insertWidget(self._column.count() - 1, row)

    def add_button(self, button: QPushButton) -> None:
        """One more way out."""
        self._ways.addWidget(button)
        self._fold()

    def clear_buttons(self) -> None:
        """Take the ways out away."""
        while self._ways.count():
            item = self._ways.takeAt(0)
            widget = item.widget() if item is not None else None
            if widget is not None:
                widget.hide()
                widget.deleteLater()

    def set_note(self, note: str) -> None:
        """A quiet remark at the end of the ways out, under them where there is no room."""
        self._note.setText(note)
        self._note.setVisible(bool(note))
        self._fold()

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._fold()

    def _fold(self) -> None:
        beside = self._ways.row_width() + self._note.sizeHint().width() + 2 * self._foot.spacing()
        room = self.width() - self._icon.sizeHint().width() - 3 * dp(14)
        row, column = QBoxLayout.Direction.LeftToRight, QBoxLayout.Direction.TopToBottom
        self._foot.setDirection(row if beside <= room else column)
