"""Each call of a job that changes a file, or begins a thread, fails once at its n-th use: import, campaign,
chain of a report, an older workspace opened, backup, restoring, rehearsal, a schedule's import by a worker. A
person begins again, and all is well.

Here a few n of each, in `dev.sh deep` all of them.
"""

from __future__ import annotations

import errno
import shutil
import sqlite3
from collections.abc import Awaitable, Callable, Iterator
from contextlib import closing
from dataclasses import dataclass, field
from pathlib import Path

import pytest
from _pytest.mark import ParameterSet

from svcconsole.services.imports.check import MANY
from svcconsole.workspace.database import FILE_NAME
from svcconsole.workspace.team.schedule_records import WAITING, FiringState
from tests.support.campaign import ENDS, SETTINGS, received, recipients
from tests.support.command import CommandLine, Finished
from tests.support.failing_calls import FailingCommands, Kind, failing_commands
from tests.support.people_in import everything
from tests.support.practice import PracticeStore
from tests.support.reports import NAME, store_of_parts, uncut
from tests.support.scheduled import Shop
from tests.support.small_products import ANSWERS, IDS, write_small_products
from tests.support.warm_start import WarmStart
from tests.workspace.versions import make

PEOPLE = 4
OLD = 8
"""The version of the workspace that is opened by today's program."""
FEW = 8
"""So many n of each job outside the deep tests."""
CODES: dict[Kind, tuple[int, int]] = {
    "disk": (errno.ENOSPC, errno.EIO),
    "begin": (errno.EAGAIN, errno.ENOMEM),
}
"""What such a call fails with."""
Job = Callable[["Desk"], Awaitable[None]]


@dataclass
class Desk:
    """Where one try of a job is done: its first command fails at the `at`-th call, the others do not."""

    commands: FailingCommands
    store: PracticeStore
    kind: Kind
    at: int = 0
    code: int = errno.ENOSPC
    calls: list[str] = field(default_factory=list)
    struck: bool = False

    @property
    def home(self) -> Path:
        return self.commands.home

    async def run(self, *arguments: str, fails: bool = True) -> Finished:
        """Run a command and see that it tells a person how it ended: no traceback, a sentence with any other
        code than 0."""
        at = self.at if fails and not self.struck else 0
        self.struck = self.struck or fails
        done, calls = await self.commands.run(
            *arguments, store=self.store, kind=self.kind, at=at, code=self.code
        )
        if fails:
            self.calls = calls
        met = next((call for call in calls if call.endswith(" failed")), "nothing failed")
        told = f"{arguments[0]} at {at}: {met}\n{done.stdout}\n{done.stderr}"
        assert done.code != 1, told
        assert "Traceback" not in done.stderr, told
        assert done.code == 0 or done.stderr.strip(), told
        return done


async def _carried_through(desk: Desk, kind: str, *what: str) -> Finished:
    """Import, and after a failure go on with the run where there is one, or begin anew."""
    done = await desk.run("import", kind, *what)
    for _ in range(2):
        if done.stdout and sum(done.json.get(end, 0) for end in ENDS) and not done.json["not_sent"]:
            return done
        done = await desk.run("import", kind, "--resume", "last", fails=False)
        if done.code == 2:
            done = await desk.run("import", kind, *what, fails=False)
    return done


async def an_import(desk: Desk) -> None:
    path = write_small_products(desk.home / "products.csv")
    done = await _carried_through(desk, "products", str(path), *ANSWERS)
    assert done.json["products"]["sent"] == len(IDS), (desk.at, desk.calls[desk.at - 1 :][:2], done)
    assert {each["id"] for each in everything(desk.store, "products")} == IDS


async def a_rehearsal(desk: Desk) -> None:
    path = write_small_products(desk.home / "products.csv")
    done = await desk.run("import", "products", str(path), *ANSWERS, "--rehearse")
    if done.code:
        done = await desk.run("import", "products", str(path), *ANSWERS, "--rehearse", fails=False)
    assert done.code == 0, done
    assert everything(desk.store, "products") == [], "nothing goes to the store"


async def a_scheduled_import(desk: Desk) -> None:
    folder = desk.home / "stock"
    folder.mkdir()
    write_small_products(folder / "products.csv")
    made = await desk.run(
        "schedule", "add", "import", "products", "--name", "Stock", "--folder", str(folder), *ANSWERS,
        "--every", "day", "--time", "23:00", "--zone", "UTC", fails=False,
    )  # fmt: skip
    assert made.code == 0, made
    await desk.run("schedule", "run-now", "Stock", fails=False)
    shop = Shop(CommandLine(desk.home), desk.store)
    await desk.run("worker", "--once")
    await desk.run("worker", "--once", fails=False)
    ended = await shop.ended("Stock")
    if ended.state is not FiringState.DONE:
        assert ended.state in WAITING and ended.sentence, ended
        await desk.run("schedule", "answer", "Stock", "--go", fails=False)
        await desk.run("worker", "--once", fails=False)
        assert (await shop.ended("Stock")).state is FiringState.DONE
    assert {each["id"] for each in everything(desk.store, "products")} == IDS


async def many_rows(desk: Desk) -> None:
    path = desk.home / "products.csv"
    rows = (f"A-{number},Mug,12.00,EUR\n" for number in range(MANY))
    path.write_text("id,name,price,currency\n" + "".join(rows), "utf-8")
    done = await _carried_through(desk, "products", str(path), *ANSWERS)
    assert done.json["products"]["sent"] == MANY, (desk.at, desk.calls[desk.at - 1 :][:2], done)


async def a_campaign(desk: Desk) -> None:
    path = recipients(desk.home / "list.csv", PEOPLE)
    done = await _carried_through(desk, "templates", str(path), *SETTINGS)
    got, said = received(desk.store), done.json
    assert set(got.values()) <= {1}, "somebody got it twice"
    assert sum(said[end] for end in ENDS) == said["rows"] == PEOPLE, said
    assert said["sent"] <= got.total() <= said["sent"] + said["needs_decision"], (got, said)
    assert said["refused"] == said["not_sent"] == 0, said


async def a_report(desk: Desk) -> None:
    out = desk.home / "data" / "all.csv"
    asked = len(everything(desk.store, "reports"))
    what = ("--from", "2026-01-01", "--to", "2026-06-30", "--zone", "UTC", "--email", "ada@shop.example")
    done = await desk.run("report", NAME, *what, "--out", str(out))
    for _ in range(3):
        if done.stdout and done.json.get("state") == "done":
            break
        done = await desk.run("report", "resume", "last", fails=False)
        if done.code == 2:
            done = await desk.run("report", NAME, *what, "--out", str(out), fails=False)
    parts = len(everything(desk.store, "reports")) - asked
    if done.stdout and done.json.get("state") == "done":
        assert parts == 2, "a part was asked for twice"
        assert done.json["sha256"] == REFERENCE[desk.store.base_url]
    else:
        assert done.code == 5, f"a doubt about one part is asked: {done}"
        assert parts <= 2


async def an_older_workspace(desk: Desk) -> None:
    await desk.run("import", "history", fails=False)
    (workspace,) = (desk.home / "data" / "stores").glob(f"*/{FILE_NAME}")
    for path in workspace.parent.glob(f"{FILE_NAME}*"):
        path.unlink()
    shutil.copy(make.kept(OLD), workspace)
    shutil.rmtree(desk.home / "config" / "marks", ignore_errors=True)
    await desk.run("import", "history")
    done = await desk.run("import", "history", fails=False)
    assert done.code == 0 and make.RUN in done.stdout, done
    with closing(sqlite3.connect(workspace)) as file:
        assert file.execute("PRAGMA integrity_check").fetchone() == ("ok",)
        (kept,) = file.execute("SELECT count(*) FROM items").fetchone()
    with closing(sqlite3.connect(make.kept(OLD))) as file:
        assert file.execute("SELECT count(*) FROM items").fetchone() == (kept,)


async def _after_a_campaign(desk: Desk) -> Path:
    path = recipients(desk.home / "list.csv", PEOPLE)
    done = await desk.run("import", "templates", str(path), *SETTINGS, fails=False)
    assert done.code == 0, done
    return desk.home / "data" / "kept.backup"


async def a_backup(desk: Desk) -> None:
    copy = await _after_a_campaign(desk)
    done = await desk.run("backup", str(copy))
    assert copy.exists() or done.code, "it is told where there is no file"
    if not copy.exists():  # where only the folder was not told it is there, and whole
        assert (await desk.run("backup", str(copy), fails=False)).code == 0
    with closing(sqlite3.connect(copy)) as file:
        assert file.execute("PRAGMA integrity_check").fetchone() == ("ok",)
        assert file.execute("SELECT count(*) FROM items").fetchone() == (PEOPLE,)
    assert [path.name for path in copy.parent.glob(".*.partial")] == []


async def a_restoring(desk: Desk) -> None:
    copy = await _after_a_campaign(desk)
    assert (await desk.run("backup", str(copy), fails=False)).code == 0
    await desk.run("restore", str(copy))
    assert (await desk.run("restore", str(copy), fails=False)).code == 0
    done = await desk.run("import", "templates", "--resume", "last", fails=False)
    assert (done.code, done.json["sent"]) == (0, PEOPLE), done
    assert received(desk.store).total() == PEOPLE, "nobody got it again"


JOBS: dict[str, Job] = {
    "import": an_import,
    "many rows": many_rows,
    "rehearsal": a_rehearsal,
    "scheduled import": a_scheduled_import,
    "campaign": a_campaign,
    "report": a_report,
    "older workspace": an_older_workspace,
    "backup": a_backup,
    "restoring": a_restoring,
}
ON_THE_DISK = ("import", "campaign", "report", "older workspace", "backup", "restoring")
BEGINNING = ("import", "campaign", "report", "rehearsal", "many rows", "scheduled import")
"""Jobs that begin threads or processes."""
DEEP = ("many rows", "scheduled import")


def sweeps() -> Iterator[ParameterSet]:
    """Each job, what fails in it, and how many n of it are tried: a few, and in the deep tests all."""
    swept: tuple[tuple[Kind, tuple[str, ...]], ...] = (("disk", ON_THE_DISK), ("begin", BEGINNING))
    for kind, jobs in swept:
        for job in jobs:
            if job not in DEEP:
                yield pytest.param((job, kind), FEW, id=f"{job} {kind}-some", marks=pytest.mark.timeout(600))
            long = (pytest.mark.deep, pytest.mark.timeout(3500))
            yield pytest.param((job, kind), 0, id=f"{job} {kind}-all", marks=long)


REFERENCE: dict[str, str] = {}
"""The SHA-256 of the whole report of a store, by its address."""


@pytest.fixture(scope="module")
def warm(tmp_path_factory: pytest.TempPathFactory) -> Iterator[WarmStart]:
    with failing_commands(tmp_path_factory.mktemp("library")) as found:
        yield found


@pytest.fixture(scope="module")
def reporting(tmp_path_factory: pytest.TempPathFactory) -> Iterator[PracticeStore]:
    folder = tmp_path_factory.mktemp("store")
    with store_of_parts(folder, 70, 40) as store:
        REFERENCE[store.base_url] = uncut(folder, tmp_path_factory.mktemp("uncut") / "uncut.csv")
        yield store


@pytest.mark.parametrize(("case", "few"), list(sweeps()))
async def test_any_call_that_fails_once_is_told_and_loses_and_doubles_nothing(
    warm: WarmStart, request: pytest.FixtureRequest, tmp_path: Path, case: tuple[str, Kind], few: int
) -> None:
    job, kind = case
    store: PracticeStore = request.getfixturevalue("reporting" if job == "report" else "practice_store")

    async def tried(at: int) -> list[str]:
        if job != "report":
            store.reset()
        home = tmp_path / str(at)
        home.mkdir()
        code = CODES[kind][at % 2]
        desk = Desk(FailingCommands(home, warm), store, kind, at, code)
        await JOBS[job](desk)
        shutil.rmtree(home)
        return desk.calls

    count = len(await tried(0))
    assert count, "no call of this kind was seen"
    some = sorted({1 + turn * (count - 1) // (few - 1) for turn in range(few)}) if few else ()
    for at in some or range(1, count + 1):
        await tried(at)
