"""The e-mail that says a report is ready: a file in the folder `outbox`, kept or queued for sending."""

from __future__ import annotations

import json
from dataclasses import dataclass
from datetime import datetime
from email.message import EmailMessage
from email.policy import SMTP, SMTPUTF8
from email.utils import format_datetime, make_msgid
from pathlib import Path

from sqlalchemy import insert

from svcconsole.api.models.reports import GenerateReport
from svcconsole.sandbox.reports.links import LIFETIME
from svcconsole.sandbox.store import timestamps
from svcconsole.sandbox.store.call_context import Call
from svcconsole.sandbox.store.tables.reports import outbox

FOLDER = "outbox"
DOMAIN = "practice-store.example"
SENDER_ADDRESS = f"reports@{DOMAIN}"
SENDER = f"Practice store <{SENDER_ADDRESS}>"


@dataclass(frozen=True, slots=True)
class Finished:
    """What is told about a report that is completed."""

    report: int
    request: GenerateReport
    part: int
    rows: int
    cursor: str | None
    link: str


def file_of(folder: Path, report: int) -> Path:
    """Where the store of this folder keeps the message about the report."""
    return folder / FOLDER / f"{report}.eml"


def write_mail(call: Call, folder: Path, finished: Finished, *, sent: bool) -> None:
    """Write the message about a finished report to all its recipients; `sent`: it waits for the mail server.

    Every part of an export is told about, to everybody (decisions, row 22).
    """
    name, recipients = finished.request.report_name, finished.request.emails
    is_part = finished.part > 1 or finished.cursor is not None
    subject = f"{name}, part {finished.part}" if is_part else name
    text = _text(finished, call.now)
    message = EmailMessage(policy=SMTP if all(map(str.isascii, recipients)) else SMTPUTF8)
    message["From"] = SENDER
    message["To"] = ", ".join(recipients)
    message["Subject"] = subject
    message["Date"] = format_datetime(call.now)
    message["Message-ID"] = make_msgid(f"report-{finished.report}", DOMAIN)
    message.set_content(text)
    path = file_of(folder, finished.report)
    path.parent.mkdir(exist_ok=True)
    unfinished = path.with_suffix(".partial")
    unfinished.write_bytes(message.as_bytes())
    unfinished.replace(path)
    call.connection.execute(
        insert(outbox).values(
            report=finished.report,
            recipients=json.dumps(recipients, ensure_ascii=False),
            subject=subject,
            date=timestamps.text(call.now),
            text=text,
            link=finished.link,
            state="WAITING" if sent else "KEPT",
            due_at=timestamps.text(call.now),
        )
    )


def _text(finished: Finished, now: datetime) -> str:
    request, filters = finished.request, finished.request.filters
    facts = (
        ("Report", request.report_name),
        ("From", request.date_range.start_date),
        ("To", request.date_range.end_date),
        ("Channel", filters.channel if filters else None),
        ("Grouped by", filters.group_by if filters else None),
        ("Description", request.report_description),
        ("Rows", f"{finished.rows:,}"),
    )
    lines = [f"{name}: {value}" for name, value in facts if value]
    if finished.cursor:
        more = "There is more. Ask for the next part with the same parameters and this cursor:"
        lines += ["", more, finished.cursor]
    until = timestamps.text(now + LIFETIME)
    lines += ["", finished.link, f"The link works until {until}; getReportById gives a fresh one."]
    return "\n".join(lines) + "\n"
