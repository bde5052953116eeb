"""Finds which keys stand in several rows of a file of any size, with the keys on the disk."""

from __future__ import annotations

import tempfile
import weakref
from array import array
from bisect import bisect_left
from collections.abc import Iterable, Iterator, Sequence
from hashlib import blake2b
from itertools import chain, islice
from typing import NamedTuple

BUCKETS = 64
BUFFERED = 2048
"""Entries of a bucket that are kept in memory before they are written."""


def key_hash(key: str) -> int:
    """Sixty-four bits of a key: two of five million meet by chance in one file of a million."""
    return int.from_bytes(blake2b(key.encode("utf-8", "surrogatepass"), digest_size=8).digest(), "little")


class _Repeated(NamedTuple):
    """Hashes of keys, rising; all their rows, and where those of each begin and end."""

    hashes: array[int]
    rows: array[int]
    ends: array[int]


class RepeatedKeys:
    """The keys that several rows of a file have, by their hashes, in some twenty bytes each: where everybody
    stands in a file twice, a dictionary of lists would take ten times as much."""

    def __init__(self, buckets: Sequence[_Repeated]) -> None:
        self._buckets = buckets

    def __bool__(self) -> bool:
        return any(bucket.hashes for bucket in self._buckets)

    def rows_of(self, hashed: int) -> Sequence[int]:
        """The rows that have the key of this hash, in the order of the file; none for a key of one row."""
        hashes, rows, ends = self._buckets[hashed % BUCKETS]
        place = bisect_left(hashes, hashed)
        if place == len(hashes) or hashes[place] != hashed:
            return ()
        return memoryview(rows)[ends[place] : ends[place + 1]]

    def rows(self) -> Iterator[int]:
        """The rows of all of them, some more than once."""
        return chain.from_iterable(bucket.rows for bucket in self._buckets)


class KeyIndex:
    """Hashes of keys with the numbers of their rows, added in the order of the file. `repeated` are those of
    several rows; the rows of a key stay in the order of the file."""

    def __init__(self) -> None:
        self._file = tempfile.TemporaryFile(prefix="svcconsole-keys-")  # noqa: SIM115  lives as long as this
        weakref.finalize(self, self._file.close)
        self._hashes = [array("Q") for _ in range(BUCKETS)]
        self._rows = [array("Q") for _ in range(BUCKETS)]
        self._places: list[list[tuple[int, int]]] = [[] for _ in range(BUCKETS)]
        self._end = 0

    def add(self, hashed: int, row: int) -> None:
        """Note that this row has the key of this hash."""
        bucket = hashed % BUCKETS
        self._hashes[bucket].append(hashed)
        self._rows[bucket].append(row)
        if len(self._rows[bucket]) >= BUFFERED:
            self._write(bucket)

    def repeated(self) -> RepeatedKeys:
        """The keys of several rows."""
        return RepeatedKeys([self._repeated(bucket) for bucket in range(BUCKETS)])

    def _repeated(self, bucket: int) -> _Repeated:
        first: dict[int, int] = {}
        several: dict[int, list[int]] = {}
        for hashed, row in self._entries(bucket):
            before = first.setdefault(hashed, row)
            if before != row:
                several.setdefault(hashed, [before]).append(row)
        hashes = array("Q", sorted(several))
        rows, ends = array("I"), array("I", (0,))
        for hashed in hashes:
            rows.extend(several[hashed])
            ends.append(len(rows))
        return _Repeated(hashes, rows, ends)

    def rows_of(self, hashed: int) -> list[int]:
        """All rows that have the key of this hash."""
        return [row for one, row in self._entries(hashed % BUCKETS) if one == hashed]

    def _entries(self, bucket: int) -> Iterable[tuple[int, int]]:
        for start, count in self._places[bucket]:
            content = array("Q")
            self._file.seek(start)
            content.frombytes(self._file.read(16 * count))
            yield from zip(islice(content, count), islice(content, count, None), strict=True)
        yield from zip(self._hashes[bucket], self._rows[bucket], strict=True)

    def _write(self, bucket: int) -> None:
        hashes, rows = self._hashes[bucket], self._rows[bucket]
        self._file.seek(self._end)
        self._file.write(hashes.tobytes())
        self._file.write(rows.tobytes())
        self._places[bucket].append((self._end, len(hashes)))
        self._end += 16 * len(hashes)
        self._hashes[bucket], self._rows[bucket] = array("Q"), array("Q")
