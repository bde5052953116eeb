"""Puts people who told the service that they want no offers on the suppression list, by the code of it."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from svcconsole.services.deliveries.reasons import code_of
from svcconsole.services.sends.recent_requests import number_key
from svcconsole.words.message import message
from svcconsole.workspace.clock import now
from svcconsole.workspace.database import Workspace
from svcconsole.workspace.known.registries import Entry, RegistryKind
from svcconsole.workspace.runs.deliveries import Tracked

OPTED_OUT = 131050
"""What the network answers for whoever stopped offers in their own settings."""


def keep_answers(space: Workspace, answered: Sequence[Tracked]) -> int:
    """Keep what the store said of these messages, and suppress whoever stopped offers; how many that were.

    Somebody who is on the list already stays there as they are.
    """
    space.deliveries.heard(answered)
    stopped = list(_stopped(answered))
    return space.registries.add(stopped) if stopped else 0


def _stopped(answered: Iterable[Tracked]) -> Iterator[Entry]:
    for each in answered:
        if code_of(each.why) == OPTED_OUT and (phone := number_key(each.phone, None)):
            note = message(
                "Stopped offers: code {code} for message {identity}, heard {day}.",
                code=str(OPTED_OUT),
                identity=each.id,
                day=now()[:10],
            )
            yield Entry(RegistryKind.SUPPRESSED, phone, each.name, str(note))
