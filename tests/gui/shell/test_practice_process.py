"""The practice store as a child: it comes back with port, token and data, and ends with the program."""

from __future__ import annotations

import os
import signal
import sys
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

import psutil
import pytest
from PySide6.QtWidgets import QApplication

from svcconsole.api.client import Client
from svcconsole.api.connection import Connection
from svcconsole.api.models.catalog import ListProducts
from svcconsole.api.operations import LIST_PRODUCTS
from svcconsole.api.token import Token
from svcconsole.gui.runtime import practice_process
from svcconsole.gui.runtime.practice_process import PracticeAddress, PracticeError, PracticeProcess
from tests.support.coroutines import until


@asynccontextmanager
async def running(folder: Path) -> AsyncIterator[PracticeProcess]:
    practice = PracticeProcess(folder)
    try:
        yield practice
    finally:
        await practice.stop()


async def products(address: PracticeAddress) -> int:
    async with Client(Connection(address.base_url, Token(address.token))) as client:
        found = await client.call(LIST_PRODUCTS, ListProducts())
        return len(found.data.products if found.data else [])


async def test_it_starts_once_and_answers(window_loop: QApplication, tmp_path: Path) -> None:
    async with running(tmp_path / "practice") as practice:
        address = await practice.address()
        assert await practice.address() is address
        assert await products(address) > 0
        assert address.token not in " ".join(psutil.Process(address.pid).cmdline())
        assert address.token not in repr(address)


@pytest.mark.skipif(sys.platform == "win32", reason="POSIX signals")
async def test_killed_it_comes_back_with_port_token_and_data(
    window_loop: QApplication, tmp_path: Path
) -> None:
    async with running(tmp_path / "practice") as practice:
        first = await practice.address()
        await practice.reset("empty")
        os.kill(first.pid, signal.SIGKILL)
        await until(lambda: practice.running is None)
        second = await practice.address()
        assert second.pid != first.pid
        assert (second.base_url, second.token) == (first.base_url, first.token)
        assert await products(second) == 0
        await practice.reset("demo")
        assert await products(second) > 0


async def test_stopped_it_stays_stopped(window_loop: QApplication, tmp_path: Path) -> None:
    async with running(tmp_path / "practice") as practice:
        address = await practice.address()
        await practice.stop()
        assert not psutil.pid_exists(address.pid)
        assert practice.running is None


async def test_one_that_cannot_start_says_so(
    window_loop: QApplication, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(practice_process, "AGAIN_MS", 1)
    monkeypatch.setattr(
        practice_process, "command", lambda: (sys.executable, ["-c", "raise SystemExit('no room')"])
    )
    async with running(tmp_path / "practice") as practice:
        with pytest.raises(PracticeError) as caught:
            await practice.address()
    assert "several times in a minute" in caught.value.sentence
    assert caught.value.server_words == ("no room",)
    assert str(tmp_path / "practice") in caught.value.advice
