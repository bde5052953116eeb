"""Prices and stock: cells edited in place, looked over, and sent together as a run on the ledger."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QAbstractItemView, QApplication, QLineEdit
from pytestqt.qtbot import QtBot

from svcconsole.gui.panels.rehearsal.page import RehearsalPage
from svcconsole.gui.runtime.runs_controller import RunsController
from svcconsole.gui.tabs.catalog.prices.sending import DRAFT
from svcconsole.gui.tabs.catalog.prices.view import PricesView
from svcconsole.gui.tabs.catalog.tab import CatalogTab
from svcconsole.services.catalog.list_rows import ProductFilter
from svcconsole.services.catalog.price_grid.cells import CellKey, Field, VariantKey
from tests.gui.tabs.catalog.conftest import Open, fill, stored
from tests.gui.tabs.catalog.shop import CATALOGS, shop_products
from tests.support.coroutines import until
from tests.support.practice import PracticeStore

APRON, BOWL, VASE = "linen-apron-crossback", "stoneware-bowl", "bud-vase-smoked"


def cell(product: str, number: int, field: Field = Field.PRICE) -> CellKey:
    """A cell of a product of the invented shop, by the number of its variant."""
    return CellKey(VariantKey(product, f"{product}-{number}"), field)


@asynccontextmanager
async def opened(open_tab: Open, **changes: object) -> AsyncIterator[tuple[CatalogTab, PricesView]]:
    """The view Prices and stock with everything read, and runs that can be driven."""
    async with open_tab(**changes) as tab:
        tab.console.runs = RunsController(tab.console)
        tab.open_prices()
        view = tab.products_page.prices
        await until(lambda: view.model.rowCount() == 41 and not tab.scope.is_busy())
        try:
            yield tab, view
        finally:
            await until(lambda: not tab.scope.is_busy())
            await tab.console.runs.close()


def go_to(view: PricesView, key: CellKey) -> None:
    view.table.setFocus()
    assert view.table.set_current_cell(key.row, key.field.value)


async def type_in(qtbot: QtBot, view: PricesView, key: CellKey, text: str) -> None:
    """Type over a cell as a person does, and go on with Enter."""
    go_to(view, key)
    qtbot.keyClicks(view.table, text[0])
    editor = view.table.indexWidget(view.table.currentIndex())
    assert isinstance(editor, QLineEdit)
    qtbot.keyClicks(editor, text[1:])
    qtbot.keyClick(editor, Qt.Key.Key_Return)
    await until(lambda: view.table.state() != QAbstractItemView.State.EditingState)


def shown(view: PricesView, key: CellKey, column: str = "") -> str:
    """What a cell of the grid says."""
    row = view.model.row_of(key.row)
    assert row is not None
    return str(view.model.index(row, view.model.column(column or key.field.value)).data())


def prices(store: PracticeStore, product: str) -> list[tuple[float, float, float]]:
    """Price, reduced price and stock of each variant as the store holds them."""
    return [
        (row["price"], row["discountedPrice"], row["quantity"])
        for row in stored(store, product)["combinations"]
    ]


async def test_cells_are_typed_over_and_sent_together_as_one_run_that_can_be_taken_back(
    window_loop: QApplication, qtbot: QtBot, practice_store: PracticeStore, open_tab: Open
) -> None:
    fill(practice_store, shop_products(), CATALOGS)
    before = stored(practice_store, APRON)
    async with opened(open_tab) as (tab, view):
        assert tab.products_page.count.text() == "41 variants of 12 products"
        assert view.table.isColumnHidden(view.model.column("was_price"))
        await type_in(qtbot, view, cell(APRON, 1), "42.50")
        await type_in(qtbot, view, cell(APRON, 2, Field.STOCK), "7")
        await type_in(qtbot, view, cell(VASE, 1, Field.STOCK), "90")
        assert shown(view, cell(APRON, 1)) == "€42.50"
        assert shown(view, cell(APRON, 1), "was_price") == "€39.00"
        assert not view.table.isColumnHidden(view.model.column("was_price"))
        assert prices(practice_store, APRON)[0][0] == 39  # nothing leaves the grid by typing
        assert view.send.text() == "Send 3 changes in practice"
        assert view.column.list.lines()[0] == ("Price  1 · +9.0 %", "", "", "")
        assert view.column.list.lines()[1][1:] == ("€39.00", "", "€42.50")
        view.send.click()
        await until(lambda: not view.pending.changes and not tab.scope.is_busy())
        apron = prices(practice_store, APRON)
        assert apron[0] == (42.5, 42.5, 16)
        assert apron[1] == (39, 39, 7)
        assert prices(practice_store, VASE)[0][2] == 90
        [run] = await tab.console.db(lambda space: space.runs.list())
        assert (run.title, run.products, run.rows, run.state) == ("Prices and stock", 2, 3, "finished")
        assert run.keeps_before
        after = stored(practice_store, APRON)
        changed = {name for name in before if before[name] != after.get(name)}
        assert changed == {"combinations"}
        assert shown(view, cell(APRON, 1)) == "€42.50"
        assert tab.products.rows[APRON].prices[0].high == 42.5
        [notice] = [each for each in tab.console.notices.open if "have their new prices" in each.sentence]
        assert [each.text for each in notice.links] == ["Take back"]


async def test_a_price_is_whole_whatever_arrives_while_it_is_typed(
    window_loop: QApplication, qtbot: QtBot, practice_store: PracticeStore, open_tab: Open
) -> None:
    fill(practice_store, shop_products(), CATALOGS)
    async with opened(open_tab) as (tab, view):
        go_to(view, cell(APRON, 1))
        qtbot.keyClicks(view.table, "1")

        def go_on(keys: str) -> None:
            editor = view.table.indexWidget(view.table.currentIndex())
            assert isinstance(editor, QLineEdit)
            qtbot.keyClicks(editor, keys)

        go_on("2")
        tab.pictures.arrived.emit("a picture of another row")
        go_on("5")
        view.show_products([VASE, APRON])
        go_on("0\r")
        await until(lambda: view.table.state() != QAbstractItemView.State.EditingState)
        assert shown(view, cell(APRON, 1)) == "€1,250.00"


async def test_one_rule_changes_the_ticked_rows_as_one_step(
    window_loop: QApplication, qtbot: QtBot, practice_store: PracticeStore, open_tab: Open
) -> None:
    fill(practice_store, shop_products(), CATALOGS)
    async with opened(open_tab) as (tab, view):
        go_to(view, cell(APRON, 1))
        assert view.rules.isHidden()
        view.table.choose(cell(APRON, 1).row, cell(APRON, 4).row)
        qtbot.keyClick(view.table, Qt.Key.Key_Space)
        assert view.rules.apply.text() == "Apply to 4 rows"
        view.rules.operations.set_current(2)
        view.rules.rounding.setCurrentIndex(view.rules.rounding.findData("up_90"))
        qtbot.keyClicks(view.rules.amount, "four")
        qtbot.keyClick(view.rules.amount, Qt.Key.Key_Return)
        assert view.footer.message().startswith("Type a number, such as +4 %.")
        view.rules.amount.clear()
        qtbot.keyClicks(view.rules.amount, "+4 %")
        view.rules.apply.click()
        await until(lambda: len(view.pending.changes) == 4 and not tab.scope.is_busy())
        assert [shown(view, cell(APRON, number)) for number in range(1, 5)] == ["€40.90"] * 4
        go_to(view, cell(APRON, 1))
        qtbot.keyClick(view.table, Qt.Key.Key_Z, Qt.KeyboardModifier.ControlModifier)
        assert not view.pending.changes
        qtbot.keyClick(view.table, Qt.Key.Key_Y, Qt.KeyboardModifier.ControlModifier)
        assert len(view.pending.changes) == 4
        view.discard.click()
        await until(lambda: not view.pending.changes and not tab.scope.is_busy())
        assert prices(practice_store, APRON)[0][0] == 39


async def test_keys_of_a_spreadsheet_edit_the_grid(
    window_loop: QApplication, qtbot: QtBot, practice_store: PracticeStore, open_tab: Open
) -> None:
    fill(practice_store, shop_products(), CATALOGS)
    control = Qt.KeyboardModifier.ControlModifier
    async with opened(open_tab) as (_tab, view):
        await type_in(qtbot, view, cell(APRON, 1), "41")
        assert view.table.currentIndex().row() == view.model.row_of(cell(APRON, 2).row)
        qtbot.keyClick(view.table, Qt.Key.Key_D, control)
        assert shown(view, cell(APRON, 2)) == "€41.00"
        qtbot.keyClick(view.table, Qt.Key.Key_Tab)
        assert view.table.chosen() == [cell(APRON, 2, Field.STOCK)]
        go_to(view, cell(APRON, 2))
        qtbot.keyClick(view.table, Qt.Key.Key_Escape)
        assert shown(view, cell(APRON, 2)) == "€39.00"
        QGuiApplication.clipboard().setText("44.10\t3\r\n45\t4\r\n")
        go_to(view, cell(APRON, 3))
        qtbot.keyClick(view.table, Qt.Key.Key_V, control)
        assert [shown(view, cell(APRON, number)) for number in (3, 4)] == ["€44.10", "€45.00"]
        assert [shown(view, cell(APRON, number, Field.STOCK)) for number in (3, 4)] == ["3", "4"]
        QGuiApplication.clipboard().setText("50\nmany")
        go_to(view, cell(APRON, 1))
        qtbot.keyClick(view.table, Qt.Key.Key_V, control)
        assert "Nothing was changed" in view.footer.message()
        assert shown(view, cell(APRON, 1)) == "€41.00"
        view.table.choose(cell(APRON, 3).row, cell(APRON, 4).row)
        qtbot.keyClick(view.table, Qt.Key.Key_C, control)
        assert QGuiApplication.clipboard().text() == "44.10\t3\n45.00\t4"


async def test_the_price_guard_asks_before_anything_counts_as_ready(
    window_loop: QApplication, qtbot: QtBot, practice_store: PracticeStore, open_tab: Open
) -> None:
    fill(practice_store, shop_products(), CATALOGS)
    async with opened(open_tab) as (_tab, view):
        await type_in(qtbot, view, cell(APRON, 1), "3.9")
        [card] = view.column.cards
        assert card.text == "€39.00 → €3.90 is 90 % less. Is a digit missing?"
        assert list(card.ways) == ["Keep €39.00", "It is right"], "the price that was is offered once"
        await until(lambda: card.visibleRegion().boundingRect().height() == card.height() > 40)
        assert not view.send.isEnabled()
        assert view.footer.message().startswith("1 price waits for your answer")
        card.ways["It is right"].click()
        assert not view.column.cards
        assert view.send.isEnabled()
        await type_in(qtbot, view, cell(APRON, 1), "0")
        await type_in(qtbot, view, cell(APRON, 2), "£38")
        assert [each.text for each in view.column.cards] == [
            "£38.00 is in another currency; the store has this variant in EUR.",
            "The price would be 0. Customers could order it for nothing.",
        ]
        view.column.cards[0].ways["Take €38.00"].click()
        view.column.cards[0].ways["Keep €39.00"].click()
        assert [shown(view, cell(APRON, number)) for number in (1, 2)] == ["€39.00", "€38.00"]
        assert view.send.text() == "Send 1 change in practice"


async def test_what_changed_in_the_store_meanwhile_is_told_and_nothing_is_sent_over_it(
    window_loop: QApplication, qtbot: QtBot, practice_store: PracticeStore, open_tab: Open
) -> None:
    fill(practice_store, shop_products(), CATALOGS)
    async with opened(open_tab) as (tab, view):
        await type_in(qtbot, view, cell(APRON, 1), "41")
        await type_in(qtbot, view, cell(APRON, 2), "41")
        theirs = stored(practice_store, APRON)
        for row in theirs["combinations"][:2]:
            row["price"] = row["discountedPrice"] = 40
        fill(practice_store, [theirs])
        view.send.click()
        await until(lambda: len(view.column.cards) == 2 and not tab.scope.is_busy())
        assert view.column.cards[0].text == (
            "Changed in the store meanwhile: it has €40.00 now, you typed €41.00."
        )
        assert "2 cells have changed in the store meanwhile." in tab.console.notices.open[-1].sentence
        assert not await tab.console.db(lambda space: space.runs.list())
        view.column.cards[0].ways["Keep mine"].click()
        view.column.cards[0].ways["Take theirs"].click()
        assert [shown(view, cell(APRON, number)) for number in (1, 2)] == ["€41.00", "€40.00"]
        view.send.click()
        await until(lambda: not view.pending.changes and not tab.scope.is_busy())
        assert [row[0] for row in prices(practice_store, APRON)] == [41, 40, 39, 39]


async def test_refused_cells_are_marked_with_the_words_of_the_store(
    window_loop: QApplication, qtbot: QtBot, practice_store: PracticeStore, open_tab: Open
) -> None:
    fill(practice_store, shop_products(), CATALOGS)
    async with opened(open_tab) as (tab, view):
        await type_in(qtbot, view, cell(APRON, 1), "41")
        practice_store.add_fault("status", operation="products/createOrUpdate", code=400)
        view.send.click()
        await until(lambda: view.pending.refused and not tab.scope.is_busy())
        words = view.pending.refused[cell(APRON, 1)]
        row = view.model.row_of(cell(APRON, 1).row)
        assert row is not None
        assert words
        assert words in view.table.tip_at(view.model.index(row, view.model.column("price")))
        assert not view.send.isEnabled()
        assert "1 cell was refused" in view.footer.message()


async def test_what_waits_is_there_again_in_the_next_window(
    window_loop: QApplication, qtbot: QtBot, practice_store: PracticeStore, open_tab: Open
) -> None:
    fill(practice_store, shop_products(), CATALOGS)
    async with opened(open_tab) as (tab, view):
        await type_in(qtbot, view, cell(APRON, 1), "41")
        await type_in(qtbot, view, cell(APRON, 2), "0")
        assert await tab.can_leave()
    async with open_tab() as tab:
        [draft] = await tab.console.db(lambda space: space.drafts.keys("prices:"))
        assert draft == "prices:changes"
        assert "Prices and stock" in tab.products_page.detail.counts.drafts()
    async with opened(open_tab) as (tab, view):
        await until(lambda: len(view.pending.changes) == 2 and not tab.scope.is_busy())
        assert [shown(view, cell(APRON, number)) for number in (1, 2)] == ["€41.00", "€0.00"]
        assert len(view.column.cards) == 1


@pytest.mark.deep
async def test_the_changes_are_rehearsed_and_exactly_they_are_sent(
    window_loop: QApplication, qtbot: QtBot, practice_store: PracticeStore, open_tab: Open
) -> None:
    fill(practice_store, shop_products(), CATALOGS)
    async with opened(open_tab) as (tab, view):
        await type_in(qtbot, view, cell(APRON, 1), "41")
        view.rehearse.click()
        page = await rehearsal(tab)
        await until(lambda: page.step is not None and page.step.commit.isEnabled(), seconds=60)
        assert page.step is not None
        page.step.commit.click()
        await until(lambda: not view.pending.changes and not tab.scope.is_busy())
        assert prices(practice_store, APRON)[0][0] == 41
        await page.shut()


async def rehearsal(tab: CatalogTab) -> RehearsalPage:
    """The page that rehearses the plan, in front."""
    await until(lambda: isinstance(tab.stack.currentWidget(), RehearsalPage))
    page = tab.stack.currentWidget()
    assert isinstance(page, RehearsalPage)
    return page


async def test_a_rehearsal_that_is_left_leaves_no_plan_and_every_change(
    window_loop: QApplication, qtbot: QtBot, practice_store: PracticeStore, open_tab: Open
) -> None:
    fill(practice_store, shop_products(), CATALOGS)
    async with opened(open_tab) as (tab, view):
        await type_in(qtbot, view, cell(APRON, 1), "41")
        view.rehearse.click()
        page = await rehearsal(tab)
        await page.shut()
        page.closed.emit()
        await until(lambda: tab.stack.count() == 1 and not tab.scope.is_busy())
        assert not await tab.console.db(lambda space: space.runs.list())
        assert len(view.pending.ready()) == 1


async def test_a_narrow_window_shows_what_will_change_in_place_of_the_grid(
    window_loop: QApplication, qtbot: QtBot, practice_store: PracticeStore, open_tab: Open
) -> None:
    fill(practice_store, shop_products(), CATALOGS)
    async with opened(open_tab, width=812, height=618) as (tab, view):
        await type_in(qtbot, view, cell(APRON, 1), "41")
        assert not view.column.isVisible()
        assert view.footer.parts[0].text == "1 change"
        view.footer.part_clicked.emit(0)
        assert view.column.isVisible()
        assert not view.area.isVisible()
        view.column.back.click()
        assert view.area.isVisible()
        tab.products_page.views.set_current(0)
        assert not view.footer.isVisible()
        assert tab.products_page.table.isVisible()


async def test_the_filters_of_the_list_are_those_of_the_grid_and_a_change_out_of_sight_is_found(
    window_loop: QApplication, qtbot: QtBot, practice_store: PracticeStore, open_tab: Open
) -> None:
    fill(practice_store, shop_products(), CATALOGS)
    async with opened(open_tab) as (tab, view):
        await type_in(qtbot, view, cell(APRON, 1), "41")
        tab.products_page.set_filter(ProductFilter(words="vase"))
        await until(lambda: view.model.rowCount() == 4)
        assert tab.products_page.count.text() == "4 variants of 1 product"
        assert len(view.pending.changes) == 1
        view.column.list.setFocus()
        view.column.cell_wanted.emit(cell(APRON, 1))
        await until(lambda: view.model.rowCount() == 41)
        await until(lambda: view.table.chosen() == [cell(APRON, 1)])


PRESSED = ("send", "rehearse")


@pytest.mark.parametrize("pressed", PRESSED)
async def test_neither_button_can_be_pressed_while_what_it_sends_is_prepared(
    window_loop: QApplication, qtbot: QtBot, practice_store: PracticeStore, open_tab: Open, pressed: str
) -> None:
    fill(practice_store, shop_products(), CATALOGS)
    async with opened(open_tab) as (tab, view):
        await type_in(qtbot, view, cell(APRON, 1), "42.50")
        seen: list[tuple[bool, bool, str]] = []
        button = view.send if pressed == "send" else view.rehearse
        view.sending.changed.connect(
            lambda: seen.append((view.send.isEnabled(), view.rehearse.isEnabled(), button.text()))
        )
        button.click()
        await until(lambda: seen)
        assert seen[0] == (False, False, "Preparing…")
        await until(lambda: button.text() != "Preparing…")
        if pressed == "rehearse":
            page = await rehearsal(tab)
            await page.shut()
            page.closed.emit()
            await until(lambda: view.send.isEnabled() and view.rehearse.isEnabled())
        else:
            await until(lambda: not view.pending.changes and not tab.scope.is_busy())
            assert len(await tab.console.db(lambda space: space.runs.list())) == 1


@pytest.mark.parametrize(
    "how", [(edit, pressed) for edit in ("corrected", "given back", "typed into") for pressed in PRESSED]
)
async def test_a_cell_that_is_edited_while_it_is_prepared_is_not_sent_as_it_was(
    window_loop: QApplication,
    qtbot: QtBot,
    practice_store: PracticeStore,
    open_tab: Open,
    how: tuple[str, str],
) -> None:
    edit, pressed = how
    fill(practice_store, shop_products(), CATALOGS)
    async with opened(open_tab) as (tab, view):
        await type_in(qtbot, view, cell(APRON, 1), "42.50")
        await type_in(qtbot, view, cell(VASE, 1, Field.STOCK), "90")
        held = prices(practice_store, APRON), prices(practice_store, VASE)
        read: list[object] = []
        view.sending.changed.connect(lambda: read.append(None))
        button = view.send if pressed == "send" else view.rehearse
        button.click()
        await until(lambda: read)
        assert not view.discard.isEnabled()
        if edit == "corrected":
            await type_in(qtbot, view, cell(APRON, 1), "45")
        else:
            go_to(view, cell(APRON, 1))
            if edit == "given back":
                qtbot.keyClick(view.table, Qt.Key.Key_Escape)
            else:
                qtbot.keyClicks(view.table, "4")
        await until(lambda: view.send.isEnabled() and not tab.scope.is_busy())
        (told,) = [notice.sentence for notice in tab.console.notices.open]
        assert told == "Cells were edited while they were prepared for sending."
        assert not await tab.console.db(lambda space: space.runs.list())
        assert (prices(practice_store, APRON), prices(practice_store, VASE)) == held
        says = {"corrected": "€45.00", "given back": "€39.00", "typed into": "€42.50"}
        assert shown(view, cell(APRON, 1)) == says[edit]
        assert (view.table.open_cell() == cell(APRON, 1)) is (edit == "typed into")
        assert view.discard.isEnabled()


async def test_a_double_click_applies_a_rule_once(
    window_loop: QApplication, qtbot: QtBot, practice_store: PracticeStore, open_tab: Open
) -> None:
    fill(practice_store, shop_products(), CATALOGS)
    async with opened(open_tab) as (tab, view):
        view.table.choose(cell(APRON, 1).row, cell(APRON, 4).row)
        qtbot.keyClick(view.table, Qt.Key.Key_Space)
        view.rules.operations.set_current(1)
        view.rules.amount.setText("1")
        middle = view.rules.apply.rect().center()
        qtbot.mouseClick(view.rules.apply, Qt.MouseButton.LeftButton, pos=middle)
        await until(lambda: view.pending.changes and not tab.scope.is_busy("apply rule"))
        once = shown(view, cell(APRON, 1))
        qtbot.mouseDClick(view.rules.apply, Qt.MouseButton.LeftButton, pos=middle)
        qtbot.mouseRelease(view.rules.apply, Qt.MouseButton.LeftButton, pos=middle)
        await until(lambda: not tab.scope.is_busy("apply rule"))
        assert [shown(view, cell(APRON, number)) for number in range(1, 5)] == [once] * 4
        assert once != "€39.00"


@pytest.fixture
def often(monkeypatch: pytest.MonkeyPatch) -> None:
    """The window has a turn after every cell that is changed, as with very many of them."""
    monkeypatch.setattr("svcconsole.gui.kit.time_slices.SLICE_SECONDS", 0.0)
    monkeypatch.setattr("svcconsole.services.catalog.price_grid.pending.OFTEN", 1)


@pytest.mark.usefixtures("often")
@pytest.mark.parametrize("ends", ["by itself", "cancelled", "with the tab"])
async def test_while_a_rule_is_applied_nothing_else_changes_cells_and_it_is_applied_whole(
    window_loop: QApplication,
    qtbot: QtBot,
    practice_store: PracticeStore,
    open_tab: Open,
    ends: str,
) -> None:
    fill(practice_store, shop_products(), CATALOGS)
    async with opened(open_tab) as (tab, view):
        rows = view.model.shown()
        view.tick(row.key for row in rows)
        view.rules.operations.set_current(1)
        view.rules.amount.setText("1")
        view.rules.apply.click()
        await until(lambda: view.pending.changes)
        assert len(view.pending.changes) < len(rows)
        assert not any(each.isEnabled() for each in (view.rules.apply, view.send, view.discard))
        view.rules.amount.returnPressed.emit()
        go_to(view, cell(APRON, 1))
        qtbot.keyClicks(view.table, "7")
        qtbot.keyClick(view.table, Qt.Key.Key_Z, Qt.KeyboardModifier.ControlModifier)
        assert view.table.open_cell() is None
        if ends == "cancelled":
            tab.scope.cancel("apply rule")
        elif ends == "with the tab":
            assert await tab.can_leave()
            draft = await tab.console.db(lambda space: space.drafts.get(DRAFT))
            assert draft is not None and len(draft.value["changes"]) == len(rows)
        await until(lambda: not tab.scope.is_busy())
        assert view.rules.apply.isEnabled() and view.send.isEnabled()
        after = {each.row: change.after for each, change in view.pending.changes.items()}
        assert after == {row.key: row.price + 1 for row in rows if row.price is not None}


async def test_nothing_is_sent_to_a_store_that_is_read_only(
    window_loop: QApplication, qtbot: QtBot, practice_store: PracticeStore, open_tab: Open
) -> None:
    fill(practice_store, shop_products(), CATALOGS)
    live = {"practice": False, "safe_level": "read-only", "name": "Wickloom"}
    async with opened(open_tab, **live) as (tab, view):
        await type_in(qtbot, view, cell(APRON, 1), "41")
        view.send.click()
        await until(lambda: any("read-only" in each.sentence for each in tab.console.notices.open))
        assert not await tab.console.db(lambda space: space.runs.list())
        assert prices(practice_store, APRON)[0][0] == 39


async def test_how_large_a_change_of_a_price_is_asked_about_follows_the_profile(
    window_loop: QApplication, qtbot: QtBot, practice_store: PracticeStore, open_tab: Open
) -> None:
    fill(practice_store, shop_products(), CATALOGS)
    async with opened(open_tab, price_limit=50) as (tab, view):
        before = prices(practice_store, APRON)[0][0]
        await type_in(qtbot, view, cell(APRON, 1), f"{before * 1.3:.2f}")
        assert not view.pending.questions and view.send.isEnabled()
        tab.console.edit_card(tab.console.card._replace(price_limit=20))
        assert list(view.pending.questions) == [cell(APRON, 1)]
        assert not view.send.isEnabled()
        tab.console.edit_card(tab.console.card._replace(price_limit=50))
        assert not view.pending.questions and view.send.isEnabled()
