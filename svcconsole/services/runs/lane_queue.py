"""The batches of a campaign that is held to terms: a queue for each lane, of which open ones are asked."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Protocol

from svcconsole.services.runs.batch_queue import BatchQueue
from svcconsole.services.runs.pacing import PacingRules
from svcconsole.services.runs.record_outcome import Batch
from svcconsole.services.runs.run_ledger import RunLedger
from svcconsole.services.runs.spacing import Spacing
from svcconsole.workspace.runs.ledger_entries import PartOfRun

Lane = int | None


class Gate(Protocol):
    """What the terms of a campaign allow at this moment."""

    def open_lanes(self) -> Sequence[Lane]:
        """The lanes in which somebody may be written to, those that close first before the others."""

    def in_hours(self) -> Sequence[Lane]:
        """The same by the clock alone."""

    def before(self) -> int | None:
        """Only records before this one may leave; None: all."""

    @property
    def lanes(self) -> Sequence[Lane]:
        """All lanes there are."""


class LaneQueue:
    """As `BatchQueue`, for a plan whose records say which lane they are in."""

    def __init__(self, ledger: RunLedger, pace: PacingRules, gate: Gate) -> None:
        self._gate = gate
        self._queues = {
            lane: BatchQueue(
                ledger, pace, part=PartOfRun(lane, gate.before()), spacing=Spacing(pace.between_messages)
            )
            for lane in gate.lanes
        }
        self._lane_of: dict[int, Lane] = {}

    @property
    def ended(self) -> bool:
        """Whether nothing is left that may leave but what is under way."""
        return all(queue.ended for queue in self._queues.values())

    @property
    def is_spaced(self) -> bool:
        """Whether something waits, in a lane that is open, because its person was just written to."""
        return any(self._queues[lane].is_spaced for lane in self._gate.open_lanes())

    async def next(self, most: int) -> Batch | None:
        """The next batch of a lane that is open; None when nothing may go now. Raises WorkspaceError."""
        for lane in self._gate.open_lanes():
            queue = self._queues[lane]
            queue.extend(PartOfRun(lane, self._gate.before()))
            batch = await queue.next(most)
            if batch is not None:
                self._lane_of.update((item.seq, lane) for item in batch)
                return batch
        return None

    def batch_settled(self, batch: Batch, again: Sequence[Batch]) -> None:
        """A batch is no longer under way; `again` are the parts of it that have to go once more."""
        lane = self._lane_of[batch[0].seq]
        for item in batch:
            del self._lane_of[item.seq]
        self._queues[lane].batch_settled(batch, again)

    def is_open(self, batch: Batch) -> bool:
        """Whether a batch under way may still leave by the clock of its lane."""
        return self._lane_of[batch[0].seq] in self._gate.in_hours()

    async def rest(self) -> None:
        """As of each `BatchQueue`."""
        for queue in self._queues.values():
            await queue.rest()

    async def read_again(self) -> None:
        """As of each `BatchQueue`."""
        for queue in self._queues.values():
            await queue.read_again()
