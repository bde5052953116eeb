"""Two reports held against each other: their key is found, their differences are a file that holds all."""

from __future__ import annotations

import csv
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager
from pathlib import Path

import pytest

from svcconsole.services.analysis.analysis import Analysis
from svcconsole.services.reports.report_diff import by_likelihood, names_rows, suggest_key, write_differences
from svcconsole.tables.viewing.opened_table import open_table
from svcconsole.whole_file import FileNotWritten


def write(path: Path, lines: Sequence[Sequence[str]]) -> Path:
    with path.open("w", encoding="utf-8", newline="") as file:
        csv.writer(file).writerows(lines)
    return path


def files_in(folder: Path) -> list[Path]:
    return list(folder.iterdir())


@asynccontextmanager
async def pair(
    folder: Path, before: list[list[str]], after: list[list[str]]
) -> AsyncIterator[list[Analysis]]:
    """Both tables, opened."""
    made = [
        Analysis(open_table(write(folder / name, lines)))
        for name, lines in (("before.csv", before), ("after.csv", after))
    ]
    try:
        yield made
    finally:
        for each in made:
            await each.close()
            each.opened.close()


def messages(first: int, last: int, status: str = "sent") -> list[list[str]]:
    rows = [["a@shop.example" if at % 2 else "b@shop.example", f"m{at}", status] for at in range(first, last)]
    return [["agentEmail", "messageId", "status"], *rows]


@pytest.mark.parametrize("name", ["id", "ID", "messageId", "order_id", "order no", "SKU", "email", "phone"])
def test_some_names_are_those_of_keys(name: str) -> None:
    assert names_rows(name)


@pytest.mark.parametrize("name", ["paid", "valid", "createdAt", "grid", "keyword", "notes", "minutes", ""])
def test_other_names_are_not(name: str) -> None:
    assert not names_rows(name)


def test_a_bare_id_is_tried_first() -> None:
    assert by_likelihood(["status", "messageId", "id"]) == ["id", "messageId", "status"]


async def test_the_column_that_tells_every_row_is_the_key(tmp_path: Path) -> None:
    async with pair(tmp_path, messages(0, 60), messages(20, 90)) as (before, after):
        assert await suggest_key(before, after) == ("messageId",)


async def test_a_summed_report_has_a_key_of_several_columns(tmp_path: Path) -> None:
    header = ["period", "channel", "sent"]
    rows = [[f"2026-05-{day:02}", channel, "7"] for day in range(1, 9) for channel in ("email", "whatsapp")]
    async with pair(tmp_path, [header, *rows], [header, *rows[4:]]) as (before, after):
        assert await suggest_key(before, after) == ("period", "channel")


async def test_a_few_rows_that_stand_twice_do_not_hide_the_key(tmp_path: Path) -> None:
    lines = messages(0, 60)
    async with pair(tmp_path, [*lines, lines[5]], lines) as (before, after):
        assert await suggest_key(before, after) == ("messageId",)


async def test_where_nothing_tells_the_rows_there_is_no_key(tmp_path: Path) -> None:
    lines = [["channel", "status"], *[["email", "sent"]] * 12]
    async with pair(tmp_path, lines, lines) as (before, after):
        assert await suggest_key(before, after) == ()


async def test_the_file_of_differences_holds_each_of_them_once(tmp_path: Path) -> None:
    after = messages(1, 4)
    after[1][2] = "=read()"
    after.append(["c@shop.example", "m9", "sent, twice\nover"])
    path = tmp_path / "differences.csv"
    async with pair(tmp_path, messages(0, 3), after) as (one, two):
        compared = await one.compare(two.opened, ("messageId",))
        assert await write_differences(path, compared) == 4
    assert path.read_bytes().startswith(b"\xef\xbb\xbf")
    with path.open(encoding="utf-8-sig", newline="") as file:
        rows = list(csv.reader(file))
    assert rows == [
        ["change", "messageId", "agentEmail before", "agentEmail after", "status before", "status after"],
        ["added", "m3", "", "a@shop.example", "", "sent"],
        ["added", "m9", "", "c@shop.example", "", "sent, twice\nover"],
        ["removed", "m0", "b@shop.example", "", "sent", ""],
        ["changed", "m1", "a@shop.example", "a@shop.example", "sent", "'=read()"],
    ]


async def test_a_place_that_cannot_be_written_is_said_and_nothing_is_left(tmp_path: Path) -> None:
    async with pair(tmp_path, messages(0, 3), messages(1, 4)) as (one, two):
        compared = await one.compare(two.opened, ("messageId",))
        with pytest.raises(FileNotWritten) as refused:
            await write_differences(tmp_path / "none" / "differences.csv", compared)
    assert refused.value.sentence.startswith("differences.csv cannot be written")
    assert {path.name for path in files_in(tmp_path)} == {"after.csv", "before.csv"}
