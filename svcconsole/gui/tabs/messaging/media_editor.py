"""The editor of a media link, with a check of what is really there."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from PySide6.QtWidgets import QLineEdit, QWidget

from svcconsole.gui.design.style import set_property
from svcconsole.gui.design.text import PlainLabel, visible
from svcconsole.gui.design.words import show, tr
from svcconsole.gui.kit.containers.boxes import hbox, vbox
from svcconsole.gui.kit.containers.cards import IconLabel
from svcconsole.gui.kit.forms.editors.editor import Editor
from svcconsole.gui.kit.forms.fields import FieldSpec
from svcconsole.gui.kit.forms.problems import Problem
from svcconsole.gui.kit.quantity_words import file_size
from svcconsole.gui.kit.widgets.buttons import link
from svcconsole.gui.runtime.console import Console
from svcconsole.gui.runtime.task_scope import make_scope
from svcconsole.services.messaging.media_check import Found, check_link


class MediaEditor(Editor):
    """The link, "Check" beside it, and what was found under it; `kind` follows the type of message."""

    spans = True

    def __init__(self, spec: FieldSpec, console: Console, kind: str = "image") -> None:
        box = QWidget()
        super().__init__(spec, box)
        self.console, self.kind = console, kind
        self.scope = make_scope(self, console.notices)
        self.line = QLineEdit()
        self.line.setAccessibleName(show(spec.label))
        self.line.setPlaceholderText("https://")
        self.check = link(tr("Check the link"), "label")
        self.icon = IconLabel("check", "success", 14)
        self.said = PlainLabel("", "caption", "text2")
        row = hbox((self.line, 1), self.check, spacing=12)
        below = hbox(self.icon, (self.said, 1), spacing=6)
        vbox(row, below, parent=box, spacing=4)
        self._watched(self.line)
        self.line.textEdited.connect(self._edited)
        self.check.clicked.connect(lambda: self.scope.start(self._check(), "check"))
        self._show_finding(None)

    def value(self) -> Any:
        return self.line.text() or None

    def set_value(self, value: Any) -> None:
        if (value or "") != self.line.text():
            self.line.setText(value or "")
            self._show_finding(None)

    def show_problems(self, problems: Sequence[Problem], edited: bool) -> None:
        set_property(self.line, "state", "error" if any(not each.warning for each in problems) else "")

    def _edited(self) -> None:
        self._show_finding(None)
        self.changed.emit()

    async def _check(self) -> None:
        url = self.line.text().strip()
        if not url:
            return
        self.check.setEnabled(False)
        self.said.setText(tr("Looking…"))
        self.said.show()
        try:
            found = await check_link(
                url, self.kind, allow_loopback=self.console.card.practice, network=self.console.network()
            )
        finally:
            self.check.setEnabled(True)
        if url == self.line.text().strip():
            self._show_finding(found)

    def _show_finding(self, found: Found | None) -> None:
        self.icon.setVisible(found is not None)
        self.check.setText(tr("Check the link") if found is None else tr("Check again"))
        if found is None:
            self.said.setText("")  # its line stays, so that nothing below moves when something is found
            return
        size = file_size(found.size) if found.size is not None else ""
        facts = ", ".join(part for part in (found.content_type, size) if part)
        words = visible(found.sentence) or tr("Loads. {facts}", facts=facts)
        self.icon.set("warning" if found.sentence else "check", "warning" if found.sentence else "success")
        self.said.setText(words)
        self.said.set_tone("warning" if found.sentence else "text2")
