"""A ticket of which nobody knows whether it arrived: the head of the form asks, and nothing is sent twice."""

from __future__ import annotations

import pytest
from PySide6.QtWidgets import QApplication

from svcconsole.gui.tabs.helpdesk.tab import HelpdeskTab
from svcconsole.workspace.runs.records import Decision
from svcconsole.workspace.schema import ItemState
from tests.gui.tabs.helpdesk.conftest import Open, tickets
from tests.gui.tabs.helpdesk.writing import at_rest, create, write, write_task
from tests.support.coroutines import until
from tests.support.practice import PracticeStore

PATH = "createAndAssignTicket"


def strike(store: PracticeStore, kind: str, **given: object) -> None:
    """The next ticket meets this fault."""
    store.add_fault(kind, operation=PATH, count=1, **given)


async def doubted(tab: HelpdeskTab, store: PracticeStore, *, executed: bool) -> None:
    """A ticket that was handed over and got no answer."""
    strike(store, "silence", seconds=0.2, executed=executed)
    write_task(tab.ticket_page, "Call back", "about the rug")
    await create(tab)
    assert tab.ticket_page.doubt is not None


@pytest.mark.parametrize("executed", [True, False])
async def test_silence_turns_the_head_into_the_decision_line(
    window_loop: QApplication, practice_store: PracticeStore, open_tab: Open, executed: bool
) -> None:
    async with open_tab() as tab:
        page = tab.ticket_page
        reference = page.reference.current()
        await doubted(tab, practice_store, executed=executed)
        assert page.decision.isVisible() and not page.save.isEnabled() and not page.form.isEnabled()
        assert reference in page.decision.findChildren(type(page.draft_words))[1].text()
        for _ in range(3):
            page.save.click()
            page.actions_here()["primary"]()
        await at_rest(tab)
        assert len(tickets(practice_store)) == executed
        assert page.made.rows()[0].made.record.state is ItemState.UNKNOWN


async def test_said_to_be_there_it_counts_as_sent_and_a_fresh_ticket_begins(
    window_loop: QApplication, practice_store: PracticeStore, open_tab: Open
) -> None:
    async with open_tab() as tab:
        page = tab.ticket_page
        await doubted(tab, practice_store, executed=True)
        page.decision.arrived.click()
        await at_rest(tab)
        assert not page.decision.isVisible() and page.form.isEnabled()
        assert page.form.changes() == []
        assert page.made.rows()[0].made.record.state is ItemState.ACKED
        assert len(tickets(practice_store)) == 1


async def test_said_not_to_be_there_it_is_created_once_more_with_the_same_reference(
    window_loop: QApplication, practice_store: PracticeStore, open_tab: Open
) -> None:
    async with open_tab() as tab:
        page = tab.ticket_page
        reference = page.reference.current()
        await doubted(tab, practice_store, executed=False)
        page.decision.again.click()
        await at_rest(tab)
        (ticket,) = tickets(practice_store)
        assert ticket["request"]["context"] == f"about the rug\nRef {reference}"
        assert page.doubt is None and page.form.changes() == []
        assert page.reference.current() != reference


async def test_left_for_later_it_waits_and_the_next_ticket_can_be_written(
    window_loop: QApplication, practice_store: PracticeStore, open_tab: Open
) -> None:
    async with open_tab() as tab:
        page = tab.ticket_page
        await doubted(tab, practice_store, executed=False)
        page.decision.later.click()
        await at_rest(tab)
        wanted: list[str] = []
        tab.console.decisions_wanted.connect(wanted.append)
        row = page.made.rows()[0]
        row.decide.click()
        assert wanted == [row.made.record.run_id]
        write_task(page, "Another")
        await create(tab)
        assert [each["request"]["taskTitle"] for each in tickets(practice_store)] == ["Another"]


async def test_an_earlier_ticket_opened_meanwhile_comes_next(
    window_loop: QApplication, practice_store: PracticeStore, open_tab: Open
) -> None:
    async with open_tab() as tab:
        page = tab.ticket_page
        write_task(page, "Ship it", "about the lamp")
        await create(tab)
        await doubted(tab, practice_store, executed=True)
        page.made.rows()[-1].reopen.click()
        assert page.form.values()["task_title"] == "Call back"
        told = tab.console.notices.open[-1]
        assert (told.sentence, told.advice) == (
            "First decide what became of this ticket.",
            "What you opened comes next.",
        )
        page.decision.arrived.click()
        await at_rest(tab)
        assert page.form.values()["task_title"] == "Ship it"


async def test_decided_elsewhere_the_form_follows(
    window_loop: QApplication, practice_store: PracticeStore, open_tab: Open
) -> None:
    async with open_tab() as tab:
        page = tab.ticket_page
        await doubted(tab, practice_store, executed=False)
        assert page.doubt is not None
        await tab.console.sends.decide(page.doubt.run_id, (page.doubt.seq,), Decision.KEEP)
        await until(lambda: page.doubt is None and not page.scope.is_busy())
        assert page.form.values()["task_title"] == "Call back"
        await create(tab)
        assert len(tickets(practice_store)) == 1


async def test_after_a_restart_the_draft_still_asks(
    window_loop: QApplication, practice_store: PracticeStore, open_tab: Open
) -> None:
    async with open_tab() as tab:
        await doubted(tab, practice_store, executed=True)
    async with open_tab() as tab:
        page = tab.ticket_page
        assert page.doubt is not None and page.decision.isVisible()
        assert page.form.values()["task_title"] == "Call back"
        page.save.click()
        await at_rest(tab)
        assert len(tickets(practice_store)) == 1


@pytest.mark.parametrize(
    ("kind", "given", "made", "settled"),
    [
        ("status", {"code": 429, "retryAfter": "0"}, 1, ItemState.ACKED),
        ("reset", {"executed": False}, 0, ItemState.UNKNOWN),
    ],
    ids=["429", "reset"],
)
async def test_trouble_never_makes_a_second_ticket(
    window_loop: QApplication,
    practice_store: PracticeStore,
    open_tab: Open,
    *,
    kind: str,
    given: dict[str, object],
    made: int,
    settled: ItemState,
) -> None:
    async with open_tab() as tab:
        strike(practice_store, kind, **given)
        write_task(tab.ticket_page)
        await create(tab)
        assert len(tickets(practice_store)) == made
        assert (tab.ticket_page.doubt is None) == (settled is ItemState.ACKED)
        assert tab.ticket_page.made.rows()[0].made.record.state is settled


@pytest.mark.parametrize(
    ("kind", "given", "made"),
    [
        ("status", {"code": 500, "executed": True}, 1),
        ("status", {"code": 500, "executed": False}, 0),
        ("reset", {"executed": True}, 1),
        ("cut", {}, 1),
        ("html", {}, 0),
    ],
    ids=["500-after", "500-before", "reset-after", "cut", "html"],
)
async def test_what_may_have_been_executed_is_left_to_a_person(
    window_loop: QApplication,
    practice_store: PracticeStore,
    open_tab: Open,
    *,
    kind: str,
    given: dict[str, object],
    made: int,
) -> None:
    async with open_tab() as tab:
        page = tab.ticket_page
        strike(practice_store, kind, **given)
        write_task(page)
        await create(tab)
        assert len(tickets(practice_store)) == made
        assert page.made.rows()[0].made.record.state is ItemState.UNKNOWN
        assert page.form.values()["task_title"] == "Call back"


async def test_two_windows_on_one_draft_send_one_ticket(
    window_loop: QApplication, practice_store: PracticeStore, open_tab: Open
) -> None:
    async with open_tab() as first:
        write_task(first.ticket_page)
        await first.ticket_page.keep_draft()
        async with open_tab() as second:
            assert second.ticket_page.form.values()["task_title"] == "Call back"
            first.ticket_page.save.click()
            second.ticket_page.save.click()
            await at_rest(first)
            await at_rest(second)
            assert len(tickets(practice_store)) == 1


async def test_what_is_typed_is_there_again_after_a_restart(
    window_loop: QApplication, practice_store: PracticeStore, open_tab: Open
) -> None:
    async with open_tab() as tab:
        write(tab.ticket_page, customer_phone_number="0151 2", context="half typed\nمرحبا 🎁")
        reference = tab.ticket_page.reference.current()
        await until(lambda: tab.ticket_page.draft_words.text() != "" and not tab.ticket_page.scope.is_busy())
    async with open_tab() as tab:
        values = tab.ticket_page.form.values()
        assert values["customer_phone_number"] == "0151 2"
        assert values["context"] == "half typed\nمرحبا 🎁"
        assert tab.ticket_page.reference.current() == reference


async def test_in_doubt_once_more_it_is_asked_again_after_a_restart(
    window_loop: QApplication, practice_store: PracticeStore, open_tab: Open
) -> None:
    async with open_tab() as tab:
        page = tab.ticket_page
        await doubted(tab, practice_store, executed=False)
        first = page.doubt
        strike(practice_store, "reset", executed=True)
        page.decision.again.click()
        await at_rest(tab)
        assert first is not None and page.doubt is not None
        assert (page.doubt.retry_of, page.doubt.reference) == (first.run_id, first.reference)
    async with open_tab() as tab:
        page = tab.ticket_page
        assert page.doubt is not None and page.doubt.retry_of == first.run_id
        assert await page.can_leave() is True
        page.save.click()
        page.decision.arrived.click()
        await at_rest(tab)
        assert page.doubt is None and len(tickets(practice_store)) == 1
        assert await tab.console.db(lambda space: space.decisions.count()) == 0
