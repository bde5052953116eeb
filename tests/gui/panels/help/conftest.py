"""The Help page in a real window on the real practice store."""

from __future__ import annotations

from tests.gui.shell.conftest import open_window, settings

__all__ = ["open_window", "settings"]
