"""Editors of product messages: one product, or sections of several."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QLineEdit, QSizePolicy, QWidget

from svcconsole.gui.design.fonts import set_role
from svcconsole.gui.design.metrics import dp
from svcconsole.gui.design.style import set_property
from svcconsole.gui.design.text import PlainLabel, visible
from svcconsole.gui.design.words import dotted, show, tr
from svcconsole.gui.kit.containers.boxes import STRETCH, hbox, vbox
from svcconsole.gui.kit.containers.cards import Card, SectionHeading
from svcconsole.gui.kit.forms.editors.editor import Editor
from svcconsole.gui.kit.forms.fields import FieldSpec
from svcconsole.gui.kit.forms.problem_lines import ProblemLines
from svcconsole.gui.kit.forms.problems import Loc, Problem
from svcconsole.gui.kit.widgets.buttons import button, tool_button
from svcconsole.gui.kit.widgets.chips import ChipsEdit
from svcconsole.gui.tabs.messaging.products.product_picker import Picked
from svcconsole.gui.tabs.messaging.products.product_source import ProductSource

Taken = Callable[[Picked], None]
Ask = Callable[[bool, Taken], None]
"""Open the picker for several or one, and call back with what was chosen."""


class ProductEditor(Editor):
    """The id of one product with a button that opens the catalog."""

    def __init__(self, spec: FieldSpec, ask: Ask, taken: Callable[[Picked], None]) -> None:
        box = QWidget()
        super().__init__(spec, box)
        self.line = QLineEdit()
        set_role(self.line, "mono")
        self.line.setAccessibleName(show(spec.label))
        self.choose = button(tr("Choose"), "bag")
        hbox((self.line, 1), self.choose, parent=box, spacing=8)
        self._watched(self.line)
        self._taken = taken
        self.line.textEdited.connect(lambda _: self.changed.emit())
        self.choose.clicked.connect(lambda: ask(False, self._insert_picked))

    def value(self) -> Any:
        return self.line.text() or None

    def set_value(self, value: Any) -> None:
        if (value or "") != self.line.text():
            self.line.setText(value or "")

    def show_problems(self, problems: Sequence[Problem], edited: bool) -> None:
        set_property(self.line, "state", "error" if any(not each.warning for each in problems) else "")

    def _insert_picked(self, picked: Picked) -> None:
        if picked.ids:
            self.line.setText(picked.ids[0])
            self.changed.emit()
            self._taken(picked)


class _Section(Card):
    def __init__(self) -> None:
        super().__init__()
        self.body.setContentsMargins(dp(12), dp(10), dp(12), dp(12))
        self.title = QLineEdit()
        self.title.setPlaceholderText(tr("Title of the section"))
        self.counter = PlainLabel("", "micro", "text2")
        self.ids = ChipsEdit(tr("Add an id"))
        self.names = PlainLabel("", "caption", "text2", wrap=True)
        self.choose = button(tr("Choose products"), "bag")
        self.choose.set_compact()
        self.up, self.down = tool_button("up", tr("Move up")), tool_button("down", tr("Move down"))
        self.remove = tool_button("close", tr("Remove this section"))
        head = hbox(spacing=8)
        for part in (self.title, self.counter, self.choose, self.up, self.down, self.remove):
            head.addWidget(part, 1 if part is self.title else 0)
        self.body.addLayout(head)
        self.body.addWidget(self.ids)
        self.body.addWidget(self.names)
        self.setSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Maximum)

    def value(self) -> dict[str, Any]:
        return {"title": self.title.text() or None, "variant_ids": self.ids.values() or None}


class SectionsEditor(Editor):
    """A list of `{title, variant_ids}`; `None` without sections."""

    spans = True
    whole_steps = False

    def __init__(
        self, spec: FieldSpec, goods: ProductSource, ask: Ask, taken: Callable[[Picked], None]
    ) -> None:
        box = QWidget()
        super().__init__(spec, box)
        self.goods, self._ask, self._taken = goods, ask, taken
        self.sections: list[_Section] = []
        self.add_button = button(tr("New section"), "plus", "quiet")
        self.add_button.clicked.connect(lambda _=False: self.add())
        self.lines_below = ProblemLines()
        self._column = vbox(spacing=8)
        column = vbox(parent=box, spacing=6)
        column.addLayout(self._column)
        foot = hbox(self.add_button, STRETCH)
        column.addLayout(foot)
        column.addWidget(self.lines_below)
        self.head = SectionHeading(spec.label, role="label")
        self.head.set_note(tr("required"))
        goods.changed.connect(self._show_names)

    def value(self) -> Any:
        return [section.value() for section in self.sections] or None

    def set_value(self, value: Any) -> None:
        wanted = list(value or ())
        while len(self.sections) > len(wanted):
            self._drop(self.sections[-1])
        while len(self.sections) < len(wanted):
            self._append()
        for section, entry in zip(self.sections, wanted, strict=True):
            if section.title.text() != (entry.get("title") or ""):
                section.title.setText(entry.get("title") or "")
            if section.ids.values() != list(entry.get("variant_ids") or ()):
                section.ids.set_values(list(entry.get("variant_ids") or ()))
        self._show_names()

    def heading(self, title: str, note: str) -> QWidget:
        return self.head

    def add(self) -> None:
        """One more section, at the end."""
        section = self._append()
        section.title.setFocus(Qt.FocusReason.OtherFocusReason)
        self._stepped()

    def remove(self, section: _Section) -> None:
        """Take a section away."""
        self._drop(section)
        self._stepped()

    def move(self, section: _Section, by: int) -> None:
        """Put a section before or after its neighbour."""
        place = self.sections.index(section)
        to = max(0, min(len(self.sections) - 1, place + by))
        if to != place:
            self.sections.insert(to, self.sections.pop(place))
            self._column.removeWidget(section)
            self._column.insertWidget(to, section)
            self._stepped()

    def show_counts(self, counts: Sequence[tuple[str, bool]], total: tuple[str, bool]) -> None:
        """What each title's counter says and whether it is over; and how many products of how many."""
        for section, (words, over) in zip(self.sections, counts, strict=False):
            section.counter.setText(words)
            section.counter.set_tone("warning" if over else "text2")
        self.head.set_note(dotted(tr("required"), total[0]))

    def show_problems(self, problems: Sequence[Problem], edited: bool) -> None:
        wrong = {problem.loc[:1] for problem in problems if not problem.warning}
        for place, section in enumerate(self.sections):
            set_property(section.ids, "state", "error" if (place,) in wrong else "")
        self.lines_below.show_problems(problems)

    def focus(self, loc: Loc = ()) -> None:
        place = loc[0] if loc and isinstance(loc[0], int) else 0
        part: QWidget = self.add_button
        if place < len(self.sections):
            section = self.sections[place]
            part = section.title if loc[1:2] == ("title",) else section.ids
        part.setFocus(Qt.FocusReason.OtherFocusReason)

    def label_at(self, loc: Loc, label: str) -> str:
        if loc and isinstance(loc[0], int):
            return tr("Section {number}: {label}", number=loc[0] + 1, label=label)
        return self.spec.label

    def _append(self) -> _Section:
        section = _Section()
        section.title.setAccessibleName(tr("Section {number}: title", number=len(self.sections) + 1))
        section.ids.setAccessibleName(tr("Section {number}: products", number=len(self.sections) + 1))
        section.title.textEdited.connect(lambda _: self.changed.emit())
        section.ids.changed.connect(self._stepped)
        self._watched(section.title)
        section.remove.clicked.connect(lambda _=False: self.remove(section))
        section.up.clicked.connect(lambda _=False: self.move(section, -1))
        section.down.clicked.connect(lambda _=False: self.move(section, 1))
        section.choose.clicked.connect(
            lambda _=False: self._ask(True, lambda got: self._insert_picked(section, got))
        )
        self.sections.append(section)
        self._column.addWidget(section)
        return section

    def _insert_picked(self, section: _Section, picked: Picked) -> None:
        if section in self.sections:
            held = section.ids.values()
            section.ids.set_values([*held, *(one for one in picked.ids if one not in held)])
            self._stepped()
            self._taken(picked)

    def _drop(self, section: _Section) -> None:
        self.sections.remove(section)
        self._column.removeWidget(section)
        section.hide()
        section.deleteLater()

    def _show_names(self) -> None:
        for section in self.sections:
            named = [visible(self.goods.words(value)) for value in section.ids.values()]
            section.names.setText(", ".join(name for name in named if name))
            section.names.setVisible(any(named))

    def _stepped(self) -> None:
        self._show_names()
        self.left.emit()
        self.changed.emit()
        self.left.emit()
