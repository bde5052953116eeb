"""A shared workspace whose database goes away: the window goes on with its copy, keeps drafts, sends nothing,
says so in one place, and is back by itself."""

from __future__ import annotations

import asyncio
import threading
from collections.abc import Iterator
from contextlib import suppress
from functools import partial
from pathlib import Path
from typing import Any

import psycopg
import pytest
from PySide6.QtWidgets import QApplication
from sqlalchemy import event
from sqlalchemy.pool import Pool

from svcconsole.api.errors import Outcome
from svcconsole.api.models.helpdesk import CreateTicket
from svcconsole.api.operations import CREATE_TICKET, UPSERT_PRODUCTS
from svcconsole.gui.runtime import workspace_access
from svcconsole.gui.runtime.console import Console
from svcconsole.gui.runtime.runs_controller import RunsController
from svcconsole.gui.runtime.task_scope import TaskScope
from svcconsole.gui.shell.rail import TABS
from svcconsole.gui.tabs.catalog.tab import CatalogTab
from svcconsole.workspace import address
from svcconsole.workspace.database import Workspace
from svcconsole.workspace.engines.file_watch import FileGone
from svcconsole.workspace.errors import WorkspaceAway
from svcconsole.workspace.runs.records import RunInfo
from tests.gui.shell.conftest import LIVE, OpenWindow, open_window, settings
from tests.gui.tabs.catalog.conftest import fill, stored
from tests.gui.tabs.catalog.shop import CATALOGS, shop_products
from tests.gui.tabs.catalog.test_product_editor import APRON, edit
from tests.support.coroutines import until
from tests.support.postgresql_proxy import DatabaseProxy
from tests.support.practice import PracticeStore
from tests.workspace.planning import plan

__all__ = ["open_window", "settings"]

TICKET = CreateTicket(
    channel="WHATSAPP",
    brand_phone_number="+49301000100",
    customer_phone_number="+393471000188",
    context="A candle arrived broken.",
)


@pytest.fixture
def threads(
    window_loop: QApplication, database_proxy: DatabaseProxy, monkeypatch: pytest.MonkeyPatch
) -> Iterator[set[str]]:
    """The names of all threads that took a connection to the database behind the proxy."""
    monkeypatch.setenv(address.VARIABLE, database_proxy.address())
    monkeypatch.setattr(workspace_access, "COPY_AFTER", 0.0)
    monkeypatch.setattr(workspace_access, "COPY_EVERY", 0.1)
    monkeypatch.setattr(workspace_access, "ANSWER_SECONDS", 0.5)
    found: set[str] = set()

    def took(connection: object, *_: object) -> None:
        if isinstance(connection, psycopg.Connection):
            found.add(threading.current_thread().name)

    event.listen(Pool, "checkout", took)
    yield found
    event.remove(Pool, "checkout", took)


async def copied(console: Console, folder: Path) -> None:
    """Wait until the copy knows what was planned."""
    from svcconsole.workspace.local_copy import LocalCopy

    def knows() -> bool:
        # A newer copy may take the place of the one just opened, or of the one about to be.
        with suppress(FileGone, FileNotFoundError):
            found = LocalCopy(folder).open()
            if found is not None:
                with found:
                    return bool(found.runs.list())
        return False

    await until(knows)


def _is_at_rest(scope: TaskScope) -> bool:
    return not scope.is_busy()


def _runs(workspace: Workspace) -> tuple[RunInfo, ...]:
    return workspace.runs.list()


@pytest.mark.parametrize("how", ["cut", "silent"])
async def test_the_window_goes_on_with_its_copy_and_is_back_by_itself(
    open_window: OpenWindow, database_proxy: DatabaseProxy, threads: set[str], how: str
) -> None:
    async with open_window(LIVE) as window:
        console = window.console
        run_id = await console.db(lambda space: plan(space, 2))
        await console.db(lambda space: space.drafts.save("form", {"n": 1}))
        await copied(console, console.store_folder)
        await until(lambda: window.status.team_words().startswith("Shared with the team, "))
        if how == "cut":
            database_proxy.cut()
        else:
            database_proxy.fall_silent()
        assert [info.id for info in await console.db(_runs)] == [run_id]
        said = window.status.team_words()
        assert said.startswith("The team's records are away since ") and ", shown as of Today " in said
        with pytest.raises(WorkspaceAway, match="nothing is changed and nothing is sent"):
            await console.db(lambda space: plan(space, 1))
        await console.db(lambda space: space.drafts.save("form", {"n": 2}))
        away = [notice for notice in console.notices.open if notice.about == workspace_access.CONCERNS]
        assert len(away) <= 1
        if how == "cut":
            database_proxy.listen()
        else:
            database_proxy.speak()
        await until(lambda: not console.workspace.state.away)
        draft = await console.db(lambda space: space.drafts.get("form"))
        assert draft is not None and draft.value == {"n": 2}
        assert (await console.db(lambda space: space.shared)) is True
        await console.db(lambda space: plan(space, 1))
        assert window.status.team_words().startswith("Shared with the team")
    assert threads and threading.main_thread().name not in threads


async def test_what_is_asked_on_the_way_to_the_copy_and_back_waits_for_it(
    open_window: OpenWindow, database_proxy: DatabaseProxy, threads: set[str]
) -> None:
    """Whoever asks while the window goes over to its copy is answered by it; a draft that is kept while it
    goes back is not left behind in the copy."""
    async with open_window(LIVE) as window:
        console = window.console
        run_id = await console.db(lambda space: plan(space, 2))
        await copied(console, console.store_folder)
        database_proxy.cut()
        asked = []
        while not console.workspace.state.away:
            asked.append(asyncio.create_task(console.db(_runs)))
            await asyncio.sleep(0.001)
        assert [[info.id for info in await one] for one in asked] == [[run_id]] * len(asked)
        database_proxy.listen()
        kept = 0
        while console.workspace.state.away:
            kept += 1
            await console.db(partial(_keep, n=kept))
        draft = await console.db(lambda space: space.drafts.get("form"))
        assert draft is not None and draft.value == {"n": kept}


def _keep(workspace: Workspace, n: int, key: str = "form") -> None:
    workspace.drafts.save(key, {"n": n})


async def test_a_window_opens_while_the_database_is_away(
    window_loop: QApplication,
    open_window: OpenWindow,
    database_proxy: DatabaseProxy,
    threads: set[str],
) -> None:
    async with open_window(LIVE) as window:
        await window.console.db(partial(_keep, n=1))
        run_id = await window.console.db(lambda space: plan(space, 2))
        await copied(window.console, window.console.store_folder)
    with Workspace.open(window.console.store_folder, database_proxy.address()) as colleague:
        _keep(colleague, n=3)
    database_proxy.cut()
    accepted = database_proxy.accepted
    async with open_window(LIVE) as window:
        assert [info.id for info in await window.console.db(_runs)] == [run_id]
        assert window.status.team_words().startswith("The team's records are away since ")
        access, brought = window.console.workspace, []
        access.came_back.connect(lambda kept: brought.append((access.state.away, len(kept))))
        await window.console.db(partial(_keep, n=2))
        database_proxy.listen()
        await until(lambda: not access.state.away)
        assert database_proxy.accepted > accepted
        assert await window.console.db(lambda space: space.shared)
        # Once, when it is back: what two changed is told while it can be changed again.
        assert brought == [(False, 1)]


async def test_what_was_typed_while_it_was_away_is_there_at_the_next_start(
    window_loop: QApplication, open_window: OpenWindow, database_proxy: DatabaseProxy, threads: set[str]
) -> None:
    """The window was closed before the database was back; of what somebody else changed too both are kept."""
    async with open_window(LIVE) as window:
        console = window.console
        for key in ("form", "both"):
            await console.db(partial(_keep, n=1, key=key))
        await console.db(lambda space: plan(space, 2))
        await copied(console, console.store_folder)
        database_proxy.cut()
        for key in ("form", "other", "both"):
            await console.db(partial(_keep, n=2, key=key))
        assert console.workspace.state.away
    database_proxy.listen()
    with Workspace.open(console.store_folder, database_proxy.address()) as colleague:
        _keep(colleague, n=3, key="both")
    async with open_window(LIVE) as window:
        console = window.console
        assert [await _kept(console, key) for key in ("form", "other", "both")] == [2, 2, 3]
        told = "A draft was changed here and by somebody else while the team's records were away."
        await until(lambda: any(notice.sentence == told for notice in console.notices.open))
        [aside] = await console.db(lambda space: space.drafts.keys("aside:"))
        assert await _kept(console, aside) == 2


async def _kept(console: Console, key: str) -> object:
    draft = await console.db(lambda space: space.drafts.get(key))
    return draft and draft.value["n"]


async def test_where_nothing_is_kept_here_it_is_said_at_once(
    window_loop: QApplication,
    open_window: OpenWindow,
    database_proxy: DatabaseProxy,
    threads: set[str],
) -> None:
    database_proxy.cut()
    async with open_window(LIVE) as window:
        for _ in range(3):
            with pytest.raises(WorkspaceAway, match="was not reached"):
                await window.console.db(_runs)
        page = window.show_activity()
        await until(lambda: not page.runs.scope.is_busy())
        assert len([each for each in window.console.notices.open if each.about == "workspace"]) <= 1
        database_proxy.listen()
        await until(lambda: not window.console.workspace.state.away)
        assert await window.console.db(_runs) == ()
        await until(lambda: not any(each.about == "workspace" for each in window.console.notices.open))


async def test_every_page_asks_the_database_in_a_thread(
    window_loop: QApplication, open_window: OpenWindow, threads: set[str]
) -> None:
    async with open_window(LIVE) as window:
        await window.console.db(lambda space: plan(space, 2))
        for tab in TABS:
            page: Any = window.show_tab(tab.name)
            scope: TaskScope = page.scope
            await until(partial(_is_at_rest, scope))
        for show in (window.show_decisions, window.show_activity, window.show_log, window.show_settings):
            show()
            await until(lambda: not window.scope.is_busy())
        log = window.pages.activity().log
        await until(lambda: not log.scope.is_busy() and not window.pages.activity().runs.scope.is_busy())
    assert threads and threading.main_thread().name not in threads


async def test_nothing_is_asked_before_the_first_paint(
    window_loop: QApplication, open_window: OpenWindow, database_proxy: DatabaseProxy, threads: set[str]
) -> None:
    """The window waits for `may_load`, which is set after the first paint."""
    async with open_window(LIVE) as window:
        console = window.console
        other = Console(
            console.card,
            settings=console.program_settings,
            store_folder=console.store_folder.parent / "other",
            notices=console.notices,
            connect=console._connect,
        )
        asked = console.scope.start(other.db(_runs))
        await console.db(_runs)
        assert not asked.done() and other.workspace.workspace is None
        asked.cancel()
        await other.close()


async def test_nothing_is_sent_and_a_run_goes_on_where_it_was(
    open_window: OpenWindow,
    database_proxy: DatabaseProxy,
    threads: set[str],
    practice_store: PracticeStore,
) -> None:
    async with open_window(LIVE) as window:
        console = window.console
        console.runs = runs = RunsController(console, console)
        run_id = await console.db(lambda space: plan(space, 60))
        await copied(console, console.store_folder)
        practice_store.add_fault("latency", seconds=0.2)
        runs.start(run_id)
        await until(lambda: (run := runs.run(run_id)) is not None and run.progress is not None)
        database_proxy.cut()
        await until(lambda: (run := runs.run(run_id)) is not None and run.state != "running")
        practice_store.clear_faults()
        with pytest.raises(WorkspaceAway):
            await console.sends.send(CREATE_TICKET, TICKET, kind="ticket", title="Ticket")
        assert practice_store.counts()["tickets"] == 0
        database_proxy.listen()
        await until(lambda: not console.workspace.state.away)
        runs.resume(run_id)
        await until(lambda: not runs.is_started(run_id), seconds=60)
        totals = await console.db(lambda space: space.runs.totals(run_id))
        assert totals.rows == totals.sent + totals.refused + totals.needs_decision == 60
        await runs.close()


async def test_a_single_save_is_refused_and_its_draft_kept(
    open_window: OpenWindow,
    database_proxy: DatabaseProxy,
    threads: set[str],
    practice_store: PracticeStore,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """What is saved by itself is an upsert that may be repeated; still nobody else would see it."""
    # The database refuses at once here; a slow machine is not to be taken for one that is away.
    monkeypatch.setattr(workspace_access, "ANSWER_SECONDS", 10.0)
    fill(practice_store, shop_products(), CATALOGS)
    before = stored(practice_store, APRON)
    async with open_window(LIVE._replace(safe_level="open")) as window:
        tab = window.show_tab("Catalog")
        assert isinstance(tab, CatalogTab)
        page = await edit(tab, APRON)
        page.form.apply("name", "Renamed while away")
        console = window.console
        await console.db(lambda space: plan(space, 1))
        await copied(console, console.store_folder)
        database_proxy.cut()
        page.save.click()
        refused = "The team's records are away, so nothing is sent."
        await until(lambda: any(each.sentence == refused for each in console.notices.open))
        [told] = [each for each in console.notices.open if each.sentence == refused]
        assert told.advice == "What you typed is kept as a draft. Save it once they are back."
        await until(lambda: page.save.isEnabled() and not page.scope.is_busy())
        assert page.form.values()["name"] == "Renamed while away"
        assert stored(practice_store, APRON) == before
        client = await console.ready()
        answer = await client.send(UPSERT_PRODUCTS, b'{"products":[]}')
        assert (answer.outcome, answer.error and answer.error.sentence) == (Outcome.PAUSE, refused)
        await page.keep_draft()
        database_proxy.listen()
        await until(lambda: not console.workspace.state.away)
        draft = await console.db(lambda space: space.drafts.get(page.draft_key))
        assert draft is not None and "Renamed while away" in str(draft.value)
        page.save.click()
        await until(lambda: stored(practice_store, APRON)["name"] == "Renamed while away")
        await until(lambda: tab.stack.count() == 1 and not tab.scope.is_busy())
