"""The work of a generator in a process of its own."""

from __future__ import annotations

from collections.abc import Iterator

import psutil
import pytest

from svcconsole.tables.reading.errors import TableError
from svcconsole.tables.viewing.subprocess_iterator import WorkStopped, iterate_in_subprocess


def niceness(times: int) -> Iterator[int]:
    """The priority of its process, so many times."""
    for _ in range(times):
        yield psutil.Process().nice()


def refusing() -> Iterator[int]:
    """Yields once, then says why it goes no further."""
    yield 1
    raise TableError("It ends here.", "Choose another one.")


def test_it_leaves_the_processor_to_the_window() -> None:
    found = list(iterate_in_subprocess(niceness, (3,), lambda: False))
    assert len(found) == 3 and min(found) > psutil.Process().nice()


def test_what_it_refuses_is_raised_here() -> None:
    work = iterate_in_subprocess(refusing, (), lambda: False)
    assert next(work) == 1
    with pytest.raises(TableError, match="It ends here"):
        next(work)


def test_it_ends_once_it_is_to_stop() -> None:
    work = iterate_in_subprocess(niceness, (1_000_000,), iter((False, True)).__next__)
    with pytest.raises(WorkStopped):
        list(work)
