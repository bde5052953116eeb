"""The names under which settings are kept that more than one page knows."""

from __future__ import annotations

from typing import Final

THEME: Final = "theme"
TEXT_SIZE: Final = "text_size"
"""Per cent of the system's size."""
ROWS: Final = "rows"
"""How high the rows of tables are: one of `metrics.DENSITIES`."""
DESKTOP: Final = "notifications/desktop"
"""Allows notes on the desktop when something long is done."""
NEEDED: Final = "notifications/needed"
"""Allows notes on the desktop when something waits for a person."""
QUIET: Final = "notifications/quiet"
"""The hours without notes: the text of `QuietHours`."""
OWN_NUMBER: Final = "messaging/own_number"
"""Of a store: where "Send to me first" goes."""
OWN_EMAIL: Final = "reports/own_email"
"""Of a store: "Only me"."""
CALLS_HEIGHT: Final = "calls/height"
"""Of a store: how high the dock of the calls is, in pixels."""
DRIFTS: Final = "contract/drifts"
"""Of a store: what it answers beyond its specification, as JSON."""
HIDE_PEOPLE: Final = "privacy/hide_people"
"""Masks names, phone numbers, e-mails and addresses wherever they are shown; `privacy.choose` applies it."""
