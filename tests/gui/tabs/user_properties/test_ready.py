"""What is Ready in the table: not who has no contact, not who is in it twice, and the first fault is seen."""

from __future__ import annotations

from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from svcconsole.gui.tabs.user_properties import entry_rows as states
from svcconsole.gui.tabs.user_properties.cell_message_bar import message_of
from svcconsole.gui.tabs.user_properties.cells import CELLS
from svcconsole.gui.tabs.user_properties.entry_rows import EntryOutcome, EntryRow
from svcconsole.gui.tabs.user_properties.sheet_model import Row
from tests.gui.tabs.user_properties.conftest import Open, paste, press, send, states_of
from tests.sandbox.wire import control
from tests.support.coroutines import until
from tests.support.practice import PracticeStore

PASTED = "\n".join(
    (
        "firstName\tlastName\tphoneNumber\temail\tpartnerCustomerId",
        "Asha\tRao\t+91 98450 22817\t\t",
        "Ben\tOng\t\t\tC-1",
        "Asha\tRao-Iyer\t+919845022817\t\t",
        "Cleo\tDunn\t\t\t",
        "Dev\tNair\t98450 22819\t\t",
    )
)


async def test_a_repeated_phone_and_a_person_without_contact_are_not_ready_and_can_be_sent(
    window_loop: QApplication, qtbot: QtBot, practice_store: PracticeStore, open_tab: Open
) -> None:
    async with open_tab(region="IN") as tab:
        tab.page.editing.paste_text(PASTED)
        await until(lambda: len(states_of(tab)) == 5)
        assert states_of(tab) == [states.LOOK, states.READY, states.LOOK, states.LOOK, states.READY]
        repeated, _, _, nobody = tab.page.entries.lines[:4]
        assert "Another entry has this phone" in repeated.looks["phone_number"]
        assert "Without an id, a phone or an e-mail" in nobody.looks["partner_customer_id"]
        assert "3 worth a look" in tab.page.footer.message()
        press(tab, tab.page.entries.lines[2], "phone_number", "+91 98450 22818")
        assert states_of(tab) == [*3 * (states.READY,), states.LOOK, states.READY]
        tab.page.entries.undo()
        assert states_of(tab)[0] == states.LOOK
        await send(qtbot, tab)
        assert set(states_of(tab)) == {states.ACCEPTED}
        kept = control(practice_store, "GET", "/user-properties").body["data"]["userProperties"]
        assert "+919845022819" in [each["entry"].get("phoneNumber") for each in kept]


async def test_blanks_around_an_id_or_an_e_mail_are_not_sent(
    window_loop: QApplication, qtbot: QtBot, practice_store: PracticeStore, open_tab: Open
) -> None:
    async with open_tab() as tab:
        head = "firstName\tlastName\temail\tpartnerCustomerId"
        tab.page.editing.paste_text(f"{head}\nAsha\tRao\t\t\nBen\tOng\t\t\n")
        await until(lambda: len(states_of(tab)) == 2)
        asha, ben = tab.page.entries.lines[:2]
        press(tab, asha, "email", " asha@shop.example ")
        press(tab, asha, "partner_customer_id", "C-1 ")
        press(tab, ben, "partner_customer_id", "  ")
        (nobody,) = (line for line in tab.page.entries.lines if line.row.uid == ben.row.uid)
        assert "Without an id, a phone or an e-mail" in nobody.looks["partner_customer_id"]
        await send(qtbot, tab)
        kept = control(practice_store, "GET", "/user-properties").body["data"]["userProperties"]
        entry = next(each["entry"] for each in kept if each["entry"]["firstName"] == "Asha")
        assert (entry["email"], entry["partnerCustomerId"]) == ("asha@shop.example", "C-1")


async def test_after_a_paste_the_first_faulty_cell_is_on_screen(
    window_loop: QApplication, open_tab: Open
) -> None:
    rows = [f"Name{at}\tRao\t\ta{at}@shop.example\tC-{at}\t" for at in range(60)]
    rows[45] += "never"
    head = "firstName\tlastName\tphoneNumber\temail\tpartnerCustomerId\tsmsMarketingConsent"
    async with open_tab(900, 600) as tab:
        QGuiApplication.clipboard().setText("\n".join((head, *rows)))
        tab.page.editing.paste()
        await until(lambda: states.WRONG in states_of(tab))
        table, model = tab.page.table, tab.page.model
        await until(lambda: not model.is_arranging())
        faulty = next(line for line in tab.page.entries.lines if line.state == states.WRONG)
        index = model.index(model.row_of(faulty.row.uid) or 0, model.column("sms_marketing_consent"))
        assert faulty.cell == "sms_marketing_consent"
        assert table.viewport().rect().contains(table.visualRect(index).center())
        assert len(list(table.chosen_lines())) == 60


def test_the_ids_that_a_store_gave_to_a_refused_entry_are_said_with_its_words() -> None:
    row = Row(1, tuple("Asha" if cell.required else None for cell in CELLS))
    end = EntryOutcome(
        states.REFUSED, "The store refused this entry.", "no", '{"customerId": 55, "storeId": "7"}'
    )
    sentence = message_of((EntryRow(row, states.REFUSED, end=end), "first_name"))[2]
    assert "The store names customer 55. The store's own id is 7." in sentence


async def test_a_refused_entry_leads_to_the_call_it_went_in(
    window_loop: QApplication, open_tab: Open, practice_store: PracticeStore, qtbot: QtBot
) -> None:
    practice_store.add_fault("refused")
    async with open_tab(region="IN") as tab:
        await paste(tab, PASTED)
        await send(qtbot, tab)
        wanted: list[int] = []
        tab.console.call_wanted.connect(wanted.append)
        line = next(line for line in tab.entries.lines if line.state == states.REFUSED)
        show_call = next(
            action for action in tab.page.table.menu_at(line).actions() if action.text() == "Show the call"
        )
        show_call.trigger()
        await until(lambda: wanted)
        assert tab.console.calls is not None and (call := tab.console.calls.get(wanted[0])) is not None
        assert call.operation.name == "userProperties.record"
