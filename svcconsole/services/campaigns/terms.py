"""What a campaign is held to beside its messages: when, how many, who goes first, and when it stops."""

from __future__ import annotations

import json
import re
from typing import Literal, Self

from pydantic import BaseModel, ConfigDict, Field, ValidationError, ValidationInfo, field_validator

from svcconsole.words.message import message

MINUTES_A_DAY = 24 * 60
CLOCK = re.compile(r"\s*(\d{1,2}):([0-5]\d)\s*")
STORED = object()
"""The context in which terms are read as they were kept: readable, though nobody would plan with them now."""
NOT_TOLD_APART = message("No test can tell the share of failures that is fine from the one that stops it.")


def minutes_of(text: str) -> int | None:
    """The minutes after midnight of `7:00` or `24:00`; None for what is no time of day."""
    found = CLOCK.fullmatch(text)
    minutes = MINUTES_A_DAY + 1 if found is None else int(found[1]) * 60 + int(found[2])
    return minutes if minutes <= MINUTES_A_DAY else None


class Part(BaseModel):
    """Frozen, and written without what stands at its default, so that equal terms have equal bytes."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    @property
    def can_be_held_to(self) -> bool:
        """Whether a campaign can be held to these, which was not always asked of those that are kept."""
        try:
            type(self).model_validate(self.model_dump())
        except ValidationError:
            return False
        return True


class SendWindow(Part):
    """When messages may leave: from `starts_at` (ISO in UTC, blank at once), and on each person's own clock
    between `opens` and `closes` (minutes after midnight) on these weekdays (0 is Monday), never on `holidays`
    (ISO dates). `zone_column` is the column that names zones or countries, blank for none."""

    starts_at: str = ""
    opens: int = Field(default=0, ge=0, lt=MINUTES_A_DAY)
    closes: int = Field(default=MINUTES_A_DAY, gt=0, le=MINUTES_A_DAY)
    weekdays: tuple[int, ...] = (0, 1, 2, 3, 4, 5, 6)
    holidays: tuple[str, ...] = ()
    zone_column: str = ""


class Limits(Part):
    """How many, at most: messages a second, and of marketing `cap_messages` for one person in `cap_days` days
    over all campaigns, which can be counted over `frequency_cap.MOST_DAYS`. The limit of people in 24 hours
    belongs to the number it is sent from (`workspace.known.sending_numbers`)."""

    number: str = ""
    messages_per_second: float | None = Field(default=None, gt=0)
    cap_messages: int | None = Field(default=None, ge=1)
    cap_days: int = Field(default=7, ge=1)


class FirstWaveTerms(Part):
    """So many people first, `step` more while the test waits, at most `most`; a share of failures that is
    `fine` is told from one that is `bad`, `wrong` at most each way. After `patience_minutes` without a result
    it waits for a person."""

    people: int = Field(ge=1)
    step: int = Field(default=10, ge=1)
    most: int = Field(ge=1)
    fine: float = 0.02
    bad: float = Field(default=0.20, validate_default=True)
    wrong: float = 0.01
    patience_minutes: int = Field(default=30, ge=1)

    @field_validator("fine", "bad", "wrong")
    @classmethod
    def _told_apart(cls, share: float, others: ValidationInfo) -> float:
        least = others.data.get("fine", 0) if others.field_name == "bad" else 0
        most = 0.5 if others.field_name == "wrong" else 1
        if others.context is not STORED and not least < share < most:
            raise ValueError(f"no test tells a share that is not between {least} and {most}")
        return share


class StopRules(Part):
    """What pauses a campaign that is under way: a share of failures with one reason, of at least so many
    results; so many messages in doubt; deliveries slower than usual by this factor."""

    failed_share: float | None = Field(default=None, gt=0, le=1)
    of_at_least: int = Field(default=50, ge=1)
    in_doubt: int | None = Field(default=None, ge=1)
    slower_by: float | None = Field(default=None, gt=1)


class Arm(Part):
    """One text of a split: its name, its share (0 to 1), and the template it sends, blank for the first."""

    name: str
    share: float = Field(gt=0, le=1)
    template: str = ""


class Split(Part):
    """Who gets which text; `held_out` is the share of people who get none, to compare with."""

    arms: tuple[Arm, ...] = ()
    held_out: float = Field(default=0.0, ge=0, lt=1)


class Lane(Part):
    """People who share their clock: a country (ISO 3166, blank for none), the zones they may be in (all must
    be open before anyone is sent to), and how those were found, in words of `recipient_zones`."""

    country: str
    zones: tuple[str, ...]
    rule: Literal["country", "area", "column", "every", "unknown"] = "country"


class CampaignTerms(Part):
    """The terms of one campaign; its records say by number which of the `lanes` they are in, and are kept in
    the order they are sent. Only rows that say yes in the `consent_column` are sent, blank for every row."""

    window: SendWindow | None = None
    limits: Limits = Limits()
    first_wave: FirstWaveTerms | None = None
    stop: StopRules = StopRules()
    split: Split = Split()
    consent_column: str = ""
    lanes: tuple[Lane, ...] = ()

    def as_text(self) -> str:
        """JSON as it is kept with the run and counted into the plan's hash; blank where nothing is said."""
        said = self.model_dump(mode="json", exclude_defaults=True)
        return json.dumps(said, sort_keys=True, separators=(",", ":"), ensure_ascii=False) if said else ""

    @classmethod
    def of_text(cls, text: str) -> Self:
        """Terms as they were kept. Raises pydantic's ValidationError (a ValueError) where the text is none of
        ours."""
        return cls.model_validate_json(text, context=STORED) if text else cls()
