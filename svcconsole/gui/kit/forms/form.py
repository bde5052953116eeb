"""Form[M]: the editors of a model on a page, with undo, problems in their place, and submit."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence
from copy import deepcopy
from dataclasses import dataclass, replace
from typing import Any, Generic, TypeVar

from pydantic import BaseModel, ValidationError
from PySide6.QtCore import Qt, QTimer, Signal
from PySide6.QtGui import QGuiApplication, QUndoStack
from PySide6.QtWidgets import QScrollArea, QWidget
from shiboken6 import isValid

from svcconsole.api.value_path import value_at
from svcconsole.gui.design.metrics import dp
from svcconsole.gui.kit.containers.boxes import vbox
from svcconsole.gui.kit.containers.fields import Field
from svcconsole.gui.kit.forms.editors.editor import Editor, EditorFactory, words_of
from svcconsole.gui.kit.forms.editors.kinds import editor_for
from svcconsole.gui.kit.forms.fields import FieldSpec, Kind, specs
from svcconsole.gui.kit.forms.layout import Section, layout_fields
from svcconsole.gui.kit.forms.problems import Loc, Problem, of_validation
from svcconsole.gui.kit.forms.record_diff import Change, differences
from svcconsole.gui.kit.forms.undo import EditStep, UndoKeys
from svcconsole.gui.kit.forms.values import projected, validated, with_value

M = TypeVar("M", bound=BaseModel)
RELEASE_MS = 15
Values = dict[str, Any]


@dataclass(frozen=True, slots=True)
class FormRules:
    """What a form knows beyond its model: how values are completed before checking, and its own checks.

    Where only changes are sent, `stays` tells whether what is at a place of the values is as it was read and
    not sent, so that no refusal of it is shown; `sent` makes of the values what is sent.
    """

    prepare: Callable[[Values], Values] = dict
    check: Callable[[Values], list[Problem]] = lambda _values: []
    stays: Callable[[Values, Loc], bool] = lambda _values, _loc: False
    sent: Callable[[Values], Values] = dict


class Form(QWidget, Generic[M]):
    """Editors for every field of `model`. pydantic is the only validator; nothing is bound both ways.

    `changed`: a value changed by hand or undo. `problems_changed`: what is shown as wrong is different now.
    """

    changed = Signal()
    problems_changed = Signal()

    def __init__(
        self,
        model: type[M],
        *,
        sections: Sequence[Section] = (),
        factories: Mapping[str, EditorFactory] | None = None,
        rules: FormRules | None = None,
        labels: Mapping[str, str] | None = None,
        needed: Mapping[str, str] | None = None,
        leave_out: Collection[str] = (),
        parent: QWidget | None = None,
    ) -> None:
        """`needed` says by field what to do where it is required and blank; `leave_out` are fields of the
        model that are not offered here and never sent."""
        super().__init__(parent)
        self.model = model
        self.specs: tuple[FieldSpec, ...] = tuple(
            replace(spec, label=(labels or {}).get(spec.name, spec.label))
            for spec in specs(model)
            if spec.name not in leave_out
        )
        self.rules = rules or FormRules()
        self._needed = needed or {}
        self.undo_stack = QUndoStack(self)
        order = [name for section in sections for row in section.rows for name in row]
        self.editors: dict[str, Editor] = {
            spec.name: (factories or {}).get(spec.name, editor_for)(spec)
            for spec in sorted(self.specs, key=lambda spec: _place(order, spec.name))
        }
        column = vbox(parent=self)
        self.fields: dict[str, Field] = layout_fields(column, self.editors, sections)
        self._read: Values = {}
        self._normal: Values = {}
        self._before: Values = {}
        self._touched: set[str] = set()
        self._pressed = QTimer(self, interval=RELEASE_MS, singleShot=True)
        self._pressed.timeout.connect(self._released)
        self._told: list[Problem] = []
        self._shown: list[Problem] = []
        self._all_shown = False
        self._session = 0
        self._undo_keys = UndoKeys(self, self.undo_stack)
        for name, editor in self.editors.items():
            editor.changed.connect(lambda name=name: self._edited(name))
            editor.left.connect(lambda name=name: self._left(name))
        self.load({})

    def load(self, contents: Mapping[str, Any] | BaseModel | None) -> None:
        """Show a record as read; what is typed from here on counts as changed."""
        values = contents.model_dump() if isinstance(contents, BaseModel) else dict(contents or {})
        self._read = {spec.name: projected(spec, values.get(spec.name)) for spec in self.specs}
        for name, editor in self.editors.items():
            editor.set_original(None)
            editor.set_value(deepcopy(self._read[name]))
            self._normal[name] = editor.value()
            editor.set_original(deepcopy(self._normal[name]))
        self._before = deepcopy(self._normal)
        self._touched.clear()
        self._told.clear()
        self._all_shown = False
        self.undo_stack.clear()
        self._refresh()

    def restore(self, values: Mapping[str, Any]) -> None:
        """Put a kept draft over the loaded record."""
        for name, editor in self.editors.items():
            if name in values:
                editor.set_value(deepcopy(values[name]))
                self._before[name] = editor.value()
                self._touched.add(name)
        self.undo_stack.clear()
        self._refresh()
        self.changed.emit()

    def read(self) -> Values:
        """The record as it was loaded."""
        return deepcopy(self._read)

    def draft(self) -> Values:
        """Every value that is set, by the model's names; an untouched value is exactly the one loaded."""
        return {name: value for name, value in self.values().items() if value is not None}

    def values(self) -> Values:
        """Every value, None where not set."""
        found: Values = {}
        for name, editor in self.editors.items():
            value = editor.value()
            found[name] = deepcopy(self._read[name]) if value == self._normal[name] else value
        return found

    def changes(self) -> list[Change]:
        """What differs from the loaded record, field by field."""
        return differences(self.specs, self._read, self.values())

    def problems(self) -> list[Problem]:
        """What is shown as wrong or worth a look now."""
        return list(self._shown)

    def submit(self) -> M | None:
        """The checked model; None when something is to be put right, which is then shown and focused."""
        self._all_shown = True
        self._told.clear()
        self._refresh()
        first = next((problem for problem in self._shown if not problem.warning), None)
        if first is not None:
            self.reveal(first.loc)
            return None
        return validated(self.model, self.rules.sent(self.rules.prepare(self.draft())))

    def submit_as(self, instead: Mapping[str, Any]) -> M | None:
        """The checked model with `instead` in the place of what these fields say, whose own problems are then
        nobody's concern; None when another field is to be put right, which is then shown and focused."""
        values = {**self.values(), **instead}
        wrong = [
            problem
            for problem in self._found(values, skipped=instead)
            if not problem.warning and self._owner(problem.loc) not in instead
        ]
        if wrong:
            self._touched |= {owner for problem in wrong if (owner := self._owner(problem.loc))}
            self._refresh()
            self.reveal(wrong[0].loc)
            return None
        return validated(self.model, self.rules.sent(self.rules.prepare(_set(values))))

    def show_errors(self, problems: Sequence[Problem]) -> list[Problem]:
        """Show problems somebody else found, a store or a file; those that belong to no field come back."""
        self._told = [problem for problem in problems if self._owner(problem.loc)]
        self._refresh()
        if self._told:
            self.reveal(self._told[0].loc)
        return [problem for problem in problems if not self._owner(problem.loc)]

    def checked(self, values: Values) -> M:
        """Other values of the same record as the model; ValidationError where they are not sound."""
        return validated(self.model, self.rules.prepare({k: v for k, v in values.items() if v is not None}))

    def projected(self, record: BaseModel) -> Values:
        """A record as a store sent it, in the shape `read` has."""
        return self.projected_values(record.model_dump())

    def projected_values(self, values: Mapping[str, Any]) -> Values:
        """Values by the model's names, in the shape `read` has."""
        return {spec.name: projected(spec, values.get(spec.name)) for spec in self.specs}

    def recheck(self) -> None:
        """Look again: something that the form's own checks depend on is known now."""
        self._refresh()

    def reveal(self, loc: Loc) -> None:
        """Bring the editor that `loc` leads to into view and focus it."""
        owner = self._owner(loc)
        if owner is not None:
            self.editors[owner].focus(loc[1:])
            if (frame := self.fields.get(owner)) is not None:
                _show_whole(frame)

    def apply(self, name: str, value: Any) -> None:
        """Set one field as if it were typed: undoable and counted as changed."""
        self.editors[name].set_value(value)
        self._edited(name)
        self._left(name)

    def apply_all(self, values: Mapping[str, Any], words: str) -> None:
        """Set several fields in one step, which Undo takes back under the name `words`."""
        self.undo_stack.beginMacro(words)
        for name, value in values.items():
            self.apply(name, value)
        self.undo_stack.endMacro()

    def set_values(self, values: Mapping[str, Any], words: str) -> None:
        """The same for every field; one without a value is emptied."""
        self.apply_all({name: values.get(name) for name in self.editors}, words)

    def words(self, loc: Loc, value: Any) -> str:
        """A value of the field at `loc` in words."""
        owner = self._owner(loc)
        return words_of(value) if owner is None else self.editors[owner].words_at(loc[1:], value)

    def _label(self, loc: Loc, label: str) -> str:
        """What the field at `loc` is called on this page."""
        owner = self._owner(loc)
        return label if owner is None else self.editors[owner].label_at(loc[1:], label)

    def _owner(self, loc: Loc) -> str | None:
        return loc[0] if loc and isinstance(loc[0], str) and loc[0] in self.editors else None

    def _edited(self, name: str) -> None:
        value = self.editors[name].value()
        if value == self._before[name]:
            return
        place = list(self.editors).index(name) + 1
        old = self._before[name]
        step = EditStep(self.editors[name], self._apply_step, old, value, self._session * 1000 + place)
        self.undo_stack.push(step)
        self._put(name, value)

    def _apply_step(self, name: str, value: Any) -> None:
        """Undo or redo: the field holds `value` again."""
        self.editors[name].set_value(deepcopy(value))
        self._put(name, value)

    def _put(self, name: str, value: Any) -> None:
        self._before[name] = deepcopy(value)
        self._told = [problem for problem in self._told if self._owner(problem.loc) != name]
        if self.editors[name].spec.kind is Kind.RECORDS:
            self._touched.add(name)
        self._refresh()
        self.changed.emit()

    def _left(self, name: str) -> None:
        if not isValid(self):
            return
        self._session += 1
        if self.editors[name].value() != self._normal[name] and name not in self._touched:
            self._touched.add(name)
            self._released()

    def _released(self) -> None:
        """Show what is wrong once no button is held: what a press meant is still there when it ends."""
        if QGuiApplication.mouseButtons() != Qt.MouseButton.NoButton:
            self._pressed.start()
        else:
            self._refresh()

    def asks_for(self, name: str) -> bool:
        """Whether this field is sent as the form stands; what a hidden one holds is nobody's to fix."""
        return True

    def _refresh(self) -> None:
        """Check everything and show what may be shown: touched fields, after submit all."""
        values = self.values()
        found = self._found(values)
        self._shown = [problem for problem in found if self._may_show(problem, values)] + self._told
        for name, editor in self.editors.items():
            own = [problem for problem in self._shown if self._owner(problem.loc) == name]
            edited = editor.value() != self._normal[name]
            self._show_problems_of(name, own, edited)
            editor.show_problems([_inside(problem) for problem in own], edited)
        self.problems_changed.emit()

    def _found(self, values: Values, *, skipped: Collection[str] = ()) -> list[Problem]:
        """Everything that is wrong with the values or worth a look, in the order of the fields; what the
        editors of `skipped` and of fields that are not asked for cannot read is passed over."""
        found = [
            Problem((name, *problem.loc), problem.sentence)
            for name, editor in self.editors.items()
            if name not in skipped and self.asks_for(name)
            for problem in editor.unreadable()
        ]
        unreadable = {problem.loc for problem in found}
        try:
            validated(self.model, self.rules.prepare(_set(values)))
        except ValidationError as error:
            found += [
                problem
                for problem in of_validation(self.model, error, self._label, self._needed)
                if not any(problem.loc[: len(loc)] == loc for loc in unreadable)
                and not (problem.loc and self.rules.stays(values, problem.loc))
            ]
        found += self.rules.check(values)
        places = list(self.editors)
        found.sort(key=lambda problem: _place(places, problem.loc[0] if problem.loc else ""))
        return found

    def _show_problems_of(self, name: str, problems: Sequence[Problem], edited: bool) -> None:
        field = self.fields.get(name)
        if field is None:
            return
        first = next((problem for problem in problems if not problem.warning), None)
        fix = None
        if first is not None and first.fix:
            loc, value = first.loc, first.value
            fix = (first.fix, lambda: self._fix(loc, value))
        field.set_error(None if first is None else first.sentence, fix)
        editor = self.editors[name]
        had = self._normal[name] not in (None, "", [])
        field.set_was(editor.words(self._normal[name]) if edited and had and not editor.spec.many else None)

    def _fix(self, loc: Loc, value: Any) -> None:
        name = str(loc[0])
        contents = deepcopy(self.editors[name].value())
        self.apply(name, with_value(contents, loc[1:], value))

    def _may_show(self, problem: Problem, values: Values) -> bool:
        owner = self._owner(problem.loc)
        if self._all_shown or owner is None:
            return self._all_shown
        if owner not in self._touched and values[owner] in (None, "", []):
            return False
        return len(problem.loc) < 3 or value_at(values, problem.loc) not in (None, "")


def _show_whole(frame: QWidget) -> None:
    """Scroll until a field is on screen with the message below it, unless it is higher than that."""
    around = frame.parentWidget()
    while around is not None and not isinstance(around, QScrollArea):
        around = around.parentWidget()
    if around is not None and 2 * frame.height() < around.viewport().height():
        around.ensureWidgetVisible(frame, 0, dp(8))


def _place(order: Sequence[str], name: object) -> int:
    return order.index(name) if isinstance(name, str) and name in order else len(order)


def _set(values: Mapping[str, Any]) -> Values:
    return {name: value for name, value in values.items() if value is not None}


def _inside(problem: Problem) -> Problem:
    return Problem(problem.loc[1:], problem.sentence, problem.warning, problem.fix, problem.value)
