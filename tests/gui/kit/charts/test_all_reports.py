"""All 24 reports of the demo store's month, drawn as they are and by the week: every chart has something."""

from __future__ import annotations

from pathlib import Path
from typing import get_args

import pytest

from svcconsole.api.models.reports import ReportName
from svcconsole.gui.kit.charts.defaults import REPORTS
from tests.gui.kit.charts.conftest import Draw
from tests.sandbox.reports.reporting import asked, ended, fetched
from tests.support.practice import start_practice_store

MAY = {"startDate": "2026-05-01T00:00:00Z", "endDate": "2026-05-31T23:59:59.999Z"}
SECONDS = 180.0

pytestmark = pytest.mark.deep


@pytest.fixture(scope="module")
def files(tmp_path_factory: pytest.TempPathFactory) -> dict[tuple[str, str], Path]:
    """The file of each report, as it is and by the week."""
    folder = tmp_path_factory.mktemp("reports")
    found: dict[tuple[str, str], Path] = {}
    with start_practice_store(seed="demo") as store:
        numbers = {
            (name, unit): asked(store, reportName=name, dateRange=MAY, filters=filters)
            for name in get_args(ReportName)
            for unit, filters in (("", {}), ("week", {"groupBy": "week"}))
        }
        for (name, unit), number in numbers.items():
            path = folder / f"{number}.csv"
            path.write_bytes(fetched(ended(store, number, SECONDS)["downloadLink"]).body)
            found[name, unit] = path
    return found


@pytest.mark.parametrize("unit", ["", "week"])
@pytest.mark.parametrize("name", get_args(ReportName))
async def test_every_chart_has_something_to_show(
    draw: Draw, files: dict[tuple[str, str], Path], name: ReportName, unit: str
) -> None:
    async with draw(files[name, unit], name) as column:
        wanted = REPORTS[name]
        assert any(bar.value for bar in column.values.chart.bars())
        assert column.values.title().startswith(wanted.amount or wanted.rows)
        assert column.figures.strip.pairs
        if "period" not in wanted.over or unit:
            assert not column.over_time.isHidden()
            assert any(line.total for line in column.over_time.course.lines)
            assert b"<text" in column.over_time.picture().as_svg()
        if unit and wanted.over == ("period",):
            assert column.over_time.course.unit == "week"
