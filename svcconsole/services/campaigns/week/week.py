"""Reads the campaigns of a week: those that ran by what left, those to come by a forecast of their hours."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from datetime import UTC, date, datetime, time, timedelta
from zoneinfo import ZoneInfo

from sqlalchemy import func, select

from svcconsole.services.campaigns.campaign_result import KINDS
from svcconsole.services.campaigns.forecast import start_of
from svcconsole.services.campaigns.send_plan import LanePeople, Pace, day_ends, plan_sends
from svcconsole.services.campaigns.sending_numbers import SendingNumber, of_senders, sending_numbers
from svcconsole.services.campaigns.terms import CampaignTerms, Lane, SendWindow
from svcconsole.services.campaigns.week.records import DAY, DAYS, HOUR, DayUse, Stage, Week, WeekCampaign
from svcconsole.services.deliveries.states import moment_of
from svcconsole.services.schedules.job_settings import RunSettings
from svcconsole.workspace.database import Workspace
from svcconsole.workspace.runs.records import RunInfo
from svcconsole.workspace.schema import ItemState, RunState, items, recipients
from svcconsole.workspace.team.clock_rule import next_times
from svcconsole.workspace.team.schedule_records import Job, Schedule

LEFT = (ItemState.ACKED, ItemState.REJECTED, ItemState.UNKNOWN, ItemState.SENDING)
UNTOLD = Lane(country="", zones=("UTC",), rule="unknown")
"""The lane of whoever is in none: a plan without hours goes out at any."""
HOUR_SIGNS = len("2026-11-24T10")


def week_of(space: Workspace, day: date, zone: str, *, number: str | None = None) -> Week:
    """The week of a day by the clocks of `zone`; `number` names the sending number whose limit counts, None
    for the first that has one."""
    first = day - timedelta(days=day.weekday())
    clock = ZoneInfo(zone)
    begins = datetime.combine(first, time(), clock).astimezone(UTC)
    ends = datetime.combine(first + timedelta(days=DAYS), time(), clock).astimezone(UTC)
    known = sending_numbers(space)
    since = begins - DAY
    infos = [
        each
        for each in space.runs.list()
        if each.kind in KINDS and (each.finished_at is None or moment_of(each.finished_at) >= since)
    ]
    found = [
        each for each in _campaigns(space, infos, known, zone) if each.begins < ends and each.ends > since
    ]
    shown = sorted((each for each in found if each.ends > begins), key=lambda each: (each.begins, each.name))
    names = tuple(each.name for each in known)
    limited = [each.name for each in known if each.limit(ends) is not None]
    chosen = number if number in names else next(iter(limited), "")
    counting = next((each for each in known if each.name == chosen), None)
    days = tuple(_use(first + timedelta(days=at), clock, found, counting) for at in range(DAYS))
    return Week(first, tuple(shown), days, names, chosen, _too_many(found, known))


def campaign_of(space: Workspace, run_id: str, zone: str) -> WeekCampaign | None:
    """One campaign as its week has it, whichever that is; None while nobody said when it starts. Raises
    WorkspaceError where it is gone."""
    return next(_campaigns(space, [space.runs.get(run_id)], sending_numbers(space), zone), None)


def moved(campaign: WeekCampaign, begins: datetime) -> WeekCampaign:
    """The same at another time, as far as its own hours go along: what it would look like on the calendar."""
    by = begins - campaign.begins
    return replace(
        campaign,
        begins=begins,
        ends=campaign.ends + by,
        hours={at + by: people for at, people in campaign.hours.items()},
    )


def fits(week: Week, campaign: WeekCampaign, limit: int | None) -> bool:
    """Whether a campaign that was moved keeps to the limit of its number beside the others."""
    if limit is None:
        return True
    others = [each for each in week.campaigns if each.run_id != campaign.run_id]
    return _most(_hours_of([*others, campaign], campaign.number)) <= limit


def _campaigns(
    space: Workspace, infos: Iterable[RunInfo], known: Sequence[SendingNumber], zone: str
) -> Iterator[WeekCampaign]:
    now = datetime.now(UTC)
    schedules = {
        RunSettings.of_json(each.settings).run: each
        for each in space.schedules.list()
        if each.job is Job.RUN and not each.paused
    }
    approvals = {each.run_id: each for each in space.approvals.list()}
    for info in infos:
        made = _campaign(space, info, schedules.get(info.id), known, (now, zone))
        if made is not None:
            approval = approvals.get(info.id)
            by = approval.answered_by if approval is not None and approval.valid else ""
            yield replace(made, approved_by=by or "")


def _campaign(
    space: Workspace,
    info: RunInfo,
    schedule: Schedule | None,
    known: Sequence[SendingNumber],
    at: tuple[datetime, str],
) -> WeekCampaign | None:
    """None for one that has no time: it is prepared, and nobody said when it starts."""
    now, zone = at
    terms = _terms(info)
    left = _left(space, info.id)
    stage = _stage(info, left)
    hours: Counter[datetime] = Counter(left)
    waiting = _waiting(space, info.id) if stage in (Stage.PLANNED, Stage.RUNNING) else Counter[int | None]()
    start, unfit, end = _start(info, terms, schedule, now), 0, None
    if waiting:
        if start is None:
            return None
        ahead, unfit, end = _forecast(terms, waiting, start, zone)
        hours.update(ahead)
    if not hours:
        return None
    begins = min(hours) if left or start is None else max(start, min(hours))
    sender, template = _named(space, info.id)
    numbers = of_senders(known, [sender])
    totals = space.runs.totals(info.id)
    return WeekCampaign(
        info.id,
        info.code,
        info.file_name.rpartition(".")[0] or info.file_name or info.title,
        stage,
        begins,
        max(end or begins, max(hours) + HOUR)
        if stage is not Stage.PLANNED
        else max(end or begins, begins + HOUR / 2),
        sum(hours.values()),
        totals.products.sent,
        totals.products.refused,
        dict(hours),
        numbers[0].name if numbers else "",
        template,
        info.operator,
        schedule_id=schedule.id if schedule is not None and stage is Stage.PLANNED else "",
        left=unfit,
    )


def _stage(info: RunInfo, left: Mapping[datetime, int]) -> Stage:
    match info.state:
        case RunState.FINISHED:
            return Stage.SETTLED
        case RunState.STOPPED:
            return Stage.STOPPED
        case _:
            return Stage.RUNNING if left else Stage.PLANNED


def _start(info: RunInfo, terms: CampaignTerms, schedule: Schedule | None, now: datetime) -> datetime | None:
    """When what waits may begin; None for a plan that nobody has given a time."""
    if schedule is not None:
        times = next_times(schedule.rule, now)
        return times[0].at if times else None
    said = terms.window is not None and bool(terms.window.starts_at)
    under_way = info.state in (RunState.RUNNING, RunState.PAUSED)
    return start_of(terms, now) if said or under_way else None


def _forecast(
    terms: CampaignTerms, waiting: Mapping[int | None, int], start: datetime, zone: str
) -> tuple[Mapping[datetime, int], int, datetime | None]:
    """People by the hour, how many do not fit, and when the last one gets it."""
    window = terms.window or SendWindow()
    people: Counter[Lane] = Counter()
    for place, count in waiting.items():
        known = place is not None and place < len(terms.lanes)
        people[terms.lanes[place] if known and place is not None else UNTOLD] += count
    lanes = [LanePeople(lane, count) for lane, count in people.items()]
    found = plan_sends(
        lanes,
        window,
        start,
        day_ends(window, list(people), start),
        pace=Pace(terms.limits.messages_per_second),
        clock=ZoneInfo(zone),
    )
    hours = {at.astimezone(UTC): count for at, count in zip(found.hours, found.sums, strict=True) if count}
    return hours, sum(found.left), found.ends_at


def _terms(info: RunInfo) -> CampaignTerms:
    try:
        return CampaignTerms.of_text(info.terms)
    except ValueError:  # of a later program
        return CampaignTerms()


def _left(space: Workspace, run_id: str) -> Mapping[datetime, int]:
    """How many people were written to in each hour."""
    each = (
        select(func.substr(items.c.at, 1, HOUR_SIGNS).label("hour"))
        .where(items.c.run_id == run_id, items.c.state.in_(LEFT), items.c.at.is_not(None))
        .subquery()
    )
    query = select(each.c.hour, func.count().label("people")).group_by(each.c.hour)
    with space.reading() as connection:
        return {
            datetime.fromisoformat(f"{row.hour}:00+00:00"): row.people for row in connection.execute(query)
        }


def _waiting(space: Workspace, run_id: str) -> Counter[int | None]:
    """How many people wait in each lane."""
    query = (
        select(items.c.lane, func.count().label("people"))
        .where(items.c.run_id == run_id, items.c.state == ItemState.PLANNED)
        .group_by(items.c.lane)
    )
    with space.reading() as connection:
        return Counter({row.lane: row.people for row in connection.execute(query)})


def _named(space: Workspace, run_id: str) -> tuple[str, str]:
    """The business number and the template that a message of it names."""
    query = select(recipients.c.sender, recipients.c.template).where(recipients.c.run_id == run_id).limit(1)
    with space.reading() as connection:
        row = connection.execute(query).one_or_none()
    return ("", "") if row is None else (row.sender, row.template)


def _use(
    day: date, clock: ZoneInfo, campaigns: Iterable[WeekCampaign], number: SendingNumber | None
) -> DayUse:
    """The most people of any 24 hours that end on this day; everybody counts for each campaign they get."""
    begins = datetime.combine(day, time(), clock).astimezone(UTC)
    ends = datetime.combine(day + timedelta(days=1), time(), clock).astimezone(UTC)
    hours = _hours_of(campaigns, number.name if number is not None else "")
    most = _most(hours, begins, ends)
    return DayUse(day, most, number.limit(ends) if number is not None else None)


def _hours_of(campaigns: Iterable[WeekCampaign], number: str) -> Counter[datetime]:
    hours: Counter[datetime] = Counter()
    for each in campaigns:
        if each.number == number:
            hours.update(each.hours)
    return hours


def _most(hours: Mapping[datetime, int], begins: datetime | None = None, ends: datetime | None = None) -> int:
    """The most people in 24 hours that end in an hour from `begins` until before `ends`."""
    wanted = [at for at in hours if (begins is None or at >= begins) and (ends is None or at < ends)]
    return max(
        (sum(count for at, count in hours.items() if end - DAY < at <= end) for end in wanted), default=0
    )


def _too_many(campaigns: Sequence[WeekCampaign], known: Sequence[SendingNumber]) -> Mapping[str, int]:
    """By run, how many people too many the 24 hours have in which it ends; of those that can still be moved,
    as the others have left."""
    found = {}
    for each in campaigns:
        number = next((one for one in known if one.name == each.number), None)
        limit = number.limit(each.ends) if number is not None else None
        if limit is None or not each.is_movable:
            continue
        over = _most(_hours_of(campaigns, each.number), each.begins - HOUR, each.ends) - limit
        if over > 0:
            found[each.run_id] = over
    return found
