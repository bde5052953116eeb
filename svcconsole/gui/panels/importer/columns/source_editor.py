"""The editor of a field's source: a column, a fixed value, or a template of columns."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, QSignalBlocker, Qt, Signal
from PySide6.QtGui import QStandardItem, QStandardItemModel
from PySide6.QtWidgets import QComboBox, QCompleter, QLineEdit, QSizePolicy, QWidget

from svcconsole.gui.design.text import visible
from svcconsole.gui.design.words import tr
from svcconsole.gui.kit.containers.boxes import vbox
from svcconsole.gui.kit.widgets.calm_combo import CalmCombo

if TYPE_CHECKING:
    from svcconsole.tables.mapping.mapping import Source

NOTHING, FIXED, TEMPLATE, COLUMN = "nothing", "fixed", "template", "column:"


def list_of(entries: Iterable[tuple[str, str]], parent: QObject) -> QStandardItemModel:
    """A list for many combos to share: words and what they stand for."""
    model = QStandardItemModel(parent)
    for words, key in entries:
        item = QStandardItem(visible(words))
        item.setData(key, Qt.ItemDataRole.UserRole)
        model.appendRow(item)
    return model


class SourceEditor(QWidget):
    """`changed(Source or None)` when the person decided; `choices` are offered as fixed values."""

    changed = Signal(object)

    def __init__(self, label: str, choices: Sequence[str] = ()) -> None:
        super().__init__()
        self._choices = tuple(choices)
        self.combo = CalmCombo()
        self.combo.setAccessibleName(tr("{field} comes from", field=label))
        self.combo.setMinimumContentsLength(14)
        self.combo.setSizeAdjustPolicy(QComboBox.SizeAdjustPolicy.AdjustToMinimumContentsLengthWithIcon)
        self.combo.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        self.text = QLineEdit()
        self.text.setAccessibleName(tr("{field}: the value", field=label))
        if choices:
            self.completer = QCompleter(list(choices), self.text)
            self.completer.setCompletionMode(QCompleter.CompletionMode.UnfilteredPopupCompletion)
            self.completer.setCaseSensitivity(Qt.CaseSensitivity.CaseInsensitive)
            self.completer.activated.connect(lambda _: self._typed())
            self.text.setCompleter(self.completer)
        vbox(self.combo, self.text, parent=self, spacing=4)
        self.combo.activated.connect(self._chosen)
        self.text.editingFinished.connect(self._typed)
        self._last: Source | None = None

    def set_source(self, source: Source | None, offers: QStandardItemModel) -> None:
        """Show `source`; offer what `offers` holds, one list for all fields."""
        from svcconsole.tables.mapping.mapping import Column, Fixed, Template

        with QSignalBlocker(self.combo):
            if self.combo.model() is not offers:
                self.combo.setModel(offers)
            self._last = source
            match source:
                case Column(name):
                    self.combo.setCurrentIndex(max(0, self.combo.findData(COLUMN + name)))
                case Fixed(text) | Template(text):
                    kind = FIXED if isinstance(source, Fixed) else TEMPLATE
                    self.combo.setCurrentIndex(self.combo.findData(kind))
                    self.text.setText(text)
                case None:
                    self.combo.setCurrentIndex(0)
        self._update_look()

    def _kind(self) -> str:
        return str(self.combo.currentData() or NOTHING)

    def _update_look(self) -> None:
        kind = self._kind()
        self.text.setVisible(kind in (FIXED, TEMPLATE))
        same = tr("the same in every row")
        if self._choices:
            same = tr("one of {choices}", choices=", ".join(self._choices))
        self.text.setPlaceholderText("https://shop.example/{Column}" if kind == TEMPLATE else same)

    def _chosen(self, _index: int) -> None:
        from svcconsole.tables.mapping.mapping import Column

        kind = self._kind()
        self._update_look()
        if kind in (FIXED, TEMPLATE):
            self.text.setFocus()
            self._typed()
            if kind == FIXED and self._choices and not self.text.text():
                self.completer.complete()
        else:
            self._emit_source(Column(kind.removeprefix(COLUMN)) if kind.startswith(COLUMN) else None)

    def finish_typing(self) -> bool:
        """Take the text as it is typed now."""
        self._typed()
        return True

    def _typed(self) -> None:
        from svcconsole.tables.mapping.mapping import Fixed, Template

        kind = Template if self._kind() == TEMPLATE else Fixed
        if self._last == kind(self.text.text()):
            return  # as it was, blanks at its ends and all
        text = self.text.text().strip()
        if text:
            self._emit_source(kind(text))

    def _emit_source(self, source: Source | None) -> None:
        if source != self._last:
            self._last = source
            self.changed.emit(source)
