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
HIDE_PEOPLE: Final = "privacy/hide_people"
"""Masks names, phone numbers, e-mails and addresses wherever they are shown; `privacy.choose` applies it."""
