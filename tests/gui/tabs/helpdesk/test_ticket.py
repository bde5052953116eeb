"""A ticket on the real practice store: what is asked for, what is sent, where refusals land."""

from __future__ import annotations

import json
from itertools import product

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QKeySequence
from PySide6.QtWidgets import QApplication, QDialog, QLabel, QLineEdit, QPushButton
from pytestqt.qtbot import QtBot

from svcconsole.api.models.helpdesk import REQUIRED_BY_ASSIGNMENT, REQUIRED_BY_CHANNEL
from svcconsole.api.operations import CREATE_TICKET
from svcconsole.services.helpdesk.tickets import ALWAYS, KIND
from svcconsole.workspace import address
from svcconsole.workspace.database import Workspace
from svcconsole.workspace.known.registries import RegistryKind
from svcconsole.workspace.schema import RunState
from svcconsole.workspace.team.roles import Role
from tests.gui.tabs.helpdesk.conftest import Open, tickets
from tests.gui.tabs.helpdesk.writing import AGENT, at_rest, choose, create, label, write, write_task
from tests.services.campaigns.test_sent_lately import Guard
from tests.support.coroutines import until
from tests.support.practice import PracticeStore
from tests.support.qt import answer_over, question_of, words_of
from tests.workspace.test_roles import Team, team

__all__ = ["team"]


async def test_what_any_channel_takes_is_offered_and_what_this_one_needs_is_required(
    window_loop: QApplication, open_tab: Open
) -> None:
    async with open_tab() as tab:
        page = tab.ticket_page
        for channel, assignment in product(REQUIRED_BY_CHANNEL, ["ALL_AGENTS", *REQUIRED_BY_ASSIGNMENT]):
            await page.start_anew()
            choose(page, "channel", channel)
            choose(page, "assignment_type", assignment)
            of_assignment = REQUIRED_BY_ASSIGNMENT.get(assignment, ())
            needed = {*REQUIRED_BY_CHANNEL[channel], *of_assignment}
            of_channels = {name for names in REQUIRED_BY_CHANNEL.values() for name in names}
            fields = page.form.fields
            shown = {name for name, field in fields.items() if field.isVisible()}
            assert shown == {*ALWAYS, *of_channels, *of_assignment}
            marked = {
                name
                for name in shown
                if any(
                    words.text() == "required" and words.isVisible()
                    for words in fields[name].findChildren(QLabel)
                )
            }
            assert marked - set(ALWAYS) == needed
            page.save.click()
            await at_rest(tab)
            assert {name for name, field in page.form.fields.items() if field.error()} == needed


async def test_a_whatsapp_ticket_for_an_agent_arrives_as_written(
    window_loop: QApplication, qtbot: QtBot, practice_store: PracticeStore, open_tab: Open
) -> None:
    async with open_tab() as tab:
        page = tab.ticket_page
        choose(page, "assignment_type", "SPECIFIC_AGENT")
        write(
            page,
            brand_phone_number="+49 30 5550100",
            customer_phone_number="0151 23456789",
            agent_mail=AGENT,
            context="Wants the <b>blue</b> one",
        )
        label(qtbot, page, "1")
        assert (
            "Germany"
            in page.form.fields["customer_phone_number"].findChildren(type(page.draft_words))[-1].text()
        )
        reference = page.reference.current()
        await create(tab)
        (ticket,) = tickets(practice_store)
        assert ticket["request"] == {
            "channel": "WHATSAPP",
            "assignmentType": "SPECIFIC_AGENT",
            "brandPhoneNumber": "+49305550100",
            "customerPhoneNumber": "+4915123456789",
            "agentMail": AGENT,
            "labelIds": [1],
            "context": f"Wants the <b>blue</b> one\nRef {reference}",
        }
        (row,) = page.made.rows()
        answered = words_of(row)
        for said in ("Customer id: ", "Store id: ", "Channel, as the store says: "):
            assert said in answered
        assert row.identity.text().strip("\u2066\u2069") == str(ticket["id"])
        assert AGENT in row.facts.text()
        row.copy.click()
        assert QApplication.clipboard().text() == str(ticket["id"])
        known = await tab.console.db(lambda space: space.registries.entries(RegistryKind.AGENTS))
        assert [(entry.key, entry.times) for entry in known] == [(AGENT, 1)]


async def test_a_task_may_name_its_customer(
    window_loop: QApplication, practice_store: PracticeStore, open_tab: Open
) -> None:
    async with open_tab() as tab:
        page = tab.ticket_page
        write_task(page, "Call back")
        write(page, customer_phone_number="0151 23456789", customer_email="ada@customer.example")
        await create(tab)
        (ticket,) = tickets(practice_store)
        sent = ticket["request"]
        assert (sent["channel"], sent["taskTitle"]) == ("TASKS", "Call back")
        assert (sent["customerPhoneNumber"], sent["customerEmail"]) == (
            "+4915123456789",
            "ada@customer.example",
        )
        assert ticket["customerId"]


async def test_what_is_hidden_is_kept_in_the_form_and_never_sent(
    window_loop: QApplication, practice_store: PracticeStore, open_tab: Open
) -> None:
    async with open_tab() as tab:
        page = tab.ticket_page
        choose(page, "assignment_type", "SPECIFIC_TEAM")
        write(page, team_id="no number")
        choose(page, "assignment_type", "ALL_AGENTS")
        write_task(page, "Call back")
        choose(page, "assignment_type", "SPECIFIC_TEAM")
        hidden = page.form.editors["team_id"].widget
        assert isinstance(hidden, QLineEdit) and hidden.text() == "no number"
        choose(page, "assignment_type", "ALL_AGENTS")
        await create(tab)
        (ticket,) = tickets(practice_store)
        assert set(ticket["request"]) == {"channel", "assignmentType", "taskTitle", "context"}


async def test_a_phone_number_a_spreadsheet_damaged_is_refused_with_the_reason(
    window_loop: QApplication, practice_store: PracticeStore, open_tab: Open
) -> None:
    async with open_tab() as tab:
        page = tab.ticket_page
        write(page, brand_phone_number="+49 30 5550100", customer_phone_number="9.19877E+11")
        await create(tab)
        assert "its last digits are lost" in page.form.fields["customer_phone_number"].error()
        assert tickets(practice_store) == []


async def test_a_number_without_a_country_is_read_as_of_the_store_s_country_as_it_is_now(
    window_loop: QApplication, practice_store: PracticeStore, open_tab: Open
) -> None:
    async with open_tab(region=None) as tab:
        page = tab.ticket_page
        write(page, customer_phone_number="98450 00001", brand_phone_number="98450 00002")
        assert page.form.fields["customer_phone_number"].error()
        tab.console.edit_card(tab.console.card._replace(region="IN"))
        field = page.form.fields["customer_phone_number"]
        assert (field.error(), "India" in field.help_text()) == ("", True)
        await create(tab)
        (ticket,) = tickets(practice_store)
        assert ticket["request"]["customerPhoneNumber"] == "+919845000001"


@pytest.mark.parametrize(
    ("assignment", "place", "unknown", "known"),
    [
        ("SPECIFIC_AGENT", "agent_mail", "nobody@practice.example", AGENT),
        ("SPECIFIC_TEAM", "team_id", "77", "1"),
    ],
)
@pytest.mark.usefixtures("window_loop")
async def test_a_refusal_stands_at_its_field_and_the_ticket_can_be_put_right(
    practice_store: PracticeStore, open_tab: Open, *, assignment: str, place: str, unknown: str, known: str
) -> None:
    async with open_tab() as tab:
        page = tab.ticket_page
        choose(page, "assignment_type", assignment)
        write_task(page)
        write(page, **{place: unknown})
        await create(tab)
        assert "of this store" in page.form.fields[place].error()
        assert page.form.values()["task_title"] == "Call back"
        write(page, **{place: known})
        await create(tab)
        assert len(tickets(practice_store)) == 1


async def test_a_label_the_store_does_not_have_is_marked(
    window_loop: QApplication, qtbot: QtBot, practice_store: PracticeStore, open_tab: Open
) -> None:
    async with open_tab() as tab:
        page = tab.ticket_page
        write_task(page)
        label(qtbot, page, "1")
        label(qtbot, page, "9")
        await create(tab)
        assert "9 is not a label" in page.form.fields["label_ids"].error()
        assert page.head_problems[0].sentence == "The store refused it. No ticket was created."
        assert tickets(practice_store) == []


async def test_two_clicks_at_once_send_one_ticket(
    window_loop: QApplication, practice_store: PracticeStore, open_tab: Open
) -> None:
    async with open_tab() as tab:
        page = tab.ticket_page
        write_task(page)
        for _ in range(3):
            page.save.click()
            page.actions_here()["primary"]()
        await at_rest(tab)
        assert len(tickets(practice_store)) == 1


async def test_the_same_ticket_again_is_a_question_first(
    window_loop: QApplication, practice_store: PracticeStore, open_tab: Open
) -> None:
    async with open_tab() as tab:
        page = tab.ticket_page
        write_task(page)
        await create(tab)
        write_task(page)
        page.save.click()
        assert "Create another?" in await answer_over(page, "Do not create another")
        await at_rest(tab)
        assert len(tickets(practice_store)) == 1
        assert page.form.values()["task_title"] == "Call back"
        page.save.click()
        await answer_over(page, "Create a second one")
        await at_rest(tab)
        assert len(tickets(practice_store)) == 2


@pytest.mark.parametrize(
    ("going", "asks", "says"),
    [(False, "The same ticket was sent", " sent it "), (True, "A run is about to create", "It is row 1 of ")],
)
async def test_a_ticket_of_a_run_is_a_question_first_and_may_be_created_all_the_same(
    window_loop: QApplication,
    practice_store: PracticeStore,
    open_tab: Open,
    *,
    going: bool,
    asks: str,
    says: str,
) -> None:
    body = json.dumps({"channel": "TASKS", "taskTitle": "Call back", "assignmentType": "ALL_AGENTS"}).encode()

    def planned(workspace: Workspace) -> None:
        guard = Guard(workspace, workspace.runner.acquire() if going else 0)
        run_id = guard.plan(body, kind="tickets", names=["Call back"])
        if going:
            workspace.ledger.set_state(run_id, guard.fence, RunState.RUNNING)
        else:
            guard.sent(run_id)

    async with open_tab() as tab:
        await tab.console.db(planned)
        page = tab.ticket_page
        write_task(page)
        page.save.click()
        question = await question_of(page)
        told = words_of(question)
        assert question.windowTitle().startswith(asks)
        assert says in told and "Messages" in told and "l.csv" in told
        await answer_over(page, "Do not create another")
        await at_rest(tab)
        assert tickets(practice_store) == []
        page.save.click()
        await answer_over(page, "Create a second one")
        await at_rest(tab)
        assert len(tickets(practice_store)) == 1
        if going:
            await tab.console.db(lambda space: space.runner.release())


async def test_the_reference_can_be_left_out_and_finds_the_ticket_when_it_is_not(
    window_loop: QApplication, practice_store: PracticeStore, open_tab: Open
) -> None:
    async with open_tab() as tab:
        page = tab.ticket_page
        write_task(page, "With", "first")
        reference = page.reference.current()
        await create(tab)
        write_task(page, "Without", "second")
        page.reference.box.click()
        await create(tab)
        assert [ticket["request"]["context"] for ticket in tickets(practice_store)] == [
            "second",
            f"first\nRef {reference}",
        ]
        page.made.search.setText(f"Ref {reference}")
        page.made.search.returnPressed.emit()
        await at_rest(tab)
        assert [row.made.record.title for row in page.made.rows()] == ["With"]


async def test_a_ticket_opens_as_a_new_draft_and_undo_brings_back_what_was_there(
    window_loop: QApplication, qtbot: QtBot, practice_store: PracticeStore, open_tab: Open
) -> None:
    async with open_tab() as tab:
        page = tab.ticket_page
        write_task(page, "Call back", "in the morning")
        label(qtbot, page, "2")
        await create(tab)
        first = page.made.rows()[0]
        write(page, customer_phone_number="0151 1", context="half typed")
        first.reopen.click()
        values = page.form.values()
        assert (values["channel"], values["task_title"]) == ("TASKS", "Call back")
        assert (values["context"], values["label_ids"]) == ("in the morning", [2])
        page.undo.click()
        values = page.form.values()
        assert (values["channel"], values["context"]) == ("WHATSAPP", "half typed")
        assert values["customer_phone_number"] == "0151 1"


async def test_the_keys_undo_and_redo_over_all_fields(
    window_loop: QApplication, qtbot: QtBot, open_tab: Open
) -> None:
    async with open_tab() as tab:
        page = tab.ticket_page
        line, area = page.form.editors["customer_phone_number"].widget, page.form.editors["context"].widget
        line.setFocus()
        qtbot.keyClicks(line, "0151 2")
        area.setFocus()
        qtbot.keyClicks(area, "Hello")
        choose(page, "channel", "EMAIL")
        area.setFocus()
        for _ in range(3):
            qtbot.keySequence(area, QKeySequence(QKeySequence.StandardKey.Undo))
        values = page.form.values()
        assert (values["channel"], values["context"], values["customer_phone_number"]) == (
            "WHATSAPP",
            None,
            None,
        )
        assert not page.undo.isEnabled()
        for _ in range(3):
            qtbot.keyClick(
                area, Qt.Key.Key_Z, Qt.KeyboardModifier.ControlModifier | Qt.KeyboardModifier.ShiftModifier
            )
        values = page.form.values()
        assert (values["channel"], values["context"], values["customer_phone_number"]) == (
            "EMAIL",
            "Hello",
            "0151 2",
        )


async def test_the_footer_says_what_will_be_created_and_what_stands_in_the_way(
    window_loop: QApplication, open_tab: Open
) -> None:
    async with open_tab() as tab:
        page = tab.ticket_page
        assert page.header.title() == "New ticket"
        assert page.footer.message() == "1 WhatsApp ticket; the store decides who takes it"
        choose(page, "assignment_type", "SPECIFIC_AGENT")
        write(page, customer_phone_number="0151 23456789", agent_mail=AGENT)
        assert "+49 1512 3456789" in page.footer.message() and AGENT in page.footer.message()
        await create(tab)
        assert page.footer.message() == "1 problem to fix"


async def test_tickets_listed_already_stay_as_they_are_while_others_come(
    window_loop: QApplication, open_tab: Open
) -> None:
    async with open_tab() as tab:
        page = tab.ticket_page
        write_task(page, "First")
        await create(tab)
        (first,) = page.made.rows()
        first.copy.setFocus()
        write_task(page, "Second")
        await create(tab)
        assert [row.made.record.title for row in page.made.rows()] == ["Second", "First"]
        assert page.made.rows()[1] is first
        assert first.y() > page.made.rows()[0].y()


async def test_alone_on_a_narrow_page_the_list_has_no_button_that_sends(
    window_loop: QApplication, open_tab: Open
) -> None:
    async with open_tab(848, 678) as tab:
        page = tab.ticket_page
        assert page.footer.isVisible() and not page.made.isVisible()
        page.segments.set_current(1)
        assert page.made.isVisible() and not page.footer.isVisible()
        assert page.header.title() == "Helpdesk"


async def test_a_live_store_is_written_to_as_its_safe_level_says(
    window_loop: QApplication, practice_store: PracticeStore, open_tab: Open
) -> None:
    live = {"practice": False, "name": "Wickloom Europe"}
    async with open_tab(**live, safe_level="read-only") as tab:
        assert tab.ticket_page.save.text() == "Create ticket in Wickloom Europe"
        write_task(tab.ticket_page)
        await create(tab)
        assert "Nothing was sent" in tab.console.notices.open[0].sentence
    async with open_tab(**live, safe_level="name") as tab:
        page = tab.ticket_page
        write_task(page)
        page.save.click()
        dialog = await until(lambda: next((d for d in page.findChildren(QDialog) if d.isVisible()), None))
        verb = next(each for each in dialog.findChildren(QPushButton) if each.text() == page.save.text())
        assert not verb.isEnabled()
        line = dialog.findChild(QLineEdit)
        assert line is not None
        line.setText("Wickloom Europe")
        verb.click()
        await at_rest(tab)
    assert len(tickets(practice_store)) == 1


async def test_the_list_of_tickets_reads_again_and_the_focus_stays_where_it_was(
    window_loop: QApplication, qtbot: QtBot, open_tab: Open
) -> None:
    async with open_tab() as tab:
        page = tab.ticket_page
        for title in ("Call back", "Send a swatch"):
            write_task(page, title)
            await create(tab)
        await until(lambda: len(page.made.rows()) == 2)
        held = page.made.rows()[1]
        held.reopen.setFocus()
        write_task(page, "Ask about the bowl")
        await page.console.sends.send(
            CREATE_TICKET,
            page.form.checked(page.form.values()),
            kind=KIND,
            title="By somebody else",
            about="",
        )
        page.actions_here()["refresh"]()
        await until(lambda: len(page.made.rows()) == 3)
        assert page.made.rows()[2] is held
        assert tab.window().focusWidget() is held.reopen
        await at_rest(tab)


async def test_in_a_team_each_has_a_half_typed_ticket_of_their_own(
    window_loop: QApplication, open_tab: Open, team: Team, monkeypatch: pytest.MonkeyPatch
) -> None:
    """With a token of its own, so that neither is taken for the other when it is sent."""
    typed = {team.invite(who, Role.SEND): f"{who}: a candle broke" for who in ("Svctest Ana", "Svctest Ben")}
    tokens = set()
    for text_before in ("", "kept"):
        for name, text in typed.items():
            monkeypatch.setenv(address.VARIABLE, team.addresses[name])
            async with open_tab() as tab:
                page = tab.ticket_page
                assert (page.form.values()["context"] or "") == (text if text_before else "")
                write(page, context=text)
                await page.keep_draft()
                tokens.add(page.slip.token)
    assert len(tokens) == 2
