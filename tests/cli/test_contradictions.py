"""`svcconsole call` on answers that contradict themselves or lead elsewhere: nothing is done twice."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from svcconsole.api.operations import GET_PRODUCTS, SEND_MESSAGE
from tests.api.models.samples import MESSAGE, PRODUCT
from tests.cli.test_call import at, environment, ran
from tests.support.fault_server import answer, answers, fault_server

__all__ = ["environment"]

ONCE = (SEND_MESSAGE.path, json.dumps(MESSAGE))
UPSERT = ("products/createOrUpdate", json.dumps({"products": [PRODUCT]}))
READ = (GET_PRODUCTS.path, json.dumps({"productIds": ["a"]}))
UNKNOWN, PAUSED, REFUSED = 5, 4, 3


@pytest.mark.parametrize(
    ("call", "status", "body", "code"),
    [
        (ONCE, 200, {"status": 500, "success": False}, UNKNOWN),
        (ONCE, 200, {"status": 408, "success": False}, UNKNOWN),
        (ONCE, 500, {"status": 401, "success": False}, UNKNOWN),
        (ONCE, 200, {"status": 200, "success": False}, UNKNOWN),
        (UPSERT, 200, {"status": 400, "success": False, "error": "no"}, UNKNOWN),
        (READ, 200, {"status": 400, "success": False, "error": "no"}, REFUSED),
    ],
    ids=["inner-500", "inner-408", "outer-500", "no-success", "upsert", "read"],
)
async def test_a_status_inside_that_contradicts_the_one_outside(
    call: tuple[str, str], status: int, body: dict[str, Any], code: int, environment: dict[str, str]
) -> None:
    async with fault_server(answers(answer(body, status))) as server:
        ended = await ran(environment, "call", *call, *at(server))
    assert ended.code == code, ended.err
    if call is ONCE:
        assert len(server.posted) == 1
        assert "may do it twice" in ended.err


@pytest.mark.parametrize(
    ("status", "code"),
    [(301, PAUSED), (302, PAUSED), (307, PAUSED), (308, PAUSED), (303, UNKNOWN)],
    ids=["301", "302", "307", "308", "303"],
)
async def test_a_redirect_is_not_followed(
    status: int, code: int, environment: dict[str, str], tmp_path: Path
) -> None:
    async with fault_server(answers(answer({}))) as elsewhere:
        moved = answer({}, status, {"Location": f"{elsewhere.base_url}/there"})
        async with fault_server(answers(moved)) as server:
            ended = await ran(environment, "call", *ONCE, *at(server))
    assert ended.code == code, ended.err
    assert (len(server.posted), elsewhere.requests) == (1, [])
