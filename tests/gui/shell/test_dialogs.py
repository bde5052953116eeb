"""Dialogs are awaited: nothing stalls behind them, Esc is the safe answer, the focus goes back."""

from __future__ import annotations

import asyncio
from pathlib import Path

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QApplication, QDialogButtonBox, QFileDialog, QLineEdit, QVBoxLayout, QWidget
from pytestqt.qtbot import QtBot

from svcconsole import languages
from svcconsole.gui.kit import dialogs
from svcconsole.gui.kit.dialogs import Answer, Question
from svcconsole.gui.kit.file_kinds import ALL_FILES, CSV
from svcconsole.words import catalog
from tests.support.coroutines import until
from tests.support.qt import show

ANSWERS = (Answer("delete", "Delete it", destroys=True), Answer("move", "Move it"), Answer("keep", "Keep it"))


def question(app: QApplication) -> Question | None:
    found = [
        widget for widget in app.topLevelWidgets() if isinstance(widget, Question) and widget.isVisible()
    ]
    return found[0] if found else None


async def ask(parent: QWidget) -> str:
    return await dialogs.ask(parent, "Delete <b>it</b>?", "It is gone then.", ANSWERS, safe="keep")


async def opened(app: QApplication) -> Question:
    dialog = await until(lambda: question(app))
    assert isinstance(dialog, Question)
    return dialog


async def test_a_click_answers_and_other_tasks_go_on(window_loop: QApplication, qtbot: QtBot) -> None:
    ticks = 0

    async def tick() -> None:
        nonlocal ticks
        while True:
            ticks += 1
            await asyncio.sleep(0.001)

    loop = asyncio.get_running_loop()
    other, asked = loop.create_task(tick()), loop.create_task(ask(show(qtbot, QWidget(), 600, 400)))
    dialog = await opened(window_loop)
    before = ticks
    await until(lambda: ticks > before + 3)
    asked_in, said_in = dialog.heading.font(), dialog.text.font()
    assert (asked_in.pointSizeF(), asked_in.weight()) > (said_in.pointSizeF() + 3, said_in.weight())
    dialog.by_id["move"].click()
    assert await asked == "move"
    other.cancel()
    await asyncio.wait([other])


async def test_esc_and_closing_and_a_lost_window_are_the_safe_answer(
    window_loop: QApplication, qtbot: QtBot
) -> None:
    for end in (
        lambda dialog: qtbot.keyClick(dialog, Qt.Key.Key_Escape),
        lambda dialog: dialog.close(),
        lambda dialog: dialog.parent().deleteLater(),
    ):
        asked = asyncio.get_running_loop().create_task(ask(show(qtbot, QWidget(), 600, 400)))
        end(await opened(window_loop))
        assert await asked == "keep"


async def test_the_safe_button_is_default_and_what_destroys_stands_apart(
    window_loop: QApplication, qtbot: QtBot
) -> None:
    asked = asyncio.get_running_loop().create_task(ask(show(qtbot, QWidget(), 600, 400)))
    dialog = await opened(window_loop)
    assert dialog.by_id["keep"].isDefault()
    role = dialog.buttons.buttonRole(dialog.by_id["delete"])
    assert role == QDialogButtonBox.ButtonRole.DestructiveRole
    assert dialog.heading.text() == "Delete <b>it</b>?"
    assert dialog.accessibleName() == "Delete <b>it</b>?"
    dialog.reject()
    await asked


def test_one_button_of_a_question_is_filled(qtbot: QtBot) -> None:
    answers = (Answer("all", "Ask for the report"), Answer("me", "Only me"), Answer("stay", "Keep editing"))
    made = Question(show(qtbot, QWidget()), "Send them?", "Ten parts.", answers, "stay")
    kinds = {name: each.property("kind") for name, each in made.by_id.items()}
    assert kinds == {"all": "primary", "me": "plain", "stay": "plain"}


async def test_the_focus_goes_back(window_loop: QApplication, qtbot: QtBot) -> None:
    page = QWidget()
    column = QVBoxLayout(page)
    first, second = QLineEdit(), QLineEdit()
    column.addWidget(first)
    column.addWidget(second)
    show(qtbot, page, 600, 400).activateWindow()
    second.setFocus()
    await until(lambda: second.hasFocus() is True)
    asked = asyncio.get_running_loop().create_task(ask(page))
    (await opened(window_loop)).reject()
    await asked
    await until(lambda: second.hasFocus() is True)


async def test_the_name_must_be_typed(window_loop: QApplication, qtbot: QtBot) -> None:
    page = show(qtbot, QWidget(), 600, 400)
    verb = Answer("write", "Write to Wickloom")
    coro = dialogs.confirm_by_name(
        page, "Write 500 products?", "They are live at once.", "Wickloom Europe", verb
    )
    asked = asyncio.get_running_loop().create_task(coro)
    dialog = await opened(window_loop)
    field, go = dialog.findChildren(QLineEdit)[0], dialog.by_id["write"]
    assert field.accessibleName() == "Type the name to write: Wickloom Europe"
    field.setText("Wickloom")
    assert not go.isEnabled()
    field.setText("  wickloom EUROPE ")
    assert go.isEnabled()
    go.click()
    assert await asked


async def test_a_file_is_chosen_without_a_nested_loop(
    window_loop: QApplication, qtbot: QtBot, tmp_path: Path
) -> None:
    wanted = tmp_path / "products.csv"
    wanted.write_text("a,b\n", "utf-8")
    page = show(qtbot, QWidget(), 600, 400)
    coro = dialogs.choose_file(page, "Choose a file", kinds=(CSV, ALL_FILES), folder=tmp_path)
    asked = asyncio.get_running_loop().create_task(coro)
    chooser = await until(lambda: page.findChild(QFileDialog))
    assert isinstance(chooser, QFileDialog)
    assert chooser.nameFilters() == ["CSV files (*.csv)", "All files (*)"]
    chooser.findChildren(QLineEdit, "fileNameEdit")[0].setText(wanted.name)
    chooser.accept()
    assert await asked == wanted


def test_kinds_of_files_are_named_in_the_language_in_use() -> None:
    try:
        catalog.use(languages.language("es"))
        assert CSV.name_filter == "Archivos CSV (*.csv)"
        assert ALL_FILES.name_filter == "Todos los archivos (*)"
    finally:
        catalog.use(catalog.ENGLISH)
