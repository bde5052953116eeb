"""Ways to the imports of the other kinds: asked for by name, given the shipped sample, read and checked."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from functools import partial
from typing import TYPE_CHECKING

from svcconsole.gui.kit.page_protocols import ImportsKinds
from svcconsole.resources import resource
from svcconsole.tour.products import settled
from svcconsole.tour.window_driver import NotAsExpected, WindowDriver

if TYPE_CHECKING:
    from svcconsole.gui.panels.importer.page import ImportPage

TABS = {"catalogs": "Catalog", "tickets": "Helpdesk", "flows": "Messaging"}
"""Kind of import → the tab it lies over."""


async def ask_for_file(stage: WindowDriver, kind: str) -> None:
    """The import of this kind, before it has a file."""
    tab = stage.window.show_tab(TABS[kind])
    await stage.until("the tab is at rest", lambda: not _busy(tab))
    if not isinstance(tab, ImportsKinds):
        raise NotAsExpected(f"{kind} are imported in the {TABS[kind]} tab")
    tab.import_kind(kind)
    await stage.until("the import opens", lambda: _page(stage, kind))


async def open_sample(stage: WindowDriver, kind: str) -> None:
    """The shipped sample in it, with its columns matched."""
    page = _found(stage, kind)
    page.open(resource("samples", f"{kind}.csv"))
    await stage.until("the file is read", lambda: page.file.next.isVisible() and settled(page))
    await stage.click(page.file.next)
    await stage.until("the columns are mapped", lambda: page.columns.next.isVisible() and settled(page))


async def check_sample(stage: WindowDriver, kind: str) -> None:
    """Every row of it checked."""
    page = _found(stage, kind)
    await stage.click(page.columns.next)
    await stage.until("every row is checked", lambda: page.check.run.isVisible() and settled(page))


def steps(kind: str, last: int) -> tuple[Callable[[WindowDriver], Awaitable[None]], ...]:
    """The first steps of the import of a kind."""
    return tuple(partial(step, kind=kind) for step in (ask_for_file, open_sample, check_sample)[:last])


def _busy(tab: object) -> bool:
    scope = getattr(tab, "scope", None)
    return scope is not None and scope.is_busy()


def _found(stage: WindowDriver, kind: str) -> ImportPage:
    page = _page(stage, kind)
    if page is None:
        raise NotAsExpected("an import is open")
    return page


def _page(stage: WindowDriver, kind: str) -> ImportPage | None:
    from svcconsole.gui.panels.importer.page import ImportPage

    stack = getattr(stage.window.show_tab(TABS[kind]), "stack", None)
    page = stack.currentWidget() if stack is not None else None
    return page if isinstance(page, ImportPage) and page.kind == kind else None
