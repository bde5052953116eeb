"""Faults: each fault is a switch with a sentence, set up here and in force in the store at once."""

from __future__ import annotations

from typing import Any

from PySide6.QtWidgets import QLineEdit
from pytestqt.qtbot import QtBot

from svcconsole.gui.design.text import PlainLabel
from svcconsole.gui.panels.practice.faults.fault_card import FaultCard
from svcconsole.gui.panels.practice.faults.fault_options import FaultOptions, usual
from svcconsole.gui.panels.practice.faults.fault_text import TITLES
from svcconsole.gui.panels.practice.page import PracticePage
from svcconsole.gui.runtime.practice_records import FaultKind
from tests.gui.panels.practice.conftest import OpenPage, ask, products
from tests.support.coroutines import until
from tests.support.practice import PracticeStore
from tests.support.qt import words_of

WRITE = "products/createOrUpdate"


def on(store: PracticeStore) -> list[dict[str, Any]]:
    """What the store itself says is switched on."""
    return store.faults()


async def card_of(page: PracticePage, kind: str) -> FaultCard:
    page.show_misbehave()
    await until(lambda: kind in page.misbehave.cards and page.misbehave.cards[kind].isVisible())
    return page.misbehave.cards[kind]


def choose(card: FaultCard, **choices: Any) -> None:
    """Set options as a person does: combos by their data, numbers, texts."""
    options = card.open_options()
    combos = {"often": options.often, "operation": options.operation, "became": options.became}
    spins = {"number": options.number, "after": options.after, "seconds_on": options.seconds}
    for name, value in choices.items():
        if name in combos:
            combos[name].setCurrentIndex(combos[name].findData(value))
        elif name in spins:
            spins[name].setValue(value)
        else:
            editor = options.parameters[name]
            assert isinstance(editor, QLineEdit)
            editor.setText(value)


async def test_every_fault_of_the_store_has_a_switch_a_name_and_its_sentence(
    open_page: OpenPage, practice_store: PracticeStore
) -> None:
    kinds = practice_store.control("GET", "/faults")["data"]["kinds"]
    assert len(kinds) >= 20
    async with open_page() as page:
        await card_of(page, "status")
        assert set(page.misbehave.cards) == {kind["name"] for kind in kinds} == set(TITLES)
        for kind in kinds:
            card = page.misbehave.cards[kind["name"]]
            became = "The request is carried out." if kind["executed"] else "The request is not carried out."
            sentences = f"{kind['says']} {became}" if kind["either"] else kind["says"]
            assert card.switch.accessibleDescription() == sentences
            assert card.switch.text() == TITLES[kind["name"]]
            (says,) = (each for each in card.findChildren(PlainLabel) if each.text() == sentences)
            assert says.height() >= says.heightForWidth(says.width()), "no line of it is cut"


async def test_a_card_says_what_was_chosen(open_page: OpenPage) -> None:
    async with open_page() as page:
        card = await card_of(page, "reset")
        assert card.switch.accessibleDescription().endswith("The request is carried out.")
        choose(card, became=False, after=2, seconds_on=60)
        assert card.switch.accessibleDescription().endswith("The request is not carried out.")
        card.change.click()
        assert "Every time · after 2 requests · for 60 s" in words_of(card)


CHOICES: tuple[tuple[str, dict[str, Any], dict[str, Any]], ...] = (
    ("unauthorized", {}, {"probability": 1.0, "count": None, "every": 1, "after": 0, "operation": None}),
    ("html", {"often": "once"}, {"count": 1}),
    ("reset", {"often": "times", "number": 4, "became": False}, {"count": 4, "executed": False}),
    ("empty", {"often": "chance", "number": 35}, {"probability": 0.35}),
    ("cut", {"often": "nth", "number": 7, "after": 2, "seconds_on": 60},
     {"every": 7, "after": 2, "from": 0.0, "to": 60.0}),
    ("status", {"operation": WRITE, "code": "429", "retryAfter": "3"},
     {"operation": WRITE, "parameters": {"code": 429, "retryAfter": 3}}),
    ("latency", {"seconds": "0.25", "operation": "downloads"},
     {"operation": "downloads", "parameters": {"seconds": 0.25}}),
)  # fmt: skip
"""A fault, what a person chooses of it, and what the store then holds."""


async def test_a_switch_sets_the_store_up_as_chosen_and_takes_it_back(
    open_page: OpenPage, practice_store: PracticeStore
) -> None:
    async with open_page() as page:
        for kind, choices, kept in CHOICES:
            card = await card_of(page, kind)
            if choices:
                choose(card, **choices)
            card.switch.click()
            await until(lambda: page.misbehave.lines)
            (fault,) = on(practice_store)
            assert fault["kind"] == kind
            assert {name: fault[name] for name in kept} == kept, kind
            assert page.strip.isVisible()
            card.switch.click()
            await until(lambda: not page.misbehave.lines)
            assert on(practice_store) == []
            assert not page.strip.isVisible()


async def test_what_struck_is_counted_while_it_is_on(
    open_page: OpenPage, practice_store: PracticeStore
) -> None:
    counts: list[int] = []
    async with open_page() as page:
        page.misbehaving.connect(counts.append)
        card = await card_of(page, "status")
        choose(card, often="times", number=2, operation=WRITE)
        card.switch.click()
        await until(lambda: counts and counts[-1] == 1)
        assert [ask(practice_store, WRITE, products("a")) for _ in range(3)] == [503, 503, 200]
        await until(lambda: "hit 2 ×" in words_of(card))
        (line,) = page.misbehave.lines.values()
        assert "hit 2 of 3 requests, done" in words_of(line)
        assert f"{WRITE} · 2 times" in words_of(line)
        await until(lambda: counts and counts[-1] == 0)
        line.off.click()
        await until(lambda: not page.misbehave.lines)
        assert not card.switch.isChecked()


async def test_what_the_store_does_not_take_is_said_at_the_fault_in_its_words(
    open_page: OpenPage, practice_store: PracticeStore
) -> None:
    async with open_page() as page:
        card = await card_of(page, "status")
        choose(card, code="much")
        card.switch.click()
        await until(card.trouble.isVisible)
        assert "code" in card.trouble.text()
        assert not card.switch.isChecked()
        assert on(practice_store) == []
        choose(card, code="500")
        card.switch.click()
        await until(lambda: on(practice_store))
        await until(lambda: not card.trouble.isVisible())


async def test_faults_switched_on_elsewhere_show_and_all_go_off_at_once(
    open_page: OpenPage, practice_store: PracticeStore
) -> None:
    for kind in ("status", "status", "html"):
        practice_store.add_fault(kind, after=100)
    async with open_page() as page:
        card = await card_of(page, "status")
        await until(lambda: card.switch.isChecked() and len(page.misbehave.lines) == 3)
        assert "3 faults" in words_of(page.strip)
        page.strip.off.click()
        await until(lambda: on(practice_store) == [])
        await until(lambda: not card.switch.isChecked())


async def test_while_a_fault_is_on_the_count_is_kept_even_when_nobody_looks(
    open_page: OpenPage, practice_store: PracticeStore
) -> None:
    counts: list[int] = []
    async with open_page() as page:
        page.misbehaving.connect(counts.append)
        practice_store.add_fault("status", count=1)
        await until(lambda: counts and counts[-1] == 1)
        page.hide()
        assert ask(practice_store, WRITE, products("a")) == 503
        await until(lambda: counts[-1] == 0)
        await until(lambda: not page.watch.scope.is_busy())


async def test_the_choices_wait_until_somebody_wants_them(open_page: OpenPage) -> None:
    async with open_page(848, 640) as page:
        card = await card_of(page, "latency")
        assert all(each.options is None for each in page.misbehave.cards.values())
        assert "Every time · Seconds: 2" in words_of(card)
        card.change.click()
        assert card.options is not None
        assert card.options.isVisible()
        choose(card, often="chance", number=20)
        card.change.click()
        assert not card.options.isVisible()
        assert "In 100: 20 · Seconds: 2" in words_of(card)


def test_a_faults_large_numbers_are_said_with_thousands_apart_and_typed_without(qtbot: QtBot) -> None:
    kind = FaultKind(name="nested", says="", parameters={"depth": 100_000})
    assert usual(kind) == "Every time · Levels: 100,000"
    options = FaultOptions(kind)
    qtbot.addWidget(options)
    assert options.words().endswith("Levels: 100,000")
    editor = options.parameters["depth"]
    assert isinstance(editor, QLineEdit) and editor.text() == "100000"
