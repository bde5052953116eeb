"""The editor of a customer's addresses as cards; country and code come from one choice."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from copy import deepcopy
from dataclasses import replace
from typing import Any

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QCompleter, QWidget

from svcconsole.gui.design.text import PlainLabel
from svcconsole.gui.design.words import tr
from svcconsole.gui.kit.containers.boxes import hbox, vbox
from svcconsole.gui.kit.containers.cards import Card
from svcconsole.gui.kit.containers.fields import FieldGrid
from svcconsole.gui.kit.forms.editors.editor import Editor, EditorFactory
from svcconsole.gui.kit.forms.editors.field_editors import ChoiceEditor, SwitchEditor
from svcconsole.gui.kit.forms.editors.kinds import editor_for
from svcconsole.gui.kit.forms.editors.nested import RecordEditor
from svcconsole.gui.kit.forms.fields import FieldSpec
from svcconsole.gui.kit.forms.layout import Section
from svcconsole.gui.kit.forms.problems import Loc, Problem
from svcconsole.gui.kit.widgets.buttons import button, link, tool_button
from svcconsole.tables.values.countries import countries, country_code, country_name

SHOWN = ("address1", "address2", "city", "zip", "state", "state_code", "country", "country_code")
RARE = (
    "first_name", "last_name", "phone_number", "email", "partner_address_id", "timezone", "latitude",
    "longitude",
)  # fmt: skip
GIVEN = "address_id"
"""The service's own id: kept, never typed."""

CODE_LETTERS = 2

Values = dict[str, Any]


class AddressesEditor(Editor):
    """`value` is a list of dicts by the names of the model; the store may keep what is removed."""

    spans = True

    def __init__(self, spec: FieldSpec) -> None:
        box = QWidget()
        super().__init__(spec, box)
        self.cards: list[AddressCard] = []
        self._is_set = False
        self._column = vbox(spacing=12)
        self.add_button = button(tr("Add an address"), "plus", "quiet")
        self.add_button.clicked.connect(self.add)
        vbox(self._column, (self.add_button, 0, Qt.AlignmentFlag.AlignLeading), parent=box, spacing=12)

    def value(self) -> Any:
        return [card.value() for card in self.cards] if self.cards or self._is_set else None

    def set_value(self, value: Any) -> None:
        self._is_set = value is not None
        rows = list(value or ())
        while len(self.cards) > len(rows):
            self._drop(self.cards[-1])
        while len(self.cards) < len(rows):
            self._new()
        for card, row in zip(self.cards, rows, strict=True):
            card.set_value(dict(row))
        self._name_cards()
        self._count()

    def set_original(self, value: Any) -> None:
        super().set_original(value)
        known = {row.get(GIVEN): row for row in value or () if row.get(GIVEN)}
        for card in self.cards:
            card.set_original(deepcopy(known.get(card.given)))

    def unreadable(self) -> list[Problem]:
        return [
            Problem((index, *problem.loc), problem.sentence)
            for index, card in enumerate(self.cards)
            for problem in card.editor.unreadable()
        ]

    def show_problems(self, problems: Sequence[Problem], edited: bool) -> None:
        for index, card in enumerate(self.cards):
            head = self._head(index)  # on its own card a sentence needs not say which address it is about
            card.show_problems(
                [
                    replace(each, loc=each.loc[1:], sentence=each.sentence.removeprefix(head))
                    for each in problems
                    if each.loc[:1] == (index,)
                ]
            )

    def focus(self, loc: Loc = ()) -> None:
        index = loc[0] if loc and isinstance(loc[0], int) else 0
        if index < len(self.cards):
            self.cards[index].focus(loc[1:] or (SHOWN[0],))
        else:
            self.add_button.setFocus()

    def label_at(self, loc: Loc, label: str) -> str:
        if not loc or not isinstance(loc[0], int) or loc[0] >= len(self.cards):
            return super().label_at(loc, label)
        return self._head(loc[0]) + label

    def words_at(self, loc: Loc, value: Any) -> str:
        if len(loc) == 1 and value == "":
            return tr("a new address")
        return super().words_at(loc, value)

    def _head(self, index: int) -> str:
        return tr("Address {number}: ", number=index + 1)

    def add(self) -> None:
        """A blank address at the end; the first of a customer is the default."""
        card = self._new()
        card.set_value({"is_default": True} if len(self.cards) == 1 else {})
        self._is_set = True
        self.left.emit()  # a step of its own to undo, whatever was typed before
        self._edited()
        self.left.emit()
        card.focus((SHOWN[0],))

    def remove(self, card: AddressCard) -> None:
        """Take an address out of the form."""
        self.left.emit()
        self._drop(card)
        self._edited()
        self.left.emit()
        self.add_button.setFocus()

    def _new(self) -> AddressCard:
        card = AddressCard(self.spec)
        card.editor.changed.connect(lambda: self._changed(card))
        card.editor.left.connect(self.left)
        card.removed.clicked.connect(lambda: self.remove(card))
        self.cards.append(card)
        self._column.addWidget(card)
        return card

    def _drop(self, card: AddressCard) -> None:
        self.cards.remove(card)
        self._column.removeWidget(card)
        card.hide()
        card.deleteLater()

    def _changed(self, card: AddressCard) -> None:
        if card.is_default():
            for other in self.cards:
                if other is not card and other.is_default():
                    other.editor.parts["is_default"].set_value(False)
        self._edited()

    def _edited(self) -> None:
        self._is_set = True
        self._name_cards()
        self.changed.emit()

    def _name_cards(self) -> None:
        for number, card in enumerate(self.cards, start=1):
            card.set_number(number)


class AddressCard(Card):
    """One address: its fields in two columns, the rare ones on demand."""

    def __init__(self, spec: FieldSpec) -> None:
        super().__init__()
        self.given: str | None = None
        self._loaded: Values = {}
        self._shown: Values = {}
        self._more_open = False
        self.title = PlainLabel("", "strong")
        self.removed = tool_button("delete", tr("Remove"))
        head = hbox((self.title, 1), self.removed)
        record = replace(spec, name="address", required=True)
        sections = (Section("", tuple((name,) for name in (*SHOWN, "is_default", *RARE, GIVEN))),)
        self.editor = RecordEditor(record, _editor, sections=sections)
        layout = self.editor.widget.layout()
        if layout is not None:
            layout.setContentsMargins(0, 0, 0, 0)
        self.editor.fields[GIVEN].hide()
        self.more = link(tr("More fields ({number})", number=len(RARE)), "label")
        self.more.clicked.connect(lambda: self._show_rare(not self._more_open))
        self.body.addLayout(head)
        self.body.addWidget(self.editor.widget)
        self.body.addWidget(self.more, 0, Qt.AlignmentFlag.AlignLeading)
        self._pair()
        self._show_rare(False)

    def value(self) -> Values:
        """What was typed; what was not touched is as it was loaded, whatever its editor makes of it."""
        shown = self._parts()
        if shown == self._shown:
            return deepcopy(self._loaded)
        values = {
            name: self._loaded.get(name) if value == self._shown[name] else value
            for name, value in shown.items()
        }
        values = {name: value for name, value in values.items() if value is not None}
        return {**values, GIVEN: self.given} if self.given else values

    def set_value(self, values: Values) -> None:
        self.given = values.get(GIVEN)
        self.editor.set_value(values)
        self._loaded = deepcopy(values)
        self._shown = self._parts()
        if any(values.get(name) not in (None, "") for name in RARE):
            self._show_rare(True)

    def set_original(self, values: Values | None) -> None:
        """What the changes are counted from; an empty editor's value depends on it, touched or not."""
        before = self._parts()
        self.editor.set_original(values)
        untouched = {name for name, value in before.items() if value == self._shown[name]}
        self._shown |= {name: value for name, value in self._parts().items() if name in untouched}

    def _parts(self) -> Values:
        return {name: part.value() for name, part in self.editor.parts.items()}

    def show_problems(self, problems: Sequence[Problem]) -> None:
        self.editor.show_problems(problems, True)
        if any(problem.loc and problem.loc[0] in RARE for problem in problems):
            self._show_rare(True)

    def focus(self, loc: Loc) -> None:
        if loc and loc[0] in RARE:
            self._show_rare(True)
        self.editor.focus(loc)

    def is_default(self) -> bool:
        return self.editor.parts["is_default"].value() is True

    def set_number(self, number: int) -> None:
        """Say which one it is, and if it is the default."""
        words = tr("Address {number}", number=number)
        self.title.setText(tr("{words}, the default", words=words) if self.is_default() else words)
        self.setAccessibleName(self.title.text())
        self.removed.setAccessibleName(tr("Remove address {number}", number=number))

    def _show_rare(self, shown: bool) -> None:
        self._more_open = shown
        for name in RARE:
            self.editor.fields[name].setVisible(shown)
        for grid in self.editor.widget.findChildren(FieldGrid):
            grid.arrange()
        self.more.setVisible(not shown)

    def _pair(self) -> None:
        """Choosing a country fills its code, typing a code fills the country."""
        country, code = self.editor.parts["country"], self.editor.parts["country_code"]
        # The record's own look at its fields comes after these: it then finds both filled.
        country.changed.connect(lambda: _fill(code, _code_of(str(country.value() or ""))))
        code.changed.connect(lambda: _fill(country, country_name(str(code.value() or ""))))
        for part in (country, code):
            part.changed.connect(self.editor.changed)


class CountryEditor(ChoiceEditor):
    """Any country by name, found by any part of it; a name no list has may be typed, too."""

    def __init__(self, spec: FieldSpec) -> None:
        super().__init__(replace(spec, choices=tuple(countries().values())))
        completer = self.combo.completer()
        if completer is not None:
            completer.setFilterMode(Qt.MatchFlag.MatchContains)
            completer.setCompletionMode(QCompleter.CompletionMode.PopupCompletion)
            completer.setCaseSensitivity(Qt.CaseSensitivity.CaseInsensitive)
            completer.activated.connect(self._picked)


class DefaultEditor(SwitchEditor):
    """One address is the default and the others are not: there is no third state."""

    def __init__(self, spec: FieldSpec) -> None:
        self._said = False
        super().__init__(spec)
        self.box.setTristate(False)

    def value(self) -> bool | None:
        return self.box.isChecked() or (False if self._said else None)

    def set_value(self, value: Any) -> None:
        self._said = value is not None
        super().set_value(value)


EDITORS: Mapping[str, EditorFactory] = {"country": CountryEditor, "is_default": DefaultEditor}


def _editor(spec: FieldSpec) -> Editor:
    return EDITORS.get(spec.name, editor_for)(spec)


def _code_of(name: str) -> str:
    """By a whole name: the first letters of one may be another country's code."""
    return country_code(name) if len(name.strip()) > CODE_LETTERS else ""


def _fill(editor: Editor, value: str) -> None:
    if value and editor.value() != value:
        editor.set_value(value)
