"""A campaign over the Messaging tab, on the real practice store and with a library of templates."""

from __future__ import annotations

from collections.abc import AsyncIterator, Callable
from contextlib import AbstractAsyncContextManager, asynccontextmanager
from pathlib import Path
from typing import Any

import pytest

from svcconsole.gui.runtime.runs_controller import RunsController
from svcconsole.gui.tabs.messaging.tab import MessagingTab
from tests.gui.tabs.messaging.conftest import Open, open_tab
from tests.support.library import write_down

__all__ = ["open_tab"]

OpenCampaigns = Callable[..., AbstractAsyncContextManager[MessagingTab]]


@pytest.fixture
def open_campaigns(open_tab: Open, own_folders: Path) -> OpenCampaigns:
    """`async with open_campaigns() as tab`: the Messaging tab, able to run campaigns, with a library that has
    the tests' templates and those given."""

    @asynccontextmanager
    async def opening(*templates: dict[str, Any], **changes: Any) -> AsyncIterator[MessagingTab]:
        folder = own_folders / "store"
        folder.mkdir(exist_ok=True)
        write_down(folder, *templates)
        async with open_tab(**{"region": "IN", **changes}) as tab:
            tab.console.runs = RunsController(tab.console)
            await tab.console.ready()
            try:
                yield tab
            finally:
                await tab.console.runs.close()

    return opening
