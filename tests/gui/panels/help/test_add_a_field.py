"""The page "Add a field": what it names is there, and following it makes the editor appear."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Annotated, Literal

import pytest
from PySide6.QtWidgets import QApplication, QLabel
from pytestqt.qtbot import QtBot

from svcconsole.api.models.common import Envelope, Request
from svcconsole.api.models.helpdesk import CreateTicket
from svcconsole.api.models.ui import Ui
from svcconsole.api.operations import Effect, Operation
from svcconsole.gui.kit.forms.form import Form
from svcconsole.gui.panels.help.guide import Guide
from svcconsole.gui.panels.help.page import DEVELOPERS_PAGE
from svcconsole.resources import resource
from tests.gui.shell.conftest import OpenWindow
from tests.support.qt import show

ROOT = Path(__file__).resolve().parents[4]
TEXT = resource("help", DEVELOPERS_PAGE).read_text(encoding="utf-8")
LINES = [line for line in TEXT.splitlines() if line and not line.startswith("# ")]
STEPS = [line for line in LINES if re.match(r"\d+\. ", line)]
COMMANDS = {"sh packaging/dev.sh test", "… | None = None"}


class Hurry(CreateTicket):
    """A ticket to which step 1 and step 3 of the page were done."""

    how_soon: Annotated[
        Literal["TODAY", "LATER"] | None, Ui(label="How soon", help="Who waits for it.", example="TODAY")
    ] = None


class Close(Request):
    ticket_id: str
    reason: str | None = None


@pytest.mark.parametrize("line", LINES, ids=lambda line: line[:40])
def test_every_file_and_name_of_a_line_is_there(line: str) -> None:
    quoted = [part for part in re.findall(r"`([^`]+)`", line) if part not in COMMANDS]
    paths = [ROOT / part for part in quoted if "/" in part]
    assert paths or not quoted, "a name without the file it stands in"
    missing = [path for path in paths if not path.exists()]
    assert not missing
    text = "\n".join(path.read_text(encoding="utf-8") for path in paths if path.is_file())
    for name in (part for part in quoted if "/" not in part):
        assert re.search(rf"\b{re.escape(name)}\b", text), f"{name} is in none of {paths}"


def test_the_commands_of_the_page_are_there() -> None:
    assert (ROOT / "packaging" / "dev.sh").is_file()
    assert all(command in TEXT for command in COMMANDS)


def test_a_field_added_to_a_model_has_its_editor_and_is_sent(qtbot: QtBot) -> None:
    form: Form[Hurry] = show(qtbot, Form(Hurry), 900, 900)
    assert set(form.editors) - set(Form(CreateTicket, parent=form).editors) == {"how_soon"}
    spec = form.editors["how_soon"].spec
    assert (spec.label, spec.help, spec.choices) == ("How soon", "Who waits for it.", ("TODAY", "LATER"))
    for name, value in {"channel": "TASKS", "task_title": "Call back", "how_soon": "TODAY"}.items():
        form.apply(name, value)
    made = form.submit()
    assert made is not None
    assert json.loads(made.wire())["howSoon"] == "TODAY"


def test_an_operation_added_to_the_table_has_its_form(qtbot: QtBot) -> None:
    operation = Operation("tickets.close", "closeTicket", Close, Envelope, Effect.ONCE, "Close ticket")
    form = show(qtbot, Form(operation.request), 600, 400)
    assert set(form.editors) == {"ticket_id", "reason"}
    form.apply("ticket_id", "17")
    made = form.submit()
    assert made is not None
    assert json.loads(made.wire()) == {"ticketId": "17"}


async def test_the_help_page_shows_it(window_loop: QApplication, open_window: OpenWindow) -> None:
    async with open_window() as window:
        window.show_place("help")
        guide = window.pages.help().show_guide()
        assert isinstance(guide, Guide)
        assert guide.isVisible()
        words = " ".join(label.text() for label in guide.findChildren(QLabel))
        for step in STEPS:
            assert step.partition(" ")[2].replace("`", "") in words
        assert guide.content.width() <= guide.viewport().width()
        for label in guide.findChildren(QLabel):
            assert label.height() >= label.heightForWidth(label.width()), "cut"
