"""The e-mail that says a report is done: a file in the folder `outbox`, kept or waiting to be sent."""

from __future__ import annotations

import json
from datetime import datetime
from email.message import EmailMessage
from email.policy import SMTP, SMTPUTF8
from email.utils import format_datetime, make_msgid
from pathlib import Path

from sqlalchemy import Connection, insert

from svcconsole.api.models.reports import GenerateReport
from svcconsole.sandbox import moments
from svcconsole.sandbox.reports.links import LIFETIME
from svcconsole.sandbox.tables.reports import outbox

FOLDER = "outbox"
DOMAIN = "practice-store.example"
SENDER_ADDRESS = f"reports@{DOMAIN}"
SENDER = f"Practice store <{SENDER_ADDRESS}>"


def file_of(folder: Path, report: int) -> Path:
    return folder / FOLDER / f"{report}.eml"


def keep(
    connection: Connection,
    folder: Path,
    report: int,
    request: GenerateReport,
    *,
    part: int,
    rows: int,
    cursor: str | None,
    link: str,
    now: datetime,
    sent: bool,
) -> None:
    """Write the message of a finished report; `sent`: it also waits for the mail server.

    Every part of an export is told about, to everybody (decisions, row 22).
    """
    subject = f"{request.report_name}, part {part}" if part > 1 or cursor else request.report_name
    text = _text(request, rows=rows, cursor=cursor, link=link, now=now)
    message = EmailMessage(policy=SMTP if all(map(str.isascii, request.emails)) else SMTPUTF8)
    message["From"] = SENDER
    message["To"] = ", ".join(request.emails)
    message["Subject"] = subject
    message["Date"] = format_datetime(now)
    message["Message-ID"] = make_msgid(f"report-{report}", DOMAIN)
    message.set_content(text)
    path = file_of(folder, report)
    path.parent.mkdir(exist_ok=True)
    unfinished = path.with_suffix(".partial")
    unfinished.write_bytes(message.as_bytes())
    unfinished.replace(path)
    connection.execute(
        insert(outbox).values(
            report=report,
            recipients=json.dumps(request.emails, ensure_ascii=False),
            subject=subject,
            date=moments.text(now),
            text=text,
            link=link,
            state="WAITING" if sent else "KEPT",
            due_at=moments.text(now),
        )
    )


def _text(request: GenerateReport, *, rows: int, cursor: str | None, link: str, now: datetime) -> str:
    filters = request.filters
    facts = (
        ("Report", request.report_name),
        ("From", request.date_range.start_date),
        ("To", request.date_range.end_date),
        ("Channel", filters.channel if filters else None),
        ("Grouped by", filters.group_by if filters else None),
        ("Description", request.report_description),
        ("Rows", f"{rows:,}"),
    )
    lines = [f"{name}: {value}" for name, value in facts if value]
    if cursor:
        lines += [
            "",
            "There is more. Ask for the next part with the same parameters and this cursor:",
            cursor,
        ]
    until = moments.text(now + LIFETIME)
    lines += ["", link, f"The link works until {until}; getReportById gives a fresh one."]
    return "\n".join(lines) + "\n"
