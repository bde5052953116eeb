"""The question after two people changed one record: both versions, field by field; nothing wins by itself."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from PySide6.QtCore import Qt
from PySide6.QtGui import QMouseEvent
from PySide6.QtWidgets import QButtonGroup, QDialog, QDialogButtonBox, QWidget

from svcconsole.gui.design.metrics import dp
from svcconsole.gui.design.text import PlainLabel, visible
from svcconsole.gui.design.words import mark, sentences, tr, tr_plural
from svcconsole.gui.kit.containers.boxes import STRETCH, grid_box, hbox, vbox
from svcconsole.gui.kit.containers.cards import Hairline, ScrollPage
from svcconsole.gui.kit.dialogs import run
from svcconsole.gui.kit.forms.record_diff import conflict_label
from svcconsole.gui.kit.keyboard_window import KeyboardWindow
from svcconsole.gui.kit.relative_time import clock_of
from svcconsole.gui.kit.widgets.buttons import button, link
from svcconsole.gui.kit.widgets.literal_buttons import RadioButton
from svcconsole.gui.runtime.colleagues import called

if TYPE_CHECKING:
    from svcconsole.gui.kit.forms.form import Form
    from svcconsole.services.records.merge import Conflict
    from svcconsole.workspace.known.event_kinds import Event

WIDTH, COLUMN, LONGEST = 640, 170, 120
MOST_BEFORE_SCROLLING = 5


@dataclass(frozen=True, slots=True)
class BothValues:
    """One field that two people changed: what it was, what the other made of it, and what is typed here."""

    label: str
    read: str
    theirs: str
    mine: str


class VersionChoice(QWidget):
    """One of the two values of a field, whole; a click anywhere on it chooses it."""

    def __init__(self, name: str, value: str) -> None:
        super().__init__()
        self.radio = RadioButton("")
        self.radio.setAccessibleName(name)
        self.words = PlainLabel(_short(value), "body", wrap=True)
        hbox((self.radio, 0, Qt.AlignmentFlag.AlignTop), (self.words, 1), parent=self, spacing=6)
        self.words.setAlignment(Qt.AlignmentFlag.AlignTop | Qt.AlignmentFlag.AlignLeading)

    def mousePressEvent(self, event: QMouseEvent) -> None:
        super().mousePressEvent(event)
        self.radio.setFocus()
        self.radio.setChecked(True)


class BothVersions(KeyboardWindow, QDialog):
    """A row for each field with the three values; saving waits until one of the two is chosen in each."""

    def __init__(self, parent: QWidget, said: str, rows: Sequence[BothValues]) -> None:
        super().__init__(parent)
        question = tr_plural("Both of you changed {n} field", "Both of you changed {n} fields", len(rows))
        self.setWindowTitle(question)
        self.setMinimumWidth(dp(WIDTH))
        self.setAccessibleName(question)
        self.setAccessibleDescription(said)
        in_store, typed = mark("{field}: in the store {value}"), mark("{field}: typed here {value}")
        self.rows = [
            (
                VersionChoice(tr(in_store, field=row.label, value=row.theirs), row.theirs),
                VersionChoice(tr(typed, field=row.label, value=row.mine), row.mine),
            )
            for row in rows
        ]
        self._groups = [self._group(*pair) for pair in self.rows]
        self.all_theirs, self.all_mine = link(tr("Take all of theirs")), link(tr("Keep all of mine"))
        self.all_theirs.clicked.connect(lambda: self._choose_all(0))
        self.all_mine.clicked.connect(lambda: self._choose_all(1))
        self.save, self.stay = button(tr("Save as chosen"), None, "primary"), button(tr("Keep editing"))
        buttons = QDialogButtonBox()
        buttons.addButton(self.save, QDialogButtonBox.ButtonRole.AcceptRole)
        buttons.addButton(self.stay, QDialogButtonBox.ButtonRole.RejectRole)
        buttons.accepted.connect(self.accept)
        buttons.rejected.connect(self.reject)
        column = vbox(parent=self, spacing=12, margins=(24, 20, 24, 20))
        column.addWidget(PlainLabel(question, "title", wrap=True))
        column.addWidget(PlainLabel(said, "body", wrap=True))
        column.addLayout(hbox(STRETCH, self.all_theirs, self.all_mine, spacing=12))
        column.addWidget(self._table(rows), 1)
        column.addWidget(buttons)
        self._update()
        self.resize(dp(WIDTH), column.totalHeightForWidth(dp(WIDTH)))  # long values wrap
        self.stay.setDefault(True)
        self.rows[0][0].radio.setFocus(Qt.FocusReason.OtherFocusReason)

    def keeps_mine(self) -> tuple[bool, ...]:
        """For each field whether what was typed here is saved."""
        return tuple(mine.radio.isChecked() for _, mine in self.rows)

    def _table(self, rows: Sequence[BothValues]) -> QWidget:
        table = QWidget()
        grid = grid_box(parent=table, spacing=(16, 8))
        for column, words in enumerate((tr("Field"), tr("In the store now"), tr("Typed here"))):
            grid.addWidget(PlainLabel(words, "caption", "text2"), 0, column)
            grid.setColumnStretch(column, 1 if column else 0)
            grid.setColumnMinimumWidth(column, dp(COLUMN))
        for at, (row, (theirs, mine)) in enumerate(zip(rows, self.rows, strict=True)):
            grid.addWidget(Hairline(), 2 * at + 1, 0, 1, 3)
            was = PlainLabel(tr("It was {value}", value=_short(row.read)), "caption", "text2", wrap=True)
            named = vbox(PlainLabel(row.label, "strong", wrap=True), was, STRETCH, spacing=2)
            grid.addLayout(named, 2 * at + 2, 0)
            for column, choice in ((1, theirs), (2, mine)):
                grid.addWidget(choice, 2 * at + 2, column)
        if len(rows) <= MOST_BEFORE_SCROLLING:
            return table
        page = ScrollPage(inset=0)
        page.body.addWidget(table)
        page.setMinimumHeight(dp(300))
        return page

    def _group(self, theirs: VersionChoice, mine: VersionChoice) -> QButtonGroup:
        group = QButtonGroup(self)
        for choice in (theirs, mine):
            group.addButton(choice.radio)
        group.buttonToggled.connect(lambda *_: self._update())
        return group

    def _choose_all(self, side: int) -> None:
        for pair in self.rows:
            pair[side].radio.setChecked(True)

    def _update(self) -> None:
        self.save.setEnabled(all(group.checkedButton() is not None for group in self._groups))


async def choose_versions(
    parent: QWidget, form: Form[Any], conflicts: Sequence[Conflict], other: Event | None
) -> tuple[bool, ...] | None:
    """For each conflict of a form whether what was typed here is saved; None to go on editing. `other` is the
    deed of whoever was first, None where it was done past this program."""
    rows = [
        BothValues(
            conflict_label(form.specs, met),
            *(form.words(met.loc, value) for value in (met.read, met.theirs, met.mine)),
        )
        for met in conflicts
    ]
    kept = tr("Everything else that changed in the store is kept.")
    dialog = BothVersions(parent, sentences(_who(other), kept), rows)
    return dialog.keeps_mine() if await run(dialog) == QDialog.DialogCode.Accepted else None


def saved_elsewhere(other: Event | None) -> str:
    """What an open form says once somebody else has saved its record."""
    return sentences(_who(other), tr("When you save, each field that you both changed is asked about."))


def _who(other: Event | None) -> str:
    if other is None:
        return tr("The store changed meanwhile.")
    return tr("{who} saved this at {time}.", who=called(other.actor), time=clock_of(other.at))


def _short(text: str) -> str:
    shown = visible(text)
    return shown if len(shown) <= LONGEST else f"{shown[:LONGEST]}…"
