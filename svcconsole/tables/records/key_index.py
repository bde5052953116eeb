"""Finds which keys stand in several rows of a file of any size, with the keys on the disk."""

from __future__ import annotations

import tempfile
import weakref
from array import array
from collections.abc import Iterable
from hashlib import blake2b
from itertools import islice

BUCKETS = 64
BUFFERED = 2048
"""Entries of a bucket that are kept in memory before they are written."""


def key_hash(key: str) -> int:
    """Sixty-four bits of a key: two of five million meet by chance in one file of a million."""
    return int.from_bytes(blake2b(key.encode("utf-8", "surrogatepass"), digest_size=8).digest(), "little")


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

    def repeated(self) -> dict[int, list[int]]:
        """The keys of several rows, by their hashes."""
        found: dict[int, list[int]] = {}
        for bucket in range(BUCKETS):
            first: dict[int, int] = {}
            for hashed, row in self._entries(bucket):
                before = first.setdefault(hashed, row)
                if before != row:
                    found.setdefault(hashed, [before]).append(row)
        return found

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
