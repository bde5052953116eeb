"""The side of the start page: what became of yesterday's messages, and what the others did."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from typing import TYPE_CHECKING

from PySide6.QtCore import QDate, QRect, QRectF, QSize, Qt, Signal
from PySide6.QtGui import QFontMetrics, QPainter, QPaintEvent
from PySide6.QtWidgets import QSizePolicy, QStyle, QWidget

from svcconsole.gui.design import fonts
from svcconsole.gui.design.colours import colour
from svcconsole.gui.design.metrics import dp
from svcconsole.gui.design.painting import box, ring, words
from svcconsole.gui.design.text import ElidedLabel, PlainLabel, set_tip
from svcconsole.gui.design.words import tr
from svcconsole.gui.kit.containers.boxes import STRETCH, hbox, vbox
from svcconsole.gui.kit.containers.cards import Hairline, IconLabel, SectionHeading
from svcconsole.gui.kit.containers.layout_clearing import clear_layout
from svcconsole.gui.kit.quantity_words import count
from svcconsole.gui.kit.relative_time import long_day
from svcconsole.gui.kit.widgets.bars import Part, ProportionBar
from svcconsole.gui.kit.widgets.buttons import link
from svcconsole.gui.kit.widgets.literal_buttons import PaintedButton
from svcconsole.gui.panels.delivery.delivery_text import reason_title
from svcconsole.gui.panels.today.side_words import (
    deed_icon,
    deed_words,
    reason_advice,
)

if TYPE_CHECKING:
    from svcconsole.services.deliveries.reasons import Failure
    from svcconsole.services.today.others import Deed
    from svcconsole.services.today.yesterday import Yesterday

MOST_REASONS = 5
BAR = 6


class YesterdayView(QWidget):
    """`people_wanted(key)`: show whom the failures of this reason are about; blank: of any."""

    people_wanted = Signal(str)

    def __init__(self) -> None:
        super().__init__()
        self.heading = SectionHeading(tr("Yesterday"))
        self.sent, self.arrived, self.failed = (
            _Figure(tr("messages sent")),
            _Figure(tr("arrived")),
            _Figure(tr("did not arrive")),
        )
        self.bar = ProportionBar(8, tr("Yesterday's messages"))
        self.legend = hbox(spacing=12)
        see = link(tr("See the people"), "label")
        see.clicked.connect(lambda: self.people_wanted.emit(""))
        self.why = SectionHeading("", trailing=see)
        self._reasons = vbox(spacing=10)
        self._failures = QWidget()
        vbox(Hairline(), self.why, self._reasons, parent=self._failures, spacing=10)
        figures = hbox(self.sent, self.arrived, self.failed, STRETCH, spacing=24)
        vbox(self.heading, figures, self.bar, self.legend, self._failures, parent=self, spacing=10)
        self.hide()

    def show_day(self, found: Yesterday) -> None:
        """The sums and reasons of a day; nothing of it is seen where nothing was sent."""
        self.setVisible(found.sent > 0)
        if not found.sent:
            return
        self.heading.set_note(long_day(QDate(found.day.year, found.day.month, found.day.day)))
        self.sent.show_number(found.sent)
        self.arrived.show_number(found.arrived)
        self.failed.show_number(found.failed, "danger" if found.failed else "text")
        parts = [
            part
            for part in (
                Part(found.read, "info", tr("read")),
                Part(found.delivered, "neutral", tr("delivered")),
                Part(found.failed, "danger", tr("failed")),
                Part(found.under_way, "accent", tr("on the way")),
                Part(found.untracked, "chart5", tr("sent, not trackable")),
            )
            if part.value
        ]
        self.bar.set_parts(parts)
        clear_layout(self.legend)
        for part in parts:
            self.legend.addWidget(_Key(part))
        self.legend.addStretch(1)
        self._show_reasons(found)

    def rows(self) -> list[ReasonRow]:
        """The reasons that can be clicked."""
        found = [self._reasons.itemAt(at) for at in range(self._reasons.count())]
        widgets = [item.widget() for item in found if item is not None]
        return [each for each in widgets if isinstance(each, ReasonRow)]

    def _show_reasons(self, found: Yesterday) -> None:
        self._failures.setVisible(bool(found.reasons))
        self.why.set_title(tr("Why {n} did not arrive", n=count(found.failed)))
        clear_layout(self._reasons)
        most = max((each.times for each in found.reasons), default=1)
        for failure in found.reasons[:MOST_REASONS]:
            row = ReasonRow(failure, most)
            row.clicked.connect(partial(self.people_wanted.emit, failure.key))
            self._reasons.addWidget(row)


class OthersView(QWidget):
    """`log_wanted()`: show everything that was done."""

    log_wanted = Signal()

    def __init__(self) -> None:
        super().__init__()
        see = link(tr("Activity"), "label")
        see.clicked.connect(self.log_wanted)
        self.heading = SectionHeading(tr("What others did"), tr("since yesterday"), see)
        self._rows = vbox(spacing=10)
        vbox(self.heading, self._rows, parent=self, spacing=10)
        self.hide()

    def show_deeds(self, deeds: Sequence[Deed]) -> None:
        """One line each; nothing of it is seen where others did nothing."""
        clear_layout(self._rows)
        for deed in deeds:
            said = ElidedLabel(deed_words(deed), "caption", "text2")
            said.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Fixed)
            row = QWidget()
            who = PlainLabel(deed.who, "label")
            hbox(IconLabel(deed_icon(deed), "text2", 14), who, (said, 1), parent=row, spacing=8)
            self._rows.addWidget(row)
        self.setVisible(bool(deeds))


class ReasonRow(PaintedButton):
    """Why some did not arrive, and how many; a bar on the scale of all reasons; what can be done."""

    def __init__(self, failure: Failure, most: int) -> None:
        super().__init__()
        self._share = failure.times / max(1, most)
        self._number = count(failure.times)
        self._advice = reason_advice(failure)
        self.setText(reason_title(failure))
        self.setAccessibleName(f"{self.text()}: {self._number}")
        self.setAccessibleDescription(self._advice)
        self.setAttribute(Qt.WidgetAttribute.WA_Hover)
        self.setCursor(Qt.CursorShape.PointingHandCursor)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        set_tip(self, self.text())

    def sizeHint(self) -> QSize:
        high = (
            QFontMetrics(fonts.role_font("body")).height() + QFontMetrics(fonts.role_font("caption")).height()
        )
        return QSize(dp(200), high + dp(BAR + 8))

    def minimumSizeHint(self) -> QSize:
        return QSize(dp(120), self.sizeHint().height())

    def paintEvent(self, event: QPaintEvent) -> None:
        with QPainter(self) as painter:
            whole, direction = self.rect(), self.layoutDirection()
            if self.underMouse():
                box(painter, whole, dp(4), fill=colour("hover"))
            painter.setFont(fonts.role_font("body"))
            line = painter.fontMetrics().height()
            number = painter.fontMetrics().horizontalAdvance(self._number)
            top = QRect(0, 0, whole.width(), line)
            text = QStyle.visualRect(direction, top, top.adjusted(0, 0, -number - dp(8), 0))
            shown = painter.fontMetrics().elidedText(self.text(), Qt.TextElideMode.ElideRight, text.width())
            words(painter, text, shown, "text", direction)
            words(painter, top, self._number, "text", direction, side=Qt.AlignmentFlag.AlignTrailing)
            bar = QRect(0, line + dp(2), whole.width(), dp(BAR))
            box(painter, QRectF(bar), bar.height() / 2, fill=colour("neutral_subtle"))
            part = QRect(0, bar.top(), max(bar.height(), round(bar.width() * self._share)), bar.height())
            part = QStyle.visualRect(direction, bar, part)
            box(painter, QRectF(part), bar.height() / 2, fill=colour("danger"))
            painter.setFont(fonts.role_font("caption"))
            below = QRect(0, bar.bottom() + dp(4), whole.width(), whole.height() - bar.bottom() - dp(4))
            said = painter.fontMetrics().elidedText(self._advice, Qt.TextElideMode.ElideRight, below.width())
            words(painter, below, said, "text2", direction)
            if self.hasFocus():
                ring(painter, whole, dp(4))


class _Figure(QWidget):
    """A number and what it counts."""

    def __init__(self, caption: str) -> None:
        super().__init__()
        self.number = PlainLabel("", "figure")
        vbox(self.number, PlainLabel(caption, "caption", "text2"), parent=self, spacing=0)

    def show_number(self, number: int, tone: str = "text") -> None:
        self.number.setText(count(number))
        self.number.set_tone(tone)


class _Key(QWidget):
    """A square in the colour of a part of the bar, and its words."""

    def __init__(self, part: Part) -> None:
        super().__init__()
        self._token = part.token
        self._square = QWidget()
        self._square.setFixedSize(dp(8), dp(8))
        words_of = tr("{n} {state}", n=count(round(part.value)), state=part.label)
        hbox(self._square, PlainLabel(words_of, "caption", "text2"), parent=self, spacing=4)

    def paintEvent(self, event: QPaintEvent) -> None:
        with QPainter(self) as painter:
            box(painter, QRectF(self._square.geometry()), dp(2), fill=colour(self._token))
