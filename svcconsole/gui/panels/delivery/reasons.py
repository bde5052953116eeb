"""Why messages of a run failed: a bar for each reason, what to do, and the list worth sending again."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QWidget

from svcconsole.gui.design.metrics import dp, row_height
from svcconsole.gui.design.text import PlainLabel, set_tip
from svcconsole.gui.design.words import tr, tr_plural
from svcconsole.gui.kit.containers.boxes import vbox
from svcconsole.gui.kit.containers.cards import SectionHeading
from svcconsole.gui.kit.grid.table import RecordModel, RecordTable
from svcconsole.gui.kit.quantity_words import count
from svcconsole.gui.kit.widgets.buttons import button
from svcconsole.gui.panels.delivery.columns import reason_columns
from svcconsole.gui.panels.delivery.delivery_text import offer_words
from svcconsole.services.deliveries.again import Offer
from svcconsole.services.deliveries.reasons import Failure

SHOWN = 5
"""So many bars without scrolling."""


class Reasons(QWidget):
    """`wanted(Failure)`: show whom it is about. `export_wanted`: write the list."""

    wanted = Signal(object)
    export_wanted = Signal()

    def __init__(self) -> None:
        super().__init__()
        self._most = 1
        self.export = button("", "export")
        self.heading = SectionHeading("", tr("click a bar to see the people"), self.export)
        self.model: RecordModel[Failure] = RecordModel(
            reason_columns(lambda: self._most), key=lambda failure: failure.key
        )
        self.table = RecordTable(self.model, tr("Why messages failed"))
        self.table.clicked.connect(lambda index: self.wanted.emit(self.model.record(index.row())))
        self.table.opened.connect(self.wanted)
        self.table.set_inset(12)
        self.again = PlainLabel("", "caption", "text2")
        self.again.setWordWrap(True)
        vbox(self.heading, self.again, self.table, parent=self, spacing=8)
        self.export.clicked.connect(self.export_wanted)
        self.hide()

    def show_failures(self, failures: Sequence[Failure]) -> None:
        """These; nothing of it is seen where nothing failed."""
        number = sum(each.times for each in failures)
        self._most = max((each.times for each in failures), default=1)
        self.heading.set_title(tr("Why {number} failed", number=count(number)))
        if failures != self.model.records():
            self.model.set_records(failures)
        height = self.table.horizontalHeader().sizeHint().height() + dp(2)
        self.table.setFixedHeight(height + min(SHOWN, max(1, len(failures))) * row_height())
        self.setVisible(bool(failures))

    def show_offer(self, offer: Offer) -> None:
        """Whom they leave to be written to again, now and later."""
        people = len(offer.now)
        of_people = tr_plural("New list of {n} person", "New list of {n} people", people)
        self.export.setText(of_people if people else tr("New list"))
        self.export.setEnabled(bool(offer.now))
        set_tip(self.export, "" if offer.now else tr("Nobody is left to try again"))
        self.again.setText(offer_words(offer))
