"""A message, template or flow is kept as a preset without whom it is for; the country stands in the line."""

from __future__ import annotations

from dataclasses import replace

import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QApplication, QDialog, QLineEdit, QPushButton

from svcconsole.gui.design.theme import theme
from svcconsole.gui.kit.containers.segments import Segments
from svcconsole.gui.kit.forms.pages.drafts import freeze
from svcconsole.gui.kit.page_protocols import HasActions
from svcconsole.gui.tabs.messaging.recipient_editor import RecipientEditor
from svcconsole.gui.tabs.messaging.registries_page import RegistriesPage
from svcconsole.gui.tabs.messaging.section_switch import COMPOSE, DELIVERY, TEMPLATES, SectionSwitch
from svcconsole.gui.tabs.messaging.send_page import SendPage
from svcconsole.workspace.known.registries import RegistryKind
from tests.gui.panels.person.conftest import remember
from tests.gui.tabs.messaging.conftest import Open
from tests.gui.tabs.messaging.test_flows import CART
from tests.gui.tabs.messaging.writing import MESSAGES, TO, at_rest, compose, write
from tests.support.coroutines import until

OTHER = "+91 98450 12345"


async def kept(page: SendPage, name: str) -> None:
    page.presets.keep_wanted.emit()
    dialog = await until(lambda: next((d for d in page.findChildren(QDialog) if d.isVisible()), None))
    dialog.findChild(QLineEdit).setText(name)
    next(each for each in dialog.findChildren(QPushButton) if each.text() == "Save").click()
    await until(lambda: name in {preset.name for preset in page.presets.known})


async def test_each_type_is_kept_whole_and_put_back_for_another_person(
    window_loop: QApplication, open_tab: Open
) -> None:
    async with open_tab() as tab:
        page = tab.message_page
        kinds = ("buttons", "options", "address")
        for kind in kinds:
            compose(tab, kind)
            await kept(page, f"{kind} & more")
        compose(tab, "text")
        write(page, contact_identifier=OTHER)
        for kind in kinds:
            (preset,) = (one for one in page.presets.known if one.name == f"{kind} & more")
            assert "contact_identifier" not in preset.values
            page.presets.chosen.emit(preset)
            assert page.own_type() == kind
            values = page.form.values()
            assert values["contact_identifier"] == OTHER, "whom it is for stays"
            for name, value in MESSAGES[kind][0].items():
                assert values[name] == value, name
        for _ in kinds:
            page.form.undo_stack.undo()
        assert page.own_type() == "text"
        assert TO not in str([preset.values for preset in page.presets.known])


async def test_presets_of_a_flow_are_its_own(window_loop: QApplication, open_tab: Open) -> None:
    async with open_tab() as tab:
        page = tab.flow_page
        write(page, phone_number=TO, name="Meera", flow_id="f-1", carry_payload={"size": "L"})
        await kept(page, "Sizes")
        (preset,) = page.presets.known
        assert preset.values["flow_id"] == "f-1"
        assert not {"phone_number", "name", "email"} & preset.values.keys()
        assert tab.message_page.presets.known == ()


async def test_a_cart_is_kept_without_the_one_whose_it_was(window_loop: QApplication, open_tab: Open) -> None:
    async with open_tab() as tab:
        page = tab.flow_page
        write(page, phone_number=TO, flow_id="f-1", payload=CART)
        await kept(page, "Cart")
        (preset,) = page.presets.known
        cart = preset.values["payload"]
        assert cart.keys() == {"abandoned_cart"}
        assert cart["abandoned_cart"].keys() == {"converted", "cart_price", "partners_data", "cart"}
        assert cart["abandoned_cart"]["partners_data"] == {"source": "web"}
        await page.start_anew()
        inner = {**CART["abandoned_cart"], "id": "a-2", "phone_number": OTHER, "cart": [], "cart_price": None}
        own = {**CART, "checkout_id": "c-2", "phone_number": OTHER, "email": None, "abandoned_cart": inner}
        write(page, phone_number=OTHER, payload=own)
        older = replace(preset, values={**preset.values, "email": "a@b.example", "payload": freeze(CART)})
        for given in (preset, older):
            page.presets.chosen.emit(given)
            values = page.form.values()
            payload = values["payload"]
            assert (payload["checkout_id"], payload["phone_number"]) == ("c-2", OTHER)
            assert "email" not in payload and values["email"] is None
            assert payload["abandoned_cart"]["id"] == "a-2"
            assert payload["abandoned_cart"]["cart"] == CART["abandoned_cart"]["cart"]
            page.form.undo_stack.undo()


async def test_the_country_and_whose_number_it_is_stand_in_the_line(
    window_loop: QApplication, open_tab: Open
) -> None:
    async with open_tab() as tab:
        await remember(tab.console, phoneNumber="+393471000188")
        await tab.sources.people.read()
        for page, name in ((tab.message_page, "contact_identifier"), (tab.flow_page, "phone_number")):
            editor = page.form.editors[name]
            assert isinstance(editor, RecipientEditor)
            editor.line.setText(OTHER)
            assert editor.chip.known() == ("India, mobile", "")
            editor.line.setText("+39 347 1000188")
            assert editor.chip.known() == ("Italy, mobile", "Giulia Esposito")
            assert editor.line.accessibleDescription() == "Italy, mobile, Giulia Esposito"
            editor.line.setText("+39 34")
            assert editor.chip.known() == ("", "")


@pytest.mark.parametrize(("width", "scale"), [(848, 1.0), (1352, 2.0)])
async def test_where_one_is_can_be_read_however_large_the_letters(
    window_loop: QApplication, open_tab: Open, width: int, scale: float
) -> None:
    theme().set_font_scale(scale)
    try:
        async with open_tab(width, 818) as tab:
            for place in (COMPOSE, TEMPLATES, DELIVERY):
                tab.show_place(place)
                await at_rest(tab)
                assert isinstance(tab.page(), HasActions)
                (places,) = (one for one in tab.page().findChildren(SectionSwitch) if one.isVisible())
                assert isinstance(places, Segments)
                assert places.width() >= places.sizeHint().width(), place
                assert tab.page().minimumSizeHint().width() <= width
    finally:
        theme().set_font_scale(1.0)
        window_loop.setLayoutDirection(Qt.LayoutDirection.LeftToRight)


async def test_a_business_number_is_noted_in_full_and_what_is_none_is_refused(
    window_loop: QApplication, open_tab: Open
) -> None:
    async with open_tab() as tab:
        tab.open_registries()
        page = tab.page()
        assert isinstance(page, RegistriesPage)
        page.segments.set_current(page.kinds.index(RegistryKind.BRAND_NUMBERS))
        before = page.said.text()
        page.key.setText("4.93E+11")
        assert not page.add.isEnabled()
        assert page.said.text() != before
        page.key.setText("030 55501420")
        assert page.chip.known() == ("Germany, landline", "")
        page.label.setText("Berlin shop")
        page.add.click()
        await until(lambda: tab.sources.known.label(RegistryKind.BRAND_NUMBERS, "+493055501420"))
        page.segments.set_current(page.kinds.index(RegistryKind.FLOWS))
        page.key.setText("030 55501420")
        assert page.add.isEnabled()
        assert page.chip.known() == ("", "")
