"""The duplicate guard counts what anybody sent from a shared workspace, by hand or in a run."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path

import pytest

from svcconsole.services.campaigns.recent_sends import leave_out_recent
from svcconsole.services.sends.sending import SentBefore
from svcconsole.workspace.address import VARIABLE
from svcconsole.workspace.database import Workspace
from svcconsole.workspace.runs.records import FileRow, NewRun, PlanItem
from svcconsole.workspace.schema import Repeat
from tests.services.runs.senders import sending
from tests.support.practice import PracticeStore

TEXT = "The candle arrived broken."


@pytest.fixture
def consoles(
    tmp_path: Path, new_database: Callable[[], str], monkeypatch: pytest.MonkeyPatch
) -> tuple[Path, Path]:
    """Where two computers keep what is their own of one store."""
    monkeypatch.setenv(VARIABLE, new_database())
    return tmp_path / "till" / "store", tmp_path / "office" / "store"


async def test_the_same_sent_from_two_computers_is_a_question(
    practice_store: PracticeStore, consoles: tuple[Path, Path]
) -> None:
    till, office = consoles
    async with sending(till, practice_store) as here, sending(office, practice_store) as there:
        first = await here.send("AAAA-0001", TEXT)
        with pytest.raises(SentBefore) as caught:
            await there.send("AAAA-0002", TEXT)
        assert caught.value.record is not None and caught.value.record.run_id == first.run_id
    assert practice_store.counts()["tickets"] == 1


async def test_what_somebody_sent_meanwhile_is_left_out_of_a_run(
    practice_store: PracticeStore, consoles: tuple[Path, Path]
) -> None:
    till, office = consoles
    async with sending(till, practice_store) as here:
        sent = await here.send("AAAA-0003", TEXT)
        record = here.workspace.sends.get(sent.run_id)
        assert record is not None
    with Workspace.open(office) as there:
        bodies = record.body, json.dumps({**json.loads(record.body), "context": "Something else."}).encode()
        rows = (PlanItem(f"r{at}", (FileRow(at + 1, at + 2, ()),), body) for at, body in enumerate(bodies))
        new = NewRun("tickets", "Tickets", "/t.csv", "t.csv", "f" * 64, ("Text",), effect=Repeat.ONCE)
        run_id = there.runs.create(new, rows)
        leave_out_recent(there, there.runs.get(run_id), there.runner.acquire(run_id))
        totals = there.runs.totals(run_id)
        assert (totals.left_out, totals.not_sent) == (1, 2)
