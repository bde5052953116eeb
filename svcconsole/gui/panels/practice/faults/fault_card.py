"""The card of one fault: a switch, what it does, its options."""

from __future__ import annotations

from typing import Any

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QWidget

from svcconsole.gui.design import fonts
from svcconsole.gui.design.metrics import dp
from svcconsole.gui.design.text import ElidedLabel, PlainLabel, capital, set_tip, visible
from svcconsole.gui.design.words import tr
from svcconsole.gui.kit.containers.boxes import STRETCH, hbox
from svcconsole.gui.kit.containers.cards import Card
from svcconsole.gui.kit.widgets.buttons import link
from svcconsole.gui.kit.widgets.literal_buttons import CheckBox
from svcconsole.gui.panels.practice.faults import fault_options, fault_text
from svcconsole.gui.panels.practice.faults.fault_options import FaultOptions
from svcconsole.gui.runtime.practice_records import Fault, FaultKind


class FaultCard(Card):
    """`on_wanted` carries the body of the control call, `off_wanted` the kind.

    The choices are made the first time somebody wants to change them.
    """

    on_wanted = Signal(object)
    off_wanted = Signal(str)

    def __init__(self, kind: FaultKind, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.kind = kind
        self.options: FaultOptions | None = None
        self._on: list[Fault] = []
        self.body.setContentsMargins(dp(14), dp(12), dp(14), dp(10))
        self.body.setSpacing(dp(4))
        self.switch = CheckBox(fault_text.title(kind.name))
        fonts.set_role(self.switch, "strong")
        self.state = PlainLabel("", "caption", "warning")
        top = hbox(self.switch, STRETCH, self.state, spacing=8)
        self._says = PlainLabel("", "caption", "text2", wrap=True)
        self.trouble = PlainLabel("", "caption", "danger", wrap=True)
        self.trouble.hide()
        self._how = ElidedLabel("", "caption", "text")
        self.change = link(tr("Change"), "caption")
        self.change.setAccessibleName(tr("Change: {name}", name=self.switch.text()))
        foot = hbox((self._how, 1), self.change, spacing=8)
        self.body.addLayout(top)
        self.body.addWidget(self._says)
        self.body.addWidget(self.trouble)
        self.body.addStretch(1)
        self.body.addLayout(foot)
        self.switch.clicked.connect(self._switched)
        self.change.clicked.connect(self._toggle_options)
        self._show_how()

    def show_faults(self, faults: list[Fault]) -> None:
        """Those of this kind that are on."""
        self._on = faults
        on = bool(faults)
        self.switch.setChecked(on)
        self.change.setVisible(not on)
        if self.options is not None and on:
            self.options.hide()
        struck = sum(fault.struck for fault in faults)
        words = tr("hit {n} ×", n=self.locale().toString(struck))
        self.state.setText("" if not on else words if struck else tr("on, no request yet"))
        if on:
            self.set_error("")
        self._show_how()

    def set_error(self, sentence: str) -> None:
        """Why it could not be switched on; empty takes it away."""
        self.trouble.setText(visible(sentence))
        self.trouble.setVisible(bool(sentence))

    def wanted(self) -> dict[str, Any]:
        """The body of the control call that switches it on as it is set here."""
        return {"kind": self.kind.name, **(self.options.wanted() if self.options is not None else {})}

    def open_options(self) -> FaultOptions:
        """Show the choices."""
        if self.options is None:
            self.options = FaultOptions(self.kind)
            self.options.became.currentIndexChanged.connect(lambda _at: self._show_how())
            self.body.insertWidget(self.body.count() - 1, self.options)
        self.options.show()
        self._show_how()
        return self.options

    def _toggle_options(self) -> None:
        if self.options is not None and not self.options.isHidden():
            self.options.hide()
            self._show_how()
        else:
            self.open_options().often.setFocus(Qt.FocusReason.OtherFocusReason)

    def _executed(self) -> bool:
        """Whether the request is carried out, as it is on or would be."""
        if self._on:
            return self._on[0].executed
        return self.kind.executed if self.options is None else self.options.executed

    def _show_how(self) -> None:
        said = fault_text.described(self.kind, self._executed())
        self._says.setText(visible(said))
        self.switch.setAccessibleDescription(said)
        open_now = self.options is not None and not self.options.isHidden()
        self.change.setText(tr("Done") if open_now else tr("Change"))
        if self._on:
            fault = self._on[0]
            parts = [fault_text.often(fault), fault.operation or tr("wherever it can")]
            if len(self._on) > 1:
                parts.append(tr("and {n} more", n=len(self._on) - 1))
            words = capital(" · ".join(parts))
        elif open_now:
            words = ""
        else:
            words = fault_options.usual(self.kind) if self.options is None else self.options.words()
        self._how.setText(visible(words))
        set_tip(self._how, visible(words))

    def _switched(self, on: bool) -> None:
        if on:
            self.on_wanted.emit(self.wanted())
        else:
            self.off_wanted.emit(self.kind.name)
