"""Downloads one part's file: resumes where it broke off, writes beside the target, then replaces it."""

from __future__ import annotations

import asyncio
import os
import random
from collections.abc import AsyncGenerator, Awaitable, Callable
from contextlib import aclosing
from dataclasses import dataclass
from pathlib import Path
from typing import BinaryIO

from svcconsole.api.downloads import Downloader, Incoming, Length
from svcconsole.api.errors import ApiError, NotDownloaded, NotReached, RefusedHere
from svcconsole.services.reports.body_format import other_format
from svcconsole.services.reports.files import unfinished
from svcconsole.services.reports.threads import in_thread
from svcconsole.whole_file import put_in_place
from svcconsole.words.message import message, plural

EXPIRED = frozenset({401, 403, 404, 410})
"""What a link answers that has had its time (reliability, 2.5)."""
RENEWALS = 3
TRIES = 8
"""So often in a row nothing more may come; then a person looks why."""
FIRST_WAIT, LONGEST_WAIT = 0.5, 30.0
AT_ONCE = 1 << 20
TELL_EVERY = 0.1


class LinkExpired(NotDownloaded):
    """The link was renewed as often as makes sense, and still leads to nothing."""


class NoTable(NotDownloaded):
    """What came is whole, and it is something else than a table: a fresh link may lead to the file."""


@dataclass(frozen=True, slots=True)
class DownloadedPart:
    """So many `bytes` of `size` are here; `length` is said once the whole file is in its place. `trouble` is
    why it is fetched anew."""

    bytes: int
    size: int | None = None
    length: Length | None = None
    trouble: ApiError | None = None


class PartDownload:
    """One file from a link that may expire to its place on the disk. `link` asks the store for a fresh one;
    `proved` looks whether a file whose end nothing marks is whole."""

    def __init__(
        self,
        downloader: Downloader,
        link: Callable[[], Awaitable[str]],
        path: Path,
        proved: Callable[[Path], bool],
        *,
        allow_loopback: bool,
    ) -> None:
        self._downloader = downloader
        self._link = link
        self._path = path
        self._proved = proved
        self._allow_loopback = allow_loopback
        self._got = 0
        self._size: int | None = None
        self._validator = ""

    async def fetch(self, url: str) -> AsyncGenerator[DownloadedPart, None]:
        """Fetch until the file is there. Raises LinkExpired, NoTable, RefusedHere for an address that is not
        fetched, OSError of a disk that is full, and the last ApiError when nothing more comes."""
        written = unfinished(self._path)
        renewed = vain = 0
        with written.open("wb") as file:
            while True:
                before = self._got
                try:
                    async with aclosing(self._turn(url, file)) as turn:
                        async for fetched in turn:
                            if fetched.length is not None:
                                file.close()
                                await in_thread(put_in_place, written, self._path)
                            yield fetched
                            if fetched.length is not None:
                                return
                    error: ApiError = NotReached(
                        message("The end of the file is not proved, and it does not look whole.")
                    )
                except RefusedHere:
                    raise
                except ApiError as trouble:
                    error = trouble
                if error.status in EXPIRED or isinstance(error, NoTable):
                    if renewed == RENEWALS:
                        raise error if isinstance(error, NoTable) else _expired(error)
                    renewed += 1
                    url = await self._link()
                    continue
                vain = 0 if self._got > before else vain + 1
                if vain == TRIES:
                    raise error
                yield DownloadedPart(self._got, self._size, trouble=error)
                await asyncio.sleep(random.random() * min(LONGEST_WAIT, FIRST_WAIT * 2**vain))

    async def _turn(self, url: str, file: BinaryIO) -> AsyncGenerator[DownloadedPart, None]:
        """One connection's worth of the file; the last that it tells has its length where the end is
        proved."""
        start = self._got if self._validator else 0
        coming = self._downloader.file(
            url, start=start, validator=self._validator, allow_loopback=self._allow_loopback
        )
        async with coming as incoming:
            self._begin(incoming, file)
            yield DownloadedPart(self._got, self._size)
            async for fetched in self._take(incoming, file):
                yield fetched
        length = incoming.length
        if self._size is not None and self._got != self._size:
            raise NotReached(
                plural("{got} of {n} byte came.", "{got} of {n} bytes came.", self._size, got=self._got),
                status=200,
            )
        await in_thread(_flush, file)
        if (other := await in_thread(other_format, unfinished(self._path))) is not None:
            self._validator = ""
            raise NoTable(
                message("The store's link gave {format}, not a table.", format=other),
                advice=message("Nothing of it was taken for rows. Look at the link, or go on later."),
                status=200,
            )
        if not self._got or (
            length is Length.NOT_PROVABLE and not await in_thread(self._proved, unfinished(self._path))
        ):
            self._validator = ""
            return
        yield DownloadedPart(self._got, self._size, length)

    def _begin(self, incoming: Incoming, file: BinaryIO) -> None:
        if incoming.start and self._size is not None and incoming.size not in {None, self._size}:
            self._validator = ""
            raise NotReached(message("The file has another length than before."), status=206)
        file.seek(incoming.start)
        if not incoming.start:
            file.truncate()
        self._got = incoming.start
        self._size, self._validator = incoming.size, incoming.validator or self._validator

    async def _take(self, incoming: Incoming, file: BinaryIO) -> AsyncGenerator[DownloadedPart, None]:
        """Write what comes, a megabyte at a time beside the loop; what came before a break is kept."""
        clock, waiting = asyncio.get_running_loop().time, bytearray()
        told = clock()
        try:
            async for piece in incoming.pieces():
                waiting += piece
                if len(waiting) >= AT_ONCE:
                    await self._write(file, waiting)
                if clock() - told >= TELL_EVERY:
                    told = clock()
                    yield DownloadedPart(self._got + len(waiting), self._size)
        finally:
            file.write(waiting)
            self._got += len(waiting)

    async def _write(self, file: BinaryIO, waiting: bytearray) -> None:
        whole = bytes(waiting)
        waiting.clear()
        self._got += await in_thread(file.write, whole)


def _expired(error: ApiError) -> LinkExpired:
    return LinkExpired(
        plural(
            "The link was renewed {n} time, and the file is not there.",
            "The link was renewed {n} times, and the file is not there.",
            RENEWALS,
        ),
        status=error.status,
    )


def _flush(file: BinaryIO) -> None:
    file.flush()
    os.fsync(file.fileno())
