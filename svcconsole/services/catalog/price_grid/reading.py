"""Reads products for the price grid, and how the products of a run of it ended."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncGenerator, Sequence
from contextlib import aclosing
from dataclasses import dataclass
from typing import TYPE_CHECKING

from svcconsole.api.models.catalog import StoredProduct
from svcconsole.api.models.unusual import read_record
from svcconsole.services.catalog.price_levels import price_answers
from svcconsole.services.records.exact_json import read_exact
from svcconsole.workspace.runs.row_outcomes import outcomes_of
from svcconsole.workspace.schema import ItemState

if TYPE_CHECKING:
    from svcconsole.api.client import Client
    from svcconsole.workspace.database import Workspace

AT_ONCE = 8
"""Products read between two looks at the event loop."""


@dataclass(frozen=True, slots=True)
class ReadPart:
    """A step of the reading: `answers` of the store as they came, or some of the `products` in them."""

    done: int
    """Of the products that were asked for, so many are answered."""
    products: tuple[StoredProduct, ...] = ()
    answers: tuple[bytes, ...] = ()


async def read_products(client: Client, ids: Sequence[str]) -> AsyncGenerator[ReadPart]:
    """These products, a few at a time. Raises ApiError."""
    async with aclosing(price_answers(client, ids)) as reading:
        async for done, answers in reading:
            yield ReadPart(done, answers=tuple(answers))
            for answer in answers:
                data = read_exact(answer).get("data") or {}
                raws = [raw for raw in data.get("products") or () if isinstance(raw, dict)]
                for start in range(0, len(raws), AT_ONCE):
                    part = raws[start : start + AT_ONCE]
                    yield ReadPart(done, tuple(read_record(StoredProduct, raw) for raw in part))
                    await asyncio.sleep(0)


@dataclass(frozen=True, slots=True)
class Ended:
    """The products of a run that the store took, and those that were refused, with the words for it."""

    accepted: tuple[str, ...]
    refused: dict[str, str]


def ended(workspace: Workspace, run_id: str) -> Ended:
    """How the products of a run ended so far; on the workspace's thread."""
    accepted: list[str] = []
    refused: dict[str, str] = {}
    after = -1
    while page := outcomes_of(workspace, run_id, after=after):
        after = page[-1].number
        accepted += [each.record_id for each in page if each.state is ItemState.ACKED]
        refused |= {
            each.record_id: each.server_words or each.reason
            for each in page
            if each.state in (ItemState.REJECTED, ItemState.BLOCKED)
        }
    return Ended(tuple(accepted), refused)
