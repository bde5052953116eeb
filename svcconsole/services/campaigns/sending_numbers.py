"""The business numbers a store sends from, as somebody wrote them down: how many people each may write to.

The service tells no tier and no quality of a number; what stands here is the word of whoever typed it.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import asdict, dataclass
from datetime import datetime, timedelta
from typing import Any

from svcconsole.services.deliveries.states import moment_of
from svcconsole.tables.records.recipients import sender
from svcconsole.workspace.database import Workspace
from svcconsole.workspace.drafts.presets import Preset

KIND = "sending_number"
TIERS = (250, 2_000, 10_000, 100_000)
"""The network's limits of people that a number may begin to write to in 24 hours, lowest first."""
DEFAULT = ""
"""How messages name the store's default number: not at all."""
DAY = timedelta(days=1)


@dataclass(frozen=True, slots=True)
class SendingNumber:
    """One number, or a group that shares a limit: `numbers` as messages name them, `DEFAULT` among them.

    `people` is how many different people may be written to in any 24 hours (None: no limit), `reserve` how
    many of these are kept for what other tools send. While it warms up, from `ramp_from` (ISO in UTC) on,
    `ramp` says how many at most in the first 24 hours, in the second, and so on.
    """

    name: str
    numbers: tuple[str, ...] = (DEFAULT,)
    people: int | None = None
    reserve: int = 0
    ramp: tuple[int, ...] = ()
    ramp_from: str = ""

    @property
    def senders(self) -> frozenset[str]:
        """The numbers as they are compared."""
        return frozenset(map(sender, self.numbers))

    def limit(self, at: datetime) -> int | None:
        """How many people may be written to in the 24 hours before `at`, those of other tools left out; None
        for any number."""
        limits = [] if self.people is None else [self.people]
        if self.ramp and self.ramp_from:
            step = max(0, (at - moment_of(self.ramp_from)) // DAY)
            limits += self.ramp[step : step + 1]
        return max(0, min(limits) - self.reserve) if limits else None

    def steps(self, at: datetime) -> tuple[datetime, ...]:
        """The moments after `at` at which the ramp goes up."""
        if not self.ramp or not self.ramp_from:
            return ()
        begin = moment_of(self.ramp_from)
        return tuple(each for step in range(1, len(self.ramp) + 1) if (each := begin + step * DAY) > at)


def sending_numbers(workspace: Workspace) -> tuple[SendingNumber, ...]:
    """Those that are written down, by name."""
    return tuple(found for each in workspace.presets.all(KIND) if (found := _read(each)) is not None)


def save(workspace: Workspace, number: SendingNumber) -> None:
    """Write one down, in place of what had its name."""
    values: dict[str, Any] = asdict(number)
    workspace.presets.save(
        KIND, number.name, {**values, "numbers": list(number.numbers), "ramp": list(number.ramp)}
    )


def forget(workspace: Workspace, name: str) -> None:
    """Strike one out."""
    workspace.presets.forget(KIND, name)


def of_senders(known: Iterable[SendingNumber], senders: Iterable[str]) -> tuple[SendingNumber, ...]:
    """The numbers and groups that these senders belong to; one that is written down nowhere has no limit."""
    wanted = frozenset(map(sender, senders))
    return tuple(each for each in known if not wanted.isdisjoint(each.senders))


def _read(preset: Preset) -> SendingNumber | None:
    """As it was saved; None where another program wrote something else."""
    values = preset.values
    try:
        people = values.get("people")
        return SendingNumber(
            preset.name,
            tuple(map(str, values.get("numbers", (DEFAULT,)))),
            None if people is None else int(people),
            int(values.get("reserve", 0)),
            tuple(map(int, values.get("ramp", ()))),
            str(values.get("ramp_from", "")),
        )
    except (TypeError, ValueError):
        return None
