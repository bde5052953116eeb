"""A plan as a second person sees it: who gets it, what it says, and what differs from the one before."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta

from sqlalchemy import func, or_, select

from svcconsole.services.approvals.plan_texts import PlanText, texts_of_run
from svcconsole.services.approvals.regions import RegionOf
from svcconsole.services.campaigns.message_template_fields import label_of
from svcconsole.services.campaigns.terms import CampaignTerms
from svcconsole.services.campaigns.terms_words import terms_words
from svcconsole.services.messaging import flows, messages
from svcconsole.services.messaging.templates import composed
from svcconsole.services.schedules.job_settings import RunSettings
from svcconsole.words.message import listed, message, sentences
from svcconsole.workspace.clock import written
from svcconsole.workspace.database import Workspace
from svcconsole.workspace.runs.plan_records import UNSENT
from svcconsole.workspace.runs.records import RunInfo
from svcconsole.workspace.runs.sent_bodies import LEFT
from svcconsole.workspace.schema import items, runs
from svcconsole.workspace.schema.approval_rule import REACHES
from svcconsole.workspace.team.approvals import Approval
from svcconsole.workspace.team.audit_entries import LogEntry
from svcconsole.workspace.team.clock_rule import next_times
from svcconsole.workspace.team.roles import Right
from svcconsole.workspace.team.schedule_records import Job

FIRST = 8
"""So many recipients are named."""
DAY = timedelta(hours=24)
REACHING = (*REACHES, composed.KIND, messages.KIND, flows.KIND)
"""The kinds of runs that reach people: of a file, and sent by themselves."""


@dataclass(frozen=True, slots=True)
class Difference:
    """One thing that is not as in the plan that was approved before; what is ours in it are messages."""

    what: str
    before: str
    now: str


@dataclass(frozen=True, slots=True)
class CountryCount:
    """How many people are in a country, and how many more than before; `code` is blank where unknown."""

    code: str
    people: int
    more: int = 0


@dataclass(frozen=True, slots=True)
class PlanLook:
    """All that an approval is decided by.

    `before` is what this person approved last of the same kind; `differences` hold the plan against it, and
    are empty where there was none. `refusal` says why whoever looks cannot answer; blank where they can.
    `first` are the first recipients, `texts` what they get, `story` what was done with the run. `starts_at`
    is when a schedule lets it start, ISO in UTC, blank where a person starts it; `sent_lately` is how many
    messages left from here within 24 hours, None where that tells nothing about the plan.
    """

    info: RunInfo
    asked: Approval
    before: Approval | None
    countries: tuple[CountryCount, ...]
    differences: tuple[Difference, ...]
    first: tuple[str, ...]
    texts: tuple[PlanText, ...]
    story: tuple[LogEntry, ...]
    limit: int
    refusal: str
    changed: bool
    starts_at: str
    sent_lately: int | None


def plan_look(workspace: Workspace, run_id: str) -> PlanLook | None:
    """What is known of a plan that somebody asks about; None where nobody does."""
    asked = workspace.approvals.of_run(run_id)
    if asked is None:
        return None
    me = workspace.operator
    before = workspace.approvals.approved_before(run_id, me)
    countries = _countries(workspace, run_id)
    earlier = Counter[str]() if before is None else _countries(workspace, before.run_id)
    info = workspace.runs.get(run_id)
    texts = texts_of_run(workspace, info)
    return PlanLook(
        info,
        asked,
        before,
        tuple(
            CountryCount(code, people, people - earlier[code] if before is not None else 0)
            for code, people in countries.most_common()
        ),
        () if before is None else tuple(_differences(workspace, info, asked, before, texts)),
        _first(workspace, run_id),
        texts,
        workspace.log.of_run(run_id),
        workspace.approvals.limit(),
        _refusal(workspace, asked, me),
        asked.plan_sha256 != info.sha256,
        _starts_at(workspace, run_id),
        _sent_lately(workspace),
    )


def _starts_at(workspace: Workspace, run_id: str) -> str:
    """When the clock lets the run start, by its terms or a schedule; blank where neither does."""
    now = datetime.now(UTC)
    window = CampaignTerms.of_text(workspace.runs.get(run_id).terms).window
    if window is not None and window.starts_at:
        return window.starts_at
    times = [
        found[0].at
        for schedule in workspace.schedules.list()
        if schedule.job is Job.RUN and not schedule.paused
        if RunSettings.of_json(schedule.settings).run == run_id
        if (found := next_times(schedule.rule, now))
    ]
    return min(times).isoformat() if times else ""


def _sent_lately(workspace: Workspace) -> int:
    """Messages to people that left, or may have left, within 24 hours, whoever sent them."""
    since = datetime.now(UTC) - DAY
    word = written(since)
    query = (
        select(func.count())
        .select_from(items)
        .join(runs, runs.c.id == items.c.run_id)
        .where(
            runs.c.kind.in_(REACHING), or_(runs.c.finished_at.is_(None), runs.c.finished_at >= word),
            items.c.state.in_(LEFT), or_(items.c.at >= word, items.c.doubt_at >= since.timestamp()),
        )
    )  # fmt: skip
    with workspace.reading() as connection:
        return int(connection.execute(query).scalar_one())


def _refusal(workspace: Workspace, asked: Approval, me: str) -> str:
    if me in (asked.asked_by, asked.planned_by):
        others = [
            one.shown
            for one in workspace.operators.list()
            if Right.APPROVE in one.rights and one.name not in (asked.asked_by, asked.planned_by)
        ]
        if not others:
            return message("You made this plan. Nobody else in the team has the role Approve yet.")
        return message("You made this plan. {names} can approve it.", names=", ".join(others))
    refusal = workspace.operators.refusal(Right.APPROVE)
    return "" if refusal is None else refusal.sentence


def _countries(workspace: Workspace, run_id: str) -> Counter[str]:
    """People by the country of their number."""
    query = select(items.c.record_id).where(items.c.run_id == run_id, items.c.state.not_in(UNSENT))
    region = RegionOf()
    with workspace.reading() as connection:
        return Counter(region(text) for text in connection.execute(query).scalars())


def _first(workspace: Workspace, run_id: str) -> tuple[str, ...]:
    """The first recipients."""
    reached = (items.c.run_id == run_id, items.c.state.not_in(UNSENT))
    query = select(items.c.record_id).where(*reached).order_by(items.c.seq).limit(FIRST)
    with workspace.reading() as connection:
        return tuple(connection.execute(query).scalars())


def _differences(
    workspace: Workspace, info: RunInfo, asked: Approval, before: Approval, texts: tuple[PlanText, ...]
) -> list[Difference]:
    earlier = workspace.runs.get(before.run_id)
    names = workspace.operators.names()
    was, now = (names.get(each, each) for each in (before.planned_by, info.operator))
    pairs = [
        (message("People"), listed((before.people,)), listed((asked.people,))),
        (message("File"), before.file_name, info.file_name),
        (message("Columns"), earlier.mapping, info.mapping),
        (message("Hours and limits"), _held_to(earlier), _held_to(info)),
        (message("Planned by"), was, now),
        *_text_pairs(texts_of_run(workspace, earlier), texts),
    ]
    return [Difference(*pair) for pair in pairs if pair[1] != pair[2]]


def _text_pairs(before: tuple[PlanText, ...], after: tuple[PlanText, ...]) -> Iterator[tuple[str, str, str]]:
    """Every part of every text as it was and as it is; what differs from one message to the next is none."""
    was, now = ({text.number: text for text in texts} for texts in (before, after))
    for place in sorted({*was, *now}):
        old, new = (_leaves(texts[place].body) if place in texts else {} for texts in (was, now))
        name = (now.get(place) or was[place]).name
        for path in dict.fromkeys((*new, *old)):
            if path not in OWN:
                part = label_of(path)
                what = message("{part}, text {name}", part=part, name=name) if name else part
                yield what, old.get(path, ""), new.get(path, "")


def _held_to(info: RunInfo) -> str:
    return sentences(*terms_words(CampaignTerms.of_text(info.terms)))


OWN = ("contactIdentifier", "phoneNumber", "callbackData")
"""What differs from one message to the next in any case."""


def _leaves(node: object, path: str = "") -> dict[str, str]:
    """Every text of a message by its place in it."""
    if isinstance(node, Mapping):
        return {
            name: text
            for key, value in node.items()
            for name, text in _leaves(value, f"{path}.{key}".lstrip(".")).items()
        }
    if isinstance(node, list):
        return {
            name: text
            for place, value in enumerate(node)
            for name, text in _leaves(value, f"{path}.{place}").items()
        }
    return {path: str(node)}
