"""What a draft carries besides its fields: the token that lets it be sent once, and its reference."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict, dataclass
from typing import Any

from svcconsole.services.sends.references import new_draft_token

NAMES = {"token", "reference", "wanted"}


@dataclass(frozen=True, slots=True)
class DraftToken:
    """One draft's token, and the reference that finds what was sent; `wanted`: whether that goes along."""

    token: str
    reference: str
    wanted: bool = True

    @classmethod
    def fresh(cls, reference: str) -> DraftToken:
        """A draft's that nobody has sent."""
        return cls(new_draft_token(), reference)

    @classmethod
    def of(cls, kept: Mapping[str, Any]) -> DraftToken | None:
        """The slip a draft was kept with; None where it has none."""
        slip = kept.get("slip")
        return cls(**slip) if isinstance(slip, dict) and slip.keys() == NAMES else None

    def kept(self) -> dict[str, Any]:
        """As plain JSON, for the draft."""
        return {"slip": asdict(self)}
