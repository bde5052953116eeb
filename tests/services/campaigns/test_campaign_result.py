"""What is told of a campaign afterwards: every figure is what a count of its messages says."""

from __future__ import annotations

import csv
import random
from datetime import UTC, datetime, timedelta
from pathlib import Path
from zoneinfo import ZoneInfo

import pytest

from svcconsole.services.campaigns.campaign_result import CampaignResult, Outcome, campaign_result
from svcconsole.services.campaigns.result_csv import write_result_csv
from svcconsole.services.campaigns.terms import Arm, CampaignTerms, Split
from svcconsole.services.deliveries.again import Chance
from svcconsole.services.deliveries.deliveries import counts_of, of_tracked
from svcconsole.services.deliveries.states import State
from svcconsole.workspace.database import Workspace
from svcconsole.workspace.schema import ItemState, RunState
from tests.support.campaign_results import START, Person, number, sent_campaign

TWO = CampaignTerms(split=Split(arms=(Arm(name="A", share=0.5), Arm(name="B", share=0.5))))
DAY = timedelta(days=1)
LONG_AGO = START.replace(year=2025)


def result(space: Workspace, run_id: str, **options: str) -> CampaignResult:
    return campaign_result(space, run_id, ZoneInfo("Europe/Berlin"), **options)


@pytest.mark.usefixtures("either_engine")
def test_its_figures_are_those_of_its_messages_and_add_up_to_its_file(tmp_path: Path) -> None:
    dice = random.Random(18)
    countries = ("+49151", "+44791", "+1416", "+1212", "+91984")
    people = []
    for place in range(300):
        said: dict[str, float] = {}
        for word in ("SENT", "delivered", "Read") if dice.random() < 0.7 else ("sent", "failed"):
            if dice.random() < 0.8:
                said[word] = len(said) * 61 + dice.random()
        people.append(Person(number(place, countries[place % 5]), said, "131049: too many", place % 3))
    people += [Person("+4915100000001", {}, state=state) for state in list(ItemState)[3:]]
    with Workspace.open(tmp_path) as space:
        run_id = sent_campaign(space, people, start=LONG_AGO)
        told = result(space, run_id)
        counts = counts_of(map(of_tracked, space.deliveries.all())).counts
        clicked = sum(each.clicks > 0 for each in space.deliveries.all())
    assert told.reached.read == counts[State.READ] > 0
    assert told.reached.delivered == counts[State.READ] + counts[State.DELIVERED]
    assert told.reached.failed == counts[State.FAILED] > 0
    assert (told.reached.clicked, told.tells_clicks) == (clicked, True)
    assert (told.reached.people, told.reached.accepted, told.reached.refused) == (302, 300, 1)
    assert told.no_answer == counts[State.SENT] + counts[State.WAITING]
    assert told.totals.rows == 304 == told.totals.left_out + told.reached.people
    assert {each.code: each.reached.people for each in told.countries} == {
        "DE": 62, "GB": 60, "CA": 60, "US": 60, "IN": 60,
    }  # fmt: skip
    assert sum(hour.delivered for hour in told.hours) == told.reached.delivered
    assert sum(hour.read for hour in told.hours) == told.reached.read
    assert told.hours[0].at.isoformat() == "2025-11-24T10:00:00+01:00"
    (failure,) = told.failures
    assert (failure.failure.code, failure.failure.times) == (131049, told.reached.failed)
    assert (failure.chance, failure.passes_at) == (Chance.WAIT, None)


def test_without_webhooks_nobody_says_how_many_clicked(tmp_path: Path) -> None:
    with Workspace.open(tmp_path) as space:
        run_id = sent_campaign(space, [Person(number(1), {"read": 1})], terms=TWO.as_text())
        told = result(space, run_id)
    assert not told.tells_clicks
    assert told.outcomes() == (Outcome.READ, Outcome.FAILED)
    assert told.difference(Outcome.READ) is None  # nobody is in either text


def test_hours_are_the_stores_and_none_is_lost_when_clocks_go_back(tmp_path: Path) -> None:
    begun = datetime(2026, 10, 25, 0, tzinfo=UTC)  # 02:00 in Berlin, for the first time
    with Workspace.open(tmp_path) as space:
        people = [Person(number(at), {"read": minute}) for at, minute in enumerate((0, 60, 61, 200))]
        told = result(space, sent_campaign(space, people, start=begun))
    assert [(f"{hour.at:%H %z}", hour.read) for hour in told.hours] == [
        ("02 +0200", 1), ("02 +0100", 2), ("03 +0100", 0), ("04 +0100", 1),
    ]  # fmt: skip


def test_one_that_is_still_arriving_is_held_against_the_same_hour_of_the_other(tmp_path: Path) -> None:
    now = datetime.now(UTC)
    with Workspace.open(tmp_path) as space:
        slow = [Person(number(at), {"delivered": at * 60 + 30}) for at in range(10)]
        before = sent_campaign(space, slow, start=now - 9 * DAY, name="Autumn linen.csv")
        sent_campaign(space, slow, start=now - 20 * DAY)
        fresh = [Person(number(at), {"sent": 1}) for at in range(10)]
        arriving = sent_campaign(space, fresh, start=now - timedelta(hours=3))
        told, alone = result(space, arriving), result(space, arriving, against="")
        settled = result(space, before)
    assert (told.still_open, told.is_settled) == (10, False)
    assert told.compared is not None and alone.compared is None
    assert (told.compared.info.id, told.compared.reached.delivered) == (before, 3)
    assert settled.is_settled and settled.compared is not None and not settled.compared.moment
    assert settled.compared.reached.delivered == 10


def test_texts_are_told_apart_only_once_the_difference_cannot_be_nothing(tmp_path: Path) -> None:
    def of(clicked: int, other: int) -> list[Person]:
        return [
            Person(number(arm * 10_000 + at), {"read": 1}, clicks=int(at < hits), arm=arm)
            for arm, hits in enumerate((clicked, other))
            for at in range(200)
        ]

    with Workspace.open(tmp_path) as space:
        close = result(space, sent_campaign(space, of(40, 34), terms=TWO.as_text()))
        far = result(space, sent_campaign(space, of(30, 60), terms=TWO.as_text()))
    assert [each.reached.people for each in close.arms] == [200, 200]
    little, much = (each.difference(Outcome.CLICKED) for each in (close, far))
    assert little is not None and not little.is_settled and little.people is not None and little.people > 1000
    assert much is not None and much.is_settled and (much.ahead, much.behind) == (1, 0)


def test_who_may_be_written_to_again_is_offered_once_their_time_has_come(tmp_path: Path) -> None:
    with Workspace.open(tmp_path) as space:
        people = [
            Person(number(1), {"failed": 1}, "131026: no account"),
            Person(number(2), {"failed": 1}, "131000: something"),
            Person(number(3), {"failed": 1}, "131053: media"),
        ]
        told = result(space, sent_campaign(space, people, start=datetime.now(UTC) - timedelta(hours=2)))
        waits = [Person(number(4), {"failed": 119}, "131049: too many")]
        later = result(space, sent_campaign(space, waits, start=datetime.now(UTC) - timedelta(hours=2)))
        going = sent_campaign(space, [Person(number(5), {"read": 1})], start=START, state=RunState.PAUSED)
        assert not result(space, going).is_settled
    assert [each.phone for each in told.again.now] == [number(2)]
    assert (told.again.never, told.again.change) == (1, 1)
    (waiting,) = later.failures
    assert waiting.passes_at is not None and later.again.first_at is not None
    assert waiting.passes_at > datetime.now(UTC) + timedelta(hours=23)


def test_its_file_holds_every_figure_and_no_formula(tmp_path: Path) -> None:
    with Workspace.open(tmp_path / "space") as space:
        people = [Person(number(1), {"read": 1}), Person(number(2), {"failed": 1}, "=cmd()|' /C calc'!A0")]
        told = result(space, sent_campaign(space, people, name="=Sale.csv"))
    path = tmp_path / "result.csv"
    written = write_result_csv(path, told)
    rows = list(csv.reader(path.read_text(encoding="utf-8-sig").splitlines()))
    assert len(rows) == written + 1
    assert ["campaign", "'=Sale.csv", "delivered", "1", "0.5000"] in rows
    assert ["reason", "'=cmd()|' /C calc'!A0", "change", "1", ""] in rows
    assert not [row for row in rows if "clicked" in row]
