"""The time of a call by phase: one line an attempt, all on one scale, with what the colours mean below."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Final

from PySide6.QtCore import QRect, QRectF, QSize, Qt
from PySide6.QtGui import QAccessible, QFontMetrics, QPainter, QPaintEvent
from PySide6.QtWidgets import QSizePolicy, QStyle, QWidget

from svcconsole.gui.design import colours, fonts
from svcconsole.gui.design.colours import colour
from svcconsole.gui.design.metrics import dp
from svcconsole.gui.design.painting import box, words
from svcconsole.gui.design.text import set_tip
from svcconsole.gui.design.words import mark, tr

if TYPE_CHECKING:
    from svcconsole.api.answers import AttemptRecord

PHASES: Final = (
    ("connect", mark("connect"), "chart3"),
    ("hand_over", mark("hand over"), "chart4"),
    ("wait", mark("wait for the answer"), "chart1"),
)
LEAST_PART: Final = 2
"""A phase that took any time at all is never thinner."""


def seconds_words(seconds: float) -> str:
    """A length of time: in milliseconds below one second, in tenths of a second from there."""
    if seconds < 1:
        return tr("{n} ms", n=max(1, round(seconds * 1000)))
    from svcconsole.words.message import number

    return tr("{n} s", n=number(seconds, 1))


class PhasesChart(QWidget):
    """Time runs from left to right, whatever the window's direction."""

    accessible_role = QAccessible.Role.Chart

    def __init__(self) -> None:
        super().__init__()
        fonts.set_role(self, "caption")
        self._attempts: tuple[AttemptRecord, ...] = ()
        self.setAccessibleName(tr("Time by phase"))
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)

    def set_attempts(self, attempts: Sequence[AttemptRecord]) -> None:
        """Show other attempts."""
        self._attempts = tuple(attempts)
        said = [
            tr(
                "Try {n}: connect {connect}, hand over {hand_over}, wait {wait}",
                n=at,
                connect=seconds_words(each.connect),
                hand_over=seconds_words(each.hand_over),
                wait=seconds_words(each.wait),
            )
            for at, each in enumerate(attempts, 1)
        ]
        self.setAccessibleDescription("; ".join(said))
        set_tip(self, "\n".join(said))
        self.updateGeometry()
        self.update()

    def _line(self) -> int:
        return QFontMetrics(self.font()).height() + dp(6)

    def sizeHint(self) -> QSize:
        return QSize(dp(320), self._line() * (len(self._attempts) + 2) + dp(4))

    def minimumSizeHint(self) -> QSize:
        return QSize(dp(220), self.sizeHint().height())

    def paintEvent(self, event: QPaintEvent) -> None:
        if not self._attempts:
            return
        with QPainter(self) as painter:
            painter.setFont(self.font())
            metrics, line = QFontMetrics(self.font()), self._line()
            names = [tr("Try {n}", n=at) for at in range(1, len(self._attempts) + 1)]
            took = [seconds_words(each.seconds) for each in self._attempts]
            start = max(map(metrics.horizontalAdvance, names)) + dp(16)
            end = self.width() - max(map(metrics.horizontalAdvance, took)) - dp(16)
            whole = max(each.started + each.seconds for each in self._attempts) or 1.0
            scale = max(1, end - start) / whole
            top = 0
            for name, time, each in zip(names, took, self._attempts, strict=True):
                self._words(painter, QRect(0, top, start, line), name)
                self._paint_bar(painter, QRect(start, top, end - start, line), each, scale)
                self._words(
                    painter, QRect(end, top, self.width() - end, line), time, Qt.AlignmentFlag.AlignTrailing
                )
                top += line
            self._paint_scale(painter, QRect(start, top, end - start, line), whole)
            self._paint_legend(painter, top + line, line)

    def _paint_bar(self, painter: QPainter, place: QRect, each: AttemptRecord, scale: float) -> None:
        height = dp(8)
        track = QRectF(place.left(), place.center().y() - height / 2, place.width(), height)
        contrast = colours.current() == "contrast"
        box(painter, track, 0, fill=colour("neutral_subtle"), edge=colour("border") if contrast else None)
        left = track.left() + each.started * scale
        for name, _, token in PHASES:
            wide = getattr(each, name) * scale
            if wide <= 0:
                continue
            wide = max(wide, dp(LEAST_PART))
            left = min(left, track.right() - wide)
            painter.fillRect(QRectF(left, track.top(), wide, height), colour(token))
            left += wide

    def _paint_scale(self, painter: QPainter, place: QRect, whole: float) -> None:
        metrics = QFontMetrics(painter.font())
        for share, text in ((0.0, "0"), (0.5, seconds_words(whole / 2)), (1.0, seconds_words(whole))):
            wide = metrics.horizontalAdvance(text) + dp(2)
            left = round(place.left() + share * place.width() - (wide / 2 if share else 0))
            self._words(
                painter, QRect(min(left, self.width() - wide), place.top(), wide, place.height()), text
            )

    def _paint_legend(self, painter: QPainter, top: int, line: int) -> None:
        metrics, left, side = QFontMetrics(painter.font()), 0, dp(10)
        for _, words_of, token in PHASES:
            text = tr(words_of)
            wide = metrics.horizontalAdvance(text) + dp(2)
            square = QRect(left, top + (line - side) // 2, side, side)
            place = QRect(left + side + dp(6), top, wide, line)
            direction = self.layoutDirection()
            box(painter, QStyle.visualRect(direction, self.rect(), square), dp(2), fill=colour(token))
            words(painter, QStyle.visualRect(direction, self.rect(), place), text, "text2", direction)
            left = place.right() + dp(14)

    def _words(
        self,
        painter: QPainter,
        place: QRect,
        text: str,
        side: Qt.AlignmentFlag = Qt.AlignmentFlag.AlignLeading,
    ) -> None:
        words(painter, place, text, "text2", Qt.LayoutDirection.LeftToRight, side=side)
