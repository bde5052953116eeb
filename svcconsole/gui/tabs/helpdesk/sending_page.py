"""The sending page of a ticket: created once, found again by the reference in its notes."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QWidget

from svcconsole.api.models.helpdesk import CreateTicket
from svcconsole.api.operations import CREATE_TICKET
from svcconsole.gui.design.text import visible
from svcconsole.gui.design.words import mark, tr
from svcconsole.gui.kit.forms.pages import sending_page
from svcconsole.gui.kit.forms.pages.draft_token import DraftToken
from svcconsole.gui.kit.forms.pages.send_request import SendRequest
from svcconsole.gui.kit.forms.pages.sending_text import SendingText
from svcconsole.gui.runtime.console import Console
from svcconsole.gui.tabs.helpdesk.created_rows import created_ticket_of
from svcconsole.gui.tabs.helpdesk.reference_line import ReferenceLine
from svcconsole.gui.tabs.helpdesk.ticket_form import BLANK, TicketForm, channels
from svcconsole.services.helpdesk.tickets import KIND, about, learned_from, people_of, title_of
from svcconsole.services.helpdesk.tickets import reference_line as reference_mark
from svcconsole.services.sends.references import new_reference
from svcconsole.services.sends.sending import Sent
from svcconsole.workspace.known.registries import Key
from svcconsole.workspace.runs.records import SentRecord


class SendingPage(sending_page.SendingPage):
    """What is particular to a ticket."""

    kind = KIND

    def __init__(
        self, console: Console, ticket: TicketForm, reference: ReferenceLine, beside: QWidget
    ) -> None:
        self.ticket = ticket
        self.reference = reference
        super().__init__(console, ticket, self.sending_words(), beside)
        self.page.body.insertWidget(self.page.body.indexOf(self.form) + 1, self.reference)
        self.reference.changed.connect(self._reference_changed)
        self.reference.copy_wanted.connect(lambda text: QGuiApplication.clipboard().setText(text))

    @property
    def slip(self) -> DraftToken:
        """The draft's, as its line shows it."""
        return self.reference.slip

    @slip.setter
    def slip(self, slip: DraftToken) -> None:
        self.reference.show_slip(slip)

    def sending_words(self) -> SendingText:
        """What this page says of a ticket."""
        return SendingText(
            question=mark(
                "Was this ticket created? It left for the store on {when}, and no clear answer came back."
            ),
            arrived=tr("The store has it"),
            again=tr("The store does not have it: create it again"),
            sending=tr("Creating…"),
            first_decide=tr("First decide what became of this ticket."),
            send=tr("Create this ticket"),
            once_more=tr("Create this ticket once more"),
            elsewhere=tr("This ticket is being sent from another window. Nothing was sent a second time."),
            was_sent=mark("The ticket that was in the form was created as {named}."),
            twice=(
                tr("The same ticket was sent from here already. Create another?"),
                mark("It was sent {when}. A second ticket would be one more for whoever answers it."),
                tr("Create a second one"),
                tr("Do not create another"),
            ),
            twice_of_run=mark(
                "The run “{run}” sent it {when}: row {row} of {file}. A second ticket would be one more for "
                "whoever answers it."
            ),
            soon=(
                tr("A run is about to create the same ticket. Create it, too?"),
                mark(
                    "It is row {row} of {file} in the run “{run}”. A second ticket would be one more for "
                    "whoever answers it."
                ),
            ),
            twice_named=mark(
                "It was sent {when} ({named}). A second ticket would be one more for whoever answers it."
            ),
        )

    def blank(self) -> dict[str, Any]:
        return dict(BLANK)

    def new_reference(self) -> str:
        return new_reference()

    def parcel(self, model: CreateTicket) -> SendRequest:
        return SendRequest(
            CREATE_TICKET,
            model,
            KIND,
            title_of(model, dict(channels())[model.channel]),
            about(model),
            people_of(model, self.console.card.region),
            self.reference.current(),
            used=tuple(learned_from(model)),
        )

    def done_words(self, sent: Sent[Any]) -> str:
        if sent.answer_id:
            return tr("Ticket {id} is created.", id=visible(sent.answer_id))
        return tr("The ticket is created.")

    def ways_to_know(self, record: SentRecord) -> str:
        return (
            tr(
                "Search for “{mark}” in the store's helpdesk: if a ticket has it, the store has this one. "
                "Not finding it proves nothing yet.",
                mark=reference_mark(record.reference),
            )
            if record.reference
            else ""
        )

    def learned_by(self, record: SentRecord) -> Sequence[Key]:
        request = created_ticket_of(record).request
        return () if request is None else tuple(learned_from(request))

    def refused_words(self) -> str:
        return tr("The store refused it. No ticket was created.")

    def held(self) -> Sequence[QWidget]:
        return (*super().held(), self.reference)

    def load_blank(self) -> None:
        super().load_blank()
        self.ticket.forget_hands()

    async def keep_last_words(self) -> None:
        """Before the page goes: what was typed a moment ago is kept, too."""
        if self._keep.isActive():
            await self.keep_draft()

    def _reference_changed(self) -> None:
        self.form.recheck()
        self._keep.start()
