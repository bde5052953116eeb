"""Sends a report's e-mail to a mail server, where the store was started with one."""

from __future__ import annotations

import asyncio
import json
import logging
import smtplib
from datetime import datetime, timedelta
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from sqlalchemy import Connection, Row, select, update

from svcconsole.sandbox.delivery import message_life
from svcconsole.sandbox.reports.mail import SENDER_ADDRESS, file_of
from svcconsole.sandbox.reports.mail_server import MailServer
from svcconsole.sandbox.store import timestamps
from svcconsole.sandbox.store.call_context import Call
from svcconsole.sandbox.store.tables.reports import outbox

if TYPE_CHECKING:
    from svcconsole.sandbox.store.store import Store

TIMEOUT_SECONDS = 10
PAUSES = (5, 30, 120, 600, 3_600)
"""Seconds after each try that failed, at the store's pace; then the message is given up."""

PERMANENT = 500
"""From this SMTP code on a refusal stays one."""

log = logging.getLogger(__name__)


class Outcome(NamedTuple):
    """How a try ended: `again` where it may succeed later; `error` is what the server said, if anything."""

    sent: bool
    again: bool = False
    error: str | None = None


async def send_mails(store: Store) -> datetime | None:
    """Hand over each message that waits, the oldest first; one that failed waits for its next try.

    A store killed between the handing over and its note sends the message again, under the same Message-ID.
    """
    server = store.mail_server
    if server is None:
        return None
    while (letter := await store.consult(_next)) is not None:
        due = timestamps.read(letter.due_at)
        if due > timestamps.now():
            return due
        recipients = json.loads(letter.recipients)
        outcome = await asyncio.to_thread(hand_over, server, file_of(store.folder, letter.report), recipients)
        if outcome.error:
            log.warning("the e-mail of report %d: %s", letter.report, outcome.error)
        await store.transact(partial(_note, letter=letter, outcome=outcome))
    return None


def hand_over(server: MailServer, path: Path, recipients: list[str]) -> Outcome:
    """One try; a message that the server takes for some of its recipients is sent."""
    try:
        message = path.read_bytes()
        with smtplib.SMTP(server.host, server.port, timeout=TIMEOUT_SECONDS) as connection:
            connection.ehlo_or_helo_if_needed()
            plain = all(map(str.isascii, recipients))
            options = () if plain else ("SMTPUTF8",)
            refused = connection.sendmail(SENDER_ADDRESS, recipients, message, mail_options=options)
    except smtplib.SMTPRecipientsRefused as error:
        codes = [code for code, _ in error.recipients.values()]
        return Outcome(False, again=min(codes) < PERMANENT, error=_refusals(error.recipients))
    except smtplib.SMTPResponseException as error:
        return Outcome(
            False, again=error.smtp_code < PERMANENT, error=f"{error.smtp_code} {_text(error.smtp_error)}"
        )
    except FileNotFoundError:
        return Outcome(False, error="the message file is not there any more")
    except (OSError, smtplib.SMTPException) as error:
        return Outcome(False, again=True, error=f"{type(error).__name__}: {error}")
    return Outcome(True, error=_refusals(refused) if refused else None)


def _refusals(refused: dict[str, tuple[int, bytes]]) -> str:
    return "; ".join(f"{who}: {code} {_text(said)}" for who, (code, said) in refused.items())


def _text(said: bytes | str) -> str:
    return said.decode(errors="replace") if isinstance(said, bytes) else said


def _next(connection: Connection) -> Row[tuple[object, ...]] | None:
    query = select(outbox).where(outbox.c.state == "WAITING").order_by(outbox.c.due_at, outbox.c.report)
    return connection.execute(query.limit(1)).one_or_none()


def _note(call: Call, *, letter: Row[tuple[object, ...]], outcome: Outcome) -> None:
    """Write down how the try ended, unless the store was reset meanwhile."""
    tries = letter.attempts + 1
    values = {"attempts": tries, "error": outcome.error, "state": "SENT" if outcome.sent else "GIVEN_UP"}
    if outcome.again and tries <= len(PAUSES):
        pause = timedelta(seconds=PAUSES[tries - 1] / message_life.pace(call.connection))
        values |= {"state": "WAITING", "due_at": timestamps.text(call.now + pause)}
    this = (outbox.c.report == letter.report, outbox.c.date == letter.date, outbox.c.state == "WAITING")
    call.connection.execute(update(outbox).where(*this).values(values))
