"""The registries on their page: named, added, taken away and brought back, written to files and read."""

from __future__ import annotations

import json
from collections.abc import Sequence
from functools import partial
from pathlib import Path

from PySide6.QtWidgets import QApplication

from svcconsole.gui.kit.widgets.offer import Offer
from svcconsole.gui.panels.registries.editors import RegistryEditor
from svcconsole.gui.panels.registries.registries_page import RegistriesPage
from svcconsole.gui.tabs.helpdesk.tab import HelpdeskTab
from svcconsole.services.helpdesk.registry_files import RegistryFileError
from svcconsole.workspace.database import Workspace
from svcconsole.workspace.known.registries import Entry, RegistryKind
from tests.gui.tabs.helpdesk.conftest import Open
from tests.gui.tabs.helpdesk.writing import choose, write
from tests.support.coroutines import until


def opened(tab: HelpdeskTab) -> RegistriesPage:
    tab.ticket_page.registries.click()
    page = tab.stack.currentWidget()
    assert isinstance(page, RegistriesPage)
    return page


def offered(tab: HelpdeskTab, name: str) -> list[str]:
    editor = tab.ticket_page.form.editors[name]
    assert isinstance(editor, RegistryEditor)
    offer: Offer = editor.offer
    rows = offer.rows()
    return [str(rows.index(row, 0).data()) for row in range(rows.rowCount())]


def forget_all(space: Workspace, entries: Sequence[Entry]) -> None:
    for entry in entries:
        space.registries.forget(entry.kind, entry.key)


async def test_a_team_with_a_name_is_offered_and_understood_by_it(
    window_loop: QApplication, open_tab: Open
) -> None:
    async with open_tab() as tab:
        page = opened(tab)
        page.segments.set_current(1)
        page.key.setText("one")
        assert not page.add.isEnabled()
        page.key.setText("1")
        page.label.setText("Customer care")
        page.add.click()
        await until(lambda: offered(tab, "team_id") == ["Customer care · 1"])
        page.header.back_clicked.emit()
        choose(tab.ticket_page, "assignment_type", "SPECIFIC_TEAM")
        write(tab.ticket_page, team_id="customer CARE")
        assert tab.ticket_page.form.values()["team_id"] == 1
        write(tab.ticket_page, team_id="12")
        assert tab.ticket_page.form.values()["team_id"] == 12


async def test_an_entry_is_renamed_in_the_table_taken_away_and_brought_back(
    window_loop: QApplication, open_tab: Open
) -> None:
    async with open_tab() as tab:
        asha = Entry(RegistryKind.AGENTS, "asha@practice.example", times=3)
        await tab.console.db(lambda space: space.registries.merge([asha]))
        tab.read_known()
        await until(lambda: tab.known.of(RegistryKind.AGENTS))
        page = opened(tab)
        await until(lambda: page.model.rowCount() == 1)
        assert page.model.setData(page.model.index(0, page.model.column("label")), "Asha <i>Nair</i>")
        await until(lambda: tab.known.label(RegistryKind.AGENTS, asha.key) == "Asha <i>Nair</i>")
        page._row_actions(tab.known.of(RegistryKind.AGENTS)[0])[1].trigger()
        await until(lambda: not tab.known.of(RegistryKind.AGENTS))
        tab.console.notices.open[-1].links[0].run()
        await until(lambda: tab.known.of(RegistryKind.AGENTS))
        (entry,) = tab.known.of(RegistryKind.AGENTS)
        assert (entry.label, entry.times) == ("Asha <i>Nair</i>", 3)


async def test_what_is_exported_is_taken_in_elsewhere(
    window_loop: QApplication, open_tab: Open, tmp_path: Path
) -> None:
    entries = [
        Entry(RegistryKind.AGENTS, "asha@practice.example", "Asha", "=1+1", None, 2),
        Entry(RegistryKind.LABELS, "2", 'مرتجعات 🎁, "returns"\nsecond line'),
    ]
    async with open_tab() as tab:
        await tab.console.db(lambda space: space.registries.merge(entries))
        page = opened(tab)
        for name in ("all.csv", "all.json"):
            await page.write_file(tmp_path / name)
        await tab.console.db(partial(forget_all, entries=entries))
        for name in ("all.csv", "all.json"):
            await page.import_file(tmp_path / name)
            assert set(await tab.console.db(lambda space: space.registries.entries())) == set(entries)
        told = [notice.sentence for notice in tab.console.notices.open]
        assert "all.csv: 2 new, 0 changed, 0 known already." in told
        assert "all.json: 0 new, 0 changed, 2 known already." in told


async def test_a_place_that_cannot_be_written_is_told_in_a_sentence(
    window_loop: QApplication, open_tab: Open, tmp_path: Path
) -> None:
    async with open_tab() as tab:
        page = opened(tab)
        page.scope.start(page.write_file(tmp_path / "none" / "all.csv"))
        await until(lambda: tab.console.notices.open)
        (told,) = tab.console.notices.open
        assert told.sentence == "all.csv cannot be written: there is no such file or folder."
        assert (told.advice, told.details) == ("Choose another place.", "")


async def test_a_file_that_is_none_changes_nothing(
    window_loop: QApplication, open_tab: Open, tmp_path: Path
) -> None:
    (tmp_path / "bad.json").write_text(json.dumps([{"kind": "teams", "key": "1"}, {"kind": "teams"}]))
    async with open_tab() as tab:
        page = opened(tab)
        try:
            await page.import_file(tmp_path / "bad.json")
        except RegistryFileError as error:
            assert error.sentence == "Entry 2 has no key."
        else:
            raise AssertionError("the file was taken")
        assert await tab.console.db(lambda space: space.registries.entries()) == ()


async def test_a_registry_reads_again_with_the_chosen_entry_marked(
    window_loop: QApplication, open_tab: Open
) -> None:
    async with open_tab() as tab:
        entries = [Entry(RegistryKind.AGENTS, f"agent{at:02}@practice.example") for at in range(1, 60)]
        await tab.console.db(lambda space: space.registries.merge(entries))
        tab.read_known()
        page = opened(tab)
        await until(lambda: page.model.rowCount() == 59)
        page.table.set_current("agent40@practice.example")
        bar = page.table.verticalScrollBar()
        await until(lambda: bar.value() > 0)
        top = page.table.rowViewportPosition(page.table.currentIndex().row())
        more = [Entry(RegistryKind.AGENTS, f"aa{at}@practice.example") for at in range(3)]
        await tab.console.db(lambda space: space.registries.merge(more))
        tab.read_known()
        await until(lambda: page.model.rowCount() == 62)
        current = page.table.current_record()
        assert current is not None and current.key == "agent40@practice.example"
        assert page.table.rowViewportPosition(page.table.currentIndex().row()) == top
