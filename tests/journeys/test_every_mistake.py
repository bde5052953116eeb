"""Every mistake in words: a window is driven into each; what it shows and offers is kept in `mistakes.md`."""

from __future__ import annotations

import re
import traceback
from collections.abc import Sequence
from pathlib import Path
from typing import Final

import pytest
from PySide6.QtWidgets import QApplication

from svcconsole.api import retry
from tests.gui.tabs.catalog.conftest import fill
from tests.gui.tabs.catalog.shop import CATALOGS, shop_products
from tests.journeys.mistakes import (
    connection,
    elsewhere,
    files,
    full_disk,
    opening,
    second_window,
    typed,
    wire,
)
from tests.journeys.mistakes.hands import Hands, Mistake, hands_at_a_store
from tests.support.kept_table import KeptTable, Row
from tests.support.practice import PracticeStore
from tests.support.screen import Said

OWN_WINDOWS: Final = {
    "Entries, reports and downloads": elsewhere.ROWS,
    "A store as it is opened": opening.ROWS,
    "A full disk": full_disk.ROWS,
    "Another svcconsole on the same store": second_window.ROWS,
}
SECTIONS: Final = {
    **wire.ROWS,
    "The way to the store, and this computer": connection.ROWS,
    "What is typed": typed.ROWS,
    "Files": files.ROWS,
    **{section: tuple(row.mistake for row in rows) for section, rows in OWN_WINDOWS.items()},
}
TABLE = KeptTable(
    Path(__file__).with_name("mistakes.md"),
    "Every mistake, in words",
    "Made by `test_every_mistake.py`, which drives a window into each of them: delete a row, a section or\n"
    "the file and run it (with `-m ''` for every fault) to have it written anew. A sentence in quotation\n"
    "marks is the store's own.",
    ("Mistake", "What is shown", "What it offers"),
    tuple(SECTIONS),
)
CHANGING: Final = (
    (re.compile(r"127\.0\.0\.1:\d+"), "127.0.0.1:…"),
    (re.compile(r"\d{1,2} \w{3} 20\d\d, \d\d:\d\d:\d\d \S+?(?=[,. ])"), "…"),
    (re.compile(r"“[0-9a-f]{16}”"), "“…”"),
    (re.compile(r"Ref \w{4}-\w{4}"), "Ref …"),
    (re.compile(r"process \d+ on \S+(?=\.)"), "process … on …"),
    (re.compile(r"\(\d\d:\d\d\)"), "(…)"),
    (re.compile(r"store-[0-9a-f]{16}"), "store-…"),
)
"""What is another one the next time."""
JARGON: Final = re.compile(
    r"\b(exception|traceback|None(?! is| of)|null|NaN|errno|undefined|invalid|char \d+|HTTP \d+)\b|!"
    r"|\b(?!WhatsApp|KeePassXC|KWallet|phoneNumberId)[A-Z][a-z]+[A-Z]\w+|\b[a-z]+[A-Z]\w+|\w+\(\)",
)
"""No words for people: of programs, class names, wire names, shouting."""
TO_DO: Final = re.compile(
    r"\b(add|ask|begin|change|check|choose|copy|create|decide|drop|enter|enable|export|fetch|fill|fix|give|go"
    r"|install|look|make|needs?|open|press|put|read|reduce|required|save|say|send|show|start|take|try|type"
    r"|unlock|unpack|use|wait|write|must|may|letters|beside|stays|before|holds)\b",
    re.IGNORECASE,
)


def assert_clear(said: Said, hands: Hands, mistake: Mistake) -> None:
    """Whole sentences without jargon, something to do, no token, and nothing of what was typed is lost."""
    assert said.sentences, "nothing is said"
    told = " ".join(said.sentences)
    assert not (found := JARGON.search(re.sub("“[^”]*”", "“…”", told))), f"jargon: {found}"
    assert hands.store.token not in f"{said}" and connection.SECRET not in f"{said}", "the token is shown"
    assert said.offers or TO_DO.search(told), "it does not say what to do"
    assert not mistake.keeps or not (lost := hands.lost()), f"lost: {lost}"


def row_of(mistake: Mistake, said: Said, folder: Path) -> Row:
    shown = " ".join((*said.sentences, *said.quoted))
    for pattern, instead in CHANGING:
        shown = pattern.sub(instead, shown)
    return mistake.words, " ".join(shown.replace(str(folder), "…").split()), " · ".join(said.offers)


async def walk(hands: Hands, section: str, mistakes: Sequence[Mistake]) -> None:
    """Make each mistake, and hold what is shown against what is kept."""
    rows: list[Row] = []
    wrong = await made(hands, mistakes, rows)
    assert_kept(section, rows, wrong)


async def made(hands: Hands, mistakes: Sequence[Mistake], rows: list[Row]) -> list[str]:
    """Make each mistake, put what is shown into `rows`; what is wrong with it."""
    wrong: list[str] = []
    for mistake in mistakes:
        try:
            await mistake.make(hands)
            said = await hands.see()
            rows.append(row_of(mistake, said, hands.folder))
            assert_clear(said, hands, mistake)
        except (AssertionError, pytest.fail.Exception) as error:
            wrong.append(
                f"{mistake.words}: {error}\n{''.join(traceback.format_tb(error.__traceback__)[-2:])}"
            )
        await hands.tidy()
    return wrong


def assert_kept(section: str, rows: Sequence[Row], wrong: list[str]) -> None:
    if changes := TABLE.compare(section, rows, [mistake.words for mistake in SECTIONS[section]]):
        wrong.append(
            f"{TABLE.path.name}, {section}: if it is meant, delete the rows and run this again\n{changes}"
        )
    assert not wrong, "\n".join(wrong)


@pytest.fixture
def shop(practice_store: PracticeStore, monkeypatch: pytest.MonkeyPatch) -> PracticeStore:
    """A store with a few products, of which a call is tried again at once."""
    monkeypatch.setattr(retry, "FIRST_WAIT", 0.01)
    fill(practice_store, shop_products(), CATALOGS)
    return practice_store


@pytest.mark.parametrize("section", [name for name in SECTIONS if name not in (*wire.ROWS, *OWN_WINDOWS)])
async def test_a_mistake_of_a_person_is_told_in_words(
    window_loop: QApplication, shop: PracticeStore, own_folders: Path, section: str
) -> None:
    async with hands_at_a_store(shop, own_folders) as hands:
        await walk(hands, section, SECTIONS[section])


@pytest.mark.parametrize("section", OWN_WINDOWS)
async def test_what_is_wrong_with_a_store_is_told_in_words(
    window_loop: QApplication,
    shop: PracticeStore,
    own_folders: Path,
    monkeypatch: pytest.MonkeyPatch,
    section: str,
) -> None:
    rows: list[Row] = []
    wrong: list[str] = []
    for number, row in enumerate(OWN_WINDOWS[section]):
        folder = own_folders / str(number)
        folder.mkdir()
        monkeypatch.setenv("SVCCONSOLE_DATA_DIR", str(folder / "data"))
        there = {"id": f"shop{number}", **row.profile}
        async with hands_at_a_store(shop, folder, token=row.token, before=row.before, **there) as hands:
            wrong += await made(hands, [row.mistake], rows)
    assert_kept(section, rows, wrong)


@pytest.mark.parametrize("section", wire.ROWS)
@pytest.mark.parametrize(
    "whole", [pytest.param(False, id="a third"), pytest.param(True, id="all", marks=pytest.mark.deep)]
)
async def test_a_fault_of_the_store_is_told_in_words(
    window_loop: QApplication, shop: PracticeStore, own_folders: Path, section: str, *, whole: bool
) -> None:
    async with hands_at_a_store(shop, own_folders) as hands:
        await walk(hands, section, SECTIONS[section] if whole else wire.in_the_gate(section))
