"""What the lines of the start page say of decisions, plans, runs, reports, imports and drafts."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import partial
from typing import TYPE_CHECKING

from svcconsole.gui.design.hiding import hidden_name
from svcconsole.gui.design.text import visible
from svcconsole.gui.design.words import dotted, mark, mark_plural, message, tr, tr_plural
from svcconsole.gui.kit.contact_words import phone_text
from svcconsole.gui.kit.quantity_words import count, duration, file_size, pace, rows
from svcconsole.gui.kit.relative_time import within_sentence
from svcconsole.gui.kit.report_title import title_of
from svcconsole.gui.kit.widgets.bars import Part
from svcconsole.gui.kit.widgets.pills import PillValue
from svcconsole.gui.panels.decisions import decision_text
from svcconsole.gui.panels.importer.import_steps import step_of
from svcconsole.gui.panels.runs.run_text import PEOPLE, counted, state_pill
from svcconsole.gui.panels.today.draft_words import DRAFTS, IMPORTS
from svcconsole.gui.panels.today.line import LineTexts, Way
from svcconsole.gui.runtime.colleagues import called
from svcconsole.services.runs.figures import Figures, figures
from svcconsole.services.runs.pause_reasons import PAUSED_BY_PERSON
from svcconsole.workspace.runs.report_runs import ReportRun, Stage

if TYPE_CHECKING:
    from svcconsole.gui.runtime.console import Console
    from svcconsole.services.runs.run import RunProgress
    from svcconsole.services.today.begun import BegunDraft
    from svcconsole.services.today.waiting import OpenDecisions
    from svcconsole.workspace.drafts.imports import ImportInfo
    from svcconsole.workspace.runs.holders import Holder
    from svcconsole.workspace.runs.records import Doubt, RunInfo
    from svcconsole.workspace.team.approvals import Approval

RUN_ICONS = {
    "templates": "messaging",
    "messages": "messaging",
    "flows": "activity",
    "tickets": "helpdesk",
}
WAYS = {
    "stopped": mark("See why"),
    "planned": mark("Show"),
}
STOPPED = PillValue(message("Stopped"), "stop", "warning")
"""Nobody lets it go on by itself: on this page that is what cannot wait."""
ORDER = {"stopped": 0, "paused": 1, "running": 2, "planned": 3}


@dataclass(frozen=True, slots=True)
class RunLine:
    """A run that is not done: as the workspace has it, and as this window drives it."""

    info: RunInfo
    known: Figures
    holder: Holder | None = None
    progress: RunProgress | None = None
    driven: bool = False

    @property
    def state(self) -> str:
        """planned, running, paused or stopped; a run nobody drives is not running."""
        state = str(self.progress.state if self.progress is not None else self.info.state)
        alone = not self.driven and self.holder is None
        return "stopped" if alone and state in ("running", "paused") else state

    @property
    def held_by_hand(self) -> bool:
        """Whether it is paused since somebody pressed Pause."""
        return self.progress is not None and self.progress.sentence == PAUSED_BY_PERSON.sentence


def decision_lines(found: OpenDecisions, console: Console) -> list[LineTexts]:
    """The questions, the newest first."""
    return [
        LineTexts(
            f"{each.doubt.run_id}:{each.doubt.seq}",
            "decide",
            decision_text.question(each.doubt, each.name),
            dotted(
                decision_text.place_of(each.doubt) or _title_of(each.doubt),
                tr("left for the store {when}", when=within_sentence(each.doubt.at)) if each.doubt.at else "",
                visible(each.doubt.reason),
            ),
            Way(tr("Decide"), partial(console.decisions_wanted.emit, each.doubt.run_id), "link"),
            tone="warning",
        )
        for each in found.newest
    ]


def _title_of(doubt: Doubt) -> str:
    """What was sent, where the question does not say it."""
    return "" if doubt.about and doubt.about in doubt.title else decision_text.name_of(doubt)


def plan_lines(found: Iterable[Approval], console: Console) -> list[LineTexts]:
    """The plans that a second person has to agree to."""
    return [
        LineTexts(
            f"plan:{each.run_id}",
            "shield",
            visible(each.file_name or tr(each.title)),
            dotted(
                tr_plural("{n} person", "{n} people", each.people),
                tr("plan {code}", code=each.code),
                tr("asked by {who} {when}", who=called(each.asked_by), when=within_sentence(each.asked_at)),
            ),
            Way(tr("Look at it"), console.activity_wanted.emit, "link"),
        )
        for each in found
    ]


def run_lines(found: Iterable[RunLine], console: Console) -> list[LineTexts]:
    """The runs that are not done: those that stopped first, those that nobody began last."""
    return [run_texts(each, console) for each in sorted(found, key=lambda each: ORDER.get(each.state, 9))]


def run_texts(run: RunLine, console: Console) -> LineTexts:
    """One run, with the bar of what became of its records."""
    known = run.known
    parts = (
        Part(known.accepted, "success", tr("Accepted")),
        Part(known.refused, "danger", tr("Refused")),
        Part(known.to_decide, "warning", tr("To decide")),
        Part(known.on_the_way, "accent", tr("On the way")),
        Part(known.not_sent, "neutral_subtle", tr("Not sent"), outline=True),
    )
    return LineTexts(
        f"run:{run.info.id}",
        RUN_ICONS.get(run.info.kind, "import"),
        visible(run.info.file_name or tr(run.info.title)),
        run_sentence(run),
        _run_way(run, console),
        pill=STOPPED if run.state == "stopped" else state_pill(run.state),
        parts=parts,
    )


def _run_way(run: RunLine, console: Console) -> Way:
    """See why it stopped; hold what runs; let go on what was held here."""
    runs, run_id = console.runs, run.info.id
    if run.state == "running" and run.driven and runs is not None:
        return Way(tr("Pause"), partial(runs.pause, run_id), icon="pause")
    if run.state == "paused" and run.driven and runs is not None and run.held_by_hand:
        return Way(tr("Resume"), partial(runs.resume, run_id), icon="play")
    words = WAYS.get(run.state, mark("See why") if _reason(run) else mark("Show"))
    return Way(tr(words), partial(console.run_wanted.emit, run_id))


def _reason(run: RunLine) -> str:
    progress = run.progress
    return visible((progress.sentence if progress is not None else "") or run.info.sentence)


def run_sentence(run: RunLine) -> str:
    """How far it is, why it waits, who drives it and since when."""
    known, kind = run.known, run.info.kind
    far = tr("{done} of {total}", done=count(known.done), total=counted(kind, known.total))
    begun = tr("started {when}", when=within_sentence(run.info.started_at)) if run.info.started_at else ""
    match run.state:
        case "planned":
            return dotted(
                tr("Ready, and not started: {records}", records=counted(kind, known.total)),
                tr("made {when}", when=within_sentence(run.info.created_at)),
            )
        case "stopped":
            left = LEFT_OF_PEOPLE if kind in PEOPLE else LEFT
            return dotted(
                tr("Stopped after {far}", far=far),
                _reason(run),
                tr_plural(*left, known.not_sent) if known.not_sent else "",
                begun,
            )
        case "paused":
            return dotted(far, _reason(run) or tr("waits"), begun)
    speed = left_time = ""
    if run.progress is not None:
        speed = pace(run.progress.rate)
        if run.progress.seconds_left is not None:
            left_time = tr("{time} left", time=duration(run.progress.seconds_left))
    by = ""
    if run.holder is not None:
        by = tr("by {who}", who=called(run.holder.actor))
    elif run.driven:
        by = tr("by you")
    return dotted(far, speed, left_time, begun, by)


LEFT_OF_PEOPLE = mark_plural("{n} person has not been written to", "{n} people have not been written to")
LEFT = mark_plural("{n} has not been sent", "{n} have not been sent")


def live_run(run: RunLine, progress: RunProgress) -> RunLine:
    """The same run as it was heard of last."""
    return RunLine(run.info, figures(progress), None, progress, driven=True)


HELD_UP = {
    Stage.NEEDS: (mark("Waits for you"), "warning", mark("Open it")),
    Stage.STOPPED: (mark("Stopped"), "text2", mark("Go on")),
    Stage.FAILED: (mark("Could not be made"), "danger", mark("See why")),
}


def held_report_lines(found: Iterable[ReportRun], console: Console) -> list[LineTexts]:
    """The reports that go on only once a person has said something."""
    lines = []
    for run in found:
        words, tone, way = HELD_UP[run.stage]
        sentence = dotted(
            tr(words), visible(run.sentence), tr("asked for {when}", when=within_sentence(run.created_at))
        )
        go = partial(console.report_wanted.emit, run.id)
        name = title_of(run)
        lines.append(LineTexts(f"report:{run.id}", "reports", name, sentence, Way(tr(way), go), tone))
    return lines


def report_lines(found: Iterable[ReportRun], opened: Sequence[str], console: Console) -> list[LineTexts]:
    """The reports that arrived and were not looked at here."""
    return [
        LineTexts(
            f"report:{run.id}",
            "reports",
            title_of(run),
            dotted(
                tr("{rows} in one file", rows=rows(run.rows or 0)),
                file_size(run.bytes) if run.bytes else "",
                tr("arrived {when}", when=within_sentence(run.ended_at or run.created_at)),
                tr_plural("in {n} part", "in {n} parts", len(run.parts)) if len(run.parts) > 1 else "",
            ),
            Way(tr("Open", "action"), partial(console.report_opened.emit, run.id)),
        )
        for run in found
        if run.id not in opened
    ]


def import_lines(found: Iterable[ImportInfo], console: Console) -> list[LineTexts]:
    """The imports and campaigns that were left half-way."""
    lines = []
    for info in found:
        words = IMPORTS.get(info.kind)
        if words is None:
            continue
        order, at = tuple(words.steps), step_of(info.page)
        place = order.index(at) if at in order else 0
        step = tr(
            "{what}, step {number} of {steps}: {step}",
            what=tr(words.what),
            number=place + 1,
            steps=len(order),
            step=tr(words.steps[order[place]]),
        )
        left = tr("left {when}", when=within_sentence(info.updated_at))
        sentence = dotted(step, rows(info.rows) if info.rows else "", left)
        go = partial(console.page_wanted.emit, words.tab, f"import:{info.id}")
        lines.append(
            LineTexts(
                f"import:{info.id}", words.icon, visible(info.file_name), sentence, Way(tr("Go on"), go)
            )
        )
    return lines


def draft_lines(found: Iterable[BegunDraft], console: Console) -> list[LineTexts]:
    """The forms that were typed into and not sent."""
    lines = []
    for draft in found:
        words = DRAFTS[draft.kind]
        record = hidden_name(draft.name) if draft.kind == "customers" else draft.name
        name = hidden_name(phone_text(draft.whom, console.card.region)) or record
        title = tr(words.named, name=visible(name)) if name else tr(words.new)
        what = (
            tr_plural("{n} row not sent", "{n} rows not sent", draft.rows) if draft.rows else tr(words.what)
        )
        go = partial(console.page_wanted.emit, words.tab, draft.key)
        lines.append(
            LineTexts(
                f"draft:{draft.key}",
                words.icon,
                title,
                dotted(what, within_sentence(draft.at)),
                Way(tr("Go on"), go, "link"),
                short=True,
            )
        )
    return lines
