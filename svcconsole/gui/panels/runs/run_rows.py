"""The rows of a run of one outcome or reason, read from the workspace in pages."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from PySide6.QtCore import Signal
from PySide6.QtGui import QAction
from PySide6.QtWidgets import QWidget

from svcconsole.gui.design.metrics import dp
from svcconsole.gui.design.text import ElidedLabel
from svcconsole.gui.design.words import tr
from svcconsole.gui.kit import quantity_words
from svcconsole.gui.kit.containers.boxes import vbox
from svcconsole.gui.kit.containers.page_header import Toolbar
from svcconsole.gui.kit.grid.table import ColumnSpec, RecordModel, RecordTable
from svcconsole.gui.kit.widgets.bars import LoadingBar
from svcconsole.gui.kit.widgets.buttons import button
from svcconsole.gui.kit.widgets.pills import STATES
from svcconsole.gui.panels.runs.decide_unknown import DecideUnknown
from svcconsole.gui.panels.runs.paged_columns import column
from svcconsole.gui.runtime.call_finder import show_call_of
from svcconsole.gui.runtime.task_scope import make_scope

if TYPE_CHECKING:
    from svcconsole.gui.runtime.console import Console
    from svcconsole.workspace.runs.records import Reason, ResultRow, RunInfo

PAGE = 200
SHOWN_CELLS = 5
WHOLE, WITH_WORDS = 340, 220
"""The reason alone, and beside the store's words: cells of the file give way to it."""
WORDS = {"sent": "accepted", "refused": "refused", "not_sent": "not_sent", "needs_decision": "decide"}


class RunRows(QWidget):
    """Rows with their first cells, what became of them and why; the rows nobody can know about with the
    question what to do.

    `inside` a run's page it has no way back. `left`: back to the run. `decided(answer)`: see `DecideUnknown`.
    """

    left = Signal()
    decided = Signal(str)

    def __init__(self, console: Console, *, inside: bool = False) -> None:
        super().__init__()
        self._console = console
        self.scope = make_scope(self, console.notices)
        self.title = ElidedLabel("", role="section")
        self.back = button(tr("Back to the run"), "left", kind="quiet")
        self.back.clicked.connect(self.left)
        self.loading = LoadingBar()
        self._layout = vbox(parent=self, spacing=0)
        bar = Toolbar()
        bar.add(self.back)
        bar.add(self.title, 1)
        if inside:
            self.back.hide()
            bar.setContentsMargins(-dp(20), 0, 0, 0)
            self.setMinimumHeight(dp(240))
        self.decide = DecideUnknown()
        self.decide.decided.connect(self.decided)
        self.decide.later.connect(self.left)
        self.decide.hide()
        self._layout.addWidget(bar)
        self._layout.addWidget(self.decide)
        self._layout.addWidget(self.loading)
        self._model: RecordModel[ResultRow] | None = None
        self.table: RecordTable[ResultRow] | None = None
        self._total = 0

    def show_rows(
        self,
        info: RunInfo,
        bucket: str | None,
        reason: Reason | None = None,
        *,
        explained: bool = True,
        quoted: bool = True,
    ) -> None:
        """Show the rows of `bucket` or all, only those of `reason` when given; more come while scrolling.

        Where every row was accepted nothing is to be `explained`: more of the file's own cells are shown. The
        store has words of its own only where it refused something: else they are not to be `quoted`.
        """
        titles = {
            "sent": tr("Rows the store accepted"),
            "refused": tr("Rows the store refused"),
            "not_sent": tr("Rows that were not sent"),
            "needs_decision": tr("Rows that need your decision"),
        }
        if reason is not None:
            self.title.setText(reason.sentence)
        else:
            self.title.setText(titles.get(bucket or "", tr("Result of each row")))
        self.decide.hide()
        self._set_table(info, explained=explained, quoted=quoted)
        self._wanted = (info, bucket, reason)
        self._read_more()
        if self.back.isVisible():
            self.back.setFocus()

    def ask(self, records: int, kind: str, *, under_way: bool) -> None:
        """Ask what to do about the rows shown."""
        self.decide.ask(records, kind, under_way=under_way)
        self.decide.show()
        self.decide.choices["send_again"].radio.setFocus()

    def _set_table(self, info: RunInfo, *, explained: bool, quoted: bool) -> None:
        names = info.header[: SHOWN_CELLS if explained else 2 * SHOWN_CELLS]
        columns: list[ColumnSpec[ResultRow]] = [
            column("row", tr("Row"), lambda row: row.number, kind="row", width=56)
        ]
        for at, name in enumerate(names):
            drop = at if at > 1 else 0
            columns.append(column(f"cell{at}", name, _cell(at), width=140, stretch=not explained, drop=drop))
        columns.append(
            column("bucket", tr("Outcome"), lambda row: STATES[WORDS[row.bucket]], kind="status", width=110)
        )
        if explained:
            room = WHOLE if not quoted else WITH_WORDS
            columns.append(column("reason", tr("Reason"), lambda row: row.reason, width=room, stretch=True))
        if explained and quoted:
            said: ColumnSpec[ResultRow] = column(
                "words",
                tr("The store’s words"),
                lambda row: quantity_words.quoted_words(row.server_words),
                width=180,
            )
            columns.append(said)
        self._model = RecordModel(columns, key=lambda row: row.number)
        table = RecordTable(self._model, tr("Rows of the run"))
        table.verticalScrollBar().valueChanged.connect(self._near_end)
        table.set_row_menu(lambda row: self._row_actions(info.id, row))
        if self.table is None:
            self._layout.addWidget(table, 1)
        else:
            self._layout.replaceWidget(self.table, table)
            self.table.deleteLater()
        self.table = table

    def _row_actions(self, run_id: str, row: ResultRow) -> list[QAction]:
        """The menu of a row: the call in which it went, where it went in one."""
        if row.bucket == "not_sent":
            return []
        show = QAction(tr("Show the call"), self)
        show.triggered.connect(lambda: show_call_of(self._console, run_id, row=row.number))
        return [show]

    def _near_end(self, value: int) -> None:
        table, model = self.table, self._model
        if table is None or model is None or self.scope.is_busy("read"):
            return
        if model.total() < self._total and value >= table.verticalScrollBar().maximum() - dp(400):
            self._read_more()

    def _read_more(self) -> None:
        self.scope.start(self._read(), "read")

    async def _read(self) -> None:
        from svcconsole.workspace.schema import Bucket

        info, bucket, reason = self._wanted
        model = self._model
        if model is None:
            return
        self.loading.start()
        offset = model.total()
        page = await self._console.db(
            lambda space: space.runs.rows(
                info.id, Bucket(bucket) if bucket else None, reason=reason, offset=offset, limit=PAGE
            )
        )
        self.loading.stop()
        self._total = page.total
        model.append(list(page.rows))


def _cell(at: int) -> Callable[[ResultRow], str]:
    return lambda row: row.cells[at] if at < len(row.cells) else ""
