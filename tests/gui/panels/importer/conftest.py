"""The wizard on a console of its own."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest
from pytestqt.qtbot import QtBot

from svcconsole.gui.panels.importer.page import ImportPage
from svcconsole.gui.runtime.console import Console
from tests.gui.panels.runs.conftest import make_console
from tests.support.qt import show

__all__ = ["make_console", "open_page", "sample", "shared"]

ROOT = Path(__file__).resolve().parents[4]
OpenPage = Callable[..., ImportPage]


@pytest.fixture
def open_page(qtbot: QtBot) -> OpenPage:
    """`open_page(console, path)` shows the wizard at 1280×800; shut it with `await page.shut()`."""

    def make(
        console: Console, path: Path | None = None, import_id: str | None = None, kind: str = "products"
    ) -> ImportPage:
        page = show(qtbot, ImportPage(console, kind, path, import_id), 1280, 800)
        page.activateWindow()
        return page

    return make


@pytest.fixture
def sample() -> Path:
    """The shipped sample: an invented Shopify export with three mistakes."""
    return ROOT / "resources" / "samples" / "products.csv"


@pytest.fixture
def people() -> Path:
    """The shipped sample of customers, with three rows to put right."""
    return ROOT / "resources" / "samples" / "customers.csv"


@pytest.fixture
def shared() -> Path:
    """Real files that are not part of the project."""
    folder = ROOT.parent / "shared" / "data" / "products"
    if not folder.is_dir():
        pytest.skip(f"there are no real files at {folder}")
    return folder
