"""Moves a campaign that has not begun to another time: its schedule, or the terms of its plan."""

from __future__ import annotations

from dataclasses import replace
from datetime import UTC, datetime
from zoneinfo import ZoneInfo

from svcconsole.services.campaigns.terms import CampaignTerms, SendWindow
from svcconsole.services.campaigns.week.records import WeekCampaign
from svcconsole.services.campaigns.week.week import campaign_of
from svcconsole.services.schedules.new_schedules import change_schedule
from svcconsole.words.message import message
from svcconsole.workspace.clock import written
from svcconsole.workspace.database import Workspace
from svcconsole.workspace.errors import WorkspaceError
from svcconsole.workspace.team.schedule_records import NewSchedule


def campaign_to_move(space: Workspace, run_id: str, zone: str) -> WeekCampaign:
    """A campaign as it stands now, in whichever week. Raises WorkspaceError where it has begun, and where
    nothing says when it starts."""
    campaign = campaign_of(space, run_id, zone)
    if campaign is None:
        raise WorkspaceError(
            message("This campaign has no start time any more."),
            message("Its schedule was paused or removed since."),
        )
    if not campaign.is_movable:
        raise WorkspaceError(
            message("{name} has begun already. Its time stays as it is.", name=campaign.name),
            message("Open it to see how far it is."),
        )
    return campaign


def move(space: Workspace, campaign: WeekCampaign, begins: datetime) -> None:
    """Have it begin at another moment. A plan that is moved by its terms is another plan: whoever agreed to
    it has to agree anew. Raises WorkspaceError for a moment that is past, and where something has left."""
    if begins <= datetime.now(UTC):
        raise WorkspaceError(
            message("That time is past."), message("Move the campaign to a time that is still to come.")
        )
    if campaign.schedule_id:
        _move_schedule(space, campaign.schedule_id, begins)
        return
    terms = CampaignTerms.of_text(space.runs.get(campaign.run_id).terms)
    window = (terms.window or SendWindow()).model_copy(update={"starts_at": written(begins)})
    space.runs.change_terms(campaign.run_id, terms.model_copy(update={"window": window}).as_text())


def _move_schedule(space: Workspace, identity: str, begins: datetime) -> None:
    before = space.schedules.get(identity)
    there = begins.astimezone(ZoneInfo(before.rule.zone))
    rule = replace(before.rule, date=there.date().isoformat(), time=f"{there:%H:%M}")
    new = NewSchedule(before.name, before.job, before.settings, rule, before.bounds)
    change_schedule(space, before, new)
