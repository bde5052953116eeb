"""Counts what became of the messages of the last days; a file of them has a line for each send and run."""

from __future__ import annotations

import csv
from collections import Counter
from collections.abc import Iterable
from datetime import timedelta
from pathlib import Path

from svcconsole.services.deliveries.deliveries import Deliveries, Delivery, Group
from svcconsole.services.deliveries.reasons import explain
from svcconsole.services.deliveries.states import State, written
from svcconsole.services.schedules.job_deps import JobDeps, Made
from svcconsole.services.schedules.job_settings import DigestSettings
from svcconsole.tables.results.escape import escape
from svcconsole.whole_file import whole_file
from svcconsole.words.catalog import render
from svcconsole.words.message import message, plural
from svcconsole.words.system_reason import system_reason
from svcconsole.workspace.team.clock_rule import zone_of
from svcconsole.workspace.team.schedule_records import Ending, Firing, FiringState, Schedule

PREFIX = "deliveries"
"""How its files' names begin."""
FIGURES = ("messages", "delivered", "read", "clicked", "failed", "on_the_way", "needs_a_decision")
"""What is counted, by its name in a firing."""
COLUMNS = (
    message("Last sent"),
    message("What"),
    message("Messages"),
    message("Delivered"),
    message("Read"),
    message("Clicked"),
    message("Failed"),
    message("On the way"),
    message("Needs a decision"),
    message("Most frequent reason"),
)


async def carry_out(deps: JobDeps, schedule: Schedule, firing: Firing, made: Made) -> Ending | None:
    """The digest of the days up to now; its file is written where the schedule names a folder."""
    settings = DigestSettings.of_json(schedule.settings)
    now = await deps.database(lambda space: space.schedules.moment())
    zone = zone_of(schedule.rule.zone)
    deliveries = Deliveries(deps.database, deps.ready, days_in=lambda: zone)
    await deliveries.read()
    since = written(now - timedelta(days=settings.days))
    groups = [group for group in deliveries.groups() if group.at >= since]
    sent = [each for each in deliveries.messages.values() if each.at >= since]
    if not sent:
        return Ending(FiringState.NOTHING_NEW, message("Nothing was sent."))
    if settings.folder:
        # Several digests of one day, as those a person asks for, are several files.
        path = Path(settings.folder) / f"{PREFIX} {now.astimezone(zone):%Y-%m-%d %H.%M}.csv"
        try:
            await deps.database(lambda _: write_digest(path, groups, sent))
        except OSError as error:
            words = message("{out} could not be written: {reason}.", out=path, reason=system_reason(error))
            return Ending(FiringState.FAILED, words, message("Check the folder, then run it now."))
    figures = dict(zip(FIGURES, _counts(sent), strict=True))
    return Ending(FiringState.DONE, plural("{n} message.", "{n} messages.", len(sent)), figures=figures)


def write_digest(path: Path, groups: Iterable[Group], messages: Iterable[Delivery]) -> None:
    """A line for each group, the newest first; counted are these messages of it. Raises OSError."""
    by_group: dict[str, list[Delivery]] = {}
    for each in messages:
        by_group.setdefault(each.group, []).append(each)
    with whole_file(path) as written_to, written_to.open("w", encoding="utf-8-sig", newline="") as file:
        writer = csv.writer(file)
        writer.writerow([render(column) for column in COLUMNS])
        for group in groups:
            if found := by_group.get(group.key):
                writer.writerow([group.at, escape(group.title), *_counts(found), escape(_reason(found))])


def _counts(found: list[Delivery]) -> tuple[int, ...]:
    states = Counter(each.state for each in found)
    read = states[State.READ]
    waiting = states[State.WAITING] + states[State.SENT] + states[State.OTHER]
    delivered, failed = states[State.DELIVERED] + read, states[State.FAILED]
    clicked = sum(each.clicks > 0 for each in found)
    return len(found), delivered, read, clicked, failed, waiting, states[State.DECIDE]


def _reason(found: list[Delivery]) -> str:
    why = Counter(each.why for each in found if each.state is State.FAILED and each.why)
    for text, _ in why.most_common(1):
        reason = explain(text)
        return text if reason is None else render(reason.title)
    return ""
