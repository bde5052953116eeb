"""Finds which catalogs a plan's products name and the store lacks, and creates them before the plan runs."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence

from svcconsole.api.client import Client
from svcconsole.services.catalog.catalogs import create_catalogs, known_catalog_ids
from svcconsole.services.records.exact_json import read_exact
from svcconsole.workspace.database import Workspace
from svcconsole.workspace.runs.sent_records import sent_records
from svcconsole.workspace.schema import ItemState


async def missing_catalogs(workspace: Workspace, run_id: str, client: Client) -> tuple[str, ...]:
    """The catalogs that the products of a plan name and the store does not have; raises ApiError."""
    named = await asyncio.to_thread(_named, workspace, run_id)
    return tuple(sorted(named - await known_catalog_ids(client))) if named else ()


async def create_for_plan(workspace: Workspace, run_id: str, client: Client, missing: Sequence[str]) -> None:
    """Create what is missing, in the store, for a plan that is about to run.

    Raises NotApproved where a second person has to agree to that plan first, and ApiError.
    """
    if not missing:
        return
    await asyncio.to_thread(workspace.approvals.refuse_unapproved, run_id)
    await create_catalogs(client, missing)


def _named(workspace: Workspace, run_id: str) -> frozenset[str]:
    waiting = (
        each for each in sent_records(workspace, run_id) if each.state == ItemState.PLANNED and each.body
    )
    return frozenset(name for each in waiting for name in read_exact(each.body).get("catalogIds") or ())
