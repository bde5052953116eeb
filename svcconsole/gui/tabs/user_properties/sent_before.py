"""The menu of earlier sendings, each opened again as a new draft."""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from functools import partial
from typing import TYPE_CHECKING, Final

from PySide6.QtCore import QLocale, Signal
from PySide6.QtWidgets import QMenu

from svcconsole.gui.design.text import literal, visible
from svcconsole.gui.design.words import dotted, mark, tr
from svcconsole.gui.kit.relative_time import relative_time
from svcconsole.gui.kit.time_slices import in_slices
from svcconsole.gui.kit.widgets.buttons import Button
from svcconsole.gui.runtime.task_scope import TaskScope
from svcconsole.gui.tabs.user_properties.cells import Values, values_of
from svcconsole.gui.tabs.user_properties.stored_draft import KIND

if TYPE_CHECKING:
    from svcconsole.gui.runtime.console import Console
    from svcconsole.workspace.database import Workspace
    from svcconsole.workspace.runs.records import RunInfo, Totals

MOST: Final = 12
AT_ONCE: Final = 500
ENDS: Final = (
    ("sent", mark("{n} accepted")),
    ("refused", mark("{n} refused")),
    ("needs_decision", mark("{n} to decide")),
    ("not_sent", mark("{n} not sent")),
)


class SentBefore(Button):
    """`reopened(rows)`: the entries of one sending, each as its values."""

    reopened = Signal(object)

    def __init__(self, console: Console, scope: TaskScope) -> None:
        super().__init__(tr("Sent before"), "history")
        self._console = console
        self._scope = scope
        self.entries = QMenu(self)
        self.setMenu(self.entries)
        self._fill(())

    def read(self) -> None:
        """Ask the workspace anew."""
        self._scope.start(self._read(), "sent before")

    async def _read(self) -> None:
        self._fill(await self._console.db(_last))

    def _fill(self, found: Sequence[tuple[RunInfo, Totals]]) -> None:
        self.entries.clear()
        for info, totals in found:
            action = self.entries.addAction(_words(info, totals))
            action.triggered.connect(lambda _=False, run_id=info.id: self.open(run_id))
        if not found:
            self.entries.addAction(tr("Nothing has been sent yet")).setEnabled(False)

    def open(self, run_id: str) -> None:
        """Bring the entries of a run into the table, as new ones: nothing is sent by that."""
        self._scope.start(self._open(run_id), "reopen")

    async def _open(self, run_id: str) -> None:
        from svcconsole.workspace.runs.row_outcomes import bodies_of

        rows: list[Values] = []
        after = -1
        while True:
            found = await self._console.db(partial(bodies_of, run_id=run_id, after=after, limit=AT_ONCE))
            await in_slices(_values(found, rows))
            if len(found) < AT_ONCE:
                break
            after = found[-1][0]
        self.reopened.emit(rows)


def _values(bodies: Sequence[tuple[int, bytes]], rows: list[Values]) -> Iterator[None]:
    for _, body in bodies:
        rows.append(values_of(json.loads(body)))
        yield


def _last(workspace: Workspace) -> list[tuple[RunInfo, Totals]]:
    runs = [info for info in workspace.runs.list() if info.kind == KIND]
    return [(info, workspace.runs.totals(info.id)) for info in runs[:MOST]]


def _words(info: RunInfo, totals: Totals) -> str:
    locale = QLocale()
    ends = [tr(words, n=locale.toString(number)) for name, words in ENDS if (number := getattr(totals, name))]
    text = dotted(relative_time(info.created_at), visible(info.file_name), ", ".join(ends))
    return literal(text)
