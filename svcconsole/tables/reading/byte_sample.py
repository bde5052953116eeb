"""Goes once over all bytes of a file: whether they are UTF-8, and samples of what is beyond ASCII."""

from __future__ import annotations

import codecs
import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import BinaryIO

BLOCK = 1 << 20
PER_BYTE = 60
"""Different chunks kept for each byte value beyond ASCII; rare bytes decide between near encodings."""
CHUNK = 300
"""Bytes of a chunk, at most."""
CHUNKS = 6_000

_HIGH = bytes(range(0x80, 0x100))
_LOW = bytes(range(0x80))
_ESCAPED = re.compile("[\udc80-\udcff]")
_BEYOND = re.compile("[\x80-\ud7ff\ue000-\U0010ffff]")


@dataclass(slots=True)
class Utf8Check:
    """How the bytes read as UTF-8: signs of two bytes or more, bytes that fit nowhere, U+FFFD as written."""

    signs: bool = False
    whole: int = 0
    broken: int = 0
    replaced: int = 0
    escapes: bool = False


def check_utf8(file: BinaryIO) -> Utf8Check:
    """Read the file to its end, or to where it surely is not UTF-8."""
    found = Utf8Check()
    decoder = codecs.getincrementaldecoder("utf-8")("surrogateescape")
    file.seek(0)
    while block := file.read(BLOCK):
        if not found.escapes and (b"\x1b$" in block or b"~{" in block):
            found.escapes = True
        if block.isascii() and not decoder.getstate()[0]:
            continue
        found.signs = True
        strict = codecs.getincrementaldecoder("utf-8")("strict")
        strict.setstate(decoder.getstate())
        try:
            strict.decode(block)
            decoder.setstate(strict.getstate())
        except UnicodeDecodeError:
            text = decoder.decode(block)
            found.whole += len(_BEYOND.findall(text))
            found.broken += len(_ESCAPED.findall(text))
            if found.broken > 1000 and found.broken > found.whole:
                return found
        else:
            found.whole += max(1, len(block.translate(None, _LOW)) // 3)
            found.replaced += block.count(b"\xef\xbf\xbd")
    found.broken += len(_ESCAPED.findall(decoder.decode(b"", True)))
    return found


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
    found, counts, kept = Sample(), [0] * 256, dict[bytes, None]()
    wanted, used = _HIGH, set[int]()
    pattern = _chunks_with(wanted)
    for number, block in enumerate(blocks(file)):
        if number == 0:
            found.windows = b"\r\n" in block
            found.returns = b"\r" in block and b"\n" not in block
        if block.isascii():
            continue
        used.update(block.translate(None, _LOW + bytes(used)))
        if len(kept) >= CHUNKS or block.translate(wanted_table(wanted)).isascii():
            continue
        for match in pattern.finditer(block):
            chunk = match.group()
            if chunk in kept:
                continue
            values = set(chunk.translate(None, _LOW))
            if any(counts[value] < PER_BYTE for value in values):
                kept[chunk] = None
                for value in values:
                    counts[value] += 1
        wanted = bytes(value for value in _HIGH if counts[value] < PER_BYTE)
        if not wanted:
            break
        pattern = _chunks_with(wanted)
    found.chunks = list(kept)
    found.used = bytes(sorted(used))
    return found


def wanted_table(wanted: bytes) -> bytes:
    """A table that makes every byte ASCII but the wanted ones."""
    return bytes(value if value in wanted else 0x20 for value in range(256))


def _chunks_with(wanted: bytes) -> re.Pattern[bytes]:
    some = b"".join(rb"\x%02x" % value for value in wanted)
    run = rb"[0-9<-\xff'.-]"
    return re.compile(rb"(?s)%b{0,%d}[%b]%b{0,%d}" % (run, CHUNK // 2, some, run, CHUNK // 2))


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
