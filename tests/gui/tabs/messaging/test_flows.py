"""Starting flows on the real practice store: whom, values as lists, the cart, what is learned."""

from __future__ import annotations

from decimal import Decimal
from typing import Any

import pytest
from PySide6.QtWidgets import QApplication

from svcconsole.gui.kit.forms.editors.nested import MapEditor, RecordEditor
from svcconsole.gui.kit.forms.editors.rows_editor import RowsEditor
from svcconsole.gui.tabs.messaging.registries_page import RegistriesPage
from svcconsole.services.messaging.templates.files import of_entries
from svcconsole.workspace.known.registries import RegistryKind
from svcconsole.workspace.schema import ItemState
from tests.gui.tabs.messaging.conftest import Open
from tests.gui.tabs.messaging.writing import E164, TO, at_rest, send, write
from tests.support.coroutines import until
from tests.support.practice import PracticeStore

CART: dict[str, Any] = {
    "checkout_id": "c-1",
    "phone_number": "0151 23456789",
    "email": "meera@shop.example",
    "abandoned_cart": {
        "id": "a-1",
        "phone_number": TO,
        "converted": False,
        "cart_price": Decimal("75.50"),
        "partners_data": {"id": "p", "source": "web", "customer_id": 7},
        "cart": [
            {
                "name": "Mug <b>",
                "price": Decimal("25"),
                "quantity": Decimal(3),
                "product_id": 12,
                "variant_id": 3,
            },
            {
                "name": "Tag",
                "price": Decimal("0.50"),
                "quantity": Decimal(1),
                "product_id": 13,
                "variant_id": None,
            },
        ],
    },
}


def started(store: PracticeStore) -> list[dict[str, Any]]:
    """The requests of the flows the practice store has started, newest first."""
    found = store.control("GET", "/flows")["data"]["flows"]
    return [flow["request"] for flow in found]


async def test_a_flow_begins_with_everything_that_was_typed(
    window_loop: QApplication, practice_store: PracticeStore, open_tab: Open
) -> None:
    async with open_tab() as tab:
        tab.choose("flow")
        page = tab.flow_page
        write(
            page,
            phone_number=TO,
            email="meera@shop.example",
            name="مريم 🌿",
            business_phone_number="+49 30 5550100",
            flow_id="cart_recovery",
            node_name="start",
            session_id="s-1",
            carry_payload={"cities": ["Bengaluru", "Mysuru"], "one": ["x"]},
            payload=CART,
        )
        await send(tab)
        cart = CART["abandoned_cart"]
        assert started(practice_store) == [
            {
                "medium": "whatsapp",
                "flowId": "cart_recovery",
                "phoneNumber": E164,
                "email": "meera@shop.example",
                "name": "مريم 🌿",
                "nodeName": "start",
                "businessPhoneNumber": "+49305550100",
                "sessionId": "s-1",
                "carryPayload": {"cities": ["Bengaluru", "Mysuru"], "one": ["x"]},
                "payload": {
                    "checkoutId": "c-1",
                    "phoneNumber": E164,
                    "email": "meera@shop.example",
                    "abandonedCart": {
                        "id": "a-1",
                        "phoneNumber": E164,
                        "converted": False,
                        "cartPrice": 75.5,
                        "partnersData": {"id": "p", "source": "web", "customerId": 7},
                        "cart": [
                            {"name": "Mug <b>", "price": 25, "quantity": 3, "productId": 12, "variantId": 3},
                            {"name": "Tag", "price": 0.5, "quantity": 1, "productId": 13},
                        ],
                    },
                },
            }
        ]
        known = {
            entry.key
            for kind in (RegistryKind.FLOWS, RegistryKind.NODES)
            for entry in tab.sources.known.of(kind)
        }
        assert known == {"cart_recovery", "start"}
        (record,) = page.sent_here.records
        assert (record.state, record.about, record.people) == (
            ItemState.ACKED,
            "مريم 🌿",
            ("email:meera@shop.example", f"phone:{E164}"),
        )
        assert cart["cart_price"] == Decimal("75.50")


async def test_phone_or_e_mail_is_enough_and_neither_is_refused_here(
    window_loop: QApplication, practice_store: PracticeStore, open_tab: Open
) -> None:
    async with open_tab() as tab:
        tab.choose("flow")
        page = tab.flow_page
        write(page, flow_id="welcome")
        await send(tab)
        assert "or an e-mail address" in page.form.fields["phone_number"].error()
        write(page, email="meera@shop.example")
        await send(tab)
        write(page, email="", phone_number=TO)
        await send(tab)
        assert [request.get("email") or request["phoneNumber"] for request in started(practice_store)] == [
            E164,
            "meera@shop.example",
        ]


async def test_blanks_around_ids_and_e_mails_are_not_sent(
    window_loop: QApplication, practice_store: PracticeStore, open_tab: Open
) -> None:
    async with open_tab() as tab:
        tab.choose("flow")
        cart = {**CART, "email": " meera@shop.example", "checkout_id": "c-1 "}
        page = tab.flow_page
        write(page, flow_id="welcome ", email=" meera@shop.example ", session_id="  ", payload=cart)
        await send(tab)
        (request,) = started(practice_store)
        assert (request["flowId"], request["email"], "sessionId" in request) == (
            "welcome",
            "meera@shop.example",
            False,
        )
        assert (request["payload"]["email"], request["payload"]["checkoutId"]) == (
            "meera@shop.example",
            "c-1",
        )


async def test_a_cart_that_does_not_add_up_is_worth_a_look_and_put_right_by_a_click(
    window_loop: QApplication, practice_store: PracticeStore, open_tab: Open
) -> None:
    async with open_tab() as tab:
        tab.choose("flow")
        page = tab.flow_page
        inner = {**CART["abandoned_cart"], "cart_price": Decimal("80"), "phone_number": "+49 170 1234567"}
        write(page, phone_number=TO, flow_id="cart", payload={**CART, "abandoned_cart": inner})
        looks = {problem.loc[-1]: problem.sentence for problem in page.form.problems()}
        assert looks["cart_price"] == "The rows add up to 75.50; the cart's price says 80.00."
        assert E164 in looks["phone_number"]
        page.use_total.click()
        page.fill_cart.click()
        assert page.form.problems() == [] and page.use_total.isHidden()
        await send(tab)
        sent = started(practice_store)[0]["payload"]["abandonedCart"]
        assert (sent["cartPrice"], sent["phoneNumber"]) == (75.5, E164)


async def test_ids_of_products_are_numbers_or_nothing_is_sent(
    window_loop: QApplication, practice_store: PracticeStore, open_tab: Open
) -> None:
    async with open_tab() as tab:
        tab.choose("flow")
        rows = [{**CART["abandoned_cart"]["cart"][0], "product_id": "mug-1"}]
        inner = {**CART["abandoned_cart"], "cart": rows}
        write(tab.flow_page, phone_number=TO, flow_id="cart", payload={**CART, "abandoned_cart": inner})
        await send(tab)
        assert started(practice_store) == []
        assert any("product" in problem.sentence.lower() for problem in tab.flow_page.form.problems())


@pytest.mark.parametrize("typed", ["12.7", "8,5"])
async def test_an_id_with_a_fraction_is_not_made_another_products(
    window_loop: QApplication, practice_store: PracticeStore, open_tab: Open, typed: str
) -> None:
    async with open_tab() as tab:
        tab.choose("flow")
        write(tab.flow_page, phone_number=TO, flow_id="cart", payload=CART)
        payload = tab.flow_page.form.editors["payload"]
        assert isinstance(payload, RecordEditor)
        inner = payload.parts["abandoned_cart"]
        assert isinstance(inner, RecordEditor)
        cart = inner.parts["cart"]
        assert isinstance(cart, RowsEditor)
        cart._set(cart.lines()[0], "product_id", typed)
        await send(tab)
        assert started(practice_store) == []
        assert any("whole" in problem.sentence for problem in tab.flow_page.form.problems())


async def test_two_values_of_one_name_are_told_and_not_one_of_them_dropped(
    window_loop: QApplication, practice_store: PracticeStore, open_tab: Open
) -> None:
    async with open_tab() as tab:
        tab.choose("flow")
        write(tab.flow_page, phone_number=TO, flow_id="cart", carry_payload={"city": ["Roma"]})
        carried = tab.flow_page.form.editors["carry_payload"]
        assert isinstance(carried, MapEditor)
        carried.add({"name": "city", "value": ["Milano"]})
        await send(tab)
        assert started(practice_store) == []
        (problem,) = tab.flow_page.form.problems()
        assert (problem.loc, problem.sentence) == (
            ("carry_payload", 1, "name"), "A row above has this name, too.",
        )  # fmt: skip


async def test_a_template_with_quick_replies_leads_here_with_its_recipient(
    window_loop: QApplication, practice_store: PracticeStore, open_tab: Open
) -> None:
    entry = {"id": "ask", "body": "Shall we?", "buttons": [{"type": "quick_reply", "text": "Yes"}]}
    async with open_tab() as tab:
        await tab.sources.library.merge(of_entries([entry]))
        tab.use_template("ask")
        write(tab.template_page, contact_identifier=TO)
        tab.template_page.to_flow.click()
        assert tab.page() is tab.flow_page
        assert tab.flow_page.form.values()["phone_number"] == E164
        write(tab.flow_page, flow_id="ask_flow")
        await send(tab)
        assert [request["flowId"] for request in started(practice_store)] == ["ask_flow"]


async def test_silence_makes_the_flow_ask_too_and_it_begins_once(
    window_loop: QApplication, practice_store: PracticeStore, open_tab: Open
) -> None:
    practice_store.add_fault("silence", operation="initiateFlow", count=1, seconds=0.2, executed=True)
    async with open_tab() as tab:
        tab.choose("flow")
        page = tab.flow_page
        write(page, phone_number=TO, flow_id="welcome")
        await send(tab)
        assert page.doubt is not None and page.decision.isVisible()
        waiting = page.form.values()
        page.fill_cart.click()
        assert page.form.values() == waiting
        page.save.click()
        page.decision.arrived.click()
        await at_rest(tab)
        assert page.doubt is None and len(started(practice_store)) == 1


async def test_a_flow_is_named_by_people_and_understood_by_its_name(
    window_loop: QApplication, practice_store: PracticeStore, open_tab: Open
) -> None:
    async with open_tab() as tab:
        tab.flow_page.registries.click()
        page = tab.page()
        assert isinstance(page, RegistriesPage) and page.kind is RegistryKind.FLOWS
        page.key.setText("cart_recovery")
        page.label.setText("Carts")
        page.add.click()
        await until(lambda: [entry.label for entry in tab.sources.known.of(RegistryKind.FLOWS)] == ["Carts"])
        page.header.back_clicked.emit()
        tab.choose("flow")
        write(tab.flow_page, flow_id="Carts", phone_number=TO)
        assert "Starts “Carts”" in tab.flow_page.footer.message()
        await send(tab)
        assert [request["flowId"] for request in started(practice_store)] == ["cart_recovery"]
