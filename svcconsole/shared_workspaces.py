"""Finds the shared workspace of a store: its address in the store's profile, its password in the keyring."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from urllib.parse import quote, unquote, urlsplit, urlunsplit

from svcconsole import secrets
from svcconsole.api.token import Token
from svcconsole.profiles import Profile, Profiles, ProfilesError
from svcconsole.store_folders import known_name
from svcconsole.words.message import message
from svcconsole.workspace import address
from svcconsole.workspace.errors import WorkspaceError


def learn_address(folder: Path, profiles: Sequence[Profile] | None = None) -> None:
    """Let every workspace that is opened for `folder` from now on be the one its profile says, read anew.

    Asks the keyring, where a workspace is shared: never on the window's thread. Raises WorkspaceError where
    nobody can know which workspace it is: a store that is sent to from two of them sends twice.
    """
    if folder.name == address.PRACTICE or address.is_by_environment(folder):
        return
    shared = shared_address(folder, _profiles() if profiles is None else profiles)
    address.learn({folder.name: shared and with_password(shared, password_of(folder))})


def shared_address(folder: Path, profiles: Sequence[Profile]) -> str:
    """The address, without its password, that the profiles of this folder's store have; blank for none."""
    found = {
        profile.workspace for profile in profiles if profile.workspace and known_name(profile) == folder.name
    }
    if len(found) > 1:
        raise WorkspaceError(
            message("The profiles of this store name different shared workspaces."),
            message("Choose one of them in Settings, Team, so that everybody sees what was sent."),
        )
    return found.pop() if found else address.OWN_FILE


def profiles_of(folder: Path, profiles: Sequence[Profile]) -> list[Profile]:
    """All profiles of the store that has this folder."""
    return [profile for profile in profiles if known_name(profile) == folder.name]


def with_password(url: str, password: str) -> str:
    """The address with `password` in it; as it is where there is none."""
    parts = urlsplit(url)
    if not password or parts.username is None:
        return url
    place = parts.netloc.rpartition("@")[2]
    return urlunsplit(parts._replace(netloc=f"{parts.username}:{quote(password, safe='')}@{place}"))


def split_password(url: str) -> tuple[str, str]:
    """The address without its password, and the password as it is typed; both as they are where none is in
    it."""
    parts = urlsplit(url.strip())
    who, at, place = parts.netloc.rpartition("@")
    name, colon, password = who.partition(":")
    if not at or not colon:
        return url.strip(), ""
    return urlunsplit(parts._replace(netloc=f"{name}@{place}")), unquote(password)


def password_of(folder: Path) -> str:
    """The password this console has for the shared workspace of a store; blank where it has none, as where
    the database knows this computer by a certificate or by its user.

    Blocks up to 5 seconds. Raises WorkspaceError where the keyring is locked.
    """
    try:
        kept = secrets.read_token(_account(folder))
    except secrets.KeyringTrouble as trouble:
        if not trouble.locked:
            return ""
        raise WorkspaceError(trouble.sentence, trouble.advice) from trouble
    return unquote(kept.reveal()) if kept is not None else ""


def keep_password(folder: Path, password: str) -> secrets.Kept | secrets.SessionOnly:
    """Give the password to the keyring; blocks up to 5 seconds."""
    # Escaped, because a token is cut at its ends and a password may begin with a space.
    return secrets.keep_token(_account(folder), Token(quote(password, safe="")))


def forget_password(folder: Path) -> None:
    """Delete the password, if there is one; blocks up to 5 seconds. Raises KeyringTrouble."""
    secrets.forget_token(_account(folder))


def _account(folder: Path) -> str:
    return f"workspace-{folder.name}"


def _profiles() -> Sequence[Profile]:
    try:
        return Profiles.load().profiles
    except ProfilesError as error:
        raise WorkspaceError(error.sentence, error.advice) from error
