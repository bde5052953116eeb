"""Who gets which text: only those who agreed, a second text for a share of them, and some who get none."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QComboBox, QWidget

from svcconsole.gui.design.text import PlainLabel, visible
from svcconsole.gui.design.words import tr
from svcconsole.gui.kit.containers.boxes import hbox, vbox
from svcconsole.gui.kit.containers.cards import SectionHeading
from svcconsole.gui.kit.forms.number_field import NumberField
from svcconsole.gui.kit.widgets.calm_combo import choose, combo_of, fill
from svcconsole.services.campaigns.terms import Arm, CampaignTerms, Split

HALF = 50
MOST_OF_100 = 99
FIRST, SECOND = "A", "B"
"""What the two texts are called, as on the command line and in the result."""


class TwoTexts(QWidget):
    """`changed()`: something else was chosen."""

    changed = Signal()

    def __init__(self) -> None:
        super().__init__()
        self.second: QComboBox = combo_of(())
        self.second.setAccessibleName(tr("Second text"))
        self.share = NumberField(tr("Share of the second text, in 100"), 1, MOST_OF_100)
        self.share_row = QWidget()
        self.held_out = NumberField(tr("People who get nothing, in 100"), 0, MOST_OF_100, may_be_blank=True)
        self.consent: QComboBox = combo_of(())
        self.consent.setAccessibleName(tr("Column that says who agreed"))
        self.note = PlainLabel("", "caption", "text2", wrap=True)
        self._build_layout()
        self._show_share()
        self.second.activated.connect(lambda _: self._edited())
        self.consent.activated.connect(lambda _: self.changed.emit())
        for field in (self.share, self.held_out):
            field.textEdited.connect(lambda _: self.changed.emit())

    def offer(self, texts: Sequence[tuple[str, str]], columns: Sequence[str]) -> None:
        """The templates that can be filled as the first is, by id and name, and the columns of the file."""
        fill(
            self.second,
            [(tr("One text for everybody"), ""), *((visible(name or key), key) for key, name in texts)],
        )
        named = [(visible(name), name) for name in columns if name]
        fill(self.consent, [(tr("Everybody in the file"), ""), *named])
        self.note.setText(
            tr(
                "Who gets which text hangs on the person and the campaign alone: nobody changes sides "
                "when it goes on."
            )
            if texts
            else tr("No other template can be filled with these columns.")
        )

    def show_terms(self, terms: CampaignTerms) -> None:
        """What holds now."""
        second = next((arm for arm in terms.split.arms if arm.template), None)
        choose(self.second, second.template if second is not None else "")
        self.share.show_number(HALF if second is None else round(100 * second.share))
        self._show_share()
        self.held_out.show_number(round(100 * terms.split.held_out) or None)
        choose(self.consent, terms.consent_column)

    def terms(self, before: CampaignTerms) -> CampaignTerms:
        """The same with what is chosen."""
        return before.model_copy(
            update={"split": self._split(), "consent_column": self.consent.currentData() or ""}
        )

    def problem(self) -> str:
        """What of it cannot be read; blank where everything can."""
        return self.share.problem() or self.held_out.problem()

    def _split(self) -> Split:
        held_out = (self.held_out.number() or 0) / 100
        template, second = self.second.currentData() or "", self.share.number()
        if not template or second is None:
            return Split(held_out=held_out)
        share = second / 100
        arms = (Arm(name=FIRST, share=1 - share), Arm(name=SECOND, share=share, template=template))
        return Split(arms=arms, held_out=held_out)

    def _edited(self) -> None:
        self._show_share()
        self.changed.emit()

    def _show_share(self) -> None:
        """Only where there is a second text; what cannot be seen is not read either."""
        there = bool(self.second.currentData())
        self.share_row.setVisible(there)
        self.share_row.setEnabled(there)

    def _build_layout(self) -> None:
        rest = QWidget()
        share = hbox(
            PlainLabel(tr("for")), self.share, (PlainLabel(tr("in 100 of them"), wrap=True), 1), spacing=8
        )
        vbox(share, self.share.error, parent=self.share_row, spacing=4)
        held_out = hbox(
            self.held_out, (PlainLabel(tr("in 100 get nothing, to compare with"), wrap=True), 1), spacing=8
        )
        vbox(held_out, self.held_out.error, parent=rest, spacing=4)
        vbox(
            SectionHeading(tr("Who agreed")), self.consent, SectionHeading(tr("Two texts")), self.second,
            self.share_row, rest, self.note, parent=self, spacing=8,
        )  # fmt: skip
