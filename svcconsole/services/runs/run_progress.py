"""The counters, pace and latest events of a run in progress."""

from __future__ import annotations

import time
from collections import deque
from collections.abc import Sequence
from dataclasses import dataclass, field, replace

from svcconsole.services.runs.pause_reasons import ALONE, Pause, PauseReason
from svcconsole.workspace.clock import now
from svcconsole.workspace.runs.ledger_entries import PendingRecord, RecordOutcome
from svcconsole.workspace.runs.records import Counts, Reason, RunEvent, Totals
from svcconsole.workspace.schema import BUCKET_OF, Bucket, ItemState, RunState

RATE_SECONDS = 10.0
EVENTS = 30
REASONS = 50


@dataclass(frozen=True, slots=True)
class PaceMark:
    """A moment the store made the run slower, for the chart; `at` is ISO in UTC."""

    at: str
    sentence: str


@dataclass(frozen=True, slots=True)
class RunProgress:
    """How a run stands; rows = sent + refused + not_sent + needs_decision + on_the_way, `rate` in rows a
    second, `rows_per_minute` the limit somebody set to it.

    `products` are the records by their end; of its not_sent, `records_on_the_way` are on the way and
    `records_left_out` had nothing to send. `left_out` is that part of not_sent, in rows. Events are newest
    first. `why` a run is paused says what it waits for; None where nothing holds it.
    """

    run_id: str
    state: RunState
    sentence: str
    advice: str
    why: PauseReason | None
    rows: int
    sent: int
    refused: int
    not_sent: int
    needs_decision: int
    on_the_way: int
    left_out: int
    products: Counts
    rate: float
    seconds_left: float | None
    at_once: int
    batch: int
    rows_per_minute: int | None
    started_at: str
    events: tuple[RunEvent, ...] = ()
    reasons: tuple[Reason, ...] = ()
    marks: tuple[PaceMark, ...] = ()
    records: int = 0
    records_on_the_way: int = 0
    records_left_out: int = 0

    @property
    def goes_on_alone(self) -> bool:
        """Whether what it waits for ends by itself; any other pause waits for a person."""
        return self.why in ALONE

    @property
    def waits_for_terms(self) -> bool:
        """Whether it waits for the hours and limits of its campaign."""
        return self.why is PauseReason.TERMS

    @property
    def waits_for_turn(self) -> bool:
        """Whether it waits for the end of another run."""
        return self.why is PauseReason.TURN


@dataclass(slots=True)
class RunCounters:
    """Counts by bucket, of rows and of products; only what is on the disk is counted."""

    rows: dict[Bucket, int]
    products: dict[Bucket, int]
    left_out: int
    on_the_way: int = 0
    records_on_the_way: int = 0
    records_left_out: int = 0
    events: deque[RunEvent] = field(default_factory=lambda: deque(maxlen=EVENTS))
    marks: list[PaceMark] = field(default_factory=list)
    version: int = 0
    _reasons: dict[tuple[str, str], Reason] = field(default_factory=dict)
    _settled_lately: deque[tuple[float, int]] = field(default_factory=deque)
    _lately: int = 0
    _begun: float = field(default_factory=time.monotonic)

    @classmethod
    def of(cls, totals: Totals, reasons: Sequence[Reason]) -> RunCounters:
        """What an interrupted run left, to count on from."""
        return cls(
            rows={bucket: getattr(totals, bucket) for bucket in Bucket},
            products={bucket: getattr(totals.products, bucket) for bucket in Bucket},
            left_out=totals.left_out,
            records_left_out=totals.records_left_out,
            _reasons={(reason.sentence, reason.server_words): reason for reason in reasons},
        )

    def batch_sent(self, items: Sequence[PendingRecord]) -> None:
        self.on_the_way += sum(item.rows for item in items)
        self.records_on_the_way += sum(item.is_record for item in items)
        self.version += 1

    def batch_settled(self, items: Sequence[PendingRecord], outcomes: Sequence[RecordOutcome]) -> None:
        """Count where the records of a batch ended; those still planned go back to `not_sent`."""
        ended = 0
        for item, outcome in zip(items, outcomes, strict=True):
            self.on_the_way -= item.rows
            self.records_on_the_way -= item.is_record
            if outcome.state is ItemState.PLANNED:
                continue
            ended += item.rows
            for counts, count in ((self.rows, item.rows), (self.products, int(item.is_record))):
                counts[Bucket.NOT_SENT] -= count
                counts[BUCKET_OF[outcome.state]] += count
            if outcome.state is ItemState.REJECTED:
                self._refused(item, outcome)
        if ended:
            self._settled_lately.append((time.monotonic(), ended))
            self._lately += ended
        self.version += 1

    def left_out_now(self, totals: Totals) -> None:
        """More of what waited is left out."""
        self.left_out, self.records_left_out = totals.left_out, totals.records_left_out
        self.version += 1

    def _refused(self, item: PendingRecord, outcome: RecordOutcome) -> None:
        key = (outcome.reason, outcome.server_words)
        reason = self._reasons.get(key, Reason(*key))
        self._reasons[key] = replace(
            reason, rows=reason.rows + item.rows, products=reason.products + item.is_record
        )

    def happened(self, level: str, title: str, detail: str) -> None:
        self.events.appendleft(RunEvent(now(), level, title, detail))
        self.version += 1

    def slowed(self, title: str, sentence: str) -> None:
        """The store made us wait: an event, and a mark on the chart."""
        self.marks.append(PaceMark(now(), sentence))
        self.happened("wait", title, sentence)

    @property
    def waiting_rows(self) -> int:
        return self.rows[Bucket.NOT_SENT] - self.left_out

    def rate(self) -> float:
        """Rows a second over the last ten seconds, of a run that has just begun over one at least: its first
        batch alone says nothing of its pace."""
        moment = time.monotonic()
        while self._settled_lately and self._settled_lately[0][0] < moment - RATE_SECONDS:
            self._lately -= self._settled_lately.popleft()[1]
        span = max(1.0, min(RATE_SECONDS, moment - self._begun))
        return self._lately / span

    def reasons(self) -> tuple[Reason, ...]:
        """The most frequent reasons of refusal first."""
        return tuple(sorted(self._reasons.values(), key=lambda reason: -reason.rows)[:REASONS])

    def progress(
        self,
        *,
        run_id: str,
        state: RunState,
        pause: Pause | None,
        at_once: int,
        batch: int,
        rows_per_minute: int | None,
        started_at: str,
    ) -> RunProgress:
        rate = self.rate()
        if rows_per_minute is not None:
            # Ten seconds hold a batch more or less: what is held to a limit does not go faster.
            rate = min(rate, rows_per_minute / 60)
        moving = state is RunState.RUNNING and rate > 0
        return RunProgress(
            run_id=run_id,
            state=state,
            sentence=pause.sentence if pause else "",
            advice=pause.advice if pause else "",
            why=pause.why if pause else None,
            rows=sum(self.rows.values()),
            sent=self.rows[Bucket.SENT],
            refused=self.rows[Bucket.REFUSED],
            not_sent=self.rows[Bucket.NOT_SENT] - self.on_the_way,
            needs_decision=self.rows[Bucket.NEEDS_DECISION],
            on_the_way=self.on_the_way,
            left_out=self.left_out,
            products=Counts(**{bucket.value: count for bucket, count in self.products.items()}),
            rate=rate,
            seconds_left=self.waiting_rows / rate if moving else None,
            at_once=at_once,
            batch=batch,
            rows_per_minute=rows_per_minute,
            started_at=started_at,
            events=tuple(self.events),
            reasons=self.reasons(),
            marks=tuple(self.marks),
            records=sum(self.products.values()),
            records_on_the_way=self.records_on_the_way,
            records_left_out=self.records_left_out,
        )
