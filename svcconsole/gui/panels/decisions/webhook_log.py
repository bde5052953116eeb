"""Imports the log of a webhook receiver from a button or a dropped file."""

from __future__ import annotations

from pathlib import Path

from PySide6.QtCore import QObject, Signal
from PySide6.QtWidgets import QWidget

from svcconsole.gui.design.words import mark, tr
from svcconsole.gui.kit.dialogs import choose_file
from svcconsole.gui.kit.file_drop import FileDropWidget
from svcconsole.gui.kit.file_kinds import ALL_FILES, FileKind
from svcconsole.gui.runtime.console import Console
from svcconsole.gui.runtime.task_scope import TaskScope

FILES = (
    FileKind(mark("Webhook logs"), "*.jsonl *.ndjson *.json *.csv *.tsv *.log *.txt"),
    ALL_FILES,
)


class WebhookLog(QObject):
    """What the button and the drops of `page` do. `busy(bool)` while a log is read."""

    busy = Signal(bool)

    def __init__(self, console: Console, page: FileDropWidget, scope: TaskScope) -> None:
        super().__init__(page)
        self._console = console
        self._page: QWidget = page
        self._scope = scope
        page.accept_files(console.notices)
        page.file_dropped.connect(self.import_log)

    def choose(self) -> None:
        """Have the log chosen, then bring it in."""
        self._scope.start(self._choose(), "webhook log")

    def import_log(self, path: Path) -> None:
        """Bring in this log; what it proved is told in a dialog."""
        self._scope.start(self._import_log(path), "webhook log")

    async def _choose(self) -> None:
        path = await choose_file(self._page, tr("The log of your webhook receiver"), kinds=FILES)
        if path is not None:
            await self._import_log(path)

    async def _import_log(self, path: Path) -> None:
        from svcconsole.gui.panels.decisions.webhook_findings import show_findings
        from svcconsole.services.deliveries.deliveries import KINDS
        from svcconsole.services.deliveries.webhook_log import import_log

        operator = await self._console.db(lambda space: space.operator)
        self.busy.emit(True)
        try:
            findings = await import_log(self._console.db, path, operator, KINDS)
        finally:
            self.busy.emit(False)
        self._console.sends_changed.emit()
        await show_findings(self._page, findings)
