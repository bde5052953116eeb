"""ProfileSummary: what the window knows of a store before anything is loaded."""

from __future__ import annotations

from typing import NamedTuple

PRACTICE_ID = "practice"


class ProfileSummary(NamedTuple):
    """The light face of a profile: enough to paint the frame, made without importing anything.

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
        rest = self.base_url.partition("://")[2] or self.base_url
        for end in "/:?#":
            rest = rest.partition(end)[0]
        return rest
