"""The ticket form: the fields each channel and assignment needs, checks, hints."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Any

from PySide6.QtWidgets import QWidget

from svcconsole.api.models.helpdesk import CreateTicket
from svcconsole.gui.design.style import set_property
from svcconsole.gui.design.text import isolate, ltr, visible
from svcconsole.gui.design.words import dotted, mark, tr
from svcconsole.gui.kit.contact_words import country_words
from svcconsole.gui.kit.containers.cards import SectionHeading
from svcconsole.gui.kit.containers.fields import FieldGrid
from svcconsole.gui.kit.forms.editors.field_editors import LineEditor
from svcconsole.gui.kit.forms.fields import FieldSpec
from svcconsole.gui.kit.forms.form import Form, FormRules
from svcconsole.gui.kit.forms.layout import Section
from svcconsole.gui.kit.forms.problems import Problem
from svcconsole.gui.panels.people.contact_editor import ContactEditor
from svcconsole.gui.panels.people.people_cache import EMAIL, PHONE, PeopleCache
from svcconsole.gui.panels.registries.editors import (
    Choices,
    LabelsEditor,
    RegistryEditor,
    RegistryNumberEditor,
    SegmentsEditor,
)
from svcconsole.gui.panels.registries.registry_cache import RegistryCache
from svcconsole.services.helpdesk.tickets import OF_CHANNELS, OF_REGISTRY, as_sent, fields_of, required_of
from svcconsole.tables.values.emails import email_problem
from svcconsole.tables.values.phones import Phone, read_phone

Values = dict[str, Any]
PHONES = ("brand_phone_number", "customer_phone_number")
EMAILS = ("brand_email", "customer_email", "agent_mail")
BLANK: Values = {"channel": "WHATSAPP", "assignment_type": "ALL_AGENTS"}


def channels() -> Choices:
    return (("WHATSAPP", tr("WhatsApp")), ("EMAIL", tr("E-mail")), ("TASKS", tr("Task")))


def kinds() -> Choices:
    return (("WHATSAPP", tr("1 WhatsApp ticket")), ("EMAIL", tr("1 e-mail ticket")), ("TASKS", tr("1 task")))


def assignments() -> Choices:
    return (
        ("ALL_AGENTS", tr("The store decides")),
        ("SPECIFIC_AGENT", tr("One agent")),
        ("SPECIFIC_TEAM", tr("A team")),
    )


NEEDED = {
    "brand_phone_number": mark("A WhatsApp ticket needs your business number."),
    "customer_phone_number": mark("A WhatsApp ticket needs the customer's number."),
    "brand_email": mark("An e-mail ticket needs your own e-mail address."),
    "customer_email": mark("An e-mail ticket needs the customer's e-mail address."),
    "task_title": mark("A task needs a title."),
    "agent_mail": mark("Choose the agent who gets it."),
    "team_id": mark("Choose the team that gets it."),
}


class TicketForm(Form[CreateTicket]):
    """Shows what every channel takes and marks what this one needs; what was typed into a field of another
    assignment stays, unsent.

    `reference()` is what goes under the notes, blank for none.
    """

    def __init__(
        self,
        known: RegistryCache,
        people: PeopleCache,
        reference: Callable[[], str],
        parent: QWidget | None = None,
    ) -> None:
        self.known = known
        self.people = people
        self.reference = reference
        super().__init__(
            CreateTicket,
            needed=NEEDED,
            sections=(
                Section(
                    tr("Channel and assignment"),
                    (
                        ("channel",),
                        ("assignment_type",),
                        ("brand_phone_number",),
                        ("brand_email",),
                        ("agent_mail",),
                        ("team_id",),
                    ),
                ),
                Section(
                    tr("Customer"),
                    (("customer_phone_number",), ("customer_email",), ("task_title",), ("label_ids",)),
                ),
                Section(tr("For the agent"), (("context",),)),
            ),
            factories={
                "channel": lambda spec: SegmentsEditor(replace(spec, required=False), channels()),
                "assignment_type": lambda spec: SegmentsEditor(spec, assignments()),
                "label_ids": lambda spec: LabelsEditor(replace(spec, example=tr("Add a label")), known),
                "team_id": lambda spec: RegistryNumberEditor(_asked(spec), known, OF_REGISTRY["team_id"]),
                **dict.fromkeys(("brand_phone_number", "brand_email", "agent_mail"), self._known_editor),
                "customer_phone_number": lambda spec: ContactEditor(_asked(spec), people, PHONE),
                "customer_email": lambda spec: ContactEditor(_asked(spec), people, EMAIL),
                "task_title": _plain,
            },
            rules=FormRules(self.prepared, self.find_problems),
            labels=_labels(),
            parent=parent,
        )
        self._customer = self.findChildren(SectionHeading)[1]
        known.changed.connect(self._update_hints)
        people.changed.connect(self.recheck)
        self.problems_changed.connect(self._follow)
        self.load(BLANK)

    def shown(self) -> frozenset[str]:
        """The fields that this assignment has."""
        return fields_of(self.editors["assignment_type"].value())

    def asks_for(self, name: str) -> bool:
        return name in self.shown()

    def required(self) -> frozenset[str]:
        """Those that this channel and assignment need."""
        return required_of(self.editors["channel"].value(), self.editors["assignment_type"].value())

    def summary(self) -> str:
        """What the filled button will create, in a few words."""
        values = self.values()
        reached = ["customer_phone_number", "customer_email"]
        if values["channel"] == "EMAIL":
            reached.reverse()
        customer = next((str(values[name]) for name in reached if values.get(name)), "")
        read = read_phone(customer, self.people.region)
        customer = read.shown if isinstance(read, Phone) else customer
        kind = dict(kinds())[values["channel"]]
        made = (
            tr("{kind} for {customer}", kind=kind, customer=ltr(visible(customer)))
            if customer.strip()
            else kind
        )
        name = {"SPECIFIC_AGENT": "agent_mail", "SPECIFIC_TEAM": "team_id"}.get(values["assignment_type"])
        if name is None:
            return tr("{made}; the store decides who takes it", made=made)
        key = "" if values[name] is None else str(values[name])
        taker = self.known.label(OF_REGISTRY[name], key) or key
        return tr("{made}, to {taker}", made=made, taker=isolate(visible(taker))) if taker else made

    def by_hand(self) -> frozenset[str]:
        """Which of the segments a person has chosen."""
        return frozenset(
            name
            for name, editor in self.editors.items()
            if isinstance(editor, SegmentsEditor) and (editor.by_hand or editor.value() != BLANK[name])
        )

    def forget_hands(self) -> None:
        """A fresh ticket: no segment was chosen by anyone."""
        for editor in self.editors.values():
            if isinstance(editor, SegmentsEditor):
                editor.by_hand = False

    def prepared(self, values: Values) -> Values:
        """The ticket as it is sent: phone numbers in full, e-mail addresses without blanks around them."""
        made = as_sent(values, self.reference())
        for name in PHONES:
            number = read_phone(str(made[name]), self.people.region) if name in made else None
            if isinstance(number, Phone):
                made[name] = number.e164
        for name in EMAILS:
            if name in made:
                made[name] = str(made[name]).strip()
        return made

    def find_problems(self, values: Values) -> list[Problem]:
        """Numbers and addresses that cannot be right, in the fields that are shown."""
        shown = self.shown()
        found = []
        for name in (*PHONES, *EMAILS):
            text = values.get(name)
            if name not in shown or not isinstance(text, str) or not text.strip():
                continue
            if self._is_being_typed(name):
                continue
            sentence = self._phone_problem(text) if name in PHONES else email_problem(text)
            if sentence:
                found.append(Problem((name,), visible(sentence)))
        return found

    def _is_being_typed(self, name: str) -> bool:
        """A number half typed is not wrong yet."""
        typing = self.editors[name].widget.hasFocus() and name not in self._touched
        return typing and not self._all_shown

    def _phone_problem(self, text: str) -> str | None:
        read = read_phone(text, self.people.region)
        return None if isinstance(read, Phone) else read.sentence

    def _follow(self) -> None:
        """Show what the assignment has, close the gaps of the rest, and mark what the channel needs."""
        shown = self.shown()
        hidden = {name for name, field in self.fields.items() if field.isHidden()}
        if hidden != set(self.fields) - shown:
            for name, field in self.fields.items():
                field.setVisible(name in shown)
            for grid in self.findChildren(FieldGrid):
                grid.arrange()
        self._mark_required()
        for name, field in self.fields.items():
            if not field.error():  # all of a new ticket is new: nothing is marked as changed
                field.set_was(None)
                set_property(self.editors[name].widget, "state", "")
        self._update_hints()

    def _mark_required(self) -> None:
        """Say which fields this channel needs."""
        needed = self.required()
        labels = _labels()
        for name in OF_CHANNELS:
            self.fields[name].set_label(labels[name], required=name in needed)
        self._customer.set_title(tr("Task") if "task_title" in needed else tr("Customer"))

    def _update_hints(self) -> None:
        """Under each field: what the registries or the country say of what is typed."""
        for name in (*PHONES, *EMAILS, "team_id"):
            value = self.editors[name].value()
            self.fields[name].set_help(self._help(name, "" if value is None else str(value)))

    def _help(self, name: str, text: str) -> str:
        kind = OF_REGISTRY.get(name)
        words = [self.known.label(kind, text)] if kind is not None else []
        read = read_phone(text, self.people.region) if name in PHONES and text.strip() else None
        if isinstance(read, Phone):
            words += [country_words(read.country), read.shown]
        return dotted(*map(visible, words))

    def _known_editor(self, spec: FieldSpec) -> RegistryEditor:
        return RegistryEditor(_asked(spec), self.known, OF_REGISTRY[spec.name])


def _asked(spec: FieldSpec) -> FieldSpec:
    """Shown only where it is needed, and needed wherever it is shown."""
    return replace(spec, required=True)


def _plain(spec: FieldSpec) -> LineEditor:
    return LineEditor(_asked(spec))


def _labels() -> dict[str, str]:
    return {
        "assignment_type": tr("Assigned to"),
        "brand_phone_number": tr("Brand's phone number"),
        "brand_email": tr("Brand's e-mail address"),
        "customer_phone_number": tr("Customer's phone number"),
        "customer_email": tr("Customer's e-mail address"),
        "task_title": tr("Title of the task"),
        "label_ids": tr("Labels"),
        "agent_mail": tr("Agent's e-mail address"),
        "team_id": tr("Team"),
        "context": tr("Notes"),
    }
