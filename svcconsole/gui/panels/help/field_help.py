"""What the help says of the field that F1 was pressed in: its own help, its operation, what is left open."""

from __future__ import annotations

import typing
from collections.abc import Iterator
from dataclasses import dataclass

from pydantic import BaseModel
from PySide6.QtWidgets import QWidget

from svcconsole.api.reference import REFERENCE
from svcconsole.api.reference.entry import Open
from svcconsole.gui.design.words import tr
from svcconsole.gui.kit.containers.fields import Field
from svcconsole.gui.kit.forms.form import Form
from svcconsole.gui.panels.help.field_lines import request_lines


@dataclass(frozen=True, slots=True)
class FieldHelp:
    """A field by its label: its help, the operation that sends it as the path, what the service documents of
    it and what it leaves open."""

    label: str
    help: str = ""
    operation: str = ""
    documented: tuple[str, ...] = ()
    note: str = ""
    open: tuple[Open, ...] = ()

    @property
    def is_barely_documented(self) -> bool:
        """Whether the service says no more of it than its name and its type."""
        return bool(self.operation) and not self.note and not self.open and len(self.documented) <= 1


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
    line = next((one for one in request_lines(entry) if one.name == wire and not one.shape), None)
    if line is None:
        return FieldHelp(label, said, entry.operation.path)
    facts = (line.type, tr("required") if line.required else "", line.limits, ", ".join(line.choices))
    documented = tuple(fact for fact in facts if fact)
    return FieldHelp(label, said, entry.operation.path, documented, line.note, line.open)


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
