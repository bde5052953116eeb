"""Customers that the store holds in ways no request may have: what is changed is checked and sent, alone."""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from svcconsole.gui.runtime.profile_summary import ProfileSummary
from svcconsole.gui.tabs.customers.customer_card import CustomerCard
from svcconsole.gui.tabs.customers.editor_page import CustomerEditorPage
from svcconsole.services.customers.customers import Include, seen_before
from tests.gui.tabs.customers.conftest import MEERA, Open, edit, put, retype, saved, stored
from tests.gui.tabs.customers.test_editing import addresses, problem_at, sent, write
from tests.support.coroutines import until
from tests.support.practice import PracticeStore, start_practice_store
from tests.support.qt import show, words_of


def _made_odd(record: dict[str, Any]) -> dict[str, Any]:
    """The first address without a state, the second with a latitude too long and a word for yes."""
    first, second = record["addresses"]
    del first["state"]
    second["latitude"] = 1853621234567891.0
    second["isDefault"] = "yes"
    return {**record, "email": "not an e-mail"}


@pytest.fixture
def practice_store(tmp_path: Path) -> Iterator[PracticeStore]:
    """A practice store whose records were written by something less strict than it is itself."""
    with start_practice_store(tmp_path) as store:
        put(store, **MEERA)
    with closing(sqlite3.connect(tmp_path / "practice.sqlite")) as file, file:
        ((number, body),) = file.execute("SELECT id, body FROM customers").fetchall()
        odd = json.dumps(_made_odd(json.loads(body)))
        file.execute("UPDATE customers SET body = ? WHERE id = ?", (odd, number))
    with start_practice_store(tmp_path) as store:
        yield store


async def test_a_first_name_is_changed_whatever_else_the_store_holds(
    window_loop: QApplication, qtbot: QtBot, practice_store: PracticeStore, open_tab: Open
) -> None:
    before = stored(practice_store, "C-20418")
    assert "state" not in before["addresses"][0]
    async with open_tab() as tab:
        page = await edit(qtbot, tab, "C-20418")
        retype(qtbot, page, "first_name", "Mira")
        assert [problem for problem in page.form.problems() if not problem.warning] == []
        assert ("email",) in [problem.loc for problem in page.form.problems()], "told, and may stay"
        assert sent(page) == {
            "partnerCustomerId": "C-20418",
            "phoneNumber": MEERA["phoneNumber"],
            "firstName": "Mira",
        }
        await saved(tab, page)
    now = stored(practice_store, "C-20418")
    assert now == {**before, "firstName": "Mira", "updatedAt": now["updatedAt"]}


async def test_an_address_is_changed_beside_one_that_could_not_be_sent(
    window_loop: QApplication, qtbot: QtBot, practice_store: PracticeStore, open_tab: Open
) -> None:
    before = stored(practice_store, "C-20418")
    async with open_tab() as tab:
        page = await edit(qtbot, tab, "C-20418")
        write(qtbot, page, 1, city="Mumbai")
        (entry,) = sent(page)["addresses"]
        assert (entry["city"], "latitude" in entry) == ("Mumbai", False)
        assert page.changes_column is not None
        beside = " ".join(words_of(page.changes_column).split())
        assert "Address 1" in beside and "not sent along" in " ".join(beside.casefold().split())
        await saved(tab, page)
    first, second = stored(practice_store, "C-20418")["addresses"]
    assert first == before["addresses"][0]
    assert (second["city"], second["latitude"]) == ("Mumbai", 1853621234567891)


async def test_an_address_that_is_changed_must_be_whole(
    window_loop: QApplication, qtbot: QtBot, practice_store: PracticeStore, open_tab: Open
) -> None:
    before = stored(practice_store, "C-20418")
    async with open_tab() as tab:
        page = await edit(qtbot, tab, "C-20418")
        write(qtbot, page, 0, city="Mumbai")
        assert problem_at(page, "addresses", 0, "state") == ""  # not reached yet
        page.save.click()
        await until(lambda: not page.scope.is_busy())
        assert problem_at(page, "addresses", 0, "state") == "Address 1: State is required."
        assert stored(practice_store, "C-20418") == before
        write(qtbot, page, 0, state="Maharashtra")
        assert problem_at(page, "addresses", 0, "state") == ""
        await saved(tab, page)
    first, second = stored(practice_store, "C-20418")["addresses"]
    assert (first["city"], first["state"]) == ("Mumbai", "Maharashtra")
    assert second == before["addresses"][1]


async def test_tags_given_as_one_text_are_shown_and_stay(
    window_loop: QApplication, qtbot: QtBot, practice_store: PracticeStore, open_tab: Open
) -> None:
    async with open_tab() as tab:
        page = await edit(qtbot, tab, "C-20418")
        assert page.seen is not None
        raw = {**page.seen.raw, "tags": "vip, wholesale"}
        odd: CustomerEditorPage = show(
            qtbot, CustomerEditorPage(tab.console, seen_before(raw, "2026-01-31T10:00:00+00:00")), 1200, 800
        )
        await odd.open(sent={"tags": ["new"], "first_name": "Mira"})
        tags = odd.form.fields["tags"]
        assert tags.is_locked() and "cannot be sent back" in tags.help_text()
        assert odd.form.values()["tags"] == ["vip, wholesale"]
        assert [change.label for change in odd.form.changes()] == ["First name"]
        assert "tags" not in sent(odd)
        await odd.scope.close()


async def test_an_untouched_address_is_as_it_was_read_also_after_undo(
    window_loop: QApplication, qtbot: QtBot, practice_store: PracticeStore, open_tab: Open
) -> None:
    async with open_tab() as tab:
        page = await edit(qtbot, tab, "C-20418")
        read = page.form.read()["addresses"]
        assert addresses(page).value() == read and page.form.changes() == []
        write(qtbot, page, 1, city="Mumbai")
        assert addresses(page).value()[0] == read[0]
        page.undo.click()
        assert addresses(page).value() == read and page.form.changes() == []


async def test_values_of_another_type_are_shown_raw_and_the_rest_as_ever(
    window_loop: QApplication, qtbot: QtBot
) -> None:
    raw = {"id": 7, "firstName": ["Meera"], "lastName": "Iyer", "addresses": [{"city": {"en": "Pune"}}]}
    page = show(qtbot, CustomerCard(ProfileSummary("p", "Shop", "plum"), Include()), 900, 700)
    page.show_customer(seen_before(raw, "2026-01-31T10:00:00+00:00"))
    shown = words_of(page)
    assert 'firstName: ["Meera"]' in shown
    assert 'addresses[0].city: {"en": "Pune"}' in shown
    assert page.name.text() == "Iyer"
