"""A sender over a workspace and the practice store, as the console makes it."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Callable
from concurrent.futures import ThreadPoolExecutor
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, TypeVar

from svcconsole.api.answers import CallRecord
from svcconsole.api.client import Client
from svcconsole.api.connection import Connection
from svcconsole.api.models.helpdesk import CreateTicket
from svcconsole.api.operations import CREATE_TICKET
from svcconsole.api.token import Token
from svcconsole.services.sends.sending import Sender, Sent
from svcconsole.workspace.database import Workspace
from tests.support.practice import PracticeStore

T = TypeVar("T")


def ticket(reference: str, words: str = "The candle arrived broken.") -> CreateTicket:
    return CreateTicket(
        channel="WHATSAPP",
        brand_phone_number="+49301000100",
        customer_phone_number="+393471000188",
        context=f"{words} Ref {reference}",
    )


@dataclass
class Sending:
    """A sender with its workspace, and the calls that were made."""

    workspace: Workspace
    sender: Sender
    calls: list[CallRecord] = field(default_factory=list)
    changes: int = 0

    async def send(
        self, reference: str, words: str = "The candle arrived broken.", **named: Any
    ) -> Sent[Any]:
        return await self.sender.send(
            CREATE_TICKET,
            ticket(reference, words),
            kind="ticket",
            title="Ticket for Giulia Esposito",
            about="Giulia Esposito",
            reference=reference,
            people=("phone:+393471000188",),
            **named,
        )


@asynccontextmanager
async def sending(folder: Path, store: PracticeStore, region: str | None = None) -> AsyncIterator[Sending]:
    """As one console of a store in `region`: the workspace on one thread, one client."""
    with ThreadPoolExecutor(1) as thread:
        workspace = await asyncio.get_running_loop().run_in_executor(thread, Workspace.open, folder)
        calls: list[CallRecord] = []
        async with Client(Connection(store.base_url, Token(store.token)), on_call=calls.append) as client:

            async def database(fn: Callable[[Workspace], T]) -> T:
                return await asyncio.get_running_loop().run_in_executor(thread, fn, workspace)

            async def ready() -> Client:
                return client

            made = Sending(workspace, Sender(database, ready, region=lambda: region), calls)
            try:
                yield made
            finally:
                await made.sender.close()
        workspace.close()
