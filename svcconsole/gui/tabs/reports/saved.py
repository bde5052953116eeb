"""Saved questions as a menu: use one, save the form as one, rename one, take one away."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping
from typing import TYPE_CHECKING, Any

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QDialog, QDialogButtonBox, QLineEdit, QMenu, QVBoxLayout, QWidget

from svcconsole.gui.dialogs import WIDTH, run
from svcconsole.gui.metrics import dp
from svcconsole.gui.notices import Link
from svcconsole.gui.tabs.reports.question_words import tr
from svcconsole.gui.text import PlainLabel, visible
from svcconsole.gui.widgets.buttons import Button, button
from svcconsole.services.reports.asking import KIND

if TYPE_CHECKING:
    from svcconsole.gui.console import Console
    from svcconsole.gui.tasks import TaskScope
    from svcconsole.workspace.presets import Preset

LONGEST_NAME = 80


class SavedButton(Button):
    """`chosen(Preset)`; `keep_wanted`: the question in the form is to be saved. `read_anew`: others now."""

    chosen = Signal(object)
    keep_wanted = Signal()
    read_anew = Signal()

    def __init__(self, console: Console, scope: TaskScope) -> None:
        super().__init__(tr("Saved questions"), "history")
        self.console = console
        self.tasks = scope
        self.known: tuple[Preset, ...] = ()
        self.entries = QMenu(self)
        self.setMenu(self.entries)
        self._fill()

    def read(self) -> None:
        """Ask the workspace anew."""
        self.tasks.start(self._read(), "saved")

    def keep(self, values: Mapping[str, Any], suggested: str) -> None:
        """Ask for a name and save these values under it."""
        self.tasks.start(self._keep(dict(values), suggested), "saved")

    def rename(self, preset: Preset) -> None:
        """Ask for another name."""
        self.tasks.start(self._rename(preset), "saved")

    def forget(self, preset: Preset) -> None:
        """Take one away, with a way back."""
        self.tasks.start(self._forget(preset), "saved")

    async def _read(self) -> None:
        self.known = await self.console.db(lambda space: space.presets.all(KIND))
        self._fill()
        self.read_anew.emit()

    async def _keep(self, values: dict[str, Any], suggested: str) -> None:
        name = await ask_name(self, tr("Save this question"), tr("Save"), suggested, self._names())
        if name:
            await self._put(name, values)
            self.console.notices.tell("success", tr("Saved as {0}.").format(visible(name)))

    async def _rename(self, preset: Preset) -> None:
        taken = self._names() - {preset.name}
        name = await ask_name(self, tr("Rename this question"), tr("Rename"), preset.name, taken)
        if name and name != preset.name:

            def move(space: Any) -> None:
                space.presets.keep(KIND, name, preset.values)
                space.presets.forget(KIND, preset.name)

            await self.console.db(move)
            await self._read()

    async def _put(self, name: str, values: Mapping[str, Any]) -> None:
        await self.console.db(lambda space: space.presets.keep(KIND, name, values))
        await self._read()

    async def _forget(self, preset: Preset) -> None:
        await self.console.db(lambda space: space.presets.forget(KIND, preset.name))
        await self._read()

        def bring_back() -> None:
            self.tasks.start(self._put(preset.name, preset.values), "saved")

        self.console.notices.tell(
            "info",
            tr("The saved question {0} is gone.").format(visible(preset.name)),
            links=(Link(tr("Bring it back"), bring_back),),
        )

    def _names(self) -> set[str]:
        return {preset.name for preset in self.known}

    def _fill(self) -> None:
        self.entries.clear()
        self._list(self.entries, self.chosen.emit)
        if not self.known:
            self.entries.addAction(tr("No saved questions yet")).setEnabled(False)
        self.entries.addSeparator()
        self.entries.addAction(tr("Save this question…")).triggered.connect(
            lambda _=False: self.keep_wanted.emit()
        )
        if self.known:
            self._list(self.entries.addMenu(tr("Rename")), self.rename)
            self._list(self.entries.addMenu(tr("Take away")), self.forget)

    def _list(self, menu: QMenu, act: Callable[[Preset], None]) -> None:
        for preset in self.known:
            # An ampersand is a letter of the name here.
            entry = menu.addAction(visible(preset.name).replace("&", "&&"))
            entry.triggered.connect(lambda _=False, preset=preset: act(preset))


async def ask_name(parent: QWidget, question: str, verb: str, suggested: str, taken: Collection[str]) -> str:
    """What a saved question is to be called; blank when the person thought better of it."""
    dialog = QDialog(parent)
    dialog.setWindowTitle(question)
    dialog.setMinimumWidth(dp(WIDTH))
    line = QLineEdit(suggested[:LONGEST_NAME])
    line.setAccessibleName(tr("Name"))
    line.setPlaceholderText(tr("Name"))
    line.setMaxLength(LONGEST_NAME)
    line.selectAll()
    said = PlainLabel("", "caption", "text2", wrap=True)
    buttons = QDialogButtonBox()
    keeps, cancel = button(verb, None, "primary"), button(tr("Cancel"))
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
        same = text.strip() in taken
        keeps.setEnabled(bool(text.strip()))
        keeps.setText(tr("Replace") if same else verb)
        replaced = tr("A saved question of this name is replaced.")
        kept = tr("A period such as “Last month” is counted from the day on which it is used.")
        said.setText(replaced if same else kept)

    line.textChanged.connect(typed)
    typed(line.text())
    line.setFocus()
    accepted = await run(dialog) == QDialog.DialogCode.Accepted
    return line.text().strip() if accepted else ""
