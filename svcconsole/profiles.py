"""Connection profiles: the stores this user knows, in one JSON file; tokens are not in it."""

from __future__ import annotations

import hashlib
import json
import os
import re
import secrets
from collections.abc import Mapping
from pathlib import Path
from typing import Annotated, Any, Literal, get_args

from pydantic import BaseModel, ConfigDict, Field, PrivateAttr, ValidationError, field_validator

from svcconsole import folders
from svcconsole.managed import ManagedError, managed
from svcconsole.whole_file import whole_file
from svcconsole.words.message import message
from svcconsole.words.system_reason import system_reason
from svcconsole.workspace.team.key_codes import public_of

FILE = "profiles.json"
PRACTICE_ID = "practice"

FOLDER_NAME = r"^[A-Za-z0-9][A-Za-z0-9_-]{0,63}$"
"""What an id may be: it names a folder of ours, on every system."""

Colour = Literal["marine", "forest", "plum", "brick", "slate", "teal", "ochre", "rose"]
SafeLevel = Literal["open", "confirm", "name", "read-only"]
SAFE_LEVELS: tuple[SafeLevel, ...] = get_args(SafeLevel)
"""From the least careful to the most."""


class ProfilesError(Exception):
    """The profiles cannot be read or written: a sentence, and what to do."""

    def __init__(self, sentence: str, advice: str) -> None:
        super().__init__(sentence)
        self.sentence = sentence
        self.advice = advice


class Profile(BaseModel):
    """One store: how to reach it and how its window looks. Unknown fields of a newer version are kept."""

    model_config = ConfigDict(extra="allow", validate_assignment=True)

    id: Annotated[str, Field(pattern=FOLDER_NAME)] = Field(default_factory=lambda: secrets.token_hex(8))
    name: Annotated[str, Field(min_length=1, max_length=80)]
    base_url: Annotated[str, Field(min_length=1)]
    prefix: Annotated[str, Field(pattern=r"^[A-Za-z][A-Za-z0-9_]*$")] = "svc"
    app_id: str | None = None
    colour: Colour = "marine"
    region: str | None = None
    currency: Annotated[str, Field(pattern=r"^[A-Z]{3}$")] | None = None
    storefront_url: str | None = None
    price_limit: Annotated[int, Field(ge=1, le=1000)] = 20
    """Per cent: a price that changes by more is asked about before it is sent."""
    approve_above: Annotated[int, Field(ge=0)] = 0
    """A run to more people than this needs a second person; 0: none does, unless the team says so."""
    approvers: dict[Annotated[str, Field(min_length=1, max_length=80)], str] = {}
    """Whose signature counts as that of a second person where nobody shares the workspace: the code of each
    one's key, by name."""
    must_practise: Literal["nothing", "tasks", "all"] = "nothing"
    """What has to be passed in the practice store before this one is written to: the five tasks of the first
    ten minutes, or the five bad days as well."""
    requests_a_second: Annotated[int, Field(ge=0, le=1000)] = 0
    """A run sends at most so many; 0: as many as the store takes."""
    at_once: Annotated[int, Field(ge=1, le=64)] = 8
    """So many requests of a run are on the way at most."""
    time_zone: str | None = None
    safe_level: SafeLevel = "confirm"
    practice: bool = False
    workspace: str | None = None
    """The address of the workspace that a team shares, without its password; None for the file here."""

    @property
    def is_read_only(self) -> bool:
        """Whether nothing that changes the store may leave."""
        return self.safe_level == "read-only" and not self.practice

    @field_validator("workspace")
    @classmethod
    def _without_password(cls, value: str | None) -> str | None:
        """The keyring has the password, never the file."""
        return re.sub(r"(?<=//)([^/@:]*):[^/@]*@", r"\1@", value) if value else None

    @field_validator("approvers")
    @classmethod
    def _readable(cls, value: dict[str, str]) -> dict[str, str]:
        for code in value.values():
            if public_of(code) is None:
                raise ValueError("not the code of a key")
        return value

    @field_validator("name", "base_url", mode="before")
    @classmethod
    def _trimmed(cls, value: object) -> object:
        return value.strip() if isinstance(value, str) else value


class TokenNote(BaseModel):
    """What is known of a profile's token, which is not in it: the address it was typed for, and whether the
    keyring has it; otherwise what the keyring has is an older one."""

    model_config = ConfigDict(extra="allow")

    base_url: str
    kept: bool = True


class Profiles(BaseModel):
    """The stores of this user: those an administrator set up, then the user's own as they were added."""

    model_config = ConfigDict(extra="allow")

    profiles: list[Profile] = []
    tokens: dict[str, TokenNote] = {}
    """By the id of a profile, of an administrator's too."""
    _managed_by: dict[str, Path] = PrivateAttr(default_factory=dict)

    @classmethod
    def load(cls) -> Profiles:
        """Read the file and the administrator's; none yet means no profiles. Raises ProfilesError when either
        cannot be read."""
        path = _path()
        try:
            own = cls.model_validate(json.loads(path.read_text("utf-8")))
        except FileNotFoundError:
            own = cls()
        except (OSError, ValueError, ValidationError, RecursionError) as error:
            raise ProfilesError(
                message("The list of stores in {path} cannot be read.", path=path),
                message("Put the file right or move it away; nothing in it has been changed."),
            ) from error
        own._add_managed()
        return own

    def _add_managed(self) -> None:
        """Put the administrator's profiles first, in the place of own ones with their id."""
        try:
            fixed = managed()
            found = [Profile.model_validate({"id": _id_of(one), **one}) for one in fixed.profiles]
        except ManagedError as error:
            raise ProfilesError(error.sentence, error.advice) from error
        except ValidationError as error:
            raise ProfilesError(
                message(
                    "A profile in {file} cannot be used: {field}.",
                    file=fixed.path,
                    field=error.errors()[0]["loc"][0],
                ),
                message("Ask the administrator to put it right. Until then no store is opened."),
            ) from error
        if fixed.path is not None:
            self._managed_by = {profile.id: fixed.path for profile in found}
        self.profiles = [*found, *(one for one in self.profiles if one.id not in self._managed_by)]

    def managed_by(self, profile_id: str) -> Path | None:
        """The administrator's file a profile stands in; None for an own one."""
        return self._managed_by.get(profile_id)

    def save(self) -> None:
        """Replace the file in one step; a crash leaves the old one or the new one."""
        path = _path()
        own = [profile for profile in self.profiles if profile.id not in self._managed_by]
        text = self.model_copy(update={"profiles": own}).model_dump_json(indent=2, exclude_none=True)
        try:
            with whole_file(path) as part:
                handle = os.open(part, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
                with os.fdopen(handle, "w", encoding="utf-8") as file:
                    file.write(text)
        except OSError as error:
            raise ProfilesError(
                message(
                    "The list of stores could not be written to {path}: {reason}.",
                    path=path,
                    reason=system_reason(error),
                ),
                message("Make room or give write access, then save again."),
            ) from error

    def find(self, name: str) -> Profile | None:
        """The profile with this name or id; case does not count in names."""
        wanted = name.strip().casefold()
        exact = (profile for profile in self.profiles if profile.id == name)
        named = (profile for profile in self.profiles if profile.name.casefold() == wanted)
        return next(exact, None) or next(named, None)

    def upsert(self, profile: Profile) -> None:
        """Add `profile`, or replace the one with its id, whose token stays that of the address before."""
        for at, known in enumerate(self.profiles):
            if known.id == profile.id:
                self.tokens[profile.id] = self.token_note(known)
                self.profiles[at] = profile
                return
        self.profiles.append(profile)

    def remove(self, profile_id: str) -> None:
        """Take a profile of the user's own out, and what is known of its token; its workspace stays."""
        self.profiles = [profile for profile in self.profiles if profile.id != profile_id]
        self.tokens.pop(profile_id, None)

    def token_note(self, profile: Profile) -> TokenNote:
        """What is known of the token of a profile here; one without a note is of the address it has."""
        return self.tokens.get(profile.id) or TokenNote(base_url=profile.base_url)


def approvers_of(profile_id: str) -> Mapping[str, str]:
    """Whose signature counts for a store, as its profile lists them; nobody where it cannot be read."""
    try:
        profile = Profiles.load().find(profile_id)
    except ProfilesError:
        return {}
    return {} if profile is None else profile.approvers


def name_of_key(code: str) -> str:
    """What any store's profile here calls whoever has this key; blank where none lists it."""
    try:
        listed = [profile.approvers for profile in Profiles.load().profiles]
    except ProfilesError:
        return ""
    names = (name for keys in listed for name, each in keys.items() if public_of(each) == public_of(code))
    return next(names, "")


def _id_of(managed_profile: Mapping[str, Any]) -> str:
    """The id of a profile that was written without one: the same on every start."""
    place = (
        f"{managed_profile.get('base_url')} {managed_profile.get('prefix')} {managed_profile.get('app_id')}"
    )
    return f"managed-{hashlib.sha256(place.encode()).hexdigest()[:12]}"


def _path() -> Path:
    return folders.config_dir() / FILE
