"""The rows of one run by what became of them: figures that add up to its total."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from svcconsole.services.runs.run_progress import RunProgress
    from svcconsole.workspace.runs.records import Totals


@dataclass(frozen=True, slots=True)
class Figures:
    """Rows of one run by what became of them; `total` is what the plan sends, without the `left_out`."""

    total: int
    accepted: int
    refused: int
    to_decide: int
    on_the_way: int
    not_sent: int
    left_out: int

    @property
    def adds_up_to(self) -> int:
        return self.accepted + self.refused + self.to_decide + self.on_the_way + self.not_sent

    @property
    def off_by(self) -> int:
        """How many rows are missing (or too many) in the parts; 0 in every run we know."""
        return self.total - self.adds_up_to

    @property
    def done(self) -> int:
        """Rows handed over so far, answered or on the way."""
        return self.total - self.not_sent


def figures(record: RunProgress) -> Figures:
    """The figures of a live record; rows on the way are counted apart."""
    return Figures(
        total=record.rows - record.left_out,
        accepted=record.sent,
        refused=record.refused,
        to_decide=record.needs_decision,
        on_the_way=record.on_the_way,
        not_sent=record.not_sent - record.left_out,
        left_out=record.left_out,
    )


def figures_at_rest(record: Totals) -> Figures:
    """The figures of the workspace's totals, where every row already has one of four ends."""
    return Figures(
        total=record.rows - record.left_out,
        accepted=record.sent,
        refused=record.refused,
        to_decide=record.needs_decision,
        on_the_way=0,
        not_sent=record.not_sent - record.left_out,
        left_out=record.left_out,
    )
