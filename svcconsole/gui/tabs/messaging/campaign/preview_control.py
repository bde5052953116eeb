"""Controls step Messages: calls the worker for the audience, rows, the test send, the plan."""

from __future__ import annotations

from collections.abc import Mapping
from functools import partial
from typing import TYPE_CHECKING, Any

from shiboken6 import isValid

from svcconsole.api.errors import Outcome
from svcconsole.api.operations import SEND_MESSAGE, SEND_TEMPLATE, Operation
from svcconsole.gui.design.words import tr
from svcconsole.gui.kit.focus import focus_if_visible
from svcconsole.gui.kit.forms.pages.send_request import SendRequest
from svcconsole.gui.panels.importer.check import check_text
from svcconsole.gui.runtime.privacy import privacy
from svcconsole.gui.tabs.messaging.campaign.start_question import may_start
from svcconsole.gui.tabs.messaging.send_to_me import own_number, send_to_me
from svcconsole.services.campaigns.message_template_fields import MESSAGES_KIND, TEMPLATES_KIND
from svcconsole.services.customers.find_people import find_people
from svcconsole.services.messaging import messages
from svcconsole.services.messaging.appearance.bubble import Bubble
from svcconsole.services.messaging.appearance.of_message import bubble_of_message
from svcconsole.services.messaging.appearance.of_template import bubble_of_template
from svcconsole.services.messaging.templates import composed
from svcconsole.services.sends.callback_data import callback_data, new_nonce

if TYPE_CHECKING:
    from svcconsole.gui.kit.widgets.buttons import Button
    from svcconsole.gui.panels.importer.session import Session
    from svcconsole.gui.panels.runs.kind_words import KindWords
    from svcconsole.gui.runtime.console import Console
    from svcconsole.gui.runtime.task_scope import TaskScope
    from svcconsole.gui.tabs.messaging.campaign.preview_step import PreviewStep
    from svcconsole.gui.tabs.messaging.form_sources import FormSources
    from svcconsole.services.campaigns.views import Audience, Recipient

SENDS: dict[str, tuple[Operation[Any, Any], str]] = {
    TEMPLATES_KIND: (SEND_TEMPLATE, composed.KIND),
    MESSAGES_KIND: (SEND_MESSAGE, messages.KIND),
}
"""The operation of a campaign's kind, and what one of its messages is called in the ledger."""


MOST_PEOPLE = 200
"""So many people are found by a name."""
FOUND = "campaign search"


class PreviewControl:
    """Between the step and the worker; the newest row that was asked for is the one that is shown."""

    def __init__(
        self, step: PreviewStep, session: Session, sources: FormSources, scope: TaskScope, words_: KindWords
    ) -> None:
        self._step = step
        self._session = session
        self._sources = sources
        self._console = sources.console
        self._words = words_
        step.row_wanted.connect(lambda row: scope.start(self.show_row(row), "row"))
        step.find_wanted.connect(lambda text, after: scope.start(self._find(text, after), "row"))
        privacy().changed.connect(step.show_row_anew)
        step.trial_wanted.connect(lambda: scope.start(self._try_out(), "trial"))

    async def show(self) -> None:
        """Everything as it stands now, from the row that was shown last."""
        step = self._step
        step.loading.start()
        try:
            summary = await self._session.call("check")
            outlook: Audience = await self._session.call("outlook")
        finally:
            step.loading.stop()
        card = self._console.card
        verb = check_text.run_verb(card, summary, self._words)
        step.show_outlook(outlook, verb, check_text.run_refusal(card, summary, self._words))
        if outlook.rows:
            await self.show_row(min(outlook.rows, max(1, step.row)))

    async def show_row(self, row: int) -> None:
        """One row as its recipient will get it."""
        recipient: Recipient = await self._session.call("recipient", row)
        bubble = bubble_of(self._session.kind, recipient.body, self._sources)
        self._step.show_recipient(recipient, bubble)

    async def _find(self, text: str, after: int) -> None:
        """Show the next row of somebody of this name, who may be known here by the number alone."""
        people = await self._console.db(partial(find_people, text=text, limit=MOST_PEOPLE))
        phones = [phone for person in people for phone in person.phones]
        row: int | None = await self._session.call("find", text, phones, after)
        if row is None:
            sentence = tr("Nobody in this file is called “{text}”.", text=text)
            self._console.notices.add("info", sentence, about=FOUND)
            self._step.end_search()
        else:
            self._console.notices.settle(FOUND)
            await self.show_row(row)

    async def plan(self, start: Button) -> str | None:
        """The id of the run that was planned at the chosen pace; None where it is not to go out after all.
        `start` is the button that was pressed."""
        step = self._step
        outlook: Audience = await self._session.call("outlook")
        step.side.show_outlook(outlook)
        step.outlook, limit = outlook, step.side.limit
        if not await may_start(self._console, start, outlook, step.side.pace_limit, start.text()):
            return None
        start.set_busy(tr("Preparing…"))
        try:
            planned = await self._session.call("plan", True)
        finally:
            start.set_busy(None)
        run_id: str = planned.run_id
        if limit is not None:
            await self._console.db(lambda space: space.runs.set_limit(run_id, limit))
        return run_id

    async def _try_out(self) -> None:
        step, overview = self._step, self._session.overview
        if not step.ready:
            self._console.notices.add(
                "info",
                tr("This row is not sent."),
                advice=tr("Choose one that is, then send it to yourself."),
            )
            return
        wire: bytes = await self._session.call("request_of", step.row)
        title = overview.file_name if overview is not None else ""
        if await send_trial(self._console, step.trial, self._session.kind, wire, title):
            step.set_tried(tried=True)
            focus_if_visible(step.start)


def bubble_of(kind: str, body: Mapping[str, Any], sources: FormSources) -> Bubble:
    """A row's message (its names on the wire, whole or not) as the phone shows it."""
    if kind != TEMPLATES_KIND:
        return bubble_of_message(body, sources.goods.card_of)
    payload = body.get("payload", {})
    template = sources.library.templates.get(str(payload.get("templateId", "")))
    return bubble_of_template(template, payload.get("components"))


async def send_trial(console: Console, pressed: Button, kind: str, wire: bytes, title: str) -> bool:
    """Send these bytes to a number of one's own; whether the store accepted it. `pressed` is the button
    that says so meanwhile."""
    number = await own_number(console, pressed)
    if not number:
        return False
    operation, ledger_kind = SENDS[kind]
    request = operation.request.model_validate_json(wire, by_alias=True)
    nonce = new_nonce()
    own = getattr(request, "callback_data", None) or ""
    request = request.model_copy(update={"callback_data": callback_data(own, nonce)})
    trial = SendRequest(operation, request, ledger_kind, title, reference=nonce)
    pressed.set_busy(tr("Sending…"))
    try:
        sent = await send_to_me(console, trial, number)
    finally:
        if isValid(pressed):
            pressed.set_busy(None)
    if sent.error is not None:
        console.notices.report(sent.error)
    return sent.outcome is Outcome.OK
