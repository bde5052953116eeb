"""What the program says to a screen reader while a test runs."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from pytestqt.qtbot import QtBot

from svcconsole.gui.runtime import announcer as module
from svcconsole.gui.runtime.announcer import announcer

Said = list[tuple[str, bool]]
"""The words, and whether they cut in."""


@pytest.fixture
def said(qtbot: QtBot, monkeypatch: pytest.MonkeyPatch) -> Iterator[Said]:
    """What the program's announcer said, without the time that somebody takes to listen."""
    monkeypatch.setattr(module, "LISTEN_SECONDS", 0.0)
    heard: Said = []

    def hear(words: str, urgent: bool) -> None:
        heard.append((words, urgent))

    announcer().said.connect(hear)
    yield heard
    announcer().said.disconnect(hear)
