"""Codecs for UTF-8 that a program took for another encoding and saved as UTF-8 again: "MÃ¼ller" is Müller.

They are registered with Python, so that whoever knows a codec's name can read and write with it.
"""

from __future__ import annotations

import codecs
import re
import unicodedata
from collections.abc import Mapping
from functools import cache, lru_cache, partial
from typing import Any, Final

from svcconsole.tables.reading.byte_sample import LOST

TWICE: Final = "utf-8-twice"
TAKEN_FOR: Final[Mapping[str, str]] = {
    TWICE: "cp1252",
    **{
        f"{TWICE}-{page.replace('_', '-')}": page
        for page in (
            "iso8859_15", "cp1250", "iso8859_2", "cp1251", "cp1253", "cp1254", "cp1256", "cp1257",
            "cp850", "cp437", "cp852", "cp866", "mac_roman",
        )
    },
}  # fmt: skip
"""The codecs, each with what the UTF-8 was taken for in between, likelier ones first."""
AGAIN = 3
"""So often one text may have been encoded once too much."""
LONGEST_RUN = 1 << 16
"""Bytes beyond ASCII in a row that are kept back until it is seen where they end."""

_HIGH = bytes(range(0x80, 0x100))
_RUN = re.compile("([A-Za-z]?)([^\x00-\x7f]{2,})([A-Za-z]?)")
_NO_BYTE = 0x100


@cache
def _bytes_of(page: str) -> dict[int, int]:
    """For `str.translate`: each character of a code page, as the one whose number is its byte; what the page
    does not have becomes none. Bytes that mean nothing in it became the characters of their number, and so
    did 0x80 to 0x9F where it was ISO 8859-1 in truth."""
    signs = {value: bytes([value]).decode(page, "replace") for value in _HIGH}
    taken = dict.fromkeys(range(160, 256), _NO_BYTE)
    taken |= {number: number for number in range(0x80, 0xA0)}
    taken |= {value: value for value, sign in signs.items() if sign == LOST}
    return taken | {ord(sign): value for value, sign in signs.items() if sign != LOST}


def turn_back(text: str, page: str) -> str:
    """`text` with every run of characters beyond ASCII turned back that can be, as a whole."""

    def replaced(found: re.Match[str]) -> str:
        before, run, after = found.groups()
        for _ in range(AGAIN):
            back = _turned(run, page)
            # A letter of another alphabet inside a Latin word was never there: "PÓŁKA" stays.
            if (
                back == run
                or (before and not _goes_with_latin(back[0]))
                or (after and not _goes_with_latin(back[-1]))
            ):
                break
            run = back
        return before + run + after

    return _RUN.sub(replaced, text)


@lru_cache(maxsize=1 << 16)
def _turned(run: str, page: str) -> str:
    """A run of characters beyond ASCII with one surplus encoding undone; as it is where that fails."""
    try:
        return run.translate(_bytes_of(page)).encode("latin_1").decode("utf-8")
    except UnicodeError:
        return run


@cache
def _goes_with_latin(sign: str) -> bool:
    name = unicodedata.name(sign, "")
    return unicodedata.category(sign)[0] not in "LM" or name.startswith(("LATIN", "COMBINING"))


def _encode(text: str, page: str, errors: str) -> tuple[bytes, int]:
    """`text` as such a program wrote it."""
    signs = {value: sign for sign, value in _bytes_of(page).items() if value != _NO_BYTE}
    once = text.encode("utf-8", errors).decode("latin_1")
    return "".join(
        chr(signs.get(ord(sign), ord(sign))) if sign > "\x7f" else sign for sign in once
    ).encode(), len(text)


def _decode(data: bytes, page: str, errors: str) -> tuple[str, int]:
    return turn_back(data.decode("utf-8", errors), page), len(data)


class _Decoder(codecs.BufferedIncrementalDecoder):
    def __init__(self, page: str, errors: str = "strict") -> None:
        super().__init__(errors)
        self._page = page

    def _buffer_decode(self, input: Any, errors: str, final: bool) -> tuple[str, int]:
        whole = bytes(input) if final else input.rstrip(_HIGH)
        if len(input) - len(whole) > LONGEST_RUN:
            return codecs.utf_8_decode(input, errors, final)
        return _decode(whole, self._page, errors)


def _codec(name: str, page: str) -> codecs.CodecInfo:
    def encode(text: str, errors: str = "strict") -> tuple[bytes, int]:
        return _encode(text, page, errors)

    def decode(data: Any, errors: str = "strict") -> tuple[str, int]:
        return _decode(bytes(data), page, errors)

    return codecs.CodecInfo(encode, decode, incrementaldecoder=partial(_Decoder, page), name=name)


def find(name: str) -> codecs.CodecInfo | None:
    """The codec of this name, as Python asks for one: in small letters, with underscores."""
    known = {codec.replace("-", "_"): codec for codec in TAKEN_FOR}
    codec = known.get(name.replace("-", "_"))
    return _codec(codec, TAKEN_FOR[codec]) if codec is not None else None


def register() -> None:
    """Let Python know the codecs."""
    codecs.register(find)
