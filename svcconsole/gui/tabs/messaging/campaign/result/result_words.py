"""The texts of a campaign's result: shares, differences in points, when it was, and what its texts tell."""

from __future__ import annotations

from collections import Counter

from PySide6.QtCore import QLocale

from svcconsole.gui.design.text import visible
from svcconsole.gui.design.words import mark, tr, tr_plural
from svcconsole.gui.kit.quantity_words import count, day
from svcconsole.gui.kit.relative_time import clock_of, short
from svcconsole.gui.kit.widgets.pills import PillValue
from svcconsole.gui.panels.delivery.delivery_text import moment_ahead
from svcconsole.gui.runtime.colleagues import called
from svcconsole.services.campaigns.campaign_result import (
    CampaignResult,
    FailureFigures,
    Outcome,
)
from svcconsole.services.campaigns.intervals import Difference
from svcconsole.services.deliveries.again import Chance
from svcconsole.workspace.runs.records import RunInfo

MOST_TO_SETTLE = 100_000
"""A difference that more people would be needed for is of no use to anybody."""
OUTCOMES = {
    Outcome.CLICKED: mark("by who opened a link"),
    Outcome.READ: mark("by who read it"),
    Outcome.FAILED: mark("by how many failed"),
}


def percent(share: float) -> str:
    """A share of one: "96.4 %"."""
    return tr("{number} %", number=QLocale().toString(100 * share, "f", 1))


def points(difference: float) -> str:
    """A difference of two shares with its sign: "+1.3 points"."""
    return tr("{number} points", number=_signed(difference))


def _signed(difference: float) -> str:
    rounded = round(100 * difference, 1)
    digits = QLocale().toString(abs(rounded), "f", 1)
    return f"+{digits}" if rounded > 0 else f"−{digits}" if rounded < 0 else digits


def name_of(info: RunInfo) -> str:
    """What a campaign is called: its file, without the ending."""
    return visible(info.file_name.rpartition(".")[0] or info.file_name)


def choice_of(info: RunInfo) -> str:
    """One of those it can be compared with: "Autumn linen, 22 Oct"."""
    return tr("{name}, {day}", name=name_of(info), day=short(info.started_at or info.created_at))


def title(result: CampaignResult) -> str:
    return tr_plural("{n} arrived", "{n} arrived", result.reached.delivered)


def of_people(result: CampaignResult) -> str:
    return tr_plural("of {n} person", "of {n} people", result.reached.people)


def state(result: CampaignResult) -> PillValue:
    """Whether anything more is expected."""
    if result.is_settled:
        return PillValue(tr("Settled"), "check", "success")
    return PillValue(tr("Arriving") if result.is_sent else tr("Running"), "activity", "accent")


def facts(result: CampaignResult) -> str:
    """When it went, who planned it, who agreed."""
    info, said = result.info, []
    if info.started_at and info.finished_at:
        said.append(
            tr("{day}, {begin} to {end}", day=day(info.started_at), begin=clock_of(info.started_at),
               end=clock_of(info.finished_at))
        )  # fmt: skip
    elif info.started_at:
        said.append(tr("{day}, since {begin}", day=day(info.started_at), begin=clock_of(info.started_at)))
    if result.terms.first_wave is not None:
        said.append(tr_plural("{n} person first", "{n} people first", result.terms.first_wave.people))
    if planner := called(info.operator or ""):
        said.append(tr("planned by {person}", person=planner))
    return "  ·  ".join(said)


def verdict(result: CampaignResult, between: Difference | None) -> str:
    """Whether one text is better, in three words."""
    if between is None or not between.is_settled:
        return tr("Not enough to tell yet")
    return tr("“{name}” is ahead", name=visible(result.arms[between.ahead].arm.name))


def verdict_sentence(result: CampaignResult, between: Difference | None) -> str:
    """What the difference may truly be, and how many people would settle it."""
    if between is None:
        return tr("Nobody of one of the texts has been written to.")
    if between.people is None or between.people > MOST_TO_SETTLE:
        return tr("The texts do alike so far.")
    ahead = visible(result.arms[between.ahead].arm.name)
    number = QLocale().toString(100 * abs(between.by), "f", 1)
    low, high = _signed(between.low), _signed(between.high)
    if between.is_settled:
        return tr(
            "“{name}” is ahead by {number} points; truly it is between {low} and {high}.",
            name=ahead, number=number, low=low, high=high,
        )  # fmt: skip
    return tr_plural(
        "“{name}” is ahead by {number} points, but truly it could be anything from {low} to {high}. About "
        "{n} person for each text would settle it.",
        "“{name}” is ahead by {number} points, but truly it could be anything from {low} to {high}. About "
        "{n} people for each text would settle it.",
        between.people,
        name=ahead, number=number, low=low, high=high,
    )  # fmt: skip


def advice(figures: FailureFigures) -> str:
    """What to do about a reason, and from when it is of use."""
    if figures.passes_at is not None:
        return tr("From {moment} on", moment=moment_ahead(figures.passes_at))
    if figures.chance is Chance.WAIT:
        return tr("Can be sent again now")
    explanation = figures.failure.explanation
    return "" if explanation is None else tr(explanation.advice)


def failed_note(result: CampaignResult) -> str:
    """How many of the failures never pass, how many ask for a change first, how many may pass."""
    times = Counter[Chance]()
    for each in result.failures:
        times[each.chance] += each.failure.times
    change = max(0, result.reached.failed - times[Chance.NEVER] - times[Chance.WAIT])
    return tr(
        "{good} for good, {change} after a change, {rest} may pass",
        good=count(times[Chance.NEVER]),
        change=count(change),
        rest=count(times[Chance.WAIT]),
    )
