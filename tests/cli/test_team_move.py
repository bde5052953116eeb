"""`svcconsole team move` and the backup of what a team shares, by command: told plainly, nothing twice."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from svcconsole.workspace.address import VARIABLE
from tests.support.campaign import Campaign, received, recipients
from tests.support.command import CommandLine
from tests.support.coroutines import until
from tests.support.practice import PracticeStore

COUNT = 20


@pytest.fixture
def campaign(practice_store: PracticeStore, tmp_path: Path) -> Campaign:
    return Campaign(CommandLine(tmp_path), practice_store, recipients(tmp_path / "list.csv", COUNT))


async def test_a_campaign_that_was_moved_goes_on_there_and_only_there(
    campaign: Campaign,
    practice_store: PracticeStore,
    new_database: Callable[[], str],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    command, names, address = campaign.command, ("--base-url", practice_store.base_url), new_database()
    for told in ("postgresql://ana:secret@host/shop", "postgresql://ana@host/shop?password=secret"):
        refused = await command.run("team", "move", "--to", told, *names)
        assert (refused.code, "put it into PGPASSWORD" in refused.stderr) == (2, True), refused.stderr
        assert "secret" not in refused.stderr
        tour = await command.run("tour", "--part", "team", "--team", told)
        assert (tour.code, tour.stderr) == (2, refused.stderr)
    nothing = await command.run("team", "move", "--to", address, *names)
    assert (nothing.code, nothing.stderr) == (2, "Nothing is kept of this store on this computer.\n")
    unsaid = await command.run("team", "move", *names)
    assert (unsaid.code, "Use --to URL" in unsaid.stderr) == (2, True)
    running = await campaign.begin("--limit", "240")
    await until(lambda: practice_store.counts()["messages"] >= 2)
    busy = await command.run("team", "move", "--to", address, *names)
    assert (busy.code, "Another svcconsole" in busy.stderr) == (2, True)
    running.terminate()
    await running.communicate()
    moved = await command.run("team", "move", "--to", address, *names)
    assert moved.code == 0, moved.stderr
    assert "each read back and the same." in moved.stderr
    assert f"Set {VARIABLE} to that address" in moved.stderr
    before = received(practice_store).total()
    here = await command.run("import", "templates", "--resume", "last", store=practice_store)
    assert here.code in (4, 5), "5 where one was on its way when it was stopped"
    assert received(practice_store).total() == before
    assert "This workspace was moved to" in here.stderr
    monkeypatch.setenv(VARIABLE, address)
    there = await command.run("import", "templates", "--resume", "last", store=practice_store)
    assert there.code in (0, 5), there.stderr
    assert set(received(practice_store).values()) == {1}
    assert there.json["sent"] + there.json["needs_decision"] == COUNT
