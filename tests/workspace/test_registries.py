"""Registries learn from use and forget nothing a person wrote; files of them are read or refused whole."""

from __future__ import annotations

from pathlib import Path

import pytest

from svcconsole.workspace.database import Workspace
from svcconsole.workspace.registries import Entry, RegistryKind
from svcconsole.workspace.registry_files import LARGEST, RegistryFileError, as_csv, as_json, read

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
        workspace.registries.put(Entry(AGENTS, ASHA, "Asha", "mornings"))
        workspace.registries.learn([(AGENTS, ASHA)])
        workspace.registries.put(Entry(AGENTS, "asha.nair@practice.example", "Asha Nair", ""), replacing=ASHA)
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
        workspace.registries.take_in([Entry(LABELS, "1", "VIP", "keep", "2026-02-01", 7)])
        merged = workspace.registries.take_in([
            Entry(LABELS, "1", "", "", "2026-01-01", 2),
            Entry(LABELS, "2", "Returns"),
        ])  # fmt: skip
        assert merged == (1, 0)
        assert workspace.registries.take_in([Entry(LABELS, "1", "Very important")]) == (0, 1)
        assert workspace.registries.entries(LABELS)[0] == Entry(
            LABELS, "1", "Very important", "keep", "2026-02-01", 7
        )


@pytest.mark.parametrize("write", [as_csv, as_json])
def test_a_file_comes_back_as_it_went(write: object) -> None:
    entries = (
        Entry(AGENTS, ASHA, 'Asha, "the first"', "two\nlines", "2026-01-01T00:00:00.000Z", 3),
        Entry(RegistryKind.BRAND_NUMBERS, "+918045678900", "خط رئيسي ☎️", "<b>bold</b>; \t tab"),
    )
    assert callable(write)
    assert read(write(entries).encode()) == entries


def test_a_spreadsheet_of_one_registry_is_read_with_its_own_separator() -> None:
    assert read("\ufeffKey;Label\r\n7;Gruß\r\n;\r\n".encode(), TEAMS) == (Entry(TEAMS, "7", "Gruß"),)


@pytest.mark.parametrize(
    ("content", "words"),
    [
        (b"name,label\nx,y\n", "does not name a column"),
        (b"kind,key\nagents,\n", "Row 2 has no key."),
        (b"kind,key\nplanets,x\n", "is none of agents"),
        (b"kind,key\nteams,north\n", "no whole number"),
        ("kind,key\nteams,٣\n".encode(), "no whole number"),
        (b"key\nx\n", "does not say its kind"),
        (b"kind,key,times\nagents,x,often\n", "no number of times"),
        (b'{"kind": "agents"}', "not a list"),
        (b"[{]", "not JSON"),
        (b"\xff\xfe\x00", "not UTF-8"),
        (b"x" * (LARGEST + 1), "larger than 8 MB"),
        (b"", "does not name a column"),
    ],
)
def test_a_file_that_is_none_is_refused_with_the_place(content: bytes, words: str) -> None:
    with pytest.raises(RegistryFileError, match=words):
        read(content)
