"""Download links: unguessable, without credentials, valid for 15 minutes (decisions, row 4)."""

from __future__ import annotations

import re
from datetime import UTC, datetime, timedelta
from http import HTTPStatus
from pathlib import Path
from typing import TYPE_CHECKING

from sqlalchemy import Connection, Row, select
from starlette.responses import FileResponse, Response
from starlette.types import Receive, Scope, Send

from svcconsole.api.models.reports import GenerateReport
from svcconsole.sandbox.http.answers import JSON, errors
from svcconsole.sandbox.reports.signed_tokens import key, seal, unseal
from svcconsole.sandbox.store import timestamps
from svcconsole.sandbox.store.tables.reports import reports

if TYPE_CHECKING:
    from svcconsole.sandbox.store.transactions import Transactions

DOWNLOADS = "/downloads/"
FOLDER = "reports"
LIFETIME = timedelta(minutes=15)
ONE_RANGE = re.compile(rb"bytes=(?:(\d{1,18})-(\d{0,18})|-\d{1,18})", re.ASCII)
HEADERS = {"Cache-Control": "private, no-store", "X-Content-Type-Options": "nosniff"}


def link(connection: Connection, base_url: str, report: int, now: datetime) -> str:
    """A link to the report's file that works from now on for its lifetime."""
    return base_url + DOWNLOADS + secret(connection, report, now + LIFETIME)


def secret(connection: Connection, report: int, until: datetime) -> str:
    """The last part of a link: the report and the link's end, sealed."""
    return seal(key(connection), "download", report, int(until.timestamp() * 1000))


def file_of(folder: Path, report: int) -> Path:
    """Where the store of this folder keeps the report's finished file."""
    return folder / FOLDER / f"{report}.csv"


async def download(store: Transactions, given: str) -> Response:
    """The file that a link leads to, or what the request's Range names of it; otherwise 404 or 410."""
    opened = await store.consult(lambda connection: unseal(key(connection), "download", given))
    if opened is None:
        return _refusal(HTTPStatus.NOT_FOUND, "this download link leads to no report of this store")
    report, until = opened
    if timestamps.now().timestamp() * 1000 > until:
        ended = timestamps.text(datetime.fromtimestamp(until / 1000, UTC))
        return _refusal(
            HTTPStatus.GONE, f"this download link expired at {ended}; getReportById gives a fresh one"
        )
    row = await store.consult(
        lambda connection: connection.execute(select(reports).where(reports.c.id == report)).one_or_none()
    )
    path = file_of(store.folder, report)
    if row is None or not path.is_file():
        return _refusal(HTTPStatus.NOT_FOUND, f"the file of report {report} is not there any more")
    return _File(path, headers=HEADERS, media_type="text/csv; charset=utf-8", filename=_name(row))


class _File(FileResponse):
    """Serves one range; any other Range header is as if it were not there (RFC 9110, section 14.2)."""

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        headers = [(name, value) for name, value in scope["headers"] if name != b"range" or _is_one(value)]
        await super().__call__({**scope, "headers": headers}, receive, send)


def _is_one(wanted: bytes) -> bool:
    found = ONE_RANGE.fullmatch(wanted.strip())
    return found is not None and not (found[1] and found[2] and int(found[1]) > int(found[2]))


def _name(row: Row[tuple[object, ...]]) -> str:
    """What the file is called where it is saved: `all-conversations-report_2026-01-01_2026-06-30_2.csv`."""
    request = GenerateReport.model_validate_json(row.request)
    words = re.sub(r"[^a-z0-9]+", "-", request.report_name.lower()).strip("-")
    days = (request.date_range.start_date[:10], request.date_range.end_date[:10])
    return "_".join((words, *days, *([str(row.part)] if row.part > 1 or row.cursor else []))) + ".csv"


def _refusal(status: HTTPStatus, message: str) -> Response:
    return Response(errors(status, [message]), status, HEADERS, JSON)
