"""A campaign to a store that misbehaves, cut off at any moment: nobody twice, nobody lost."""

from __future__ import annotations

import csv
import random
from collections import Counter
from pathlib import Path

import pytest

from svcconsole.api.client import Client
from svcconsole.api.errors import Outcome
from svcconsole.api.models.templates import SendTemplate
from svcconsole.api.operations import SEND_TEMPLATE
from tests.services.runs.plans import client_of
from tests.support.campaign import SETTINGS, Campaign, accounted, misbehave, number_of, received, recipients
from tests.support.command import CommandLine
from tests.support.practice import PracticeStore

COUNT = 1_000


async def killed_and_resumed(
    store: PracticeStore, folder: Path, count: int, kills: int, seed: int
) -> tuple[Counter[str], dict[str, int]]:
    chance = random.Random(seed)
    misbehave(store, seed)
    campaign = Campaign(CommandLine(folder), store, recipients(folder / "list.csv", count))
    for place in range(kills):
        await campaign.killed(
            chance, chance.randint(count * place // kills, count * (place + 1) // kills - 1)
        )
    done = await campaign.to_its_end(folder / "results")
    assert campaign.kills > kills // 2, "the run was over before it could be killed"
    got = received(store)
    return got, accounted(done, folder / "results", got, count)


async def naively(client: Client, path: Path) -> None:
    """What a program does that sends again whatever has no clear answer."""
    with path.open(encoding="utf-8", newline="") as file:
        for row in csv.DictReader(file):
            body = SendTemplate.read(
                {
                    "medium": "whatsapp",
                    "contactIdentifier": row["Phone"],
                    "payload": {"templateId": "welcome", "components": {"body": [row["First name"]]}},
                }
            ).wire()
            while (await client.send(SEND_TEMPLATE, body, retry=False)).outcome is not Outcome.OK:
                pass


async def test_a_campaign_that_is_killed_sends_nobody_twice_and_loses_nobody(
    practice_store: PracticeStore, tmp_path: Path
) -> None:
    got, totals = await killed_and_resumed(practice_store, tmp_path, COUNT, kills=5, seed=7)
    assert totals["needs_decision"] > 0, "some of it nobody can know"
    assert totals["sent"] + totals["needs_decision"] == COUNT, "nobody is left waiting"
    assert totals["sent"] <= len(got)


async def test_the_same_campaign_with_retries_sends_some_twice(
    practice_store: PracticeStore, tmp_path: Path
) -> None:
    misbehave(practice_store, 7)
    path = recipients(tmp_path / "list.csv", COUNT)
    async with client_of(practice_store) as client:
        await naively(client, path)
    got = received(practice_store)
    assert got.keys() == set(map(number_of, range(COUNT)))
    assert max(got.values()) > 1, "the check above can fail"


@pytest.mark.deep
@pytest.mark.timeout(7200)
@pytest.mark.parametrize(("kills", "seed"), [(25, 1), (1_000, 2)], ids=["25", "1000"])
async def test_ten_thousand_are_sent_once_however_often_it_is_killed(
    practice_store: PracticeStore, tmp_path: Path, kills: int, seed: int
) -> None:
    _, totals = await killed_and_resumed(practice_store, tmp_path, 10_000, kills=kills, seed=seed)
    assert totals["sent"] + totals["needs_decision"] == 10_000


@pytest.mark.parametrize(
    "seed", [11, *(pytest.param(seed, marks=pytest.mark.deep) for seed in range(12, 32))]
)
async def test_a_campaign_with_hours_and_first_people_that_is_killed_keeps_to_them(
    practice_store: PracticeStore, tmp_path: Path, seed: int
) -> None:
    """Nobody else gets it before the results of the first people are back, however often it is cut off."""
    chance, count, first, kills = random.Random(seed), 240, 60, 6
    campaign = Campaign(CommandLine(tmp_path), practice_store, recipients(tmp_path / "list.csv", count))
    terms = ("--between", "00:00-23:59", "--first", str(first), "--bad", "0.6", "--per-second", "200")
    store = ("--base-url", practice_store.base_url)
    planned = await campaign.command.run("campaign", "plan", str(campaign.path), *SETTINGS, *terms, *store)
    campaign.run_id = planned.json["run"]
    ahead = sorted(chance.sample(range(first), 3))
    for at in ahead:
        await campaign.killed(chance, at)
        assert practice_store.counts()["messages"] <= first
    for place in range(kills - len(ahead)):
        await campaign.killed(chance, first + 1 + place * (count - first) // (kills - len(ahead)))
    done = await campaign.to_its_end(tmp_path / "results")
    assert campaign.kills >= kills - 1
    got = received(practice_store)
    totals = accounted(done, tmp_path / "results", got, count)
    assert totals["sent"] + totals["needs_decision"] == count, "nobody is left waiting"
