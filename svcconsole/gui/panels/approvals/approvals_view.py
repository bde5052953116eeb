"""The plans that wait for a second person, and the one that is looked at."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from PySide6.QtCore import Signal
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QStackedWidget, QWidget

from svcconsole.gui.design.metrics import dp
from svcconsole.gui.design.words import mark, tr
from svcconsole.gui.kit.containers.boxes import vbox
from svcconsole.gui.kit.containers.empty_state import EmptyState
from svcconsole.gui.kit.grid.table import ColumnSpec, RecordModel, RecordTable
from svcconsole.gui.kit.live_refresh import LiveRefresh
from svcconsole.gui.kit.quantity_words import count
from svcconsole.gui.kit.relative_time import exact, relative_time
from svcconsole.gui.kit.widgets.pills import PillValue
from svcconsole.gui.panels.approvals.plan_page import PlanPage
from svcconsole.gui.panels.approvals.send_back import send_back_words
from svcconsole.gui.runtime.colleagues import called
from svcconsole.gui.runtime.console import Console
from svcconsole.gui.runtime.task_scope import make_scope
from svcconsole.workspace.known.event_kinds import EventKind

if TYPE_CHECKING:
    from svcconsole.services.approvals.plan_look import PlanLook
    from svcconsole.workspace.team.approvals import Answer, Approval

WIDE = 1000
"""From this width on the phone stands beside the plan."""
STATES = {
    "": (mark("Waits"), "clock", "warning"),
    "approved": (mark("Approved"), "check", "success"),
    "sent back": (mark("Sent back"), "undo", "neutral"),
}


class ApprovalsView(QWidget):
    """`counted(n)`: so many wait for an answer."""

    counted = Signal(int)

    def __init__(self, console: Console) -> None:
        super().__init__()
        self._console = console
        self.scope = make_scope(self, console.notices)
        self.model: RecordModel[Approval] = RecordModel(_columns(), key=lambda row: str(row.id))
        self.table = RecordTable(self.model, tr("Approvals"))
        self.table.set_inset(20)
        self.table.opened.connect(lambda row: self.open(row.run_id))
        self.empty = EmptyState(
            "shield",
            tr("Nothing waits for a second person"),
            tr("Campaigns to more people than the team has set stand here until somebody else agrees."),
        )
        self.page = PlanPage(console.card)
        self.places = QStackedWidget()
        for place in (self.table, self.empty, self.page):
            self.places.addWidget(place)
        vbox(self.places, parent=self)
        self.look: PlanLook | None = None
        self.page.left.connect(self.show_list)
        LiveRefresh(self, console.events, self.scope, (EventKind.APPROVAL, EventKind.RUN), self._read_again)
        self.page.approved.connect(lambda: self.scope.start(self._approve(), "answer"))
        self.page.sent_back.connect(lambda: self.scope.start(self._send_back(), "answer"))

    def show_list(self) -> None:
        """Show all that waits."""
        self.look = None
        self.refresh()

    def refresh(self) -> None:
        """Read the list, or the plan that is looked at, again."""
        if self.look is not None:
            self.open(self.look.info.id)
        else:
            self.scope.start(self._read(), "read")

    def open(self, run_id: str) -> None:
        """Look at one plan."""
        self.scope.start(self._open(run_id), "read")

    def actions_here(self) -> dict[str, Callable[[], None]]:
        """What the window's own keys do while a plan is looked at."""
        return self.page.actions_here() if self.look is not None else {}

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self.page.set_wide(self.width() >= dp(WIDE))

    async def _read_again(self, keys: frozenset[str]) -> None:
        """Others asked or answered, or changed a plan."""
        if self.look is None:
            await self._read()
        elif {self.look.info.id, ""} & keys:
            await self._open(self.look.info.id)

    async def _read(self) -> None:
        rows = await self._console.db(lambda space: space.approvals.list())
        self.model.set_records(rows)
        self.counted.emit(sum(1 for row in rows if not row.answer))
        self.places.setCurrentWidget(self.table if rows else self.empty)

    async def _open(self, run_id: str) -> None:
        from svcconsole.services.approvals.plan_look import plan_look

        look = await self._console.db(lambda space: plan_look(space, run_id))
        if look is None:
            return
        self.look = look
        self.page.show_look(look)
        self.places.setCurrentWidget(self.page)

    async def _approve(self) -> None:
        from svcconsole.workspace.team.approvals import Answer

        await self._answer(Answer.APPROVED, "")

    async def _send_back(self) -> None:
        from svcconsole.workspace.team.approvals import Answer

        if self.look is not None:
            words = await send_back_words(self, called(self.look.asked.asked_by))
            if words is not None:
                await self._answer(Answer.SENT_BACK, words)

    async def _answer(self, answer: Answer, words: str) -> None:
        """Answer about exactly the plan that was looked at; whatever came of it is shown."""
        look = self.look
        if look is None:
            return
        run_id, seen = look.info.id, look.asked.plan_sha256
        try:
            await self._console.db(lambda space: space.approvals.answer(run_id, answer, words, seen=seen))
        finally:
            self._console.approvals_changed.emit()
            self.open(run_id)


def _columns() -> list[ColumnSpec[Approval]]:
    return [
        ColumnSpec(key="plan", title=tr("Plan"), value=lambda row: row.code, width=110),
        ColumnSpec(
            key="what",
            title=tr("What"),
            value=lambda row: row.file_name or tr(row.title),
            width=220,
            stretch=True,
        ),
        ColumnSpec(
            key="people",
            title=tr("People"),
            value=lambda row: count(row.people),
            kind="number",
            width=90,
            sort=lambda row: row.people,
        ),
        ColumnSpec(key="state", title=tr("Status"), value=_state, kind="pill", width=120),
        ColumnSpec(
            key="asked", title=tr("Asked by"), value=lambda row: called(row.asked_by), width=140, drop=2
        ),
        ColumnSpec(
            key="answered",
            title=tr("Answered by"),
            value=lambda row: called(row.answered_by),
            width=140,
            drop=3,
        ),
        ColumnSpec(
            key="at",
            title=tr("When"),
            value=lambda row: relative_time(row.answered_at or row.asked_at),
            width=120,
            sort=lambda row: row.answered_at or row.asked_at,
            tip=lambda row: exact(row.answered_at or row.asked_at),
            drop=1,
        ),
    ]


def _state(row: Approval) -> PillValue:
    words, icon, tone = STATES.get(row.answer, (row.answer, "info", "neutral"))
    if row.answer == "approved" and not row.valid:
        return PillValue(tr("Plan changed"), "warning", "warning")
    return PillValue(tr(words), icon, tone)
