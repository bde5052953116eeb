"""What one console does is heard by every other, once and within a second, whichever the engine."""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterator, Sequence
from contextlib import ExitStack, closing
from pathlib import Path

import psycopg
import pytest
from sqlalchemy import create_engine, insert, make_url, select, update

from svcconsole.workspace.address import OWN_FILE
from svcconsole.workspace.database import Workspace
from svcconsole.workspace.drafts.imports import SourceFile
from svcconsole.workspace.engines.engine import ChannelKind
from svcconsole.workspace.engines.postgresql_events import Announcer
from svcconsole.workspace.known.event_kinds import Event, EventKind
from svcconsole.workspace.known.event_listener import LOOK_EVERY
from svcconsole.workspace.known.event_reader import GAP_SECONDS, EventReader
from svcconsole.workspace.known.events import MOST_KEYS
from svcconsole.workspace.known.registries import Entry, RegistryKind
from svcconsole.workspace.runs.deliveries import Tracked
from svcconsole.workspace.runs.ledger_entries import Intent, RecordOutcome, Settlement
from svcconsole.workspace.runs.records import Decision, NewSend
from svcconsole.workspace.schema import ItemState, Repeat, RunState, events
from tests.support.later import later
from tests.support.postgresql_proxy import DatabaseProxy
from tests.workspace.planning import plan

Open = Callable[[], Workspace]


@pytest.fixture
def console(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[Open]:
    """Opens one workspace, in each of the engines, as another window or another computer does."""
    address = OWN_FILE if request.param == "sqlite" else request.getfixturevalue("new_database")()
    with ExitStack() as stack:
        count = iter(range(9))

        def open_one() -> Workspace:
            folder = tmp_path / ("" if address == OWN_FILE else f"computer-{next(count)}") / "store"
            return stack.enter_context(Workspace.open(folder, address))

        yield open_one


@pytest.fixture
def told(monkeypatch: pytest.MonkeyPatch) -> None:
    """Nobody looks before being told."""
    for kind in ChannelKind:
        monkeypatch.setitem(LOOK_EVERY, kind, 3600.0)


either = pytest.mark.parametrize("console", ["sqlite", "postgresql"], indirect=True)


class Hearing:
    """Collects what a listener hears; it looks when it is told to, and never by itself."""

    def __init__(self, workspace: Workspace) -> None:
        self.heard: list[Event] = []
        self._came = threading.Condition()
        self._ready = threading.Event()
        self._listener = workspace.listen(self._hear, self._ready.set)
        assert self._ready.wait(10)
        self.state = self._listener.state

    def _hear(self, found: Sequence[Event]) -> None:
        with self._came:
            self.heard += found
            self._came.notify_all()

    def until(self, kind: str, key: str = "") -> Event:
        """The event, once it is heard."""

        def heard() -> Event | None:
            return next((event for event in self.heard if (event.kind, event.key) == (kind, key)), None)

        with self._came:
            found = self._came.wait_for(heard, 10)
        assert found is not None, f"{kind} {key} was not heard: {self.heard}"
        return found

    def close(self) -> None:
        self._listener.close()


def _kinds(workspace: Workspace, deed: Callable[[Workspace], object]) -> list[tuple[str, str]]:
    """What a deed notes."""
    before = workspace.events.last()
    deed(workspace)
    return [(event.kind, event.key) for event in workspace.events.since(before)]


@either
def test_what_one_console_does_another_hears(console: Open, told: None) -> None:
    mine, theirs = console(), console()
    with closing(Hearing(theirs)) as hearing:
        mine.presets.save("autumn", "Call back", {"task": "Call"})
        event = hearing.until("preset", "autumn")
        assert (event.console, event.actor != "") == (mine.events.console, True)
        assert mine.events.console != theirs.events.console
        for name in ("winter", "spring"):  # these fall between two notifications
            mine.presets.save(name, "Call back", {"task": "Call"})
        hearing.until("preset", "spring")


@either
def test_a_console_that_closes_tells_what_it_did_last(console: Open, told: None) -> None:
    theirs, mine = console(), console()
    with closing(Hearing(theirs)) as hearing:
        for name in ("one", "two", "three"):
            mine.presets.save(name, "Call back", {})
        mine.close()
        hearing.until("preset", "three")


@either
def test_what_changes_notes_what_it_was(console: Open) -> None:
    here = console()
    run_id = plan(here, 3, effect=Repeat.ONCE)
    fence = here.runner.acquire(run_id)
    assert _kinds(here, lambda space: space.ledger.set_state(run_id, fence, RunState.RUNNING)) == [
        ("run", run_id)
    ]
    begun = here.events.last()
    (attempt,) = here.ledger.write(run_id, fence, [Intent("o", "Rows", (0, 1), "0" * 64)])
    assert here.events.since(begun) == [], "nothing has ended yet"
    ends = RecordOutcome(0, "p0", ItemState.ACKED), RecordOutcome(1, "p1", ItemState.UNKNOWN)
    ended = Settlement(attempt, "ok", 200, 0.1, "", ends)
    assert _kinds(here, lambda space: space.ledger.write(run_id, fence, [ended])) == [
        ("progress", run_id),
        ("decision", run_id),
    ]
    here.ledger.set_state(run_id, fence, RunState.STOPPED)
    here.runner.release(run_id)
    decided = [("decision", run_id), ("progress", run_id)]
    assert _kinds(here, lambda space: space.decisions.decide([(run_id, 1)], Decision.KEEP, "Noor")) == decided
    assert _kinds(here, lambda space: space.decisions.decide([(run_id, 1)], Decision.KEEP, "Ada")) == []
    assert _kinds(here, lambda space: space.decisions.undo([1])) == decided
    assert _kinds(here, lambda space: space.runs.forget(run_id)) == [("run", run_id), ("decision", run_id)]


@either
def test_what_is_kept_for_all_notes_what_it_was(console: Open) -> None:
    here = console()
    agent, stopped = Entry(RegistryKind.AGENTS, "asha@shop.example"), Entry(RegistryKind.SUPPRESSED, "+39")
    source = SourceFile("/p.csv", "p.csv", 1, 1, "f" * 64)
    deeds: list[tuple[Callable[[Workspace], object], list[tuple[str, str]]]] = [
        (
            lambda space: space.changes.record("products", ["p1"], "updated", source="editor"),
            [("products", "p1")],
        ),
        (lambda space: space.templates.save("ready", {"text": "Ready"}), [("template", "ready")]),
        (
            lambda space: space.templates.save("set", {"text": "Ready"}, "ready"),
            [("template", "ready"), ("template", "set")],
        ),
        (lambda space: space.templates.forget("set"), [("template", "set")]),
        (lambda space: space.registries.save(agent), [("registry", "agents")]),
        (lambda space: space.registries.learn([(RegistryKind.AGENTS, "asha@shop.example")]), []),
        (lambda space: space.registries.add([stopped]), [("registry", "suppressed")]),
        (lambda space: space.registries.add([stopped]), []),
        (lambda space: space.registries.forget(RegistryKind.SUPPRESSED, "+39"), [("registry", "suppressed")]),
        (lambda space: space.presets.forget("ticket", "Call back"), [("preset", "ticket")]),
        (lambda space: space.mappings.save("products", "header", {}, "p.csv"), [("mapping", "products")]),
        (lambda space: space.mappings.forget("products", "header"), [("mapping", "products")]),
        (lambda space: space.deliveries.track([Tracked("m1", None, "", "", "", "")]), [("delivery", "")]),
        (lambda space: space.deliveries.heard(space.deliveries.all()), [("delivery", "")]),
        (lambda space: space.people.forget("id:7"), [("customers", "id:7")]),
        (lambda space: space.drafts.save("products:new", {"name": "Salbei"}), []),
        (lambda space: space.imports.create("products", source, {}), [("import", "…")]),
        (lambda space: space.reports.create("Ledger", {}, "K7M2"), [("report", "…")]),
    ]
    for deed, expected in deeds:
        found = _kinds(here, deed)
        assert [(kind, "…" if ("…" in str(expected)) else key) for kind, key in found] == expected


@either
def test_what_is_sent_by_itself_is_told_when_it_leaves_and_when_it_ends(console: Open) -> None:
    here = console()
    fence = here.runner.acquire()
    before = here.events.last()
    begun = here.sends.begin(NewSend("m.send", Repeat.ONCE, "message", "Message", b"{}", "f"), fence)
    assert isinstance(begun, tuple)
    run_id, attempt = begun
    assert ("send", run_id) in [(event.kind, event.key) for event in here.events.since(before)]
    doubt = Settlement(attempt, "unknown", None, 0.1, "", (RecordOutcome(0, run_id, ItemState.UNKNOWN),))
    assert _kinds(here, lambda space: space.sends.end(run_id, fence, doubt, None, None)) == [
        ("send", run_id),
        ("decision", run_id),
    ]


@either
def test_what_is_taken_back_was_never_told(console: Open) -> None:
    here = console()
    before = here.events.last()
    with pytest.raises(RuntimeError, match="no"), here.writing() as connection:
        here.events.note(connection, EventKind.RUN, "r1")
        raise RuntimeError("no")
    assert here.events.since(before) == []


@either
def test_many_of_one_kind_are_told_as_one(console: Open) -> None:
    here = console()
    ids = [f"p{at}" for at in range(MOST_KEYS + 1)]
    assert _kinds(here, lambda space: space.changes.record("products", ids, "updated", source="editor")) == [
        ("products", "")
    ]


@either
def test_an_event_that_commits_after_later_ones_is_read_and_none_twice(console: Open) -> None:
    here, moment = console(), [0.0]
    reader = EventReader(here.events, clock=lambda: moment[0])
    first = here.events.last() + 1
    _write(here, first)
    _write(here, first + 3)
    assert [event.seq for event in reader.read()] == [first, first + 3]
    assert reader.read() == []
    _write(here, first + 1)
    assert [event.seq for event in reader.read()] == [first + 1]
    moment[0] = GAP_SECONDS + 1
    _write(here, first + 2)
    assert reader.read() == [], "what was taken back is not looked for any more"
    _write(here, first + 4)
    assert [event.seq for event in reader.read()] == [first + 4]


def _write(workspace: Workspace, seq: int) -> None:
    """An event of a console whose transaction commits now."""
    row = {"seq": seq, "kind": "run", "key": str(seq), "console": "0", "actor": "ann", "at": "2999-01-01"}
    with workspace.writing() as connection:
        connection.execute(insert(events).values(row))


@either
def test_who_slept_past_what_is_kept_is_told_to_read_everything(console: Open) -> None:
    here = console()
    here.presets.save("one", "Call back", {})
    reader = EventReader(here.events)
    for name in ("two", "three", "four"):
        here.presets.save(name, "Call back", {})
    with here.writing() as connection:
        connection.execute(update(events).values(at="2001-01-01T00:00:00.000Z"))
    here.events.prune()
    (event,) = reader.read()
    assert event.kind == EventKind.EVERYTHING
    with here.reading() as connection:
        assert len(connection.execute(select(events)).all()) == 1, "numbers count on from the newest"
    assert reader.read() == []
    here.presets.save("five", "Call back", {})
    assert [event.key for event in reader.read()] == ["five"]


def test_a_console_whose_clock_is_fast_forgets_nothing_that_others_wait_for(
    tmp_path: Path, new_database: Callable[[], str]
) -> None:
    with Workspace.open(tmp_path / "store", new_database()) as here:
        reader = EventReader(here.events)
        for name in ("one", "two"):
            here.presets.save(name, "Call back", {})
        with later(86_400.0):
            here.events.prune()
        assert [event.key for event in reader.read()] == ["one", "two"]


def test_the_server_ending_the_connection_loses_nothing(
    tmp_path: Path, new_database: Callable[[], str]
) -> None:
    address = new_database()
    with (
        Workspace.open(tmp_path / "till" / "store", address) as mine,
        Workspace.open(tmp_path / "office" / "store", address) as theirs,
        closing(Hearing(theirs)) as hearing,
    ):
        assert hearing.state.kind is ChannelKind.DIRECT
        with closing(psycopg.connect(address, autocommit=True)) as other:
            other.execute(
                "SELECT pg_terminate_backend(pid, 10000) FROM pg_stat_activity"
                " WHERE datname = current_database() AND pid <> pg_backend_pid()"
            )
        mine.presets.save("after", "Call back", {})
        hearing.until("preset", "after")


def test_what_falls_between_two_notifications_is_told_with_one(new_database: Callable[[], str]) -> None:
    address = new_database()
    engine = create_engine(make_url(address).set(drivername="postgresql+psycopg"))
    announcer = Announcer(engine, clock=lambda: 0.0)
    with closing(psycopg.connect(address, autocommit=True)) as other:
        other.execute("LISTEN svc")
        with engine.begin() as connection:
            connection.exec_driver_sql("CREATE SEQUENCE numbers")
            connection.exec_driver_sql("SELECT nextval('numbers')")
            for _ in range(50):
                announcer.announce(connection)
        announcer.close()
        assert len(list(other.notifies(timeout=5, stop_after=2))) == 2
        assert list(other.notifies(timeout=0.1)) == []
    engine.dispose()


def test_behind_a_pool_of_connections_nobody_is_told_and_one_looks_instead(
    tmp_path: Path, database_proxy: DatabaseProxy
) -> None:
    database_proxy.pooled = True
    address = database_proxy.address()
    with (
        Workspace.open(tmp_path / "till" / "store", address) as mine,
        Workspace.open(tmp_path / "office" / "store", address) as theirs,
        closing(Hearing(theirs)) as hearing,
    ):
        assert hearing.state.kind is ChannelKind.POOLED
        for number in range(9):  # more often than a statement is sent anew
            mine.presets.save(f"season {number}", "Call back", {})
        hearing.until("preset", "season 8")
