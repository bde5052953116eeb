"""What is wrong with a store as it is opened: it is not reached, its token is none, it may only be read."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import partial
from pathlib import Path
from types import MappingProxyType
from typing import NamedTuple

from svcconsole.tour import products
from svcconsole.workspace import versions
from svcconsole.workspace.database import Workspace
from tests.journeys.mistakes.hands import Hands, Mistake
from tests.journeys.mistakes.typed import a_message, a_price
from tests.workspace.test_writers import NEXT, say

NOBODY: Mapping[str, object] = MappingProxyType({"base_url": "http://127.0.0.1:9"})
"""The port of a service that nobody runs any more."""
READ_ONLY: Mapping[str, object] = MappingProxyType({"safe_level": "read-only"})
SHARED: Mapping[str, object] = MappingProxyType({})


class OwnWindow(NamedTuple):
    """A mistake in a window of its own: what its profile says, its token, and what happened to its folder."""

    mistake: Mistake
    profile: Mapping[str, object] = SHARED
    token: str = ""
    before: Callable[[Path], None] | None = None


async def look_at_products(hands: Hands) -> None:
    """The list of products, for the first time."""
    hands.window.show_tab("Customers")
    await hands.look()
    hands.among = products.catalog(hands.stage).products_page.places
    await hands.rest()


async def open_only(hands: Hands) -> None:
    """What is told while nobody has done anything yet."""
    await hands.rest()
    hands.seen, hands.among = [], hands.window.notices


def newer_console(folder: Path) -> None:
    """A version that is not made yet has written to the workspace."""
    with Workspace.open(folder) as workspace, workspace.writing() as connection:
        say(connection, schema=NEXT, oldest_reader=versions.VERSION, oldest_writer=NEXT)


ROWS = (
    OwnWindow(Mistake("The store is not reached", look_at_products), NOBODY),
    OwnWindow(Mistake("The store does not know the token", look_at_products), token="not-the-token"),
    OwnWindow(Mistake("A product is saved to a store that may only be read", a_price), READ_ONLY),
    OwnWindow(
        Mistake(
            "A message is sent by a store that may only be read",
            partial(a_message, contact_identifier="+4915123456700", message="Hello."),
        ),
        READ_ONLY,
    ),
    OwnWindow(Mistake("A newer console writes to this workspace", open_only), before=newer_console),
)
