"""`svcconsole call` for each of the 18 operations, with the examples of the API reference."""

from __future__ import annotations

import json
from pathlib import Path

from svcconsole.api.operations import OPERATIONS
from svcconsole.api.reference import ENTRIES
from tests.support.command import CommandLine
from tests.support.practice import PracticeStore


async def test_every_operation_can_be_called(practice_store: PracticeStore, tmp_path: Path) -> None:
    command = CommandLine(tmp_path)
    called = []
    for entry in ENTRIES:
        body = json.dumps(entry.examples[0].body)
        ended = await command.run("call", entry.operation.path, body, "--again", store=practice_store)
        assert (ended.code, ended.stderr) == (0, ""), f"{entry.operation.path}: {ended.stderr}"
        assert entry.operation.response.model_validate(ended.json).status == 200
        called.append(entry.operation)
    assert set(called) == set(OPERATIONS)
