"""The frame of every chart: its title, its subtitle, and the ways to copy and save it."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from enum import Enum

from PySide6.QtCore import QSizeF, Qt, Signal
from PySide6.QtGui import QAction, QGuiApplication, QKeyEvent, QKeySequence
from PySide6.QtWidgets import QMenu, QToolButton, QWidget
from shiboken6 import isValid

from svcconsole.gui.design import fonts
from svcconsole.gui.design.hiding import hidden_value
from svcconsole.gui.design.icons import icon
from svcconsole.gui.design.metrics import dp
from svcconsole.gui.design.text import ElidedLabel, PlainLabel, set_tip, visible
from svcconsole.gui.design.words import dotted, tr
from svcconsole.gui.kit.charts.chart_image import KINDS, ChartWidget, Picture
from svcconsole.gui.kit.charts.current_height_stack import CurrentHeightStack
from svcconsole.gui.kit.charts.figures import FigureTable
from svcconsole.gui.kit.charts.figures_view import FiguresView
from svcconsole.gui.kit.containers.boxes import STRETCH, hbox, vbox
from svcconsole.gui.kit.containers.flow import FlowLayout
from svcconsole.gui.kit.dialogs import choose_place
from svcconsole.gui.kit.widgets.bars import LoadingBar
from svcconsole.gui.kit.widgets.buttons import Button, tool_button
from svcconsole.gui.kit.widgets.uncovered import keep_uncovered
from svcconsole.gui.runtime.notices import Notices
from svcconsole.gui.runtime.privacy import privacy
from svcconsole.gui.runtime.task_scope import make_scope
from svcconsole.services.analysis.analysis import Analysis
from svcconsole.services.analysis.results import AnalysisError
from svcconsole.services.analysis.view import View
from svcconsole.whole_file import write_whole


class Shows(Enum):
    """What a chart is counted from."""

    WHOLE = "whole"
    VIEW = "view"


class ShowsSwitch(Button):
    """Says whether a chart shows the whole report or this view; a click goes to the other one."""

    changed = Signal()

    def __init__(self, shows: Shows) -> None:
        super().__init__("", None, "link")
        fonts.set_role(self, "caption")
        self.shows = shows
        self._is_filtered = False
        self._left_out = ""
        self._update_text()
        self.clicked.connect(self._flip)

    def set_filtered(self, filtered: bool, left_out: str = "") -> None:
        """Whether what is counted of the view and the whole differ; `left_out` is the column whose own filter
        does not count, for all its values to be seen."""
        self._is_filtered, self._left_out = filtered, left_out
        self._update_text()

    def words(self) -> str:
        """What it says now."""
        if self.shows is not Shows.VIEW or not self._is_filtered:
            return tr("whole report")
        if self._left_out:
            return tr("this view, all values of {column}", column=visible(self._left_out))
        return tr("this view")

    def _update_text(self) -> None:
        self.setText(self.words())
        self.setEnabled(self._is_filtered)
        other = tr("Show the whole report") if self.shows is Shows.VIEW else tr("Show this view")
        tip = other if self._is_filtered else tr("Nothing is filtered: the view is the whole report.")
        if self._left_out and not self._is_filtered:
            tip = tr(
                "All values of {column} are drawn, those of the view stand out.",
                column=visible(self._left_out),
            )
        set_tip(self, tip)
        self.setAccessibleName(self.words())
        self.setAccessibleDescription(tip)

    def _flip(self) -> None:
        self.shows = Shows.WHOLE if self.shows is Shows.VIEW else Shows.VIEW
        self._update_text()
        self.changed.emit()


class ChartSection(QWidget):
    """One chart of an analysed file, with its heading.

    Subclasses fill `controls`, `draw` what they counted, and answer what is abstract here. `columns` are the
    names of the file's columns.

    `filter_wanted(Filter)`: show only these rows; `filter_dropped(int)`: a column's filter may go.
    """

    filter_wanted = Signal(object)
    filter_dropped = Signal(int)

    def __init__(self, analysis: Analysis, columns: Sequence[str], notices: Notices, shows: Shows) -> None:
        super().__init__()
        keep_uncovered(self)
        self.scope = make_scope(self, notices)
        self.view = View()
        self._analysis = analysis
        self._columns = tuple(columns)
        self._drawn: ChartWidget | None = None
        self._title = ElidedLabel("", "section")
        self.switch = ShowsSwitch(shows)
        self.as_table = QAction(icon("table", "text2"), tr("Show the figures as a table"), self)
        self.as_table.setCheckable(True)
        self.as_table.setShortcut(QKeySequence(Qt.Key.Key_T))
        self.as_table.setShortcutContext(Qt.ShortcutContext.WidgetShortcut)  # the keys come by keyPressEvent
        self.copy_button = tool_button("copy", tr("Copy as a picture"))
        self.more_button = tool_button("more", tr("Save and copy"))
        self.controls = QWidget()
        self.loading = LoadingBar(tr("Counting"))
        self.shown = CurrentHeightStack()
        self.figures = FiguresView()
        self.sentence = PlainLabel("", "body", "text2", wrap=True)
        self.remark = PlainLabel("", "caption", "text2", wrap=True)
        self._build()
        self.switch.changed.connect(self.reload)
        privacy().changed.connect(self.reload)
        self.as_table.toggled.connect(self._show_table)
        self.copy_button.clicked.connect(self.copy_picture)

    # -- what subclasses answer

    def title(self) -> str:
        """What the chart is called."""
        raise NotImplementedError

    def figure_table(self) -> FigureTable:
        """The figures of the chart."""
        raise NotImplementedError

    async def load(self) -> None:
        """Count and draw what is wanted now."""
        raise NotImplementedError

    # -- building

    def _build(self) -> None:
        column = vbox(parent=self, spacing=4)
        head = hbox(self._title, self.switch, STRETCH, self.copy_button, self.more_button, spacing=4)
        self.menu = QMenu(self.more_button)
        self.menu.addActions(self._actions(self.menu))
        self.more_button.setMenu(self.menu)
        self.more_button.setPopupMode(QToolButton.ToolButtonPopupMode.InstantPopup)
        column.addLayout(head)
        self.controls_row = FlowLayout(self.controls, gap=8)
        self.controls_row.setContentsMargins(0, 0, 0, dp(4))
        column.addWidget(self.controls)
        column.addWidget(self.loading)
        self.sentence.setAlignment(Qt.AlignmentFlag.AlignLeading | Qt.AlignmentFlag.AlignTop)
        column.addWidget(self.shown)
        self.shown.addWidget(self.sentence)
        self.shown.addWidget(self.figures)
        column.addWidget(self.remark)
        self.remark.hide()
        self._enable(False)

    def _actions(self, menu: QMenu) -> list[QAction]:
        made: list[QAction] = []
        for name, words, does in (
            ("copy", tr("Copy as a picture"), self.copy_picture),
            ("table", tr("Copy the figures"), self.copy_figures),
            ("image", tr("Save as PNG…"), lambda: self._save_as(".png")),
            ("export", tr("Save as SVG…"), lambda: self._save_as(".svg")),
        ):
            action = QAction(icon(name, "text2"), words, menu)
            action.triggered.connect(lambda _checked=False, act=does: act())
            made.append(action)
        return [self.as_table, *made]

    # -- what is shown

    def counted_view(self) -> View:
        """What to count in: the view's rows in no order, or all."""
        if self.switch.shows is Shows.WHOLE:
            return View()
        return View(self.view.filters, self.view.search)

    def is_filtered(self) -> bool:
        """Whether what is counted of the view may have fewer rows than the report."""
        return bool(self.view.filters or self.view.search)

    def set_view(self, view: View) -> None:
        """The view is another one now."""
        same_rows = (view.filters, view.search) == (self.view.filters, self.view.search)
        self.view = view
        self.update_switch()
        if not same_rows:
            self.view_changed()

    def without_people(self, column: int, value: str) -> str:
        """A value of a column, masked by what the file calls its columns while people are hidden."""
        return hidden_value(self._analysis.opened.columns, column, value)

    def update_switch(self) -> None:
        """Say what is counted."""
        self.switch.set_filtered(self.is_filtered())

    def view_changed(self) -> None:
        """Count anew where the view matters."""
        if self.switch.shows is Shows.VIEW:
            self.reload()

    def reload(self) -> None:
        """Count anew; what was drawn stays until then."""
        self.scope.start(self._load(), key="load")

    async def _load(self) -> None:
        self.loading.start()
        try:
            await self.load()
        except AnalysisError as error:
            self.set_message(str(error))
        except Exception:
            if isValid(self):
                self.loading.stop()
            raise
        self.loading.stop()
        self.refresh()

    def refresh(self) -> None:
        """Say and draw what is there."""
        self._title.setText(visible(self.title()))
        if self.as_table.isChecked():
            self._show_table(True)

    def set_message(self, sentence: str) -> None:
        """A sentence in the chart's place."""
        self.sentence.setText(sentence)
        self.note_down()
        self.as_table.setChecked(False)
        self._enable(False)
        self.shown.bring(self.sentence)

    def note_down(self, *remarks: str) -> None:
        """What is to be known of what is drawn, in a line under it and in its picture."""
        said = " ".join(each for each in remarks if each)
        self.remark.setText(said)
        self.remark.setVisible(bool(said))

    def draw(self, chart: ChartWidget) -> None:
        """The chart in its place, or its figures where those are wanted."""
        self._enable(True)
        self._drawn = chart
        chart.setAccessibleName(self.title())
        self.shown.bring(self.figures if self.as_table.isChecked() else chart)

    def _enable(self, enabled: bool) -> None:
        for button in (self.copy_button, self.more_button):
            button.setEnabled(enabled)

    def _show_table(self, wanted: bool) -> None:
        if wanted:
            self.figures.show_figures(self.title(), self.figure_table())
            self.shown.bring(self.figures)
            self.figures.focus_current()
        elif self._drawn is not None:
            self.shown.bring(self._drawn)
            self._drawn.setFocus(Qt.FocusReason.OtherFocusReason)

    # -- copying and saving

    def note(self) -> str:
        """What a picture says under its title: what was counted, in which file."""
        said = (self.switch.words(), self._analysis.opened.path.name, self.remark.text())
        return dotted(*said)

    def picture(self) -> Picture:
        """The chart as a picture."""
        chart = self._drawn
        if chart is None:
            raise RuntimeError("a chart that was never drawn has no picture")
        return Picture(self.title(), self.note(), QSizeF(chart.size()), chart.paint_picture)

    def copy_picture(self) -> None:
        """The picture to the clipboard."""
        self.picture().copy()

    def copy_figures(self) -> None:
        """The figures to the clipboard, tab-separated."""
        QGuiApplication.clipboard().setText(self.figure_table().as_text())

    def _save_as(self, suffix: str) -> None:
        self.scope.start(self._choose_and_save(suffix), key="save")

    async def _choose_and_save(self, suffix: str) -> None:
        name = "".join(each if each.isalnum() or each in " -_" else " " for each in self.title()).strip()
        path = await choose_place(
            self, tr("Save the picture"), f"{name or 'chart'}{suffix}", kinds=(KINDS[suffix],)
        )
        if path is not None:
            path = path if path.suffix else path.with_suffix(suffix)
            await asyncio.to_thread(write_whole, path, self.picture().content(path.suffix))

    def keyPressEvent(self, event: QKeyEvent) -> None:
        can = self.as_table.isEnabled()
        if can and event.key() == Qt.Key.Key_T and not self.as_table.isChecked():
            self.as_table.setChecked(True)
        elif can and event.key() == Qt.Key.Key_Escape and self.as_table.isChecked():
            self.as_table.setChecked(False)
        elif can and event.matches(QKeySequence.StandardKey.Copy):
            self.copy_picture()
        else:
            super().keyPressEvent(event)
