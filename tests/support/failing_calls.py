"""Commands of which one system call fails once: the n-th that changes a file, or begins a thread or process.

The library that has it fail (`failing_calls.c`) is compiled here, and loaded into a process that commands are
forked off, warm. Linux with a C compiler only.
"""

from __future__ import annotations

import asyncio
import errno
import shutil
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Literal

import pytest

from tests.support.command import TOKEN_VARIABLE, CommandLine, Finished, Store, finish
from tests.support.warm_start import WarmStart

SOURCE = Path(__file__).with_suffix(".c")
BY_ADDRESS = ("backup", "restore", "history", "schedule")
"""Commands that ask the store nothing."""
Kind = Literal["disk", "begin"]
"""`disk`: a write, fsync, rename and the like below the folder; `begin`: a thread or a process."""


@dataclass(frozen=True)
class FailingCommands:
    """Runs commands whose folders lie below `home`."""

    home: Path
    warm: WarmStart

    async def run(
        self, *arguments: str, store: Store, kind: Kind, at: int = 0, code: int = errno.ENOSPC
    ) -> tuple[Finished, list[str]]:
        """Run a command whose `at`-th call of a kind fails with `code`, none where it is 0; how it ended, and
        the calls in their order."""
        log = self.home / "calls.txt"
        log.unlink(missing_ok=True)
        plain = CommandLine(self.home)
        variables = plain.environment({TOKEN_VARIABLE: store.token}) | {
            "FAILING_KIND": kind,
            "FAILING_AT": str(at),
            "FAILING_WITH": str(code),
            "FAILING_BELOW": str(self.home / "data"),
            "FAILING_LOG": str(log),
        }
        process = await asyncio.create_subprocess_exec(
            *self.warm.command(variables),
            *arguments,
            "--base-url",
            store.base_url,
            *(
                ()
                if arguments[-1] in BY_ADDRESS or arguments[0] in BY_ADDRESS
                else ("--token-env", TOKEN_VARIABLE)
            ),
            stdin=asyncio.subprocess.DEVNULL,
            stdout=asyncio.subprocess.PIPE,
            stderr=asyncio.subprocess.PIPE,
            env=variables,
        )
        done = await finish(process)
        return done, log.read_text().splitlines() if log.exists() else []


@contextmanager
def failing_commands(folder: Path) -> Iterator[WarmStart]:
    """Where such commands are forked off; skips where the library cannot be made."""
    compiler = shutil.which("cc") or shutil.which("gcc")
    if sys.platform != "linux" or compiler is None:
        pytest.skip("system calls are made to fail on Linux, with a C compiler")
    library = folder / "failing_calls.so"
    subprocess.run(
        [compiler, "-shared", "-fPIC", "-O2", "-Wall", "-Werror", "-o", str(library), str(SOURCE), "-ldl"],
        check=True,
    )
    warm = WarmStart({"LD_PRELOAD": str(library)})
    try:
        yield warm
    finally:
        warm.end()
