"""Makes reports one after the other in a thread beside the store's own."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from functools import partial
from pathlib import Path
from threading import Event
from typing import TYPE_CHECKING

from sqlalchemy import Connection, case, select, update

from svcconsole.api.models.reports import RESUMABLE, GenerateReport
from svcconsole.sandbox.reports import mail
from svcconsole.sandbox.reports.csv_file import Made, write
from svcconsole.sandbox.reports.definitions import REPORTS, Report
from svcconsole.sandbox.reports.links import file_of, link
from svcconsole.sandbox.reports.request import ReportQuery
from svcconsole.sandbox.reports.signed_tokens import key, seal
from svcconsole.sandbox.seed.history import ensure
from svcconsole.sandbox.store import timestamps
from svcconsole.sandbox.store.call_context import Call
from svcconsole.sandbox.store.tables.reports import reports

if TYPE_CHECKING:
    from svcconsole.sandbox.store.store import Store

UNFINISHED = "report.partial"
FAILURE = "a fault that was switched on made this report fail"

log = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class Job:
    """A report to be made; `created_at` tells it from its namesake in the store before a reset."""

    id: int
    created_at: str
    request: GenerateReport
    after: int
    part: int

    @property
    def report(self) -> Report:
        return REPORTS[self.request.report_name]


async def make_reports(store: Store) -> datetime | None:
    """Make every report that waits. One that was being made when the store was killed comes first, anew."""
    while (job := await _next(store)) is not None:
        await _make(store, job)
    return None


async def _next(store: Store) -> Job | None:
    """The first report that waits and is not held by a fault; those that are held are in progress, too."""
    for number, status in await store.consult(_waiting):
        if status == "QUEUE":
            await store.transact(partial(_begin, number=number))
        if store.faults.report(number) != "stuck":
            return await store.consult(partial(_job, number=number))
    return None


def _waiting(connection: Connection) -> Sequence[tuple[int, str]]:
    begun_first = case((reports.c.status == "IN_PROGRESS", 0), else_=1)
    query = select(reports.c.id, reports.c.status).where(reports.c.status.in_(("QUEUE", "IN_PROGRESS")))
    return [(row.id, row.status) for row in connection.execute(query.order_by(begun_first, reports.c.id))]


def _begin(call: Call, *, number: int) -> None:
    queued = (reports.c.id == number, reports.c.status == "QUEUE")
    call.connection.execute(update(reports).where(*queued).values(status="IN_PROGRESS"))


def _job(connection: Connection, *, number: int) -> Job | None:
    """The report in progress; None where the store was reset meanwhile."""
    this = (reports.c.id == number, reports.c.status == "IN_PROGRESS")
    row = connection.execute(select(reports).where(*this)).one_or_none()
    if row is None:
        return None
    return Job(row.id, row.created_at, GenerateReport.model_validate_json(row.request), row.after, row.part)


async def _make(store: Store, job: Job) -> None:
    stopped = Event()
    try:
        if store.faults.report(job.id) == "failed":
            raise RuntimeError(FAILURE)
        asked = ReportQuery.read(job.request, timestamps.now(), job.after)
        since = None if job.report.from_the_start else timestamps.read(asked.start)
        await ensure(store, since, timestamps.read(asked.end))
        made = await asyncio.to_thread(compute, store, job, stopped, store.report_rows)
        sent = store.mail_server is not None
        await store.transact(lambda call: _finish(call, store.folder, job, made, sent=sent))
    except asyncio.CancelledError:
        stopped.set()
        raise
    except Exception as error:
        log.exception("report %d, %s, failed", job.id, job.request.report_name)
        failure = f"{type(error).__name__}: {error}"
        await store.transact(lambda call: _end(call, job, status="FAILED", error=failure))


def compute(store: Store, job: Job, stopped: Event, most: int) -> Made:
    """Write the rows of one report, at most `most`, into the unfinished file."""
    report = job.report
    asked = ReportQuery.read(job.request, timestamps.now(), job.after)
    asked = asked.using(channel=report.channel, group_by=report.group_by)
    with store.reading() as connection:
        return write(connection, report, asked, store.folder / UNFINISHED, most=most, stopped=stopped)


def _finish(call: Call, folder: Path, job: Job, made: Made, *, sent: bool) -> None:
    """The file, the e-mail and the state come together, or the report is made again."""
    last = made.last if job.request.report_name == RESUMABLE else None
    cursor = None if last is None else seal(key(call.connection), "cursor", job.id, last)
    if not _end(call, job, status="COMPLETED", rows=made.rows, cursor=cursor):
        (folder / UNFINISHED).unlink(missing_ok=True)
        return
    path = file_of(folder, job.id)
    path.parent.mkdir(exist_ok=True)
    (folder / UNFINISHED).replace(path)
    fresh = link(call.connection, call.base_url, job.id, call.now)
    mail.write_mail(
        call, folder, mail.Finished(job.id, job.request, job.part, made.rows, cursor, fresh), sent=sent
    )


def _end(call: Call, job: Job, **values: object) -> bool:
    """Write how the report ended; False where the store was reset while it was made."""
    this = (reports.c.id == job.id, reports.c.created_at == job.created_at, reports.c.status == "IN_PROGRESS")
    statement = update(reports).where(*this).values(ended_at=timestamps.text(call.now), **values)
    return call.connection.execute(statement).rowcount == 1
