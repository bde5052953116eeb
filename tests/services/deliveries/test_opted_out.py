"""Whoever stopped offers in their own settings is on the suppression list, with what proves it."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from svcconsole.services.campaigns.suppression import SUPPRESSED, suppressed
from svcconsole.services.deliveries.opted_out import keep_answers
from svcconsole.workspace.database import Workspace
from svcconsole.workspace.known.registries import Entry
from svcconsole.workspace.runs.deliveries import Tracked

AT = "2026-11-24T10:00:00.000Z"
WHYS = {
    "+4915100000001": "131050: Recipient has stopped marketing messages",
    "+4915100000002": "131049: too many",
    "+4915100000003": "(#131050) stopped",
    "+4915100000004": "",
}


def failed(phone: str) -> Tracked:
    return Tracked(f"id-{phone[-1]}", None, "", "Ana", phone, AT)


@pytest.mark.usefixtures("either_engine")
def test_only_who_stopped_offers_is_put_on_the_list_once_and_with_its_evidence(tmp_path: Path) -> None:
    with Workspace.open(tmp_path) as space:
        asked = [failed(phone) for phone in WHYS]
        space.deliveries.track(asked)
        answered = [replace(each, said=(("failed", AT),), why=WHYS[each.phone]) for each in asked]
        assert keep_answers(space, answered) == 2
        assert keep_answers(space, answered) == 0, "who is there already is there once"
        entries = {each.key: each.note for each in space.registries.entries(SUPPRESSED)}
        assert entries.keys() == {"+4915100000001", "+4915100000003"}
        assert entries["+4915100000001"].startswith("Stopped offers: code 131050 for message id-1, heard 20")
        assert "+4915100000001" in suppressed(space)
        assert {each.why for each in space.deliveries.all()} == set(WHYS.values())


def test_what_somebody_wrote_about_a_person_stays(tmp_path: Path) -> None:
    with Workspace.open(tmp_path) as space:
        space.registries.save(Entry(SUPPRESSED, "+4915100000001", "Ana", "asked by phone"))
        tracked = failed("+4915100000001")
        space.deliveries.track([tracked])
        assert keep_answers(space, [replace(tracked, why=WHYS[tracked.phone])]) == 0
        (entry,) = space.registries.entries(SUPPRESSED)
        assert entry.note == "asked by phone"
