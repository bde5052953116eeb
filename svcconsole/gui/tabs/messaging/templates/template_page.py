"""The page of a template message, sent once."""

from __future__ import annotations

from typing import Any

from PySide6.QtCore import Signal

from svcconsole.api.errors import ApiError
from svcconsole.api.models.common import Request
from svcconsole.api.models.templates import SendTemplate, SendTemplateV1
from svcconsole.api.operations import SEND_TEMPLATE, SEND_TEMPLATE_V1
from svcconsole.gui.design.text import visible
from svcconsole.gui.design.words import tr
from svcconsole.gui.kit.contact_words import country_words
from svcconsole.gui.kit.containers.boxes import STRETCH, hbox
from svcconsole.gui.kit.forms.pages.draft_token import DraftToken
from svcconsole.gui.kit.forms.pages.send_request import SendRequest
from svcconsole.gui.kit.forms.problems import Problem
from svcconsole.gui.kit.phone_preview.phone import PhonePreview
from svcconsole.gui.kit.widgets.buttons import button
from svcconsole.gui.tabs.messaging.form_sources import FormSources
from svcconsole.gui.tabs.messaging.messaging_text import TEMPLATE
from svcconsole.gui.tabs.messaging.send_page import SendPage
from svcconsole.gui.tabs.messaging.templates.template_form import BLANK, TemplateForm
from svcconsole.services.messaging.appearance.of_template import bubble_of_template
from svcconsole.services.messaging.messages import people_of
from svcconsole.services.messaging.templates.composed import KIND, ComposedTemplate, field_loc
from svcconsole.services.messaging.templates.placeholders import filled_of
from svcconsole.services.sends.callback_data import own_of
from svcconsole.services.sends.sending import Sent
from svcconsole.tables.values.phones import Phone, read_phone
from svcconsole.workspace.known.registries import RegistryKind
from svcconsole.workspace.runs.records import SentRecord

UNKNOWN_TEMPLATE = 407


class TemplatePage(SendPage):
    """Send template message, version 2 or 1 (specification, endpoint 10).

    `flow_wanted(number)`: the template goes by a flow, to this recipient. `library_wanted`.
    """

    kind = KIND
    flow_wanted = Signal(str)
    library_wanted = Signal()

    def __init__(self, sources: FormSources) -> None:
        self.slip = DraftToken.fresh(self.new_reference())
        self.sources = sources
        card = sources.console.card
        self.phone = PhonePreview(card.name, card.colour, sources.pictures)
        self.composed = TemplateForm(sources, lambda: self.slip.reference, self._open_library)
        super().__init__(sources.console, self.composed, self.phone)
        self.to_flow = button(tr("Start a flow for this recipient"), "activity")
        self.to_flow.clicked.connect(lambda: self.flow_wanted.emit(self.composed.number()))
        line = hbox(self.to_flow, STRETCH)
        self.page.body.insertLayout(self.page.body.indexOf(self.form) + 1, line)
        self.show_own_type()
        self.refresh()

    def _open_library(self) -> None:
        self.library_wanted.emit()

    def own_type(self) -> str:
        return TEMPLATE

    def blank(self) -> dict[str, Any]:
        """The template and the sending number stay for the next person."""
        values = self.composed.values()
        return {**BLANK, **{name: values[name] for name in ("template_id", "business_phone_number")}}

    def use(self, template_id: str) -> None:
        """Fill in this template."""
        self.fill_when_free(lambda: self.composed.apply("template_id", template_id))

    def parcel(self, model: ComposedTemplate) -> SendRequest:
        request = model.request
        number, business = request.contact_identifier, request.business_phone_number
        template = self.sources.library.templates.get(model.template_id)
        callback = request.callback_data if isinstance(request, SendTemplate) else None
        used = [(RegistryKind.TEMPLATES, model.template_id)]
        used += [(RegistryKind.BRAND_NUMBERS, business)] if business else []
        return SendRequest(
            SEND_TEMPLATE_V1 if isinstance(request, SendTemplateV1) else SEND_TEMPLATE,
            request,
            KIND,
            tr("Template: {shown}", shown=template.shown if template else model.template_id),
            self.sources.people.name_of(number) or number,
            people_of(number, self.console.card.region),
            self.slip.reference if callback and self.slip.reference in callback else "",
            used=tuple(used),
        )

    def reopened(self, record: SentRecord, request: Request) -> dict[str, Any] | None:
        if not isinstance(request, SendTemplate | SendTemplateV1):
            return None
        sent = request.model_dump(exclude_none=True)
        template = self.sources.library.templates.get(request.payload.template_id)
        components = sent["payload"].get("components", {})
        by_reference = bool(record.reference) or isinstance(request, SendTemplateV1)
        return {
            "contact_identifier": request.contact_identifier,
            "business_phone_number": request.business_phone_number,
            "template_id": request.payload.template_id,
            "values": filled_of(template, components) if template else None,
            "version_1": isinstance(request, SendTemplateV1),
            "app_id": request.app_id,
            "callback_data": {
                "reference": by_reference,
                "own": own_of(sent.get("callback_data", "")),
            },
        }

    def place_of(self, loc: tuple[str | int, ...]) -> tuple[str | int, ...]:
        return field_loc(loc)

    def refused(self, error: ApiError) -> None:
        if error.status == UNKNOWN_TEMPLATE:
            sentence = tr("This template id is not known to the store.")
            self.form.show_errors([Problem(("template_id",), sentence)])
            self.show_head([Problem((), sentence)], error.server_words, error.advice)
            return
        super().refused(error)

    def summary(self) -> str:
        number, template = self.composed.number(), self.composed.template
        if template is None:
            return tr("No template chosen yet")
        if not number.strip():
            return tr("Nobody to send to yet")
        read = read_phone(number, self.console.card.region)
        country = country_words(read.country) if isinstance(read, Phone) else ""
        name = visible(template.shown)
        if country:
            return tr("“{name}” to 1 person in {country}", name=name, country=country)
        return tr("“{name}” to 1 person", name=name)

    def done_words(self, sent: Sent[Any]) -> str:
        return tr("The store accepted the template message.")

    def show_preview(self) -> None:
        template = self.composed.template
        self.phone.show_bubble(bubble_of_template(template, self.composed.shown_components()))
        by_flow = template is not None and template.needs_flow
        if hasattr(self, "to_flow"):
            self.to_flow.setVisible(by_flow)
