"""The texts of a question: channels, groupings, and the whole question as a sentence."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from svcconsole.gui.design.text import isolate, visible
from svcconsole.gui.design.words import tr, tr_plural
from svcconsole.gui.runtime.profile_summary import ProfileSummary, zone_of


def channels() -> Mapping[str | None, str]:
    return {
        None: tr("Every channel"),
        "whatsapp": tr("WhatsApp"),
        "email": tr("E-mail"),
        "instagram": tr("Instagram"),
        "messenger": tr("Messenger"),
        "livechat": tr("Live chat"),
    }


def groupings() -> Mapping[str | None, str]:
    return {None: tr("Not by time"), "day": tr("By day"), "week": tr("By week"), "month": tr("By month")}


def periods() -> Mapping[str, str]:
    """The names of the periods that are asked for again and again."""
    return {
        "today": tr("Today"),
        "yesterday": tr("Yesterday"),
        "last_7_days": tr("Last 7 days"),
        "last_30_days": tr("Last 30 days"),
        "this_month": tr("This month"),
        "last_month": tr("Last month"),
        "last_6_months": tr("Last 6 months"),
        "this_year": tr("This year"),
        "last_year": tr("Last year"),
    }


def zone_words(card: ProfileSummary) -> str:
    """`Berlin time`, or that it is this computer's."""
    zone = zone_of(card)
    if zone is None:
        return tr("this computer's time")
    return tr("{place} time", place=zone.key.rpartition("/")[2].replace("_", " "))


def people_words(emails: Sequence[str]) -> str:
    """`to a@b.example`, `to 3 people`."""
    if len(emails) == 1:
        return tr("to {address}", address=isolate(visible(emails[0])))
    return tr_plural("to {n} person", "to {n} people", len(emails))
