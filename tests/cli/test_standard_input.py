"""A table may come on standard input; what never ends is given up with a sentence."""

from __future__ import annotations

import gzip
import json
import sys
from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from tests.support.command import CommandLine

CUSTOMERS = (
    "First name,Last name,Phone,E-mail\n"
    "Zoë,Müller,+49 171 5550144,zoe@post.example\n"
    "Łukasz,Wiśniewski,+48 512 345 678,lukasz@post.example\n"
)


@pytest.fixture
def command(tmp_path: Path) -> CommandLine:
    return CommandLine(tmp_path)


async def once(data: bytes) -> AsyncIterator[bytes]:
    yield data


async def without_end(data: bytes) -> AsyncIterator[bytes]:
    block = data * ((1 << 20) // len(data))
    while True:
        yield block


async def test_an_import_reads_standard_input(command: CommandLine) -> None:
    done = await command.run("import", "customers", "-", "--dry-run", sent=once(CUSTOMERS.encode()))
    assert done.code == 0, done.stderr
    assert (done.json["rows"], done.json["ready"]) == (2, 2)


@pytest.mark.parametrize("packed", [False, True])
async def test_a_table_on_standard_input_is_written(
    command: CommandLine, tmp_path: Path, packed: bool
) -> None:
    data = CUSTOMERS.encode("utf-16")
    target = tmp_path / "out.csv"
    done = await command.run(
        "table", "-", "--out", str(target), sent=once(gzip.compress(data) if packed else data)
    )
    assert (done.code, done.json["file"], done.json["rows"]) == (0, "-", 2)
    assert target.read_text("utf-8") == CUSTOMERS


@pytest.mark.skipif(sys.platform == "win32", reason="the same there, but slowly")
@pytest.mark.parametrize(
    ("data", "sentence"),
    [
        (b"y\n", "More than 20,000,000 lines came"),
        (b"\0" * 64, "This file is not text"),
        (b"x" * 64, "The first line on standard input is longer than 32 MiB"),
    ],
)
async def test_what_never_ends_is_given_up(command: CommandLine, data: bytes, sentence: str) -> None:
    done = await command.run("table", "-", sent=without_end(data))
    assert done.code == 2
    assert sentence in json.loads(done.stdout)["error"]
    left = await command.run("import", "products", "-", "--dry-run", sent=without_end(data))
    assert left.code == 2 and sentence in left.stderr
