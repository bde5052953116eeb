"""The template message form: one field per variable, refusing what the store would."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Any

from PySide6.QtWidgets import QWidget

from svcconsole.gui.design.style import set_property
from svcconsole.gui.design.text import visible
from svcconsole.gui.design.words import dotted, tr
from svcconsole.gui.kit.contact_words import phone_words
from svcconsole.gui.kit.containers.fields import FieldGrid
from svcconsole.gui.kit.forms.editors.field_editors import LineEditor
from svcconsole.gui.kit.forms.fields import FieldSpec
from svcconsole.gui.kit.forms.form import Form, FormRules
from svcconsole.gui.kit.forms.layout import Section
from svcconsole.gui.kit.forms.problems import Problem
from svcconsole.gui.panels.registries.editors import RegistryEditor
from svcconsole.gui.tabs.messaging.form_sources import FormSources
from svcconsole.gui.tabs.messaging.message_editors import CallbackEditor, PlainSwitch, fill_app_id
from svcconsole.gui.tabs.messaging.messaging_text import labels
from svcconsole.gui.tabs.messaging.templates.template_editors import TemplateEditor, ValuesEditor
from svcconsole.services.messaging.appearance.limits import of_bubble
from svcconsole.services.messaging.appearance.of_template import bubble_of_template
from svcconsole.services.messaging.templates.composed import ComposedTemplate
from svcconsole.services.messaging.templates.model import LocalTemplate
from svcconsole.services.messaging.templates.placeholders import components_of, mismatches, slots
from svcconsole.tables.values.phones import Phone, read_phone
from svcconsole.workspace.known.registries import RegistryKind

Values = dict[str, Any]
BLANK: Values = {}
PHONES = ("contact_identifier", "business_phone_number")
ROWS = (
    ("contact_identifier",),
    ("business_phone_number",),
    ("template_id",),
    ("values",),
    ("callback_data",),
    ("version_1",),
    ("app_id",),
)


class TemplateForm(Form[ComposedTemplate]):
    """`nonce()` is the reference that goes with the message; `open_library` is for who has no template."""

    def __init__(
        self,
        sources: FormSources,
        nonce: Callable[[], str],
        open_library: Callable[[], object],
        parent: QWidget | None = None,
    ) -> None:
        self.sources = sources
        self.people = sources.people

        def business(spec: FieldSpec) -> RegistryEditor:
            return RegistryEditor(spec, sources.known, RegistryKind.BRAND_NUMBERS)

        def template(spec: FieldSpec) -> TemplateEditor:
            return TemplateEditor(replace(spec, required=True), sources.library, open_library)

        super().__init__(
            ComposedTemplate,
            sections=(Section("", ROWS),),
            factories={
                "contact_identifier": lambda spec: sources.recipient(_asked(spec)),
                "business_phone_number": business,
                "template_id": template,
                "values": lambda spec: ValuesEditor(spec, sources.console),
                "callback_data": lambda spec: CallbackEditor(spec, nonce),
                "version_1": PlainSwitch,
                "app_id": lambda spec: LineEditor(_asked(spec)),
            },
            rules=FormRules(self.prepared, self.find_problems),
            labels={**labels(), "template_id": tr("Template"), "values": tr("Values")},
            leave_out=("type",),
            parent=parent,
        )
        for source in (sources.known.changed, self.people.changed, sources.library.changed):
            source.connect(self.recheck)
        self.problems_changed.connect(self._follow)
        self.load(BLANK)

    @property
    def template(self) -> LocalTemplate | None:
        """The chosen template, where the library has it."""
        return self.sources.library.templates.get(str(self.editors["template_id"].value()))

    @property
    def version_1(self) -> bool:
        """Whether it goes by the older version."""
        return bool(self.editors["version_1"].value())

    def asks_for(self, name: str) -> bool:
        """Only the newer version has callback data, only the older one the app id."""
        return name != ("callback_data" if self.version_1 else "app_id")

    def number(self) -> str:
        """The recipient's number in full; as typed where it is none."""
        text = str(self.editors["contact_identifier"].value() or "")
        number = read_phone(text, self.people.region)
        return number.e164 if isinstance(number, Phone) else text

    def filled(self) -> dict[str, str]:
        """What was typed into this template's places."""
        found: dict[str, str] = self.editors["values"].value() or {}
        return found

    def prepared(self, values: Values) -> Values:
        """What is sent: phone numbers in full, the components of the template, one text of callback data."""
        made = {name: value for name, value in values.items() if value not in (None, "", {})}
        for name in PHONES:
            number = read_phone(str(made[name]), self.people.region) if name in made else None
            if isinstance(number, Phone):
                made[name] = number.e164
        template = self.template
        made.pop("values", None)
        made.pop("callback_data", None)
        if template is not None:
            made["type"] = template.type
            made["values"] = self.components(self.filled())
        callback = self.editors["callback_data"]
        if not self.version_1:
            made.pop("app_id", None)
            if isinstance(callback, CallbackEditor) and callback.sent():
                made["callback_data"] = callback.sent()
        return made

    def components(self, filled: dict[str, str]) -> Values:
        """The components of the chosen template; without the JSON where that cannot be read."""
        template = self.template
        if template is None:
            return {}
        try:
            return components_of(template, filled)
        except (ValueError, RecursionError):
            return components_of(template, {**filled, "other": ""})

    def shown_components(self) -> Values:
        """The components with samples in the places that are still blank, for the preview."""
        template, filled = self.template, self.filled()
        if template is None:
            return {}
        samples = {
            slot.key: template.samples.get(slot.name, "") for slot in slots(template) if slot.what == "value"
        }
        return self.components({**samples, **{key: text for key, text in filled.items() if text}})

    def find_problems(self, values: Values) -> list[Problem]:
        """Numbers that cannot be right, and everything in which the message does not fit its template."""
        found = [problem for name in PHONES for problem in self._phone_problems(name, values)]
        callback = self.editors["callback_data"]
        if self.asks_for("callback_data") and isinstance(callback, CallbackEditor):
            found += callback.doubtful()
        template, identity = self.template, values.get("template_id")
        if template is None:
            if identity:
                sentence = tr("This template is not in the library. Add it there to see what it says.")
                found.append(Problem(("template_id",), sentence))
            return found
        if template.needs_flow:
            sentence = tr("This template has quick replies, a list or a cart: it is sent by starting a flow.")
            return [*found, Problem(("template_id",), sentence)]
        for key, sentence in mismatches(template, self.filled()):
            blank = key and key != "other"
            if not blank or self._all_shown:  # what is still being filled in is not wrong yet
                found.append(Problem(("values", key) if key else ("template_id",), sentence))
        for count in of_bubble(bubble_of_template(template, self.components(self.filled()))):
            if count.sentence:
                found.append(Problem(("values", _slot_of(count.path)), count.sentence, warning=True))
        return found

    def _phone_problems(self, name: str, values: Values) -> list[Problem]:
        text = values.get(name)
        if not isinstance(text, str) or not text.strip():
            return []
        typing = self.editors[name].widget.hasFocus() and name not in self._touched and not self._all_shown
        read = read_phone(text, self.people.region)
        return [] if typing or isinstance(read, Phone) else [Problem((name,), visible(read.sentence))]

    def _label(self, loc: tuple[str | int, ...], label: str) -> str:
        return tr("The recipient") if loc == ("contact_identifier",) else super()._label(loc, label)

    def _follow(self) -> None:
        """The fields of the template and of the version; all of a new message is new."""
        editor = self.editors["values"]
        if isinstance(editor, ValuesEditor):
            template = self.template
            editor.show_template(None if template is None or template.needs_flow else template)
        for name in ("callback_data", "app_id"):
            if self.fields[name].isHidden() == self.asks_for(name):
                self.fields[name].setVisible(self.asks_for(name))
                for grid in self.findChildren(FieldGrid):
                    grid.arrange()
        fill_app_id(self, self.sources.console.app_id, wanted=self.version_1)
        for name, field in self.fields.items():
            if not field.error():
                field.set_was(None)
                if name not in ("callback_data", "template_id"):
                    set_property(self.editors[name].widget, "state", "")
        self._update_hints()

    def _update_hints(self) -> None:
        text = str(self.editors["business_phone_number"].value() or "")
        known = (
            phone_words(text, self.people.region),
            self.sources.known.label(RegistryKind.BRAND_NUMBERS, text),
        )
        said = dotted(*map(visible, known))
        self.fields["business_phone_number"].set_help(said)
        editor = self.editors["callback_data"]
        if isinstance(editor, CallbackEditor):
            editor.update_help(self.fields["callback_data"])


def _asked(spec: FieldSpec) -> FieldSpec:
    return replace(spec, required=True)


def _slot_of(path: str) -> str:
    """The slot that a limit of the filled template belongs to: `cards[0].body` is `cards.0.body.0`."""
    key = path.replace("[", ".").replace("]", "").replace("buttons.", "button.")
    return f"{key}.0" if key.endswith("body") else key
