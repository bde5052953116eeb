"""What a person does to a ticket in the tests: choose segments, type, press, answer dialogs."""

from __future__ import annotations

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QLineEdit, QPlainTextEdit
from pytestqt.qtbot import QtBot

from svcconsole.gui.panels.registries.editors import SegmentsEditor
from svcconsole.gui.tabs.helpdesk.tab import HelpdeskTab
from svcconsole.gui.tabs.helpdesk.ticket_page import TicketPage
from tests.support.coroutines import until

AGENT = "asha@practice.example"


def choose(page: TicketPage, name: str, word: str) -> None:
    """Press the segment that stands for `word` on the wire."""
    editor = page.form.editors[name]
    assert isinstance(editor, SegmentsEditor)
    editor.segments.set_current([wire for wire, _ in editor.choices].index(word))


def write(page: TicketPage, **texts: str) -> None:
    """Type into the fields by name and leave each, as Tab does."""
    for name, text in texts.items():
        editor = page.form.editors[name]
        widget = editor.widget
        if isinstance(widget, QLineEdit):
            widget.setText(text)
            widget.textEdited.emit(text)
        elif isinstance(widget, QPlainTextEdit):
            widget.setPlainText(text)
        else:
            raise TypeError(name)
        editor.left.emit()


def label(qtbot: QtBot, page: TicketPage, text: str) -> None:
    """Type a label and press Enter."""
    line = page.form.editors["label_ids"].widget.findChild(QLineEdit)
    assert isinstance(line, QLineEdit)
    qtbot.keyClicks(line, text)
    qtbot.keyClick(line, Qt.Key.Key_Return)


def write_task(page: TicketPage, title: str = "Call back", notes: str = "") -> None:
    choose(page, "channel", "TASKS")
    write(page, task_title=title, context=notes)


async def create(tab: HelpdeskTab) -> None:
    """Press the filled button and wait until everything about it has come to rest."""
    tab.ticket_page.save.click()
    await at_rest(tab)


async def at_rest(tab: HelpdeskTab) -> None:
    page = tab.ticket_page
    scopes = (tab.scope, page.scope, page.made.scope)
    await until(lambda: not any(scope.is_busy() for scope in scopes))
