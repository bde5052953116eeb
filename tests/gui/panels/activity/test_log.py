"""The log as a page: filters, an entry with its run, an export with its proof, take back from an entry."""

from __future__ import annotations

import json
from collections.abc import Callable
from functools import partial
from pathlib import Path

import pytest
from PySide6.QtWidgets import QMenu
from pytestqt.qtbot import QtBot
from sqlalchemy import update

from svcconsole.gui.panels.activity.log_filters import LogFilter
from svcconsole.gui.panels.activity.log_view import LogView
from svcconsole.gui.panels.take_back.page import TakeBackPage
from svcconsole.gui.shell.main_window import MainWindow
from svcconsole.workspace.database import Workspace
from svcconsole.workspace.runs.before_answers import BeforeAnswer, BeforeState
from svcconsole.workspace.schema import items
from svcconsole.workspace.team.log_export import NotProved, check_export, proof_of
from tests.gui.panels.runs.conftest import plan
from tests.gui.shell.conftest import OpenWindow, open_window, settings
from tests.support.coroutines import until

__all__ = ["open_window", "settings"]

pytestmark = pytest.mark.usefixtures("window_loop")
ODD = "مرحبا <b>x</b> 😀 & more.csv"


async def opened(window: MainWindow, *names: str) -> LogView:
    """The log of a workspace with a planned run for each name, all of them read and verified."""
    for name in names:
        await window.console.db(partial(plan, count=2, file_name=name))
    window.show_log()
    log = window.pages.activity().log
    await until(lambda: log.model.rowCount() == len(names) and log.chain_words.text())
    await until(lambda: not log.scope.is_busy())
    return log


def offered(log: LogView) -> dict[str, Callable[[], None]]:
    """What the menu that is open offers."""
    menu = next(menu for menu in log.filters.findChildren(QMenu) if menu.isVisible())
    menu.close()
    return {action.text(): action.trigger for action in menu.actions()}


async def test_chips_filter_and_nothing_found_is_said_of_whom_and_when(
    qtbot: QtBot, open_window: OpenWindow
) -> None:
    async with open_window() as window:
        log = await opened(window, "spring.csv", ODD)
        log.filters.when.click()
        offered(log)["Today"]()
        await until(lambda: not log.scope.is_busy())
        assert log.model.rowCount() == 2
        log.filters.what.click()
        assert list(offered(log)) == ["Planned"]
        log.filters.outcome.click()
        offered(log)["Refused"]()
        await until(log.nothing.isVisible)
        assert log.nothing.text() == "Nothing like that was done."
        log.filters.set_wanted(LogFilter(days=7, who="Ana Ribeiro"))
        await until(lambda: log.nothing.text() == "Nothing by Ana Ribeiro in the last 7 days.")
        log.clear.click()
        await until(lambda: log.model.rowCount() == 2)
        assert not log.filters.who.is_set()


async def test_what_is_shown_is_exported_with_a_proof_that_no_change_survives(
    open_window: OpenWindow, tmp_path: Path
) -> None:
    async with open_window() as window:
        log = await opened(window, "spring.csv", ODD, "autumn.csv")
        file = tmp_path / "log.csv"
        log.search.setText("csv")
        await log.write(file)
        assert check_export(file) == 3
        proof = json.loads(proof_of(file).read_text())
        head = await window.console.db(lambda space: space.log.head())
        assert head is not None
        assert proof["log"] == {"seq": head.seq, "at": head.at, "sha256": head.sha256}
        whole = file.read_text()
        for before, after in ((ODD, "other.csv"), ("autumn.csv", "winter.csv"), (",2,", ",3,")):
            file.write_text(whole.replace(before, after, 1))
            with pytest.raises(NotProved):
                check_export(file)
        file.write_text("\n".join(whole.splitlines()[:-1]) + "\n")
        with pytest.raises(NotProved):
            check_export(file)


async def test_an_entry_shows_its_run_and_leads_to_taking_it_back(open_window: OpenWindow) -> None:
    async with open_window() as window:
        log = await opened(window, "spring.csv")
        await window.console.db(with_five_rows_each)
        log.table.set_current(log.model.record(0).seq)
        await until(lambda: log.side.became.isVisibleTo(log.side))
        assert {fact.label: fact.value for fact in log.side.counts.facts()}["Not sent"] == "2"
        assert log.side.back.isHidden(), "nothing was read ahead of it"
        entry = log.model.record(0)
        await window.console.db(partial(read_before, run_id=entry.run_id))
        log.table.set_current(None)
        log.table.set_current(entry.seq)
        await until(lambda: not log.side.back.isHidden())
        assert any(fact.label == "Take back" for fact in log.side.facts.facts())
        window.pages.activity().log.set_wide(False)
        assert log.strip.back.isVisibleTo(log.strip)
        log.strip.back.click()
        await until(lambda: window.findChildren(TakeBackPage))
        (page,) = window.findChildren(TakeBackPage)
        await until(page.isVisible)


def with_five_rows_each(space: Workspace) -> None:
    """Each record stands for several rows of its file; what became of it is told in records all the same."""
    with space.writing() as connection:
        connection.execute(update(items).values(rows=5))


def read_before(space: Workspace, run_id: str) -> None:
    """As an import keeps what the store held, ahead of its run."""
    held = b'{"status":200,"success":true,"data":{"products":[]}}'
    space.before.add(run_id, [BeforeAnswer((0, 1), BeforeState.READ, held)])
