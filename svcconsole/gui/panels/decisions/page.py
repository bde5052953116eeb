"""The page over all tabs: at the left what needs a decision, at the right the question and its answers."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QHideEvent, QResizeEvent
from PySide6.QtWidgets import QStackedWidget, QWidget

from svcconsole.gui.design.metrics import dp
from svcconsole.gui.design.text import ElidedLabel, PlainLabel
from svcconsole.gui.design.words import tr, tr_plural
from svcconsole.gui.kit.containers.boxes import STRETCH, hbox, vbox
from svcconsole.gui.kit.containers.cards import Ground, IconLabel
from svcconsole.gui.kit.containers.empty_state import EmptyState
from svcconsole.gui.kit.containers.page_header import PageHeader
from svcconsole.gui.kit.containers.popover import Popover
from svcconsole.gui.kit.containers.segments import Segments
from svcconsole.gui.kit.file_drop import FileDropWidget
from svcconsole.gui.kit.live_refresh import LiveRefresh
from svcconsole.gui.kit.widgets.bars import LoadingBar
from svcconsole.gui.kit.widgets.buttons import button
from svcconsole.gui.panels.decisions import decision_text as say
from svcconsole.gui.panels.decisions.answer_bar import AnswerBar
from svcconsole.gui.panels.decisions.decide_actions import DecideActions
from svcconsole.gui.panels.decisions.decision_list import DecisionList, Key, Row
from svcconsole.gui.panels.decisions.detail import Detail
from svcconsole.gui.panels.decisions.evidence import Evidence, read_evidence
from svcconsole.gui.panels.decisions.list_view import DoubtList
from svcconsole.gui.panels.decisions.webhook_log import WebhookLog
from svcconsole.gui.runtime.call_finder import show_call_of
from svcconsole.gui.runtime.colleagues import called
from svcconsole.gui.runtime.task_scope import make_scope
from svcconsole.workspace.known.event_kinds import EventKind

if TYPE_CHECKING:
    from svcconsole.gui.runtime.console import Console
    from svcconsole.workspace.database import Workspace

OPEN, DECIDED = 0, 1
MOST = 500
LIST_WIDTH, NARROW_LIST, NARROW = 340, 264, 860
EXPLAINED = 420


class DecisionsPage(FileDropWidget):
    """Everything of which nobody can know whether it happened. Nothing here is sent until somebody says so;
    the log of a webhook receiver, dropped here or chosen, may prove what was sent.

    `left()`: back to where one was. `run_wanted(run_id)`: a run is to be shown.
    """

    left = Signal()
    run_wanted = Signal(str)

    def __init__(self, console: Console) -> None:
        super().__init__()
        self._console = console
        self.scope = make_scope(self, console.notices)
        self._wanted: Key | None = None
        self._shown: tuple[Row, Evidence] | None = None
        self._of_run: tuple[Key, ...] = ()
        self.header = PageHeader(tr("Needs your decision"))
        self.sum = ElidedLabel("", "caption", "text2")
        self.header.add_leading(self.sum)
        self.what = button(tr("What is this?"), "help", "quiet")
        self.webhook_log = WebhookLog(console, self, self.scope)
        self.import_log = button(tr("Import a webhook log"), "import")
        self.header.add_action(self.what)
        self.header.add_action(self.import_log)
        self.popover = Popover(self)
        self.loading = LoadingBar()
        self.segments = Segments()
        self.segments.add(tr("Open"))
        self.segments.add(tr("Decided"))
        self.segments.currentChanged.connect(lambda _at: self.read())
        self.listing = DecisionList()
        self.list = DoubtList(self.listing, tr("What needs your decision"))
        self.detail = Detail()
        self.empty = EmptyState("shield", "")
        self.bar = AnswerBar()
        self.deciding = DecideActions(console, self)
        self._build_layout()
        self._connect()
        self._update_look()

    def _build_layout(self) -> None:
        self.side = Ground("canvas", "end")
        side = vbox(parent=self.side, spacing=8, margins=(0, 14, 0, 0))
        top = hbox(self.segments, STRETCH, margins=(20, 0, 12, 0))
        side.addLayout(top)
        side.addWidget(self.list, 1)
        promise = hbox(spacing=8, margins=(22, 10, 12, 14))
        promise.addWidget(IconLabel("shield", "success", 16), 0, Qt.AlignmentFlag.AlignTop)
        said = tr("Nothing here is sent again until you say so.")
        promise.addWidget(PlainLabel(said, "caption", "text2", wrap=True), 1)
        side.addLayout(promise)
        self.side.setFixedWidth(dp(LIST_WIDTH))
        right = QWidget()
        column = vbox(parent=right, spacing=0)
        self.stack = QStackedWidget()
        self.stack.addWidget(self.detail)
        self.stack.addWidget(self.empty)
        column.addWidget(self.stack, 1)
        column.addWidget(self.bar)
        both = hbox(self.side, (right, 1), spacing=0)
        vbox(self.header, self.loading, (both, 1), parent=self, spacing=0)

    def _connect(self) -> None:
        self.list.chosen.connect(self._show)
        self.listing.ticked_changed.connect(self._update_look)
        self.detail.answered.connect(self._update_look)
        self.detail.run_wanted.connect(self.run_wanted)
        self.detail.report_wanted.connect(self._console.reports.show_by_reference)
        self.detail.person_wanted.connect(self._console.person_wanted)
        self.detail.call_wanted.connect(lambda run_id, seq: show_call_of(self._console, run_id, seq=seq))
        self.what.clicked.connect(self._explain)
        self.import_log.clicked.connect(self.webhook_log.choose)
        self.webhook_log.busy.connect(self._set_busy)
        self.bar.same.toggled.connect(lambda _on: self._update_look())
        self.bar.later.clicked.connect(self.left)
        self.bar.apply.clicked.connect(self._apply)
        self.bar.take_back.clicked.connect(self._undo_shown)
        self._console.sends_changed.connect(self.read)
        self.live = LiveRefresh(
            self, self._console.events, self.scope, (EventKind.CONSOLE,), self._read_lookers
        )
        if self._console.runs is not None:
            self._console.runs.changed.connect(self.read)

    def activate(self) -> None:
        """On screen: read what there is and put the keys where the answer is given."""
        self.read()
        self.list.setFocus()

    def show_run(self, run_id: str) -> None:
        """Show the first doubt of one run."""
        self._wanted = (run_id, 0)
        self.segments.set_current(OPEN)
        self.read()

    def actions_here(self) -> dict[str, Callable[[], None]]:
        """What the window's shortcuts do."""
        here: dict[str, Callable[[], None]] = {"refresh": self.read, "back": self.left.emit}
        return {**here, "primary": self.bar.apply.click} if self.bar.apply.isEnabled() else here

    def regions(self) -> Sequence[QWidget]:
        return (self.list, self.detail, self.bar)

    def read(self) -> None:
        """Read the list again; what is shown stays until the new one is there."""
        self.scope.start(self._read(), "read")

    async def _read(self) -> None:
        at = self.segments.current()
        self.loading.start()
        try:
            rows, counts, lookers = await self._console.db(
                lambda space: (_rows(space, at), _counts(space), _lookers(space))
            )
        finally:
            self.loading.stop()
        before, place = self.list.current(), self.list.currentIndex().row()
        wanted = self._wanted or (before.key if before else None)
        gone = before is not None and before.decided is None and at == OPEN
        self.listing.set_rows(rows)
        self._show_lookers(lookers)
        if gone and before is not None and not self.listing.index_of(before.key).isValid():
            # On its own: the next reading would end it, and what was decided would never be told.
            self.scope.start(self._tell_gone(before.key))
        for index, count in enumerate(counts):
            self.segments.set_count(index, count)
        self._show_sum(counts[OPEN], len(rows) if at == OPEN else counts[OPEN])
        self._choose(wanted, place)
        self._wanted = None

    async def _tell_gone(self, key: Key) -> None:
        """What somebody looked at here is decided: by somebody else, unless it was answered here."""
        if key not in self.deciding.answered:
            await self.deciding.tell_others([key])

    async def _read_lookers(self, _consoles: frozenset[str]) -> None:
        self._show_lookers(await self._console.db(_lookers))

    def _show_lookers(self, lookers: Mapping[Key, tuple[str, ...]]) -> None:
        """Who else looks at what, in the list and beside the answer."""
        self.listing.set_lookers(lookers)
        self._update_look()

    def _choose(self, wanted: Key | None, place: int) -> None:
        """Show the wanted row, else one where the last one was."""
        shown = self.list.current()
        if wanted is not None and (found := self.listing.index_of(wanted)).isValid():
            if shown is None or shown.key != wanted:
                self.list.setCurrentIndex(found)
        elif wanted is not None and (run := [row for row in self.listing.rows() if row.key[0] == wanted[0]]):
            self.list.show_row(run[0].key)
        elif shown is None or self.list.currentIndex().row() != place:
            beside = self.listing.index(min(max(1, place), self.listing.rowCount() - 1))
            entry = beside.data(Qt.ItemDataRole.UserRole)
            self.list.show_row(entry.key if isinstance(entry, Row) else None)
        self._show(self.list.current())

    def _show_sum(self, open_: int, listed: int) -> None:
        said = tr_plural(
            "{n} thing may or may not have happened", "{n} things may or may not have happened", open_
        )
        if listed < open_:
            said = tr("{sum}, the first {n} are listed", sum=said, n=self.locale().toString(listed))
        self.sum.setText(said if open_ else "")

    def _show(self, row: Row | None) -> None:
        self.scope.start(self._show_row(row), "show")

    async def _show_row(self, row: Row | None) -> None:
        if row is None:
            self._show_empty()
            return
        key = row.key
        self._console.look_at(EventKind.DECISION, looked_at(key))
        known = await self._console.db(lambda space: read_evidence(space, row.doubt))
        self._of_run = tuple(other for other in known.of_run if other != key)
        shown, self._shown = self._shown, (row, replace(known, of_run=()))
        if shown == self._shown and self.stack.currentWidget() is self.detail:
            self._update_look()  # what somebody is answering stays as it is
            return
        self.bar.same.setChecked(False)
        self.detail.show_row(row, known)
        self.stack.setCurrentWidget(self.detail)
        self._update_look()

    def _show_empty(self) -> None:
        if self.segments.current() == OPEN:
            self.empty.set(
                "shield",
                tr("Nothing needs your decision"),
                tr("When the store gives no clear answer to something that was sent, it is asked here."),
            )
        else:
            self.empty.set("history", tr("Nothing was decided yet"))
        self._of_run, self._shown = (), None
        self._console.look_at()
        self.stack.setCurrentWidget(self.empty)
        self._update_look()

    # Deciding

    def chosen(self) -> list[Key]:
        """What the answer is for: the ticked ones, else the one shown, and the others of its run if said."""
        row = self.list.current()
        if row is None or row.decided is not None:
            return []
        keys = [ticked.key for ticked in self.listing.ticked()] or [row.key]
        return list(dict.fromkeys([*keys, *(self._of_run if self.bar.is_same() else ())]))

    def _update_look(self) -> None:
        shown = self.list.current() if self.stack.currentWidget() is self.detail else None
        ticked = len(self.listing.ticked())
        asked = shown is not None and shown.decided is None
        self.bar.setVisible(self.stack.currentWidget() is self.detail)
        self.bar.ask_the_same(len(self._of_run), asked=asked and not ticked)
        self.bar.dress(
            shown,
            answer=self.detail.answer(),
            number=len(self.chosen()),
            ticked=ticked,
            lookers=self.listing.lookers(shown.key) if shown is not None else (),
            busy=self.scope.is_busy("decide"),
        )

    def _apply(self) -> None:
        answer, chosen = self.detail.answer(), self.chosen()
        if answer and chosen and not self.scope.is_busy("decide"):
            self.scope.start(self._decide(chosen, answer), "decide")
            self._update_look()

    async def _decide(self, chosen: list[Key], answer: str) -> None:
        self.bar.apply.set_busy(tr("Deciding…"))
        try:
            await self.deciding.decide(chosen, answer)
        finally:
            self.bar.apply.set_busy(None)
            self.detail.clear()

    def _undo_shown(self) -> None:
        row = self.list.current()
        if row is not None and row.decided is not None:
            self.deciding.undo([row.decided.id])

    def _set_busy(self, busy: bool) -> None:
        self.import_log.set_busy(tr("Reading…") if busy else None)

    def _explain(self) -> None:
        told = PlainLabel(tr(say.WHAT_IS_THIS), "body", wrap=True)
        told.setFixedWidth(dp(EXPLAINED))
        self.popover.set_content(told)
        self.popover.open_at(self.what)

    def hideEvent(self, event: QHideEvent) -> None:
        super().hideEvent(event)
        self._console.look_at()

    def resizeEvent(self, event: QResizeEvent) -> None:
        narrow = self.width() < dp(NARROW)
        self.side.setFixedWidth(dp(NARROW_LIST if narrow else LIST_WIDTH))
        super().resizeEvent(event)


def _rows(space: Workspace, at: int) -> list[Row]:
    if at == OPEN:
        return [Row(doubt) for doubt in space.decisions.open(MOST)]
    return [Row(decided.doubt, decided) for decided in space.decisions.decided(MOST)]


def looked_at(key: Key) -> str:
    """What a window looks at, as the others are told."""
    return f"{key[0]}:{key[1]}"


def _lookers(space: Workspace) -> dict[Key, tuple[str, ...]]:
    """Who else looks at which record that needs a decision; on the workspace's thread."""
    found: dict[Key, tuple[str, ...]] = {}
    for one in space.presence.all():
        run_id, _, seq = one.key.partition(":")
        if one.kind == EventKind.DECISION and not one.mine and seq.isdecimal():
            key = (run_id, int(seq))
            found[key] = (*found.get(key, ()), called(one.actor))
    return found


def _counts(space: Workspace) -> tuple[int, int]:
    return space.decisions.count(), space.decisions.count_decided()
