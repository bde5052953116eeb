"""Controls step When: keeps the terms with the import and asks the worker who gets it when."""

from __future__ import annotations

import asyncio
from datetime import datetime
from typing import TYPE_CHECKING

from svcconsole.gui.design.words import mark, tr, tr_plural
from svcconsole.gui.kit import dialogs
from svcconsole.gui.kit.file_kinds import ALL_FILES, FileKind
from svcconsole.gui.kit.live_refresh import LiveRefresh
from svcconsole.gui.runtime.display_zone import display_zone
from svcconsole.services.campaigns.sending_numbers import KIND as SENDING_NUMBERS
from svcconsole.services.campaigns.terms import CampaignTerms
from svcconsole.workspace.known.event_kinds import EventKind

if TYPE_CHECKING:
    from svcconsole.gui.panels.importer.session import Session
    from svcconsole.gui.runtime.console import Console
    from svcconsole.gui.runtime.task_scope import TaskScope
    from svcconsole.gui.tabs.messaging.campaign.when.when_step import WhenStep
    from svcconsole.services.campaigns.forecast import HoursView

HOLIDAYS = "holidays of a campaign"


class WhenControl:
    """Between the step and the worker; what was chosen last is what is shown."""

    def __init__(self, step: WhenStep, session: Session, console: Console, scope: TaskScope) -> None:
        self._step = step
        self._session = session
        self._console = console
        self._scope = scope
        self._terms: CampaignTerms | None = None  # as the fields say; None until they were shown
        step.changed.connect(self._changed)
        step.days_wanted.connect(lambda days: scope.start(self._look_at(days), "when"))
        step.fields.holidays_wanted.connect(lambda: scope.start(self._choose_holidays(), "holidays"))
        step.side.limit_wanted.connect(lambda: console.settings_wanted.emit(tr("Sending numbers")))
        display_zone().changed.connect(self._show_anew)
        console.sending_numbers_changed.connect(self._show_anew)
        self._live = LiveRefresh(step, console.events, scope, (EventKind.PRESET,), self._others_changed)

    async def show(self) -> None:
        """The terms as they are kept, and what they mean."""
        overview = self._session.overview
        self._terms = None
        self._step.loading.start()
        try:
            view: HoursView = await self._session.call("forecast", display_zone().name(), self._step.days)
            texts: tuple[tuple[str, str], ...] = await self._session.call("other_texts")
        finally:
            self._step.loading.stop()
        self._terms = view.terms
        self._step.show_terms(view.terms, overview.header if overview is not None else (), texts)
        self._step.show_hours(view, view.terms)

    async def keep(self) -> None:
        """Hold the campaign to what the fields say; where they were never shown, show what holds."""
        if self._terms is None:
            await self.show()
        else:
            await self._session.call("set_terms", self._terms)

    def _changed(self) -> None:
        if self._terms is not None:
            self._terms = self._step.terms(self._terms)
        self._scope.start(self._keep_and_look(), "when")

    async def _keep_and_look(self) -> None:
        await self.keep()
        await self._forecast()

    async def _look_at(self, days: int) -> None:
        self._step.days = days
        await self._keep_and_look()  # this may have come before a change was kept

    async def _forecast(self) -> None:
        view: HoursView = await self._session.call("forecast", display_zone().name(), self._step.days)
        self._step.show_hours(view, view.terms)

    def _show_anew(self) -> None:
        """Times are shown in another zone, or a number may write to more or fewer people."""
        if self._step.view is not None:
            self._scope.start(self.show(), "when")

    async def _others_changed(self, kinds: frozenset[str]) -> None:
        if kinds & {SENDING_NUMBERS, ""} and self._step.view is not None:
            await self.show()

    async def _choose_holidays(self) -> None:
        from svcconsole.services.campaigns.holiday_files import read_holidays
        from svcconsole.tables.reading.errors import TableError

        path = await dialogs.choose_file(
            self._step,
            tr("Holidays from a file"),
            kinds=(FileKind(mark("Calendars and lists"), "*.ics *.csv *.txt"), ALL_FILES),
        )
        if path is None:
            return
        today = datetime.now(display_zone().zone()).date()
        try:
            found = await asyncio.to_thread(read_holidays, path, today)
        except TableError as refused:
            self._console.notices.add("error", refused.sentence, advice=refused.advice, about=HOLIDAYS)
            return
        self._console.notices.settle(HOLIDAYS)
        if found.unread:
            sentence = tr_plural("{n} line holds no date.", "{n} lines hold no date.", found.unread)
            self._console.notices.add("info", sentence, about=HOLIDAYS)
        self._step.fields.set_holidays(found.days)
