"""One report in a workspace that consoles and workers share: one of them follows it, whichever that is."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Callable, Iterator
from contextlib import aclosing, asynccontextmanager
from pathlib import Path

import pytest
from sqlalchemy import text

from svcconsole.services.reports import run_actions
from svcconsole.services.reports.files import ReportFiles
from svcconsole.services.reports.progress import ReportProgress
from svcconsole.services.reports.run import ReportBusy, ask, can_follow_here, follow
from svcconsole.workspace import address
from svcconsole.workspace.errors import WorkspaceError
from svcconsole.workspace.runs.report_runs import Stage
from tests.support.practice import PracticeStore
from tests.support.reports import QUESTION, Desk, asked_for, desk, store_of_parts

ROWS, CAP, PARTS = 60, 25, 3


@pytest.fixture(scope="module")
def kept(tmp_path_factory: pytest.TempPathFactory) -> Iterator[PracticeStore]:
    with store_of_parts(tmp_path_factory.mktemp("store"), ROWS, CAP) as store:
        yield store


@pytest.fixture
def store(
    kept: PracticeStore, new_database: Callable[[], str], monkeypatch: pytest.MonkeyPatch
) -> Iterator[PracticeStore]:
    monkeypatch.setenv(address.VARIABLE, new_database())
    yield kept
    kept.clear_faults()


@asynccontextmanager
async def desks(folder: Path, store: PracticeStore) -> AsyncIterator[tuple[Desk, Desk, Desk]]:
    """Two consoles and what a worker would be: three computers on one database."""
    places = [folder / name / "store" for name in ("till", "office", "worker")]
    async with (
        desk(places[0], store.base_url, store.token) as till,
        desk(places[1], store.base_url, store.token) as office,
        desk(places[2], store.base_url, store.token) as worker,
    ):
        yield till, office, worker


async def as_far_as_it_goes(at: Desk, run_id: str) -> ReportProgress | ReportBusy:
    try:
        return await at.followed(run_id)
    except ReportBusy as busy:
        return busy


async def test_of_three_at_once_one_follows_and_nothing_is_exported_twice(
    store: PracticeStore, tmp_path: Path
) -> None:
    async with desks(tmp_path, store) as all_of_them:
        run = await ask(all_of_them[0].deps, QUESTION)
        ended = await asyncio.gather(*(as_far_as_it_goes(at, run.id) for at in all_of_them))
        busy = [each for each in ended if isinstance(each, ReportBusy)]
        [done] = [each for each in ended if isinstance(each, ReportProgress)]
        assert len(busy) == 2
        assert done.run.stage is Stage.DONE
        folders = [ReportFiles.of(at.deps.folder, run.id).folder for at in all_of_them]
        assert sum(folder.is_dir() for folder in folders) == 1, "the others have not begun"
        asked = asked_for(store, run.reference)
        assert len(asked) == PARTS
        assert all(len(found) == 1 for found in asked.values())


async def test_whoever_is_not_heard_of_loses_it_and_learns_that_before_the_next_step(
    store: PracticeStore, tmp_path: Path
) -> None:
    async with desks(tmp_path, store) as (till, office, _):
        run = await ask(till.deps, QUESTION)
        async with aclosing(follow(till.deps, run.id)) as asleep:
            while (await anext(asleep)).run.stage is Stage.ASKING:
                pass
            with pytest.raises(ReportBusy, match="This report is followed by postgres on "):
                await office.followed(run.id)
            with pytest.raises(ReportBusy):
                await run_actions.stop_following(office.deps, run.id)
            with till.workspace.writing() as connection:
                connection.execute(text("UPDATE presence SET expires_at = expires_at - 100"))
            other = await office.followed(run.id)
            assert other.run.stage is Stage.DONE
            with till.workspace.writing() as connection:
                name = f"report:{run.id}"
                connection.execute(
                    text("INSERT INTO presence (console, actor, host, kind, key, since, expires_at) VALUES "
                         "(:name, 'ana', 'office', 'follows', 'another', '', 'infinity')"),
                    {"name": name},
                )  # fmt: skip
            with pytest.raises(ReportBusy, match="followed by ana on office"):
                await anext(asleep)
        assert all(len(found) == 1 for found in asked_for(store, run.reference).values())


async def test_what_was_fetched_is_gone_on_with_where_it_lies(store: PracticeStore, tmp_path: Path) -> None:
    async with desks(tmp_path, store) as (till, office, _):
        run = await ask(till.deps, QUESTION)
        assert can_follow_here(office.deps, run)
        hurry = asyncio.Event()
        async with aclosing(follow(till.deps, run.id, hurry=hurry)) as told:
            async for progress in told:
                hurry.set()
                if progress.run.parts[0].fetched_at:
                    break
        left = office.workspace.reports.get(run.id)
        assert left.stage is not Stage.DONE
        assert not can_follow_here(office.deps, left)
        assert can_follow_here(till.deps, left)
        asked = asked_for(store, run.reference)
        for _ in range(2):
            with pytest.raises(WorkspaceError, match="Parts of this report that have come are not"):
                await office.followed(run.id)
        assert asked_for(store, run.reference) == asked, (
            "nothing is asked for where it cannot be put together"
        )
        assert (await till.followed(run.id)).run.stage is Stage.DONE
