"""Why rows were refused: our sentence, the store's words, a bar, a count, a link to the rows."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QWidget

from svcconsole.gui.design.text import ElidedLabel, PlainLabel
from svcconsole.gui.design.words import tr, tr_plural
from svcconsole.gui.kit import quantity_words
from svcconsole.gui.kit.containers.boxes import Space, grid_box, vbox
from svcconsole.gui.kit.containers.cards import Hairline, SectionHeading
from svcconsole.gui.kit.widgets.bars import Part, ProportionBar
from svcconsole.gui.kit.widgets.buttons import link

if TYPE_CHECKING:
    from svcconsole.workspace.runs.records import Reason

SHOWN = 12


class ReasonRow(QWidget):
    """One reason; it stays while counts tick, so that a link is never pulled from under the pointer."""

    def __init__(self) -> None:
        super().__init__()
        self.sentence = ElidedLabel("")
        self.server_words = ElidedLabel("", role="caption", tone="text2")
        self.bar = ProportionBar(height=6)
        self.number = PlainLabel("", role="strong")
        self.show_rows = link(tr("Show rows"))
        grid = grid_box(parent=self, spacing=(16, 1), margins=(8, 6, 8, 6))
        grid.addWidget(self.sentence, 0, 0)
        grid.addWidget(self.server_words, 1, 0)
        grid.addWidget(self.bar, 0, 1, 2, 1)
        grid.addWidget(self.number, 0, 2, 2, 1)
        grid.addWidget(self.show_rows, 0, 3, 2, 1)
        grid.setColumnStretch(0, 5)
        grid.setColumnStretch(1, 3)
        self.reason: Reason | None = None

    def set_reason(self, reason: Reason, most: int) -> None:
        self.reason = reason
        self.sentence.setText(reason.sentence)
        said = quantity_words.quoted_words(reason.server_words)
        self.server_words.setText(said)
        self.server_words.setVisible(bool(said))
        self.number.setText(quantity_words.count(reason.rows))
        self.bar.set_parts(
            [
                Part(reason.rows, "danger", reason.sentence),
                Part(most - reason.rows, "sunken", "", outline=True),
            ]
        )
        self.show_rows.setAccessibleName(tr("Show rows: {reason}", reason=reason.sentence))


class ReasonList(QWidget):
    """The reasons of a run, most rows first. `rows_wanted(Reason)`: show its rows."""

    rows_wanted = Signal(object)

    def __init__(self) -> None:
        super().__init__()
        self.total = PlainLabel("", role="caption", tone="text2")
        self.heading = SectionHeading(tr("Why rows were refused"), trailing=self.total)
        self._rows: list[ReasonRow] = []
        self._body = vbox(self.heading, Space(6), parent=self, spacing=0)
        self.hide()

    def set_reasons(self, reasons: tuple[Reason, ...]) -> None:
        shown = sorted(reasons, key=lambda reason: -reason.rows)[:SHOWN]
        while len(self._rows) < len(shown):
            self._add_row()
        most = shown[0].rows if shown else 1
        for row, reason in zip(self._rows, shown, strict=False):
            row.set_reason(reason, most)
        for at, row in enumerate(self._rows):
            row.setVisible(at < len(shown))
        total = sum(reason.rows for reason in reasons)
        self.total.setText(
            tr(
                "{rows} in {reasons}, in the store’s own words",
                rows=quantity_words.rows(total),
                reasons=tr_plural("{n} reason", "{n} reasons", len(reasons)),
            )
        )
        self.setVisible(bool(reasons))

    def shown(self) -> tuple[ReasonRow, ...]:
        """The rows on screen, most frequent reason first."""
        return tuple(row for row in self._rows if not row.isHidden())

    def _add_row(self) -> None:
        row = ReasonRow()
        row.show_rows.clicked.connect(lambda: self.rows_wanted.emit(row.reason))
        self._rows.append(row)
        self._body.addWidget(Hairline())
        self._body.addWidget(row)
