"""Rows of settings that are kept: what is chosen applies at once, and what cannot be is said and not kept."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QWidget

from svcconsole.gui.design.text import ltr, visible
from svcconsole.gui.design.words import tr
from svcconsole.gui.panels.settings.rows import SettingRow
from svcconsole.gui.panels.settings.values import NotKept, Value, WindowValue

if TYPE_CHECKING:
    from svcconsole.gui.panels.settings.controls import Control
    from svcconsole.gui.runtime.task_scope import TaskScope


class BoundRow(SettingRow):
    """`kept()`: another value holds from now on."""

    kept = Signal()

    def __init__(
        self,
        scope: TaskScope,
        value: Value,
        name: str,
        help: str,
        control: Control,
        *,
        also: str = "",
        fixed_in: Callable[[], Path | None] = lambda: None,
    ) -> None:
        if not isinstance(control, QWidget):
            raise TypeError(control)
        self.value = value
        self._scope, self._choice, self._fixed_in = scope, control, fixed_in
        super().__init__(name, help, control, also=also, is_changed=lambda: value.get() != value.default())
        control.chosen.connect(self._put)
        self.reset_wanted.connect(lambda: self._put(None))
        self.refresh()

    def refresh(self) -> None:
        """Show what holds."""
        self._choice.set_value(self.value.get())
        file = self._fixed_in()
        fixed = tr("Set for this computer in {file}.", file=ltr(visible(str(file)))) if file else ""
        self.lock((fixed or tr("Set for this computer.")) if self.value.is_fixed() else "")
        self.show_change()

    def _put(self, wanted: object) -> None:
        if isinstance(self.value, WindowValue):
            self.value.put_now(wanted)
            self._was_kept()
        else:
            self._scope.start(self._keep(wanted), key=self.name.accessibleName())

    async def _keep(self, wanted: object) -> None:
        try:
            await self.value.put(wanted)
        except NotKept as refusal:
            self.show_problem(refusal.sentence)
            return
        self._was_kept()

    def _was_kept(self) -> None:
        self.show_problem("")
        self.refresh()
        self.kept.emit()
