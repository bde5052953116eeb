"""One fault of the practice store: a switch, a sentence, how often, where, and its own parameters."""

from __future__ import annotations

from typing import Any

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QCheckBox, QComboBox, QHBoxLayout, QLineEdit, QSpinBox, QVBoxLayout, QWidget

from svcconsole.gui import fonts
from svcconsole.gui.metrics import dp
from svcconsole.gui.panels.practice import fault_words
from svcconsole.gui.panels.practice.fault_words import OFTEN, PARAMETERS, TIMES, Parameter, tr
from svcconsole.gui.panels.practice.records import Fault, FaultKind
from svcconsole.gui.text import PlainLabel, set_tip, visible
from svcconsole.gui.widgets.cards import Card
from svcconsole.gui.widgets.flow import FlowLayout

MOST_TIMES = 1_000_000
NARROW, WIDE = 92, 190


class FaultCard(Card):
    """`on_wanted` carries the body of the control call, `off_wanted` the kind."""

    on_wanted = Signal(object)
    off_wanted = Signal(str)

    def __init__(self, kind: FaultKind, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.kind = kind
        self.switch = QCheckBox(fault_words.title(kind.name))
        fonts.set_role(self.switch, "strong")
        self.switch.setAccessibleDescription(kind.says)
        self.state = PlainLabel("", "caption", "warning")
        top = QHBoxLayout()
        top.setSpacing(dp(8))
        top.addWidget(self.switch)
        top.addStretch(1)
        top.addWidget(self.state)
        self.often = QComboBox()
        for key, words in OFTEN.items():
            self.often.addItem(tr(words), key)
        self.times = QSpinBox()
        self.times.setRange(1, MOST_TIMES)
        self.times.setValue(3)
        self.operation = QComboBox()
        self.operation.addItem(self.tr("Wherever it can"), None)
        for path in fault_words.operations(kind):
            self.operation.addItem(path, path)
        self.became = QComboBox()
        self.became.addItem(self.tr("Not carried out"), False)
        self.became.addItem(self.tr("Carried out"), True)
        self.became.setCurrentIndex(int(kind.executed))
        self.parameters = {
            name: _editor(name, default) for name, default in kind.parameters.items() if name in PARAMETERS
        }
        self._options = QWidget()
        flow = FlowLayout(self._options, gap=8)
        flow.setContentsMargins(0, 0, 0, 0)
        self._named(flow, self.tr("How often"), self.often)
        self._times_box = self._named(flow, self.tr("Times"), self.times)
        if self.operation.count() > 1:
            self._named(flow, self.tr("Where"), self.operation)
        if kind.either:
            self._named(flow, self.tr("The request is"), self.became)
        for name, editor in self.parameters.items():
            self._named(flow, _label(PARAMETERS[name]), editor)
        self.trouble = PlainLabel("", "caption", "danger", wrap=True)
        self.trouble.hide()
        self.body.addLayout(top)
        self.body.addWidget(PlainLabel(visible(kind.says), "caption", "text2", wrap=True))
        self.body.addWidget(self._options)
        self.body.addWidget(self.trouble)
        self.often.currentIndexChanged.connect(lambda _at: self._show_times())
        self.switch.clicked.connect(self._switched)
        self._show_times()

    def show_faults(self, faults: list[Fault]) -> None:
        """Those of this kind that are on."""
        on = bool(faults)
        self.switch.setChecked(on)
        self._options.setEnabled(not on)
        set_tip(self._options, self.tr("Switch it off to change it.") if on else "")
        struck = sum(fault.struck for fault in faults)
        self.state.setText(self.tr("struck {n} ×").format(n=self.locale().toString(struck)) if on else "")
        if on:
            self.tell("")

    def tell(self, sentence: str) -> None:
        """Why it could not be switched on; empty takes it away."""
        self.trouble.setText(visible(sentence))
        self.trouble.setVisible(bool(sentence))

    def wanted(self) -> dict[str, Any]:
        """The body of the control call that switches it on as it is set here."""
        body: dict[str, Any] = {"kind": self.kind.name}
        body |= fault_words.schedule(str(self.often.currentData()), self.times.value())
        if self.operation.currentData() is not None:
            body["operation"] = self.operation.currentData()
        if self.kind.either and bool(self.became.currentData()) != self.kind.executed:
            body["executed"] = bool(self.became.currentData())
        for name, editor in self.parameters.items():
            value = _value(PARAMETERS[name], editor)
            if value is not None and value != self.kind.parameters.get(name):
                body[name] = value
        return body

    def _switched(self, on: bool) -> None:
        if on:
            self.on_wanted.emit(self.wanted())
        else:
            self.off_wanted.emit(self.kind.name)

    def _show_times(self) -> None:
        self._times_box.setVisible(self.often.currentData() == TIMES)

    def _named(self, flow: FlowLayout, name: str, editor: QWidget) -> QWidget:
        box = QWidget()
        column = QVBoxLayout(box)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(dp(2))
        label = PlainLabel(name, "micro", "text2")
        label.setBuddy(editor)
        editor.setAccessibleName(f"{self.switch.text()}, {name}")
        editor.setMaximumWidth(dp(WIDE))
        column.addWidget(label)
        column.addWidget(editor)
        flow.addWidget(box)
        return box


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
    line = QLineEdit("" if default is None else f"{default}")
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
