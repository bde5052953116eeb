"""The texts of the week: days, times, how a campaign stands, what does not fit."""

from __future__ import annotations

from datetime import date, datetime, timedelta

from PySide6.QtCore import QDate, QLocale

from svcconsole.gui.design.text import visible
from svcconsole.gui.design.words import mark, tr, tr_plural
from svcconsole.gui.kit.charts.figures import FigureTable
from svcconsole.gui.kit.quantity_words import count
from svcconsole.gui.kit.widgets.pills import PillValue
from svcconsole.gui.runtime.display_zone import display_zone
from svcconsole.services.campaigns.week.records import DAYS, DayUse, Stage, Week, WeekCampaign

STAGES = {
    Stage.PLANNED: ("clock", "text2", "neutral", mark("Planned")),
    Stage.RUNNING: ("play", "accent_text", "accent", mark("Running")),
    Stage.SETTLED: ("check", "success", "success", mark("Sent")),
    Stage.STOPPED: ("stop", "text2", "neutral", mark("Stopped")),
}
"""Icon and tone on the calendar, tone of the pill, word."""


def local(at: datetime) -> datetime:
    """In the zone that is shown."""
    return at.astimezone(display_zone().zone())


def week_title(first: date) -> str:
    """`23 to 29 November`, with both months where they differ."""
    last = first + timedelta(days=DAYS - 1)
    locale = QLocale()
    begin = "d" if (first.year, first.month) == (last.year, last.month) else "d MMMM"
    return tr(
        "{first} to {last}",
        first=locale.toString(_q(first), begin),
        last=locale.toString(
            _q(last), "d MMMM yyyy" if last.year != display_zone().now().date().year() else "d MMMM"
        ),
    )


def day_title(day: date) -> str:
    """`Mon 23`."""
    return QLocale().toString(_q(day), "ddd d")


def day_long(at: datetime) -> str:
    """`Saturday 28 November, 10:00`."""
    here = local(at)
    day = QLocale().toString(_q(here.date()), "dddd d MMMM")
    return tr("{day}, {time}", day=day, time=f"{here:%H:%M}")


def day_short(at: datetime) -> str:
    """`Sat 28 Nov, 10:00`."""
    here = local(at)
    return tr("{day}, {time}", day=QLocale().toString(_q(here.date()), "ddd d MMM"), time=f"{here:%H:%M}")


def times(campaign: WeekCampaign) -> str:
    """`10:00 to 19:06`."""
    begin, end = local(campaign.begins), local(campaign.ends)
    return tr("{begin} to {end}", begin=f"{begin:%H:%M}", end=f"{end:%H:%M}")


def people(campaign: WeekCampaign) -> str:
    return tr_plural("{n} person", "{n} people", campaign.people)


def stage_words(campaign: WeekCampaign, too_many: int) -> tuple[str, str, str]:
    """Icon, tone and word of how it stands."""
    if too_many:
        return "warning", "warning", tr("Does not fit")
    icon, tone, _, word = STAGES[campaign.stage]
    return icon, tone, tr(word)


def pill(campaign: WeekCampaign, too_many: int) -> PillValue:
    if too_many:
        return PillValue(tr("Does not fit"), "warning", "warning")
    icon, _, tone, word = STAGES[campaign.stage]
    return PillValue(tr(word), icon, tone)


def use_words(use: DayUse) -> str:
    """How much of the limit a day uses at most."""
    if use.too_many:
        return tr_plural("{n} too many", "{n} too many", use.too_many)
    if use.limit is None:
        return tr_plural("{n} person", "{n} people", use.most) if use.most else tr("Nothing planned")
    if not use.most:
        return tr("Nothing planned")
    return tr("{most} of {limit}", most=count(use.most), limit=count(use.limit))


def count_words(week: Week) -> str:
    """How many campaigns there are, and how many do not fit."""
    parts = [tr_plural("{n} campaign", "{n} campaigns", len(week.campaigns))]
    unfit = sum(1 for each in week.campaigns if each.run_id in week.too_many)
    if unfit:
        parts.append(tr_plural("{n} does not fit", "{n} do not fit", unfit))
    return " · ".join(parts)


def spoken(campaign: WeekCampaign, too_many: int) -> str:
    """One campaign in a sentence, as it is read out."""
    return tr(
        "{name}, {day}, {times}, {people}, {state}",
        name=visible(campaign.name),
        day=QLocale().toString(_q(local(campaign.begins).date()), "dddd d MMMM"),
        times=times(campaign),
        people=people(campaign),
        state=stage_words(campaign, too_many)[2],
    )


def figures(week: Week) -> FigureTable:
    """The same as a table."""
    heads = (tr("Campaign"), tr("Day"), tr("Time"), tr("People"), tr("Status"))
    rows = tuple(
        (
            visible(each.name),
            day_title(local(each.begins).date()),
            times(each),
            count(each.people),
            stage_words(each, week.too_many.get(each.run_id, 0))[2],
        )
        for each in week.campaigns
    )
    return FigureTable(heads, rows)


def _q(day: date) -> QDate:
    return QDate(day.year, day.month, day.day)
