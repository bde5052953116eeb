"""The message form: the fields of its type, checks, counters, hints."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from typing import Any

from PySide6.QtWidgets import QApplication, QWidget

from svcconsole.api.value_path import value_at
from svcconsole.gui.design.style import set_property
from svcconsole.gui.design.text import isolate, visible
from svcconsole.gui.design.words import dotted, tr
from svcconsole.gui.kit.contact_words import phone_words
from svcconsole.gui.kit.containers.fields import FieldGrid
from svcconsole.gui.kit.forms.editors.field_editors import LineEditor
from svcconsole.gui.kit.forms.fields import FieldSpec
from svcconsole.gui.kit.forms.form import Form, FormRules
from svcconsole.gui.kit.forms.layout import Section
from svcconsole.gui.kit.forms.problems import Problem, link_problem
from svcconsole.gui.kit.phone_preview.cards import price_words
from svcconsole.gui.panels.registries.editors import RegistryEditor
from svcconsole.gui.tabs.messaging.choices_editor import ChoicesEditor
from svcconsole.gui.tabs.messaging.form_sources import FormSources
from svcconsole.gui.tabs.messaging.media_editor import MediaEditor
from svcconsole.gui.tabs.messaging.message_editors import CallbackEditor, PlainSwitch, TypeEditor, fill_app_id
from svcconsole.gui.tabs.messaging.message_parts import (
    ALL_PRODUCTS,
    ROWS,
    AddressEditor,
    MessageEditor,
    counted_words,
    row_problems,
)
from svcconsole.gui.tabs.messaging.messaging_text import choices_words, labels, message_words
from svcconsole.gui.tabs.messaging.products.product_editors import Ask, ProductEditor, SectionsEditor
from svcconsole.gui.tabs.messaging.products.product_picker import Picked
from svcconsole.services.messaging.appearance.limits import Count, counts
from svcconsole.services.messaging.messages import (
    REQUIRED,
    ComposedMessage,
    field_loc,
    fields_of,
    loc_of,
    wire_values,
)
from svcconsole.tables.values.phones import Phone, read_phone
from svcconsole.workspace.known.registries import RegistryKind

Values = dict[str, Any]
BLANK: Values = {"type": "text"}
PHONES: tuple[tuple[str, ...], ...] = (
    ("contact_identifier",),
    ("business_phone_number",),
    ("address", "phone_number"),
)
"""Where a phone number stands."""
LINKS = ("media_link", "header_image")


class MessageForm(Form[ComposedMessage]):
    """Shows the fields of the chosen type; what was typed into others stays, unsent.

    `nonce()` is the reference that goes with the message; `ask` opens the picker of products; `kind_shown`
    is told the type whenever it changes.
    """

    def __init__(
        self,
        sources: FormSources,
        nonce: Callable[[], str],
        ask: Ask,
        kind_shown: Callable[[str], object],
        parent: QWidget | None = None,
    ) -> None:
        self.known, self.people, self.goods = sources.known, sources.people, sources.goods
        self.sources = sources
        self._counted: Mapping[tuple[str | int, ...], Count] = {}

        def product(spec: FieldSpec) -> ProductEditor:
            return ProductEditor(_asked(spec), ask, self._picked)

        def business(spec: FieldSpec) -> RegistryEditor:
            return RegistryEditor(spec, sources.known, RegistryKind.BRAND_NUMBERS)

        super().__init__(
            ComposedMessage,
            sections=(Section("", ROWS),),
            factories={
                "type": lambda spec: TypeEditor(spec, kind_shown),
                "contact_identifier": lambda spec: sources.recipient(_asked(spec)),
                "business_phone_number": lambda spec: RegistryEditor(
                    spec, sources.known, RegistryKind.BRAND_NUMBERS
                ),
                "media_link": lambda spec: MediaEditor(_asked(spec), sources.console),
                "header_image": lambda spec: MediaEditor(spec, sources.console),
                "catalog_id": lambda spec: sources.catalog(_asked(spec)),
                "product_id": product,
                "message": MessageEditor,
                "choices": ChoicesEditor,
                "sections": lambda spec: SectionsEditor(spec, sources.goods, ask, self._picked),
                "address": AddressEditor,
                "callback_data": lambda spec: CallbackEditor(spec, nonce),
                "version_1": PlainSwitch,
                "app_id": lambda spec: LineEditor(_asked(spec)),
            },
            rules=FormRules(self.prepared, self.find_problems),
            labels=labels(),
            parent=parent,
        )
        self.editors["type"].widget.setParent(self)
        for source in (self.known.changed, self.goods.changed):
            source.connect(self._update_hints)
        self.people.changed.connect(self.recheck)
        self.problems_changed.connect(self._follow)
        self.load(BLANK)

    @property
    def kind(self) -> str:
        """The type that is chosen."""
        return str(self.editors["type"].value())

    @property
    def version_1(self) -> bool:
        """Whether it goes by the older version."""
        return bool(self.editors["version_1"].value())

    def choose(self, kind: str) -> None:
        """Another type, as a step that Undo takes back."""
        editor = self.editors["type"]
        if isinstance(editor, TypeEditor):
            editor.choose(kind)

    def shown(self) -> frozenset[str]:
        """The fields of this type and version."""
        return fields_of(self.kind, version_1=self.version_1) | {"version_1"}

    def asks_for(self, name: str) -> bool:
        return name in self.shown()

    def typed(self) -> Values:
        """The request as far as it is typed, by the models' names."""
        return wire_values(self.prepared(self.draft()))

    def number(self) -> str:
        """The recipient's number in full; as typed where it is none."""
        return str(self.prepared(self.draft()).get("contact_identifier", ""))

    def prepared(self, values: Values) -> Values:
        """What is sent: the fields of the type, phone numbers in full, the callback data as one text."""
        shown = self.shown()
        made = {
            name: value
            for name, value in values.items()
            if name in (*shown, "type", "version_1") and value not in (None, "", [], {})
        }
        if "address" in made:
            made["address"] = dict(made["address"])
        for path in PHONES:
            holder = value_at(made, path[:-1])
            number = read_phone(str(value_at(made, path) or ""), self.people.region)
            if isinstance(number, Phone):
                holder[path[-1]] = number.e164
        for name in ("media_link", "header_image", "catalog_id", "product_id", "app_id"):
            if name in made:
                made[name] = str(made[name]).strip()
        callback = self.editors["callback_data"]
        made.pop("callback_data", None)
        if "callback_data" in shown and isinstance(callback, CallbackEditor) and callback.sent():
            made["callback_data"] = callback.sent()
        return made

    def find_problems(self, values: Values) -> list[Problem]:
        """What cannot be right, and what is worth a look, in the fields that are shown."""
        shown = self.shown()
        phones = [path for path in PHONES if path[0] in shown]
        found = [problem for path in phones for problem in self._phone_problems(path, values)]
        found += row_problems(values) if "choices" in shown else ()
        found += [
            Problem((name,), wrong)
            for name in LINKS
            if name in shown and not self._is_being_typed(name) and (wrong := link_problem(values.get(name)))
        ]
        callback = self.editors["callback_data"]
        if "callback_data" in shown and isinstance(callback, CallbackEditor):
            found += callback.doubtful()
        self._counted = self._counts()
        over = [(loc, count) for loc, count in self._counted.items() if count.sentence]
        return found + [Problem(loc, count.sentence, warning=True) for loc, count in over]

    def _counts(self) -> Mapping[tuple[str | int, ...], Count]:
        """How much is used of each limit, by the field of the form."""
        counted: dict[tuple[str | int, ...], Count] = {}
        for count in counts(self.kind, self.typed()):
            path = "payload.sections" if count.path == ALL_PRODUCTS else count.path
            loc = field_loc(self.kind, loc_of(path))
            if loc and loc != ("callback_data",):  # that one is the service's own limit: it refuses
                counted[loc] = count
        return counted

    def _phone_problems(self, path: tuple[str, ...], values: Values) -> list[Problem]:
        text = value_at(values, path)
        if not isinstance(text, str) or not text.strip() or self._is_being_typed(path[0]):
            return []
        read = read_phone(text, self.people.region)
        return [] if isinstance(read, Phone) else [Problem(path, visible(read.sentence))]

    def _is_being_typed(self, name: str) -> bool:
        """A number or a link half typed is not wrong yet."""
        widget, focus = self.editors[name].widget, QApplication.focusWidget()
        here = focus is not None and (focus is widget or widget.isAncestorOf(focus))
        return here and name not in self._touched and not self._all_shown

    def _label(self, loc: tuple[str | int, ...], label: str) -> str:
        return tr("The recipient") if loc == ("contact_identifier",) else super()._label(loc, label)

    def _picked(self, picked: Picked) -> None:
        """A product names its catalog, too, where none is typed yet."""
        if picked.catalog and not self.editors["catalog_id"].value():
            self.apply("catalog_id", picked.catalog)

    def _follow(self) -> None:
        """Show what the type asks for, and close the gaps of the rest."""
        shown, kind = self.shown(), self.kind
        hidden = set()
        for name in self.editors:
            for part in self._parts(name):
                if part.isHidden():
                    hidden.add(name)
        if hidden != set(self.editors) - shown:
            for name in self.editors:
                for part in self._parts(name):
                    part.setVisible(name in shown)
            for grid in self.findChildren(FieldGrid):
                grid.arrange()
        required = REQUIRED.get(kind, frozenset())
        self.fields["message"].set_label(message_words(kind), required="message" in required)
        choices, media = self.editors["choices"], self.editors["media_link"]
        if isinstance(choices, ChoicesEditor):
            choices.head.title.setText(choices_words(kind))
        if isinstance(media, MediaEditor):
            media.kind = kind
        fill_app_id(self, self.sources.console.app_id, wanted=self.version_1)
        for name, field in self.fields.items():
            if not field.error():  # all of a new message is new: nothing is marked as changed
                field.set_was(None)
                if name not in ("callback_data", "media_link", "header_image", "product_id"):
                    set_property(self.editors[name].widget, "state", "")
        self._update_hints()

    def _parts(self, name: str) -> Sequence[QWidget]:
        """The widgets of a field: its frame, or its heading and what stands under it."""
        if name in self.fields:
            return (self.fields[name],)
        editor = self.editors[name]
        head = getattr(editor, "head", None)
        return (head, editor.widget) if isinstance(head, QWidget) else (editor.widget,)

    def _update_hints(self) -> None:
        """Under each field what is known of what is typed; at its end how much of the limit is used."""
        self.fields["business_phone_number"].set_help(self._business_help())
        self.fields["catalog_id"].set_help(self._catalog_help())
        self.fields["product_id"].set_help(self._product_help())
        self._count()

    def _business_help(self) -> str:
        text = str(self.editors["business_phone_number"].value() or "")
        words = (phone_words(text, self.people.region), self.known.label(RegistryKind.BRAND_NUMBERS, text))
        return dotted(*map(visible, words))

    def _catalog_help(self) -> str:
        text = str(self.editors["catalog_id"].value() or "").strip()
        row = self.goods.catalogs.rows.get(text)
        if row is not None:
            return isolate(visible(row.name))
        return (
            tr("Not in the catalogs of this store, as last read") if text and self.goods.catalogs.rows else ""
        )

    def _product_help(self) -> str:
        text = str(self.editors["product_id"].value() or "").strip()
        look = self.goods.card_of(text) if text else None
        if look is not None:
            return dotted(visible(look.name), visible(price_words(look)))
        return (
            tr("Not in the products of this store, as last read") if text and self.goods.products.rows else ""
        )

    def _count(self) -> None:
        counted = self._counted
        for name, field in self.fields.items():
            if name == "callback_data":
                editor = self.editors[name]
                if isinstance(editor, CallbackEditor):
                    editor.update_help(field)
            elif (name,) in counted:
                words, over = counted_words(counted[(name,)])
                field.set_counter(words, "warning" if over else "text2")
            elif name in ("message", "header_title", "footer", "section_title", "button_title"):
                field.set_counter("")
        for name, part in (("choices", "name"), ("sections", "title")):
            editor = self.editors[name]
            if isinstance(editor, ChoicesEditor | SectionsEditor):
                rows = len(editor.value() or ())
                each = [counted.get((name, place, part)) for place in range(rows)]
                total = counted.get((name,))
                editor.show_counts(
                    [counted_words(counter) if counter else ("", False) for counter in each],
                    counted_words(total) if total else ("", False),
                )


def _asked(spec: FieldSpec) -> FieldSpec:
    """Shown only where it is needed, and needed wherever it is shown."""
    return replace(spec, required=True)
