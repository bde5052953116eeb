"""The five tasks of the first ten minutes, gone through with the mouse and the keyboard alone."""

from __future__ import annotations

from functools import partial
from typing import TypeVar

from PySide6.QtCore import QModelIndex, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QAbstractButton, QAbstractItemView, QComboBox, QLineEdit, QWidget

from svcconsole.api.models.reports import RESUMABLE
from svcconsole.gui.design.text import visible
from svcconsole.gui.design.words import tr
from svcconsole.gui.kit.dialogs import Question
from svcconsole.gui.kit.widgets.field_question import FieldQuestion
from svcconsole.gui.panels.delivery.page import DeliveryPage
from svcconsole.gui.panels.first_tasks.page import FirstTasksPage
from svcconsole.gui.panels.first_tasks.tasks import BY_ID, TASKS
from svcconsole.gui.panels.importer.import_steps import CHECK, COLUMNS, RESULT, WHEN
from svcconsole.gui.panels.importer.page import ImportPage
from svcconsole.gui.panels.practice.page import PracticePage
from svcconsole.gui.shell.rail import TABS
from svcconsole.gui.tabs.helpdesk.ticket_page import TicketPage
from svcconsole.gui.tabs.messaging.campaign.page import CampaignPage
from svcconsole.gui.tabs.messaging.message_page import MessagePage
from svcconsole.gui.tabs.reports.question.question_form import EMAILS
from svcconsole.gui.tabs.reports.tab import ReportsTab
from svcconsole.services.deliveries.states import State
from svcconsole.services.helpdesk.tickets import reference_line
from svcconsole.tour.helpdesk import ONE_AGENT
from svcconsole.tour.products import (
    ANSWERS,
    FIXES,
    cell_editor,
    first_problem,
    is_put_right,
    open_question,
    settled,
)
from svcconsole.tour.window_driver import NotAsExpected, WindowDriver, focused
from svcconsole.workspace.runs.report_runs import Stage

W = TypeVar("W", bound=QWidget)
OWN = "+49 170 1234567"
UNREACHED = "+1 555 010 0003"
"""Whom of the sample the practice store does not reach."""
SOMEBODY = "+91 98765 43210"
AGENT, MINE = "asha@practice.example", "me@practice.example"
HELLO = "Hello from the first ten minutes"
ENDS = (State.READ, State.FAILED)
LONG = 90.0
"""Seconds that the practice store may take for half a year of conversations."""


async def first_ten_minutes(stage: WindowDriver) -> None:
    """Task after task, as a person who has just installed the program; each ticks off by the store's log."""
    page = await stage.until("the five tasks are in front", lambda: shown(stage, FirstTasksPage))
    await stage.until("the store's records are read", page.is_known)
    await stage.picture("first-ten-minutes")
    for task, do in (
        ("import", import_file), ("message", message_to_oneself), ("campaign", small_campaign),
        ("report", half_a_year), ("doubt", answer_doubt),
    ):  # fmt: skip
        await stage.click(page.rows[task])
        await do(stage, page)
        await go_to_tasks(stage)
        await stage.until(f"the task {task} is ticked off", partial(_is_done, page, task), LONG)
        await stage.picture(f"task-{task}-done")
    stage.totals["tasks_done"] = len(page.done())
    stage.check("all five are done", len(page.done()) == len(TASKS))


# The tasks


async def import_file(stage: WindowDriver, tasks: FirstTasksPage) -> None:
    """The sample of products, its three mistakes fixed."""
    await lead(stage, tasks)
    await press(stage, tr("Import a file"))
    await press(stage, tr("Try a sample"))
    page = await stage.until("the import page opens", lambda: shown(stage, ImportPage))
    await stage.until("the file is read", lambda: page.file.next.isVisible() and settled(page))
    await stage.click(page.file.next)
    await stage.until("the columns are mapped", lambda: page.columns.next.isVisible() and settled(page))
    while question := open_question(page):
        free = next((choice.key for choice in question.rule.choices if not choice.needs_text), "")
        rule = question.rule.id
        key, text = ANSWERS.get(rule, (free or question.rule.choices[0].key, ""))
        await pick(stage, question.choice, key)
        if text:
            await write(stage, question.text, text)
            stage.key(question.text, Qt.Key.Key_Return)
        await stage.until(f"the answer about {rule} is taken", lambda: settled(page))
    await stage.click(page.columns.next)
    await stage.until("every row is checked", lambda: page.check.run.isVisible() and settled(page))
    await stage.click(page.check.chip)  # of one kind of problem, to all
    for _ in FIXES:
        await stage.until("the rows are listed", lambda: settled(page))
        problem = await stage.until("a row is to be fixed", lambda: first_problem(page))
        await fix(stage, page, *problem)
    await stage.picture("task-import-fixed")
    await stage.click(page.check.run)
    await stage.until("it is imported", lambda: page.run_panel is not None and page.step() == RESULT, LONG)


async def message_to_oneself(stage: WindowDriver, tasks: FirstTasksPage) -> None:
    """A text to the own number, followed until it was read."""
    await lead(stage, tasks)
    page = await stage.until("the form opens", lambda: shown(stage, MessagePage))
    await stage.click(page.types.rows["text"])
    await write(stage, page.form.editors["message"].widget, HELLO)
    await press(stage, tr("Send to me first"))
    await answer(stage, OWN)
    await stage.until("it is sent", lambda: not page.scope.is_busy())
    await go_to_tasks(stage)
    await follow(stage, tasks, 3)


async def small_campaign(stage: WindowDriver, tasks: FirstTasksPage) -> None:
    """The sample of a campaign; whom it does not reach gets a ticket."""
    await lead(stage, tasks)
    await press(stage, tr("Campaign from a file"))
    await press(stage, tr("Try a sample"))
    page = await stage.until("the campaign opens", lambda: shown(stage, CampaignPage))
    await stage.until("the list is read", lambda: page.file.next.isVisible() and settled(page))
    await stage.click(page.file.next)
    await stage.until("the columns are there", lambda: page.step() == COLUMNS and settled(page))
    await stage.picture("task-campaign-message")
    await stage.click(page.columns.next)
    await stage.until("every row is checked", lambda: page.step() == CHECK and settled(page))
    await stage.picture("task-campaign-check")
    await stage.click(page.check.run)
    await stage.until("the hours are seen", lambda: page.step() == WHEN and settled(page))
    await stage.click(page.when.next)
    await stage.until("what is likely wrong is seen", lambda: page.wall.current() and settled(page))
    await stage.click(page.wall.every)
    await stage.until("the first message is seen", lambda: page.look.row == 1 and settled(page))
    await press(stage, tr("Send to me first"))
    await answer(stage, OWN)
    await stage.until("one has gone to oneself", lambda: page.look.tried and settled(page))
    await stage.click(page.look.start)
    await stage.until("the ten seconds run", page.countdown.is_counting)
    await stage.click(page.countdown.now)
    await stage.until("the campaign has gone", lambda: page.step() == RESULT and settled(page), LONG)
    panel = await stage.until("its result is there", lambda: page.run_panel)
    await stage.click(panel.browse_records)
    delivery = await stage.until("Delivery is in front", lambda: shown(stage, DeliveryPage))
    await stage.until("the campaign is listed", lambda: delivery.runs.model().rowCount() > 1)
    await click_cell(stage, delivery.runs, delivery.runs.model().index(0, 0))
    await ends_known(stage, 10)
    await stage.picture("task-campaign-delivery")
    await go_to_tasks(stage)
    await stage.until(
        "the failure is seen", lambda: tasks.progress("campaign").next == len(BY_ID["campaign"].steps) - 1
    )
    await lead(stage, tasks)
    ticket = await write_ticket(stage, UNREACHED)
    await stage.until("the ticket is made", lambda: not ticket.scope.is_busy() and ticket.made.rows())


async def half_a_year(stage: WindowDriver, tasks: FirstTasksPage) -> None:
    """All conversations of the last six months, in one file."""
    await lead(stage, tasks)
    tab = await stage.until("Reports is in front", lambda: shown(stage, ReportsTab))
    page = tab.ask_page
    await stage.until("it can be asked", lambda: not tab.scope.is_busy() and not page.scope.is_busy())
    await write(stage, page.names.search, "All Conversations")
    await stage.click(page.names.rows[RESUMABLE])
    await stage.click(page.question.days_editor().chips["last_6_months"])
    line = page.form.editors[EMAILS].widget
    await write(stage, line, MINE)
    stage.key(line.findChild(QLineEdit) or line, Qt.Key.Key_Return)
    await stage.click(page.save)
    question = await stage.until("it asks about the e-mails", lambda: page.findChild(Question))
    await stage.picture("task-report-asked")
    await stage.click(question.by_id["ask"])
    await stage.until("the store took the question", lambda: tab.console.reports.all() and not page.is_busy())
    live = tab.console.reports.all()[0]
    await stage.until("the report is whole", lambda: live.run.stage is Stage.DONE, LONG)


async def answer_doubt(stage: WindowDriver, tasks: FirstTasksPage) -> None:
    """A ticket without an answer: looked for in the store, then answered."""
    await lead(stage, tasks)
    page = await write_ticket(stage, SOMEBODY)
    doubt = await stage.until("it asks what became of it", lambda: page.doubt)
    await stage.until("it can be answered", page.decision.isVisible)
    reference = reference_line(doubt.reference)
    await stage.picture("task-doubt-asked")
    await stage.click(stage.window.rail.practice)
    store = await stage.until("Practice is in front", lambda: shown(stage, PracticePage))
    await press(stage, tr("Received"))
    await stage.click(store.received.kinds.buttons["tickets"])
    rows = store.received.model.shown
    await stage.until(
        "the tickets are listed", lambda: rows() and all(row.kind == "tickets" for row in rows())
    )
    await stage.picture("task-doubt-looked")
    there = any(reference in str(row) for row in store.received.model.shown())
    go_to_tab(stage, "Helpdesk")
    await stage.until("the ticket is in front again", page.decision.isVisible)
    await stage.click(page.decision.arrived if there else page.decision.again)
    await stage.until("it is decided", lambda: page.doubt is None and not page.scope.is_busy())


async def write_ticket(stage: WindowDriver, number: str) -> TicketPage:
    """For one agent, about this number; and send it."""
    page = await stage.until("the form opens", lambda: shown(stage, TicketPage))
    await stage.until("the form is at rest", lambda: not page.scope.is_busy())
    editors = page.form.editors
    await stage.click(editors["assignment_type"].widget.findChildren(QAbstractButton)[ONE_AGENT])
    for name, text in (
        ("brand_phone_number", "+49 30 5550100"),
        ("customer_phone_number", number),
        ("agent_mail", AGENT),
        ("context", "Please call back."),
    ):
        await write(stage, editors[name].widget, text)
        stage.key(focused() or page, Qt.Key.Key_Tab)
    await stage.click(page.save)
    return page


# What a hand does


async def go_to_tasks(stage: WindowDriver) -> FirstTasksPage:
    """By a click on Today in the rail."""
    go_to_tab(stage, "Today")
    return await stage.until("the tasks are in front", lambda: shown(stage, FirstTasksPage))


def go_to_tab(stage: WindowDriver, name: str) -> None:
    """By a click in the rail."""
    tabs = stage.window.rail.tabs
    stage.point(tabs, tabs.tabRect([tab.name for tab in TABS].index(name)).center())


async def lead(stage: WindowDriver, tasks: FirstTasksPage) -> None:
    """The filled button leads to the place of the next step."""
    await stage.click(tasks.show_me)
    await stage.until("another place is in front", lambda: not tasks.isVisible())


async def follow(stage: WindowDriver, tasks: FirstTasksPage, step: int) -> None:
    """Watch Delivery until every message has come to its end."""
    await stage.until("what was sent is seen", lambda: tasks.progress(tasks.task).next in (step, None))
    await lead(stage, tasks)
    await press(stage, tr("Check all open ones now"))
    await ends_known(stage, 1)


async def ends_known(stage: WindowDriver, messages: int) -> None:
    """Stay on Delivery until it shows so many messages, all of which have come to their end."""
    page = await stage.until("Delivery is in front", lambda: shown(stage, DeliveryPage))
    await stage.until("every message has come to its end", lambda: _ended(page) == messages, LONG)


async def press(stage: WindowDriver, words: str) -> None:
    """Click the button of these words."""
    button = await stage.until(f"“{words}” can be pressed", lambda: _button(stage, words))
    await stage.click(button)


async def write(stage: WindowDriver, into: QWidget, text: str) -> None:
    """Click into a field and type over what it holds."""
    field = into if isinstance(into, QLineEdit) else (into.findChild(QLineEdit) or into)
    await stage.click(field)
    QTest.keyClick(field, Qt.Key.Key_A, Qt.KeyboardModifier.ControlModifier)
    QTest.keyClicks(field, text)


async def answer(stage: WindowDriver, text: str) -> None:
    """Type into the dialog of one field and press its button."""
    question = await stage.until("it asks", lambda: _dialog(stage))
    await write(stage, question.field, text)
    await stage.click(question.take)


async def pick(stage: WindowDriver, combo: QComboBox, data: object) -> None:
    """Open a list, go to the entry that stands for `data`, take it with Enter."""
    at = combo.findData(data)
    if at < 0:
        raise NotAsExpected(f"{combo.accessibleName()} offers {data}")
    await stage.click(combo)
    view = combo.view()
    await stage.until("the list is open", view.isVisible)
    QTest.keyClick(view, Qt.Key.Key_Home)
    while (before := view.currentIndex().row()) < at:
        QTest.keyClick(view, Qt.Key.Key_Down)
        if view.currentIndex().row() == before:
            raise NotAsExpected(f"the arrows lead to {data} in {combo.accessibleName()}")
    QTest.keyClick(view, Qt.Key.Key_Return)
    await stage.until("the list is closed", lambda: not view.isVisible())


async def fix(stage: WindowDriver, page: ImportPage, number: int, column: str) -> None:
    """Click the row, walk to its cell with the arrows, type over it."""
    table = page.check.grid.table
    if table is None:
        raise NotAsExpected("the rows are listed")
    model = table.records_model()
    row = next(at for at in range(model.rowCount()) if model.record(at).number == number)
    wanted = model.column(f"cell:{column}")
    await click_cell(stage, table, model.index(row, 0))
    while table.currentIndex().column() != wanted:
        before = table.currentIndex()
        QTest.keyClick(table, Qt.Key.Key_Right)
        if table.currentIndex() == before:
            raise NotAsExpected(f"the arrows lead to {column}")
    QTest.keyClick(table, Qt.Key.Key_F2)
    field = await stage.until("the cell can be typed into", lambda: cell_editor(page))
    QTest.keyClick(field, Qt.Key.Key_A, Qt.KeyboardModifier.ControlModifier)
    QTest.keyClicks(field, FIXES[column])
    QTest.keyClick(field, Qt.Key.Key_Return)
    await stage.until(f"row {number} is put right", lambda: is_put_right(page, number))


async def click_cell(stage: WindowDriver, table: QAbstractItemView, index: QModelIndex) -> None:
    """In the middle of the part of it that is on screen."""
    place = table.visualRect(index).intersected(table.viewport().rect())
    if place.isEmpty():
        raise NotAsExpected("the row is on screen")
    stage.point(table.viewport(), place.center())


def shown(stage: WindowDriver, kind: type[W]) -> W | None:
    """The page of this class that is on screen."""
    return next((each for each in stage.window.window().findChildren(kind) if each.isVisible()), None)


def _is_done(page: FirstTasksPage, task: str) -> bool:
    return task in page.done()


def _button(stage: WindowDriver, words: str) -> QAbstractButton | None:
    found = stage.window.window().findChildren(QAbstractButton)
    return next(
        (
            each
            for each in found
            if each.isVisible() and words in (visible(each.text()), each.accessibleName())
        ),
        None,
    )


def _dialog(stage: WindowDriver) -> FieldQuestion | None:
    found = stage.window.window().findChildren(FieldQuestion)
    return next((each for each in found if each.isVisible()), None)


def _ended(page: DeliveryPage) -> int:
    return sum(each.state in ENDS for each in page.shown_messages())
