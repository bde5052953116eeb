"""The high-water mark of a workspace: what this console began to send, kept outside the database as well."""

from __future__ import annotations

import secrets
import threading
from collections.abc import Callable, Mapping
from pathlib import Path

from sqlalchemy import Connection, String, bindparam, delete, false, func, insert, select, update

from svcconsole.words.message import message
from svcconsole.words.system_reason import system_reason
from svcconsole.workspace.mark_file import Mark, MarkFile, MarkNotKept
from svcconsole.workspace.schema import attempts, identity, watermarks
from svcconsole.workspace.schema.base import BIG
from svcconsole.workspace.session import Session
from svcconsole.workspace.statement_queue import queue_of

COUNT_MORE = (
    update(watermarks)
    .where(watermarks.c.console == bindparam("of_console", type_=String()))
    .values(attempts=watermarks.c.attempts + bindparam("more", type_=BIG))
    .returning(watermarks.c.attempts)
)


class HighWaterMark:
    """Compares the ledger with what this console noted outside it. Whoever calls holds the runner's lock.

    A write-ahead log that was lost, an older copy that was put back and a file that came from another console
    look like a sound ledger: only this number tells. Each console has its own for each workspace, and in one
    that is `shared` each counts what it began itself.
    """

    def __init__(self, access: Session, folder: Callable[[], Path], *, shared: bool) -> None:
        self._access = access
        self._folder = folder
        self._shared = shared
        self._guard = threading.Lock()
        self._file: MarkFile | None = None
        self._name = self._console = ""
        self._kept = 0

    def settle(self, put_in_question: Callable[[Connection], None]) -> bool:
        """Whether the ledger holds everything that left; where it does not, what is open is put in question
        by the transaction that lets the ledger catch up. Raises MarkNotKept."""
        with self._guard, self._access.reading() as connection:
            name = connection.execute(select(identity.c.workspace)).scalar_one()
            counts: dict[str, int] = {
                row.console: row.attempts for row in connection.execute(select(watermarks))
            }
            known = int(connection.execute(select(func.coalesce(func.max(attempts.c.id), 0))).scalar_one())
        with self._guard:
            self._name = name
            file = self._file_of(name)
            mark = file.read()
            counted = None if mark is None else counts.get(mark.console)
            if mark is not None and counted is not None and counted >= mark.attempts:
                self._console, self._kept = mark.console, mark.attempts
                return True
            # Whoever comes to a shared workspace for the first time has sent nothing from it that could miss.
            proved = mark is None and (self._shared or not counts)
            least = 0 if self._shared else max([known, *counts.values()])
            if mark is None:
                mark = Mark(secrets.token_hex(8), least)
                file.write(mark)
            others = watermarks.c.console != mark.console if self._shared else false()
            with self._access.writing() as connection:
                if not proved:
                    put_in_question(connection)
                connection.execute(delete(watermarks).where(~others))
                connection.execute(
                    insert(watermarks).values(console=mark.console, attempts=max(mark.attempts, least))
                )
            self._console, self._kept = mark.console, mark.attempts
            return proved

    @property
    def console(self) -> str:
        """The name of this console, which it was given with its mark; blank before `settle`."""
        return self._console

    def advance(self, connection: Connection, count: int) -> int:
        """Count attempts in the transaction that notes them; how many there are then."""
        counted = {"of_console": self._console, "more": count}
        (reached,) = queue_of(connection).execute(COUNT_MORE, counted).one()
        return int(reached)

    def keep(self, reached: int) -> None:
        """Write the number beside the database; it is on the disk when this returns. Raises MarkNotKept."""
        with self._guard:
            if reached <= self._kept:
                return
            self._file_of(self._name).write(Mark(self._console, reached))
            self._kept = reached

    def set_ahead(self) -> None:
        """Let the ledger be behind from now on: it is a copy of an earlier moment that was put back."""
        with self._access.reading() as connection:
            name = connection.execute(select(identity.c.workspace)).scalar_one()
            most = connection.execute(select(func.coalesce(func.max(watermarks.c.attempts), 0))).scalar_one()
        with self._guard:
            file = self._file_of(name)
            mark = file.read() or Mark(secrets.token_hex(8), 0)
            file.write(Mark(mark.console, max(mark.attempts, int(most)) + 1))

    def follow(self, counts: Mapping[str, int]) -> None:
        """Go on with a copy of this workspace, which counts so many attempts by console: from now on this one
        is behind. Raises MarkNotKept."""
        with self._access.reading() as connection:
            name = connection.execute(select(identity.c.workspace)).scalar_one()
        with self._guard:
            file = self._file_of(name)
            mark = file.read()
            if mark is not None and counts.get(mark.console, 0) > mark.attempts:
                file.write(Mark(mark.console, counts[mark.console]))

    def close(self) -> None:
        with self._guard:
            if self._file is not None:
                self._file.close()
                self._file = None

    def _file_of(self, name: str) -> MarkFile:
        if self._file is None:
            try:
                self._file = MarkFile(self._folder() / name)
            except OSError as error:
                raise MarkNotKept(
                    message(
                        "The folder that notes how much was sent cannot be used: {reason}.",
                        reason=system_reason(error),
                    ),
                    message("Nothing is sent before it can be written."),
                ) from error
        return self._file
