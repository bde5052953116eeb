"""The editor on a store that knows more fields than this console: kept, shown, and lost only when agreed."""

from __future__ import annotations

import json
from typing import Any

from PySide6.QtWidgets import QApplication, QPlainTextEdit
from pytestqt.qtbot import QtBot

from svcconsole.gui.tabs.catalog.tab import CATALOGS as SEGMENT
from tests.gui.tabs.catalog.conftest import Open, fill, post, stored
from tests.gui.tabs.catalog.shop import CATALOGS, shop_products
from tests.gui.tabs.catalog.test_catalogs import opened
from tests.gui.tabs.catalog.test_product_editor import (
    APRON,
    LONG,
    edit,
    retype,
    type_cell,
    variants,
)
from tests.support.coroutines import until
from tests.support.practice import PracticeStore
from tests.support.qt import press, question_of, words_of


def rich(**changes: Any) -> dict[str, Any]:
    """The apron with fields that no console knows, in the product, its photos, variants and metafields."""
    apron = next(each for each in shop_products() if each["id"] == APRON)
    photos, rows = apron["photos"], apron["combinations"]
    metafield = {"id": "m1", "namespace": "care", "key": "wash", "value": "30", "type": "number"}
    return {
        **apron,
        "warranty": {"years": 2, "by": None},
        "photos": [{**photo, "alt": f"Photo {number}"} for number, photo in enumerate(photos)],
        "combinations": [{**row, "sku": f"LA-{number}"} for number, row in enumerate(rows)],
        "metafields": [metafield],
        **changes,
    }


def fill_rich(store: PracticeStore) -> None:
    store.set_unknown_fields("keep")
    fill(store, [rich()], [{**catalog, "season": "all year"} for catalog in CATALOGS])


async def test_fields_without_a_name_here_stay_at_every_level_when_a_product_is_saved(
    window_loop: QApplication, qtbot: QtBot, practice_store: PracticeStore, open_tab: Open
) -> None:
    fill_rich(practice_store)
    async with open_tab() as tab:
        page = await edit(tab, APRON)
        retype(qtbot, page, "name", "Linen Apron")
        type_cell(page, 2, "price", "35.50")
        assert page.changes_column is not None
        beside = " ".join(words_of(page.changes_column).split())
        assert "Fields this console does not know go back unchanged: " in beside
        for name in ("warranty", "photos › alt", "combinations › sku", "metafields › type"):
            assert name in beside, beside
        page.save.click()
        await until(lambda: tab.stack.count() == 1 and not tab.scope.is_busy())
        rows = rich()["combinations"]
        rows[2]["price"] = 35.5
        assert stored(practice_store, APRON) == rich(name="Linen Apron", combinations=rows)


async def test_rows_keep_theirs_when_others_are_moved_removed_and_copied(
    window_loop: QApplication, practice_store: PracticeStore, open_tab: Open
) -> None:
    fill_rich(practice_store)
    async with open_tab() as tab:
        page = await edit(tab, APRON)
        editor = variants(page)
        type_cell(page, 0, "options", "not a pair")
        assert "go back unchanged" in words_of(page)
        page.undo.click()
        editor.move(editor.lines()[3], -2)
        assert "takes along" not in words_of(page)
        editor.remove(editor.lines()[0])
        assert "Removed with it: combinations › sku." in " ".join(words_of(page).split())
        actions = {action.text(): action for action in editor._actions(editor.lines()[0])}
        actions["Duplicate"].trigger()
        type_cell(page, 1, "id", "copied")
        page.save.click()
        await until(lambda: tab.stack.count() == 1 and not tab.scope.is_busy())
        rows = stored(practice_store, APRON)["combinations"]
        assert [(row["id"].rpartition("-")[2], row.get("sku")) for row in rows] == [
            ("4", "LA-3"),
            ("copied", None),
            ("2", "LA-1"),
            ("3", "LA-2"),
        ]


async def test_what_is_shown_before_is_what_is_sent(
    window_loop: QApplication, qtbot: QtBot, practice_store: PracticeStore, open_tab: Open
) -> None:
    fill_rich(practice_store)
    async with open_tab() as tab:
        page = await edit(tab, APRON)
        retype(qtbot, page, "name", "Linen Apron")
        page.preview.click()
        dialog = await question_of(page)
        area = dialog.findChild(QPlainTextEdit)
        assert area is not None
        body = json.loads(area.toPlainText())
        press(dialog, "Close")
        assert body == {"products": [rich(name="Linen Apron")]}


async def test_where_the_store_refuses_them_they_are_named_and_nothing_is_lost_before_a_yes(
    window_loop: QApplication, qtbot: QtBot, practice_store: PracticeStore, open_tab: Open
) -> None:
    fill_rich(practice_store)
    practice_store.set_unknown_fields("refuse")
    async with open_tab() as tab:
        page = await edit(tab, APRON)
        retype(qtbot, page, "name", "Linen Apron")
        page.save.click()
        dialog = await question_of(page)
        assert "Save without them?" in dialog.windowTitle()
        asked = words_of(dialog)
        for words in (
            'warranty: {"years": 2, "by": null}',
            "photos › alt (in 4 of the rows)",
            "combinations › sku (in 4 of the rows)",
            'metafields › type: "number"',
            "is not a field of this request",
            "Nothing was changed.",
        ):
            assert words in asked, asked
        press(dialog, "Keep editing")
        await until(lambda: not page.scope.is_busy())
        assert stored(practice_store, APRON) == rich()
        assert page.form.values()["name"] == "Linen Apron" and page.save.isEnabled()
        page.save.click()
        press(await question_of(page), "Save without them")
        await until(lambda: tab.stack.count() == 1 and not tab.scope.is_busy())
        now = stored(practice_store, APRON)
        assert (now["name"], "warranty" in now, "sku" in now["combinations"][0]) == (
            "Linen Apron",
            False,
            False,
        )
        (change,) = await tab.console.db(lambda workspace: workspace.changes.history("products", APRON))
        assert change.before is not None
        assert (change.before["name"], change.before["warranty"]) == (LONG, rich()["warranty"])


async def test_a_refusal_for_another_reason_is_told_at_its_field_as_ever(
    window_loop: QApplication, practice_store: PracticeStore, open_tab: Open
) -> None:
    fill_rich(practice_store)
    async with open_tab() as tab:
        page = await edit(tab, APRON)
        page.form.apply("catalog_ids", ["kitchen", "gone"])
        page.save.click()
        await until(lambda: page.head_problems)
        assert "gone" in page.form.fields["catalog_ids"].error()
        assert stored(practice_store, APRON) == rich()


async def test_a_product_that_is_gone_is_created_again_with_all_it_had(
    window_loop: QApplication, qtbot: QtBot, practice_store: PracticeStore, open_tab: Open
) -> None:
    fill_rich(practice_store)
    async with open_tab() as tab:
        page = await edit(tab, APRON)
        retype(qtbot, page, "name", "Back again")
        practice_store.reset("empty")
        practice_store.set_unknown_fields("keep")
        fill(practice_store, [], CATALOGS)
        page.save.click()
        press(await question_of(page), "Create it again")
        await until(lambda: tab.stack.count() == 1)
        assert stored(practice_store, APRON) == rich(name="Back again")


async def test_a_catalog_keeps_its_own_and_a_store_that_forgets_them_is_told(
    window_loop: QApplication, qtbot: QtBot, practice_store: PracticeStore, open_tab: Open
) -> None:
    fill_rich(practice_store)
    async with open_tab() as tab:
        tab.segments.set_current(SEGMENT)
        for name, word, season in (("One", "keep", "all year"), ("Two", "drop", None)):
            practice_store.set_unknown_fields(word)
            tab.edit_catalog("garden")
            page = await opened(tab)
            retype(qtbot, page, "name", name)
            page.save.click()
            await until(lambda: tab.stack.count() == 1 and not tab.scope.is_busy())
            (now,) = post(practice_store, "catalogs/get", {"catalogIds": ["garden"]})["data"]["catalogs"]
            assert (now["name"], now.get("season")) == (name, season)
        told = [notice.sentence for notice in tab.console.notices.open]
        assert 'It is saved, but the store answered without season: "all year".' in told


async def test_nothing_is_said_of_them_where_there_are_none(
    window_loop: QApplication, practice_store: PracticeStore, open_tab: Open
) -> None:
    fill(practice_store, shop_products(), CATALOGS)
    async with open_tab() as tab:
        page = await edit(tab, APRON)
        assert "goes back" not in words_of(page)
