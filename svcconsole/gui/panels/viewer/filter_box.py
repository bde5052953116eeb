"""The popover of one filter: column, test, value, and common values to choose from."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from datetime import date, timedelta
from typing import Final, Protocol, get_args

from PySide6.QtCore import QStringListModel, Qt, Signal
from PySide6.QtWidgets import QComboBox, QCompleter, QLineEdit, QWidget
from shiboken6 import isValid

from svcconsole.gui.design.hiding import hidden_value
from svcconsole.gui.design.metrics import dp
from svcconsole.gui.design.text import PlainLabel, visible
from svcconsole.gui.design.words import tr
from svcconsole.gui.kit.containers.boxes import STRETCH, hbox, vbox
from svcconsole.gui.kit.widgets.buttons import button, link
from svcconsole.gui.panels.viewer.cells import Kind
from svcconsole.gui.panels.viewer.viewer_text import OF_SEVERAL, TESTS, VALUES, few, said_values
from svcconsole.gui.runtime.task_scope import TaskScope
from svcconsole.services.analysis.view import Filter, Test

FIRST_TEST: Final = {Kind.NUMBER: "over", Kind.DATE: "between", Kind.TEXT: "contains", Kind.ID: "is"}
WIDTH: Final = 300
TEST: Final[Mapping[str, Test]] = {name: name for name in get_args(Test)}


class FilteredTable(Protocol):
    """The table whose rows are filtered."""

    async def suggest(self, column: int) -> Sequence[str]:
        """The commonest values of a column."""

    async def refusal(self, wanted: Filter) -> str:
        """Why a filter cannot be set; blank when it can."""


class FilterBox(QWidget):
    """`wanted(Filter)`: set this one, which the table takes. It closes with its popover.

    `headings` are what the columns are called on screen, `names` in the file: by those it is known which of
    them tell who people are. While people are hidden, such values are neither shown nor offered.
    """

    wanted = Signal(object)

    def __init__(
        self,
        headings: Sequence[str],
        names: Sequence[str],
        kinds: Sequence[Kind],
        table: FilteredTable,
        *,
        scope: TaskScope,
        parent: QWidget,
    ) -> None:
        super().__init__(parent)
        self._names, self._kinds = tuple(names), tuple(kinds)
        self._table = table
        self._scope = scope
        self.column = QComboBox()
        self.test = QComboBox()
        self.first, self.second = QLineEdit(), QLineEdit()
        self.between = PlainLabel(tr("and"), "caption", "text2")
        self.problem = PlainLabel("", "caption", "danger", wrap=True)
        self.apply = button(tr("Set the filter"), kind="primary")
        self.others = PlainLabel("", "caption", "text2", wrap=True)
        self.only = link(tr("Only this value"), "label")
        self._more: tuple[str, ...] = ()
        """The values of the filter that have no field."""
        self._held = [("", ""), ("", "")]
        """What the fields showed to begin with, and the values it stands for, which may have line breaks."""
        self._offers = QStringListModel(self)
        self._picked = ""
        for at, name in enumerate(headings):
            self.column.addItem(visible(name) or tr("(no name)"), at)
        for key, words in TESTS.items():
            if key != "in_period":  # which is what a chart's bar sets: it is offered where it is set
                self.test.addItem(tr(words), key)
        self._build()
        self.column.currentIndexChanged.connect(self._column_changed)
        self.test.currentIndexChanged.connect(self._update_look)
        self.apply.clicked.connect(self._done)
        for field in (self.first, self.second):
            field.returnPressed.connect(self._done)
            field.textEdited.connect(lambda _text: self._update_text(""))
        self.only.clicked.connect(lambda: self._set_more(()))

    def _build(self) -> None:
        self.setMinimumWidth(dp(WIDTH))
        column = vbox(parent=self, spacing=8)
        for combo, name in ((self.column, tr("Column")), (self.test, tr("Test"))):
            combo.setAccessibleName(name)
            combo.setSizeAdjustPolicy(QComboBox.SizeAdjustPolicy.AdjustToMinimumContentsLengthWithIcon)
            combo.setMinimumContentsLength(16)
            combo.setMaxVisibleItems(16)
            column.addWidget(combo)
        self.first.setAccessibleName(tr("Value"))
        self.second.setAccessibleName(tr("Second value"))
        values = hbox(self.first, self.between, self.second, spacing=8)
        column.addLayout(values)
        column.addLayout(hbox((self.others, 1), self.only, spacing=8))
        completer = QCompleter(self._offers, self)
        completer.setCaseSensitivity(Qt.CaseSensitivity.CaseInsensitive)
        completer.setFilterMode(Qt.MatchFlag.MatchContains)
        popup = completer.popup()
        if popup is not None:
            popup.setProperty("popup", True)
        self.first.setCompleter(completer)
        completer.highlighted.connect(self._pick)
        self.first.textEdited.connect(lambda _text: self._pick(""))
        column.addWidget(self.problem)
        foot = hbox(STRETCH, self.apply)
        column.addLayout(foot)

    def _pick(self, value: str) -> None:
        self._picked = value

    def begin(self, column: int, wanted: Filter | None = None) -> None:
        """A new filter of `column`, or another in the place of `wanted`."""
        self.column.setCurrentIndex(max(0, wanted.column if wanted is not None else column))
        if wanted is None:
            self._column_changed()
        else:
            self._show_filter(self._in_days(wanted))
            self._offer()
        self._update_look()
        self.first.setFocus(Qt.FocusReason.PopupFocusReason)
        self.first.selectAll()

    def _in_days(self, wanted: Filter) -> Filter:
        """A period of days as the days from its first to its last, both included."""
        if wanted.test != "in_period" or self._kinds[wanted.column] is not Kind.DATE:
            return wanted
        first, after = (date.fromisoformat(value[:10]) for value in wanted.values)
        last = after - timedelta(days=1)
        return replace(wanted, test="between", values=(first.isoformat(), last.isoformat()))

    def _show_filter(self, wanted: Filter) -> None:
        if self.test.findData(wanted.test) < 0:
            self.test.addItem(tr(TESTS[wanted.test]), wanted.test)
        self.test.setCurrentIndex(self.test.findData(wanted.test))
        takes, said = VALUES.get(wanted.test, 1), said_values(self._names, wanted)
        for at, (field, text, value) in enumerate(
            zip((self.first, self.second), said[:takes], wanted.values[:takes], strict=False)
        ):
            field.setText(text)
            self._held[at] = (field.text(), value)
        self._set_more(wanted.values[takes:], said[takes:])

    def _set_more(self, values: tuple[str, ...], said: Sequence[str] = ()) -> None:
        """The values without a field, and as they may be shown."""
        self._more = values
        self.others.setText(tr("or {values}", values=few(said)))
        self._update_look()

    def _values(self, test: str) -> tuple[str, ...]:
        """The values as they are typed, or as they were."""
        texts = [field.text() for field in (self.first, self.second)][: VALUES.get(test, 1)]
        typed = (
            value if text == shown else text.strip()
            for text, (shown, value) in zip(texts, self._held, strict=False)
        )
        return (*typed, *(self._more if test in OF_SEVERAL else ()))

    def _column_changed(self) -> None:
        self._set_more(())
        self.test.setCurrentIndex(self.test.findData(FIRST_TEST[self._kinds[self.column.currentData()]]))
        self._offer()

    def _offer(self) -> None:
        self._offers.setStringList([])
        self._scope.start(self._read_offers(int(self.column.currentData())), "offers")

    async def _read_offers(self, column: int) -> None:
        values = await self._table.suggest(column)
        if isValid(self) and column == self.column.currentData():
            shown = [value for value in values if hidden_value(self._names, column, value) == value]
            self._offers.setStringList(list(filter(None, shown)))

    def _update_look(self) -> None:
        test = str(self.test.currentData())
        takes = VALUES.get(test, 1)
        by_day = takes > 1 and self._kinds[int(self.column.currentData())] is Kind.DATE
        self.first.setPlaceholderText("2026-01-01" if by_day else "")
        self.second.setPlaceholderText("2026-06-30" if by_day else "")
        self.first.setVisible(takes > 0)
        self.between.setVisible(takes > 1)
        self.second.setVisible(takes > 1)
        for part in (self.others, self.only):
            part.setVisible(bool(self._more) and test in OF_SEVERAL)
        self._update_text("")

    def _done(self) -> None:
        test = str(self.test.currentData())
        values = self._values(test)
        sentence = self._wrong(test, values)
        self._update_text(sentence)
        if test == "contains" and values == (self._picked,):  # a whole value was chosen, not typed
            test = "is"
        if not sentence:
            wanted = Filter(int(self.column.currentData()), TEST[test], values)
            self._scope.start(self._judge(wanted), "filter")

    async def _judge(self, wanted: Filter) -> None:
        """Set the filter, or say why not while what was typed is still there."""
        sentence = await self._table.refusal(wanted)
        if not isValid(self):
            return
        if sentence:
            self._update_text(sentence)
        else:
            self.wanted.emit(wanted)

    def _update_text(self, sentence: str) -> None:
        self.problem.setText(sentence)
        self.problem.setVisible(bool(sentence))
        popover = self.window()
        if sentence and popover is not self:
            popover.adjustSize()

    def _wrong(self, test: str, values: Sequence[str]) -> str:
        """Why this cannot be a filter."""
        if test in ("over", "under", "between", "in_period") and any(not value for value in values):
            return tr("Type a number, or a date as 2026-01-31.")
        if test == "contains" and not values[0]:
            return tr("Type the words to look for.")
        return ""
