"""Goes once over all bytes of a file: whether they are UTF-8, and samples of what is beyond ASCII."""

from __future__ import annotations

import codecs
import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import partial
from typing import BinaryIO

BLOCK = 1 << 20
PIECE = 1 << 14
"""Bytes that are decoded at once: their text stays in the processor's cache, which is twice as fast as large
blocks, of which each is the system's (`memory`)."""
PIECES_AT_LEAST = 64
"""As many are read before a file may be found not to be UTF-8 at all, and as many again."""
LOST = "\ufffd"
"""Stands where bytes mean nothing in the encoding, or where an earlier program found such bytes."""
PER_BYTE = 60
"""Different chunks kept for each byte value beyond ASCII; rare bytes decide between near encodings."""
MOST_SEEN = 3_000
"""A byte value met so often is known well enough, however few different chunks hold it."""
CHUNK = 300
"""Bytes of a chunk, at most."""
CHUNKS = 6_000

_HIGH = bytes(range(0x80, 0x100))
_LOW = bytes(range(0x80))
_RUNS = bytes(
    value if value >= 0x3C or 0x30 <= value < 0x3A or value in b"'.-" else 0x20 for value in range(256)
)
"""Makes spaces of what no chunk holds: bytes below 0x3C are no part of a sign of two bytes."""
_ESCAPED = re.compile("[\udc80-\udcff]")
_BEYOND = re.compile("[\x80-\ud7ff\ue000-\U0010ffff]")


@dataclass(slots=True)
class Utf8Check:
    """How the bytes read as UTF-8: signs of two bytes or more, bytes that fit nowhere, U+FFFD as written;
    `escapes`: whether a byte is among them that begins letters in the mail encodings of East Asia."""

    signs: bool = False
    whole: int = 0
    broken: int = 0
    replaced: int = 0
    escapes: bool = False


def check_utf8(file: BinaryIO) -> Utf8Check:
    """Read the file to its end, or to where it surely is not UTF-8."""
    found = Utf8Check()
    strict = codecs.getincrementaldecoder("utf-8")("strict")
    file.seek(0)
    for number, piece in enumerate(iter(partial(file.read, PIECE), b""), start=1):
        if not found.escapes and (b"\x1b" in piece or b"~" in piece):
            found.escapes = True
        if not piece.isascii() or strict.getstate()[0]:
            found.signs = True
            _decode(piece, strict, found)
        if number % PIECES_AT_LEAST == 0 and found.broken > 1000 and found.broken > found.whole:
            return found
    found.broken += len(strict.getstate()[0])
    return found


def _decode(piece: bytes, strict: codecs.IncrementalDecoder, found: Utf8Check) -> None:
    """Count what a piece holds; how many signs of two bytes or more, where all are right, about."""
    try:
        text = strict.decode(piece)
        # A sign of an alphabet takes one byte more than one, those of Chinese two, an emoji three.
        found.whole += (len(piece) - len(text) + 1) * 2 // 3
    except UnicodeDecodeError:
        lenient = codecs.getincrementaldecoder("utf-8")("surrogateescape")
        lenient.setstate(strict.getstate())
        text = lenient.decode(piece)
        strict.setstate(lenient.getstate())
        found.whole += len(_BEYOND.findall(text))
        found.broken += len(_ESCAPED.findall(text))
    if LOST in text:
        found.replaced += text.count(LOST)


@dataclass(slots=True)
class Sample:
    """Chunks (runs of bytes without spaces or punctuation) that hold bytes beyond ASCII, each once; up to 60
    for every byte value. `used`: every such value of the file. `endings`: LF, CR LF and CR at its start."""

    chunks: list[bytes] = field(default_factory=list)
    used: bytes = b""
    returns: bool = False
    windows: bool = False


def sample(file: BinaryIO) -> Sample:
    """Read the whole file; blocks without a byte value that is still wanted are only looked through."""
    found, kept = Sample(), dict[bytes, None]()
    different, seen = [0] * 256, [0] * 256
    wanted, used = _HIGH, set[int]()
    for number, block in enumerate(blocks(file)):
        if number == 0:
            found.windows = b"\r\n" in block
            found.returns = b"\r" in block and b"\n" not in block
        if block.isascii():
            continue
        used.update(block.translate(None, _LOW + bytes(used)))
        if len(kept) >= CHUNKS or block.translate(_only(wanted)).isascii():
            continue
        for chunk in _chunks(block, wanted):
            values = set(chunk.translate(None, _LOW))
            for value in values:
                seen[value] += 1
            if chunk not in kept and any(different[value] < PER_BYTE for value in values):
                kept[chunk] = None
                for value in values:
                    different[value] += 1
        wanted = bytes(value for value in _HIGH if different[value] < PER_BYTE and seen[value] < MOST_SEEN)
    found.chunks = list(kept)
    found.used = bytes(sorted(used))
    return found


def _only(wanted: bytes) -> bytes:
    """A table that makes every byte ASCII but the wanted ones."""
    return bytes(value if value in wanted else 0x20 for value in range(256))


def _chunks(block: bytes, wanted: bytes) -> Iterator[bytes]:
    """The runs of letters, digits and bytes beyond ASCII that hold a wanted byte."""
    end = 0
    for match in re.finditer(b"[" + re.escape(wanted) + b"]", block):
        at = match.start()
        if at < end:
            continue
        before = block[max(end, at - CHUNK // 2) : at].translate(_RUNS)
        after = block[at : at + CHUNK // 2].translate(_RUNS)
        stop = after.find(b" ")
        end = at + (len(after) if stop < 0 else stop)
        yield block[at - len(before) + before.rfind(b" ") + 1 : end]


def blocks(file: BinaryIO) -> Iterator[bytes]:
    """The file from its beginning in blocks of about a mebibyte that end with a line where they can."""
    file.seek(0)
    rest = b""
    while block := file.read(BLOCK):
        at = max(block.rfind(b"\n"), block.rfind(b"\r")) + 1
        if at:
            yield rest + block[:at]
            rest = block[at:]
        else:
            yield rest + block
            rest = b""
    if rest:
        yield rest
