"""The form that starts a flow: customer, flow, data, and an abandoned cart."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from decimal import Decimal
from typing import Any

from PySide6.QtWidgets import QWidget

from svcconsole.api.models.flows import InitiateFlow
from svcconsole.api.value_path import value_at
from svcconsole.gui.design.style import set_property
from svcconsole.gui.design.text import isolate, visible
from svcconsole.gui.design.words import mark, tr
from svcconsole.gui.kit.forms.editors.editor import Editor
from svcconsole.gui.kit.forms.editors.field_editors import ChoiceEditor, LineEditor
from svcconsole.gui.kit.forms.editors.kinds import editor_for
from svcconsole.gui.kit.forms.editors.nested import MapEditor, RecordEditor
from svcconsole.gui.kit.forms.editors.rows_editor import RowsEditor
from svcconsole.gui.kit.forms.editors.rows_style import RowsStyle
from svcconsole.gui.kit.forms.fields import FieldSpec, Kind
from svcconsole.gui.kit.forms.form import Form, FormRules
from svcconsole.gui.kit.forms.layout import Section
from svcconsole.gui.kit.forms.problems import Problem
from svcconsole.gui.panels.registries.editors import RegistryEditor
from svcconsole.gui.tabs.messaging.form_sources import FormSources
from svcconsole.services.messaging.flows import PHONES, PRICE, as_sent, doubts, total
from svcconsole.tables.values.emails import email_problem
from svcconsole.tables.values.phones import Phone, read_phone
from svcconsole.workspace.known.registries import RegistryKind

Values = dict[str, Any]
BLANK: Values = {"medium": "whatsapp"}
CHANNELS = ("whatsapp", "email", "instagram", "messenger", "livechat")
CART = RowsStyle(
    thing=tr("item"),
    columns=("name", "price", "quantity", "product_id", "variant_id"),
    labels={"product_id": tr("Product id"), "variant_id": tr("Variant id")},
    money=frozenset({"price"}),
    key="product_id",
    begin=lambda rows: {"quantity": 1},
)
OF_REGISTRY = {
    "flow_id": RegistryKind.FLOWS,
    "node_name": RegistryKind.NODES,
    "business_phone_number": RegistryKind.BRAND_NUMBERS,
}


class FlowForm(Form[InitiateFlow]):
    """Everything of the request but the app id, which the connection fills in."""

    def __init__(self, sources: FormSources, parent: QWidget | None = None) -> None:
        self.sources = sources
        self.people = sources.people

        def known(spec: FieldSpec) -> RegistryEditor:
            return RegistryEditor(spec, sources.known, OF_REGISTRY[spec.name])

        super().__init__(
            InitiateFlow,
            sections=(
                Section(
                    tr("Customer"), (("phone_number",), ("email",), ("name",), ("business_phone_number",))
                ),
                Section(tr("Flow"), (("flow_id",), ("node_name",), ("medium",), ("session_id",))),
                Section(tr("Data for the flow"), (("carry_payload",),), tr("several texts: a, b")),
                Section(
                    tr("Abandoned cart"), (("payload",),), tr("only if the flow is about a product or cart")
                ),
            ),
            factories={
                "phone_number": sources.recipient,
                "medium": lambda spec: ChoiceEditor(replace(spec, choices=CHANNELS)),
                "carry_payload": MapEditor,
                "payload": lambda spec: _CartEditor(spec, _cart_editor),
                **dict.fromkeys(OF_REGISTRY, known),
            },
            rules=FormRules(self.prepared, self.find_problems),
            needed={"phone_number": mark("A flow needs a phone number or an e-mail address.")},
            labels={
                "phone_number": tr("Phone number"),
                "email": tr("E-mail address"),
                "business_phone_number": tr("From business number"),
                "flow_id": tr("Flow"),
                "node_name": tr("Node to start at"),
                "medium": tr("Channel"),
                "session_id": tr("Session id"),
                "carry_payload": tr("Values for the flow"),
                "payload": tr("Abandoned cart"),
            },
            leave_out=("app_id",),
            parent=parent,
        )
        sources.known.changed.connect(self._update_hints)
        self.people.changed.connect(self.recheck)
        self.problems_changed.connect(self._follow)
        self.load(BLANK)

    def number(self) -> str:
        """The recipient's number in full; as typed where it is none."""
        text = str(self.editors["phone_number"].value() or "")
        read = read_phone(text, self.people.region)
        return read.e164 if isinstance(read, Phone) else text

    def prepared(self, values: Values) -> Values:
        """What is sent."""
        return as_sent(values, self.people.region)

    def fill_cart(self) -> None:
        """Both phone numbers and the e-mail address of the cart from the recipient, as one step."""
        cart: Values = dict(self.editors["payload"].value() or {})
        inner = {**(cart.get("abandoned_cart") or {}), "phone_number": self.number()}
        cart |= {"phone_number": self.number(), "abandoned_cart": inner}
        if email := self.editors["email"].value():
            cart["email"] = email
        self.apply("payload", cart)

    def total(self) -> Decimal | None:
        """What the rows of the cart add up to where its price says something else; None for nothing to do."""
        values = self.values()
        counted, said = total(values), value_at(values, PRICE)
        return counted if counted != said else None

    def use_total(self) -> None:
        """The cart's price from its rows, as one step."""
        cart: Values = dict(self.editors["payload"].value() or {})
        if (counted := self.total()) is not None:
            inner = {**(cart.get("abandoned_cart") or {}), "cart_price": counted}
            self.apply("payload", {**cart, "abandoned_cart": inner})

    def find_problems(self, values: Values) -> list[Problem]:
        """Numbers and addresses that cannot be right, and a cart that does not add up."""
        found = []
        for path in PHONES:
            text = str(value_at(values, path) or "")
            typing = self.editors[path[0]].widget.hasFocus() and path[0] not in self._touched
            read = read_phone(text, self.people.region) if text.strip() else None
            if read is not None and not isinstance(read, Phone) and (self._all_shown or not typing):
                found.append(Problem(path, visible(read.sentence)))
        email = str(values.get("email") or "")
        if email.strip() and (sentence := email_problem(email)):
            found.append(Problem(("email",), visible(sentence)))
        looks = doubts(values, self.people.region)
        return found + [Problem(path, sentence, warning=True) for path, sentence in looks]

    def _follow(self) -> None:
        for name, field in self.fields.items():
            if not field.error():  # all of a new one is new: nothing is marked as changed
                field.set_was(None)
                set_property(self.editors[name].widget, "state", "")
        self._update_hints()

    def _update_hints(self) -> None:
        self.fields["phone_number"].set_help(tr("This or the e-mail address"))
        self.fields["session_id"].set_help(
            tr("From an external-API block of the journey builder; it belongs to that flow alone.")
        )
        for name, kind in OF_REGISTRY.items():
            label = self.sources.known.label(kind, str(self.editors[name].value() or ""))
            self.fields[name].set_help(isolate(visible(label)) if label else "")


class _CartEditor(RecordEditor):
    """A part of the cart; what is only worth a look is said in its colour, not as an error."""

    def show_problems(self, problems: Sequence[Problem], edited: bool) -> None:
        super().show_problems([problem for problem in problems if not problem.warning], edited)
        looks = [problem for problem in problems if problem.warning]
        for name, part in self.parts.items():
            own = [problem for problem in looks if problem.loc[:1] == (name,)]
            field = self.fields.get(name)
            if field is not None:
                field.set_counter(tr("worth a look") if own else "", "warning")
                field.set_help(own[0].sentence if own else "")
            elif isinstance(part, _CartEditor) and own:
                part.show_problems([replace(problem, loc=problem.loc[1:]) for problem in own], edited)


def _cart_editor(spec: FieldSpec) -> Editor:
    """The editors inside a cart: its rows as a table with money, numbers as numbers."""
    if spec.kind is Kind.RECORD:
        return _CartEditor(spec, _cart_editor)
    if spec.name == "cart":
        return RowsEditor(spec, CART)
    if spec.name in ("id", "checkout_id", "source"):
        return LineEditor(spec)
    return editor_for(spec)
