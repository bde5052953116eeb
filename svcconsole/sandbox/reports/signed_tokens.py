"""Signed tokens that only this store can make: the secret part of download links and the export cursor."""

from __future__ import annotations

import hmac
import secrets
from base64 import urlsafe_b64decode, urlsafe_b64encode
from binascii import Error
from hashlib import sha256
from typing import Literal

from sqlalchemy import Connection

from svcconsole.sandbox.store import database

SETTING = "seal"
MAC_BYTES = 20
NUMBER_BYTES = 8

Purpose = Literal["cursor", "download"]


def key(connection: Connection) -> bytes:
    """The store's own key, made when it is first needed; a store that was reset has another one."""
    kept = database.setting(connection, SETTING)
    if kept is None:
        kept = secrets.token_hex(32)
        database.keep_setting(connection, SETTING, kept)
    return bytes.fromhex(kept)


def seal(secret: bytes, purpose: Purpose, first: int, second: int) -> str:
    """Two whole numbers as a text that fits a URL, tells nobody anything, and cannot be made by others."""
    plain = b"".join(number.to_bytes(NUMBER_BYTES) for number in (first, second))
    mac = _mac(secret, purpose, plain)
    return urlsafe_b64encode(mac + _masked(secret, mac, plain)).decode()


def unseal(secret: bytes, purpose: Purpose, token: str) -> tuple[int, int] | None:
    """The two numbers of a token made here with the same secret and purpose, or None."""
    try:
        # urlsafe_b64decode skips characters that are none of its alphabet, so the text itself is compared
        sealed = urlsafe_b64decode(token)
    except (Error, ValueError):
        return None
    mac, plain = sealed[:MAC_BYTES], _masked(secret, sealed[:MAC_BYTES], sealed[MAC_BYTES:])
    genuine = hmac.compare_digest(mac, _mac(secret, purpose, plain))
    if not genuine or urlsafe_b64encode(sealed).decode() != token:
        return None
    return int.from_bytes(plain[:NUMBER_BYTES]), int.from_bytes(plain[NUMBER_BYTES:])


def _mac(secret: bytes, purpose: Purpose, plain: bytes) -> bytes:
    return hmac.digest(secret, purpose.encode() + b":" + plain, sha256)[:MAC_BYTES]


def _masked(secret: bytes, mac: bytes, text: bytes) -> bytes:
    """`text` under a stream that its own MAC starts: the same call undoes it."""
    stream = hmac.digest(secret, b"mask:" + mac, sha256)
    return bytes(one ^ other for one, other in zip(text, stream, strict=False))
