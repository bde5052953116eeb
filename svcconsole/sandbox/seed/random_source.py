"""A random source that gives the same numbers on every computer and every Python."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random
from typing import TypeVar

T = TypeVar("T")


class RandomSource:
    """Throws that follow from `name` alone.

    Only `Random.random` keeps its sequence from one Python to the next, so everything here is made of it,
    by arithmetic that rounds alike everywhere.
    """

    def __init__(self, name: str) -> None:
        self.share = Random(name).random
        """A number from 0 to below 1."""

    def falls(self, share: float) -> bool:
        """True in this share of all throws."""
        return self.share() < share

    def below(self, end: int) -> int:
        return int(self.share() * end)

    def between(self, first: int, last: int) -> int:
        return first + self.below(last - first + 1)

    def soon(self, first: int, last: int) -> int:
        """Between the two, early more often than late."""
        return first + int(self.share() * self.share() * (last - first + 1))

    def pick(self, choices: Sequence[T]) -> T:
        return choices[self.below(len(choices))]

    def some(self, choices: Sequence[T], count: int) -> list[T]:
        """That many different ones of the choices, or all."""
        left = list(choices)
        return [left.pop(self.below(len(left))) for _ in range(min(count, len(left)))]
