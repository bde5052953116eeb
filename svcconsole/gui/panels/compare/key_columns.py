"""The key columns of a comparison, suggested and changed by hand."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QCheckBox, QScrollArea, QWidget

from svcconsole.gui.design.metrics import dp
from svcconsole.gui.design.text import PlainLabel, set_tip
from svcconsole.gui.design.words import tr
from svcconsole.gui.kit.containers.boxes import vbox
from svcconsole.gui.kit.containers.popover import Popover
from svcconsole.gui.kit.widgets.buttons import Button
from svcconsole.gui.kit.widgets.literal_buttons import CheckBox
from svcconsole.gui.panels.compare.compare_text import column_words, key_words, raw_name

WIDTH, HEIGHT = 300, 260
MOST_SHOWN = 34


class KeyButton(Button):
    """Says the key; a click offers the columns both files have. `changed(tuple)` when others were chosen."""

    changed = Signal(object)

    def __init__(self) -> None:
        super().__init__(tr("Key"), "link", "plain")
        self._columns: tuple[str, ...] = ()
        self._key: tuple[str, ...] = ()
        self.headings: Mapping[str, str] = {}
        self.boxes: list[QCheckBox] = []
        self.popover: Popover | None = None
        self.clicked.connect(self._open)

    def set_columns(self, columns: Sequence[str], key: Sequence[str]) -> None:
        """The columns to choose from, and those chosen."""
        self._columns, self._key = tuple(columns), tuple(key)
        said = key_words([self.headings.get(name, name) for name in key]) if key else tr("not chosen")
        words = tr("Key: {said}", said=said)
        self.setText(words if len(words) <= MOST_SHOWN else f"{words[:MOST_SHOWN]}…")
        self.setAccessibleName(words)
        set_tip(self, tr("Columns that identify a row: {said}", said=said))

    def key(self) -> tuple[str, ...]:
        """The columns chosen."""
        return self._key

    def _open(self) -> None:
        content = QWidget()
        content.setMinimumWidth(dp(WIDTH))
        column = vbox(parent=content, spacing=8)
        column.addWidget(PlainLabel(tr("Rows match when these are equal"), "label"))
        inside = QWidget()
        list_ = vbox(parent=inside, margins=2)
        self.boxes = []
        for name in self._columns:
            box = CheckBox(column_words(name, self.headings))
            set_tip(box, raw_name(name, self.headings))
            box.setChecked(name in self._key)
            list_.addWidget(box)
            self.boxes.append(box)
        list_.addStretch(1)
        area = QScrollArea()
        area.setWidgetResizable(True)
        area.setFrameShape(QScrollArea.Shape.NoFrame)
        area.setProperty("bg", "raised")
        area.setWidget(inside)
        area.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        area.setFixedHeight(min(dp(HEIGHT), inside.sizeHint().height() + dp(4)))
        column.addWidget(area)
        self.popover = Popover(self)
        self.popover.set_content(content)
        self.popover.closed.connect(self._apply)
        self.popover.open_at(self)

    def _apply(self) -> None:
        chosen = tuple(name for name, box in zip(self._columns, self.boxes, strict=True) if box.isChecked())
        if self.popover is not None:
            self.popover.deleteLater()
            self.popover = None
        if chosen and chosen != self._key:
            self.set_columns(self._columns, chosen)
            self.changed.emit(chosen)
