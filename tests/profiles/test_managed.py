"""What an administrator fixed: profiles and settings of one file stand over the user's own."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from svcconsole import folders, managed, preferences
from svcconsole.api.network import NO_PROXY
from svcconsole.managed import ManagedError
from svcconsole.preferences import PreferencesError
from svcconsole.profiles import Profile, Profiles, ProfilesError

OFFICE = {"name": "Office", "base_url": "https://api.office.example", "safe_level": "read-only"}


@pytest.fixture
def file(own_folders: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    path = tmp_path / "managed.json"
    monkeypatch.setenv("SVCCONSOLE_MANAGED_FILE", str(path))
    return path


def write(path: Path, **said: Any) -> None:
    path.write_text(json.dumps(said), encoding="utf-8")


def test_without_the_file_everything_is_the_users_own(file: Path) -> None:
    assert managed.managed() == managed.Managed()
    assert Profiles.load().profiles == []
    assert preferences.preferences() == preferences.Preferences()


def test_its_profiles_come_first_and_are_never_written_into_the_users_file(file: Path) -> None:
    own = Profile(name="Own", base_url="https://own.example")
    Profiles(profiles=[own]).save()
    write(file, profiles=[OFFICE])
    known = Profiles.load()
    office, kept = known.profiles
    assert (office.name, office.is_read_only, kept) == ("Office", True, own)
    assert (known.managed_by(office.id), known.managed_by(own.id)) == (file, None)
    assert Profiles.load().profiles[0].id == office.id, "its keyring entry and workspace are found again"
    known.save()
    file.unlink()
    assert Profiles.load().profiles == [own]


def test_an_own_profile_cannot_take_the_place_of_a_managed_one(file: Path) -> None:
    write(file, profiles=[{**OFFICE, "id": "office"}])
    mine = Profile(id="office", name="Mine", base_url="https://api.office.example", safe_level="open")
    (folders.config_dir() / "profiles.json").write_text(
        json.dumps({"profiles": [mine.model_dump(mode="json")]})
    )
    (found,) = Profiles.load().profiles
    assert (found.name, found.is_read_only) == ("Office", True)


def test_its_settings_stand_over_those_set_here(file: Path) -> None:
    preferences.change(proxy=NO_PROXY, connect_seconds=3)
    write(file, settings={"proxy": "proxy.office.example:8080", "theme": "dark"})
    assert preferences.preferences().proxy == "http://proxy.office.example:8080"
    assert preferences.network().connect_seconds == 3
    assert managed.managed().settings["theme"] == "dark"
    write(file, settings={})
    assert preferences.preferences().proxy == NO_PROXY, "a changed file is read again"


@pytest.mark.parametrize(
    "text", ["", "[]", '{"settings": []}', '{"profiles": [1]}', '{"profiles": 3}', "\xff\xfe", "[" * 100_000]
)
def test_a_damaged_file_opens_no_store_because_it_might_say_read_only(file: Path, text: str) -> None:
    file.write_text(text, encoding="latin-1")
    with pytest.raises(ManagedError, match="that an administrator installed cannot be read"):
        managed.managed()
    with pytest.raises(ProfilesError, match="cannot be read") as trouble:
        Profiles.load()
    assert "Ask the administrator" in trouble.value.advice
    with pytest.raises(PreferencesError):
        preferences.network()


@pytest.mark.parametrize(
    "said", [{"name": ""}, {"name": "A", "base_url": "https://a.example", "safe_level": "x"}]
)
def test_a_profile_that_cannot_be_opens_no_store_either(file: Path, said: dict[str, Any]) -> None:
    write(file, profiles=[said])
    with pytest.raises(ProfilesError, match="cannot be used"):
        Profiles.load()


def test_a_file_of_the_environment_counts_where_the_computer_has_none(
    file: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    write(file, profiles=[{**OFFICE, "name": "Branch", "base_url": "https://api.branch.example"}])
    computers = tmp_path / "etc.json"
    monkeypatch.setattr(managed, "place", lambda: computers)
    assert [profile.name for profile in Profiles.load().profiles] == ["Branch"]
    write(computers, profiles=[OFFICE])
    assert [profile.name for profile in Profiles.load().profiles] == ["Office"], "it is not taken away"
