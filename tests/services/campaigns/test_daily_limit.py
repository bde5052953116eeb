"""The limit of people in 24 hours, over simulated days, and counted from what left from a workspace."""

from __future__ import annotations

import random
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest

from svcconsole.services.campaigns.daily_limit import DailyLimit
from svcconsole.services.campaigns.sending_numbers import (
    SendingNumber,
    forget,
    of_senders,
    save,
    sending_numbers,
)
from svcconsole.services.campaigns.terms import CampaignTerms, StopRules
from svcconsole.workspace.database import Workspace
from tests.services.campaigns.test_held_campaign import carried_out, planned
from tests.support.campaign import number_of, received
from tests.support.practice import PracticeStore

START = datetime(2026, 3, 2, 9, tzinfo=UTC)
DAY, MINUTE = timedelta(days=1), timedelta(minutes=1)


@pytest.mark.parametrize("seed", range(4))
def test_in_no_24_hours_more_people_are_written_to_than_the_limit(seed: int) -> None:
    """Thirty days of a warm-up: whoever asks first whether there is room never writes to more."""
    chance = random.Random(seed)
    ramp = (5, 10, 20)
    number = SendingNumber("main", people=40, reserve=3, ramp=ramp, ramp_from=START.isoformat())
    limit = DailyLimit(number)
    sent: list[tuple[datetime, str]] = []
    at = START
    while at < START + 30 * DAY:
        person = f"+39{chance.randrange(400)}"
        free = limit.free(at)
        assert free is not None
        if free or limit.counts(person, at):
            limit.sent(person, at)
            sent.append((at, person))
        at += chance.randrange(1, 20) * MINUTE
        if chance.random() < 0.01:
            at += timedelta(hours=chance.randrange(30))  # asleep
    for moment, _ in sent:
        people = {person for other, person in sent if moment - DAY < other <= moment}
        step = (moment - START) // DAY
        assert len(people) <= (ramp[step] if step < len(ramp) else 40) - 3


def test_there_is_room_again_when_it_says_so_and_no_minute_before() -> None:
    limit = DailyLimit(SendingNumber("main", people=3))
    for place in range(3):
        limit.sent(f"+39{place}", START + place * MINUTE)
    at = START + 5 * MINUTE
    assert limit.free(at) == 0
    assert limit.next_free(at) == START + DAY
    assert (limit.free(START + DAY - MINUTE), limit.free(START + DAY)) == (0, 1)
    assert limit.frees(at) == tuple((START + DAY + (place + 1) * MINUTE, 1) for place in range(3))


def test_another_message_takes_no_more_room_and_keeps_its_person_for_longer() -> None:
    limit = DailyLimit(SendingNumber("main", people=2))
    limit.sent("+391", START)
    limit.sent("+391", START + timedelta(hours=3))
    assert limit.free(START + timedelta(hours=4)) == 1
    assert limit.counts("+391", START + DAY) and not limit.counts("+391", START + timedelta(hours=27))


def test_a_ramp_goes_up_at_its_hour() -> None:
    limit = DailyLimit(SendingNumber("main", people=9, ramp=(1, 4), ramp_from=START.isoformat()))
    limit.sent("+391", START + timedelta(hours=12))
    assert limit.next_free(START + timedelta(hours=13)) == START + DAY
    assert (limit.free(START + DAY), limit.free(START + 3 * DAY)) == (3, 9)


def test_numbers_are_kept_and_found_by_whom_a_message_names(tmp_path: Path) -> None:
    with Workspace.open(tmp_path) as workspace:
        main = SendingNumber("main", people=250, reserve=20)
        shop = SendingNumber("shops", ("+4930123", "+4940123"), 2_000, ramp=(50, 100), ramp_from="2026-03-02")
        for each in (main, shop):
            save(workspace, each)
        workspace.presets.save("sending_number", "odd", {"people": "many"})
        known = sending_numbers(workspace)
        assert known == (main, shop)
        assert of_senders(known, [""]) == (main,)
        assert of_senders(known, ["+4940123", ""]) == (main, shop)
        assert of_senders(known, ["+1"]) == ()
        forget(workspace, "main")
        assert sending_numbers(workspace) == (shop,)


@pytest.mark.usefixtures("either_engine")
async def test_a_campaign_waits_where_the_limit_is_used_whoever_used_it(
    practice_store: PracticeStore, tmp_path: Path
) -> None:
    """The first campaign used two of five; the second writes to three more, waits, and says until when."""
    terms = CampaignTerms(stop=StopRules(in_doubt=9))
    first = planned(tmp_path, [number_of(place) for place in range(2)], terms)
    with Workspace.open(tmp_path / "workspace") as workspace:
        save(workspace, SendingNumber("main", people=6, reserve=1))
        assert (await carried_out(workspace, first, practice_store)).totals.sent == 2
    second = planned(tmp_path, [number_of(place) for place in range(2, 9)], terms)
    with Workspace.open(tmp_path / "workspace") as workspace:
        outcome = await carried_out(workspace, second, practice_store, stop_waiting=True)
        assert (outcome.totals.sent, outcome.totals.not_sent) == (3, 4)
        assert outcome.waits[0].startswith("5 people in 24 hours have been written to")
        limit = DailyLimit(sending_numbers(workspace)[0])
        at = datetime.now(UTC)
        limit.take_in(limit.look(workspace, at), at)
        assert limit.used(at) == 5
    assert len(received(practice_store)) == 5
