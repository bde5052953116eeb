"""Helper processes: the parts of a task come back in order, whoever did them, and trouble is told."""

from __future__ import annotations

import errno
import os
import signal
from collections.abc import Iterator
from itertools import count
from multiprocessing.context import SpawnProcess

import pytest

from svcconsole.services.workers.helpers import MOST_WAITING, Helpers
from svcconsole.services.workers.worker_host import WorkerGone

FACTORY = f"{__name__}:Doubler"


class Doubler:
    """Doubles numbers, and says in which process."""

    def __init__(self, factor: int) -> None:
        self.factor = factor

    def __call__(self, number: int) -> tuple[int, int]:
        if number < 0:
            raise ValueError(f"{number} is below zero")
        if number == 13:
            os.kill(os.getpid(), signal.SIGKILL)
        return number * self.factor, os.getpid()


@pytest.mark.parametrize("helpers", [0, 1, 2])
def test_parts_come_back_in_order_and_are_shared_out(helpers: int) -> None:
    parts = [number for number in range(300) if number != 13]
    with Helpers(helpers, FACTORY, 2) as pool:
        found = list(pool.map(parts, Doubler(2)))
    assert [value for value, _ in found] == [2 * number for number in parts]
    assert os.getpid() in {process for _, process in found}, "this process does its part"
    assert len({process for _, process in found}) == helpers + 1


@pytest.mark.parametrize("begun", [0, 1])
def test_where_the_system_begins_no_more_processes_the_others_do_their_parts(
    monkeypatch: pytest.MonkeyPatch, begun: int
) -> None:
    start, started = SpawnProcess.start, count()

    def refused(process: SpawnProcess) -> None:
        if next(started) >= begun:
            raise BlockingIOError(errno.EAGAIN, os.strerror(errno.EAGAIN))
        start(process)

    monkeypatch.setattr(SpawnProcess, "start", refused)
    parts = range(20, 320)
    with Helpers(2, FACTORY, 2) as pool:
        found = list(pool.map(parts, Doubler(2)))
    assert [value for value, _ in found] == [2 * number for number in parts]
    assert len({process for _, process in found}) == begun + 1
    assert next(started) == begun + 1, "what was refused once is not tried again"


def test_parts_are_taken_as_they_are_needed() -> None:
    """A file of any size is handed out piece by piece: no more parts lie about than are waited for."""
    taken = []

    def parts() -> Iterator[int]:
        for number in count(20):
            taken.append(number)
            yield number

    with Helpers(1, FACTORY, 2) as pool:
        results = pool.map(parts(), Doubler(2))
        for done in range(1, 200):
            next(results)
            assert len(taken) - done <= 2 * MOST_WAITING
        results.close()


def test_what_a_helper_raises_is_raised_here() -> None:
    with Helpers(1, FACTORY, 2) as pool, pytest.raises(ValueError, match="-4 is below zero"):
        list(pool.map([-4, 1, 2], Doubler(2)))


@pytest.mark.skipif(not hasattr(signal, "SIGKILL"), reason="this system has no such signal")
def test_a_helper_that_dies_is_told_as_a_worker_that_is_gone() -> None:
    with Helpers(1, FACTORY, 2) as pool, pytest.raises(WorkerGone):
        list(pool.map([13, 1, 2, 3], Doubler(2)))
