"""One batch on its way: intent noted, bytes sent, the end of each record decided and noted, the bad ones
found."""

from __future__ import annotations

import hashlib
from collections.abc import Awaitable, Callable, Sequence
from dataclasses import replace
from typing import Any

from svcconsole.api.client import Answer
from svcconsole.api.errors import Outcome
from svcconsole.services.runs.batch_outcome import Landing
from svcconsole.services.runs.reconcile import NOT_KNOWN, looked_up, nobody_knows, read_back
from svcconsole.services.runs.record_outcome import Piece, Run, acked, ended, is_old, planned, said_by
from svcconsole.words.message import Message, message, number
from svcconsole.workspace.runs.ledger import Intend, Settle, Verdict
from svcconsole.workspace.schema import ItemState


def title(piece: Piece) -> Message:
    """`Row 8,203` or `Rows 8,204 – 8,211`."""
    first, last = min(item.first_row for item in piece), max(item.last_row for item in piece)
    if first == last:
        return message("Row {row}", row=first)
    return message("Rows {first} – {last}", first=first, last=last)


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
        landing = nobody_knows(piece, piece, NOT_KNOWN)
    else:
        answer = await run.client.send(operation, body, retry=False)
        landing = await (looked_up(run, piece, answer) if old else ENDS[answer.outcome](run, piece, answer))
    await run.note(
        Settle(attempt, answer.outcome, answer.status, answer.elapsed, landing.detail, landing.verdicts)
    )
    if landing.people:
        await run.saw(landing.people)
    run.tally.landed(piece, landing.verdicts)
    run.tally.happened(landing.level, title(piece), landing.detail)
    return _again(piece, landing.verdicts, split=answer.outcome in SPLITS)


TELLING_SECONDS = 1.0
"""Answers that take longer are told with their time."""
UNKNOWN_TEMPLATE = 407
"""What a store says of a template it does not have (specification, endpoint 10)."""
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
        return await read_back(
            run, piece, unnamed, message("The store accepted the batch without naming this row.")
        )
    run.answered()
    slow = answer.elapsed >= TELLING_SECONDS
    seconds = number(answer.elapsed, 1, grouped=False)
    took = message("accepted after {seconds} s", seconds=seconds) if slow else message("accepted")
    return Landing(tuple(map(acked, piece)), "ok", took)


async def _rejected(run: Run, piece: Piece, answer: Answer[Any]) -> Landing:
    """A refusal of one record is its end; a refused batch goes again in halves."""
    if answer.status == UNKNOWN_TEMPLATE:
        run.unknown_template()
    else:
        run.answered()
    if len(piece) > 1:
        run.pacer.refused()
        return Landing(
            tuple(map(planned, piece)),
            "refused",
            message("refused as a batch, sent again in halves"),
        )
    sentence, words = said_by(answer)
    return Landing((ended(piece[0], ItemState.REJECTED, sentence, words),), "refused", words or sentence)


async def _not_sent(run: Run, piece: Piece, answer: Answer[Any]) -> Landing:
    run.unanswered(answer.error)
    return Landing(tuple(map(planned, piece)), "wait", said_by(answer)[0])


async def _throttled(run: Run, piece: Piece, answer: Answer[Any]) -> Landing:
    run.throttled(answer.retry_after)
    return Landing(tuple(map(planned, piece)), "wait", message("not processed, sent again later"))


async def _paused(run: Run, piece: Piece, answer: Answer[Any]) -> Landing:
    run.paused(answer.error)
    return Landing(tuple(map(planned, piece)), "wait", said_by(answer)[0])


async def _unknown(run: Run, piece: Piece, answer: Answer[Any]) -> Landing:
    """The bytes may have landed: slow down and read the records back."""
    run.failed(answer.error)
    return await read_back(run, piece, piece, said_by(answer)[0])


ENDS: dict[Outcome, Callable[[Run, Piece, Answer[Any]], Awaitable[Landing]]] = {
    Outcome.OK: _accepted,
    Outcome.REJECTED: _rejected,
    Outcome.NOT_SENT: _not_sent,
    Outcome.THROTTLED: _throttled,
    Outcome.PAUSE: _paused,
    Outcome.UNKNOWN: _unknown,
}
