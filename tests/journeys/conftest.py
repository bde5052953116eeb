"""The window of the journeys, a real one on the real practice store, and programs that die at a moment."""

from __future__ import annotations

import os
from collections.abc import Iterator

import pytest

from tests.gui.shell.conftest import open_window, settings
from tests.gui.tabs.helpdesk.conftest import open_tab
from tests.support.dying import Mortals, mortals

__all__ = ["open_tab", "open_window", "settings"]


@pytest.fixture(scope="module")
def children() -> Iterator[Mortals]:
    if not hasattr(os, "fork"):
        pytest.skip("this system cannot fork")
    with mortals() as found:
        yield found
