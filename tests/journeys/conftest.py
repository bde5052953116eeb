"""The window of the journeys: a real one on the real practice store."""

from __future__ import annotations

from tests.gui.shell.conftest import open_window, settings
from tests.gui.tabs.helpdesk.conftest import open_tab

__all__ = ["open_tab", "open_window", "settings"]
