"""What a column holds can be chosen, which is remembered per report and header; headings are for people."""

from __future__ import annotations

import csv
from functools import partial
from pathlib import Path

import pytest
from PySide6.QtCore import QLocale
from PySide6.QtGui import QAction, QGuiApplication
from PySide6.QtWidgets import QApplication, QMenu

from svcconsole.gui.kit.grid.header import GridHeader
from svcconsole.gui.panels.viewer import menus
from svcconsole.gui.panels.viewer.headings import HEADINGS, headings_of
from svcconsole.gui.panels.viewer.page import ViewerPage
from svcconsole.gui.runtime.display_zone import display_zone
from svcconsole.sandbox.reports.definitions import REPORTS
from svcconsole.sandbox.reports.request import ReportQuery
from svcconsole.services.analysis.view import Filter
from svcconsole.workspace.runs.report_runs import ReportPart, ReportRun, Stage
from tests.gui.panels.viewer.conftest import OpenViewer, column, until_read
from tests.support.coroutines import until

HEADER = ("name", "size", "nr", "who", "at", "day")
ROWS = (
    ("a", "2,001", "10231", "+493023125900", "2026-01-31 23:30:00", "20260131"),
    ("b", "980,5", "980", "+14155552671", "2026-02-01 10:00:00", "20260201"),
)


@pytest.fixture
def report(tmp_path: Path) -> Path:
    return write(tmp_path / "sizes.csv")


def write(path: Path) -> Path:
    with path.open("w", encoding="utf-8", newline="") as file:
        csv.writer(file, quoting=csv.QUOTE_ALL).writerows([HEADER, *ROWS])
    return path


def choices(page: ViewerPage, name: str) -> dict[str, QAction]:
    """What the menu of a column offers to read it as."""
    at = page.sheet.file_model.names.index(name)
    menu = menus.column_menu(page.sheet, page.showing.asked, page._ways(), at)
    types = [each for each in menu.findChildren(QMenu) if each.actions()][-1]
    return {action.text(): action for action in types.actions() if action.isCheckable()}


async def choose(page: ViewerPage, name: str, wanted: str, said: list[str]) -> None:
    choices(page, name)[wanted].trigger()
    await until(lambda: column(page, name) == said)


async def test_a_column_is_read_as_somebody_says_and_the_next_file_with_its_header_too(
    window_loop: QApplication, open_viewer: OpenViewer, report: Path, tmp_path: Path
) -> None:
    QLocale.setDefault(QLocale(QLocale.Language.English, QLocale.Country.UnitedStates))
    async with open_viewer(report) as page:
        display_zone().set_store("Europe/Berlin")
        await until_read(page)
        assert column(page, "size") == ["2.001", "980.5"], "980,5 tells that a comma parts decimals"
        await choose(page, "size", "Number, such as 1,234.5", ["2,001", "980,5"])
        await choose(page, "nr", "Amount of money", ["10,231", "980"])
        await choose(page, "nr", "Text or id", ["10231", "980"])
        await choose(page, "who", "Phone number", ["+49 30 23125900", "+1 415-555-2671"])
        await choose(page, "at", "Date and time, in UTC", ["2026-02-01 00:30:00", "2026-02-01 11:00:00"])
        # Everything else reads it so, too: filters, the header, the chart.
        page.showing.asked.add(Filter(HEADER.index("at"), "over", ("2026-02-01 00:00",)))
        await until(lambda: not page.showing.busy and page.showing.seen is not None)
        assert page.sheet.count() == 2
        await choose(page, "day", "Date and time, in the store's zone", ["2026-01-31", "2026-02-01"])
        at = HEADER.index("day")
        await until(lambda: at in page.showing.glances.known)
        await until(lambda: page.showing.glances.known[at].lines[0] == "31 Jan – 1 Feb")
        # The file's own values are copied, whatever is shown.
        page.sheet.choose(0)
        page.sheet.choice.column = HEADER.index("who")
        page.copy(rows=False)
        assert QGuiApplication.clipboard().text() == "+493023125900"
    async with open_viewer(write(tmp_path / "later.csv")) as page:
        display_zone().set_store("Europe/Berlin")
        await until(lambda: column(page, "who") == ["+49 30 23125900", "+1 415-555-2671"])
        assert choices(page, "nr")["Text or id"].isChecked()
        choices(page, "who")["By its cells"].trigger()
        await until(lambda: column(page, "who") == ["+493023125900", "+14155552671"])
        await until(partial(choices(page, "who")["By its cells: text"].isChecked))


async def test_dates_of_either_order_are_text_and_the_note_over_the_table_offers_both(
    window_loop: QApplication, open_viewer: OpenViewer, tmp_path: Path
) -> None:
    path = tmp_path / "visitors.csv"
    months = "".join(f"{month:02}/01/2026,{month * 100},01/{month:02}/2026\n" for month in range(1, 13))
    path.write_text(f"month,visitors,seen\n{months}", encoding="utf-8")
    async with open_viewer(path) as page:
        await until(lambda: len(page.showing.glances.known) == 3 and not page.scope.is_busy("looks"))
        assert column(page, "month")[:2] == ["01/01/2026", "02/01/2026"]
        (note,) = page.proof.notes.notes
        assert note.sentence.replace("\u2068", "").replace("\u2069", "") == (
            "Dates in month, seen can be read day first or month first, so they are text for now."
        )
        assert note.run is not None
        note.run(page)
        menu = QApplication.activePopupWidget()
        assert isinstance(menu, QMenu)
        first, second = menu.actions()
        assert (first.text(), second.text()) == ("Date, day first", "Date, month first")
        second.trigger()
        menu.close()
        await until(lambda: not page.proof.notes.notes)
        assert page.showing.types == {0: "date_month_first", 2: "date_month_first"}
        await until(lambda: page.showing.glances.known.keys() >= {0, 2})
        assert page.showing.glances.known[0].lines[0] == "01/01/2026 – 12/01/2026"
        assert page.showing.glances.known[2].lines[0] == "01/01/2026 – 01/12/2026"
        choices(page, "month")["By its cells"].trigger()
        await until(lambda: bool(page.proof.notes.notes))


async def test_a_reports_columns_have_headings_for_people_and_their_name_in_the_hint(
    window_loop: QApplication, open_viewer: OpenViewer, tmp_path: Path
) -> None:
    path = tmp_path / "engagement.csv"
    with path.open("w", encoding="utf-8", newline="") as file:
        csv.writer(file).writerows([("channel", "averageCsat", "own"), ("whatsapp", "4.5", "x")])
    asked = {"start": "2026-01-01T00:00:00.000Z", "end": "2026-01-31T23:59:59.999Z", "zone": "UTC"}
    run = ReportRun(
        "r", "Channel Engagement", asked, "R1", Stage.DONE, "2026-02-01T08:00:00Z", parts=(ReportPart(1),)
    )
    async with open_viewer(path, report=run) as page:
        header = page.sheet.horizontalHeader()
        assert isinstance(header, GridHeader)
        model = page.sheet.file_model
        assert [model.title(at) for at in range(3)] == ["Channel", "Average CSAT", "own"]
        tip = header.tip_of(2)
        assert tip.startswith("Average CSAT\nIn the file: averageCsat")
        assert "In the file" not in header.tip_of(3)
        page.copy(rows=True, header=True)
        await until(lambda: QGuiApplication.clipboard().text().startswith("channel\taverageCsat\town"))
        assert header.count() == 4


def test_every_column_of_the_24_reports_has_a_heading_of_its_own() -> None:
    asked = ReportQuery("2026-01-01", "2026-02-01", "2026-03-01", group_by="day")
    for name, report in REPORTS.items():
        columns = list(report.query(asked).selected_columns.keys())
        assert [one for one in columns if one not in HEADINGS] == [], name
        said = headings_of(name, columns)
        assert len(set(said)) == len(said) and not set(said) & (set(columns) - {"id"}), name
    assert headings_of("", ["averageCsat"]) == ("averageCsat",)
    assert headings_of("Report 7", ["entryId", "at"]) == ("Entry id", "Time")
    assert headings_of("Report 7", ["entryId", "colour"]) == ("entryId", "colour")


async def test_seconds_since_1970_are_moments_where_somebody_says_so(
    window_loop: QApplication, open_viewer: OpenViewer, tmp_path: Path
) -> None:
    path = tmp_path / "epochs.csv"
    path.write_text("at,ms\n1769898600,1769898600000\n1769898601,1769898601500\nnever,\n", encoding="utf-8")
    async with open_viewer(path) as page:
        display_zone().set_store("Europe/Berlin")
        await until(lambda: len(page.showing.glances.known) == 2)
        await until(lambda: not page.scope.is_busy("looks"))
        assert column(page, "at")[0] == "1769898600", "a long number is a name unless somebody says otherwise"
        wanted = "Date and time, as seconds since 1970"
        said = ["2026-01-31 23:30:00", "2026-01-31 23:30:01"]
        await choose(page, "at", wanted, [*said, "never"])
        await choose(page, "ms", wanted, [*said, ""])
        page.showing.asked.add(Filter(0, "over", ("2026-01-31 23:30:00",)))
        await until(lambda: not page.showing.busy and page.showing.seen is not None)
        await until(lambda: column(page, "at") == said[1:])
