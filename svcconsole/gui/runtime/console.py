"""Console: the open store given to every tab and page: its client, workspace, tasks and notices."""

from __future__ import annotations

import asyncio
import time
from collections import deque
from collections.abc import Awaitable, Callable, Sequence
from contextlib import suppress
from dataclasses import replace
from functools import cached_property, partial
from importlib import import_module
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple, TypeVar

from PySide6.QtCore import QObject, QTimer, Signal

from svcconsole.gui.design.words import tr
from svcconsole.gui.runtime.colleagues import learn_names
from svcconsole.gui.runtime.computer_settings import computer_settings
from svcconsole.gui.runtime.connection_state import ConnectionState, Reach
from svcconsole.gui.runtime.contract_drifts import DriftBook
from svcconsole.gui.runtime.day_watch import DayWatch
from svcconsole.gui.runtime.display_zone import SETTING, display_zone
from svcconsole.gui.runtime.notices import Link, Notices
from svcconsole.gui.runtime.privacy import privacy
from svcconsole.gui.runtime.profile_summary import ProfileSummary
from svcconsole.gui.runtime.settings import Settings
from svcconsole.gui.runtime.task_scope import make_scope
from svcconsole.gui.runtime.workspace_access import CONCERNS, WorkspaceAccess
from svcconsole.gui.runtime.workspace_events import Happened, WorkspaceEvents
from svcconsole.workspace.errors import WorkspaceAway, WorkspaceError
from svcconsole.workspace.known.event_kinds import Event, EventKind
from svcconsole.workspace.team.roles import Right

if TYPE_CHECKING:
    from svcconsole.api.call_log import CallLog
    from svcconsole.api.client import CallRecord, Client
    from svcconsole.api.connection import Connection
    from svcconsole.api.network import Network
    from svcconsole.gui.runtime.reports_controller import ReportsController
    from svcconsole.gui.runtime.runs_controller import RunsController
    from svcconsole.services.sends.sending import Sender
    from svcconsole.workspace.database import Workspace
    from svcconsole.workspace.local_copy import KeptAside

T = TypeVar("T")

QUIET_SECONDS = 1.0
PROBLEMS = 10
FIRST_WAIT, LONGEST_WAIT = 5.0, 60.0
DAY_SECONDS = 86_400.0
PRESENCE_MILLISECONDS = 20_000
"""How often the others are told that this window is still open."""


class Problem(NamedTuple):
    """A call that failed: when, in epoch seconds, and the sentence it was told by, nobody's data in it."""

    at: float
    sentence: str


class Console(QObject):
    """One store in one window. Light: what is heavy is imported by `ready`, after the first paint.

    `may_load` is set once the window has been painted. `connection_changed`: `state` is new.
    `store_changed`: the store's content was replaced (reset), read all again. `products_changed`: ids of
    products this console wrote. `card_changed`: the store's profile was edited. `sends_changed`: something
    was sent by itself, or what needs a decision changed. `decisions_wanted`: somebody
    wants to decide about this run. `person_wanted(Whom)`: somebody wants to know why a person did not get it.
    `report_wanted(run_id)`: a report is to be shown in its list; `report_opened(run_id)`: its file is.
    `activity_wanted()`: the runs of everybody are to be shown. `run_wanted(run_id)`: this one is.
    `approvals_changed()`: a plan was answered in this window.
    `runs_there()`: `runs` is no longer None.
    `page_wanted(tab, page)`: a page of the tab of this exact name (`OpensPages`); blank: the tab alone.
    `settings_wanted(section)`: this section of the settings. `sending_numbers_changed()`: here, by hand.
    `approvals_changed()`: a plan was answered in this window.
    `called()`: one more call to the store has ended, it is the newest of `calls`; `call_wanted(number)`: that
    call is to be shown.
    """

    connection_changed = Signal()
    store_changed = Signal()
    products_changed = Signal(object)
    card_changed = Signal()
    sends_changed = Signal()
    decisions_wanted = Signal(str)
    person_wanted = Signal(object)
    report_wanted = Signal(str)
    report_opened = Signal(str)
    activity_wanted = Signal()
    approvals_changed = Signal()
    message_wanted = Signal(object)
    runs_there = Signal()
    run_wanted = Signal(str)
    page_wanted = Signal(str, str)
    settings_wanted = Signal(str)
    sending_numbers_changed = Signal()
    called = Signal()
    call_wanted = Signal(int)

    def __init__(
        self,
        card: ProfileSummary,
        *,
        settings: Settings,
        store_folder: Path,
        notices: Notices,
        connect: Callable[[], Awaitable[Connection]],
    ) -> None:
        """`connect` finds address and token; it may start the practice store; it raises expected errors."""
        super().__init__()
        self.card = card
        self.program_settings = settings
        self.settings = settings.of_store(card.id)
        self.store_folder = store_folder
        self.notices = notices
        display_zone().choose(settings.get(SETTING, "store"))
        self._show_zone()
        self.card_changed.connect(self._show_zone)
        display_zone().changed.connect(self._times_changed)
        self.day_watch = DayWatch(self, display_zone().now)
        self.day_watch.changed.connect(self._times_changed)
        self.privacy = privacy()
        self.privacy.begin(settings)
        self.privacy.changed.connect(self._privacy_changed)
        self.scope = make_scope(self, notices)
        self.events = WorkspaceEvents(self)
        self.events.happened.connect(self._others_did)
        self.events.state_changed.connect(self._hearing_changed)
        self.presence = QTimer(self, interval=PRESENCE_MILLISECONDS)
        self._next_removal = 0.0
        self.presence.timeout.connect(lambda: self.scope.start(self._keep_presence(), "presence"))
        self.client: Client | None = None
        self.calls: CallLog | None = None
        self.drifts = DriftBook(self.settings, self)
        self.runs: RunsController | None = None
        self.state = ConnectionState()
        self.problems: deque[Problem] = deque(maxlen=PROBLEMS)
        """The last calls that the store did not answer as it should, the newest at the end."""
        self._connect = connect
        self._opening = asyncio.Lock()
        self._edits = 0  # of the store's profile
        self._followed_edits = 0  # so many of them the client's connection is up to date with
        self.may_load = asyncio.Event()
        self.workspace = WorkspaceAccess(
            store_folder,
            self.scope,
            may_load=self.may_load,
            opened=self._workspace_opened,
            closing=self._workspace_closing,
        )
        computer_settings().changed.connect(self._computer_changed)
        self.workspace.changed.connect(self._workspace_changed)
        self.workspace.came_back.connect(self._workspace_came_back)
        self._leaving = False

    def edit_card(self, card: ProfileSummary) -> None:
        """The store's profile was edited: whatever follows it does so from now on."""
        self.card = card
        self._hold_anew()
        self.card_changed.emit()

    def _show_zone(self) -> None:
        """Times are shown in the zone of the store that is open."""
        display_zone().set_store(self.card.time_zone)

    def _times_changed(self) -> None:
        """Times are shown in another zone, or it is another day: what is listed by days is read anew, while
        the store is open."""
        if not self._leaving:
            self.sends_changed.emit()

    def note_saved(self, path: Path) -> None:
        """A file of this store is saved somewhere: it is listed when somebody is to be removed."""
        if not self._leaving and self.workspace.workspace is not None:
            self.scope.start(self._list_saved(path))

    async def _list_saved(self, path: Path) -> None:
        with suppress(WorkspaceAway):
            await self.db(lambda space: space.saved_files.add(path))

    def _privacy_changed(self) -> None:
        """People are hidden or shown from now on: everything that is shown is read anew."""
        if not self._leaving:
            self.scope.start(self._hide_people(), "privacy")

    async def _hide_people(self) -> None:
        if self.privacy.on and self.workspace.workspace is not None:
            self.privacy.learn(await self.db(lambda space: space.people.names()))
        self.read_all_anew()
        self.sends_changed.emit()

    def read_all_anew(self) -> None:
        """Everything that is shown was replaced, or is to be said otherwise."""
        self.events.happened.emit(Happened((Event(0, EventKind.EVERYTHING, "", "", "", ""),)))

    def _others_did(self, what: Happened) -> None:
        """What others sent or decided is shown wherever this window's own would be."""
        if what.keys(EventKind.SEND, EventKind.DECISION) and not self._leaving:
            self.sends_changed.emit()

    def _hearing_changed(self) -> None:
        """Where a pool stands between this window and the database, nothing is told: it looks by itself."""
        state = self.events.state
        if state is not None and state.kind == "pooled":
            self.notices.add(
                "info",
                tr("What others do is shown up to a second late: a pool lends the database's connections."),
                advice=tr("An address that leads to the database itself, past the pool, is quicker."),
                about="events",
            )
        else:
            self.notices.settle("events")

    def look_at(self, kind: str = "", key: str = "") -> None:
        """Tell the others what somebody looks at in this window, by the kind and key of its events."""
        if (space := self.workspace.workspace) is not None and space.shared and not self._leaving:
            self.scope.start(self.db(lambda space: space.presence.look_at(kind, key)), "look at")

    async def _keep_presence(self) -> None:
        # Whose database is away is not here for the others; its own clock ends the presence.
        if self.workspace.workspace is not None:
            with suppress(WorkspaceAway):
                await self.db(lambda space: space.presence.keep())

    async def ready(self) -> Client:
        """The client, once modules, workspace and connection are there; raises an expected error if not."""
        await self.workspace.open()
        async with self._opening:
            if self.client is None:
                await _load("svcconsole.api.client")
                self._set_state(Reach.OPENING)
                edits, connection = self._edits, await self._find_connection()
                from svcconsole.api.call_log import CallLog
                from svcconsole.gui.runtime.held_client import HeldClient

                self.calls = self.calls or CallLog()
                on_call = partial(self._on_call, self.calls)
                self.client = HeldClient(connection, on_call=on_call, held=self.workspace.held)
                self._followed_edits = edits
                if edits:
                    self.store_changed.emit()
            await self._follow_profile(self.client)
            return self.client

    async def _find_connection(self) -> Connection:
        try:
            return await self._connect()
        except Exception as error:
            self._set_state(Reach.REFUSED, sentence=getattr(error, "sentence", ""))
            raise

    async def _follow_profile(self, client: Client) -> None:
        """Reach the store as its profile says now, even where that is edited again meanwhile."""
        while (edits := self._edits) != self._followed_edits:
            connection = await self._find_connection()
            if edits == self._edits:
                client.connection, client.read_only = connection, connection.read_only
                self._followed_edits = edits
                self.store_changed.emit()

    async def ready_to_save(self) -> Client:
        """The client, for what is saved by itself; raises WorkspaceAway where the team's records are away
        now: nobody else would see what was saved."""
        client = await self.ready()
        await self.workspace.refuse_away()
        return client

    async def db(self, fn: Callable[[Workspace], T]) -> T:
        """Run `fn` with the workspace on its one thread; with its copy here while its database is away."""
        return await self.workspace.run(fn)

    @property
    def app_id(self) -> str | None:
        """The app id that requests to the store name; before it is connected, as its profile says."""
        if self.client is None or self._edits != self._followed_edits:
            return self.card.app_id
        return self.client.connection.app_id

    @cached_property
    def sends(self) -> Sender:
        """Through which everything is sent that must not happen twice."""
        from svcconsole.services.sends.sending import Sender

        return Sender(self.db, self.ready, changed=self.sends_changed.emit, region=lambda: self.card.region)

    @cached_property
    def reports(self) -> ReportsController:
        """The reports that were asked for here, followed whatever page is in front."""
        from svcconsole.gui.runtime.reports_controller import ReportsController

        return ReportsController(self)

    def network(self) -> Network:
        """How servers are reached now: as the store is, from when it is connected on."""
        from svcconsole.api.network import STANDARD

        return STANDARD if self.client is None else self.client.connection.network

    def reach_by(self, network: Network) -> None:
        """Reach the store by other settings from the next request on; what is on the way ends as it began."""
        if self.client is not None:
            self.client.connection = replace(self.client.connection, network=network)

    def _computer_changed(self) -> None:
        if self.client is not None and not self.card.practice:
            self.scope.start(self._follow_network(), key="network")

    async def _follow_network(self) -> None:
        from svcconsole.preferences import network

        self.reach_by(await asyncio.to_thread(network))
        await self.try_now()

    def save_words(self, verb: str) -> str:
        """A writing button's text, naming the store: "Save to Wickloom Europe", "Save in practice"."""
        if self.card.practice:
            return tr("{verb} in practice", verb=verb)
        return tr("{verb} to {store}", verb=verb, store=self.card.name)

    def connection_edited(self, *, read_only: bool) -> None:
        """Reach the store as its profile says now, from the next `ready` that can read it on; what is on the
        way ends as it began. `read_only` holds at once, however long reading the token takes."""
        self._edits += 1
        if self.client is not None and read_only:
            self.client.read_only = True

    async def close(self) -> None:
        """End the tasks, then the connection, then the workspace."""
        self._leaving = True
        self.presence.stop()
        self.day_watch.stop()
        self.drifts.close()
        await self.scope.close()
        if "reports" in self.__dict__:
            await self.reports.close()
        if "sends" in self.__dict__:
            await self.sends.close()
        async with self._opening:
            client, self.client = self.client, None
            if client is not None:
                await client.aclose()
        await self.workspace.close()

    def _workspace_opened(self, workspace: Workspace, loop: asyncio.AbstractEventLoop) -> None:
        """On the workspace's thread, right after it was opened."""
        self.events.begin(workspace, loop)
        if workspace.read_only is None:
            workspace.presence.look_at()
        else:
            loop.call_soon_threadsafe(self.notices.report, workspace.read_only)
        self._hold_to_profile(workspace)
        if workspace.shared:
            loop.call_soon_threadsafe(learn_names, workspace.operators.names())
        if self.privacy.on:
            loop.call_soon_threadsafe(self.privacy.learn, workspace.people.names())

    def _hold_to_profile(self, workspace: Workspace) -> None:
        """How many people need a second person, and whose agreement counts, as the profile says now."""
        from svcconsole.profiles import approvers_of

        workspace.approvals.hold_to(self.card.approve_above, approvers_of(self.card.id))

    def _hold_anew(self) -> None:
        # One that is not open, or is away, is held to the profile once it is there.
        if self.workspace.workspace is not None:
            self.scope.start(self.db(self._hold_to_profile), "second person")

    def _workspace_closing(self, workspace: Workspace) -> None:
        """On the workspace's thread, before it is closed."""
        self.events.end()
        # Where the database is away, its own clock ends the presence.
        with suppress(WorkspaceError):
            workspace.presence.leave()

    def _workspace_changed(self) -> None:
        state = self.workspace.state
        if self.workspace.workspace is not None and time.monotonic() >= self._next_removal and not state.away:
            self._next_removal = time.monotonic() + DAY_SECONDS
            self.scope.start(self._remove_old(), "remove old")
        if state.shared and not self.presence.isActive() and not self._leaving:
            self.presence.start()
        if not state.away:
            self.notices.settle(CONCERNS)
        if not self._leaving:
            self.connection_changed.emit()

    async def _remove_old(self) -> None:
        """Take out what was kept long enough, in steps between which others get their turn; once a day."""
        from svcconsole.workspace.old_files import remove_old

        def step(space: Workspace) -> int:
            may = space.read_only is None and space.operators.may(Right.SEND)
            return remove_old(space) if may else 0

        with suppress(WorkspaceAway):
            while await self.db(step) and not self._leaving:
                pass

    def _workspace_came_back(self, kept: Sequence[KeptAside]) -> None:
        """Everything that is shown is read anew; of a draft that two changed both are there."""
        if self._leaving:
            return
        self._hold_anew()
        self.read_all_anew()
        for each in kept:
            self.notices.add(
                "warning",
                tr("A draft was changed here and by somebody else while the team's records were away."),
                advice=tr("The newer one is shown; the other is kept beside it."),
                links=(Link(tr("Use the other"), partial(self._swap_drafts, each)),),
            )

    def _swap_drafts(self, kept: KeptAside) -> None:
        from svcconsole.workspace.local_copy import swap_drafts

        self.scope.start(self.db(lambda space: swap_drafts(space, kept)))

    def reconnect(self) -> None:
        """Ask now where the store is away: what kept it has just ended."""
        if self.state.reach in (Reach.LOST, Reach.REFUSED):
            self.scope.start(self.try_now(), key="try")

    async def try_now(self) -> None:
        """Ask the store something small, now: whether it answers."""
        from svcconsole.api.models.catalog import ListCatalogs
        from svcconsole.api.operations import LIST_CATALOGS

        client = await self.ready()
        await client.send(LIST_CATALOGS, ListCatalogs().wire(client.connection.prefix), retry=False)

    async def ask_unless_asked(self) -> None:
        """Ask whether the store answers where the pages in front ask it nothing: else nobody would know."""
        await self.ready()
        await asyncio.sleep(QUIET_SECONDS)
        if self.state.reach is Reach.OPENING:
            await self.try_now()

    def _on_call(self, calls: CallLog, call: CallRecord) -> None:
        """Every call is kept for a while and tells how things stand; once the store is lost, ask now and then
        until it answers."""
        calls.add(call)
        if call.drifts:
            self.drifts.add(call.drifts)
        self.called.emit()
        answer = call.answer
        if answer.error is not None and answer.error.refused_here:
            return
        if answer.error is not None and answer.outcome != "rejected":
            self.problems.append(Problem(call.at, answer.error.sentence))
        if answer.outcome == "pause" and answer.error is not None:
            self._set_state(Reach.REFUSED, sentence=answer.error.sentence)
        elif answer.status is not None:
            self._set_state(
                Reach.CONNECTED, milliseconds=round(answer.elapsed / max(1, answer.attempts) * 1000)
            )
        elif answer.error is not None and self.state.reach is not Reach.LOST:
            self._set_state(Reach.LOST)
            self.scope.start(self._ask_until_it_answers(), key="lost")

    async def _ask_until_it_answers(self) -> None:
        wait = FIRST_WAIT
        while self.state.reach is Reach.LOST:
            self._set_state(Reach.LOST, retry_at=time.time() + wait)
            await asyncio.sleep(wait)
            wait = min(wait * 2, LONGEST_WAIT)
            if self.state.reach is Reach.LOST:
                await self.try_now()

    def _set_state(
        self, reach: Reach, *, milliseconds: int | None = None, sentence: str = "", retry_at: float = 0.0
    ) -> None:
        since = self.state.since if self.state.reach is reach else time.time()
        self.state = ConnectionState(reach, since, milliseconds, sentence, retry_at)
        if reach is Reach.CONNECTED:
            self.notices.settle("connection")
        self.connection_changed.emit()


async def _load(module: str) -> None:
    """Import a heavy module in a thread, so that the window goes on painting."""
    await asyncio.to_thread(import_module, module)
