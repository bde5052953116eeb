"""How long the window stalls while a campaign to very many is planned in it, begun, stopped and resumed.

From a file through columns, check and the look at its messages to a run that sends a short part, is stopped,
and goes on. Beside the lateness: the seconds of each part, how long the counts take that the window asks
for, and by how much the window's own memory grew.
"""

from __future__ import annotations

import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING

from tests.benchmarks import window_visit
from tests.benchmarks.bench_campaign_plan import TEMPLATE, write_file
from tests.benchmarks.bench_import_window import SETTLE_SECONDS, Stalls, resident_bytes

if TYPE_CHECKING:
    from svcconsole.gui.shell.main_window import MainWindow

MOST_SECONDS = 3_000
A_SHORT_PART = 200
"""Messages that are sent before the run is stopped, and once more after it goes on."""


async def visit(window: MainWindow, count: int, watch: Stalls) -> dict[str, float]:
    import asyncio

    from svcconsole.gui.kit.number_question import NumberTyped
    from svcconsole.gui.panels.importer.import_steps import CHECK, COLUMNS, LOOK, WHEN
    from svcconsole.gui.tabs.messaging.campaign.page import CampaignPage
    from svcconsole.gui.tabs.messaging.tab import MessagingTab
    from svcconsole.tables.mapping.mapping import Column
    from tests.gui.panels.importer.hands import shows_file
    from tests.support.coroutines import until
    from tests.support.library import TEMPLATES, plain

    console, figures = window.console, dict[str, float]()
    await console.ready()
    await console.db(lambda space: space.templates.merge([(each["id"], plain(each)) for each in TEMPLATES]))
    tab = window.show_tab("Messaging")
    assert isinstance(tab, MessagingTab)
    await until(lambda: not tab.scope.is_busy(), seconds=60)
    place = tempfile.TemporaryDirectory()
    path = Path(place.name) / "people.csv"
    await asyncio.to_thread(write_file, path, count, "+91")
    await asyncio.sleep(SETTLE_SECONDS)
    before, begun, name = resident_bytes(), time.perf_counter(), "open"

    def part(next_name: str) -> None:
        nonlocal begun, name
        figures[f"seconds of {name}"] = time.perf_counter() - begun
        begun, name = time.perf_counter(), next_name
        watch.begin(next_name)

    async def at(step: int) -> None:
        await until(lambda: page.step() == step and not page.is_busy(), seconds=MOST_SECONDS)

    watch.begin("open")
    tab.open_import(path)
    page = await until(lambda: found if isinstance(found := tab.page(), CampaignPage) else None)
    assert isinstance(page, CampaignPage)
    await until(lambda: shows_file(page) and not page.is_busy(), seconds=MOST_SECONDS)
    part("columns")
    page.file.next.click()
    await at(COLUMNS)
    page.what.choose("templates", TEMPLATE)
    await until(lambda: not page.is_busy(), seconds=MOST_SECONDS)
    page.columns.fields["payload.components.body.0"].source.changed.emit(Column("First name"))
    await until(lambda: not page.is_busy(), seconds=MOST_SECONDS)
    part("check")
    page.columns.next.click()
    await at(CHECK)
    part("when")
    page.check.run.click()
    await at(WHEN)
    part("look")
    page.when.next.click()
    await at(LOOK)
    part("plan")
    page.wall.start.click()

    def asked() -> NumberTyped | None:
        found = (each for each in window.window().findChildren(NumberTyped) if each.isVisible())
        return next(found, None)

    async def answered(going: Callable[[], object]) -> None:
        """Who sends to many types their number, unless the run goes on unasked."""
        question = await until(lambda: asked() or going(), seconds=MOST_SECONDS)
        if isinstance(question, NumberTyped):
            question.number.setText(question.number.placeholderText())
            question.by_id["start"].click()

    await answered(page.countdown.is_counting)
    await until(page.countdown.is_counting, seconds=MOST_SECONDS)
    page.countdown.now.click()
    panel = await until(lambda: page.run_panel, seconds=MOST_SECONDS)
    await until(lambda: (live := panel.live()) is not None and live.state == "running", seconds=MOST_SECONDS)
    part("send")

    def sent() -> int:
        live = panel.live()
        return live.progress.sent if live is not None and live.progress is not None else 0

    def stopped() -> bool:
        live, runs = panel.live(), console.runs
        return live is not None and live.state == "stopped" and not (runs and runs.is_started(panel.run_id))

    async def beyond(number: int) -> None:
        await until(lambda: sent() >= number, seconds=MOST_SECONDS)

    await beyond(A_SHORT_PART)
    part("stop")
    panel.view.stop.click()
    await until(stopped, seconds=MOST_SECONDS)
    counting = time.perf_counter()
    had = (await console.db(lambda space: space.runs.totals(panel.run_id))).sent
    figures["counts in ms"] = (time.perf_counter() - counting) * 1000
    part("resume")
    panel.view.resume.click()
    await answered(lambda: (live := panel.live()) is not None and live.state == "running")
    await beyond(had + A_SHORT_PART)
    part("stop again")
    panel.view.stop.click()
    await until(stopped, seconds=MOST_SECONDS)
    part("end")
    totals = await console.db(lambda space: space.runs.totals(panel.run_id))
    if totals.sent + totals.not_sent != count:
        raise AssertionError(totals)
    place.cleanup()
    return {**figures, "sent": totals.sent, "grew MB": (resident_bytes() - before) / 1e6}


if __name__ == "__main__":
    sys.exit(
        window_visit.run(
            "people in one campaign through the window",
            "tests.benchmarks.bench_campaign_window",
            visit,
            100_000,
        )
    )
