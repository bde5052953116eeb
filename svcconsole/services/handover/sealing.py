"""Seals a stream to one console's public key, and opens it: X25519 and ChaCha20-Poly1305, by `cryptography`.

The file's own key is sealed by HPKE (RFC 9180); the stream follows in chunks, each bound to its place and to
whether it is the last, so that a file that is cut, or was never finished, opens as none.
"""

from __future__ import annotations

import hashlib
import secrets
from collections.abc import Iterator
from typing import IO, Final

from cryptography.exceptions import InvalidTag
from cryptography.hazmat.primitives import hpke
from cryptography.hazmat.primitives.asymmetric.x25519 import X25519PrivateKey, X25519PublicKey
from cryptography.hazmat.primitives.ciphers.aead import ChaCha20Poly1305

from svcconsole.words.message import message
from svcconsole.workspace.errors import WorkspaceError
from svcconsole.workspace.team import key_codes

HEAD: Final = b"svcconsole hand-over 1\n"
CHUNK: Final = 1 << 18
TAG, KEY, SEALED_KEY = 16, 32, 80
_SUITE = hpke.Suite(hpke.KEM.X25519, hpke.KDF.HKDF_SHA256, hpke.AEAD.CHACHA20_POLY1305)


def new_private_key() -> bytes:
    """A private key, 32 bytes."""
    return X25519PrivateKey.generate().private_bytes_raw()


def code_of(private: bytes) -> str:
    """The public half as a code to be read out or copied."""
    return key_codes.code_of(X25519PrivateKey.from_private_bytes(private).public_key().public_bytes_raw())


def public_key(code: str) -> X25519PublicKey:
    """The public key that a code stands for, however it is spaced; WorkspaceError where it is none."""
    public = key_codes.public_of(code)
    if public is None:
        raise WorkspaceError(
            message("That is not the code of a console that takes a hand-over."),
            message("It is shown there under Settings, and by “svcconsole handover code”: copy all of it."),
        )
    return X25519PublicKey.from_public_bytes(public)


class Sealer:
    """Writes what it is given sealed to `file`. Nobody can open the file before `finish`."""

    def __init__(self, file: IO[bytes], to: X25519PublicKey) -> None:
        self._file = file
        key = secrets.token_bytes(KEY)
        head = HEAD + _SUITE.encrypt(key, to, info=HEAD)
        file.write(head)
        self._head = hashlib.sha256(head).digest()
        self._cipher, self._number, self._buffer = ChaCha20Poly1305(key), 0, bytearray()

    def write(self, content: bytes) -> None:
        """Seal more."""
        self._buffer += content
        while len(self._buffer) > CHUNK:
            self._put(bytes(self._buffer[:CHUNK]), last=False)
            del self._buffer[:CHUNK]

    def finish(self) -> None:
        """Write the last chunk: from now on the file can be opened."""
        self._put(bytes(self._buffer), last=True)

    def _put(self, content: bytes, *, last: bool) -> None:
        self._file.write(self._cipher.encrypt(_nonce(self._number, last=last), content, self._head))
        self._number += 1


def opened(file: IO[bytes], private: bytes) -> Iterator[bytes]:
    """The chunks of a sealed file; WorkspaceError where it is not for this console, or not whole."""
    head = file.read(len(HEAD) + SEALED_KEY)
    try:
        if not head.startswith(HEAD):
            raise InvalidTag
        key = _SUITE.decrypt(head[len(HEAD) :], X25519PrivateKey.from_private_bytes(private), info=HEAD)
    except (InvalidTag, ValueError) as error:
        raise WorkspaceError(
            message("This file is no hand-over to this console."),
            message("A hand-over opens on the console whose code it was made with. Ask for a new one."),
        ) from error
    cipher, bound = ChaCha20Poly1305(key), hashlib.sha256(head).digest()
    number, chunk = 0, file.read(CHUNK + TAG)
    while True:
        after = file.read(CHUNK + TAG)
        try:
            yield cipher.decrypt(_nonce(number, last=not after), chunk, bound)
        except InvalidTag as error:
            raise WorkspaceError(
                message("The hand-over is not whole, or was changed on its way."),
                message("Nothing was taken in. Have it sent again, or take it back where it came from."),
            ) from error
        if not after:
            return
        number, chunk = number + 1, after


def _nonce(number: int, *, last: bool) -> bytes:
    return number.to_bytes(11, "big") + bytes((last,))
