"""How large an answer may be: by what its operation can mean, counted once it is inflated."""

from __future__ import annotations

import gzip
import json
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from svcconsole.api.client import Client
from svcconsole.api.connection import Connection
from svcconsole.api.errors import Outcome
from svcconsole.api.operations import MB, OPERATIONS, Operation
from svcconsole.api.token import Token
from tests.api.memory_of_answers import SHAPES
from tests.api.replies_of_a_store import REPLIES
from tests.support.fault_server import answer, answers, fault_server
from tests.support.virtual_time import VirtualTimeLoop

RECORDS = {"products": 12, "catalogs": 4, "userProperties.record": 4, "messages.fetch": 4, "customers": 2}
"""What answers with records may have, in MB; the others hold one id or one status."""
MOST_MB = 700
"""Four at once took 3,100 MB."""


@pytest.fixture
def loop_factory() -> type[VirtualTimeLoop]:
    return VirtualTimeLoop


def padded(operation: Operation[Any, Any], size: int) -> bytes:
    body = json.dumps(REPLIES[operation]).encode()
    return body + b" " * (size - len(body))


@pytest.mark.parametrize("packed", [False, True], ids=["plain", "gzip"])
@pytest.mark.parametrize("operation", OPERATIONS, ids=lambda one: one.name)
async def test_an_answer_is_as_large_as_its_operation_can_mean(
    operation: Operation[Any, Any], packed: bool
) -> None:
    megabytes = RECORDS.get(operation.name) or RECORDS.get(operation.name.partition(".")[0]) or 1
    ended = []
    for size in (megabytes * MB, megabytes * MB + 1):
        body, headers = padded(operation, size), {}
        if packed:
            body, headers = gzip.compress(body, 1), {"Content-Encoding": "gzip"}
        async with (
            fault_server(answers(answer(body, headers=headers))) as server,
            Client(Connection(server.base_url, Token("t"))) as client,
        ):
            ended.append(await client.send(operation, b'{"partnerCustomerId":"C"}', retry=False))
    fits, over = ended
    assert fits.outcome is Outcome.OK
    assert over.error is not None
    assert f"larger than {megabytes} MB" in over.error.sentence


@pytest.mark.parametrize("shape", SHAPES)
def test_four_large_answers_at_once_leave_room_for_everything_else(shape: str) -> None:
    root = Path(__file__).parents[2]
    command = [sys.executable, "-m", "tests.api.memory_of_answers", shape]
    taken = int(subprocess.run(command, cwd=root, check=True, capture_output=True, text=True).stdout)
    assert taken < MOST_MB
