"""Profiles: one private file, replaced in one step, never a token in it."""

from __future__ import annotations

import json
import stat
import sys
from pathlib import Path

import pytest

from svcconsole import folders
from svcconsole.profiles import FILE, Profile, Profiles, ProfilesError


def kept(own_folders: Path) -> Path:
    return own_folders / "config" / "profiles.json"


def test_none_yet_is_an_empty_list(own_folders: Path) -> None:
    assert Profiles.load().profiles == []


def test_what_is_saved_comes_back(own_folders: Path) -> None:
    profiles = Profiles()
    profiles.upsert(Profile(name="Wickloom Europe", base_url="https://api.wickloom.example", colour="forest"))
    profiles.upsert(Profile(name="كوب <b> 🧵", base_url="https://cup.example", currency="INR"))
    profiles.save()
    assert Profiles.load() == profiles


def test_a_profile_is_found_by_name_or_id(own_folders: Path) -> None:
    profile = Profile(name="Wickloom Europe", base_url="https://api.wickloom.example")
    profiles = Profiles(profiles=[profile])
    assert profiles.find(" wickloom EUROPE ") is profile
    assert profiles.find(profile.id) is profile
    assert profiles.find("Wickloom") is None


def test_put_replaces() -> None:
    profile = Profile(name="Old", base_url="https://a.example")
    profiles = Profiles(profiles=[profile])
    profiles.upsert(profile.model_copy(update={"name": "New"}))
    assert [each.name for each in profiles.profiles] == ["New"]


@pytest.mark.skipif(sys.platform == "win32", reason="POSIX modes")
def test_only_this_user_can_read_the_file(own_folders: Path) -> None:
    Profiles(profiles=[Profile(name="A", base_url="https://a.example")]).save()
    assert stat.S_IMODE(kept(own_folders).stat().st_mode) == 0o600
    assert stat.S_IMODE(kept(own_folders).parent.stat().st_mode) == 0o700


@pytest.mark.skipif(sys.platform == "win32", reason="POSIX modes")
def test_a_folder_that_everybody_may_write_to_is_refused(own_folders: Path) -> None:
    folder = own_folders / "config"
    folder.mkdir()
    folder.chmod(0o777)
    with pytest.raises(PermissionError, match="Everybody may write"):
        folders.config_dir()


def test_a_damaged_file_is_kept_and_named(own_folders: Path) -> None:
    folders.config_dir()
    kept(own_folders).write_text('{"profiles": [{"name"', "utf-8")
    with pytest.raises(ProfilesError) as caught:
        Profiles.load()
    assert str(kept(own_folders)) in caught.value.sentence
    assert kept(own_folders).read_text("utf-8") == '{"profiles": [{"name"'


def test_fields_of_a_newer_version_survive(own_folders: Path) -> None:
    folders.config_dir()
    text = '{"profiles": [{"id": "1", "name": "A", "base_url": "https://a.example", "pace": 7}], "team": "x"}'
    kept(own_folders).write_text(text, "utf-8")
    Profiles.load().save()
    assert '"pace": 7' in kept(own_folders).read_text("utf-8")
    assert '"team": "x"' in kept(own_folders).read_text("utf-8")


def test_a_save_that_fails_says_so_and_leaves_no_part(own_folders: Path) -> None:
    folders.config_dir()
    kept(own_folders).mkdir()
    with pytest.raises(ProfilesError, match="could not be written"):
        Profiles(profiles=[Profile(name="B", base_url="https://b.example")]).save()
    assert [path.name for path in kept(own_folders).parent.iterdir()] == ["profiles.json"]


@pytest.mark.parametrize(
    "field, value",
    [("name", " "), ("prefix", "a b"), ("currency", "EURO"), ("colour", "mauve"), ("safe_level", "never")],
)
def test_what_a_profile_refuses(field: str, value: str) -> None:
    with pytest.raises(ValueError):
        Profile.model_validate({"name": "A", "base_url": "https://a.example", field: value})


DEEP = '{"profiles": ' + "[" * 100_000 + "]" * 100_000 + "}"


def _one(**values: str) -> str:
    return json.dumps({"profiles": [{"name": "Shop", "base_url": "https://shop.example", **values}]})


@pytest.mark.parametrize(
    "text",
    [
        DEEP,
        _one(id="../../elsewhere"),
        _one(id=".."),
        _one(id="a/b"),
        _one(id="a\\b"),
        _one(id="/etc"),
        _one(id="C:x"),
        _one(id="a\0b"),
        _one(id=""),
        _one(id="x" * 300),
    ],
    ids=range(10),
)
def test_a_list_that_somebody_has_changed_is_a_sentence(own_folders: Path, text: str) -> None:
    (folders.config_dir() / FILE).write_text(text, "utf-8")
    with pytest.raises(ProfilesError) as caught:
        Profiles.load()
    assert "cannot be read" in caught.value.sentence


@pytest.mark.parametrize("name", ["../elsewhere", "..", ".", "", "a/b", "a\0b", "/etc"])
def test_no_folder_of_a_store_lies_outside_ours(own_folders: Path, name: str) -> None:
    with pytest.raises(ValueError, match="names no folder"):
        folders.store_dir(name)
    stores = folders.data_dir() / "stores"
    assert not stores.exists() or not list(stores.iterdir())
