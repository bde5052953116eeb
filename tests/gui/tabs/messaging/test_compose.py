"""Messages of all nine types on the real practice store: what is asked for, what arrives, what is seen."""

from __future__ import annotations

from typing import Any

import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from svcconsole.api.models.messaging import FetchMessages
from svcconsole.api.operations import FETCH_MESSAGES
from svcconsole.gui.design.text import ElidedLabel
from svcconsole.gui.kit.forms.problems import Problem
from svcconsole.gui.kit.widgets.field_question import FieldQuestion
from svcconsole.gui.tabs.messaging.choices_editor import ChoicesEditor
from svcconsole.gui.tabs.messaging.section_switch import COMPOSE
from svcconsole.services.messaging.messages import TYPES, fields_of
from svcconsole.workspace.known.registries import RegistryKind
from tests.gui.tabs.messaging.conftest import Open, received
from tests.gui.tabs.messaging.writing import (
    E164,
    MESSAGES,
    TO,
    at_rest,
    compose,
    send,
    send_to_me,
    write,
)
from tests.support.coroutines import until
from tests.support.practice import PracticeStore
from tests.support.qt import answer_over


async def test_all_nine_types_arrive_as_written_and_are_fetched_back_by_their_id(
    window_loop: QApplication, practice_store: PracticeStore, open_tab: Open
) -> None:
    async with open_tab() as tab:
        for kind in TYPES:
            compose(tab, kind)
            await send(tab)
        messages = {message["kind"]: message for message in received(practice_store)}
        assert set(messages) == set(TYPES)
        for kind, (_, payload) in MESSAGES.items():
            request = messages[kind]["request"]
            assert request["payload"] == payload
            assert (request["medium"], request["type"], request["contactIdentifier"]) == (
                "whatsapp",
                kind,
                E164,
            )
            assert '"v":1,"j":"single","r":1,"n":"' in request["callbackData"]
        records = {record.answer_id: record for record in tab.message_page.sent_here.records}
        client = await tab.console.ready()
        answered = await client.call(FETCH_MESSAGES, FetchMessages(message_ids=list(map(str, records))))
        assert {message.message_id for message in answered.data.messages} == set(records)
        assert {message["messageId"] for message in messages.values()} == set(records)


async def test_all_nine_types_go_by_version_1_too_and_say_that_they_cannot_be_tracked(
    window_loop: QApplication, practice_store: PracticeStore, open_tab: Open
) -> None:
    async with open_tab() as tab:
        page = tab.message_page
        for kind in TYPES:
            compose(tab, kind, version_1=True)
            await send(tab)
            assert page.form.fields["app_id"].error() == "App id is required."
            write(page, app_id="store-1")
            assert "without tracking" in page.footer.message()
            await send(tab)
        messages = {message["kind"]: message["request"] for message in received(practice_store)}
        assert {kind: request["payload"] for kind, request in messages.items()} == {
            kind: payload for kind, (_, payload) in MESSAGES.items()
        }
        assert all(request["appId"] == "store-1" for request in messages.values())
        assert not any("callbackData" in request for request in messages.values())
        assert {row.identity.text() for row in page.sent_here.rows()} == {"sent, not trackable"}


async def test_what_was_sent_stays_on_the_phone_with_its_ticks_until_something_is_typed(
    window_loop: QApplication, practice_store: PracticeStore, open_tab: Open
) -> None:
    async with open_tab() as tab:
        page = tab.message_page
        compose(tab)
        bubble = page.phone.bubble
        assert not page.sent.isVisible()
        await send(tab)
        assert page.phone.bubble == bubble
        assert not page.has_changes()
        assert page.sent.words.text().startswith("Sent to +49 1512 3456789 at ")
        await until(lambda: page.sent.tick.accessibleName() in ("Delivered", "Read"))
        await until(page.sent.follow.isEnabled)
        page.sent.follow.click()
        assert tab.front.currentWidget() is tab.delivery_page
        await until(lambda: tab.delivery_page.table.current_record() is not None)
        tab.show_place(COMPOSE)
        write(page, message="Another")
        assert page.phone.bubble != bubble
        assert not page.sent.isVisible()


async def test_only_what_a_type_has_is_asked_for_and_what_it_must_have_is_demanded(
    window_loop: QApplication, practice_store: PracticeStore, open_tab: Open
) -> None:
    must = {
        "text": {"message"},
        "options": {"message", "choices"},
        "buttons": {"message", "choices"},
        "address": {"message", "address"},
        "single_product": {"catalog_id", "product_id"},
        "multiple_product": {"catalog_id", "sections"},
        **{kind: {"media_link"} for kind in ("image", "video", "document")},
    }
    async with open_tab() as tab:
        form = tab.message_page.composed
        for kind in TYPES:
            tab.choose(kind)
            seen = {name for name in form.editors if any(part.isVisible() for part in form._parts(name))}
            assert seen == fields_of(kind) | {"version_1"}
            await send(tab)
            wrong = {str(problem.loc[0]) for problem in form.problems() if not problem.warning}
            assert wrong == must[kind] | {"contact_identifier"}
        assert received(practice_store) == []


async def test_the_number_of_an_address_goes_in_full_or_is_said_to_be_none(
    window_loop: QApplication, practice_store: PracticeStore, open_tab: Open
) -> None:
    async with open_tab() as tab:
        form = tab.message_page.composed
        compose(tab, "address", address={"city": "Pune", "phone_number": "12"})
        await send(tab)
        assert received(practice_store) == []
        assert [problem.loc for problem in form.problems()] == [("address", "phone_number")]
        compose(tab, "address", address={"city": "Pune", "phone_number": "+91 98450 22817"})
        await send(tab)
        (message,) = received(practice_store)
        assert message["request"]["payload"]["address"]["phone_number"] == "+919845022817"


async def test_what_another_type_holds_stays_in_the_form_and_is_never_sent(
    window_loop: QApplication, practice_store: PracticeStore, open_tab: Open
) -> None:
    async with open_tab() as tab:
        compose(tab, "buttons", header_title="Only for buttons")
        tab.choose("text")
        tab.choose("buttons")
        assert tab.message_page.form.values()["header_title"] == "Only for buttons"
        tab.choose("text")
        await send(tab)
        (message,) = received(practice_store)
        assert message["request"]["payload"] == {"message": "Shall we?"}


async def test_a_type_is_a_step_that_undo_takes_back(window_loop: QApplication, open_tab: Open) -> None:
    async with open_tab() as tab:
        page = tab.message_page
        page.types.rows["options"].click()
        assert page.composed.kind == "options"
        page.undo.click()
        assert page.composed.kind == "text" and page.types.rows["text"].isChecked()


async def test_rows_are_put_in_another_order_by_hand_and_sent_in_it(
    window_loop: QApplication, qtbot: QtBot, practice_store: PracticeStore, open_tab: Open
) -> None:
    async with open_tab() as tab:
        compose(tab, "options")
        editor = tab.message_page.form.editors["choices"]
        assert isinstance(editor, ChoicesEditor)
        editor.add_button.click()
        qtbot.keyClicks(editor.rows[2].name, "Medium")
        qtbot.keyClick(editor.rows[2].handle, Qt.Key.Key_Up, Qt.KeyboardModifier.AltModifier)
        editor.rows[0].remove.click()
        await send(tab)
        (message,) = received(practice_store)
        rows = message["request"]["payload"]["section"]["payload"]
        assert rows == [{"id": "option-1", "name": "Medium"}, {"id": "l", "name": "Large"}]


async def test_counters_warn_past_whatsapps_limits_and_the_message_can_still_be_sent(
    window_loop: QApplication, practice_store: PracticeStore, open_tab: Open
) -> None:
    async with open_tab() as tab:
        page = tab.message_page
        rows = [{"id": str(n), "name": "x" * 21} for n in range(4)]
        compose(tab, "buttons", message="y" * 1025, choices=rows)
        editor = page.form.editors["choices"]
        assert isinstance(editor, ChoicesEditor)
        assert editor.head.count.text() == "4 of 3"
        assert editor.rows[0].counter.text() == "21 of 20"
        said = [label.text() for label in page.form.fields["message"].findChildren(ElidedLabel)]
        assert "1,025 of 1,024" in said
        assert "6 worth a look" in page.footer.message()
        await send(tab)
        assert len(received(practice_store)) == 1


async def test_callback_data_is_refused_here_before_the_store_does(
    window_loop: QApplication, practice_store: PracticeStore, open_tab: Open
) -> None:
    refused = {"{'a':1}": "not JSON", "{}{}": "not JSON", f'"{"x" * 1100}"': "1024"}
    async with open_tab() as tab:
        for own, reason in refused.items():
            compose(tab, callback_data={"reference": False, "own": own})
            await send(tab)
            assert reason in tab.message_page.form.fields["callback_data"].error()
        assert received(practice_store) == []


async def test_own_data_that_cannot_be_read_is_in_nobodys_way_where_none_is_sent(
    window_loop: QApplication, practice_store: PracticeStore, open_tab: Open
) -> None:
    async with open_tab() as tab:
        compose(tab, callback_data={"reference": True, "own": "{bad"})
        await send(tab)
        assert received(practice_store) == []
        write(tab.message_page, version_1=True, app_id="a-1")
        assert "to fix" not in tab.message_page.footer.message()
        await send(tab)
        assert len(received(practice_store)) == 1


async def test_own_data_goes_with_the_reference_or_alone_or_nothing_goes(
    window_loop: QApplication, practice_store: PracticeStore, open_tab: Open
) -> None:
    async with open_tab() as tab:
        nonce = tab.message_page.slip.reference
        sent: list[Any] = []
        for reference, own in ((True, '{"a": "é"}'), (False, "[1]"), (False, "")):
            compose(tab, message=f"{own}.", callback_data={"reference": reference, "own": own})
            await send(tab)
            sent.append(received(practice_store)[0]["callbackData"])
        assert sent == [f'{{"v":1,"j":"single","r":1,"n":"{nonce}","data":{{"a": "é"}}}}', "[1]", None]


async def test_the_preview_follows_every_type_while_it_is_typed(
    window_loop: QApplication, open_tab: Open
) -> None:
    async with open_tab() as tab:
        page = tab.message_page
        for kind in TYPES:
            compose(tab, kind)
            bubble = page.phone.bubble
            assert not bubble.is_blank
            assert bubble.body == (MESSAGES[kind][0].get("message") or page.form.values()["message"] or "")


async def test_a_sent_message_opens_as_a_new_draft_and_undo_brings_back_what_was_there(
    window_loop: QApplication, practice_store: PracticeStore, open_tab: Open
) -> None:
    async with open_tab() as tab:
        page = tab.message_page
        compose(tab, "multiple_product", callback_data={"reference": True, "own": '{"a": 1}'})
        await send(tab)
        assert page.form.changes() == []
        compose(tab, "text", message="half typed")
        before = page.form.values()
        page.recent.click()
        page.sent_here.rows()[0].reopen.click()
        wanted = MESSAGES["multiple_product"][0]
        values = page.form.values()
        assert {name: values[name] for name in wanted} == wanted
        assert values["callback_data"] == {"reference": True, "own": '{"a": 1}'}
        page.undo.click()
        assert page.form.values() == before
        page.redo.click()
        page.save.click()
        assert (
            await answer_over(page, "Send it once more")
            == "The same was sent from here already. Send it again?"
        )
        await at_rest(tab)
        first, second = received(practice_store)
        assert first["request"]["payload"] == second["request"]["payload"]
        assert first["callbackData"] != second["callbackData"]


async def test_send_to_me_first_goes_to_the_own_number_and_leaves_the_draft(
    window_loop: QApplication, practice_store: PracticeStore, open_tab: Open
) -> None:
    async with open_tab() as tab:
        page = tab.message_page
        compose(tab)
        for _ in range(2):
            await send_to_me(tab, "+49 170 1234567")
        assert [message["contact"] for message in received(practice_store)] == ["+491701234567"] * 2
        assert page.form.values()["contact_identifier"] == TO
        await send(tab)
        assert received(practice_store)[0]["contact"] == E164


@pytest.mark.parametrize("said", ["refused", "in doubt"])
async def test_what_is_said_of_the_whole_form_moves_none_of_its_fields(
    window_loop: QApplication, open_tab: Open, said: str
) -> None:
    """A card over the form moved it by its height, and the next click missed."""
    async with open_tab() as tab:
        page = tab.message_page
        compose(tab)
        await until(lambda: not page.scope.is_busy())
        fields = [page.form.editors[name].widget for name in ("contact_identifier", "message")]

        def places() -> list[tuple[int, int]]:
            QApplication.processEvents()
            return [field.mapTo(page, QPoint()).toTuple() for field in fields]

        before, shown = places(), page.page.height()
        if said == "refused":
            page.show_head([Problem((), "The store refused it.")])
        else:
            page.decision.ask("Did it arrive?", "No answer came in time.")
        await until(lambda: page.page.height() < shown)
        assert places() == before
        page.show_head([])
        page.decision.hide()
        await until(lambda: page.page.height() == shown)
        assert places() == before


async def test_the_business_number_is_remembered_once_the_store_took_it(
    window_loop: QApplication, open_tab: Open
) -> None:
    async with open_tab() as tab:
        compose(tab, business_phone_number="+49 30 5550100")
        await send(tab)
        await at_rest(tab)
        entries = tab.sources.known.of(RegistryKind.BRAND_NUMBERS)
        assert [entry.key for entry in entries] == ["+49305550100"]


async def test_the_sending_number_stays_for_the_next_message(
    window_loop: QApplication, practice_store: PracticeStore, open_tab: Open
) -> None:
    async with open_tab() as tab:
        compose(tab, business_phone_number="+49 30 5550100")
        await send(tab)
        assert tab.message_page.form.changes() == []
        compose(tab, message="Another one")
        await send(tab)
        assert [each["request"]["businessPhoneNumber"] for each in received(practice_store)] == [
            "+49305550100",
            "+49305550100",
        ]


async def test_the_connections_app_id_goes_with_version_1_unasked(
    window_loop: QApplication, practice_store: PracticeStore, open_tab: Open
) -> None:
    async with open_tab(app_id="store-9") as tab:
        await tab.console.ready()
        compose(tab, version_1=True)
        assert tab.message_page.form.values()["app_id"] == "store-9"
        await send(tab)
        assert received(practice_store)[0]["request"]["appId"] == "store-9"


async def test_a_store_that_is_not_reached_takes_no_draft_away(
    window_loop: QApplication, practice_store: PracticeStore, open_tab: Open
) -> None:
    async with open_tab() as tab:
        compose(tab, message="half typed")
        tab.choose("flow")
        write(tab.flow_page, flow_id="half")
        for page in tab.pages:
            await page.keep_draft()
    async with open_tab(base_url="http://127.0.0.1:9") as tab:
        assert tab.message_page.form.values()["message"] == "half typed"
        assert tab.flow_page.form.values()["flow_id"] == "half"
        await send(tab)
        assert tab.message_page.form.values()["message"] == "half typed"
        assert received(practice_store) == []


async def test_send_to_me_first_needs_no_customer(
    window_loop: QApplication, practice_store: PracticeStore, open_tab: Open
) -> None:
    async with open_tab() as tab:
        page = tab.message_page
        compose(tab)
        page.form.apply("contact_identifier", None)
        await send_to_me(tab, "+49 170 1234567")
        (message,) = received(practice_store)
        assert message["contact"] == "+491701234567"
        assert page.form.values()["contact_identifier"] is None
        page.save.click()
        await at_rest(tab)
        assert len(received(practice_store)) == 1  # a customer is still needed for the customer's


async def test_send_to_me_first_says_what_else_is_missing_before_it_asks_for_a_number(
    window_loop: QApplication, practice_store: PracticeStore, open_tab: Open
) -> None:
    async with open_tab() as tab:
        page = tab.message_page
        tab.choose("text")
        page.test.click()
        await at_rest(tab)
        assert not tab.findChildren(FieldQuestion)
        assert page.form.fields["message"].error()
        assert page.form.fields["contact_identifier"].error() == ""
