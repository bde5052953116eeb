"""Fixtures of the whole suite: coroutine tests, the practice store as a process, the rules of Qt tests."""

import signal

pytest_plugins = ["tests.support.coroutines", "tests.support.practice", "tests.support.qt"]


def pytest_sessionstart() -> None:
    """A suite that a shell started with `&` ignores Ctrl+C, and so would the programs it tests."""
    if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:
        signal.signal(signal.SIGINT, signal.default_int_handler)
