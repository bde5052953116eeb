"""The editor of a list of records: cells edited in place, rows added, copied, moved, pasted, removed."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from copy import deepcopy
from dataclasses import replace
from itertools import count
from typing import Any

from PySide6.QtCore import QPoint, Qt
from PySide6.QtGui import QAction, QGuiApplication, QKeyEvent
from PySide6.QtWidgets import QAbstractItemView, QWidget

from svcconsole.gui.design.metrics import row_height
from svcconsole.gui.design.text import literal
from svcconsole.gui.design.words import tr
from svcconsole.gui.kit.containers.boxes import STRETCH, hbox, vbox
from svcconsole.gui.kit.containers.cards import Card, SectionHeading
from svcconsole.gui.kit.forms.editors.cells import cell_problem, cell_text, cell_value, rows_from_sheet
from svcconsole.gui.kit.forms.editors.editor import Editor, words_of
from svcconsole.gui.kit.forms.editors.numbers import money_text
from svcconsole.gui.kit.forms.editors.rows_style import Contents, Line, RowsStyle
from svcconsole.gui.kit.forms.fields import FieldSpec, Kind, specs
from svcconsole.gui.kit.forms.problem_lines import ProblemLines
from svcconsole.gui.kit.forms.problems import Loc, Problem
from svcconsole.gui.kit.grid.keys import Command, typed_text
from svcconsole.gui.kit.grid.table import ColumnSpec, RecordModel, RecordTable
from svcconsole.gui.kit.widgets.buttons import Button, button, tool_button

MENU = "menu"
"""The column with each row's "…"."""


class RowsTable(RecordTable[Line]):
    """A table whose cells are filled in: typing opens the current cell, and so does Enter."""

    def run_command(self, command: Command) -> bool:
        if self.state() == QAbstractItemView.State.EditingState:
            return True  # what the open cell passed on: Enter closes it by itself
        if command == Command.OPEN and self._may_type():
            self.edit(self.currentIndex())
            return True
        return super().run_command(command)

    def other_key(self, event: QKeyEvent) -> None:
        if self.state() == QAbstractItemView.State.EditingState:
            event.accept()
        elif (typed := typed_text(event)) and self._may_type():
            self.type_into_cell(typed)
        else:
            super().other_key(event)

    def _may_type(self) -> bool:
        index = self.currentIndex()
        return index.isValid() and self.records_model().columns()[index.column()].set_value is not None


class RowsEditor(Editor):
    """A list of records as a table; `value` is a list of dicts by the model's names, None for "not set"."""

    spans = True
    whole_steps = True

    def __init__(
        self, spec: FieldSpec, style: RowsStyle | None = None, parent: QWidget | None = None
    ) -> None:
        box = QWidget(parent)
        super().__init__(spec, box)
        self.style = style or RowsStyle()
        self.parts = {
            part.name: replace(part, label=self.style.labels.get(part.name, part.label))
            for part in (specs(spec.model) if spec.model is not None else ())
        }
        self._keys = count(1)
        self._is_set = False
        names = self.style.columns or tuple(self.parts)
        self.shown = [self.parts[name] for name in (*names, *self.style.extra)]
        self.model: RecordModel[Line] = RecordModel(
            [
                *(self._column(part, first=index == 0) for index, part in enumerate(self.shown)),
                ColumnSpec(key=MENU, title="", value=self._menu_words, kind="menu", width=44, sortable=False),
            ],
            key=lambda line: line.key,
        )
        self.table = RowsTable(self.model, spec.label)
        self.table.set_row_menu(self._actions)
        self.table.value_edited.connect(lambda *_: self._edited())
        self.table.value_refused.connect(self._say_refused)
        self.table.horizontalScrollBar().rangeChanged.connect(lambda *_: self._fit())
        thing = self.style.thing or tr("row")
        self.add_button = button(tr("New {thing}", thing=thing), "plus", "quiet")
        self.add_button.clicked.connect(self._add_clicked)
        self.paste_button: Button = button(tr("Paste from a spreadsheet"), "table", "quiet")
        self.paste_button.setParent(box)
        self.paste_button.clicked.connect(lambda: self.paste(QGuiApplication.clipboard().text()))
        frame = Card()
        frame.body.setContentsMargins(1, 1, 1, 1)
        frame.body.setSpacing(0)
        frame.body.addWidget(self.table)
        foot = hbox(self.add_button, STRETCH, margins=2)
        frame.body.addLayout(foot)
        self.lines_below = ProblemLines()
        self.lines_below.fix_wanted.connect(self._fix)
        vbox(frame, self.lines_below, parent=box, spacing=8)
        self._fit()

    def value(self) -> Any:
        rows = [deepcopy(line.values) for line in self.lines()]
        return rows if rows or self._is_set else None

    def set_value(self, value: Any) -> None:
        self._is_set = value is not None
        originals = self._originals()
        self._show([self._line(dict(row), originals) for row in value or ()])

    def set_original(self, value: Any) -> None:
        super().set_original(value)
        originals = self._originals()
        for line in self.lines():
            line.original = originals.get(line.values.get(self.style.key))
        self.model.touch()

    def lines(self) -> list[Line]:
        """The rows in the order they are sent."""
        return list(self.model.records())

    def unreadable(self) -> list[Problem]:
        return [
            Problem(
                (index, name),
                tr(
                    "{row}, {inside}: {sentence}",
                    row=self.row_words(line),
                    inside=_inside(part),
                    sentence=sentence,
                ),
            )
            for index, line in enumerate(self.lines())
            for name, part in self.parts.items()
            if (sentence := cell_problem(part, line.values.get(name)))
        ]

    def heading(self, title: str, note: str) -> QWidget:
        if not self.style.extra:
            return self._counted(SectionHeading(title, trailing=self.paste_button), note)
        tools = QWidget()
        line = hbox(parent=tools)
        columns = tool_button("columns", tr("Columns of {title}", title=title))
        columns.clicked.connect(
            lambda: self.table.columns_menu().popup(columns.mapToGlobal(QPoint(0, columns.height())))
        )
        line.addWidget(self.paste_button)
        line.addWidget(columns)
        return self._counted(SectionHeading(title, trailing=tools), note)

    def words_at(self, loc: Loc, value: Any) -> str:
        if len(loc) == 2 and loc[1] in self.style.money:
            return money_text(value) or words_of(value)
        return super().words_at(loc, value)

    def label_at(self, loc: Loc, label: str) -> str:
        lines = self.lines()
        if len(loc) < 2 or not isinstance(loc[0], int) or loc[0] >= len(lines):
            return super().label_at(loc, label)
        part = self.parts.get(str(loc[1]))
        own = label if part is None else _inside(part)
        return f"{self.row_words(lines[loc[0]])}: {own}"

    def show_problems(self, problems: Sequence[Problem], edited: bool) -> None:
        lines = self.lines()
        for line in lines:
            line.problems, line.looks = {}, {}
        for problem in problems:
            index, name = (*problem.loc, None, None)[:2]
            if isinstance(index, int) and index < len(lines):
                cells = lines[index].looks if problem.warning else lines[index].problems
                cells.setdefault(str(name or self.shown[0].name), problem.sentence)
        for name in {str(problem.loc[1]) for problem in problems if len(problem.loc) > 1}:
            if name in self.style.extra:
                self.table.show_column(name, True)
        self.lines_below.show_problems(problems)
        self.model.touch()

    def focus(self, loc: Loc = ()) -> None:
        lines = self.lines()
        index = loc[0] if loc and isinstance(loc[0], int) else 0
        if not lines:
            self.add_button.setFocus()
            return
        line = lines[min(index, len(lines) - 1)]
        self.table.set_current(line.key)
        if len(loc) > 1:
            self.table.set_current_cell(line.key, str(loc[1]))
        self.table.setFocus()

    def add(self, values: Contents | None = None, after: Line | None = None) -> None:
        """A new row at the end or after another, begun as the style says."""
        lines = self.lines()
        begun = self.style.begin([line.values for line in lines]) if self.style.begin else {}
        line = self._line({**self._blank(), **begun, **(values or {})}, {})
        place = lines.index(after) + 1 if after is not None else len(lines)
        self._show([*lines[:place], line, *lines[place:]])
        self._edited()
        self.table.set_current(line.key)
        self.table.setFocus()

    def _add_clicked(self) -> None:
        self.add()

    def remove(self, line: Line) -> None:
        self._show([other for other in self.lines() if other is not line])
        self._edited()

    def move(self, line: Line, by: int) -> None:
        lines = self.lines()
        place = lines.index(line)
        lines.insert(max(0, min(len(lines) - 1, place + by)), lines.pop(place))
        self._show(lines)
        self.table.set_current(line.key)
        self._edited()

    def paste(self, text: str) -> None:
        """Rows from a spreadsheet: a row whose key is here already changes that row, any other is added."""
        lines = self.lines()
        known = {line.values.get(self.style.key): line for line in lines if line.values.get(self.style.key)}
        rows = rows_from_sheet(text, self.shown)
        if not rows:
            return
        for row in rows:
            line = known.get(row.get(self.style.key))
            if line is None:
                begun = self.style.begin([other.values for other in lines]) if self.style.begin else {}
                lines.append(self._line({**self._blank(), **begun, **row}, {}))
            else:
                line.values.update({name: value for name, value in row.items() if value is not None})
        self._show(lines)
        self._edited()

    def row_words(self, line: Line) -> str:
        """How a row is called in a sentence."""
        named = (line.values.get(name) for name in ("name", "key", "title", self.style.key))
        position = self.lines().index(line) + 1 if line in self.lines() else 0
        return str(
            next(
                (name for name in named if name),
                tr("{thing} {position}", thing=self.style.thing, position=position),
            )
        )

    def _fix(self, problem: Problem) -> None:
        index, name = problem.loc
        self.lines()[int(index)].values[str(name)] = deepcopy(problem.value)
        self.model.touch()
        self._edited()

    def _column(self, part: FieldSpec, *, first: bool) -> ColumnSpec[Line]:
        name = part.name
        thumb = self.style.thumb
        kinds = {Kind.NUMBER: "number", Kind.CODE: "mono"}
        return ColumnSpec(
            key=name,
            title=part.label,
            value=lambda line: self._raw(line, name),
            text=lambda line: self._text(line, name),
            kind="strong" if first and part.kind is Kind.TEXT else kinds.get(part.kind, "text"),
            width=self.style.widths.get(name, 110 if part.kind is Kind.NUMBER else 150),
            stretch=first,
            sortable=False,
            tone=lambda line: "text2" if line.values.get(name) in (None, "") else None,
            set_value=lambda line, text: self._set(line, name, text),
            edit_text=lambda line: self._raw(line, name),
            look=lambda line: line.looks.get(name),
            tip=(lambda line: self._raw(line, name)) if part.kind is Kind.URL else None,
            edited=lambda line: self._is_edited(line, name),
            problem=lambda line: line.problems.get(name),
            thumb=None if thumb is None or not first else (lambda line: thumb(line.values)),
            hidden=name in self.style.extra,
        )

    def _text(self, line: Line, name: str) -> str:
        value = line.values.get(name)
        if value in (None, "") and self.style.ghost is not None:
            return self.style.ghost(line.values, name)
        text = self._raw(line, name)
        return file_name(text) if self.parts[name].kind is Kind.URL else text

    def _raw(self, line: Line, name: str) -> str:
        value = line.values.get(name)
        return money_text(value) if name in self.style.money else cell_text(self.parts[name], value)

    def _set(self, line: Line, name: str, text: str) -> str | None:
        if line.original is not None and name in self.style.fixed and line.original.get(name):
            return tr("{label} is fixed once created.", label=self.parts[name].label)
        if text != self._raw(line, name):
            line.values[name] = cell_value(self.parts[name], text)
        return None

    def _say_refused(self, _line: Line, _name: str, why: str) -> None:
        self.lines_below.show_problems([Problem((), why)])

    def _is_edited(self, line: Line, name: str) -> bool:
        if line.original is None:
            return bool(self._originals()) and line.values.get(name) not in (None, "")
        return bool(line.values.get(name) != line.original.get(name))

    def _menu_words(self, line: Line) -> str:
        return tr("More for {row}", row=self.row_words(line))

    def _actions(self, line: Line) -> list[QAction]:
        entries: tuple[tuple[str, Callable[[], None]], ...] = (
            (
                tr("Duplicate"),
                lambda: self.add({**deepcopy(line.values), self.style.key: None}, after=line),
            ),
            (tr("Move up"), lambda: self.move(line, -1)),
            (tr("Move down"), lambda: self.move(line, 1)),
            (tr("Remove"), lambda: self.remove(line)),
        )
        actions = []
        for text, run in entries:
            action = QAction(literal(text), self.table)
            action.triggered.connect(lambda _=False, run=run: run())
            actions.append(action)
        return actions

    def _originals(self) -> dict[Any, Contents]:
        rows = self.original or ()
        return {row.get(self.style.key): row for row in rows if row.get(self.style.key)}

    def _line(self, values: Contents, originals: Mapping[Any, Contents]) -> Line:
        return Line(next(self._keys), values, originals.get(values.get(self.style.key)))

    def _blank(self) -> Contents:
        return dict.fromkeys(self.parts)

    def _show(self, lines: list[Line]) -> None:
        self.model.set_records(lines)
        self._fit()
        self._count()

    def _fit(self) -> None:
        rows = min(len(self.lines()), self.style.most_rows)
        self.table.setVisible(rows > 0)
        scrolls = len(self.lines()) > rows
        policy = Qt.ScrollBarPolicy.ScrollBarAsNeeded if scrolls else Qt.ScrollBarPolicy.ScrollBarAlwaysOff
        self.table.setVerticalScrollBarPolicy(policy)
        bar = self.table.horizontalScrollBar()
        below = bar.sizeHint().height() if bar.maximum() else 0
        header = self.table.horizontalHeader().sizeHint().height()
        self.table.setFixedHeight(header + rows * row_height() + below + 2)

    def _edited(self) -> None:
        self._is_set = True
        self._fit()
        self.changed.emit()


def file_name(url: str) -> str:
    """The last part of an address: what people know a file by; the whole where there is none."""
    return url.partition("?")[0].rstrip("/").rpartition("/")[2] or url


def _inside(part: FieldSpec) -> str:
    """The field's label within a sentence."""
    label = part.label
    return label[:1].lower() + label[1:] if label[1:2].islower() else label
