"""Controls step Look: asks the worker what is likely wrong, opens links, puts a whole kind right."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING

from svcconsole.gui.kit.focus import focus_if_visible
from svcconsole.gui.panels.importer.check import check_text
from svcconsole.gui.runtime.privacy import privacy
from svcconsole.gui.tabs.messaging.campaign.preview_control import bubble_of, send_trial
from svcconsole.services.campaigns.likely_wrong.suspicions import LikelyWrong

if TYPE_CHECKING:
    from svcconsole.gui.panels.importer.session import Session
    from svcconsole.gui.panels.runs.kind_words import KindWords
    from svcconsole.gui.runtime.task_scope import TaskScope
    from svcconsole.gui.tabs.messaging.campaign.wall.wall_step import WallStep
    from svcconsole.gui.tabs.messaging.form_sources import FormSources
    from svcconsole.services.imports.views import CheckSummary


class WallControl:
    """Between the wall and the worker. What a link answered is kept while the page is open: none is opened
    twice."""

    def __init__(
        self, step: WallStep, session: Session, sources: FormSources, scope: TaskScope, words_: KindWords
    ) -> None:
        self._step = step
        self._session = session
        self._sources = sources
        self._console = sources.console
        self._scope = scope
        self._words = words_
        self._opened: dict[str, str] = {}
        self._import_id = ""  # of the messages that were looked at
        step.repair_wanted.connect(lambda ground: scope.start(self._repair(ground), "wall"))
        step.leave_out_wanted.connect(lambda ground: scope.start(self._leave_out(ground), "wall"))
        step.rows_left_out.connect(lambda rows: scope.start(self._leave_rows(rows), "wall"))
        step.undo_wanted.connect(lambda: scope.start(self._undo(), "wall"))
        step.trial_wanted.connect(lambda row: scope.start(self._try_out(row), "trial"))
        privacy().changed.connect(step.show_anew)

    async def show(self) -> None:
        """Everything as it stands now."""
        step, card, overview = self._step, self._console.card, self._session.overview
        if overview is not None and overview.import_id != self._import_id:
            self._import_id = overview.import_id
            step.forget()
        step.loading.start()
        try:
            summary: CheckSummary = await self._session.call("check")
            wall: LikelyWrong = await self._session.call("likely_wrong", dict(self._opened))
        finally:
            step.loading.stop()
        step.set_start(
            check_text.run_verb(card, summary, self._words),
            check_text.run_refusal(card, summary, self._words),
        )
        waiting = [link for link in wall.links if link not in self._opened]
        self._show(wall, opening=len(waiting))
        if waiting:
            self._scope.start(self._open_links(waiting), "links")

    async def _open_links(self, links: list[str]) -> None:
        """Open each once, read only; then the tiles are chosen anew."""
        from svcconsole.services.campaigns.likely_wrong.links import open_links

        async def told(answers: Mapping[str, str]) -> None:
            self._opened.update(answers)

        await open_links(links, self._console.network(), told, allow_loopback=self._console.card.practice)
        for link in links:
            self._opened.setdefault(link, "")  # nothing is known of it, and it is not asked again
        self._show(await self._session.call("judge_links", dict(self._opened)), opening=0)

    def _show(self, wall: LikelyWrong, *, opening: int) -> None:
        kind = self._session.kind
        bubbles = {
            tile.recipient.row: bubble_of(kind, tile.recipient.body, self._sources) for tile in wall.tiles
        }
        self._step.show_wall(wall, bubbles, opening=opening)

    async def _repair(self, ground: str) -> None:
        await self._session.call("put_right", ground)
        await self._corrected()

    async def _leave_out(self, ground: str) -> None:
        await self._session.call("leave_out_with", ground, dict(self._opened))
        await self._corrected()

    async def _leave_rows(self, rows: list[int]) -> None:
        await self._session.call("leave_out", rows)
        await self._corrected()

    async def _corrected(self) -> None:
        """The file is otherwise now; the same can be taken back."""
        self._step.corrected()
        await self.show()
        focus_if_visible(self._step.view)

    async def _undo(self) -> None:
        await self._session.call("undo")
        await self.show()

    async def _try_out(self, row: int) -> None:
        wire: bytes = await self._session.call("request_of", row)
        overview = self._session.overview
        title = overview.file_name if overview is not None else ""
        await send_trial(self._console, self._step.trial, self._session.kind, wire, title)
