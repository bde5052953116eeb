"""Bars: a loading line, a run's progress, proportions that add up, one share."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, NamedTuple

from PySide6.QtCore import QRectF, QSize, Qt, QTimer
from PySide6.QtGui import QAccessible, QHideEvent, QPainter, QPaintEvent
from PySide6.QtWidgets import QSizePolicy, QWidget

from svcconsole.gui.design import colours
from svcconsole.gui.design.colours import colour
from svcconsole.gui.design.metrics import dp
from svcconsole.gui.design.painting import box, rounded_path

LEAST_PART: Final = 4
"""A part that is not zero is never thinner than this."""
QUIET_MS: Final = 300
"""What is done sooner needs no bar."""
STEP_MS: Final = 40
SWEEP_MS: Final = 1400


class Part(NamedTuple):
    """One part of a proportion bar; `outline` draws what is still to come."""

    value: float
    token: str
    label: str = ""
    outline: bool = False


def part_widths(values: Sequence[float], width: float, least: float) -> list[float]:
    """Widths for `values` that fill `width`, none above zero thinner than `least` where there is room."""
    total = sum(values)
    if total <= 0:
        return [0.0 for _ in values]
    thin: set[int] = set()
    while True:
        rest = sum(value for at, value in enumerate(values) if at not in thin)
        room = width - least * len(thin)
        if rest <= 0 or room <= 0:  # more parts than room for them: honest shares again
            return [value * width / total for value in values]
        wanted = [least if at in thin else value * room / rest for at, value in enumerate(values)]
        # What the thin ones take from the others can make another one thin.
        more = {at for at, each in enumerate(wanted) if 0 < each < least and at not in thin}
        if not more:
            return wanted
        thin |= more


def _mirror(rect: QRectF, whole: QRectF, direction: Qt.LayoutDirection) -> QRectF:
    if direction == Qt.LayoutDirection.LeftToRight:
        return rect
    return QRectF(whole.left() + whole.right() - rect.right(), rect.top(), rect.width(), rect.height())


class ProportionBar(QWidget):
    """Parts that add up to the whole: accepted, refused, to decide, on the way, not sent."""

    accessible_role = QAccessible.Role.Graphic

    def __init__(self, height: int = 12, name: str = "", parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._parts: tuple[Part, ...] = ()
        self.setFixedHeight(dp(height))
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        self.setAccessibleName(name)

    def set_parts(self, parts: Sequence[Part]) -> None:
        """Show other parts."""
        if tuple(parts) == self._parts:
            return
        self._parts = tuple(parts)
        number = self.locale().toString
        said = ", ".join(f"{part.label} {number(round(part.value))}" for part in parts if part.label)
        self.setAccessibleDescription(said)
        self.update()

    def sizeHint(self) -> QSize:
        return QSize(dp(240), self.height())

    def paintEvent(self, event: QPaintEvent) -> None:
        with QPainter(self) as painter:
            whole = QRectF(self.rect())
            radius = whole.height() / 2
            contrast = colours.current() == "contrast"
            box(painter, whole, radius, fill=colour("neutral_subtle"))
            painter.setRenderHint(QPainter.RenderHint.Antialiasing)
            painter.save()
            painter.setClipPath(rounded_path(whole, radius))
            left = 0.0
            gap = 1.0
            widths = part_widths([part.value for part in self._parts], whole.width(), dp(LEAST_PART))
            for part, width in zip(self._parts, widths, strict=True):
                if width <= 0:
                    continue
                if not part.outline:
                    rect = _mirror(
                        QRectF(left, 0, max(1.0, width - gap), whole.height()), whole, self.layoutDirection()
                    )
                    painter.fillRect(rect, colour(part.token))
                left += width
            painter.restore()
            if contrast:
                box(painter, whole, radius, edge=colour("border"))


class ProgressLine(QWidget):
    """How far one run is: 6 high, round."""

    accessible_role = QAccessible.Role.ProgressBar

    def __init__(
        self, name: str = "", tone: str = "accent", height: int = 6, parent: QWidget | None = None
    ) -> None:
        super().__init__(parent)
        self._fraction = 0.0
        self._token = tone
        self.setFixedHeight(dp(height))
        self.setMinimumWidth(dp(48))
        self.setAccessibleName(name)

    def set_fraction(self, fraction: float) -> None:
        """0 to 1."""
        fraction = min(1.0, max(0.0, fraction))
        if fraction == self._fraction:
            return
        self._fraction = fraction
        self.update()

    def accessible_value(self) -> str:
        """How far, in words."""
        return f"{round(self._fraction * 100)} %"

    def sizeHint(self) -> QSize:
        return QSize(dp(120), self.height())

    def paintEvent(self, event: QPaintEvent) -> None:
        with QPainter(self) as painter:
            whole = QRectF(self.rect())
            radius = whole.height() / 2
            edge = colour("border") if colours.current() == "contrast" else None
            box(painter, whole, radius, fill=colour("neutral_subtle"), edge=edge)
            if self._fraction > 0:
                done = QRectF(0, 0, max(whole.height(), whole.width() * self._fraction), whole.height())
                box(painter, _mirror(done, whole, self.layoutDirection()), radius, fill=colour(self._token))


class LoadingBar(QWidget):
    """2 px under a header while something is read; nothing under 300 ms; always keeps its room."""

    accessible_role = QAccessible.Role.ProgressBar

    def __init__(self, name: str = "", parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setFixedHeight(2)
        self.setAccessibleName(name)
        self._fraction: float | None = None
        self._at = 0
        self._shown = False
        self._quiet = QTimer(self)
        self._quiet.setSingleShot(True)
        self._quiet.setInterval(QUIET_MS)
        self._quiet.timeout.connect(self._begin)
        self._step = QTimer(self)
        self._step.setInterval(STEP_MS)
        self._step.timeout.connect(self._advance)

    def start(self) -> None:
        """Something is being read; how much of it is unknown until `set_fraction`."""
        self._fraction = None
        if not self._shown and not self._quiet.isActive():
            self._quiet.start()

    def set_fraction(self, fraction: float) -> None:
        """It is known how far it is, 0 to 1."""
        self._fraction = min(1.0, max(0.0, fraction))
        self._step.stop()
        self.update()

    def stop(self) -> None:
        """It is read."""
        self._quiet.stop()
        self._step.stop()
        self._shown = False
        self._fraction = None
        self.update()

    def is_shown(self) -> bool:
        """Whether a bar is drawn now."""
        return self._shown

    is_told = is_shown

    def accessible_value(self) -> str:
        """How far; blank while nobody knows."""
        return "" if self._fraction is None else f"{round(self._fraction * 100)} %"

    def _begin(self) -> None:
        self._shown = True
        self._at = 0
        if self._fraction is None and self.isVisible():
            self._step.start()
        self.update()

    def _advance(self) -> None:
        self._at = (self._at + STEP_MS) % SWEEP_MS
        self.update()

    def hideEvent(self, event: QHideEvent) -> None:
        self._step.stop()
        super().hideEvent(event)

    def paintEvent(self, event: QPaintEvent) -> None:
        if not self._shown:
            return
        with QPainter(self) as painter:
            whole = QRectF(self.rect())
            if self._fraction is not None:
                rect = QRectF(0, 0, whole.width() * self._fraction, whole.height())
            else:
                length = whole.width() * 0.3
                start = (whole.width() + length) * self._at / SWEEP_MS - length
                rect = QRectF(start, 0, length, whole.height())
            painter.fillRect(_mirror(rect, whole, self.layoutDirection()), colour("accent"))
