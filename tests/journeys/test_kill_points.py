"""A power cut at each named moment of an import: what was decided stays, every row ends once."""

from __future__ import annotations

import csv
import json
import sqlite3
from contextlib import closing
from pathlib import Path

import pytest

from svcconsole.api.answers import CallRecord
from svcconsole.api.operations import UPSERT_PRODUCTS
from svcconsole.workspace.database import Workspace
from svcconsole.workspace.schema import Bucket
from tests.journeys.store_contents import everything_in
from tests.support.dying import Mortals
from tests.support.import_journey import (
    NAMELESS,
    PRODUCTS,
    REFUSED,
    ROWS_EACH,
    Journey,
    carry_through,
    write_file,
)
from tests.support.practice import PracticeStore

KILLED = -9
ROWS = PRODUCTS * ROWS_EACH
MOMENTS = (
    ("before CREATE runs", 1),
    ("before tables is committed", 1),
    ("after tables is committed", 1),
    ("before import is committed", 1),
    ("after import is committed", 1),
    ("before decision is committed", 1),
    ("before step is committed", 1),
    ("after step is committed", 1),
    ("before step is committed", 2),
    ("after step is committed", 3),
    ("before undo is committed", 1),
    ("after undo is committed", 1),
    ("before INSERT file_rows", 1),
    ("before plan is committed", 1),
    ("after plan is committed", 1),
    ("before lease is committed", 1),
    ("after lease is committed", 1),
    ("before mark is committed", 1),
    ("before INSERT attempts", 2),
    ("before intent is committed", 2),
    ("after intent is committed", 2),
    ("before an answer is looked at", 2),
    ("before UPDATE attempts", 2),
    ("before result is committed", 2),
    ("after result is committed", 2),
    ("before checkpoint is committed", 5),
    ("after checkpoint is committed", 5),
    ("before UPDATE items", 1),
    ("before UPDATE items", 2),
    ("before INSERT changes", 1),
    ("before INSERT changes", 2),
    ("after mark is committed", 4),
    ("before a file is written", 1),
    ("before sent.csv is renamed", 1),
    ("before a file is written", 2),
    ("before not_sent.csv is renamed", 1),
)


def acked(workspace: Path) -> set[str]:
    """What the ledger knew as sent when the process died."""
    if not (workspace / "workspace.sqlite3").exists():
        return set()
    with Workspace.open(workspace) as opened:
        found = opened.runs.list()
        assert len(found) <= 1
        for info in found:
            totals = opened.runs.totals(info.id)
            assert totals.sent + totals.refused + totals.not_sent + totals.needs_decision == info.rows == ROWS
        return set(opened.runs.record_ids(found[0].id, Bucket.SENT)) if found else set()


def rows_of(folder: Path) -> dict[str, int]:
    counts = {}
    for path in folder.glob("*.csv"):
        with path.open(encoding="utf-8-sig", newline="") as file:
            rows = list(csv.DictReader(file))
        assert {row["_outcome"] for row in rows} == {path.stem}
        counts[path.stem] = len(rows)
    return counts


def begun(home: Path, store: PracticeStore) -> Journey:
    store.reset()
    home.mkdir()
    journey = Journey(str(home), store.base_url, store.token)
    write_file(journey.path)
    return journey


async def gone_on(journey: Journey) -> tuple[str, set[str]]:
    """Go on to the end; the run's id and the products that were sent for it."""
    calls: list[CallRecord] = []
    run_id = await carry_through(journey, calls.append)
    bodies = [
        json.loads(call.request) for call in calls if call.answer.operation.name == UPSERT_PRODUCTS.name
    ]
    return run_id, {record["id"] for body in bodies for record in body["products"]}


@pytest.mark.parametrize(
    "times", [1, pytest.param(10, marks=[pytest.mark.deep, pytest.mark.timeout(1800)])], ids=["once", "often"]
)
@pytest.mark.parametrize("moment", MOMENTS, ids=lambda moment: f"{moment[0]} ({moment[1]})")
async def test_a_kill_at_this_moment_loses_and_doubles_nothing(
    children: Mortals, practice_store: PracticeStore, tmp_path: Path, moment: tuple[str, int], times: int
) -> None:
    for turn in range(times):
        journey = begun(tmp_path / str(turn), practice_store)
        assert children.live(journey, *moment) == KILLED, "the moment never came"
        before = acked(journey.workspace)
        run_id, sent = await gone_on(journey)
        assert not before & sent, "sent again although the ledger knew it as accepted"
        with Workspace.open(journey.workspace) as workspace:
            totals = workspace.runs.totals(run_id)
            assert len(workspace.runs.list()) == 1
            assert workspace.imports.list() == ()
        expected = {
            "sent": ROWS - 2 * ROWS_EACH - 1,
            "refused": ROWS_EACH,
            "not_sent": ROWS_EACH + 1,
        }
        assert (totals.sent, totals.refused, totals.not_sent, totals.needs_decision) == (
            *expected.values(), 0,
        )  # fmt: skip
        assert rows_of(journey.results) == expected
        stored = await everything_in(practice_store)
        assert len(stored) == PRODUCTS - 2
        assert f"lamp-{REFUSED:02}" not in stored
        assert f"lamp-{NAMELESS:02}" not in stored
        first, second, last = stored["lamp-01"], stored["lamp-02"], stored[f"lamp-{PRODUCTS:02}"]
        assert first["combinations"][0]["price"] == 77
        assert (first["tags"], second["name"]) == ("new", "Lamp 2")
        assert [variant["quantity"] for variant in last["combinations"]] == [5, 5]
        assert len(stored["lamp-15"]["combinations"]) == 1


async def test_this_would_see_a_row_sent_twice(
    children: Mortals, practice_store: PracticeStore, tmp_path: Path
) -> None:
    journey = begun(tmp_path / "home", practice_store)
    assert children.live(journey, "after result is committed", 2) == KILLED
    before = acked(journey.workspace)
    with closing(sqlite3.connect(journey.workspace / "workspace.sqlite3")) as forgetful:
        forgetful.execute("UPDATE items SET state = 'planned' WHERE state = 'acked'")
        forgetful.commit()
    _, sent = await gone_on(journey)
    assert before
    assert before <= sent
