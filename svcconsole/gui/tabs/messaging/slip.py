"""What a draft carries besides its fields: the token that lets it be sent once, and its reference."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict, dataclass, field
from typing import Any

from svcconsole.services.callback_data import new_nonce
from svcconsole.services.sending import new_draft_token


@dataclass(frozen=True, slots=True)
class Slip:
    """One draft's token, and the nonce of its callback data."""

    token: str = field(default_factory=new_draft_token)
    nonce: str = field(default_factory=new_nonce)

    @classmethod
    def of(cls, kept: Mapping[str, Any]) -> Slip:
        """The slip a draft was kept with; a fresh one where it has none."""
        slip = kept.get("slip")
        return cls(**slip) if isinstance(slip, dict) and slip.keys() == {"token", "nonce"} else cls()

    def kept(self) -> dict[str, Any]:
        """As plain JSON, for the draft."""
        return {"slip": asdict(self)}
