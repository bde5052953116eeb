"""The frame: the store is never in doubt, the keyboard reaches everything, nothing is cut when narrow."""

from __future__ import annotations

from itertools import pairwise
from pathlib import Path

import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtGui import QAccessible
from PySide6.QtWidgets import QAbstractButton, QApplication, QLineEdit, QMenu, QWidget
from pytestqt.qtbot import QtBot

from svcconsole.gui.design.text import isolate
from svcconsole.gui.design.theme import theme
from svcconsole.gui.kit import actions
from svcconsole.gui.kit.relative_time import clock_of
from svcconsole.gui.kit.zone_menu import zone_menu
from svcconsole.gui.panels.catalog.record_cache import Stage
from svcconsole.gui.panels.importer.page import ImportPage
from svcconsole.gui.panels.practice.page import PracticePage
from svcconsole.gui.runtime.connection_state import Reach
from svcconsole.gui.runtime.display_zone import display_zone
from svcconsole.gui.runtime.profile_summary import ProfileSummary
from svcconsole.gui.runtime.window_requests import WindowRequest
from svcconsole.gui.shell.main_window import MainWindow
from svcconsole.gui.shell.opening import TopWindow
from svcconsole.gui.shell.rail import TABS
from svcconsole.gui.tabs.catalog.tab import CatalogTab
from svcconsole.gui.tabs.reports.tab import ReportsTab
from svcconsole.services.catalog.list_rows import ProductRow
from svcconsole.services.catalog.prices import PriceRange
from tests.gui.shell.conftest import LIVE, PRACTICE, OpenWindow
from tests.support.coroutines import until

NAMES = ["Today", "Catalog", "Customers", "Messaging", "Helpdesk", "Reports", "User Properties"]
STRANGE = ProfileSummary("b", "كوب <b>متجر</b> 🧵 & Sons", "ochre", base_url="https://b.example")


def tabs_of(window: MainWindow) -> list[str]:
    bar = window.rail.tabs
    return [bar.tabText(at) for at in range(bar.count())]


async def test_today_and_six_tabs_with_exact_names_are_page_tabs(
    window_loop: QApplication, open_window: OpenWindow
) -> None:
    async with open_window() as window:
        assert tabs_of(window) == NAMES
        reader = QAccessible.queryAccessibleInterface(window.rail.tabs)
        children = [reader.child(at) for at in range(len(NAMES))]
        assert [child.role() for child in children] == [QAccessible.Role.PageTab] * 7
        assert [child.text(QAccessible.Text.Name) for child in children] == NAMES


async def test_a_page_that_grows_takes_nothing_of_the_frame(
    window_loop: QApplication, open_window: OpenWindow
) -> None:
    class Tall(QWidget):
        """As high as its words need at its width, which it can scroll."""

        def hasHeightForWidth(self) -> bool:
            return True

        def heightForWidth(self, width: int) -> int:
            return 5_000

    async with open_window() as window:
        before = (window.band.height(), window.status.height())
        page = Tall()
        window.pages.addWidget(page)
        window.pages.setCurrentWidget(page)
        await until(lambda: page.isVisible() and page.height() == window.pages.height())
        layout = window.layout()
        assert layout is not None
        layout.activate()
        assert (window.band.height(), window.status.height()) == before


async def test_each_tabs_key_brings_a_page_of_its_own(
    window_loop: QApplication, qtbot: QtBot, open_window: OpenWindow
) -> None:
    """The first key press builds the page, the second brings the same one back."""
    async with open_window() as window:
        found: dict[int, QWidget | None] = {}
        for _ in range(2):
            for at, tab in enumerate(TABS):
                qtbot.keyClick(window, getattr(Qt.Key, f"Key_{at}"), Qt.KeyboardModifier.ControlModifier)
                page = window.page()
                assert type(page).__name__ == tab.page
                assert page is found.setdefault(at, page)
                assert window.rail.tabs.currentIndex() == at
        assert len(set(map(id, found.values()))) == len(TABS)


@pytest.mark.parametrize(
    "card, title",
    [
        (LIVE, "Wickloom Europe (live) · svcconsole"),
        (PRACTICE, "Practice store · svcconsole"),
        (STRANGE, isolate("كوب <b>متجر</b> 🧵 & Sons") + " (live) · svcconsole"),
    ],
)
async def test_the_title_names_the_store(
    window_loop: QApplication, open_window: OpenWindow, card: ProfileSummary, title: str
) -> None:
    async with open_window(card) as window:
        assert window.window().windowTitle() == title
        assert window.band.live.accessibleName() == ("PRACTICE STORE" if card.practice else "LIVE STORE")
        assert window.band.store.accessibleName() == card.name


async def test_practice_is_told_apart_without_colour(
    window_loop: QApplication, open_window: OpenWindow
) -> None:
    """In greyscale the practice band's line is dashed and its ground striped; a live store's is plain."""
    for card, changes in ((LIVE, 0), (PRACTICE, 40)):
        async with open_window(card) as window:
            picture = window.band.grab().toImage()
            line = [picture.pixelColor(x, 1).lightness() for x in range(picture.width())]
            steps = sum(abs(a - b) > 20 for a, b in pairwise(line))
            assert steps >= changes if changes else steps == 0


async def test_rail_words_go_under_1000_and_the_names_stay(
    window_loop: QApplication, open_window: OpenWindow
) -> None:
    async with open_window(LIVE, 1280, 800) as window:
        wide = window.rail.width()
        window.window().resize(900, 760)
        await until(lambda: window.rail.width() < wide)
        assert tabs_of(window) == NAMES
        assert [window.rail.tabs.tabToolTip(at) for at in range(7)] == NAMES
        assert window.band.command.accessibleName() == "Search or run a command"
        assert window.band.command.width() < 60


@pytest.mark.parametrize("size", [(900, 600), (900, 760), (1280, 800), (1440, 900)])
async def test_nothing_of_the_frame_is_cut(
    window_loop: QApplication, open_window: OpenWindow, size: tuple[int, int]
) -> None:
    async with open_window(STRANGE, *size) as window:
        await until(lambda: window.width() == size[0])
        for part in (
            window.band.settings,
            window.band.store,
            window.band.live,
            window.rail.help,
            window.status,
        ):
            place = part.rect().translated(part.mapTo(window, QPoint(0, 0)))
            assert window.rect().contains(place), part
        bottom = window.rail.tabs.tabRect(6).bottom()
        assert bottom <= window.rail.tabs.height()


async def test_right_to_left_mirrors_the_frame(window_loop: QApplication, open_window: OpenWindow) -> None:
    window_loop.setLayoutDirection(Qt.LayoutDirection.RightToLeft)
    try:
        async with open_window(STRANGE) as window:
            assert window.rail.x() > window.pages.x()
            assert window.band.mark.x() > window.band.settings.x()
    finally:
        window_loop.setLayoutDirection(Qt.LayoutDirection.LeftToRight)


async def test_f6_goes_through_the_regions_and_back(
    window_loop: QApplication, qtbot: QtBot, open_window: OpenWindow
) -> None:
    async with open_window() as window:
        window.show_tab("Catalog")
        window.rail.tabs.setFocus()
        places = []
        for _ in range(4):
            qtbot.keyClick(window, Qt.Key.Key_F6)
            focus = QApplication.focusWidget()
            assert focus is not None
            places.append(focus)
        assert len(set(map(id, places))) >= 3
        qtbot.keyClick(window, Qt.Key.Key_F6, Qt.KeyboardModifier.ShiftModifier)
        assert QApplication.focusWidget() is places[2]


async def test_every_button_of_the_frame_has_a_name_and_takes_the_focus(
    window_loop: QApplication, open_window: OpenWindow
) -> None:
    async with open_window() as window:
        for region in (window.band, window.rail, window.status):
            for part in region.findChildren(QAbstractButton):
                if part.isVisible() and part.parent() is not window.rail.tabs:
                    assert part.accessibleName() or part.text()
                    assert part.focusPolicy() & Qt.FocusPolicy.TabFocus


async def test_practice_and_help_are_places_and_the_tab_leads_back(
    window_loop: QApplication, qtbot: QtBot, open_window: OpenWindow
) -> None:
    async with open_window() as window:
        first = window.page()
        window.rail.practice.click()
        assert window.rail.practice.isChecked()
        assert window.page() is not first
        window.rail.help.click()
        assert window.rail.help.isChecked()
        assert not window.rail.practice.isChecked()
        qtbot.mouseClick(
            window.rail.tabs, Qt.MouseButton.LeftButton, pos=window.rail.tabs.tabRect(1).center()
        )
        assert window.page() is first
        assert not window.rail.help.isChecked()


async def test_the_practice_page_leads_to_the_catalog_and_the_status_bar_to_the_faults(
    window_loop: QApplication, open_window: OpenWindow, tmp_path: Path
) -> None:
    """A scenario sends the person to the Catalog, with its file where it has one."""
    file = tmp_path / "lanterns.csv"
    file.write_text("id,name\n1,Lantern\n", encoding="utf-8")
    async with open_window(PRACTICE) as window:
        page = window.show_place("practice")
        assert isinstance(page, PracticePage)
        page.catalog_wanted.emit(None)
        catalog = window.page()
        assert isinstance(catalog, CatalogTab)
        assert not window.status.faults.isVisible()
        page.misbehaving.emit(2)
        assert "2 faults" in window.status.faults.text()
        window.status.faults.click()
        assert window.page() is page
        assert page.stack.currentWidget() is page.misbehave
        page.misbehaving.emit(0)
        assert not window.status.faults.isVisible()
        page.catalog_wanted.emit(file)
        assert window.page() is catalog
        await until(lambda: isinstance(catalog.stack.currentWidget(), ImportPage))


async def test_the_palette_runs_what_was_typed(
    window_loop: QApplication, qtbot: QtBot, open_window: OpenWindow
) -> None:
    async with open_window() as window:
        window.rail.tabs.setFocus()
        qtbot.keyClick(window, Qt.Key.Key_K, Qt.KeyboardModifier.ControlModifier)
        palette = window.commands.palette
        assert palette.isVisible()
        qtbot.keyClicks(palette.field, "no such thing")
        assert palette.shown() == []
        palette.field.clear()
        qtbot.keyClicks(palette.field, "helpd")
        assert palette.shown() == ["Helpdesk", "Help: Helpdesk"]
        qtbot.keyClick(palette.field, Qt.Key.Key_Return)
        assert window.rail.tabs.currentIndex() == 4
        assert not palette.isVisible()


async def test_esc_closes_the_palette_and_gives_the_focus_back(
    window_loop: QApplication, qtbot: QtBot, open_window: OpenWindow
) -> None:
    async with open_window() as window:
        window.rail.tabs.setFocus()
        window.band.command.click()
        qtbot.keyClick(window.commands.palette.field, Qt.Key.Key_Escape)
        assert not window.commands.palette.isVisible()
        assert QApplication.focusWidget() is window.rail.tabs


async def test_the_palettes_groups_have_headings_that_are_not_chosen(
    window_loop: QApplication, qtbot: QtBot, open_window: OpenWindow
) -> None:
    async with open_window() as window:
        window.band.command.click()
        palette = window.commands.palette
        rows = palette.list.model()
        said = [rows.index(at, 0).data() for at in range(rows.rowCount())]
        assert said[0] == "Actions"
        help_at = said.index("Help", 1)
        assert palette.list.currentIndex().data() == said[1] == palette.shown()[0]
        for _ in range(help_at - 1):
            qtbot.keyClick(palette.field, Qt.Key.Key_Down)
        assert palette.list.currentIndex().row() == help_at + 1
        qtbot.keyClick(palette.field, Qt.Key.Key_Up)
        assert palette.list.currentIndex().row() == help_at - 1
        qtbot.mouseClick(
            palette.list.viewport(),
            Qt.MouseButton.LeftButton,
            pos=palette.list.visualRect(rows.index(0, 0)).center(),
        )
        assert palette.isVisible()
        palette.field.setText(">import")
        assert rows.index(0, 0).data() == palette.shown()[0] != "Actions"


async def test_what_cannot_run_now_is_listed_with_its_reason(
    window_loop: QApplication, qtbot: QtBot, open_window: OpenWindow
) -> None:
    async with open_window() as window:
        window.show_place("help")
        window.band.command.click()
        window.commands.palette.field.setText("refresh")
        index = window.commands.palette.list.model().index(0, 0)
        assert "Not on this page" in index.data(Qt.ItemDataRole.AccessibleTextRole)
        qtbot.keyClick(window.commands.palette.field, Qt.Key.Key_Return)
        assert window.commands.palette.isVisible()


def test_no_two_actions_share_a_shortcut() -> None:
    keys = [key for spec in actions.TABLE for key in spec.keys]
    assert len(keys) == len(set(keys))


async def test_every_action_of_the_table_does_something_in_the_window(
    window_loop: QApplication, open_window: OpenWindow
) -> None:
    """Run each as its shortcut would: nothing raises, and what belongs to the program is wished for."""
    wished = {"quit": "quit", "store.connect": "connect", "store.edit": "edit", "store.practice": "open",
              "store.remove": "remove", "store.backup": "backup", "store.restore": "restore",
              "profiles.export": "export", "profiles.import": "import"}  # fmt: skip
    setting = theme().setting
    async with open_window() as window:
        for spec in actions.TABLE:
            window.commands.actions.run(spec.id)
            if spec.id in wished:
                assert window.wishes.get_nowait().kind == wished[spec.id]
            for menu in window.findChildren(QMenu):
                menu.close()
            window.commands.palette.close_up()
        theme().set_setting(setting)


async def test_closing_is_asked_for_and_not_done(window_loop: QApplication, open_window: OpenWindow) -> None:
    async with open_window() as window:
        asked: list[bool] = []
        top = window.window()
        assert isinstance(top, TopWindow)
        top.close_asked.connect(lambda: asked.append(True))
        top.close()
        assert asked == [True]
        assert window.isVisible()


async def test_the_store_menu_lists_the_stores_and_switches(
    window_loop: QApplication, open_window: OpenWindow
) -> None:
    async with open_window() as window:
        window.band.store.click()
        menu = next(each for each in window.findChildren(QMenu) if each.parent() is window)
        words = [action.text().strip("\u2068\u2069") for action in menu.actions() if action.text()]
        assert words[:4] == ["Wickloom Europe", "Practice store", "Open in a new window", "Connect a store"]
        menu.actions()[1].trigger()
        menu.close()
        assert window.wishes.get_nowait() == WindowRequest("open", "practice")


async def test_the_palette_finds_products_known_here(
    window_loop: QApplication, qtbot: QtBot, open_window: OpenWindow
) -> None:
    async with open_window(PRACTICE) as window:
        catalog = window.page()
        assert isinstance(catalog, CatalogTab)
        await until(lambda: catalog.products.reading.stage is Stage.READ)
        catalog.products.upsert([product("P-1", "Linen apron"), product("X-9", "Sage bowl 1")])
        window.band.command.click()
        palette = window.commands.palette
        shown = {}
        for typed in ("apron", "# 9", "> apron", "? this"):
            palette.field.setText(typed)
            shown[typed] = palette.shown()
        assert shown == {
            "apron": ["Linen apron"],
            "# 9": ["Sage bowl 1"],
            "> apron": [],
            "? this": ["Shortcuts: This page"],
        }
        palette.field.setText("linen")
        qtbot.keyClick(palette.field, Qt.Key.Key_Return)
        chosen = catalog.products_page.current()
        assert chosen is not None
        assert chosen.id == "P-1"


def product(identity: str, name: str) -> ProductRow:
    return ProductRow(identity, name, "", (), 1, (PriceRange("EUR", 1.0, 1.0, 1.0, 1.0, 1.0),), 1, 0)


async def test_the_status_bar_says_how_things_stand(
    window_loop: QApplication, open_window: OpenWindow
) -> None:
    async with open_window() as window:
        await until(lambda: window.console.state.reach is Reach.CONNECTED)
        assert "Connected to" in window.status.words()
        assert "wickloom.example" in window.status.words()
        assert window.status.words().endswith(" ms")


async def test_the_practice_status_says_that_nothing_reaches_a_customer(
    window_loop: QApplication, open_window: OpenWindow
) -> None:
    async with open_window(PRACTICE) as window:
        await until(lambda: window.console.state.reach is Reach.CONNECTED)
        assert window.status.words() == "Practice store · nothing here reaches a customer"


async def test_decisions_are_there_only_when_there_are_some(
    window_loop: QApplication, open_window: OpenWindow
) -> None:
    async with open_window() as window:
        assert not window.band.decisions.isVisible()
        window.band.decisions.set_count(3)
        assert window.band.decisions.isVisible()
        assert window.band.decisions.accessibleName().startswith("3")


async def test_a_field_takes_its_own_keys_first(
    window_loop: QApplication, qtbot: QtBot, open_window: OpenWindow
) -> None:
    """Typing digits and letters in a search field is text, not a shortcut."""
    async with open_window() as window:
        field = QLineEdit(window)
        field.show()
        field.setFocus()
        qtbot.keyClicks(field, "k 1 / f")
        assert field.text() == "k 1 / f"
        assert TABS[window.rail.tabs.currentIndex()].name == "Catalog"


async def test_the_foot_names_the_zone_of_all_times_and_switches_it(
    window_loop: QApplication, open_window: OpenWindow
) -> None:
    async with open_window() as window:
        assert window.console.card.time_zone == "Europe/Berlin"
        assert window.status.zone.text().startswith("Berlin, UTC+")
        menu = zone_menu(window.console.program_settings, window)
        offered = {str(action.data()): action for action in menu.actions() if action.isCheckable()}
        offered["utc"].trigger()
        menu.close()
        assert window.status.zone.text() == "UTC"
        assert clock_of("2026-01-31T12:00:00Z") == "12:00"
        assert window.console.program_settings.get("times", "") == "utc"
    async with open_window() as window:
        assert window.status.zone.text() == "UTC"
        display_zone().choose("store")
        assert clock_of("2026-01-31T12:00:00Z") == "13:00"


async def test_a_window_that_closes_gives_every_file_back(
    window_loop: QApplication, open_window: OpenWindow, tmp_path: Path
) -> None:
    path = tmp_path / "orders.csv"
    path.write_text("id,total\n1,9.90\n", "utf-8")
    async with open_window(PRACTICE) as window:
        tab = window.show_tab("Reports")
        assert isinstance(tab, ReportsTab)
        tab.open_table(path)
        page = await until(tab.viewing.viewer)
        await until(page.sheet.count)
        assert page.showing.file is not None
        await window.aclose()
        assert page.showing.file is None
