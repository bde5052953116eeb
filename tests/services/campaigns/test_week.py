"""A week of campaigns: what left stands where it left, what is to come where its terms put it; it moves."""

from __future__ import annotations

from datetime import UTC, date, datetime, timedelta
from pathlib import Path

import pytest

from svcconsole.services.campaigns.sending_numbers import SendingNumber, save
from svcconsole.services.campaigns.terms import CampaignTerms, SendWindow
from svcconsole.services.campaigns.week.moving import campaign_to_move, move
from svcconsole.services.campaigns.week.records import Stage, WeekCampaign
from svcconsole.services.campaigns.week.week import fits, moved, week_of
from svcconsole.services.schedules.job_settings import RunSettings
from svcconsole.services.schedules.new_schedules import add_schedule, new_schedule
from svcconsole.workspace.clock import written
from svcconsole.workspace.database import Workspace
from svcconsole.workspace.errors import RunUnderWay, WorkspaceError
from svcconsole.workspace.schema import ItemState, RunState
from svcconsole.workspace.team.clock_rule import ClockRule, Every
from tests.support.campaign_results import Person, number, sent_campaign

ZONE = "Europe/Berlin"
NOW = datetime.now(UTC)
AHEAD = (NOW + timedelta(days=16 - NOW.weekday())).replace(hour=12, minute=0, second=0, microsecond=0)
"""Noon of a Wednesday, so that the hours before and after it are of the same week in any zone; far enough
ahead that nothing of it has begun while the tests run."""


def planned(space: Workspace, people: int, at: datetime | None, name: str = "Black Friday.csv") -> str:
    window = SendWindow(starts_at=written(at)) if at is not None else None
    terms = CampaignTerms(window=window).as_text()
    some = [Person(number(each), {}, state=ItemState.PLANNED) for each in range(people)]
    return sent_campaign(space, some, name=name, terms=terms, state=RunState.PLANNED)


def only(space: Workspace, day: date) -> WeekCampaign:
    (campaign,) = week_of(space, day, ZONE).campaigns
    return campaign


@pytest.mark.usefixtures("either_engine")
def test_what_left_stands_where_it_left_and_what_waits_where_its_terms_put_it(tmp_path: Path) -> None:
    begun = datetime(2026, 11, 24, 9, tzinfo=UTC)
    with Workspace.open(tmp_path) as space:
        sent_campaign(space, [Person(number(at), {"read": 9}) for at in range(40)], start=begun)
        run_id = planned(space, 30, AHEAD)
        planned(space, 9, None, "Nobody said when.csv")
        past, coming = week_of(space, begun.date(), ZONE), only(space, AHEAD.date())
    (sent,) = past.campaigns
    assert (sent.name, sent.stage, sent.people) == ("Winter candles", Stage.SETTLED, 40)
    assert (sent.begins, sent.hours) == (begun, {begun: 40})
    assert past.first == date(2026, 11, 23)
    assert (coming.run_id, coming.stage, coming.begins) == (run_id, Stage.PLANNED, AHEAD)
    assert (coming.hours, coming.is_movable, sent.is_movable) == ({AHEAD: 30}, True, False)


def test_a_day_over_the_limit_says_by_how_many_and_which_campaign_does_not_fit(tmp_path: Path) -> None:
    with Workspace.open(tmp_path) as space:
        save(space, SendingNumber("Hamburg shop", people=100, reserve=10))
        planned(space, 60, AHEAD - timedelta(hours=5), "Early birds.csv")
        late = planned(space, 50, AHEAD)
        week = week_of(space, AHEAD.date(), ZONE)
    assert max(day.most for day in week.days) == 110
    assert max(day.too_many for day in week.days) == 20
    assert week.too_many == {late: 20}, "the one that came first keeps its place"
    campaign = next(each for each in week.campaigns if each.run_id == late)
    assert not fits(week, campaign, 90)
    assert fits(week, moved(campaign, AHEAD + timedelta(hours=26)), 90)


@pytest.mark.usefixtures("either_engine")
def test_moving_makes_it_another_plan_and_keeps_its_messages(tmp_path: Path) -> None:
    later = AHEAD + timedelta(hours=3)
    with Workspace.open(tmp_path) as space:
        run_id = planned(space, 5, AHEAD)
        before = space.runs.get(run_id)
        move(space, only(space, AHEAD.date()), later)
        after = space.runs.get(run_id)
        assert (only(space, later.date()).begins, after.rows) == (later, before.rows)
        assert after.sha256 not in (None, before.sha256) and after.code != before.code
        move(space, only(space, later.date()), AHEAD)
        assert space.runs.get(run_id).terms == before.terms
        with pytest.raises(WorkspaceError, match="That time is past"):
            move(space, only(space, AHEAD.date()), datetime.now(UTC) - timedelta(minutes=1))


def test_what_a_schedule_starts_moves_with_its_schedule_and_stays_the_same_plan(tmp_path: Path) -> None:
    at = AHEAD.astimezone(UTC)
    with Workspace.open(tmp_path) as space:
        run_id = planned(space, 5, None)
        rule = ClockRule("UTC", Every.ONCE, f"{at:%H:%M}", date=at.date().isoformat())
        add_schedule(space, new_schedule(space, RunSettings(run_id), rule))
        before = space.runs.get(run_id)
        campaign = only(space, AHEAD.date())
        assert campaign.schedule_id and campaign.begins == AHEAD
        move(space, campaign, AHEAD + timedelta(minutes=45))
        (schedule,) = space.schedules.list()
        assert (schedule.rule.time[3:], space.runs.get(run_id).sha256) == ("45", before.sha256)


def test_what_has_left_or_is_driven_is_not_moved(tmp_path: Path) -> None:
    with Workspace.open(tmp_path) as space:
        sent = sent_campaign(space, [Person(number(1), {"read": 9})])
        run_id = planned(space, 2, AHEAD)
        with pytest.raises(WorkspaceError, match="has begun already"):
            space.runs.change_terms(sent, "")
        space.runner.acquire(run_id)
        with pytest.raises(RunUnderWay):
            space.runs.change_terms(run_id, "")


def test_a_campaign_is_found_in_any_week_to_be_moved_unless_it_has_begun_or_has_no_time(
    tmp_path: Path,
) -> None:
    with Workspace.open(tmp_path) as space:
        save(space, SendingNumber("Hamburg shop", people=100))
        coming, untimed = planned(space, 2, AHEAD), planned(space, 2, None)
        sent = sent_campaign(space, [Person(number(1), {"read": 9})])
        assert campaign_to_move(space, coming, ZONE) == only(space, AHEAD.date())
        with pytest.raises(WorkspaceError, match="Winter candles has begun already"):
            campaign_to_move(space, sent, ZONE)
        with pytest.raises(WorkspaceError, match="no start time"):
            campaign_to_move(space, untimed, ZONE)
