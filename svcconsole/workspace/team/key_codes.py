"""A public key as a code that people read out and copy: groups of four, the last a check of the rest."""

from __future__ import annotations

import base64
import hashlib

BYTES = 32
_GROUP, _CHECK = 4, 4


def code_of(public: bytes) -> str:
    """The code of a public key of 32 bytes: 14 groups of 4."""
    text = base64.b32encode(public).decode().rstrip("=") + _check(public)
    return "-".join(text[at : at + _GROUP] for at in range(0, len(text), _GROUP))


def public_of(code: str) -> bytes | None:
    """The public key that a code stands for, however it is spaced; None where it is no such code."""
    text = "".join(sign for sign in code.upper() if sign.isalnum()).replace("0", "O").replace("1", "I")
    text = text.replace("8", "B")
    try:
        public = base64.b32decode(text[:-_CHECK] + "=" * (-len(text[:-_CHECK]) % 8))
    except ValueError:
        return None
    return public if len(public) == BYTES and _check(public) == text[-_CHECK:] else None


def _check(public: bytes) -> str:
    return base64.b32encode(hashlib.sha256(public).digest()).decode()[:_CHECK]
