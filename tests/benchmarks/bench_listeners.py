"""How long it takes until 200 consoles on one shared workspace have heard of what another one did.

Each listens with a connection of its own and reads with another, as in a window; all of them in this process.
Exits 1 when somebody heard later than a second after a change, or while a run notes its progress without a
break.
"""

from __future__ import annotations

import sys
import threading
import time
from collections.abc import Sequence
from contextlib import ExitStack, closing
from pathlib import Path
from tempfile import TemporaryDirectory

import psycopg
from sqlalchemy import make_url

from svcconsole.workspace.database import Workspace
from svcconsole.workspace.known.event_kinds import Event, EventKind
from tests.support.postgresql import started_server

CONSOLES = 200
CHANGES = 20
LIMIT_SECONDS = 1.0
STORE = "store"


class Ears:
    """How many consoles have heard of which change, and when the last of them did."""

    def __init__(self, consoles: int) -> None:
        self._consoles = consoles
        self._came = threading.Condition()
        self._counts: dict[str, int] = {}

    def heard(self, found: Sequence[Event]) -> None:
        with self._came:
            for event in found:
                if event.kind == EventKind.PRESET:
                    self._counts[event.key] = self._counts.get(event.key, 0) + 1
            self._came.notify_all()

    def until_all(self, key: str) -> bool:
        with self._came:
            return self._came.wait_for(lambda: self._counts.get(key, 0) >= self._consoles, 30)


def measure(writer: Workspace, ears: Ears, name: str) -> list[float]:
    """For each change the seconds until everybody had heard of it."""
    taken = []
    for number in range(CHANGES):
        key = f"{name}-{number}"
        begun = time.monotonic()
        writer.presets.save(key, "Call back", {})
        if not ears.until_all(key):
            print(f"{name}: somebody did not hear of change {number} at all")
            return [float("inf")]
        taken.append(time.monotonic() - begun)
        time.sleep(0.1)
    return sorted(taken)


def busy(writer: Workspace, over: threading.Event) -> None:
    """What a run notes with each group of records."""
    while not over.wait(0.005):
        with writer.writing() as connection:
            writer.events.note(connection, EventKind.PROGRESS, "0" * 12)


def main() -> int:
    consoles = int(sys.argv[1]) if len(sys.argv) > 1 else CONSOLES
    with ExitStack() as stack:
        folder = Path(stack.enter_context(TemporaryDirectory()))
        server = stack.enter_context(started_server({"max_connections": str(2 * consoles + 50)}))
        with closing(psycopg.connect(server, autocommit=True)) as owner:
            owner.execute("CREATE DATABASE listeners")
        address = make_url(server).set(database="listeners").render_as_string(hide_password=False)
        writer = stack.enter_context(Workspace.open(folder / "writer" / STORE, address))
        ears = Ears(consoles)
        begun = time.monotonic()
        for number in range(consoles):
            console = stack.enter_context(Workspace.open(folder / str(number) / STORE, address))
            stack.enter_context(closing(console.listen(ears.heard)))
        print(f"{consoles} consoles listen after {time.monotonic() - begun:.1f} s")
        worst = 0.0
        quiet = measure(writer, ears, "quiet")
        over = threading.Event()
        runs = threading.Thread(target=busy, args=(writer, over))
        runs.start()
        beside = measure(writer, ears, "beside a run")
        over.set()
        runs.join()
        for name, taken in (("quiet", quiet), ("beside a run", beside)):
            print(f"{name}: all had heard after {taken[len(taken) // 2]:.3f} s, at most {taken[-1]:.3f} s")
            worst = max(worst, taken[-1])
    return int(worst > LIMIT_SECONDS)


if __name__ == "__main__":
    raise SystemExit(main())
