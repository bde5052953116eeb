"""A form page that sends once, with a banner for the decision when the outcome is unknown."""

from __future__ import annotations

import json
from abc import abstractmethod
from collections.abc import Callable, Sequence
from typing import Any

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QWidget
from shiboken6 import isValid

from svcconsole.api.errors import Outcome
from svcconsole.gui.design.text import set_tip, visible
from svcconsole.gui.design.words import tr
from svcconsole.gui.kit.dialogs import Answer as Reply
from svcconsole.gui.kit.dialogs import ask
from svcconsole.gui.kit.forms.form import Form
from svcconsole.gui.kit.forms.pages.decision_banner import Answer, DecisionBanner
from svcconsole.gui.kit.forms.pages.draft_token import DraftToken
from svcconsole.gui.kit.forms.pages.drafts import thaw
from svcconsole.gui.kit.forms.pages.form_page import FormPage
from svcconsole.gui.kit.forms.pages.send_request import SendRequest
from svcconsole.gui.kit.forms.pages.sending_text import SendingText
from svcconsole.gui.kit.forms.problems import Problem
from svcconsole.gui.kit.quantity_words import count
from svcconsole.gui.kit.relative_time import exact
from svcconsole.gui.kit.write_permission import may_write
from svcconsole.gui.runtime.console import Console
from svcconsole.gui.runtime.notices import Link
from svcconsole.services.sends.sending import Sent, SentBefore
from svcconsole.workspace.errors import DraftTaken, WorkspaceError
from svcconsole.workspace.known.registries import Key
from svcconsole.workspace.runs.records import Decision, SentRecord
from svcconsole.workspace.schema import ItemState


class SendingPage(FormPage):
    """One draft at a time with its token and reference. `learned`: the registries know more than before.

    `kind` names what it sends in the ledger and among the drafts.
    """

    learned = Signal()
    kind = ""
    slip: DraftToken
    """The draft's; it is there before the form is."""

    def __init__(self, console: Console, form: Form[Any], words: SendingText, beside: QWidget) -> None:
        self.doubt: SentRecord | None = None
        self._next: Callable[[], object] | None = None
        """What fills the next fresh form."""
        self.words = words
        self.decision = DecisionBanner(words.arrived, words.again)
        super().__init__(console, form, None, "", existing=False, beside=beside)
        self.under_form.addWidget(self.decision)
        self.decision.answered.connect(lambda answer: self.scope.start(self._answer(answer), "answer"))
        console.sends_changed.connect(self._sends_changed)

    # What each page says of what it sends

    @abstractmethod
    def blank(self) -> dict[str, Any]:
        """What a fresh form begins with."""

    @abstractmethod
    def new_reference(self) -> str:
        """A reference that nothing has had."""

    @abstractmethod
    def parcel(self, model: Any) -> SendRequest:
        """What the checked form becomes."""

    @abstractmethod
    def done_words(self, sent: Sent[Any]) -> str:
        """What to say when the store accepted it."""

    def done_links(self, sent: Sent[Any]) -> tuple[Link, ...]:
        """Where to go from there."""
        return ()

    @abstractmethod
    def ways_to_know(self, record: SentRecord) -> str:
        """How to find out whether one reached the store."""

    def learned_by(self, record: SentRecord) -> Sequence[Key]:
        """What one that reached the store shows to exist."""
        return ()

    def asking(self, parcel: SendRequest) -> str:
        """What a live store's question names."""
        return self.words.send

    def held(self) -> Sequence[QWidget]:
        """What waits while something is on its way or needs a decision."""
        return (self.form, self.save, self.discard, self.preview)

    # What is the same for all

    @property
    def draft_key(self) -> str:
        return f"{self.kind}:new"

    def body_of(self, model: Any) -> tuple[str, Any]:
        parcel = self.parcel(model)
        return parcel.operation.path, json.loads(parcel.request.wire())

    def kept_beside(self) -> dict[str, Any]:
        return self.slip.kept()

    def is_free(self) -> bool:
        """Whether the form may be filled by something else now."""
        return self.doubt is None and not self._busy

    def fill_when_free(self, fill: Callable[[], object]) -> None:
        """Fill the form with something else: now, or, where it waits, once a fresh one begins; a notice says
        so. What was asked for last is what comes next."""
        if self.is_free():
            self._next = None
            fill()
            return
        self._next = fill
        waits = tr("This one is still being sent.") if self.doubt is None else self.words.first_decide
        self.console.notices.add("info", waits, advice=tr("What you opened comes next."))

    def fill_next(self) -> None:
        """Fill the form with what waits for it."""
        fill, self._next = self._next, None
        if fill is not None:
            fill()

    async def open(self) -> None:
        """Bring the draft back, with what became of it where it was on its way."""
        draft = await self.kept()
        if draft is not None:
            typed = self.typed()
            self.slip = DraftToken.of(thaw(draft.value)) or self._fresh_slip()
            self.put_draft(draft)
            await self._look_at_draft()
            if self.is_free():
                self.put_typed(typed)

    async def can_leave(self) -> bool:
        """What needs a decision is kept and asked again; there is nothing to save."""
        if self.doubt is None:
            return await super().can_leave()
        await self.keep_draft()
        return True

    async def save_now(self, model: Any) -> None:
        if self.doubt is not None:
            return
        parcel = self.parcel(model)
        if await may_write(self.console, self, self.asking(parcel), self.save.text()):
            self.set_busy(True)
            await self.keep_draft()
            await self._send(parcel)

    def set_busy(self, busy: bool) -> None:
        super().set_busy(busy)
        if busy:
            self.pressed.setText(self.words.sending)
        self.update_enabled()

    def update_enabled(self) -> None:
        """Nothing is typed while something is on its way or waits for its decision."""
        free, waits = self.is_free(), self.doubt is not None
        for part in self.held():
            part.setEnabled(free)
        set_tip(self.save, self.words.first_decide if waits else "")

    async def start_anew(self) -> None:
        """A fresh form with a token and a reference of its own."""
        self.forget_draft()
        self.slip = self._fresh_slip()
        self.load_blank()
        self.show_head([])
        self.fill_next()
        await self.keep_draft()

    def load_blank(self) -> None:
        """Empty the form, as if nobody had touched it."""
        self.form.load(self.blank())

    async def _renew_slip(self) -> None:
        """What is in the form is another one now, with a token and a reference of its own."""
        self.slip = self._fresh_slip()
        await self.keep_draft()

    def _fresh_slip(self) -> DraftToken:
        return DraftToken.fresh(self.new_reference())

    async def _send(self, parcel: SendRequest, *, again: bool = False) -> None:
        """Send it once; the same as an earlier one only after a person said so."""
        try:
            sent = await self.console.sends.send(
                parcel.operation,
                parcel.request,
                kind=parcel.kind,
                title=parcel.title,
                about=parcel.about,
                reference=parcel.reference,
                draft_token=self.slip.token,
                people=parcel.people,
                again=again,
            )
        except SentBefore as before:
            if await self._may_send_twice(before):
                await self._send(parcel, again=True)
            return
        except WorkspaceError as trouble:
            if not isinstance(trouble, DraftTaken):
                self.console.notices.report(trouble)
            await self._look_at_draft()
            return
        await self._ended(sent, parcel.used)

    async def _may_send_twice(self, before: SentBefore) -> bool:
        question, text, yes, no = self.words.twice
        record, in_run = before.record, before.in_run
        if in_run is not None:
            question = question if in_run.at else self.words.soon[0]
            told = tr(
                self.words.twice_of_run if in_run.at else self.words.soon[1],
                when=exact(in_run.at) if in_run.at else "",
                run=visible(in_run.title),
                file=visible(in_run.file_name),
                row=count(in_run.row),
            )
        elif record is not None:
            named = record.answer_id or record.reference
            if named and self.words.twice_named:
                text = self.words.twice_named
            told = tr(text, when=exact(record.at), named=visible(named))
        answers = (Reply("twice", yes), Reply("stay", no))
        return await ask(self, question, told, answers, safe="stay") == "twice"

    async def _ended(self, sent: Sent[Any], used: Sequence[Key]) -> None:
        """Where the form goes from here: a fresh one, the decision line, or back to what is wrong."""
        if sent.outcome is Outcome.OK:
            await self._learn(used)
            await self.start_anew()
            self.console.notices.add("success", self.done_words(sent), links=self.done_links(sent))
        elif sent.outcome is Outcome.UNKNOWN:
            run_id = sent.run_id
            self._doubt(await self.console.db(lambda workspace: workspace.sends.get(run_id)))
        elif sent.error is not None:
            self.refused(sent.error)

    async def _learn(self, used: Sequence[Key]) -> None:
        if used:
            await self.console.db(lambda workspace: workspace.registries.learn(used))
            self.learned.emit()

    async def _look_at_draft(self) -> None:
        """What became of this draft: in doubt, on its way from another window, or sent."""
        record = await self.console.sends.of_draft(self.slip.token)
        if record is None:
            return
        if record.state is ItemState.UNKNOWN:
            self._doubt(record)
        elif record.state is ItemState.ACKED:
            await self.start_anew()
            title, named = visible(record.title), visible(record.answer_id or record.title)
            self.console.notices.add("info", tr(self.words.was_sent, title=title, named=named))
        else:
            self.show_head([Problem((), self.words.elsewhere, warning=True)])

    async def _answer(self, answer: Answer) -> None:
        doubt = self.doubt
        if doubt is None:
            return
        self.decision.set_busy(True)
        try:
            if answer is Answer.AGAIN:
                await self._again(doubt)
                return
            if answer is Answer.ARRIVED:
                await self.console.sends.decide(doubt.run_id, (doubt.seq,), Decision.COUNT_AS_SENT)
                await self._learn(self.learned_by(doubt))
            self._doubt(None)
            await self.start_anew()
        finally:
            if isValid(self):
                self.decision.set_busy(False)

    async def _again(self, doubt: SentRecord) -> None:
        """The same bytes once more, as a person has decided."""
        if not await may_write(self.console, self, self.words.once_more, self.save.text()):
            return
        self.set_busy(True)
        try:
            # The old token stays with the old one: what is sent now, or mended in the form, is another draft.
            self.slip = DraftToken.fresh(self.slip.reference)
            await self.keep_draft()
            sent = await self.console.sends.send_again(doubt.run_id, self.slip.token)
            self._doubt(None)
            await self._ended(sent, self.learned_by(doubt))
            if sent.outcome is not Outcome.OK and self.doubt is None:
                # The reference stays with the first, which may have arrived: what is mended is another one.
                await self._renew_slip()
        finally:
            if isValid(self):
                self.set_busy(False)

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
            await self._renew_slip()

    def _doubt(self, record: SentRecord | None) -> None:
        """The line under the form asks about this one, and the form waits; None: it is settled."""
        self.doubt = record
        if record is None:
            self.decision.hide()
        else:
            self.show_head([])
            waits = tr("Nothing is sent again until you say so.")
            known = (visible(record.reason), self.ways_to_know(record), waits)
            question = tr(self.words.question, when=exact(record.at))
            self.decision.ask(question, " ".join(part for part in known if part))
            self.decision.later.setFocus()  # the answer that changes nothing
        self.update_enabled()
        self.refresh()
