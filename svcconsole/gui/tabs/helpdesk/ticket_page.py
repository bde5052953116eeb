"""The ticket as a page: written, sent once, decided when nobody knows, and beside it what was made here."""

from __future__ import annotations

import json
from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any

from PySide6.QtCore import Signal
from PySide6.QtGui import QGuiApplication
from shiboken6 import isValid

from svcconsole.api.errors import Outcome
from svcconsole.api.models.helpdesk import CreateTicket
from svcconsole.api.operations import CREATE_TICKET
from svcconsole.gui.console import Console
from svcconsole.gui.forms.drafts import thaw
from svcconsole.gui.forms.page import FormPage
from svcconsole.gui.forms.problems import Problem
from svcconsole.gui.metrics import dp
from svcconsole.gui.permission import may_write
from svcconsole.gui.tabs.helpdesk.decision_head import Answer, DecisionHead
from svcconsole.gui.tabs.helpdesk.known import Known
from svcconsole.gui.tabs.helpdesk.made_here import MadeHere
from svcconsole.gui.tabs.helpdesk.made_rows import Made, made_of
from svcconsole.gui.tabs.helpdesk.presets import PresetsButton, may_create_twice
from svcconsole.gui.tabs.helpdesk.slip import ReferenceLine, Slip
from svcconsole.gui.tabs.helpdesk.ticket_form import BLANK, TicketForm, channels
from svcconsole.gui.text import set_tip, visible
from svcconsole.gui.widgets.buttons import tool_button
from svcconsole.gui.widgets.footer import FooterPart
from svcconsole.gui.widgets.segments import Segments
from svcconsole.services.sending import Sent, SentBefore
from svcconsole.services.tickets import (
    KIND,
    about,
    fill,
    learned_from,
    people_of,
    preset_of,
    title_of,
    without_reference,
)
from svcconsole.workspace.errors import DraftTaken, WorkspaceError
from svcconsole.workspace.records import Decision, SentRecord
from svcconsole.workspace.schema import ItemState

if TYPE_CHECKING:
    from svcconsole.workspace.presets import Preset

MADE_WIDTH = 320
WIDEST = (1 << 24) - 1
TICKET, MADE = range(2)


class TicketPage(FormPage):
    """One ticket at a time. `registries_wanted`; `learned` when the registries know more than before."""

    registries_wanted = Signal()
    learned = Signal()

    def __init__(self, console: Console, known: Known) -> None:
        self.known = known
        self.doubt: SentRecord | None = None
        self.reference = ReferenceLine()
        self.made = MadeHere(console, known)
        self.ticket = TicketForm(known, console.card.region, self.reference.current)
        super().__init__(console, self.ticket, None, "", existing=False, beside=self.made)
        store = console.tr("in practice") if console.card.practice else console.tr("in {0}")
        self.save.setText(f"{self.tr('Create ticket')} {store.format(console.card.name)}")
        self.discard.setText(self.tr("Start over"))
        self.as_json.hide()
        self.decision = DecisionHead()
        self.page.body.insertWidget(0, self.decision)
        self.page.body.insertWidget(self.page.body.indexOf(self.form) + 1, self.reference)
        self.segments = Segments()
        self.segments.add(self.tr("Ticket"))
        self.segments.add(self.tr("Made here"))
        self.segments.hide()
        self.header.add_leading(self.segments)
        self.presets = PresetsButton(console, self.scope)
        self.registries = tool_button("table", self.tr("Agents, teams, labels and brand addresses"))
        self.header.add_action(self.presets)
        self.header.add_action(self.registries)
        self._wide = True
        self._wire()

    @property
    def draft_key(self) -> str:
        return f"{KIND}:new"

    def title(self) -> str:
        return self.tr("New ticket")

    def whole_words(self, changes: int) -> str:
        return ""

    def body_of(self, model: Any) -> tuple[str, Any]:
        return CREATE_TICKET.path, json.loads(model.wire())

    def kept_beside(self) -> dict[str, Any]:
        return self.reference.slip.kept()

    def message(self, changes: int, problems: Sequence[Problem]) -> list[FooterPart]:
        return super().message(0, problems)

    def actions_here(self) -> dict[str, Callable[[], None]]:
        return {
            "primary": self.save.click,
            "save": self.save.click,
            "new": self.discard.click,
            "find": self._find,
            "refresh": self.made.read,
        }

    async def open(self) -> None:
        """Bring the draft back, with what became of it where it was on its way."""
        draft = await self.kept()
        if draft is not None:
            self.reference.show_slip(Slip.of(thaw(draft.value)))
            self.put_draft(draft)
            await self._look_at_draft()
        self.presets.read()
        self.made.read()

    async def save_now(self, model: CreateTicket) -> None:
        if self.doubt is not None:
            return
        if await may_write(self.console, self, self.tr("Create this ticket")):
            self.be_busy(True)
            await self.keep_draft()
            await self._send(model)

    def be_busy(self, busy: bool) -> None:
        super().be_busy(busy)
        if busy:
            self.save.setText(self.tr("Creating…"))
        self._hold()

    def arrange(self, wide: bool) -> None:
        self._wide = wide
        self.segments.setVisible(not wide)
        self.made.setMinimumWidth(dp(MADE_WIDTH) if wide else 0)
        self.made.setMaximumWidth(dp(MADE_WIDTH) if wide else WIDEST)
        beside = not wide and self.segments.current() == MADE
        self.made.setVisible(wide or beside)
        self.page.setVisible(not beside)

    def reopen(self, made: Made) -> None:
        """A ticket made before as a new draft; Undo brings back what was in the form."""
        if made.request is None or self.doubt is not None or self._busy:
            return
        values = made.request.model_dump()
        values["context"] = without_reference(values["context"], made.record.reference)
        self.ticket.put({**BLANK, **values}, self.tr("Open an earlier ticket"))
        self.segments.set_current(TICKET)
        self.say_head([])
        self.console.notices.tell(
            "info", self.tr("Opened as a new draft with a new reference. Undo brings back what was here.")
        )

    def use_preset(self, preset: Preset) -> None:
        """Fill what is empty, and say what was left alone."""
        if self.doubt is not None or self._busy:
            return
        form = self.ticket
        filled = fill(preset.values, form.values(), form.by_hand())
        form.undo_stack.beginMacro(visible(preset.name))
        for name, value in filled.values.items():
            form.apply(name, value)
        form.undo_stack.endMacro()
        names = ", ".join(form.editors[name].spec.label for name in filled.left_alone)
        told = self.tr("{0}: {1} filled.").format(visible(preset.name), len(filled.values))
        left = self.tr("Left as they were: {0}.").format(names) if names else ""
        self.console.notices.tell("info", told, advice=left)

    def _wire(self) -> None:
        self.reference.changed.connect(self._reference_changed)
        self.reference.copy_wanted.connect(lambda text: QGuiApplication.clipboard().setText(text))
        self.decision.answered.connect(lambda answer: self.scope.start(self._answer(answer), "answer"))
        self.segments.currentChanged.connect(lambda _: self.arrange(self._wide))
        self.made.reopen.connect(self.reopen)
        self.made.decide.connect(self.console.decisions_wanted)
        self.made.counted.connect(lambda count: self.segments.set_count(MADE, count))
        self.registries.clicked.connect(self.registries_wanted)
        self.presets.chosen.connect(self.use_preset)
        self.presets.keep_wanted.connect(lambda: self.presets.keep(preset_of(self.ticket.values())))
        self.console.sends_changed.connect(self._sends_changed)

    def _find(self) -> None:
        self.segments.set_current(MADE)
        self.made.search.setFocus()

    def _reference_changed(self) -> None:
        self.form.recheck()
        self._keep.start()

    async def _send(self, model: CreateTicket, *, again: bool = False) -> None:
        """Send it once; the same as an earlier one only after a person said so."""
        sender, slip = self.console.sends, self.reference.slip
        try:
            sent = await sender.send(
                CREATE_TICKET,
                model,
                kind=KIND,
                title=title_of(model, dict(channels())[model.channel]),
                about=about(model),
                reference=self.reference.current(),
                draft_token=slip.token,
                people=people_of(model, self.console.card.region),
                again=again,
            )
        except SentBefore as before:
            if await may_create_twice(self, before.record):
                await self._send(model, again=True)
            return
        except WorkspaceError as trouble:
            if not isinstance(trouble, DraftTaken):
                self.console.notices.report(trouble)
            await self._look_at_draft()
            return
        await self._ended(sent, model)

    async def _ended(self, sent: Sent[Any], model: CreateTicket) -> None:
        """Where the form goes from here: a fresh ticket, the decision line, or back to what is wrong."""
        if sent.outcome is Outcome.OK:
            used = learned_from(model)
            await self.console.db(lambda workspace: workspace.registries.learn(used))
            self.learned.emit()
            await self._start_anew()
            named = self.tr("Ticket {0} is created.").format(visible(sent.answer_id or ""))
            self.console.notices.tell(
                "success", named if sent.answer_id else self.tr("The ticket is created.")
            )
        elif sent.outcome is Outcome.UNKNOWN:
            run_id = sent.run_id
            self._doubt(await self.console.db(lambda workspace: workspace.sends.get(run_id)))
        elif sent.error is not None:
            self.refused(sent.error)

    async def _look_at_draft(self) -> None:
        """What became of this draft: in doubt, on its way from another window, or created."""
        record = await self.console.sends.of_draft(self.reference.slip.token)
        if record is None:
            return
        if record.state is ItemState.UNKNOWN:
            self._doubt(record)
        elif record.state is ItemState.ACKED:
            await self._start_anew()
            text = self.tr("The ticket that was in the form was created as {0}.")
            self.console.notices.tell("info", text.format(visible(record.answer_id or record.title)))
        else:
            text = self.tr("This ticket is being sent from another window. Nothing was sent a second time.")
            self.say_head([Problem((), text, warning=True)])

    async def _answer(self, answer: Answer) -> None:
        doubt = self.doubt
        if doubt is None:
            return
        self.decision.set_busy(True)
        try:
            if answer is Answer.AGAIN:
                await self._again(doubt)
                return
            if answer is Answer.CREATED:
                await self.console.sends.decide(doubt.run_id, (doubt.seq,), Decision.COUNT_AS_SENT)
            self._doubt(None)
            await self._start_anew()
        finally:
            if isValid(self):
                self.decision.set_busy(False)

    async def _again(self, doubt: SentRecord) -> None:
        """The same ticket once more, as a person has decided."""
        if not await may_write(self.console, self, self.tr("Create this ticket once more")):
            return
        self.be_busy(True)
        try:
            request = made_of(doubt).request
            sent = await self.console.sends.send_again(doubt.run_id)
            self._doubt(None)
            # The old token stays with the old one: what is mended in the form now is another draft.
            self.reference.show_slip(Slip(reference=self.reference.slip.reference))
            if request is not None:
                await self._ended(sent, request)
        finally:
            if isValid(self):
                self.be_busy(False)

    def _sends_changed(self) -> None:
        if self.doubt is not None and not self.scope.is_busy("answer"):
            self.scope.start(self._decided_elsewhere(), "doubt")

    async def _decided_elsewhere(self) -> None:
        """On the page of decisions, or in another window: the form follows."""
        doubt = self.doubt
        if doubt is None:
            return
        now = await self.console.db(lambda workspace: workspace.sends.get(doubt.run_id))
        if now is not None and now.state is ItemState.UNKNOWN:
            return
        self._doubt(None)
        if now is None or now.state is ItemState.ACKED:
            await self._start_anew()
        else:
            self.reference.show_slip(Slip())
            await self.keep_draft()

    def _doubt(self, record: SentRecord | None) -> None:
        """The head of the form asks about this one, and the form waits; None: it is settled."""
        self.doubt = record
        if record is None:
            self.decision.hide()
        else:
            self.say_head([])
            self.decision.ask(record)
            self.page.verticalScrollBar().setValue(0)
        self._hold()

    def _hold(self) -> None:
        waits = self.doubt is not None
        self.form.setEnabled(not self._busy and not waits)
        self.reference.setEnabled(not self._busy and not waits)
        for part in (self.save, self.discard, self.presets):
            part.setEnabled(not self._busy and not waits)
        set_tip(self.save, self.tr("First decide what became of this ticket.") if waits else "")

    async def _start_anew(self) -> None:
        """A fresh ticket with a reference of its own."""
        self.forget_draft()
        self.reference.show_slip(Slip())
        self.form.load(BLANK)
        self.ticket.forget_hands()
        self.say_head([])
        await self.keep_draft()

    async def _discard(self) -> None:
        """Empty the form in one step that Undo takes back."""
        self.ticket.put(BLANK, self.tr("Start over"))
        self.say_head([])
        await self.keep_draft()
