"""The window of the journeys: a real one on the real practice store."""

from __future__ import annotations

from tests.gui.helpdesk.conftest import open_tab
from tests.gui.shell.conftest import open_window, settings

__all__ = ["open_tab", "open_window", "settings"]
