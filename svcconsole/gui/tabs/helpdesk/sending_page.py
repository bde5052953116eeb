"""A ticket on its way: sent once, and decided by a person at the head of the form when nobody knows."""

from __future__ import annotations

import json
from typing import Any

from PySide6.QtCore import Signal
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QWidget
from shiboken6 import isValid

from svcconsole.api.errors import Outcome
from svcconsole.api.models.helpdesk import CreateTicket
from svcconsole.api.operations import CREATE_TICKET
from svcconsole.gui.console import Console
from svcconsole.gui.dialogs import Answer as Reply
from svcconsole.gui.dialogs import ask
from svcconsole.gui.forms.drafts import thaw
from svcconsole.gui.forms.page import FormPage
from svcconsole.gui.forms.problems import Problem
from svcconsole.gui.permission import may_write
from svcconsole.gui.tabs.helpdesk.decision_head import Answer, DecisionHead
from svcconsole.gui.tabs.helpdesk.made_rows import made_of
from svcconsole.gui.tabs.helpdesk.slip import ReferenceLine, Slip
from svcconsole.gui.tabs.helpdesk.ticket_form import BLANK, TicketForm, channels
from svcconsole.gui.text import set_tip, visible
from svcconsole.gui.when import exact
from svcconsole.services.sending import Sent, SentBefore
from svcconsole.services.tickets import KIND, about, learned_from, people_of, title_of
from svcconsole.workspace.errors import DraftTaken, WorkspaceError
from svcconsole.workspace.records import Decision, SentRecord
from svcconsole.workspace.schema import ItemState


class SendingPage(FormPage):
    """One draft at a time with its token and reference. `learned`: the registries know more than before."""

    learned = Signal()

    def __init__(
        self, console: Console, ticket: TicketForm, reference: ReferenceLine, beside: QWidget
    ) -> None:
        self.doubt: SentRecord | None = None
        self.ticket = ticket
        self.reference = reference
        self.decision = DecisionHead()
        super().__init__(console, ticket, None, "", existing=False, beside=beside)
        self.page.body.insertWidget(0, self.decision)
        self.page.body.insertWidget(self.page.body.indexOf(self.form) + 1, self.reference)
        self.reference.changed.connect(self._reference_changed)
        self.reference.copy_wanted.connect(lambda text: QGuiApplication.clipboard().setText(text))
        self.decision.answered.connect(lambda answer: self.scope.start(self._answer(answer), "answer"))
        console.sends_changed.connect(self._sends_changed)

    @property
    def draft_key(self) -> str:
        return f"{KIND}:new"

    def body_of(self, model: Any) -> tuple[str, Any]:
        return CREATE_TICKET.path, json.loads(model.wire())

    def kept_beside(self) -> dict[str, Any]:
        return self.reference.slip.kept()

    def refused_words(self) -> str:
        return self.tr("The store refused it. No ticket was created.")

    def is_free(self) -> bool:
        """Whether the form may be filled by something else now."""
        return self.doubt is None and not self._busy

    async def can_leave(self) -> bool:
        """What needs a decision is kept and asked again; there is nothing to save."""
        if self.doubt is None:
            return await super().can_leave()
        await self.keep_draft()
        return True

    async def keep_last_words(self) -> None:
        """Before the page goes: what was typed a moment ago is kept, too."""
        if self._keep.isActive():
            await self.keep_draft()

    async def bring_back(self) -> None:
        """The draft, with what became of it where it was on its way."""
        draft = await self.kept()
        if draft is not None:
            self.reference.show_slip(Slip.of(thaw(draft.value)))
            self.put_draft(draft)
            await self._look_at_draft()

    async def save_now(self, model: CreateTicket) -> None:
        if self.doubt is not None:
            return
        if await may_write(self.console, self, self.tr("Create this ticket"), self.save.text()):
            self.be_busy(True)
            await self.keep_draft()
            await self._send(model)

    def be_busy(self, busy: bool) -> None:
        super().be_busy(busy)
        if busy:
            self.save.setText(self.tr("Creating…"))
        self.hold()

    def hold(self) -> None:
        """Nothing is typed while a ticket is on its way or waits for its decision."""
        waits, free = self.doubt is not None, self.is_free()
        self.form.setEnabled(free)
        self.reference.setEnabled(free)
        self.save.setEnabled(free)
        self.discard.setEnabled(free)
        self.preview.setEnabled(free)
        set_tip(self.save, self.tr("First decide what became of this ticket.") if waits else "")

    def _reference_changed(self) -> None:
        self.form.recheck()
        self._keep.start()

    async def _send(self, model: CreateTicket, *, again: bool = False) -> None:
        """Send it once; the same as an earlier one only after a person said so."""
        try:
            sent = await self.console.sends.send(
                CREATE_TICKET,
                model,
                kind=KIND,
                title=title_of(model, dict(channels())[model.channel]),
                about=about(model),
                reference=self.reference.current(),
                draft_token=self.reference.slip.token,
                people=people_of(model, self.console.card.region),
                again=again,
            )
        except SentBefore as before:
            if await self._may_create_twice(before.record):
                await self._send(model, again=True)
            return
        except WorkspaceError as trouble:
            if not isinstance(trouble, DraftTaken):
                self.console.notices.report(trouble)
            await self._look_at_draft()
            return
        await self._ended(sent, model)

    async def _may_create_twice(self, record: SentRecord) -> bool:
        """The same ticket was sent within a day: whether a second one is wanted."""
        named = record.answer_id or record.reference
        text = self.tr(
            "It was sent {0}{1}. A second ticket would be one more for whoever answers it."
        ).format(exact(record.at), f" ({visible(named)})" if named else "")
        answers = (Reply("twice", self.tr("Create a second one")), Reply("stay", self.tr("Leave it at one")))
        question = self.tr("The same ticket was sent from here already. Create another?")
        return await ask(self, question, text, answers, safe="stay") == "twice"

    async def _ended(self, sent: Sent[Any], model: CreateTicket) -> None:
        """Where the form goes from here: a fresh ticket, the decision line, or back to what is wrong."""
        if sent.outcome is Outcome.OK:
            await self._learn(model)
            await self.start_anew()
            named = self.tr("Ticket {0} is created.").format(visible(sent.answer_id or ""))
            self.console.notices.tell(
                "success", named if sent.answer_id else self.tr("The ticket is created.")
            )
        elif sent.outcome is Outcome.UNKNOWN:
            run_id = sent.run_id
            self._doubt(await self.console.db(lambda workspace: workspace.sends.get(run_id)))
        elif sent.error is not None:
            self.refused(sent.error)

    async def _learn(self, model: CreateTicket) -> None:
        used = learned_from(model)
        await self.console.db(lambda workspace: workspace.registries.learn(used))
        self.learned.emit()

    async def _look_at_draft(self) -> None:
        """What became of this draft: in doubt, on its way from another window, or created."""
        record = await self.console.sends.of_draft(self.reference.slip.token)
        if record is None:
            return
        if record.state is ItemState.UNKNOWN:
            self._doubt(record)
        elif record.state is ItemState.ACKED:
            await self.start_anew()
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
                if (request := made_of(doubt).request) is not None:
                    await self._learn(request)
            self._doubt(None)
            await self.start_anew()
        finally:
            if isValid(self):
                self.decision.set_busy(False)

    async def _again(self, doubt: SentRecord) -> None:
        """The same ticket once more, as a person has decided."""
        if not await may_write(self.console, self, self.tr("Create this ticket once more"), self.save.text()):
            return
        self.be_busy(True)
        try:
            request = made_of(doubt).request
            # The old token stays with the old one: what is sent now, or mended in the form, is another draft.
            self.reference.show_slip(Slip(reference=self.reference.slip.reference))
            await self.keep_draft()
            sent = await self.console.sends.send_again(doubt.run_id, self.reference.slip.token)
            self._doubt(None)
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
            await self.start_anew()
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
        self.hold()
        self.refresh()

    async def start_anew(self) -> None:
        """A fresh ticket with a reference of its own."""
        self.forget_draft()
        self.reference.show_slip(Slip())
        self.form.load(BLANK)
        self.ticket.forget_hands()
        self.say_head([])
        await self.keep_draft()
