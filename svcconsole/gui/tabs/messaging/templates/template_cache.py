"""The stored templates in memory, by id, reloaded when they change."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from PySide6.QtCore import QObject, Signal

from svcconsole.gui.runtime.console import Console
from svcconsole.services.messaging.templates.files import library_of, of_entries, plain
from svcconsole.services.messaging.templates.model import LocalTemplate


class TemplateCache(QObject):
    """`changed` when the templates were read anew."""

    changed = Signal()

    def __init__(self, console: Console, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self.console = console
        self.templates: Mapping[str, LocalTemplate] = {}

    async def read(self) -> None:
        """Ask the workspace anew."""
        self.templates = library_of(await self.console.db(lambda workspace: workspace.templates.all()))
        self.changed.emit()

    async def save(self, template: LocalTemplate, before: LocalTemplate | None, id_before: str = "") -> None:
        """Keep one template in the place of `before`, as the library held it when that was looked at (None:
        not there), under `id_before`. Raises ChangedMeanwhile where somebody has saved another since."""
        value = plain(template)

        def as_seen(held: Mapping[str, Any] | None) -> bool:
            return (of_entries([held])[0] if held is not None else None) == before

        await self.console.db(
            lambda space: space.templates.save(template.id, value, id_before or None, as_seen)
        )
        await self.read()

    async def merge(self, templates: Iterable[LocalTemplate]) -> tuple[int, int]:
        """Merge templates from elsewhere: how many were new, and how many were changed."""
        values = [(template.id, plain(template)) for template in templates]
        counted = await self.console.db(lambda workspace: workspace.templates.merge(values))
        await self.read()
        return counted

    async def forget(self, identity: str) -> None:
        """Take one off the list."""
        await self.console.db(lambda workspace: workspace.templates.forget(identity))
        await self.read()
