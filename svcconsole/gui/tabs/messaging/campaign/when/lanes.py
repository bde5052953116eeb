"""The lanes of a campaign: the people of each country in each hour, painted over the hours it is open."""

from __future__ import annotations

from datetime import datetime
from typing import Final

from PySide6.QtCore import QEvent, QPoint, QRectF, QSize, Qt, Signal
from PySide6.QtGui import (
    QAccessible,
    QFocusEvent,
    QFontMetricsF,
    QHelpEvent,
    QKeyEvent,
    QMouseEvent,
    QPainter,
    QPaintEvent,
    QPen,
    QResizeEvent,
)
from PySide6.QtWidgets import QScrollBar, QSizePolicy, QWidget

from svcconsole.gui.design import colours, fonts
from svcconsole.gui.design.colours import colour
from svcconsole.gui.design.metrics import dp, line_height
from svcconsole.gui.design.painting import box, ring, words
from svcconsole.gui.design.text import show_tip
from svcconsole.gui.design.theme import theme
from svcconsole.gui.design.words import tr
from svcconsole.gui.kit.containers.boxes import vbox
from svcconsole.gui.kit.quantity_words import count
from svcconsole.gui.tabs.messaging.campaign.when import lanes_words as said
from svcconsole.services.campaigns.forecast import HoursView
from svcconsole.services.campaigns.send_plan import HOUR

GUTTER: Final = 164
SUM: Final = 58
LANE: Final = 58
OPEN: Final = 46
LEAST_HOUR: Final = 46
INSIDE: Final = 18
"""A bar as high as this has its number inside."""
GAP: Final = 2
_CENTRE = Qt.AlignmentFlag.AlignHCenter
_START = Qt.AlignmentFlag.AlignLeading
_END = Qt.AlignmentFlag.AlignTrailing


class Lanes(QWidget):
    """`first_changed(int)`: another hour is the first that is drawn, because the keys went there."""

    accessible_role = QAccessible.Role.Chart
    first_changed = Signal(int)

    def __init__(self) -> None:
        super().__init__()
        self.view: HoursView | None = None
        self.until = ""
        self.lane = self.hour = self.first = 0
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setMouseTracking(True)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        self.setAccessibleName(tr("Hour by hour"))
        theme().changed.connect(self.update)

    def show_hours(self, view: HoursView, until: str) -> None:
        """Other hours; `until` says when those of each country end by its own clock."""
        self.view, self.until = view, until
        self.lane = min(self.lane, len(view.countries))
        self.hour = min(self.hour, len(view.hours) - 1)
        self.set_first(self.first)
        self._say()
        self.updateGeometry()
        self.update()

    def hours_shown(self) -> int:
        """How many hours there is room for."""
        if self.view is None:
            return 0
        room = self.width() - dp(GUTTER) - dp(SUM)
        return max(1, min(len(self.view.hours), room // dp(LEAST_HOUR)))

    def set_first(self, first: int) -> None:
        """Begin with this hour."""
        last = len(self.view.hours) - self.hours_shown() if self.view is not None else 0
        self.first = max(0, min(first, last))
        self.update()

    def sizeHint(self) -> QSize:
        lanes = len(self.view.countries) if self.view is not None else 1
        return QSize(dp(720), self._top() + max(1, lanes) * self._lane_height() + self._foot())

    def minimumSizeHint(self) -> QSize:
        return QSize(dp(GUTTER + SUM + 3 * LEAST_HOUR), self.sizeHint().height())

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self.set_first(self.first)

    # Where things are, from the leading side

    def _top(self) -> int:
        return line_height() + dp(10)

    def _lane_height(self) -> int:
        return max(dp(LANE), 2 * line_height() + dp(20))

    def _foot(self) -> int:
        return 2 * line_height() + dp(16)

    def _wide(self) -> float:
        """The width of an hour."""
        shown = self.hours_shown()
        return (self.width() - dp(GUTTER) - dp(SUM)) / shown if shown else 0.0

    def _left(self, hour: float) -> float:
        return dp(GUTTER) + (hour - self.first) * self._wide()

    def _place(self, at: datetime) -> float:
        """A moment counted in hours of the view."""
        return (at - self.view.hours[0]) / HOUR if self.view is not None else 0.0

    def _mirrored(self, rect: QRectF) -> QRectF:
        if self.layoutDirection() == Qt.LayoutDirection.LeftToRight:
            return rect
        return QRectF(self.width() - rect.right(), rect.top(), rect.width(), rect.height())

    def _cell(self, lane: int, hour: int) -> QRectF:
        top = self._top() + lane * self._lane_height()
        in_foot = self.view is not None and lane == len(self.view.countries)
        high = self._foot() if in_foot else self._lane_height()
        return self._mirrored(QRectF(self._left(hour), top, self._wide(), high))

    # Painting

    def paintEvent(self, event: QPaintEvent) -> None:
        view = self.view
        if view is None:
            return
        with QPainter(self) as painter:
            painter.setRenderHint(QPainter.RenderHint.Antialiasing)
            self._paint_grid(painter, view)
            for lane in range(len(view.countries)):
                self._paint_lane(painter, view, lane)
            self._paint_foot(painter, view)
            self._paint_start(painter, view)
            shown = range(self.first, self.first + self.hours_shown())
            if self.hasFocus() and self.hour in shown:
                ring(painter, self._cell(self.lane, self.hour).adjusted(1, 1, -1, -1), dp(4))

    def _words(
        self, painter: QPainter, rect: QRectF, text: str, tone: str, side: Qt.AlignmentFlag = _START
    ) -> None:
        mirrored = self._mirrored(rect).toAlignedRect()
        words(painter, mirrored, text, tone, self.layoutDirection(), side=side)

    def _paint_grid(self, painter: QPainter, view: HoursView) -> None:
        bottom = self._top() + max(1, len(view.countries)) * self._lane_height()
        start = int(self._place(view.starts))
        for at in range(self.first, self.first + self.hours_shown() + 1):
            left = self._left(at)
            line = self._mirrored(QRectF(left, self._top() - dp(4), 1, bottom - self._top() + self._foot()))
            painter.fillRect(line, colour("neutral_subtle"))
            if at >= len(view.hours) or at >= self.first + self.hours_shown():
                continue
            first_of_day = said.is_midnight(view.hours[at])
            text = said.day_words(view.hours[at]) if first_of_day else said.hour_words(view.hours[at])
            is_start = at == start
            painter.setFont(fonts.role_font("caption", weight=600 if is_start or first_of_day else 400))
            place = QRectF(left - self._wide() / 2, 0, self._wide(), line_height() + dp(4))
            self._words(painter, place, text, "accent_text" if is_start else "text2", _CENTRE)

    def _paint_lane(self, painter: QPainter, view: HoursView, lane: int) -> None:
        country = view.countries[lane]
        top = self._top() + lane * self._lane_height()
        high = self._lane_height()
        line = line_height() + dp(2)
        names = QRectF(0, top + (high - 2 * line) / 2, dp(GUTTER) - dp(16), line)
        painter.setFont(fonts.role_font("strong"))
        self._words(painter, names, said.country_title(country), "text")
        painter.setFont(fonts.role_font("caption"))
        zones = said.zone_words(country, view.starts)
        self._words(painter, names.translated(0, line), zones, "text2")
        painter.setFont(fonts.role_font("heading"))
        whole = QRectF(self.width() - dp(SUM), top, dp(SUM), high)
        tone = "warning" if country.left else "text"
        self._words(painter, whole, count(country.people), tone, _END)
        painter.fillRect(QRectF(0, top + high - 1, self.width(), 1), colour("border"))
        painter.save()
        painter.setClipRect(self._mirrored(QRectF(dp(GUTTER), top, self.width() - dp(GUTTER + SUM), high)))
        inset = (high - dp(OPEN)) / 2
        for opening in country.open_in:
            left, right = (self._left(self._place(at)) for at in opening)
            open_rect = self._mirrored(QRectF(left, top + inset, right - left, dp(OPEN)))
            contrast = colours.current() == "contrast"
            edge = colour("border") if contrast else None
            box(painter, open_rect, dp(4), fill=colour("accent_subtle"), edge=edge)
        self._paint_until(painter, view, lane, QRectF(0, top, 0, high))
        most = max((max(each.sent, default=0) for each in view.countries), default=0)
        for hour in range(self.first, min(len(view.hours), self.first + self.hours_shown())):
            if people := country.sent[hour]:
                self._paint_bar(
                    painter, people, most, QRectF(self._left(hour), top + inset, self._wide(), dp(OPEN))
                )
        painter.restore()

    def _paint_bar(self, painter: QPainter, people: int, most: int, room: QRectF) -> None:
        high = max(float(dp(3)), room.height() * people / most)
        bar = QRectF(room.left() + dp(GAP), room.bottom() - high, room.width() - 2 * dp(GAP), high)
        box(painter, self._mirrored(bar), dp(3), fill=colour("chart1"))
        painter.setFont(fonts.role_font("caption", weight=500))
        line = line_height()
        if high >= max(dp(INSIDE), line):
            inside = QRectF(bar.left(), bar.bottom() - line - dp(1), bar.width(), line)
            self._words(painter, inside, count(people), "surface", _CENTRE)
        else:
            above = QRectF(room.left(), bar.top() - line - dp(1), room.width(), line)
            self._words(painter, above, count(people), "text", _CENTRE)

    def _paint_until(self, painter: QPainter, view: HoursView, lane: int, row: QRectF) -> None:
        """When the hours end there, where nothing else stands in their last hours."""
        country = view.countries[lane]
        end = next((each.ends for each in country.open_in if each.ends > view.starts), None)
        if end is None or not self.until:
            return
        painter.setFont(fonts.role_font("caption"))
        text = tr("until {time}", time=self.until)
        wide = QFontMetricsF(painter.font()).horizontalAdvance(text) + dp(16)
        place = self._place(end)
        begins = int(place - wide / max(1.0, self._wide()))
        last = int(place - 1e-9)
        is_in_sight = self.first <= begins and place <= self.first + self.hours_shown()
        if not is_in_sight or any(country.sent[begins : last + 1]):
            return
        self._words(
            painter,
            QRectF(self._left(place) - wide, row.top(), wide - dp(8), row.height()),
            text,
            "text2",
            _END,
        )

    def _paint_foot(self, painter: QPainter, view: HoursView) -> None:
        top = self._top() + max(1, len(view.countries)) * self._lane_height() + dp(6)
        line = line_height() + dp(2)
        tone = "warning" if view.left else "text"
        head = QRectF(0, top, dp(GUTTER) - dp(8), line)
        painter.setFont(fonts.role_font("strong"))
        self._words(painter, head, tr("All countries"), tone)
        limited = any(free is not None for free in view.free)
        painter.setFont(fonts.role_font("caption"))
        if limited:
            self._words(painter, head.translated(0, line), tr("Limit still free"), "text2")
        for hour in range(self.first, min(len(view.hours), self.first + self.hours_shown())):
            cell = QRectF(self._left(hour), top, self._wide(), line)
            painter.setFont(fonts.role_font("heading"))
            people = view.sums[hour]
            self._words(painter, cell, count(people) if people else "–", tone if people else "text2", _CENTRE)
            free = view.free[hour]
            if free is not None and people:
                painter.setFont(fonts.role_font("caption"))
                self._words(painter, cell.translated(0, line), count(free), "text2", _CENTRE)
        painter.setFont(fonts.role_font("heading"))
        whole = QRectF(self.width() - dp(SUM), top, dp(SUM), line)
        self._words(painter, whole, count(sum(view.sums)), tone, _END)

    def _paint_start(self, painter: QPainter, view: HoursView) -> None:
        place = self._place(view.starts)
        if not self.first <= place <= self.first + self.hours_shown():
            return
        bottom = self._top() + max(1, len(view.countries)) * self._lane_height()
        line = self._mirrored(QRectF(self._left(place), self._top() - dp(4), 0, bottom - self._top() + dp(4)))
        pen = QPen(colour("accent_text"), dp(2))
        pen.setDashPattern([3, 2])
        painter.setPen(pen)
        painter.drawLine(line.topLeft(), line.bottomLeft())

    # Pointer and keys

    def cell_at(self, where: QPoint) -> tuple[int, int] | None:
        """The lane and the hour at a place; None beside them."""
        if self.view is None:
            return None
        x = where.x()
        if self.layoutDirection() == Qt.LayoutDirection.RightToLeft:
            x = self.width() - x
        hour = self.first + int((x - dp(GUTTER)) // max(1.0, self._wide()))
        lane = int((where.y() - self._top()) // self._lane_height())
        inside = self.first <= hour < min(len(self.view.hours), self.first + self.hours_shown())
        return (min(lane, len(self.view.countries)), hour) if inside and lane >= 0 else None

    def mousePressEvent(self, event: QMouseEvent) -> None:
        found = self.cell_at(event.position().toPoint())
        if found is not None:
            self.lane, self.hour = found
            self._say()
            self.update()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        view = self.view
        if view is None:
            super().keyPressEvent(event)
            return
        step = -1 if self.layoutDirection() == Qt.LayoutDirection.RightToLeft else 1
        moves = {
            Qt.Key.Key_Up: (-1, 0),
            Qt.Key.Key_Down: (1, 0),
            Qt.Key.Key_Left: (0, -step),
            Qt.Key.Key_Right: (0, step),
            Qt.Key.Key_Home: (0, -len(view.hours)),
            Qt.Key.Key_End: (0, len(view.hours)),
        }
        if event.key() == Qt.Key.Key_Space:
            place = self._cell(self.lane, self.hour).toAlignedRect()
            show_tip(self.mapToGlobal(place.bottomLeft()), self._say(), self)
            return
        if event.key() not in moves:
            super().keyPressEvent(event)
            return
        lanes, hours = moves[Qt.Key(event.key())]
        self.lane = max(0, min(len(view.countries), self.lane + lanes))
        self.hour = max(0, min(len(view.hours) - 1, self.hour + hours))
        first = min(max(self.first, self.hour - self.hours_shown() + 1), self.hour)
        if first != self.first:
            self.set_first(first)
            self.first_changed.emit(self.first)
        self._say()
        self.update()

    def _say(self) -> str:
        text = said.cell_words(self.view, self.lane, self.hour) if self.view is not None else ""
        self.setAccessibleDescription(text)
        return text

    def focusInEvent(self, event: QFocusEvent) -> None:
        super().focusInEvent(event)
        self.update()

    def focusOutEvent(self, event: QFocusEvent) -> None:
        super().focusOutEvent(event)
        self.update()

    def event(self, event: QEvent) -> bool:
        if event.type() == QEvent.Type.ToolTip and isinstance(event, QHelpEvent) and self.view is not None:
            found = self.cell_at(event.pos())
            if found is not None:
                show_tip(event.globalPos(), said.cell_words(self.view, *found), self)
            return True
        return super().event(event)


class LanesView(QWidget):
    """The lanes with a bar that moves their hours where not all of them have room."""

    def __init__(self) -> None:
        super().__init__()
        self.lanes = Lanes()
        self.bar = QScrollBar(Qt.Orientation.Horizontal)
        self.bar.valueChanged.connect(self.lanes.set_first)
        self.lanes.first_changed.connect(self.bar.setValue)
        vbox(self.lanes, self.bar, parent=self, spacing=4)
        self.bar.hide()

    def show_hours(self, view: HoursView, until: str) -> None:
        """Other hours."""
        self.lanes.show_hours(view, until)
        self._fit()

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._fit()

    def _fit(self) -> None:
        view = self.lanes.view
        shown = self.lanes.hours_shown()
        beyond = len(view.hours) - shown if view is not None else 0
        self.bar.setVisible(beyond > 0)
        self.bar.setRange(0, max(0, beyond))
        self.bar.setPageStep(max(1, shown))
