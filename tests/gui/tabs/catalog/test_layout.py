"""The tab as it is laid out: mirrored, narrow, with large type, by keyboard alone, and read out."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from PySide6.QtCore import QPoint, QRect, Qt
from PySide6.QtGui import QAccessible
from PySide6.QtWidgets import QAbstractButton, QApplication, QLabel, QLineEdit, QPushButton, QWidget
from pytestqt.qtbot import QtBot

from svcconsole.gui.design.text import ClampedLabel, ElidedLabel
from svcconsole.gui.design.theme import theme
from svcconsole.gui.kit.containers.fields import Field
from svcconsole.gui.kit.widgets.chips import FilterChip
from svcconsole.gui.tabs.catalog.tab import CatalogTab
from tests.gui.tabs.catalog.conftest import Open, fill
from tests.gui.tabs.catalog.shop import CATALOGS, shop_products
from tests.gui.tabs.catalog.test_product_editor import APRON, edit
from tests.support.coroutines import until
from tests.support.practice import PracticeStore


@pytest.fixture
def mirrored(qapp: QApplication) -> Iterator[None]:
    qapp.setLayoutDirection(Qt.LayoutDirection.RightToLeft)
    yield
    qapp.setLayoutDirection(Qt.LayoutDirection.LeftToRight)


@pytest.fixture
def large(qapp: QApplication) -> Iterator[None]:
    theme().set_font_scale(1.5)
    yield
    theme().set_font_scale(1)


def place(widget: QWidget, page: QWidget) -> QRect:
    return QRect(widget.mapTo(page, QPoint(0, 0)), widget.size())


def seen(page: QWidget, kind: type[QWidget]) -> list[QWidget]:
    return [each for each in page.findChildren(kind) if each.isVisibleTo(page) and not each.size().isEmpty()]


def cut(page: QWidget) -> list[str]:
    """The words on buttons, chips and labels that have no room and do not end in "…" on purpose."""
    found = []
    for each in (*seen(page, QPushButton), *seen(page, FilterChip)):
        assert isinstance(each, QAbstractButton)
        wants = each.fontMetrics().horizontalAdvance(each.text())
        if each.property("align") != "leading" and each.property("kind") != "link":
            wants = max(wants, each.sizeHint().width())
        if each.text() and wants > each.width() and not each.toolTip():
            found.append(each.text())
    for label in seen(page, QLabel):
        assert isinstance(label, QLabel)
        one_line = not label.wordWrap() and not isinstance(label, ElidedLabel | ClampedLabel)
        if one_line and label.fontMetrics().horizontalAdvance(label.text()) > label.contentsRect().width():
            found.append(label.text())
    return found


async def chosen(tab: CatalogTab) -> None:
    tab.products_page.choose(APRON)
    await until(lambda: tab.products_page.detail.product.product is not None and not tab.scope.is_busy())


async def test_a_right_to_left_window_mirrors_the_tab(
    window_loop: QApplication, practice_store: PracticeStore, open_tab: Open, mirrored: None
) -> None:
    fill(practice_store, shop_products(), CATALOGS)
    async with open_tab() as tab:
        await chosen(tab)
        page = tab.products_page
        assert place(page.detail, tab).right() < place(page.table, tab).left()
        assert place(tab.new_button, tab).right() < place(tab.segments, tab).left()
        assert place(page.refresh, tab).right() < place(page.search, tab).left()
        header = page.table.horizontalHeader()
        name, stock = (page.model.column(key) for key in ("name", "stock"))
        assert header.sectionViewportPosition(name) > header.sectionViewportPosition(stock)
        editor = await edit(tab, APRON)
        first, second = (editor.form.editors[key].widget for key in ("name", "id"))
        assert place(second, tab).right() < place(first, tab).left()
        assert place(editor.side, tab).right() < place(editor.page, tab).left()
        assert place(editor.save, tab).right() < place(editor.preview, tab).left()
        assert cut(tab) == []
        editor.back()
        await until(lambda: tab.stack.count() == 1)


@pytest.mark.parametrize("width", [848, 1192, 1352])
async def test_nothing_is_cut_at_any_width(
    window_loop: QApplication, practice_store: PracticeStore, open_tab: Open, width: int
) -> None:
    fill(practice_store, shop_products(), CATALOGS)
    async with open_tab(width, 678) as tab:
        assert cut(tab) == []
        await chosen(tab)
        assert tab.width() == width
        assert cut(tab) == []
        for segment in (1, 2, 0):
            tab.segments.set_current(segment)
            await until(lambda: cut(tab) == [])
        editor = await edit(tab, APRON)
        assert tab.width() == width
        assert cut(tab) == []
        editor.back()
        await until(lambda: tab.stack.count() == 1)


async def test_nothing_is_cut_with_large_type(
    window_loop: QApplication, practice_store: PracticeStore, open_tab: Open, large: None
) -> None:
    fill(practice_store, shop_products(), CATALOGS)
    async with open_tab(1352, 818) as tab:
        await chosen(tab)
        assert cut(tab) == []
        editor = await edit(tab, APRON)
        assert cut(tab) == []
        editor.back()
        await until(lambda: tab.stack.count() == 1)


async def test_tab_goes_through_everything_in_a_narrow_window(
    window_loop: QApplication, qtbot: QtBot, practice_store: PracticeStore, open_tab: Open
) -> None:
    fill(practice_store, shop_products(), CATALOGS)
    async with open_tab(848, 678) as tab:
        await chosen(tab)
        reached: set[QWidget] = set()
        for _ in range(40):
            focused = QApplication.focusWidget()
            assert focused is not None
            reached.add(focused)
            qtbot.keyClick(focused, Qt.Key.Key_Tab)
        page = tab.products_page
        wanted = (page.search, page.chips.one, page.columns_button, page.refresh, page.table)
        strip = (page.strip.edit, page.strip.open, page.strip.picture)
        assert {*wanted, *strip, tab.import_button, tab.new_button} <= reached


async def test_from_the_search_to_the_store_by_keyboard_alone(
    window_loop: QApplication, qtbot: QtBot, practice_store: PracticeStore, open_tab: Open
) -> None:
    fill(practice_store, shop_products(), CATALOGS)
    async with open_tab() as tab:
        page = tab.products_page
        tab.actions_here()["find"]()
        qtbot.keyClicks(page.search, "apron")
        qtbot.keyClick(page.search, Qt.Key.Key_Down)
        assert page.table.hasFocus()
        row = page.current()
        assert row is not None and row.id == APRON
        qtbot.keyClick(page.table, Qt.Key.Key_Return)
        await until(lambda: tab.stack.count() > 1)
        focused = QApplication.focusWidget()
        assert isinstance(focused, QLineEdit) and focused.accessibleName() == "Name"
        qtbot.keyClick(focused, Qt.Key.Key_End)
        qtbot.keyClicks(focused, " (new)")
        tab.actions_here()["save"]()
        await until(lambda: tab.stack.count() == 1)
        current = page.current()
        assert page.table.hasFocus() and current is not None
        assert current.id == APRON and current.name.endswith("(new)")


def name_of(widget: QWidget) -> str:
    return QAccessible.queryAccessibleInterface(widget).text(QAccessible.Text.Name)


async def test_what_is_read_out_is_what_is_written(
    window_loop: QApplication, practice_store: PracticeStore, open_tab: Open
) -> None:
    fill(practice_store, shop_products(), CATALOGS)
    async with open_tab() as tab:
        await chosen(tab)
        assert misnamed(tab) == []
        for segment in (1, 2, 0):
            tab.segments.set_current(segment)
            assert misnamed(tab) == []
        editor = await edit(tab, APRON)
        assert misnamed(editor) == []
        labelled = [field for field in seen(editor, Field) if isinstance(field, Field)]
        names = [field.editor.accessibleName() for field in labelled]
        assert set(names) >= {"Name", "Product id", "Product page"}
        assert names == [field.label() for field in labelled]
        editor.back()
        await until(lambda: tab.stack.count() == 1)


def misnamed(page: QWidget) -> list[str]:
    """Buttons read out otherwise than they are written, icons without a name or with another in the tip."""
    found = []
    for each in seen(page, QAbstractButton):
        assert isinstance(each, QAbstractButton)
        said, written = name_of(each), each.text().strip("\u2066\u2069")
        if not said or (written and written not in said):
            found.append(f"{type(each).__name__}: “{said}” for “{written}”")
    return found
