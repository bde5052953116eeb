"""Detects the encoding of a text file from all of its bytes, or the readings to choose from where unsure.

Bytes that are valid UTF-8 are UTF-8; where their words are none until they are turned back, a person is asked
whether they were encoded twice. Otherwise every encoding of `code_pages` reads samples of all that is
beyond ASCII, and the reading that makes the likeliest words wins: letters that follow one another as in the
encoding's languages, no sign inside a word, no capital after a small letter, one script to a word, and what
charset-normalizer thinks of it. Where another reading comes near, nothing is decided: a person is asked.
"""

from __future__ import annotations

import codecs
import io
from collections.abc import Iterable, Sequence
from contextlib import suppress
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, BinaryIO

from svcconsole.tables.reading import letter_costs
from svcconsole.tables.reading.byte_sample import LOST, Sample, Utf8Check, blocks, check_utf8, sample
from svcconsole.tables.reading.code_pages import NAMES, PAGES, TWO_BYTES, CodePage
from svcconsole.tables.reading.encoded_twice import encoded_twice
from svcconsole.tables.reading.errors import TableError
from svcconsole.words.message import Message, message

if TYPE_CHECKING:
    from _typeshed import WriteableBuffer

__all__ = ["NAMES", "Encoding", "decide", "text"]

HEAD = 1 << 20
BEGIN = 16 << 20
FIRST_CHUNKS = 60
"""Chunks that every encoding reads; the best go on with all of them."""
FINALISTS = 10
CHUNKS_SCORED = 1_500
MESS = 40.0
"""What a reading costs that charset-normalizer calls all mess, in nats."""
GUEST = 16.0
"""What it costs a reading that most words are in a language which is mostly written in another encoding."""
MESS_CHUNKS = 25
"""From how many chunks on its opinion counts in full; it judges short texts badly."""
CLEAR = 16.0
"""How many nats better the best reading must be than the next to be taken unasked …"""
CLEAR_SHARE = 0.35
"""… and how many for each chunk that the two read differently."""
STRANGE = 5.5
"""Nats a letter above which even the best reading does not look like any language."""
SECOND_LOOK = 100
BETTER = 8.0
"""Chunks that are UTF-8 as well are looked at again; how many nats better each must read so to count."""
FLUENT = 7.5
"""Nats a sign below which text surely is Chinese."""
READINGS = 3

_MARKS = (
    (codecs.BOM_UTF8, "utf-8", "UTF-8"),
    (codecs.BOM_UTF32_LE, "utf-32-le", "UTF-32"),
    (codecs.BOM_UTF32_BE, "utf-32-be", "UTF-32"),
    (codecs.BOM_UTF16_LE, "utf-16-le", "UTF-16"),
    (codecs.BOM_UTF16_BE, "utf-16-be", "UTF-16"),
)
_SIGNATURES = (
    (b"%PDF", message("a PDF"), message("Export the table as CSV.")),
    (b"SQLite format 3", message("a database"), message("Export the table as CSV.")),
    (b"\x89PNG", message("a picture"), message("Choose a table.")),
    (b"\xff\xd8\xff", message("a picture"), message("Choose a table.")),
)
_EBCDIC_LETTERS = frozenset((*range(0x81, 0x8A), *range(0x91, 0x9A), *range(0xA2, 0xAA), *range(0xC1, 0xCA)))


@dataclass(frozen=True, slots=True)
class Encoding:
    """A codec name, how sure it is (0 to 1), and a sentence saying why.

    `readings`: when not empty, the likeliest codecs, best first, that read the file differently; one of
    them has to be chosen by a person, or one of `others`. `damaged`: bytes that mean nothing in
    this encoding and signs that were lost before (U+FFFD stands in the file).
    """

    codec: str
    confidence: float
    reason: str
    readings: tuple[str, ...] = ()
    others: tuple[str, ...] = ()
    damaged: int = 0

    @property
    def sure(self) -> bool:
        return not self.readings


def decide(file: BinaryIO, *, whole: bool = True) -> Encoding:
    """The encoding of an opened file, read to its end; unless `whole`, of its first 16 MiB, and what may have
    been encoded twice is taken as it stands.

    TableError: no text.
    """
    found = _decided(file, whole=whole)
    if found.codec != "utf-8" or found.readings or not whole:
        return found
    twice = encoded_twice(file)[: READINGS - 1]
    return replace(found, confidence=0.5, readings=(*twice, found.codec)) if twice else found


def _decided(file: BinaryIO, *, whole: bool) -> Encoding:
    if not whole:
        file = io.BufferedReader(_Beginning(file))
    file.seek(0)
    head = file.read(HEAD)
    for signature, what, advice in _SIGNATURES:
        if head.startswith(signature):
            raise TableError(message("This is {what}, not a text table.", what=what), advice)
    for mark, codec, name in _MARKS:
        if head.startswith(mark):
            reason = message("It starts with the byte order mark of {name}.", name=name)
            return Encoding(codec, 1.0, reason, damaged=_damaged(file, codec))
    if b"\0" in head and (wide := _without_mark(head)):
        return Encoding(wide.codec, wide.confidence, wide.reason, damaged=_damaged(file, wide.codec))
    found = check_utf8(file)
    if not found.broken:
        return _seven_bits(head) if found.escapes and not found.signs else _utf8(found)
    if found.whole >= 4 * found.broken:
        return Encoding("utf-8", 0.9, _broken(found), damaged=found.broken + found.replaced)
    _refuse_binary(head)
    return _legacy(file, sample(file))


class _Beginning(io.RawIOBase):
    """The lines within the first 16 MiB of a file, as one that ends there."""

    def __init__(self, file: BinaryIO) -> None:
        self._file = file
        file.seek(BEGIN - HEAD)
        last = file.read(HEAD)
        self._end = BEGIN - HEAD + (len(last) if len(last) < HEAD else last.rfind(b"\n") + 1 or HEAD)

    def readable(self) -> bool:
        return True

    def seekable(self) -> bool:
        return True

    def seek(self, offset: int, whence: int = io.SEEK_SET) -> int:
        return self._file.seek(offset, whence)

    def tell(self) -> int:
        return self._file.tell()

    def readinto(self, buffer: WriteableBuffer) -> int:
        room = memoryview(buffer)
        found = self._file.read(min(len(room), max(0, self._end - self._file.tell())))
        room[: len(found)] = found
        return len(found)


def text(data: bytes, codec: str) -> str:
    """`data` decoded for looking at; a cut last character is left off. TableError for an unknown codec."""
    try:
        decoded = codecs.getincrementaldecoder(codec)("replace").decode(data)
    except LookupError:
        raise TableError(
            message("The encoding “{codec}” is not known.", codec=codec), message("Choose another one.")
        ) from None
    return decoded.removeprefix("\ufeff")


def best_as(codec: str) -> Message:
    """Why a file is read in an encoding that no mark of its own names."""
    return message("It is not UTF-8; its letters read best as {names}.", names=NAMES[codec])


def _utf8(found: Utf8Check) -> Encoding:
    if not found.signs:
        return Encoding("utf-8", 1.0, message("Only plain letters, read as UTF-8."))
    return Encoding("utf-8", 0.99, message("Every byte is right in UTF-8."), damaged=found.replaced)


def _broken(found: Utf8Check) -> Message:
    return message(
        "It is UTF-8 but for {broken} of its bytes, which mean nothing in it.", broken=found.broken
    )


def _seven_bits(head: bytes) -> Encoding:
    """Mail encodings of East Asia write with ASCII bytes; what stands between their marks must decode."""
    for codec, mark in (("iso2022_jp_2", b"\x1b$"), ("hz", b"~{")):
        if mark in head:
            try:
                decoded = codecs.getincrementaldecoder(codec)("strict").decode(head)
            except UnicodeDecodeError:
                continue
            signs = "".join(sign for sign in decoded if not sign.isascii())
            if signs:
                reason = message("Its escape sequences are those of {name}.", name=NAMES[codec])
                clear = codec != "hz" or sum(letter_costs.cost([signs], ("zh",))[0]) < FLUENT * len(signs)
                return Encoding(codec, 0.95 if clear else 0.5, reason, () if clear else ("hz", "utf-8"))
    return _utf8(Utf8Check())


def _without_mark(head: bytes) -> Encoding | None:
    pairs = len(head) // 2
    even, odd = head[0::2].count(0), head[1::2].count(0)
    if pairs and odd > 0.4 * pairs and even < 0.1 * pairs:
        return Encoding("utf-16-le", 0.9, message("Every second byte is zero, as in UTF-16."))
    if pairs and even > 0.4 * pairs and odd < 0.1 * pairs:
        return Encoding("utf-16-be", 0.9, message("Every second byte is zero, as in UTF-16 (big endian)."))
    if head.count(0) > 0.1 * len(head):
        raise TableError(message("This file is not text."), message("Export the table as CSV."))
    return None


def _refuse_binary(head: bytes) -> None:
    """EBCDIC has its letters above 0x80 and its spaces at 0x40; binary data has control bytes everywhere."""
    begin = head[:4096]
    letters = sum(1 for byte in begin if byte in _EBCDIC_LETTERS)
    plain = sum(1 for byte in begin if byte < 0x80 and chr(byte).isalnum())
    if b"\n" not in begin and letters > 0.3 * len(begin) and letters > 2 * plain:
        raise TableError(
            message("This file is in EBCDIC, the encoding of mainframes."),
            message("Export it again as UTF-8."),
        )
    control = sum(head.count(bytes([byte])) for byte in (*range(1, 9), *range(14, 26), *range(28, 30)))
    if control > 0.05 * len(head):
        raise TableError(message("This file is not text."), message("Export the table as CSV."))


@dataclass(slots=True)
class _Reading:
    """One code page's reading of the chunks, and what each costs it."""

    page: CodePage
    texts: list[str]
    costs: list[float]
    total: float
    same: list[CodePage] = field(default_factory=list)


def _legacy(file: BinaryIO, found: Sample) -> Encoding:
    readings = _ranked(found)
    best = readings[0]
    others = [reading for reading in readings[1:] if not _hopeless(reading, best)]
    reason = best_as(best.page.codec)
    damaged = _damaged(file, best.page.codec)
    unsure = _unsure(best, others, found)
    if not unsure:
        return Encoding(best.page.codec, 0.95, reason, damaged=damaged)
    chosen = [reading.page.codec for reading in readings[:READINGS]]
    if unsure not in chosen:
        chosen = [*chosen[: READINGS - 1], unsure]
    left = (page.codec for page in PAGES if page.codec not in chosen)
    rest = ("utf-8", *left) if "utf-8" not in chosen else tuple(left)
    return Encoding(best.page.codec, 0.5, reason, tuple(chosen), rest, damaged)


def _ranked(found: Sample) -> list[_Reading]:
    """The readings that differ, the likeliest first; encodings that read all alike are one reading."""
    first = sorted((_read(page, found, FIRST_CHUNKS) for page in PAGES), key=lambda reading: reading.total)
    alike: dict[str, list[CodePage]] = {}
    for reading in first:
        alike.setdefault(_alike(reading), []).append(reading.page)
    pages = [page for group in list(alike.values())[:FINALISTS] for page in group]
    full = [_read(page, found, CHUNKS_SCORED) for page in pages]
    mess, weight = _mess(found, full), min(1.0, len(found.chunks) / MESS_CHUNKS)
    for reading in full:
        reading.total += MESS * weight * mess.get(reading.page.codec, 1.0)
    merged: list[_Reading] = []
    for reading in sorted(full, key=lambda reading: (reading.page.rare, PAGES.index(reading.page))):
        read = _alike(reading)
        twin = next((kept for kept in merged if _alike(kept) == read), None)
        if twin is None:
            merged.append(reading)
        else:
            twin.same.append(reading.page)
            twin.total = min(twin.total, reading.total)
    return sorted(merged, key=lambda reading: reading.total)


def _alike(reading: _Reading) -> str:
    """All that is read, with letters that are written in two ways (Romanian ş and ș) made one."""
    return "\n".join(reading.texts).translate(letter_costs.ALIKE)


def _read(page: CodePage, found: Sample, count: int) -> _Reading:
    texts = [chunk.decode(page.codec, "replace") for chunk in found.chunks[:count]]
    costs, language = letter_costs.mixed(letter_costs.cost(texts, page.languages))
    guest = GUEST if page.languages[language] in page.guests else 0.0
    total = sum(costs) + page.rare + guest + letter_costs.uneven(texts)
    return _Reading(page, texts, costs, total + _ending(page, found))


def _ending(page: CodePage, found: Sample) -> float:
    """Old Macs ended lines with CR, Unix with LF, Windows and DOS with both."""
    if found.returns:
        return 0.0 if page.codec.startswith("mac_") else 6.0
    dos = page.codec.startswith("cp") and page.codec not in ("cp932", "cp949")
    return 2.0 if found.windows != dos and page.codec not in TWO_BYTES else 0.0


def _mess(found: Sample, readings: Sequence[_Reading]) -> dict[str, float]:
    """How messy charset-normalizer finds each reading (0 to 1); one that it refuses is all mess."""
    from charset_normalizer import from_bytes

    matches = from_bytes(
        b"\n".join(found.chunks[:400]),
        cp_isolation=[reading.page.codec for reading in readings],
        threshold=0.9,
        preemptive_behaviour=False,
        enable_fallback=False,
    )
    return {
        codec: match.chaos for match in matches for codec in (match.encoding, *match.could_be_from_charset)
    }


def _hopeless(reading: _Reading, best: _Reading) -> bool:
    return reading.total > best.total + 30 + 3.0 * len(best.texts)


def _unsure(best: _Reading, others: Iterable[_Reading], found: Sample) -> str:
    """The codec of a reading that may be the right one as well; "" when the best is clear."""
    if _holds_utf8(best, found):
        return "utf-8"
    for other in others:
        differing = sum(mine != theirs for mine, theirs in zip(best.texts, other.texts, strict=True))
        margin = other.total - best.total
        if margin < CLEAR or margin < CLEAR_SHARE * differing:
            return other.page.codec
    letters = sum(map(len, best.texts))
    if sum(best.costs) > STRANGE * letters and best.page.codec not in TWO_BYTES:
        return best.page.codec
    return ""


def _holds_utf8(best: _Reading, found: Sample) -> bool:
    """Whether some rows of a file in another encoding are UTF-8, as where two exports were put together."""
    if best.page.codec in TWO_BYTES:
        return False
    whole: list[tuple[str, float]] = []
    for chunk, cost in zip(found.chunks, best.costs, strict=False):
        with suppress(UnicodeDecodeError):
            whole.append((chunk.decode("utf-8"), cost))
    words = [word for word, _ in whole[:SECOND_LOOK]]
    costs = letter_costs.cost(words, letter_costs.lettered_languages())
    return sum(cost > min(other) + BETTER for (_, cost), other in zip(whole, costs, strict=False)) >= 2


def _damaged(file: BinaryIO, codec: str) -> int:
    """How many signs of the whole file mean nothing in `codec`."""
    decoder = codecs.getincrementaldecoder(codec)("replace")
    file.seek(0)
    count = 0
    if codec in TWO_BYTES or codec.startswith("utf"):
        for block in blocks(file):
            count += 0 if block.isascii() and codec in TWO_BYTES else decoder.decode(block).count(LOST)
        return count + decoder.decode(b"", True).count(LOST)
    nothing = bytes(value for value in range(0x80, 0x100) if bytes([value]).decode(codec, "replace") == LOST)
    if not nothing:
        return 0
    table = bytes(1 if value in nothing else 0 for value in range(256))
    return sum(block.translate(table).count(1) for block in blocks(file) if not block.isascii())
