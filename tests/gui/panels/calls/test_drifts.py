"""What the service answers that its specification does not know: counted, remembered, exported, taught."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from PySide6.QtCore import QObject, Qt
from pytestqt.qtbot import QtBot

from svcconsole.api import operations as api
from svcconsole.api.client import Client
from svcconsole.gui.design.words import show as say
from svcconsole.gui.panels.calls.drift_view import DriftView
from svcconsole.gui.runtime.contract_drifts import DriftBook
from svcconsole.gui.runtime.practice_control import Control
from svcconsole.gui.runtime.practice_process import PracticeProcess
from svcconsole.gui.runtime.setting_keys import DRIFTS
from tests.gui.panels.runs.conftest import MakeConsole, leave, make_console
from tests.gui.shell.conftest import OpenWindow, open_window, settings
from tests.support.coroutines import until
from tests.support.practice import PracticeStore
from tests.support.qt import show

__all__ = ["make_console", "open_window", "settings"]

pytestmark = pytest.mark.usefixtures("window_loop")
CHANGES = [
    {"place": "data.catalogs[].hidden", "value": True},
    {"place": "data.catalogs[].name", "value": ["Küche"]},
]


async def answered(store: PracticeStore, client: Client, times: int = 1) -> None:
    """A catalog is answered so, as often as that."""
    catalog = {"catalogs": [{"id": "k", "name": "Kitchen", "url": "https://shop.example/k"}]}
    store.add_fault("changed", operation=api.UPSERT_CATALOGS.path, changes=CHANGES)
    for _ in range(times):
        await client.send(api.UPSERT_CATALOGS, json.dumps(catalog).encode())


async def test_they_are_counted_in_the_dock_and_known_after_a_restart(
    qtbot: QtBot, open_window: OpenWindow, practice_store: PracticeStore
) -> None:
    async with open_window() as window:
        await answered(practice_store, await window.console.ready(), times=3)
        window.commands.actions.run("drifts")
        dock = window.area.dock
        assert dock is not None
        rows = {say(cells) for cells in sentences(dock.drifts)}
        assert rows == {
            "It answers with data.catalogs[].hidden (true or false), a field that the specification does not"
            " know.",
            "data.catalogs[].name is a list where the specification says text.",
        }
        assert [each.times for each in dock.drifts.model.shown()] == [3, 3]
        assert dock.drifts.counted.text() == "2 things that the specification does not know"
        kept = window.console.settings
    assert len(json.loads(kept.get(DRIFTS, ""))) == 2
    assert "Küche" not in kept.get(DRIFTS, "")
    again = DriftBook(kept, owner := QObject())
    assert [each.times for each in again.all()] == [3, 3]
    kept.set(DRIFTS, "{damaged")
    assert DriftBook(kept, owner).all() == []


def sentences(view: DriftView) -> list[str]:
    at = view.model.column("change")
    return [str(view.model.index(row, at).data()) for row in range(view.model.rowCount())]


async def test_one_click_teaches_the_practice_store_and_the_export_holds_no_value(
    qtbot: QtBot, make_console: MakeConsole, practice_store: PracticeStore, tmp_path: Path
) -> None:
    console = make_console(practice_store)
    await answered(practice_store, await console.ready())
    practice = PracticeProcess(tmp_path / "practice", seed="empty")
    try:
        view = show(qtbot, DriftView(console, practice), 1100, 500)
        exported = view.content().decode()
        told = json.loads(exported)["notInTheSpecification"]
        assert {(each["place"], each["came"], each["times"]) for each in told} == {
            ("data.catalogs[].hidden", "true or false", 1),
            ("data.catalogs[].name", "list", 1),
        }
        assert "Küche" not in exported
        for _ in range(2):  # taught twice it is the same
            qtbot.mouseClick(view.teach, Qt.MouseButton.LeftButton)
            await until(lambda: not view.scope.is_busy("teach"))
        address = await practice.address()
        with Control(address.control_url, address.control_token) as control:
            (fault,) = control.faults().faults
        assert (fault.kind, fault.operation) == ("changed", "catalogs/createOrUpdate")
        assert {change["place"] for change in fault.parameters["changes"]} == {
            "data.catalogs[].hidden",
            "data.catalogs[].name",
        }
        view.forget.click()
        assert view.nothing.isVisible()
        assert not console.drifts.count()
    finally:
        await practice.stop()
        await leave(console)
