"""The five scenarios: set up in the store, judged by what the store itself noted of what a person did."""

from __future__ import annotations

import csv
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pytest

from svcconsole.gui.panels.practice.page import PracticePage
from svcconsole.gui.panels.practice.scenarios.scenario_attempt import Stage, Verdict
from svcconsole.gui.panels.practice.scenarios.scenario_card import ScenarioCard
from svcconsole.gui.panels.practice.scenarios.scenarios import SCENARIOS
from tests.gui.panels.practice.conftest import OpenPage, ask, products
from tests.support.coroutines import until
from tests.support.practice import PracticeStore
from tests.support.qt import words_of

WRITE, GET = "products/createOrUpdate", "products/get"


async def begun(page: PracticePage, scenario: str, executed: bool | None = None) -> ScenarioCard:
    page.show_scenarios()
    page.scenarios.begin(scenario, executed)
    card = page.scenarios.cards[scenario]
    await until(lambda: card.verdict() is not None and not page.scenarios.scope.is_busy())
    return card


async def comes(card: ScenarioCard, stage: Stage) -> Verdict:
    """What is said once it is so far."""
    await until(lambda: (verdict := card.verdict()) is not None and verdict.stage is stage)
    found = card.verdict()
    assert found is not None
    return found


def save(store: PracticeStore, *names: str) -> int | None:
    return ask(store, WRITE, products(*names))


def look(store: PracticeStore, name: str = "a") -> int | None:
    return ask(store, GET, {"productIds": [name]})


def names(first: int, last: int) -> Sequence[str]:
    return [f"lantern-{number}" for number in range(first, last + 1)]


def on(store: PracticeStore) -> list[dict[str, Any]]:
    return store.faults()


@pytest.mark.parametrize("executed", [True, False])
async def test_silence_who_looks_first_is_right(
    open_page: OpenPage, practice_store: PracticeStore, executed: bool
) -> None:
    async with open_page() as page:
        card = await begun(page, "silent", executed)
        assert save(practice_store, "a") is None
        assert look(practice_store) == 200
        verdict = await comes(card, Stage.GOING)
        assert "You have looked" in verdict.sentence
        card.answers["took it" if executed else "did not"].click()
        await comes(card, Stage.PASSED)
        assert practice_store.counts()["products"] == int(executed)
        await until(lambda: on(practice_store) == [])
        assert "1 of 5 passed" in words_of(page.scenarios)


@pytest.mark.parametrize(
    ("looks", "answer", "said"),
    [(False, "took it", "a guess"), (True, "did not", "took the change")],
)
async def test_silence_a_guess_and_a_mistake_are_told_as_such(
    open_page: OpenPage, practice_store: PracticeStore, looks: bool, answer: str, said: str
) -> None:
    async with open_page() as page:
        card = await begun(page, "silent", executed=True)
        assert save(practice_store, "a") is None
        if looks:
            look(practice_store)
        await comes(card, Stage.GOING)
        card.answers[answer].click()
        assert said in (await comes(card, Stage.FAILED)).sentence
        assert card.again.isVisible()
        assert page.scenarios.passed("silent") == ""


async def test_silence_sending_the_same_again_after_looking_is_seen(
    open_page: OpenPage, practice_store: PracticeStore
) -> None:
    async with open_page() as page:
        card = await begun(page, "silent", executed=True)
        assert save(practice_store, "a") is None
        assert look(practice_store) == 200
        assert save(practice_store, "a") is None
        assert "a message would have gone out twice" in (await comes(card, Stage.FAILED)).sentence


async def test_too_many_requests_asking_sooner_is_seen(
    open_page: OpenPage, practice_store: PracticeStore
) -> None:
    async with open_page() as page:
        card = await begun(page, "throttled")
        assert save(practice_store, *names(1, 30)) == 200
        assert save(practice_store, *names(31, 60)) == 429
        going = await comes(card, Stage.GOING)
        assert "asked to wait 3 s" in going.sentence
        await until(lambda: save(practice_store, "lantern-99") == 429, seconds=5)
        assert "after the store had asked to wait 3 s" in (await comes(card, Stage.FAILED)).sentence


async def test_a_withdrawn_token_is_put_right_before_the_run_goes_on(
    open_page: OpenPage, practice_store: PracticeStore
) -> None:
    async with open_page() as page:
        card = await begun(page, "withdrawn")
        assert save(practice_store, *names(1, 20)) == 200
        assert save(practice_store, *names(21, 40)) == 401
        await comes(card, Stage.GOING)
        card.release.click()
        await until(lambda: on(practice_store) == [])
        assert save(practice_store, *names(21, 40)) == 200
        await comes(card, Stage.PASSED)


async def test_a_refused_token_that_is_tried_again_and_again_is_seen(
    open_page: OpenPage, practice_store: PracticeStore
) -> None:
    async with open_page() as page:
        card = await begun(page, "withdrawn")
        save(practice_store, "a")
        for number in range(5):
            assert save(practice_store, f"b{number}") == 401
        assert "4 more times" in (await comes(card, Stage.FAILED)).sentence


async def test_one_bad_row_only_that_one_is_sent_again(
    open_page: OpenPage, practice_store: PracticeStore
) -> None:
    bad = products(*names(1, 12))
    bad["products"][6]["catalogIds"] = ["a-catalog-no-store-has"]
    async with open_page() as page:
        card = await begun(page, "bad row")
        assert ask(practice_store, WRITE, bad) == 400
        assert save(practice_store, *names(1, 6), *names(8, 12)) == 200
        assert "11 of 12 products are there" in (await comes(card, Stage.GOING)).sentence
        assert save(practice_store, "lantern-7") == 200
        await comes(card, Stage.PASSED)


async def test_a_broken_connection_importing_again_from_the_first_row_is_seen(
    open_page: OpenPage, practice_store: PracticeStore
) -> None:
    async with open_page() as page:
        card = await begun(page, "broken")
        assert save(practice_store, *names(1, 30)) == 200
        assert save(practice_store, *names(31, 60)) is None
        assert save(practice_store, *names(1, 30)) == 200
        assert "carried out twice" in (await comes(card, Stage.FAILED)).sentence


async def test_a_broken_connection_reading_back_what_arrived_is_right(
    open_page: OpenPage, practice_store: PracticeStore
) -> None:
    async with open_page() as page:
        card = await begun(page, "broken")
        assert save(practice_store, *names(1, 30)) == 200
        assert save(practice_store, *names(31, 50)) is None
        assert [look(practice_store) for _ in range(3)] == [None, None, 200]
        assert save(practice_store, *names(51, 60)) == 200
        await comes(card, Stage.PASSED)


async def test_one_scenario_is_under_way_at_a_time_and_ends_with_its_faults(
    open_page: OpenPage, practice_store: PracticeStore
) -> None:
    async with open_page() as page:
        first = await begun(page, "silent")
        second = await begun(page, "throttled")
        assert first.verdict() is None
        assert [fault["kind"] for fault in on(practice_store)] == ["status"]
        practice_store.clear_faults()
        assert "switched off" in (await comes(second, Stage.LOST)).sentence
        second.again.click()
        await comes(second, Stage.WAITING)
        second.leave.click()
        await until(lambda: second.verdict() is None)
        assert on(practice_store) == []


async def test_a_scenario_goes_on_when_the_page_is_opened_again(
    open_page: OpenPage, practice_store: PracticeStore
) -> None:
    async with open_page() as page:
        await begun(page, "silent", executed=True)
        async with open_page() as again:
            assert again.scenarios.course == page.scenarios.course
            again.show_scenarios()
            await comes(again.scenarios.cards["silent"], Stage.WAITING)
            assert save(practice_store, "a") is None
            await comes(again.scenarios.cards["silent"], Stage.GOING)


async def test_each_file_is_a_table_of_new_products_and_is_opened_in_the_catalog(
    open_page: OpenPage, opened: list[Path | None]
) -> None:
    async with open_page() as page:
        for scenario in SCENARIOS:
            card = await begun(page, scenario.id)
            opened.clear()
            card.place.click()
            await until(lambda: opened)
            (file,) = opened
            if not scenario.rows:
                assert file is None
                continue
            assert file is not None
            with file.open(encoding="utf-8", newline="") as table:
                rows = list(csv.DictReader(table))
            assert len({row["id"] for row in rows}) == len(rows) == scenario.rows
            wrong = [at for at, row in enumerate(rows, 1) if row["catalogIds"]]
            assert wrong == ([scenario.bad_row] if scenario.bad_row else [])


@pytest.mark.parametrize("width", [848, 1352])
async def test_nothing_of_a_scenario_under_way_is_cut(open_page: OpenPage, width: int) -> None:
    async with open_page(width, 700) as page:
        card = await begun(page, "silent")
        await until(lambda: card.height() >= card.body.totalHeightForWidth(card.width()))
        for part in (card.place, card.leave):
            assert part.height() >= part.sizeHint().height()
            assert card.rect().contains(part.rect().translated(part.mapTo(card, part.rect().topLeft())))
