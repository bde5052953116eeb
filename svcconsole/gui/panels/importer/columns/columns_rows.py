"""The rows of step Columns: one for each field with its source, one for each column not used."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from typing import TYPE_CHECKING

from PySide6.QtCore import Signal
from PySide6.QtGui import QStandardItemModel
from PySide6.QtWidgets import QSizePolicy, QWidget

from svcconsole.gui.design.metrics import dp
from svcconsole.gui.design.text import ElidedLabel, PlainLabel, isolate, set_tip, visible
from svcconsole.gui.design.words import show, tr
from svcconsole.gui.kit.containers.boxes import STRETCH, grid_box, hbox
from svcconsole.gui.kit.containers.cards import IconLabel
from svcconsole.gui.kit.widgets.buttons import link
from svcconsole.gui.kit.widgets.calm_combo import CalmCombo
from svcconsole.gui.panels.importer.columns.source_editor import SourceEditor

if TYPE_CHECKING:
    from svcconsole.services.imports.views import FieldView, HomelessColumn

LOOKS = {
    "ok": ("check", "success"),
    "open": ("decide", "warning"),
    "partly": ("warning", "warning"),
    "error": ("error", "danger"),
}

WIDE, SLIM = (3, 4, 5, 4), (3, 4, 0, 0)


class Captions(QWidget):
    """The line over the fields that says what stands where."""

    def __init__(self) -> None:
        super().__init__()
        row = hbox(parent=self, spacing=16, margins=(4, 2, 4, 2))
        titles = (
            tr("Field"),
            tr("From"),
            tr("First values in the file"),
            tr("What is sent"),
        )
        for title, stretch in zip(titles, WIDE, strict=True):
            label = ElidedLabel(title, role="label", tone="text2")
            label.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Fixed)
            row.addWidget(label, stretch)


def real_values(values: Sequence[str]) -> str:
    """Values of the file on one line, each in its own direction."""
    return "  ·  ".join(isolate(visible(value.strip())) for value in values if value.strip())


class FieldRow(QWidget):
    """One field: name and required mark, its source, three real values, what becomes of them; of a message's
    value also the sentence it stands in."""

    changed = Signal(str, object)

    def __init__(self, field: FieldView) -> None:
        super().__init__()
        self.path = field.path
        self.needs_source = False
        self._rule = self._result = ""
        self.name = ElidedLabel(field.label, role="strong")
        self.required = PlainLabel(tr("required") if field.required else "", role="caption", tone="text2")
        set_tip(self.name, show(field.help))
        self.source = SourceEditor(field.label, field.choices)
        self.source.changed.connect(lambda source: self.changed.emit(self.path, source))
        self.inside = ElidedLabel(visible(field.inside), "caption", "text2")
        self.values = ElidedLabel("", tone="text2")
        self.icon = IconLabel("check", "success", 14)
        self.result = ElidedLabel("")
        self._grid = grid_box(parent=self, spacing=(16, 2), margins=(4, 6, 4, 6))
        self._names = hbox(self.name, self.required, STRETCH, spacing=6)
        self._results = hbox(self.icon, (self.result, 1), spacing=6)
        self._narrow: bool | None = None
        self.set_narrow(False)

    def set_field(self, field: FieldView, offers: QStandardItemModel) -> None:
        self.needs_source = field.required and field.level == "error"
        self._rule, self._result = field.rule, field.result
        self.required.setText(tr("required") if field.required else "")
        self.source.set_source(field.source, offers)
        self.values.setText(real_values(field.values))
        icon, tone = LOOKS[field.level]
        self.icon.set(icon, tone)
        self.icon.setVisible(bool(field.result))
        self.result.setText(field.result)
        self.result.set_tone("text" if field.level == "ok" else tone)

    def show_asked(self, asked: Collection[str]) -> None:
        """Point to the question above that decides the field, where the file raises it."""
        if self._rule:
            self.icon.setVisible(self._rule in asked)
            self.result.setText(self._result if self._rule in asked else "")

    def set_narrow(self, narrow: bool) -> None:
        """Narrow: the values fold under the field."""
        if narrow == self._narrow:
            return
        self._narrow = narrow
        grid = self._grid
        for item in (self._names, self.source, self.values, self._results, self.inside):
            if isinstance(item, QWidget):
                grid.removeWidget(item)
            else:
                grid.removeItem(item)
        grid.addLayout(self._names, 0, 0)
        grid.addWidget(self.source, 0, 1)
        if narrow:
            grid.addWidget(self.values, 1, 0)
            grid.addLayout(self._results, 1, 1)
        else:
            grid.addWidget(self.values, 0, 2)
            grid.addLayout(self._results, 0, 3)
        if self.inside.text():
            grid.addWidget(self.inside, 2, 0, 1, 2 if narrow else 4)
        else:
            self.inside.hide()
        for column, stretch in enumerate(SLIM if narrow else WIDE):
            grid.setColumnStretch(column, stretch)
            grid.setColumnMinimumWidth(column, dp(90) if stretch else 0)


class ColumnLine(QWidget):
    """A column no field uses: its values, and a way to give it a home or leave it out."""

    ignored = Signal(str, bool)
    mapped = Signal(str, str)

    def __init__(self, column: HomelessColumn, homes: QStandardItemModel) -> None:
        super().__init__()
        self.column = column
        name = ElidedLabel(column.name, role="strong")
        values = ElidedLabel(real_values(column.values), tone="text2")
        self.home = CalmCombo()
        self.home.setAccessibleName(tr("{column} goes to", column=column.name))
        self.home.setModel(homes)
        self.home.setCurrentIndex(1 if column.ignored else 0)
        self.home.activated.connect(self._mapped)
        self.leave = link(tr("Use it again") if column.ignored else tr("Leave it out"))
        self.leave.setAccessibleName(f"{self.leave.text()}: {column.name}")
        self.leave.clicked.connect(lambda: self.ignored.emit(column.name, not column.ignored))
        hbox((name, 3), (values, 5), (self.home, 3), self.leave, parent=self, spacing=16, margins=4)

    def _mapped(self, index: int) -> None:
        path = str(self.home.itemData(index))
        if path:
            self.mapped.emit(self.column.name, path)
