"""Controls the week: reads it, moves campaigns after the safe level's question, and takes a move back."""

from __future__ import annotations

import asyncio
from datetime import date, datetime, timedelta
from functools import partial
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject

from svcconsole.gui.design.text import visible
from svcconsole.gui.design.words import tr
from svcconsole.gui.kit.live_refresh import LiveRefresh
from svcconsole.gui.kit.write_permission import may_write
from svcconsole.gui.runtime.display_zone import display_zone
from svcconsole.gui.runtime.notices import Link
from svcconsole.gui.tabs.messaging.campaign.week import week_words as said
from svcconsole.services.campaigns.week.moving import campaign_to_move, move
from svcconsole.services.campaigns.week.records import DAY, DAYS, Week, WeekCampaign
from svcconsole.services.campaigns.week.week import fits, moved, week_of
from svcconsole.workspace.known.event_kinds import EventKind
from svcconsole.workspace.team.not_approved import NotApproved

if TYPE_CHECKING:
    from svcconsole.gui.runtime.console import Console
    from svcconsole.gui.runtime.task_scope import TaskScope
    from svcconsole.gui.tabs.messaging.campaign.week.week_view import WeekView
    from svcconsole.workspace.database import Workspace


class WeekControl(QObject):
    """Between the view and the workspace; `day` is in the week that is shown."""

    def __init__(self, view: WeekView, console: Console, scope: TaskScope) -> None:
        super().__init__(view)
        self._view, self._console, self._scope = view, console, scope
        self.day = _today()
        self._number: str | None = None
        self._last: tuple[str, datetime] | None = None
        self._moving = asyncio.Lock()
        view.turned.connect(self._turn)
        view.number_chosen.connect(self._choose_number)
        view.canvas.chosen.connect(lambda _: self._show_side())
        view.canvas.moved.connect(self._move)
        view.canvas.undo_wanted.connect(self._undo)
        view.side.move_wanted.connect(self._move_current)
        display_zone().changed.connect(self.refresh)
        kinds = (EventKind.RUN, EventKind.SCHEDULE, EventKind.PRESET, EventKind.APPROVAL)
        self._live = LiveRefresh(view, console.events, scope, kinds, self._others_did)

    def refresh(self) -> None:
        """Read the week again."""
        self._scope.start(self.read(), "week")

    async def read(self) -> None:
        """Read the week and show it."""
        day, zone, number = self.day, display_zone().name(), self._number
        week: Week = await self._console.db(lambda space: week_of(space, day, zone, number=number))
        if (day, number) == (self.day, self._number):
            self._view.show_week(week)
            self._show_side()

    async def _others_did(self, _keys: frozenset[str]) -> None:
        await self.read()

    def _turn(self, weeks: int) -> None:
        self.day = self.day + timedelta(days=DAYS * weeks) if weeks else _today()
        self.refresh()

    def _choose_number(self, number: str) -> None:
        self._number = number
        self.refresh()

    def _show_side(self) -> None:
        week, campaign = self._view.canvas.week, self._view.canvas.campaign()
        too_many = week.too_many.get(campaign.run_id, 0) if week is not None and campaign is not None else 0
        way = _way_out(week, campaign) if week is not None and campaign is not None and too_many else None
        self._view.side.show_campaign(campaign, too_many, way)

    def _move_current(self, begins: datetime) -> None:
        if (campaign := self._view.canvas.campaign()) is not None:
            self._move(campaign.run_id, begins)

    def _move(self, run_id: str, begins: datetime) -> None:
        self._scope.start(self._move_in_turn(run_id, begins))

    def _undo(self) -> None:
        if self._last is not None:
            self._move(*self._last)

    async def _move_in_turn(self, run_id: str, begins: datetime) -> None:
        """Each move is carried out to its end and told, before the next one reads where things are."""
        zone = display_zone().name()
        async with self._moving:
            campaign = await self._console.db(lambda space: campaign_to_move(space, run_id, zone))
            if campaign.begins != begins:
                await self._ask_and_move(campaign, begins)

    async def _ask_and_move(self, campaign: WeekCampaign, begins: datetime) -> None:
        what = tr("Move {name} to {time}", name=visible(campaign.name), time=said.day_long(begins))
        if not await may_write(self._console, self._view, what, tr("Move")):
            return
        runs = self._console.runs
        waits_here = runs is not None and runs.is_started(campaign.run_id) and not campaign.schedule_id
        if runs is not None and waits_here:
            await runs.stop_whole(campaign.run_id)
        try:
            await self._console.db(lambda space: move(space, campaign, begins))
            self._last = campaign.run_id, campaign.begins
            await self._tell_moved(campaign, begins)
        finally:
            if runs is not None and waits_here:
                runs.start(campaign.run_id)
            await self.read()

    async def _tell_moved(self, campaign: WeekCampaign, begins: datetime) -> None:
        needs = await self._console.db(lambda space: _needs_approval(space, campaign.run_id))
        self._console.notices.add(
            "success",
            tr("{name} begins {time}.", name=visible(campaign.name), time=said.day_long(begins)),
            advice=tr("It is another plan now: a second person has to agree to it.") if needs else "",
            links=(Link(tr("Undo"), partial(self._move, campaign.run_id, campaign.begins)),),
            about=f"moved {campaign.run_id}",
        )


def _needs_approval(space: Workspace, run_id: str) -> bool:
    try:
        space.approvals.refuse_unapproved(run_id)
    except NotApproved:
        return True
    return False


def _way_out(week: Week, campaign: WeekCampaign) -> datetime | None:
    """The next day at the same time on which it fits beside the others of the week; None where there is
    none."""
    limit = next((day.limit for day in week.days if day.limit is not None), None)
    for days in range(1, DAYS):
        begins = campaign.begins + days * DAY
        if (said.local(begins).date() - week.first).days >= DAYS:
            return None
        if fits(week, moved(campaign, begins), limit):
            return begins
    return None


def _today() -> date:
    now = display_zone().now().date()
    return date(now.year(), now.month(), now.day())
