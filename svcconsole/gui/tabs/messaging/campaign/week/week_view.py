"""The week as a page of the campaigns: its days, the chosen campaign at the side, the weeks around it."""

from __future__ import annotations

from PySide6.QtCore import QSignalBlocker, Qt, Signal
from PySide6.QtGui import QKeySequence, QResizeEvent, QShortcut
from PySide6.QtWidgets import QScrollArea, QStackedWidget, QWidget

from svcconsole.gui.design.metrics import dp
from svcconsole.gui.design.text import PlainLabel, visible
from svcconsole.gui.design.words import tr
from svcconsole.gui.kit.charts.figures_view import FiguresView
from svcconsole.gui.kit.containers.boxes import STRETCH, hbox, vbox
from svcconsole.gui.kit.containers.cards import Ground
from svcconsole.gui.kit.widgets.buttons import button, tool_button
from svcconsole.gui.kit.widgets.calm_combo import CalmCombo
from svcconsole.gui.tabs.messaging.campaign.week import week_words as said
from svcconsole.gui.tabs.messaging.campaign.week.week_canvas import WeekCanvas
from svcconsole.gui.tabs.messaging.campaign.week.week_side import WeekSide
from svcconsole.services.campaigns.week.records import Week

SIDE, ROOMY = 312, 1_120


class WeekView(QWidget):
    """`turned(int)`: so many weeks on, 0 for this one. `number_chosen(str)`: this number's limit counts."""

    turned = Signal(int)
    number_chosen = Signal(str)

    def __init__(self) -> None:
        super().__init__()
        self.before = tool_button("left", tr("The week before"))
        self.after = tool_button("right", tr("The week after"))
        self.title = PlainLabel("", "heading")
        self.today = button(tr("Today"))
        self.number = CalmCombo()
        self.number.setAccessibleName(tr("Sending number whose limit counts"))
        self.number.setMinimumWidth(dp(200))
        self.count = PlainLabel("", "caption", "text2")
        self.canvas = WeekCanvas()
        self.figures = FiguresView()
        self.side = WeekSide()
        self.shown = QStackedWidget()
        self._build_layout()
        self._connect()

    def show_week(self, week: Week) -> None:
        """Another week, or the same as it stands now."""
        self.title.setText(said.week_title(week.first))
        self.count.setText(said.count_words(week))
        with QSignalBlocker(self.number):
            self.number.clear()
            for name in week.numbers:
                self.number.addItem(tr("Number: {name}", name=visible(name)), name)
            self.number.setCurrentIndex(max(0, self.number.findData(week.number)))
        self.number.setVisible(bool(week.numbers))
        self.canvas.show_week(week)
        if self.shown.currentWidget() is self.figures:
            self.figures.show_figures(tr("Campaigns of the week"), said.figures(week))

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self.side_ground.setVisible(self.width() >= dp(ROOMY))

    def _turn_table(self) -> None:
        """The same as a table, and back."""
        if self.shown.currentWidget() is self.figures:
            self.shown.setCurrentWidget(self._scroll)
            self.canvas.setFocus()
        elif self.canvas.week is not None:
            self.figures.show_figures(tr("Campaigns of the week"), said.figures(self.canvas.week))
            self.shown.setCurrentWidget(self.figures)
            self.figures.focus_current()

    def _connect(self) -> None:
        self.before.clicked.connect(lambda: self.turned.emit(-1))
        self.after.clicked.connect(lambda: self.turned.emit(1))
        self.today.clicked.connect(lambda: self.turned.emit(0))
        self.canvas.turned.connect(self.turned)
        self.number.activated.connect(lambda at: self.number_chosen.emit(self.number.itemData(at)))
        table = QShortcut(QKeySequence("Alt+T"), self)
        table.setContext(Qt.ShortcutContext.WidgetWithChildrenShortcut)
        table.activated.connect(self._turn_table)

    def _build_layout(self) -> None:
        bar = Ground("surface", "bottom")
        hbox(self.before, self.title, self.after, self.today, self.number, STRETCH, self.count, parent=bar,
             spacing=10, margins=(16, 8, 20, 8))  # fmt: skip
        self._scroll = QScrollArea()
        self._scroll.setWidgetResizable(True)
        self._scroll.setFrameShape(QScrollArea.Shape.NoFrame)
        self._scroll.setProperty("bg", "surface")
        self._scroll.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self._scroll.setWidget(self.canvas)
        self.shown.addWidget(self._scroll)
        self.shown.addWidget(self.figures)
        self.side_ground = Ground("canvas", "left")
        self.side_ground.setFixedWidth(dp(SIDE))
        vbox(self.side, parent=self.side_ground)
        whole = hbox((self.shown, 1), self.side_ground, spacing=0)
        vbox(bar, (whole, 1), parent=self, spacing=0)
