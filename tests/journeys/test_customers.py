"""A day with customers while the line misbehaves: each is in the store once, as typed; nothing is lost."""

from __future__ import annotations

from collections import Counter
from typing import Any

import pytest
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot
from shiboken6 import isValid

from svcconsole.gui.shell.main_window import MainWindow
from svcconsole.gui.tabs.customers.editor_page import CustomerEditorPage
from svcconsole.gui.tabs.customers.people_page import CARD
from svcconsole.gui.tabs.customers.tab import SENT, CustomersTab
from svcconsole.workspace.runs.records import SentRecord
from svcconsole.workspace.schema import ItemState
from tests.gui.shell.conftest import PRACTICE, OpenWindow
from tests.gui.tabs.customers.conftest import edit, look_up, retype
from tests.support.coroutines import until
from tests.support.practice import PracticeStore

UPSERT, GET = "customers/createOrUpdate", "customers/get"
LINE: tuple[dict[str, Any], ...] = (
    {"operation": UPSERT, "kind": "silence", "seconds": 0.1, "every": 5},
    {"operation": UPSERT, "kind": "silence", "seconds": 0.1, "executed": False, "after": 1, "every": 7},
    {"operation": UPSERT, "kind": "cut", "after": 2, "every": 6},
    {"operation": UPSERT, "kind": "status", "code": 500, "executed": True, "after": 3, "every": 8},
    {"operation": UPSERT, "kind": "status", "code": 429, "retryAfter": "0", "every": 4},
    {"operation": UPSERT, "kind": "html", "after": 4, "every": 9},
    {"operation": UPSERT, "kind": "reset", "executed": False, "after": 5, "every": 10},
    {"operation": GET, "kind": "status", "code": 500, "every": 9},
    {"operation": GET, "kind": "reset", "after": 2, "every": 8},
    {"operation": GET, "kind": "cut", "after": 4, "every": 7},
)
"""What goes wrong on the way, in turn and together."""
DAY = 9
MOST_TRIES = 15


def customers(store: PracticeStore) -> list[dict[str, Any]]:
    found: list[dict[str, Any]] = store.control("GET", "/customers?limit=200")["data"]["customers"]
    return found


def there(store: PracticeStore, email: str) -> int:
    """How many customers have this e-mail: what a person sees who looks into the store."""
    return sum(each.get("email") == email for each in customers(store))


def at_rest(tab: CustomersTab, page: CustomerEditorPage) -> bool:
    return not isValid(page) or tab.stack.is_home() or not page.scope.is_busy()


async def decide(window: MainWindow, store: PracticeStore, record: SentRecord, email: str) -> None:
    """Look into the store, then count it as sent or send it once more."""
    decisions = window.show_decisions(record.run_id)
    await until(lambda: decisions.listing.rows() and not decisions.scope.is_busy())
    decisions.detail.choose("count_as_sent" if there(store, email) else "send_again")
    await until(decisions.bar.apply.isEnabled)
    decisions.bar.apply.click()
    await until(lambda: not decisions.scope.is_busy() and not window.console.sends.under_way)
    window.show_tab("Customers")


async def see_through(window: MainWindow, tab: CustomersTab, store: PracticeStore, email: str) -> None:
    """Press Save until the customer on top is saved; what is in doubt is decided on the page for that."""
    page = tab.stack.currentWidget()
    assert isinstance(page, CustomerEditorPage)
    for _ in range(MOST_TRIES):
        if page.save.isEnabled():
            page.save.click()
        else:
            record = (await window.console.sends.sent_before("customers"))[0]
            assert record.state is ItemState.UNKNOWN
            await decide(window, store, record, email)
        await until(lambda: at_rest(tab, page))
        if not tab.stack.is_home() and not page.form.changes():
            page.back()  # it counts as sent
            await until(tab.stack.is_home)
        if tab.stack.is_home():
            await until(lambda: not tab.scope.is_busy())
            return
    raise AssertionError(f"{email} was never saved: {[each.sentence for each in page.head_problems]}")


async def open_form(qtbot: QtBot, tab: CustomersTab, identity: str | None) -> CustomerEditorPage:
    """The form of a customer, looked up again where the line was in the way."""
    for _ in range(MOST_TRIES):
        if identity is None:
            return await edit(qtbot, tab, None)
        await look_up(qtbot, tab, identity)
        if tab.people.middle.currentIndex() == CARD and tab.people.card.seen is not None:
            tab.edit_customer()
            await until(lambda: not tab.scope.is_busy())
            if not tab.stack.is_home():
                page = tab.stack.currentWidget()
                assert isinstance(page, CustomerEditorPage)
                return page
    raise AssertionError(f"{identity} was never read")


@pytest.mark.usefixtures("window_loop")
async def test_every_customer_of_a_bad_day_is_in_the_store_once_and_as_typed(
    qtbot: QtBot, practice_store: PracticeStore, open_window: OpenWindow
) -> None:
    async with open_window(PRACTICE, 1440, 900) as window:
        tab = window.show_tab("Customers")
        assert isinstance(tab, CustomersTab)
        await until(lambda: not tab.scope.is_busy())
        for fault in LINE:
            practice_store.add_fault(**fault)
        wanted: dict[str, str] = {}
        for number in range(DAY):
            email, external = f"person{number}@post.example", number % 3 != 0
            page = await open_form(qtbot, tab, None)
            retype(qtbot, page, "first_name", f"Person {number}")
            retype(qtbot, page, "email", email)
            retype(qtbot, page, "secondary_phone_number", f"+49 151 234567{number:02}")
            if external:
                retype(qtbot, page, "partner_customer_id", f"C-{number}")
            await see_through(window, tab, practice_store, email)
            wanted[email] = f"Person {number}"
            if external and number % 2:
                page = await open_form(qtbot, tab, f"C-{number}")
                retype(qtbot, page, "first_name", f"Changed {number}")
                await see_through(window, tab, practice_store, email)
                wanted[email] = f"Changed {number}"
        struck = practice_store.faults()
        practice_store.clear_faults()

        assert sum(fault["struck"] for fault in struck) > DAY, "the line was better than it was meant to be"
        assert len({fault["kind"] for fault in struck if fault["struck"]}) > 4
        found = customers(practice_store)
        assert {each["email"]: each["firstName"] for each in found} == wanted
        assert len(found) == DAY
        phones = [[asset["assetValue"] for asset in each["assets"]] for each in found]
        assert sorted(phones) == [[f"+49151234567{number:02}"] for number in range(DAY)]
        states = Counter(record.state for record in await window.console.sends.sent_before("customers"))
        assert states[ItemState.UNKNOWN] == 0
        drafts = await window.console.db(lambda workspace: workspace.drafts.get("customers:new"))
        assert drafts is None
        tab.segments.set_current(SENT)
        await until(lambda: not tab.sent.scope.is_busy())
        assert {row.name for row in tab.sent.model.records()} <= set(wanted.values())
        people = await window.console.db(lambda workspace: workspace.people.count())
        assert people == DAY


async def test_a_refusal_stands_at_its_field_and_the_rest_stays_typed(
    window_loop: QApplication, qtbot: QtBot, practice_store: PracticeStore, open_window: OpenWindow
) -> None:
    async with open_window(PRACTICE, 1440, 900) as window:
        tab = window.show_tab("Customers")
        assert isinstance(tab, CustomersTab)
        page = await open_form(qtbot, tab, None)
        retype(qtbot, page, "partner_customer_id", "C-1")
        retype(qtbot, page, "email", "one@post.example")
        for name, wire in (("phone_number", "phoneNumber"), ("tags", "tags"), ("email", "email")):
            words = f"{wire} is not accepted today"
            practice_store.add_fault("unsuccessful", operation=UPSERT, count=1, reason=words)
            page.save.click()
            await until(lambda: at_rest(tab, page))
            assert page.form.fields[name].error() == words
            assert page.form.values()["email"] == "one@post.example"
        assert customers(practice_store) == []
        await see_through(window, tab, practice_store, "one@post.example")
        assert [each["email"] for each in customers(practice_store)] == ["one@post.example"]
