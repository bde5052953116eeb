"""What every editor of a field is: a control, its value, what it cannot read, and that it changed."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from PySide6.QtCore import QEvent, QLocale, QObject, Signal
from PySide6.QtWidgets import QWidget
from shiboken6 import isValid

from svcconsole.gui.design.style import set_property
from svcconsole.gui.design.words import dotted, mark, tr
from svcconsole.gui.kit.containers.cards import SectionHeading
from svcconsole.gui.kit.focus import focus_on
from svcconsole.gui.kit.forms.editors.numbers import number_text
from svcconsole.gui.kit.forms.fields import FieldSpec, Kind
from svcconsole.gui.kit.forms.problems import Loc, Problem

NOT_SET = mark("not set")


class Editor(QObject):
    """The control of one field; `None` is "not set", and what cannot be read stays as typed, with a problem.

    `changed` follows the person's hand only, never `set_value`; `left` says that the field lost the focus.
    """

    changed = Signal()
    left = Signal()
    spans = False
    captioned = True
    whole_steps = False
    """Every change is a step of its own to undo; else all of one visit to the field are."""

    def __init__(self, spec: FieldSpec, widget: QWidget) -> None:
        super().__init__(widget)
        self.spec = spec
        self.widget = widget
        self.original: Any = None
        self._heading: SectionHeading | None = None
        self._note = ""
        self.changed.connect(self._count)
        self._watched(widget)

    def value(self) -> Any:
        raise NotImplementedError

    def set_value(self, value: Any) -> None:
        raise NotImplementedError

    def set_original(self, value: Any) -> None:
        """The value as the store has it, which `value` is compared with."""
        self.original = value
        self._count()

    def unreadable(self) -> list[Problem]:
        """What was typed and cannot be a value, `loc` relative to this field."""
        return []

    def show_problems(self, problems: Sequence[Problem], edited: bool) -> None:
        """Show which parts are edited or have problems; most editors have one part."""
        errors = any(not problem.warning for problem in problems)
        set_property(self.widget, "state", "error" if errors else "edited" if edited else "")

    def lock(self) -> None:
        """Keep the value readable and copyable, but not to be changed."""
        self.widget.setEnabled(False)

    def focus(self, loc: Loc = ()) -> None:
        """Put the focus on this editor, on the part `loc` leads to where there are several."""
        focus_on(self.widget)

    def heading(self, title: str, note: str) -> QWidget:
        """What stands above a part of the page that is no field with a label; a list says how many."""
        return self._counted(SectionHeading(title), note)

    def _counted(self, heading: SectionHeading, note: str) -> SectionHeading:
        self._heading, self._note = heading, note
        self._count()
        return heading

    def _count(self) -> None:
        """Say in the heading how many there are."""
        if self._heading is not None:
            entries = self.value()
            many = QLocale().toString(len(entries)) if isinstance(entries, list) and entries else ""
            self._heading.set_note(dotted(many, self._note))

    def words(self, value: Any) -> str:
        """A value of this field in words, for "was …" and the list of changes."""
        return words_of(value)

    def words_at(self, loc: Loc, value: Any) -> str:
        """A value of the part at `loc` in words; a row that came or went and the order of rows are words."""
        are_words = self.spec.kind is Kind.RECORDS and isinstance(value, str)
        return words_of(value) if loc or are_words else self.words(value)

    def label_at(self, loc: Loc, label: str) -> str:
        """What the part at `loc` is called in a sentence; `label` is the part's own."""
        return label if loc else self.spec.label

    def _watched(self, widget: QWidget) -> None:
        widget.installEventFilter(self)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        # A field that is being deleted loses the focus, too; there is nobody left to tell.
        if event.type() == QEvent.Type.FocusOut and isValid(self.widget):
            self.left.emit()
        return super().eventFilter(watched, event)


EditorFactory = Callable[[FieldSpec], Editor]


def words_of(value: Any) -> str:
    """A value in one line of words: lists joined, maps as `Colour: Flax`, yes and no, "not set", "empty"."""
    if value is None:
        return tr(NOT_SET)
    if isinstance(value, bool):
        return tr("yes") if value else tr("no")
    if isinstance(value, str):
        return value or tr("empty")
    if isinstance(value, Mapping):
        return " · ".join(f"{name}: {words_of(part)}" for name, part in value.items()) or tr("empty")
    if isinstance(value, Sequence):
        return ", ".join(words_of(part) for part in value) or tr("empty")
    return number_text(value)
