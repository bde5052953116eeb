"""Each of the 24 reports has first pictures whose columns its file really has."""

from __future__ import annotations

import csv
import io
from collections.abc import Mapping
from typing import get_args

import pytest

from svcconsole.api.models.reports import ReportName
from svcconsole.gui.kit.charts.defaults import REPORTS, defaults_of
from tests.sandbox.reports.reporting import asked, ended, fetched
from tests.support.practice import PracticeStore

NAMES = get_args(ReportName)
ONE_DAY = {"startDate": "2026-05-13T00:00:00Z", "endDate": "2026-05-13T23:59:59.999Z"}
SECONDS = 60.0

Heads = Mapping[str, list[str]]


@pytest.fixture(scope="module")
def heads(practice_process: PracticeStore) -> Heads:
    """The columns of all 24 reports, asked for as they are and by the week: an empty store has them, too."""
    practice_process.reset("empty")
    numbers = {
        f"{name} {unit}".strip(): asked(practice_process, reportName=name, dateRange=ONE_DAY, filters=filters)
        for name in NAMES
        for unit, filters in (("", {}), ("week", {"groupBy": "week"}))
    }
    found: dict[str, list[str]] = {}
    for name, number in numbers.items():
        body = fetched(ended(practice_process, number, SECONDS)["downloadLink"]).body.decode()
        found[name] = next(csv.reader(io.StringIO(body)))
    return found


def test_every_report_of_the_specification_has_first_pictures() -> None:
    assert set(REPORTS) == set(NAMES)


@pytest.mark.parametrize("name", NAMES)
def test_the_columns_are_those_of_the_file(heads: Heads, name: ReportName) -> None:
    columns, wanted = heads[name], REPORTS[name]
    first = defaults_of(name, columns)
    assert first is not None
    assert first.values == columns.index(wanted.values[0])
    assert first.figures == columns.index(wanted.figures)
    assert first.split == (None if wanted.split is None else columns.index(wanted.split))
    assert first.amount == (None if wanted.amount is None else columns.index(wanted.amount))
    assert first.over is not None or first.needs_period


@pytest.mark.parametrize("name", NAMES)
def test_a_report_by_the_week_has_a_time(heads: Heads, name: ReportName) -> None:
    columns = heads[f"{name} week"]
    first = defaults_of(name, columns)
    assert first is not None
    assert first.over is not None
    assert not first.needs_period
    if "period" in columns:
        assert columns[first.over] == "period"


def test_other_files_have_no_first_pictures_by_name() -> None:
    assert defaults_of(None, ["createdAt", "status"]) is None
    assert defaults_of("Report of another day", ["createdAt"]) is None
    assert defaults_of("All Conversations Report", ["when", "who"]) is None
