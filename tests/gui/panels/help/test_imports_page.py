"""The page "Imports" of the help: what it names on the screen and on the command line is there."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from PySide6.QtWidgets import QLabel
from pytestqt.qtbot import QtBot

from svcconsole.gui.panels.help.guide import Guide
from svcconsole.gui.panels.help.topics import BY_NAME
from svcconsole.resources import resource
from tests.support.qt import show

ROOT = Path(__file__).resolve().parents[4] / "svcconsole"
TEXT = resource("help", "imports.md").read_text(encoding="utf-8")
BUTTONS = ("Rehearse first", "Send exactly this", "Can be taken back", "To confirm", "Undo", "Phone doctor")
QUESTIONS = ("How is this file written?", "Which file of the archive is it?")


@pytest.mark.parametrize("words", [*BUTTONS, *QUESTIONS])
def test_what_it_names_is_said_on_the_screen(words: str) -> None:
    assert words.lower() in TEXT.lower()
    places = [*(ROOT / "gui").rglob("*.py"), *(ROOT / "tables").rglob("*.py")]
    assert any(f'"{words}"' in path.read_text(encoding="utf-8") for path in places)


@pytest.mark.parametrize("option", sorted(set(re.findall(r"--[a-z-]+", TEXT))))
def test_its_options_are_taken(option: str) -> None:
    places = (ROOT / "cli").rglob("*.py")
    written = (f'"{option}', f'/{option}"')  # of two that exclude one another the second stands behind a "/"
    assert any(each in path.read_text(encoding="utf-8") for path in places for each in written)


def test_the_page_is_shown(qtbot: QtBot) -> None:
    guide = show(qtbot, Guide("imports.md"), 900, 700)
    said = [label.text() for label in guide.findChildren(QLabel)]
    assert "The phone doctor" in said and len(said) > 20
    assert BY_NAME["imports"].title() == "How a file is read"
