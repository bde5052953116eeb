"""The window's profiles and the workspace folders of their stores, those of before included."""

from __future__ import annotations

from pathlib import Path

import pytest

from svcconsole.folders import is_store_folder
from svcconsole.profiles import Profile
from svcconsole.store_folders import folder_of_profile, folder_of_store
from svcconsole.workspace.database import Workspace
from svcconsole.workspace.errors import WorkspaceError
from svcconsole.workspace.file_lock import FileLock
from tests.workspace.planning import plan

pytestmark = pytest.mark.usefixtures("own_folders")


def shop(name: str, base_url: str, **more: str) -> Profile:
    return Profile.model_validate({"id": name.casefold(), "name": name, "base_url": base_url, **more})


def test_two_profiles_of_one_store_share_its_folder_and_others_do_not() -> None:
    known = [
        shop("Shop", "https://shop.example"),
        shop("Again", "https://SHOP.example:443/"),
        shop("North", "https://two.example", app_id="1"),
        shop("South", "https://two.example", app_id="2"),
        shop("Odd", "not an address"),
    ]
    found = [folder_of_profile(profile, known) for profile in known]
    assert found[0] == found[1] == folder_of_store("https://shop.EXAMPLE", "svc", None, known)
    assert len(set(found)) == 4
    assert all(is_store_folder(folder) for folder in found)


def test_the_folder_of_a_profile_becomes_its_stores_with_everything_in_it(own_folders: Path) -> None:
    profile = shop("Shop", "https://shop.example")
    older = own_folders / "data" / "stores" / "shop"
    with Workspace.open(older) as workspace:
        run_id = plan(workspace, 2)
    (older / "reports").mkdir()
    (older / "reports" / "kept.csv").write_text("A\n")
    folder = folder_of_profile(profile, [profile])
    assert not older.exists()
    assert (folder / "reports" / "kept.csv").read_text() == "A\n"
    with Workspace.open(folder) as workspace:
        assert [info.id for info in workspace.runs.list()] == [run_id]
        assert workspace.decisions.count() == 0, "what is moved is not in question"
    assert folder_of_profile(profile, [profile]) == folder, "once"


def test_a_folder_whose_window_is_open_stays_where_it_is(own_folders: Path) -> None:
    profile = shop("Shop", "https://shop.example")
    older = own_folders / "data" / "stores" / "shop"
    Workspace.open(older).close()
    window = FileLock(older / "window.lock")
    assert window.acquire()
    with pytest.raises(WorkspaceError, match="has this store open"):
        folder_of_profile(profile, [profile])
    window.release()
    assert is_store_folder(folder_of_profile(profile, [profile]))


def test_what_several_stores_behind_one_address_had_together_stays_where_it_is(own_folders: Path) -> None:
    known = [
        shop("North", "https://two.example", app_id="1"),
        shop("South", "https://two.example", app_id="2"),
    ]
    for name in ("north", "south", "url-none"):
        with Workspace.open(own_folders / "data" / "stores" / name) as workspace:
            plan(workspace, 1)
    north, south = (folder_of_profile(profile, known) for profile in known)
    assert north != south
    for folder in (north, south):
        with Workspace.open(folder) as workspace:
            assert len(workspace.runs.list()) == 1
