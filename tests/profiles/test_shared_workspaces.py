"""A store's profile says which workspace its team shares; its password is in the keyring alone."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from svcconsole import secrets
from svcconsole.api.token import Token
from svcconsole.profiles import Profile, Profiles
from svcconsole.services.workers.worker_process import WorkerProcess
from svcconsole.shared_workspaces import (
    keep_password,
    learn_address,
    password_of,
    split_password,
    with_password,
)
from svcconsole.store_folders import folder_of_profile
from svcconsole.workspace import address
from svcconsole.workspace.database import Workspace
from svcconsole.workspace.errors import WorkspaceError
from tests.api.models.samples import CATALOG, PRODUCT
from tests.sandbox.wire import data
from tests.support.command import CommandLine
from tests.support.practice import PracticeStore
from tests.workspace.planning import plan

PASSWORD = " Basil & Thyme: a/b@c? "
SHARED = "postgresql://ann@db.example:5433/shop?sslmode=require"


@pytest.fixture(autouse=True)
def own_folders(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    monkeypatch.setenv("SVCCONSOLE_CONFIG_DIR", str(tmp_path / "config"))
    monkeypatch.setenv("SVCCONSOLE_DATA_DIR", str(tmp_path / "data"))
    monkeypatch.setattr(secrets, "_session", {})
    yield tmp_path
    address.learn(dict.fromkeys(address.learnt(), address.OWN_FILE))


def shop(name: str, workspace: str | None, base_url: str = "https://shop.example") -> Profile:
    return Profile(id=name.casefold(), name=name, base_url=base_url, workspace=workspace)


def test_the_password_is_never_in_the_file(own_folders: Path) -> None:
    whole = with_password(SHARED, PASSWORD)
    assert split_password(whole) == (SHARED, PASSWORD)
    profile = shop("Shop", whole)
    Profiles(profiles=[profile]).save()
    text = (own_folders / "config" / "profiles.json").read_text()
    assert "Thyme" not in text
    assert json.loads(text)["profiles"][0]["workspace"] == SHARED
    folder = folder_of_profile(profile)
    keep_password(folder, PASSWORD)
    assert password_of(folder) == PASSWORD
    learn_address(folder)
    assert address.address_of(folder) == whole
    assert not list(own_folders.rglob("*Thyme*"))


def test_the_environment_comes_first_and_the_practice_store_has_its_own(
    own_folders: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    profile = shop("Shop", SHARED)
    Profiles(profiles=[profile]).save()
    folder = folder_of_profile(profile)
    monkeypatch.setenv(address.VARIABLE, "postgresql://other.example/w")
    learn_address(folder)
    assert address.address_of(folder) == "postgresql://other.example/w"
    assert address.address_of(folder.parent / "practice") == address.OWN_FILE


def test_two_profiles_of_one_store_have_one_workspace(own_folders: Path) -> None:
    """One store sent to from two workspaces would be sent to twice."""
    profiles = [shop("Shop", SHARED), shop("Again", None, "https://SHOP.example:443/"), shop("Other", None)]
    folder = folder_of_profile(profiles[1], profiles)
    learn_address(folder, profiles)
    assert address.address_of(folder) == SHARED
    profiles[1] = shop("Again", "postgresql://ann@two.example/shop", "https://SHOP.example:443/")
    with pytest.raises(WorkspaceError, match="name different shared workspaces"):
        learn_address(folder, profiles)
    learn_address(folder, [shop("Shop", None)])
    assert address.address_of(folder) == address.OWN_FILE, "it was taken out of the profile"


def test_a_list_of_stores_that_cannot_be_read_opens_nothing(own_folders: Path) -> None:
    folder = folder_of_profile(shop("Shop", None))
    (own_folders / "config").mkdir(exist_ok=True)
    (own_folders / "config" / "profiles.json").write_text("{")
    with pytest.raises(WorkspaceError, match="cannot be read"):
        learn_address(folder)


async def test_processes_that_are_started_open_the_same_one(
    own_folders: Path, new_database: Callable[[], str], tmp_path: Path
) -> None:
    shared = new_database()
    profile = shop("Shop", shared)
    folder = folder_of_profile(profile)
    learn_address(folder, [profile])
    with Workspace.open(folder) as workspace:
        assert workspace.shared
        run_id = plan(workspace, 2)
    async with WorkerProcess("svcconsole.services.runs.result_files:ResultWriter", str(folder)) as work:
        written = await work.call("write", run_id, str(tmp_path / "results"))
    assert written[0].name == "not_sent.csv"
    assert not (folder / "workspace.sqlite3").exists()


def write_profiles(command: CommandLine, *profiles: dict[str, str]) -> None:
    config = Path(command.environment()["SVCCONSOLE_CONFIG_DIR"])
    config.mkdir(parents=True, mode=0o700)
    (config / "profiles.json").write_text(json.dumps({"profiles": profiles}))


async def test_the_command_line_uses_it_too(
    practice_store: PracticeStore, tmp_path: Path, new_database: Callable[[], str]
) -> None:
    shared = new_database()
    command = CommandLine(tmp_path / "till")
    store = {"id": "p1", "name": "Shop", "base_url": practice_store.base_url, "safe_level": "open"}
    write_profiles(command, {**store, "workspace": shared})
    data(practice_store, "catalogs/createOrUpdate", {"catalogs": [CATALOG]})
    data(practice_store, "products/createOrUpdate", {"products": [PRODUCT]})
    done = await command.run("product", "set", "mug", "name=Oat mug", store=practice_store)
    assert done.code == 0, done.stderr
    [folder] = (command.home / "data" / "stores").iterdir()
    with Workspace.open(folder, shared) as workspace:
        assert [change.action for change in workspace.changes.history("products", "mug")] == ["updated"]
    assert not (folder / "workspace.sqlite3").exists()


def test_a_password_without_a_keyring_lives_in_this_session(own_folders: Path) -> None:
    profile = shop("Shop", SHARED)
    folder = folder_of_profile(profile)
    secrets.keep_for_session(f"workspace-{folder.name}", Token("Mint"))
    learn_address(folder, [profile])
    assert address.address_of(folder) == with_password(SHARED, "Mint")
