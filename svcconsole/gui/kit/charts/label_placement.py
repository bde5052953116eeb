"""Places line names apart from each other, and the value box where no line runs."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import pairwise
from typing import NamedTuple

Point = tuple[float, float]


class Place(NamedTuple):
    """The upper left corner of the value box, and whether no line runs through it."""

    left: float
    top: float
    is_free: bool


class Room(NamedTuple):
    """Where the box may stand."""

    left: float
    top: float
    right: float
    bottom: float


def spread_apart(wanted: Sequence[float], apart: float, low: float, high: float) -> list[float]:
    """Places as near as can be to those `wanted`, `apart` from each other, between `low` and `high`."""
    order = sorted(range(len(wanted)), key=lambda at: wanted[at])
    placed = [min(max(wanted[at], low), high) for at in order]
    for at in range(1, len(placed)):
        placed[at] = max(placed[at], placed[at - 1] + apart)
    if placed and placed[-1] > high:
        placed[-1] = high
        for at in range(len(placed) - 2, -1, -1):
            placed[at] = min(placed[at], placed[at + 1] - apart)
    found = [0.0] * len(wanted)
    for at, place in zip(order, placed, strict=True):
        found[at] = place
    return found


def heights_within(line: Sequence[Point], left: float, right: float) -> tuple[float, float] | None:
    """The highest and the lowest that a line runs between two places; None where it does not run there."""
    inside = [y for x, y in line if left <= x <= right]
    inside.extend(y for edge in (left, right) if (y := _height_at(line, edge)) is not None)
    return (min(inside), max(inside)) if inside else None


def _height_at(line: Sequence[Point], x: float) -> float | None:
    for (x1, y1), (x2, y2) in pairwise(line):
        if x1 <= x <= x2:
            return y1 if x1 == x2 else y1 + (y2 - y1) * (x - x1) / (x2 - x1)
    return None


def box_place(
    size: tuple[float, float], x: float, room: Room, lines: Sequence[Sequence[Point]], gap: float
) -> Place:
    """Beside `x`, right of it where there is room, and in the first height that no line runs through.

    Where every height is crossed the box stands in the widest space between two lines.
    """
    width, height = size
    sides = [x + gap, x - gap - width]
    fits = [left for left in sides if room.left <= left and left + width <= room.right]
    if not fits:
        fits = [max(room.left, room.right - width)]
    widest: tuple[float, Place] | None = None
    for left in fits:
        for top, bottom in _free_heights(left, left + width, room, lines, gap):
            if bottom - top >= height:
                return Place(left, top, True)
            if widest is None or bottom - top > widest[0]:
                centred = (top + bottom - height) / 2
                kept = min(max(room.top, centred), max(room.top, room.bottom - height))
                widest = (bottom - top, Place(left, kept, False))
    return widest[1] if widest is not None else Place(fits[0], room.top, False)


def _free_heights(
    left: float, right: float, room: Room, lines: Sequence[Sequence[Point]], gap: float
) -> Iterator[tuple[float, float]]:
    taken = sorted(
        (high - gap / 2, low + gap / 2)
        for line in lines
        if (found := heights_within(line, left, right)) is not None
        for high, low in (found,)
    )
    free = room.top
    for high, low in taken:
        if high > free:
            yield free, high
        free = max(free, low)
    if room.bottom > free:
        yield free, room.bottom
