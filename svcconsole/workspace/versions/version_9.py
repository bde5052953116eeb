"""Version 9: whom the messages of campaigns go to, for the duplicate guard."""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from datetime import UTC, datetime, timedelta
from hashlib import blake2b

from sqlalchemy import Connection

from svcconsole.workspace.versions import version_8

ADDED: Mapping[str, str] = {
    "recipients": """
        CREATE TABLE recipients (
            run_id VARCHAR NOT NULL, number VARCHAR NOT NULL, seq INTEGER NOT NULL, content BLOB NOT NULL,
            PRIMARY KEY (run_id, number, seq), FOREIGN KEY(run_id) REFERENCES runs (id) ON DELETE CASCADE
        ) WITHOUT ROWID
    """,
}
"""What version 8 did not have."""

SCHEMA: Mapping[str, str] = {**version_8.SCHEMA, **ADDED}
"""The statements that made its tables, indexes and triggers, by name."""

_WITHIN = timedelta(hours=48)
"""What left earlier keeps nothing back; a day more, for clocks that go wrong."""
_CHUNK = 1_000
_E164 = re.compile(r"\+[1-9][0-9]{5,14}")
_MAY_COUNT = """
    SELECT id FROM runs WHERE kind IN ('templates', 'messages') AND NOT single AND state <> 'preparing' AND (
        finished_at IS NULL OR finished_at >= ?
        OR EXISTS (SELECT 1 FROM items WHERE run_id = runs.id AND state = 'unknown')
    )
"""
_BODIES = """
    SELECT bodies.seq, bodies.body, body_templates.pieces FROM bodies LEFT JOIN body_templates
    ON body_templates.run_id = bodies.run_id AND body_templates.number = bodies.template
    WHERE bodies.run_id = ? AND bodies.seq > ? ORDER BY bodies.seq LIMIT ?
"""


def upgrade(connection: Connection) -> None:
    """Bring the tables of version 8 to this version. Campaigns of which something may still count, or still
    go, are taken in; one with a number that only a country makes whole is read as it stands."""
    for statement in ADDED.values():
        connection.exec_driver_sql(statement)
    since = (datetime.now(UTC) - _WITHIN).isoformat(timespec="milliseconds").replace("+00:00", "Z")
    for (run_id,) in connection.exec_driver_sql(_MAY_COUNT, (since,)).all():
        _take_in(connection, run_id)


def _take_in(connection: Connection, run_id: str) -> None:
    last = -1
    while rows := connection.exec_driver_sql(_BODIES, (run_id, last, _CHUNK)).all():
        last = rows[-1][0]
        found = []
        for seq, body, pieces in rows:
            read = _read(bytes(body), pieces)
            if read == {}:  # what a person asked to be removed
                continue
            number = read.get("contactIdentifier")
            if not isinstance(number, str) or not _E164.fullmatch(number):
                connection.exec_driver_sql("DELETE FROM recipients WHERE run_id = ?", (run_id,))
                return
            found.append((run_id, number, seq, _content(read)))
        if found:
            connection.exec_driver_sql("INSERT INTO recipients VALUES (?, ?, ?, ?)", found)


def _read(body: bytes, pieces: bytes | None) -> Mapping[str, object]:
    """The JSON of a record, put together of its template where it has one; without a recipient where it is no
    message."""
    try:
        if pieces is not None:
            fixed, values = bytes(pieces)[1:].split(b"\x1f"), body.split(b"\x1f")
            parts = [b""] * (2 * len(fixed) - 1)
            parts[::2], parts[1::2] = fixed, values
            body = b"".join(parts)
        read = json.loads(body)
    except ValueError:
        read = None
    return read if isinstance(read, dict) else {"": None}


def _content(body: Mapping[str, object]) -> bytes:
    said = {name: value for name, value in body.items() if name not in ("contactIdentifier", "callbackData")}
    text = json.dumps(said, sort_keys=True, ensure_ascii=False)
    return blake2b(text.encode("utf-8", "surrogatepass"), digest_size=16).digest()
