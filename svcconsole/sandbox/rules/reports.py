"""Reports in the practice store: asked for, and looked at (specification: endpoints 1 and 2)."""

from __future__ import annotations

from http import HTTPStatus

from sqlalchemy import func, insert, select

from svcconsole.api import operations as api
from svcconsole.api.models.problems import wire_path
from svcconsole.api.models.reports import RESUMABLE, GenerateReport, GetReport
from svcconsole.sandbox.http.answers import Refused, success
from svcconsole.sandbox.reports.links import link
from svcconsole.sandbox.reports.signed_tokens import key, unseal
from svcconsole.sandbox.store import timestamps
from svcconsole.sandbox.store.call_context import Call, Handlers
from svcconsole.sandbox.store.tables.reports import reports

HIGHEST = 2**63 - 1
"""The highest number that a database has."""


def generate_report(call: Call, request: GenerateReport) -> bytes:
    """Queued; every type goes with every name (decisions, row 5)."""
    after, part = (0, 1) if request.cursor is None else _continued(call, request, request.cursor)
    number = (call.connection.scalar(select(func.max(reports.c.id))) or 0) + 1
    call.connection.execute(
        insert(reports).values(
            id=number,
            status="QUEUE",
            created_at=timestamps.text(call.now),
            request=request.model_dump_json(by_alias=True, exclude_none=True),
            after=after,
            part=part,
        )
    )
    key(call.connection)  # links are made by reads alone later on
    return success({"reportHistoryId": number})


def get_report(call: Call, request: GetReport) -> bytes:
    """The link is a fresh one each time, and null before COMPLETED (decisions, rows 4 and 27)."""
    number = request.report_history_id
    query = select(reports).where(reports.c.id == number)
    row = call.connection.execute(query).one_or_none() if 0 < number <= HIGHEST else None
    if row is None:
        raise Refused(HTTPStatus.BAD_REQUEST, f"reportHistoryId {number} is not a report of this store")
    done = row.status == "COMPLETED"
    return success(
        {
            "downloadLink": link(call.connection, call.base_url, number, call.now) if done else None,
            "reportStatus": row.status,
            "cursor": row.cursor,
        }
    )


def _continued(call: Call, request: GenerateReport, cursor: str) -> tuple[int, int]:
    """The key to go on after, and the number of the part; a cursor belongs to the parameters it came from."""
    if request.report_name != RESUMABLE:
        raise _refused(f"goes with {RESUMABLE} alone, not with {request.report_name}")
    opened = unseal(key(call.connection), "cursor", cursor)
    query = select(reports).where(reports.c.cursor == cursor)
    before = call.connection.execute(query).first() if opened else None
    if opened is None or before is None:
        raise _refused("is not one that this store gave")
    earlier = GenerateReport.model_validate_json(before.request)
    changed = [
        wire_path(GenerateReport, (name,))
        for name in GenerateReport.model_fields
        if name != "cursor" and getattr(request, name) != getattr(earlier, name)
    ]
    if changed:
        raise _refused(f"belongs to an export with another {' and another '.join(changed)}: send the same")
    return opened[1], before.part + 1


def _refused(why: str) -> Refused:
    return Refused(HTTPStatus.BAD_REQUEST, f"cursor {why}")


HANDLERS: Handlers = {
    api.GENERATE_REPORT: generate_report,
    api.GET_REPORT: get_report,
}
