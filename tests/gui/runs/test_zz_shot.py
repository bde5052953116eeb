from __future__ import annotations
import pytest
from pathlib import Path
from PySide6.QtWidgets import QApplication
from svcconsole.gui.panels.runs.page import RunPage
from svcconsole.gui.panels.importer.page import ImportPage
from svcconsole.gui.theme import theme
from tests.gui.importer.hands import answer_all, recognised, settle
from tests.gui.runs.conftest import leave, plan, make_console
from tests.support.coroutines import until
import asyncio
OUT = Path("/tmp/team/c-shots")
SAMPLE = Path(__file__).parents[3] / "resources/samples/products.csv"

@pytest.mark.parametrize("mode", ["light", "dark"])
@pytest.mark.parametrize("size", [(1440, 900), (900, 760)])
async def test_shot(make_console, practice_store, shown, mode, size):
    OUT.mkdir(exist_ok=True)
    theme().set(mode) if hasattr(theme(), "set") else None
    console = make_console(practice_store)
    run_id = await console.db(lambda space: plan(space, 400, refused=frozenset({3})))
    await console.db(lambda space: space.runs.set_limit(run_id, 30))
    console.runs.start(run_id)
    page = shown(RunPage(console, run_id), *size)
    await until(lambda: page.panel.view.accepted.value() not in ("0", ""))
    await asyncio.sleep(8)
    page.grab().save(str(OUT / f"run-{mode}-{size[0]}.png"))
    page.panel.view.limit.change.click()
    form = page.panel.view.limit.form
    form.window().grab().save(str(OUT / f"limit-{mode}-{size[0]}.png"))
    form.number.setText("x"); form.set.click()
    form.window().grab().save(str(OUT / f"limit-error-{mode}-{size[0]}.png"))
    form.window().hide()
    console.runs.stop(run_id)
    await until(lambda: not console.runs.is_started(run_id) and not page.panel.scope.is_busy())
    page.grab().save(str(OUT / f"stopped-{mode}-{size[0]}.png"))
    await page.shut()
    for turn in (1, 2):
        p = shown(ImportPage(console, path=SAMPLE, import_id=None), *size)
        await recognised(p)
        p.file.next.click()
        await until(lambda: p.columns.fields); await settle(p)
        if turn == 1:
            await answer_all(p)
            await p.session.call("plan", warnings_seen=True)
        else:
            p.grab().save(str(OUT / f"columns-{mode}-{size[0]}.png"))
            p.columns.remembered.change.click(); await settle(p)
            p.grab().save(str(OUT / f"columns-auto-{mode}-{size[0]}.png"))
        await p.shut()
    await leave(console)
    theme().set("light") if hasattr(theme(), "set") else None
