"""The pace that a campaign is held to: the slower of its own terms and the limit set for the run."""

from __future__ import annotations

from svcconsole.services.campaigns.terms import CampaignTerms


def messages_a_minute(terms: CampaignTerms, limit: int | None) -> int | None:
    """The most messages a minute, where the run may send `limit` of them; None where nothing holds it."""
    per_second = terms.limits.messages_per_second
    of_terms = None if per_second is None else max(1, round(60 * per_second))
    return min((each for each in (of_terms, limit) if each is not None), default=None)
