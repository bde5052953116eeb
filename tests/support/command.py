"""The command line as a process of its own, as a person runs it."""

from __future__ import annotations

import asyncio
import json
import os
from collections.abc import AsyncIterable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Protocol

from tests.support.practice import COMMAND
from tests.support.warm_start import warm

TOKEN_VARIABLE = "SVCCONSOLE_TEST_TOKEN"


class Store(Protocol):
    """Where a command is sent, and with what."""

    @property
    def base_url(self) -> str: ...

    @property
    def token(self) -> str: ...


@dataclass(frozen=True, slots=True)
class Finished:
    """How a command ended."""

    code: int
    stdout: str
    stderr: str

    @property
    def json(self) -> Any:
        """The last line of stdout."""
        return json.loads(self.stdout.strip().splitlines()[-1])


@dataclass(frozen=True, slots=True)
class CommandLine:
    """Runs commands with folders of their own under `home`."""

    home: Path

    def environment(self, more: Mapping[str, str] | None = None) -> dict[str, str]:
        own = {
            "SVCCONSOLE_CONFIG_DIR": str(self.home / "config"),
            "SVCCONSOLE_DATA_DIR": str(self.home / "data"),
        }
        return {**os.environ, **own, **(more or {})}

    async def start(
        self, *arguments: str, store: Store | None = None, piped: bool = False, is_warm: bool = False
    ) -> asyncio.subprocess.Process:
        """A process to watch, or to kill; one that only has to end may begin warm."""
        to_store = () if store is None else ("--base-url", store.base_url, "--token-env", TOKEN_VARIABLE)
        variables = self.environment({} if store is None else {TOKEN_VARIABLE: store.token})
        return await asyncio.create_subprocess_exec(
            *(warm.command(variables) if is_warm else COMMAND),
            *arguments,
            *to_store,
            stdin=asyncio.subprocess.PIPE if piped else asyncio.subprocess.DEVNULL,
            stdout=asyncio.subprocess.PIPE,
            stderr=asyncio.subprocess.PIPE,
            env=variables,
        )

    async def run(
        self, *arguments: str, store: Store | None = None, sent: AsyncIterable[bytes] | None = None
    ) -> Finished:
        """Run it to its end; `sent` goes into its standard input, as long as it takes any."""
        process = await self.start(*arguments, store=store, piped=sent is not None, is_warm=True)
        if sent is None:
            return await finish(process)
        sending = asyncio.create_task(_send(process, sent))
        try:
            return await finish(process)
        finally:
            sending.cancel()
            await asyncio.gather(sending, return_exceptions=True)


async def _send(process: asyncio.subprocess.Process, sent: AsyncIterable[bytes]) -> None:
    assert process.stdin is not None
    async for block in sent:
        process.stdin.write(block)
        await process.stdin.drain()
    process.stdin.close()


async def finish(process: asyncio.subprocess.Process) -> Finished:
    """What it wrote until its end."""
    assert process.stdout is not None and process.stderr is not None
    stdout, stderr, _ = await asyncio.gather(process.stdout.read(), process.stderr.read(), process.wait())
    assert process.returncode is not None
    return Finished(process.returncode, stdout.decode(), stderr.decode())
