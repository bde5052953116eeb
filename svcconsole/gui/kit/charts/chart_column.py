"""The chart column beside a report: a time chart, a value chart and a column's figures."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QWidget

from svcconsole.gui.design.text import PlainLabel
from svcconsole.gui.design.words import tr
from svcconsole.gui.kit.charts import over_time, values
from svcconsole.gui.kit.charts.chart_section import ChartSection
from svcconsole.gui.kit.charts.column_figures import ColumnFigures
from svcconsole.gui.kit.charts.defaults import Defaults, defaults_of
from svcconsole.gui.kit.charts.over_time import OverTime
from svcconsole.gui.kit.charts.values import Values
from svcconsole.gui.kit.containers.boxes import vbox
from svcconsole.gui.kit.containers.cards import Hairline, ScrollPage
from svcconsole.gui.runtime.notices import Notices
from svcconsole.gui.runtime.task_scope import make_scope
from svcconsole.services.analysis.analysis import Analysis
from svcconsole.services.analysis.results import Kind
from svcconsole.services.analysis.view import View
from svcconsole.services.reports.report_diff import names_rows

SAMPLE: Final = 200


class ChartColumn(QWidget):
    """Draws the report's defaults at once; `show_column` brings another column's chart to the front.

    `filter_wanted(Filter)`: a bar or a period was clicked, it takes the place of the column's own filter.
    `filter_dropped(int)`: the chosen bar was clicked again, the column's filter may go.
    """

    filter_wanted = Signal(object)
    filter_dropped = Signal(int)

    def __init__(
        self,
        analysis: Analysis,
        columns: Sequence[str],
        notices: Notices,
        report_name: str | None = None,
        parent: QWidget | None = None,
        *,
        headings: Sequence[str] = (),
    ) -> None:
        """`columns` are the file's names, `headings` what they are called on screen where that differs."""
        super().__init__(parent)
        self.scope = make_scope(self, notices)
        self._analysis = analysis
        self._columns = tuple(columns)
        self._kinds: tuple[Kind, ...] = ()
        self._wanted: int | None = None
        self._report = defaults_of(report_name, columns)
        rows = self._report.rows if self._report is not None else "Rows"
        said = headings or columns
        self.over_time = OverTime(analysis, said, rows, notices)
        self.values = Values(analysis, said, rows, notices)
        self.figures = ColumnFigures(analysis, said, notices)
        self.hint = PlainLabel("", "caption", "text2", wrap=True)
        self.page = ScrollPage("surface", 16)
        self._lines: dict[ChartSection, Hairline] = {}
        self._build()
        self.scope.start(self._begin(), key="begin")

    def sections(self) -> tuple[ChartSection, ...]:
        """The charts, from the top."""
        return self.over_time, self.values, self.figures

    def _build(self) -> None:
        vbox(self.page, parent=self)
        body = self.page.body
        self.hint.hide()
        body.addWidget(self.hint)
        for section in self.sections():
            body.addWidget(section)
            self._lines[section] = line = Hairline()
            body.addWidget(line)
            section.filter_wanted.connect(self.filter_wanted)
            section.filter_dropped.connect(self.filter_dropped)
            self._put(section, shown=False)
        body.addStretch(1)

    def _put(self, section: ChartSection, *, shown: bool) -> None:
        """Show a chart or take it away, with the line under it."""
        section.setVisible(shown)
        seen = [each for each in self.sections() if not each.isHidden()]
        for each, line in self._lines.items():
            line.setVisible(each in seen[:-1])

    # -- what is drawn

    async def _begin(self) -> None:
        self._kinds = await self._analysis.kinds()
        self.over_time.set_kinds(self._kinds)
        self.values.set_kinds(self._kinds)
        chosen = self._report or self._guessed()
        if chosen.over is not None and self._kinds[chosen.over] == "date":
            self.over_time.ask(
                over_time.Asked(column=chosen.over, split=chosen.split, amount=self._number(chosen.amount))
            )
            self._put(self.over_time, shown=True)
        if chosen.values is not None:
            self.values.ask(values.Asked(column=chosen.values, amount=self._number(chosen.amount)))
            self._put(self.values, shown=True)
        if chosen.figures is not None:
            self.figures.ask(chosen.figures)
            self._put(self.figures, shown=True)
        self._hint(chosen)
        if self._wanted is not None:
            self.show_column(self._wanted)

    def _number(self, column: int | None) -> int | None:
        """A column to add up, if it holds numbers in this file."""
        return column if column is not None and self._kinds[column] == "number" else None

    def _hint(self, chosen: Defaults) -> None:
        if chosen.needs_period:
            self.hint.setText(
                tr("This report has no times. Ask for it by day, week or month to see it over time.")
            )
        elif all(section.isHidden() for section in self.sections()):
            self.hint.setText(tr("Choose a column in the table's header to draw it here."))
        self.hint.setVisible(bool(self.hint.text()))

    def _guessed(self) -> Defaults:
        """A table nobody knows: its first dates, the first words that come again, its first numbers."""
        rows = [row.cells for row in self._analysis.opened.first_rows(SAMPLE)]
        firsts: dict[Kind, int] = {}
        for at, kind in reversed(list(enumerate(self._kinds))):
            says_something = _repeats(at, rows) if kind == "text" else not names_rows(self._columns[at])
            if says_something:
                firsts[kind] = at
        return Defaults("Rows", firsts.get("date"), None, firsts.get("text"), None, firsts.get("number"))

    def show_column(self, index: int) -> None:
        """Draw this column: lines of dates, bars of anything else; and its figures."""
        self._wanted = index
        if not self._kinds:
            return  # drawn as soon as it is known what the columns hold
        self._wanted = None
        section: ChartSection
        if self._kinds[index] == "date":
            self.over_time.ask(over_time.Asked(column=index))
            section = self.over_time
        else:
            self.values.ask(values.Asked(column=index))
            section = self.values
        self.figures.ask(index)
        for each in (section, self.figures):
            self._put(each, shown=True)
        self.page.reveal(section)

    def set_view(self, view: View) -> None:
        """The rows beside it are others now."""
        for section in self.sections():
            section.set_view(view)

    def reload(self) -> None:
        """The columns are read in another way now."""
        self.scope.start(self._read_anew(), key="begin")

    async def _read_anew(self) -> None:
        self._kinds = await self._analysis.kinds()
        self.over_time.set_kinds(self._kinds)
        self.values.set_kinds(self._kinds)
        for section in self.sections():
            if not section.isHidden():
                section.reload()

    async def aclose(self) -> None:
        """End what is being counted."""
        await self.scope.close()
        for section in self.sections():
            await section.scope.close()


def _repeats(at: int, rows: Sequence[Sequence[str]]) -> bool:
    """Whether a column's values come again and again, so that counting them says something."""
    filled = [row[at] for row in rows if at < len(row) and row[at].strip()]
    return 1 < len(set(filled)) <= len(filled) / 2
