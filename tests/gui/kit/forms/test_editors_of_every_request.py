"""Every request of every operation becomes a form: an editor for every field, values in and out unchanged."""

from __future__ import annotations

import json
from typing import Any

import pytest
from hypothesis import given, settings
from pydantic import BaseModel
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from svcconsole.api.operations import OPERATIONS, Operation
from svcconsole.gui.kit.forms.editors.kinds import EDITORS, editor_for
from svcconsole.gui.kit.forms.editors.nested import RecordEditor, UnionEditor
from svcconsole.gui.kit.forms.editors.rows_editor import RowsEditor
from svcconsole.gui.kit.forms.fields import Kind, specs
from svcconsole.gui.kit.forms.form import Form
from tests.support.generate import wire_requests
from tests.support.qt import show


def fields_of(model: type[BaseModel]) -> set[str]:
    return set(model.model_fields)


@pytest.mark.parametrize("operation", OPERATIONS, ids=lambda operation: operation.name)
def test_every_field_has_an_editor_down_to_the_last_record(
    operation: Operation[Any, Any], qtbot: QtBot
) -> None:
    form = show(qtbot, Form(operation.request), 900, 600)
    assert set(form.editors) == fields_of(operation.request)
    for editor in form.editors.values():
        if isinstance(editor, RowsEditor) and editor.spec.model is not None:
            assert {part.name for part in editor.shown} == fields_of(editor.spec.model)
        if isinstance(editor, RecordEditor) and editor.spec.model is not None:
            assert set(editor.parts) == fields_of(editor.spec.model)
        if isinstance(editor, UnionEditor):
            for model, shape in zip(editor.spec.models, editor.shapes, strict=True):
                assert set(shape.parts) == fields_of(model)


def test_every_kind_has_an_editor() -> None:
    assert set(EDITORS) == set(Kind)


@pytest.mark.parametrize("operation", OPERATIONS, ids=lambda operation: operation.name)
def test_any_request_goes_through_its_form_unchanged(operation: Operation[Any, Any], qtbot: QtBot) -> None:
    form = show(qtbot, Form(operation.request), 900, 600)

    @settings(max_examples=12, deadline=None, database=None, derandomize=True)
    @given(wire_requests(operation))
    def through_the_form(wire: dict[str, Any]) -> None:
        request = operation.request.read(wire)
        form.load(request)
        assert [problem for editor in form.editors.values() for problem in editor.unreadable()] == []
        assert form.changes() == []
        again = form.submit()
        assert again is not None, [problem.sentence for problem in form.problems()]
        assert json.loads(again.wire()) == json.loads(request.wire())

    through_the_form()


@pytest.mark.parametrize("operation", OPERATIONS, ids=lambda operation: operation.name)
def test_what_is_entered_into_a_blank_form_comes_out_equal_and_is_undone(
    operation: Operation[Any, Any], qtbot: QtBot
) -> None:
    form = show(qtbot, Form(operation.request), 900, 600)

    @settings(max_examples=6, deadline=None, database=None, derandomize=True)
    @given(wire_requests(operation))
    def entered(wire: dict[str, Any]) -> None:
        request = operation.request.read(wire)
        form.load({})
        blank, steps = form.values(), 0
        for name, value in request.model_dump().items():
            if value is not None:
                before = form.undo_stack.count()
                form.apply(name, value)
                steps += form.undo_stack.count() > before
        entered = form.values()
        made = form.submit()
        assert made is not None, [problem.sentence for problem in form.problems()]
        assert json.loads(made.wire()) == json.loads(request.wire())
        for _ in range(steps):
            form.undo_stack.undo()
        assert not form.undo_stack.canUndo()
        assert form.values() == blank
        for _ in range(steps):
            form.undo_stack.redo()
        assert form.values() == entered
        again = form.submit()
        assert again is not None
        assert again.wire() == made.wire()

    entered()


@pytest.mark.parametrize("operation", OPERATIONS, ids=lambda operation: operation.name)
def test_what_an_editor_holds_it_gives_back(operation: Operation[Any, Any], qapp: QApplication) -> None:
    editors = {spec.name: editor_for(spec) for spec in specs(operation.request)}

    @settings(max_examples=8, deadline=None, database=None, derandomize=True)
    @given(wire_requests(operation))
    def into_and_out(wire: dict[str, Any]) -> None:
        values = operation.request.read(wire).model_dump()
        for name, editor in editors.items():
            editor.set_value(values[name])
            read = editor.value()
            assert (read is None) == (values[name] is None), name
            editor.set_value(read)
            assert editor.value() == read, name

    into_and_out()
    for editor in editors.values():
        editor.widget.deleteLater()
