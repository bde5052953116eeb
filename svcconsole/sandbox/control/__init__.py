"""The control API: an explicit table of routes, one file per area (never part of the specification's API)."""

from __future__ import annotations

from svcconsole.sandbox.control.catalog import CATALOG
from svcconsole.sandbox.control.cloning import CLONING
from svcconsole.sandbox.control.faults import FAULTS
from svcconsole.sandbox.control.messaging import MESSAGING
from svcconsole.sandbox.control.people import PEOPLE
from svcconsole.sandbox.control.reports import REPORTS
from svcconsole.sandbox.control.routes import ControlRoute
from svcconsole.sandbox.control.state import STATE
from svcconsole.sandbox.control.webhooks import WEBHOOKS

ROUTES: tuple[ControlRoute, ...] = (
    *STATE, *CATALOG, *CLONING, *FAULTS, *PEOPLE, *MESSAGING, *REPORTS, *WEBHOOKS,
)  # fmt: skip
