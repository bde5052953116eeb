"""Fixtures of the whole suite: coroutine tests, the practice store as a process, the rules of Qt tests."""

import os
import signal

TODAY = "2026-07-01"
pytest_plugins = [
    "tests.support.coroutines",
    "tests.support.postgresql",
    "tests.support.practice",
    "tests.support.qt",
]


def pytest_sessionstart() -> None:
    """A suite that a shell started with `&` ignores Ctrl+C, and so would the programs it tests; the demo's
    past ends on the same day whenever it runs."""
    os.environ.setdefault("SVCCONSOLE_SANDBOX_TODAY", TODAY)
    if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:
        signal.signal(signal.SIGINT, signal.default_int_handler)
