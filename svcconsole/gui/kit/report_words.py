"""The words of what a report is asked by: its channel, its grouping, its days."""

from __future__ import annotations

from collections.abc import Mapping

from svcconsole.gui.design.words import tr


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
