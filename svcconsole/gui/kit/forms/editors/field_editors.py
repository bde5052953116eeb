"""One editor per kind of field: its control, its value, what it cannot read, and that it changed."""

from __future__ import annotations

import json
from collections.abc import Sequence
from typing import Any

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QComboBox, QLineEdit, QWidget

from svcconsole.gui.design.fonts import set_role
from svcconsole.gui.design.metrics import dp
from svcconsole.gui.design.style import set_property
from svcconsole.gui.design.words import show, tr
from svcconsole.gui.kit.forms.editors.editor import NOT_SET, Editor
from svcconsole.gui.kit.forms.editors.numbers import (
    number_problem,
    number_text,
    parse_number,
    parse_whole,
)
from svcconsole.gui.kit.forms.fields import FieldSpec, Kind
from svcconsole.gui.kit.forms.problems import Problem
from svcconsole.gui.kit.widgets.chips import ChipsEdit
from svcconsole.gui.kit.widgets.literal_buttons import CheckBox
from svcconsole.gui.kit.widgets.text_area import TextArea
from svcconsole.gui.runtime.privacy import privacy
from svcconsole.words.json_reason import json_reason


class LineEditor(Editor):
    """One line of text; `code` and `url` are the same control in another dress."""

    def __init__(self, spec: FieldSpec, parent: QWidget | None = None) -> None:
        self.line = QLineEdit(parent)
        super().__init__(spec, self.line)
        self._is_set = False
        self._given = self._shown = ""
        if spec.kind is Kind.CODE:
            set_role(self.line, "mono")
        self.line.setPlaceholderText(_placeholder(spec))
        self.line.textEdited.connect(self._edited)
        if spec.personal:
            privacy().changed.connect(self._hide)
            self._hide()

    def _hide(self) -> None:
        """Who a person is shows as dots while people are hidden; typing begins anew, as in a password."""
        modes = QLineEdit.EchoMode
        self.line.setEchoMode(modes.PasswordEchoOnEdit if privacy().on else modes.Normal)

    def value(self) -> Any:
        """What was typed; what was set and not touched is exact, even where the control cannot show it so."""
        text = self.line.text()
        return None if not self._is_set else self._given if text == self._shown else text

    def set_value(self, value: Any) -> None:
        self._is_set = value is not None
        text = "" if value is None else str(value)
        if text != self.line.text():
            self.line.setText(text)
            self.line.setCursorPosition(0)
        self._given, self._shown = text, self.line.text()

    def lock(self) -> None:
        self.line.setReadOnly(True)
        set_property(self.line, "state", "locked")

    def show_problems(self, problems: Sequence[Problem], edited: bool) -> None:
        if not self.line.isReadOnly():
            super().show_problems(problems, edited)

    def _edited(self, text: str) -> None:
        self._is_set = bool(text) or self.original is not None
        self.changed.emit()


class NumberEditor(LineEditor):
    """A number in the locale's spelling; what is no number stays as typed."""

    def __init__(self, spec: FieldSpec, parent: QWidget | None = None) -> None:
        super().__init__(spec, parent)
        self.line.setAlignment(Qt.AlignmentFlag.AlignTrailing | Qt.AlignmentFlag.AlignVCenter)

    def value(self) -> Any:
        return (parse_whole if self.spec.whole else parse_number)(self.line.text())

    def set_value(self, value: Any) -> None:
        self.line.setText(number_text(value))

    def unreadable(self) -> list[Problem]:
        problem = number_problem(self.value())
        return [Problem((), problem)] if problem else []


class AreaEditor(Editor):
    """Several lines of text; Tab leaves the field."""

    spans = True

    def __init__(self, spec: FieldSpec, parent: QWidget | None = None) -> None:
        self.area = TextArea(parent)
        super().__init__(spec, self.area)
        self.area.setTabChangesFocus(True)
        self.area.setPlaceholderText(_placeholder(spec))
        self.area.setFixedHeight(self.area.fontMetrics().lineSpacing() * 3 + dp(20))
        self.area.textChanged.connect(self._edited)
        self._is_set = False
        self._given = self._shown = ""
        self._loading = False

    def value(self) -> Any:
        """As for one line."""
        text = self.area.text()
        return None if not self._is_set else self._given if text == self._shown else text

    def set_value(self, value: Any) -> None:
        self._is_set = value is not None
        text = "" if value is None else str(value)
        if text != self.area.text():
            self._loading = True
            self.area.set_text(text)
            self._loading = False
        self._given, self._shown = text, self.area.text()

    def _edited(self) -> None:
        if self._loading:
            return
        self._is_set = bool(self.area.text()) or self.original is not None
        self.changed.emit()


class JsonEditor(AreaEditor):
    """Any JSON, checked as JSON: for shapes that no other editor has."""

    def __init__(self, spec: FieldSpec, parent: QWidget | None = None) -> None:
        super().__init__(spec, parent)
        set_role(self.area, "mono")

    def value(self) -> Any:
        text = self.area.text()
        if not text.strip():
            return None
        try:
            return json.loads(text)
        except ValueError:
            return text

    def set_value(self, value: Any) -> None:
        super().set_value(
            None if value is None else json.dumps(value, indent=2, ensure_ascii=False, default=str)
        )

    def unreadable(self) -> list[Problem]:
        text = self.area.text()
        try:
            json.loads(text or "null")
        except json.JSONDecodeError as error:
            return [
                Problem(
                    (),
                    tr(
                        "This is not JSON: line {lineno}, column {colno}: {msg}.",
                        lineno=error.lineno,
                        colno=error.colno,
                        msg=json_reason(error),
                    ),
                )
            ]
        return []


class SwitchEditor(Editor):
    """Yes or no; where the field may be absent, the third state is "not set"."""

    captioned = False

    def __init__(self, spec: FieldSpec, parent: QWidget | None = None) -> None:
        self.box = CheckBox(show(spec.label), parent)
        super().__init__(spec, self.box)
        self.box.setTristate(not spec.required)
        self.box.clicked.connect(self._clicked)

    def value(self) -> Any:
        state = self.box.checkState()
        return None if state is Qt.CheckState.PartiallyChecked else state is Qt.CheckState.Checked

    def set_value(self, value: Any) -> None:
        unset = Qt.CheckState.PartiallyChecked if self.box.isTristate() else Qt.CheckState.Unchecked
        states = {True: Qt.CheckState.Checked, False: Qt.CheckState.Unchecked}
        self.box.setCheckState(unset if value is None else states[bool(value)])

    def _clicked(self) -> None:
        self.changed.emit()


class ChoiceEditor(Editor):
    """One of the listed words; a suggestion list for a text field takes any other word, too."""

    def __init__(self, spec: FieldSpec, parent: QWidget | None = None) -> None:
        self.combo = QComboBox(parent)
        super().__init__(spec, self.combo)
        self._free = spec.kind is not Kind.CHOICE
        self.combo.setEditable(self._free)
        if not self._free:
            self.combo.addItem(tr("not set"), None)
        for choice in spec.choices:
            self.combo.addItem(choice, choice)
        line = self.combo.lineEdit()
        if line is not None:
            line.setPlaceholderText(tr("not set"))
            line.installEventFilter(self)
            self.combo.setInsertPolicy(QComboBox.InsertPolicy.NoInsert)
            line.textEdited.connect(self._picked)
        self.combo.activated.connect(self._picked)

    def value(self) -> Any:
        if not self._free:
            return self.combo.currentData()
        text = self.combo.currentText()
        return text or (None if self.original is None else "")

    def set_value(self, value: Any) -> None:
        if self._free:
            text = "" if value is None else str(value)
            if text != self.combo.currentText():
                self.combo.setEditText(text)
            return
        index = self.combo.findData(value)
        if index < 0:
            self.combo.addItem(str(value), value)
            index = self.combo.count() - 1
        self.combo.setCurrentIndex(index)

    def _picked(self) -> None:
        self.changed.emit()


class TextsEditor(Editor):
    """A list of words as chips."""

    def __init__(self, spec: FieldSpec, parent: QWidget | None = None) -> None:
        self.chips = ChipsEdit(spec.example or _placeholder(spec))
        super().__init__(spec, self.chips)
        self.chips.setParent(parent)
        self.chips.set_suggestions(list(spec.choices))
        self.chips.changed.connect(self._edited)
        self._is_set = False

    def value(self) -> Any:
        return self._values() if self._is_set or self.chips.values() else None

    def set_value(self, value: Any) -> None:
        self._is_set = value is not None
        self.chips.set_values([number_text(entry) for entry in value or ()])

    def _values(self) -> list[Any]:
        return list(self.chips.values())

    def _edited(self) -> None:
        self._is_set = bool(self.chips.values()) or self.original is not None
        self.changed.emit()


class NumbersEditor(TextsEditor):
    """A list of numbers as chips."""

    def _values(self) -> list[Any]:
        return list(map(parse_whole if self.spec.whole else parse_number, self.chips.values()))

    def unreadable(self) -> list[Problem]:
        return [Problem((index,), sentence) for index, value in enumerate(self._values())
                if (sentence := number_problem(value))]  # fmt: skip


def _placeholder(spec: FieldSpec) -> str:
    return spec.example or ("" if spec.required else tr(NOT_SET))
