"""Files of registries come back as they went, run nothing in a spreadsheet, and are read or refused whole."""

from __future__ import annotations

import pytest

from svcconsole.services.helpdesk.registry_files import LARGEST, RegistryFileError, as_csv, as_json, read
from svcconsole.workspace.known.registries import Entry, RegistryKind

AGENTS, TEAMS = RegistryKind.AGENTS, RegistryKind.TEAMS
ASHA = "asha@practice.example"


def test_a_table_holds_no_cell_that_a_spreadsheet_would_run() -> None:
    entries = (Entry(RegistryKind.BRAND_NUMBERS, "+918045678900", "=1+1", "'-2"),)
    assert as_csv(entries).splitlines()[1] == "brand_numbers,'+918045678900,'=1+1,''-2,,"
    assert read(as_csv(entries).encode()) == entries


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
        (b"kind,key\nplanets,x\n", "is not one of agents"),
        (b"kind,key\nteams,north\n", "not a whole number"),
        ("kind,key\nteams,٣\n".encode(), "not a whole number"),
        (b"key\nx\n", "does not say its kind"),
        (b"kind,key,times\nagents,x,often\n", "not a number of times"),
        (b'{"kind": "agents"}', "not a list"),
        (b"[{]", "not JSON"),
        (b"[" * 100_000, "not JSON"),
        (b"\xff\xfe\x00", "not UTF-8"),
        (b"x" * (LARGEST + 1), "larger than 8 MB"),
        (b"", "does not name a column"),
    ],
)
def test_a_file_that_is_none_is_refused_with_the_place(content: bytes, words: str) -> None:
    with pytest.raises(RegistryFileError, match=words):
        read(content)
