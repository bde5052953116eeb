"""How this computer reaches stores, and where files go: what window and command line share."""

from __future__ import annotations

import json
import os
from pathlib import Path
from typing import Annotated, Any
from urllib.parse import urlsplit

from pydantic import BaseModel, ConfigDict, Field, ValidationError, field_validator

from svcconsole import folders
from svcconsole.api.connection import Connection
from svcconsole.api.network import NO_PROXY, SYSTEM, Network
from svcconsole.api.token import Token
from svcconsole.languages import SETTINGS_FILE
from svcconsole.managed import ManagedError, managed
from svcconsole.profiles import Profile
from svcconsole.whole_file import whole_file
from svcconsole.words.message import message
from svcconsole.words.system_reason import system_reason


class PreferencesError(Exception):
    """The settings cannot be read or kept: a sentence, and what to do."""

    def __init__(self, sentence: str, advice: str) -> None:
        super().__init__(sentence)
        self.sentence = sentence
        self.advice = advice


class Preferences(BaseModel):
    """What is set; times in seconds. Unknown fields of a newer version are kept."""

    model_config = ConfigDict(extra="allow", frozen=True)

    proxy: str = SYSTEM
    """`system`: as the computer says; `none`; else the address of an http or https proxy."""
    ca_file: Path | None = None
    """A file of certificates in PEM form that are trusted besides the system's."""
    connect_seconds: Annotated[int, Field(ge=1, le=60)] = 10
    answer_seconds: Annotated[int, Field(ge=10, le=90)] = 45
    """How long the answer to a message is waited for; reading takes two thirds of it, a batch four thirds."""
    files_folder: Path | None = None
    """Where looking for a file to read begins."""
    reports_folder: Path | None = None
    """Where files that are written go unless another place is chosen."""
    language: str = ""
    """The code of the language to speak; blank: this computer's, where it is one of those there are."""

    @field_validator("proxy")
    @classmethod
    def _usable(cls, value: str) -> str:
        if value in (SYSTEM, NO_PROXY):
            return value
        parts = urlsplit(value if "://" in value else f"http://{value}")
        if parts.scheme not in ("http", "https") or not parts.hostname or parts.username or parts.port == 0:
            raise ValueError("not the address of a proxy")
        return f"{parts.scheme}://{parts.netloc}"

    @field_validator("ca_file", "files_folder", "reports_folder", mode="before")
    @classmethod
    def _blank_is_none(cls, value: object) -> object:
        return value or None


def preferences() -> Preferences:
    """What holds now: what an administrator fixed, else what was set here, else the defaults.

    Raises PreferencesError where either file cannot be read.
    """
    own = _own()
    try:
        fixed = managed()
        known = {name: value for name, value in fixed.settings.items() if name in Preferences.model_fields}
        return Preferences.model_validate({**own, **known})
    except ManagedError as error:
        raise PreferencesError(error.sentence, error.advice) from error
    except ValidationError as error:
        names = ", ".join(sorted({str(one["loc"][0]) for one in error.errors()}))
        raise PreferencesError(
            message("The settings of this computer hold something unusable: {names}.", names=names),
            message("Put it right in {file}, or in Settings.", file=fixed.path or _path()),
        ) from error


def change(**values: object) -> Preferences:
    """Keep these settings; None takes one back to its default. Raises ValidationError for one that cannot be
    and PreferencesError where they cannot be kept."""
    own = _own()
    for name, value in values.items():
        if value is None:
            own.pop(name, None)
        else:
            own[name] = value
    made = Preferences.model_validate(own)
    kept = made.model_dump(mode="json", exclude_unset=True, exclude_none=True)
    path = _path()
    try:
        with whole_file(path) as part:
            handle = os.open(part, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
            with os.fdopen(handle, "w", encoding="utf-8") as file:
                json.dump(kept, file, indent=2, ensure_ascii=False)
    except OSError as error:
        raise PreferencesError(
            message(
                "The settings could not be written to {path}: {reason}.",
                path=path,
                reason=system_reason(error),
            ),
            message("Make room or give write access, then set it again."),
        ) from error
    return made


def network() -> Network:
    """How this computer reaches servers now; raises PreferencesError."""
    set_here = preferences()
    return Network(
        proxy=set_here.proxy,
        ca_file=set_here.ca_file,
        connect_seconds=float(set_here.connect_seconds),
        answer_seconds=float(set_here.answer_seconds),
    )


def connection_of(profile: Profile, token: Token) -> Connection:
    """How the store of a profile is reached from this computer.

    Raises PreferencesError, and RefusedHere where the address or the token cannot be used.
    """
    return Connection(
        profile.base_url,
        token,
        profile.prefix,
        profile.app_id,
        name=profile.name,
        read_only=profile.is_read_only,
        network=network(),
        requests_a_second=profile.requests_a_second,
        at_once=profile.at_once,
    )


def _own() -> dict[str, Any]:
    path = _path()
    try:
        said = json.loads(path.read_text("utf-8-sig"))
    except FileNotFoundError:
        return {}
    except (OSError, ValueError, RecursionError) as error:
        raise PreferencesError(
            message("The settings in {path} cannot be read.", path=path),
            message("Put the file right or move it away."),
        ) from error
    if not isinstance(said, dict):
        raise PreferencesError(
            message("The settings in {path} cannot be read.", path=path),
            message("Put the file right or move it away."),
        )
    return said


def _path() -> Path:
    return folders.config_dir() / SETTINGS_FILE
