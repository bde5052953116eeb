"""Small editors of a message: its type, text with a hint, callback data."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from PySide6.QtCore import QLocale
from PySide6.QtWidgets import QWidget

from svcconsole.gui.design.fonts import set_role
from svcconsole.gui.design.metrics import dp
from svcconsole.gui.design.style import set_property
from svcconsole.gui.design.text import set_tip, visible
from svcconsole.gui.design.words import show, tr
from svcconsole.gui.kit.containers.boxes import STRETCH, hbox, vbox
from svcconsole.gui.kit.containers.fields import Field
from svcconsole.gui.kit.forms.editors.editor import Editor
from svcconsole.gui.kit.forms.fields import FieldSpec
from svcconsole.gui.kit.forms.form import Form
from svcconsole.gui.kit.forms.problems import Problem
from svcconsole.gui.kit.widgets.buttons import link
from svcconsole.gui.kit.widgets.literal_buttons import CheckBox
from svcconsole.gui.kit.widgets.text_area import TextArea
from svcconsole.services.messaging.appearance.limits import callback_count
from svcconsole.services.sends.callback_data import LONGEST, callback_data, json_problem


class TypeEditor(Editor):
    """The type, chosen in the list beside the form: one step of the form's history, shown elsewhere."""

    captioned = False
    whole_steps = True

    def __init__(self, spec: FieldSpec, shown: Callable[[str], object]) -> None:
        place = QWidget()
        super().__init__(spec, place)
        place.hide()
        self._kind = "text"
        self._shown = shown

    def value(self) -> Any:
        return self._kind

    def set_value(self, value: Any) -> None:
        self._kind = str(value or "text")
        self._shown(self._kind)

    def choose(self, kind: str) -> None:
        """A person chose this type."""
        if kind != self._kind:
            self.set_value(kind)
            self.changed.emit()

    def show_problems(self, problems: Sequence[Problem], edited: bool) -> None:
        """The list marks what is chosen."""


class PlainSwitch(Editor):
    """Yes or no, with no third state."""

    captioned = False
    whole_steps = True

    def __init__(self, spec: FieldSpec) -> None:
        self.box = CheckBox(show(spec.label))
        super().__init__(spec, self.box)
        self.box.clicked.connect(lambda _: self.changed.emit())

    def value(self) -> Any:
        return self.box.isChecked()

    def set_value(self, value: Any) -> None:
        self.box.setChecked(bool(value))


class CallbackEditor(Editor):
    """Whether the message's reference, which `nonce()` gives, goes with it; and own JSON beside it once
    somebody wants that."""

    spans = True

    def __init__(self, spec: FieldSpec, nonce: Callable[[], str]) -> None:
        box = QWidget()
        super().__init__(spec, box)
        self._nonce = nonce
        self._loading = False
        self.reference = CheckBox(tr("Add a tracking code"))
        self.area = TextArea()
        self.area.setTabChangesFocus(True)
        self.area.setAccessibleName(show(spec.label))
        self.area.setPlaceholderText(tr("Own data as JSON (optional)"))
        set_role(self.area, "mono")
        self.area.setFixedHeight(self.area.fontMetrics().lineSpacing() * 2 + dp(16))
        self.more = link(tr("Add data of your own…"))
        set_tip(self.more, tr("JSON that comes back with what becomes of the message."))
        self.more.clicked.connect(self._open_own)
        vbox(hbox(self.reference, self.more, STRETCH, spacing=16), self.area, parent=box, spacing=6)
        self._watched(self.area)
        self.area.textChanged.connect(self._edited)
        self.reference.clicked.connect(lambda _: self._edited())
        self.set_value(None)

    def value(self) -> Any:
        return {"reference": self.reference.isChecked(), "own": self.area.text()}

    def set_value(self, value: Any) -> None:
        given = value if isinstance(value, dict) else {"reference": True, "own": ""}
        self._loading = True
        self.reference.setChecked(bool(given["reference"]))
        if given["own"] != self.area.text():
            self.area.set_text(str(given["own"]))
        self._show_own(shown=bool(given["own"]))
        self._loading = False

    def _show_own(self, *, shown: bool) -> None:
        self.area.setVisible(shown)
        self.more.setVisible(not shown)

    def _open_own(self) -> None:
        self._show_own(shown=True)
        self.area.setFocus()

    def unreadable(self) -> list[Problem]:
        found = json_problem(self.area.text())
        if found is None:
            return []
        line, column, reason = found
        sentence = tr(
            "This is not JSON: line {line}, column {column}: {reason}.",
            line=line,
            column=column,
            reason=reason,
        )
        return [Problem((), sentence)]

    def show_problems(self, problems: Sequence[Problem], edited: bool) -> None:
        set_property(self.area, "state", "error" if any(not each.warning for each in problems) else "")

    def sent(self) -> str:
        """The text as it goes out; blank for none."""
        given = self.value()
        return callback_data(given["own"], self._nonce() if given["reference"] else "")

    def doubtful(self) -> list[Problem]:
        """A warning where it is within the limit by one way of counting and beyond it by another."""
        count = callback_count(self.sent())
        over = count.used > count.limit or not count.sentence
        return [] if over else [Problem(("callback_data",), count.sentence, warning=True)]

    def update_help(self, field: Field) -> None:
        """Say at its field how long it is, and what comes back."""
        sent, locale = self.sent(), QLocale()
        words = tr("{sent} of {longest}", sent=locale.toString(len(sent)), longest=locale.toString(LONGEST))
        near = bool(callback_count(sent).sentence)
        field.set_counter(words if near or not self.area.isHidden() else "", "warning" if near else "text2")
        field.set_help(
            tr("Tells this message from others when its delivery is reported.")
            if sent
            else tr("Without it, a reported delivery may be of another message.")
        )
        set_tip(self.reference, visible(sent))

    def _edited(self) -> None:
        if not self._loading:
            self.changed.emit()


def fill_app_id(form: Form[Any], app_id: str | None, *, wanted: bool) -> None:
    """Version 1 demands the app id: take the connection's where none is typed."""
    if wanted and app_id and not form.editors["app_id"].value():
        form.apply("app_id", app_id)
