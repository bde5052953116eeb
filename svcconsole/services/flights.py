"""One batch on its way: intent noted, bytes sent, the end of each record decided and noted, the bad ones
found."""

from __future__ import annotations

import hashlib
import json
import time
from collections.abc import Awaitable, Callable, Sequence
from dataclasses import replace
from typing import Any, Protocol

from svcconsole.api.client import Answer, Client
from svcconsole.api.errors import ApiError, Outcome
from svcconsole.services.batches import BatchKind, holds
from svcconsole.services.landing import Landing
from svcconsole.services.pace import Pace, Pacer
from svcconsole.services.tally import Tally
from svcconsole.workspace.ledger import Entry, Intend, Settle, Verdict, Waiting
from svcconsole.workspace.schema import ItemState

Piece = tuple[Waiting, ...]

OTHER_VERSION = (
    "This row was on the way when the run was interrupted; the store now holds something else under its id."
)
NO_PROOF = "Sent {tries} times without a clear answer, and the store does not hold it."
NO_SIGHT = "Sent {tries} times without a clear answer, and the store does not let it be read back."
NOT_READABLE = (
    "This row was on the way when the run was interrupted, and the store does not let it be read back."
)


NEVER_READABLE = "There is no clear answer whether the store wrote this row, and it cannot be read back."
NOT_KNOWN = "This row was on the way when the run was interrupted, and it cannot be read back."


class Run(Protocol):
    """What a flight needs of the engine."""

    client: Client
    kind: BatchKind
    pace: Pace
    pacer: Pacer
    tally: Tally

    async def note(self, entry: Entry) -> int: ...
    def answered(self) -> None: ...
    def unanswered(self, error: ApiError | None) -> None: ...
    def throttled(self, seconds: float | None) -> None: ...
    def failed(self, error: ApiError | None) -> None: ...
    def unclear(self, departed: float) -> None: ...
    def paused(self, error: ApiError | None) -> None: ...


def is_old(item: Waiting, pace: Pace) -> bool:
    """Whether the bytes may have landed so long ago that a colleague's edit could be overwritten by them."""
    return item.doubt_at is not None and not 0 <= time.time() - item.doubt_at < pace.old_doubt


def title(piece: Piece) -> str:
    """`Row 8,203` or `Rows 8,204 – 8,211`."""
    first, last = min(item.first_row for item in piece), max(item.last_row for item in piece)
    return f"Row {first:,}" if first == last else f"Rows {first:,} – {last:,}"


async def fly(run: Run, piece: Piece) -> tuple[Piece, ...]:
    """Send one batch and note how it ended; returns the pieces that have to go again."""
    first = piece[0]
    old = is_old(first, run.pace) or (first.doubt_at is not None and not run.kind.repeats(first))
    operation = run.kind.read or run.kind.send if old else run.kind.send
    body = (
        run.kind.read_body(item.record_id for item in piece)
        if old
        else run.kind.body([item.body for item in piece])
    )
    seqs = tuple(item.seq for item in piece)
    attempt = await run.note(Intend(operation.name, title(piece), seqs, hashlib.sha256(body).hexdigest()))
    run.tally.departed(piece)
    if old and run.kind.read is None:
        answer = Answer(Outcome.UNKNOWN, operation)
        landing = _nobody_knows(piece, piece, NOT_KNOWN)
    else:
        answer = await run.client.send(operation, body, retry=False)
        landing = await (_looked_up(run, piece, answer) if old else ENDS[answer.outcome](run, piece, answer))
    await run.note(
        Settle(attempt, answer.outcome, answer.status, answer.elapsed, landing.detail, landing.verdicts)
    )
    run.tally.landed(piece, landing.verdicts)
    run.tally.happened(landing.level, title(piece), landing.detail)
    return _again(piece, landing.verdicts, split=answer.outcome in SPLITS)


TELLING_SECONDS = 1.0
"""Answers that take longer are told with their time."""
SPLITS = (Outcome.REJECTED, Outcome.UNKNOWN)


def _again(piece: Piece, verdicts: Sequence[Verdict], *, split: bool) -> tuple[Piece, ...]:
    """What is still planned, as one piece or in halves: a bad record is found in log2 n steps (F39)."""
    left = tuple(
        replace(item, tries=verdict.tries, doubt_at=verdict.doubt_at)
        for item, verdict in zip(piece, verdicts, strict=True)
        if verdict.state is ItemState.PLANNED
    )
    middle = len(left) // 2
    return (left[:middle], left[middle:]) if split and middle else (left,) if left else ()


async def _accepted(run: Run, piece: Piece, answer: Answer[Any]) -> Landing:
    """200: accepted are the records the answer names; the others are read back."""
    run.pacer.landed(len(piece), answer.elapsed)
    if run.kind.judge is not None:
        run.answered()
        return run.kind.judge(piece, answer.payload)
    named = run.kind.by_id(answer.payload)
    unnamed = tuple(item for item in piece if item.record_id not in named)
    if unnamed:
        return await _read_back(run, piece, unnamed, "The store accepted the batch without naming this row.")
    run.answered()
    slow = answer.elapsed >= TELLING_SECONDS
    took = f"accepted after {answer.elapsed:.1f} s" if slow else "accepted"
    return Landing(tuple(map(_acked, piece)), "ok", took)


async def _rejected(run: Run, piece: Piece, answer: Answer[Any]) -> Landing:
    """A refusal of one record is its end; a refused batch goes again in halves."""
    run.answered()
    if len(piece) > 1:
        run.pacer.refused()
        return Landing(tuple(map(_planned, piece)), "refused", "refused as a batch, sent again in halves")
    sentence, words = _words(answer)
    return Landing((_ended(piece[0], ItemState.REJECTED, sentence, words),), "refused", words or sentence)


async def _not_sent(run: Run, piece: Piece, answer: Answer[Any]) -> Landing:
    run.unanswered(answer.error)
    return Landing(tuple(map(_planned, piece)), "wait", _words(answer)[0])


async def _throttled(run: Run, piece: Piece, answer: Answer[Any]) -> Landing:
    run.throttled(answer.retry_after)
    return Landing(tuple(map(_planned, piece)), "wait", "not processed, sent again later")


async def _paused(run: Run, piece: Piece, answer: Answer[Any]) -> Landing:
    run.paused(answer.error)
    return Landing(tuple(map(_planned, piece)), "wait", _words(answer)[0])


async def _unknown(run: Run, piece: Piece, answer: Answer[Any]) -> Landing:
    """The bytes may have landed: slow down and read the records back."""
    run.failed(answer.error)
    return await _read_back(run, piece, piece, _words(answer)[0])


ENDS: dict[Outcome, Callable[[Run, Piece, Answer[Any]], Awaitable[Landing]]] = {
    Outcome.OK: _accepted,
    Outcome.REJECTED: _rejected,
    Outcome.NOT_SENT: _not_sent,
    Outcome.THROTTLED: _throttled,
    Outcome.PAUSE: _paused,
    Outcome.UNKNOWN: _unknown,
}


async def _read_back(run: Run, piece: Piece, doubtful: Piece, sentence: str) -> Landing:
    """Decide by reading `doubtful` from the store, field by field; the rest of `piece` was accepted."""
    departed = time.monotonic()
    if run.kind.read is None:
        run.unclear(departed)
        return _sent_again(run, piece, doubtful, sentence)
    answer = await run.client.send(
        run.kind.read, run.kind.read_body(item.record_id for item in doubtful), retry=False
    )
    if answer.outcome is not Outcome.OK:
        _not_answered(run, answer)
        return _unseen(run, piece, doubtful, answer)
    stored = run.kind.by_id(answer.payload)
    looked_at = {item.seq for item in doubtful}

    def verdict(item: Waiting) -> Verdict:
        if item.seq not in looked_at or holds(json.loads(item.body), stored.get(item.record_id)):
            return _acked(item)
        tries = item.tries + 1
        if tries >= run.pace.tries:
            return _ended(item, ItemState.UNKNOWN, NO_PROOF.format(tries=tries), sentence, tries)
        return Verdict(item.seq, item.record_id, ItemState.PLANNED, tries=tries)

    verdicts = tuple(map(verdict, piece))
    arrived = all(verdict.state is ItemState.ACKED for verdict in verdicts)
    if arrived:
        run.answered()
        return Landing(verdicts, "ok", "confirmed by reading it back")
    run.unclear(departed)
    return Landing(verdicts, "doubt", sentence)


async def _looked_up(run: Run, piece: Piece, answer: Answer[Any]) -> Landing:
    """Records whose bytes may have landed long ago: what the store holds now decides, nothing is written
    over."""
    if answer.outcome is Outcome.REJECTED:
        return _not_readable(run, piece, answer)
    if answer.outcome is not Outcome.OK:
        _not_answered(run, answer)
        since = time.time()
        return Landing(tuple(_doubted(item, since) for item in piece), "doubt", _words(answer)[0])
    run.answered()
    stored = run.kind.by_id(answer.payload)

    def verdict(item: Waiting) -> Verdict:
        found = stored.get(item.record_id)
        if found is None:
            return Verdict(item.seq, item.record_id, ItemState.PLANNED, tries=item.tries)
        if holds(json.loads(item.body), found):
            return _acked(item)
        return _ended(item, ItemState.UNKNOWN, OTHER_VERSION, tries=item.tries)

    return Landing(tuple(map(verdict, piece)), "info", "looked up in the store after the interruption")


def _not_readable(run: Run, piece: Piece, answer: Answer[Any]) -> Landing:
    """A store that refuses to read a record leaves it to a person; a refused batch is asked for in halves."""
    run.answered()
    sentence, words = _words(answer)
    if len(piece) > 1:
        since = time.time()
        return Landing(tuple(_doubted(item, since) for item in piece), "doubt", sentence)
    ended = _ended(piece[0], ItemState.UNKNOWN, NOT_READABLE, words or sentence, piece[0].tries)
    return Landing((ended,), "doubt", sentence)


def _unseen(run: Run, piece: Piece, doubtful: Piece, answer: Answer[Any]) -> Landing:
    """Sent without a clear answer, and reading back failed too: `doubtful` waits on with the moment since
    when it may have landed, and is a person's to decide once it was sent often enough."""
    since, looked_at = time.time(), {item.seq for item in doubtful}
    sentence = _words(answer)[0]

    def verdict(item: Waiting) -> Verdict:
        if item.seq not in looked_at:
            return _acked(item)
        tries = item.tries + 1
        if tries >= run.pace.tries:
            return _ended(item, ItemState.UNKNOWN, NO_SIGHT.format(tries=tries), sentence, tries)
        return _doubted(replace(item, tries=tries), since)

    return Landing(tuple(map(verdict, piece)), "doubt", sentence)


def _nobody_knows(piece: Piece, doubtful: Piece, reason: str, words: str = "") -> Landing:
    """What cannot be read back is a person's to decide: nothing of it is sent again by itself."""
    looked_at = {item.seq for item in doubtful}
    verdicts = tuple(
        _ended(item, ItemState.UNKNOWN, reason, words, item.tries + 1)
        if item.seq in looked_at
        else _acked(item)
        for item in piece
    )
    return Landing(verdicts, "doubt", words or reason)


def _sent_again(run: Run, piece: Piece, doubtful: Piece, sentence: str) -> Landing:
    """What can be repeated goes again, with the moment since when it may have landed; the rest is a person's
    to decide."""
    since, looked_at = time.time(), {item.seq for item in doubtful}

    def verdict(item: Waiting) -> Verdict:
        if item.seq not in looked_at:
            return _acked(item)
        tries = item.tries + 1
        if tries >= run.pace.tries or not run.kind.repeats(item):
            return _ended(item, ItemState.UNKNOWN, NEVER_READABLE, sentence, tries)
        return _doubted(replace(item, tries=tries), since)

    return Landing(tuple(map(verdict, piece)), "doubt", sentence)


def _not_answered(run: Run, answer: Answer[Any]) -> None:
    """Tell the run that a look at the store did not succeed."""
    if answer.outcome is Outcome.PAUSE:
        run.paused(answer.error)
    elif answer.outcome is Outcome.THROTTLED:
        run.throttled(answer.retry_after)
    else:
        run.unanswered(answer.error)


def _words(answer: Answer[Any]) -> tuple[str, str]:
    """Our sentence and the store's own words for an answer that is an error."""
    if answer.error is None:
        return f"The store's answer was {answer.outcome}.", ""
    return answer.error.sentence, "\n".join(answer.error.server_words)


def _acked(item: Waiting) -> Verdict:
    return Verdict(item.seq, item.record_id, ItemState.ACKED, tries=item.tries)


def _planned(item: Waiting) -> Verdict:
    """As it was before this attempt: nothing was executed."""
    return Verdict(item.seq, item.record_id, ItemState.PLANNED, tries=item.tries, doubt_at=item.doubt_at)


def _doubted(item: Waiting, since: float) -> Verdict:
    doubt = since if item.doubt_at is None else item.doubt_at
    return Verdict(item.seq, item.record_id, ItemState.PLANNED, tries=item.tries, doubt_at=doubt)


def _ended(item: Waiting, state: ItemState, reason: str, words: str = "", tries: int = 0) -> Verdict:
    return Verdict(item.seq, item.record_id, state, reason, words, tries)
