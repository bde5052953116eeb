"""Customers and entries in the wizard: their own words, the country asked for, consent once confirmed."""

from __future__ import annotations

from pathlib import Path

from PySide6.QtWidgets import QApplication

from svcconsole.gui.kit.containers.page_stack import PageStack
from svcconsole.gui.panels.importer.columns.questions import Question
from svcconsole.gui.panels.importer.import_pages import ImportPages
from svcconsole.gui.panels.importer.import_steps import COLUMNS, RESULT
from svcconsole.gui.panels.importer.list_page import ImportListPage
from svcconsole.gui.panels.importer.page import ImportPage
from svcconsole.gui.panels.runs.run_page import RunPage
from svcconsole.gui.runtime.console import Console
from svcconsole.gui.runtime.task_scope import TaskScope
from tests.gui.panels.importer.conftest import OpenPage
from tests.gui.panels.importer.hands import answer, put_right_all, recognised, settle, until
from tests.gui.panels.runs.conftest import MakeConsole, leave
from tests.services.runs.plans import planned
from tests.support.people_in import customers_in, entries_in
from tests.support.practice import PracticeStore


def question(page: ImportPage, rule: str) -> Question:
    (found,) = [each for each in page.columns.questions.questions() if each.rule.id == rule]
    assert found.isVisibleTo(page)
    return found


async def at_columns(page: ImportPage) -> None:
    await recognised(page)
    page.file.next.click()
    await until(lambda: page.step() == COLUMNS and not page.is_busy())


async def sent(page: ImportPage) -> None:
    page.check.run.click()
    await until(lambda: page.step() == RESULT)
    await until(lambda: page.run_panel is not None and page.run_panel.view.files.files)


async def test_the_sample_of_customers_goes_from_file_to_store(
    make_console: MakeConsole, practice_store: PracticeStore, open_page: OpenPage, people: Path
) -> None:
    console = make_console(practice_store)
    page = open_page(console, people, kind="customers")
    assert page.header.title() == "Import customers"
    await at_columns(page)
    assert page.file.recognised.title.text() == "Shopify customers, older export · 21 of 21 columns known"
    region = question(page, "region")
    assert region.rule.question == "4 phone numbers have no country code"
    answer(region, "value", "IN")
    await settle(page)
    await at_check_from_columns(page)
    assert page.check.run.text() == "Import 28 customers into practice"
    kinds = [kind.code for kind in page.check.summary.kinds if kind.level == "error"]
    assert sorted(kinds) == ["contact_missing", "email_unreadable", "phone_damaged"]
    await put_right_all(page)
    await sent(page)
    panel = page.run_panel
    assert panel is not None
    assert panel.browse_records.text() == "Show the customers"
    totals = await console.db(lambda space: space.runs.totals(panel.run_id))
    assert (totals.rows, totals.sent, totals.not_sent) == (32, 29, 3)
    assert len(customers_in(practice_store)) == 27, "the last row is the customer of the third, by its e-mail"
    known = await console.db(lambda space: space.people.search("meera"))
    assert [person.external_id for person in known] == ["7210448300001"]
    await page.shut()
    await leave(console)


async def at_check_from_columns(page: ImportPage) -> None:
    page.columns.next.click()
    await until(lambda: page.check.isVisible() and not page.is_busy())


async def test_consent_waits_for_a_person_and_says_what_the_cells_mean(
    make_console: MakeConsole, practice_store: PracticeStore, open_page: OpenPage, people: Path
) -> None:
    console = make_console(practice_store)
    page = open_page(console, people, kind="user_properties")
    await at_columns(page)
    asked = question(page, "consent")
    assert (asked.rule.decided, asked.rule.count) == (False, 44)
    assert asked.rule.question == "44 cells say whether somebody agreed to marketing"
    row = page.columns.fields["emailMarketingConsent"]
    assert row.result.text() == "yes in 15, no in 9 of 32 rows"
    for rule, choice, text in (
        ("region", "value", "IN"), ("name_blank", "empty", ""), ("consent", "as_said", ""),
    ):  # fmt: skip
        answer(question(page, rule), choice, text)
        await settle(page)
    await at_check_from_columns(page)
    await put_right_all(page)
    await sent(page)
    said = [entry.get("emailMarketingConsent") for entry in entries_in(practice_store)]
    assert said.count(True) > 0 and said.count(False) > 0 and said.count(None) > 0
    second = open_page(console, people, kind="user_properties")
    await at_columns(second)
    assert not question(second, "consent").rule.decided, "it is asked for each file, whatever was said before"
    assert question(second, "name_blank").rule.decided
    for each in (page, second):
        await each.shut()
    await leave(console)


async def test_a_file_of_something_else_is_doubted(
    make_console: MakeConsole, practice_store: PracticeStore, open_page: OpenPage, sample: Path
) -> None:
    console = make_console(practice_store)
    page = open_page(console, sample, kind="customers")
    await recognised(page)
    assert page.file.recognised.evidence.text().startswith("This looks like a list of products, not of")
    await page.shut()
    await leave(console)


async def test_imports_of_a_kind_are_listed_over_their_tab_and_open_from_there(
    make_console: MakeConsole, practice_store: PracticeStore, people: Path, window_loop: QApplication
) -> None:
    console: Console = make_console(practice_store)
    await console.ready()
    pages = PageStack()
    pages.addWidget(ImportListPage(console, "products"))
    scope = TaskScope(pages, console.notices)
    importing = ImportPages(console, scope, pages, kind="customers")
    run_id = await console.db(lambda space: planned(space, 2))
    importing.open_import(people)
    page = pages.currentWidget()
    assert isinstance(page, ImportPage)
    await recognised_hidden(page)
    page.leave.click()
    await until(pages.is_home)
    importing.open_list()
    listed = pages.currentWidget()
    assert isinstance(listed, ImportListPage)
    await until(lambda: listed.list.model.total() == 1)
    [row] = listed.list.model.shown()
    assert (row.file_name, row.state.word, row.run_id) == ("customers.csv", "Being prepared", None)
    home = pages.widget(0)
    assert isinstance(home, ImportListPage)
    await until(lambda: [each.run_id for each in home.list.model.shown()] == [run_id])
    listed.list.open_run.emit(run_id)
    opened = pages.currentWidget()
    assert isinstance(opened, RunPage)
    await until(lambda: opened.header.title() == "Import products")
    opened.closed.emit()
    assert pages.currentWidget() is listed
    for each in (page, opened):
        await each.shut()
    for shown in (listed, home):
        await shown.scope.close()
    await scope.close()
    pages.deleteLater()
    await leave(console)


async def recognised_hidden(page: ImportPage) -> None:
    """Until the file is read, on a page that is not shown."""
    await until(lambda: page.session.overview is not None and not page.is_busy())
