"""Detects the encoding of a text file, with the reason; refuses binary files."""

from __future__ import annotations

import codecs
import re
from dataclasses import dataclass
from itertools import pairwise

from svcconsole.tables.reading.errors import TableError
from svcconsole.words.message import message

_MARKS = (
    (codecs.BOM_UTF8, "utf-8", "UTF-8"),
    (codecs.BOM_UTF32_LE, "utf-32-le", "UTF-32"),
    (codecs.BOM_UTF32_BE, "utf-32-be", "UTF-32"),
    (codecs.BOM_UTF16_LE, "utf-16-le", "UTF-16"),
    (codecs.BOM_UTF16_BE, "utf-16-be", "UTF-16"),
)
_SIGNATURES = (
    (
        b"PK\x03\x04",
        message("an Excel workbook or a ZIP archive"),
        message("Save the sheet as “CSV UTF-8”, or unpack the archive first."),
    ),
    (b"\xd0\xcf\x11\xe0", message("an old Excel workbook"), message("Save the sheet as “CSV UTF-8”.")),
    (b"%PDF", message("a PDF"), message("Export the table as CSV.")),
    (b"\x1f\x8b", message("a compressed file"), message("Unpack it first.")),
    (b"SQLite format 3", message("a database"), message("Export the table as CSV.")),
    (b"\x89PNG", message("a picture"), message("Choose a table.")),
    (b"\xff\xd8\xff", message("a picture"), message("Choose a table.")),
)
_DOUBLE = (
    ("cp932", (0x82, 0x83), 0.1),
    ("euc_jp", (0xA4, 0xA5), 0.05),
    ("cp949", (0xB0, 0xC8), 0.85),
    ("gb18030", (0xB0, 0xD7), 0.6),
    ("big5", (0xA4, 0xC6), 0.6),
)
"""Two-byte encodings in the order of trial: codec, first bytes of everyday letters, their least share."""

_SINGLE = {
    "cp1252": "àâäáãåæçèéêëìíîïñòóôöõøœùúûüÿßÀÂÄÅÆÇÈÉÊÎÑÔÖØÙÜ€–—‘’“”…•™©®°«»£§²½ ¿¡",
    "cp1250": "ąćęłńóśźżĄĆĘŁŃÓŚŹŻáčďéěíňřšťúůýžÁČĎÉĚÍŇŘŠŤÚŮÝŽőűŐŰöüäăâîđ€–—„”“’…° ",
    "cp1254": "ğışİçöüĞŞÇÖÜâî€–—‘’“”… ",
    "cp1257": "ąčęėįšųūžĄČĘĖĮŠŲŪŽāēģīķļņĀĒĢĪĶĻŅõäöü€–—„“”’… ",
    "mac_roman": "àâäáãåæçèéêëìíîïñòóôöõøœùúûüÿßÉÀÈÇ€–—‘’“”…•™©®°«»£§ ",
}
"""Encodings of Latin letters and the signs that texts in them use."""

_SCRIPTS = {
    "cp1255": ("\u05d0", "\u05ea"),
    "cp1251": ("\u0400", "\u04ff"),
    "cp1253": ("\u0370", "\u03ff"),
    "cp1256": ("\u0600", "\u06ff"),
    "cp874": ("\u0e00", "\u0e7f"),
}
"""Encodings of one other script and its range."""

NAMES = {
    "utf-8": "UTF-8",
    "utf-16-le": "UTF-16",
    "utf-16-be": message("UTF-16 (big endian)"),
    "utf-32-le": "UTF-32",
    "utf-32-be": message("UTF-32 (big endian)"),
    "cp1252": message("Western European (Windows-1252)"),
    "cp1250": message("Central European (Windows-1250)"),
    "cp1251": message("Cyrillic (Windows-1251)"),
    "cp1253": message("Greek (Windows-1253)"),
    "cp1254": message("Turkish (Windows-1254)"),
    "cp1255": message("Hebrew (Windows-1255)"),
    "cp1256": message("Arabic (Windows-1256)"),
    "cp1257": message("Baltic (Windows-1257)"),
    "cp874": message("Thai (Windows-874)"),
    "mac_roman": message("Western European (Mac Roman)"),
    "cp932": message("Japanese (Shift-JIS)"),
    "euc_jp": message("Japanese (EUC-JP)"),
    "cp949": message("Korean (EUC-KR)"),
    "gb18030": message("Chinese (GB 18030)"),
    "big5": message("Chinese (Big5)"),
}
"""The encodings a person can choose from, by codec name."""


_EBCDIC_LETTERS = frozenset((*range(0x81, 0x8A), *range(0x91, 0x9A), *range(0xA2, 0xAA), *range(0xC1, 0xCA)))


@dataclass(frozen=True, slots=True)
class Encoding:
    """A codec name, how sure it is (0 to 1), and a sentence saying why."""

    codec: str
    confidence: float
    reason: str


def decide(sample: bytes, complete: bool) -> Encoding:
    """The encoding of a file that starts with `sample` (`complete`: it is all). TableError: no text."""
    for signature, what, advice in _SIGNATURES:
        if sample.startswith(signature):
            raise TableError(message("This is {what}, not a text table.", what=what), advice)
    for mark, codec, name in _MARKS:
        if sample.startswith(mark):
            return Encoding(codec, 1.0, message("It starts with the byte order mark of {name}.", name=name))
    if b"\0" in sample and (wide := _without_mark(sample)):
        return wide
    if _decodes(sample, "utf-8", complete):
        plain = sample.isascii()
        return Encoding(
            "utf-8",
            0.9 if plain else 0.99,
            message("Only plain letters, read as UTF-8.")
            if plain
            else message("Every byte is right in UTF-8."),
        )
    _refuse_binary(sample)
    return _legacy(sample, complete)


def text(sample: bytes, codec: str) -> str:
    """`sample` decoded for looking at; a cut last character is left off. TableError for an unknown codec."""
    try:
        decoded = codecs.getincrementaldecoder(codec)("replace").decode(sample)
    except LookupError:
        raise TableError(
            message("The encoding “{codec}” is not known.", codec=codec), message("Choose another one.")
        ) from None
    return decoded.removeprefix("\ufeff")


def _without_mark(sample: bytes) -> Encoding | None:
    pairs = len(sample) // 2
    even, odd = sample[0::2].count(0), sample[1::2].count(0)
    if pairs and odd > 0.4 * pairs and even < 0.1 * pairs:
        return Encoding("utf-16-le", 0.9, message("Every second byte is zero, as in UTF-16."))
    if pairs and even > 0.4 * pairs and odd < 0.1 * pairs:
        return Encoding("utf-16-be", 0.9, message("Every second byte is zero, as in UTF-16 (big endian)."))
    if sample.count(0) > 0.1 * len(sample):
        raise TableError(message("This file is not text."), message("Export the table as CSV."))
    return None


def _refuse_binary(sample: bytes) -> None:
    """EBCDIC has its letters above 0x80 and its spaces at 0x40; binary data has control bytes everywhere."""
    head = sample[:4096]
    letters = sum(1 for byte in head if byte in _EBCDIC_LETTERS)
    plain = sum(1 for byte in head if byte < 0x80 and chr(byte).isalnum())
    if b"\n" not in head and letters > 0.3 * len(head) and letters > 2 * plain:
        raise TableError(
            message("This file is in EBCDIC, the encoding of mainframes."),
            message("Export it again as UTF-8."),
        )
    control = sum(sample.count(bytes([byte])) for byte in (*range(1, 9), *range(14, 26), *range(28, 30)))
    if control > 0.05 * len(sample):
        raise TableError(message("This file is not text."), message("Export the table as CSV."))


def _decodes(sample: bytes, codec: str, complete: bool) -> str | None:
    try:
        return codecs.getincrementaldecoder(codec)("strict").decode(sample, complete)
    except UnicodeDecodeError:
        return None


def _legacy(sample: bytes, complete: bool) -> Encoding:
    pairs = re.findall(rb"[\x81-\xfe][\x40-\xfe]", sample)
    for codec, (first, last), share in _DOUBLE:
        everyday = sum(first <= pair[0] <= last for pair in pairs)
        if len(pairs) > 3 and everyday > share * len(pairs) and _decodes(sample, codec, complete):
            return Encoding(
                codec,
                0.9,
                message("It is not UTF-8; its byte pairs are those of {names}.", names=NAMES[codec]),
            )
    scores = {codec: _latin(sample, codec, signs) for codec, signs in _SINGLE.items()}
    scores |= {codec: _script(sample, codec, *bounds) for codec, bounds in _SCRIPTS.items()}
    codec = max(scores, key=lambda name: scores[name])
    others = max(score for name, score in scores.items() if name != codec)
    return Encoding(
        codec,
        0.8 if scores[codec] > others else 0.6,
        message("It is not UTF-8; its letters read best as {names}.", names=NAMES[codec]),
    )


_RUNS = re.compile("[^\x00-\x7f]+")


def _latin(sample: bytes, codec: str, signs: str) -> int:
    """Accented letters stand alone or in pairs among plain ones and are the ones its languages use."""
    score = 0
    for found in _RUNS.finditer(sample.decode(codec, "replace")):
        run = found.group()
        score += sum(1 if sign in signs else -2 for sign in run) - (2 * len(run) if len(run) > 3 else 0)
        before = found.string[found.start() - 1 : found.start()]
        if before.islower() and run[0].isupper():
            score -= 2
    return score


def _script(sample: bytes, codec: str, first: str, last: str) -> int:
    """Words of another script are runs of its letters, with capitals only in front."""
    score = 0
    for found in _RUNS.finditer(sample.decode(codec, "replace")):
        run = found.group()
        letters = sum(first <= sign <= last for sign in run)
        mixed = sum(a.islower() and b.isupper() for a, b in pairwise(run))
        score += (letters if len(run) > 1 else -2) - 2 * (len(run) - letters) - 3 * mixed
    return score
