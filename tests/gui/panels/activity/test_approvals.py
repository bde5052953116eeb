"""A second person in the window: what waits, what is decided by, the answer, and who may not give it."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from contextlib import closing
from datetime import UTC, datetime
from functools import partial
from pathlib import Path

import psycopg
import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QApplication, QLineEdit
from pytestqt.qtbot import QtBot
from sqlalchemy import make_url

from svcconsole import languages
from svcconsole.gui.design.text import PlainLabel
from svcconsole.gui.design.words import show
from svcconsole.gui.kit.dialogs import Question
from svcconsole.gui.panels.activity.page import ActivityPage
from svcconsole.gui.panels.approvals.plan_page import PlanPage
from svcconsole.gui.runtime.runs_controller import RunsController
from svcconsole.gui.shell.main_window import MainWindow
from svcconsole.services.campaigns.terms import Arm, CampaignTerms, SendWindow, Split
from svcconsole.services.schedules.job_settings import RunSettings
from svcconsole.words import catalog
from svcconsole.workspace.address import VARIABLE
from svcconsole.workspace.database import Workspace
from svcconsole.workspace.known.event_listener import LOOK_EVERY
from svcconsole.workspace.runs.records import FileRow, NewRun, PlanItem
from svcconsole.workspace.schema import Repeat
from svcconsole.workspace.team.approvals import Answer
from svcconsole.workspace.team.clock_rule import ClockRule, Every
from svcconsole.workspace.team.roles import Role
from svcconsole.workspace.team.schedule_records import Job, NewSchedule
from tests.gui.shell.conftest import LIVE, OpenWindow, open_window, settings
from tests.support.coroutines import until
from tests.support.library import plain
from tests.support.qt import words_of

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


def two_texts(workspace: Workspace, second: str) -> str:
    """A planned campaign of templates: of six people two get another one."""
    split = Split(arms=(Arm(name="A", share=0.7), Arm(name="B", share=0.3, template=second)), held_out=0.05)
    terms = CampaignTerms(split=split).as_text()
    header = ("Phone", "Name")
    new = NewRun(
        "templates", "Templates", "/l.csv", "l.csv", "f" * 64, header, effect=Repeat.ONCE, terms=terms
    )
    items = []
    for number in range(6):
        phone, arm = f"+91984{number:07}", int(number > 3)
        said = {"body": [f"Asha {number}"]}
        payload = {"templateId": second if arm else "greeting", "components": said}
        body = json.dumps({"contactIdentifier": phone, "payload": payload}, separators=(",", ":")).encode()
        items.append(PlanItem(phone, (FileRow(number + 1, number + 2, (phone, "Asha")),), body, arm=arm))
    return workspace.runs.create(new, items)


class Shared:
    """A workspace whose window is Yusuf's, who may approve, and in which Ana plans."""

    def __init__(self, folder: Path, address: str) -> None:
        self.folder = folder
        self.address = address
        self.owner = Workspace.open(folder / "owner" / LIVE.id, address)
        self.urls = {}
        for name, role in (("ana", Role.SEND), ("yusuf", Role.APPROVE)):
            made = self.owner.operators.invite(name, role)
            url = make_url(made.address).set(password=made.password)
            self.urls[name] = url.render_as_string(hide_password=False)
        self.owner.approvals.set_team_limit(3)
        self.ana = Workspace.open(folder / "ana" / LIVE.id, self.urls["ana"])

    def yusuf(self) -> Workspace:
        """Another console of Yusuf's, to be closed."""
        return Workspace.open(self.folder / "yusuf" / LIVE.id, self.urls["yusuf"])

    def approved(self, run_id: str) -> None:
        """Ana asks about a plan, and Yusuf lets it go."""
        self.ana.approvals.ask(run_id)
        with self.yusuf() as yusuf:
            yusuf.approvals.answer(run_id, Answer.APPROVED)

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
    shared.approved(before)
    run_id = campaign(shared.ana, 6, f"Candles for €16 {ODD}", "winter.csv")
    asked = shared.ana.approvals.ask(run_id)
    async with open_window(LIVE) as window:
        activity, page = await looked_at(window, run_id)
        assert page.title.text() == "ana asks to let 6 people get this message"
        assert (page.people.value(), page.countries.value()) == ("6", "2")
        assert (page.times.value(), page.left_today.value()) == ("by hand", "not set")
        assert page.hash.text().replace(" ", "") == asked.plan_sha256
        assert page.code.text() == asked.code
        told = differences(activity)
        assert told["People"] == ("4", "6")
        assert told["File"] == ("autumn.csv", "winter.csv")
        assert told["Message"] == ("Candles for €18", f"Candles for €16 {ODD}")
        assert ODD.strip() in page.message.phone.bubble.body
        assert page.approve.text() == "Approve for 6 people"
        qtbot.mouseClick(page.approve, Qt.MouseButton.LeftButton)
        await until(lambda: page.title.text() == "yusuf let 6 people get this message")
        assert not page.approve.isVisible()
        given = shared.ana.approvals.of_run(run_id)
        assert given is not None
        assert (given.answered_by, given.valid) == ("yusuf", True)


async def test_what_differs_is_said_in_the_language_in_use(
    window_loop: QApplication, open_window: OpenWindow, shared: Shared
) -> None:
    before = campaign(shared.ana, 4, "Candles")
    shared.approved(before)
    terms = CampaignTerms(window=SendWindow(weekdays=(0,))).as_text()
    run_id = campaign(shared.ana, 6, "Candles")
    shared.ana.runs.change_terms(run_id, terms)
    shared.ana.approvals.ask(run_id)
    catalog.use(languages.language("es"))
    try:
        async with open_window(LIVE) as window:
            activity, page = await looked_at(window, run_id)
            said = {label.text() for label in page.findChildren(PlainLabel)}
            assert {"Personas", "Horas y límites"} <= said
            assert not {"People", "Hours and limits"} & said
            now = differences(activity)["Hours and limits"][1]
            assert now.startswith("It goes out on") and f"+ {now}" not in said
            assert f"+ {show(now)}" in said
    finally:
        catalog.use(catalog.ENGLISH)


async def test_a_plan_of_two_texts_shows_both_and_another_second_text_is_a_difference(
    qtbot: QtBot, window_loop: QApplication, open_window: OpenWindow, shared: Shared
) -> None:
    for name, words in (("greeting", "Hello {{1}}"), ("winter", "Winter, {{1}}"), ("sale", "Sale, {{1}}")):
        shared.ana.templates.merge([(name, plain({"id": name, "body": words}))])
    before = two_texts(shared.ana, "winter")
    shared.approved(before)
    run_id = two_texts(shared.ana, "sale")
    shared.ana.approvals.ask(run_id)
    async with open_window(LIVE) as window:
        activity, page = await looked_at(window, run_id)
        told = differences(activity)
        assert told["Template, text B"] == ("winter", "sale")
        assert [name for name in told if name.endswith("text A")] == []
        assert "the template “sale”" in told["Hours and limits"][1]
        assert "5 in 100 get nothing, to compare with." in page.terms.text()
        message = page.message
        assert message.choices.isVisible()
        assert message.template.text() == "Template: greeting"
        assert message.phone.bubble.body == "Hello Asha 0"
        message.choices.set_current(1)
        assert message.template.text() == "Template: sale"
        assert message.phone.bubble.body == "Sale, Asha 4"
        for width, place in ((900, page._page), (1280, page._side)):
            window.window().resize(width, 800)
            await until(partial(place.isAncestorOf, message))
            await until(message.isVisible)
            assert message.choices.current() == 1


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


async def test_the_approver_is_told_without_looking_and_led_there(
    qtbot: QtBot,
    window_loop: QApplication,
    open_window: OpenWindow,
    shared: Shared,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    for kind in LOOK_EVERY:
        monkeypatch.setitem(LOOK_EVERY, kind, 3600.0)
    async with open_window(LIVE) as window:
        button, notices = window.band.approvals, window.console.notices
        await until(lambda: window.console.events.state is not None)
        await until(lambda: window.band.here.marks() == ["Y"])
        own = campaign(shared.owner, 4, "Candles")
        run_id = campaign(shared.ana, 5, "Candles", ODD)
        shared.ana.approvals.ask(run_id)
        await until(button.isVisible)
        assert button.text() == "1 waits for your approval"
        [told] = [each for each in notices.open if each.about == "approvals"]
        assert told.sentence.startswith("ana asks you to let 5 people get ")
        assert ODD in told.sentence
        [look] = told.links
        look.run()
        activity = window.pages.activity()
        await until(lambda: activity.approvals.places.currentWidget() is activity.approvals.page)
        assert activity.approvals.look is not None
        assert activity.approvals.look.info.id == run_id
        shared.owner.approvals.ask(own)
        await until(lambda: button.text() == "2 wait for your approval")
        page = activity.approvals.page
        await until(lambda: page.approve.isVisible() and not activity.approvals.scope.is_busy())
        qtbot.mouseClick(page.approve, Qt.MouseButton.LeftButton)
        await until(lambda: button.text() == "1 waits for your approval")
        shared.owner.runs.forget(own)
        await until(lambda: not button.isVisible())
        assert not [each for each in notices.open if each.about == "approvals"]


async def test_who_may_not_approve_or_asked_themselves_is_told_nothing(
    window_loop: QApplication, open_window: OpenWindow, shared: Shared, monkeypatch: pytest.MonkeyPatch
) -> None:
    waiting = [campaign(shared.ana, 5, "Candles"), campaign(shared.owner, 4, "Candles")]
    shared.ana.approvals.ask(waiting[0])
    shared.owner.approvals.ask(waiting[1])
    assert shared.ana.approvals.mine_to_answer() == ()
    assert [each.run_id for each in shared.owner.approvals.mine_to_answer()] == waiting[:1]
    with shared.yusuf() as yusuf:
        assert [each.run_id for each in yusuf.approvals.mine_to_answer()] == waiting[::-1]
        yusuf.approvals.answer(waiting[0], Answer.SENT_BACK, "The price is wrong.")
        assert [each.run_id for each in yusuf.approvals.mine_to_answer()] == waiting[1:]
    monkeypatch.setenv(VARIABLE, shared.urls["ana"])
    async with open_window(LIVE) as window:
        await until(lambda: window.band.here.marks() == ["A"])
        assert not window.band.approvals.isVisible()
        assert not window.console.notices.open


async def test_the_page_tells_when_it_starts_how_long_it_takes_and_what_was_sent_today(
    window_loop: QApplication, open_window: OpenWindow, shared: Shared
) -> None:
    run_id = campaign(shared.ana, 600, "Candles")
    shared.ana.runs.set_limit(run_id, 60)
    rule = ClockRule("Europe/Berlin", Every.ONCE, "10:00", date="2999-12-01")
    new = NewSchedule("Winter", Job.RUN, RunSettings(run_id).as_json(), rule)
    shared.ana.schedules.add(new, "ana", datetime.now(UTC))
    earlier = campaign(shared.owner, 3, "Soap")
    with shared.owner.writing() as connection:
        at = datetime.now(UTC).isoformat(timespec="milliseconds").replace("+00:00", "Z")
        connection.exec_driver_sql(
            f"UPDATE items SET state = 'acked', at = '{at}' WHERE run_id = '{earlier}' AND seq < 2"
        )
    shared.ana.approvals.ask(run_id)
    async with open_window(LIVE) as window:
        _, page = await looked_at(window, run_id)
        assert page.times.value() == "10:00 – 10:10"
        assert page.times.toolTip() == "1 December 2999, 60 a minute, 10 min"
        assert "2 sent from here in 24 hours" in words_of(page.left_today)
