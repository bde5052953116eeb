"""The token of a store: given to the server it was typed for, and to no other."""

from __future__ import annotations

from svcconsole import secrets
from svcconsole.api.token import Token
from svcconsole.profiles import Profile, TokenNote
from svcconsole.store_identity import origin_of


def belongs(note: TokenNote, base_url: str) -> bool:
    """Whether a token may be sent to this address: to the scheme, host and port it was typed for."""
    return origin_of(note.base_url) == origin_of(base_url)


def read_store_token(profile: Profile, note: TokenNote) -> Token | None:
    """The token for a profile's address; None where none is known, or only one of another server, or an older
    one than was typed last.

    Blocks up to 5 seconds: never call it on the window's thread. Raises KeyringTrouble.
    """
    if not belongs(note, profile.base_url):
        return None
    return secrets.read_token(profile.id) if note.kept else secrets.session_token(profile.id)
