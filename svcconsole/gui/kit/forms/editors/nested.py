"""Editors of fields with parts: maps as two columns, a record as its fields, one of several shapes."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

from pydantic import BaseModel
from PySide6.QtWidgets import QComboBox, QStackedWidget, QWidget

from svcconsole.gui.design.words import show, tr
from svcconsole.gui.kit.containers.boxes import vbox
from svcconsole.gui.kit.forms.editors.editor import Editor, EditorFactory
from svcconsole.gui.kit.forms.editors.rows_editor import RowsEditor
from svcconsole.gui.kit.forms.editors.rows_style import RowsStyle
from svcconsole.gui.kit.forms.fields import FieldSpec, Kind, specs, title_of
from svcconsole.gui.kit.forms.layout import Section, layout_fields
from svcconsole.gui.kit.forms.problems import Loc, Problem


class _Pair(BaseModel):
    name: str
    value: str


class _PairOfTexts(BaseModel):
    name: str
    value: list[str]


class MapEditor(RowsEditor):
    """A map as rows of name and value."""

    def __init__(self, spec: FieldSpec, parent: QWidget | None = None) -> None:
        pair = _Pair if spec.kind is Kind.MAP else _PairOfTexts
        super().__init__(replace(spec, model=pair), RowsStyle(key="name"), parent)

    def value(self) -> Any:
        rows = super().value()
        if rows is None:
            return None
        blank: Any = "" if self.spec.kind is Kind.MAP else []
        return {str(row["name"] or ""): blank if row["value"] is None else row["value"] for row in rows}

    def unreadable(self) -> list[Problem]:
        """A map holds a name once: of rows that share one only the last would be sent."""
        found, seen = super().unreadable(), set[str]()
        for index, line in enumerate(self.lines()):
            name = str(line.values.get("name") or "")
            if name in seen:
                found.append(Problem((index, "name"), tr("A row above has this name, too.")))
            seen.add(name)
        return found

    def set_value(self, value: Any) -> None:
        super().set_value(_pairs(value))

    def set_original(self, value: Any) -> None:
        super().set_original(_pairs(value))


class RecordEditor(Editor):
    """A nested record as its fields; with every one of them not set, an optional record is not set."""

    spans = True

    def __init__(
        self,
        spec: FieldSpec,
        make: EditorFactory,
        model: type[BaseModel] | None = None,
        sections: Sequence[Section] = (),
    ) -> None:
        box = QWidget()
        super().__init__(spec, box)
        owner = model or spec.model
        self.parts = {part.name: make(part) for part in (specs(owner) if owner is not None else ())}
        column = vbox(parent=box, margins=(12, 0, 0, 0))
        self.fields = layout_fields(column, self.parts, sections)
        for editor in self.parts.values():
            editor.changed.connect(self._edited)
            editor.left.connect(self.left)
        self._blank = self._values()
        self._is_set = spec.required

    def value(self) -> Any:
        return self._values() if self._is_set or self.spec.required else None

    def set_value(self, value: Any) -> None:
        self._is_set = value is not None
        for name, editor in self.parts.items():
            editor.set_value(value.get(name) if isinstance(value, dict) else None)

    def set_original(self, value: Any) -> None:
        super().set_original(value)
        for name, editor in self.parts.items():
            editor.set_original(value.get(name) if isinstance(value, dict) else None)

    def unreadable(self) -> list[Problem]:
        return [
            Problem((name, *problem.loc), problem.sentence)
            for name, editor in self.parts.items()
            for problem in editor.unreadable()
        ]

    def show_problems(self, problems: Sequence[Problem], edited: bool) -> None:
        for name, editor in self.parts.items():
            own = [
                Problem(problem.loc[1:], problem.sentence, problem.warning)
                for problem in problems
                if problem.loc[:1] == (name,)
            ]
            changed = editor.value() != editor.original
            field = self.fields.get(name)
            if field is not None:
                field.set_error(own[0].sentence if own else None)
                was = changed and editor.original not in (None, "", [])
                field.set_was(editor.words(editor.original) if was else None)
            editor.show_problems(own, changed)

    def _values(self) -> dict[str, Any]:
        values = {name: editor.value() for name, editor in self.parts.items()}
        return {name: value for name, value in values.items() if value is not None}

    def _edited(self) -> None:
        self._is_set = self._values() != self._blank
        self.changed.emit()

    def focus(self, loc: Loc = ()) -> None:
        name = loc[0] if loc and loc[0] in self.parts else next(iter(self.parts), None)
        if name is not None:
            self.parts[str(name)].focus(loc[1:])


class UnionEditor(Editor):
    """One of several shapes: a choice, and under it the fields of the chosen one."""

    spans = True

    def __init__(self, spec: FieldSpec, make: EditorFactory) -> None:
        box = QWidget()
        super().__init__(spec, box)
        self.combo = QComboBox()
        self.pages = QStackedWidget()
        self.shapes = [RecordEditor(spec, make, model) for model in spec.models]
        for model, shape in zip(spec.models, self.shapes, strict=True):
            self.combo.addItem(show(title_of(model)))
            self.pages.addWidget(shape.widget)
            shape.changed.connect(self.changed)
            shape.left.connect(self.left)
        self.combo.setAccessibleName(tr("Kind of {spec}", spec=spec.label))
        self.combo.activated.connect(self._chosen)
        vbox(self.combo, self.pages, parent=box)

    def value(self) -> Any:
        return self.shapes[self.combo.currentIndex()].value()

    def set_value(self, value: Any) -> None:
        index = self._shape_of(value)
        self.combo.setCurrentIndex(index)
        self.pages.setCurrentIndex(index)
        for position, shape in enumerate(self.shapes):
            shape.set_value(value if position == index else None)

    def unreadable(self) -> list[Problem]:
        return self.shapes[self.combo.currentIndex()].unreadable()

    def show_problems(self, problems: Sequence[Problem], edited: bool) -> None:
        self.shapes[self.combo.currentIndex()].show_problems(problems, edited)

    def focus(self, loc: Loc = ()) -> None:
        self.shapes[self.combo.currentIndex()].focus(loc)

    def _chosen(self, index: int) -> None:
        self.pages.setCurrentIndex(index)
        self.changed.emit()

    def _shape_of(self, value: Any) -> int:
        if not isinstance(value, dict):
            return max(self.combo.currentIndex(), 0)
        tag = self.spec.tag
        for index, model in enumerate(self.spec.models):
            words = next((part.choices for part in specs(model) if part.name == tag), ())
            if tag is not None and str(value.get(tag)) in words:
                return index
        fits = [_fit(model, value) for model in self.spec.models]
        return fits.index(max(fits))


def _fit(model: type[BaseModel], value: dict[str, Any]) -> int:
    """How well a value fits a model, down to the last record: names it has, less those it lacks."""
    parts = {part.name: part for part in specs(model)}
    lacking = sum(part.required and value.get(part.name) is None for part in parts.values())
    found = -lacking
    for name, inner in value.items():
        part = parts.get(name)
        found += 1 if part is not None else -1
        if part is not None and part.model is not None:
            records = inner if isinstance(inner, list) else [inner]
            found += sum(_fit(part.model, record) for record in records if isinstance(record, dict))
    return found


def _pairs(value: Any) -> Any:
    return (
        value
        if not isinstance(value, dict)
        else [{"name": name, "value": part} for name, part in value.items()]
    )
