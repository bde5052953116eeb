"""Workers and when they were heard: who lives, who was killed, when nothing was running."""

from __future__ import annotations

import random
import signal
import subprocess
import sys
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack
from dataclasses import dataclass
from pathlib import Path
from types import SimpleNamespace

import psycopg
import pytest

from svcconsole.workspace import clock
from svcconsole.workspace.database import Workspace
from svcconsole.workspace.errors import FenceLost
from svcconsole.workspace.team.workers import BEAT_SECONDS, GONE_SECONDS, KEPT_SECONDS, STEADY_SECONDS
from tests.support.team_simulation import simulated_database

BE_A_WORKER = """
import sys
from pathlib import Path
from svcconsole.workspace.database import Workspace
workspace = Workspace.open(Path(sys.argv[1]))
print(workspace.workers.begin("hamburg", "0.1.0"), flush=True)
sys.stdin.read()
"""


@dataclass
class Member:
    """One worker of a team, each on a computer of its own."""

    id: str
    workspace: Workspace

    def beat(self) -> None:
        self.workspace.workers.beat(self.id)


class Team:
    """Workers of one workspace whose clock goes on as the test says."""

    def __init__(self, stack: ExitStack, folder: Path, address: str) -> None:
        self._stack, self._folder, self._address = stack, folder, address
        self._count = 0
        self._server = stack.enter_context(psycopg.connect(address, autocommit=True)) if address else None
        self.now = 1e9

    @property
    def now(self) -> float:
        return self._now

    @now.setter
    def now(self, moment: float) -> None:
        self._now = moment
        if self._server is not None:
            self._server.execute("UPDATE simulated.moment SET seconds = %s", (moment,))

    def begin(self, name: str) -> Member:
        """Begin one on a computer of its own; those that share a file have other folders for their locks."""
        self._count += 1
        folder = self._folder if not self._address else self._folder / str(self._count)
        workspace = self._stack.enter_context(Workspace.open(folder / "store", self._address))
        return Member(workspace.workers.begin(name, "0.1.0"), workspace)

    def live(self, seconds: float, *members: Member) -> None:
        """Let so many seconds pass in which these are heard in time."""
        until = self.now + seconds
        while self.now < until:
            self.now = min(self.now + BEAT_SECONDS, until)
            for member in members:
                member.beat()


@pytest.fixture(params=["sqlite", pytest.param("postgresql", marks=pytest.mark.deep)])
def team(request: pytest.FixtureRequest, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Team]:
    with ExitStack() as stack:
        address = ""
        if request.param == "postgresql":
            make = request.getfixturevalue("new_database")
            address = stack.enter_context(simulated_database(make))
        made = Team(stack, tmp_path, address)
        monkeypatch.setattr(clock, "time", SimpleNamespace(time=lambda: made.now))
        yield made


def test_a_worker_is_heard_with_what_it_does_until_it_ends(workspace: Workspace) -> None:
    identity = workspace.workers.begin("hamburg", "0.1.0")
    workspace.workers.beat(identity, "Sending", "5e1f")
    (worker,) = workspace.workers.list()
    assert (worker.name, worker.does, worker.run_id, worker.gone) == ("hamburg", "Sending", "5e1f", False)
    assert worker.silent < 60
    workspace.workers.end(identity)
    ended = workspace.workers.get(identity)
    assert ended is not None
    assert (workspace.workers.list(), ended.gone, ended.does) == ((), True, "")
    with pytest.raises(FenceLost):
        workspace.workers.beat(identity)


def test_two_workers_on_one_computer_have_two_names(tmp_path: Path, workspace: Workspace) -> None:
    workspace.workers.begin("", "0.1.0")
    with Workspace.open(tmp_path / "store") as other:
        other.workers.begin("", "0.1.0")
        first, second = workspace.workers.list()
        assert (first.name, second.name) == (f"{first.host}-1", f"{first.host}-2")
        assert other.workers.bury() == (), "both live"


def test_of_those_that_begin_at_once_under_one_name_each_has_its_own(
    tmp_path: Path, workspace: Workspace
) -> None:
    with ExitStack() as stack, ThreadPoolExecutor(4) as pool:
        opened = [workspace, *(stack.enter_context(Workspace.open(tmp_path / "store")) for _ in range(3))]
        list(pool.map(lambda each: each.workers.begin("hamburg", "0.1.0"), opened))
        names = [each.name for each in workspace.workers.list()]
    assert names == ["hamburg", "hamburg-2", "hamburg-3", "hamburg-4"]


def test_one_that_was_not_heard_for_long_is_gone_and_may_not_go_on(team: Team) -> None:
    silent, other = team.begin("hamburg"), team.begin("kiel")
    team.live(GONE_SECONDS - 5, other)
    assert other.workspace.workers.bury() == ()
    team.live(10, other)
    assert [each.id for each in other.workspace.workers.bury()] == [silent.id]
    with pytest.raises(FenceLost):
        silent.beat()


@pytest.mark.parametrize("first", ["look", "beat"])
def test_a_worker_that_slept_alone_goes_on(team: Team, first: str) -> None:
    worker = team.begin("hamburg")
    team.now += 10 * GONE_SECONDS
    if first == "look":
        assert worker.workspace.workers.bury() == ()
    worker.beat()
    assert worker.workspace.workers.bury() == ()


def test_whoever_is_back_first_after_an_outage_takes_nobody_for_gone_that_lives(team: Team) -> None:
    """A database that is away is away for all of them."""
    first, second, dead = (team.begin(name) for name in ("hamburg", "kiel", "bremen"))
    team.live(60, first, second, dead)
    team.now += 2 * GONE_SECONDS
    assert first.workspace.workers.bury() == (), "it has not been heard itself"
    first.beat()
    assert (first.workspace.workers.bury(), first.workspace.workers.silent()) == ((), 2)
    team.live(STEADY_SECONDS - BEAT_SECONDS, first)
    assert first.workspace.workers.bury() == (), "the others may be about to be heard"
    second.beat()
    team.live(BEAT_SECONDS, first)
    assert [each.id for each in first.workspace.workers.bury()] == [dead.id]
    assert first.workspace.workers.silent() == 0
    second.beat()


def test_one_that_begins_waits_as_well_before_it_takes_others_for_gone(team: Team) -> None:
    """The service manager begins it anew when the server is back, which others have not noticed yet."""
    silent = team.begin("hamburg")
    team.now += 2 * GONE_SECONDS
    new = team.begin("kiel")
    assert new.workspace.workers.bury() == ()
    team.live(STEADY_SECONDS, new)
    assert [each.id for each in new.workspace.workers.bury()] == [silent.id]


def test_one_that_crashed_long_ago_is_remembered_until_somebody_went_on_for_it(team: Team) -> None:
    crashed = team.begin("hamburg")
    team.now += KEPT_SECONDS + 1
    new = team.begin("kiel")
    team.live(STEADY_SECONDS, new)
    assert [each.id for each in new.workspace.workers.bury()] == [crashed.id]
    team.begin("emden")
    assert new.workspace.workers.get(crashed.id) is None


@pytest.mark.parametrize("jump", [-7200.0, 7200.0])
def test_a_clock_that_is_put_right_buries_nobody_that_lives(team: Team, jump: float) -> None:
    workers = team.begin("hamburg"), team.begin("kiel")
    team.live(60, *workers)
    team.now += jump
    for _ in range(20):
        for worker in workers:
            assert worker.workspace.workers.bury() == ()
            worker.beat()
        team.now += BEAT_SECONDS
    silent, other = workers
    team.live(GONE_SECONDS + BEAT_SECONDS, other)
    assert [each.id for each in other.workspace.workers.bury()] == [silent.id]


@pytest.mark.parametrize(
    "seed", [*range(4), *(pytest.param(seed, marks=pytest.mark.deep) for seed in range(4, 60))]
)
def test_in_any_order_of_outages_and_kills_only_those_that_are_gone_are_buried(team: Team, seed: int) -> None:
    """Everybody looks once a second and is heard every ten, as far as the database is there for them."""
    chance, beat_every = random.Random(seed), int(BEAT_SECONDS)
    workers = [team.begin(name) for name in ("hamburg", "kiel", "bremen")]
    killed = chance.choice([None, *workers])
    killed_at, down = chance.randrange(50, 300), range(0)
    beats = [chance.randrange(beat_every) for _ in workers]
    buried: set[str] = set()
    for second in range(850):
        team.now += 1
        if down.stop + 60 < second < 450 and chance.random() < 0.01:
            away = chance.randrange(5, 250)
            if chance.random() < 0.3:  # the lid of the computer on which all of them are
                team.now += away
            else:
                down = range(second, second + away)
        for at in chance.sample(range(len(workers)), len(workers)):
            if workers[at] is killed and second >= killed_at:
                continue
            if second not in down:
                buried.update(found.id for found in workers[at].workspace.workers.bury())
            if second >= beats[at]:
                # Whoever tries while the database is away tries again after as long.
                beats[at] = second + beat_every
                if second not in down:
                    workers[at].beat()
    assert buried == (set() if killed is None else {killed.id})


def test_one_that_was_killed_on_this_computer_is_known_at_once(tmp_path: Path, workspace: Workspace) -> None:
    other = subprocess.Popen(
        [sys.executable, "-c", BE_A_WORKER, str(tmp_path / "store")],
        stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True,
    )  # fmt: skip
    with other:
        assert other.stdout is not None
        identity = other.stdout.readline().strip()
        assert workspace.workers.bury() == ()
        other.send_signal(signal.SIGKILL)
        other.wait()
        assert [each.id for each in workspace.workers.bury()] == [identity]
    assert list((tmp_path / "store" / "workers").iterdir()) == []
