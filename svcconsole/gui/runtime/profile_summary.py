"""ProfileSummary: what the window knows of a store before anything is loaded."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from zoneinfo import ZoneInfo

PRACTICE_ID = "practice"
SAFE_LEVELS = ("open", "confirm", "name", "read-only")


class ProfileSummary(NamedTuple):
    """The light face of a profile: enough to paint the frame, made without importing anything.

    `safe_level` is one of SAFE_LEVELS.
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
    price_limit: int = 20
    approve_above: int = 0
    must_practise: str = "nothing"
    app_id: str | None = None

    @property
    def host(self) -> str:
        """The host of the base URL, without scheme, port and path."""
        rest = self.base_url.partition("://")[2] or self.base_url
        for end in "/:?#":
            rest = rest.partition(end)[0]
        return rest


def zone_of(card: ProfileSummary) -> ZoneInfo | None:
    """The store's time zone; None for this computer's own."""
    if card.time_zone is None:
        return None
    from zoneinfo import ZoneInfo, ZoneInfoNotFoundError

    try:
        return ZoneInfo(card.time_zone)
    except (ZoneInfoNotFoundError, ValueError):
        return None
