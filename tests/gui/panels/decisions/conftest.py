"""A window whose store left things in doubt: tickets whose answers never came, and products of a run."""

from __future__ import annotations

from collections.abc import Awaitable, Callable

import pytest

from svcconsole.api.models.helpdesk import CreateTicket, TicketResponse
from svcconsole.api.operations import CREATE_TICKET
from svcconsole.gui.runtime.console import Console
from svcconsole.services.sends.sending import Sent, new_reference
from tests.gui.panels.runs.conftest import plan
from tests.gui.shell.conftest import open_window, settings
from tests.support.practice import PracticeStore

__all__ = ["leave_in_doubt", "open_window", "settings"]

Doubtful = Callable[..., Awaitable[Sent[TicketResponse]]]
TICKETS = "createAndAssignTicket"


@pytest.fixture
def leave_in_doubt(practice_store: PracticeStore) -> Doubtful:
    """`await leave_in_doubt(console, name, text)`: a ticket is created, and nobody hears of it."""

    async def sent(
        console: Console,
        name: str,
        text: str = "The candle arrived broken.",
        kind: str = "reset",
        people: tuple[str, ...] = (),
    ) -> Sent[TicketResponse]:
        practice_store.add_fault(kind, operation=TICKETS, executed=True, count=1)
        reference = new_reference()
        request = CreateTicket(
            channel="WHATSAPP",
            brand_phone_number="+49301000100",
            customer_phone_number="+393471000188",
            context=f"{text} {name} Ref {reference}",
        )
        title = f"Ticket for {name}"
        return await console.sends.send(
            CREATE_TICKET,
            request,
            kind="ticket",
            title=title,
            about=name,
            reference=reference,
            people=people,
        )

    return sent


async def doubtful_run(console: Console, count: int = 3, file_name: str = "autumn-range.csv") -> str:
    """A finished run of products of which some may or may not have arrived; its id."""
    unknown = frozenset(range(1, count + 1))
    return await console.db(lambda space: plan(space, count + 1, file_name, unknown=unknown))
