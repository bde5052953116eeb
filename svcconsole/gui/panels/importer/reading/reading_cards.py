"""The same rows in several readings, side by side: one card each, letters that differ tinted."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from PySide6.QtCore import QEvent, QPoint, QPointF, QSize, Qt, Signal
from PySide6.QtGui import (
    QFontMetrics,
    QHelpEvent,
    QMouseEvent,
    QPainter,
    QPaintEvent,
    QTextCharFormat,
    QTextLayout,
    QTextOption,
)
from PySide6.QtWidgets import QButtonGroup, QSizePolicy, QStyle, QWidget

from svcconsole.gui.design import fonts
from svcconsole.gui.design.colours import colour
from svcconsole.gui.design.metrics import dp
from svcconsole.gui.design.style import set_property
from svcconsole.gui.design.text import ElidedLabel, PlainLabel, show_tip, visible
from svcconsole.gui.design.words import show, tr
from svcconsole.gui.kit import quantity_words
from svcconsole.gui.kit.containers.boxes import STRETCH, Space, hbox, vbox
from svcconsole.gui.kit.containers.cards import Ground, Hairline, IconLabel
from svcconsole.gui.kit.containers.segments import Segments
from svcconsole.gui.kit.widgets.literal_buttons import RadioButton
from svcconsole.gui.panels.importer.reading.letters import Span, columns_shown, differing, signs
from svcconsole.tables.values.text_length import utf16_units

if TYPE_CHECKING:
    from svcconsole.tables.reading.questions import Choice, Question, ShownRow

COLUMNS = 2
BOTTOM = 10
ROW = 16
"""What a row is higher than its letters."""


class RowPainter(QWidget):
    """Rows of a fixed height, one below the other: what the cards and their row numbers have in common."""

    def __init__(self) -> None:
        super().__init__()
        self.count = 0
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)

    def row_height(self) -> int:
        return QFontMetrics(fonts.role_font("body")).height() + dp(ROW)

    def sizeHint(self) -> QSize:
        return QSize(dp(120), self.count * self.row_height())

    def minimumSizeHint(self) -> QSize:
        return QSize(dp(60), self.sizeHint().height())

    def changeEvent(self, event: QEvent) -> None:
        super().changeEvent(event)
        if event.type() == QEvent.Type.FontChange:
            self.updateGeometry()


class RowNumbers(RowPainter):
    """The numbers of the rows, at the end of their column."""

    def __init__(self) -> None:
        super().__init__()
        self._numbers: tuple[str, ...] = ()
        self.setSizePolicy(QSizePolicy.Policy.Fixed, QSizePolicy.Policy.Fixed)

    def set_numbers(self, numbers: Sequence[int]) -> None:
        self._numbers = tuple(map(quantity_words.count, numbers))
        self.count = len(self._numbers)
        self.updateGeometry()

    def sizeHint(self) -> QSize:
        return QSize(dp(44), super().sizeHint().height())

    def paintEvent(self, event: QPaintEvent) -> None:
        with QPainter(self) as painter:
            painter.setFont(fonts.role_font("body"))
            painter.setPen(colour("text2"))
            side = QStyle.visualAlignment(self.layoutDirection(), Qt.AlignmentFlag.AlignTrailing)
            for at, number in enumerate(self._numbers):
                room = self.rect().adjusted(0, at * self.row_height(), 0, 0)
                room.setHeight(self.row_height())
                painter.drawText(room, side | Qt.AlignmentFlag.AlignVCenter, number)


class ReadRows(RowPainter):
    """The cells of the rows in one reading, the letters in doubt on the warning's ground."""

    def __init__(self) -> None:
        super().__init__()
        self._rows: tuple[tuple[tuple[str, tuple[Span, ...]], ...], ...] = ()

    def set_rows(self, rows: Sequence[Sequence[tuple[str, tuple[Span, ...]]]]) -> None:
        """Each row's cells with the places of the letters in doubt."""
        self._rows = tuple(tuple(row) for row in rows)
        self.count = len(self._rows)
        self.setAccessibleName("; ".join(" ".join(text for text, _ in row) for row in self._rows))
        self.updateGeometry()
        self.update()

    def doubts(self) -> int:
        """How many letters are in doubt."""
        return sum(end - start for row in self._rows for _, spans in row for start, end in spans)

    def event(self, event: QEvent) -> bool:
        if isinstance(event, QHelpEvent) and event.type() == QEvent.Type.ToolTip:
            show_tip(event.globalPos(), self.cut_text(event.pos()), self)
            return True
        return super().event(event)

    def cut_text(self, place: QPoint) -> str:
        """The whole text of the cell there where it is cut; else nothing."""
        at = place.y() // self.row_height()
        row = self._rows[at] if 0 <= at < len(self._rows) else ()
        wide = self.width() // max(1, len(row))
        x = (
            place.x()
            if self.layoutDirection() == Qt.LayoutDirection.LeftToRight
            else self.width() - place.x()
        )
        column = x // max(1, wide)
        text = visible(row[column][0]) if 0 <= column < len(row) else ""
        metrics = QFontMetrics(fonts.role_font("body"))
        return text if metrics.horizontalAdvance(text) > wide - dp(12) else ""

    def paintEvent(self, event: QPaintEvent) -> None:
        with QPainter(self) as painter:
            height = self.row_height()
            for at, row in enumerate(self._rows):
                top = at * height
                if at:
                    painter.fillRect(0, top, self.width(), 1, colour("border"))
                wide = self.width() // max(1, len(row))
                for place, (text, spans) in enumerate(row):
                    left = place * wide
                    if self.layoutDirection() == Qt.LayoutDirection.RightToLeft:
                        left = self.width() - left - wide + dp(12)
                    line = _line(text, spans, wide - dp(12), self.layoutDirection())
                    line.draw(painter, QPointF(left, top + (height - line.boundingRect().height()) / 2))


def _line(text: str, spans: Sequence[Span], room: int, direction: Qt.LayoutDirection) -> QTextLayout:
    """One line of text cut to its room, with its marks, at the leading side of its column."""
    shown = visible(text)
    if shown != text:
        spans = ()
    metrics = QFontMetrics(fonts.role_font("body"))
    shown = metrics.elidedText(shown, Qt.TextElideMode.ElideRight, room)
    layout = QTextLayout(shown, fonts.role_font("body"))
    plain, doubtful = QTextCharFormat(), QTextCharFormat()
    plain.setForeground(colour("text"))
    doubtful.setForeground(colour("warning"))
    doubtful.setBackground(colour("warning_subtle"))
    formats = [_range(0, utf16_units(shown), plain)]
    formats += [
        _range(utf16_units(shown[:start]), utf16_units(shown[start:end]), doubtful)
        for start, end in spans
        if end <= len(shown)
    ]
    layout.setFormats(formats)
    side = QStyle.visualAlignment(direction, Qt.AlignmentFlag.AlignLeading)
    option = QTextOption(side | Qt.AlignmentFlag.AlignAbsolute)
    option.setTextDirection(Qt.LayoutDirection.LayoutDirectionAuto)
    layout.setTextOption(option)
    layout.beginLayout()
    line = layout.createLine()
    line.setLineWidth(max(room, 1))
    layout.endLayout()
    return layout


def _range(start: int, length: int, look: QTextCharFormat) -> QTextLayout.FormatRange:
    made = QTextLayout.FormatRange()
    made.start, made.length, made.format = start, length, look
    return made


class Head(QWidget):
    """What a reading is called, the languages it is for, what speaks for or against it."""

    def __init__(self, choice: Choice, key: int) -> None:
        super().__init__()
        self.radio = RadioButton(show(choice.label))
        fonts.set_role(self.radio, "strong")
        number = PlainLabel(quantity_words.count(key), "caption", "text2")
        self.languages = ElidedLabel(show(choice.text), "caption", "text2")
        said = (*choice.evidence, *choice.doubts)
        bad = bool(choice.doubts)
        self.verdict = PlainLabel(
            show(said[0]) if said else "", "label", "warning" if bad else "success", wrap=True
        )
        self.icon = IconLabel(
            "warning" if bad else "check", "warning" if bad else "success", 14, line="label"
        )
        under = vbox(
            self.languages,
            hbox((self.icon, 0, Qt.AlignmentFlag.AlignTop), (self.verdict, 1), spacing=6),
            spacing=4,
            margins=(24, 0, 0, 0),
        )
        vbox(hbox((self.radio, 1), number), under, STRETCH, parent=self, spacing=4, margins=(14, 12, 14, 10))
        self.icon.setVisible(bool(said))
        self.radio.setAccessibleDescription(". ".join(map(show, (choice.text, *said))))


class ReadingCard(Ground):
    """The frame of one reading; a click anywhere on it chooses it."""

    clicked = Signal()

    def __init__(self) -> None:
        super().__init__("card")

    def mousePressEvent(self, event: QMouseEvent) -> None:
        super().mousePressEvent(event)
        self.clicked.emit()


class ReadingCards(QWidget):
    """`chosen(key)`: another reading is chosen; none is beforehand."""

    chosen = Signal(str)

    def __init__(self) -> None:
        super().__init__()
        self.segments = Segments()
        self.segments.currentChanged.connect(lambda _at: self._fold())
        self.segments.hide()
        self._area = QWidget()
        self._cards = hbox(parent=self._area, spacing=12)
        self.group = QButtonGroup(self)
        self.heads: dict[str, Head] = {}
        self.rows: dict[str, ReadRows] = {}
        self.cards: dict[str, ReadingCard] = {}
        self.numbers = RowNumbers()
        self._narrow = False
        title = PlainLabel(tr("Row"), "caption", "text2")
        side = vbox(
            STRETCH, (title, 0, Qt.AlignmentFlag.AlignTrailing), Space(8), self.numbers, Space(BOTTOM)
        )
        self._cards.addLayout(side)
        vbox((self.segments, 0, Qt.AlignmentFlag.AlignLeft), self._area, parent=self, spacing=8)

    def show_question(self, question: Question) -> None:
        """One card a reading."""
        for card in self.cards.values():
            self._cards.removeWidget(card)
            card.hide()
            card.deleteLater()
        self.heads, self.rows, self.cards = {}, {}, {}
        self.group.deleteLater()
        self.group = QButtonGroup(self)
        if self.segments.count() != len(question.choices):
            self._replace_segments(question)
        places = columns_shown(question.rows, COLUMNS)
        self.numbers.set_numbers([row.number for row in question.rows])
        for at, choice in enumerate(question.choices):
            card, head, rows = ReadingCard(), Head(choice, at + 1), ReadRows()
            rows.set_rows(_cells(question, at, places))
            card.clicked.connect(lambda key=choice.key: self.choose(key))
            head.radio.toggled.connect(lambda on, key=choice.key: self._toggled(key, on))
            inset = hbox(rows, margins=(14, 0, 14, BOTTOM))
            vbox((head, 1), Hairline(), inset, parent=card, spacing=0)
            self.group.addButton(head.radio)
            self._cards.addWidget(card, 1)
            self.heads[choice.key], self.rows[choice.key], self.cards[choice.key] = head, rows, card
        self._fold()

    def _replace_segments(self, question: Question) -> None:
        old = self.segments
        self.segments = Segments()
        for choice in question.choices:
            self.segments.add(show(choice.label))
        self.segments.currentChanged.connect(lambda _at: self._fold())
        layout = self.layout()
        if layout is not None:
            layout.replaceWidget(old, self.segments)
        old.hide()
        old.deleteLater()

    def choice(self) -> str:
        """The key of the reading that is chosen, or nothing."""
        return next((key for key, head in self.heads.items() if head.radio.isChecked()), "")

    def choose(self, key: str) -> None:
        """Choose as a click would."""
        head = self.heads.get(key)
        if head is not None:
            head.radio.setFocus()
            head.radio.setChecked(True)

    def clear(self) -> None:
        """Nothing is chosen."""
        self.group.setExclusive(False)
        for head in self.heads.values():
            head.radio.setChecked(False)
        self.group.setExclusive(True)

    def set_narrow(self, narrow: bool) -> None:
        """Narrow: one card at a time, under segments."""
        self._narrow = narrow
        self._fold()

    def _fold(self) -> None:
        self.segments.setVisible(self._narrow)
        for at, (key, card) in enumerate(self.cards.items()):
            card.setVisible(not self._narrow or at == max(0, self.segments.current()))
            self.heads[key].radio.setFocusPolicy(
                Qt.FocusPolicy.StrongFocus if card.isVisibleTo(self) else Qt.FocusPolicy.NoFocus
            )

    def _toggled(self, key: str, on: bool) -> None:
        set_property(self.cards[key], "chosen", on)
        if on:
            self.chosen.emit(key)


def _cells(question: Question, at: int, places: Sequence[int]) -> list[list[tuple[str, tuple[Span, ...]]]]:
    """The cells shown of each row in reading `at`, with the letters to look at.

    Where nothing speaks against the likeliest reading: the signs in it, and in the others what they have
    otherwise. Where something does, none is the measure of the others: in each what any other has otherwise.
    """
    doubted = bool(question.choices[0].doubts)
    found = []
    for number, row in enumerate(question.choices[at].rows):
        cells = []
        for place in places:
            text = _cell(row, place)
            others = [
                _cell(choice.rows[number], place)
                for other, choice in enumerate(question.choices)
                if other != at and number < len(choice.rows)
            ]
            if not doubted:
                spans = differing(text, others[0]) if at else signs(text)
            else:
                spans = tuple(sorted({span for other in others for span in differing(text, other)}))
            cells.append((text, spans))
        found.append(cells)
    return found


def _cell(row: ShownRow, place: int) -> str:
    return row.cells[place] if place < len(row.cells) else ""
