"""Entries of the system's keyring for what this computer alone may know; its troubles as WorkspaceError."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager, suppress

from svcconsole import secrets
from svcconsole.api.token import Token
from svcconsole.workspace.errors import WorkspaceError


def read_entry(name: str) -> str | None:
    """What is kept under a name; None where nothing is. Blocks up to 5 seconds. Raises WorkspaceError where
    the keyring is locked or does not answer."""
    with _as_workspace_errors():
        found = secrets.read_token(name)
    return None if found is None else found.reveal()


def keep_entry(name: str, text: str) -> None:
    """Keep `text` under a name; as `secrets.keep_in_keyring`, but raises WorkspaceError."""
    with _as_workspace_errors():
        secrets.keep_in_keyring(name, Token(text))


def make_entry(name: str, text: str) -> None:
    """Keep the first `text` under a name. Raises WorkspaceError, and leaves nothing of it in the keyring."""
    try:
        keep_entry(name, text)
    except WorkspaceError:
        with suppress(secrets.KeyringTrouble):
            secrets.forget_token(name)
        raise


@contextmanager
def _as_workspace_errors() -> Iterator[None]:
    try:
        yield
    except secrets.KeyringTrouble as trouble:
        raise WorkspaceError(trouble.sentence, trouble.advice) from trouble
