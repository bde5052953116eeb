"""How this computer reaches stores and where its files go, as the window knows it."""

from __future__ import annotations

import asyncio
from collections.abc import Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Any

from PySide6.QtCore import QObject, Signal

if TYPE_CHECKING:
    from svcconsole.preferences import Preferences


class ComputerSettings(QObject):
    """`changed()`: `now` is another. One for the program, as the theme is; `now` is None until it is read."""

    changed = Signal()

    def __init__(self) -> None:
        super().__init__()
        self.now: Preferences | None = None
        self.fixed: Mapping[str, Any] = {}
        """What an administrator fixed, by name; `fixed_in` is the file."""
        self.fixed_in: Path | None = None

    async def read(self) -> Preferences:
        """Read them anew; raises PreferencesError."""
        from svcconsole import preferences
        from svcconsole.managed import managed

        found = await asyncio.to_thread(preferences.preferences)
        administrator = await asyncio.to_thread(managed)
        self.fixed, self.fixed_in = administrator.settings, administrator.path
        before, self.now = self.now, found
        if before is not None and found != before:
            self.changed.emit()
        return found

    async def change(self, **values: object) -> None:
        """Keep these, None for the default; in a thread. Raises ValueError for one that cannot be, and
        PreferencesError."""
        from svcconsole import preferences

        await asyncio.to_thread(lambda: preferences.change(**values))
        await self.read()

    def folder_of_files(self) -> Path | None:
        """Where looking for a file to read begins, if a person said so and it is there."""
        return _existing(self.now.files_folder if self.now is not None else None)

    def folder_of_reports(self) -> Path | None:
        """Where files that are written go, if a person said so and it is there."""
        return _existing(self.now.reports_folder if self.now is not None else None)


def _existing(folder: Path | None) -> Path | None:
    return folder if folder is not None and folder.is_dir() else None


_made: list[ComputerSettings] = []


def computer_settings() -> ComputerSettings:
    """The program's."""
    if not _made:
        _made.append(ComputerSettings())
    return _made[0]
