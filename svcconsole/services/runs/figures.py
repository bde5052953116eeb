"""The records of one run by what became of them, and its rows: figures that add up to its total."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from svcconsole.services.runs.run_progress import RunProgress
    from svcconsole.workspace.runs.records import Totals


@dataclass(frozen=True, slots=True)
class Figures:
    """Records of one run by what became of them; `total` is what the plan sends, without the `left_out`.

    `rows` are the same figures of the file's rows, of which a record may have several.
    """

    total: int
    accepted: int
    refused: int
    to_decide: int
    on_the_way: int
    not_sent: int
    left_out: int
    rows: Figures | None = None

    @property
    def adds_up_to(self) -> int:
        return self.accepted + self.refused + self.to_decide + self.on_the_way + self.not_sent

    @property
    def off_by(self) -> int:
        """How many records are missing (or too many) in the parts; 0 in every run we know."""
        return self.total - self.adds_up_to

    @property
    def done(self) -> int:
        """Records handed over so far, answered or on the way."""
        return self.total - self.not_sent

    @property
    def has_more_rows(self) -> bool:
        """Whether the file has another number of rows than the run has records."""
        return self.rows is not None and self.rows.total != self.total


def figures(record: RunProgress) -> Figures:
    """The figures of a live record; what is on the way is counted apart."""
    made = record.products
    rows = Figures(
        total=record.rows - record.left_out,
        accepted=record.sent,
        refused=record.refused,
        to_decide=record.needs_decision,
        on_the_way=record.on_the_way,
        not_sent=record.not_sent - record.left_out,
        left_out=record.left_out,
    )
    return Figures(
        total=record.records - record.records_left_out,
        accepted=made.sent,
        refused=made.refused,
        to_decide=made.needs_decision,
        on_the_way=record.records_on_the_way,
        not_sent=made.not_sent - record.records_left_out - record.records_on_the_way,
        left_out=record.records_left_out,
        rows=rows,
    )


def figures_at_rest(record: Totals) -> Figures:
    """The figures of the workspace's totals, where every record already has one of four ends."""
    made = record.products
    rows = Figures(
        total=record.rows - record.left_out,
        accepted=record.sent,
        refused=record.refused,
        to_decide=record.needs_decision,
        on_the_way=0,
        not_sent=record.not_sent - record.left_out,
        left_out=record.left_out,
    )
    return Figures(
        total=made.total - record.records_left_out,
        accepted=made.sent,
        refused=made.refused,
        to_decide=made.needs_decision,
        on_the_way=0,
        not_sent=made.not_sent - record.records_left_out,
        left_out=record.records_left_out,
        rows=rows,
    )
