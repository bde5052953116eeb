"""The phone doctor in step Check: kinds, the preview, one repair for all, undo, keys, narrow."""

from __future__ import annotations

from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QPushButton
from pytestqt.qtbot import QtBot

from svcconsole.gui.panels.importer.check import long_work
from svcconsole.gui.panels.importer.import_steps import CHECK, COLUMNS
from svcconsole.gui.panels.importer.page import ImportPage
from tests.gui.panels.importer.conftest import OpenPage
from tests.gui.panels.importer.hands import recognised, settle, until
from tests.gui.panels.runs.conftest import MakeConsole, leave
from tests.support.practice import PracticeStore

FILE = """First name,Last name,Phone,Country of birth,E-mail
Lukas,Schäfer,0171 555 01 44,Germany,lukas@post.example
Camille,Lefèvre,06 12 00 41 88,France,camille@post.example
Giulia,Esposito,0347 100 0188,Italy,giulia@post.example
Ana,Ribeiro,0912 000 341,Portugal,ana@post.example
Tiago,Gonçalves,0213 400 118,Portugal,tiago@post.example
Ben,Roth,3.46E+11,Germany,ben@post.example
Ida,Roth,491715550155,Germany,ida@post.example
Eva,Roth,+49 171 5550166,Germany,eva@post
Max,Roth,+49 171 5550167,Germany,max@post.example
"""


@pytest.fixture
def path(tmp_path: Path) -> Path:
    made = tmp_path / "contacts.csv"
    made.write_text(FILE, encoding="utf-8")
    return made


async def at_doctor(page: ImportPage) -> None:
    """At the check, with no question about the file answered."""
    await recognised(page)
    page.file.next.click()
    await until(lambda: page.step() == COLUMNS and not page.is_busy())
    page.columns.next.click()
    await until(lambda: page.step() == CHECK and not page.is_busy())


def codes(page: ImportPage) -> list[str]:
    return [code for code, row in page.check.side.kinds.items() if row.isVisible()]


def stops(page: ImportPage) -> list[QPushButton]:
    """The button that stops what takes long, while it is offered."""
    if page.step() != CHECK:
        return []
    found = page.check.findChildren(QPushButton)
    return [each for each in found if each.text() == "Stop" and each.isVisible()]


async def test_kinds_are_listed_previewed_repaired_and_taken_back(
    make_console: MakeConsole, practice_store: PracticeStore, open_page: OpenPage, path: Path
) -> None:
    console = make_console(practice_store)
    page = open_page(console, path, kind="customers")
    await at_doctor(page)
    step, pane = page.check, page.check.phones
    assert codes(page)[:4] == [
        "phones.starts-zero",
        "phones.lost-plus",
        "phones.digits-lost",
        "email_unreadable",
    ]
    assert step.code == "phones.starts-zero" and pane.isVisible()
    assert (pane.segments.current(), pane.grid.model.total()) == (2, 5)
    assert pane.repair.text() == "Repair 4 numbers" and pane.repair.isVisible()
    assert not step.run.isVisible(), "there is one filled button"
    assert page.actions_here()["primary"] == pane.repair.click
    assert pane.footer.message() == "4 become right, 1 stays to fix · Ctrl+Z undoes it · 1 row is ready"
    first = pane.grid.model.record(0)
    assert (first.before, first.after, first.how) == (
        "0171 555 01 44",
        "+49 171 5550144",
        "mobile in Germany",
    )
    assert not step.summary.can_undo, "nothing is changed before"
    pane.segments.set_current(1)
    await settle(page)
    assert [row.name for row in pane.grid.model.records()] == ["Giulia Esposito"]
    pane.segments.set_current(2)
    await settle(page)
    pane.repair.click()
    await settle(page)
    assert step.code == "phones.lost-plus", "the next kind is chosen"
    assert step.phone_kinds[0].numbers == 1, "what stayed is listed again"
    [notice] = console.notices.open
    assert notice.sentence == "4 phone numbers were repaired."
    notice.links[0].run()
    await settle(page)
    assert [kind.numbers for kind in step.phone_kinds] == [5, 1, 1]
    assert not console.notices.open, "what was undone is not offered again"
    await page.shut()
    await leave(console)


async def test_a_chosen_place_and_country_change_the_preview_alone(
    make_console: MakeConsole, practice_store: PracticeStore, open_page: OpenPage, path: Path, qtbot: QtBot
) -> None:
    console = make_console(practice_store)
    page = open_page(console, path, kind="customers")
    await at_doctor(page)
    pane = page.check.phones
    assert pane.places.currentText() == "the column Country of birth"
    assert [chip.text() for chip in pane.chips] == ["Portugal", "Germany", "France"]
    qtbot.mouseClick(pane.chips[0], Qt.MouseButton.LeftButton)
    await settle(page)
    assert [row.name for row in pane.grid.model.records()] == ["Ana Ribeiro", "Tiago Gonçalves"]
    assert pane.repair.text() == "Repair 4 numbers", "the chips filter what is seen, not what is repaired"
    pane.places.setCurrentIndex(pane.places.count() - 1)
    pane.places.activated.emit(pane.places.count() - 1)
    await settle(page)
    assert pane.region is not None and pane.region.isVisible()
    pane.region.set_code("DE")
    pane.region.activated.emit(pane.region.currentIndex())
    await settle(page)
    assert pane.source == "region:DE"
    assert pane.repair.text() == "Repair 1 number", "a row that names another country is not passed over"
    await page.shut()
    await leave(console)


async def test_what_cannot_be_worked_out_has_ways_out_and_no_repair(
    make_console: MakeConsole, practice_store: PracticeStore, open_page: OpenPage, path: Path
) -> None:
    console = make_console(practice_store)
    page = open_page(console, path, kind="customers")
    await at_doctor(page)
    step, pane = page.check, page.check.phones
    step.side.kinds["phones.digits-lost"].click()
    await settle(page)
    assert not pane.repair.isVisible() and step.run.isVisible()
    assert set(pane.ways) == {"leave_out", "empty"}
    before = step.summary.to_put_right
    pane.ways["empty"].click()
    await settle(page)
    assert step.summary.to_put_right == before - 1
    assert step.code == "phones.starts-zero", "nothing is left of that kind: the first of the others"
    await page.shut()
    await leave(console)


async def test_a_number_is_typed_in_its_row(
    make_console: MakeConsole, practice_store: PracticeStore, open_page: OpenPage, path: Path
) -> None:
    console = make_console(practice_store)
    page = open_page(console, path, kind="customers")
    await at_doctor(page)
    pane = page.check.phones
    model = pane.grid.model
    index = model.index(2, model.column("after"))
    assert model.setData(index, "+39 347 100 0188")
    await settle(page)
    assert [row.name for row in model.records()] == [
        "Lukas Schäfer", "Camille Lefèvre", "Ana Ribeiro", "Tiago Gonçalves",
    ]  # fmt: skip
    await page.shut()
    await leave(console)


async def test_narrow_the_kinds_are_a_combo(
    make_console: MakeConsole, practice_store: PracticeStore, open_page: OpenPage, path: Path
) -> None:
    console = make_console(practice_store)
    page = open_page(console, path, kind="customers")
    await at_doctor(page)
    page.resize(820, 640)
    step, pane = page.check, page.check.phones
    await until(lambda: not step.side.isVisible())
    assert pane.kinds.isVisible()
    assert pane.kinds.currentText() == "Starts with 0, no country (5)"
    at = pane.kinds.findData("phones.lost-plus")
    pane.kinds.setCurrentIndex(at)
    pane.kinds.activated.emit(at)
    await settle(page)
    assert [row.name for row in pane.grid.model.records()] == ["Ida Roth"]
    assert pane.footer.width() <= page.width()
    await page.shut()
    await leave(console)


async def test_a_long_look_and_a_long_repair_say_how_far_they_are_and_can_be_stopped(
    make_console: MakeConsole,
    practice_store: PracticeStore,
    open_page: OpenPage,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(long_work, "QUIET_SECONDS", 0.0)
    path = tmp_path / "many.csv"
    rows = "".join(f"A,B,0171 55{at:06},Germany,a{at}@post.example\n" for at in range(1_600))
    path.write_text(FILE.splitlines(keepends=True)[0] + rows, encoding="utf-8")
    console = make_console(practice_store)
    page = open_page(console, path, kind="customers")
    await recognised(page)
    page.file.next.click()
    await until(lambda: page.step() == COLUMNS and not page.is_busy())
    page.columns.next.click()
    await until(lambda: bool(stops(page)))
    step, pane = page.check, page.check.phones
    assert "Looking at the phone numbers: " in step.footer.message()
    stops(page)[0].click()
    await until(lambda: page.step() == CHECK and not page.is_busy())
    assert not any(code.startswith("phones.") for code in codes(page))
    assert "phone_country" in codes(page), "the problems are there, and no doctor"

    step.again.click()
    await until(lambda: bool(step.phone_kinds) and not page.is_busy())
    assert step.code == "phones.starts-zero"
    pane.repair.click()
    await until(lambda: bool(stops(page)))
    assert "of 1,60" in pane.footer.message()
    stops(page)[0].click()
    await until(lambda: not page.is_busy())
    assert [notice.sentence for notice in console.notices.open] == ["Nothing was repaired."]
    assert not step.summary.can_undo
    assert [kind.numbers for kind in step.phone_kinds] == [1_600]

    pane.repair.click()
    await until(lambda: step.summary.can_undo and not page.is_busy())
    assert (step.summary.ready, step.phone_kinds) == (1_600, ())
    await page.shut()
    await leave(console)
