"""The page of a message of one of the nine types, sent once."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from svcconsole.api.models.common import Request
from svcconsole.api.models.messaging import SendMessage, SendMessageV1
from svcconsole.api.operations import SEND_MESSAGE, SEND_MESSAGE_V1
from svcconsole.gui.design.words import tr
from svcconsole.gui.kit.contact_words import country_words
from svcconsole.gui.kit.forms.pages.draft_token import DraftToken
from svcconsole.gui.kit.forms.pages.send_request import SendRequest
from svcconsole.gui.kit.phone_preview.phone import PhonePreview
from svcconsole.gui.tabs.messaging.form_sources import FormSources
from svcconsole.gui.tabs.messaging.message_form import MessageForm
from svcconsole.gui.tabs.messaging.messaging_text import type_words
from svcconsole.gui.tabs.messaging.products.product_editors import Taken
from svcconsole.gui.tabs.messaging.products.product_picker import pick
from svcconsole.gui.tabs.messaging.send_page import SendPage
from svcconsole.services.messaging.appearance.of_message import bubble_of_message
from svcconsole.services.messaging.messages import (
    KIND,
    SINGLE_PRODUCT,
    ComposedMessage,
    field_loc,
    people_of,
    title_of,
    typed_values,
)
from svcconsole.services.sends.callback_data import own_of
from svcconsole.services.sends.sending import Sent
from svcconsole.tables.values.phones import Phone, read_phone
from svcconsole.workspace.known.registries import RegistryKind
from svcconsole.workspace.runs.records import SentRecord

if TYPE_CHECKING:
    from svcconsole.gui.runtime.window_requests import MessageStart


class MessagePage(SendPage):
    """Send message, version 2 or 1 (specification, endpoint 9)."""

    kind = KIND

    def __init__(self, sources: FormSources) -> None:
        self.slip = DraftToken.fresh(self.new_reference())
        self.sources = sources
        self.goods, self.people = sources.goods, sources.people
        card = sources.console.card
        self.phone = PhonePreview(card.name, card.colour, sources.pictures)
        self.composed = MessageForm(sources, lambda: self.slip.reference, self._ask_products, self._show_type)
        super().__init__(sources.console, self.composed, self.phone)
        self.show_own_type()
        self.refresh()

    def own_type(self) -> str:
        return self.composed.kind

    def blank(self) -> dict[str, Any]:
        """The type and the sending number stay for the next one."""
        values = self.composed.values()
        return {name: values[name] for name in ("type", "business_phone_number")}

    def choose(self, kind: str) -> None:
        """Another type, by hand."""
        self.composed.choose(kind)

    def begin_with(self, start: MessageStart) -> None:
        """A message to a number, or about a product; what else is typed already stays."""
        form = self.composed
        if start.product:
            form.choose(SINGLE_PRODUCT)
        given = {
            "contact_identifier": start.number, "product_id": start.product, "catalog_id": start.catalog,
        }  # fmt: skip
        words = tr("Message begun")
        form.apply_all({name: value for name, value in given.items() if value}, words)
        form.editors["message" if start.number else "contact_identifier"].focus()

    def parcel(self, model: ComposedMessage) -> SendRequest:
        request = model.request
        number, business = request.contact_identifier, request.business_phone_number
        callback = request.callback_data if isinstance(request, SendMessage) else None
        return SendRequest(
            SEND_MESSAGE_V1 if isinstance(request, SendMessageV1) else SEND_MESSAGE,
            request,
            KIND,
            title_of(model.model_dump(), type_words(model.type)),
            self.people.name_of(number) or number,
            people_of(number, self.console.card.region),
            self.slip.reference if callback and self.slip.reference in callback else "",
            used=((RegistryKind.BRAND_NUMBERS, business),) if business else (),
        )

    def reopened(self, record: SentRecord, request: Request) -> dict[str, Any] | None:
        if not isinstance(request, SendMessage | SendMessageV1):
            return None
        values = typed_values(request)
        sent = values.pop("callback_data", None) or ""
        by_reference = bool(record.reference) or not isinstance(request, SendMessage)
        return {**values, "callback_data": {"reference": by_reference, "own": own_of(sent)}}

    def place_of(self, loc: tuple[str | int, ...]) -> tuple[str | int, ...]:
        return field_loc(self.composed.kind, loc)

    def summary(self) -> str:
        if not self.composed.number().strip():
            return tr("Nobody to send to yet")
        read = read_phone(self.composed.number(), self.console.card.region)
        country = country_words(read.country) if isinstance(read, Phone) else ""
        words = (
            tr("1 message to 1 person in {country}", country=country)
            if country
            else tr("1 message to 1 person")
        )
        return tr("{what} · without tracking", what=words) if self.composed.version_1 else words

    def done_words(self, sent: Sent[Any]) -> str:
        if sent.answer_id:
            return tr("The store accepted the message.")
        return tr("The store accepted the message. It is not tracked.")

    def show_preview(self) -> None:
        self.phone.show_bubble(bubble_of_message(self.composed.typed(), self.goods.card_of))
        self.phone.set_note(
            tr(
                "Free text reaches people only within 24 hours of their last message. "
                "The service does not tell us when that was."
            )
        )

    def _show_type(self, _kind: str) -> None:
        if hasattr(self, "types"):  # the form is made before the list beside it
            self.show_own_type()

    def _ask_products(self, many: bool, taken: Taken) -> None:
        self.scope.start(self._pick(many, taken), "pick")

    async def _pick(self, many: bool, taken: Taken) -> None:
        catalog = str(self.composed.editors["catalog_id"].value() or "").strip()
        picked = await pick(self, self.goods, many=many, catalog=catalog)
        if picked is not None:
            taken(picked)
