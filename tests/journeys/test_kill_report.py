"""Power cuts all along an export, a fault at every part: the whole file comes, nothing is asked twice."""

from __future__ import annotations

import random
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import pytest

from svcconsole.services.reports import manifest
from svcconsole.services.reports.files import ReportFiles
from svcconsole.workspace.database import Workspace
from svcconsole.workspace.runs.report_runs import ReportRun, Stage
from tests.support.coroutines import until
from tests.support.dying import Mortals
from tests.support.practice import PracticeStore
from tests.support.report_journey import NaiveExport, ReportJourney, export, export_naively
from tests.support.reports import store_of_parts, uncut

KILLED = -9
CAP = 40
SMALL, LARGE = (5, 40), (20, 50_000)
"""Parts and rows of each."""
ON_THE_WIRE = (
    "before bytes leave",
    "after bytes left",
    "before bytes are read",
    "after bytes were read",
    "before stage is committed",
    "after stage is committed",
)
"""They come again and again until the last part is here."""
AT_A_BOUNDARY = (
    "before send is committed",
    "after send is committed",
    "before result is committed",
    "after result is committed",
    "before part is committed",
    "after part is committed",
    "before next part is committed",
    "after next part is committed",
)
"""They come while there are parts to ask for."""
AT_THE_START = ("before question is committed", "before the store is called", "before an answer is looked at")
AT_THE_END = (
    "before All Conversations Report 2026-01-01 to 2026-06-30.csv is written",
    "before All Conversations Report 2026-01-01 to 2026-06-30.csv is renamed",
    "before manifest.json is written",
    "before manifest.json is renamed",
)
AT_EVERY_PART: tuple[tuple[str, dict[str, object]], ...] = (
    ("reset", {"operation": "generateReport", "executed": True, "every": 2}),
    ("close", {"operation": "generateReport", "executed": False, "every": 2, "after": 1}),
    ("status", {"operation": "getReportById", "code": 503, "every": 3}),
    ("expired_link", {"every": 3}),
    ("cut", {"operation": "downloads", "every": 2, "keep": 1001}),
)
"""No asking is answered, every second is carried out; questions, links and files break off at every part."""


@dataclass(frozen=True)
class Place:
    """A store whose export has so many parts, its file, and the SHA-256 of the same in one piece."""

    store: PracticeStore
    file: Path
    reference: str
    parts: int
    rows: int

    def journey(self, kind: type[ReportJourney], folder: Path) -> ReportJourney:
        return kind(str(folder), self.store.base_url, self.store.token, str(self.file))


def place(tmp_path_factory: pytest.TempPathFactory, parts: int, rows_per_part: int) -> Iterator[Place]:
    folder, rows = tmp_path_factory.mktemp("store"), parts * rows_per_part - rows_per_part // 4
    with store_of_parts(folder, rows, rows_per_part) as store:
        (file,) = folder.rglob("practice.sqlite")
        sha256 = uncut(folder, tmp_path_factory.mktemp("uncut") / "uncut.csv")
        yield Place(store, file, sha256, parts, rows)


@pytest.fixture(scope="module")
def small(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Place]:
    yield from place(tmp_path_factory, *SMALL)


@pytest.fixture
def faulty(small: Place) -> Iterator[Place]:
    yield from with_faults(small)


@pytest.fixture
def large(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Place]:
    for at in place(tmp_path_factory, *LARGE):
        yield from with_faults(at)


def with_faults(at: Place) -> Iterator[Place]:
    for kind, when in AT_EVERY_PART:
        at.store.add_fault(kind, **{"count": 1000, **when})
    yield at
    at.store.clear_faults()


def checked(at: Place, folder: Path, run: ReportRun) -> None:
    """The merged file is the uncut report, its manifest holds, and no part was asked for twice."""
    assert (run.stage, run.rows, len(run.parts)) == (Stage.DONE, at.rows, at.parts)
    files = ReportFiles.of(folder, run.id)
    verdict = manifest.verify(files.manifest)
    assert (verdict.findings, verdict.parts) == ((), at.parts)
    assert run.sha256 == verdict.manifest.file.sha256 == at.reference
    asked = at.journey(ReportJourney, folder).in_store(run.reference)
    assert {cursor: len(numbers) for cursor, numbers in asked.items()} == dict.fromkeys(
        (part.cursor_in for part in run.parts), 1
    )


async def killed_again_and_again(at: Place, children: Mortals, folder: Path, kills: int, seed: int) -> None:
    """So many processes die on the way, each at a random moment that is still to come, with a fault at every
    boundary; one more brings it to its end."""
    chance, journey = random.Random(seed), at.journey(ReportJourney, folder)
    for kill in range(kills):
        here = _parts_here(folder)
        moment, nth = AT_THE_END[kill % len(AT_THE_END)], 1
        if kill < kills - 1 and here < at.parts:
            moment, nth = _next_moment(chance, here, at.parts)
        assert children.live(journey, moment, nth) == KILLED, f"{moment} ({nth}) never came"
    run = await export(journey, lambda _call: None)
    checked(at, folder, run)


def _parts_here(folder: Path) -> int:
    return len(list(folder.rglob("part-*.csv")))


def _next_moment(chance: random.Random, here: int, parts: int) -> tuple[str, int]:
    """A moment that comes while the parts after `here` are fetched, and how often it comes first."""
    of_the_file = [f"before part-{here + 1:04}.csv is {what}" for what in ("written", "renamed")]
    if parts - here < 2:
        return chance.choice([*of_the_file, *ON_THE_WIRE]), 1
    moment = chance.choice([*of_the_file, *ON_THE_WIRE, *AT_A_BOUNDARY])
    return moment, chance.randint(1, 6) if moment in ON_THE_WIRE else 1


@pytest.mark.parametrize("seed", [1, 2])
async def test_five_kills_on_the_way_through_five_parts(
    faulty: Place, children: Mortals, tmp_path: Path, seed: int
) -> None:
    await killed_again_and_again(faulty, children, tmp_path, kills=5, seed=seed)


@pytest.mark.deep
@pytest.mark.timeout(3600)
async def test_forty_kills_on_the_way_through_a_million_rows(
    large: Place, children: Mortals, tmp_path: Path
) -> None:
    await killed_again_and_again(large, children, tmp_path, kills=40, seed=3)


@pytest.mark.deep
@pytest.mark.timeout(3600)
@pytest.mark.parametrize("moment", [*AT_THE_START, *ON_THE_WIRE, *AT_A_BOUNDARY, *AT_THE_END])
@pytest.mark.parametrize("nth", [1, 2, 4])
async def test_a_kill_at_any_moment_loses_and_doubles_nothing(
    small: Place, children: Mortals, tmp_path: Path, moment: str, nth: int
) -> None:
    journey = small.journey(ReportJourney, tmp_path)
    assert children.live(journey, moment, nth if moment in (*ON_THE_WIRE, *AT_A_BOUNDARY) else 1) == KILLED
    checked(small, tmp_path, await export(journey, lambda _call: None))


async def test_the_first_file_stays_when_the_merge_is_killed(
    small: Place, children: Mortals, tmp_path: Path
) -> None:
    journey = small.journey(ReportJourney, tmp_path)
    assert children.live(journey, AT_THE_END[1], 1) == KILLED
    with Workspace.open(tmp_path) as workspace:
        (run,) = workspace.reports.list()
        assert run.stage is Stage.MERGING
        assert [part.rows for part in run.parts] == [40, 40, 40, 40, 30]
    checked(small, tmp_path, await export(journey, lambda _call: None))


async def test_a_client_without_a_ledger_asks_twice(small: Place, children: Mortals, tmp_path: Path) -> None:
    journey = small.journey(NaiveExport, tmp_path)
    assert isinstance(journey, NaiveExport)
    assert children.live(journey, "before an answer is looked at", 1) == KILLED
    await until(lambda: journey.in_store("NAIVE"))
    await export_naively(journey, lambda _call: None)
    assert len(journey.in_store("NAIVE")[None]) == 2
