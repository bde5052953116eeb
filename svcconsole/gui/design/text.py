"""Text from strangers shown as text: plain labels and tooltips, visible control characters."""

from __future__ import annotations

import textwrap
import unicodedata
from functools import lru_cache
from typing import Final

from PySide6.QtCore import QEvent, QPoint, QRect, QSize, Qt
from PySide6.QtGui import QAction, QFontMetrics, QPainter, QPaintEvent, QPalette, QResizeEvent, QTextLayout
from PySide6.QtWidgets import QComboBox, QLabel, QSizePolicy, QStyle, QTextEdit, QToolTip, QWidget

from svcconsole.gui.design import fonts
from svcconsole.gui.design.accessible import NO_WORDS
from svcconsole.gui.design.colours import colour
from svcconsole.gui.design.hiding import hidden_words
from svcconsole.gui.design.metrics import dp
from svcconsole.gui.design.words import show
from svcconsole.words.message import Sayable

CUT_PROPERTY: Final = "tip-says-what-is-cut"
FSI: Final = "\u2068"
LRI: Final = "\u2066"
PDI: Final = "\u2069"
OPENING: Final = FSI + LRI + "\u2067"
TONE_PROPERTY: Final = "tone"
TIP_COLUMNS: Final = 76
_KEPT: Final = "\n\t"
_NAMED: Final = {
    0x00AD: "SHY",
    0x061C: "ALM",
    0x200B: "ZWSP",
    0x200C: "ZWNJ",
    0x200D: "ZWJ",
    0x200E: "LRM",
    0x200F: "RLM",
    0x202A: "LRE",
    0x202B: "RLE",
    0x202C: "PDF",
    0x202D: "LRO",
    0x202E: "RLO",
    0x2060: "WJ",
    0x2066: "LRI",
    0x2067: "RLI",
    0x2068: "FSI",
    0x2069: "PDI",
    0xFEFF: "BOM",
}
_REGION_FLAGS: Final = range(0xE0020, 0xE0080)
"""Tag characters: flags of regions are written with them."""
_SHOWN_BY_NAME: Final = frozenset({"Cc", "Cf", "Cs", "Zl", "Zp"})
_JOINERS: Final = "\u200c\u200d"
_OF_SIZE: Final = frozenset({QEvent.Type.FontChange, QEvent.Type.StyleChange})
_OF_DIRECTION: Final = QEvent.Type.LayoutDirectionChange
_OF_LANGUAGE: Final = QEvent.Type.LanguageChange
MOST_WIDTHS: Final = 16
"""A label is remembered at so many widths; while a window is resized there are many."""


def _is_joining(text: str, at: int) -> bool:
    """Whether a joiner stands between letters that need it: Persian, Indic scripts, emoji families."""
    before, after = text[at - 1 : at], text[at + 1 : at + 2]
    return bool(before and after) and all(
        ord(each) > 0x05FF and not each.isspace() for each in (before, after)
    )


def visible(text: str, *, kept: str = "") -> str:
    """`text` with characters that hide or reorder it shown as ‹names›.

    Line breaks and tabs stay, and so do joiners where a script or an emoji is written with them, and isolates
    that end: a sentence of ours that was said already holds them. A message is said; what hides in the texts
    put into it is shown. Characters that are `kept` stay as they are.
    """
    if isinstance(text, Sayable):
        return show(text, clean=visible)
    text = hidden_words(text)
    if text.isascii() and text.isprintable():
        return text
    out: list[str] = []
    isolates = _ended_isolates(text) if FSI in text or LRI in text else frozenset()
    for at, character in enumerate(text):
        code = ord(character)
        if (character in _JOINERS and _is_joining(text, at)) or character in kept or at in isolates:
            out.append(character)
        elif code in _NAMED:
            out.append(f"‹{_NAMED[code]}›")
        elif (
            character in _KEPT
            or unicodedata.category(character) not in _SHOWN_BY_NAME
            or code in _REGION_FLAGS
        ):
            out.append(character)
        else:
            out.append(f"‹{code:04X}›")
    return "".join(out)


def _ended_isolates(text: str) -> frozenset[int]:
    """Where the isolates stand that `isolated` of the words puts around a text: FSI … PDI around anything,
    LRI … PDI around what has no letters. Neither can reorder anything, whoever wrote it."""
    begun: list[int] = []
    ended: set[int] = set()
    for at, character in enumerate(text):
        if character in OPENING:
            begun.append(at)
        elif character == PDI and begun:
            start = begun.pop()
            lettered = any(each.isalpha() for each in text[start:at])
            if text[start] == FSI or (text[start] == LRI and not lettered):
                ended |= {start, at}
    return frozenset(ended)


def capital(text: str) -> str:
    """`text` as the start of a sentence; an address or a host at its start stays as it is written."""
    text = show(text)
    first = text.split(maxsplit=1)[0] if text.strip() else ""
    is_address = any(sign in first.rstrip(".,:;") for sign in ".:/@")
    return text if is_address else text[:1].upper() + text[1:]


def isolate(text: str) -> str:
    """`text` in FSI … PDI, so that its direction cannot reorder the words around it."""
    return f"{FSI}{show(text)}{PDI}"


def ltr(text: str) -> str:
    """`text` in LRI … PDI: addresses and numbers run from left to right, whatever letters are in them."""
    return f"{LRI}{show(text)}{PDI}"


def _isolates(text: str) -> str:
    """What isolates parts of `text`, if each part ends; then nothing around them is reordered."""
    depth = 0
    for character in text:
        depth += (character in OPENING) - (character == PDI)
        if depth < 0:
            return ""
    return f"{OPENING}{PDI}" if depth == 0 else ""


def literal(text: str) -> str:
    """`text` for what Qt draws itself, a menu, an action, a button: its "&" is shown and is no shortcut."""
    return show(text).replace("&", "&&")


def tip_text(text: str) -> str:
    """`text` for a tooltip: hidden characters named, lines no longer than 76 characters."""
    return _wrapped(hidden_words(show(text, clean=visible)))


@lru_cache(512)
def _wrapped(text: str) -> str:
    """Whatever is made wider or narrower asks for its tooltip anew."""
    lines = visible(text, kept=_isolates(text)).splitlines()
    return "\n".join("\n".join(textwrap.wrap(line, TIP_COLUMNS)) for line in lines)


def set_tip(widget: QWidget | QAction, text: str) -> None:
    """A tooltip that shows exactly `text`, whatever markup it holds; empty takes it away."""
    if widget.property(CUT_PROPERTY):
        widget.setProperty(CUT_PROPERTY, False)
        if isinstance(widget, QComboBox) and widget.accessibleDescription() == NO_WORDS:
            widget.setAccessibleDescription("")
    if (tip := tip_text(text)) != widget.toolTip():
        widget.setToolTip(tip)


def show_tip(where: QPoint, text: str, widget: QWidget) -> None:
    """Show a tooltip now, at a place of the screen; blank takes the one away that is shown."""
    QToolTip.showText(where, tip_text(text), widget)


def tip_where_cut(widget: QWidget, words: str, room: int, needed: int) -> None:
    """For the pointer that comes over what shows `words` in `room` pixels: where they need more, the tooltip
    says all of them. A tooltip of its own goes before.
    """
    if widget.toolTip() and not widget.property(CUT_PROPERTY):
        return
    set_tip(widget, words if needed > room else "")
    widget.setProperty(CUT_PROPERTY, needed > room)
    if needed > room and isinstance(widget, QComboBox) and not widget.accessibleDescription():
        # Where Qt itself says what a widget is, it reads the tooltip for want of a description.
        widget.setAccessibleDescription(NO_WORDS)


def make_plain(widget: QWidget) -> None:
    """What the style does to each widget, tooltips too, before it is shown: no guessing of rich text."""
    if isinstance(widget, QLabel) and widget.textFormat() != Qt.TextFormat.PlainText:
        widget.setTextFormat(Qt.TextFormat.PlainText)
    elif isinstance(widget, QTextEdit):
        widget.setAcceptRichText(False)


def apply_tone(label: QLabel) -> None:
    """Give a label the colour its `tone` property has in the theme in use."""
    tone = label.property(TONE_PROPERTY)
    if tone is None:
        return
    palette = label.palette()
    if palette.color(QPalette.ColorRole.WindowText) != colour(tone):
        palette.setColor(QPalette.ColorRole.WindowText, colour(tone))
        label.setPalette(palette)


class PlainLabel(QLabel):
    """A label that shows its text as it is, in a role's font and a token's colour."""

    def __init__(
        self,
        text: str = "",
        role: str = "body",
        tone: str = "text",
        wrap: bool = False,
        parent: QWidget | None = None,
    ) -> None:
        self._heights: dict[int, int] = {}
        super().__init__(parent)
        self.setTextFormat(Qt.TextFormat.PlainText)
        self.setWordWrap(wrap)
        self.set_tone(tone)
        self._aligned = self.alignment()
        fonts.set_role(self, role)
        self.setText(text)
        self._align()

    def setText(self, text: str) -> None:
        """A message is said here, in the language in use."""
        self._given = text
        super().setText(show(text))
        self._heights.clear()

    def setAlignment(self, alignment: Qt.AlignmentFlag) -> None:
        """Leading and trailing follow the window's direction, not the text's as QLabel has it."""
        self._aligned = alignment
        self._align()

    def heightForWidth(self, width: int) -> int:
        """Of what it is given it takes no more than it may: Qt's layouts ask as if it took all of it, so that
        a text that is kept narrow had more lines than room, and the page around it gave way by them.

        They ask for the same few widths many times over, too, and to measure a text takes long.
        """
        width = min(width, self.maximumWidth())
        if (known := self._heights.get(width)) is None:
            if len(self._heights) > MOST_WIDTHS:
                self._heights.clear()
            known = self._heights[width] = self._height(width)
        return known

    def _height(self, width: int) -> int:
        return super().heightForWidth(width)

    def _align(self) -> None:
        sides = QStyle.visualAlignment(self.layoutDirection(), self._aligned)
        super().setAlignment(sides | Qt.AlignmentFlag.AlignAbsolute)

    def changeEvent(self, event: QEvent) -> None:
        super().changeEvent(event)
        kind = event.type()  # asked once: a page has hundreds of labels, and each hears of several changes
        if kind in _OF_SIZE:
            self._heights.clear()
        elif kind == _OF_DIRECTION:
            self._align()
        elif kind == _OF_LANGUAGE:
            self.setText(self._given)

    def set_tone(self, tone: str) -> None:
        """Draw in another token's colour."""
        if self.property(TONE_PROPERTY) != tone:
            self.setProperty(TONE_PROPERTY, tone)
            apply_tone(self)


class ClampedLabel(PlainLabel):
    """A few wrapped lines; the last ends in "…" when there is more, and then the tooltip shows it all."""

    def __init__(self, lines: int, role: str = "body", tone: str = "text") -> None:
        self._most = lines
        self._broken: dict[int, list[str]] = {}
        self._broken_of = ("", "")
        super().__init__("", role, tone, wrap=True)

    def setText(self, text: str) -> None:
        super().setText(text)
        self._update_tip()

    def _lines(self, width: int) -> list[str]:
        """The text broken at `width`; layouts ask for the same few widths many times over."""
        what = (self.text(), self.font().key())
        if what != self._broken_of or len(self._broken) > MOST_WIDTHS:
            self._broken_of = what
            self._broken.clear()
        if width not in self._broken:
            self._broken[width] = self._break(width)
        return self._broken[width]

    def _break(self, width: int) -> list[str]:
        """The lines at `width`; the last line still holds all that follows."""
        shown = self.text().replace("\n", " ").encode("utf-16-le", "surrogatepass")
        layout = QTextLayout(self.text().replace("\n", " "), self.font())
        layout.beginLayout()
        starts: list[int] = []
        while len(starts) <= self._most and (line := layout.createLine()).isValid():
            line.setLineWidth(max(1, width))
            starts.append(line.textStart())
        layout.endLayout()
        ends = [*starts[1 : self._most], len(shown) // 2]
        # Qt counts UTF-16 units, of which an emoji has two
        return [
            shown[2 * start : 2 * end].decode("utf-16-le", "surrogatepass").rstrip()
            for start, end in zip(starts, ends, strict=False)
        ]

    def _height(self, width: int) -> int:
        return max(1, len(self._lines(width))) * self.fontMetrics().height()

    def minimumSizeHint(self) -> QSize:
        return QSize(dp(24), self.fontMetrics().height())

    def sizeHint(self) -> QSize:
        return QSize(dp(120), self.heightForWidth(max(dp(120), self.width())))

    def _update_tip(self) -> None:
        lines = self._lines(self.width())
        cut = bool(lines) and self.fontMetrics().horizontalAdvance(lines[-1]) > self.width()
        set_tip(self, self.text() if cut else "")

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._update_tip()

    def paintEvent(self, event: QPaintEvent) -> None:
        with QPainter(self) as painter:
            metrics = painter.fontMetrics()
            painter.setPen(self.palette().color(self.foregroundRole()))
            painter.setLayoutDirection(Qt.LayoutDirection.LayoutDirectionAuto)
            for at, line in enumerate(self._lines(self.width())):
                room = self.contentsRect()
                place = QRect(room.left(), at * metrics.height(), room.width(), metrics.height())
                shown = metrics.elidedText(line, Qt.TextElideMode.ElideRight, place.width())
                painter.drawText(place, int(self.alignment()) | Qt.TextFlag.TextSingleLine, shown)


class ElidedLabel(PlainLabel):
    """One line that ends in "…" when there is no room, and then shows the whole text as its tooltip."""

    def __init__(
        self,
        text: str = "",
        role: str = "body",
        tone: str = "text",
        mode: Qt.TextElideMode = Qt.TextElideMode.ElideRight,
        parent: QWidget | None = None,
    ) -> None:
        self._mode = mode
        super().__init__(text, role, tone, parent=parent)
        self.setSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Fixed)
        self.setMinimumWidth(dp(24))

    def setText(self, text: str) -> None:
        super().setText(text)
        self._update_tip()

    def minimumSizeHint(self) -> QSize:
        return QSize(dp(24), super().minimumSizeHint().height())

    def _is_cut(self) -> bool:
        return QFontMetrics(self.font()).horizontalAdvance(self.text()) > self.contentsRect().width()

    def _update_tip(self) -> None:
        set_tip(self, self.text() if self._is_cut() else "")

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._update_tip()

    def paintEvent(self, event: QPaintEvent) -> None:
        with QPainter(self) as painter:
            rect = self.contentsRect()
            shown = painter.fontMetrics().elidedText(self.text(), self._mode, rect.width())
            painter.setPen(self.palette().color(self.foregroundRole()))
            painter.setLayoutDirection(Qt.LayoutDirection.LayoutDirectionAuto)
            painter.drawText(rect, int(self.alignment()) | Qt.TextFlag.TextSingleLine, shown)
