"""Requests a part from the store: once, through the ledger, and never while an earlier request may have
arrived.
"""

from __future__ import annotations

import json
import time

from svcconsole.api.errors import ApiError, Outcome
from svcconsole.api.operations import GENERATE_REPORT
from svcconsole.services.reports.following import ReportFollower, Told
from svcconsole.services.reports.part_status import PartState, PartStatus, status_of
from svcconsole.services.reports.progress import ReportProgress
from svcconsole.services.reports.question import KIND
from svcconsole.services.sends.sending import SentBefore
from svcconsole.words.message import Number, message, sentences
from svcconsole.workspace.clock import now
from svcconsole.workspace.errors import DraftTaken, RunnerBusy, WorkspaceError
from svcconsole.workspace.runs.report_runs import Need, Stage

FIRST_WAIT, LONGEST_WAIT = 2.0, 60.0
"""Before what did not reach the store is tried anew."""
LOOK_AGAIN = 0.2
ANOTHER_MAIL = message("Asking once more may mail it twice.")


async def ask_for_part(run: ReportFollower) -> Told:
    """Ask for the part the run is at, unless that was done; ends when it is known to be done or not."""
    wait, reference = FIRST_WAIT, run.run.reference
    while run.run.stage is Stage.ASKING:
        records = await run.deps.database(lambda space: space.reports.requests(reference))
        found = status_of(run.part, records)
        if found.fate is PartState.LEAVING:
            yield run.progress()
            await run.pause(LOOK_AGAIN)
        elif found.fate is not PartState.NOT_ASKED:
            yield await _settled(run, found)
        else:
            yield run.progress()
            trouble = await _send(run)
            if isinstance(trouble, ReportProgress):
                yield trouble
            elif trouble is not None:
                yield run.troubled(trouble, time.time() + wait)
                await run.pause(wait)
                wait = min(wait * 2, LONGEST_WAIT)


async def _settled(run: ReportFollower, found: PartStatus) -> ReportProgress:
    """Something left for this part already: go by what became of it."""
    record = found.record
    if record is None:
        raise AssertionError("what has a fate has a record")
    if found.fate is PartState.IN_DOUBT:
        return await run.end(
            Stage.NEEDS,
            message("It is not known whether the store was asked for {named}.", named=run.named),
            sentences(message("Look for its e-mail, then say whether it was."), ANOTHER_MAIL),
            need=Need.DECISION,
        )
    if found.fate is PartState.COUNTED_OUT:
        return await run.end(
            Stage.STOPPED,
            message("You counted {named} as not asked for.", named=run.named),
            message("Go on to ask the store for it."),
        )
    if found.fate is PartState.REFUSED:
        return await _refused(run, record.reason, tuple(record.server_words.splitlines()), None)
    if found.history_id is None:
        return await run.end(
            Stage.NEEDS,
            message(
                "The store was asked for {named}, and the number to follow it by did not come.",
                named=run.named,
            ),
            message("Type the number (reportHistoryId) if the e-mail names it, or leave it to the e-mail."),
            need=Need.HISTORY_ID,
        )
    await run.put_part(history_id=found.history_id, asked_at=record.at, word="", word_at=now())
    await run.update(Stage.WAITING)
    return run.progress()


def _title(run: ReportFollower) -> str:
    name, number = run.run.name, run.part.number
    if number < 2:
        return name
    return message("{report}, part {number}", report=name, number=Number(number, grouped=False))


async def _send(run: ReportFollower) -> ReportProgress | ApiError | WorkspaceError | None:
    """Ask: None where the ledger knows what became of it, an error where nothing reached the store."""
    part = run.part
    await run.keep()
    try:
        sent = await run.deps.sender.send(
            GENERATE_REPORT,
            run.question.request(run.run.reference, part.cursor_in),
            kind=KIND,
            title=_title(run),
            about=run.run.name,
            reference=run.run.reference,
            draft_token=f"report:{run.run.id}:{part.number}:{len(part.spent)}",
            form=json.dumps({"report_run": run.run.id, "part": part.number}),
            again=run.run.again,
        )
    except SentBefore as before:
        return await run.end(Stage.NEEDS, before.sentence, before.advice, need=Need.ASKED_BEFORE)
    except DraftTaken:
        return None
    except (RunnerBusy, ApiError) as error:
        return error
    if sent.error is None or sent.outcome is Outcome.UNKNOWN:
        return None
    if sent.outcome is Outcome.REJECTED:
        return await _refused(run, sent.sentence, sent.server_words, sent.error)
    return await run.stopped_by(sent.error) if sent.outcome is Outcome.PAUSE else sent.error


async def _refused(
    run: ReportFollower, sentence: str, words: tuple[str, ...], error: ApiError | None
) -> ReportProgress:
    """A question that is refused ends the run; a later part that is refused can be asked for again."""
    if run.part.number < 2:
        advice = "" if error is None else error.advice
        return await run.end(Stage.REFUSED, sentence, advice, words, error=error)
    return await run.end(
        Stage.FAILED,
        message("The store refused {named}: {refusal}", named=run.named, refusal=sentence),
        message("The parts before are kept. Ask for it again, or ask for fewer days."),
        words,
        error=error,
    )
