"""The table from a field's kind to the editor it gets."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from svcconsole.gui.kit.forms.editors.editor import Editor
from svcconsole.gui.kit.forms.editors.field_editors import (
    AreaEditor,
    ChoiceEditor,
    JsonEditor,
    LineEditor,
    NumberEditor,
    NumbersEditor,
    SwitchEditor,
    TextsEditor,
)
from svcconsole.gui.kit.forms.editors.nested import MapEditor, RecordEditor, UnionEditor
from svcconsole.gui.kit.forms.editors.rows_editor import RowsEditor
from svcconsole.gui.kit.forms.fields import FieldSpec, Kind

EDITORS: Mapping[Kind, Callable[[FieldSpec], Editor]] = {
    Kind.TEXT: LineEditor,
    Kind.AREA: AreaEditor,
    Kind.URL: LineEditor,
    Kind.CODE: LineEditor,
    Kind.NUMBER: NumberEditor,
    Kind.SWITCH: SwitchEditor,
    Kind.CHOICE: ChoiceEditor,
    Kind.TIME: LineEditor,
    Kind.DATE: LineEditor,
    Kind.TEXTS: TextsEditor,
    Kind.NUMBERS: NumbersEditor,
    Kind.MAP: MapEditor,
    Kind.MAP_OF_TEXTS: MapEditor,
    Kind.RECORD: lambda spec: RecordEditor(spec, editor_for),
    Kind.RECORDS: RowsEditor,
    Kind.UNION: lambda spec: UnionEditor(spec, editor_for),
    Kind.JSON: JsonEditor,
}


def editor_for(spec: FieldSpec) -> Editor:
    """A new editor for a field; a text with suggestions is a choice that takes other words, too."""
    if spec.kind in (Kind.TEXT, Kind.CODE) and spec.choices:
        return ChoiceEditor(spec)
    return EDITORS[spec.kind](spec)
