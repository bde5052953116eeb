"""Profiles as a file for colleagues: without tokens, and read back without taking anything for granted."""

from __future__ import annotations

import json
import secrets
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

from pydantic import ValidationError

from svcconsole.profiles import Profile, Profiles, ProfilesError
from svcconsole.store_identity import identity_of_profile
from svcconsole.whole_file import write_whole
from svcconsole.words.message import message

FORMAT: Final = "svcconsole profiles"
FIELDS: Final = (
    "name", "base_url", "prefix", "app_id", "colour", "region", "currency", "storefront_url", "price_limit",
    "approve_above", "approvers", "must_practise", "requests_a_second", "at_once", "time_zone", "safe_level",
    "workspace",
)  # fmt: skip
"""What is written: what a colleague needs, nothing of this computer and no token."""
MOST_BYTES: Final = 1024 * 1024


AGAIN: Final = message("Have it exported again. Nothing was added.")


@dataclass(frozen=True, slots=True)
class Imported:
    """What came of a file: the profiles that are new, and those that are known here already, by name."""

    added: tuple[Profile, ...]
    known: tuple[str, ...]


def export_profiles(profiles: Sequence[Profile], path: Path) -> None:
    """Write these profiles without tokens; raises FileNotWritten."""
    said = [profile.model_dump(include=set(FIELDS), exclude_none=True) for profile in profiles]
    text = json.dumps({"format": FORMAT, "profiles": said}, indent=2, ensure_ascii=False)
    write_whole(path, (text + "\n").encode())


def import_profiles(path: Path, known: Profiles) -> Imported:
    """Add the profiles of a file to `known`, which is not saved here; a store that is known stays as it is.

    A profile never comes more open than the file says, and one without a level asks before it writes. Raises
    ProfilesError where the file cannot be read or holds no profiles.
    """
    added: list[Profile] = []
    there: list[str] = []
    stores = {identity_of_profile(profile) for profile in known.profiles}
    names = {profile.name.casefold() for profile in known.profiles}
    for said in _said(path):
        try:
            fields = {name: said[name] for name in FIELDS if name in said}
            profile = Profile.model_validate({**fields, "id": secrets.token_hex(8)})
        except ValidationError as error:
            raise ProfilesError(
                message("A profile in {file} cannot be used: {field}.", file=path.name, field=_field(error)),
                AGAIN,
            ) from error
        identity = identity_of_profile(profile)
        if identity is None:
            raise ProfilesError(
                message("The address of {name} in {file} cannot be read.", name=profile.name, file=path.name),
                AGAIN,
            )
        if identity in stores:
            there.append(profile.name)
            continue
        stores.add(identity)
        profile.name = _free_name(profile.name, names)
        names.add(profile.name.casefold())
        added.append(profile)
    for profile in added:
        known.upsert(profile)
    return Imported(tuple(added), tuple(there))


def _said(path: Path) -> list[dict[str, Any]]:
    unusable = ProfilesError(
        message("{file} holds no profiles of svcconsole.", file=path.name),
        message("Choose a file that was made with Export profiles."),
    )
    try:
        if path.stat().st_size > MOST_BYTES:
            raise unusable
        said = json.loads(path.read_text("utf-8-sig"))
    except (OSError, ValueError, RecursionError) as error:
        raise unusable from error
    profiles = said.get("profiles") if isinstance(said, dict) and said.get("format") == FORMAT else None
    if not isinstance(profiles, list) or not all(isinstance(one, dict) for one in profiles):
        raise unusable
    return profiles


def _field(error: ValidationError) -> str:
    return str(error.errors()[0]["loc"][0])


def _free_name(name: str, taken: set[str]) -> str:
    """A name that no store here has: a profile is found by it."""
    found, number = name, 2
    while found.casefold() in taken:
        found, number = f"{name[:74]} ({number})", number + 1
    return found
