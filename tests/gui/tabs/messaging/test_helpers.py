"""What helps while a message is written: the catalog, a look at a link, who is known, a narrow window."""

from __future__ import annotations

import json
from typing import Any

import pytest
from PySide6.QtWidgets import QApplication

from svcconsole.api.models.catalog import Product, UpsertProducts
from svcconsole.api.operations import UPSERT_PRODUCTS
from svcconsole.gui.kit.containers.message_line import MessageLine
from svcconsole.gui.kit.forms.editors.field_editors import AreaEditor
from svcconsole.gui.kit.phone_preview.cards import price_words
from svcconsole.gui.tabs.messaging.media_editor import MediaEditor
from svcconsole.gui.tabs.messaging.products.product_editors import SectionsEditor
from svcconsole.gui.tabs.messaging.products.product_picker import EntryDelegate, ProductPicker
from svcconsole.gui.tabs.messaging.recipient_editor import RecipientEditor
from svcconsole.gui.tabs.messaging.tab import MessagingTab
from svcconsole.services.customers.customer_timeline import TimelineKind, timeline_of
from svcconsole.services.messaging.media_check import check_link
from tests.gui.tabs.catalog.conftest import fill as put_products
from tests.gui.tabs.catalog.shop import CATALOGS, shop_products
from tests.gui.tabs.catalog.test_product_editor import APRON
from tests.gui.tabs.messaging.conftest import Open, received
from tests.gui.tabs.messaging.writing import E164, at_rest, compose, front, send, write
from tests.support.coroutines import until
from tests.support.naughty import naughty_strings, paste
from tests.support.practice import PracticeStore


async def stock(tab: MessagingTab) -> None:
    """One product with two variants in the store, one of them reduced, and the catalog read."""
    variants = [
        {
            "id": f"mug-{colour}",
            "name": colour.title(),
            "productId": "mug",
            "price": price,
            "discountedPrice": paid,
            "quantity": 3,
            "image": "https://img.example/m.png",
            "productUrl": "https://shop.example/mug",
        }
        for colour, price, paid in (("oat", 15, 12), ("sage", 14.5, 14.5))
    ]
    product = Product.model_validate(
        {
            "id": "mug",
            "name": "Mug <b>big</b>",
            "url": "https://shop.example/mug",
            "currency": "EUR",
            "photos": [{"photoUrl": "https://img.example/m.png"}],
            "combinations": variants,
        }
    )
    client = await tab.console.ready()
    await client.call(UPSERT_PRODUCTS, UpsertProducts(products=[product]))
    await tab.sources.goods.read()


async def picker(tab: MessagingTab) -> ProductPicker:
    found: ProductPicker = await until(
        lambda: next((each for each in tab.findChildren(ProductPicker) if each.isVisible()), None)
    )
    return found


async def test_products_are_chosen_from_the_catalog_with_their_variants(
    window_loop: QApplication, practice_store: PracticeStore, open_tab: Open
) -> None:
    async with open_tab() as tab:
        await stock(tab)
        page = tab.message_page
        compose(tab, "multiple_product", sections=[{"title": "Mugs", "variant_ids": None}])
        editor = page.form.editors["sections"]
        assert isinstance(editor, SectionsEditor)
        editor.sections[0].choose.click()
        dialog = await picker(tab)
        dialog.products.setCurrentRow(0)
        await until(lambda: dialog.variants.count() == 2)
        shown = EntryDelegate(dialog.variants)
        lines = [shown.lines_of(dialog.variants.model().index(row, 0)) for row in range(2)]
        assert [(line.end, line.struck) for line in lines] == [("€12.00", "€15.00"), ("€14.50", "")]
        dialog.variants.selectAll()
        dialog.take.click()
        await at_rest(tab)
        assert editor.value() == [{"title": "Mugs", "variant_ids": ["mug-oat", "mug-sage"]}]
        assert "Mug <b>big</b>, Oat" in editor.sections[0].names.text()
        names = [product.name for section in page.phone.bubble.products for product in section.products]
        assert names == ["Mug <b>big</b>, Oat", "Mug <b>big</b>, Sage"]
        looks = [product for section in page.phone.bubble.products for product in section.products]
        assert [(look.price, look.before) for look in looks] == [("€12.00", "€15.00"), ("€14.50", "")]
        assert price_words(looks[0]) == "€12.00, before €15.00"
        await send(tab)
        (message,) = received(practice_store)
        assert message["request"]["payload"]["sections"][0]["variantIds"] == ["mug-oat", "mug-sage"]


async def test_the_picker_says_when_it_lists_only_the_first_of_many(
    window_loop: QApplication, practice_store: PracticeStore, open_tab: Open, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("svcconsole.gui.tabs.messaging.products.product_picker.MOST", 4)
    put_products(practice_store, shop_products(), CATALOGS)
    async with open_tab() as tab:
        await tab.sources.goods.read()
        compose(tab, "multiple_product", sections=[{"title": "All", "variant_ids": None}])
        editor = tab.message_page.form.editors["sections"]
        assert isinstance(editor, SectionsEditor)
        editor.sections[0].choose.click()
        dialog = await picker(tab)
        many = len(shop_products())
        assert dialog.products.count() == 4
        assert dialog.said.text() == f"The first 4 of {many} products. Type to narrow the list."
        dialog.search.setText(APRON)
        await until(lambda: dialog.products.count() == 1)
        assert dialog.said.text() == f"{many} products, as the catalog was last read"
        dialog.reject()
        await at_rest(tab)


async def test_what_the_catalog_does_not_know_is_said_and_can_be_sent(
    window_loop: QApplication, practice_store: PracticeStore, open_tab: Open
) -> None:
    async with open_tab() as tab:
        await stock(tab)
        compose(tab, "single_product", product_id="mug", catalog_id="c")
        below = tab.message_page.form.fields["product_id"].findChild(MessageLine)
        assert below is not None
        assert below.text() == "Mug <b>big</b> · €12.00, before €15.00"
        write(tab.message_page, product_id="nobody")
        assert below.text() == "Not in the products of this store, as last read"
        await send(tab)
        assert len(received(practice_store)) == 1


async def test_a_link_is_looked_at_on_demand_and_nothing_is_sent_by_it(
    window_loop: QApplication, practice_store: PracticeStore, open_tab: Open
) -> None:
    picture = f"{practice_store.base_url}/media/mug-stoneware-oat.png"
    async with open_tab() as tab:
        compose(tab, "image", media_link=picture)
        editor = tab.message_page.form.editors["media_link"]
        assert isinstance(editor, MediaEditor)
        editor.check.click()
        await until(lambda: editor.check.isEnabled() and "Loads. image/png" in editor.said.text())
        write(tab.message_page, media_link=f"{practice_store.base_url}/media/none")
        assert editor.said.text() == ""
        editor.check.click()
        await until(lambda: "nothing at that address" in editor.said.text())
        found = await check_link(picture, "video", allow_loopback=True)
        assert found.sentence.startswith("This is image/png; as video WhatsApp shows")
        assert (await check_link(picture, "image")).sentence != ""  # not this computer, in a live store
        assert received(practice_store) == []


@pytest.mark.parametrize("what", ["text", "template", "flow"])
@pytest.mark.parametrize("before", [None, "US"])
async def test_a_number_without_a_country_is_read_as_of_the_store_s_country_as_it_is_now(
    window_loop: QApplication, open_tab: Open, what: str, before: str | None
) -> None:
    async with open_tab(region=before) as tab:
        tab.choose(what)
        page = front(tab)
        (name, *_) = page.of_person
        write(page, **{name: "98450 00001"})
        refused = bool(page.form.fields[name].error())
        assert refused == (before is None)
        tab.console.edit_card(tab.console.card._replace(region="IN"))
        editor = page.form.editors[name]
        assert isinstance(editor, RecipientEditor)
        assert page.form.fields[name].error() == ""
        assert "India" in editor.chip.known()[0]
        assert page.form.rules.prepare(page.form.draft())[name] == "+919845000001"


async def test_what_was_sent_is_part_of_the_persons_story(
    window_loop: QApplication, practice_store: PracticeStore, open_tab: Open
) -> None:
    async with open_tab() as tab:
        customer = {"id": 7, "firstName": "Meera", "lastName": "Sharma", "phoneNumber": E164}
        (person,) = await tab.console.db(lambda space: space.people.remember([customer]))
        await tab.sources.people.read()
        compose(tab)
        editor = tab.message_page.form.editors["contact_identifier"]
        assert isinstance(editor, RecipientEditor) and editor.offered() == [E164]
        assert editor.chip.known() == ("Germany, mobile", "Meera Sharma")
        await send(tab)
        story: list[Any] = await tab.console.db(lambda space: timeline_of(space, person))
        assert [(each.what, each.kind) for each in story] == [(TimelineKind.SENT, "message")]
        (row,) = tab.message_page.sent_here.rows()
        assert row.record.about == "Meera Sharma"


async def test_at_900_the_types_are_a_combo_and_the_preview_takes_the_forms_place(
    window_loop: QApplication, open_tab: Open
) -> None:
    async with open_tab(width=812, height=678) as tab:
        page = tab.message_page
        assert page.combo.isVisible() and not page.types.isVisible() and not page.beside.isVisible()
        page.combo.setCurrentIndex(page.combo.findData("buttons"))
        page.combo.activated.emit(page.combo.currentIndex())
        assert page.composed.kind == "buttons"
        page.seen.click()
        assert page.phone.isVisible() and not page.page.isVisible()
        page.recent.click()
        assert page.sent_here.isVisible() and not page.seen.isChecked()
        page.recent.click()
        assert page.page.isVisible() and page.footer.isVisible()


async def test_naughty_strings_go_into_the_request_as_they_were_pasted(
    window_loop: QApplication, open_tab: Open
) -> None:
    async with open_tab() as tab:
        compose(tab)
        form = tab.message_page.composed
        editor = form.editors["message"]
        assert isinstance(editor, AreaEditor)
        for text in filter(None, naughty_strings()[::6]):
            paste(editor.area, text)
            message = form.checked(form.values())
            assert json.loads(message.request.wire())["payload"] == {"message": text}
