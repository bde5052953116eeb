"""Presets fill what is empty and never what was typed; what they left alone is said."""

from __future__ import annotations

from PySide6.QtWidgets import QApplication, QDialog, QLineEdit, QPushButton

from svcconsole.services.helpdesk.tickets import KIND
from tests.gui.tabs.helpdesk.conftest import Open
from tests.gui.tabs.helpdesk.writing import AGENT, at_rest, choose, write
from tests.support.coroutines import until

MORNING = {
    "channel": "WHATSAPP",
    "assignment_type": "SPECIFIC_AGENT",
    "brand_phone_number": "+49305550100",
    "agent_mail": AGENT,
    "label_ids": [1, 2],
    "context": "From the morning list",
}


async def test_a_preset_fills_the_empty_and_leaves_what_was_typed(
    window_loop: QApplication, open_tab: Open
) -> None:
    async with open_tab() as tab:
        page = tab.ticket_page
        await tab.console.db(lambda space: space.presets.save(KIND, "Morning & <b>calls</b>", MORNING))
        page.presets.read()
        await at_rest(tab)
        write(page, customer_phone_number="0151 23456789", context="Typed by hand")
        action = page.presets.entries.actions()[0]
        assert action.text() == "Morning && <b>calls</b>"
        action.trigger()
        values = page.form.values()
        assert (values["context"], values["customer_phone_number"]) == ("Typed by hand", "0151 23456789")
        assert (values["agent_mail"], values["label_ids"]) == (AGENT, [1, 2])
        assert values["assignment_type"] == "SPECIFIC_AGENT"
        (notice,) = tab.console.notices.open
        assert "4 filled" in notice.sentence and "Notes" in notice.advice
        page.undo.click()
        after = page.form.values()
        assert (after["assignment_type"], after["agent_mail"], after["label_ids"]) == (
            "ALL_AGENTS",
            None,
            None,
        )
        assert after["context"] == "Typed by hand"


async def test_a_channel_chosen_by_hand_stays_and_nothing_hidden_is_filled(
    window_loop: QApplication, open_tab: Open
) -> None:
    async with open_tab() as tab:
        page = tab.ticket_page
        choose(page, "channel", "TASKS")
        await tab.console.db(lambda space: space.presets.save(KIND, "Morning", MORNING))
        page.presets.read()
        await at_rest(tab)
        page.presets.entries.actions()[0].trigger()
        values = page.form.values()
        assert (values["channel"], values["brand_phone_number"]) == ("TASKS", None)
        assert values["agent_mail"] == AGENT
        assert "Channel" in tab.console.notices.open[0].advice


async def test_a_form_is_kept_as_a_preset_without_its_customer(
    window_loop: QApplication, open_tab: Open
) -> None:
    async with open_tab() as tab:
        page = tab.ticket_page
        write(page, brand_phone_number="+49305550100", customer_phone_number="0151 23456789", context="Hello")
        page.presets.keep_wanted.emit()
        dialog = await until(lambda: next((d for d in page.findChildren(QDialog) if d.isVisible()), None))
        dialog.findChild(QLineEdit).setText("Greeting")
        next(each for each in dialog.findChildren(QPushButton) if each.text() == "Save").click()
        await at_rest(tab)
        (preset,) = await tab.console.db(lambda space: space.presets.all(KIND))
        assert preset.name == "Greeting"
        assert preset.values == {
            "channel": "WHATSAPP",
            "assignment_type": "ALL_AGENTS",
            "brand_phone_number": "+49305550100",
            "context": "Hello",
        }
