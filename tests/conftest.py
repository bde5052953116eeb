"""Fixtures of the whole suite: coroutine tests, the practice store as a process, the rules of Qt tests."""

import os
import signal

import pytest

TODAY = "2026-07-01"
os.environ["SVCCONSOLE_LANGUAGE"] = "en"
"""Tests read the English texts, on whatever computer they run."""
PLUGINS = (
    "warm_start", "coroutines", "moved_clock", "postgresql", "postgresql_proxy", "practice", "proofs",
    "qt", "unclosed_databases",
)  # fmt: skip
pytest_plugins = [f"tests.support.{name}" for name in PLUGINS]
LONGEST = "tests/words/test_screens.py"
"""One test of a minute: begun last, it would have every other process wait for it."""


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    items.sort(key=lambda item: not item.nodeid.startswith(LONGEST))


def pytest_sessionstart() -> None:
    """A suite that a shell started with `&` ignores Ctrl+C, and so would the programs it tests; the demo's
    past ends on the same day whenever it runs."""
    os.environ.setdefault("SVCCONSOLE_SANDBOX_TODAY", TODAY)
    if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:
        signal.signal(signal.SIGINT, signal.default_int_handler)
