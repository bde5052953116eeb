"""What the lanes of a campaign say in words: hours, countries, one cell, all of them as a table."""

from __future__ import annotations

from datetime import datetime
from zoneinfo import ZoneInfo

from PySide6.QtCore import QDate, QLocale

from svcconsole.gui.design.text import ltr
from svcconsole.gui.design.words import tr, tr_plural
from svcconsole.gui.kit.charts.figures import FigureTable
from svcconsole.gui.kit.contact_words import country_words
from svcconsole.gui.kit.quantity_words import count
from svcconsole.gui.runtime.display_zone import display_zone
from svcconsole.services.campaigns.forecast import CountryHours, HoursView


def hour_words(at: datetime) -> str:
    """`10:00` by the clock that is shown."""
    return f"{at.astimezone(display_zone().zone()):%H:%M}"


def day_words(at: datetime) -> str:
    """`Wed 25` by the same clock."""
    local = at.astimezone(display_zone().zone())
    return QLocale().toString(QDate(local.year, local.month, local.day), "ddd d")


def is_midnight(at: datetime) -> bool:
    """Whether a day begins with this hour."""
    return at.astimezone(display_zone().zone()).hour == 0


def country_title(country: CountryHours) -> str:
    """The country's name."""
    return country_words(country.country) or tr("No country")


def zone_words(country: CountryHours, at: datetime) -> str:
    """`UTC+5:30` for one zone, else how many there are."""
    if not country.country:
        return tr("every zone")
    if len(country.zones) > 1:
        return tr_plural("{n} zone", "{n} zones", len(country.zones))
    return ltr(offset_words(country.zones[0], at)) if country.zones else ""


def offset_words(zone: str, at: datetime) -> str:
    """`UTC+5:30`, `UTC−3`, `UTC`."""
    offset = at.astimezone(ZoneInfo(zone)).utcoffset()
    minutes = int(offset.total_seconds()) // 60 if offset is not None else 0
    if not minutes:
        return "UTC"
    hours, rest = divmod(abs(minutes), 60)
    return f"UTC{'+' if minutes > 0 else '−'}{hours}" + (f":{rest:02}" if rest else "")


def cell_words(view: HoursView, lane: int, hour: int) -> str:
    """One cell of the lanes in a sentence; the lane after the last one is the sum of all."""
    at = hour_words(view.hours[hour])
    if lane == len(view.countries):
        people = view.sums[hour]
        free = view.free[hour]
        if free is None:
            return tr_plural(
                "All countries, {at}: {n} person", "All countries, {at}: {n} people", people, at=at
            )
        return tr_plural(
            "All countries, {at}: {n} person, {free} of the limit still free",
            "All countries, {at}: {n} people, {free} of the limit still free",
            people,
            at=at,
            free=count(free),
        )
    country = view.countries[lane]
    name, people = country_title(country), country.sent[hour]
    if not people and not is_open_in(view, lane, hour):
        return tr("{country}, {at}: nobody may be written to there", country=name, at=at)
    return tr_plural(
        "{country}, {at}: {n} person", "{country}, {at}: {n} people", people, country=name, at=at
    )


def is_open_in(view: HoursView, lane: int, hour: int) -> bool:
    """Whether the hours of a country touch this one."""
    begins = view.hours[hour]
    ends = view.hours[hour + 1] if hour + 1 < len(view.hours) else None
    return any(
        each.ends > begins and (ends is None or each.begins < ends) for each in view.countries[lane].open_in
    )


def figures(view: HoursView) -> FigureTable:
    """The same as a table: a row for each hour, a column for each country."""
    heads = (
        tr("Hour"),
        *(country_title(each) for each in view.countries),
        tr("All countries"),
        tr("Limit still free"),
    )
    rows = [
        (
            f"{day_words(at)} {hour_words(at)}",
            *(count(each.sent[place]) for each in view.countries),
            count(view.sums[place]),
            "–" if (free := view.free[place]) is None else count(free),
        )
        for place, at in enumerate(view.hours)
    ]
    sums = (tr("Together"), *(count(sum(each.sent)) for each in view.countries), count(sum(view.sums)), "")
    return FigureTable(heads, (*rows, sums))
