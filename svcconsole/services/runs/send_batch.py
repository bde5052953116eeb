"""Sends one batch of records and stores each record's outcome."""

from __future__ import annotations

import hashlib
import time
from collections.abc import Awaitable, Callable, Sequence
from dataclasses import replace
from typing import Any

from svcconsole.api.client import Answer
from svcconsole.api.errors import Outcome
from svcconsole.api.faults import Fault
from svcconsole.services.runs.batch_outcome import BatchOutcome
from svcconsole.services.runs.reconcile import NOT_KNOWN, look_up_again, outcome_unknown, read_back
from svcconsole.services.runs.record_outcome import (
    Batch,
    BatchContext,
    LateOutcome,
    accepted,
    error_words,
    final,
    is_old,
    unchanged,
)
from svcconsole.words.message import Message, message, number
from svcconsole.workspace.clock import now
from svcconsole.workspace.runs.ledger_entries import Exchange, Intent, RecordOutcome, Settlement
from svcconsole.workspace.schema import ItemState


def title(batch: Batch) -> Message:
    """`Row 8,203` or `Rows 8,204 – 8,211`."""
    first, last = min(item.first_row for item in batch), max(item.last_row for item in batch)
    if first == last:
        return message("Row {row}", row=first)
    return message("Rows {first} – {last}", first=first, last=last)


async def send_batch(run: BatchContext, batch: Batch) -> tuple[Batch, ...]:
    """Send one batch and note how it ended; returns the batches that have to go again."""
    first = batch[0]
    old = is_old(first, run.pace) or (first.doubt_at is not None and not run.kind.repeats(first))
    look = run.kind.look_up(batch) if old else None
    operation, body = look or (
        run.kind.send,
        run.kind.body([item.body for item in batch], run.client.connection.app_id),
    )
    named, seqs, digest = title(batch), tuple(item.seq for item in batch), hashlib.sha256(body).hexdigest()
    # What may be sent twice has its intent on the disk already, with that of its neighbours.
    attempt = 0 if first.intended else await run.note(Intent(operation.name, named, seqs, digest))
    # A computer that slept since then may have lost the run to another console.
    await run.keep_lease()
    left_at, monotonic = now(), time.monotonic()
    run.counters.batch_sent(batch)
    if old and look is None:
        answer = Answer(Outcome.UNKNOWN, operation)
        result = outcome_unknown(batch, batch, NOT_KNOWN)
    elif not run.may_leave(batch):
        answer = Answer(Outcome.NOT_SENT, operation)
        result = BatchOutcome(tuple(map(unchanged, batch)), "wait", HOURS_OVER)
    else:
        answer = await run.client.send(operation, body, retry=False)
        result = await (
            look_up_again(run, batch, answer) if look else OUTCOMES[answer.outcome](run, batch, answer)
        )
    again = _to_send_again(batch, result.outcomes, split=answer.outcome in SPLITS)
    entry: Settlement | Exchange
    if first.intended:
        entry = Exchange(
            operation.name, named, seqs, digest, left_at, monotonic,
            answer.outcome, answer.status, answer.elapsed, result.detail, result.outcomes,
        )  # fmt: skip
        if not again:
            run.note_later(LateOutcome(batch, entry, result))
            return ()
    else:
        entry = Settlement(
            attempt, answer.outcome, answer.status, answer.elapsed, result.detail, result.outcomes
        )
    await run.note(entry)
    if result.people:
        await run.collect_people(result.people)
    run.counters.batch_settled(batch, result.outcomes)
    run.counters.happened(result.level, named, result.detail)
    return again


ACCEPTED = message("accepted")
HOURS_OVER = message("not sent: the hours in which this person may be written to are over")
TELLING_SECONDS = 1.0
"""Answers that take longer are told with their time."""
UNKNOWN_TEMPLATE = 407
"""What a store says of a template it does not have (specification, endpoint 10)."""
SPLITS = (Outcome.REJECTED, Outcome.UNKNOWN)


def _to_send_again(batch: Batch, outcomes: Sequence[RecordOutcome], *, split: bool) -> tuple[Batch, ...]:
    """What is still planned, as one batch or in halves: a bad record is found in log2 n steps (F39)."""
    left = tuple(
        replace(item, tries=outcome.tries, doubt_at=outcome.doubt_at, intended=False)
        for item, outcome in zip(batch, outcomes, strict=True)
        if outcome.state is ItemState.PLANNED
    )
    middle = len(left) // 2
    return (left[:middle], left[middle:]) if split and middle else (left,) if left else ()


async def _on_accepted(run: BatchContext, batch: Batch, answer: Answer[Any]) -> BatchOutcome:
    """200: accepted are the records the answer names; the others are read back."""
    run.pacer.batch_settled(len(batch), answer.elapsed)
    if run.kind.judge is not None:
        run.answered()
        return run.kind.judge(batch, answer.payload)
    named = run.kind.by_id(answer.payload)
    unnamed = tuple(item for item in batch if item.record_id not in named)
    if unnamed:
        return await read_back(
            run, batch, unnamed, message("The store accepted the batch without naming this row.")
        )
    run.answered()
    took = ACCEPTED
    if answer.elapsed >= TELLING_SECONDS:
        took = message("accepted after {seconds} s", seconds=number(answer.elapsed, 1, grouped=False))
    return BatchOutcome(tuple(map(accepted, batch)), "ok", took)


async def _on_rejected(run: BatchContext, batch: Batch, answer: Answer[Any]) -> BatchOutcome:
    """A refusal of one record is its end; a refused batch goes again in halves."""
    if answer.status == UNKNOWN_TEMPLATE:
        run.unknown_template()
    else:
        run.answered()
    if len(batch) > 1:
        run.pacer.refused()
        return BatchOutcome(
            tuple(map(unchanged, batch)),
            "refused",
            message("refused as a batch, sent again in halves"),
        )
    sentence, words = error_words(answer)
    return BatchOutcome((final(batch[0], ItemState.REJECTED, sentence, words),), "refused", words or sentence)


async def _on_not_sent(run: BatchContext, batch: Batch, answer: Answer[Any]) -> BatchOutcome:
    run.unanswered(answer.error)
    return BatchOutcome(tuple(map(unchanged, batch)), "wait", error_words(answer)[0])


async def _on_throttled(run: BatchContext, batch: Batch, answer: Answer[Any]) -> BatchOutcome:
    run.throttled(answer.retry_after)
    return BatchOutcome(tuple(map(unchanged, batch)), "wait", message("not processed, sent again later"))


async def _on_paused(run: BatchContext, batch: Batch, answer: Answer[Any]) -> BatchOutcome:
    run.paused(answer.error)
    return BatchOutcome(tuple(map(unchanged, batch)), "wait", error_words(answer)[0])


async def _on_unknown(run: BatchContext, batch: Batch, answer: Answer[Any]) -> BatchOutcome:
    """The bytes may have landed: slow down and read the records back."""
    run.failed(answer.error)
    sentence, words = error_words(answer)
    refusal = words if answer.fault is Fault.CONTRADICTION else ""
    return await read_back(run, batch, batch, sentence, refusal=refusal)


OUTCOMES: dict[Outcome, Callable[[BatchContext, Batch, Answer[Any]], Awaitable[BatchOutcome]]] = {
    Outcome.OK: _on_accepted,
    Outcome.REJECTED: _on_rejected,
    Outcome.NOT_SENT: _on_not_sent,
    Outcome.THROTTLED: _on_throttled,
    Outcome.PAUSE: _on_paused,
    Outcome.UNKNOWN: _on_unknown,
}
