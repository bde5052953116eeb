"""The store's access token: a value that never shows itself in text, logs or tracebacks."""

from __future__ import annotations

import base64

from svcconsole.api.masking import MASK, SHORTEST, Masker
from svcconsole.words.message import Message, message


class Token:
    """An opaque credential, sent as `Authorization: Basic <token>` (specification, Authentication)."""

    __slots__ = ("_masker", "_value")

    def __init__(self, value: str) -> None:
        self._value = value.strip()
        self._masker: Masker | None = None

    def reveal(self) -> str:
        """The characters themselves, for the request header and the keyring only."""
        return self._value

    @property
    def end(self) -> str:
        """Its last four characters, by which a person tells two tokens apart; blank for a short one."""
        return self._value[-4:] if len(self._value) >= 2 * SHORTEST else ""

    def redact(self, text: str) -> str:
        """`text` with every occurrence of the token masked, however it is encoded."""
        return self._mask().text(text)

    def redact_bytes(self, body: bytes) -> bytes:
        """`body` with every occurrence of the token masked, however it is encoded."""
        return self._mask().bytes(body)

    def _mask(self) -> Masker:
        if self._masker is None:
            self._masker = Masker(self._value)
        return self._masker

    def fault(self) -> Message | None:
        """Why a request header cannot carry this token, as a sentence; None when it can."""
        if not self._value:
            return message("The token is empty. Copy it from the store's settings.")
        if not self._value.isascii() or any(not "!" <= character <= "~" for character in self._value):
            return message(
                "The token holds a space, a line break or a character that a token cannot have. "
                "Copy it again, all of it and nothing else."
            )
        return None

    def suggestion(self) -> Token | None:
        """The encoded form when this looks like `user:password` typed in clear (decisions, row 15)."""
        if ":" not in self._value:
            return None
        return Token(base64.b64encode(self._value.encode()).decode())

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Token) and other._value == self._value

    def __hash__(self) -> int:
        return hash(self._value)

    def __bool__(self) -> bool:
        return bool(self._value)

    def __repr__(self) -> str:
        return f"Token({MASK})"

    __str__ = __repr__

    def __format__(self, spec: str) -> str:
        return format(repr(self), spec)

    def __reduce__(self) -> str:
        raise TypeError("A token is not written anywhere")
