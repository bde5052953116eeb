"""Sorts and filters long lists in slices, so that 100,000 rows never stall the window."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Callable, Iterator, Sequence
from typing import Any, Final, Generic, TypeVar

from PySide6.QtCore import QObject, QTimer, Signal

R = TypeVar("R")

SLICE: Final = 2_000
"""Records looked at between two looks at the event loop: a few milliseconds."""
SAMPLES: Final = 16
"""Of so many records one is looked at to find where a range of about `SLICE` ends."""
AT_ONCE: Final = 4_000
"""Lists up to this long are arranged without giving the event loop a turn."""


def arrange(
    records: Sequence[R],
    rows: Sequence[int],
    keep: Callable[[R], bool] | None,
    key: Callable[[R], Any] | None,
    *,
    descending: bool = False,
) -> Iterator[list[int] | None]:
    """The `rows` that `keep` lets through, in order of `key`; blanks (None) last, ties in list order.

    Yields None between slices of work and the result at the end.
    """
    kept: list[int] = []
    for start in range(0, len(rows), SLICE):
        part = rows[start : start + SLICE]
        kept.extend(part if keep is None else [index for index in part if keep(records[index])])
        yield None
    if key is None:
        yield kept
        return
    pairs: list[tuple[Any, int]] = []
    blanks: list[int] = []
    sign = -1 if descending else 1
    for start in range(0, len(kept), SLICE):
        for index in kept[start : start + SLICE]:
            value = key(records[index])
            if value is None:
                blanks.append(index)
            else:
                pairs.append((value, sign * index))
        yield None
    ordered: list[int] = []
    for step in _sorted(pairs):
        ordered.extend(sign * index for _value, index in step)
        yield None
    if descending:
        ordered.reverse()
    yield ordered + sorted(blanks)


def _sorted(pairs: list[tuple[Any, int]]) -> Iterator[list[tuple[Any, int]]]:
    """The pairs in order, part by part; empty parts while they are dealt out.

    Dealing them into small ranges first keeps every step short: merging sorted runs would end in one long
    merge of everything.
    """
    ranges = len(pairs) // SLICE
    sample = sorted(pairs[:: max(1, SLICE // SAMPLES)]) if ranges else []
    bounds = sample[SAMPLES::SAMPLES]
    parts: list[list[tuple[Any, int]]] = [[] for _ in range(len(bounds) + 1)]
    for start in range(0, len(pairs), SLICE):
        for pair in pairs[start : start + SLICE]:
            parts[bisect_left(bounds, pair)].append(pair)
        yield []
    for part in parts:
        part.sort()
        yield part


class Arranger(QObject, Generic[R]):
    """Runs one arrangement at a time; a newer one takes the older one's place. `done` carries the rows."""

    done = Signal(object)

    def __init__(self, parent: QObject) -> None:
        super().__init__(parent)
        self._work: Iterator[list[int] | None] | None = None
        self._timer = QTimer(self)
        self._timer.setInterval(0)
        self._timer.timeout.connect(self._go_on)

    def is_busy(self) -> bool:
        """Whether an arrangement is under way."""
        return self._work is not None

    def start(self, work: Iterator[list[int] | None], size: int) -> None:
        """Do `work` over `size` records: at once when short, else in slices."""
        self._work = work
        if size > AT_ONCE:
            self._timer.start()
            return
        while self._work is work:
            self._go_on()

    def stop(self) -> None:
        """Drop what is under way."""
        self._work = None
        self._timer.stop()

    def _go_on(self) -> None:
        if self._work is None:
            self._timer.stop()
            return
        result = next(self._work)
        if result is not None:
            self.stop()
            self.done.emit(result)
