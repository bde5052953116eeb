"""The size of the text is set while the window is open: every page looks as if it had been made with it."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator

import pytest
from PySide6.QtWidgets import QApplication, QWidget

from svcconsole.gui.design.metrics import row_height
from svcconsole.gui.design.theme import theme
from svcconsole.gui.kit.grid.view import GridView
from svcconsole.gui.shell.main_window import MainWindow
from tests.gui.shell.conftest import LIVE, OpenWindow, open_window, settings
from tests.support.coroutines import until

__all__ = ["open_window", "settings"]

Sizes = dict[str, list[tuple[int, int]]]
PAGES = ("Messaging", "Helpdesk", "User Properties", "Reports")
"""Those that show the same whatever is read meanwhile."""


@pytest.fixture(autouse=True)
def _as_before() -> Iterator[None]:
    yield
    theme().set_font_scale(1.0)
    theme().set_density("normal")


def sizes(part: QWidget) -> Sizes:
    """The sizes of everything that is on screen, by the kinds it stands in."""
    found: Sizes = defaultdict(list)

    def add(widget: QWidget, path: str) -> None:
        found[path].append((widget.width(), widget.height()))
        for child in widget.children():
            if isinstance(child, QWidget) and child.isVisible():
                add(child, f"{path}/{type(child).__name__}")

    add(part, "")
    return {path: sorted(each) for path, each in found.items()}


async def seen_on(window: MainWindow) -> dict[str, Sizes]:
    """The sizes on each page, and on the frame around it."""
    seen = {}
    for name in PAGES:
        page = window.show_tab(name)
        last: list[Sizes] = []

        def at_rest(page: QWidget = page, last: list[Sizes] = last) -> bool:
            last.append(sizes(page))
            return len(last) > 9 and all(one == last[-1] for one in last[-9:])

        await until(at_rest)
        seen[name] = last[-1]
    return {**seen, "band": sizes(window.band), "rail": sizes(window.rail)}


def differences(found: Sizes, wanted: Sizes) -> list[object]:
    """What is another size than rounding, and the room others leave, explain; what did not grow is off by a
    third."""
    off: list[object] = []
    for path in found.keys() & wanted.keys():
        if len(found[path]) != len(wanted[path]):
            continue  # a line more or less that was read meanwhile
        for one, other in zip(found[path], wanted[path], strict=True):
            if any(abs(a - b) > max(8, b * 0.2) for a, b in zip(one, other, strict=True)):
                off.append((path, one, other))
    return off


async def test_every_page_grows_as_if_it_had_been_made_so(
    window_loop: QApplication, open_window: OpenWindow
) -> None:
    theme().set_font_scale(1.0)
    async with open_window(LIVE, 1600, 1000) as window:
        small = await seen_on(window)
        theme().set_font_scale(1.5)
        grown = await seen_on(window)
        theme().set_font_scale(1.0)
        again = await seen_on(window)
    theme().set_font_scale(1.5)
    async with open_window(LIVE, 1600, 1000) as window:
        fresh = await seen_on(window)
    for name, wanted in fresh.items():
        assert len(grown[name].keys() & wanted.keys()) >= 0.9 * len(wanted), name
        assert differences(grown[name], wanted) == [], name
        assert differences(again[name], small[name]) == [], name
        assert differences(small[name], wanted) != [], name


async def test_rows_of_tables_take_their_height_at_once(
    window_loop: QApplication, open_window: OpenWindow
) -> None:
    async with open_window(LIVE) as window:
        table = next(iter(window.show_tab("Catalog").findChildren(GridView)))
        heights = []
        for density in ("compact", "normal", "roomy"):
            theme().set_density(density)
            heights.append(table.verticalHeader().defaultSectionSize())
            assert heights[-1] == row_height()
        assert heights == sorted(set(heights))
