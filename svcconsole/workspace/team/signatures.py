"""Signatures of people (Ed25519, by `cryptography`): of exactly one plan, or of exactly one proof."""

from __future__ import annotations

import base64
import binascii
import json
from dataclasses import asdict, dataclass

from svcconsole.workspace.team.key_codes import code_of, public_of

# `cryptography` is loaded by the first signature: 12 MB that an ordinary day does without.


@dataclass(frozen=True, slots=True)
class Signature:
    """Who signed what, and when (ISO in UTC): `what` is a kind of document, `sha256` its hash, `key` the code
    of the public half, `name` what the person calls themselves: only the key proves anything."""

    what: str
    sha256: str
    name: str
    at: str
    key: str
    signature: str

    @property
    def stands(self) -> bool:
        """Whether whoever has the private half of `key` signed exactly this."""
        from cryptography.exceptions import InvalidSignature
        from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PublicKey

        public = public_of(self.key)
        if public is None:
            return False
        try:
            signature = base64.b64decode(self.signature, validate=True)
            Ed25519PublicKey.from_public_bytes(public).verify(signature, _signed(self))
        except (InvalidSignature, ValueError, binascii.Error):
            return False
        # Several texts of base64 mean the same bytes: only one of them is what was written.
        return base64.b64encode(signature).decode() == self.signature

    def as_text(self) -> str:
        """JSON, as it is kept and written into files."""
        return json.dumps(asdict(self), ensure_ascii=False)

    @classmethod
    def of_text(cls, text: str) -> Signature | None:
        """None where the text holds no signature."""
        try:
            held = json.loads(text)
            made = cls(**{name: held[name] for name in cls.__slots__})
        except (ValueError, RecursionError, KeyError, TypeError):
            return None
        return made if all(isinstance(value, str) for value in asdict(made).values()) else None


class SigningKey:
    """The private half of a person's key."""

    def __init__(self, private: bytes) -> None:
        from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey

        self.private = private
        self._key = Ed25519PrivateKey.from_private_bytes(private)

    @classmethod
    def new(cls) -> SigningKey:
        from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey

        return cls(Ed25519PrivateKey.generate().private_bytes_raw())

    @property
    def code(self) -> str:
        """The public half, for those who are to know this person's signature."""
        return code_of(self._key.public_key().public_bytes_raw())

    def sign(self, what: str, sha256: str, name: str, at: str) -> Signature:
        unsigned = Signature(what, sha256, name, at, self.code, "")
        signature = base64.b64encode(self._key.sign(_signed(unsigned))).decode()
        return Signature(what, sha256, name, at, self.code, signature)


def _signed(told: Signature) -> bytes:
    """The bytes a signature is of: all that it says, so that none of it can be another."""
    said = ("svcconsole signature 1", told.what, told.sha256, told.name, told.at, told.key)
    return json.dumps(said, ensure_ascii=False).encode("utf-8", "surrogatepass")
