"""The texts of a requested report: state, figures, times, actions."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import UTC, datetime

from PySide6.QtCore import QLocale

from svcconsole.api.models.reports import RESUMABLE
from svcconsole.gui.design.text import isolate, visible
from svcconsole.gui.design.words import mark, tr, tr_plural
from svcconsole.gui.kit.quantity_words import duration, file_size
from svcconsole.gui.kit.relative_time import relative_time
from svcconsole.gui.kit.report_title import days_of
from svcconsole.gui.kit.report_words import channels, groupings
from svcconsole.gui.kit.widgets.pills import PillValue, unknown_pill
from svcconsole.gui.runtime.live_report import LiveReport
from svcconsole.services.reports.continuation import cut_short
from svcconsole.services.reports.question import ReportQuestion
from svcconsole.words.message import LINES, listed
from svcconsole.workspace.runs.report_runs import UNDER_WAY, Need, ReportRun, Stage

STORE_WORDS = {
    "": (mark("Asked for"), "clock", "neutral"),
    "QUEUE": (mark("Queued"), "clock", "neutral"),
    "IN_PROGRESS": (mark("Being made"), "play", "accent"),
    "COMPLETED": (mark("Ready"), "play", "accent"),
}
"""The store's words for a report that is waited for; any other is shown as it came."""
PILLS = {
    Stage.ASKING: (mark("Asking"), "send", "accent"),
    Stage.FETCHING: (mark("Downloading"), "import", "accent"),
    Stage.MERGING: (mark("Merging"), "play", "accent"),
    Stage.NEEDS: (mark("Waits for you"), "decide", "warning"),
    Stage.STOPPED: (mark("Stopped"), "pause", "neutral"),
    Stage.FAILED: (mark("Failed"), "close", "danger"),
    Stage.REFUSED: (mark("Refused"), "error", "danger"),
    Stage.UNTRACKED: (mark("By e-mail only"), "mail", "neutral"),
    Stage.DONE: (mark("Done"), "check", "success"),
}
CUT_SHORT = (mark("Cut short"), "error", "danger")
NOTED = (mark("Done, with a note"), "warning", "warning")
MOST_PEOPLE = 2


def pill(live: LiveReport) -> PillValue:
    """The state: the store's own word while it works, else ours."""
    run = live.run
    if run.stage is not Stage.WAITING:
        word, icon, tone = PILLS[run.stage]
        if run.stage is Stage.DONE and run.warnings:
            word, icon, tone = CUT_SHORT if cut_short(run) else NOTED
        return PillValue(tr(word), icon, tone)
    known = STORE_WORDS.get(run.part.word)
    if known is None:
        return unknown_pill(run.part.word)
    word, icon, tone = known
    return PillValue(tr(word), icon, tone)


def asked_words(run: ReportRun) -> str:
    """Days, filters and recipients in one line."""
    if run.is_watched:
        return tr("Asked for elsewhere, watched by its id")
    question = ReportQuestion.of_json(run.question)
    filters = [
        names.get(value, value)
        for names, value in ((channels(), question.channel), (groupings(), question.group_by))
        if value
    ]
    return " · ".join([days_of(run), *filters, people(question.emails)])


def people(emails: Sequence[str]) -> str:
    """`to a@b.example`, `to a@b.example and 3 more`."""
    shown = ", ".join(isolate(visible(text)) for text in emails[:MOST_PEOPLE])
    more = len(emails) - MOST_PEOPLE
    if more > 0:
        shown = tr("{shown} and {more} more", shown=shown, more=QLocale().toString(more))
    return tr("to {shown}", shown=shown) if shown else ""


def figures(live: LiveReport) -> str:
    """`Part 2 · 50,000 rows · 11.2 MB`; of a finished one its parts are counted."""
    run = live.run
    rows, size = live.rows, live.bytes
    parts: list[str] = []
    if run.stage is Stage.DONE and len(run.parts) > 1:
        parts.append(tr_plural("{n} part", "{n} parts", len(run.parts)))
    elif run.stage is not Stage.DONE and (run.name == RESUMABLE or len(run.parts) > 1):
        parts.append(tr("Part {number}", number=QLocale().toString(run.part.number)))
    if rows or run.stage is Stage.DONE:
        parts.append(tr_plural("{n} row", "{n} rows", rows))
    if size:
        parts.append(file_size(size))
    return " · ".join(parts)


def times(live: LiveReport, now: float) -> str:
    """How long it has taken, and when the store is asked next; when it ended for what is over."""
    run = live.run
    begun = _epoch(run.created_at)
    if run.ended:
        ended = run.ended_at or run.created_at
        took = tr("took {duration}", duration=duration(max(0.0, _epoch(ended) - begun)))
        return " · ".join((relative_time(ended), took)) if run.stage is Stage.DONE else relative_time(ended)
    if run.stage not in UNDER_WAY:
        return relative_time(run.created_at)
    parts = [duration(max(0.0, now - begun))]
    if run.stage is Stage.WAITING and live.next_poll_at is not None:
        left = live.next_poll_at - now
        told = tr("next check in {duration}", duration=duration(left)) if left > 0 else tr("checking now")
        parts.append(told)
    return " · ".join(parts)


def sentence(live: LiveReport) -> tuple[str, str]:
    """What there is to say of it, and its tone."""
    run, said = live.run, live.sentence
    if run.stage is Stage.NEEDS:
        return said or tr(NEEDS[run.need]), "warning"
    if run.stage in (Stage.FAILED, Stage.REFUSED):
        return said, "danger"
    if run.stage is Stage.DONE and run.warnings:
        return listed(run.warnings, LINES), "danger" if cut_short(run) else "warning"
    return said, "warning" if live.stuck or live.trouble or run.stage is Stage.STOPPED else "text2"


NEEDS = {
    Need.NOTHING: "",
    Need.DECISION: mark("No answer came: it is not known whether the store accepted the request."),
    Need.ASKED_BEFORE: mark("You asked for this within the last 24 hours."),
    Need.HISTORY_ID: mark("It counts as asked for. Which id does the store's e-mail name?"),
    Need.NEW_MAIL: mark("This part has to be asked for again, and that is another e-mail to everyone."),
}


def fraction(live: LiveReport) -> float | None:
    """How much of the part is here, 0 to 1; None while nothing is fetched or its size is not known."""
    progress = live.progress
    if live.run.stage is not Stage.FETCHING or progress is None or not progress.size:
        return None
    return progress.fetched / progress.size


def _epoch(iso: str) -> float:
    stamp = datetime.fromisoformat(iso)
    return (stamp if stamp.tzinfo else stamp.replace(tzinfo=UTC)).timestamp()
