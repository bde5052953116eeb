"""Runs and take-backs over a workspace and a real practice store, for the tests of both."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

from sqlalchemy import update

from svcconsole.api.client import Client
from svcconsole.api.operations import GET_CUSTOMER, GET_PRODUCTS, UPSERT_CUSTOMER, UPSERT_PRODUCTS
from svcconsole.services.runs.pacing import PacingRules
from svcconsole.services.runs.run import RunControl, run
from svcconsole.services.take_back.reading import compare_now
from svcconsole.services.take_back.session import TakeBack
from svcconsole.services.take_back.views import BackFilter, RecordBack, TakeBackSummary
from svcconsole.workspace.database import Workspace
from svcconsole.workspace.runs.records import FileRow, PlanItem
from svcconsole.workspace.schema import RunState, before_answers
from tests.services.runs.plans import client_of, new_run
from tests.support.practice import PracticeStore

QUICK = PacingRules(first_wait=0.01, longest_wait=0.05, first_probe=0.05, longest_probe=0.1)
Record = dict[str, Any]


def plan_of(
    workspace: Workspace,
    records: Iterable[Mapping[str, Any]],
    kind: str = "products",
    *,
    completes: bool = False,
) -> str:
    """A run of these requests, one row each, that keeps what the store holds before, and may complete them
    with it."""
    items = [
        PlanItem(
            str(each.get("id") or each.get("partnerCustomerId") or place),
            (FileRow(place + 1, place + 2, (str(each.get("id", "")),)),),
            json.dumps(each).encode(),
        )
        for place, each in enumerate(records)
    ]
    new = replace(new_run(kind), keeps_before=True, completes=completes)
    return workspace.runs.create(new, items)


async def carried_out(workspace: Workspace, run_id: str, store: PracticeStore) -> None:
    async with client_of(store) as client:
        async for _ in run(workspace, run_id, client, RunControl(), pace=QUICK):
            pass
    assert workspace.runs.get(run_id).state is RunState.FINISHED


async def compared(
    workspace: Workspace, folder: Path, run_id: str, store: PracticeStore
) -> tuple[TakeBack, TakeBackSummary]:
    """A take-back that has read what the store holds now; to be closed."""
    back = TakeBack(str(folder), run_id)

    async def ask(method: str, *arguments: Any) -> Any:
        return getattr(back, method)(*arguments)

    async with client_of(store) as client:
        kind = workspace.runs.get(run_id).kind
        async for _ in compare_now(workspace, kind, client, ask):
            pass
    return back, back.finish()


def records_of(back: TakeBack) -> dict[str, RecordBack]:
    return {each.record_id: each for each in back.page(BackFilter(), limit=10_000).records}


async def put(store: PracticeStore, *products: Mapping[str, Any]) -> None:
    """What somebody does in the store itself."""
    async with client_of(store) as client:
        answer = await client.send(UPSERT_PRODUCTS, json.dumps({"products": products}).encode())
        assert answer.response is not None, answer.error


async def put_customer(store: PracticeStore, **fields: Any) -> Record:
    """Create or update a customer; as the store answered it."""
    async with client_of(store) as client:
        answer = await client.send(UPSERT_CUSTOMER, json.dumps(fields).encode())
        assert answer.response is not None, answer.error
        made: Record = answer.payload["data"]["customer"]
        return made


async def held(store: PracticeStore, *ids: str) -> dict[str, Record]:
    """The products of the store by their id."""
    async with client_of(store) as client:
        answer = await client.send(GET_PRODUCTS, json.dumps({"productIds": ids}).encode())
    return {record["id"]: record for record in answer.payload["data"]["products"]}


async def customer_of(client: Client, external_id: str) -> Record:
    body = {
        "partnerCustomerId": external_id, "includeTags": True, "includeAddress": True, "includeAssets": True,
    }  # fmt: skip
    answer = await client.send(GET_CUSTOMER, json.dumps(body).encode())
    customer: Record = answer.payload["data"]["customer"]
    return customer


def read_ago(workspace: Workspace, age: timedelta) -> None:
    """Let everything that is kept of the store have been read so long ago."""
    at = (datetime.now(UTC) - age).isoformat(timespec="milliseconds").replace("+00:00", "Z")
    with workspace.writing() as connection:
        connection.execute(update(before_answers).values(read_at=at))
