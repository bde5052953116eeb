"""Who gets which text: only those who agreed, a second text for a share of them, and some who get none."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QComboBox, QLineEdit, QWidget

from svcconsole.gui.design.text import PlainLabel, visible
from svcconsole.gui.design.words import tr
from svcconsole.gui.kit.containers.boxes import hbox, vbox
from svcconsole.gui.kit.containers.cards import SectionHeading
from svcconsole.gui.kit.widgets.calm_combo import choose, combo_of, fill
from svcconsole.gui.tabs.messaging.campaign.when.number_field import number_field
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
        self.share = number_field(tr("Share of the second text, in 100"), MOST_OF_100)
        self.share_row = QWidget()
        self.held_out = number_field(tr("People who get nothing, in 100"), MOST_OF_100)
        self.consent: QComboBox = combo_of(())
        self.consent.setAccessibleName(tr("Column that says who agreed"))
        self.note = PlainLabel("", "caption", "text2", wrap=True)
        self._build_layout()
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
        if second is not None:
            _show_number(self.share, round(100 * second.share))
        elif not self.share.text():
            self.share.setText(str(HALF))
        self.share_row.setVisible(second is not None)
        _show_number(self.held_out, round(100 * terms.split.held_out) or None)
        choose(self.consent, terms.consent_column)

    def terms(self, before: CampaignTerms) -> CampaignTerms:
        """The same with what is chosen."""
        return before.model_copy(
            update={"split": self._split(), "consent_column": self.consent.currentData() or ""}
        )

    def _split(self) -> Split:
        held_out = int(self.held_out.text() or 0) / 100
        template = self.second.currentData() or ""
        if not template:
            return Split(held_out=held_out)
        share = min(MOST_OF_100, max(1, int(self.share.text() or HALF))) / 100
        arms = (Arm(name=FIRST, share=1 - share), Arm(name=SECOND, share=share, template=template))
        return Split(arms=arms, held_out=held_out)

    def _edited(self) -> None:
        self.share_row.setVisible(bool(self.second.currentData()))
        self.changed.emit()

    def _build_layout(self) -> None:
        rest = QWidget()
        hbox(
            PlainLabel(tr("for")), self.share, (PlainLabel(tr("in 100 of them"), wrap=True), 1),
            parent=self.share_row, spacing=8,
        )  # fmt: skip
        hbox(
            self.held_out, (PlainLabel(tr("in 100 get nothing, to compare with"), wrap=True), 1),
            parent=rest, spacing=8,
        )  # fmt: skip
        vbox(
            SectionHeading(tr("Who agreed")), self.consent, SectionHeading(tr("Two texts")), self.second,
            self.share_row, rest, self.note, parent=self, spacing=8,
        )  # fmt: skip


def _show_number(field: QLineEdit, number: int | None) -> None:
    text = "" if number is None else str(number)
    if field.text() != text:
        field.setText(text)
