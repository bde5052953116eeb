"""Finds the workspace folder of a command's store: by its profile, or by its address."""

from __future__ import annotations

import hashlib
from pathlib import Path

from svcconsole.api.connection import Connection
from svcconsole.api.errors import RefusedHere
from svcconsole.folders import store_dir
from svcconsole.profiles import Profile, Profiles
from svcconsole.words.message import message


def profile_of(name: str | None) -> Profile | None:
    """The profile a command names, if it names one."""
    return Profiles.load().find(name) if name is not None else None


def folder_of(profile: Profile | None, connection: Connection | None) -> Path:
    """The folder of a profile's workspace, or one for each base URL, or that of dry runs without a store."""
    name = hashlib.sha256(connection.base_url.encode()).hexdigest()[:12] if connection else "none"
    try:
        return store_dir(profile.id if profile is not None else f"url-{name}")
    except OSError as error:
        raise RefusedHere(
            message("The folder for the workspace cannot be used: {reason}.", reason=error.strerror or error),
            advice=message("Give write access to it, or name another one in SVCCONSOLE_DATA_DIR."),
        ) from error
