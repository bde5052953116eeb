"""Finds the workspace folder of a command's store: one store has one, however a command names it."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from svcconsole.api.connection import Connection
from svcconsole.api.errors import RefusedHere
from svcconsole.folders import store_dir
from svcconsole.profiles import Profiles, ProfilesError
from svcconsole.words.message import message
from svcconsole.words.system_reason import system_reason

NO_STORE = "url-none"
"""The folder of dry runs without a store."""


def folder_of(connection: Connection | None) -> Path:
    """The folder of the workspace of a store, or that of dry runs without one; raises RefusedHere."""
    if connection is not None:
        return folder_at(connection.base_url, connection.prefix, connection.app_id)
    with as_refusals():
        return store_dir(NO_STORE)


def folder_at(base_url: str, prefix: str, app_id: str | None) -> Path:
    """The folder of the workspace of the store at an address, which is opened where the store's profile says;
    raises RefusedHere."""
    from svcconsole.shared_workspaces import learn_address
    from svcconsole.store_folders import folder_of_store

    with as_refusals():
        profiles = Profiles.load().profiles
        folder = folder_of_store(base_url, prefix, app_id, profiles)
        learn_address(folder, profiles)
        return folder


@contextmanager
def as_refusals() -> Iterator[None]:
    """Raise what goes wrong with a workspace or its folder as RefusedHere."""
    from svcconsole.workspace.errors import WorkspaceError

    try:
        yield
    except (WorkspaceError, ProfilesError) as error:
        raise RefusedHere(error.sentence, advice=error.advice) from error
    except OSError as error:
        raise RefusedHere(
            message("The folder for the workspace cannot be used: {reason}.", reason=system_reason(error)),
            advice=message("Give write access to it, or name another one in SVCCONSOLE_DATA_DIR."),
        ) from error
