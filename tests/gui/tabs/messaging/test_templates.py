"""Template messages on the real practice store: the form comes from the template, mismatches stay here."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from svcconsole.api.models.messaging import FetchMessages
from svcconsole.api.operations import FETCH_MESSAGES
from svcconsole.gui.tabs.messaging.section_switch import TEMPLATES
from svcconsole.gui.tabs.messaging.tab import MessagingTab
from svcconsole.gui.tabs.messaging.templates.template_edit_page import TemplateEditPage
from svcconsole.gui.tabs.messaging.templates.template_editors import ValuesEditor
from svcconsole.services.messaging.templates.files import of_entries
from tests.gui.tabs.messaging.conftest import Open, received
from tests.gui.tabs.messaging.writing import TO, at_rest, send, write
from tests.support.coroutines import until
from tests.support.practice import PracticeStore
from tests.support.qt import answer_over

PICTURE = "https://img.example/a.png"
FILLED: dict[str, tuple[dict[str, str], dict[str, Any]]] = {
    "welcome": ({"body.0": "Meera"}, {"body": ["Meera"]}),
    "offer_image": (
        {"header": PICTURE, "body.0": "Meera"},
        {"header": [{"type": "image", "data": PICTURE}], "body": ["Meera"]},
    ),
    "order_link": (
        {"body.0": "مريم", "button.0": "track/7"},
        {"body": ["مريم"], "button": [{"type": "URL", "index": 0, "data": "track/7"}]},
    ),
    "coupon_code": (
        {"body.0": "Meera", "button.0": "SAVE5"},
        {"body": ["Meera"], "button": [{"type": "copy_code", "index": 0, "data": "SAVE5"}]},
    ),
    "flash_sale": (
        {"header": PICTURE, "body.0": "Meera", "limited_time_offer": "2026-12-01T18:00"},
        {
            "header": [{"type": "image", "data": PICTURE}],
            "body": ["Meera"],
            "limited_time_offer": [{"type": "limited_time_offer", "data": "2026-12-01T18:00"}],
        },
    ),
    "summer_carousel": (
        {
            "body.0": "Meera",
            **{f"cards.{at}.header": PICTURE for at in range(2)},
            **{f"cards.{at}.body.0": f"card {at}" for at in range(2)},
            **{f"cards.{at}.button.0": f"c/{at}" for at in range(2)},
        },
        {
            "body": "Meera",
            "carousel": [
                {
                    "header": [{"type": "image", "data": PICTURE}],
                    "body": [f"card {at}"],
                    "button": [{"type": "URL", "index": 0, "data": f"c/{at}"}],
                }
                for at in range(2)
            ],
        },
    ),
}
"""Every kind of template of the specification: what is typed, and the components that must arrive."""


async def take_over(tab: MessagingTab, store: PracticeStore) -> None:
    """The store's own registry as the library, as the practice store tells it."""
    await tab.sources.library.merge(of_entries(store.control("GET", "/templates")["data"]["templates"]))


def fill(tab: MessagingTab, template_id: str, **changes: Any) -> None:
    tab.use_template(template_id)
    write(tab.template_page, **{"contact_identifier": TO, "values": FILLED[template_id][0], **changes})


async def test_every_kind_of_template_arrives_filled_in_and_is_fetched_back(
    window_loop: QApplication, practice_store: PracticeStore, open_tab: Open
) -> None:
    async with open_tab() as tab:
        await take_over(tab, practice_store)
        for version_1 in (False, True):
            for name in FILLED:
                fill(tab, name, version_1=version_1, app_id="store-1")
                if version_1:  # the same to the same person, whichever way it goes
                    tab.template_page.save.click()
                    await answer_over(tab.template_page, "Send it once more")
                    await at_rest(tab)
                else:
                    await send(tab)
        messages = received(practice_store)
        assert len(messages) == 2 * len(FILLED)
        for message in messages:
            request = message["request"]
            assert request["payload"]["components"] == FILLED[message["templateId"]][1]
            assert request["type"] == (
                "CAROUSEL" if message["templateId"] == "summer_carousel" else "DEFAULT"
            )
            assert ("appId" in request) != ("callbackData" in request)
        ids = [record.answer_id for record in tab.template_page.sent_here.records]
        client = await tab.console.ready()
        answered = await client.call(FETCH_MESSAGES, FetchMessages(message_ids=list(map(str, ids))))
        assert len(answered.data.messages) == 2 * len(FILLED)


async def test_the_form_asks_for_exactly_what_the_template_wants_and_says_what_is_missing(
    window_loop: QApplication, practice_store: PracticeStore, open_tab: Open
) -> None:
    async with open_tab() as tab:
        await take_over(tab, practice_store)
        page = tab.template_page
        editor = page.form.editors["values"]
        assert isinstance(editor, ValuesEditor)
        for name, (wanted, _) in FILLED.items():
            tab.use_template(name)
            assert set(editor.parts) == {*wanted, "other"}
        tab.use_template("summer_carousel")
        write(page, contact_identifier=TO, values={"body.0": "Meera", "cards.1.header": PICTURE})
        await send(tab)
        wrong = {key for key, field in editor.fields.items() if field.error()}
        assert wrong == {*FILLED["summer_carousel"][0]} - {"body.0", "cards.1.header"}
        assert received(practice_store) == []


async def test_what_was_typed_stays_when_another_template_is_looked_at(
    window_loop: QApplication, practice_store: PracticeStore, open_tab: Open
) -> None:
    async with open_tab() as tab:
        await take_over(tab, practice_store)
        fill(tab, "flash_sale")
        tab.use_template("welcome")
        assert tab.template_page.phone.bubble.body.startswith("Hello Meera")
        tab.use_template("flash_sale")
        assert tab.template_page.composed.filled() == FILLED["flash_sale"][0]


async def test_an_id_the_store_does_not_know_is_said_to_be_that(
    window_loop: QApplication, practice_store: PracticeStore, open_tab: Open
) -> None:
    async with open_tab() as tab:
        await tab.sources.library.merge(of_entries([{"id": "gone", "body": "Hello"}]))
        tab.use_template("gone")
        write(tab.template_page, contact_identifier=TO)
        await send(tab)
        field = tab.template_page.form.fields["template_id"]
        assert field.error() == "This template id is not known to the store."
        assert received(practice_store) == []
        assert tab.template_page.form.isEnabled()


async def test_what_the_store_has_otherwise_is_refused_at_its_field(
    window_loop: QApplication, practice_store: PracticeStore, open_tab: Open
) -> None:
    async with open_tab() as tab:
        await tab.sources.library.merge(of_entries([{"id": "welcome", "body": "Hello {{1}} {{2}}"}]))
        tab.use_template("welcome")
        write(tab.template_page, contact_identifier=TO, values={"body.0": "a", "body.1": "b"})
        await send(tab)
        editor = tab.template_page.form.editors["values"]
        assert isinstance(editor, ValuesEditor)
        assert "wants 1 value" in editor.fields["body.0"].error()
        assert received(practice_store) == []


async def test_what_no_message_can_fill_in_is_refused_here_with_the_reason(
    window_loop: QApplication, practice_store: PracticeStore, open_tab: Open
) -> None:
    reasons: dict[str, dict[str, Any]] = {
        "video header": {"header": "video", "body": "x"},
        "variable in its header": {"header": "text", "headerText": "Hi {{1}}", "body": "x"},
        "takes one text": {"body": "{{1}} {{2}}", "cards": [{"body": "a"}, {"body": "b"}]},
        "several variables": {"body": "x", "buttons": [{"type": "URL", "text": "a", "url": "{{1}}{{2}}"}]},
        "starting a flow": {"body": "x", "buttons": [{"type": "quick_reply", "text": "Yes"}]},
    }
    entries = [{"id": f"t{at}", **entry} for at, entry in enumerate(reasons.values())]
    async with open_tab() as tab:
        await tab.sources.library.merge(of_entries(entries))
        for at, reason in enumerate(reasons):
            tab.use_template(f"t{at}")
            values = {"body.0": "a", "body.1": "b", "button.0": "c"}
            write(tab.template_page, contact_identifier=TO, values=values)
            await send(tab)
            assert reason in tab.template_page.form.fields["template_id"].error()
        assert received(practice_store) == []


async def test_other_components_go_as_they_are_written_or_are_refused_as_no_json(
    window_loop: QApplication, practice_store: PracticeStore, open_tab: Open
) -> None:
    other = '{"button": [{"type": "contact", "index": 1, "data": "+49305550100"}]}'
    async with open_tab() as tab:
        await take_over(tab, practice_store)
        editor = tab.template_page.form.editors["values"]
        assert isinstance(editor, ValuesEditor)
        for wrong in ("[1]", "{", '{"unheard": 1}'):
            fill(tab, "welcome", values={"body.0": "Meera", "other": wrong})
            await send(tab)
            assert editor.fields["other"].error()
        fill(tab, "welcome", values={"body.0": "Meera", "other": other})
        await send(tab)
        (message,) = received(practice_store)
        assert message["request"]["payload"]["components"] == {"body": ["Meera"], **json.loads(other)}
        tab.template_page.sent_here.rows()[0].reopen.click()
        assert tab.template_page.composed.filled() == {
            "body.0": "Meera",
            "other": json.dumps(json.loads(other)),
        }


async def test_own_data_that_cannot_be_read_is_in_nobodys_way_where_none_is_sent(
    window_loop: QApplication, practice_store: PracticeStore, open_tab: Open
) -> None:
    async with open_tab() as tab:
        await take_over(tab, practice_store)
        own = {"reference": True, "own": "{bad"}
        fill(tab, "welcome", callback_data=own, version_1=True, app_id="a-1")
        assert "to fix" not in tab.template_page.footer.message()
        await send(tab)
        assert len(received(practice_store)) == 1


async def test_template_and_sending_number_stay_for_the_next_person(
    window_loop: QApplication, practice_store: PracticeStore, open_tab: Open
) -> None:
    async with open_tab() as tab:
        await take_over(tab, practice_store)
        fill(tab, "welcome", business_phone_number="+49 30 5550100")
        await send(tab)
        values = tab.template_page.form.values()
        assert (values["template_id"], values["business_phone_number"]) == ("welcome", "+49 30 5550100")
        assert (values["contact_identifier"], tab.template_page.form.changes()) == (None, [])


async def test_a_sent_template_opens_as_a_new_draft_and_the_same_again_is_a_question(
    window_loop: QApplication, practice_store: PracticeStore, open_tab: Open
) -> None:
    async with open_tab() as tab:
        await take_over(tab, practice_store)
        fill(tab, "summer_carousel")
        await send(tab)
        assert tab.template_page.composed.filled() == {}
        tab.choose("text")
        tab.message_page.sent_here.rows()[0].reopen.click()
        assert tab.page() is tab.template_page
        assert tab.template_page.composed.filled() == FILLED["summer_carousel"][0]
        tab.template_page.save.click()
        await answer_over(tab.template_page, "Do not send again")
        await at_rest(tab)
        assert len(received(practice_store)) == 1


async def test_the_library_goes_into_a_file_and_comes_back_from_it(
    window_loop: QApplication, practice_store: PracticeStore, open_tab: Open, tmp_path: Path
) -> None:
    file = tmp_path / "templates.json"
    async with open_tab() as tab:
        await take_over(tab, practice_store)
        library, page = tab.sources.library, tab.library_page
        before = dict(library.templates)
        await page.write_file(file)
        for name in before:
            await library.forget(name)
        assert page.shown.currentWidget() is page.empty
        await page.import_file(file)
        assert library.templates == before
        assert [template.id for template in page.model.records()] == sorted(before)


async def test_a_template_is_written_down_by_hand_seen_while_it_is_and_then_sent(
    window_loop: QApplication, qtbot: QtBot, practice_store: PracticeStore, open_tab: Open
) -> None:
    async with open_tab() as tab:
        tab.activateWindow()
        await until(tab.isActiveWindow)
        tab.show_place(TEMPLATES)
        tab.library_page.new.click()
        page = tab.page()
        assert isinstance(page, TemplateEditPage)
        await until(lambda: not page.scope.is_busy())
        for name, value in {
            "id": "coupon_code",
            "name": "Coupon",
            "body": "Hello {{1}}, here is your {{3}}.",
            "buttons": [{"type": "copy_code", "text": "Copy the code"}],
            "samples": {"1": "Meera"},
        }.items():
            page.form.apply(name, value)
        assert page.phone.bubble.body.startswith("Hello Meera")
        said = "The text has no {{2}}: messages are asked for a value that nobody reads."
        await until(lambda: [each.sentence for each in page.form.problems()] == [said])
        page.form.apply("body", "Hello {{1}}, here is your code for the next order.")
        await until(lambda: not page.form.problems())
        page.save.click()
        await until(tab.stack.is_home)
        chosen = tab.library_page.table.current_record()
        assert chosen is not None and chosen.id == "coupon_code"
        assert tab.library_page.table.hasFocus()
        fill(tab, "coupon_code")
        await send(tab)
        assert [message["templateId"] for message in received(practice_store)] == ["coupon_code"]


async def test_a_template_that_is_being_saved_is_not_saved_a_second_time(
    window_loop: QApplication, open_tab: Open
) -> None:
    async with open_tab() as tab:
        tab.edit_template(None)
        page = tab.page()
        assert isinstance(page, TemplateEditPage)
        await until(lambda: not page.scope.is_busy())
        for name, value in {"id": "t-1", "body": "Hello {{1}}"}.items():
            page.form.apply(name, value)
        seen: list[tuple[str, bool]] = []

        def press_again() -> None:
            seen.append((page.save.text(), page.form.isEnabled()))
            page.save.click()

        tab.sources.library.changed.connect(press_again)
        page.save.click()
        await until(lambda: tab.stack.is_home() and not page.scope.is_busy())
        assert set(seen) == {("Saving…", False)}
        assert list(tab.sources.library.templates) == ["t-1"]
        assert tab.console.notices.open == ()
