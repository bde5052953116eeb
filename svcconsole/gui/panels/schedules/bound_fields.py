"""The fields of the bounds within which an import needs nobody."""

from __future__ import annotations

from dataclasses import replace

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QLineEdit, QWidget

from svcconsole.gui.design.text import PlainLabel
from svcconsole.gui.design.words import mark, tr
from svcconsole.gui.kit.containers.boxes import vbox
from svcconsole.gui.kit.containers.fields import Field, FieldGrid
from svcconsole.gui.kit.forms.editors.numbers import whole_number
from svcconsole.workspace.team.schedule_records import Bounds

BOUNDS = (
    ("rows_least", mark("Rows, at least"), mark("A shorter file is left for a person. Empty: any.")),
    ("rows_most", mark("Rows, at most"), mark("A longer file is left for a person. Empty: any.")),
    (
        "problems",
        mark("Rows to fix, at most"),
        mark("Empty: no more than a little over twice what earlier files had."),
    ),
    (
        "price_changes",
        mark("Prices to ask about, at most"),
        mark("So many are sent as they are."),
    ),
    ("refusals", mark("Refused by the store, at most"), mark("After that the rest waits for a person.")),
)
"""Each bound by its name in `Bounds`."""
NUMBERED = ("price_changes", "refusals")
"""Without a number these are 0; where none was set by command none stands there."""
MOST = 999_999_999


class BoundFields(QWidget):
    """`changed()`: somebody typed."""

    changed = Signal()

    def __init__(self) -> None:
        super().__init__()
        self.fields: dict[str, Field] = {}
        self.lines: dict[str, QLineEdit] = {}
        self._before = Bounds()
        grid = FieldGrid()
        for name, label, help_text in BOUNDS:
            line = self.lines[name] = QLineEdit()
            line.textEdited.connect(self.changed)
            field = self.fields[name] = Field(label, line, help=help_text)
            grid.add(field)
        words = PlainLabel(
            tr("You approve the schedule as a rule. A file outside of its bounds waits for a person."),
            "caption", "text2", wrap=True,
        )  # fmt: skip
        vbox(words, grid, parent=self, spacing=8)
        self.set_bounds(Bounds())

    def set_bounds(self, bounds: Bounds) -> None:
        """Show these."""
        self._before = bounds
        for name, line in self.lines.items():
            value = getattr(bounds, name)
            line.setText("" if value is None else str(value))

    def read(self) -> Bounds | None:
        """The bounds; None with what is wrong shown at its field."""
        found: dict[str, int | None] = {}
        for name, line in self.lines.items():
            number = whole_number(line.text(), 0, MOST)
            sound = number is not None or not line.text().strip()
            self.fields[name].set_error(None if sound else tr("A whole number, or nothing."))
            if sound:
                found[name] = self._without(name) if number is None else number
        return replace(Bounds(), **found) if len(found) == len(self.lines) else None

    def first_wrong(self) -> Field | None:
        """The first field with an error."""
        return next((field for field in self.fields.values() if field.error()), None)

    def _without(self, name: str) -> int | None:
        """What an empty field means."""
        return 0 if name in NUMBERED and getattr(self._before, name) is not None else None
