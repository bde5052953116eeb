"""Registries learn from use and forget nothing a person wrote."""

from __future__ import annotations

from pathlib import Path

import pytest

from svcconsole.workspace.database import Workspace
from svcconsole.workspace.known.registries import Entry, RegistryKind

pytestmark = pytest.mark.usefixtures("either_engine")

AGENTS, TEAMS, LABELS = RegistryKind.AGENTS, RegistryKind.TEAMS, RegistryKind.LABELS
ASHA = "asha@practice.example"


def test_use_is_counted_and_the_last_used_comes_first(tmp_path: Path) -> None:
    with Workspace.open(tmp_path) as workspace:
        workspace.registries.learn([(AGENTS, "b@x.example"), (TEAMS, "1")], "2026-01-01T00:00:00.000Z")
        workspace.registries.learn([(AGENTS, ASHA), (AGENTS, ASHA), (TEAMS, "")], "2026-01-02T00:00:00.000Z")
    with Workspace.open(tmp_path) as workspace:
        found = workspace.registries.entries(AGENTS)
        assert [(entry.key, entry.times) for entry in found] == [(ASHA, 1), ("b@x.example", 1)]
        workspace.registries.learn([(AGENTS, "b@x.example")], "2026-01-03T00:00:00.000Z")
        assert [(entry.key, entry.times) for entry in workspace.registries.entries(AGENTS)] == [
            ("b@x.example", 2),
            (ASHA, 1),
        ]
        assert [entry.key for entry in workspace.registries.entries(TEAMS)] == ["1"]


def test_names_survive_use_and_use_survives_names(tmp_path: Path) -> None:
    with Workspace.open(tmp_path) as workspace:
        workspace.registries.save(Entry(AGENTS, ASHA, "Asha", "mornings"))
        workspace.registries.learn([(AGENTS, ASHA)])
        workspace.registries.save(
            Entry(AGENTS, "asha.nair@practice.example", "Asha Nair", ""), replacing=ASHA
        )
        (entry,) = workspace.registries.entries()
        assert (entry.key, entry.label, entry.note, entry.times) == (
            "asha.nair@practice.example",
            "Asha Nair",
            "",
            1,
        )
        workspace.registries.forget(AGENTS, entry.key)
        assert workspace.registries.entries() == ()


def test_merging_takes_nothing_away(tmp_path: Path) -> None:
    with Workspace.open(tmp_path) as workspace:
        workspace.registries.merge([Entry(LABELS, "1", "VIP", "keep", "2026-02-01", 7)])
        merged = workspace.registries.merge([
            Entry(LABELS, "1", "", "", "2026-01-01", 2),
            Entry(LABELS, "2", "Returns"),
        ])  # fmt: skip
        assert merged == (1, 0)
        assert workspace.registries.merge([Entry(LABELS, "1", "Very important")]) == (0, 1)
        assert workspace.registries.entries(LABELS)[0] == Entry(
            LABELS, "1", "Very important", "keep", "2026-02-01", 7
        )


def test_what_is_added_leaves_alone_what_is_known(tmp_path: Path) -> None:
    with Workspace.open(tmp_path) as workspace:
        known = Entry(LABELS, "1", "VIP", "keep", None, 7)
        workspace.registries.merge([known])
        assert workspace.registries.add([Entry(LABELS, "1", "Other"), Entry(LABELS, "2", "Returns")]) == 1
        assert set(workspace.registries.entries(LABELS)) == {known, Entry(LABELS, "2", "Returns")}
