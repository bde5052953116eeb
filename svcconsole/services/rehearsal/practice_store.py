"""A practice store for one rehearsal: a process of its own on its own folder, gone afterwards."""

from __future__ import annotations

import asyncio
import json
import os
import shutil
import subprocess
import sys
from collections.abc import AsyncIterator, Iterator, Mapping, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from http.client import HTTPConnection, HTTPException
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

from svcconsole.api.connection import Connection
from svcconsole.api.token import Token
from svcconsole.words.message import message
from svcconsole.words.system_reason import system_reason

START_SECONDS = 60.0
END_SECONDS = 5.0
CALL_SECONDS = 60.0
MOST_BYTES = 4 << 20
"""Of records in one request; a store takes bodies of 10 MiB."""
OWN_VARIABLES = "SVCCONSOLE_SANDBOX_"


class RehearsalBroken(Exception):
    """A rehearsal cannot go on: a sentence, and what to do."""

    def __init__(self, sentence: str, advice: str = "") -> None:
        super().__init__(sentence)
        self.sentence = sentence
        self.advice = advice


@dataclass(frozen=True, slots=True)
class RehearsalStore:
    """Where the practice store of a rehearsal listens, with its secrets."""

    base_url: str
    control_url: str
    token: str = field(repr=False)
    control_token: str = field(repr=False)

    @property
    def connection(self) -> Connection:
        """How it is reached."""
        return Connection(self.base_url, Token(self.token))

    async def put(self, records: Mapping[str, Sequence[str]]) -> None:
        """Put records in as another store has them, JSON texts by kind; raises RehearsalBroken."""
        await asyncio.to_thread(self._put, records)

    def _put(self, records: Mapping[str, Sequence[str]]) -> None:
        for some in _requests(records):
            self._post(some)

    def _post(self, records: Mapping[str, Sequence[str]]) -> None:
        parts = urlsplit(self.control_url)
        headers = {"Authorization": f"Bearer {self.control_token}", "Content-Type": "application/json"}
        connection = HTTPConnection(parts.hostname or "", parts.port, timeout=CALL_SECONDS)
        try:
            connection.request("POST", f"{parts.path.rstrip('/')}/records", json.dumps(records), headers)
            answer = connection.getresponse()
            words = answer.read().decode("utf-8", "replace")
        except (OSError, HTTPException) as error:
            raise _broken(str(error)) from error
        finally:
            connection.close()
        if answer.status != 200:
            raise _broken(words[:200])


def _requests(records: Mapping[str, Sequence[str]]) -> Iterator[Mapping[str, Sequence[str]]]:
    """The records in bodies that the practice store takes; at least one record in each."""
    for kind, texts in records.items():
        some: list[str] = []
        size = 0
        for text in texts:
            length = len(json.dumps(text))
            if some and size + length > MOST_BYTES:
                yield {kind: some}
                some, size = [], 0
            some.append(text)
            size += length
        if some:
            yield {kind: some}


@asynccontextmanager
async def rehearsal_store(folder: Path) -> AsyncIterator[RehearsalStore]:
    """A new, empty practice store over `folder`, which is deleted at the end; raises RehearsalBroken."""
    process: subprocess.Popen[str] | None = None
    try:
        process = await asyncio.to_thread(_start, folder)
        yield await _told(process)
    finally:
        await asyncio.shield(asyncio.to_thread(_end, process, folder))


def sandbox_command() -> list[str]:
    """The program and arguments that run this program's `sandbox` command, packaged or not."""
    if getattr(sys, "frozen", False):
        return [sys.executable, "sandbox"]
    return [sys.executable, "-m", "svcconsole", "sandbox"]


def _start(folder: Path) -> subprocess.Popen[str]:
    own = {name: value for name, value in os.environ.items() if not name.startswith(OWN_VARIABLES)}
    folder.mkdir(mode=0o700, parents=True)
    options = ["--seed", "empty", "--data", str(folder), "--unknown-fields", "keep"]
    try:
        return subprocess.Popen(  # noqa: S603 - this program itself
            [*sandbox_command(), *options],
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            env={**own, f"{OWN_VARIABLES}PARENT": str(os.getpid())},
            text=True,
            creationflags=getattr(subprocess, "CREATE_NO_WINDOW", 0),
        )
    except OSError as error:
        raise _broken(system_reason(error)) from error


async def _told(process: subprocess.Popen[str]) -> RehearsalStore:
    """What the practice store says once it accepts."""
    out = process.stdout
    if out is None:
        raise AssertionError("its output is read")
    try:
        async with asyncio.timeout(START_SECONDS):
            line = await asyncio.to_thread(out.readline)
        told: dict[str, Any] = json.loads(line)
        return RehearsalStore(told["base_url"], told["control_url"], told["token"], told["control_token"])
    except (TimeoutError, ValueError, KeyError) as error:
        raise _broken(message("it did not start")) from error


def _end(process: subprocess.Popen[str] | None, folder: Path) -> None:
    """End the process and delete its folder; a process that does not end by itself is killed."""
    if process is not None:
        process.terminate()
        try:
            process.wait(END_SECONDS)
        except subprocess.TimeoutExpired:
            process.kill()
            process.wait(END_SECONDS)
        if process.stdout is not None:
            process.stdout.close()
    shutil.rmtree(folder, ignore_errors=True)


def _broken(reason: str) -> RehearsalBroken:
    return RehearsalBroken(
        message("The practice store of the rehearsal could not be used: {reason}.", reason=reason),
        message("Nothing was sent to the store. Try again."),
    )
