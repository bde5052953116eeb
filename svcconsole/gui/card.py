"""ProfileCard: what the window knows of a store before anything is loaded."""

from __future__ import annotations

import re
from dataclasses import dataclass

PRACTICE_ID = "practice"


@dataclass(frozen=True, slots=True)
class ProfileCard:
    """The light face of a profile: enough to paint the frame.

    `safe_level` is open, confirm, name or read-only.
    """

    id: str
    name: str
    colour: str = "marine"
    practice: bool = False
    base_url: str = ""
    safe_level: str = "confirm"
    currency: str | None = None
    storefront_url: str | None = None
    region: str | None = None
    time_zone: str | None = None

    @property
    def host(self) -> str:
        """The host of the base URL, without scheme, port and path."""
        found = re.match(r"[a-z]+://([^/:?#]+)", self.base_url, re.IGNORECASE)
        return found[1] if found else self.base_url
