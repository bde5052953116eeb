"""A small field for a whole number among words: "At most [3] offers to one person"."""

from __future__ import annotations

from PySide6.QtCore import QEvent, Qt
from PySide6.QtWidgets import QLineEdit

from svcconsole.gui.design.accessible import describe
from svcconsole.gui.design.metrics import dp
from svcconsole.gui.design.style import set_property
from svcconsole.gui.design.text import PlainLabel
from svcconsole.gui.design.words import tr
from svcconsole.gui.kit.forms.editors.numbers import whole_number
from svcconsole.gui.kit.quantity_words import count

WIDTH = 52


class NumberField(QLineEdit):
    """Takes `least` to `most`, with the groups of the language; `name` is what it is called where its words
    are not seen. `error` says what is wrong with it: put it below the line that the field stands in."""

    def __init__(
        self, name: str, least: int, most: int, *, may_be_blank: bool = False, width: int = WIDTH
    ) -> None:
        super().__init__()
        self._name, self._least, self._most, self._may_be_blank = name, least, most, may_be_blank
        self.error = PlainLabel("", "caption", "danger", wrap=True)
        self.error.hide()
        self.setFixedWidth(dp(width))
        self.setAlignment(Qt.AlignmentFlag.AlignLeading)
        self.setAccessibleName(name)
        self.textChanged.connect(lambda _: self._show_problem())

    def number(self) -> int | None:
        """What is typed; None while that is no such number, or nothing."""
        return whole_number(self.text(), self._least, self._most)

    def show_number(self, number: int | None) -> None:
        """Show this one, blank for None; the same one stays as it was typed."""
        if number is None or number != self.number():
            self.setText("" if number is None else count(number))

    def problem(self) -> str:
        """Why what is typed cannot be read; blank where it can, and while nothing can be typed."""
        blank = self._may_be_blank and not self.text().strip()
        if blank or not self.isEnabled() or self.number() is not None:
            return ""
        return tr(
            "{name}: type a whole number from {least} to {most}.",
            name=self._name,
            least=count(self._least),
            most=count(self._most),
        )

    def changeEvent(self, event: QEvent) -> None:
        super().changeEvent(event)
        if event.type() == QEvent.Type.EnabledChange:
            self._show_problem()

    def _show_problem(self) -> None:
        problem = self.problem()
        set_property(self, "state", "error" if problem else "")
        describe(self, problem)
        self.error.setText(problem)
        self.error.setVisible(bool(problem))
