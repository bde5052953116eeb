"""The outcome of a customer draft that was sent: unknown, decided by a person, or stored."""

from __future__ import annotations

from typing import TYPE_CHECKING, Protocol

from PySide6.QtCore import QObject

from svcconsole.api.errors import ApiError
from svcconsole.api.models.customers import UpsertCustomer
from svcconsole.gui.design.text import set_tip
from svcconsole.gui.design.words import tr
from svcconsole.gui.kit.forms.pages.form_page import FormPage
from svcconsole.gui.kit.forms.problems import Problem
from svcconsole.services.customers.customers import Include, SeenCustomer, holds, read_again
from svcconsole.services.sends.sending import new_draft_token, request_of
from svcconsole.workspace.schema import ItemState

if TYPE_CHECKING:
    from svcconsole.workspace.database import Workspace
    from svcconsole.workspace.runs.records import SentRecord


KIND = "customers"
UNSETTLED = (ItemState.UNKNOWN, ItemState.PLANNED, ItemState.SENDING)


class CustomerDraft(Protocol):
    """Which customer is edited, None: a new one, and the token under which its draft is sent."""

    seen: SeenCustomer | None
    draft_token: str


class DraftStatus(QObject):
    """Holds the form while nobody knows whether its draft arrived, and follows what is decided."""

    def __init__(self, page: FormPage, draft: CustomerDraft) -> None:
        super().__init__(page)
        self._page = page
        self._draft = draft
        self._doubt: SentRecord | None = None
        page.console.sends_changed.connect(self._sends_changed)

    async def refresh(self) -> None:
        """Ask the ledger about the draft of the page."""
        record = await self._page.console.sends.of_draft(self._draft.draft_token)
        if record is None:
            return
        if record.state is ItemState.ACKED:
            await self._arrived()
        elif record.state is ItemState.UNKNOWN:
            self._doubt = record
            self.update_enabled()
            await self._show_unknown(record)

    def waits(self) -> bool:
        """Whether the form waits for a decision."""
        return self._doubt is not None

    def update_enabled(self) -> None:
        """The form can be used unless it is being saved or waits for a decision."""
        page, waits = self._page, self.waits()
        page.form.setEnabled(not page.is_busy() and not waits)
        page.save.setEnabled(not page.is_busy() and not waits)
        page.discard.setEnabled(not waits)
        set_tip(page.save, tr("First decide what became of what was sent.") if waits else "")

    async def _show_unknown(self, record: SentRecord) -> None:
        """What reading the store shows, and where to decide."""
        decide = (tr("Decide"), lambda: self._page.console.decisions_wanted.emit(record.run_id))
        words = tuple(record.server_words.splitlines())
        evidence = await self._evidence(record)
        self._page.show_head([Problem((), record.reason, warning=True)], words, evidence, decide)

    async def _evidence(self, record: SentRecord) -> str:
        nothing = tr("Look it up before you decide; nothing is sent again by itself.")
        if self._draft.seen is None:
            return nothing
        try:
            client = await self._page.console.ready()
            now = await read_again(client, self._draft.seen.customer, Include())
        except ApiError:
            return nothing  # the store is away: that is told where the send is told
        if now is None:
            return nothing
        if isinstance(asked := request_of(record), UpsertCustomer) and holds(now.customer, asked):
            return tr("Read just now, the store holds what was sent.")
        return tr("Read just now, the store does not hold it, which proves nothing yet.")

    def _sends_changed(self) -> None:
        if self._doubt is not None and not self._page.is_busy():
            self._page.scope.start(self._decided(self._doubt), "doubt")

    async def _decided(self, doubt: SentRecord) -> None:
        """On the page of decisions, or in another window: the form follows."""
        now = await self._page.console.db(lambda workspace: _latest(workspace, doubt.run_id))
        if now is not None and now.state in UNSETTLED:
            self._doubt = now
            return
        self._doubt = None
        self.update_enabled()
        self._page.show_head([])
        if now is None or now.state is ItemState.ACKED:
            await self._arrived()
        else:
            self._draft.draft_token = new_draft_token()
            await self._page.keep_draft()

    async def _arrived(self) -> None:
        """The store has this draft: it is not to be sent a second time."""
        page, key = self._page, self._page.draft_key
        page.forget_draft()
        page.form.load(page.form.read())
        self._draft.draft_token = new_draft_token()
        await page.console.db(lambda workspace: workspace.drafts.delete(key))
        page.show_draft_state("", "")
        told = tr("What was in the form counts as sent. The form starts anew.")
        page.console.notices.add("info", told)


def _latest(workspace: Workspace, run_id: str) -> SentRecord | None:
    """What counts of a send by now: itself, or the one that went once more in its place."""
    again = (each for each in workspace.sends.recent(KIND) if each.retry_of == run_id)
    return next(again, None) or workspace.sends.get(run_id)
