"""How many offers one person may get in how many days, over all campaigns of a workspace."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Collection, Iterable, Mapping
from datetime import timedelta

from svcconsole.services.campaigns.carried_workspace import CarriedWorkspace
from svcconsole.services.campaigns.terms import CampaignTerms, Limits
from svcconsole.services.deliveries.states import moment_of
from svcconsole.services.messaging.templates import composed
from svcconsole.services.messaging.templates.files import library_of
from svcconsole.services.messaging.templates.model import LocalTemplate
from svcconsole.services.sends.recent_requests import number_key
from svcconsole.tables.records.recipients import template_of
from svcconsole.words.message import Message, message
from svcconsole.workspace.clock import now
from svcconsole.workspace.database import Workspace
from svcconsole.workspace.retention import BODIES, days_of
from svcconsole.workspace.runs.recipients import Left, campaigns_since, messages_to

MARKETING = "marketing"
CAMPAIGNS = ("templates", "messages")
MOST_DAYS = days_of(BODIES)
"""Whom something was sent to, and with which template, is kept no longer than this."""


class FrequencyCap:
    """Counts the offers of the people asked about, a few hundred at once. Goes to helper processes, which
    read the workspace themselves.

    What a campaign sends is an offer, save with a template that the library files under something else. What
    is sent by itself is one only with a template that the library calls marketing.
    """

    def __init__(
        self,
        workspace: Workspace,
        terms: CampaignTerms,
        categories: Mapping[str, str],
        region: str | None,
    ) -> None:
        self.messages = terms.limits.cap_messages or 0
        self.days = terms.limits.cap_days
        self._no_offers = frozenset(each for each, word in categories.items() if word not in ("", MARKETING))
        self._within = timedelta(days=self.days) - _ahead(terms)
        self._left, self._others = Left((), ()), dict[str, int]()
        if self._within > timedelta(0):
            offers = frozenset(each for each, word in categories.items() if word == MARKETING)
            self._left, self._others = self._read(workspace, offers, region)
        self._workspace = CarriedWorkspace(workspace)
        self._asked: dict[str, int] = {}

    def __eq__(self, other: object) -> bool:
        """Whether it says the same, and nothing was sent in between."""
        return isinstance(other, FrequencyCap) and self._said() == other._said()

    def __hash__(self) -> int:
        return hash(self._workspace.folder)

    def __getstate__(self) -> dict[str, object]:
        return {**self.__dict__, "_asked": {}}

    def is_offer(self, template: str) -> bool:
        """Whether what a campaign sends with this template (blank: without one) is an offer."""
        return template not in self._no_offers

    def read_ahead(self, numbers: Collection[str]) -> None:
        """Ask about these people (E.164); what was asked before is not kept."""
        run_ids = [run_id for run_id, *_ in self._left.runs]
        with self._workspace.opened() as workspace:
            found = messages_to(workspace, run_ids, sorted(numbers), self._within, but=self._no_offers)
        self._asked = {number: found.get(number, 0) + self._others.get(number, 0) for number in numbers}

    def had(self, number: str) -> int:
        """How many offers a person had in these days before the campaign starts."""
        if number not in self._asked:
            self.read_ahead([number])
        return self._asked[number]

    def _read(
        self, workspace: Workspace, offers: frozenset[str], region: str | None
    ) -> tuple[Left, dict[str, int]]:
        """The campaigns of these days, and the offers that were sent in no campaign that is indexed."""
        campaigns = campaigns_since(workspace, CAMPAIGNS, self._within)
        singles = campaigns_since(workspace, [composed.KIND], self._within) if offers else Left((), ())
        bodies = [each.body for each in campaigns.others if self.is_offer(template_of(each.body))]
        bodies += [each.body for each in singles.others if template_of(each.body) in offers]
        people = (str(json.loads(body).get("contactIdentifier", "")) for body in bodies)
        # A body that was kept long enough is empty: it names nobody.
        counted = Counter(number_key(person, region) for person in people if person)
        return Left(campaigns.runs, ()), dict(counted)

    def _said(self) -> tuple[object, ...]:
        return self._workspace.folder, self.messages, self.days, self._no_offers, self._left, self._others


def frequency_cap(
    workspace: Workspace,
    terms: CampaignTerms,
    region: str | None,
    library: Iterable[LocalTemplate] | None = None,
) -> FrequencyCap | None:
    """The cap that the terms name, None for none, as the library files templates: as it is in memory, or as
    it is kept."""
    if terms.limits.cap_messages is None:
        return None
    if library is None:
        library = library_of(workspace.templates.all()).values()
    categories = {template.id: template.category.strip().casefold() for template in library}
    return FrequencyCap(workspace, terms, categories, region)


def cap_refusals(limits: Limits) -> tuple[Message, ...]:
    """Why offers cannot be counted as these limits say."""
    if limits.cap_messages is None or limits.cap_days <= MOST_DAYS:
        return ()
    return (
        message(
            "Offers to one person are counted over {days} days at most: what was sent before that is no "
            "longer kept.",
            days=MOST_DAYS,
        ),
    )


def _ahead(terms: CampaignTerms) -> timedelta:
    """How far away the campaign's start is."""
    starts = terms.window.starts_at if terms.window is not None else ""
    return max(timedelta(0), moment_of(starts) - moment_of(now())) if starts else timedelta(0)
