"""What a practice store starts with: nothing but its staff and templates, or the demo store."""

from __future__ import annotations

from datetime import date
from typing import Literal

from sqlalchemy import Connection

from svcconsole.sandbox.seed import history
from svcconsole.sandbox.seed.clock import Calendar
from svcconsole.sandbox.seed.demo_templates import seed_demo_templates
from svcconsole.sandbox.seed.helpdesk import seed_helpdesk
from svcconsole.sandbox.seed.people import seed_people
from svcconsole.sandbox.seed.pictures import MEDIA
from svcconsole.sandbox.seed.products import seed_products
from svcconsole.sandbox.seed.staff import seed_staff
from svcconsole.sandbox.seed.templates import seed_templates
from svcconsole.sandbox.store import database
from svcconsole.sandbox.store.call_context import Call

__all__ = ["MEDIA", "Seed", "seed_always", "seed_of", "seed_store"]

Seed = Literal["demo", "empty"]


def seed_store(call: Call, seed: Seed, today: date) -> None:
    """Write the seed's records into a store that holds nothing; the demo's past ends the day before."""
    seed_always(call)
    if seed == "demo":
        seed_products(call)
        calendar = Calendar.before(today)
        seed_people(call, calendar)
        seed_staff(call)
        seed_demo_templates(call)
        history.begin(call.connection, calendar)


def seed_of(connection: Connection) -> Seed:
    """The seed it began with: the demo's past is made or waits to be, the empty store has none."""
    return "demo" if database.setting(connection, history.SETTING) else "empty"


def seed_always(call: Call) -> None:
    """What every practice store holds, whatever its seed."""
    seed_helpdesk(call)
    seed_templates(call)
