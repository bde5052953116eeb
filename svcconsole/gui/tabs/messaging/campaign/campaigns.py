"""Campaigns and flows from a file, opened over the Messaging tab: the wizard, its runs, and their details."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import Signal

from svcconsole.gui.panels.importer.import_pages import ImportPages

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
        return page
