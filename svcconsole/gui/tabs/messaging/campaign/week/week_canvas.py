"""The calendar of a week: days with how much of their limit is used, and the campaigns, which are moved."""

from __future__ import annotations

from dataclasses import dataclass, replace
from datetime import datetime, timedelta

from PySide6.QtCore import QPointF, QRectF, QSize, Qt, Signal
from PySide6.QtGui import QAccessible, QColor, QFocusEvent, QKeyEvent, QMouseEvent, QPainter, QPaintEvent
from PySide6.QtWidgets import QApplication, QSizePolicy, QWidget

from svcconsole.gui.design import fonts, icons
from svcconsole.gui.design.colours import colour
from svcconsole.gui.design.metrics import dp, line_height
from svcconsole.gui.design.painting import box, hairline, ring, words
from svcconsole.gui.design.text import visible
from svcconsole.gui.design.words import tr
from svcconsole.gui.kit.widgets.uncovered import keep_uncovered
from svcconsole.gui.runtime.display_zone import display_zone
from svcconsole.gui.tabs.messaging.campaign.week import week_words as said
from svcconsole.gui.tabs.messaging.campaign.week.week_layout import (
    QUARTER,
    Placed,
    moment,
    placed,
    shown_hours,
)
from svcconsole.services.campaigns.week.records import DAY, DAYS, HOUR, Stage, Week, WeekCampaign

GUTTER, HEAD, HOUR_HIGH, LEAST_DAY = 56, 86, 46, 96
SMALL = 96
"""A block that is lower shows its name and people alone."""
_CENTRE = Qt.AlignmentFlag.AlignHCenter


@dataclass(slots=True)
class _Drag:
    """A campaign that is held: where it was taken, in hours, and where it would begin."""

    campaign: WeekCampaign
    grip: float
    pressed: QPointF
    begins: datetime | None = None


class WeekCanvas(QWidget):
    """`chosen(run id)`: another campaign. `opened(run id)`: its page. `moved(run id, datetime)`: it shall
    begin then. `turned(int)`: so many weeks on, 0 for this one. `undo_wanted()`: the last move back."""

    accessible_role = QAccessible.Role.Chart

    chosen = Signal(str)
    opened = Signal(str)
    moved = Signal(str, object)
    turned = Signal(int)
    undo_wanted = Signal()

    def __init__(self) -> None:
        super().__init__()
        keep_uncovered(self)
        self.setAccessibleName(tr("Campaigns of the week"))
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setMouseTracking(True)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Expanding)
        self.week: Week | None = None
        self.current = ""
        self._places: tuple[Placed, ...] = ()
        self._hours = (8, 20)
        self._drag: _Drag | None = None

    def show_week(self, week: Week) -> None:
        """Another week, or the same as it stands now."""
        self.week = week
        self._places = placed(week.campaigns, week.first, display_zone().zone())
        self._hours = shown_hours(self._places)
        if self.campaign() is None:
            unfit = next((each.run_id for each in week.campaigns if each.run_id in week.too_many), "")
            self.current = unfit or next((each.campaign.run_id for each in self._places), "")
        self._say()
        self.updateGeometry()
        self.update()

    def campaign(self) -> WeekCampaign | None:
        """The one that is chosen."""
        found = (each.campaign for each in self._places if each.campaign.run_id == self.current)
        return next(found, None)

    def choose(self, run_id: str) -> None:
        """Choose another campaign."""
        if run_id != self.current:
            self.current = run_id
            self._say()
            self.update()
            self.chosen.emit(run_id)

    def block_of(self, run_id: str) -> QRectF:
        """Where a campaign is drawn; empty where it is not."""
        found = next((each for each in self._places if each.campaign.run_id == run_id), None)
        return self._block(found) if found is not None else QRectF()

    def point_of(self, at: datetime) -> QPointF:
        """Where a moment of the week is, in the middle of its day."""
        here = said.local(at)
        day = (here.date() - self.week.first).days if self.week is not None else 0
        return QPointF(self._column(day).center().x(), self._y(here.hour + here.minute / 60))

    def sizeHint(self) -> QSize:
        first, last = self._hours
        return QSize(dp(GUTTER + DAYS * 136), dp(HEAD) + (last - first) * dp(HOUR_HIGH) + dp(12))

    def minimumSizeHint(self) -> QSize:
        return QSize(dp(GUTTER + DAYS * LEAST_DAY), self.sizeHint().height())

    # Where things are

    def _mirrored(self, rect: QRectF) -> QRectF:
        if self.layoutDirection() == Qt.LayoutDirection.LeftToRight:
            return rect
        return QRectF(self.width() - rect.right(), rect.top(), rect.width(), rect.height())

    def _column(self, day: int) -> QRectF:
        wide = (self.width() - dp(GUTTER)) / DAYS
        return self._mirrored(QRectF(dp(GUTTER) + day * wide, 0, wide, self.height()))

    def _y(self, hour: float) -> float:
        return dp(HEAD) + (hour - self._hours[0]) * dp(HOUR_HIGH)

    def _block(self, each: Placed) -> QRectF:
        column = self._column(each.day).adjusted(dp(4), 0, -dp(5), 0)
        wide = column.width() / each.lanes
        lane = each.lane
        if self.layoutDirection() == Qt.LayoutDirection.RightToLeft:
            lane = each.lanes - 1 - lane
        top, bottom = self._y(each.top), self._y(each.bottom)
        return QRectF(
            column.left() + lane * wide, top + 1, wide - dp(2), max(line_height() + dp(6), bottom - top - 2)
        )

    def _at(self, point: QPointF) -> Placed | None:
        return next((each for each in reversed(self._places) if self._block(each).contains(point)), None)

    def _place_of(self, point: QPointF, grip: float = 0.0) -> datetime | None:
        """The moment at a point, counted from where a campaign was taken."""
        if self.week is None:
            return None
        x = (
            point.x()
            if self.layoutDirection() == Qt.LayoutDirection.LeftToRight
            else self.width() - point.x()
        )
        day = int((x - dp(GUTTER)) / ((self.width() - dp(GUTTER)) / DAYS))
        hour = self._hours[0] + (point.y() - dp(HEAD)) / dp(HOUR_HIGH) - grip
        return moment(self.week.first, day, hour, display_zone().zone())

    # Painting

    def paintEvent(self, event: QPaintEvent) -> None:
        with QPainter(self) as painter:
            painter.setRenderHint(QPainter.RenderHint.Antialiasing)
            if self.week is None:
                return
            self._paint_grid(painter, self.week)
            for each in self._places:
                self._paint_block(painter, self.week, each)
            self._paint_now(painter, self.week)
            if self._drag is not None and self._drag.begins is not None:
                self._paint_drag(painter, self._drag)

    def _words(
        self, painter: QPainter, rect: QRectF, text: str, tone: str, side: Qt.AlignmentFlag | None = None
    ) -> None:
        aligned = side if side is not None else Qt.AlignmentFlag.AlignLeading
        words(painter, rect.toAlignedRect(), text, tone, self.layoutDirection(), side=aligned)

    def _paint_grid(self, painter: QPainter, week: Week) -> None:
        today = display_zone().now().date()
        first, last = self._hours
        for at, use in enumerate(week.days):
            column = self._column(at)
            is_today = (use.day.year, use.day.month, use.day.day) == (
                today.year(),
                today.month(),
                today.day(),
            )
            if is_today:
                painter.fillRect(column, colour("accent_subtle"))
            hairline(painter, column.topLeft(), column.bottomLeft())
            inner = column.adjusted(dp(10), dp(10), -dp(8), 0)
            painter.setFont(fonts.role_font("strong"))
            line = line_height() + dp(4)
            head = QRectF(inner.left(), inner.top(), inner.width(), line)
            self._words(painter, head, said.day_title(use.day), "accent_text" if is_today else "text")
            bar = QRectF(inner.left(), head.bottom() + dp(6), inner.width(), dp(8))
            self._paint_use(painter, bar, use.most, use.limit)
            painter.setFont(fonts.role_font("caption"))
            below = QRectF(inner.left(), bar.bottom() + dp(6), inner.width(), line)
            if use.too_many:
                size = dp(14)
                spot = self._leading(below, size)
                icons.paint(painter, "warning", "warning", spot.toAlignedRect(), size)
                below = self._after(below, size + dp(5))
            self._words(painter, below, said.use_words(use), "warning" if use.too_many else "text2")
        painter.setFont(fonts.role_font("caption"))
        for hour in range(first, last + 1):
            y = round(self._y(hour))
            hairline(painter, QPointF(0, y), QPointF(self.width(), y))
            if hour < last:
                gutter = self._mirrored(QRectF(0, y + dp(2), dp(GUTTER) - dp(8), line_height() + dp(2)))
                self._words(painter, gutter, f"{hour:02}:00", "text2", Qt.AlignmentFlag.AlignTrailing)

    def _paint_use(self, painter: QPainter, bar: QRectF, most: int, limit: int | None) -> None:
        box(painter, bar, dp(4), fill=colour("neutral_subtle"))
        if not most or limit is None:
            return
        share = min(1.0, most / limit) if limit else 1.0
        filled = QRectF(bar.left(), bar.top(), max(dp(4), bar.width() * share), bar.height())
        if self.layoutDirection() == Qt.LayoutDirection.RightToLeft:
            filled.moveRight(bar.right())
        box(painter, filled, dp(4), fill=colour("warning" if most > limit else "accent"))

    def _leading(self, rect: QRectF, width: float) -> QRectF:
        left = rect.left()
        if self.layoutDirection() == Qt.LayoutDirection.RightToLeft:
            left = rect.right() - width
        return QRectF(left, rect.top(), width, rect.height())

    def _after(self, rect: QRectF, width: float) -> QRectF:
        if self.layoutDirection() == Qt.LayoutDirection.RightToLeft:
            return rect.adjusted(0, 0, -width, 0)
        return rect.adjusted(width, 0, 0, 0)

    def _paint_block(self, painter: QPainter, week: Week, each: Placed) -> None:
        rect, campaign = self._block(each), each.campaign
        too_many = week.too_many.get(campaign.run_id, 0)
        icon, tone, word = said.stage_words(campaign, too_many)
        ground = colour("warning_subtle") if too_many else colour("surface")
        is_current = campaign.run_id == self.current
        edge = colour("warning" if too_many else "accent" if is_current else "border_input")
        box(painter, rect, dp(5), fill=ground, edge=edge, width=2 if is_current else 1)
        self._paint_edge(painter, rect, colour("chart5" if campaign.stage is Stage.PLANNED else tone))
        inner = rect.adjusted(dp(11), dp(5), -dp(6), -dp(4))
        line = line_height() + dp(2)
        small = rect.height() < dp(SMALL)
        rows: list[tuple[str, str, str, str]] = [("strong", "", visible(campaign.name), "text")]
        if not small:
            rows.append(("caption", "", said.times(campaign), "text2"))
        rows.append(("caption", "", said.people(campaign), "text2"))
        if rect.height() < 2 * line + dp(9):  # the name alone, in the middle
            rows = rows[:1]
            inner.setTop(rect.top() + (rect.height() - line) / 2)
        if not small:
            rows.append(("caption", icon, word, tone))
        painter.save()
        painter.setClipRect(rect)
        for role, row_icon, text, row_tone in rows:
            if inner.top() + line > rect.bottom() + dp(4):
                break
            painter.setFont(fonts.role_font(role))
            place = QRectF(inner.left(), inner.top(), inner.width(), line)
            if row_icon:
                size = dp(13)
                icons.paint(painter, row_icon, row_tone, self._leading(place, size).toAlignedRect(), size)
                place = self._after(place, size + dp(5))
            self._words(painter, place, text, row_tone)
            inner.setTop(inner.top() + line)
        painter.restore()
        if campaign.stage in (Stage.RUNNING, Stage.SETTLED) and not small:
            self._paint_progress(painter, rect, campaign)
        if is_current and self.hasFocus():
            ring(painter, rect, dp(5))

    def _paint_edge(self, painter: QPainter, rect: QRectF, tone: QColor) -> None:
        edge = self._leading(rect.adjusted(1, 1, -1, -1), dp(4))
        box(painter, edge, dp(2), fill=tone)

    def _paint_progress(self, painter: QPainter, rect: QRectF, campaign: WeekCampaign) -> None:
        bar = QRectF(rect.left() + dp(11), rect.bottom() - dp(10), rect.width() - dp(20), dp(4))
        box(painter, bar, dp(2), fill=colour("neutral_subtle"))
        people = max(1, campaign.people)
        left = 0.0
        for number, tone in ((campaign.sent, "accent"), (campaign.refused, "danger")):
            wide = bar.width() * min(1.0, number / people)
            part = QRectF(bar.left() + left, bar.top(), wide, bar.height())
            if self.layoutDirection() == Qt.LayoutDirection.RightToLeft:
                part.moveRight(bar.right() - left)
            box(painter, part, dp(2), fill=colour(tone))
            left += wide

    def _paint_now(self, painter: QPainter, week: Week) -> None:
        now = said.local(datetime.now(display_zone().zone()))
        day = (now.date() - week.first).days
        hour = now.hour + now.minute / 60
        if not (0 <= day < DAYS and self._hours[0] <= hour <= self._hours[1]):
            return
        column, y = self._column(day), self._y(hour)
        painter.fillRect(QRectF(column.left(), y - 1, column.width(), 2), colour("accent"))

    def _paint_drag(self, painter: QPainter, drag: _Drag) -> None:
        """Where it would stand."""
        begins = drag.begins
        if begins is None or self.week is None:
            return
        by = begins - drag.campaign.begins
        ghost = placed(
            [_at(drag.campaign, drag.campaign.begins + by, drag.campaign.ends + by)],
            self.week.first,
            display_zone().zone(),
        )
        if not ghost:
            return
        rect = self._block(ghost[0])
        is_past = begins <= datetime.now(display_zone().zone())
        tone = "warning" if is_past else "success"
        box(painter, rect, dp(5), fill=colour(f"{tone}_subtle"), edge=colour(tone), width=2,
            style=Qt.PenStyle.DashLine)  # fmt: skip
        inner = rect.adjusted(dp(11), dp(5), -dp(6), -dp(4))
        painter.setFont(fonts.role_font("strong"))
        line = line_height() + dp(2)
        first = QRectF(inner.left(), inner.top(), inner.width(), line)
        self._words(painter, first, visible(drag.campaign.name), "text")
        painter.setFont(fonts.role_font("caption"))
        text = tr("That time is past") if is_past else f"{said.local(begins):%H:%M}"
        self._words(painter, first.translated(0, line), text, tone)

    # Hands

    def mousePressEvent(self, event: QMouseEvent) -> None:
        found = self._at(event.position())
        if event.button() != Qt.MouseButton.LeftButton or found is None:
            return
        self.choose(found.campaign.run_id)
        if found.campaign.is_movable:
            grip = (event.position().y() - self._block(found).top()) / dp(HOUR_HIGH)
            self._drag = _Drag(found.campaign, grip, event.position())

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        drag = self._drag
        if drag is None:
            found = self._at(event.position())
            movable = found is not None and found.campaign.is_movable
            self.setCursor(Qt.CursorShape.OpenHandCursor if movable else Qt.CursorShape.ArrowCursor)
            return
        far = (event.position() - drag.pressed).manhattanLength() >= QApplication.startDragDistance()
        if drag.begins is not None or far:
            drag.begins = self._place_of(event.position(), drag.grip)
            self.setCursor(Qt.CursorShape.ClosedHandCursor)
            self.update()

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        drag, self._drag = self._drag, None
        self.unsetCursor()
        self.update()
        if drag is not None and drag.begins is not None and drag.begins != drag.campaign.begins:
            self.moved.emit(drag.campaign.run_id, drag.begins)

    def mouseDoubleClickEvent(self, event: QMouseEvent) -> None:
        if (found := self._at(event.position())) is not None:
            self.opened.emit(found.campaign.run_id)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if not self._press(event):
            super().keyPressEvent(event)

    def _press(self, event: QKeyEvent) -> bool:
        key, modifiers = Qt.Key(event.key()), event.modifiers()
        campaign = self.campaign()
        if key == Qt.Key.Key_Escape and self._drag is not None:
            self._drag = None
            self.update()
            return True
        if key == Qt.Key.Key_Z and modifiers == Qt.KeyboardModifier.ControlModifier:
            self.undo_wanted.emit()
            return True
        if key in (Qt.Key.Key_PageUp, Qt.Key.Key_PageDown, Qt.Key.Key_T):
            self.turned.emit({Qt.Key.Key_PageUp: -1, Qt.Key.Key_PageDown: 1}.get(key, 0))
            return True
        if key in (Qt.Key.Key_Return, Qt.Key.Key_Enter) and campaign is not None:
            self.opened.emit(campaign.run_id)
            return True
        mirrored = self.layoutDirection() == Qt.LayoutDirection.RightToLeft
        steps = {
            Qt.Key.Key_Up: (0, -1), Qt.Key.Key_Down: (0, 1),
            Qt.Key.Key_Left: (1 if mirrored else -1, 0), Qt.Key.Key_Right: (-1 if mirrored else 1, 0),
        }  # fmt: skip
        if key not in steps:
            return False
        days, down = steps[key]
        if modifiers & Qt.KeyboardModifier.AltModifier:
            by_hour = bool(modifiers & Qt.KeyboardModifier.ShiftModifier)
            self._shift(campaign, days * DAY + down * (HOUR if by_hour else QUARTER))
        else:
            self._step(1 if days + down > 0 else -1)
        return True

    def _shift(self, campaign: WeekCampaign | None, by: timedelta) -> None:
        if campaign is not None and campaign.is_movable:
            self.moved.emit(campaign.run_id, campaign.begins + by)

    def _step(self, by: int) -> None:
        """To the next campaign in the order of time."""
        ids = [each.campaign.run_id for each in sorted(self._places, key=lambda each: (each.day, each.top))]
        if not ids:
            return
        at = ids.index(self.current) + by if self.current in ids else 0
        self.choose(ids[max(0, min(len(ids) - 1, at))])

    def focusInEvent(self, event: QFocusEvent) -> None:
        super().focusInEvent(event)
        self.update()

    def focusOutEvent(self, event: QFocusEvent) -> None:
        super().focusOutEvent(event)
        self.update()

    def _say(self) -> None:
        campaign, week = self.campaign(), self.week
        if week is None:
            return
        nothing = tr("Nothing is planned this week.")
        text = nothing if campaign is None else said.spoken(campaign, week.too_many.get(campaign.run_id, 0))
        self.setAccessibleDescription(text)


def _at(campaign: WeekCampaign, begins: datetime, ends: datetime) -> WeekCampaign:
    return replace(campaign, begins=begins, ends=ends)
