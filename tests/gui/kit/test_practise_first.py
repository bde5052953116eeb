"""A store whose profile asks for the practice tasks is not written to from the window before that."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable

import pytest
from PySide6.QtWidgets import QApplication, QWidget
from pytestqt.qtbot import QtBot

from svcconsole.gui.kit.practise_first import practised
from svcconsole.gui.panels.importer import write_consent
from svcconsole.gui.runtime.profile_summary import ProfileSummary
from svcconsole.services.first_tasks.passes import TASKS, note_passed
from tests.support.qt import answer, question_of, show, words_of

SHOP = ProfileSummary(
    "shop", "Shop", base_url="https://shop.example", safe_level="open", must_practise="tasks"
)
Ask = Callable[[QWidget], Awaitable[bool]]
ASKERS: dict[str, Ask] = {
    "a form": lambda parent: practised(parent, SHOP),
    "a run": lambda parent: write_consent.may_write(parent, SHOP, "Import", "This changes the store."),
}


@pytest.mark.parametrize("asker", list(ASKERS))
async def test_it_says_what_is_missing_and_lets_it_through_once_all_is_passed(
    window_loop: QApplication, qtbot: QtBot, asker: str
) -> None:
    parent = show(qtbot, QWidget(), 600, 400)
    asked = asyncio.ensure_future(ASKERS[asker](parent))
    question = await question_of(parent)
    assert "0 of 5 are passed" in words_of(question)
    await answer(question, "Close")
    assert await asked is False
    for task in TASKS:
        note_passed(task)
    assert await ASKERS[asker](parent) is True


async def test_the_practice_store_asks_for_nothing(window_loop: QApplication, qtbot: QtBot) -> None:
    parent = show(qtbot, QWidget())
    assert await practised(parent, SHOP._replace(practice=True)) is True
