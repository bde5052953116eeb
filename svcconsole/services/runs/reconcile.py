"""Records of which no answer says what became of them: read back, looked up, sent again, or left to a
person."""

from __future__ import annotations

import json
import time
from dataclasses import replace
from typing import Any

from svcconsole.api.client import Answer
from svcconsole.api.errors import Outcome
from svcconsole.services.runs.batch_kinds import holds
from svcconsole.services.runs.batch_outcome import Landing
from svcconsole.services.runs.record_outcome import Piece, Run, acked, doubted, ended, said_by
from svcconsole.words.message import mark_plural, message, plural
from svcconsole.workspace.runs.ledger import Verdict, Waiting
from svcconsole.workspace.schema import ItemState

OTHER_VERSION = message(
    "This row was on the way when the run was interrupted; the store now holds something else under its id."
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


async def read_back(run: Run, piece: Piece, doubtful: Piece, sentence: str) -> Landing:
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
            return acked(item)
        tries = item.tries + 1
        if tries >= run.pace.tries:
            return ended(item, ItemState.UNKNOWN, plural(*NO_PROOF, tries), sentence, tries)
        return Verdict(item.seq, item.record_id, ItemState.PLANNED, tries=tries)

    verdicts = tuple(map(verdict, piece))
    arrived = all(verdict.state is ItemState.ACKED for verdict in verdicts)
    if arrived:
        run.answered()
        return Landing(verdicts, "ok", message("confirmed by reading it back"))
    run.unclear(departed)
    return Landing(verdicts, "doubt", sentence)


async def looked_up(run: Run, piece: Piece, answer: Answer[Any]) -> Landing:
    """Records whose bytes may have landed long ago: what the store holds now decides, nothing is written
    over."""
    if answer.outcome is Outcome.REJECTED:
        return _not_readable(run, piece, answer)
    if answer.outcome is not Outcome.OK:
        _not_answered(run, answer)
        since = time.time()
        return Landing(tuple(doubted(item, since) for item in piece), "doubt", said_by(answer)[0])
    run.answered()
    stored = run.kind.by_id(answer.payload)

    def verdict(item: Waiting) -> Verdict:
        found = stored.get(item.record_id)
        if found is None:
            return Verdict(item.seq, item.record_id, ItemState.PLANNED, tries=item.tries)
        if holds(json.loads(item.body), found):
            return acked(item)
        return ended(item, ItemState.UNKNOWN, OTHER_VERSION, tries=item.tries)

    return Landing(
        tuple(map(verdict, piece)), "info", message("looked up in the store after the interruption")
    )


def _not_readable(run: Run, piece: Piece, answer: Answer[Any]) -> Landing:
    """A store that refuses to read a record leaves it to a person; a refused batch is asked for in halves."""
    run.answered()
    sentence, words = said_by(answer)
    if len(piece) > 1:
        since = time.time()
        return Landing(tuple(doubted(item, since) for item in piece), "doubt", sentence)
    verdict = ended(piece[0], ItemState.UNKNOWN, NOT_READABLE, words or sentence, piece[0].tries)
    return Landing((verdict,), "doubt", sentence)


def _unseen(run: Run, piece: Piece, doubtful: Piece, answer: Answer[Any]) -> Landing:
    """Sent without a clear answer, and reading back failed too: `doubtful` waits on with the moment since
    when it may have landed, and is a person's to decide once it was sent often enough."""
    since, looked_at = time.time(), {item.seq for item in doubtful}
    sentence = said_by(answer)[0]

    def verdict(item: Waiting) -> Verdict:
        if item.seq not in looked_at:
            return acked(item)
        tries = item.tries + 1
        if tries >= run.pace.tries:
            return ended(item, ItemState.UNKNOWN, plural(*NO_SIGHT, tries), sentence, tries)
        return doubted(replace(item, tries=tries), since)

    return Landing(tuple(map(verdict, piece)), "doubt", sentence)


def nobody_knows(piece: Piece, doubtful: Piece, reason: str, words: str = "") -> Landing:
    """What cannot be read back is a person's to decide: nothing of it is sent again by itself."""
    looked_at = {item.seq for item in doubtful}
    verdicts = tuple(
        ended(item, ItemState.UNKNOWN, reason, words, item.tries + 1)
        if item.seq in looked_at
        else acked(item)
        for item in piece
    )
    return Landing(verdicts, "doubt", words or reason)


def _sent_again(run: Run, piece: Piece, doubtful: Piece, sentence: str) -> Landing:
    """What can be repeated goes again, with the moment since when it may have landed; the rest is a person's
    to decide."""
    since, looked_at = time.time(), {item.seq for item in doubtful}

    def verdict(item: Waiting) -> Verdict:
        if item.seq not in looked_at:
            return acked(item)
        tries = item.tries + 1
        if tries >= run.pace.tries or not run.kind.repeats(item):
            return ended(item, ItemState.UNKNOWN, NEVER_READABLE, sentence, tries)
        return doubted(replace(item, tries=tries), since)

    return Landing(tuple(map(verdict, piece)), "doubt", sentence)


def _not_answered(run: Run, answer: Answer[Any]) -> None:
    """Tell the run that a look at the store did not succeed."""
    if answer.outcome is Outcome.PAUSE:
        run.paused(answer.error)
    elif answer.outcome is Outcome.THROTTLED:
        run.throttled(answer.retry_after)
    else:
        run.unanswered(answer.error)
