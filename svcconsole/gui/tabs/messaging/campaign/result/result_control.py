"""Controls a campaign's result: reads it while messages arrive, saves it, prepares writing again."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, Signal

from svcconsole.gui.design.text import visible
from svcconsole.gui.design.words import mark, tr
from svcconsole.gui.kit.charts.chart_image import KINDS
from svcconsole.gui.kit.dialogs import choose_place
from svcconsole.gui.kit.file_kinds import CSV, FileKind
from svcconsole.gui.kit.live_refresh import LiveRefresh
from svcconsole.gui.panels.delivery.polling import DeliveryPolling
from svcconsole.gui.runtime.display_zone import display_zone
from svcconsole.gui.tabs.messaging.campaign.result.result_picture import png_of
from svcconsole.gui.tabs.messaging.campaign.result.result_words import name_of
from svcconsole.services.campaigns.campaign_result import CampaignResult, campaign_result
from svcconsole.services.campaigns.result_csv import write_result_csv
from svcconsole.services.campaigns.write_again import prepare_again
from svcconsole.whole_file import write_whole
from svcconsole.workspace.errors import WorkspaceError
from svcconsole.workspace.known.event_kinds import EventKind

if TYPE_CHECKING:
    from pathlib import Path

    from svcconsole.gui.runtime.console import Console
    from svcconsole.gui.runtime.task_scope import TaskScope
    from svcconsole.gui.tabs.messaging.campaign.result.result_step import ResultStep
    from svcconsole.services.deliveries.proof_pack import Pack
    from svcconsole.workspace.database import Workspace


class ResultControl(QObject):
    """`prepared(import id)`: a new campaign to those who may get it again. `read()`: it is on screen."""

    prepared = Signal(str)
    shown = Signal()

    def __init__(self, step: ResultStep, console: Console, scope: TaskScope) -> None:
        super().__init__(step)
        self._step, self._console, self._scope = step, console, scope
        self._run_id = ""
        self._against: str | None = None
        self.watch = DeliveryPolling(console, step, self._is_running)
        self.watch.known.connect(self._read_soon)
        self.watch.heard.connect(lambda _changed: self._read_soon())
        self._live = LiveRefresh(
            step, console.events, scope, (EventKind.DELIVERY, EventKind.RUN), self._read_again
        )
        display_zone().changed.connect(self._read_soon)
        console.day_watch.changed.connect(self._read_soon)
        step.compared.connect(self._compare)
        step.again_wanted.connect(lambda: scope.start(self._write_again(), "again"))
        step.proof_wanted.connect(lambda: scope.start(self._save_proof(), "save"))

    async def read(self, run_id: str) -> None:
        """Show this run, and ask the store about what is still under way from now on."""
        if run_id != self._run_id:
            self._run_id, self._against = run_id, None
        await self._read()
        self.watch.start()

    def stop(self) -> None:
        """Ask nothing more."""
        self.watch.stop()

    async def aclose(self) -> None:
        """End what is under way."""
        await self.watch.scope.close()

    def save_table(self) -> None:
        """Every figure of the page as CSV."""
        self._scope.start(self._save_table(), "save")

    def save_picture(self) -> None:
        """The page as a picture."""
        self._scope.start(self._save_picture(), "save")

    def _is_running(self) -> bool:
        result = self._step.result
        return result is not None and not result.is_sent

    def _read_soon(self) -> None:
        if self._run_id:
            self._scope.start(self._read(), "result")

    async def _read_again(self, _keys: frozenset[str]) -> None:
        if self._run_id:
            await self._read()

    async def _read(self) -> None:
        run_id, against, zone = self._run_id, self._against, display_zone().zone()
        result: CampaignResult = await self._console.db(
            lambda space: campaign_result(space, run_id, zone, against=against)
        )
        if (run_id, against) == (self._run_id, self._against):
            self._step.show_result(result)
            self.shown.emit()

    def _compare(self, run_id: str) -> None:
        self._against = run_id
        self._read_soon()

    async def _write_again(self) -> None:
        result, run_id = self._step.result, self._run_id
        if result is None:
            return
        phones = [each.phone for each in result.again.now]
        self.prepared.emit(await self._console.db(lambda space: prepare_again(space, run_id, phones)))

    async def _save_table(self) -> None:
        result = self._step.result
        path = await self._place(tr("Save the figures"), ".csv", CSV)
        if path is None or result is None:
            return
        await asyncio.to_thread(write_result_csv, path, result)
        self._say_saved(path)

    async def _save_picture(self) -> None:
        path = await self._place(tr("Save the picture"), ".png", KINDS[".png"])
        if path is not None:
            await asyncio.to_thread(write_whole, path, png_of(self._step.pictures()))
            self._say_saved(path)

    async def _save_proof(self) -> None:
        from svcconsole.services.approvals.signing_key import own_key
        from svcconsole.services.deliveries.proof_pack import write_pack
        from svcconsole.workspace.team.account_name import account_name

        path = await self._place(tr("Save proof pack"), ".jsonl", FileKind(mark("Proof"), "*.jsonl"))
        if path is None:
            return
        run_id = self._run_id
        try:
            key = await asyncio.to_thread(own_key)
        except WorkspaceError:
            key = None  # a keyring that is locked: the proof is whole without a signature

        def write(space: Workspace) -> Pack:
            return write_pack(space, run_id, path, key, account_name())

        pack: Pack = await self._console.db(write)
        self._console.notices.add(
            "success",
            tr(
                "{file} is saved. Keep its hash apart from it: {hash}",
                file=visible(path.name),
                hash=pack.sha256,
            ),
        )

    async def _place(self, title: str, ending: str, kind: FileKind) -> Path | None:
        result = self._step.result
        if result is None:
            return None
        name = "".join(each if each.isalnum() or each in " -_" else " " for each in name_of(result.info))
        return await choose_place(self._step, title, f"{name.strip() or 'campaign'}{ending}", kinds=(kind,))

    def _say_saved(self, path: Path) -> None:
        self._console.notices.add("success", tr("{file} is saved.", file=visible(path.name)))
