"""Says which messages of a campaign may leave at this moment: by the clock, the limits and the first wave."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable, Collection, Sequence
from contextlib import suppress
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from functools import partial

from svcconsole.api.client import Client
from svcconsole.services.campaigns.daily_limit import DailyLimit
from svcconsole.services.campaigns.first_wave import WaveLook, look_at
from svcconsole.services.campaigns.send_times import closes_at, is_open, next_opening
from svcconsole.services.campaigns.sending_numbers import of_senders, sending_numbers
from svcconsole.services.campaigns.sequential_test import Verdict
from svcconsole.services.campaigns.stop_rules import Usual, arrival_seconds, broken
from svcconsole.services.campaigns.terms import CampaignTerms
from svcconsole.services.deliveries.deliveries import Deliveries
from svcconsole.services.deliveries.states import moment_of
from svcconsole.services.runs.lane_queue import Lane
from svcconsole.services.runs.pacing import PacingRules
from svcconsole.services.runs.record_outcome import Batch
from svcconsole.services.runs.run_ledger import RunLedger
from svcconsole.tables.records.recipients import sender_of
from svcconsole.words.message import Message, message, plural
from svcconsole.workspace.clock import now, written
from svcconsole.workspace.database import Workspace
from svcconsole.workspace.errors import WorkspaceError
from svcconsole.workspace.runs.message_records import (
    first_records,
    free_until,
    latest_records,
    other_messages,
    waiting_lanes,
)
from svcconsole.workspace.runs.recipients import others_going, senders_of

NEVER = datetime.max.replace(tzinfo=UTC)
MARGIN = 50
"""So many people of a limit stay free while another campaign is under way."""
LATEST = 500
"""The stop rules look at so many of the messages that ended last."""
USUAL_SINCE = timedelta(days=30)


@dataclass(frozen=True, slots=True)
class Hold:
    """Why nothing leaves: for so many seconds at most, or (None) until a person decides."""

    sentence: Message
    advice: Message | str = ""
    seconds: float | None = None


class CampaignGate:
    """The terms of one campaign under way; `client` is the one that sends. On the loop's thread alone."""

    def __init__(
        self,
        terms: CampaignTerms,
        run_id: str,
        ledger: RunLedger,
        client: Callable[[], Client],
        pace: PacingRules,
    ) -> None:
        self.terms = terms
        self._run_id = run_id
        self._ledger = ledger
        self._client = client
        self._pace = pace
        self._deliveries = Deliveries(ledger.ask, self._ready)
        self._limits: tuple[DailyLimit, ...] = ()
        self._margin = 0
        self._before: int | None = None
        self._wave: WaveLook | None = None
        self._usual: Usual | None = None
        self._looked = self._counted = 0.0
        self._stopped_by_wave = False
        self._hours: tuple[datetime, Sequence[Lane]] = NEVER, ()
        self._begun_at = now()

    @property
    def lanes(self) -> Sequence[Lane]:
        """All lanes there are: one without a number where the terms name none."""
        return range(len(self.terms.lanes)) if self.terms.lanes else (None,)

    def before(self) -> int | None:
        """Only records before this one may leave; None: all."""
        return self._before

    def open_lanes(self) -> Sequence[Lane]:
        """The lanes in which somebody may be written to now, those that close first before the others."""
        return () if self._room(moment_of(now())) == 0 else self.in_hours()

    def in_hours(self) -> Sequence[Lane]:
        """The same by the clock alone: it is asked once more just before a request leaves."""
        window, lanes, at = self.terms.window, self.terms.lanes, moment_of(now())
        if window is None:
            return self.lanes
        if window.starts_at and at < moment_of(window.starts_at):
            return ()
        if not lanes:
            return self.lanes
        # Hours begin and end with a minute; this is asked for every message.
        minute = at.replace(second=0, microsecond=0)
        if self._hours[0] != minute:
            found = [place for place, lane in enumerate(lanes) if is_open(window, lane, minute)]
            found.sort(key=lambda place: closes_at(window, lanes[place], minute) or NEVER)
            self._hours = minute, found
        return self._hours[1]

    async def begin(self) -> None:
        """Read where the campaign stands. Raises WorkspaceError."""
        self._before = await self._ledger.ask(partial(free_until, run_id=self._run_id))
        self._limits = await self._ledger.ask(self._of_run)
        await self._count()
        if self.terms.stop.slower_by is not None:
            since = written(moment_of(now()) - USUAL_SINCE)
            others = await self._ledger.ask(
                lambda space: other_messages(space, self._run_id, since, 4 * LATEST)
            )
            times = sorted(each for record in others if (each := arrival_seconds(record)) is not None)
            self._usual = Usual(times[len(times) // 2], len(times)) if times else None

    async def look(self) -> Hold | None:
        """See what became of messages that left, at most every few seconds; a hold where a person has to look
        at it. Raises WorkspaceError."""
        if time.monotonic() - self._looked < self._pace.look_at_terms:
            return None
        self._looked = time.monotonic()
        if self._limits and (self._margin or time.monotonic() - self._counted > self._pace.longest_hold):
            await self._count()
        if not self._needs_results:
            return None
        return await self._look_at_wave() or await self._look_at_rules()

    async def hold(self) -> Hold | None:
        """Why nothing leaves now though something waits; None where nothing waits. Raises WorkspaceError."""
        waiting = await self._ledger.ask(lambda space: waiting_lanes(space, self._run_id))
        if not waiting:
            return None
        return self._too_early(waiting) or self._limit_used() or await self._first_wave()

    async def opens(self) -> bool:
        """Whether somebody who waits may be written to now. Raises WorkspaceError."""
        waiting = partial(waiting_lanes, run_id=self._run_id, before=self._before)
        lanes = await self._ledger.ask(waiting)
        return not lanes.isdisjoint(self.open_lanes())

    def sent(self, batch: Batch) -> None:
        """These leave now."""
        at = moment_of(now())
        for limit in self._limits:
            for item in batch:
                if sender_of(item.body) in limit.number.senders:
                    limit.sent(item.record_id, at)

    def seconds_between(self) -> float:
        """At most one message leaves in so many seconds; 0 for no limit."""
        per_second = self.terms.limits.messages_per_second
        return 0.0 if per_second is None else 1.0 / per_second

    async def _count(self) -> None:
        """Take in whom others wrote to. While another campaign is under way, some people of the limit are
        left to it: what it sends is seen a moment later."""
        at, limits = moment_of(now()), self._limits
        found, going = await self._ledger.ask(
            lambda space: (
                [limit.look(space, at, but=self._run_id) for limit in limits],
                bool(limits) and others_going(space, self._run_id),
            )
        )
        for limit, people in zip(limits, found, strict=True):
            limit.take_in(people, at)
        self._margin = MARGIN if going else 0
        self._counted = time.monotonic()

    def _of_run(self, workspace: Workspace) -> tuple[DailyLimit, ...]:
        known = sending_numbers(workspace)
        found = of_senders(known, senders_of(workspace, self._run_id))
        named = (each for each in known if each.name == self.terms.limits.number)
        return tuple(DailyLimit(each) for each in dict.fromkeys((*found, *named)))

    def _room(self, at: datetime) -> int | None:
        """How many people may still be written to; None for any number."""
        free = [each for limit in self._limits if (each := limit.free(at)) is not None]
        return max(0, min(free) - self._margin) if free else None

    def _limit_used(self) -> Hold | None:
        at = moment_of(now())
        if self._room(at) != 0:
            return None
        full = [
            limit
            for limit in self._limits
            if (limit.free(at) or 0) <= self._margin and limit.number.limit(at) is not None
        ]
        opens = [each for limit in full if (each := limit.next_free(at)) is not None]
        most = min(limit.number.limit(at) or 0 for limit in full)
        if not opens:
            return (
                Hold(
                    message(
                        "Another campaign uses what is left of the limit. It goes on once there is room."
                    ),
                    seconds=self._pace.look_at_terms,
                )
                if self._margin
                else Hold(
                    message("The limit of the number leaves nobody to write to."),
                    message("Change the limit or its reserve under Sending numbers, then resume."),
                )
            )
        sentence = plural(
            "{n} person in 24 hours has been written to, which is the limit. It goes on at {utc} UTC.",
            "{n} people in 24 hours have been written to, which is the limit. It goes on at {utc} UTC.",
            most,
            utc=_shown(max(opens)),
        )
        return self._until(sentence, max(opens), at)

    def _too_early(self, waiting: Collection[Lane]) -> Hold | None:
        """Why it is not the time for any of the lanes in which somebody waits."""
        window, at = self.terms.window, moment_of(now())
        if window is None:
            return None
        if window.starts_at and at < (start := moment_of(window.starts_at)):
            return self._until(message("It starts at {utc} UTC.", utc=_shown(start)), start, at)
        lanes = [self.terms.lanes[lane] for lane in waiting if lane is not None]
        if not lanes or any(is_open(window, lane, at) for lane in lanes):
            return None
        opens = [each for lane in lanes if (each := next_opening(window, lane, at)) is not None]
        if not opens:
            return Hold(
                message("No hour is left in which these people may be written to."),
                message("Stop the run, and plan it with other hours."),
            )
        sentence = message(
            "Nobody may be written to at this hour of theirs. It goes on at {utc} UTC.",
            utc=_shown(min(opens)),
        )
        return self._until(sentence, min(opens), at)

    async def _first_wave(self) -> Hold | None:
        if self._before is None:
            # What waits is on its way back from a request that did not leave.
            return Hold(message("It goes on in a moment."), seconds=self._pace.look_at_terms)
        self._looked = 0.0
        return await self.look() or Hold(self._wave_words(), seconds=self._pace.look_at_terms)

    async def resumed(self) -> None:
        """A person lets it go on after it stopped by itself: what broke a rule counts no more, and where the
        first people stopped it everybody may get it."""
        self._begun_at = now()
        if self._stopped_by_wave:
            self._stopped_by_wave = False
            await self._let(None, by_person=True)

    @property
    def _needs_results(self) -> bool:
        stop = self.terms.stop
        return self._before is not None or any(
            rule is not None for rule in (stop.failed_share, stop.in_doubt, stop.slower_by)
        )

    async def _ready(self) -> Client:
        return self._client()

    async def follow(self) -> None:
        """Ask the store about messages that left as they are due, beside the sending and until cancelled: a
        store that answers slowly holds nothing up."""
        while True:
            seconds: float | None = None
            # Where the workspace does not answer, the run itself says so.
            with suppress(WorkspaceError):
                if self._needs_results:
                    _, seconds = await self._deliveries.ask_due()
            wait = max(self._pace.look_at_terms, seconds or 0.0)
            await asyncio.sleep(min(wait, max(self._pace.longest_hold, self._pace.look_at_terms)))

    async def _look_at_wave(self) -> Hold | None:
        terms, until = self.terms.first_wave, self._before
        if terms is None or until is None or self._ledger.stands_by:
            return None
        records = await self._ledger.ask(lambda space: first_records(space, self._run_id, until))
        self._wave = look = look_at(terms, records, moment_of(now()))
        if look.verdict is Verdict.GO_ON:
            await self._let(None)
        elif look.verdict is Verdict.STOP:
            self._stopped_by_wave = True
            return Hold(
                plural(
                    "Stopped by itself after {n} person: {failed} failed.",
                    "Stopped by itself after {n} people: {failed} failed.",
                    len(look.results),
                    failed=look.failed,
                ),
                message("Look at why. Resuming sends it to everybody else."),
            )
        elif look.more:
            await self._let(until + look.more)
        elif look.stuck:
            self._stopped_by_wave = True
            return Hold(
                plural(
                    "The first {n} person does not settle it: {failed} failed, {arrived} arrived.",
                    "The first {n} people do not settle it: {failed} failed, {arrived} arrived.",
                    len(look.results),
                    failed=look.failed,
                    arrived=look.arrived,
                ),
                message("Resuming sends it to everybody else."),
            )
        return None

    def _wave_words(self) -> Message:
        look = self._wave
        known = 0 if look is None else look.failed + look.arrived
        return plural(
            "{n} of the first {people} results is back. It goes on by itself once they are good.",
            "{n} of the first {people} results are back. It goes on by itself once they are good.",
            known,
            people=0 if look is None else len(look.results),
        )

    async def _look_at_rules(self) -> Hold | None:
        begun = self._begun_at
        records = await self._ledger.ask(lambda space: latest_records(space, self._run_id, LATEST))
        found = broken(self.terms.stop, [each for each in records if each.at >= begun], self._usual)
        return None if found is None else Hold(found, message("Look at why. Resuming goes on with the rest."))

    def _until(self, sentence: Message, moment: datetime, at: datetime) -> Hold:
        seconds = max(0.0, (moment - at).total_seconds())
        return Hold(sentence, seconds=min(self._pace.longest_hold, seconds))

    async def _let(self, until: int | None, *, by_person: bool = False) -> None:
        await self._ledger.set_free_until(until, by_person=by_person)
        self._before = until


def _shown(moment: datetime) -> str:
    return f"{moment:%Y-%m-%d %H:%M}"
