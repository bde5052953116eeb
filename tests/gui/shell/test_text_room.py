"""On every page each text has the room it needs, none is left in English and no control lies on another: in a
language that is 40 % longer than English, from left to right and from right to left, in a large window and in
a small one.
"""

from __future__ import annotations

import gettext
from collections.abc import Iterator
from functools import cache, partial
from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QApplication

from svcconsole.gui.design.words import use_language
from svcconsole.gui.panels.runs.resume_question import may_resume
from svcconsole.gui.runtime.runs_controller import RunsController
from svcconsole.gui.shell.main_window import MainWindow
from svcconsole.tour.destinations import Destination
from svcconsole.tour.window_driver import WindowDriver
from svcconsole.words import catalog
from svcconsole.words.catalog import ENGLISH
from tests.gui.shell.conftest import PRACTICE, OpenWindow
from tests.gui.shell.test_tab_order import NAME, OWN_PROCESS, PAGES, on_a_process
from tests.support.coroutines import until
from tests.support.practice import PracticeStore
from tests.support.text_room import clipped, overlapping, untranslated
from tests.support.wordlist import wordlist

LONGER = 0.4
SIZES = ((1440, 900), (1024, 700))
DIRECTIONS = {"": Qt.LayoutDirection.LeftToRight, " mirrored": Qt.LayoutDirection.RightToLeft}
NOT_OURS = {
    "Practice store",
    "svcconsole",
    "Esc",
    "Campaigns",
    "products",
    "Name",
    "Title",
    "Tags",
    "Task",
    "Notes",
}
NOT_OURS |= {"Channel", "Label ids", "Team id"}
"""What names, keys, types of reports, files and columns of files have in common with texts of the program."""
STILL = 4
"""So many looks have to find the same before a page is at rest."""


@pytest.fixture(scope="module")
def file(tmp_path_factory: pytest.TempPathFactory) -> Path:
    made = tmp_path_factory.mktemp("pseudo") / "pseudo.mo"
    wordlist().write_pseudo(made, LONGER)
    return made


class Unknown(gettext.NullTranslations):
    """Notes what is to be said and no catalog has: a text that the extraction does not find."""

    def __init__(self) -> None:
        super().__init__()
        self.found: set[str] = set()

    def gettext(self, message: str) -> str:
        if any(map(str.isalpha, message)):
            self.found.add(message)
        return message

    def ngettext(self, msgid1: str, msgid2: str, n: int) -> str:
        self.found.add(msgid1)
        return msgid1 if n == 1 else msgid2


@pytest.fixture(autouse=True)
def unknown(qapp: QApplication, file: Path) -> Iterator[Unknown]:
    """The language that is longer; each of its texts is known to it."""
    language = catalog.load("en", file)
    noted = Unknown()
    assert language.catalog is not None
    language.catalog.add_fallback(noted)
    use_language(qapp, language)
    yield noted
    use_language(qapp, ENGLISH)
    assert not noted.found, "these are in no catalog"


@cache
def sources() -> frozenset[str]:
    """Every text of the program in English, without those that have only places and signs."""
    catalog = wordlist().template()
    forms = (form for entry in catalog for form in ((entry.id,) if isinstance(entry.id, str) else entry.id))
    return frozenset(form for form in forms if wordlist().pseudo(form) != form) - NOT_OURS


async def measured(window: MainWindow) -> list[str]:
    """What has no room, once nothing moves any more."""
    looks: list[list[str]] = []

    def at_rest() -> bool:
        looks.append(
            clipped(window.window()) + overlapping(window.window()) + untranslated(window.window(), sources())
        )
        return len(looks) > STILL and all(each == looks[-1] for each in looks[-STILL:])

    await until(at_rest, seconds=60)
    return looks[-1]


async def look(window: MainWindow, page: Destination, folder: Path) -> None:
    console = window.console
    await console.ready()
    console.runs = RunsController(console, console, may_resume=partial(may_resume, console, window))
    stage = WindowDriver(folder)
    stage.window = window
    for step in page.steps:
        await step(stage)
    found = []
    for mirrored, direction in DIRECTIONS.items():
        QApplication.setLayoutDirection(direction)
        for width, height in SIZES:
            window.window().resize(width, height)
            found += [f"{width}x{height}{mirrored}: {each}" for each in await measured(window)]
    await console.runs.close()
    assert not found, "\n".join(found)


@pytest.mark.parametrize("page", [each for each in PAGES if each.name not in OWN_PROCESS], ids=NAME)
async def test_every_text_of_a_page_has_room(
    window_loop: QApplication,
    open_window: OpenWindow,
    practice_store: PracticeStore,
    tmp_path: Path,
    page: Destination,
) -> None:
    practice_store.reset("demo")
    async with open_window(PRACTICE, 1440, 900) as window:
        await look(window, page, tmp_path)


@pytest.mark.parametrize("page", [each for each in PAGES if each.name in OWN_PROCESS], ids=NAME)
async def test_every_text_of_a_page_of_the_practice_store_has_room(
    window_loop: QApplication, own_folders: Path, tmp_path: Path, page: Destination
) -> None:
    async with on_a_process(own_folders) as window:
        await look(window, page, tmp_path)
