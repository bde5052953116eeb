"""The texts of the delivery panel: states, groups, failure reasons."""

from __future__ import annotations

from datetime import datetime
from functools import lru_cache

from PySide6.QtCore import QDate, QLocale, QTime

from svcconsole.gui.design.text import visible
from svcconsole.gui.design.words import mark, message, sentences, tr, tr_plural
from svcconsole.gui.kit.contact_words import phone_text
from svcconsole.gui.kit.quantity_words import count, now
from svcconsole.gui.kit.relative_time import clock_of, short
from svcconsole.gui.kit.widgets.pills import TICKS, PillValue, Tick, tick_for
from svcconsole.gui.runtime.display_zone import display_zone
from svcconsole.services.deliveries.again import MOST_IN_A_ROW, Chance, Offer, chance_of
from svcconsole.services.deliveries.deliveries import Delivery, Group
from svcconsole.services.deliveries.reasons import Failure, explain
from svcconsole.services.deliveries.states import State, moment_of

OWN = {
    State.DECIDE: Tick(message("Needs your decision"), "decide", "warning"),
    State.UNTRACKED: Tick(message("Sent, not trackable"), "check", "text2"),
}
NAMES = {
    State.READ: mark("Read"),
    State.DELIVERED: mark("Delivered"),
    State.SENT: mark("Sent"),
    State.FAILED: mark("Failed"),
    State.WAITING: mark("Waiting"),
    State.OTHER: mark("Other words"),
    State.UNTRACKED: mark("Untracked"),
    State.DECIDE: mark("To decide"),
}
"""In the order of the tiles; all but the last add up to what the store accepted."""
ICONS = {
    **{state: (TICKS[state.value].icon, TICKS[state.value].token) for state in NAMES if state.value in TICKS},
    State.OTHER: ("unknown", "text2"),
    State.UNTRACKED: ("check", "text2"),
    State.DECIDE: ("decide", "warning"),
}
TONES = {State.FAILED: "danger", State.DECIDE: "warning", State.OTHER: "text2", State.WAITING: "text2"}
FOR_GOOD = PillValue(message("For good"), "close", "danger")
MAY_PASS = PillValue(message("May pass"), "clock", "neutral")
AFTER_CHANGE = PillValue(message("After a change"), "edit", "neutral")
NOT_KNOWN = PillValue(message("Not known"), "unknown", "neutral")
CHANCES = {Chance.WAIT: MAY_PASS, Chance.CHANGE: AFTER_CHANGE, Chance.NEVER: FOR_GOOD}
"""Whether it can help to send it again to whom it failed."""


def tick_of(message: Delivery) -> Tick:
    """How a message stands: the store's own word where it is none of the known ones."""
    if message.state in OWN:
        own = OWN[message.state]
        return own._replace(word=tr(own.word))
    if message.state is State.OTHER:
        return tick_for(message.word)
    known = TICKS[message.state.value]
    return known._replace(word=tr(known.word))


def why_of(message: Delivery) -> str:
    """Why it did not arrive, or what is to be known about it."""
    if message.state is State.FAILED:
        reason = explain(message.why)
        return visible(message.why) if reason is None else tr(reason.title)
    if message.state is State.DECIDE:
        return visible(message.why)
    if message.state is State.UNTRACKED:
        return visible(message.why) or tr("Sent without tracking")
    if message.state is State.OTHER:
        return tr("A word we do not know, shown as the store wrote it")
    if message.known is False:
        return tr("The store knows no message with this id")
    return ""


@lru_cache(20_000)
def phone_of(text: str, region: str | None) -> str:
    """A number as every page shows it."""
    return visible(phone_text(text, region))


def moment(iso: str) -> str:
    """`09:44:10` today, else the day."""
    today = display_zone().at(moment_of(iso).timestamp()).date() == display_zone().at(now()).date()
    return clock_of(iso, seconds=True) if today else short(iso)


def group_title(group: Group) -> str:
    """What a group is called."""
    if group.by_hand:
        return tr("Ids added by hand")
    return tr("Single messages") if group.day else visible(group.title)


def group_line(group: Group) -> str:
    """How many and when: `38 messages · today`."""
    number = tr_plural("{n} message", "{n} messages", group.totals.total)
    if group.by_hand:
        return number
    return f"{number} · {day_words(group.day) if group.day else short(group.at)}"


def day_words(day: str) -> str:
    """`today`, `yesterday`, `18 Nov`, `18 Nov 2025`."""
    date, today = QDate.fromString(day, "yyyy-MM-dd"), display_zone().now().date()
    match date.daysTo(today):
        case 0:
            return tr("today")
        case 1:
            return tr("yesterday")
    return QLocale().toString(date, "d MMM" if date.year() == today.year() else "d MMM yyyy")


def group_pill(group: Group) -> PillValue:
    """Whether anything more is expected."""
    if group.settled:
        return PillValue(tr("Settled"), "check", "success")
    return PillValue(tr("Arriving"), "activity", "accent")


def settled_sentence(group: Group) -> str:
    """What a notice says once nothing more is expected."""
    counts = group.totals.counts
    parts = [
        tr("{n} {state}", n=counts[state], state=tr(name).lower())
        for state, name in NAMES.items()
        if counts[state]
    ]
    return tr(
        "{group}, {line}: settled. {counts}.",
        group=group_title(group),
        line=group_line(group),
        counts=", ".join(parts),
    )


def reason_title(failure: Failure) -> str:
    """What happened, in our words or in the store's."""
    if failure.explanation is not None:
        return tr(failure.explanation.title)
    return f"“{visible(failure.key)}”" if failure.key else tr("The store gave no reason")


def reason_pill(failure: Failure) -> PillValue:
    """Whether it can help to try again."""
    value = NOT_KNOWN if failure.explanation is None else CHANCES[chance_of(failure.key)]
    return value._replace(word=tr(value.word))


def offer_words(offer: Offer) -> str:
    """Who may be written to again, when, and who is left out and why."""
    parts = []
    if offer.now:
        parts.append(
            tr_plural("{n} person can get it again now.", "{n} people can get it again now.", len(offer.now))
        )
    if offer.first_at is not None:
        parts.append(
            tr_plural(
                "{n} person can get it again from {moment} on.",
                "{n} people can get it again later, the first from {moment} on.",
                offer.later,
                moment=moment_ahead(offer.first_at),
            )
        )
    if offer.change:
        parts.append(
            tr_plural(
                "{n} person waits for a change: put right what failed, then click its bar.",
                "{n} people wait for a change: put right what failed, then click its bar.",
                offer.change,
            )
        )
    if offer.never:
        parts.append(tr_plural("{n} person is never offered.", "{n} people are never offered.", offer.never))
    if offer.given_up:
        parts.append(
            tr_plural(
                "{n} person failed {most} times in a row and is left out.",
                "{n} people failed {most} times in a row and are left out.",
                offer.given_up,
                most=count(MOST_IN_A_ROW),
            )
        )
    if offer.since:
        parts.append(
            tr_plural("{n} person was written to since.", "{n} people were written to since.", offer.since)
        )
    return sentences(*parts)


def moment_ahead(at: datetime) -> str:
    """`16:40` today, else the day with it."""
    here = display_zone().at(at.timestamp())
    time = QLocale().toString(QTime(here.hour, here.minute), "HH:mm")
    if here.date() == display_zone().now().date():
        return time
    day = QLocale().toString(QDate(here.year, here.month, here.day), "d MMM")
    return tr("{day}, {time}", day=day, time=time)
