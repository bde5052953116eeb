"""Lays out the editors of a form: sections with headings, two columns where there is room."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QVBoxLayout, QWidget

from svcconsole.gui.design.metrics import dp
from svcconsole.gui.design.words import tr
from svcconsole.gui.kit.containers.boxes import hbox, vbox
from svcconsole.gui.kit.containers.cards import Hairline, SectionHeading
from svcconsole.gui.kit.containers.fields import Field, FieldGrid
from svcconsole.gui.kit.forms.editors.editor import Editor
from svcconsole.gui.kit.forms.fields import Kind

BELOW = "/"
OWN_HEADING = frozenset({Kind.RECORDS, Kind.MAP, Kind.MAP_OF_TEXTS, Kind.RECORD, Kind.UNION})
"""Kinds that are a part of the page with a heading, not a field with a label."""


@dataclass(frozen=True, slots=True)
class Section:
    """A heading and the fields under it.

    A row of several names shares one column's place, side by side; after "/" they go on below.
    """

    title: str
    rows: Sequence[Sequence[str]]
    note: str = ""


def layout_fields(
    column: QVBoxLayout, editors: Mapping[str, Editor], sections: Sequence[Section]
) -> dict[str, Field]:
    """Put every editor on the page; the fields by name. Editors that no section names stand under "More"."""
    named = {name for section in sections for row in section.rows for name in row if name != BELOW}
    rest = [(name,) for name in editors if name not in named]
    fields: dict[str, Field] = {}
    parts = [*sections, *([Section(_rest_title(editors[rest[0][0]], sections), rest)] if rest else [])]
    for index, section in enumerate(parts):
        if index:
            column.addSpacing(dp(8))
            column.addWidget(Hairline())
            column.addSpacing(dp(8))
        _section(column, section, editors, fields)
    return fields


def _rest_title(first: Editor, sections: Sequence[Section]) -> str:
    """No heading where the page has none, or where the first editor brings its own."""
    if first.spec.kind in OWN_HEADING or not any(section.title for section in sections):
        return ""
    return tr("More")


def _section(
    column: QVBoxLayout, section: Section, editors: Mapping[str, Editor], fields: dict[str, Field]
) -> None:
    grid: FieldGrid | None = None
    titled = not section.title
    for row in section.rows:
        first = editors[row[0]]
        if len(row) == 1 and first.spec.kind in OWN_HEADING:
            grid = None
            column.addWidget(first.heading(section.title if not titled else first.spec.label, section.note))
            titled = True
            column.addWidget(first.widget)
            continue
        if not titled:
            column.addWidget(SectionHeading(section.title, section.note))
            titled = True
        if grid is None:
            grid = FieldGrid()
            column.addWidget(grid)
        lines = [[_placed(editors[name], fields) for name in line] for line in _lines(row)]
        alone = len(row) == 1
        grid.add(
            lines[0][0] if alone else _stacked([_beside(line) for line in lines]), span=alone and first.spans
        )


def _placed(editor: Editor, fields: dict[str, Field]) -> QWidget:
    """The editor in its frame; one that says its own name, as a check box does, needs none."""
    spec = editor.spec
    if not editor.captioned:
        return editor.widget
    field = fields[spec.name] = Field(spec.label, editor.widget, required=spec.required, help=spec.help)
    if not spec.documented:
        field.set_badge(tr("Not documented by the service"), spec.help)
    return field


def _lines(row: Sequence[str]) -> list[list[str]]:
    lines: list[list[str]] = [[]]
    for name in row:
        if name == BELOW:
            lines.append([])
        else:
            lines[-1].append(name)
    return lines


def _beside(parts: Sequence[QWidget]) -> QWidget:
    """Several fields in one column's place; the last takes the room."""
    if len(parts) == 1:
        return parts[0]
    box = QWidget()
    line = hbox(parent=box, spacing=12)
    for part in parts[:-1]:
        part.setFixedWidth(dp(110))
        line.addWidget(part, 0, Qt.AlignmentFlag.AlignTop)
    line.addWidget(parts[-1], 1, Qt.AlignmentFlag.AlignTop)
    return box


def _stacked(parts: Sequence[QWidget]) -> QWidget:
    if len(parts) == 1:
        return parts[0]
    box = QWidget()
    vbox(*parts, parent=box, spacing=8)
    return box
