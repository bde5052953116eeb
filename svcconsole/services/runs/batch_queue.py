"""The queue of batches a run still has to send: retries first, then the plan; never one id twice at a
time.
"""

from __future__ import annotations

import asyncio
from collections import deque
from collections.abc import Callable, Sequence
from contextlib import suppress

from svcconsole.services.runs.pacing import PacingRules
from svcconsole.services.runs.record_outcome import Batch, is_old
from svcconsole.services.runs.run_ledger import RunLedger
from svcconsole.services.runs.spacing import Spacing
from svcconsole.workspace.errors import WorkspaceError
from svcconsole.workspace.runs.ledger_entries import WHOLE, PartOfRun, PendingRecord

READ_AHEAD = 300
"""Records in a window: read at once, and intended at once where the ledger may lag behind them."""


def _none_lags(_: PendingRecord) -> bool:
    return False


class BatchQueue:
    """The batches of one run, read from its ledger a window ahead. Those that `may_lag` have their intent on
    the disk before they are handed out, the next window is written while this one is sent. `readable`:
    the store can be asked for what it holds of them. Of a run only its `part` is sent, to one person in the
    `spacing` of its messages."""

    def __init__(
        self,
        ledger: RunLedger,
        pace: PacingRules,
        may_lag: Callable[[PendingRecord], bool] = _none_lags,
        *,
        readable: bool = False,
        part: PartOfRun = WHOLE,
        spacing: Spacing | None = None,
    ) -> None:
        self._ledger = ledger
        self._pace = pace
        self._may_lag = may_lag
        self._readable = readable
        self._part = self._read_part = part
        self._spacing = spacing or Spacing()
        self._reading: asyncio.Task[Sequence[PendingRecord]] | None = None
        self._queue: deque[PendingRecord] = deque()
        self._to_send_again: deque[Batch] = deque()
        self._after = -1
        self._all_read = False
        self._ids_under_way: set[str] = set()

    @property
    def ended(self) -> bool:
        """Whether nothing is left but what is under way."""
        return self._all_read and not self._queue and not self._to_send_again and not self.is_spaced

    @property
    def is_spaced(self) -> bool:
        """Whether something waits because its person was just written to."""
        return bool(self._spacing.waiting)

    async def next(self, most: int) -> Batch | None:
        """The next batch of at most `most` records, under way from now on; None when nothing may go now.

        Raises WorkspaceError where the ledger cannot be read or written; the next call tries again.
        """
        if not self._all_read and len(self._queue) < READ_AHEAD:
            if self._reading is None:
                self._read_part = self._part
                reading = self._ledger.take(
                    self._after, READ_AHEAD, self._may_lag, readable=self._readable, part=self._part
                )
                self._reading = asyncio.create_task(reading)
            if self._reading.done() or len(self._queue) < most:
                await self._take_in(self._reading)
        # No await from here on: what lands while the ledger is read has its batches seen.
        self._queue.extendleft(reversed(self._spacing.due()))
        batch = self._again() or self._fresh(most)
        if batch is not None:
            self._ids_under_way.update(item.record_id for item in batch)
            self._spacing.sent(item.record_id for item in batch)
        return batch

    def extend(self, part: PartOfRun) -> None:
        """Send this part of the run from now on, which begins as the one before."""
        if part != self._part:
            self._part, self._all_read = part, False

    def batch_settled(self, batch: Batch, again: Sequence[Batch]) -> None:
        """A batch is no longer under way; `again` are the parts of it that have to go once more."""
        self._ids_under_way.difference_update(item.record_id for item in batch)
        self._spacing.sent(item.record_id for item in batch)
        self._to_send_again.extendleft(reversed(again))

    async def rest(self) -> None:
        """Let what was read ahead wait in the ledger again: nothing of it is sent for a while, or at all.
        Raises WorkspaceError."""
        await self._end_reading()
        ahead = [item.seq for item in self._queue if item.intended]
        if ahead:
            await self._ledger.give_back(ahead)
            self._after = self._queue[0].seq - 1
            self._queue.clear()
            self._all_read = False

    async def read_again(self) -> None:
        """Forget what was read, which the ledger may leave out meanwhile: nothing of it is under way, or
        intended ahead."""
        await self._end_reading()
        for read in (self._queue, self._to_send_again, self._spacing.waiting):
            read.clear()
        self._after, self._all_read = -1, False

    async def _end_reading(self) -> None:
        if self._reading is not None:
            with suppress(WorkspaceError):
                await self._take_in(self._reading)

    async def _take_in(self, reading: asyncio.Task[Sequence[PendingRecord]]) -> None:
        try:
            found = await asyncio.shield(reading)
        finally:
            if reading.done():
                self._reading = None
        self._queue.extend(found)
        self._after = found[-1].seq if found else self._after
        self._all_read = len(found) < READ_AHEAD and self._read_part == self._part

    def _again(self) -> Batch | None:
        for position, batch in enumerate(self._to_send_again):
            if self._ids_under_way.isdisjoint(item.record_id for item in batch):
                del self._to_send_again[position]
                return batch
        return None

    def _fresh(self, most: int) -> Batch | None:
        """Records from the queue: never one id twice in a batch or on the way (decisions, row 31)."""
        taken: list[PendingRecord] = []
        ids: set[str] = set()
        size = 0
        while self._queue and len(taken) < most:
            item = self._queue[0]
            if self._spacing.is_too_soon(item.record_id) and len(self._spacing.waiting) < READ_AHEAD:
                self._spacing.waiting.append(self._queue.popleft())
                continue
            full = taken and size + len(item.body) > self._pace.most_bytes
            if full or item.record_id in ids or item.record_id in self._ids_under_way:
                break
            if taken and (
                is_old(item, self._pace) != is_old(taken[0], self._pace) or item.intended != taken[0].intended
            ):
                break
            taken.append(self._queue.popleft())
            ids.add(item.record_id)
            size += len(item.body)
        return tuple(taken) or None
