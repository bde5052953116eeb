"""Frozen records about messages that are likely wrong: reasons, what is suspect, and what is shown of it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum

from svcconsole.services.campaigns.views import Recipient


class Reason(StrEnum):
    """Why a message is looked at, the strongest first."""

    LINK = "link"
    BLANK = "blank"
    ODD = "odd"
    PRICE = "price"
    NAME = "name"
    RIGHT_TO_LEFT = "right_to_left"
    LONGEST = "longest"


class Ground(StrEnum):
    """What exactly was found, in the order of their reasons."""

    LINK_FAILS = "link_fails"
    BLANK = "blank"
    LOST_LETTER = "lost_letter"
    BROKEN_LETTERS = "broken_letters"
    ENTITY = "entity"
    CONTROL = "control"
    EMOJI = "emoji"
    PRICE_DIFFERS = "price_differs"
    UNFILLED = "unfilled"
    PLACEHOLDER = "placeholder"
    DIGITS = "digits"
    CAPITALS = "capitals"
    RIGHT_TO_LEFT = "right_to_left"
    LONGEST = "longest"
    BY_CHANCE = "by_chance"


REASON_OF: Mapping[Ground, Reason] = {
    Ground.LINK_FAILS: Reason.LINK,
    Ground.BLANK: Reason.BLANK,
    Ground.LOST_LETTER: Reason.ODD,
    Ground.BROKEN_LETTERS: Reason.ODD,
    Ground.ENTITY: Reason.ODD,
    Ground.CONTROL: Reason.ODD,
    Ground.EMOJI: Reason.ODD,
    Ground.PRICE_DIFFERS: Reason.PRICE,
    Ground.UNFILLED: Reason.NAME,
    Ground.PLACEHOLDER: Reason.NAME,
    Ground.DIGITS: Reason.NAME,
    Ground.CAPITALS: Reason.NAME,
    Ground.RIGHT_TO_LEFT: Reason.RIGHT_TO_LEFT,
    Ground.LONGEST: Reason.LONGEST,
}
"""A message that was chosen by chance stands under none."""


@dataclass(frozen=True, slots=True)
class Suspicion:
    """What was found in a row.

    `suspect` is the part of the message it is about, as it reads there. `column` names the cell that holds
    it, `before` is that cell and `after` what it would be once it is put right (None: nobody can know).
    `note` says more: what a link answered, what the catalog says.
    """

    row: int
    ground: Ground
    suspect: str = ""
    column: str = ""
    before: str = ""
    after: str | None = None
    note: str = ""


@dataclass(frozen=True, slots=True)
class Tile:
    """One message on the wall: what was found in it, and the message as its recipient will get it."""

    found: Suspicion
    recipient: Recipient


@dataclass(frozen=True, slots=True)
class LikelyWrong:
    """The messages most likely wrong of `messages` that would go out, the strongest reasons first.

    `counts` are the tiles by reason and add up to them. `people` says of each ground how many messages of the
    whole file have it, `repairs` how many of those can be put right at once. `links` are those to be opened,
    each once. `by_chance`: nothing looks wrong, and the tiles are some of all.
    """

    messages: int
    tiles: tuple[Tile, ...] = ()
    counts: Mapping[Reason, int] = field(default_factory=dict)
    people: Mapping[Ground, int] = field(default_factory=dict)
    repairs: Mapping[Ground, int] = field(default_factory=dict)
    links: tuple[str, ...] = ()
    by_chance: bool = False
