"""Letters that were damaged on their way into a file: wrong alphabets, lost letters, HTML, controls."""

from __future__ import annotations

import html
import re
import unicodedata
from collections.abc import Iterator
from functools import lru_cache, partial
from typing import Final, NamedTuple

from svcconsole.services.campaigns.likely_wrong.suspicions import Ground

_PLAIN: Final = re.compile(r"[\t\n\r\x20-\x25\x27-\x7e]*\Z")
"""Most cells: ASCII without an ampersand."""
_ENTITY: Final = re.compile(r"&(?:#\d{1,7}|#[xX][0-9a-fA-F]{1,6}|[A-Za-z]{2,8}\d{0,2});")
_LINE_BREAKS: Final = frozenset("\t\n\r")
_INVISIBLE: Final = frozenset("\u00ad\u200b\u2060\ufeff\u202a\u202b\u202c\u202d\u202e")
"""Marks that nobody types and that change how a text breaks or runs. The joiners of emoji and of Persian, and
the plain direction marks, are none of them."""
_EMOJI_FROM: Final = "\u2190"
_LONE: Final = 2
"""A pair of letters that also occurs in good text counts when it occurs so often."""


class OddLetters(NamedTuple):
    """What is odd in a text, the part of it as it stands there, the text put right (None: not known), and
    what the part alone is meant to be."""

    ground: Ground
    suspect: str
    after: str | None
    meant: str = ""


def _high(encoding: str) -> dict[int, str]:
    """The characters of the bytes from 80 on; what a table leaves open stands for itself, as most readers
    have it."""
    made = {}
    for byte in range(0x80, 0x100):
        try:
            made[byte] = bytes([byte]).decode(encoding)
        except UnicodeDecodeError:
            made[byte] = chr(byte)
    return made


def _sequences(encoding: str, leads: tuple[tuple[int, int, int], ...]) -> re.Pattern[str]:
    """UTF-8 as it looks when it is read as `encoding`: first bytes (from, to) and how many follow. Bytes that
    are controls in Latin-1 may have been kept as such."""
    high = _high(encoding)
    follows = "[" + re.escape("".join(high[byte] + chr(byte) for byte in range(0x80, 0xC0))) + "]"
    begins = (
        "[" + re.escape("".join(high[byte] for byte in range(first, last + 1))) + "]" + follows * more
        for first, last, more in leads
    )
    return re.compile("|".join(begins))


class _Misreading(NamedTuple):
    encoding: str
    pattern: re.Pattern[str]
    least: int


_WESTERN, _SCRIPTS, _MAC, _CYRILLIC = "cp1252", "cp1252", "mac_roman", "cp1251"
_MISREADINGS: Final = (
    # é and its neighbours, quotation marks and dashes, emoji: no text has these by itself
    _Misreading(_WESTERN, _sequences(_WESTERN, ((0xF0, 0xF0, 3), (0xE2, 0xE2, 2), (0xC2, 0xC3, 1))), 1),
    # whole words in Cyrillic, Greek, Arabic, Hebrew, or of Asia
    _Misreading(_SCRIPTS, _sequences(_SCRIPTS, ((0xE0, 0xEF, 2), (0xC4, 0xDF, 1))), _LONE),
    _Misreading(_MAC, _sequences(_MAC, ((0xC2, 0xC3, 1),)), 1),
    _Misreading(_CYRILLIC, _sequences(_CYRILLIC, ((0xD0, 0xD1, 1),)), _LONE),
)
_BYTES: Final = {
    encoding: {character: byte for byte, character in _high(encoding).items()}
    for encoding in {_WESTERN, _MAC, _CYRILLIC}
}


@lru_cache(maxsize=20_000)
def odd_letters(text: str, *, is_name: bool = False) -> OddLetters | None:
    """The worst that was done to a text; emoji are odd in a name alone."""
    if _PLAIN.match(text):
        return None
    return next(_found(text, is_name=is_name), None)


def _found(text: str, *, is_name: bool) -> Iterator[OddLetters]:
    lost = next((letter for letter in text if _is_lost(letter)), "")
    if lost:
        yield OddLetters(Ground.LOST_LETTER, lost, None)
    broken, meant, mended = _mended(text)
    if broken:
        yield OddLetters(Ground.BROKEN_LETTERS, broken, mended, meant)
    entity = next((found[0] for found in _ENTITY.finditer(text) if html.unescape(found[0]) != found[0]), "")
    if entity:
        yield OddLetters(Ground.ENTITY, entity, _ENTITY.sub(lambda found: html.unescape(found[0]), text))
    hidden = next((letter for letter in text if _is_control(letter)), "")
    if hidden:
        yield OddLetters(
            Ground.CONTROL, hidden, "".join(letter for letter in text if not _is_control(letter)).strip()
        )
    emoji = next((letter for letter in text if _is_symbol(letter)), "") if is_name else ""
    if emoji:
        yield OddLetters(Ground.EMOJI, emoji, None)


def _mended(text: str) -> tuple[str, str, str]:
    """The first damaged letters of a text that was read in the wrong alphabet, what they are, and the text
    read rightly."""
    first, meant, mended = "", "", text
    for encoding, pattern, least in _MISREADINGS:
        found = [each[0] for each in pattern.finditer(mended) if _reread(each[0], encoding)]
        if len(found) >= least:
            if not first:
                first, meant = found[0], _reread(found[0], encoding)
            mended = pattern.sub(partial(_replaced, encoding=encoding), mended)
    return first, meant, mended


def _replaced(found: re.Match[str], encoding: str) -> str:
    return _reread(found[0], encoding) or found[0]


def _reread(letters: str, encoding: str) -> str:
    """The letters these bytes are in UTF-8; blank where they are none that anybody writes."""
    table = _BYTES[encoding]
    try:
        read = bytes(table.get(letter, ord(letter)) for letter in letters).decode("utf-8")
    except ValueError:
        return ""
    return read if unicodedata.category(read[0]) not in ("Cn", "Cc", "Co", "Cs") else ""


def _is_lost(letter: str) -> bool:
    return letter == "\ufffd" or unicodedata.category(letter) in ("Co", "Cs")


def _is_control(letter: str) -> bool:
    if letter in _INVISIBLE:
        return True
    return unicodedata.category(letter) == "Cc" and letter not in _LINE_BREAKS


def _is_symbol(letter: str) -> bool:
    return letter >= _EMOJI_FROM and unicodedata.category(letter) == "So"
