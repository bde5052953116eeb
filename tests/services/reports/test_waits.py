"""Waiting for a store: over a sleep of the computer, over a clock that is set, and cut short in a hurry."""

from __future__ import annotations

import asyncio
import time

import pytest

from svcconsole.services.reports.waits import TICK, pause
from tests.support.virtual_time import VirtualTimeLoop


@pytest.fixture(autouse=True)
def loop_factory() -> type[VirtualTimeLoop]:
    return VirtualTimeLoop


class Wall:
    """A wall clock that goes with the loop's, and jumps once after a second."""

    def __init__(self, jump: float) -> None:
        self._clock = asyncio.get_running_loop().time
        self._began = self._clock()
        self._jump = jump

    def time(self) -> float:
        gone = self._clock() - self._began
        return 1_800_000_000 + gone + (self._jump if gone >= TICK else 0.0)


async def waited(jump: float, monkeypatch: pytest.MonkeyPatch) -> float:
    """How long a pause of 30 s took by the steady clock, while the wall's jumped."""
    clock = asyncio.get_running_loop().time
    began = clock()
    monkeypatch.setattr(time, "time", Wall(jump).time)
    await pause(30.0, asyncio.Event())
    return clock() - began


async def test_a_pause_is_as_long_as_it_says(monkeypatch: pytest.MonkeyPatch) -> None:
    assert 30 <= await waited(0.0, monkeypatch) < 31


async def test_a_computer_that_slept_asks_when_it_wakes(monkeypatch: pytest.MonkeyPatch) -> None:
    assert await waited(3_600.0, monkeypatch) < 3 * TICK


async def test_a_clock_that_is_set_back_makes_no_pause_longer(monkeypatch: pytest.MonkeyPatch) -> None:
    assert 30 <= await waited(-86_400.0, monkeypatch) < 31


async def test_somebody_in_a_hurry_does_not_wait() -> None:
    clock, hurry = asyncio.get_running_loop().time, asyncio.Event()
    began = clock()
    asyncio.get_running_loop().call_later(2.5, hurry.set)
    await pause(30.0, hurry)
    assert clock() - began < 5
    assert not hurry.is_set()
