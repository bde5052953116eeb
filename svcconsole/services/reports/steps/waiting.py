"""Waits for a report to be made, asking ever less often for as long as it takes."""

from __future__ import annotations

import random
import time
from datetime import UTC, datetime, timedelta

from svcconsole.api.answers import Answer
from svcconsole.api.errors import ApiError, NotReached, Outcome
from svcconsole.api.models.reports import ReportData, ReportResponse, moment
from svcconsole.services.reports.following import ReportFollower, Told
from svcconsole.services.reports.progress import ReportProgress
from svcconsole.words.message import Message, message, plural, sentences
from svcconsole.workspace.clock import now
from svcconsole.workspace.runs.report_runs import Stage

FIRST_WAIT, LONGEST_WAIT = 2.0, 30.0
GROWTH = 1.5
JITTER = 0.2
STUCK_AFTER = timedelta(minutes=20)
COMPLETED, FAILED = "COMPLETED", "FAILED"
NEW_REPORT = message("Asking again makes a new report, and everybody gets its e-mail.")
ELSEWHERE = message("It was asked for elsewhere: only there can it be asked for again.")


async def wait_for_part(run: ReportFollower) -> Told:
    """Ask how the report stands until it is done or has failed; a word nobody knows is still running."""
    wait = FIRST_WAIT
    while run.run.stage is Stage.WAITING:
        trouble: ApiError | None = None
        before = run.part.word
        try:
            answer = await run.fetch_status()
        except ApiError as error:
            trouble = error
        else:
            if answer.response is not None:
                ended = await _note_answer(run, answer.response.data)
            else:
                ended, trouble = await _not_heard(run, answer)
            if ended is not None:
                yield ended
                return
        wait = FIRST_WAIT if run.part.word != before else wait
        seconds = wait * random.uniform(1 - JITTER, 1 + JITTER)
        next_at = time.time() + seconds
        yield run.troubled(trouble, next_at) if trouble else _still(run, next_at)
        await run.pause(seconds)
        wait = min(wait * GROWTH, LONGEST_WAIT)


def asking_again(run: ReportFollower) -> Message:
    """What it means to ask for the report once more."""
    return ELSEWHERE if run.run.is_watched else NEW_REPORT


class NoLink(NotReached):
    """The store gives no link now: it is waited for anew."""


async def fresh_link(run: ReportFollower) -> str:
    """A new link to the part's file. Raises NoLink when the store was not reached or no longer says that it
    is done, another ApiError when something has to be put right."""
    answer = await run.fetch_status(retry=True)
    if answer.outcome is Outcome.PAUSE and answer.error is not None:
        raise answer.error
    data = None if answer.response is None else answer.response.data
    if data is None or data.report_status != COMPLETED or not data.download_link:
        raise NoLink(message("The store gives no link to {named} now.", named=run.named))
    return data.download_link


async def _note_answer(run: ReportFollower, data: ReportData) -> ReportProgress | None:
    """Keep what the store said; the progress with which the waiting ends."""
    word, cursor = data.report_status or "", data.cursor or None
    if word != run.part.word:
        await run.put_part(word=word, word_at=now())
    if word == FAILED:
        return await run.end(
            Stage.FAILED, message("The store could not make {named}.", named=run.named), asking_again(run)
        )
    if word != COMPLETED or not data.download_link:
        return None
    await run.put_part(cursor_out=cursor)
    await run.update(Stage.FETCHING)
    run.link = data.download_link
    return run.progress()


async def _not_heard(
    run: ReportFollower, answer: Answer[ReportResponse]
) -> tuple[ReportProgress | None, ApiError]:
    """A question without an answer is asked again; one that is refused, or a store that is, is not."""
    error = answer.error or NotReached(message("The store's answer could not be read."))
    if answer.outcome is Outcome.REJECTED:
        sentence = message(
            "The store does not know {named} as {history_id}: {refusal}",
            named=run.named,
            history_id=str(run.part.history_id),
            refusal=error.sentence,
        )
        advice = NEW_REPORT
        if run.run.is_watched:
            advice = message("Look whether the id is right: the store's e-mail names it.")
        return await run.end(Stage.FAILED, sentence, advice, error.server_words, error=error), error
    if answer.outcome is Outcome.PAUSE:
        return await run.stopped_by(error), error
    return None, error


def _still(run: ReportFollower, next_at: float) -> ReportProgress:
    since = run.part.word_at or run.part.asked_at
    stood = datetime.now(UTC) - moment(since) if since else timedelta()
    if stood < STUCK_AFTER:
        return run.progress(next_poll_at=next_at)
    minutes = int(stood.total_seconds() // 60)
    return run.progress(
        next_poll_at=next_at,
        stuck=True,
        sentence=plural(
            "Nothing has changed at the store for {n} minute.",
            "Nothing has changed at the store for {n} minutes.",
            minutes,
        ),
        advice=sentences(message("Checking goes on."), asking_again(run)),
    )
