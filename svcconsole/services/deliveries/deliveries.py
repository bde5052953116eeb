"""Follows messages until they are settled: asked in batches, ever less often, across restarts."""

from __future__ import annotations

import heapq
from collections.abc import Awaitable, Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import UTC, date, datetime, time, timedelta, tzinfo
from typing import Any

from svcconsole.api.client import Client
from svcconsole.api.errors import ApiError, Outcome
from svcconsole.api.models.messaging import FetchMessages, MessageRecord
from svcconsole.api.models.unusual import text_of, unusual_of
from svcconsole.api.operations import FETCH_MESSAGES
from svcconsole.services.deliveries.opted_out import keep_answers
from svcconsole.services.deliveries.states import (
    SETTLED,
    SETTLED_AFTER,
    State,
    iso_of,
    moment_of,
    next_question,
    state_of,
    written,
)
from svcconsole.services.sends.single_send import Database
from svcconsole.words.message import message
from svcconsole.workspace.clock import now
from svcconsole.workspace.database import Workspace
from svcconsole.workspace.runs.deliveries import MOST, Tracked, Untracked

KINDS = ("message", "template", "messages", "templates")
"""The kinds of sends and of runs that have a way to follow; a flow answers without an id."""
BATCH = 100
GAP_SECONDS = 0.5
"""Between two batches: a big run must not crowd out what staff do meanwhile."""
LONGEST_WORD = 40
"""A store's word for a status is shown whole up to here."""
FIRST_WAIT, LONGEST_WAIT = 5.0, 300.0
"""After an answer that was none."""


@dataclass(frozen=True, slots=True)
class Delivery:
    """A message in the list. `id` is blank where there is none to ask by, `word` the store's own for `state`,
    `state_at` when it was heard; `group` is what it is listed under; `type` and `receiver` are what the store
    calls its channel and its receiver, `clicks` how often its links were opened."""

    key: str
    id: str
    run_id: str | None
    group: str
    title: str
    name: str
    phone: str
    at: str
    state: State
    word: str = ""
    state_at: str = ""
    why: str = ""
    words: str = ""
    known: bool | None = None
    said: tuple[tuple[str, str], ...] = ()
    type: str = ""
    receiver: str = ""
    clicks: int = 0

    def settled(self, since: str) -> bool:
        """Whether nothing more is expected of it; what was sent before `since` has stood still too long."""
        return self.state in SETTLED or self.at < since


@dataclass(slots=True)
class DeliveryCounts:
    """How many messages of a group stand how; what has an end of its own adds up to `accepted`. `clicked` are
    those of which a link was opened."""

    counts: dict[State, int] = field(default_factory=lambda: dict.fromkeys(State, 0))
    open: int = 0
    clicked: int = 0

    def add(self, message: Delivery, since: str) -> None:
        """Count one more; what was sent before `since` is settled."""
        self.counts[message.state] += 1
        self.open += not message.settled(since)
        self.clicked += message.clicks > 0

    @property
    def accepted(self) -> int:
        """What the store took: all but what waits for a decision."""
        return sum(self.counts.values()) - self.counts[State.DECIDE]

    @property
    def total(self) -> int:
        return sum(self.counts.values())


@dataclass(slots=True)
class Group:
    """Messages listed together: `by_hand`, the single ones of a `day` (YYYY-MM-DD here), or a titled run."""

    key: str
    title: str
    at: str
    totals: DeliveryCounts
    day: str = ""
    by_hand: bool = False

    @property
    def settled(self) -> bool:
        """Whether nothing more is expected."""
        return not self.totals.open


BY_HAND, OF_DAY = "by-hand", "day:"
"""How the groups of messages that no run sent are called, the single ones of a day with the day behind it."""


class Deliveries:
    """The messages of one store. `trouble` says why the last question had no answer."""

    def __init__(
        self,
        database: Database,
        ready: Callable[[], Awaitable[Client]],
        *,
        days_in: Callable[[], tzinfo | None] = lambda: None,
        written_in: Callable[[], tzinfo] = lambda: UTC,
    ) -> None:
        """`days_in`: the zone whose days single messages are listed by, None for this computer's;
        `written_in`: the store's, for its moments that name none."""
        self._database = database
        self._ready = ready
        self._days_in, self._written_in = days_in, written_in
        self._open: set[str] = set()
        self._wait = FIRST_WAIT
        self.messages: dict[str, Delivery] = {}
        self.trouble: ApiError | None = None

    async def read(self) -> None:
        """Everything from the workspace, with what was sent since."""

        days_in = self._days_in()
        found = await self._database(lambda space: listed(space, days_in=days_in))
        self.messages = {each.key: each for each in found}
        self._open = {group.key for group in self.groups() if not group.settled}

    async def track(self, ids: Iterable[str]) -> tuple[str, ...]:
        """Follow these ids, too; those that were not followed yet."""
        fresh = tuple(dict.fromkeys(one for one in ids if one and one not in self.messages))
        added = [Tracked(one, None, "", "", "", now()) for one in fresh]
        await self._database(lambda space: space.deliveries.track(added))
        await self.read()
        return fresh

    async def forget(self, identity: str) -> None:
        """Take an id that was put in by hand off the list."""
        await self._database(lambda space: space.deliveries.forget(identity))
        await self.read()

    async def hurry(self) -> None:
        """Ask about all that is still asked about at once, not when it would be due."""
        self._wait = FIRST_WAIT
        await self._database(lambda space: space.deliveries.hurry(now()))

    def groups(self) -> list[Group]:
        """What there is, the newest first."""
        found: dict[str, Group] = {}
        since = settled_since()
        for each in self.messages.values():
            group = found.get(each.group)
            if group is None:
                day = each.group.removeprefix(OF_DAY) if each.group.startswith(OF_DAY) else ""
                by_hand = each.group == BY_HAND
                group = found[each.group] = Group(
                    each.group, each.title, each.at, DeliveryCounts(), day, by_hand
                )
            group.at = max(group.at, each.at)
            group.totals.add(each, since)
        return sorted(found.values(), key=lambda group: group.at, reverse=True)

    def newly_settled(self, groups: Sequence[Group]) -> list[Group]:
        """Those of the groups in which everything has settled since this was asked last."""
        done = [group for group in groups if group.settled and group.key in self._open]
        self._open = {group.key for group in groups if not group.settled}
        return done

    async def ask_due(self) -> tuple[list[Delivery], float | None]:
        """Ask about at most a batch of those that are due: what changed, and how many seconds to wait before
        this is called again; None when there is nothing left to ask about."""
        due = await self._database(lambda space: space.deliveries.due(now(), BATCH))
        if not due:
            return [], await self._seconds_left()
        try:
            heard = await self._ask(await self._ready(), due)
        except ApiError as error:
            self.trouble = error
            wait, self._wait = self._wait, min(self._wait * 2, LONGEST_WAIT)
            return [], wait
        self.trouble, self._wait = None, FIRST_WAIT
        await self._database(lambda space: keep_answers(space, heard))
        changed = [of_tracked(each, self._days_in()) for each in heard]
        changed = [each for each in changed if self.messages.get(each.key, each) != each]
        self.messages.update((each.key, each) for each in changed)
        left = await self._seconds_left()
        return changed, None if left is None else max(left, GAP_SECONDS)

    async def _seconds_left(self) -> float | None:
        moment = await self._database(lambda space: space.deliveries.next_due())
        return None if moment is None else max(0.0, (moment_of(moment) - datetime.now(UTC)).total_seconds())

    async def _ask(self, client: Client, asked: Sequence[Tracked]) -> list[Tracked]:
        """What the store says of these, each with when to ask again; raises ApiError without an answer.

        One id that the store refuses must not hide the others: a refused batch is asked in halves.
        """
        request = FetchMessages(message_ids=[each.id for each in asked])
        answer = await client.send(FETCH_MESSAGES, client.body_of(request), retry=False)
        if answer.outcome is Outcome.REJECTED and len(asked) > 1:
            half = len(asked) // 2
            return [*await self._ask(client, asked[:half]), *await self._ask(client, asked[half:])]
        if answer.outcome is Outcome.REJECTED:
            return [_with_answer(asked[0], None, self._written_in())]
        if answer.response is None:
            raise answer.error or ApiError(message("The store's answer could not be read."))
        return matched(asked, answer.response.data.messages, self._written_in())


def settled_since() -> str:
    """What was sent before this moment has stood still too long to be waited for (ISO, UTC)."""
    return written(datetime.now(UTC) - SETTLED_AFTER)


def counts_of(messages: Iterable[Delivery]) -> DeliveryCounts:
    """How these messages stand."""
    counts, since = DeliveryCounts(), settled_since()
    for each in messages:
        counts.add(each, since)
    return counts


def listed(space: Workspace, limit: int = MOST, *, days_in: tzinfo | None = None) -> tuple[Delivery, ...]:
    """The newest messages that were sent or are followed, with what was sent since this was asked last."""
    space.deliveries.merge(KINDS)
    tracked = [of_tracked(each, days_in) for each in space.deliveries.all(limit)]
    loose = [_of_untracked(each, days_in) for each in space.deliveries.untracked(KINDS, limit)]
    return tuple(sorted([*tracked, *loose], key=lambda each: each.at, reverse=True)[:limit])


def sent_since(space: Workspace, since: str, *, days_in: tzinfo | None = None) -> Iterator[Delivery]:
    """Every message that was sent from a moment on (ISO, UTC), the newest first: those that are followed are
    read some at a time, those that nobody can follow at once."""
    space.deliveries.merge(KINDS)
    loose = [_of_untracked(each, days_in) for each in space.deliveries.untracked(KINDS, None, since)]
    tracked = (of_tracked(each, days_in) for each in space.deliveries.since(since))
    return heapq.merge(tracked, loose, key=lambda each: each.at, reverse=True)


def matched(
    asked: Sequence[Tracked], records: Iterable[MessageRecord], written_in: tzinfo = UTC
) -> list[Tracked]:
    """Each message with the record that names it, by `id` or `messageId`, never by position (decisions, row
    26); what was not asked for is passed over. `written_in` is the store's zone."""
    by_id: dict[str, MessageRecord] = {}
    for record in records:
        for name in (record.id, record.message_id):
            if name:
                by_id[name] = record
    return [_with_answer(each, by_id.get(each.id), written_in) for each in asked]


def _with_answer(tracked: Tracked, record: MessageRecord | None, written_in: tzinfo) -> Tracked:
    moment = now()
    said, why = tracked.said, tracked.why
    if record is not None:
        odd = unusual_of(record)
        word = record.status or _short(odd.get("status"))
        if word and (not said or said[-1][0] != word):
            said = (*said, (word, moment))
        why = record.failure_reason or _unusual(odd.get("failureReason")) or _others(odd) or why
        by_hand = tracked.run_id is None
        tracked = replace(
            tracked,
            words=record.message or _unusual(odd.get("message")) or tracked.words,
            type=record.type or tracked.type,
            receiver=record.receiver_id or tracked.receiver,
            phone=tracked.phone or record.asset_value or record.receiver_id or "",
            at=iso_of(record.created_at, written_in) or tracked.at if by_hand else tracked.at,
        )
    state, _ = state_of(word for word, _ in said)
    return replace(
        tracked,
        said=said,
        why=why,
        known=record is not None,
        asked_at=moment,
        next_at=next_question(state, tracked.at, datetime.now(UTC)),
    )


def _unusual(value: object) -> str:
    """A value of another type than promised, raw (decisions, row 39); blank for none."""
    return "" if value is None else message("Unusual answer: {value}", value=text_of(value))


def _others(odd: Mapping[str, Any]) -> str:
    """The same for the fields that are shown nowhere by themselves when they are odd."""
    left = {name: value for name, value in odd.items() if name not in ("status", "message", "failureReason")}
    return _unusual(", ".join(f"{name}: {text_of(left[name])}" for name in sorted(left)) or None)


def _short(value: object) -> str:
    text = "" if value is None else text_of(value)
    return text if len(text) <= LONGEST_WORD else text[: LONGEST_WORD - 1] + "…"


def of_tracked(each: Tracked, days_in: tzinfo | None = None) -> Delivery:
    """A followed message with how it stands."""
    state, word = state_of(word for word, _ in each.said)
    heard = next((at for said, at in each.said if said == word), "")
    group = BY_HAND if each.run_id is None else _day(each.at, days_in) if each.single else each.run_id
    return Delivery(
        each.id, each.id, each.run_id, group, each.title, each.name, each.phone, each.at, state, word, heard,
        each.why, each.words, each.known, each.said, each.type, each.receiver, each.clicks,
    )  # fmt: skip


def _of_untracked(each: Untracked, days_in: tzinfo | None) -> Delivery:
    state = State.DECIDE if each.doubt else State.UNTRACKED
    group = _day(each.at, days_in) if each.single else each.run_id
    return Delivery(
        f"run:{each.run_id}:{each.seq}", "", each.run_id, group, each.title, each.name, each.phone, each.at,
        state, why=each.reason,
    )  # fmt: skip


def _day(at: str, zone: tzinfo | None) -> str:
    return f"{OF_DAY}{day_of(at, zone)}"


def bounds_of_day(day: str, zone: tzinfo | None) -> tuple[str, str]:
    """When a day (YYYY-MM-DD) of a zone, this computer's where it is None, begins and ends: of moments in ISO
    and UTC those that are not before the first as text and before the second are of that day."""
    first = date.fromisoformat(day)
    begins, ends = (
        datetime.combine(each, time(), zone).astimezone(UTC).strftime("%Y-%m-%dT%H:%M:%S")
        for each in (first, first + timedelta(days=1))
    )
    return begins, ends


def day_of(at: str, zone: tzinfo | None) -> str:
    """The day of a moment (ISO, UTC) in a zone, this computer's where it is None: YYYY-MM-DD."""
    return moment_of(at).astimezone(zone).date().isoformat()
