"""The help in plain words: found by what one would call it, opened at the right page by F1 on any field."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QApplication, QLineEdit, QPushButton, QWidget
from pytestqt.qtbot import QtBot

from svcconsole.gui.kit.containers.fields import Field
from svcconsole.gui.panels.help.field_help import FieldHelp
from svcconsole.gui.panels.help.guide_browser import GuideBrowser
from svcconsole.gui.panels.help.page import READING, HelpPage
from svcconsole.gui.panels.help.topics import BY_NAME, TOPICS, Topic, topic_of
from svcconsole.gui.shell.main_window import MainWindow
from svcconsole.gui.shell.rail import TABS
from tests.gui.panels.help.conftest import said
from tests.gui.shell.conftest import LIVE, OpenWindow, open_window, settings
from tests.support.coroutines import until
from tests.support.qt import show

__all__ = ["open_window", "settings"]

ROOT = Path(__file__).resolve().parents[4]
SOURCES = "\n".join(path.read_text(encoding="utf-8") for path in sorted((ROOT / "svcconsole").rglob("*.py")))
EXPECTED = {
    "Today": "today",
    "Catalog": "catalog",
    "Customers": "customers",
    "Messaging": "messaging",
    "Helpdesk": "helpdesk",
    "Reports": "reports",
    "User Properties": "user-properties",
}


def test_every_tab_has_its_page() -> None:
    assert set(EXPECTED) == {tab.name for tab in TABS}


def in_front(window: MainWindow) -> GuideBrowser:
    page = window.page()
    assert isinstance(page, HelpPage)
    assert page.segments.current() == READING
    return page.findChildren(GuideBrowser)[0]


@pytest.mark.parametrize("topic", TOPICS, ids=lambda topic: topic.name)
def test_what_a_page_names_is_said_on_the_screen(topic: Topic) -> None:
    text = "\n".join(topic.lines())
    for words in re.findall(r"“([^”]+)”", text):
        assert words in SOURCES.replace("{store}", "store"), words
    assert not re.search(r"[!*_]{1}\s|https?://", text), "plain words"


@pytest.mark.parametrize(
    ("searched", "names"),
    [
        ("proxy", {"stores", "settings"}),
        ("firewall", {"settings"}),
        ("undo", {"imports"}),
        ("warp drive", set()),
        ("read-only", {"stores"}),
        ("managed.json", {"stores"}),
        ("PostgreSQL", {"team"}),
        ("TICKET", {"helpdesk"}),
    ],
)
def test_pages_are_found_by_what_they_say_and_by_other_words(
    qtbot: QtBot, searched: str, names: set[str]
) -> None:
    browser = show(qtbot, GuideBrowser(), 1000, 700)
    browser.search.setText(searched)
    browser.search.returnPressed.emit()
    found = {name for name, row in browser.rows.items() if not row.isHidden()}
    assert names <= found if names else found == set()
    assert len(found) < len(TOPICS)
    if names:
        assert browser.topic.name in found, "the page in front is one of them"
    else:
        assert "No page of the help says" in said(browser.side)


async def test_f1_opens_the_page_about_what_is_in_front(
    window_loop: QApplication, open_window: OpenWindow, qtbot: QtBot
) -> None:
    async with open_window(LIVE) as window:
        for tab, name in EXPECTED.items():
            page = window.show_tab(tab)
            await until(page.isVisible)
            qtbot.keyClick(window, Qt.Key.Key_F1)
            assert in_front(window).topic is BY_NAME[name], tab
        window.show_settings()
        qtbot.keyClick(window, Qt.Key.Key_F1)
        assert in_front(window).topic is BY_NAME["settings"]
        window.show_settings("Team")
        assert topic_of(window.pages.settings().team.sharing) is BY_NAME["team"]


async def test_every_field_of_every_tab_has_its_page(
    window_loop: QApplication, open_window: OpenWindow
) -> None:
    async with open_window(LIVE) as window:
        for tab, name in EXPECTED.items():
            page = window.show_tab(tab)
            parts = page.findChildren(QWidget)
            fields = [each for each in parts if each.focusPolicy() & Qt.FocusPolicy.TabFocus]
            assert fields
            assert {topic_of(each).name for each in fields} <= {name, "runs", "imports", "messaging"}, tab


async def test_f1_in_a_field_says_what_it_is_and_what_is_not_documented(
    window_loop: QApplication, open_window: OpenWindow, qtbot: QtBot
) -> None:
    async with open_window(LIVE) as window:
        page = window.show_tab("Helpdesk")
        await until(page.isVisible)
        field = next(each for each in page.findChildren(Field) if isinstance(each.editor, QLineEdit))
        editor = field.editor
        editor.setFocus(Qt.FocusReason.OtherFocusReason)
        qtbot.keyClick(editor, Qt.Key.Key_F1)
        browser = in_front(window)
        assert browser.topic is BY_NAME["helpdesk"]
        assert not browser.field.isHidden()
        await until(lambda: field.editor.accessibleName() in said(browser.field))


def test_what_the_specification_leaves_open_is_said_of_its_field(qtbot: QtBot) -> None:
    from svcconsole.api.models.helpdesk import CreateTicket
    from svcconsole.gui.kit.forms.form import Form
    from svcconsole.gui.panels.help.field_help import help_of_field

    form = show(qtbot, Form(CreateTicket), 900, 700)
    known = {name: help_of_field(field.editor) for name, field in form.fields.items()}
    assert all(each is not None and each.operation == "createAndAssignTicket" for each in known.values())
    channel = known["channel"]
    assert channel is not None and channel.open
    assert all(each is not None and each.documented for each in known.values())
    browser = show(qtbot, GuideBrowser(), 1000, 700)
    wanted: list[str] = []
    browser.operation_wanted.connect(wanted.append)
    browser.show_topic(BY_NAME["helpdesk"], channel)
    qtbot.waitUntil(lambda: channel.open[0].question in said(browser.field))
    names = [part.accessibleName() for part in browser.field.findChildren(QWidget)]
    assert "Not documented by the service" in names
    next(part for part in browser.field.findChildren(QPushButton)).click()
    assert wanted == ["createAndAssignTicket"]
    silent = FieldHelp("Whatever", operation="products/list", documented=("text",))
    browser.show_topic(BY_NAME["catalog"], silent)
    qtbot.waitUntil(lambda: "The service says only its name and its type." in said(browser.field))
