"""The names under which settings are kept that more than one page knows."""

from __future__ import annotations

from typing import Final

THEME: Final = "theme"
DESKTOP: Final = "notifications/desktop"
"""Allows notes on the desktop; nothing is shown there without it."""
OWN_NUMBER: Final = "messaging/own_number"
"""Of a store: where "Send to me first" goes."""
OWN_EMAIL: Final = "reports/own_email"
"""Of a store: "Only me"."""
CALLS_HEIGHT: Final = "calls/height"
"""Of a store: how high the dock of the calls is, in pixels."""
DRIFTS: Final = "contract/drifts"
"""Of a store: what it answers beyond its specification, as JSON."""
