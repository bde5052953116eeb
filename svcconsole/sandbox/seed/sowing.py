"""What a practice store starts with: nothing but its staff and templates, or the demo store."""

from __future__ import annotations

from typing import Literal

from sqlalchemy import Connection

from svcconsole.sandbox.seed import history
from svcconsole.sandbox.seed.demo_templates import sow_demo_templates
from svcconsole.sandbox.seed.helpdesk import sow_helpdesk
from svcconsole.sandbox.seed.people import sow_people
from svcconsole.sandbox.seed.pictures import MEDIA
from svcconsole.sandbox.seed.products import sow_products
from svcconsole.sandbox.seed.staff import sow_staff
from svcconsole.sandbox.seed.templates import sow_templates
from svcconsole.sandbox.store import database
from svcconsole.sandbox.store.call_context import Call

__all__ = ["MEDIA", "Seed", "seed_of", "sow", "sow_always"]

Seed = Literal["demo", "empty"]


def sow(call: Call, seed: Seed) -> None:
    """Write the seed's records into a store that holds nothing."""
    sow_always(call)
    if seed == "demo":
        sow_products(call)
        sow_people(call)
        sow_staff(call)
        sow_demo_templates(call)
        database.keep_setting(call.connection, history.SETTING, history.PENDING)


def seed_of(connection: Connection) -> Seed:
    """The seed it began with: the demo's past is made or waits to be, the empty store has none."""
    return "demo" if database.setting(connection, history.SETTING) else "empty"


def sow_always(call: Call) -> None:
    """What every practice store holds, whatever its seed."""
    sow_helpdesk(call)
    sow_templates(call)
