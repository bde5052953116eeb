"""The texts of a question: its days, its zone and whom it goes to."""

from __future__ import annotations

from collections.abc import Sequence

from svcconsole.gui.design.text import isolate, visible
from svcconsole.gui.design.words import tr, tr_plural
from svcconsole.gui.runtime.profile_summary import ProfileSummary, zone_of


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
