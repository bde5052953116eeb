"""Resolves records whose outcome is unknown: reads them back, looks them up, sends again or leaves the
decision to a person.
"""

from __future__ import annotations

import time
from dataclasses import replace
from typing import Any

from svcconsole.api.client import Answer
from svcconsole.api.errors import CustomerNotFound, Outcome
from svcconsole.services.runs.batch_outcome import BatchOutcome
from svcconsole.services.runs.before_records import NOT_TOLD, held_before, records_in, same_version
from svcconsole.services.runs.record_outcome import (
    Batch,
    BatchContext,
    accepted,
    error_words,
    final,
    in_doubt,
)
from svcconsole.words.message import mark_plural, message, plural
from svcconsole.workspace.runs.ledger_entries import PendingRecord, RecordOutcome
from svcconsole.workspace.schema import ItemState

OTHER_VERSION = message(
    "This row was on the way when the run was interrupted; the store now holds something else under its id."
)
GONE = message(
    "This row was on the way when the run was interrupted; the store had it before and has it no more."
)
NO_PROOF = mark_plural(
    "Sent {n} time without a clear answer, and the store does not hold it.",
    "Sent {n} times without a clear answer, and the store does not hold it.",
)
NO_SIGHT = mark_plural(
    "Sent {n} time without a clear answer, and the store does not let it be read back.",
    "Sent {n} times without a clear answer, and the store does not let it be read back.",
)
NOT_READABLE = message(
    "This row was on the way when the run was interrupted, and the store does not let it be read back."
)


NEVER_READABLE = message(
    "There is no clear answer whether the store wrote this row, and it cannot be read back."
)
NOT_KNOWN = message("This row was on the way when the run was interrupted, and it cannot be read back.")


async def read_back(
    run: BatchContext, batch: Batch, doubtful: Batch, sentence: str, *, refusal: str = ""
) -> BatchOutcome:
    """Decide by reading `doubtful` from the store, field by field; the rest of `batch` was accepted.

    `refusal` are the words of a store that said yes and no at once: what it does not hold was refused, and a
    batch goes again in halves.
    """
    sent_at = time.monotonic()
    if run.kind.read is None:
        run.unclear(sent_at)
        return _sent_again(run, batch, doubtful, sentence)
    answer = await run.client.send(
        run.kind.read, run.kind.read_body(item.record_id for item in doubtful), retry=False
    )
    if answer.outcome is not Outcome.OK:
        _not_answered(run, answer)
        return _unseen(run, batch, doubtful, error_words(answer)[0])
    if not run.kind.is_told(answer.payload):
        run.unclear(sent_at)
        return _unseen(run, batch, doubtful, NOT_TOLD)
    stored = run.kind.by_id(answer.payload)
    looked_at = {item.seq for item in doubtful}

    def outcome(item: PendingRecord) -> RecordOutcome:
        if item.seq not in looked_at or run.kind.is_held(item, stored.get(item.record_id)):
            return accepted(item)
        if refusal:
            return _refused(item, sentence, refusal, alone=len(batch) == 1)
        tries = item.tries + 1
        if tries >= run.pace.tries:
            return final(item, ItemState.UNKNOWN, plural(*NO_PROOF, tries), sentence, tries)
        return RecordOutcome(item.seq, item.record_id, ItemState.PLANNED, tries=tries)

    outcomes = tuple(map(outcome, batch))
    arrived = all(outcome.state is ItemState.ACKED for outcome in outcomes)
    if arrived:
        run.answered()
        return BatchOutcome(outcomes, "ok", message("confirmed by reading it back"))
    if refusal:
        run.answered()
        return BatchOutcome(outcomes, "refused", refusal)
    run.unclear(sent_at)
    return BatchOutcome(outcomes, "doubt", sentence)


def _refused(item: PendingRecord, sentence: str, words: str, *, alone: bool) -> RecordOutcome:
    """Refused, where it was sent alone; else it goes again in a smaller batch, which is no further try."""
    if alone:
        return final(item, ItemState.REJECTED, sentence, words, item.tries)
    return RecordOutcome(item.seq, item.record_id, ItemState.PLANNED, tries=item.tries)


async def look_up_again(run: BatchContext, batch: Batch, answer: Answer[Any]) -> BatchOutcome:
    """Records whose bytes may have landed long ago: what the store holds now decides, nothing is written
    over.

    It holds what was sent: sent. It holds what it held before the run, or nothing where it held nothing: not
    carried out, so it goes again. Anything else, or an answer that says nothing of it, is a person's to
    decide.
    """
    missing = isinstance(answer.error, CustomerNotFound)
    if answer.outcome is Outcome.REJECTED and not missing:
        return _not_readable(run, batch, answer)
    if answer.outcome is not Outcome.OK and not missing:
        _not_answered(run, answer)
        since = time.time()
        return BatchOutcome(tuple(in_doubt(item, since) for item in batch), "doubt", error_words(answer)[0])
    run.answered()
    if not missing and not run.kind.is_told(answer.payload):
        unread = (final(item, ItemState.UNKNOWN, NOT_READABLE, NOT_TOLD, item.tries) for item in batch)
        return BatchOutcome(tuple(unread), "doubt", NOT_TOLD)
    ids = {item.seq: item.record_id for item in batch}
    stored = dict.fromkeys(ids) if missing else records_in(run.kind.kind, answer.body, ids)
    before = held_before(run.kind.kind, await run.before(tuple(ids)), ids)

    def outcome(item: PendingRecord) -> RecordOutcome:
        found = stored[item.seq]
        if run.kind.is_held(item, found):
            return accepted(item)
        if same_version(before.get(item.seq), found):
            return RecordOutcome(item.seq, item.record_id, ItemState.PLANNED, tries=item.tries)
        return final(item, ItemState.UNKNOWN, OTHER_VERSION if found else GONE, tries=item.tries)

    return BatchOutcome(
        tuple(map(outcome, batch)), "info", message("looked up in the store after the interruption")
    )


def _not_readable(run: BatchContext, batch: Batch, answer: Answer[Any]) -> BatchOutcome:
    """A store that refuses to read a record leaves it to a person; a refused batch is asked for in halves."""
    run.answered()
    sentence, words = error_words(answer)
    if len(batch) > 1:
        since = time.time()
        return BatchOutcome(tuple(in_doubt(item, since) for item in batch), "doubt", sentence)
    outcome = final(batch[0], ItemState.UNKNOWN, NOT_READABLE, words or sentence, batch[0].tries)
    return BatchOutcome((outcome,), "doubt", sentence)


def _unseen(run: BatchContext, batch: Batch, doubtful: Batch, sentence: str) -> BatchOutcome:
    """Sent without a clear answer, and reading back failed too: `doubtful` waits on with the moment since
    when it may have landed, and is a person's to decide once it was sent often enough."""
    since, looked_at = time.time(), {item.seq for item in doubtful}

    def outcome(item: PendingRecord) -> RecordOutcome:
        if item.seq not in looked_at:
            return accepted(item)
        tries = item.tries + 1
        if tries >= run.pace.tries:
            return final(item, ItemState.UNKNOWN, plural(*NO_SIGHT, tries), sentence, tries)
        return in_doubt(replace(item, tries=tries), since)

    return BatchOutcome(tuple(map(outcome, batch)), "doubt", sentence)


def outcome_unknown(batch: Batch, doubtful: Batch, reason: str, words: str = "") -> BatchOutcome:
    """What cannot be read back is a person's to decide: nothing of it is sent again by itself."""
    looked_at = {item.seq for item in doubtful}
    outcomes = tuple(
        final(item, ItemState.UNKNOWN, reason, words, item.tries + 1)
        if item.seq in looked_at
        else accepted(item)
        for item in batch
    )
    return BatchOutcome(outcomes, "doubt", words or reason)


def _sent_again(run: BatchContext, batch: Batch, doubtful: Batch, sentence: str) -> BatchOutcome:
    """What can be repeated goes again, with the moment since when it may have landed; the rest is a person's
    to decide."""
    since, looked_at = time.time(), {item.seq for item in doubtful}

    def outcome(item: PendingRecord) -> RecordOutcome:
        if item.seq not in looked_at:
            return accepted(item)
        tries = item.tries + 1
        if tries >= run.pace.tries or not run.kind.repeats(item):
            return final(item, ItemState.UNKNOWN, NEVER_READABLE, sentence, tries)
        return in_doubt(replace(item, tries=tries), since)

    return BatchOutcome(tuple(map(outcome, batch)), "doubt", sentence)


def _not_answered(run: BatchContext, answer: Answer[Any]) -> None:
    """Tell the run that a look at the store did not succeed."""
    if answer.outcome is Outcome.PAUSE:
        run.paused(answer.error)
    elif answer.outcome is Outcome.THROTTLED:
        run.throttled(answer.retry_after)
    else:
        run.unanswered(answer.error)
