"""What the countdown says about a campaign that was planned: people, countries, first wave, pace, plan."""

from __future__ import annotations

from datetime import UTC, datetime
from typing import TYPE_CHECKING

from svcconsole.gui.design.words import tr, tr_plural
from svcconsole.gui.kit.contact_words import country_words
from svcconsole.gui.kit.quantity_words import count, duration, limited
from svcconsole.gui.tabs.messaging.campaign.pace import messages_a_minute
from svcconsole.gui.tabs.messaging.campaign.start.countdown import Example, StartFact, StartFacts
from svcconsole.services.campaigns.terms import CampaignTerms
from svcconsole.workspace.team.not_approved import NotApproved

if TYPE_CHECKING:
    from svcconsole.services.campaigns.views import Audience
    from svcconsole.workspace.database import Workspace
    from svcconsole.workspace.runs.records import RunInfo

MOST_COUNTRIES = 6


def about_to_start(space: Workspace, run_id: str) -> tuple[RunInfo, int, bool]:
    """The run, how many people it goes to, and whether it may start now as far as a second person has to
    agree."""
    totals = space.runs.totals(run_id)
    people = totals.products.total - totals.records_left_out
    try:
        space.approvals.refuse_unapproved(run_id)
    except NotApproved:
        return space.runs.get(run_id), people, False
    return space.runs.get(run_id), people, True


def starts_later(info: RunInfo) -> bool:
    """Whether it waits for an hour that is still to come: then there are no seconds to count."""
    window = CampaignTerms.of_text(info.terms).window
    if window is None or not window.starts_at:
        return False
    return datetime.fromisoformat(window.starts_at).astimezone(UTC) > datetime.now(UTC)


def start_facts(
    info: RunInfo, people: int, audience: Audience, limit: int | None, example: Example
) -> StartFacts:
    """The facts of a run that is about to start; `limit` are the messages a minute set for it, None for no
    limit beside that of its terms."""
    terms = CampaignTerms.of_text(info.terms)
    return StartFacts(
        people,
        _countries(audience),
        (_first_wave(terms), _pace(audience, messages_a_minute(terms, limit)), _left_out(audience)),
        info.code,
        example,
    )


def _countries(audience: Audience) -> str:
    named = [
        tr(
            "{country} {people}",
            country=country_words(each.code) or tr("No country"),
            people=count(each.messages),
        )
        for each in audience.countries[:MOST_COUNTRIES]
    ]
    rest = audience.countries[MOST_COUNTRIES:]
    if rest:
        people = count(sum(each.messages for each in rest))
        named.append(
            tr_plural("{n} more country {people}", "{n} more countries {people}", len(rest), people=people)
        )
    return " · ".join(named)


def _first_wave(terms: CampaignTerms) -> StartFact:
    if terms.first_wave is None:
        return StartFact("play", tr("First wave"), tr("None, everybody at once"))
    people = tr_plural("{n} person, then it waits", "{n} people, then it waits", terms.first_wave.people)
    return StartFact("play", tr("First wave"), people)


def _pace(audience: Audience, limit: int | None) -> StartFact:
    if limit is None:
        return StartFact("clock", tr("Pace"), tr("No limit set"))
    takes = duration(60 * audience.ready / limit)
    said = tr("{limited}, so {duration}", limited=limited(limit), duration=takes)
    return StartFact("clock", tr("Pace"), said)


def _left_out(audience: Audience) -> StartFact:
    held = audience.rows - audience.ready
    words = tr_plural("{n} row of the file", "{n} rows of the file", held) if held else tr("Nobody")
    return StartFact("shield", tr("Left out"), words)
