"""The first ten minutes: a task ticks when the practice store's own records show it, never for a click."""

from __future__ import annotations

from collections.abc import AsyncIterator, Callable
from contextlib import AbstractAsyncContextManager, asynccontextmanager
from pathlib import Path

import pytest
from PySide6.QtCore import QEvent, QObject, QSettings, Qt
from PySide6.QtWidgets import QApplication, QWidget
from pytestqt.qtbot import QtBot

from svcconsole.api.connection import Connection
from svcconsole.api.models.helpdesk import CreateTicket
from svcconsole.api.operations import CREATE_TICKET
from svcconsole.api.token import Token
from svcconsole.gui.panels.first_tasks.checks import REPAIRED
from svcconsole.gui.panels.first_tasks.evidence import sample_products
from svcconsole.gui.panels.first_tasks.page import FirstTasksPage
from svcconsole.gui.panels.first_tasks.tasks import TASKS
from svcconsole.gui.runtime.console import Console
from svcconsole.gui.runtime.notices import Notices
from svcconsole.gui.runtime.setting_keys import OWN_NUMBER
from svcconsole.gui.runtime.settings import Settings
from svcconsole.services.first_tasks.passes import BAD_DAYS, note_passed, passes
from svcconsole.services.first_tasks.passes import TASKS as TASK_IDS
from svcconsole.workspace.runs.records import Decision
from tests.gui.panels.practice.conftest import PRACTICE, Running, ask, products
from tests.support.coroutines import until
from tests.support.practice import PracticeStore
from tests.support.qt import show, words_of

OpenTasks = Callable[[], AbstractAsyncContextManager[FirstTasksPage]]
OWN, FAILS = "+4917012345678", "+15550100004"


class Stoppable(Running):
    """One that can be gone."""

    def go(self) -> None:
        self._address = None
        self.changed.emit()


@pytest.fixture
def stores() -> list[Stoppable]:
    """The practice stores that a test opened pages on."""
    return []


@pytest.fixture
def open_tasks(
    window_loop: QApplication,
    practice_store: PracticeStore,
    own_folders: Path,
    qtbot: QtBot,
    stores: list[Stoppable],
) -> OpenTasks:
    """`async with open_tasks() as page`: the page has read the store's records once."""

    @asynccontextmanager
    async def opened() -> AsyncIterator[FirstTasksPage]:
        async def connect() -> Connection:
            return Connection(practice_store.base_url, Token(practice_store.token))

        settings = Settings(QSettings(str(own_folders / "window.ini"), QSettings.Format.IniFormat))
        folder = own_folders / "stores" / "practice"
        console = Console(
            PRACTICE, settings=settings, store_folder=folder, notices=Notices(), connect=connect
        )
        console.may_load.set()
        process = Stoppable(practice_store, own_folders / "practice-store")
        stores.append(process)
        page = FirstTasksPage(console)
        page.use_practice_store(process)
        show(qtbot, page, 1280, 800)
        page.activate()
        await until(page.is_known)
        try:
            yield page
        finally:
            await page.aclose()
            await console.close()
            process.deleteLater()

    return opened


async def steps_seen(page: FirstTasksPage, task: str, number: int) -> None:
    """Wait until so many steps of a task are seen."""
    await until(lambda: sum(step is not None for step in page.progress(task).steps) == number)


async def test_an_import_counts_once_its_mistakes_are_fixed(
    open_tasks: OpenTasks, practice_store: PracticeStore
) -> None:
    async with open_tasks() as page:
        assert page.done() == []
        assert "about 10 minutes left" in words_of(page)
        assert (
            ask(practice_store, "products/createOrUpdate", products(*(sample_products() - REPAIRED))) == 200
        )
        await steps_seen(page, "import", 1)
        assert "Import the file again" in page.steps.again.text()
        assert ask(practice_store, "products/createOrUpdate", products(*REPAIRED)) == 200
        await until(lambda: page.done() == ["import"])
        assert passes()["import"]["words"] == f"{len(sample_products())} products accepted"
        assert "What you did well" in words_of(page.steps) and page.show_me.text() == "Next task"
        assert "about 7 minutes left" in words_of(page)


async def test_a_step_that_is_undone_loses_its_tick(
    open_tasks: OpenTasks, practice_store: PracticeStore
) -> None:
    async with open_tasks() as page:
        assert (
            ask(practice_store, "products/createOrUpdate", products(*(sample_products() - REPAIRED))) == 200
        )
        await steps_seen(page, "import", 1)
        practice_store.reset("empty")
        await steps_seen(page, "import", 0)


class Paints(QObject):
    """The widgets that were painted since it was made or `seen` was cleared."""

    def __init__(self, page: QWidget) -> None:
        super().__init__(page)
        self.seen: set[QObject] = set()
        for each in (page, *page.findChildren(QWidget)):
            each.installEventFilter(self)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if event.type() == QEvent.Type.Paint:
            self.seen.add(watched)
        return False

    async def settle(self, other: QWidget) -> None:
        """Return once all that is to be painted by now is: what stands beside it is painted with it."""
        self.seen.discard(other)
        other.update()
        await until(lambda: other in self.seen)


async def test_a_page_that_stays_as_it_is_paints_nothing(open_tasks: OpenTasks) -> None:
    """It reads the store's records all day, and would take half of what an idle window may."""
    async with open_tasks() as page:
        paints, rows = Paints(page), set(page.rows.values())
        await paints.settle(page.header)
        for _ in range(2):
            await until(lambda: not page.scope.is_busy("look"))
            paints.seen.clear()
            page.look()
            await until(lambda: not page.scope.is_busy("look"))
            await paints.settle(page.header)
        assert not paints.seen & rows
        page.activate()
        await paints.settle(page.header)
        assert paints.seen >= rows


async def test_a_message_to_oneself_counts_once_it_was_read_and_seen(
    open_tasks: OpenTasks, practice_store: PracticeStore
) -> None:
    practice_store.control("POST", "/pace", {"factor": 1000})
    async with open_tasks() as page:
        _text(practice_store, "+4915112345678")  # to somebody else: no message to oneself
        page.console.settings.set(OWN_NUMBER, OWN)
        _text(practice_store, OWN)
        await steps_seen(page, "message", 3)
        message = page.progress("message").steps[2]
        assert message is not None and message.words == "“Hello”"
        await until(lambda: _statuses(practice_store, OWN) == ["read"])
        newest = practice_store.control("GET", "/messages")["data"]["messages"][0]
        assert ask(practice_store, "fetchMessagesById", {"messageIds": [newest["messageId"]]}) == 200
        await until(lambda: "message" in page.done())


async def test_a_campaign_counts_once_the_failure_was_handled(
    open_tasks: OpenTasks, practice_store: PracticeStore
) -> None:
    practice_store.reset("demo")
    practice_store.control("POST", "/pace", {"factor": 1000})
    async with open_tasks() as page:
        for number in (FAILS, *(f"+4915112345{at}" for at in range(600, 605))):
            _template(practice_store, number)
        await until(lambda: _statuses(practice_store, FAILS) == ["failed"])
        await steps_seen(page, "campaign", 2)
        await _ticket(page.console, FAILS)
        await until(lambda: "campaign" in page.done())


async def test_half_a_year_counts_once_every_part_is_made(
    open_tasks: OpenTasks, practice_store: PracticeStore
) -> None:
    async with open_tasks() as page:
        _report(practice_store, "2026-05-20T00:00:00.000Z")  # six weeks
        _report(practice_store, "2026-01-01T00:00:00.000Z")
        await until(lambda: page.progress("report").steps[1] is not None)
        newest = practice_store.control("GET", "/reports")["data"]["reports"][0]
        assert ask(practice_store, "getReportById", {"reportHistoryId": newest["id"]}) == 200
        await until(lambda: "report" in page.done())


@pytest.mark.parametrize("right", [True, False])
async def test_a_doubt_counts_when_the_answer_is_what_the_store_knows(
    open_tasks: OpenTasks, practice_store: PracticeStore, right: bool
) -> None:
    async with open_tasks() as page:
        page.choose("doubt")
        page.show_me.click()
        await until(lambda: bool(practice_store.faults()))
        executed = bool(practice_store.faults()[0]["executed"])
        record = await _ticket(page.console, "+4915112345678")
        await steps_seen(page, "doubt", 1)
        answer = Decision.COUNT_AS_SENT if executed is right else Decision.KEEP
        await page.console.db(lambda space: space.decisions.decide([(record, 0)], answer, "me"))
        page.look()
        if right:
            await until(lambda: "doubt" in page.done())
        else:
            await until(lambda: "Begin once more" in page.progress("doubt").again)
            assert page.done() == []


async def test_a_store_that_is_gone_changes_no_tick_and_says_so(
    open_tasks: OpenTasks, stores: list[Stoppable]
) -> None:
    note_passed("import", words="47 products accepted")
    async with open_tasks() as page:
        await until(lambda: page.done() == ["import"])
        stores[-1].go()
        await until(lambda: bool(page.trouble))
        assert page.done() == ["import"]
        assert "The tasks stay as they were." in page.stopped.text()
        assert page.start.isVisible()


async def test_the_bad_days_open_after_the_fifth_task(open_tasks: OpenTasks) -> None:
    for task in TASK_IDS[:-1]:
        note_passed(task)
    async with open_tasks() as page:
        heard: list[bool] = []
        page.passed.connect(lambda: heard.append(True))
        await until(lambda: len(page.done()) == 4)
        assert not page.bad_days.isEnabled()
        note_passed(TASK_IDS[-1])
        await until(page.bad_days.isEnabled)
        assert heard == [True]
        assert "5 of 5 done" in words_of(page)


async def test_the_tasks_are_walked_with_the_arrows_and_skipped(open_tasks: OpenTasks, qtbot: QtBot) -> None:
    async with open_tasks() as page:
        first, second, *_ = page.rows.values()
        first.setFocus()
        qtbot.keyClick(first, Qt.Key.Key_Down)
        assert page.task == "message" and second.isChecked()
        page.skip.click()
        assert page.task == "campaign" and "message" not in page.done()


def test_the_ids_of_the_tasks_are_those_a_profile_can_ask_for() -> None:
    assert tuple(task.id for task in TASKS) == TASK_IDS
    assert sum(task.minutes for task in TASKS) == 10
    from svcconsole.gui.panels.practice.scenarios.scenarios import SCENARIOS

    assert tuple(each.id for each in SCENARIOS) == BAD_DAYS


async def _ticket(console: Console, number: str) -> str:
    request = CreateTicket(
        channel="WHATSAPP",
        brand_phone_number="+49301000100",
        customer_phone_number=number,
        context="Please call.",
    )
    sent = await console.sends.send(
        CREATE_TICKET, request, kind="ticket", title="Ticket", about=number, again=True
    )
    return sent.run_id


def _text(store: PracticeStore, to: str) -> None:
    body = {"medium": "whatsapp", "type": "text", "contactIdentifier": to, "payload": {"message": "Hello"}}
    assert ask(store, "messages/v2/sendMessage", {"appId": "app-1", **body}) == 200


def _template(store: PracticeStore, to: str) -> None:
    payload = {"templateId": "welcome", "components": {"body": ["Ana"]}}
    body = {"medium": "whatsapp", "contactIdentifier": to, "type": "DEFAULT", "payload": payload}
    assert ask(store, "messages/v2/sendTemplateMessage", {"appId": "app-1", **body}) == 200


def _report(store: PracticeStore, start: str) -> None:
    body = {
        "reportType": "Overall",
        "reportName": "All Conversations Report",
        "dateRange": {"startDate": start, "endDate": "2026-06-30T23:59:59.999Z"},
        "emails": ["ana@shop.example"],
    }
    assert ask(store, "generateReport", body) == 200


def _statuses(store: PracticeStore, to: str) -> list[str]:
    found = store.control("GET", "/messages")["data"]["messages"]
    return [each["status"] for each in found if each["contact"] == to]
