"""Presets of a form as a menu: use one, keep the form as one, take one away."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from PySide6.QtCore import QCoreApplication, Signal
from PySide6.QtWidgets import QDialog, QDialogButtonBox, QLineEdit, QMenu, QVBoxLayout, QWidget

from svcconsole.gui.dialogs import WIDTH, run
from svcconsole.gui.metrics import dp
from svcconsole.gui.notices import Link
from svcconsole.gui.text import PlainLabel, visible
from svcconsole.gui.widgets.buttons import Button, button

if TYPE_CHECKING:
    from svcconsole.gui.console import Console
    from svcconsole.gui.tasks import TaskScope
    from svcconsole.workspace.presets import Preset

LONGEST_NAME = 80


def tr(text: str) -> str:
    return QCoreApplication.translate("presets", text)


class PresetsButton(Button):
    """`chosen(Preset)`; `keep_wanted`: the form is to become a preset. `kind` is what they are kept under,
    `note` says what of the form is kept."""

    chosen = Signal(object)
    keep_wanted = Signal()

    def __init__(self, console: Console, scope: TaskScope, kind: str, note: str) -> None:
        super().__init__(tr("Presets"), "wand")
        self.kind = kind
        self.note = note
        self.console = console
        self.tasks = scope
        self.known: tuple[Preset, ...] = ()
        self.entries = QMenu(self)
        self.setMenu(self.entries)
        self._fill()

    def read(self) -> None:
        """Ask the workspace anew."""
        self.tasks.start(self._read(), "presets")

    def keep(self, values: Mapping[str, Any]) -> None:
        """Ask for a name and keep these values under it."""
        self.tasks.start(self._keep(dict(values)), "presets")

    def forget(self, preset: Preset) -> None:
        """Take one away, with a way back."""
        self.tasks.start(self._forget(preset), "presets")

    async def _read(self) -> None:
        self.known = await self.console.db(lambda workspace: workspace.presets.all(self.kind))
        self._fill()

    async def _keep(self, values: dict[str, Any]) -> None:
        name = await ask_name(self, {preset.name for preset in self.known}, self.note)
        if name:
            await self._put(name, values)

    async def _put(self, name: str, values: Mapping[str, Any]) -> None:
        await self.console.db(lambda workspace: workspace.presets.keep(self.kind, name, values))
        await self._read()

    async def _forget(self, preset: Preset) -> None:
        await self.console.db(lambda workspace: workspace.presets.forget(self.kind, preset.name))
        await self._read()

        def bring_back() -> None:
            self.tasks.start(self._put(preset.name, preset.values), "presets")

        self.console.notices.tell(
            "info",
            tr("The preset {0} is gone.").format(visible(preset.name)),
            links=(Link(tr("Bring it back"), bring_back),),
        )

    def _fill(self) -> None:
        self.entries.clear()
        for preset in self.known:
            self.entries.addAction(_shown(preset.name)).triggered.connect(
                lambda _=False, preset=preset: self.chosen.emit(preset)
            )
        if not self.known:
            self.entries.addAction(tr("No presets yet")).setEnabled(False)
        self.entries.addSeparator()
        self.entries.addAction(tr("Keep this form as a preset…")).triggered.connect(
            lambda _=False: self.keep_wanted.emit()
        )
        if self.known:
            away = self.entries.addMenu(tr("Take a preset away"))
            for preset in self.known:
                away.addAction(_shown(preset.name)).triggered.connect(
                    lambda _=False, preset=preset: self.forget(preset)
                )


async def ask_name(parent: QWidget, taken: set[str], note: str) -> str:
    """What a preset is to be called; blank when the person thought better of it."""
    question = tr("Keep this form as a preset")
    dialog = QDialog(parent)
    dialog.setWindowTitle(question)
    dialog.setMinimumWidth(dp(WIDTH))
    line = QLineEdit()
    line.setAccessibleName(tr("Name of the preset"))
    line.setPlaceholderText(tr("Name of the preset"))
    line.setMaxLength(LONGEST_NAME)
    said = PlainLabel("", "caption", "text2", wrap=True)
    buttons = QDialogButtonBox()
    keeps, cancel = button(tr("Keep"), None, "primary"), button(tr("Cancel"))
    buttons.addButton(keeps, QDialogButtonBox.ButtonRole.AcceptRole)
    buttons.addButton(cancel, QDialogButtonBox.ButtonRole.RejectRole)
    buttons.accepted.connect(dialog.accept)
    buttons.rejected.connect(dialog.reject)
    keeps.setDefault(True)
    column = QVBoxLayout(dialog)
    column.setContentsMargins(dp(24), dp(20), dp(24), dp(20))
    column.setSpacing(dp(12))
    column.addWidget(PlainLabel(question, "title", wrap=True))
    column.addWidget(line)
    column.addWidget(said)
    column.addWidget(buttons)

    def typed(text: str) -> None:
        keeps.setEnabled(bool(text.strip()))
        same = text.strip() in taken
        keeps.setText(tr("Replace") if same else tr("Keep"))
        said.setText(tr("A preset of this name is replaced.") if same else note)

    line.textChanged.connect(typed)
    typed("")
    line.setFocus()
    accepted = await run(dialog) == QDialog.DialogCode.Accepted
    return line.text().strip() if accepted else ""


def _shown(name: str) -> str:
    """A name as a menu shows it: an ampersand is a letter here."""
    return visible(name).replace("&", "&&")
