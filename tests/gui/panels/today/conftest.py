"""A window whose store has something of everything that the start page can show."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import UTC, datetime, timedelta
from zoneinfo import ZoneInfo

from svcconsole.gui.panels.runs.activity import ActivityDock, ActivityLine
from svcconsole.gui.panels.today.page import TodayPage
from svcconsole.gui.panels.today.tab import TodayTab
from svcconsole.gui.runtime.runs_controller import RunsController
from svcconsole.gui.shell.main_window import MainWindow
from svcconsole.gui.tabs.reports.activity import RunningReport
from svcconsole.services.deliveries.states import written
from svcconsole.workspace.database import Workspace
from svcconsole.workspace.drafts.imports import SourceFile
from svcconsole.workspace.runs.deliveries import Tracked
from svcconsole.workspace.runs.report_runs import Stage
from svcconsole.workspace.schema import RunState, runs
from tests.gui.panels.decisions.conftest import leave_in_doubt
from tests.gui.panels.runs.conftest import consent, plan
from tests.gui.shell.conftest import open_window, settings
from tests.support.coroutines import until

__all__ = ["leave_in_doubt", "open_window", "settings"]

NO_WHATSAPP, TOO_LATE = "131026: no", "131047: late"


def yesterday(zone: str = "Europe/Berlin") -> datetime:
    """Noon of the day before this one, where the store is."""
    return datetime.now(ZoneInfo(zone)).replace(hour=12) - timedelta(days=1)


QUESTION = {
    "name": "All Conversations Report",
    "span": {"start": "2026-05-01T00:00:00.000Z", "end": "2026-10-31T23:59:59.999Z", "zone": "UTC"},
    "emails": ["ana@shop.example"],
}


def today(window: MainWindow) -> TodayPage:
    """The start page, in front."""
    tab = window.show_tab("Today")
    assert isinstance(tab, TodayTab)
    return tab.page


def begin_runs(window: MainWindow) -> RunsController:
    """The runs, as the program adds them once the window is painted."""
    console = window.console
    console.runs = RunsController(console, console, may_resume=consent)
    line = ActivityLine(console, RunningReport(console.reports))
    window.add_runs(console.runs, line, ActivityDock(console))
    return console.runs


async def settled(page: TodayPage) -> None:
    """Wait until everything is known."""
    await until(lambda: page.contents is not None and not page.is_reading())


def stopped_run(space: Workspace, file_name: str = "autumn-range.csv", count: int = 5) -> str:
    """A run of products that was begun and stopped before its end."""
    run_id = plan(space, count, file_name)
    begun = written(datetime.now(UTC) - timedelta(hours=1))
    with space.writing() as connection:
        connection.execute(
            runs.update().where(runs.c.id == run_id).values(state=RunState.STOPPED, started_at=begun)
        )
    return run_id


def messages_of_yesterday(
    space: Workspace, read: int = 0, delivered: int = 0, failed: Sequence[str] = (), at: str = ""
) -> None:
    """Messages that a run sent yesterday, and how each ended; `failed` are the store's reasons."""
    run_id = plan(space, 1, "advent.csv")
    with space.writing() as connection:
        connection.execute(runs.update().where(runs.c.id == run_id).values(state=RunState.FINISHED))
    moment = at or written(yesterday())
    ends = [("read", "")] * read + [("delivered", "")] * delivered + [("failed", why) for why in failed]
    found = [
        Tracked(
            f"m{at}", run_id, "Advent candles", "", f"+4915{at:08}", moment,
            said=(("sent", moment), (word, moment)), why=why, known=True,
        )
        for at, (word, why) in enumerate(ends)
    ]  # fmt: skip
    space.deliveries.track(found)
    space.deliveries.heard(found)


def arrived_report(space: Workspace, name: str = "All Conversations Report") -> str:
    """A report that was asked for and is here."""
    run = space.reports.create(name, {}, "BJ4N-Y859")
    space.reports.update(
        run.id, stage=Stage.DONE, rows=136_402, bytes=41_800_000, ended_at=written(datetime.now(UTC))
    )
    return run.id


def half_done(space: Workspace, kind: str = "customers", file_name: str = "contacts.csv") -> str:
    """An import that was left at its columns."""
    source = SourceFile(f"/shop/{file_name}", file_name, 100, 1, "0" * 64)
    import_id = space.imports.create(kind, source, {})
    space.imports.set_page(import_id, "columns")
    return import_id
