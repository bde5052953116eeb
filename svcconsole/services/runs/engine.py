"""The state of a run in progress: batches under way, pauses, and the loop that sends the next batch."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Mapping, Sequence
from contextlib import suppress
from dataclasses import replace
from typing import TYPE_CHECKING, Any

from svcconsole.api.client import Client
from svcconsole.api.errors import ApiError, Outcome
from svcconsole.services.runs.answer_counts import AnswerCounts
from svcconsole.services.runs.batch_kinds import KINDS, PROBE, PROBE_BODY, BatchKind
from svcconsole.services.runs.batch_queue import BatchQueue
from svcconsole.services.runs.lane_queue import LaneQueue
from svcconsole.services.runs.late_outcomes import LateOutcomes
from svcconsole.services.runs.pacing import Pacer, PacingRules
from svcconsole.services.runs.pause_reasons import (
    AFTER_ANOTHER,
    NO_TEMPLATE,
    PAUSED_BY_PERSON,
    UNCLEAR,
    UNREADABLE,
    Pause,
    PauseReason,
    asks_to_wait,
    store_away,
    store_refuses,
)
from svcconsole.services.runs.record_outcome import Batch, LateOutcome
from svcconsole.services.runs.run_control import RunCommand, RunControl, within
from svcconsole.services.runs.run_ledger import RunLedger
from svcconsole.services.runs.run_progress import EVENTS, RunCounters, RunProgress
from svcconsole.services.runs.send_batch import send_batch
from svcconsole.services.runs.send_guard import SendGuard
from svcconsole.services.runs.spacing import Spacing
from svcconsole.words.message import message, number
from svcconsole.workspace.clock import now
from svcconsole.workspace.engines.file_watch import FileGone
from svcconsole.workspace.errors import FenceLost, WorkspaceError
from svcconsole.workspace.runs.before_answers import BeforeAnswer
from svcconsole.workspace.runs.ledger_entries import Entry
from svcconsole.workspace.runs.records import RunInfo
from svcconsole.workspace.schema import RunState
from svcconsole.workspace.team.not_approved import NotApproved

if TYPE_CHECKING:
    from svcconsole.services.campaigns.campaign_gate import CampaignGate

PEOPLE_AT_ONCE = 500
MOMENT = 0.2
"""Seconds until a run looks again whether somebody may be written to once more."""


class Engine:
    """One run in motion. `run()` returns when everything has ended or was stopped; `progress()` at any
    time."""

    def __init__(
        self,
        info: RunInfo,
        *,
        client: Client,
        control: RunControl,
        pace: PacingRules,
        counters: RunCounters,
        ledger: RunLedger,
        gate: CampaignGate | None = None,
        guard: SendGuard | None = None,
    ) -> None:
        """`gate` says which messages of a campaign may leave when; without one all may at once. `guard`
        leaves out whoever may not get it any more."""
        self.kind: BatchKind = replace(KINDS[info.kind], carry=info.completes)
        self.client = client
        self.pace = pace = self.kind.paced(pace)
        self.pacer = Pacer(pace)
        self.counters = counters
        self._info = info
        self._control = control
        self._touched = control.watch()
        self._limit = control.limit
        self._ledger = ledger
        self._state = info.state
        self._started_at = info.started_at or now()
        self._current_pause: Pause | None = None
        self._noted_pause: Pause | None = None
        self._pause_told = False
        self._resumed_before = control.resumed
        self._one_resumes = asyncio.Lock()
        self._gate = gate
        self._guard = guard
        self._another_sends = False
        self._queue: BatchQueue | LaneQueue = (
            BatchQueue(
                ledger, pace, self.kind.may_lag,
                readable=self.kind.readable, spacing=Spacing(pace.between_messages),
            )
            if gate is None
            else LaneQueue(ledger, pace, gate)
        )  # fmt: skip
        self._late = LateOutcomes(self._write_late)
        self._under_way = 0
        self._people: list[Mapping[str, Any]] = []
        self._batch_ended = asyncio.Event()
        self._not_before = 0.0
        self._answers = AnswerCounts()

    def progress(self) -> RunProgress:
        # Until the ledger says that it goes on, it waits for the reason it waited for.
        return self.counters.progress(
            run_id=self._info.id,
            state=self._state,
            pause=self._current_pause or self._noted_pause,
            at_once=self.pacer.at_once,
            batch=self.pacer.batch,
            rows_per_minute=self._limit.rows_per_minute,
            started_at=self._started_at,
        )

    async def run(self) -> None:
        """Send until nothing waits or someone stops it; raises FenceLost, and errors that are bugs."""
        state = RunState.STOPPED
        try:
            with suppress(WorkspaceError):
                await self._ledger.checkpoint()
            await self._set_state(RunState.RUNNING)
            async with asyncio.TaskGroup() as tasks:
                tasks.create_task(self._late.write_them())
                following = None if self._gate is None else tasks.create_task(self._gate.follow())
                while await self._may_go_on():
                    try:
                        batch = await self._next()
                    except WorkspaceError as error:
                        self._disk_trouble(error)
                        continue
                    if batch is not None:
                        await self._goes_on(batch)
                        self._limit.sent(sum(item.rows for item in batch))
                        self._under_way += 1
                        tasks.create_task(self._send_batch(batch))
                    elif self._under_way:
                        await self._wait_for_batch()
                    elif not await self._held_back():
                        await self._late.write()  # a run whose last outcomes no disk took has not finished
                        state = RunState.FINISHED
                        break
                while self._under_way:
                    await self._wait_for_batch()
                self._late.close()
                if following is not None:
                    following.cancel()
        except BaseExceptionGroup as group:
            raise _first(group) from None
        finally:
            self._current_pause = None
            with suppress(WorkspaceError):
                await self._ledger.take_up()
            # Before the checkpoint, which keeps the doubt of what may have left.
            with suppress(WorkspaceError):
                await self._queue.rest()
            with suppress(WorkspaceError):
                await self._late.write_rest()
            if self._people:
                await self._remember()
            with suppress(WorkspaceError):
                await self._ledger.checkpoint()
            await self._set_state(state)

    def may_leave(self, batch: Batch) -> bool:
        """Whether these may still leave: a computer that slept since they were chosen may have slept past
        the hours of those who get them."""
        return self._gate is None or (isinstance(self._queue, LaneQueue) and self._queue.is_open(batch))

    async def note(self, entry: Entry) -> int:
        """Write to the ledger; when the disk will not take it the run holds, and tries again once resumed."""
        while True:
            try:
                return await self._ledger.write(entry)
            except WorkspaceError as error:
                self._disk_trouble(error)
                if not await self._resumed():
                    raise

    async def keep_lease(self) -> None:
        """Return once a request may leave from here; the run holds while nobody can tell whether it may."""
        while not self._ledger.ours:
            try:
                await self._ledger.renew()
            except WorkspaceError as error:
                self._disk_trouble(error)
                if not await self._resumed():
                    raise

    def note_later(self, late: LateOutcome) -> None:
        """Write to the ledger within a moment, together with others."""
        self._late.add(late)

    async def before(self, seqs: Sequence[int]) -> Sequence[BeforeAnswer]:
        """What is kept of these records as the store held them before the run; nothing where the disk does
        not give it."""
        with suppress(WorkspaceError):
            return await self._ledger.before(seqs)
        return ()

    async def _write_late(self, group: Sequence[LateOutcome], *, hold: bool = True) -> None:
        """Write outcomes that have waited, then count and tell them; like `note` it may hold the run."""
        while True:
            try:
                await self._ledger.write_all([late.exchange for late in group])
                break
            except WorkspaceError as error:
                if not hold:
                    raise
                self._disk_trouble(error)
                if not await self._resumed():
                    raise
        for late in group:
            self.counters.batch_settled(late.batch, late.result.outcomes)
        for late in group[-EVENTS:]:
            self.counters.happened(late.result.level, late.exchange.title, late.result.detail)
        self._batch_ended.set()
        await self.collect_people([person for late in group for person in late.result.people])

    def _disk_trouble(self, error: WorkspaceError) -> None:
        """Hold the run; what a resumed run would meet again is raised."""
        if isinstance(error, FenceLost | FileGone):
            raise error
        self._pause(Pause(PauseReason.DISK, error.sentence, error.advice))

    async def collect_people(self, people: Sequence[Mapping[str, Any]]) -> None:
        """Keep customers of the answers for the search on this computer, some at a time."""
        self._people += people
        if len(self._people) >= PEOPLE_AT_ONCE:
            await self._remember()

    async def _remember(self) -> None:
        people, self._people = self._people, []
        # The search goes without them when the disk is full; the run's own notes hold it then.
        with suppress(WorkspaceError):
            await self._ledger.remember(people)

    # What a result tells about the store

    def answered(self) -> None:
        """The store said yes or no clearly."""
        self._answers.answered()

    def unknown_template(self) -> None:
        """The store does not have this template."""
        if self._answers.unknown_template():
            self._pause(NO_TEMPLATE)

    def unanswered(self, error: ApiError | None) -> None:
        """Nothing was executed because nobody answered."""
        self._wait(self.pacer.pushed_back())
        if self._answers.unanswered():
            self._pause(store_away(error))

    def throttled(self, seconds: float | None) -> None:
        """The store asked to slow down (F45); more than a quarter of an hour is for a person to decide."""
        wait = max(self.pacer.pushed_back(), seconds or 0.0)
        if wait > self.pace.longest_retry_after:
            self._pause(asks_to_wait(wait))
            return
        self.counters.slowed(
            message("Waiting {wait} s", wait=number(wait, 0, grouped=False)),
            message("the store asked us to wait {wait} s", wait=number(wait, 0, grouped=False)),
        )
        self._wait(wait)

    def failed(self, error: ApiError | None) -> None:
        """An answer that says nothing certain: slow down, whatever reading back shows."""
        wait = self.pacer.pushed_back()
        self.counters.slowed(
            message("Slower"), error.sentence if error else message("no clear answer from the store")
        )
        self._wait(wait)

    def unclear(self, sent_at: float) -> None:
        """Reading back, sent at `sent_at`, showed a batch did not arrive; too many of these hold the run."""
        if self._answers.unclear(sent_at):
            self._pause(UNREADABLE if self.kind.read is None else UNCLEAR)

    def paused(self, error: ApiError | None) -> None:
        """Every further call would end alike (401, 404, TLS): hold until a person put it right."""
        self._pause(store_refuses(error))

    # The loop's parts

    async def _next(self) -> Batch | None:
        """The next batch; None when nothing may go now. Raises WorkspaceError."""
        self._another_sends = False
        guard, turn = self._guard, self._control.turn
        if (guard is not None and await guard.is_due()) or not turn.is_ours:
            # What is read ahead or on its way could be left out beneath it.
            if self._under_way or not (self._gate is None or await self._gate.opens()):
                return None
            if turn.others_sent:
                self._look_before_going_on()
            self._another_sends = not (await turn.take_now() and await self._ledger.take_up())
            if self._another_sends:
                return None
        if guard is not None and guard.due:
            await self._queue.read_again()
            self.counters.left_out_now(await guard.look())
        return await self._queue.next(self._limit.most(self.pacer.batch))

    async def _send_batch(self, batch: Batch) -> None:
        again: tuple[Batch, ...] = ()
        try:
            again = await send_batch(self, batch)
        finally:
            self._under_way -= 1
            self._queue.batch_settled(batch, again)
            self._batch_ended.set()

    async def _look_at_terms(self, gate: CampaignGate) -> None:
        try:
            hold = await gate.look()
        except WorkspaceError as error:
            self._disk_trouble(error)
            return
        if hold is not None:
            self._pause(Pause(PauseReason.DECISION, hold.sentence, hold.advice))

    async def _held_back(self) -> bool:
        """Wait for a moment because nothing may leave now; False where nothing waits."""
        if self._another_sends:
            await self._let_others(AFTER_ANOTHER, self.pace.look_at_terms)
            return True
        if self._queue.is_spaced:
            await within(self._control.watch(), MOMENT)
            return True
        return self._gate is not None and await self._held_by_terms(self._gate)

    async def _held_by_terms(self, gate: CampaignGate) -> bool:
        """Wait for a moment because the campaign's terms let nobody get it now; False where nothing waits."""
        try:
            hold = await gate.hold()
            opens = await gate.opens()
        except WorkspaceError as error:
            self._disk_trouble(error)
            return True
        if hold is None:
            return False
        if hold.seconds is None:
            self._pause(Pause(PauseReason.DECISION, hold.sentence, hold.advice))
            return True
        if opens:
            # Their hour has come meanwhile, or a request that did not leave is on its way back.
            await within(self._touched, MOMENT)
            return True
        waits = Pause(PauseReason.TERMS, hold.sentence, hold.advice)
        # For what is over in a moment, as the results of the first people, it stays the one who sends.
        long = hold.seconds > self.pace.look_at_terms
        try:
            if not long and not await self._ledger.take_up():
                waits = AFTER_ANOTHER
            self._control.turn.give_back()
            await self._let_others(waits, hold.seconds, stand_by=long)
        except WorkspaceError as error:
            self._disk_trouble(error)
        return True

    async def _let_others(self, waits: Pause, seconds: float, *, stand_by: bool = False) -> None:
        """Wait so long while others of this window may send, and with `stand_by` those of other instances.
        Raises WorkspaceError."""
        self._control.turn.rest()
        if self._noted_pause != waits:
            self._current_pause = waits
            await self._set_state(RunState.PAUSED)
            self._current_pause = None
        if stand_by:
            self._look_before_going_on()
            await self._ledger.stand_by()
        await within(self._touched, seconds)

    def _look_before_going_on(self) -> None:
        if self._guard is not None:
            self._guard.ask_again()

    async def _goes_on(self, batch: Batch) -> None:
        """These leave: the run is under way again where it waited for its terms or its turn."""
        if self._gate is not None:
            self._gate.sent(batch)
        if self._noted_pause is not None and self._noted_pause.why in (PauseReason.TERMS, PauseReason.TURN):
            await self._set_state(RunState.RUNNING)

    async def _wait_for_batch(self) -> None:
        self._batch_ended.clear()
        await self._batch_ended.wait()

    async def _may_go_on(self) -> bool:
        """Wait until a call may be made; False when the run is to stop."""
        while True:
            touched = self._touched = self._control.watch()
            store = self.client.connection
            self._limit.requests_a_second = store.requests_a_second
            self._limit.seconds_between = 0.0 if self._gate is None else self._gate.seconds_between()
            if self._control.wish is RunCommand.STOP:
                return False
            if self._control.wish is RunCommand.PAUSE and self._current_pause is None:
                self._pause(PAUSED_BY_PERSON)
            if self._gate is not None and self._current_pause is None:
                await self._look_at_terms(self._gate)
            if self._current_pause is not None:
                while self._under_way:
                    await self._wait_for_batch()
                await self._rest()
                self._control.turn.rest()
                if not await self._resumed():
                    return False
            elif self._under_way >= min(self.pacer.at_once, store.at_once) or self._late.full:
                await self._wait_for_batch()
            elif (wait := self._seconds_to_wait()) > 0:
                await within(touched, wait)
            else:
                return True

    async def _rest(self) -> None:
        """Leave nothing between the ledger and the store while the run is held."""
        await self._late.write()
        # Where the disk takes nothing the records stay as they are, and wait again after the run.
        with suppress(WorkspaceError):
            await self._queue.rest()

    def _seconds_to_wait(self) -> float:
        """Until the store may be asked again, and until the limit of the pace allows another batch."""
        limited = 0.0 if self._queue.ended else self._limit.wait()
        return max(limited, self._not_before - time.monotonic())

    async def _resumed(self) -> bool:
        """Hold until a person resumes, or until the store is back; False when the run is to stop."""
        # Requests that could not be noted wait here, too: one asks whether the store is back, for all.
        async with self._one_resumes:
            return await self._held()

    async def _held(self) -> bool:
        if self._current_pause is not None and not self._pause_told:
            self._pause_told = True
            self.counters.happened("wait", message("Paused"), self._current_pause.sentence)
            await self._set_state(RunState.PAUSED)
        wait = self.pace.first_probe
        while self._current_pause is not None:
            touched = self._control.watch()
            if self._control.wish is RunCommand.STOP:
                return False
            asked = self._control.resumed != self._resumed_before
            if not asked:
                alone = self._current_pause.why is PauseReason.OFFLINE and self._control.wish is RunCommand.GO
                await within(touched, wait if alone else None)
                if touched.is_set() or not alone:
                    continue
            self._resumed_before = self._control.resumed
            self.client = self._control.client or self.client
            if (
                self._current_pause.why in (PauseReason.PERSON, PauseReason.DISK, PauseReason.DECISION)
                or await self._store_is_back()
            ):
                await self._go_on()
            wait = min(self.pace.longest_probe, wait * 2)
        return True

    async def _store_is_back(self) -> bool:
        """Ask the cheapest question; a refusal of its own becomes the new reason to hold."""
        answer = await self.client.send(PROBE, PROBE_BODY, retry=False)
        if answer.outcome is Outcome.OK:
            return True
        if answer.error is not None:
            refused = answer.outcome is Outcome.PAUSE
            self._current_pause = store_refuses(answer.error) if refused else store_away(answer.error)
            await self._set_state(RunState.PAUSED)
        return False

    async def _go_on(self) -> None:
        if (
            self._gate is not None
            and self._current_pause is not None
            and self._current_pause.why is PauseReason.DECISION
        ):
            await self._gate.resumed()
        self._current_pause, self._pause_told = None, False
        self._look_before_going_on()
        self._answers.resumed()
        self._not_before = 0.0
        self.counters.happened(
            "info",
            message("Going on"),
            message("{at_once} at once", at_once=number(self.pacer.at_once, grouped=False)),
        )
        await self._set_state(RunState.RUNNING)

    def _pause(self, hold: Pause) -> None:
        """Hold from the next safe point on; the first reason stands, unless it was only a person's pause."""
        if self._current_pause is None or self._current_pause.why is PauseReason.PERSON:
            self._current_pause = hold
            self._resumed_before = self._control.resumed

    def _wait(self, seconds: float) -> None:
        self._not_before = max(self._not_before, time.monotonic() + seconds)

    async def _set_state(self, state: RunState) -> None:
        pause = self._current_pause
        # A disk that is full is why we hold; that the hold itself cannot be noted there changes nothing.
        try:
            await self._ledger.set_state(state, pause.sentence if pause else "")
        except NotApproved:
            raise
        except WorkspaceError:
            pass
        # Told only now: who sees it paused may look into the ledger, or end this process.
        self._state, self._noted_pause = state, pause
        self.counters.version += 1


def _first(group: BaseExceptionGroup[BaseException]) -> BaseException:
    """The error itself, not the group it came in: the others are its cancelled neighbours."""
    error: BaseException = group
    while isinstance(error, BaseExceptionGroup):
        error = error.exceptions[0]
    return error
