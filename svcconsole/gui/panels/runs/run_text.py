"""The texts of a run: state, pace, result, unfinished and ended."""

from __future__ import annotations

from typing import TYPE_CHECKING

from svcconsole.gui.design.text import visible
from svcconsole.gui.design.words import dotted, mark, mark_plural, tr, tr_plural
from svcconsole.gui.kit import quantity_words
from svcconsole.gui.kit.relative_time import clock_of
from svcconsole.gui.kit.widgets.pills import STATES, PillValue
from svcconsole.gui.runtime.colleagues import called
from svcconsole.services.runs.figures import Figures, figures

PEOPLE = ("templates", "messages")
"""The kinds of run whose rows are messages to people."""

if TYPE_CHECKING:
    from svcconsole.services.runs.run import RunProgress
    from svcconsole.workspace.runs.holders import Holder
    from svcconsole.workspace.runs.records import RunInfo


def state_pill(state: str) -> PillValue:
    """Icon, word and tone of a run's state."""
    if state == "finished":
        return PillValue(tr("Finished"), "check", "success")
    if state == "stopped":
        return PillValue(tr("Stopped"), "stop", "neutral")
    return STATES[{"planned": "waiting", "running": "running", "paused": "paused"}[state]]


def pace_line(progress: RunProgress) -> str:
    """ "41 a second · about 1 min 30 s left · started 09:38", as much of it as is known."""
    parts = []
    if progress.state == "running":
        parts.append(quantity_words.pace(progress.rate))
        if progress.rows_per_minute is not None:
            parts.append(quantity_words.limited(progress.rows_per_minute))
        if progress.seconds_left is not None:
            parts.append(tr("about {time} left", time=quantity_words.duration(progress.seconds_left)))
    if progress.started_at:
        parts.append(tr("started {time}", time=clock_of(progress.started_at)))
    return "   ·   ".join(part for part in parts if part)


def activity_words(progress: RunProgress) -> str:
    """The words of the status bar: "1,240 of 2,000 · 38 a second · 20 s left"."""
    known = figures(progress)
    parts = [
        tr(
            "{done} of {total}",
            done=quantity_words.count(known.done),
            total=quantity_words.count(known.total),
        )
    ]
    if progress.state == "running":
        parts.append(quantity_words.pace(progress.rate))
        if progress.seconds_left is not None:
            parts.append(tr("{time} left", time=quantity_words.duration(progress.seconds_left)))
    elif progress.state == "paused":
        parts.append(tr("paused"))
    else:
        parts.append(state_pill(progress.state).word)
    return dotted(*parts)


def unfinished_sentence(info: RunInfo, known: Figures) -> str:
    """ "Import of autumn-range.csv stopped at 1,240 of 2,000 rows." """
    to_people = info.kind in PEOPLE
    if not info.started_at:
        ready = mark("The messages of {file} are ready and have not started: {rows}.")
        return tr(
            ready if to_people else mark("Import of {file} is ready and has not started: {rows}."),
            file=info.file_name,
            rows=counted(info.kind, known.total),
        )
    stopped = mark("The messages of {file} stopped at {done} of {rows}.")
    return tr(
        stopped if to_people else mark("Import of {file} stopped at {done} of {rows}."),
        file=info.file_name,
        done=quantity_words.count(known.done),
        rows=counted(info.kind, known.total),
    )


COUNTED = {
    "products": mark_plural("{n} product", "{n} products"),
    "catalogs": mark_plural("{n} catalog", "{n} catalogs"),
    "customers": mark_plural("{n} customer", "{n} customers"),
    "user_properties": mark_plural("{n} entry", "{n} entries"),
    "templates": mark_plural("{n} template message", "{n} template messages"),
    "messages": mark_plural("{n} message", "{n} messages"),
    "tickets": mark_plural("{n} ticket", "{n} tickets"),
    "flows": mark_plural("{n} flow", "{n} flows"),
}
"""Kind of a run → how many of what its button counted."""
RECORDS = mark_plural("{n} record", "{n} records")


def counted(kind: str, count: int) -> str:
    """ "612 products": so many records of a kind of run."""
    return tr_plural(*COUNTED.get(kind, RECORDS), count)


def rows_line(known: Figures, *, ended: bool) -> str:
    """ "2,184 rows: 2,170 accepted, 14 refused" where the file has more rows than the run has records."""
    if known.rows is None or not known.has_more_rows:
        return ""
    rows = known.rows
    if not ended:
        return tr(
            "{done} of {rows}", done=quantity_words.count(rows.done), rows=quantity_words.rows(rows.total)
        )
    return tr("{rows}: {parts}", rows=quantity_words.rows(rows.total), parts=", ".join(_ends(rows)))


def result_sentence(known: Figures) -> str:
    """ "11,767 accepted, 131 refused, 4 to decide of 11,902": what is zero is left unsaid."""
    total = quantity_words.count(known.total)
    return tr("{parts} of {total}", parts=", ".join(_ends(known)), total=total)


def _ends(known: Figures) -> list[str]:
    parts = [tr("{n} accepted", n=quantity_words.count(known.accepted))]
    for number, text in (
        (known.refused, mark("{n} refused")),
        (known.to_decide, mark("{n} to decide")),
        (known.on_the_way, mark("{n} on the way")),
        (known.not_sent, mark("{n} not sent")),
    ):
        if number:
            parts.append(tr(text, n=quantity_words.count(number)))
    return parts


UNREADABLE = ("user_properties",)
"""The kinds that the service writes and does not show."""
READABLE = ("products", "catalogs", "customers")


def no_way_back(info: RunInfo) -> str:
    """Why a run that reached the store, and of which nothing is kept, cannot be taken back; blank for
    messages, of which nobody expects it."""
    if info.kind in UNREADABLE:
        return tr("It cannot be taken back: the service does not show what user properties were before.")
    if info.kind not in READABLE:
        return ""
    if info.keeps_before:
        return tr("It cannot be taken back any more: what was there before was kept for 90 days.")
    return tr("It cannot be taken back: what was there before was not read.")


def sum_words(known: Figures) -> tuple[str, str]:
    """What is said, and what to do, when the parts of a run are not its rows."""
    off = abs(known.off_by)
    if known.off_by > 0:
        said = tr_plural("{n} record is missing in the sum.", "{n} records are missing in the sum.", off)
    else:
        said = tr_plural("{n} record is too many in the sum.", "{n} records are too many in the sum.", off)
    return said, tr(
        "The run is paused. Keep the results so far and compare them with the store before it goes on."
    )


def took(info: RunInfo) -> str:
    """How long a run that ended took, in words; nothing while it is not known."""
    if not info.started_at or not info.finished_at:
        return ""
    return quantity_words.short_time(
        (quantity_words.moment(info.finished_at) - quantity_words.moment(info.started_at)).total_seconds()
    )


def ended_line(info: RunInfo) -> str:
    """ "took 0.4 s · started 09:31" """
    parts = []
    if length := took(info):
        parts.append(tr("took {time}", time=length))
    if info.started_at:
        parts.append(tr("started {time}", time=clock_of(info.started_at)))
    return "   ·   ".join(parts)


def driven_elsewhere(holder: Holder) -> str:
    """Who drives a run, and from where."""
    return tr("{who} sends this from {host}", who=called(holder.actor), host=visible(holder.host))


def elsewhere_words(known: Figures, holder: Holder) -> str:
    """The words of a run that another console drives."""
    return tr(
        "{done} of {total} · by {who}",
        done=quantity_words.count(known.done),
        total=quantity_words.count(known.total),
        who=called(holder.actor),
    )


def idle_words(state: str, known: Figures) -> str:
    """The words of a run nobody drives: how far it came and how it stands."""
    return tr(
        "{done} of {total} · {state}",
        done=quantity_words.count(known.done),
        total=quantity_words.count(known.total),
        state=state_pill(state).word,
    )
