"""What a run still has to send: first what goes again, then the plan; never one id twice on the way."""

from __future__ import annotations

from collections import deque
from collections.abc import Sequence

from svcconsole.services.runs.pacing import Pace
from svcconsole.services.runs.record_outcome import Piece, is_old
from svcconsole.services.runs.run_ledger import Journal
from svcconsole.workspace.runs.ledger import Waiting

READ_AHEAD = 300


class Supply:
    """The batches of one run, read from its ledger a little ahead."""

    def __init__(self, journal: Journal, pace: Pace) -> None:
        self._journal = journal
        self._pace = pace
        self._queue: deque[Waiting] = deque()
        self._pieces: deque[Piece] = deque()
        self._after = -1
        self._all_read = False
        self._in_air: set[str] = set()

    @property
    def ended(self) -> bool:
        """Whether nothing is left but what is in the air."""
        return self._all_read and not self._queue and not self._pieces

    async def next(self, batch: int) -> Piece | None:
        """The next batch of at most `batch` records, from now on in the air; None when nothing may go now."""
        if len(self._queue) < batch and not self._all_read:
            found = await self._journal.planned(self._after, READ_AHEAD)
            self._queue.extend(found)
            self._after = found[-1].seq if found else self._after
            self._all_read = len(found) < READ_AHEAD
        # No await from here on: what lands while the ledger is read has its pieces seen.
        piece = self._again() or self._fresh(batch)
        if piece is not None:
            self._in_air.update(item.record_id for item in piece)
        return piece

    def landed(self, piece: Piece, again: Sequence[Piece]) -> None:
        """A batch is no longer in the air; `again` are the parts of it that have to go once more."""
        self._in_air.difference_update(item.record_id for item in piece)
        self._pieces.extendleft(reversed(again))

    def _again(self) -> Piece | None:
        for position, piece in enumerate(self._pieces):
            if self._in_air.isdisjoint(item.record_id for item in piece):
                del self._pieces[position]
                return piece
        return None

    def _fresh(self, batch: int) -> Piece | None:
        """Records from the queue: never one id twice in a batch or on the way (decisions, row 31)."""
        taken: list[Waiting] = []
        ids: set[str] = set()
        size = 0
        while self._queue and len(taken) < batch:
            item = self._queue[0]
            full = taken and size + len(item.body) > self._pace.most_bytes
            if full or item.record_id in ids or item.record_id in self._in_air:
                break
            if taken and is_old(item, self._pace) != is_old(taken[0], self._pace):
                break
            taken.append(self._queue.popleft())
            ids.add(item.record_id)
            size += len(item.body)
        return tuple(taken) or None
