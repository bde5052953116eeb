"""What a campaign sends: nothing goes on while a part is unmapped or does not fit, and the reason is said."""

from __future__ import annotations

from pathlib import Path

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from svcconsole.gui.panels.importer.import_steps import CHECK, COLUMNS, LOOK
from svcconsole.gui.tabs.messaging.campaign.page import CampaignPage
from svcconsole.gui.tabs.messaging.section_switch import CAMPAIGNS
from svcconsole.tables.mapping.mapping import Column, Fixed, Template
from tests.gui.tabs.messaging.campaign.conftest import OpenCampaigns
from tests.gui.tabs.messaging.campaign.hands import (
    PEOPLE,
    VALUE,
    choose,
    fill,
    look,
    opened,
    settle,
    write_list,
)
from tests.gui.tabs.messaging.conftest import received
from tests.support.coroutines import until
from tests.support.practice import PracticeStore


async def stays(page: CampaignPage, why: str) -> None:
    """Pressing the filled button leads nowhere, and the footer says why."""
    page.columns.next.click()
    await settle(page)
    assert page.step() == COLUMNS
    assert why in page.columns.footer.message()


async def test_nothing_goes_on_while_anything_is_unmapped(
    window_loop: QApplication, practice_store: PracticeStore, open_campaigns: OpenCampaigns, tmp_path: Path
) -> None:
    async with open_campaigns() as tab:
        page = await opened(tab, write_list(tmp_path / "list.csv", *PEOPLE))
        await stays(page, "Choose what is sent.")
        assert page.what.combo.hasFocus()
        await choose(page, "templates", "offer_image")
        await stays(page, "Nothing fills Header image, {{1}}.")
        assert page.columns.fields["payload.components.header.0.data"].source.combo.hasFocus()
        await fill(page, header_0_data=Fixed("https://img.example/a.png"))
        await stays(page, "Nothing fills {{1}}.")
        await fill(page, body_0=Template("dear {First name}"))
        page.columns.next.click()
        await until(lambda: page.step() == CHECK and not page.is_busy())
        assert page.check.run.text() == "Choose when 3 messages go"
        assert received(practice_store) == []


async def test_the_message_is_read_beside_its_columns_as_the_first_customer_will_see_it(
    window_loop: QApplication, practice_store: PracticeStore, open_campaigns: OpenCampaigns, tmp_path: Path
) -> None:
    rows = [(PEOPLE[0][0], "", PEOPLE[0][2]), *PEOPLE]
    async with open_campaigns() as tab:
        page = await opened(tab, write_list(tmp_path / "list.csv", *rows))
        assert page.what.combo.hasFocus()  # what is sent is chosen first
        await choose(page, "templates", "greeting")
        shown = page.sample
        assert shown.isVisible()
        assert shown.bubble.body == "Hello Asha of {{2}}"  # the first row has no name
        row = page.columns.fields["payload.components.body.1"]
        assert (row.name.text(), row.inside.text()) == ("{{2}}", "Hello {{first_name}} of {{2}}")
        await fill(page, body_1=Column("City"))
        assert shown.bubble.body == "Hello Asha of Pune"
        await fill(page, body_1=Column("First name"))
        assert shown.bubble.body == "Hello Asha of Asha"
        await choose(page, "messages", "text")
        page.columns.fields["payload.message"].source.changed.emit(Template("Hello {City}"))
        await settle(page)
        assert shown.bubble.body == "Hello Pune"


async def test_what_does_not_fit_the_library_is_refused_with_the_reason(
    window_loop: QApplication, practice_store: PracticeStore, open_campaigns: OpenCampaigns, tmp_path: Path
) -> None:
    async with open_campaigns() as tab:
        page = await opened(tab, write_list(tmp_path / "list.csv", *PEOPLE))
        for template, why in (
            ("film", "has a video header; the service fills in images only."),
            ("asks", "it is sent by Initiate flow, which a campaign cannot do."),
        ):
            await choose(page, "templates", template)
            assert page.what.said.isVisible()
            assert why in page.what.said.text()
            await stays(page, why)
        await choose(page, "templates", "welcome")
        assert page.what.said.isHidden()
        await fill(page, body_0=Column("First name"))
        await tab.sources.library.forget("welcome")
        page.look_again()
        await settle(page)
        await stays(page, "The template “welcome” is not in the library")


async def test_another_kind_of_message_keeps_the_numbers_and_the_answers(
    window_loop: QApplication, practice_store: PracticeStore, open_campaigns: OpenCampaigns, tmp_path: Path
) -> None:
    rows = [(row[1], row[0], "+49 30 123456", "") for row in PEOPLE]
    rows[1] = (PEOPLE[1][1], "0151 23456789", "+49 30 123456", "49")
    path = write_list(tmp_path / "list.csv", *rows, header=("Who", "Mobile number", "Phone", "Where"))
    async with open_campaigns() as tab:
        page = await opened(tab, path)
        await choose(page, "templates", "welcome")
        for field, column in (("contactIdentifier", "Mobile number"), ("phoneCountry", "Where")):
            page.columns.fields[field].source.changed.emit(Column(column))
            await settle(page)
        await choose(page, "messages", "text")
        assert page.columns.fields["contactIdentifier"].source.combo.currentText() == "Mobile number"
        assert VALUE not in page.columns.fields
        await stays(page, "Nothing fills Message.")
        page.columns.fields["payload.message"].source.changed.emit(Template("Hello {Who} 🌿"))
        await settle(page)
        await look(page)
        assert page.look.side.countries.lines == (("India", 1), ("Germany", 1), ("United Arab Emirates", 1))
        assert page.look.phone.bubble.body == "Hello Asha 🌿"
        assert len(await tab.console.db(lambda space: space.imports.list())) == 1


async def test_keys_held_across_the_kinds_of_message_end_at_the_last_one(
    window_loop: QApplication,
    qtbot: QtBot,
    practice_store: PracticeStore,
    open_campaigns: OpenCampaigns,
    tmp_path: Path,
) -> None:
    async with open_campaigns() as tab:
        page = await opened(tab, write_list(tmp_path / "list.csv", *PEOPLE))
        combo = page.what.combo
        await choose(page, "templates", "welcome")
        down, up = (Qt.Key.Key_Down, "messages"), (Qt.Key.Key_Up, "templates")
        for (key, kind), (last_key, last_kind) in ((down, down), (up, up), (down, up)):
            while combo.currentData()[0] != kind:
                qtbot.keyClick(combo, key)
            await until(lambda: page.session.overview is None)
            for _ in range(combo.count()):  # the next repetitions of the key come while the file is read anew
                qtbot.keyClick(combo, last_key)
            last = tuple(combo.currentData())
            await settle(page)
            assert last[0] == last_kind and tuple(combo.currentData()) == last
            assert page.session.kind == last_kind
            assert len(await tab.console.db(lambda space: space.imports.list())) == 1
        await choose(page, "messages", "text")
        await stays(page, "Nothing fills Message.")


async def test_what_is_pressed_while_the_kind_of_message_changes_waits_for_it(
    window_loop: QApplication, practice_store: PracticeStore, open_campaigns: OpenCampaigns, tmp_path: Path
) -> None:
    async with open_campaigns() as tab:
        page = await opened(tab, write_list(tmp_path / "list.csv", *PEOPLE))
        await choose(page, "templates", "welcome")
        await fill(page, body_0=Column("First name"))
        told = list(tab.console.notices.open)
        for kind, chosen in (("messages", "text"), ("templates", "welcome")):
            page.what.choose(kind, chosen)
            page.columns.next.click()
            await until(lambda: page.session.overview is None)
            page.columns.next.click()
            page.columns.fields["contactIdentifier"].source.changed.emit(Column("Phone"))
            page.look_again()
            await settle(page)
            assert list(tab.console.notices.open) == told
            assert page.step() == COLUMNS and page.session.kind == kind
            assert "Nothing fills" in page.columns.footer.message()


async def test_a_list_that_has_gone_when_the_kind_of_message_changes_is_told(
    window_loop: QApplication, practice_store: PracticeStore, open_campaigns: OpenCampaigns, tmp_path: Path
) -> None:
    path = write_list(tmp_path / "list.csv", *PEOPLE)
    async with open_campaigns() as tab:
        page = await opened(tab, path)
        await choose(page, "templates", "welcome")
        begun = page.import_id
        path.unlink()
        await choose(page, "messages", "text")
        assert page.choice.empty.isVisible() and "list.csv" in page.choice.empty.accessibleName()
        write_list(path, *PEOPLE)
        page.open(None, begun)
        await settle(page)
        assert page.step() == COLUMNS and page.session.kind == "templates"


async def test_a_campaign_that_was_left_opens_where_it_was(
    window_loop: QApplication, practice_store: PracticeStore, open_campaigns: OpenCampaigns, tmp_path: Path
) -> None:
    path = write_list(tmp_path / "list.csv", *PEOPLE)
    async with open_campaigns() as tab:
        page = await opened(tab, path)
        await choose(page, "messages", "text")
        page.columns.fields["payload.message"].source.changed.emit(Template("Hello {First name}"))
        await settle(page)
        await look(page)
        page.leave.click()
        await until(tab.stack.is_home)
        library = tmp_path / "templates.json"
        library.write_text('[{"id": "autumn", "body": "Leaves"}]', encoding="utf-8")
        tab.open_import(library)
        await until(lambda: "autumn" in tab.sources.library.templates)
        tab.show_place(CAMPAIGNS)
        listed = tab.campaigns_page.list
        [row] = await until(listed.model.shown)
        assert (row.file_name, row.run_id) == ("list.csv", None)
        listed.open_import.emit(row.import_id)
        again = await until(lambda: found if isinstance(found := tab.page(), CampaignPage) else None)
        await until(lambda: again.step() == LOOK and not again.is_busy())
        assert again.wall.side.phone.bubble.body == "Hello مريم"
