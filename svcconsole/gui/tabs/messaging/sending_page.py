"""The sending page of a message, template or flow: sent once, refusals at their fields."""

from __future__ import annotations

from typing import Any

from PySide6.QtWidgets import QWidget

from svcconsole.api.errors import ApiError
from svcconsole.gui.design.text import visible
from svcconsole.gui.design.words import mark, tr
from svcconsole.gui.kit.forms.form import Form
from svcconsole.gui.kit.forms.pages import sending_page
from svcconsole.gui.kit.forms.pages.send_request import SendRequest
from svcconsole.gui.kit.forms.pages.sending_text import SendingText
from svcconsole.gui.kit.forms.problems import Problem
from svcconsole.gui.runtime.console import Console
from svcconsole.services.sends.callback_data import new_nonce
from svcconsole.workspace.runs.records import SentRecord


class SendingPage(sending_page.SendingPage):
    """What the three pages that send have in common before they look alike."""

    def __init__(self, console: Console, form: Form[Any], beside: QWidget) -> None:
        super().__init__(console, form, self.sending_words(), beside)

    def question(self) -> str:
        """The source of what is asked of one of which nobody knows; `when` is when it left."""
        return mark(
            "Did this message go out? It left for the store on {when}, and no clear answer came back."
        )

    def sending_words(self) -> SendingText:
        """What this page says of what it sends."""
        return SendingText(
            question=self.question(),
            arrived=tr("It arrived"),
            again=tr("It did not arrive: send it once more"),
            sending=tr("Sending…"),
            first_decide=tr("First decide what became of this one."),
            send=tr("Send this"),
            once_more=tr("Send this once more"),
            elsewhere=tr("This is being sent from another window. Nothing was sent a second time."),
            was_sent=mark("What was in the form has been sent: {title}."),
            twice=(
                tr("The same was sent from here already. Send it again?"),
                mark("It was sent {when}. Whoever it is for would get it twice."),
                tr("Send it once more"),
                tr("Do not send again"),
            ),
            twice_of_run=mark(
                "The run “{run}” sent it {when}: row {row} of {file}. Whoever it is for would get it twice."
            ),
            soon=(
                tr("A run is about to send the same. Send it, too?"),
                mark("It is row {row} of {file} in the run “{run}”. Whoever it is for would get it twice."),
            ),
        )

    def new_reference(self) -> str:
        return new_nonce()

    def asking(self, parcel: SendRequest) -> str:
        named = tr("Send this to {about}", about=visible(parcel.about))
        return named if parcel.about else super().asking(parcel)

    def ways_to_know(self, record: SentRecord) -> str:
        looks = tr("Look into the conversation with {about}.", about=visible(record.about))
        known = (
            looks if record.about else "",
            tr(
                "A webhook whose callback data has “{reference}” proves that it went out; none proves "
                "nothing.",
                reference=record.reference,
            )
            if record.reference
            else "",
        )
        return " ".join(part for part in known if part)

    def place_of(self, loc: tuple[str | int, ...]) -> tuple[str | int, ...]:
        """The form's field that a place of the request belongs to; blank for none."""
        return loc

    def refused(self, error: ApiError) -> None:
        """Each of the store's words at its field, the rest under the form."""
        placed = [Problem(self.place_of(tuple(field.loc)), field.sentence) for field in error.fields]
        rest = self.form.show_errors(placed)
        told = {field.sentence for field in error.fields}
        words = [each.sentence for each in rest] + [each for each in error.server_words if each not in told]
        refused = tr("The store refused it. Nothing was sent.")
        sentence = error.sentence if len(rest) == len(placed) else refused
        self.show_head([Problem((), sentence)], tuple(words), self.advice_on(error, words))

    async def _discard(self) -> None:
        """Empty the form in one step that Undo takes back."""
        self.fill(self.blank(), tr("Start over"))
        await self.keep_draft()
