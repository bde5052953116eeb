"""The options of a fault: how often, from when to when, where, and its own parameters."""

from __future__ import annotations

from typing import Any

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QComboBox, QLineEdit, QSpinBox, QWidget

from svcconsole.gui.design.metrics import dp
from svcconsole.gui.design.text import PlainLabel
from svcconsole.gui.design.words import tr, tr_plural
from svcconsole.gui.kit.containers.boxes import vbox
from svcconsole.gui.kit.containers.flow import FlowLayout
from svcconsole.gui.kit.quantity_words import count
from svcconsole.gui.panels.practice.faults import fault_text
from svcconsole.gui.panels.practice.faults.fault_text import OFTEN, PARAMETERS, Parameter
from svcconsole.gui.runtime.practice_records import FaultKind

MOST = 1_000_000
LONGEST = 3_600
NARROW, WIDE = 92, 190


class FaultOptions(QWidget):
    """The choices for one kind; made when somebody wants to see them."""

    def __init__(self, kind: FaultKind, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.kind = kind
        self.often = QComboBox()
        for key, often in OFTEN.items():
            self.often.addItem(tr(often.words), key)
        self.number = _spin(1, 1)
        self.after = _spin(0, 0)
        self.seconds = _spin(0, 0, LONGEST)
        self.seconds.setSpecialValueText(tr("no end"))
        self.seconds.setSuffix(tr(" s"))
        self.operation = QComboBox()
        self.operation.addItem(tr("Wherever it can"), None)
        for path in fault_text.operations(kind):
            self.operation.addItem(path, path)
        self.became = QComboBox()
        self.became.addItem(tr("Not carried out"), False)
        self.became.addItem(tr("Carried out"), True)
        self.became.setCurrentIndex(int(kind.executed))
        self.parameters = {
            name: _editor(name, default) for name, default in kind.parameters.items() if name in PARAMETERS
        }
        self._flow = FlowLayout(self, gap=8)
        for name, editor in self.parameters.items():
            self._named(_label(PARAMETERS[name]), editor)
        self._named(tr("How often"), self.often)
        self._number_box = self._named("", self.number)
        where = self._named(tr("Where"), self.operation)
        where.setVisible(self.operation.count() > 1)
        became = self._named(tr("The request is"), self.became)
        became.setVisible(kind.either)
        self._named(tr("Requests let through first"), self.after)
        self._named(tr("For"), self.seconds)
        self.often.currentIndexChanged.connect(lambda _at: self._show_number())
        self._show_number()

    @property
    def executed(self) -> bool:
        """Whether the request is to be carried out."""
        return bool(self.became.currentData())

    def wanted(self) -> dict[str, Any]:
        """What these choices add to the control call; what would hold anyhow is left out."""
        body = OFTEN[str(self.often.currentData())].says(self.number.value())
        if self.after.value():
            body["after"] = self.after.value()
        if self.seconds.value():
            body["to"] = self.seconds.value()
        if self.operation.currentData() is not None:
            body["operation"] = self.operation.currentData()
        if self.kind.either and self.executed != self.kind.executed:
            body["executed"] = self.executed
        for name, editor in self.parameters.items():
            value = _value(PARAMETERS[name], editor)
            if value is not None and value != self.kind.parameters.get(name):
                body[name] = value
        return body

    def words(self) -> str:
        """The choices that are not the usual ones, in short."""
        often = OFTEN[str(self.often.currentData())]
        said = [tr(often.words)]
        if often.number:
            said = [tr("{title}: {value}", title=tr(often.number), value=self.number.value())]
        if self.operation.currentData() is not None:
            said.append(str(self.operation.currentData()))
        if self.after.value():
            said.append(tr_plural("after {n} request", "after {n} requests", self.after.value()))
        if self.seconds.value():
            said.append(tr("for {n} s", n=count(self.seconds.value())))
        for name, editor in self.parameters.items():
            value = _value(PARAMETERS[name], editor)
            if value is not None:
                said.append(tr("{title}: {value}", title=_label(PARAMETERS[name]), value=_said(value)))
        return " · ".join(said)

    def _show_number(self) -> None:
        often = OFTEN[str(self.often.currentData())]
        self.number.setRange(1, often.most)
        self.number.setValue(often.usual)
        self._number_box.set_name(tr(often.number), fault_text.title(self.kind.name))
        self._number_box.setVisible(bool(often.number))

    def _named(self, name: str, editor: QWidget) -> _Named:
        box = _Named(editor)
        box.set_name(name, fault_text.title(self.kind.name))
        self._flow.addWidget(box)
        return box


class _Named(QWidget):
    """An editor with its name above it."""

    def __init__(self, editor: QWidget) -> None:
        super().__init__()
        self._editor = editor
        self._label = PlainLabel("", "micro", "text2")
        editor.setMaximumWidth(dp(WIDE))
        vbox(self._label, (editor, 0, Qt.AlignmentFlag.AlignLeading), parent=self, spacing=2)

    def set_name(self, name: str, of: str) -> None:
        """What it asks for, and of which fault."""
        self._label.setText(name)
        self._editor.setAccessibleName(f"{of}, {name}")


def usual(kind: FaultKind) -> str:
    """What holds while nobody has chosen anything, in short."""
    given = {PARAMETERS[name]: value for name, value in kind.parameters.items() if name in PARAMETERS}
    said = [
        tr("{title}: {value}", title=_label(each), value=_said(value))
        for each, value in given.items()
        if value is not None
    ]
    return " · ".join((tr("Every time"), *said))


def _said(value: Any) -> str:
    """A value in words: 100,000 levels."""
    return count(value) if isinstance(value, int) else _typed(value)


def _typed(value: Any) -> str:
    """The same as it is typed."""
    return f"{value:g}" if isinstance(value, float) else str(value)


def _spin(least: int, value: int, most: int = MOST) -> QSpinBox:
    spin = QSpinBox()
    spin.setRange(least, most)
    spin.setValue(value)
    return spin


def _label(parameter: Parameter) -> str:
    name = tr(parameter.label)
    return f"{name} ({parameter.unit})" if parameter.unit and parameter.label != "Seconds" else name


def _editor(name: str, default: Any) -> QComboBox | QLineEdit:
    parameter = PARAMETERS[name]
    if parameter.choices:
        combo = QComboBox()
        for choice in parameter.choices:
            combo.addItem(choice, choice)
        combo.setCurrentIndex(max(0, combo.findData(default)))
        return combo
    line = QLineEdit("" if default is None else _typed(default))
    line.setPlaceholderText(tr("not set"))
    line.setFixedWidth(dp(WIDE if parameter.text else NARROW))
    return line


def _value(parameter: Parameter, editor: QWidget) -> Any:
    """What was typed, as a number where it is one; the store says what it does not take."""
    if isinstance(editor, QComboBox):
        return editor.currentData()
    text = editor.text().strip() if isinstance(editor, QLineEdit) else ""
    if not text or parameter.text:
        return text or None
    try:
        return int(text) if parameter.whole else float(text)
    except ValueError:
        return text
