"""A message leaves once: two clicks, two windows, silence, a restart; doubt is asked about, never guessed."""

from __future__ import annotations

import asyncio
import json
from typing import Any

import pytest
from PySide6.QtWidgets import QApplication

from svcconsole.gui.runtime.window_requests import MessageStart
from svcconsole.gui.tabs.messaging.tab import MessagingTab
from svcconsole.services.deliveries.callback_evidence import evidence_of
from svcconsole.workspace.runs.webhook_evidence import ProvedMessage, SettledDoubt
from svcconsole.workspace.schema import ItemState
from tests.gui.tabs.messaging.conftest import Open, received
from tests.gui.tabs.messaging.test_templates import fill, take_over
from tests.gui.tabs.messaging.writing import E164, TO, at_rest, compose, front, send, send_to_me
from tests.support.coroutines import until
from tests.support.practice import PracticeStore

PATH = "messages/v2/sendMessage"


def strike(store: PracticeStore, kind: str, **given: object) -> None:
    """The next message meets this fault."""
    store.add_fault(kind, operation=PATH, count=1, **given)


async def test_two_clicks_at_once_send_one_message(
    window_loop: QApplication, practice_store: PracticeStore, open_tab: Open
) -> None:
    async with open_tab() as tab:
        compose(tab)
        for _ in range(3):
            tab.message_page.save.click()
            tab.page().actions_here()["primary"]()
        await at_rest(tab)
        assert len(received(practice_store)) == 1


async def test_two_windows_on_one_draft_send_one_message(
    window_loop: QApplication, practice_store: PracticeStore, open_tab: Open
) -> None:
    async with open_tab() as first:
        compose(first)
        await first.message_page.keep_draft()
        async with open_tab() as second:
            assert second.message_page.form.values()["message"] == first.message_page.form.values()["message"]
            first.message_page.save.click()
            second.message_page.save.click()
            await at_rest(first)
            await at_rest(second)
            assert len(received(practice_store)) == 1


async def proved(tab: MessagingTab, message: dict[str, Any]) -> tuple[ProvedMessage, ...]:
    """What the webhook of a message that the store received proves here."""
    told = evidence_of(message["callbackData"], message["messageId"], "read", "2026-01-01T00:00:00Z", "{}")
    assert told is not None
    return await tab.console.db(lambda space: space.proofs.settle([told], "hooks.jsonl", "Meera"))


@pytest.mark.parametrize("what", ["message", "template"])
@pytest.mark.parametrize("own", ["", '{"a": "\u00e9"}'])
async def test_what_was_sent_to_me_first_proves_nothing_of_the_customers(
    window_loop: QApplication, practice_store: PracticeStore, open_tab: Open, what: str, own: str
) -> None:
    callback = {"reference": True, "own": own}
    async with open_tab() as tab:
        await take_over(tab, practice_store)
        if what == "message":
            compose(tab, callback_data=callback)
        else:
            fill(tab, "welcome", callback_data=callback)
        page = front(tab)
        reference = page.slip.reference
        await send_to_me(tab, "+49 170 1234567")
        (mine,) = received(practice_store)
        assert reference not in mine["callbackData"]
        practice_store.add_fault("silence", count=1, seconds=0.2, executed=False)
        await send(tab)
        assert page.doubt is not None and page.doubt.reference == reference
        (told,) = await proved(tab, mine)
        assert (told.settled, told.about) == (SettledDoubt.KNOWN, "+491701234567")
        doubt = page.doubt
        now = await tab.console.db(lambda space: space.sends.get(doubt.run_id))
        assert now is not None and (now.state, now.answer_id) == (ItemState.UNKNOWN, None)
        same = mine["callbackData"].replace(told.nonce, reference)
        assert json.loads(now.body)["callbackData"] == same, "all else is as the customer gets it"


async def test_without_a_tracking_code_what_is_sent_to_me_has_none_either(
    window_loop: QApplication, practice_store: PracticeStore, open_tab: Open
) -> None:
    async with open_tab() as tab:
        for own in ("", "[1]", '{"v":1,"j":"single","r":1,"n":"0123456789abcdef"}'):
            compose(tab, message=f"{own}.", callback_data={"reference": False, "own": own})
            await send_to_me(tab, "+49 170 1234567")
            assert received(practice_store)[0]["callbackData"] == (own or None)


@pytest.mark.parametrize("executed", [True, False])
async def test_silence_makes_the_form_ask_and_nothing_is_sent_until_somebody_says(
    window_loop: QApplication, practice_store: PracticeStore, open_tab: Open, executed: bool
) -> None:
    async with open_tab() as tab:
        page = tab.message_page
        strike(practice_store, "silence", seconds=0.2, executed=executed)
        compose(tab)
        nonce = page.slip.reference
        await send(tab)
        assert page.doubt is not None and page.decision.isVisible() and not page.save.isEnabled()
        for _ in range(3):
            page.save.click()
            page.actions_here()["primary"]()
        await at_rest(tab)
        assert len(received(practice_store)) == executed
        (row,) = page.sent_here.rows()
        wanted: list[str] = []
        tab.console.decisions_wanted.connect(wanted.append)
        row.decide.click()
        assert wanted == [page.doubt.run_id]
        (page.decision.arrived if executed else page.decision.again).click()
        await at_rest(tab)
        (message,) = received(practice_store)
        assert nonce in message["callbackData"]
        assert page.doubt is None and page.form.changes() == []


async def test_a_message_begun_while_another_needs_a_decision_comes_next(
    window_loop: QApplication, practice_store: PracticeStore, open_tab: Open
) -> None:
    async with open_tab() as tab:
        page = tab.message_page
        strike(practice_store, "silence", seconds=0.2, executed=True)
        compose(tab)
        await send(tab)
        waiting = page.form.values()
        for number in ("+351912000101", "+351912000102"):
            tab.write_message(MessageStart(number))
        await at_rest(tab)
        assert page.form.values() == waiting
        told = tab.console.notices.open[-1]
        assert (told.sentence, told.advice) == (
            "First decide what became of this one.",
            "What you opened comes next.",
        )
        page.decision.arrived.click()
        await at_rest(tab)
        assert page.form.values()["contact_identifier"] == "+351912000102"
        assert page.form.values()["message"] is None
        assert len(received(practice_store)) == 1


async def test_a_message_begun_while_another_is_on_its_way_comes_next(
    window_loop: QApplication, practice_store: PracticeStore, open_tab: Open
) -> None:
    async with open_tab() as tab:
        page = tab.message_page
        strike(practice_store, "latency", seconds=0.5)
        compose(tab)
        page.save.click()
        await until(page.is_busy)
        tab.write_message(MessageStart("+351912000101"))
        await until(lambda: not tab.scope.is_busy("write"))
        assert page.is_busy() and page.form.values()["contact_identifier"] == TO
        assert tab.console.notices.open[-1].sentence == "This one is still being sent."
        await at_rest(tab)
        assert page.form.values()["contact_identifier"] == "+351912000101"
        assert [each["contact"] for each in received(practice_store)] == [E164]
        page.form.apply("message", "Hello")
        await send(tab)
        assert page.form.changes() == [], "it came once"


async def test_what_was_refused_is_mended_before_anything_else_fills_the_form(
    window_loop: QApplication, practice_store: PracticeStore, open_tab: Open
) -> None:
    async with open_tab() as tab:
        page = tab.message_page
        strike(practice_store, "silence", seconds=0.2, executed=False)
        compose(tab)
        await send(tab)
        tab.write_message(MessageStart("+351912000101"))
        strike(practice_store, "status", code=400)
        page.decision.again.click()
        await at_rest(tab)
        assert page.is_free() and received(practice_store) == []
        assert page.form.values()["contact_identifier"] == TO
        compose(tab, message="Mended")
        await send(tab)
        assert page.form.values()["contact_identifier"] == "+351912000101"


async def test_an_earlier_one_opened_while_another_needs_a_decision_comes_next(
    window_loop: QApplication, practice_store: PracticeStore, open_tab: Open
) -> None:
    async with open_tab() as tab:
        page = tab.message_page
        compose(tab, message="first")
        await send(tab)
        strike(practice_store, "silence", seconds=0.2, executed=True)
        compose(tab, message="second")
        await send(tab)
        page.recent.click()
        page.sent_here.rows()[-1].reopen.click()
        assert page.form.values()["message"] == "second"
        assert tab.console.notices.open[-1].advice == "What you opened comes next."
        page.decision.later.click()
        await at_rest(tab)
        assert page.form.values()["message"] == "first"


async def test_send_to_me_first_says_that_it_sends_and_is_not_pressed_twice(
    window_loop: QApplication, practice_store: PracticeStore, open_tab: Open
) -> None:
    async with open_tab() as tab:
        page = tab.message_page
        strike(practice_store, "latency", seconds=0.5)
        compose(tab)
        sending = asyncio.ensure_future(send_to_me(tab, "+49 170 1234567"))
        await until(page.is_busy)
        assert (page.test.text(), page.test.isEnabled()) == ("Sending…", False)
        assert (page.save.text(), page.save.isEnabled()) == ("Send in practice", False)
        page.test.click()
        await sending
        assert (page.test.text(), page.test.isEnabled()) == ("Send to me first", True)
        assert page.save.isEnabled() and page.form.isEnabled()
        assert len(received(practice_store)) == 1


async def test_what_is_mended_after_a_second_try_was_refused_is_not_proved_by_the_first(
    window_loop: QApplication, practice_store: PracticeStore, open_tab: Open
) -> None:
    async with open_tab() as tab:
        page = tab.message_page
        strike(practice_store, "silence", seconds=0.2, executed=True)
        compose(tab)
        await send(tab)
        (first,) = received(practice_store)
        strike(practice_store, "status", code=400)
        page.decision.again.click()
        await at_rest(tab)
        assert page.doubt is None
        compose(tab, message="Mended")
        strike(practice_store, "silence", seconds=0.2, executed=False)
        await send(tab)
        assert page.doubt is not None
        (told,) = await proved(tab, first)
        assert told.run_id != page.doubt.run_id
        assert page.doubt.reference not in first["callbackData"]


async def test_after_a_restart_the_draft_still_asks(
    window_loop: QApplication, practice_store: PracticeStore, open_tab: Open
) -> None:
    async with open_tab() as tab:
        strike(practice_store, "silence", seconds=0.2, executed=True)
        compose(tab, "options")
        await send(tab)
    async with open_tab() as tab:
        page = tab.message_page
        assert page.doubt is not None and page.decision.isVisible()
        assert page.composed.kind == "options" and page.types.rows["options"].isChecked()
        page.save.click()
        page.decision.later.click()
        await at_rest(tab)
        assert len(received(practice_store)) == 1
        compose(tab, message="Another")
        await send(tab)
        assert len(received(practice_store)) == 2


async def test_what_is_typed_is_there_again_after_a_restart_type_and_reference_included(
    window_loop: QApplication, open_tab: Open
) -> None:
    async with open_tab() as tab:
        page = tab.message_page
        compose(tab, "address", message="half\u00a0typed\nمرحبا 🎁")
        values, slip = page.form.values(), page.slip
        await until(lambda: page.draft_words.text() != "" and not page.scope.is_busy())
    async with open_tab() as tab:
        assert tab.message_page.form.values() == values
        assert tab.message_page.slip == slip
        assert tab.message_page.types.rows["address"].isChecked()


async def test_trouble_never_makes_a_second_message(
    window_loop: QApplication, practice_store: PracticeStore, open_tab: Open
) -> None:
    troubles: dict[str, dict[str, Any]] = {
        "429": {"kind": "status", "code": 429, "retryAfter": "0"},
        "500 after": {"kind": "status", "code": 500, "executed": True},
        "reset after": {"kind": "reset", "executed": True},
        "cut": {"kind": "cut"},
    }
    async with open_tab() as tab:
        page = tab.message_page
        for name, fault in troubles.items():
            strike(practice_store, **fault)
            compose(tab, message=name)
            await send(tab)
            sent = [each for each in received(practice_store) if each["text"] == name]
            settled = page.sent_here.records[0]
            assert settled.title == f"Text: {name}"
            assert len(sent) == (0 if settled.state is ItemState.LEFT_OUT else 1)
            assert (settled.state is ItemState.UNKNOWN) == (page.doubt is not None)
            if page.doubt is not None:
                page.decision.later.click()
                await at_rest(tab)


async def test_a_draft_that_comes_late_does_not_take_the_place_of_what_is_typed(
    window_loop: QApplication, practice_store: PracticeStore, open_tab: Open
) -> None:
    async with open_tab() as tab:
        page = tab.message_page
        compose(tab, message="of yesterday")
        await page.keep_draft()
        page.load_blank()  # a window that has just come up, and whose draft is not read yet
        page.form.apply("contact_identifier", "+919845000001")
        page.form.apply("message", "typed now")
        await page.open()
        values = page.form.values()
        assert (values["contact_identifier"], values["message"]) == ("+919845000001", "typed now")
        page.form.undo_stack.undo()
        assert page.form.values()["message"] == "of yesterday"
        page.form.undo_stack.redo()
        await send(tab)
        (message,) = received(practice_store)
        assert message["request"]["contactIdentifier"] == "+919845000001"
