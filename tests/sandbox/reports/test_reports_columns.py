"""Each of the 24 reports holds exactly what a person works out from a small store made by hand.

What was worked out is `expected_reports.txt`: a line `# NAME | option value, …`, then the CSV, where `⏎`
stands for a line break inside a value.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import NamedTuple, cast, get_args

import pytest
from sqlalchemy import Connection

from svcconsole.api.models.reports import ReportName
from svcconsole.sandbox.reports.definitions import REPORTS
from tests.sandbox.reports.report_book import JANUARY, made, opened

NAMES = get_args(ReportName)


class Case(NamedTuple):
    """A report asked for with these options, and the lines of its file; the first names the columns."""

    name: ReportName
    options: dict[str, str]
    lines: Sequence[str]


def _cases() -> Iterator[Case]:
    text = (Path(__file__).parent / "expected_reports.txt").read_text(encoding="utf-8")
    for section in text.removeprefix("# ").split("\n\n# "):
        head, *lines = section.rstrip("\n").split("\n")
        name, _, options = head.partition(" | ")
        pairs = dict(option.split(" ", 1) for option in options.split(", ") if option)
        yield Case(cast("ReportName", name), pairs, [line.replace("⏎", "\n") for line in lines])


CASES = tuple(_cases())


@pytest.fixture(scope="module")
def connection(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Connection]:
    with opened(tmp_path_factory.mktemp("book")) as database, database.reading() as reading:
        yield reading


def test_every_report_of_the_specification_is_defined_and_worked_out() -> None:
    assert len(NAMES) == 24
    assert set(REPORTS) == set(NAMES) == {case.name for case in CASES if "group_by" not in case.options}


@pytest.mark.parametrize("case", CASES, ids=lambda case: " ".join((case.name, *case.options.values())))
def test_the_rows_are_those_a_person_works_out(connection: Connection, tmp_path: Path, case: Case) -> None:
    options = dict(case.options)
    dates = (options.pop("from", JANUARY[0]), options.pop("to", JANUARY[1]))
    result, lines = made(connection, case.name, tmp_path / "report.csv", dates=dates, filters=options)
    assert lines == case.lines
    assert result.rows == len(lines) - 1
    assert result.last is None


@pytest.mark.parametrize("name", NAMES)
def test_a_range_without_anything_gives_a_header_alone(
    connection: Connection, tmp_path: Path, name: ReportName
) -> None:
    nowhere = ("2020-01-01T00:00:00.000Z", "2020-12-31T00:00:00.000Z")
    result, lines = made(connection, name, tmp_path / "report.csv", dates=nowhere)
    assert (result.rows, len(lines)) == (0, 1)


@pytest.mark.parametrize("name", NAMES)
@pytest.mark.parametrize("group_by", ["day", "week", "month"])
def test_every_report_takes_every_filter(
    connection: Connection, tmp_path: Path, name: ReportName, group_by: str
) -> None:
    _, lines = made(
        connection, name, tmp_path / "report.csv", filters={"group_by": group_by, "channel": "whatsapp"}
    )
    assert lines[0].startswith("period,") == REPORTS[name].group_by
