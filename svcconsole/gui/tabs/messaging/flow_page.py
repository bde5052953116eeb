"""The page that starts a flow once, with the request beside it."""

from __future__ import annotations

import json
from collections.abc import Sequence
from decimal import Decimal
from typing import Any

from pydantic.alias_generators import to_camel
from PySide6.QtCore import Signal
from PySide6.QtWidgets import QWidget

from svcconsole.api.models.common import Request
from svcconsole.api.models.flows import InitiateFlow
from svcconsole.api.operations import INITIATE_FLOW
from svcconsole.gui.design.metrics import dp
from svcconsole.gui.design.text import PlainLabel, visible
from svcconsole.gui.design.words import mark, tr
from svcconsole.gui.kit.containers.boxes import STRETCH, hbox
from svcconsole.gui.kit.containers.cards import ScrollPage, SectionHeading
from svcconsole.gui.kit.forms.pages.draft_token import DraftToken
from svcconsole.gui.kit.forms.pages.send_request import SendRequest
from svcconsole.gui.kit.widgets.buttons import button
from svcconsole.gui.tabs.messaging.flow_form import BLANK, FlowForm
from svcconsole.gui.tabs.messaging.form_sources import FormSources
from svcconsole.gui.tabs.messaging.messaging_text import FLOW
from svcconsole.gui.tabs.messaging.send_page import SendPage
from svcconsole.services.messaging.flows import KIND, OF_PERSON, learned_from, people_of
from svcconsole.services.sends.sending import Sent
from svcconsole.workspace.known.registries import RegistryKind
from svcconsole.workspace.runs.records import SentRecord


class _Seen(ScrollPage):
    """What goes to the store; what the customer gets is drawn in the journey builder."""

    def __init__(self) -> None:
        super().__init__("canvas", 16)
        self.body.setSpacing(dp(12))
        why = tr(
            "What the customer gets is drawn in the store's journey builder, so it cannot be shown here. "
            "This is what the flow is told."
        )
        self.json = PlainLabel("", "mono", wrap=True)
        self.body.addWidget(SectionHeading(tr("What the flow is told")))
        self.body.addWidget(PlainLabel(why, "caption", "text2", wrap=True))
        self.body.addWidget(self.json)
        self.body.addStretch(1)


class FlowPage(SendPage):
    """Initiate flow (specification, endpoint 11). `import_wanted(path | None)`: one a row of a file."""

    import_wanted = Signal(object)
    of_person = ("phone_number", "email", "name")
    of_person_inside = OF_PERSON
    kind = KIND

    def __init__(self, sources: FormSources) -> None:
        self.slip = DraftToken.fresh(self.new_reference())
        self.sources = sources
        self.told = _Seen()
        self.flow = FlowForm(sources)
        super().__init__(sources.console, self.flow, self.told)
        self.fill_cart = button(tr("Copy phone and e-mail from the recipient"), "person", "quiet")
        self.fill_cart.clicked.connect(self.flow.fill_cart)
        self.use_total = button(tr("Use the price of the items"), "compare", "quiet")
        self.use_total.clicked.connect(self.flow.use_total)
        self.import_file = button(tr("Flows from a file"), "import")
        self.import_file.clicked.connect(lambda: self.import_wanted.emit(None))
        self.header.add_action(self.import_file)
        line = hbox(self.fill_cart, self.use_total, STRETCH)
        self.page.body.insertLayout(self.page.body.indexOf(self.form) + 1, line)
        self.seen.setAccessibleName(tr("Request"))
        card = sources.console.card
        self.save.setText(
            tr("Start in practice") if card.practice else tr("Start from {card}", card=card.name)
        )
        self.show_own_type()
        self.refresh()

    def own_type(self) -> str:
        return FLOW

    def question(self) -> str:
        return mark("Did this flow begin? It left for the store on {when}, and no clear answer came back.")

    def held(self) -> Sequence[QWidget]:
        return (*super().held(), self.fill_cart, self.use_total)

    def blank(self) -> dict[str, Any]:
        """The flow stays for the next person."""
        values = self.flow.values()
        kept = {name: values[name] for name in ("flow_id", "node_name", "business_phone_number")}
        return {**BLANK, **kept, "medium": values["medium"] or BLANK["medium"]}

    def begin_with(self, number: str) -> None:
        """A flow for this recipient."""
        if number:
            self.fill_when_free(lambda: self.flow.apply("phone_number", number))

    def addressed_to(self, number: str) -> dict[str, Any]:
        """By number alone: an e-mail address would be another person's."""
        return {"phone_number": number, "email": None}

    def parcel(self, model: InitiateFlow) -> SendRequest:
        whom = model.phone_number or model.email or ""
        label = self.sources.known.label(RegistryKind.FLOWS, model.flow_id)
        return SendRequest(
            INITIATE_FLOW,
            model,
            KIND,
            tr("Flow: {label}", label=label or model.flow_id),
            model.name or self.sources.people.name_of(model.phone_number or "") or whom,
            people_of(model, self.console.card.region),
            recipient="phone_number",
            used=learned_from(model),
        )

    def reopened(self, record: SentRecord, request: Request) -> dict[str, Any] | None:
        return request.model_dump() if isinstance(request, InitiateFlow) else None

    def summary(self) -> str:
        flow = str(self.flow.editors["flow_id"].value() or "")
        if not flow:
            return tr("No flow chosen yet")
        name = self.sources.known.label(RegistryKind.FLOWS, flow) or flow
        whom = self.flow.number() or str(self.flow.editors["email"].value() or "")
        if whom:
            return tr("Starts “{name}” for 1 person", name=visible(name))
        return tr("Starts “{name}”; for nobody yet", name=visible(name))

    def done_words(self, sent: Sent[Any]) -> str:
        return tr("The store accepted it. A flow has no id: started, not trackable.")

    def show_preview(self) -> None:
        told = _on_wire(self.flow.prepared(self.flow.draft()))
        self.told.json.setText(visible(json.dumps(told, indent=2, ensure_ascii=False)))
        if hasattr(self, "use_total"):  # made after the form's first look at itself
            self.use_total.setVisible(self.flow.total() is not None)


def _on_wire(value: Any) -> Any:
    """What is typed so far, as it will stand in the request."""
    if isinstance(value, dict):
        own = {name: part if name == "carry_payload" else _on_wire(part) for name, part in value.items()}
        return {to_camel(name): part for name, part in own.items()}
    if isinstance(value, list):
        return [_on_wire(part) for part in value]
    if isinstance(value, Decimal):
        return int(value) if value == value.to_integral_value() else float(value)
    return value
