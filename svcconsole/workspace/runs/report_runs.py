"""Requested reports: the stage of each, its parts, and the checks of each part."""

from __future__ import annotations

import json
import secrets
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from typing import Any

from sqlalchemy import Connection, Row, delete, insert, select, update

from svcconsole.words.message import message
from svcconsole.workspace.clock import now
from svcconsole.workspace.errors import WorkspaceError
from svcconsole.workspace.known.event_kinds import EventKind
from svcconsole.workspace.known.events import Events
from svcconsole.workspace.runs.records import SentRecord
from svcconsole.workspace.runs.sends import find
from svcconsole.workspace.schema import report_parts, report_runs, sends
from svcconsole.workspace.session import Session
from svcconsole.workspace.stored_json import read_stored

MOST = 500
"""So many of the newest are listed."""


class Stage(StrEnum):
    """Where a report's run stands. It goes on by itself from the first four, from `needs` once a person has
    said something, from `stopped` and `failed` when a person wants it to."""

    ASKING = "asking"
    WAITING = "waiting"
    FETCHING = "fetching"
    MERGING = "merging"
    NEEDS = "needs"
    STOPPED = "stopped"
    FAILED = "failed"
    REFUSED = "refused"
    UNTRACKED = "untracked"
    DONE = "done"


UNDER_WAY = (Stage.ASKING, Stage.WAITING, Stage.FETCHING, Stage.MERGING)
ENDED = (Stage.REFUSED, Stage.UNTRACKED, Stage.DONE)


class Need(StrEnum):
    """What a person has to say: whether a request arrived, whether the same may be asked again within a day,
    which id the mail names, whether a part may be asked for again, which is another mail."""

    NOTHING = ""
    DECISION = "decision"
    ASKED_BEFORE = "asked_before"
    HISTORY_ID = "history_id"
    NEW_MAIL = "new_mail"


@dataclass(frozen=True, slots=True)
class ReportPart:
    """One part of an export, numbered from 1. `word` is the store's own for its state, heard first at
    `word_at`; `spent` are sends that no longer count; `length` says how the file's end was proved. What was
    counted (`rows`, `bytes`, hashes) is None until its file is here, since `fetched_at`."""

    number: int
    cursor_in: str | None = None
    spent: tuple[str, ...] = ()
    history_id: int | None = None
    asked_at: str | None = None
    word: str = ""
    word_at: str | None = None
    cursor_out: str | None = None
    rows: int | None = None
    bytes: int | None = None
    sha256: str | None = None
    header_sha256: str | None = None
    length: str | None = None
    fetched_at: str | None = None


@dataclass(frozen=True, slots=True)
class ReportRun:
    """A report that was asked for. `question` is what was asked, as JSON, empty where it was asked for
    elsewhere and is only watched; `file` the name of the merged file;
    `again`: a person allowed the next request although the same was sent. Times are ISO in UTC."""

    id: str
    name: str
    question: Mapping[str, Any]
    reference: str
    stage: Stage
    created_at: str
    need: Need = Need.NOTHING
    sentence: str = ""
    advice: str = ""
    server_words: tuple[str, ...] = ()
    again: bool = False
    warnings: tuple[str, ...] = ()
    file: str = ""
    rows: int | None = None
    bytes: int | None = None
    sha256: str | None = None
    ended_at: str | None = None
    parts: tuple[ReportPart, ...] = ()

    @property
    def part(self) -> ReportPart:
        """The part it is at."""
        return self.parts[-1]

    @property
    def is_watched(self) -> bool:
        """Whether it was asked for elsewhere: its question is not known."""
        return not self.question

    @property
    def rows_so_far(self) -> int:
        return sum(part.rows or 0 for part in self.parts)

    @property
    def bytes_so_far(self) -> int:
        return sum(part.bytes or 0 for part in self.parts)

    @property
    def ended(self) -> bool:
        return self.stage in ENDED


class ReportRuns:
    """The reports of a workspace, newest first."""

    def __init__(self, access: Session) -> None:
        self._access = access

    def create(
        self, name: str, question: Mapping[str, Any], reference: str, *, again: bool = False
    ) -> ReportRun:
        """Note what is to be asked, before anything of it leaves; it has its first part. `again`: although
        the same was asked lately."""
        run_id = secrets.token_hex(6)
        with self._access.writing() as connection:
            connection.execute(
                insert(report_runs).values(
                    id=run_id, name=name, question=json.dumps(question, ensure_ascii=False),
                    reference=reference, stage=Stage.ASKING, created_at=now(), again=again,
                )
            )  # fmt: skip
            connection.execute(insert(report_parts).values(run_id=run_id, number=1))
            Events.note(connection, EventKind.REPORT, run_id)
        return self.get(run_id)

    def watch(self, name: str, history_id: int, reference: str) -> ReportRun:
        """Note a report that was asked for elsewhere; what is watched already is that run."""
        asked = select(report_parts.c.run_id).where(report_parts.c.history_id == history_id)
        with self._access.writing() as connection:
            run_id = connection.execute(asked).scalars().first()
            if run_id is None:
                run_id, moment = secrets.token_hex(6), now()
                connection.execute(
                    insert(report_runs).values(
                        id=run_id, name=name, question="{}", reference=reference, stage=Stage.WAITING,
                        created_at=moment,
                    )
                )  # fmt: skip
                part = {"number": 1, "history_id": history_id, "asked_at": moment, "word_at": moment}
                connection.execute(insert(report_parts).values(run_id=run_id, **part))
                Events.note(connection, EventKind.REPORT, run_id)
        return self.get(run_id)

    def get(self, run_id: str) -> ReportRun:
        """Raises WorkspaceError when there is none of this id."""
        with self._access.reading() as connection:
            found = _runs(connection, report_runs.c.id == run_id, limit=1)
        if not found:
            raise WorkspaceError(
                message("No report was asked for here as {run_id}.", run_id=run_id),
                message("Its run may have been forgotten."),
            )
        return found[0]

    def list(self, limit: int = MOST) -> tuple[ReportRun, ...]:
        with self._access.reading() as connection:
            return _runs(connection, limit=limit)

    def find(self, word: str) -> ReportRun | None:
        """The run of this id or reference; `last` is the newest."""
        with self._access.reading() as connection:
            if word == "last":
                return next(iter(_runs(connection, limit=1)), None)
            named = (report_runs.c.id == word) | (report_runs.c.reference == word.upper())
            return next(iter(_runs(connection, named, limit=1)), None)

    def under_way(self) -> tuple[ReportRun, ...]:
        """Those that go on by themselves: to be followed again when the program starts."""
        with self._access.reading() as connection:
            return _runs(connection, report_runs.c.stage.in_(UNDER_WAY))

    def update(self, run_id: str, **values: Any) -> ReportRun:
        """Change what is kept of a run: `stage`, `need`, `sentence` … by name; the run as it is now."""
        with self._access.writing() as connection:
            connection.execute(update(report_runs).where(report_runs.c.id == run_id).values(**_kept(values)))
            Events.note(connection, EventKind.REPORT, run_id)
        return self.get(run_id)

    def put_part(self, run_id: str, number: int, **values: Any) -> ReportRun:
        """The same for one part."""
        this = (report_parts.c.run_id == run_id, report_parts.c.number == number)
        with self._access.writing() as connection:
            connection.execute(update(report_parts).where(*this).values(**_kept(values)))
            Events.note(connection, EventKind.REPORT, run_id)
        return self.get(run_id)

    def part_is_here(
        self, run_id: str, number: int, stage: Stage, warnings: tuple[str, ...], **proved: Any
    ) -> ReportRun:
        """The checkpoint after a part, in one transaction: what its file was proved to be, where the run goes
        on, and the next part where that is asking for it."""
        this = (report_parts.c.run_id == run_id, report_parts.c.number == number)
        values = _kept({"stage": stage, "warnings": warnings})
        with self._access.writing() as connection:
            connection.execute(update(report_parts).where(*this).values(**proved, fetched_at=now()))
            Events.note(connection, EventKind.REPORT, run_id)
            connection.execute(update(report_runs).where(report_runs.c.id == run_id).values(**values))
            if stage is Stage.ASKING:
                cursor = connection.execute(select(report_parts.c.cursor_out).where(*this)).scalar_one()
                connection.execute(
                    insert(report_parts).values(run_id=run_id, number=number + 1, cursor_in=cursor)
                )
        return self.get(run_id)

    def forget(self, run_id: str) -> None:
        """Take a run off the list; its files are the caller's to delete."""
        with self._access.writing() as connection:
            connection.execute(delete(report_runs).where(report_runs.c.id == run_id))
            Events.note(connection, EventKind.REPORT, run_id)

    def requests(self, reference: str) -> tuple[SentRecord, ...]:
        """What left for a run, newest first, also what was sent once more after a decision."""
        with self._access.reading() as connection:
            return find(connection, [sends.c.reference == reference], MOST)


def _kept(values: Mapping[str, Any]) -> dict[str, Any]:
    """Sequences as JSON, the rest as it is."""
    return {
        name: json.dumps(list(value), ensure_ascii=False) if isinstance(value, tuple | list) else value
        for name, value in values.items()
    }


def _runs(connection: Connection, *which: Any, limit: int = MOST) -> tuple[ReportRun, ...]:
    query = select(report_runs).where(*which)
    query = query.order_by(report_runs.c.created_at.desc(), report_runs.c.id).limit(limit)
    found = connection.execute(query).all()
    parts: dict[str, list[ReportPart]] = {row.id: [] for row in found}
    if parts:
        of_these = select(report_parts).where(report_parts.c.run_id.in_(list(parts)))
        for row in connection.execute(of_these.order_by(report_parts.c.number)):
            parts[row.run_id].append(_part(row))
    return tuple(_run(row, parts[row.id]) for row in found)


def _run(row: Row[*tuple[Any, ...]], parts: Sequence[ReportPart]) -> ReportRun:
    return ReportRun(
        id=row.id, name=row.name, question=read_stored(row.question), reference=row.reference,
        stage=Stage(row.stage), created_at=row.created_at, need=Need(row.need), sentence=row.sentence,
        advice=row.advice, server_words=tuple(read_stored(row.server_words)), again=bool(row.again),
        warnings=tuple(read_stored(row.warnings)), file=row.file, rows=row.rows, bytes=row.bytes,
        sha256=row.sha256, ended_at=row.ended_at, parts=tuple(parts),
    )  # fmt: skip


def _part(row: Row[*tuple[Any, ...]]) -> ReportPart:
    values = dict(row._mapping)
    del values["run_id"]
    return ReportPart(**{**values, "spent": tuple(read_stored(row.spent))})
