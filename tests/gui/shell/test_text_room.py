"""On every page each text has the room it needs, none is left in English, no control lies on another and no
page is wider than its place: in a language that is 40 % longer than English, from left to right and from
right to left, in a large window and in a small one.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QApplication

from svcconsole.gui.design.words import use_language
from svcconsole.gui.shell.main_window import MainWindow
from svcconsole.tour.destinations import Destination
from svcconsole.words.catalog import ENGLISH, Language
from svcconsole.words.mo_file import MoFile
from tests.gui.shell.pages import NAME, PAGES, OpenPage, open_page
from tests.support.stillness import still
from tests.support.text_room import clipped, overlapping, too_wide, untranslated
from tests.support.wordlist import wordlist

__all__ = ["open_page"]

LONGER = 0.4
SIZES = ((1440, 900), (1024, 700))
DIRECTIONS = {"": Qt.LayoutDirection.LeftToRight, " mirrored": Qt.LayoutDirection.RightToLeft}
NOT_OURS = frozenset(
    (
        "Practice store", "svcconsole", "Esc", "Campaigns", "products",
        "Name", "Title", "Tags", "Task", "Notes", "Channel", "Label ids", "Team id",
    )
)  # fmt: skip
"""What names, keys, types of reports, files and columns of files have in common with texts of the program."""


@pytest.fixture(scope="module")
def file(tmp_path_factory: pytest.TempPathFactory) -> Path:
    made = tmp_path_factory.mktemp("pseudo") / "pseudo.mo"
    wordlist().write_pseudo(made, LONGER)
    return made


class Noting(MoFile):
    """Notes what is to be said and stands in no catalog: a text that the extraction does not find."""

    def __init__(self, content: bytes) -> None:
        super().__init__(content)
        self.unknown: set[str] = set()

    def _forms(self, source: str, context: str) -> tuple[str, ...]:
        forms = super()._forms(source, context)
        if not forms and any(map(str.isalpha, source)):
            self.unknown.add(source)
        return forms


@pytest.fixture(autouse=True)
def unknown(qapp: QApplication, file: Path) -> Iterator[set[str]]:
    """The language that is longer; each of its texts is known to it."""
    noting = Noting(file.read_bytes())
    use_language(qapp, Language("en", noting, file))
    yield noting.unknown
    use_language(qapp, ENGLISH)
    assert not noting.unknown, "these are in no catalog"


@cache
def sources() -> frozenset[str]:
    """Every text of the program in English, without those that have only places and signs."""
    catalog = wordlist().template()
    forms = (form for entry in catalog for form in ((entry.id,) if isinstance(entry.id, str) else entry.id))
    return frozenset(form for form in forms if wordlist().pseudo(form) != form) - NOT_OURS


async def measured(window: MainWindow) -> list[str]:
    """What has no room, once nothing moves any more."""
    top = window.window()
    await still(top)
    return clipped(top) + overlapping(top) + too_wide(top) + untranslated(top, sources())


@pytest.mark.parametrize("page", PAGES, ids=NAME)
async def test_every_text_of_a_page_has_room(open_page: OpenPage, page: Destination) -> None:
    found = []
    async with open_page(page) as window:
        for mirrored, direction in DIRECTIONS.items():
            QApplication.setLayoutDirection(direction)
            for width, height in SIZES:
                window.window().resize(width, height)
                found += [f"{width}x{height}{mirrored}: {each}" for each in await measured(window)]
    assert not found, "\n".join(found)
