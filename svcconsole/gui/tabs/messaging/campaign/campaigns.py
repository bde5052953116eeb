"""Campaigns and flows from a file, opened over the Messaging tab: the wizard, its runs, and their details."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import Signal

from svcconsole.gui.panels.importer.import_pages import ImportPages
from svcconsole.services.campaigns.campaign_result import KINDS
from svcconsole.workspace.schema import RunState

if TYPE_CHECKING:
    from svcconsole.gui.kit.containers.page_stack import PageStack
    from svcconsole.gui.panels.importer.page import ImportPage
    from svcconsole.gui.runtime.task_scope import TaskScope
    from svcconsole.gui.tabs.messaging.form_sources import FormSources


class Campaigns(ImportPages):
    """`suppression_wanted()`: the list of numbers no campaign goes to. `library_wanted()`: the templates."""

    suppression_wanted = Signal()
    library_wanted = Signal()

    def __init__(self, sources: FormSources, scope: TaskScope, pages: PageStack) -> None:
        super().__init__(sources.console, scope, pages, kind="campaign", beside=("flows",))
        self._sources = sources

    def new_page(self, path: Path | None, import_id: str | None, kind: str) -> ImportPage:
        if kind in self._beside:
            return super().new_page(path, import_id, kind)
        from svcconsole.gui.tabs.messaging.campaign.page import CampaignPage

        page = CampaignPage(self._sources, path, import_id)
        page.suppression_wanted.connect(self.suppression_wanted)
        page.library_wanted.connect(self.library_wanted)
        page.result_wanted.connect(self.open_result)
        return page

    def openers(self) -> dict[str, Callable[[str], None]]:
        """A result is opened again, too."""
        return {**super().openers(), "result": self.open_result}

    def open_run(self, run_id: str) -> None:
        """Of a campaign that went out, what came of it; of another run, how it goes."""
        if self._page_of(run_id) is not None:
            super().open_run(run_id)
            return
        self._scope.start(self._open_run(run_id), "open run")

    async def _open_run(self, run_id: str) -> None:
        info = await self._console.db(lambda space: space.runs.get(run_id))
        if info.kind in KINDS and info.state is RunState.FINISHED and not info.single:
            self.open_result(run_id)
        else:
            super().open_run(run_id)

    def open_result(self, run_id: str) -> None:
        """Open the page of what came of a campaign; one that shows it already comes to the front."""
        from svcconsole.gui.tabs.messaging.campaign.result.result_page import ResultPage

        if (shown := self._page_of(run_id, "shown_result")) is not None:
            self._pages.raise_page(shown)
            return
        page = ResultPage(self._console, run_id)
        page.closed.connect(lambda: self._close(page))
        page.browse.connect(lambda: self._browse(page))
        page.other_message.connect(lambda import_id: self._go_on_with(page, import_id))
        page.run_wanted.connect(super().open_run)
        self._pages.open_page(page)
