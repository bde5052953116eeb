"""A report from its question to its merged file on the real practice store: asked once, whatever happens."""

from __future__ import annotations

import asyncio
import hashlib
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest

from svcconsole.services.reports import manifest, run_actions
from svcconsole.services.reports.files import ReportFiles
from svcconsole.services.reports.progress import ReportProgress
from svcconsole.services.reports.run import ReportBusy, ask, can_follow_here, follow
from svcconsole.workspace.database import Workspace
from svcconsole.workspace.errors import WorkspaceError
from svcconsole.workspace.runs.records import Decision
from svcconsole.workspace.runs.report_runs import Need, ReportRun, Stage
from tests.support.practice import PracticeStore
from tests.support.reports import NAME, QUESTION, Desk, asked_for, desk, store_of_parts, uncut

ROWS, CAP = 130, 50
PARTS = 3


@pytest.fixture(scope="module")
def kept(tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[PracticeStore, str]]:
    """A store whose export has three parts, and the SHA-256 of the same in one piece."""
    folder = tmp_path_factory.mktemp("store")
    with store_of_parts(folder, ROWS, CAP) as store:
        yield store, uncut(folder, tmp_path_factory.mktemp("uncut") / "uncut.csv")


@pytest.fixture
def store(kept: tuple[PracticeStore, str]) -> Iterator[PracticeStore]:
    yield kept[0]
    kept[0].clear_faults()


@asynccontextmanager
async def asked(folder: Path, store: PracticeStore) -> AsyncIterator[tuple[Desk, ReportRun]]:
    """A desk at which the question was just asked."""
    async with desk(folder, store.base_url, store.token) as at:
        yield at, await ask(at.deps, QUESTION)


def on_disk(folder: Path) -> bool:
    return folder.exists()


def sha_of(run: ReportRun, folder: Path) -> str:
    path = ReportFiles.of(folder, run.id).merged(run.file)
    return hashlib.sha256(path.read_bytes()).hexdigest()


async def test_an_export_in_parts_becomes_the_one_file_it_would_have_been(
    kept: tuple[PracticeStore, str], tmp_path: Path
) -> None:
    store, reference = kept
    seen: list[ReportProgress] = []
    async with asked(tmp_path, store) as (at, begun):
        last = await at.followed(begun.id, seen.append)
    run = last.run
    assert (run.stage, run.rows, len(run.parts)) == (Stage.DONE, ROWS, PARTS)
    assert run.sha256 == reference == sha_of(run, tmp_path)
    assert run.file == f"{NAME} 2026-01-01 to 2026-06-30.csv"
    assert [part.rows for part in run.parts] == [50, 50, 30]
    assert run.parts[-1].cursor_out is None
    assert {part.length for part in run.parts} == {"content-length"}
    assert asked_for(store, run.reference).keys() == {part.cursor_in for part in run.parts}
    assert all(len(found) == 1 for found in asked_for(store, run.reference).values())
    assert {progress.part.word for progress in seen} >= {"COMPLETED"}
    verdict = manifest.verify(ReportFiles.of(tmp_path, run.id).manifest)
    assert (verdict.holds, verdict.parts, verdict.notes) == (True, PARTS, ())


async def test_it_goes_on_from_every_point_at_which_it_is_left(
    kept: tuple[PracticeStore, str], tmp_path: Path
) -> None:
    """A window that is closed again and again, after every number of things it was told."""
    store, reference = kept
    async with asked(tmp_path, store) as (_, begun):
        pass
    for left in range(200):
        async with desk(tmp_path, store.base_url, store.token) as at:
            told = follow(at.deps, begun.id)
            for _ in range(1 + left % 9):
                progress = await anext(told, None)
                if progress is None:
                    break
            await told.aclose()
            run = at.workspace.reports.get(begun.id)
        if run.stage is Stage.DONE:
            break
    assert run.sha256 == reference
    assert all(len(found) == 1 for found in asked_for(store, run.reference).values())


async def test_what_is_done_is_told_though_its_parts_were_taken_away(
    kept: tuple[PracticeStore, str], tmp_path: Path
) -> None:
    store, reference = kept
    async with asked(tmp_path, store) as (at, begun):
        run = (await at.followed(begun.id)).run
        for part in run.parts:
            ReportFiles.of(tmp_path, run.id).part(part.number).unlink()
        assert not can_follow_here(at.deps, run)
        told = await at.followed(begun.id)
    assert (told.run.stage, sha_of(told.run, tmp_path)) == (Stage.DONE, reference)


async def test_two_do_not_follow_one_run(store: PracticeStore, tmp_path: Path) -> None:
    async with asked(tmp_path, store) as (at, begun):
        told = follow(at.deps, begun.id)
        await anext(told)
        with pytest.raises(ReportBusy):
            await anext(follow(at.deps, begun.id))
        with pytest.raises(ReportBusy):
            await run_actions.allow(at.deps, begun.id)
        await told.aclose()
        assert (await at.followed(begun.id)).stage is Stage.DONE


async def test_several_runs_go_side_by_side(kept: tuple[PracticeStore, str], tmp_path: Path) -> None:
    store, reference = kept
    async with desk(tmp_path, store.base_url, store.token) as at:
        runs = [await ask(at.deps, QUESTION) for _ in range(3)]
        for run in runs:
            at.workspace.reports.update(run.id, again=True)
        ends = await asyncio.gather(*(at.followed(run.id) for run in runs))
    assert [end.run.sha256 for end in ends] == [reference] * 3


async def test_the_same_within_a_day_is_asked_about_first(store: PracticeStore, tmp_path: Path) -> None:
    async with asked(tmp_path, store) as (at, first):
        await at.followed(first.id)
        second = await ask(at.deps, QUESTION)
        assert (await at.followed(second.id)).need is Need.ASKED_BEFORE
        assert asked_for(store, second.reference) == {}
        await run_actions.allow(at.deps, second.id)
        assert (await at.followed(second.id)).stage is Stage.DONE


@pytest.mark.parametrize(
    ("kind", "part", "executed"),
    [("reset", 1, True), ("close", 1, False), ("close", 3, True), ("reset", 3, False)],
)
async def test_asking_that_has_no_answer_is_a_person_s_to_decide(
    kept: tuple[PracticeStore, str], tmp_path: Path, kind: str, part: int, executed: bool
) -> None:
    """Once more where the store was not asked; by the number of the e-mail where it was."""
    store, reference = kept
    store.add_fault(kind, count=1, operation="generateReport", executed=executed, after=part - 1)
    async with asked(tmp_path, store) as (at, begun):
        end = await at.followed(begun.id)
        assert (end.stage, end.need, end.part.number) == (Stage.NEEDS, Need.DECISION, part)
        assert (await at.followed(begun.id)).need is Need.DECISION, "nothing is asked without a decision"
        reports = asked_for(store, begun.reference).get(end.part.cursor_in, [])
        assert len(reports) == int(executed)
        doubt = await run_actions.doubt_of(at.deps, begun.id)
        assert doubt is not None
        if executed:
            await at.deps.sender.decide(doubt.run_id, [doubt.seq], Decision.COUNT_AS_SENT)
            assert (await at.followed(begun.id)).need is Need.HISTORY_ID
            await run_actions.give_id(at.deps, begun.id, reports[0])
        else:
            await at.deps.sender.decide(doubt.run_id, [doubt.seq], Decision.SEND_AGAIN)
        end = await at.followed(begun.id)
    assert (end.stage, end.run.sha256) == (Stage.DONE, reference)
    assert all(len(found) == 1 for found in asked_for(store, begun.reference).values())


async def test_asking_that_was_counted_out_waits_until_somebody_goes_on(
    kept: tuple[PracticeStore, str], store: PracticeStore, tmp_path: Path
) -> None:
    store.add_fault("reset", count=1, operation="generateReport", executed=False)
    async with asked(tmp_path, store) as (at, begun):
        await at.followed(begun.id)
        doubt = await run_actions.doubt_of(at.deps, begun.id)
        assert doubt is not None
        await at.deps.sender.decide(doubt.run_id, [doubt.seq], Decision.KEEP)
        end = await at.followed(begun.id)
        assert (end.stage, end.sentence) == (Stage.STOPPED, "You counted the report as not asked for.")
        assert asked_for(store, begun.reference) == {}
        await run_actions.resume(at.deps, begun.id)
        assert (await at.followed(begun.id)).run.sha256 == kept[1]


async def test_what_has_no_number_can_be_left_to_the_e_mail(store: PracticeStore, tmp_path: Path) -> None:
    store.add_fault("reset", count=1, operation="generateReport", executed=True)
    async with asked(tmp_path, store) as (at, begun):
        await at.followed(begun.id)
        doubt = await run_actions.doubt_of(at.deps, begun.id)
        assert doubt is not None
        await at.deps.sender.decide(doubt.run_id, [doubt.seq], Decision.COUNT_AS_SENT)
        await at.followed(begun.id)
        run = await run_actions.stop_following(at.deps, begun.id)
        assert (run.stage, run.ended) == (Stage.UNTRACKED, True)
        assert run.sentence.startswith("Asked for, not trackable")
        assert (await at.followed(begun.id)).stage is Stage.UNTRACKED


async def test_what_was_not_reached_is_asked_on_and_nothing_twice(
    kept: tuple[PracticeStore, str], store: PracticeStore, tmp_path: Path
) -> None:
    """Another program that is sending, and a store that answers nothing but 503 for a while."""
    store.add_fault("status", operation="getReportById", code=503, count=4)
    seen: list[ReportProgress] = []
    async with asked(tmp_path, store) as (at, begun):
        with Workspace.open(tmp_path) as other:
            other.runner.acquire("import")

            def see(progress: ReportProgress) -> None:
                seen.append(progress)
                if progress.trouble:
                    other.runner.release("import")

            end = await at.followed(begun.id, see)
    assert end.run.sha256 == kept[1]
    troubled = [progress for progress in seen if progress.trouble]
    assert [progress.stage for progress in troubled] == [Stage.ASKING, *[Stage.WAITING] * 4]
    assert all(progress.sentence and progress.next_poll_at for progress in troubled)
    assert all(len(found) == 1 for found in asked_for(store, begun.reference).values())


async def test_a_token_that_is_refused_stops_it_until_that_is_put_right(
    kept: tuple[PracticeStore, str], store: PracticeStore, tmp_path: Path
) -> None:
    store.add_fault("unauthorized", count=1, operation="getReportById")
    async with asked(tmp_path, store) as (at, begun):
        end = await at.followed(begun.id)
        assert end.stage is Stage.STOPPED
        assert end.error is not None
        await run_actions.resume(at.deps, begun.id)
        assert (await at.followed(begun.id)).run.sha256 == kept[1]


async def test_a_question_the_store_refuses_ends_it_with_the_field(
    store: PracticeStore, tmp_path: Path
) -> None:
    async with desk(tmp_path, store.base_url, store.token) as at:
        begun = await ask(at.deps, replace(QUESTION, emails=("ada@shop.example", "no address")))
        end = await at.followed(begun.id)
    assert (end.stage, end.run.ended) == (Stage.REFUSED, True)
    assert end.server_words == ('emails[1] must be an e-mail address, not "no address"',)
    assert end.error is not None
    assert [field.loc[0] for field in end.error.fields] == ["emails"]


async def test_expired_links_are_renewed_and_then_asked_about(
    kept: tuple[PracticeStore, str], store: PracticeStore, tmp_path: Path
) -> None:
    store.add_fault("expired_link", count=2)
    store.add_fault("expired_link", count=4, after=4)
    async with asked(tmp_path, store) as (at, begun):
        end = await at.followed(begun.id)
        assert (end.need, end.part.number) == (Need.NEW_MAIL, 3)
        assert "everybody gets its e-mail" in end.advice
        await run_actions.allow(at.deps, begun.id)
        end = await at.followed(begun.id)
    assert end.run.sha256 == kept[1]
    times = [len(found) for found in asked_for(store, begun.reference).values()]
    assert sorted(times) == [1, 1, 2]


async def test_a_report_that_failed_can_be_asked_for_again(
    kept: tuple[PracticeStore, str], store: PracticeStore, tmp_path: Path
) -> None:
    store.add_fault("report_failed", count=1, after=1)
    async with asked(tmp_path, store) as (at, begun):
        end = await at.followed(begun.id)
        assert (end.stage, end.part.number, end.part.word) == (Stage.FAILED, 2, "FAILED")
        assert "makes a new report" in end.advice
        await run_actions.allow(at.deps, begun.id)
        end = await at.followed(begun.id)
    assert end.run.sha256 == kept[1]


async def test_a_report_that_is_stuck_is_waited_for_and_says_so(
    kept: tuple[PracticeStore, str], store: PracticeStore, tmp_path: Path
) -> None:
    store.add_fault("report_stuck", count=1)
    async with asked(tmp_path, store) as (at, begun):
        told = follow(at.deps, begun.id)
        async for progress in told:
            if progress.part.word == "IN_PROGRESS":
                break
        assert (progress.stuck, progress.stage) == (False, Stage.WAITING)
        long_ago = (datetime.now(UTC) - timedelta(minutes=25)).isoformat()
        await told.aclose()
        at.workspace.reports.put_part(begun.id, 1, word_at=long_ago)
        told = follow(at.deps, begun.id)
        async for progress in told:
            if progress.stuck:
                break
        await told.aclose()
        assert progress.stage is Stage.WAITING, "it is never given up"
        assert progress.sentence == "Nothing has changed at the store for 25 minutes."
        assert "Checking goes on." in progress.advice
        store.clear_faults()
        assert (await at.followed(begun.id)).run.sha256 == kept[1]


@pytest.mark.parametrize("framing", ["length", "chunked", "close"])
async def test_bodies_that_are_cut_come_whole_in_the_end(
    kept: tuple[PracticeStore, str], store: PracticeStore, tmp_path: Path, framing: str
) -> None:
    store.add_fault("cut", operation="downloads", count=6, every=2, framing=framing, keep=3001)
    async with asked(tmp_path, store) as (at, begun):
        end = await at.followed(begun.id)
    assert end.run.sha256 == kept[1]


async def test_another_report_is_one_part_and_whole(store: PracticeStore, tmp_path: Path) -> None:
    async with desk(tmp_path, store.base_url, store.token) as at:
        begun = await ask(at.deps, replace(QUESTION, name="Channel Engagement", group_by="month"))
        end = await at.followed(begun.id)
    assert (end.stage, len(end.run.parts), end.run.warnings) == (Stage.DONE, 1, ())
    assert end.run.rows == 1


async def test_what_is_forgotten_is_off_the_list_and_the_disk(store: PracticeStore, tmp_path: Path) -> None:
    async with asked(tmp_path, store) as (at, begun):
        await at.followed(begun.id)
        folder = ReportFiles.of(tmp_path, begun.id).folder
        assert on_disk(folder)
        await run_actions.forget(at.deps, begun.id)
        assert not on_disk(folder)
        assert at.workspace.reports.list() == ()


@pytest.mark.parametrize("name", ["part-0002.csv.partial", f"{NAME} 2026-01-01 to 2026-06-30.csv.partial"])
async def test_a_file_that_cannot_be_written_stops_it_until_it_can(
    kept: tuple[PracticeStore, str], tmp_path: Path, name: str
) -> None:
    store, reference = kept
    async with asked(tmp_path, store) as (at, begun):
        in_the_way = ReportFiles.of(tmp_path, begun.id).folder / name
        in_the_way.mkdir(parents=True)
        end = await at.followed(begun.id)
        assert end.stage is Stage.STOPPED
        assert "could not be written: there is a folder of that name." in end.sentence
        if name.startswith(NAME):
            with pytest.raises(WorkspaceError, match="All parts of this report are here"):
                await run_actions.allow(at.deps, begun.id)
        in_the_way.rmdir()
        await run_actions.resume(at.deps, begun.id)
        assert (await at.followed(begun.id)).run.sha256 == reference
