"""Merges the parts of an export into one file byte by byte, with one header, counting and hashing."""

from __future__ import annotations

import hashlib
import os
from collections import deque
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import Future, ThreadPoolExecutor
from dataclasses import dataclass
from functools import partial
from io import FileIO, StringIO
from itertools import islice, pairwise
from pathlib import Path

from svcconsole.services.reports.files import unfinished
from svcconsole.services.reports.lenient_rows import lenient_rows
from svcconsole.services.reports.scan import AT_ONCE, BOM, Head, count, countable, read_head
from svcconsole.whole_file import put_in_place
from svcconsole.words.message import Message, listed, message, plural

NEAR = 200
"""So many rows on each side of a boundary are compared."""
NEAR_BYTES = 1 << 18
"""So many bytes are read for the rows after it."""
AHEAD = 32
"""So many pieces may wait to be hashed and counted while others are written."""
FLUSHED_EACH = 64
"""After so many pieces the disk keeps them while others are written: at the end it has little left."""


class MergeRefused(Exception):
    """The parts do not belong together as they are; `sentence` says why, `advice` what to do."""

    def __init__(self, sentence: str, advice: str) -> None:
        super().__init__(sentence)
        self.sentence = sentence
        self.advice = advice


class MergeStopped(Exception):
    """Somebody wants no merged file any more."""


@dataclass(frozen=True, slots=True)
class PartFile:
    """A part's file, how many rows it was counted to have, and the hash of its bytes (hex) when it came."""

    path: Path
    rows: int
    sha256: str


@dataclass(frozen=True, slots=True)
class Merged:
    """What the merged file is. `repeated` tells for each boundary how many of the first rows after it stand
    among the last before it, too."""

    header: tuple[str, ...]
    header_sha256: str
    rows: int
    size: int
    sha256: str
    repeated: tuple[int, ...]


def merge(parts: Sequence[PartFile], target: Path, stopped: Callable[[], bool] = lambda: False) -> Merged:
    """Write the parts' rows one after the other under one header, without a byte order mark, with the line
    ends of the first part. Blocks: call it in a thread.

    Every record keeps its bytes. Raises MergeRefused, MergeStopped once `stopped` says so, or OSError of a
    disk that is full; `target` is whole or as it was.
    """
    heads = [read_head(part.path) for part in parts]
    _refuse_strangers(parts, heads)
    written = unfinished(target)
    with written.open("wb", buffering=0) as file:
        seen = _copy(parts, heads, file, stopped)
        os.fsync(file.fileno())
    records = seen.records
    by_bytes = records.plain and countable(heads[0])
    rows = (records.ends - records.blank if by_bytes else count(written, heads[0].encoding)[0]) - 1
    if rows != (wanted := sum(part.rows for part in parts)):
        raise MergeRefused(
            plural(
                "The merged file would have {n} row, its parts have {wanted}.",
                "The merged file would have {n} rows, its parts have {wanted}.",
                rows,
                wanted=wanted,
            ),
            message("A part may have been changed since it came. The parts are kept."),
        )
    repeated = tuple(_repeated(written, mark, at) for mark, at in seen.boundaries)
    put_in_place(written, target)
    first = heads[0]
    return Merged(first.header, first.header_sha256, rows, seen.size, seen.sha256(), repeated)


def _refuse_strangers(parts: Sequence[PartFile], heads: Sequence[Head]) -> None:
    """Raise MergeRefused unless all parts have the same columns and can be put together byte by byte."""
    for part, head in zip(parts, heads, strict=True):
        if not head.header:
            raise MergeRefused(
                message("{file} is empty, without even a header.", file=part.path.name),
                message("The parts are kept."),
            )
        if len(parts) > 1 and not countable(head):
            raise MergeRefused(
                message(
                    "{file} is not UTF-8 with line ends as the specification has them.", file=part.path.name
                ),
                message("The parts are kept; put them together by hand."),
            )
    for (_, before), (part, head) in pairwise(zip(parts, heads, strict=True)):
        if head.header != before.header:
            told = _difference(heads[0].header, head.header)
            raise MergeRefused(
                message(
                    "{file} has other columns than the parts before: {told}.", file=part.path.name, told=told
                ),
                message("The parts are kept, each can be opened by itself."),
            )


def _difference(first: tuple[str, ...], other: tuple[str, ...]) -> Message:
    gone = [name for name in first if name not in other]
    new = [name for name in other if name not in first]
    if gone and new:
        return message("without {gone} and with {new}", gone=listed(gone), new=listed(new))
    if gone:
        return message("without {gone}", gone=listed(gone))
    return message("with {new}", new=listed(new)) if new else message("the same in another order")


class _Seen:
    """What the bytes of the merged file are, learned in two threads while another writes them."""

    def __init__(self) -> None:
        from svcconsole.services.reports.records import Records

        self._digest = hashlib.sha256()
        self._marks: deque[int] = deque((0,), maxlen=3)
        self.records = Records()
        self.size = 0
        self.boundaries: list[tuple[int, int]] = []
        """Where each later part begins, after a byte not far before it at which a record begins."""

    def hash(self, piece: bytes) -> None:
        self._digest.update(piece)

    def count(self, piece: bytes) -> None:
        self.records.feed(piece)
        self.size += len(piece)
        self._marks.append(self.records.last_end)

    def part(self) -> None:
        """Another part begins."""
        self.boundaries.append((self._marks[0], self.size))
        self._marks = deque((self.size,), maxlen=3)

    def sha256(self) -> str:
        return self._digest.hexdigest()


def _copy(
    parts: Sequence[PartFile], heads: Sequence[Head], file: FileIO, stopped: Callable[[], bool]
) -> _Seen:
    """Write all parts; whoever hashes and counts them is only little behind."""
    seen, ahead = _Seen(), deque[Future[None]]()
    came = [hashlib.sha256() for _ in parts]
    with (
        _thread("report-hash") as hashing,
        _thread("report-rows") as counting,
        _thread("report-parts") as checking,
        _thread("report-disk") as flushing,
    ):
        pieces = 0
        for number, (part, head) in enumerate(zip(parts, heads, strict=True)):
            start = head.end if number else len(BOM) * head.marked
            if number:
                ahead.append(counting.submit(seen.part))
            check = partial(_check, ahead, checking, came[number].update)
            for piece in _pieces(part.path, start, head, heads[0].line_end, check):
                if stopped():
                    raise MergeStopped
                ahead += (hashing.submit(seen.hash, piece), counting.submit(seen.count, piece))
                left = memoryview(piece)
                while left:
                    left = left[file.write(left) :]
                if (pieces := pieces + 1) % FLUSHED_EACH == 0:
                    ahead.append(flushing.submit(os.fsync, file.fileno()))
                while len(ahead) > AHEAD:
                    ahead.popleft().result()
        for waiting in ahead:
            waiting.result()
    for part, digest in zip(parts, came, strict=True):
        if digest.hexdigest() != part.sha256:
            raise MergeRefused(
                message("{file} is not as it came: its bytes have changed.", file=part.path.name),
                message("The parts are kept. Put that file back as it was, or ask for the report again."),
            )
    return seen


def _thread(name: str) -> ThreadPoolExecutor:
    """One, in which the pieces keep their order."""
    return ThreadPoolExecutor(1, name)


def _check(
    ahead: deque[Future[None]], checking: ThreadPoolExecutor, update: Callable[[bytes], None], raw: bytes
) -> None:
    ahead.append(checking.submit(update, raw))


def _pieces(
    path: Path, start: int, head: Head, line_end: bytes, read: Callable[[bytes], object]
) -> Iterator[bytes]:
    """What a part gives to the merged file: its last record ends with a line end, too. `read` is given all
    bytes of the part as they are."""
    last = b"\n"
    with path.open("rb", buffering=0) as file:
        read(file.read(start))
        raw = _read(file, read)
        same = head.line_end == line_end
        for piece in raw if same else _with_line_ends(raw, line_end):
            last = piece[-1:]
            yield piece
    if last != b"\n" and countable(head):
        yield line_end


def _read(file: FileIO, read: Callable[[bytes], object]) -> Iterator[bytes]:
    while piece := file.read(AT_ONCE):
        read(piece)
        yield piece


def _with_line_ends(pieces: Iterator[bytes], line_end: bytes) -> Iterator[bytes]:
    """The same records with other line ends; what stands in quotes stays as it is."""
    within, held = False, b""
    for read in pieces:
        piece = held + read
        held = b"\r" if piece.endswith(b"\r") else b""
        texts = piece[: len(piece) - len(held)].split(b'"')
        for at in range(int(within), len(texts), 2):
            texts[at] = texts[at].replace(b"\r\n", b"\n").replace(b"\n", line_end)
        within ^= not len(texts) & 1
        if changed := b'"'.join(texts):
            yield changed
    if held:
        yield held


def _repeated(path: Path, mark: int, boundary: int) -> int:
    """How many of the first rows after a boundary stand among the last before it."""
    from svcconsole.services.reports.records import last_records

    with path.open("rb") as file:
        file.seek(mark)
        before = set(_rows(last_records(file.read(boundary - mark), NEAR)))
        return sum(row in before for row in _rows(file.read(NEAR_BYTES)))


def _rows(text: bytes) -> Iterator[tuple[str, ...]]:
    """The first of the records that are not blank."""
    records = lenient_rows(StringIO(text.decode(errors="replace"), newline=""))
    return islice(map(tuple, filter(any, records)), NEAR)
