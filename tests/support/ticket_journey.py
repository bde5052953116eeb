"""One ticket from its draft to its end in the ledger, going on from wherever an earlier try at it ended."""

from __future__ import annotations

import asyncio
import sqlite3
from collections.abc import Callable
from contextlib import closing
from dataclasses import dataclass
from pathlib import Path
from typing import TypeVar

from svcconsole.api.answers import CallRecord
from svcconsole.api.client import Client
from svcconsole.api.connection import Connection
from svcconsole.api.models.helpdesk import CreateTicket
from svcconsole.api.operations import CREATE_TICKET
from svcconsole.api.token import Token
from svcconsole.services.sends.sending import Sender
from svcconsole.workspace.database import Workspace
from svcconsole.workspace.runs.records import Decision
from svcconsole.workspace.schema import ItemState
from tests.support.later import later

DRAFT = "tickets:new"
T = TypeVar("T")


@dataclass(frozen=True)
class TicketJourney:
    """Where the workspace is, the store it goes to, and the file in which that store keeps its tickets."""

    folder: str
    base_url: str
    token: str
    store_file: str
    reference: str
    draft_token: str

    @property
    def request(self) -> CreateTicket:
        return CreateTicket(
            channel="WHATSAPP",
            brand_phone_number="+49301000100",
            customer_phone_number="+393471000188",
            context=f"The candle arrived broken. Ref {self.reference}",
        )

    def in_store(self) -> int:
        """How many tickets with this reference the store holds: what a person sees who looks for it."""
        with closing(sqlite3.connect(f"file:{self.store_file}?mode=ro", uri=True)) as store:
            query = "SELECT count(*) FROM tickets WHERE body LIKE ?"
            return int(store.execute(query, (f"%{self.reference}%",)).fetchone()[0])


class NaiveJourney(TicketJourney):
    """The same without a ledger: a draft that is still there is sent."""


async def send_ticket(journey: TicketJourney, heard: Callable[[CallRecord], None]) -> None:
    """Press the button, unless the ledger knows what became of this draft; then ask the person.

    The person looks the reference up in the store: what is there counts as sent, what is not goes once more.
    """
    with Workspace.open(Path(journey.folder)) as workspace:
        if workspace.drafts.get(DRAFT) is None:
            return
        async with Client(Connection(journey.base_url, Token(journey.token)), on_call=heard) as client:
            sender = _sender(workspace, client)
            known = await sender.of_draft(journey.draft_token)
            if known is None:
                await sender.send(
                    CREATE_TICKET,
                    journey.request,
                    kind="ticket",
                    title="Ticket",
                    reference=journey.reference,
                    draft_token=journey.draft_token,
                )
            elif known.state is ItemState.UNKNOWN:
                there = journey.in_store() > 0
                decision = Decision.COUNT_AS_SENT if there else Decision.SEND_AGAIN
                with later():
                    await sender.decide(known.run_id, [known.seq], decision)
            await sender.close()
        workspace.drafts.delete(DRAFT)


async def send_naively(journey: TicketJourney, heard: Callable[[CallRecord], None]) -> None:
    """Send the draft, then delete it."""
    with Workspace.open(Path(journey.folder)) as workspace:
        if workspace.drafts.get(DRAFT) is None:
            return
        async with Client(Connection(journey.base_url, Token(journey.token)), on_call=heard) as client:
            await client.call(CREATE_TICKET, journey.request)
        workspace.drafts.delete(DRAFT)


def _sender(workspace: Workspace, client: Client) -> Sender:
    async def database(fn: Callable[[Workspace], T]) -> T:
        return await asyncio.to_thread(fn, workspace)

    async def ready() -> Client:
        return client

    return Sender(database, ready)
