"""The store's access token: a value that never shows itself in text, logs or tracebacks."""

from __future__ import annotations

import base64

from svcconsole.words.message import Message, message

MASK = "••••"
SHORTEST_MASKED = 12
"""Shorter tokens are not looked for in texts: masking "200" or "test" would damage what a store answers."""


class Token:
    """An opaque credential, sent as `Authorization: Basic <token>` (specification, Authentication)."""

    __slots__ = ("_value",)

    def __init__(self, value: str) -> None:
        self._value = value.strip()

    def reveal(self) -> str:
        """The characters themselves, for the request header and the keyring only."""
        return self._value

    def redact(self, text: str) -> str:
        """`text` with every occurrence of the token masked."""
        if len(self._value) < SHORTEST_MASKED or self._value not in text:
            return text
        return text.replace(self._value, MASK)

    def redact_bytes(self, body: bytes) -> bytes:
        """`body` with every occurrence of the token masked."""
        secret = self._value.encode()
        if len(self._value) < SHORTEST_MASKED or secret not in body:
            return body
        return body.replace(secret, MASK.encode())

    def fault(self) -> Message | None:
        """Why a request header cannot carry this token, as a sentence; None when it can."""
        if not self._value:
            return message("The token is empty.")
        if not self._value.isascii() or any(not "!" <= character <= "~" for character in self._value):
            return message("The token holds a space, a line break or a character that a token cannot have.")
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
