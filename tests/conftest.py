"""Fixtures of the whole suite: coroutine tests, the practice store as a process, the rules of Qt tests."""

pytest_plugins = ["tests.support.coroutines", "tests.support.practice", "tests.support.qt"]
