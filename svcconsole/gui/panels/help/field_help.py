"""What the help says of the field that F1 was pressed in: its own help, its operation, what is left open."""

from __future__ import annotations

import typing
from collections.abc import Iterator
from dataclasses import dataclass

from pydantic import BaseModel
from PySide6.QtWidgets import QWidget

from svcconsole.api.reference import REFERENCE
from svcconsole.api.reference.entry import Entry, Open
from svcconsole.gui.kit.containers.fields import Field
from svcconsole.gui.kit.forms.form import Form


@dataclass(frozen=True, slots=True)
class FieldHelp:
    """A field by its label: its help, the operation that sends it as the path, what the specification leaves
    open about it."""

    label: str
    help: str = ""
    operation: str = ""
    open: tuple[Open, ...] = ()


def help_of_field(widget: QWidget | None) -> FieldHelp | None:
    """What is known of the field that a widget is, or stands in; None where it is in none."""
    field: Field | None = None
    name = ""
    around = widget
    while around is not None:
        if isinstance(around, Field) and field is None:
            field = around
        if isinstance(around, Form) and field is not None:
            name = next((key for key, one in around.fields.items() if one is field), "")
            return _of_form(field, around, name)
        around = around.parentWidget()
    if field is not None:
        return FieldHelp(field.editor.accessibleName(), field.help_text())
    if widget is not None and widget.accessibleName() and widget.accessibleDescription():
        return FieldHelp(widget.accessibleName(), widget.accessibleDescription())
    return None


def _of_form(field: Field, form: Form[typing.Any], name: str) -> FieldHelp:
    label, said = field.editor.accessibleName(), field.help_text()
    entry = next((one for one in REFERENCE if form.model in _models(one.operation.request)), None)
    if entry is None or not name:
        return FieldHelp(label, said)
    wire = form.model.model_fields[name].alias or name if name in form.model.model_fields else name
    return FieldHelp(label, said, entry.operation.path, _open_points(entry, wire))


def _open_points(entry: Entry, wire: str) -> tuple[Open, ...]:
    """What is left open about a field of a request, wherever in it the field stands."""
    return tuple(
        point
        for point in entry.open
        if any(not path.startswith("data") and wire in path.split(".") for path in point.fields)
    )


def _models(model: type[BaseModel]) -> set[type[BaseModel]]:
    """A model and those inside it."""
    found: set[type[BaseModel]] = set()
    waiting = [model]
    while waiting:
        each = waiting.pop()
        if each not in found:
            found.add(each)
            for info in each.model_fields.values():
                waiting += _inside(info.annotation)
    return found


def _inside(annotation: object) -> Iterator[type[BaseModel]]:
    if isinstance(annotation, type) and issubclass(annotation, BaseModel):
        yield annotation
    for part in typing.get_args(annotation):
        yield from _inside(part)
