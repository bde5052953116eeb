"""A webhook receiver's log is dropped on the page of decisions, or chosen on the delivery page."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QLabel, QWidget
from pytestqt.qtbot import QtBot

from svcconsole.api.models.messaging import SendMessage, TextPayload
from svcconsole.api.operations import SEND_MESSAGE
from svcconsole.gui.panels.decisions.page import DECIDED, DecisionsPage
from svcconsole.gui.panels.decisions.webhook_findings import FindingsDialog
from svcconsole.gui.runtime.console import Console
from svcconsole.services.deliveries.states import State
from svcconsole.services.sends.callback_data import callback_data, new_nonce
from tests.gui.panels.delivery.conftest import open_delivery, states
from tests.gui.shell.conftest import OpenWindow
from tests.gui.tabs.messaging.conftest import Open, open_tab
from tests.support.coroutines import until
from tests.support.dropping import drop_files
from tests.support.practice import PracticeStore
from tests.support.qt import choose_path

__all__ = ["open_tab"]

pytestmark = pytest.mark.usefixtures("window_loop")

NUMBERS = ("+919845012345", "+919845012346")
NOBODY = "http://127.0.0.1:9/events"


@pytest.fixture
def telling_store(practice_store: PracticeStore) -> PracticeStore:
    """A practice store that would tell a receiver, which never answers: its log keeps what was to be told."""
    practice_store.control("POST", "/pace", {"factor": 1000})
    practice_store.control("POST", "/webhooks", {"url": NOBODY, "secret": "a secret"})
    return practice_store


async def left_in_doubt(console: Console, store: PracticeStore, number: str, *, executed: bool) -> None:
    """A message of which nobody heard; the store carried it out, or did not."""
    store.add_fault("reset", operation=SEND_MESSAGE.path, executed=executed, count=1)
    nonce = new_nonce()
    request = SendMessage(
        medium="whatsapp",
        type="text",
        contact_identifier=number,
        payload=TextPayload(message="<b>Hello</b>"),
        callback_data=callback_data("", nonce),
    )
    await console.sends.send(
        SEND_MESSAGE, request, kind="message", title="Text: <b>Hello</b>", about=number, reference=nonce
    )


async def logged(store: PracticeStore, path: Path) -> Path:
    """The practice store's own log of webhooks as a file, once the message's whole life is in it."""
    answers: list[Any] = []

    def whole() -> bool:
        answers.append(store.control("GET", "/webhooks/log?limit=1000"))
        return bool(answers[-1]["data"]["total"] == 4)

    await until(whole)
    return written(path, answers[-1])


def written(path: Path, answer: Any) -> Path:
    path.write_text(json.dumps(answer), encoding="utf-8")
    return path


async def told(page: QWidget) -> FindingsDialog:
    await until(lambda: page.findChild(FindingsDialog) is not None)
    dialog = page.findChild(FindingsDialog)
    assert dialog is not None
    return dialog


def words_of(dialog: QWidget) -> list[str]:
    return [label.text() for label in dialog.findChildren(QLabel)]


async def test_a_dropped_log_settles_a_doubt_and_keeps_the_evidence(
    qtbot: QtBot, open_window: OpenWindow, telling_store: PracticeStore, tmp_path: Path
) -> None:
    async with open_window() as window:
        await window.console.ready()
        for number, executed in zip(NUMBERS, (True, False), strict=True):
            await left_in_doubt(window.console, telling_store, number, executed=executed)
        page = window.show_decisions() or window.page()
        assert isinstance(page, DecisionsPage)
        await until(lambda: len(page.listing.rows()) == 2 and not page.scope.is_busy())
        story = " ".join(f"{step.title} {step.sub}" for step in page.detail.story.steps)
        assert "Import the log of your webhook receiver" in story
        assert "proves nothing" in story
        drop_files(page, await logged(telling_store, tmp_path / "webhooks.json"))
        dialog = await told(page)
        said = words_of(dialog)
        assert "1 message was sent: this log proves it" in said
        assert "4 records in the log" in said
        assert "1 message is named in it" in said
        (left,) = [text for text in said if "still needs your decision" in text]
        assert "proves nothing" in left
        assert any(NUMBERS[0] in text for text in said)
        qtbot.mouseClick(dialog.close_button, Qt.MouseButton.LeftButton)
        await until(lambda: len(page.listing.rows()) == 1)
        page.segments.set_current(DECIDED)
        await until(lambda: bool(page.listing.rows()) and not page.scope.is_busy())
        assert page.detail.decided.text().startswith("Proved by a webhook log")
        assert page.detail.evidence.text() == "proved: it was sent"
        story = " ".join(f"{step.title} {step.sub}" for step in page.detail.story.steps)
        assert "“sent”" in story
        assert "webhooks.json" in story
        assert not page.bar.take_back.isEnabled()


async def test_what_is_no_log_is_said_in_a_sentence(
    open_window: OpenWindow, practice_store: PracticeStore, tmp_path: Path
) -> None:
    path = tmp_path / "empty.jsonl"
    path.touch()
    async with open_window() as window:
        window.show_decisions()
        page = window.page()
        assert isinstance(page, DecisionsPage)
        drop_files(page, path)
        await until(
            lambda: any("empty.jsonl is empty" in one.sentence for one in window.console.notices.open)
        )
        await until(page.import_log.isEnabled)


async def test_the_delivery_page_takes_a_log_and_follows_what_it_names(
    qtbot: QtBot, open_tab: Open, telling_store: PracticeStore, tmp_path: Path
) -> None:
    async with open_tab() as tab:
        await left_in_doubt(tab.console, telling_store, NUMBERS[0], executed=True)
        path = await logged(telling_store, tmp_path / "webhooks.json")
        page = open_delivery(tab)
        await until(lambda: list(states(page).values()) == [State.DECIDE])
        qtbot.mouseClick(page.import_log, Qt.MouseButton.LeftButton)
        await choose_path(page, path)
        dialog = await told(page)
        assert "No message needs your decision any more." in words_of(dialog)
        dialog.close_button.click()
        await until(lambda: list(states(page).values()) == [State.READ])
