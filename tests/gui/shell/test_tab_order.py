"""The Tab key reaches every control of every page once, in reading order, forwards and backwards."""

from __future__ import annotations

import asyncio
from collections import Counter
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager
from functools import partial
from itertools import combinations
from operator import attrgetter
from pathlib import Path

import pytest
from PySide6.QtCore import QEvent, QObject, QSettings, Qt
from PySide6.QtWidgets import QAbstractButton, QAbstractSpinBox, QApplication, QComboBox, QDialog, QWidget
from pytestqt.qtbot import QtBot

from svcconsole.gui.kit.containers.segments import Segments
from svcconsole.gui.panels.runs.resume_question import may_resume
from svcconsole.gui.runtime.console import Console
from svcconsole.gui.runtime.notices import Notices
from svcconsole.gui.runtime.profile_summary import PRACTICE_ID
from svcconsole.gui.runtime.runs_controller import RunsController
from svcconsole.gui.runtime.settings import Settings
from svcconsole.gui.shell.main_window import MainWindow
from svcconsole.gui.shell.opening import TopWindow
from svcconsole.gui.shell.stores import Stores
from svcconsole.tour import products
from svcconsole.tour.destinations import DESTINATIONS, Destination
from svcconsole.tour.window_driver import WindowDriver
from tests.gui.shell.conftest import PRACTICE, OpenWindow
from tests.support.coroutines import until
from tests.support.hands import said
from tests.support.practice import PracticeStore

FARTHEST = 1500


async def new_product(stage: WindowDriver) -> None:
    """An empty product in its form."""
    tab = products.catalog(stage)
    await until(lambda: not tab.scope.is_busy())
    tab.edit_product(None)
    await stage.until("the editor opens", lambda: products.editor_page(tab) and not tab.scope.is_busy())


async def new_customer(stage: WindowDriver) -> None:
    """An empty customer in its form."""
    tab = stage.window.show_tab("Customers")
    tab.new_customer()  # type: ignore[attr-defined]
    await stage.until("the form opens", lambda: not tab.stack.is_home())  # type: ignore[attr-defined]


PAGES = (
    # ten seconds are no page to walk through: tests/gui/tabs/messaging/campaign/test_countdown.py does
    *(each for each in DESTINATIONS if each.name != "campaign-countdown"),
    Destination("new-product", "Catalog: the form of a new product", (new_product,)),
    Destination("new-customer", "Customers: the form of a new customer", (new_customer,)),
)
OWN_PROCESS = (
    "today",
    "first-tasks",
    "scenarios",
    "faults",
    "received",
    "templates",
    "template",
    "campaign",
    "campaign-when",
    "campaign-look",
    "campaign-result",
    "campaign-stopped",
    "delivered",
    "doubt",
    "decisions",
    "pasted",
)
"""The pages that need a practice store which the window started itself."""
NAME = attrgetter("name")


def reachable(window: QWidget) -> set[QWidget]:
    """Every control on screen that says it takes the focus by Tab."""
    return {
        each
        for each in window.findChildren(QWidget)
        if each.focusPolicy() & Qt.FocusPolicy.TabFocus
        and each.isVisible()
        and each.isEnabled()
        and each.window() is window.window()
        and not (each.focusProxy() and isinstance(each.parentWidget(), QComboBox | QAbstractSpinBox))
    }


def tabbed(window: QWidget, key: Qt.Key) -> Counter[QWidget]:
    """How often the key comes to each control until it is back where it began."""
    visited: Counter[QWidget] = Counter()
    begun = before = QApplication.focusWidget()
    assert begun is not None
    for _ in range(FARTHEST):
        here = QApplication.focusWidget()
        assert here is not None, f"the focus is nowhere after {before}"
        QtBot.keyClick(here, key)
        after = QApplication.focusWidget()
        assert after is not None, f"the focus is nowhere after {named(here)}"
        if after is not here:
            visited[after] += 1
        before = here
        if after is begun and here is not begun:
            break
    else:
        pytest.fail(f"Tab goes on for ever from {named(begun)}: {[*map(named, visited)][:4]}")
    return visited


async def at_rest(window: QWidget, key: Qt.Key) -> Counter[QWidget]:
    """A whole round in which no control came or went: a table that has the focus chooses its first row."""

    def walked() -> Counter[QWidget] | None:
        before = reachable(window)
        visited = tabbed(window, key)
        return visited if reachable(window) == before else None

    window.window().activateWindow()
    await until(QApplication.focusWidget)
    found = await until(walked)
    assert isinstance(found, Counter)
    return found


def misread(order: list[QWidget]) -> list[str]:
    """Pairs of which the second is read before the first: from above to below, and from the left."""
    begin = min(range(len(order)), key=lambda at: _place(order[at]))
    order = [*order[begin:], *order[:begin]]
    return [
        f"{named(one)}\n    comes before\n  {named(other)}"
        for one, other in combinations(order, 2)
        if not one.isAncestorOf(other) and not other.isAncestorOf(one) and _stands_behind(one, other)
    ]


def _place(widget: QWidget) -> list[tuple[int, int]]:
    """Where it stands: the corner of each part of the window that it is in, from the outermost."""
    return [(each.y(), each.x()) for each in _line(widget)]


def _stands_behind(one: QWidget, other: QWidget) -> bool:
    """In their closest common ancestor: whether the part with `one` is read after the other's."""
    above, below = _line(one), _line(other)
    here, there = next(
        (mine.geometry(), its.geometry()) for mine, its in zip(above, below, strict=False) if mine is not its
    )
    if there.bottom() < here.top():
        return not there.left() > here.right()
    return there.right() < here.left() and there.top() <= here.bottom()


def _line(widget: QWidget) -> list[QWidget]:
    """The widget behind all that it stands in, the outermost first."""
    above = widget.parentWidget()
    return [*(_line(above) if above is not None else ()), widget]


def named(widget: QWidget) -> str:
    path: list[str] = []
    at: QWidget | None = widget
    while at is not None and len(path) < 6:
        path.append(f"{type(at).__name__}({' '.join(said(at))})")
        at = at.parentWidget()
    return " < ".join(path)


@asynccontextmanager
async def on_a_process(own_folders: Path) -> AsyncIterator[MainWindow]:
    """The window on a practice store that it started itself."""
    settings = Settings(QSettings(str(own_folders / "window.ini"), QSettings.Format.IniFormat))
    stores = Stores(settings, notices := Notices())
    card, folder = await stores.card(PRACTICE_ID)
    folder.mkdir(parents=True, exist_ok=True)
    connect = partial(stores.connection, PRACTICE_ID)
    console = Console(card, settings=settings, store_folder=folder, notices=notices, connect=connect)
    console.may_load.set()
    top = TopWindow(settings, card)
    window = MainWindow(console, stores.choices(card), stores.practice(start=True))
    top.show_content(window)
    top.resize(1440, 900)
    top.show()
    top.activateWindow()
    window.begin()
    await until(lambda: top.isActiveWindow() is True)
    try:
        yield window
    finally:
        await window.aclose()
        here = asyncio.current_task()
        for task in asyncio.all_tasks():
            if task is not here and task.cancelling() == 0:
                task.cancel()
        await asyncio.sleep(0)
        await console.close()
        await stores.stop()
        top.hide()
        top.deleteLater()


def turn(segments: Segments) -> None:
    """The arrows choose the next one and the one before, and stay where they can be seen."""
    segments.focus_current()
    for key in (Qt.Key.Key_Right, Qt.Key.Key_Left):
        begun = QApplication.focusWidget()
        assert begun is not None and begun.isVisible()
        QtBot.keyClick(begun, key)
        after = QApplication.focusWidget()
        assert after is not None and after.isVisible(), f"the focus is out of sight after {named(begun)}"
        chosen = after.parentWidget()
        assert isinstance(chosen, Segments), f"{named(begun)} is left for {named(after)}"
        assert isinstance(after, QAbstractButton) and after.isChecked(), named(after)


class ShownAlone(QObject):
    """Notes what is shown as a window of its own and is neither the program's nor a question nor a list."""

    def __init__(self, application: QApplication) -> None:
        super().__init__(application)
        self.found: list[str] = []

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if event.type() == QEvent.Type.Show and isinstance(watched, QWidget) and watched.isWindow():
            popup = watched.windowType() in (Qt.WindowType.Popup, Qt.WindowType.ToolTip)
            if not popup and not isinstance(watched, TopWindow | QDialog):
                self.found.append(named(watched))
        return False


@pytest.fixture
def shown_alone(qapp: QApplication) -> Iterator[ShownAlone]:
    watch = ShownAlone(qapp)
    qapp.installEventFilter(watch)
    yield watch
    qapp.removeEventFilter(watch)


async def walk(window: MainWindow, page: Destination, folder: Path, shown_alone: ShownAlone) -> None:
    """Go to the page and press Tab until it comes round, then the other way."""
    console = window.console
    await console.ready()
    console.runs = RunsController(console, console, may_resume=partial(may_resume, console, window))
    stage = WindowDriver(folder)
    stage.window = window
    for step in page.steps:
        await step(stage)
    assert not shown_alone.found, "a part was shown before it had its place: for a moment it is a window"
    proxies = [named(each) for each in window.findChildren(QWidget) if is_ours(each) and each.focusProxy()]
    assert not proxies, "a container has a focus proxy"
    for key in (Qt.Key.Key_Tab, Qt.Key.Key_Backtab):
        visited = await at_rest(window, key)
        missed = [named(each) for each in reachable(window) - visited.keys()]
        assert not missed, f"{key.name} never reaches\n" + "\n".join(missed)
        order = list(visited) if key == Qt.Key.Key_Tab else [*reversed(visited)]
        assert not (wrong := misread(order)), f"{key.name} is out of order:\n" + "\n".join(wrong)
        often = [named(each) for each, times in visited.items() if times > 1]
        assert not often, f"{key.name} comes more than once to\n" + "\n".join(often)
    for segments in [each for each in window.findChildren(Segments) if each.isVisible() and each.isEnabled()]:
        turn(segments)
    await console.runs.close()


@pytest.mark.parametrize("page", [each for each in PAGES if each.name not in OWN_PROCESS], ids=NAME)
async def test_tab_reaches_every_control_of_a_page_once_and_so_does_backtab(
    window_loop: QApplication,
    open_window: OpenWindow,
    *,
    practice_store: PracticeStore,
    tmp_path: Path,
    page: Destination,
    shown_alone: ShownAlone,
) -> None:
    practice_store.reset("demo")
    async with open_window(PRACTICE, 1440, 900) as window:
        await walk(window, page, tmp_path, shown_alone)


@pytest.mark.parametrize("page", [each for each in PAGES if each.name in OWN_PROCESS], ids=NAME)
async def test_tab_reaches_every_control_of_a_page_of_the_practice_store(
    window_loop: QApplication,
    own_folders: Path,
    tmp_path: Path,
    page: Destination,
    shown_alone: ShownAlone,
) -> None:
    async with on_a_process(own_folders) as window:
        await walk(window, page, tmp_path, shown_alone)


def is_ours(widget: QWidget) -> bool:
    """Whether it is made of parts by this program, and not by Qt."""
    return type(widget).__module__.startswith("svcconsole.")
