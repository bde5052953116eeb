"""The first steps of a campaign as far as they differ from those of an import."""

from __future__ import annotations

from typing import TYPE_CHECKING

from svcconsole.gui.design.words import tr_plural
from svcconsole.gui.kit.quantity_words import rows
from svcconsole.gui.panels.importer.check.check_control import CheckControl
from svcconsole.gui.panels.importer.file_step import FileStep

if TYPE_CHECKING:
    from svcconsole.services.imports.views import CheckSummary, Overview


class CampaignFile(FileStep):
    """Of a list of recipients the number has to be known; the rest fills what is chosen later."""

    def doubt(self, overview: Overview) -> str:
        return "" if overview.recognition.known else super().doubt(overview)

    def recognised_words(self, overview: Overview) -> str:
        if overview.recognition.preset is not None:
            return super().recognised_words(overview)
        columns = tr_plural("a list with {n} column", "a list with {n} columns", len(overview.header))
        return f"{rows(overview.rows)}, {columns}"


class CampaignCheck(CheckControl):
    """The check leads to when the messages go, not to the run."""

    async def show_anew(self) -> None:
        """The sums and the rows on screen, where somebody else is left out since."""
        summary: CheckSummary = await self._session.call("check", progress=self._checking)
        await self._repaint(summary)

    def verb(self, summary: CheckSummary) -> str:
        if not summary.ready_products:
            return tr_plural("Look at {n} row", "Look at {n} rows", summary.rows)
        return tr_plural(
            "Choose when {n} message goes", "Choose when {n} messages go", summary.ready_products
        )

    def refusal(self, summary: CheckSummary) -> str:
        """A look is free, whatever the store allows and however few are ready."""
        return "" if summary.rows else super().refusal(summary)
