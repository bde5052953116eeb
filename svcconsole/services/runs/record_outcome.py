"""What sending a batch needs of its run, and the outcomes a record can get."""

from __future__ import annotations

import time
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Protocol

from svcconsole.api.client import Answer, Client
from svcconsole.api.errors import ApiError
from svcconsole.services.runs.batch_kinds import BatchKind
from svcconsole.services.runs.batch_outcome import BatchOutcome
from svcconsole.services.runs.pacing import Pacer, PacingRules
from svcconsole.services.runs.run_progress import RunCounters
from svcconsole.words.message import message
from svcconsole.workspace.runs.before_answers import BeforeAnswer
from svcconsole.workspace.runs.ledger_entries import Entry, Exchange, PendingRecord, RecordOutcome
from svcconsole.workspace.schema import ItemState

Batch = tuple[PendingRecord, ...]


@dataclass(frozen=True, slots=True)
class LateOutcome:
    """A request that has ended and is not in the ledger yet."""

    batch: Batch
    exchange: Exchange
    result: BatchOutcome


class BatchContext(Protocol):
    """What a batch needs of the engine."""

    client: Client
    kind: BatchKind
    pace: PacingRules
    pacer: Pacer
    counters: RunCounters

    async def note(self, entry: Entry) -> int: ...
    async def keep_lease(self) -> None: ...
    def may_leave(self, batch: Batch) -> bool: ...
    def note_later(self, late: LateOutcome) -> None: ...
    async def before(self, seqs: Sequence[int]) -> Sequence[BeforeAnswer]: ...
    async def collect_people(self, people: Sequence[Mapping[str, Any]]) -> None: ...
    def answered(self) -> None: ...
    def unknown_template(self) -> None: ...
    def unanswered(self, error: ApiError | None) -> None: ...
    def throttled(self, seconds: float | None) -> None: ...
    def failed(self, error: ApiError | None) -> None: ...
    def unclear(self, sent_at: float) -> None: ...
    def paused(self, error: ApiError | None) -> None: ...


def is_old(item: PendingRecord, pace: PacingRules) -> bool:
    """Whether the bytes may have landed so long ago that a colleague's edit could be overwritten by them."""
    return item.doubt_at is not None and not 0 <= time.time() - item.doubt_at < pace.old_doubt


def error_words(answer: Answer[Any]) -> tuple[str, str]:
    """Our sentence and the store's own words for an answer that is an error."""
    if answer.error is None:
        return message("The store's answer was {outcome}.", outcome=answer.outcome), ""
    return answer.error.sentence, "\n".join(answer.error.server_words)


def accepted(item: PendingRecord) -> RecordOutcome:
    return RecordOutcome(item.seq, item.record_id, ItemState.ACKED, tries=item.tries)


def unchanged(item: PendingRecord) -> RecordOutcome:
    """As it was before this attempt: nothing was executed."""
    return RecordOutcome(
        item.seq, item.record_id, ItemState.PLANNED, tries=item.tries, doubt_at=item.doubt_at
    )


def in_doubt(item: PendingRecord, since: float) -> RecordOutcome:
    doubt = since if item.doubt_at is None else item.doubt_at
    return RecordOutcome(item.seq, item.record_id, ItemState.PLANNED, tries=item.tries, doubt_at=doubt)


def final(
    item: PendingRecord, state: ItemState, reason: str, words: str = "", tries: int = 0
) -> RecordOutcome:
    return RecordOutcome(item.seq, item.record_id, state, reason, words, tries)
