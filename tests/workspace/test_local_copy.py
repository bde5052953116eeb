"""The copy of a shared workspace: read while its database is away, drafts kept in it and brought back."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from sqlalchemy import update

from svcconsole.workspace import local_copy, schema, versions
from svcconsole.workspace.database import Workspace
from svcconsole.workspace.errors import ReadOnly, WorkspaceAway
from svcconsole.workspace.local_copy import LocalCopy, swap_drafts
from svcconsole.workspace.schema import Repeat
from tests.support.postgresql_proxy import DatabaseProxy
from tests.workspace.planning import plan


@pytest.fixture
def shared(tmp_path: Path, new_database: Callable[[], str]) -> Iterator[Workspace]:
    with Workspace.open(tmp_path / "store", new_database()) as workspace:
        yield workspace


@pytest.fixture
def copy(tmp_path: Path) -> LocalCopy:
    return LocalCopy(tmp_path / "store")


def test_what_was_shared_is_read_in_it(shared: Workspace, copy: LocalCopy) -> None:
    assert copy.open() is None
    run_id = plan(shared, 3, blocked=1)
    shared.drafts.save("products:new", {"name": "Basil"})
    shared.presets.save("ticket", "Broken", {"text": "Sorry"})
    copy.refresh(shared)
    copy.refresh(shared)
    found = copy.open()
    assert found is not None and found.as_of
    with found:
        assert [info.id for info in found.runs.list()] == [run_id]
        assert found.runs.totals(run_id) == shared.runs.totals(run_id)
        draft = found.drafts.get("products:new")
        assert draft is not None and draft.value == {"name": "Basil"}
        assert [preset.name for preset in found.presets.all("ticket")] == ["Broken"]
    assert not (shared.folder / "marks").exists(), (
        "nothing of it is left on this computer but the copy itself"
    )


def test_nothing_but_drafts_is_changed_in_it_so_nothing_is_sent(shared: Workspace, copy: LocalCopy) -> None:
    run_id = plan(shared, 2, effect=Repeat.ONCE)
    copy.refresh(shared)
    found = copy.open()
    assert found is not None
    with found:
        found.drafts.save("products:new", {"name": "Mint"})
        for change in (
            lambda: found.presets.save("ticket", "Broken", {}),
            lambda: found.runner.acquire(run_id),
            lambda: plan(found, 1),
            lambda: found.runs.set_limit(run_id, 5),
            lambda: found.runs.forget(run_id),
        ):
            with pytest.raises(WorkspaceAway, match="nothing is changed and nothing is sent"):
                change()
        assert [info.id for info in found.runs.list()] == [run_id]
        assert found.drafts.keys() == ["products:new"]


def test_drafts_are_brought_back_once(shared: Workspace, copy: LocalCopy) -> None:
    shared.drafts.save("kept", {"n": 1})
    shared.drafts.save("dropped", {"n": 1})
    copy.refresh(shared)
    found = copy.open()
    assert found is not None
    with found:
        found.drafts.save("kept", {"n": 2})
        found.drafts.save("new", {"n": 3})
        found.drafts.delete("dropped")
    assert copy.bring_back(shared) == []
    found_keys = shared.drafts.keys()
    assert found_keys == ["kept", "new"]
    assert [draft.value["n"] for key in found_keys if (draft := shared.drafts.get(key))] == [2, 3]
    shared.drafts.save("kept", {"n": 4})
    assert copy.bring_back(shared) == [], "not a second time"
    again = shared.drafts.get("kept")
    assert again is not None and again.value == {"n": 4}


def test_drafts_that_were_not_brought_wait_in_every_newer_copy(shared: Workspace, copy: LocalCopy) -> None:
    """Also where another version made the copy, of which nothing else can be read."""
    for key in ("changed", "dropped", "left"):
        shared.drafts.save(key, {"n": 1})
    copy.refresh(shared)
    found = copy.open()
    assert found is not None
    with found:
        found.drafts.save("changed", {"n": 2})
        found.drafts.save("new", {"n": 2})
        found.drafts.delete("dropped")
        with Workspace.writing(found) as connection:
            connection.execute(
                update(schema.meta)
                .where(schema.meta.c.key == "schema")
                .values(value=str(versions.VERSION - 1))
            )
    assert copy.open() is None
    shared.drafts.save("left", {"n": 3})
    copy.refresh(shared)
    copy.refresh(shared)
    found = copy.open()
    assert found is not None
    with found:
        kept = {draft.key: draft.value["n"] for draft in found.drafts.all()}
    assert kept == {"changed": 2, "left": 3, "new": 2}
    assert copy.bring_back(shared) == []
    assert shared.drafts.keys() == ["changed", "left", "new"]
    copy.refresh(shared)
    assert copy.bring_back(shared) == [] and shared.drafts.keys() == ["changed", "left", "new"]


def test_where_a_team_may_only_be_read_drafts_wait(shared: Workspace, copy: LocalCopy) -> None:
    copy.refresh(shared)
    found = copy.open()
    assert found is not None
    with found:
        found.drafts.save("form", {"n": 1})
    shared.read_only = ReadOnly("Only read.", "")
    assert copy.bring_back(shared) == []
    copy.refresh(shared)
    shared.read_only = None
    assert copy.bring_back(shared) == [] and shared.drafts.keys() == ["form"]


def test_what_both_changed_is_kept_twice_and_can_be_swapped(shared: Workspace, copy: LocalCopy) -> None:
    shared.drafts.save("form", {"by": "both"})
    copy.refresh(shared)
    found = copy.open()
    assert found is not None
    with found:
        found.drafts.save("form", {"by": "here"})
    shared.drafts.save("form", {"by": "there"})
    [kept] = copy.bring_back(shared)
    assert kept.key == "form"

    def by(key: str) -> str:
        draft = shared.drafts.get(key)
        assert draft is not None
        return str(draft.value["by"])

    assert (by("form"), by(kept.aside)) == ("there", "here"), "the newer is where it was"
    swap_drafts(shared, kept)
    assert (by("form"), by(kept.aside)) == ("here", "there")


def test_a_database_that_goes_away_leaves_the_copy_and_the_drafts(
    database_proxy: DatabaseProxy, tmp_path: Path, copy: LocalCopy
) -> None:
    with Workspace.open(tmp_path / "store", database_proxy.address()) as workspace:
        workspace.drafts.save("form", {"n": 1})
        copy.refresh(workspace)
        found = copy.open()
        assert found is not None
        with found:
            found.drafts.save("form", {"n": 2})
        database_proxy.cut()
        with pytest.raises(WorkspaceAway):
            copy.bring_back(workspace)
        with pytest.raises(WorkspaceAway):
            copy.refresh(workspace)
        found = copy.open()
        assert found is not None
        with found:
            draft = found.drafts.get("form")
            assert draft is not None and draft.value == {"n": 2}
        database_proxy.listen()
        assert copy.bring_back(workspace) == []
        draft = workspace.drafts.get("form")
        assert draft is not None and draft.value == {"n": 2}


def test_a_copy_that_is_damaged_is_no_copy(shared: Workspace, copy: LocalCopy, tmp_path: Path) -> None:
    copy.refresh(shared)
    (tmp_path / "store" / "away" / "workspace.sqlite3").write_bytes(b"not a database")
    assert copy.open() is None
    copy.refresh(shared)
    found = copy.open()
    assert found is not None
    found.close()


def test_what_only_grows_is_copied_from_its_newest_end(
    shared: Workspace, copy: LocalCopy, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(local_copy, "MOST_ROWS", 3)
    monkeypatch.setattr(local_copy, "MOST_RUNS", 2)
    monkeypatch.setattr(local_copy, "CHUNK", 2)
    runs = [plan(shared, 3), plan(shared, 2), plan(shared, 1)]
    with shared.writing() as connection:
        for at, run_id in enumerate(runs):
            when = {"created_at": f"2026-01-0{at + 1}T00:00:00Z"}
            connection.execute(update(schema.runs).where(schema.runs.c.id == run_id).values(**when))
    for at in range(5):
        shared.drafts.save(f"form {at}", {"n": at})
    copy.refresh(shared)
    found = copy.open()
    assert found is not None
    with found:
        assert [info.id for info in found.runs.list()] == [runs[2], runs[1]]
        assert [found.runs.totals(run_id).rows for run_id in (runs[2], runs[1])] == [1, 2]
        assert len(found.drafts.keys()) == 5
