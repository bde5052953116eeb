"""Identifies a send: its reference, the token of its draft and the fingerprint of its body."""

from __future__ import annotations

import hashlib
import secrets

ALPHABET = "23456789ABCDEFGHJKMNPQRSTVWXYZ"
"""Nothing in it looks like something else, and nobody spells a word with it."""


def new_reference() -> str:
    """A short text nobody else has, to find what was sent again in the store: `K7M2-Q9XP`."""
    letters = "".join(secrets.choice(ALPHABET) for _ in range(8))
    return f"{letters[:4]}-{letters[4:]}"


def new_draft_token() -> str:
    """What tells a draft from every other; kept with the draft, so that it is sent once whoever presses."""
    return secrets.token_hex(8)


def fingerprint(body: bytes, reference: str) -> str:
    """What tells two sends of the same content: the reference differs every time and does not count."""
    content = body.replace(reference.encode(), b"") if reference else body
    return hashlib.sha256(content).hexdigest()
