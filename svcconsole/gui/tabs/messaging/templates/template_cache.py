"""The stored templates in memory, by id, reloaded when they change."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from PySide6.QtCore import QObject, Signal

from svcconsole.gui.runtime.console import Console
from svcconsole.services.messaging.templates.files import of_entries, plain
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
        found = list(await self.console.db(lambda workspace: workspace.templates.all()))
        self.templates = {template.id: template for template in (of_entries(found) if found else ())}
        self.changed.emit()

    async def save(self, template: LocalTemplate, replacing: str | None = None) -> None:
        """Keep one template; `replacing` is the id it had before."""
        value = plain(template)
        await self.console.db(lambda workspace: workspace.templates.save(template.id, value, replacing))
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
