"""A second person in the window: what waits, what is decided by, the answer, and who may not give it."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from contextlib import closing
from pathlib import Path

import psycopg
import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QApplication, QLineEdit
from pytestqt.qtbot import QtBot
from sqlalchemy import make_url

from svcconsole.gui.kit.dialogs import Question
from svcconsole.gui.panels.activity.page import ActivityPage
from svcconsole.gui.panels.approvals.plan_page import PlanPage
from svcconsole.gui.runtime.runs_controller import RunsController
from svcconsole.gui.shell.main_window import MainWindow
from svcconsole.workspace.address import VARIABLE
from svcconsole.workspace.database import Workspace
from svcconsole.workspace.runs.records import FileRow, NewRun, PlanItem
from svcconsole.workspace.schema import Repeat
from svcconsole.workspace.team.approvals import Answer
from svcconsole.workspace.team.roles import Role
from tests.gui.shell.conftest import LIVE, OpenWindow, open_window, settings
from tests.support.coroutines import until

__all__ = ["open_window", "settings"]

ODD = "مرحبا <b>x</b> 😀 " + "long " * 30


def campaign(workspace: Workspace, people: int, words: str, file: str = "winter.csv") -> str:
    """Planned messages, every second of them to another country."""
    header = ("Phone", "Name")
    new = NewRun("messages", "Messages", f"/{file}", file, "f" * 64, header, effect=Repeat.ONCE)
    items = []
    for number in range(people):
        phone = f"+{'39333' if number % 2 else '91984'}{number:07}"
        body = {"contactIdentifier": phone, "type": "text", "payload": {"type": "text", "message": words}}
        row = (FileRow(number + 1, number + 2, (phone, "Asha")),)
        items.append(PlanItem(phone, row, json.dumps(body).encode()))
    return workspace.runs.create(new, items)


class Shared:
    """A workspace whose window is Yusuf's, who may approve, and in which Ana plans."""

    def __init__(self, folder: Path, address: str) -> None:
        self.address = address
        self.owner = Workspace.open(folder / "owner" / LIVE.id, address)
        self.urls = {}
        for name, role in (("ana", Role.SEND), ("yusuf", Role.APPROVE)):
            made = self.owner.operators.invite(name, role)
            url = make_url(made.address).set(password=made.password)
            self.urls[name] = url.render_as_string(hide_password=False)
        self.owner.approvals.set_team_limit(3)
        self.ana = Workspace.open(folder / "ana" / LIVE.id, self.urls["ana"])

    def close(self) -> None:
        self.ana.close()
        self.owner.close()
        with closing(psycopg.connect(self.address, autocommit=True)) as connection:
            for name in self.urls:
                connection.execute(f"DROP OWNED BY {name}; DROP ROLE {name}".encode())


@pytest.fixture
def shared(
    tmp_path: Path, new_database: Callable[[], str], monkeypatch: pytest.MonkeyPatch
) -> Iterator[Shared]:
    made = Shared(tmp_path, new_database())
    monkeypatch.setenv(VARIABLE, made.urls["yusuf"])
    yield made
    made.close()


async def looked_at(window: MainWindow, run_id: str) -> tuple[ActivityPage, PlanPage]:
    page = window.show_activity()
    page.show_approval(run_id)
    view = page.approvals
    await until(lambda: view.places.currentWidget() is view.page and not view.scope.is_busy())
    return page, view.page


def differences(page: ActivityPage) -> dict[str, tuple[str, str]]:
    look = page.approvals.look
    assert look is not None
    return {each.what: (each.before, each.now) for each in look.differences}


async def test_a_plan_is_seen_held_against_the_last_one_and_approved(
    qtbot: QtBot, window_loop: QApplication, open_window: OpenWindow, shared: Shared
) -> None:
    before = campaign(shared.ana, 4, "Candles for €18", "autumn.csv")
    shared.ana.approvals.ask(before)
    with Workspace.open(shared.owner.folder.parent.parent / "yusuf" / LIVE.id, shared.urls["yusuf"]) as yusuf:
        yusuf.approvals.answer(before, Answer.APPROVED)
    run_id = campaign(shared.ana, 6, f"Candles for €16 {ODD}", "winter.csv")
    asked = shared.ana.approvals.ask(run_id)
    async with open_window(LIVE) as window:
        activity, page = await looked_at(window, run_id)
        assert page.title.text() == "ana asks to let 6 people get this message"
        assert (page.people.value(), page.countries.value()) == ("6", "2")
        assert page.hash.text().replace(" ", "") == asked.plan_sha256
        assert page.code.text() == asked.code
        told = differences(activity)
        assert told["People"] == ("4", "6")
        assert told["File"] == ("autumn.csv", "winter.csv")
        assert told["Message"] == ("Candles for €18", f"Candles for €16 {ODD}")
        assert ODD.strip() in page.phone.bubble.body
        assert page.approve.text() == "Approve for 6 people"
        qtbot.mouseClick(page.approve, Qt.MouseButton.LeftButton)
        await until(lambda: page.title.text() == "yusuf let 6 people get this message")
        assert not page.approve.isVisible()
        given = shared.ana.approvals.of_run(run_id)
        assert given is not None
        assert (given.answered_by, given.valid) == ("yusuf", True)


async def test_a_plan_goes_back_with_words_and_one_that_was_changed_is_not_approved(
    qtbot: QtBot, window_loop: QApplication, open_window: OpenWindow, shared: Shared
) -> None:
    run_id = campaign(shared.ana, 5, "Candles")
    shared.ana.approvals.ask(run_id)
    async with open_window(LIVE) as window:
        _, page = await looked_at(window, run_id)
        assert not page.changes_heading.isVisible(), "nothing was approved before"
        qtbot.mouseClick(page.refuse, Qt.MouseButton.LeftButton)
        await until(lambda: window.findChild(Question) is not None)
        question = window.findChild(Question)
        assert question is not None
        assert not question.by_id["back"].isEnabled()
        [reason] = question.findChildren(QLineEdit)
        qtbot.keyClicks(reason, "The price is wrong.")
        qtbot.mouseClick(question.by_id["back"], Qt.MouseButton.LeftButton)
        await until(lambda: page.title.text() == "yusuf sent this plan back")
        assert "The price is wrong." in page.footer.message()
        again = campaign(shared.ana, 5, "Candles")
        shared.ana.approvals.ask(again)
        with shared.owner.writing() as connection:
            connection.exec_driver_sql(f"UPDATE runs SET sha256 = 'other' WHERE id = '{again}'")
        _, page = await looked_at(window, again)
        await until(lambda: "was changed after it was asked about" in page.footer.message())
        assert not page.approve.isEnabled()


async def test_who_planned_it_reads_who_can_approve_it_instead_of_a_button(
    window_loop: QApplication, open_window: OpenWindow, shared: Shared, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv(VARIABLE, shared.urls["ana"])
    run_id = campaign(shared.ana, 5, "Candles")
    shared.ana.approvals.ask(run_id)
    async with open_window(LIVE) as window:
        _, page = await looked_at(window, run_id)
        assert not page.approve.isVisible()
        assert not page.refuse.isVisible()
        assert page.footer.message() == "You made this plan. postgres, yusuf can approve it."


async def test_a_run_that_needs_a_second_person_is_not_sent_and_offers_to_ask(
    window_loop: QApplication, open_window: OpenWindow, shared: Shared, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv(VARIABLE, shared.urls["ana"])
    run_id = campaign(shared.ana, 5, "Candles")
    async with open_window(LIVE) as window:
        console = window.console
        runs = console.runs = console.runs or RunsController(console, console)
        runs.start(run_id)
        await until(lambda: any("a second person" in each.sentence for each in console.notices.open))
        [notice] = [each for each in console.notices.open if "a second person" in each.sentence]
        [asks] = notice.links
        asks.run()
        await until(
            lambda: any("waits for a second person" in each.sentence for each in console.notices.open)
        )
        [asked] = shared.owner.approvals.list(open_only=True)
        assert (asked.run_id, asked.asked_by) == (run_id, "ana")
        assert shared.owner.runs.get(run_id).started_at is None
        runs.start(run_id)
        await until(lambda: any("nobody has answered yet" in each.advice for each in console.notices.open))
        assert not any(each.links for each in console.notices.open if "nobody has answered" in each.advice)
