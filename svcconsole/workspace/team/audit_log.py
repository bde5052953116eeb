"""The log of who did what, from which machine, to how many and with which end: entries are only added."""

from __future__ import annotations

import json
import socket
from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

from sqlalchemy import ColumnElement, Connection, Row, func, insert, or_, select

from svcconsole.workspace.clock import now
from svcconsole.workspace.schema import audit_log, log_people
from svcconsole.workspace.session import Session
from svcconsole.workspace.stored_json import read_or
from svcconsole.workspace.team.account_name import account_name
from svcconsole.workspace.team.audit_entries import FIRST, Action, Head, LogEntry, Verified, entry_hash
from svcconsole.workspace.team.person_marks import marks_of, people_keys

PAGE = 200
CHUNK = 500
_LAST = select(audit_log.c.seq, audit_log.c.at, audit_log.c.sha256).order_by(audit_log.c.seq.desc()).limit(1)


class AuditLog:
    """The log of a workspace. Each entry carries the hash of the one before, so that none can be changed or
    taken out without the others telling."""

    def __init__(self, access: Session) -> None:
        self._access = access

    def add(
        self,
        connection: Connection,
        action: str,
        subject: str = "",
        count: int = 0,
        *,
        outcome: str = "",
        details: Mapping[str, Any] | None = None,
    ) -> None:
        """Add an entry inside the transaction that does what it tells (`add_entry`)."""
        add_entry(connection, action, subject, count, outcome=outcome, details=details)

    def page(
        self,
        before: int | None = None,
        actions: Sequence[str] = (),
        operators: Sequence[str] = (),
        text: str = "",
        *,
        outcomes: Sequence[str] = (),
        since: str = "",
        limit: int = PAGE,
    ) -> tuple[LogEntry, ...]:
        """The newest entries, those before the entry `before` where it is given; of these actions, by these
        operators, with `text` in subject, operator, machine or details, with these outcomes, and not before
        the moment `since` (ISO, UTC) where they are given."""
        with self._access.reading() as connection:
            chosen = _chosen(connection, actions, operators, text) + _narrowed(outcomes, since)
            if before is not None:
                chosen.append(audit_log.c.seq < before)
            query = select(audit_log).where(*chosen).order_by(audit_log.c.seq.desc()).limit(limit)
            return _named(connection, [_entry(row) for row in connection.execute(query)])

    def united(self) -> frozenset[str]:
        """The last hashes of the logs of all workspaces that were united with this one."""
        query = select(audit_log.c.details).where(audit_log.c.action == Action.UNITED)
        with self._access.reading() as connection:
            texts = list(connection.execute(query).scalars())
        details: list[dict[str, str]] = [read_or(text, {}) for text in texts]
        return frozenset(each["head"] for each in details if each.get("head"))

    def count(
        self,
        actions: Sequence[str] = (),
        operators: Sequence[str] = (),
        text: str = "",
        *,
        outcomes: Sequence[str] = (),
        since: str = "",
    ) -> int:
        """How many entries `page` walks through."""
        with self._access.reading() as connection:
            chosen = _chosen(connection, actions, operators, text) + _narrowed(outcomes, since)
            query = select(func.count()).select_from(audit_log).where(*chosen)
            return int(connection.execute(query).scalar_one())

    def get(self, seq: int) -> LogEntry | None:
        """One entry; None where there is none of that number."""
        with self._access.reading() as connection:
            row = connection.execute(select(audit_log).where(audit_log.c.seq == seq)).one_or_none()
            return None if row is None else _named(connection, [_entry(row)])[0]

    def of_run(self, run_id: str) -> tuple[LogEntry, ...]:
        """What was done with a run, in order."""
        query = select(audit_log).where(says("run", run_id)).order_by(audit_log.c.seq)
        with self._access.reading() as connection:
            found = connection.execute(query)
            return _named(connection, [_entry(row) for row in found])

    def as_stored(self, seqs: Sequence[int]) -> list[dict[str, Any]]:
        """These entries with every value as it was hashed, in order."""
        found: list[dict[str, Any]] = []
        with self._access.reading() as connection:
            for start in range(0, len(seqs), CHUNK):
                query = select(audit_log).where(audit_log.c.seq.in_(seqs[start : start + CHUNK]))
                found += [row._asdict() for row in connection.execute(query)]
        return sorted(found, key=lambda entry: entry["seq"])

    def operators(self) -> tuple[str, ...]:
        """Everybody who did something, by name."""
        query = select(audit_log.c.operator).distinct().order_by(audit_log.c.operator)
        with self._access.reading() as connection:
            return tuple(connection.execute(query).scalars())

    def actions(self) -> tuple[str, ...]:
        """All that was done, by word."""
        query = select(audit_log.c.action).distinct().order_by(audit_log.c.action)
        with self._access.reading() as connection:
            return tuple(connection.execute(query).scalars())

    def head(self) -> Head | None:
        """The last entry; None while there is none."""
        with self._access.reading() as connection:
            row = connection.execute(_LAST).one_or_none()
        return None if row is None else Head(*row)

    def verify(self, known: Head | None = None) -> Verified:
        """Compute every hash anew; the first entry that is not as it was written, or that is missing.

        `known` is a head that was kept elsewhere, as beside a result file: that entry must still be there.
        """
        previous, expected = FIRST, 1
        query = select(audit_log).order_by(audit_log.c.seq)
        with (
            self._access.reading() as connection,
            connection.execution_options(yield_per=CHUNK).execute(query) as found,
        ):
            for row in found:
                right = row.seq == expected and row.previous_sha256 == previous
                if not right or entry_hash(row._asdict()) != row.sha256:
                    return Verified(self.count(), expected)
                if known is not None and row.seq == known.seq and known.sha256 != row.sha256:
                    return Verified(self.count(), row.seq)
                previous, expected = row.sha256, expected + 1
        if known is not None and known.seq >= expected:
            return Verified(expected - 1, expected)
        return Verified(expected - 1)


def says(name: str, value: str) -> ColumnElement[bool]:
    """Entries whose details say this under that name."""
    said = f"{json.dumps(name)}:{json.dumps(value, ensure_ascii=False)}"
    return audit_log.c.details.contains(said, autoescape=True)


def head_of(connection: Connection) -> str:
    """The hash of the last entry; blank where there is none."""
    row = connection.execute(_LAST).one_or_none()
    return FIRST if row is None else str(row.sha256)


def add_entry(
    connection: Connection,
    action: str,
    subject: str = "",
    count: int = 0,
    *,
    outcome: str = "",
    details: Mapping[str, Any] | None = None,
) -> None:
    """Add an entry inside a transaction that is open, the one that does what it tells.

    A shared database writes number, time, operator and hashes by itself: nobody writes in another's name.
    """
    said = json.dumps(details or {}, ensure_ascii=False, separators=(",", ":"), sort_keys=True, default=str)
    entry: dict[str, Any] = {
        "seq": 0, "at": "", "operator": "", "machine": socket.gethostname(), "action": str(action),
        "subject": str(subject), "count": count, "outcome": str(outcome), "details": said,
        "previous_sha256": "", "sha256": "",
    }  # fmt: skip
    if connection.dialect.name == "sqlite":
        last = connection.execute(_LAST).one_or_none()
        entry |= {
            "seq": 1 if last is None else last.seq + 1,
            "at": now(),
            "operator": account_name(),
            "previous_sha256": FIRST if last is None else last.sha256,
        }
        entry["sha256"] = entry_hash(entry)
    connection.execute(insert(audit_log), entry)


def _chosen(
    connection: Connection, actions: Sequence[str], operators: Sequence[str], text: str
) -> list[ColumnElement[bool]]:
    chosen: list[ColumnElement[bool]] = []
    if actions:
        chosen.append(audit_log.c.action.in_(actions))
    if operators:
        chosen.append(audit_log.c.operator.in_(operators))
    if sought := text.strip():
        columns = (audit_log.c.subject, audit_log.c.operator, audit_log.c.machine, audit_log.c.details)
        marks = marks_of(connection, people_keys(sought))
        named = select(log_people.c.mark).where(log_people.c.name.icontains(sought, autoescape=True))
        marks += connection.execute(named.limit(CHUNK)).scalars()
        chosen.append(
            or_(
                *(column.icontains(sought, autoescape=True) for column in columns),
                *(audit_log.c.details.contains(mark) for mark in marks),
            )
        )
    return chosen


def _narrowed(outcomes: Sequence[str], since: str) -> list[ColumnElement[bool]]:
    chosen: list[ColumnElement[bool]] = []
    if outcomes:
        chosen.append(audit_log.c.outcome.in_(outcomes))
    if since:
        chosen.append(audit_log.c.at >= since)
    return chosen


def _named(connection: Connection, entries: Sequence[LogEntry]) -> tuple[LogEntry, ...]:
    """The entries with what the people are called whom they are about, as long as that is known."""
    marks = sorted({mark for entry in entries for mark in _marks(entry)})
    if not marks:
        return tuple(entries)
    found = connection.execute(select(log_people).where(log_people.c.mark.in_(marks)))
    names = {row.mark: row.name for row in found}
    return tuple(
        replace(entry, people=tuple(dict.fromkeys(names[mark] for mark in _marks(entry) if mark in names)))
        for entry in entries
    )


def _marks(entry: LogEntry) -> list[str]:
    held = entry.details.get("person")
    return [str(mark) for mark in held] if isinstance(held, list) else []


def _entry(row: Row[*tuple[Any, ...]]) -> LogEntry:
    values = dict(row._mapping)
    details: object = read_or(values["details"], {})
    return LogEntry(**{**values, "details": details if isinstance(details, dict) else {}})
