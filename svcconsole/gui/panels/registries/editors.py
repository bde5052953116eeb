"""Editors that use registries: segments, and fields that suggest known entries."""

from __future__ import annotations

from collections.abc import Sequence
from decimal import Decimal
from typing import Any

from svcconsole.gui.design.words import tr
from svcconsole.gui.kit.containers.segments import Segments
from svcconsole.gui.kit.forms.editors.editor import NOT_SET, Editor
from svcconsole.gui.kit.forms.editors.field_editors import LineEditor, NumbersEditor
from svcconsole.gui.kit.forms.editors.numbers import number_problem, parse_number
from svcconsole.gui.kit.forms.fields import FieldSpec
from svcconsole.gui.kit.forms.problems import Problem
from svcconsole.gui.panels.registries.registry_cache import RegistryCache, RegistryOffer
from svcconsole.workspace.known.registries import RegistryKind

Choices = Sequence[tuple[str, str]]
"""Word on the wire and word on the segment."""


class SegmentsEditor(Editor):
    """One of a few words, always one; `by_hand` once a person has chosen it."""

    def __init__(self, spec: FieldSpec, choices: Choices) -> None:
        self.segments = Segments()
        super().__init__(spec, self.segments)
        self.choices = tuple(choices)
        self.by_hand = False
        self._loading = False
        for _, words in choices:
            self.segments.add(words)
        self.segments.currentChanged.connect(self._chosen)

    def value(self) -> Any:
        return self.choices[self.segments.current()][0]

    def set_value(self, value: Any) -> None:
        words = [word for word, _ in self.choices]
        self._loading = True
        self.segments.set_current(words.index(value) if value in words else 0)
        self._loading = False

    def words(self, value: Any) -> str:
        return dict(self.choices).get(value, tr(NOT_SET))

    def show_problems(self, problems: Sequence[Problem], edited: bool) -> None:
        """A chosen segment says itself what it is."""

    def _chosen(self, _index: int) -> None:
        if not self._loading:
            self.by_hand = True
            self.changed.emit()


class RegistryEditor(LineEditor):
    """Text that a registry may know: offered while typing, and any other text is taken, too."""

    def __init__(self, spec: FieldSpec, known: RegistryCache, kind: RegistryKind) -> None:
        super().__init__(spec)
        self.known, self.registry = known, kind
        self.offer = RegistryOffer(self.line, known, kind)
        self.offer.taken.connect(lambda: self._edited(self.line.text()))

    def value(self) -> Any:
        text = super().value()
        return text if text is None else self.known.key_of(self.registry, text)

    def words(self, value: Any) -> str:
        return super().words(value) if not value else self.known.words(self.registry, str(value))


class RegistryNumberEditor(RegistryEditor):
    """A number that a registry may know by a name."""

    def value(self) -> Any:
        return whole(super().value())

    def unreadable(self) -> list[Problem]:
        problem = number_problem(self.value())
        return [Problem((), problem)] if problem else []


class LabelsEditor(NumbersEditor):
    """Labels as chips: by their names where the registry has them, kept as numbers."""

    def __init__(self, spec: FieldSpec, known: RegistryCache) -> None:
        super().__init__(spec)
        self.known = known
        known.changed.connect(self._known_changed)
        self._known_changed()

    def set_value(self, value: Any) -> None:
        self._is_set = value is not None
        self.chips.set_values([self.known.words(RegistryKind.LABELS, str(key)) for key in value or ()])

    def words(self, value: Any) -> str:
        return super().words([self.known.words(RegistryKind.LABELS, str(key)) for key in value or ()])

    def _values(self) -> list[Any]:
        return [whole(self.known.key_of(RegistryKind.LABELS, text)) for text in self.chips.values()]

    def _edited(self) -> None:
        """One chip for each label, called what it is called everywhere, however it was typed."""
        keys = list(dict.fromkeys(self._values()))
        words = [self.known.words(RegistryKind.LABELS, str(key)) for key in keys]
        if words != self.chips.values():
            self.chips.set_values(words)
        super()._edited()

    def _known_changed(self) -> None:
        entries = self.known.of(RegistryKind.LABELS)
        self.chips.set_suggestions([self.known.words(entry.kind, entry.key) for entry in entries])


def whole(text: str | None) -> Any:
    """The whole number in `text`, else the number, else the text as typed."""
    number = parse_number(text or "")
    return int(number) if isinstance(number, Decimal) and number == int(number) else number
