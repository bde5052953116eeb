"""Fetches a finished part: renews its link, checks its file, saves the checkpoint, requests the next part."""

from __future__ import annotations

import time
from contextlib import aclosing

from svcconsole.api.downloads import Length
from svcconsole.api.errors import ApiError
from svcconsole.services.reports.continuation import goes_on
from svcconsole.services.reports.download import LinkExpired, PartDownload
from svcconsole.services.reports.following import ReportFollower, Told
from svcconsole.services.reports.part_check import refusal
from svcconsole.services.reports.part_check import warnings as oddities
from svcconsole.services.reports.progress import ReportProgress
from svcconsole.services.reports.scan import looks_whole, scan
from svcconsole.services.reports.steps.waiting import FIRST_WAIT, NoLink, asking_again, fresh_link
from svcconsole.services.reports.threads import in_thread
from svcconsole.words.message import message, sentences
from svcconsole.words.system_reason import system_reason
from svcconsole.workspace.runs.report_runs import Need, Stage


async def fetch_part(run: ReportFollower) -> Told:
    """Bring the part's file to the disk and note what it was proved to be."""
    yield run.progress()
    try:
        length = Length.NOT_PROVABLE
        link = run.link or await fresh_link(run)
        run.link = ""
        download = PartDownload(
            run.deps.downloader,
            lambda: fresh_link(run),
            run.files.part(run.part.number),
            looks_whole,
            allow_loopback=await run.on_this_computer(),
        )
        async with aclosing(download.fetch(link)) as coming:
            async for got in coming:
                length = got.length or length
                words = {} if got.trouble is None else _words(got.trouble)
                yield run.progress(fetched=got.bytes, size=got.size, **words)
        yield await _checked(run, length)
    except LinkExpired as expired:
        yield await run.end(
            Stage.NEEDS,
            sentences(
                message("The file of {named} is no longer available.", named=run.named),
                expired.sentence,
            ),
            asking_again(run),
            need=Need.NEW_MAIL,
            error=expired,
        )
    except NoLink as error:
        yield run.troubled(error, time.time() + FIRST_WAIT)
        await run.pause(FIRST_WAIT)
        await run.update(Stage.WAITING)
    except ApiError as error:
        yield await run.stopped_by(error)
    except OSError as error:
        yield await run.end(
            Stage.STOPPED,
            message(
                "The file of {named} could not be written: {reason}.",
                named=run.named,
                reason=system_reason(error),
            ),
            message("Make room on the disk, then go on."),
        )


async def _checked(run: ReportFollower, length: Length) -> ReportProgress:
    """Look at the whole file and write the checkpoint, with the next part where there is one."""
    number, run_id = run.part.number, run.run.id
    found = await in_thread(scan, run.files.part(number))
    if why := refusal(run.run, found):
        return await run.end(Stage.FAILED, why, sentences(message("The parts are kept."), asking_again(run)))
    warnings = (*run.run.warnings, *oddities(run.run, found, length))
    stage = Stage.ASKING if goes_on(run.run) else Stage.MERGING
    run.run = await run.deps.database(
        lambda space: space.reports.part_is_here(
            run_id,
            number,
            stage,
            warnings,
            rows=found.rows,
            bytes=found.size,
            sha256=found.sha256,
            header_sha256=found.head.header_sha256,
            length=str(length),
        )
    )
    return run.progress()


def _words(error: ApiError) -> dict[str, object]:
    return {"sentence": error.sentence, "advice": error.advice, "trouble": True}
