"""One schedule beside the list: what it does, what waits for a person, its next and its last times."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import UTC, datetime
from typing import TYPE_CHECKING

from PySide6.QtWidgets import QWidget

from svcconsole.gui.design.metrics import dp
from svcconsole.gui.design.text import PlainLabel, visible
from svcconsole.gui.design.words import mark, mark_plural, sentences, tr, tr_plural
from svcconsole.gui.kit.containers.boxes import STRETCH, hbox, vbox
from svcconsole.gui.kit.containers.cards import DecisionBox, Ground, ScrollPage, SectionHeading
from svcconsole.gui.kit.containers.facts import Fact, Facts
from svcconsole.gui.kit.relative_time import relative_time, stamp
from svcconsole.gui.kit.widgets.buttons import button, tool_button
from svcconsole.gui.kit.widgets.pills import PillValue
from svcconsole.gui.runtime.colleagues import called
from svcconsole.services.schedules.job_settings import (
    DigestSettings,
    ImportSettings,
    ReportSettings,
    settings_of,
)
from svcconsole.services.schedules.schedule_words import when_words
from svcconsole.words.message import message
from svcconsole.workspace.team.clock_rule import next_times
from svcconsole.workspace.team.schedule_records import Firing, Job, Schedule

if TYPE_CHECKING:
    from svcconsole.workspace.team.schedule_records import Bounds

SIDE, NEXT = 340, 3
JOBS = {
    Job.RUN: ("send", mark("a run that was planned")),
    Job.IMPORT: ("import", mark("a file of a folder")),
    Job.REPORT: ("reports", mark("a report")),
    Job.DIGEST: ("mail", mark("what became of messages")),
}
STATES = {
    "asked": PillValue(message("Asked for"), "clock", "neutral"),
    "running": PillValue(message("Running"), "play", "accent"),
    "done": PillValue(message("Done"), "check", "success"),
    "nothing_new": PillValue(message("Nothing new"), "minus", "neutral"),
    "left": PillValue(message("Left for a person"), "decide", "warning"),
    "missed": PillValue(message("Missed"), "decide", "warning"),
    "failed": PillValue(message("Failed"), "close", "danger"),
    "skipped": PillValue(message("Left out"), "minus", "neutral"),
}
WAITS = ("left", "missed")
BOUNDS = (
    ("rows_least", mark_plural("at least {n} row", "at least {n} rows")),
    ("rows_most", mark_plural("at most {n} row", "at most {n} rows")),
    ("problems", mark_plural("at most {n} row to fix", "at most {n} rows to fix")),
    ("price_changes", mark_plural("at most {n} price to ask about", "at most {n} prices to ask about")),
    ("refusals", mark_plural("at most {n} refused", "at most {n} refused")),
)


class ScheduleSide(Ground):
    """Shows one schedule; its buttons are the list's to do."""

    def __init__(self) -> None:
        super().__init__("canvas")
        self.setFixedWidth(dp(SIDE))
        self._shown = ""
        self.title = PlainLabel("", "section", wrap=True)
        self.change = tool_button("edit", tr("Change this schedule"))
        self.facts, self.next, self.times = Facts(), PlainLabel("", "body", wrap=True), Facts()
        self.question = DecisionBox("decide", "warning", "", "")
        self.go, self.leave = button(tr("Go on with it")), button(tr("Leave it out"))
        self.question.add_button(self.go)
        self.question.add_button(self.leave)
        self.pause, self.now = button(tr("Pause"), "pause"), button(tr("Run it now"), "play")
        self.next_head = SectionHeading(tr("Next"))
        self.times_head = SectionHeading(tr("Last times"))
        page = ScrollPage("canvas")
        for part in (
            hbox((self.title, 1), self.change, spacing=8), self.facts, self.question,
            hbox(self.pause, self.now, STRETCH, spacing=8), self.next_head, self.next, self.times_head,
            self.times,
        ):  # fmt: skip
            if isinstance(part, QWidget):
                page.body.addWidget(part)
            else:
                page.body.addLayout(part)
        page.body.addStretch(1)
        page.body.setSpacing(dp(10))
        vbox(page, parent=self, spacing=0)

    def show_schedule(self, schedule: Schedule) -> None:
        """Show one; of another one the last times are not known yet."""
        if schedule.id != self._shown:
            self._shown = schedule.id
            self.show_times(schedule.id, ())
        self.title.setText(visible(schedule.name))
        self.facts.set_facts(_facts(schedule))
        last = schedule.last
        self.question.setVisible(waits(schedule))
        if last is not None and waits(schedule):
            told = sentences(tr(last.sentence), tr(last.advice)) if last.sentence else ""
            title = tr("It waits for you") if last.state == "left" else _missed(last)
            self.question.set_texts(title, visible(told))
        coming = next_words(schedule)
        self.next_head.setVisible(bool(coming))
        self.next.setVisible(bool(coming))
        self.next.setText("\n".join(coming))
        self.pause.setText(tr("Resume") if schedule.paused else tr("Pause"))
        self.pause.set_icon("play" if schedule.paused else "pause")

    def show_times(self, identity: str, firings: Sequence[Firing]) -> None:
        """What became of its last times, the newest first."""
        if identity == self._shown:
            self.times_head.setVisible(bool(firings))
            self.times.set_facts(
                [Fact(relative_time(each.due_at), _became(each), lines=3) for each in firings]
            )


def waits(schedule: Schedule) -> bool:
    """Whether its last time waits for a person."""
    return schedule.last is not None and schedule.last.state in WAITS


def state_of(schedule: Schedule) -> PillValue | None:
    """How it stands."""
    if schedule.paused:
        return PillValue(tr("Paused"), "pause", "neutral")
    return STATES.get(str(schedule.last.state)) if schedule.last is not None else None


def when_text(schedule: Schedule) -> str:
    """When it is due."""
    return tr(when_words(schedule.rule))


def next_words(schedule: Schedule) -> list[str]:
    """The moments it is due at next."""
    if schedule.paused:
        return []
    return [stamp(each.at.isoformat()) for each in next_times(schedule.rule, datetime.now(UTC), NEXT)]


def _facts(schedule: Schedule) -> list[Fact]:
    facts = [Fact(tr("Does"), tr(JOBS[schedule.job][1])), *_taken(schedule)]
    if schedule.job is Job.IMPORT:
        facts.append(Fact(tr("Within"), _bounds_words(schedule.bounds), lines=4))
    return [
        *facts,
        Fact(tr("When"), when_text(schedule), lines=2),
        Fact(
            tr("Made by"),
            tr("{name}, {day}", name=called(schedule.made_by), day=relative_time(schedule.made_at)),
        ),
    ]


def _taken(schedule: Schedule) -> list[Fact]:
    """What it takes, and where it goes."""
    match settings_of(schedule) if schedule.settings else None:
        case ImportSettings() as kept:
            words = tr("newest {pattern} in {folder}", pattern=kept.pattern, folder=kept.folder)
            then = tr("check, rehearse, import") if kept.rehearse else tr("check, import")
            return [Fact(tr("Takes"), words, lines=3), Fact(tr("Then"), then)]
        case ReportSettings() as kept:
            goes = [Fact(tr("Into"), kept.folder, lines=2)] if kept.folder else []
            return [Fact(tr("Report"), kept.name, lines=2), *goes]
        case DigestSettings() as kept:
            told = [Fact(tr("Told"), tr("in the windows of the store"))] if kept.notice else []
            goes = [Fact(tr("Into"), kept.folder, lines=2)] if kept.folder else []
            return [*goes, *told]
    return []


def _bounds_words(bounds: Bounds) -> str:
    said = [
        tr_plural(*words, value) for name, words in BOUNDS if (value := getattr(bounds, name)) is not None
    ]
    if bounds.problems is None:
        said.append(tr("rows to fix as usual"))
    return ", ".join(said)


def _became(firing: Firing) -> str:
    pill = STATES.get(str(firing.state))
    state = tr(pill.word) if pill is not None else str(firing.state)
    return tr("{state}: {words}", state=state, words=tr(firing.sentence)) if firing.sentence else state


def _missed(last: Firing) -> str:
    return tr_plural(
        "{n} time fell due while nothing ran", "{n} times fell due while nothing ran", max(1, last.missed)
    )
