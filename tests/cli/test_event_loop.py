"""Commands run on the fastest event loop of their system, and end as they do on asyncio's own."""

from __future__ import annotations

import asyncio
import os
import signal
import sys
from collections.abc import Iterator

import pytest

from svcconsole.cli import event_loop


def test_a_command_runs_on_the_loop_of_its_system() -> None:
    async def loop() -> str:
        return type(asyncio.get_running_loop()).__module__.partition(".")[0]

    assert event_loop.run(loop()) == ("asyncio" if sys.platform == "win32" else "uvloop")


def test_what_it_returns_or_raises_is_handed_on() -> None:
    async def failing() -> None:
        raise LookupError("no such record")

    async def counting() -> int:
        return 7

    assert event_loop.run(counting()) == 7
    with pytest.raises(LookupError, match="no such record"):
        event_loop.run(failing())


@pytest.fixture
def heeds_ctrl_c() -> Iterator[None]:
    """As in a terminal: what a shell starts in the background ignores it."""
    before = signal.signal(signal.SIGINT, signal.default_int_handler)
    yield
    signal.signal(signal.SIGINT, before)


@pytest.mark.skipif(sys.platform == "win32", reason="Windows has no such signal")
@pytest.mark.usefixtures("heeds_ctrl_c")
def test_ctrl_c_ends_what_is_under_way_in_order() -> None:
    ended: list[str] = []

    async def waiting() -> None:
        asyncio.get_running_loop().call_soon(os.kill, os.getpid(), signal.SIGINT)
        try:
            await asyncio.Event().wait()
        finally:
            ended.append("in order")

    with pytest.raises(KeyboardInterrupt):
        event_loop.run(waiting())
    assert ended == ["in order"]
