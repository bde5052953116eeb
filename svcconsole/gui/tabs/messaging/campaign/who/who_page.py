"""The page of people by question: lines at the side, whom they find as a list with its count, the way on."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QVBoxLayout, QWidget

from svcconsole.gui.design.hiding import hidden_name
from svcconsole.gui.design.metrics import dp
from svcconsole.gui.design.text import PlainLabel, ltr, set_tip, visible
from svcconsole.gui.design.words import tr, tr_plural
from svcconsole.gui.kit.contact_words import country_words, phone_text
from svcconsole.gui.kit.containers.boxes import STRETCH, hbox, vbox
from svcconsole.gui.kit.containers.cards import Ground, ScrollPage, SectionHeading
from svcconsole.gui.kit.containers.footer import Footer, FooterPart
from svcconsole.gui.kit.containers.page_header import PageHeader
from svcconsole.gui.kit.focus import focus_on, has_focus_inside
from svcconsole.gui.kit.forms.pages.presets import PresetsButton
from svcconsole.gui.kit.grid.table import ColumnSpec, RecordModel, RecordTable
from svcconsole.gui.kit.quantity_words import count
from svcconsole.gui.kit.relative_time import exact, relative_time
from svcconsole.gui.kit.widgets.bars import LoadingBar
from svcconsole.gui.kit.widgets.buttons import button
from svcconsole.gui.runtime.task_scope import make_scope
from svcconsole.gui.tabs.messaging.campaign.who.condition_row import ConditionRow
from svcconsole.services.campaigns.segments import (
    KIND,
    Asks,
    Condition,
    Found,
    Member,
    as_values,
    find,
    of_values,
    write_members,
)
from svcconsole.words.masking import mask_name, mask_phone

if TYPE_CHECKING:
    from svcconsole.gui.runtime.console import Console
    from svcconsole.workspace.drafts.presets import Preset

SIDE, NARROW_SIDE, ROOMY = 460, 400, 1_180
FIRST = (Condition(Asks.WORDS, ""),)


class WhoPage(QWidget):
    """`closed()`: back. `list_made(Path)`: a campaign is wanted to the people of this file."""

    closed = Signal()
    list_made = Signal(object)

    def __init__(self, console: Console) -> None:
        super().__init__()
        self._console = console
        self._name = ""
        self.scope = make_scope(self, console.notices)
        self.found: Found | None = None
        self.header = PageHeader(tr("People by question"), back=tr("Campaigns"))
        note = tr("What is asked is kept, not whom it finds: that is looked up each time.")
        self.presets = PresetsButton(console, self.scope, KIND, note)
        self.header.add_action(self.presets)
        self.rows: list[ConditionRow] = []
        self.lines = QVBoxLayout()
        self.lines.setSpacing(dp(8))
        self.add = button(tr("Ask one more thing"), "plus", "quiet")
        self.loading = LoadingBar(tr("Looking for people"))
        self.model: RecordModel[Member] = RecordModel(
            _columns(lambda: console.card.region), key=lambda each: each.phone
        )
        self.table = RecordTable(self.model, tr("People"))
        self.table.set_inset(20)
        console.card_changed.connect(self.model.touch)
        self.number = PlainLabel("", "display")
        self.people = PlainLabel("", "heading", "text2")
        self.footer = Footer()
        self.write = button("", "send", "primary")
        self.footer.add(self.write)
        self._build_layout()
        self._connect()
        self.set_question(FIRST)
        self.presets.read()

    def question(self) -> tuple[Condition, ...]:
        """What is asked now."""
        return tuple(row.condition() for row in self.rows)

    def set_question(self, conditions: Sequence[Condition]) -> None:
        """Ask this."""
        was_here = any(has_focus_inside(row) for row in self.rows)
        for row in self.rows:
            self.lines.removeWidget(row)
            row.hide()
            row.deleteLater()
        self.rows = []
        for condition in conditions or FIRST:
            self._add_row(condition)
        if was_here:
            focus_on(self.focus_start())
        self.look()

    def look(self) -> None:
        """Look for whoever answers it; nobody does while it cannot be read."""
        problem = next((problem for row in self.rows if (problem := row.problem())), "")
        if problem:
            self.scope.cancel("look")
            self._let_write(problem)
            self.footer.set_message(FooterPart(problem, "warning", "ban"))
        else:
            self.scope.start(self._look(), "look")

    def focus_start(self) -> QWidget:
        """The first line."""
        return self.rows[0].text if self.rows[0].text.isVisible() else self.rows[0].asks

    def actions_here(self) -> dict[str, Callable[[], None]]:
        """What the window's keys do here."""
        here: dict[str, Callable[[], None]] = {
            "back": self.closed.emit,
            "refresh": self.look,
            "new": self.add.click,
        }
        if self.write.isEnabled():
            here["primary"] = self.write.click
        return here

    def regions(self) -> Sequence[QWidget]:
        """The parts F6 goes through."""
        return (self.header, self.side, self.table, self.footer)

    async def can_leave(self) -> bool:
        """Always: nothing is lost that is not kept on purpose."""
        return True

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self.side.setFixedWidth(dp(SIDE if self.width() >= dp(ROOMY) else NARROW_SIDE))

    async def _look(self) -> None:
        question = self.question()
        self.loading.start()
        try:
            found: Found = await self._console.db(lambda space: find(space, question))
        finally:
            self.loading.stop()
        if question == self.question():
            self._show(found)

    def _show(self, found: Found) -> None:
        self.found = found
        self.model.set_records(list(found.members))
        number = len(found.members)
        self.number.setText(count(number))
        self.people.setText(tr_plural("person", "people", number))
        self.write.setText(
            tr_plural("Write to this person", "Write to these {n} people", number)
            if number
            else tr("Write to them")
        )
        self._let_write("" if number else tr("Nobody answers all of this"))
        kept_out = tr_plural(
            "{n} more is on the suppression list", "{n} more are on the suppression list", found.kept_out
        )
        parts = [FooterPart(tr("The list as it is now; nothing is sent yet"), icon="shield")]
        self.footer.set_message(*parts, *([FooterPart(kept_out)] if found.kept_out else []))

    def _let_write(self, refusal: str) -> None:
        self.write.setEnabled(not refusal)
        set_tip(self.write, refusal)

    def _add_row(self, condition: Condition) -> ConditionRow:
        row = ConditionRow(condition)
        row.changed.connect(self.look)
        row.removed.connect(lambda: self._remove(row))
        self.rows.append(row)
        self.lines.addWidget(row)
        return row

    def _add(self) -> None:
        self._add_row(Condition(Asks.NOT_GOT, "30")).asks.setFocus(Qt.FocusReason.OtherFocusReason)
        self.look()

    def _remove(self, row: ConditionRow) -> None:
        self.set_question([each.condition() for each in self.rows if each is not row])
        self.add.setFocus(Qt.FocusReason.OtherFocusReason)

    def _use(self, preset: Preset) -> None:
        self._name = preset.name
        self.set_question(of_values(preset.values))

    async def _make_list(self) -> None:
        """The list as a file of the store's folder, that a campaign is made of."""
        if self.found is None:
            return
        await self._console.ready()
        name = "".join(each if each.isalnum() or each in " -_" else " " for each in self._name).strip()
        path = Path(self._console.store_folder) / ((name or tr("People by question")) + ".csv")
        await asyncio.to_thread(write_members, path, self.found.members)
        self.list_made.emit(path)

    def _connect(self) -> None:
        self.header.back_clicked.connect(self.closed)
        self.add.clicked.connect(self._add)
        self.write.clicked.connect(lambda: self.scope.start(self._make_list(), "list"))
        self.presets.chosen.connect(self._use)
        self.presets.keep_wanted.connect(lambda: self.presets.save(as_values(self.question()), self._name))

    def _build_layout(self) -> None:
        self.side = Ground("canvas", "right")
        page = ScrollPage("canvas", inset=16)
        page.body.addWidget(SectionHeading(tr("Whoever answers all of this")))
        page.body.addLayout(self.lines)
        page.body.addLayout(hbox(self.add, STRETCH))
        note = tr(
            "Asked of what this console knows: customers it has seen or imported, user properties it has "
            "recorded, and messages sent from here. What other tools did is not in it."
        )
        page.body.addWidget(PlainLabel(note, "caption", "text2", wrap=True))
        page.body.addStretch(1)
        vbox(page, parent=self.side)
        head = hbox(
            (self.number, 0, Qt.AlignmentFlag.AlignBaseline),
            (self.people, 0, Qt.AlignmentFlag.AlignBaseline),
            STRETCH, spacing=10, margins=(20, 14, 20, 8),
        )  # fmt: skip
        right = vbox(self.loading, head, (self.table, 1), spacing=0)
        vbox(self.header, (hbox(self.side, (right, 1), spacing=0), 1), self.footer, parent=self, spacing=0)


def _columns(region: Callable[[], str | None]) -> tuple[ColumnSpec[Member], ...]:
    return (
        ColumnSpec(
            key="name",
            title=tr("Name"),
            value=lambda each: hidden_name(visible(each.name)),
            kind="strong",
            width=200,
            stretch=True,
            mask=mask_name,
        ),
        ColumnSpec(
            key="phone",
            title=tr("Phone"),
            value=lambda each: each.phone,
            text=lambda each: ltr(visible(phone_text(each.phone, region()))),
            width=170,
            mask=mask_phone,
        ),
        ColumnSpec(
            key="country", title=tr("Country"), value=lambda each: country_words(each.country), width=150,
            drop=1,
        ),
        ColumnSpec(
            key="last",
            title=tr("Last message"),
            value=lambda each: each.last_at or None,
            text=lambda each: relative_time(each.last_at) if each.last_at else tr("never"),
            width=140,
            tip=lambda each: exact(each.last_at) if each.last_at else None,
        ),
    )  # fmt: skip
