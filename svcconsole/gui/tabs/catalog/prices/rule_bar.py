"""The row of tools over the price grid: one rule for all ticked rows."""

from __future__ import annotations

from typing import Final

from PySide6.QtCore import QSignalBlocker, Qt, Signal
from PySide6.QtGui import QMouseEvent, QResizeEvent
from PySide6.QtWidgets import QComboBox, QLineEdit, QSizePolicy

from svcconsole.gui.design.metrics import control_height, dp
from svcconsole.gui.design.text import PlainLabel
from svcconsole.gui.design.words import mark, show, tr, tr_plural
from svcconsole.gui.kit.containers.boxes import vbox
from svcconsole.gui.kit.containers.cards import Ground
from svcconsole.gui.kit.containers.flow import FlowLayout
from svcconsole.gui.kit.containers.segments import Segments
from svcconsole.gui.kit.widgets.buttons import Button, link
from svcconsole.gui.tabs.catalog.prices.words import FIELDS, cents_mark
from svcconsole.services.catalog.price_grid.cells import Field
from svcconsole.services.catalog.price_grid.rules import (
    EXAMPLES,
    OFFERED,
    ROUNDINGS,
    Operation,
    Rule,
    read_amount,
)

WITH_COUNT: Final = 900
OPERATIONS: Final = {
    Operation.SET: mark("Set"),
    Operation.ADD: mark("Add"),
    Operation.MULTIPLY: mark("Multiply"),
    Operation.ROUND: mark("Round"),
}


class _OnceButton(Button):
    """A double click presses it once: what it does, twice, is something else."""

    def mouseDoubleClickEvent(self, event: QMouseEvent) -> None:
        event.accept()


class RuleBar(Ground):
    """`apply_wanted(Rule)`; `refused(str)`: why what was typed is no rule; `untick_wanted()`."""

    apply_wanted = Signal(object)
    refused = Signal(str)
    untick_wanted = Signal()

    def __init__(self) -> None:
        super().__init__("canvas", "bottom")
        self.count = PlainLabel("", "strong")
        self.count.setFixedHeight(control_height())
        self.field = QComboBox()
        self.field.setAccessibleName(tr("What is changed"))
        self.operations = Segments()
        self.amount = QLineEdit()
        self.amount.setAccessibleName(tr("By how much"))
        self.amount.setAlignment(Qt.AlignmentFlag.AlignTrailing)
        self.amount.setFixedWidth(dp(72))
        self.amount.setSizePolicy(QSizePolicy.Policy.Fixed, QSizePolicy.Policy.Fixed)
        self.rounding = QComboBox()
        self.field.setFixedWidth(dp(100))
        self.rounding.setFixedWidth(dp(146))
        self.rounding.setAccessibleName(tr("How it is rounded"))
        self.apply = _OnceButton("")
        self.untick = link(tr("Untick all"))
        self.untick.setFixedHeight(control_height())
        for operation in OPERATIONS.values():
            self.operations.add(tr(operation))
        self._fields: tuple[Field, ...] = ()
        self.operations.setSizePolicy(QSizePolicy.Policy.Fixed, QSizePolicy.Policy.Fixed)
        rule = FlowLayout(gap=8)
        for part in (
            self.count, self.field, self.operations, self.amount, self.rounding, self.apply, self.untick,
        ):  # fmt: skip
            rule.addWidget(part)
        vbox(rule, parent=self, margins=(20, 10, 16, 10))
        policy = QSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Minimum)
        policy.setHeightForWidth(True)
        self.setSizePolicy(policy)
        self.set_fields((Field.PRICE, Field.STOCK))
        self.field.currentIndexChanged.connect(lambda _: self._field_changed())
        self.operations.currentChanged.connect(lambda _: self._operation_changed())
        self.amount.returnPressed.connect(self._apply)
        self.apply.clicked.connect(self._apply)
        self.untick.clicked.connect(self.untick_wanted)
        self._operation_changed()

    def set_fields(self, fields: tuple[Field, ...]) -> None:
        """What can be changed; the chosen one stays so."""
        if fields == self._fields:
            return
        chosen = self.field.currentData()
        self._fields = fields
        with QSignalBlocker(self.field):
            self.field.clear()
            for field in fields:
                self.field.addItem(tr(FIELDS[field]), field)
            _widen_list(self.field)
            self.field.setCurrentIndex(max(0, self.field.findData(chosen)))
        self._field_changed()

    def set_ticked(self, count: int) -> None:
        """How many rows it is about; hidden while there are none."""
        self.setVisible(count > 0)
        self.count.setText(tr_plural("{n} row ticked", "{n} rows ticked", count))
        self.apply.setText(tr_plural("Apply to {n} row", "Apply to {n} rows", count))

    def set_busy(self, busy: bool) -> None:
        """While a rule is applied, none can be applied over it."""
        self.apply.set_busy(self.apply.text() if busy else None)

    def resizeEvent(self, event: QResizeEvent) -> None:
        """How many rows are ticked is said by the button as well: it gives way first."""
        super().resizeEvent(event)
        self.count.setVisible(self.width() >= dp(WITH_COUNT))

    def operation(self) -> Operation:
        """What is done to each cell."""
        return list(OPERATIONS)[self.operations.current()]

    def _field_changed(self) -> None:
        field = Field(self.field.currentData())
        chosen = self.rounding.currentData()
        self.rounding.clear()
        for key in OFFERED[field]:
            self.rounding.addItem(tr(ROUNDINGS[key].words), key)
        _widen_list(self.rounding)
        self.rounding.setCurrentIndex(max(0, self.rounding.findData(chosen)))
        self._operation_changed()

    def _operation_changed(self) -> None:
        operation = self.operation()
        self.amount.setVisible(operation is not Operation.ROUND)
        self.amount.setPlaceholderText(EXAMPLES[operation])

    def _apply(self) -> None:
        operation, field = self.operation(), Field(self.field.currentData())
        amount = read_amount(operation, self.amount.text(), cents_mark())
        if isinstance(amount, str):
            self.refused.emit(show(amount))
            self.amount.setFocus()
            return
        rounding = str(self.rounding.currentData())
        if operation is Operation.SET and field is Field.STOCK:
            rounding = ""  # a number that is set is what was typed
        self.apply_wanted.emit(Rule(field, operation, amount, rounding))


def _widen_list(choice: QComboBox) -> None:
    """The list of a narrow field is as wide as its longest words."""
    words = (choice.itemText(at) for at in range(choice.count()))
    widest = max((choice.fontMetrics().horizontalAdvance(text) for text in words), default=0)
    choice.view().setMinimumWidth(widest + dp(40))
