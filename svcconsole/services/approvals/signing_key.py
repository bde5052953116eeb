"""The key that whoever works here signs with: its private half is in the system's keyring alone."""

from __future__ import annotations

import base64
import binascii
from typing import Final

from svcconsole import secrets
from svcconsole.services.keyring_entry import make_entry, read_entry
from svcconsole.words.message import message
from svcconsole.workspace.errors import WorkspaceError
from svcconsole.workspace.team.signatures import SigningKey

NAME: Final = "signing-key"
"""What the key is kept under in the keyring."""


def own_key() -> SigningKey | None:
    """The key of whoever works here; None where there is none yet, or no keyring that could hold one.

    Blocks up to 5 seconds: not on the window's thread. Raises WorkspaceError where the keyring is locked or
    does not answer: whose key it is cannot be told then.
    """
    return _read() if secrets.backend_name() else None


def make_key() -> SigningKey:
    """The key of whoever works here, a new one where there is none. Raises WorkspaceError where the keyring
    cannot keep it: a key that is gone tomorrow is listed nowhere."""
    if (found := _read()) is not None:
        return found
    key = SigningKey.new()
    make_entry(NAME, base64.b64encode(key.private).decode())
    return key


def _read() -> SigningKey | None:
    found = read_entry(NAME)
    if found is None:
        return None
    try:
        return SigningKey(base64.b64decode(found, validate=True))
    except (ValueError, binascii.Error) as error:
        raise WorkspaceError(
            message("The key for signatures in the system's keyring is damaged."),
            message("Remove the entry “{name}” of svcconsole there, then have a new key made.", name=NAME),
        ) from error
