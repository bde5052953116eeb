"""What the service answers that its specification does not know: how often, since when, and what to do."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Sequence
from typing import TYPE_CHECKING

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QWidget

from svcconsole.api.contract_drift import change_of, sentence
from svcconsole.gui.design.text import PlainLabel, visible
from svcconsole.gui.design.words import show, tr, tr_plural
from svcconsole.gui.kit.containers.boxes import STRETCH, hbox, vbox
from svcconsole.gui.kit.containers.page_header import Toolbar
from svcconsole.gui.kit.dialogs import choose_place
from svcconsole.gui.kit.file_kinds import JSON
from svcconsole.gui.kit.grid.table import ColumnSpec, RecordModel, RecordTable
from svcconsole.gui.kit.relative_time import exact, relative_time
from svcconsole.gui.kit.widgets.buttons import button
from svcconsole.gui.panels.calls.call_words import WHAT
from svcconsole.gui.runtime.contract_drifts import SeenDrift, teach
from svcconsole.gui.runtime.task_scope import make_scope
from svcconsole.whole_file import write_whole

if TYPE_CHECKING:
    from svcconsole.gui.runtime.console import Console
    from svcconsole.gui.runtime.practice_process import PracticeProcess


class DriftView(QWidget):
    """The table with what can be done about the chosen rows, or about all where none is chosen."""

    def __init__(self, console: Console, practice: PracticeProcess | None) -> None:
        super().__init__()
        self._console, self._practice = console, practice
        self.scope = make_scope(self, console.notices)
        self.counted = PlainLabel("", "caption", "text2")
        self.teach = button(tr("Teach the practice store"), "practice")
        self.export = button(tr("Export for the vendor"), "export")
        self.forget = button(tr("Count anew"), "refresh", kind="quiet")
        bar = Toolbar()
        bar.add(self.counted)
        bar.add_stretch()
        for part in (self.forget, self.export, self.teach):
            bar.add(part)
        self.model: RecordModel[SeenDrift] = RecordModel(_columns(), key=lambda row: row.drift)
        self.table = RecordTable(self.model, tr("Not in the specification"))
        self.table.set_density("compact")
        self.table.set_inset(20)
        self.nothing = PlainLabel(
            tr("Everything the service answered in this window is in its specification."),
            "strong", "text2", wrap=True,
        )  # fmt: skip
        self.nothing.setAlignment(Qt.AlignmentFlag.AlignCenter)
        self._none = QWidget()
        vbox(STRETCH, self.nothing, hbox(STRETCH, STRETCH), STRETCH, parent=self._none, margins=20)
        self._bar = bar
        vbox(bar, (self.table, 1), (self._none, 1), parent=self, spacing=0)
        self.teach.setVisible(practice is not None)
        self.teach.clicked.connect(lambda: self.scope.start(self._teach(), key="teach"))
        self.export.clicked.connect(lambda: self.scope.start(self._export(), key="export"))
        self.forget.clicked.connect(lambda: console.drifts.forget([each.drift for each in self.chosen()]))
        console.drifts.changed.connect(self.refresh)
        self.refresh()

    def refresh(self) -> None:
        """List what there is now."""
        seen = self._console.drifts.all()
        self.model.set_records(seen)
        self.counted.setText(
            tr_plural(
                "{n} thing that the specification does not know",
                "{n} things that the specification does not know",
                len(seen),
            )
        )
        for part in (self.table, self._bar):
            part.setVisible(bool(seen))
        self._none.setVisible(not seen)

    def chosen(self) -> Sequence[SeenDrift]:
        """The selected rows, or all."""
        return self.table.selected_records() or self.model.shown()

    def focus_start(self) -> QWidget:
        """Where the keys begin."""
        return self.table

    def content(self) -> bytes:
        """The chosen ones as a file for the vendor; no value of a field is in it."""
        told = [
            {
                "operation": each.drift.operation,
                "place": each.drift.place,
                "kind": str(each.drift.kind),
                "came": each.drift.said,
                "expected": each.drift.expected,
                "sentence": str(sentence(each.drift)),
                "times": each.times,
                "first": each.first_at,
                "last": each.last_at,
            }
            for each in self.chosen()
        ]
        return json.dumps({"notInTheSpecification": told}, ensure_ascii=False, indent=2).encode()

    async def _export(self) -> None:
        path = await choose_place(
            self, tr("Export for the vendor"), "not-in-the-specification.json", kinds=(JSON,)
        )
        if path is not None:
            await asyncio.to_thread(write_whole, path, self.content())
            self._console.notices.add("success", tr("{file} is written.", file=path.name))

    async def _teach(self) -> None:
        if self._practice is None:
            return
        self.teach.set_busy(tr("Teaching…"))
        try:
            known = await teach(self._practice, [each.drift for each in self.chosen()])
        finally:
            self.teach.set_busy(None)
        self._console.notices.add(
            "success",
            tr_plural(
                "The practice store answers so, too, in {n} place.",
                "The practice store answers so, too, in {n} places.",
                known,
            ),
            advice=tr("Its page Practice, Faults lists it as “A changed service” and switches it off again."),
        )


def _since(row: SeenDrift) -> str:
    return tr_plural("{n} time", "{n} times", row.times)


def _columns() -> list[ColumnSpec[SeenDrift]]:
    return [
        ColumnSpec(
            key="what", title=tr("Call"), width=150, kind="strong",
            value=lambda row: tr(WHAT[row.drift.operation]) if row.drift.operation in WHAT else (
                visible(row.drift.operation)
            ),
        ),
        ColumnSpec(
            key="change", title=tr("What is new"), width=320, stretch=True,
            value=lambda row: show(sentence(row.drift), clean=visible),
        ),
        ColumnSpec(key="times", title=tr("How often"), width=92, value=_since, sort=lambda row: row.times),
        ColumnSpec(
            key="first", title=tr("Since"), width=120, value=lambda row: relative_time(row.first_at),
            sort=lambda row: row.first_at, tip=lambda row: exact(row.first_at), drop=1,
        ),
        ColumnSpec(
            key="last", title=tr("Last"), width=120, value=lambda row: relative_time(row.last_at),
            sort=lambda row: row.last_at, tip=lambda row: exact(row.last_at), drop=2,
        ),
        ColumnSpec(
            key="practice", title=tr("Can be taught"), width=100, drop=3,
            value=lambda row: tr("yes") if change_of(row.drift) is not None else tr("no"),
        ),
    ]  # fmt: skip
