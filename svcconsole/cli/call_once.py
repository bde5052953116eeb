"""Sends a request of `svcconsole call` that must not happen twice: noted first, asked about where the same
went out lately."""

from __future__ import annotations

import asyncio
import json
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any, TypeVar

from svcconsole.api.client import CallRecord, Client
from svcconsole.api.connection import Connection
from svcconsole.api.errors import RefusedHere
from svcconsole.api.models.common import Request
from svcconsole.api.operations import Operation
from svcconsole.cli.workspace_folder import as_refusals
from svcconsole.services.messaging.messages import people_of
from svcconsole.services.sends.recent_requests import number_key
from svcconsole.services.sends.same_lately import GUARDED
from svcconsole.services.sends.sending import Sender, SentBefore
from svcconsole.words.message import message
from svcconsole.workspace.database import Workspace
from svcconsole.workspace.errors import RunnerBusy

PATIENCE_SECONDS = 10.0
"""So long another command may hold the store's workspace before this one gives up."""
PAUSE_SECONDS = 0.1

T = TypeVar("T")


def is_guarded(operation: Operation[Any, Any]) -> bool:
    """Whether an operation is one of messages, templates, flows or tickets, which go through the ledger."""
    return operation.name in GUARDED


async def send_once(
    folder: Path,
    connection: Connection,
    operation: Operation[Any, Any],
    request: Request,
    *,
    region: str | None,
    again: bool,
    on_call: Callable[[CallRecord], None],
    on_wait: Callable[[float], None],
) -> None:
    """Send it, and keep it in the workspace of its store; `on_call` is told how it ended.

    Raises RefusedHere where nothing was sent: the same went out within a day and `again` is not said, or the
    workspace cannot be used. Raises WorkspaceError where another instance is sending for long, and NotNoted
    where the store's answer could not be noted.
    """
    with as_refusals():
        workspace = Workspace.open(folder)
    with workspace:

        async def database(fn: Callable[[Workspace], T]) -> T:
            return await asyncio.to_thread(fn, workspace)

        async with Client(connection, on_call=on_call) as client:

            async def ready() -> Client:
                return client

            sender = Sender(database, ready, region=lambda: region, on_wait=on_wait)
            try:
                await _sent(sender, operation, request, region, again=again)
            finally:
                await sender.close()


async def _sent(
    sender: Sender, operation: Operation[Any, Any], request: Request, region: str | None, *, again: bool
) -> None:
    guarded, begun = GUARDED[operation.name], time.monotonic()
    body = json.loads(request.wire())
    whom = [str(body[name]) for name in (*guarded.people, guarded.named) if name and body.get(name)]
    while True:
        try:
            await sender.send(
                operation,
                request,
                kind=guarded.kind,
                title=operation.title,
                about=whom[0] if whom else "",
                people=people_of(*_person(guarded.people, body, region)),
                again=again,
            )
        except SentBefore as before:
            raise RefusedHere(
                before.sentence,
                advice=message("Nothing was sent now. Add --again to send it once more on purpose."),
            ) from None
        except RunnerBusy:
            if time.monotonic() - begun > PATIENCE_SECONDS:
                raise
            await asyncio.sleep(PAUSE_SECONDS)
        else:
            return


def _person(
    names: tuple[str, ...], body: dict[str, Any], region: str | None
) -> tuple[str | None, str | None, str | None]:
    """The phone number, its region and the e-mail address of whom a request concerns."""
    texts = {name.lower().endswith("email"): str(body[name]) for name in names if body.get(name)}
    number = texts.get(False)
    return number and number_key(number, region), region, texts.get(True)
