"""The box above the rows of one problem: what happened, why nothing is guessed, the fixes for all."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QLineEdit, QPushButton, QWidget

from svcconsole.gui.design.metrics import dp
from svcconsole.gui.design.style import set_property
from svcconsole.gui.design.text import PlainLabel, visible
from svcconsole.gui.design.words import show, tr
from svcconsole.gui.kit.containers.boxes import hbox, vbox
from svcconsole.gui.kit.containers.cards import DecisionBox
from svcconsole.gui.kit.widgets.buttons import button
from svcconsole.gui.panels.importer.check.check_side import kind_look

if TYPE_CHECKING:
    from svcconsole.services.imports.views import Fix, KindDetail


NEXT = "next"
"""The key of the button that leads on."""


class ProblemBox(QWidget):
    """`fix_wanted(code, key, text)`: apply a way out to all rows of this problem. `next_wanted()`: on to the
    next one, or to the rows that are left."""

    fix_wanted = Signal(str, str, str)
    next_wanted = Signal()

    def __init__(self) -> None:
        super().__init__()
        self._layout = vbox(parent=self, spacing=8)
        self.box = DecisionBox("error", "danger", "", "")
        self._layout.addWidget(self.box)
        self.buttons: dict[str, QPushButton] = {}
        self.answer = QWidget()
        self.field = QLineEdit()
        self.apply = button(tr("Apply to all of them"))
        row = hbox(parent=self.answer, spacing=8, margins=(48, 0, 0, 0))
        self.field.setMaximumWidth(dp(420))
        row.addWidget(self.field, 1)
        row.addWidget(self.apply)
        row.addStretch(1)
        self._layout.addWidget(self.answer)
        self.refusal = PlainLabel("", "caption", "danger", wrap=True)
        self.refusal.setContentsMargins(dp(48), 0, 0, 0)
        self.refusal.hide()
        self._layout.addWidget(self.refusal)
        self.apply.clicked.connect(self._applied)
        self.field.returnPressed.connect(self._applied)
        self._asking: tuple[str, Fix] | None = None
        self.hide()

    def show_detail(self, detail: KindDetail) -> None:
        self.box.set_icon(*kind_look(detail.code, detail.level))
        self.box.set_texts(detail.headline, detail.why)
        self.box.set_note(tr("Applies to this problem · Ctrl+Z undoes it") if detail.fixes else "")
        self.box.clear_buttons()
        self.buttons = {}
        for fix in detail.fixes:
            way = button(fix.label)
            way.clicked.connect(lambda *_, fix=fix: self._choose(detail.code, fix))
            self.box.add_button(way)
            self.buttons[fix.key] = way
        self._close_answer()
        self.setVisible(True)

    def show_done(self, *, others: bool) -> None:
        """Nothing of this problem is left; the rows that had it stay on screen. `others`: another one is."""
        self.box.set_icon("check", "success")
        self.box.set_texts(tr("All of these are fixed"), tr("Choose another problem, or run what is ready."))
        self.box.set_note(tr("Ctrl+Z undoes it"))
        self.box.clear_buttons()
        way = button(tr("Next problem") if others else tr("Show all rows"))
        way.clicked.connect(self.next_wanted)
        self.box.add_button(way)
        self.buttons = {NEXT: way}
        self._close_answer()

    def refuse(self, sentence: str) -> None:
        """Say why what was typed puts nothing right; field and typing stay. Blank: nothing is said."""
        self.refusal.setText(visible(sentence))
        self.refusal.setVisible(bool(sentence))
        set_property(self.field, "state", "error" if sentence else "")
        if sentence:
            self.field.setFocus()
            self.field.selectAll()

    def clear(self) -> None:
        """Nothing to say about the rows shown."""
        self.hide()

    def _close_answer(self) -> None:
        self.answer.hide()
        self.refuse("")

    def _choose(self, code: str, fix: Fix) -> None:
        if not fix.needs_text:
            self.fix_wanted.emit(code, fix.key, "")
            return
        self._asking = (code, fix)
        self.field.clear()
        self.refuse("")
        self.field.setAccessibleName(show(fix.label))
        self.field.setPlaceholderText(show(fix.needs_text))
        self.answer.show()
        self.field.setFocus()

    def _applied(self) -> None:
        text = self.field.text().strip()
        if self._asking is not None and text:
            code, fix = self._asking
            self.refuse("")
            self.fix_wanted.emit(code, fix.key, text)
