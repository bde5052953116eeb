"""Blacks out a secret in texts and bytes, in every encoding in which a server may send it back."""

from __future__ import annotations

import base64
import binascii
import codecs
import re
from collections.abc import Iterator
from functools import cached_property

MASK = "••••"
SHORTEST = 12
"""Shorter secrets are not looked for: masking "200" or "test" would damage what a store answers."""

LEAST = 4
"""Fewer characters than these are no sign of a secret in base64 or hex, whatever is to be masked."""

_BASE64 = "[A-Za-z0-9+/_-]"
_SIGN = 5
"""So many characters of a secret are looked for with their escapes, before the patterns of all are built."""


class Masker:
    """Masks one secret: as it is, with any of its characters escaped as in a URL, in JSON or in HTML, in hex,
    and in base64 at whatever byte it begins there.

    What a secret that is base64 itself holds in clear, such as `user:password`, is masked as well.
    """

    def __init__(self, secret: str, shortest: int = SHORTEST) -> None:
        self._plain = [form for form in (secret, *_in_clear(secret)) if len(form) >= max(shortest, 1)]
        self._base64 = list(dict.fromkeys(core for form in self._plain for core in _in_base64(form)))
        self._hex = list(dict.fromkeys(text for form in self._plain for text in _in_hex(form)))
        self._runs = [max(re.split("[+/_-]", core), key=len) for core in self._base64]

    @cached_property
    def _signs(self) -> list[re.Pattern[str]]:
        return [re.compile("".join(map(_escaped, _rare_part(form)))) for form in self._plain]

    @cached_property
    def _patterns(self) -> list[re.Pattern[str]]:
        """The plain forms, hex, and base64, of which the neighbours hold bits of the first and last byte."""
        return [
            *(re.compile("".join(map(_escaped, form))) for form in self._plain),
            *(re.compile(re.escape(text), re.IGNORECASE) for text in self._hex),
            *(re.compile(f"{''.join(map(_escaped, core))}{_BASE64}?={{0,2}}") for core in self._base64),
        ]

    def text(self, text: str) -> str:
        """`text` with every occurrence masked."""
        if not self._found_in(text):
            return text
        for pattern in self._patterns:
            text = pattern.sub(MASK, text)
        return text

    def bytes(self, body: bytes) -> bytes:
        """The same for UTF-8, whatever else stands in it, and for UTF-16 with its mark."""
        wide = body.startswith((codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE))
        text = body.decode("utf-16", "replace") if wide else body.decode("utf-8", "surrogateescape")
        made = self.text(text)
        if made == text:
            return body
        return made.encode("utf-16") if wide else made.encode("utf-8", "surrogateescape")

    def _found_in(self, text: str) -> bool:
        """Far faster than the patterns, which cost several milliseconds to build."""
        if any(known in text for known in (*self._plain, *self._runs)):
            return True
        small = text.lower()
        if any(known in small for known in self._hex):
            return True
        if not any(sign in text for sign in ("%", "\\", "&")):
            return False
        return any(pattern.search(text) for pattern in self._signs)


def _escaped(character: str) -> str:
    """A pattern of a character as it is and in each escape, once or several times over.

    Each alternative begins with a character of its own, by which the search skips what is none of them.
    """
    code = ord(character)
    in_url = "".join(f"%(?:25)*(?i:{byte:02x})" for byte in character.encode())
    units = character.encode("utf-16-be").hex()
    in_json = "".join(rf"\\\\*(?i:u{units[at : at + 4]})" for at in range(0, len(units), 4))
    forms = [
        re.escape(character),
        in_url,
        in_json,
        rf"\\\\*(?i:x{code:02x})",
        rf"&(?:amp;)*#(?:0*{code}|(?i:x0*{code:x}));",
    ]
    if not character.isalnum():
        forms.append(r"\\\\*" + re.escape(character))
    return f"(?:{'|'.join(forms)})"


def _rare_part(secret: str) -> str:
    """A few characters of a secret, the first of them one that texts seldom hold: each of it costs time."""
    places = range(len(secret) - min(_SIGN, len(secret)) + 1)
    at = min(places, key=lambda place: (secret[place].islower(), secret[place].isdigit()))
    return secret[at : at + _SIGN]


def _in_base64(secret: str) -> Iterator[str]:
    """The part of a secret in base64 that stays the same whatever stands before and after it, for each place
    that it may begin at in a group of three bytes, in both alphabets."""
    for offset, begin in enumerate((0, 2, 3)):
        whole = b"\0" * offset + secret.encode()
        text = base64.b64encode(whole).decode().rstrip("=")
        core = text[begin:] if len(whole) % 3 == 0 else text[begin:-1]
        if len(core) >= LEAST:
            yield core
            yield core.translate({ord("+"): "-", ord("/"): "_"})


def _in_hex(secret: str) -> Iterator[str]:
    for parted in ("", " ", ":", "-") if len(secret) >= LEAST else ():
        yield secret.encode().hex(parted) if parted else secret.encode().hex()


def _in_clear(secret: str) -> list[str]:
    """What a secret holds where it is base64 of a text."""
    whole = secret.translate({ord("-"): "+", ord("_"): "/"}) + "=" * (-len(secret) % 4)
    try:
        text = base64.b64decode(whole, validate=True).decode("ascii")
    except (ValueError, binascii.Error):
        return []
    return [text] if text.isprintable() else []
