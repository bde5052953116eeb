"""The product editor on the practice store: save, merge, drafts, refusals on the field, undo, keyboard."""

from __future__ import annotations

from decimal import Decimal
from typing import Any

from PySide6.QtCore import Qt
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QApplication, QMenu, QPlainTextEdit, QPushButton
from pytestqt.qtbot import QtBot

from svcconsole.gui.kit.forms.editors.rows_editor import RowsEditor
from svcconsole.gui.kit.forms.pages.both_versions import BothVersions
from svcconsole.gui.tabs.catalog.editing.editor_page import EditorPage
from svcconsole.gui.tabs.catalog.product.photos_editor import PhotosEditor
from svcconsole.gui.tabs.catalog.product.product_form import CatalogsEditor
from svcconsole.gui.tabs.catalog.tab import CatalogTab
from svcconsole.workspace.database import Workspace
from svcconsole.workspace.team.account_name import account_name
from tests.gui.tabs.catalog.conftest import Open, fill, stored
from tests.gui.tabs.catalog.shop import CATALOGS, shop_products
from tests.support.coroutines import until
from tests.support.practice import PracticeStore
from tests.support.qt import press, question_of, words_of

APRON = "linen-apron-crossback"
LONG = "Linen Apron with Cross-Back Straps and Two Patch Pockets (adult, one size fits most)"


async def edit(tab: CatalogTab, identity: str | None) -> EditorPage:
    tab.edit_product(identity)
    await until(lambda: isinstance(tab.stack.currentWidget(), EditorPage))
    page = tab.stack.currentWidget()
    assert isinstance(page, EditorPage)
    return page


def retype(qtbot: QtBot, page: EditorPage, name: str, text: str) -> None:
    """As a person does: select all, type, leave the field."""
    line = page.form.editors[name].widget
    line.setFocus()
    qtbot.keyClick(line, Qt.Key.Key_A, Qt.KeyboardModifier.ControlModifier)
    qtbot.keyClicks(line, text)
    page.form.editors[name].left.emit()


def variants(page: EditorPage) -> RowsEditor:
    editor = page.form.editors["combinations"]
    assert isinstance(editor, RowsEditor)
    return editor


def type_cell(page: EditorPage, row: int, column: str, text: str) -> None:
    editor = variants(page)
    index = editor.model.index(row, editor.model.column(column))
    assert editor.model.setData(index, text)


async def test_a_change_is_marked_listed_saved_and_remembered(
    window_loop: QApplication, qtbot: QtBot, practice_store: PracticeStore, open_tab: Open
) -> None:
    fill(practice_store, shop_products(), CATALOGS)
    async with open_tab() as tab:
        page = await edit(tab, APRON)
        retype(qtbot, page, "name", "Linen Apron")
        type_cell(page, 2, "price", "35,50")
        changes = [(change.label, change.old, change.new) for change in page.form.changes()]
        assert changes == [
            ("Name", LONG, "Linen Apron"),
            ("Variant 3 › Price", Decimal(39), Decimal("35.50")),
        ]
        assert page.form.fields["name"].findChildren(type(page.draft_words))
        assert "2 changes" in page.footer.message()
        page.save.click()
        await until(lambda: tab.stack.count() == 1 and not tab.scope.is_busy())
        product = stored(practice_store, APRON)
        assert product["name"] == "Linen Apron"
        assert [row["price"] for row in product["combinations"]] == [39, 39, 35.5, 39]
        assert product["photos"] == shop_products()[1]["photos"]
        row = tab.products.rows[APRON]
        assert (row.name, row.low) == ("Linen Apron", 35.5)
        assert tab.store_lists.changed[APRON]
        past = tab.products_page.detail.product
        await until(lambda: past.past.count() == 1)


async def test_what_changed_in_the_store_meanwhile_is_kept(
    window_loop: QApplication, qtbot: QtBot, practice_store: PracticeStore, open_tab: Open
) -> None:
    fill(practice_store, shop_products(), CATALOGS)
    async with open_tab() as tab:
        page = await edit(tab, APRON)
        retype(qtbot, page, "tags", "linen")
        theirs = stored(practice_store, APRON)
        theirs["name"] = "Renamed elsewhere"
        theirs["combinations"][0]["quantity"] = 3
        fill(practice_store, [theirs])
        page.save.click()
        await until(lambda: tab.stack.count() == 1)
        product = stored(practice_store, APRON)
        assert (product["name"], product["tags"]) == ("Renamed elsewhere", "linen")
        assert product["combinations"][0]["quantity"] == 3


async def test_both_changing_one_field_asks_and_going_on_editing_sends_nothing(
    window_loop: QApplication, qtbot: QtBot, practice_store: PracticeStore, open_tab: Open
) -> None:
    fill(practice_store, shop_products(), CATALOGS)
    async with open_tab() as tab:
        page = await edit(tab, APRON)
        retype(qtbot, page, "name", "Mine")
        theirs = stored(practice_store, APRON)
        theirs["name"] = "Theirs"
        fill(practice_store, [theirs])
        page.save.click()
        press(await question_of(page), "Keep editing")
        await until(lambda: not page.scope.is_busy("save"))
        assert stored(practice_store, APRON)["name"] == "Theirs"
        page.save.click()
        dialog = await question_of(page)
        assert isinstance(dialog, BothVersions)
        assert not dialog.save.isEnabled(), "nothing is chosen beforehand"
        press(dialog, "Keep all of mine")
        press(dialog, "Save as chosen")
        await until(lambda: tab.stack.count() == 1)
        assert stored(practice_store, APRON)["name"] == "Mine"


async def test_each_field_that_both_changed_is_chosen_by_itself_and_who_was_first_is_told(
    window_loop: QApplication, qtbot: QtBot, practice_store: PracticeStore, open_tab: Open
) -> None:
    fill(practice_store, shop_products(), CATALOGS)
    async with open_tab() as tab:
        page = await edit(tab, APRON)
        retype(qtbot, page, "name", "Mine")
        retype(qtbot, page, "tags", "linen")
        theirs = stored(practice_store, APRON)
        theirs["name"], theirs["tags"] = "Theirs", "cotton"
        theirs["combinations"][0]["quantity"] = 3
        fill(practice_store, [theirs])
        with Workspace.open(tab.console.store_folder) as other:
            other.changes.record("products", [APRON], "updated", source="editor")
        await until(lambda: any("saved this at" in each.sentence for each in page.head_problems))
        assert page.form.values()["name"] == "Mine", "what is typed stays"
        page.save.click()
        dialog = await question_of(page)
        assert isinstance(dialog, BothVersions)
        said = dialog.accessibleDescription()
        assert said.startswith(f"{account_name()} saved this at ")
        assert [tuple(choice.words.text() for choice in row) for row in dialog.rows] == [
            ("Theirs", "Mine"),
            ("cotton", "linen"),
        ]
        dialog.rows[0][0].radio.click()
        assert not dialog.save.isEnabled()
        dialog.rows[1][1].radio.click()
        press(dialog, "Save as chosen")
        await until(lambda: tab.stack.count() == 1)
        product = stored(practice_store, APRON)
        assert (product["name"], product["tags"]) == ("Theirs", "linen")
        assert product["combinations"][0]["quantity"] == 3


async def test_a_new_product_is_checked_field_by_field_then_created(
    window_loop: QApplication, qtbot: QtBot, practice_store: PracticeStore, open_tab: Open
) -> None:
    async with open_tab() as tab:
        tab.new_button.click()
        await until(lambda: isinstance(tab.stack.currentWidget(), EditorPage))
        page = tab.stack.currentWidget()
        assert isinstance(page, EditorPage)
        assert page.form.problems() == []
        page.save.click()
        await until(page.form.problems)
        assert [problem.sentence for problem in page.form.problems()][:3] == [
            "Name is required.",
            "Product id is required.",
            "Product page is required.",
        ]
        assert "5 problems to fix" in page.footer.message()
        retype(qtbot, page, "name", "Tea towel")
        retype(qtbot, page, "id", "tea-towel")
        retype(qtbot, page, "url", "https://shop.example/tea-towel")
        type_cell(page, 0, "price", "12")
        page.form.apply("photos", [{"photo_url": "https://shop.example/tea-towel.png"}])
        assert page.form.problems() == []
        page.save.click()
        await until(lambda: tab.stack.count() == 1)
        product = stored(practice_store, "tea-towel")
        (variant,) = product["combinations"]
        assert variant == {
            "id": "tea-towel", "name": "Default", "productId": "tea-towel", "price": 12,
            "discountedPrice": 12, "quantity": 0, "image": "https://shop.example/tea-towel.png",
            "productUrl": "https://shop.example/tea-towel",
        }  # fmt: skip
        assert [row.id for row in tab.products_page.model.shown()] == ["tea-towel"]


async def test_catalogs_of_one_name_are_told_apart_and_a_product_stays_in_its_own(
    window_loop: QApplication, practice_store: PracticeStore, open_tab: Open
) -> None:
    alike = [{"id": "sale", "name": CATALOGS[0]["name"]}, {"id": "new", "name": "New"}]
    fill(practice_store, shop_products(), [*CATALOGS, *alike])
    async with open_tab() as tab:
        page = await edit(tab, APRON)
        editor = page.form.editors["catalog_ids"]
        assert isinstance(editor, CatalogsEditor)
        name, own = CATALOGS[0]["name"], CATALOGS[0]["id"]
        assert editor.chips.values() == [f"{name} ({own})"]
        editor.chips.set_values([f"{name} ({own})", f"{name} (sale)", "New"])
        assert editor.value() == [own, "sale", "new"]
        page.form.apply("catalog_ids", [own, "new"])
        page.save.click()
        await until(lambda: tab.stack.count() == 1)
        assert stored(practice_store, APRON)["catalogIds"] == [own, "new"]


async def test_catalogs_that_arrive_while_a_product_is_edited_are_called_by_their_names(
    window_loop: QApplication, practice_store: PracticeStore, open_tab: Open
) -> None:
    fill(practice_store, shop_products(), CATALOGS)
    async with open_tab() as tab:
        page = await edit(tab, APRON)
        editor = page.form.editors["catalog_ids"]
        assert isinstance(editor, CatalogsEditor)
        name, own = CATALOGS[0]["name"], CATALOGS[0]["id"]
        page.form.apply("catalog_ids", [own, "sale"])
        assert editor.chips.values() == [name, "sale"]
        assert any("“sale” is not a catalog" in problem.sentence for problem in page.form.problems())
        fill(practice_store, (), [{"id": "sale", "name": "Sale"}])
        tab.refresh()
        await until(lambda: editor.chips.values() == [name, "Sale"])
        assert not any("is not a catalog" in problem.sentence for problem in page.form.problems())
        # Another of the same name comes: what stood for the first alone says by now which it is.
        fill(practice_store, (), [{"id": "new", "name": name}])
        tab.refresh()
        await until(lambda: editor.chips.values() == [f"{name} ({own})", "Sale"])
        assert editor.value() == [own, "sale"]
        assert [entry.new for entry in page.form.changes()] == [[own, "sale"]]


async def test_blanks_around_typed_ids_are_not_sent_and_ids_of_the_store_stay(
    window_loop: QApplication, qtbot: QtBot, practice_store: PracticeStore, open_tab: Open
) -> None:
    fill(practice_store, shop_products(), CATALOGS)
    kept = {**stored(practice_store, APRON), "id": "odd "}
    kept["combinations"] = [
        {**row, "id": f"{row['id']} ", "productId": "odd "} for row in kept["combinations"]
    ]
    fill(practice_store, [kept])
    async with open_tab() as tab:
        page = await edit(tab, None)
        for name, text in (
            ("name", "Tea towel"),
            ("id", f" {APRON} "),
            ("url", "https://shop.example/tea-towel"),
            ("image", "https://x.example/a"),
        ):
            retype(qtbot, page, name, text)
        type_cell(page, 0, "price", "12")
        type_cell(page, 0, "id", "towel-red ")
        page.save.click()
        await until(lambda: "already has" in page.form.fields["id"].error())
        retype(qtbot, page, "id", "tea-towel ")
        page.save.click()
        await until(lambda: tab.stack.count() == 1)
        product = stored(practice_store, "tea-towel")
        (variant,) = product["combinations"]
        assert (product["id"], variant["id"], variant["productId"]) == (
            "tea-towel",
            "towel-red",
            "tea-towel",
        )
        page = await edit(tab, "odd ")
        retype(qtbot, page, "name", "Odd")
        page.form.apply(
            "combinations",
            [
                *variants(page).value()[: len(kept["combinations"])],
                {"id": "new-one ", "name": "New", "price": Decimal(1), "quantity": Decimal(0)},
            ],
        )
        page.save.click()
        await until(lambda: tab.stack.count() == 1)
        now = stored(practice_store, "odd ")
        assert [row["id"] for row in now["combinations"]] == [
            *(row["id"] for row in kept["combinations"]),
            "new-one",
        ]


async def test_a_refusal_lands_on_its_field_with_the_stores_words(
    window_loop: QApplication, practice_store: PracticeStore, open_tab: Open
) -> None:
    fill(practice_store, shop_products(), CATALOGS)
    async with open_tab() as tab:
        page = await edit(tab, APRON)
        page.form.apply("catalog_ids", ["kitchen", "gone"])
        assert any("is not a catalog of this store" in problem.sentence for problem in page.form.problems())
        page.save.click()
        await until(lambda: page.head_problems)
        assert "gone" in page.form.fields["catalog_ids"].error()
        assert stored(practice_store, APRON)["catalogIds"] == ["kitchen"]
        assert page.notes.count() == 1
        assert "1 problem to fix" in words_of(page.footer), "the head only sums up what stands at the field"
        page.form.apply("catalog_ids", ["kitchen", "tea"])
        assert page.form.fields["catalog_ids"].error() == ""
        assert page.notes.count() == 0, "what was refused is no more in the form"
        page.save.click()
        await until(lambda: tab.stack.count() == 1)
        assert stored(practice_store, APRON)["catalogIds"] == ["kitchen", "tea"]


async def test_an_id_already_in_use_is_not_overwritten(
    window_loop: QApplication, qtbot: QtBot, practice_store: PracticeStore, open_tab: Open
) -> None:
    fill(practice_store, shop_products(), CATALOGS)
    async with open_tab() as tab:
        page = await edit(tab, None)
        for name, text in (
            ("name", "Other"),
            ("id", APRON),
            ("url", "https://shop.example/o"),
            ("image", "https://x.example/a"),
        ):
            retype(qtbot, page, name, text)
        type_cell(page, 0, "price", "1")
        page.save.click()
        await until(lambda: "already has" in page.form.fields["id"].error())
        assert stored(practice_store, APRON)["name"] == LONG


async def test_a_draft_survives_leaving_and_a_crash_and_goes_when_saved(
    window_loop: QApplication, qtbot: QtBot, practice_store: PracticeStore, open_tab: Open
) -> None:
    fill(practice_store, shop_products(), CATALOGS)
    async with open_tab() as tab:
        page = await edit(tab, APRON)
        retype(qtbot, page, "name", "Half typed")
        type_cell(page, 1, "price", "12.345")
        await until(lambda: page.draft_words.text().startswith("Draft saved "))
    async with open_tab() as tab:
        await until(lambda: tab.products_page.detail.counts.drafts() == ["Half typed"])
        page = await edit(tab, APRON)
        assert "restored" in page.draft_words.text()
        assert page.form.values()["name"] == "Half typed"
        assert page.form.values()["combinations"][1]["price"] == Decimal("12.345")
        assert len(page.form.changes()) == 2
        page.back()
        await until(lambda: tab.stack.count() == 1)
        page = await edit(tab, APRON)
        page.save.click()
        await until(lambda: tab.stack.count() == 1 and not tab.scope.is_busy())
        assert stored(practice_store, APRON)["name"] == "Half typed"
        assert tab.products_page.detail.counts.drafts() == []


async def test_undo_goes_back_step_by_step_and_to_nothing_changed(
    window_loop: QApplication, qtbot: QtBot, practice_store: PracticeStore, open_tab: Open
) -> None:
    fill(practice_store, shop_products(), CATALOGS)
    async with open_tab() as tab:
        page = await edit(tab, APRON)
        line = page.form.editors["tags"].widget
        line.setFocus()
        qtbot.keyClicks(line, "abc")
        page.form.editors["tags"].left.emit()
        variants(page).remove(variants(page).lines()[0])
        assert len(variants(page).lines()) == 3
        page.undo.click()
        assert len(variants(page).lines()) == 4
        page.undo.click()
        assert page.form.changes() == []
        assert not page.undo.isEnabled()
        page.redo.click()
        page.redo.click()
        assert len(variants(page).lines()) == 3
        assert "abc" in page.form.values()["tags"]


async def test_discard_asks_and_then_everything_is_as_the_store_has_it(
    window_loop: QApplication, qtbot: QtBot, practice_store: PracticeStore, open_tab: Open
) -> None:
    fill(practice_store, shop_products(), CATALOGS)
    async with open_tab() as tab:
        page = await edit(tab, APRON)
        retype(qtbot, page, "name", "Typed")
        page.discard.click()
        press(await question_of(page), "Discard changes")
        await until(lambda: page.form.changes() == [] and not page.scope.is_busy())
        assert page.form.values()["name"] == LONG
        kept = await tab.console.db(lambda workspace: workspace.drafts.keys("products:"))
        assert kept == []


async def test_closing_the_window_keeps_the_draft_and_asks_nothing(
    window_loop: QApplication, qtbot: QtBot, practice_store: PracticeStore, open_tab: Open
) -> None:
    fill(practice_store, shop_products(), CATALOGS)
    async with open_tab() as tab:
        page = await edit(tab, APRON)
        assert await tab.can_leave()
        retype(qtbot, page, "name", "Typed")
        assert await tab.can_leave()
        draft = await tab.console.db(lambda workspace: workspace.drafts.get(f"products:{APRON}"))
        assert draft is not None and draft.value["mine"]["name"] == "Typed"


async def test_a_discount_above_the_price_is_worth_a_look_and_a_click_puts_it_right(
    window_loop: QApplication, practice_store: PracticeStore, open_tab: Open
) -> None:
    fill(practice_store, shop_products(), CATALOGS)
    async with open_tab() as tab:
        page = await edit(tab, APRON)
        type_cell(page, 2, "price", "35")
        (problem,) = [problem for problem in page.form.problems() if problem.fix]
        assert problem.sentence == "Variant 3: the discounted price 39.00 is higher than the price 35.00."
        assert problem.warning and problem.fix == "Use 35.00"
        link = next(button for button in page.findChildren(QPushButton) if button.text() == "Use 35.00")
        link.click()
        assert [problem for problem in page.form.problems() if problem.fix] == []
        page.save.click()
        await until(lambda: tab.stack.count() == 1)
        assert stored(practice_store, APRON)["combinations"][2]["discountedPrice"] == 35


async def test_a_letter_in_a_price_is_named_and_nothing_is_sent(
    window_loop: QApplication, practice_store: PracticeStore, open_tab: Open
) -> None:
    fill(practice_store, shop_products(), CATALOGS)
    async with open_tab() as tab:
        page = await edit(tab, APRON)
        type_cell(page, 0, "price", "39,0O")
        assert [problem.sentence for problem in page.form.problems()] == [
            "Variant 1, price: “39,0O” has a letter O in it."
        ]
        page.save.click()
        await until(lambda: variants(page).table.currentIndex().isValid())
        assert stored(practice_store, APRON)["combinations"][0]["price"] == 39
        assert variants(page).table.currentIndex().row() == 0


async def test_a_cell_that_cannot_be_changed_says_so_when_it_is_typed_over(
    window_loop: QApplication, qtbot: QtBot, practice_store: PracticeStore, open_tab: Open
) -> None:
    fill(practice_store, shop_products(), CATALOGS)
    async with open_tab() as tab:
        page = await edit(tab, APRON)
        table = variants(page).table
        table.setFocus()
        table.set_current_cell(variants(page).lines()[0].key, "id")
        qtbot.keyClicks(table, "x")
        assert not table.finish_typing()
        assert "fixed once created" in words_of(variants(page).lines_below)
        assert page.form.changes() == []


async def test_rows_are_pasted_duplicated_moved_and_removed(
    window_loop: QApplication, practice_store: PracticeStore, open_tab: Open
) -> None:
    fill(practice_store, shop_products(), CATALOGS)
    async with open_tab() as tab:
        page = await edit(tab, APRON)
        editor = variants(page)
        QGuiApplication.clipboard().setText(
            f"Variant id\tPrice\tOptions\n{APRON}-1\t41,50\t\nnew-one\t12\tColour: Sage; Size: L\n"
        )
        editor.paste_button.click()
        rows = page.form.values()["combinations"]
        assert len(rows) == 5
        assert rows[0]["price"] == Decimal("41.50")
        assert (rows[4]["id"], rows[4]["options"]) == ("new-one", {"Colour": "Sage", "Size": "L"})
        editor.move(editor.lines()[4], -4)
        assert page.form.values()["combinations"][0]["id"] == "new-one"
        actions = {action.text(): action for action in editor._actions(editor.lines()[0])}
        actions["Duplicate"].trigger()
        rows = page.form.values()["combinations"]
        assert (rows[1]["id"], rows[1]["options"]) == (None, {"Colour": "Sage", "Size": "L"})
        type_cell(page, 1, "id", "second-new")
        assert editor.model.setData(editor.model.index(2, editor.model.column("id")), "other") is False
        editor.remove(editor.lines()[3])
        assert len(page.form.values()["combinations"]) == 5


def photos(page: EditorPage) -> PhotosEditor:
    editor = page.form.editors["photos"]
    assert isinstance(editor, PhotosEditor)
    return editor


async def test_photos_are_removed_and_moved_and_the_draft_of_it_opens_again(
    window_loop: QApplication, qtbot: QtBot, practice_store: PracticeStore, open_tab: Open
) -> None:
    fill(practice_store, shop_products(), CATALOGS)
    first, second, third, fourth = [photo["photoUrl"] for photo in shop_products()[1]["photos"]]
    async with open_tab() as tab:
        page = await edit(tab, APRON)
        qtbot.keyClick(photos(page).tiles[0], Qt.Key.Key_Delete)
        assert page.changes_column is not None
        assert first in words_of(page.changes_column)
        qtbot.keyClick(photos(page).tiles[0], Qt.Key.Key_Right, Qt.KeyboardModifier.ControlModifier)
        assert ", ".join((third, second, fourth)) in words_of(page.changes_column)
        assert "2 changes" in page.footer.message() and page.discard.isVisible()
        page.back()
        await until(lambda: tab.stack.count() == 1 and not tab.scope.is_busy())
        page = await edit(tab, APRON)
        assert photos(page).urls == [third, second, fourth]
        page.save.click()
        await until(lambda: tab.stack.count() == 1 and not tab.scope.is_busy())
        saved = [photo["photoUrl"] for photo in stored(practice_store, APRON)["photos"]]
        assert saved == [third, second, fourth]


async def test_a_photo_url_that_is_typed_is_entered_by_leaving_the_line_and_goes_where_it_was_asked_for(
    window_loop: QApplication, qtbot: QtBot, practice_store: PracticeStore, open_tab: Open
) -> None:
    fill(practice_store, shop_products(), CATALOGS)
    a, b, c, new = (f"https://shop.example/{name}.png" for name in ("a", "b", "c", "new"))
    async with open_tab() as tab:
        tab.activateWindow()
        page = await edit(tab, APRON)
        editor = photos(page)
        page.form.apply("photos", [{"photo_url": url} for url in (a, b, c)])
        editor.asking.ask(b, 1)
        editor.asking.line.setText(new)
        editor.remove(0)
        assert editor.urls == [new, c] and not editor.asking.isVisible()
        page.undo.click()
        assert editor.urls == [a, b, c]
        editor.add_tile.click()
        qtbot.keyClicks(editor.asking.line, "https://half")
        page.undo.click()
        assert not editor.asking.isVisible(), "what is asked for is not asked about other photos"
        page.redo.click()
        qtbot.mouseClick(editor.add_tile, Qt.MouseButton.LeftButton)
        qtbot.keyClicks(editor.asking.line, new)
        qtbot.mouseClick(page.save, Qt.MouseButton.LeftButton)
        await until(lambda: tab.stack.count() == 1 and not tab.scope.is_busy())
        saved = [photo["photoUrl"] for photo in stored(practice_store, APRON)["photos"]]
        assert saved == [a, b, c, new]


async def test_the_preview_is_what_will_be_sent(
    window_loop: QApplication, qtbot: QtBot, practice_store: PracticeStore, open_tab: Open
) -> None:
    import json

    fill(practice_store, shop_products(), CATALOGS)
    async with open_tab() as tab:
        page = await edit(tab, APRON)
        retype(qtbot, page, "name", "Linen Apron")
        page.preview.click()
        dialog = await question_of(page)
        area = dialog.findChild(QPlainTextEdit)
        assert area is not None
        body: dict[str, Any] = json.loads(area.toPlainText())
        press(dialog, "Close")
        page.save.click()
        await until(lambda: tab.stack.count() == 1)
        assert body["products"] == [stored(practice_store, APRON)]


async def test_a_product_that_is_gone_is_said_so_and_can_be_created_again(
    window_loop: QApplication, qtbot: QtBot, practice_store: PracticeStore, open_tab: Open
) -> None:
    fill(practice_store, shop_products(), CATALOGS)
    async with open_tab() as tab:
        page = await edit(tab, APRON)
        retype(qtbot, page, "name", "Back again")
        practice_store.reset("empty")
        fill(practice_store, [], CATALOGS)
        page.save.click()
        press(await question_of(page), "Create it again")
        await until(lambda: tab.stack.count() == 1)
        assert stored(practice_store, APRON)["name"] == "Back again"
        tab.edit_product("never-was")
        await until(lambda: any("never-was" in notice.sentence for notice in tab.console.notices.open))


async def test_read_only_stores_are_not_written_to(
    window_loop: QApplication, qtbot: QtBot, practice_store: PracticeStore, open_tab: Open
) -> None:
    fill(practice_store, shop_products(), CATALOGS)
    async with open_tab(practice=False, safe_level="read-only", name="Wickloom Europe") as tab:
        page = await edit(tab, APRON)
        assert page.save.text() == "Save to Wickloom Europe"
        retype(qtbot, page, "name", "Typed")
        page.save.click()
        await until(lambda: any("read-only" in notice.sentence for notice in tab.console.notices.open))
        assert stored(practice_store, APRON)["name"] == LONG
        assert not tab.pictures.on


async def test_of_two_photos_with_one_url_the_one_that_was_meant_is_changed(
    window_loop: QApplication, qtbot: QtBot, practice_store: PracticeStore, open_tab: Open
) -> None:
    fill(practice_store, shop_products(), CATALOGS)
    async with open_tab() as tab:
        page = await edit(tab, APRON)
        editor = photos(page)
        same, other = "https://shop.example/a.png", "https://shop.example/b.png"
        page.form.apply("photos", [{"photo_url": url} for url in (same, other, same)])
        editor.tiles[2].click()
        menu = next(menu for menu in editor.box.findChildren(QMenu) if menu.isVisible())
        next(entry for entry in menu.actions() if entry.text() == "Change the URL").trigger()
        menu.close()
        editor.asking.line.setText("https://shop.example/c.png")
        qtbot.keyClick(editor.asking.line, Qt.Key.Key_Return)
        assert editor.urls == [same, other, "https://shop.example/c.png"]
