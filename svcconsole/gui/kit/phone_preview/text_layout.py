"""Lays out text on the phone in WhatsApp's styles with Qt's text engine."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Final

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import (
    QColor,
    QFont,
    QFontMetricsF,
    QPainter,
    QTextCharFormat,
    QTextLayout,
    QTextOption,
)

from svcconsole.gui.kit.phone_preview.phone_metrics import PhoneMetrics
from svcconsole.services.messaging.appearance.direction import is_right_to_left
from svcconsole.services.messaging.appearance.formatting import Line, Span, Style, lines
from svcconsole.services.messaging.appearance.variables import PLACE

LONGEST: Final = 8_192
"""Characters laid out at most, twice what any message may have; what follows is "…"."""
INDENT: Final = {"plain": 0.0, "quote": 10.0, "bullet": 14.0, "number": 20.0}
_UNDRAWABLE: Final = re.compile("[\ud800-\udfff\x00]")


def drawable(text: str) -> str:
    """`text` as Qt can hold it: half surrogates and NUL become "�"; much too long ends in "…"."""
    kept = text if len(text) <= LONGEST else text[:LONGEST] + "…"
    return _UNDRAWABLE.sub("\ufffd", kept)


def units(text: str) -> int:
    """How long Qt holds `text` to be: characters outside the first plane count twice."""
    return len(text) + sum(character > "\uffff" for character in text)


@dataclass
class _Laid:
    """One typed line, laid out: where it stands in its block, and how wide it came out."""

    line: Line
    layout: QTextLayout
    at: QPointF
    height: float
    right: bool


@dataclass
class Words:
    """A block of text `width` wide; `most` visual lines of it, all when 0. `suspects` are underlined."""

    face: PhoneMetrics
    text: str
    width: float
    size: str = "text"
    ink: str = "text"
    bold: bool = False
    styled: bool = True
    most: int = 0
    suspects: tuple[str, ...] = ()
    folded: bool = field(default=False, init=False)
    height: float = field(default=0.0, init=False)
    natural: float = field(default=0.0, init=False)
    last: float = field(default=0.0, init=False)
    ends_right: bool = field(default=False, init=False)
    visual_lines: int = field(default=0, init=False)
    _laid: list[_Laid] = field(default_factory=list, init=False)

    def __post_init__(self) -> None:
        """`natural` is the widest line's width, `last` the last one's; `ends_right`: that one runs
        right to left; `folded`: there is more than `most` lines."""
        self.text = drawable(self.text)
        self._font = self.face.font(self.size, bold=self.bold)
        self._step = self.face.line(self.size)
        for line in self._read():
            if self.most and self.visual_lines >= self.most:
                self.folded = True
                break
            self._layout_line(line)

    def _read(self) -> tuple[Line, ...]:
        if self.styled:
            return lines(self.text)
        return tuple(Line("plain", (Span(part, Style.PLAIN, 0),)) for part in self.text.split("\n"))

    def _layout_line(self, line: Line) -> None:
        right = is_right_to_left(line.text)
        right = self.face.rtl if right is None else right
        indent = self._indent(line)
        layout = QTextLayout(line.text, self._font)
        layout.setTextOption(self._option(right))
        layout.setFormats(self._formats(line))
        layout.beginLayout()
        y, shown = 0.0, 0
        while True:
            if self.most and self.visual_lines >= self.most:
                # asked before a line is made: one without room keeps a letter, and draws it at the top
                self.folded = shown < units(line.text)
                break
            row = layout.createLine()
            if not row.isValid():
                break
            row.setLineWidth(max(1.0, self.width - indent))
            row.setPosition(QPointF(0, y))
            y += max(self._step, min(row.height(), self._step * 1.5))
            self.visual_lines += 1
            shown = row.textStart() + row.textLength()
            self.last = row.naturalTextWidth() + indent
            self.natural = max(self.natural, self.last)
        layout.endLayout()
        left = 0.0 if right else indent
        self._laid.append(_Laid(line, layout, QPointF(left, self.height), y, right))
        self.ends_right = right
        self.height += y

    def _indent(self, line: Line) -> float:
        """How far the line's words stand in; a long number pushes them on."""
        number = QFontMetricsF(self._font).horizontalAdvance(f"{line.marker} ") if line.marker else 0.0
        return max(self.face.u(INDENT[line.kind]), number)

    def _option(self, right: bool) -> QTextOption:
        option = QTextOption()
        option.setWrapMode(QTextOption.WrapMode.WrapAtWordBoundaryOrAnywhere)
        option.setTextDirection(Qt.LayoutDirection.RightToLeft if right else Qt.LayoutDirection.LeftToRight)
        side = Qt.AlignmentFlag.AlignRight if right else Qt.AlignmentFlag.AlignLeft
        option.setAlignment(side | Qt.AlignmentFlag.AlignAbsolute)
        return option

    def _formats(self, line: Line) -> list[QTextLayout.FormatRange]:
        found: list[QTextLayout.FormatRange] = []
        place = 0
        for span in line.spans:
            length = units(span.text)
            if span.style:
                found.append(_range(place, length, self._look(span.style)))
            place += length
        for variable in PLACE.finditer(line.text):
            look = QTextCharFormat()
            look.setBackground(self.face.tone("place"))
            start = units(line.text[: variable.start()])
            found.append(_range(start, units(variable[0]), look))
        wavy = _wavy(self.face.tone("wrong"))
        found += (_range(start, length, wavy) for start, length in self._suspect(line.text))
        return found

    def _suspect(self, text: str) -> Iterator[tuple[int, int]]:
        """Where the parts of a line stand that are likely wrong, as Qt counts."""
        for part in filter(None, map(drawable, self.suspects)):
            at = text.find(part)
            while at >= 0:
                yield units(text[:at]), units(part)
                at = text.find(part, at + len(part))

    def _look(self, style: Style) -> QTextCharFormat:
        look = QTextCharFormat()
        font = QFont(self.face.mono if style & (Style.CODE | Style.MONO) else self._font)
        font.setPointSizeF(self._font.pointSizeF())
        if Style.BOLD in style:
            font.setWeight(QFont.Weight.Bold)
        font.setItalic(Style.ITALIC in style)
        font.setStrikeOut(Style.STRIKE in style)
        look.setFont(font)
        if Style.CODE in style:
            look.setBackground(self.face.tone("code"))
        return look

    def draw(self, painter: QPainter, rect: QRectF, ink: QColor | None = None) -> None:
        """Paint into `rect`, which is as wide as was asked for."""
        painter.save()
        for laid in self._laid:
            quoted = laid.line.kind == "quote"
            painter.setPen(ink or self.face.tone("text2" if quoted else self.ink))
            top = rect.topLeft() + laid.at
            laid.layout.draw(painter, top)
            self._mark(painter, rect, laid, top)
        painter.restore()

    def _mark(self, painter: QPainter, rect: QRectF, laid: _Laid, top: QPointF) -> None:
        """What stands before the line: a quote's bar, a bullet, a number."""
        kind, indent = laid.line.kind, self._indent(laid.line)
        if kind == "plain":
            return
        left = rect.left() + self.width - indent if laid.right else rect.left()
        if kind == "quote":
            bar = QRectF(left if not laid.right else left + indent - self.face.u(3), top.y(), 0, laid.height)
            bar.setWidth(self.face.u(3))
            painter.fillRect(bar, self.face.tone("hollow"))
            return
        painter.setFont(self._font)
        painter.setLayoutDirection(
            Qt.LayoutDirection.RightToLeft if laid.right else Qt.LayoutDirection.LeftToRight
        )
        beside = QRectF(left, top.y(), indent, QFontMetricsF(self._font).height())
        side = Qt.AlignmentFlag.AlignRight if laid.right else Qt.AlignmentFlag.AlignLeft
        if kind == "bullet":
            side = Qt.AlignmentFlag.AlignHCenter
        painter.drawText(beside, side | Qt.AlignmentFlag.AlignAbsolute, laid.line.marker or "•")


def _wavy(ink: QColor) -> QTextCharFormat:
    look = QTextCharFormat()
    look.setUnderlineStyle(QTextCharFormat.UnderlineStyle.WaveUnderline)
    look.setUnderlineColor(ink)
    return look


def _range(start: int, length: int, look: QTextCharFormat) -> QTextLayout.FormatRange:
    made = QTextLayout.FormatRange()
    made.start, made.length, made.format = start, length, look
    return made
