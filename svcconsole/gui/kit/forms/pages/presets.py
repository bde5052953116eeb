"""Presets of a form as a menu: use one, keep the form as one, rename one, take one away."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, Any

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QLineEdit, QMenu, QWidget

from svcconsole.gui.design.text import literal, visible
from svcconsole.gui.design.words import tr
from svcconsole.gui.kit.live_refresh import LiveRefresh
from svcconsole.gui.kit.widgets.buttons import Button
from svcconsole.gui.kit.widgets.field_question import FieldQuestion, Judged, answer_to
from svcconsole.gui.runtime.notices import Link
from svcconsole.workspace.known.event_kinds import EventKind

if TYPE_CHECKING:
    from svcconsole.gui.runtime.console import Console
    from svcconsole.gui.runtime.task_scope import TaskScope
    from svcconsole.workspace.database import Workspace
    from svcconsole.workspace.drafts.presets import Preset

LONGEST_NAME = 80


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
        self.live = LiveRefresh(self, console.events, scope, (EventKind.PRESET,), self._others_changed)

    def read(self) -> None:
        """Ask the workspace anew."""
        self.tasks.start(self._read(), "presets")

    def save(self, values: Mapping[str, Any], suggested: str = "") -> None:
        """Ask for a name, which may be suggested, and keep these values under it."""
        self.tasks.start(self._keep(dict(values), suggested), "presets")

    def rename(self, preset: Preset) -> None:
        """Ask for another name."""
        self.tasks.start(self._rename(preset), "presets")

    def forget(self, preset: Preset) -> None:
        """Take one away, with a way back."""
        self.tasks.start(self._forget(preset), "presets")

    async def _others_changed(self, kinds: frozenset[str]) -> None:
        """A menu that is open stays as it is: what somebody reads there does not move."""
        if kinds & {self.kind, ""} and not self.entries.isVisible():
            await self._read()

    async def _read(self) -> None:
        self.known = await self.console.db(lambda workspace: workspace.presets.all(self.kind))
        self._fill()

    async def _keep(self, values: dict[str, Any], suggested: str) -> None:
        question = tr("Save as a preset")
        name = await ask_name(
            self, question, tr("Save"), taken=self._names(), note=self.note, suggested=suggested
        )
        if name:
            await self._put(name, values)

    async def _rename(self, preset: Preset) -> None:
        others = self._names() - {preset.name}
        question = tr("Rename this preset")
        name = await ask_name(self, question, tr("Rename"), taken=others, suggested=preset.name)
        if name in ("", preset.name):
            return

        def move(space: Workspace) -> None:
            space.presets.save(self.kind, name, preset.values)
            space.presets.forget(self.kind, preset.name)

        await self.console.db(move)
        await self._read()

    async def _put(self, name: str, values: Mapping[str, Any]) -> None:
        await self.console.db(lambda workspace: workspace.presets.save(self.kind, name, values))
        await self._read()

    async def _forget(self, preset: Preset) -> None:
        await self.console.db(lambda workspace: workspace.presets.forget(self.kind, preset.name))
        await self._read()

        def bring_back() -> None:
            self.tasks.start(self._put(preset.name, preset.values), "presets")

        self.console.notices.add(
            "info",
            tr("The preset {preset} is gone.", preset=visible(preset.name)),
            links=(Link(tr("Restore it"), bring_back),),
        )

    def _names(self) -> set[str]:
        return {preset.name for preset in self.known}

    def _fill(self) -> None:
        self.entries.clear()
        self._list(self.entries, self.chosen.emit)
        if not self.known:
            self.entries.addAction(tr("No presets yet")).setEnabled(False)
        self.entries.addSeparator()
        self.entries.addAction(tr("Save as a preset…")).triggered.connect(
            lambda _=False: self.keep_wanted.emit()
        )
        if self.known:
            self._list(self.entries.addMenu(tr("Rename a preset")), self.rename)
            self._list(self.entries.addMenu(tr("Delete a preset")), self.forget)

    def _list(self, menu: QMenu, act: Callable[[Preset], None]) -> None:
        for preset in self.known:
            entry = menu.addAction(_shown(preset.name))
            entry.triggered.connect(lambda _=False, preset=preset: act(preset))


def _shown(name: str) -> str:
    """A name as a menu shows it: an ampersand is a letter here."""
    return literal(visible(name))


async def ask_name(
    parent: QWidget, question: str, verb: str, *, taken: set[str], note: str = "", suggested: str = ""
) -> str:
    """What a preset is to be called; blank when the person thought better of it. `taken` are names of
    others, which would be replaced."""
    line = QLineEdit(suggested[:LONGEST_NAME])
    line.setAccessibleName(tr("Name of the preset"))
    line.setPlaceholderText(tr("Name of the preset"))
    line.setMaxLength(LONGEST_NAME)

    def judged(text: str) -> Judged:
        name = text.strip()
        if name in taken:
            return Judged(name, tr("A preset of this name is replaced."), tr("Replace"))
        return Judged(name, note)

    return await answer_to(FieldQuestion(parent, question, verb, line, judged))
