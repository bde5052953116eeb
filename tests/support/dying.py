"""Processes that die at a named moment: forked from one that has everything imported, killed by themselves.

Nothing in the product knows of it: the moments are seen from SQLAlchemy's events, Python's audit hooks and
the client's own record of calls.
"""

from __future__ import annotations

import asyncio
import json
import os
import re
import signal
import subprocess
import sys
from asyncio import selector_events
from collections.abc import Callable, Coroutine, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from sqlalchemy import Connection, event
from sqlalchemy.engine import Engine
from sqlalchemy.pool import Pool

from svcconsole.api.answers import CallRecord
from tests.support.import_journey import Journey, carry_through
from tests.support.report_journey import NaiveExport, ReportJourney, export, export_naively
from tests.support.ticket_journey import NaiveJourney, TicketJourney, send_naively, send_ticket

WRITE = re.compile(r"\s*(CREATE|INSERT|UPDATE|DELETE)\s+(?:INTO\s+|FROM\s+|TABLE\s+|INDEX\s+)?(\w+)")
LABELS = (
    ("CREATE meta", "tables"),
    ("INSERT sends", "send"),
    ("INSERT report_runs", "question"),
    ("INSERT report_parts", "next part"),
    ("UPDATE report_parts", "part"),
    ("UPDATE report_runs", "stage"),
    ("INSERT items", "plan"),
    ("INSERT attempts", "intent"),
    ("UPDATE attempts", "result"),
    ("UPDATE lease", "lease"),
    ("INSERT imports", "import"),
    ("INSERT import_steps", "step"),
    ("DELETE import_steps", "undo"),
    ("UPDATE imports", "decision"),
    ("UPDATE items", "checkpoint"),
    ("UPDATE runs", "mark"),
    ("INSERT drafts", "draft"),
    ("DELETE drafts", "end of the draft"),
)
"""What a transaction is called, by the first of these writes that is in it."""


class Death:
    """Kills this process when `moment` is reached for the `nth` time."""

    def __init__(self, moment: str, nth: int) -> None:
        self._moment = moment
        self._left = nth
        event.listen(Engine, "before_cursor_execute", self._statement)
        event.listen(Engine, "commit", self._commit)
        event.listen(Engine, "rollback", lambda connection: connection.info.pop("writes", None))
        event.listen(Pool, "checkin", self._checkin)
        sys.addaudithook(self._audit)
        self._watch_sockets()

    def reached(self, moment: str) -> None:
        if moment == self._moment:
            self._left -= 1
            if not self._left:
                os.kill(os.getpid(), signal.SIGKILL)

    def _statement(self, connection: Connection, _cursor: Any, statement: str, *_: Any) -> None:
        if found := WRITE.match(statement):
            write = f"{found[1]} {found[2]}"
            connection.info.setdefault("writes", set()).add(write)
            self.reached(f"before {write}")

    def _commit(self, connection: Connection) -> None:
        writes = connection.info.pop("writes", set())
        label = next((label for write, label in LABELS if write in writes), "")
        connection.info["committed"] = label
        self.reached(f"before {label} is committed")

    def _checkin(self, _connection: Any, record: Any) -> None:
        self.reached(f"after {record.info.pop('committed', '')} is committed")

    def _audit(self, name: str, arguments: tuple[Any, ...]) -> None:
        if name == "os.rename":
            self.reached(f"before {Path(os.fsdecode(arguments[1])).name} is renamed")
        elif name == "fcntl.flock":
            self.reached("before the lock changes hands")
        elif name == "socket.connect":
            self.reached("before the store is called")
        elif name == "open" and str(arguments[0]).endswith(".partial"):
            name = Path(arguments[0]).stem
            # A whole file has a name that is nobody else's until it is renamed.
            self.reached(f"before {'a file' if name.startswith('.') else name} is written")

    def _watch_sockets(self) -> None:
        """The moments around the bytes themselves, where asyncio hands them over."""
        loops: Any = selector_events
        transport, reached = loops._SelectorSocketTransport, self.reached
        write, receive = transport.write, transport._read_ready

        def writing(self: Any, data: Any) -> None:
            reached("before bytes leave")
            write(self, data)
            reached("after bytes left")

        def receiving(self: Any) -> None:
            reached("before bytes are read")
            receive(self)
            reached("after bytes were read")

        transport.write, transport._read_ready = writing, receiving


class Mortals:
    """Asks the forking process for children."""

    def __init__(self, process: subprocess.Popen[str]) -> None:
        self._process = process

    def live(self, journey: Journey | TicketJourney | ReportJourney, moment: str, nth: int) -> int:
        """Do the journey in a process that dies at a moment; its wait status as `signal` or exit code."""
        assert self._process.stdin is not None
        assert self._process.stdout is not None
        self._process.stdin.write(json.dumps([type(journey).__name__, vars(journey), moment, nth]) + "\n")
        self._process.stdin.flush()
        return int(self._process.stdout.readline())


@contextmanager
def mortals() -> Iterator[Mortals]:
    root = Path(__file__).parents[2]
    with subprocess.Popen(
        (sys.executable, "-m", __name__), cwd=root, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
    ) as process:
        yield Mortals(process)
        process.communicate(timeout=20)


Carry = Callable[[Any, Callable[[CallRecord], None]], Coroutine[Any, Any, object]]
JOURNEYS: dict[str, tuple[type[Any], Carry]] = {
    "Journey": (Journey, carry_through),
    "TicketJourney": (TicketJourney, send_ticket),
    "NaiveJourney": (NaiveJourney, send_naively),
    "ReportJourney": (ReportJourney, export),
    "NaiveExport": (NaiveExport, export_naively),
}
"""What a child can do with its life."""


def _live(journey: str, values: dict[str, Any], moment: str, nth: int) -> None:
    death = Death(moment, nth)
    make, carry = JOURNEYS[journey]
    asyncio.run(carry(make(**values), lambda _: death.reached("before an answer is looked at")))


def _serve() -> None:
    for line in sys.stdin:
        journey, values, moment, nth = json.loads(line)
        child = os.fork()
        if not child:
            try:
                _live(journey, values, moment, nth)
            except BaseException:
                sys.excepthook(*sys.exc_info())
                os._exit(1)
            os._exit(0)
        _, status = os.waitpid(child, 0)
        print(os.waitstatus_to_exitcode(status), flush=True)


if __name__ == "__main__":
    _serve()
