"""Profiles handed to a colleague as a file: no token in it, nothing known here is changed by it."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest

from svcconsole import secrets
from svcconsole.api.token import Token
from svcconsole.profile_exchange import FIELDS, export_profiles, import_profiles
from svcconsole.profiles import Profile, Profiles, ProfilesError
from svcconsole.resources import resource
from svcconsole.workspace.team.key_codes import code_of

SHOP = Profile(
    id="shop", name="Harbour & Hearth", base_url="https://api.harbour.example", prefix="hearth", app_id="a1",
    colour="teal", region="DE", currency="EUR", storefront_url="https://harbour.example/products/{handle}",
    time_zone="Europe/Berlin", safe_level="read-only", requests_a_second=40, at_once=4, price_limit=10,
    workspace="postgresql://ana:geheim@db.harbour.example/shop", approve_above=50, must_practise="all",
    approvers={"Ben": code_of(b"k" * 32)},
)  # fmt: skip
OF_THIS_COMPUTER = {"id", "practice"}
"""What of a profile is nobody else's."""


def test_the_example_has_a_value_of_its_own_in_every_field() -> None:
    """Else a field could be left out of a file unseen."""
    as_usual = Profile(name="A", base_url="https://a.example").model_dump()
    said = SHOP.model_dump(exclude=OF_THIS_COMPUTER)
    assert [name for name, value in said.items() if value == as_usual[name]] == []


@pytest.mark.parametrize("language", ["", "ar", "es", "hi"])
def test_the_help_names_every_field_of_a_file(language: str) -> None:
    told = set(re.findall(r"[a-z_]+", resource("help", language, "stores.md").read_text("utf-8")))
    assert [name for name in FIELDS if name not in told] == []


def test_what_was_exported_is_the_same_store_elsewhere_and_holds_no_secret(
    own_folders: Path, tmp_path: Path
) -> None:
    secrets.keep_for_session("shop", Token("canary-token"))
    file = tmp_path / "profiles.json"
    export_profiles([SHOP], file)
    assert all(secret not in file.read_text() for secret in ("canary-token", "geheim", '"id"'))
    there = Profiles()
    came = import_profiles(file, there)
    (profile,) = came.added
    assert profile.model_dump(exclude={"id"}) == SHOP.model_dump(exclude={"id"})
    assert profile.id != SHOP.id
    assert there.profiles == [profile]
    secrets._session.pop("shop")


def test_a_store_that_is_known_stays_as_it_is_however_its_address_is_spelled(tmp_path: Path) -> None:
    file = tmp_path / "profiles.json"
    louder = SHOP.model_copy(update={"base_url": "https://API.harbour.example:443/", "safe_level": "open"})
    other = SHOP.model_copy(update={"base_url": "https://api.other.example", "name": "harbour & hearth"})
    export_profiles([louder, other], file)
    known = Profiles(profiles=[SHOP])
    came = import_profiles(file, known)
    assert came.known == ("Harbour & Hearth",)
    assert [profile.name for profile in came.added] == ["harbour & hearth (2)"]
    assert known.profiles[0] == SHOP


def test_one_without_a_level_asks_before_it_writes(tmp_path: Path) -> None:
    file = tmp_path / "profiles.json"
    said = {"name": "A", "base_url": "https://a.example", "practice": True, "id": "../../etc"}
    file.write_text(json.dumps({"format": "svcconsole profiles", "profiles": [said]}))
    (profile,) = import_profiles(file, Profiles()).added
    assert (profile.safe_level, profile.practice, "/" in profile.id) == ("confirm", False, False)


@pytest.mark.parametrize(
    "text",
    [
        "", "[]", "{}", '{"format": "other", "profiles": []}',
        '{"format": "svcconsole profiles", "profiles": 3}',
        '{"format": "svcconsole profiles", "profiles": [{"name": "A"}]}',
        '{"format": "svcconsole profiles", "profiles": [{"name": "A", "base_url": "http://shop.example"}]}',
        "[" * 100_000, "\xff",
    ],
)  # fmt: skip
def test_any_other_file_is_refused_and_adds_nothing(tmp_path: Path, text: str) -> None:
    file = tmp_path / "p.json"
    file.write_text(text, encoding="latin-1")
    known = Profiles(profiles=[SHOP])
    with pytest.raises(ProfilesError):
        import_profiles(file, known)
    assert known.profiles == [SHOP]
