"""WhatsApp's own marks, `*bold*` to `> quote`, read into lines of styled spans.

Every span knows where it stands in the typed text, so that nothing but marks can ever be lost.
"""

from __future__ import annotations

import re
import unicodedata
from bisect import bisect_left
from collections.abc import Iterator
from dataclasses import dataclass
from enum import Flag, auto
from functools import lru_cache
from typing import Final, Literal

LineKind = Literal["plain", "quote", "bullet", "number"]


class Style(Flag):
    """How a span is written. `CODE` is `one` back-tick, `MONO` three."""

    PLAIN = 0
    BOLD = auto()
    ITALIC = auto()
    STRIKE = auto()
    CODE = auto()
    MONO = auto()


@dataclass(frozen=True, slots=True)
class Span:
    """Words of one style; `start` is the place of the first in the typed text."""

    text: str
    style: Style
    start: int

    @property
    def end(self) -> int:
        return self.start + len(self.text)


@dataclass(frozen=True, slots=True)
class Line:
    """One typed line without its marks; `marker` is a numbered line's "1." and blank elsewhere."""

    kind: LineKind
    spans: tuple[Span, ...]
    marker: str = ""

    @property
    def text(self) -> str:
        """The line's words, as they will be seen."""
        return "".join(span.text for span in self.spans)


MARKS: Final = {"*": Style.BOLD, "_": Style.ITALIC, "~": Style.STRIKE}
_BREAK: Final = re.compile(r"\r\n|[\n\r\u2028\u2029]")
_FENCE: Final = re.compile(r"```(?=[^`])(.+?)```", re.DOTALL)
_CODE: Final = re.compile(r"(?<!`)`([^`\r\n\u2028\u2029]*[^`\s][^`\r\n\u2028\u2029]*)`(?!`)")
_URL: Final = re.compile(r"https?://[^\s`]+")
_PREFIX: Final = re.compile(r"(> )|([-*] )(?=\S)|(\d{1,3}\.)[ ](?=\S)")
_MEANT_BOLD: Final = re.compile(r"\* [^*]*\*\s*$")
"""`* so*`: bold was meant, and neither bold nor a list is what it will be."""


@dataclass(frozen=True, slots=True)
class _Island:
    """A stretch in which marks are no marks: code, or an address; `inner` is what stays of it."""

    start: int
    end: int
    inner: tuple[int, int]
    style: Style


@lru_cache(maxsize=256)
def lines(text: str) -> tuple[Line, ...]:
    """The typed text as it will be seen, line by line. Never raises, whatever the text is."""
    reader = _Reader(text)
    found: list[Line] = []
    start = 0
    for end, after in [*((match.start(), match.end()) for match in _BREAK.finditer(text)), (len(text), 0)]:
        found.append(reader.line(start, end))
        start = after
    return tuple(found)


def visible_text(text: str) -> str:
    """The words that will be seen, marks taken away, one line each; bullets are "•"."""
    bullets = {"bullet": "• "}
    return "\n".join(
        (f"{line.marker} " if line.marker else bullets.get(line.kind, "")) + line.text for line in lines(text)
    )


class _Reader:
    def __init__(self, text: str) -> None:
        self._text = text
        self._islands = _islands(text)
        self._starts = [island.start for island in self._islands]
        self._opens: set[int] = set()
        self._closes: dict[str, list[int]] = {mark: [] for mark in MARKS}
        for place, mark in enumerate(text):
            if mark in MARKS and self._island_at(place) is None:
                self._judge(place, mark)

    def _judge(self, place: int, mark: str) -> None:
        before = self._text[place - 1] if place else " "
        after = self._text[place + 1] if place + 1 < len(self._text) else " "
        if mark in (before, after):  # two in a row are no mark
            return
        if not _is_word(before) and not after.isspace():
            self._opens.add(place)
        if not before.isspace() and not _is_word(after):
            self._closes[mark].append(place)

    def line(self, start: int, end: int) -> Line:
        kind, marker, start = self._kind(start, end)
        return Line(kind, tuple(_joined(self._spans(start, end, Style.PLAIN))), marker)

    def _kind(self, start: int, end: int) -> tuple[LineKind, str, int]:
        """What the line is, its visible marker, and where its words begin."""
        prefix = _PREFIX.match(self._text, start, end)
        if prefix is None or self._island_at(start) is not None:
            return "plain", "", start
        if prefix[1]:
            return "quote", "", prefix.end()
        if prefix[2]:
            meant_bold = _MEANT_BOLD.match(self._text, start, end) is not None
            return ("plain", "", start) if meant_bold else ("bullet", "", prefix.end())
        return "number", prefix[3], prefix.end()

    def _island_at(self, place: int) -> _Island | None:
        at = bisect_left(self._starts, place + 1) - 1
        return self._islands[at] if at >= 0 and place < self._islands[at].end else None

    def _spans(self, start: int, end: int, style: Style) -> Iterator[Span]:
        """The spans of one stretch; inside a style its own mark is a letter, so this is at most four deep."""
        place = plain = start
        while place < end:
            island = self._island_at(place)
            if island is not None:
                yield from self._plain(plain, place, style)
                left, right = max(island.inner[0], place), min(island.inner[1], end)
                yield from self._plain(left, right, style | island.style)
                place = plain = min(island.end, end)
                continue
            close = self._close_of(place, end, style)
            if close is None:
                place += 1
                continue
            yield from self._plain(plain, place, style)
            yield from self._spans(place + 1, close, style | MARKS[self._text[place]])
            place = plain = close + 1
        yield from self._plain(plain, end, style)

    def _plain(self, start: int, end: int, style: Style) -> Iterator[Span]:
        if start < end:
            yield Span(self._text[start:end], style, start)

    def _close_of(self, place: int, end: int, style: Style) -> int | None:
        mark = self._text[place]
        if place not in self._opens or MARKS[mark] in style:
            return None
        closes = self._closes[mark]
        at = bisect_left(closes, place + 2)
        return closes[at] if at < len(closes) and closes[at] < end else None


def _islands(text: str) -> list[_Island]:
    found: list[_Island] = []
    for pattern, style in ((_FENCE, Style.MONO), (_CODE, Style.CODE), (_URL, Style.PLAIN)):
        for match in pattern.finditer(text):
            end = match.end() if match.re.groups else match.start() + len(match[0].rstrip("*_~.,;:!?)"))
            inner = match.span(1) if match.re.groups else (match.start(), end)
            if not text[inner[0] : inner[1]].strip():
                continue
            found.append(_Island(match.start(), end, inner, style))
    found.sort(key=lambda island: (island.start, -island.end))
    apart: list[_Island] = []
    for island in found:
        if not apart or island.start >= apart[-1].end:
            apart.append(island)
    return apart


def _is_word(character: str) -> bool:
    """Letters, marks on letters and digits: `snake_case`, `5*3`, and the same in every script."""
    return unicodedata.category(character)[0] in "LMN"


def _joined(spans: Iterator[Span]) -> Iterator[Span]:
    """Neighbours of one style as one span."""
    last: Span | None = None
    for span in spans:
        if last is not None and last.style == span.style and last.end == span.start:
            last = Span(last.text + span.text, last.style, last.start)
            continue
        if last is not None:
            yield last
        last = span
    if last is not None:
        yield last
