"""Editors of the question: a report, named choices, filters, plain fields."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from itertools import groupby
from typing import Any

from PySide6.QtWidgets import QWidget

from svcconsole.gui.design.text import set_tip
from svcconsole.gui.design.words import tr
from svcconsole.gui.kit.containers.cards import SectionHeading
from svcconsole.gui.kit.forms.editors.editor import Editor
from svcconsole.gui.kit.forms.editors.field_editors import ChoiceEditor, LineEditor, TextsEditor
from svcconsole.gui.kit.forms.editors.nested import RecordEditor
from svcconsole.gui.kit.forms.fields import FieldSpec
from svcconsole.gui.kit.forms.layout import Section
from svcconsole.gui.kit.forms.problems import Problem
from svcconsole.gui.kit.report_words import channels, groupings
from svcconsole.gui.kit.widgets.pills import Pill


class FixedChoice(Editor):
    """A question has nothing in the store that it would change: no field of it stands as edited."""

    def show_problems(self, problems: Sequence[Problem], edited: bool) -> None:
        super().show_problems(problems, False)


class PlainLine(FixedChoice, LineEditor):
    """One line of text."""


class PlainTexts(FixedChoice, TextsEditor):
    """Several texts as chips."""


class NamedChoice(FixedChoice, ChoiceEditor):
    """One of a few words of the wire, each shown by its name; `words[None]` stands for "not set"."""

    def __init__(self, spec: FieldSpec, words: Mapping[str | None, str]) -> None:
        super().__init__(spec)
        self._words = words
        for at in range(self.combo.count()):
            self.combo.setItemText(at, words.get(self.combo.itemData(at), self.combo.itemText(at)))

    def words(self, value: object) -> str:
        known = self._words.get(value) if isinstance(value, str | None) else None
        return known if known is not None else super().words(value)


class GroupedChoice(FixedChoice, ChoiceEditor):
    """One of many words, with a line between the groups; `groups` gives group and word, in order."""

    def __init__(self, spec: FieldSpec, groups: Sequence[tuple[str, str]], nothing: str) -> None:
        super().__init__(replace(spec, choices=()))
        self.combo.setItemText(0, nothing)
        self.combo.setMaxVisibleItems(len(groups) + 1)
        for _, members in groupby(groups, key=lambda pair: pair[0]):
            self.combo.insertSeparator(self.combo.count())
            for _, word in members:
                self.combo.addItem(word, word)


class FiltersEditor(RecordEditor):
    """Channel and grouping, side by side; what the service does not say of them stands at their heading."""

    def __init__(self, spec: FieldSpec) -> None:
        words = {"channel": channels(), "group_by": groupings()}
        section = Section("", (("channel",), ("group_by",)))
        super().__init__(spec, lambda part: NamedChoice(part, words[part.name]), sections=(section,))
        layout = self.widget.layout()
        if layout is not None:
            layout.setContentsMargins(0, 0, 0, 0)

    def heading(self, title: str, note: str) -> QWidget:
        badge = Pill(tr("Not documented by the service"), "unknown", "neutral", outlined=True)
        said = tr(
            "“Which report names support which filters, and which report names belong to which report type: "
            "not shown.” What is usual is suggested; anything else is sent as well."
        )
        set_tip(badge, said)
        return self._counted(SectionHeading(title, trailing=badge), note)

    def show_problems(self, problems: Sequence[Problem], edited: bool) -> None:
        super().show_problems(problems, edited)
        for field in self.fields.values():
            field.set_was(None)

    def set_hints(self, hints: dict[str, Any]) -> None:
        """A line under each filter, by its name; blank for none."""
        for name, field in self.fields.items():
            field.set_help(str(hints.get(name, "")))
