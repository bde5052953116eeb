"""Counts what became of the messages of the last days; a file of them has a line for each send and run."""

from __future__ import annotations

import csv
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from datetime import timedelta, tzinfo
from pathlib import Path

from svcconsole.services.deliveries.deliveries import (
    BY_HAND,
    OF_DAY,
    Delivery,
    DeliveryCounts,
    sent_since,
    settled_since,
)
from svcconsole.services.deliveries.reasons import explain
from svcconsole.services.deliveries.states import State, written
from svcconsole.services.schedules.job_deps import JobDeps, Made
from svcconsole.services.schedules.job_settings import DigestSettings
from svcconsole.tables.results.escape import escape
from svcconsole.whole_file import whole_file
from svcconsole.words.catalog import render
from svcconsole.words.message import message, plural
from svcconsole.words.system_reason import system_reason
from svcconsole.workspace.database import Workspace
from svcconsole.workspace.team.clock_rule import zone_of
from svcconsole.workspace.team.schedule_records import Ending, Firing, FiringState, Schedule

PREFIX = "deliveries"
"""How its files' names begin."""
FIGURES = (
    "messages", "delivered", "read", "clicked", "failed", "on_the_way", "untracked", "needs_a_decision",
)  # fmt: skip
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
    message("Sent, not trackable"),
    message("Needs a decision"),
    message("Most frequent reason"),
)


async def carry_out(deps: JobDeps, schedule: Schedule, firing: Firing, made: Made) -> Ending | None:
    """The digest of the days up to now; its file is written where the schedule names a folder."""
    settings = DigestSettings.of_json(schedule.settings)
    now = await deps.database(lambda space: space.schedules.moment())
    zone = zone_of(schedule.rule.zone)
    since = written(now - timedelta(days=settings.days))
    lines = await deps.database(lambda space: digest_of(space, since, zone))
    if not lines:
        return Ending(FiringState.NOTHING_NEW, message("Nothing was sent."))
    if settings.folder:
        # Several digests of one day, as those a person asks for, are several files.
        here = now.astimezone(zone)
        first = here - timedelta(days=settings.days)
        days = (PREFIX, f"{first:%Y-%m-%d}", "to", f"{here:%Y-%m-%d}", f"{here:%H.%M}.csv")
        path = Path(settings.folder, " ".join(days))
        try:
            await deps.database(lambda space: _write(space, path, lines))
        except OSError as error:
            words = message("{out} could not be written: {reason}.", out=path, reason=system_reason(error))
            return Ending(FiringState.FAILED, words, message("Check the folder, then run it now."))
    figures = figures_of(lines)
    words = plural("{n} message.", "{n} messages.", figures["messages"])
    return Ending(FiringState.DONE, words, figures=figures)


def _write(space: Workspace, path: Path, lines: Sequence[DigestLine]) -> None:
    write_digest(path, lines)
    space.saved_files.add(path)


@dataclass(slots=True)
class DigestLine:
    """What is told of one send: `at` is when the last of it left (ISO in UTC), `why` its reasons of a failure
    as they came, with how often."""

    at: str
    title: str
    totals: DeliveryCounts = field(default_factory=DeliveryCounts)
    why: Counter[str] = field(default_factory=Counter)

    def add(self, each: Delivery, since: str) -> None:
        """Count one more; `since` as in `DeliveryCounts.add`."""
        self.totals.add(each, since)
        if each.state is State.FAILED and each.why:
            self.why[each.why] += 1

    def counts(self) -> tuple[int, ...]:
        """In the order of FIGURES. What was read was delivered; who clicked is counted beside that."""
        totals, states = self.totals, self.totals.counts
        read = states[State.READ]
        waiting = states[State.WAITING] + states[State.SENT] + states[State.OTHER]
        return (
            totals.total, states[State.DELIVERED] + read, read, totals.clicked, states[State.FAILED], waiting,
            states[State.UNTRACKED], states[State.DECIDE],
        )  # fmt: skip


def digest_of(space: Workspace, since: str, zone: tzinfo) -> list[DigestLine]:
    """A line for each send and run of which something left from a moment on (ISO, UTC), the newest first."""
    lines: dict[str, DigestLine] = {}
    settled = settled_since()
    for each in sent_since(space, since, days_in=zone):
        lines.setdefault(each.group, DigestLine(each.at, _title_of(each))).add(each, settled)
    return list(lines.values())


def _title_of(message_sent: Delivery) -> str:
    """What the messages of its group are called together."""
    if message_sent.group == BY_HAND:
        return message("Ids added by hand")
    return message("Single messages") if message_sent.group.startswith(OF_DAY) else message_sent.title


def figures_of(lines: Iterable[DigestLine]) -> dict[str, int]:
    """What all lines have together, by the names of FIGURES."""
    return dict(zip(FIGURES, map(sum, zip(*(line.counts() for line in lines), strict=True)), strict=True))


def write_digest(path: Path, lines: Iterable[DigestLine]) -> None:
    """Write the lines as a table. Raises OSError."""
    with whole_file(path) as written_to, written_to.open("w", encoding="utf-8-sig", newline="") as file:
        writer = csv.writer(file)
        writer.writerow([render(column) for column in COLUMNS])
        for line in lines:
            writer.writerow([line.at, escape(render(line.title)), *line.counts(), escape(_reason(line.why))])


def _reason(why: Counter[str]) -> str:
    for text, _ in why.most_common(1):
        reason = explain(text)
        return text if reason is None else render(reason.title)
    return ""
