"""A campaign's people by country and hour, as the page When shows them."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest

from svcconsole.services.campaigns.daily_limit import DailyLimit
from svcconsole.services.campaigns.forecast import People, hours_of
from svcconsole.services.campaigns.limits_now import limit_use
from svcconsole.services.campaigns.sending_numbers import SendingNumber, save
from svcconsole.services.campaigns.session import CampaignSession
from svcconsole.services.campaigns.terms import CampaignTerms, Lane, Limits, SendWindow
from svcconsole.services.imports.views import Defaults, ImportRefused
from svcconsole.tables.mapping.mapping import Column, Fixed
from svcconsole.workspace.database import Workspace
from tests.services.campaigns.test_frequency_cap import Sent
from tests.services.campaigns.test_frequency_cap import campaign as sent_before
from tests.support.library import write_down

DAY = timedelta(days=1)
CLOCKS = (("IN", "Asia/Kolkata"), ("DE", "Europe/Berlin"))
START = datetime(2100, 11, 22, 9, 20, tzinfo=UTC)  # a Monday
PEOPLE = (
    *((f"+9198450000{at:02}", "") for at in range(30)),
    *((f"+4915123456{at:03}", "") for at in range(20)),
    *((f"+1212555{at:04}", "") for at in range(100, 104)),
    ("+18005550100", ""),
    ("+18005550101", "America/Chicago"),
    ("+34612345678", ""),
)


def session(folder: Path) -> CampaignSession:
    path = folder / "list.csv"
    lines = [f"{phone},Asha {at},{zone}" for at, (phone, zone) in enumerate(PEOPLE)]
    path.write_text("\n".join(["Phone,First name,Zone", *lines, "+12,Nobody,"]), encoding="utf-8")
    write_down(folder / "workspace")
    made = CampaignSession(
        str(folder / "workspace"), kind="templates", path=str(path), defaults=Defaults(region="IN")
    )
    made.choose("welcome")
    made.set_source("payload.components.body.0", Column("First name"))
    return made


def test_people_get_it_by_country_in_the_hours_of_their_own_clocks(tmp_path: Path) -> None:
    campaign = session(tmp_path)
    window = SendWindow(starts_at=START.isoformat(), opens=600, closes=1140)
    try:
        campaign.set_terms(CampaignTerms(window=window, limits=Limits(messages_per_second=0.005)))
        found = campaign.forecast("Europe/Berlin")
        assert (found.people.ready, found.people.rows) == (len(PEOPLE), len(PEOPLE) + 1)
        assert sum(each.rows for each in found.people.held) == 1
        # India's hours end first, then those of Germany and Spain, the Canary Islands the later ones
        assert [each.country for each in found.countries] == ["IN", "DE", "ES", "US"]
        assert found.hours[0] == datetime(2100, 11, 22, 7, tzinfo=UTC)  # two hours before it starts
        assert sum(found.sums) == len(PEOPLE)
        assert (found.left, found.full_at) == (0, None)
        india, germany, spain, states = found.countries
        assert (india.people, india.zones, india.untold) == (30, ("Asia/Kolkata",), 0)
        assert india.open_in[0].ends == datetime(2100, 11, 22, 13, 30, tzinfo=UTC)
        # 18 an hour from twenty past nine on: 12 in its first hour, and India goes first
        assert india.sent[:5] == (0, 0, 12, 18, 0)
        assert germany.sent[2:6] == (0, 0, 18, 2)
        assert (spain.untold, states.untold) == (1, 2)
        # ten in New York is three in the afternoon there; ten in Honolulu for those who tell no zone
        assert states.sent[8] == 4
        assert [found.hours[at] for at, count in enumerate(states.sent) if count] == [
            datetime(2100, 11, 22, 15, tzinfo=UTC),
            datetime(2100, 11, 22, 20, tzinfo=UTC),
        ]

        with_zones = window.model_copy(update={"zone_column": "Zone"})
        gone = window.model_copy(update={"zone_column": "Zoen"})
        campaign.set_terms(CampaignTerms(window=gone))
        with pytest.raises(ImportRefused, match="The file has no column “Zoen”"):
            campaign.plan(warnings_seen=True)
        campaign.set_terms(CampaignTerms(window=with_zones))
        *_, states = campaign.forecast("Europe/Berlin").countries
        assert (states.untold, states.people) == (1, 6)
        planned = campaign.plan(warnings_seen=True)
    finally:
        campaign.close()
    with Workspace.open(tmp_path / "workspace") as space:
        terms = CampaignTerms.of_text(space.runs.get(planned.run_id).terms)
    assert {lane.rule for lane in terms.lanes if lane.country == "US"} == {"area", "every", "column"}


def test_what_is_left_out_meanwhile_is_counted_anew(tmp_path: Path) -> None:
    campaign = session(tmp_path)
    try:
        before = campaign.forecast("UTC")
        assert before.countries[0].open_in[0].begins <= before.hours[0]  # no terms: at any time
        campaign.leave_out([1, 2, 3])
        after = campaign.forecast("UTC")
        assert after.people.ready == before.people.ready - 3
        campaign.leave_out(range(1, len(PEOPLE) + 2))
        assert (campaign.forecast("UTC").people.ready, campaign.forecast("UTC").countries) == (0, ())
    finally:
        campaign.close()


def test_the_limit_leaves_room_for_new_people_alone(tmp_path: Path) -> None:
    """Of 18 people in 24 hours seven were written to, three of them stand in the file again: they and eleven
    new ones get it at once, and the others when those seven, and then the eleven, count no more. The number
    of a shop has its own limit, however it is written."""
    campaign = session(tmp_path)
    earlier = [Sent(phone, "welcome", 0.25) for phone, _ in PEOPLE[28:31]]
    others = [Sent(f"+9198460000{at:02}", "receipt", 0.5) for at in range(4)]
    old = [Sent(phone, "welcome", 1.5) for phone, _ in PEOPLE[:9]]
    with Workspace.open(tmp_path / "workspace") as space:
        assert campaign.forecast("UTC").limit is None
        save(space, SendingNumber("main", people=20, reserve=2))
        save(space, SendingNumber("shop", ("+49 40 123",), people=5))
        sent_before(space, *old, *earlier, *others)
    try:
        found = campaign.forecast("UTC", 2)
        limit = found.limit
        assert limit is not None
        assert (limit.name, limit.of, limit.written, limit.counted) == ("main", 18, 7, 3)
        assert next(count for count in found.sums if count) == 14
        assert (found.by_limit, found.left > 0) == (True, True)
        assert sum(found.sums) + found.left == len(PEOPLE)
        with Workspace.open(tmp_path / "workspace") as space:  # read on from there
            sent_before(space, Sent("+919846000099", "welcome"))
        again = campaign.forecast("UTC", 2).limit
        assert again is not None and (again.written, again.counted) == (8, 3)
        campaign.set_source("businessPhoneNumber", Fixed("+494-0123"))
        shop = campaign.forecast("UTC").limit
        assert shop is not None and (shop.name, shop.written) == ("shop", 0)
    finally:
        campaign.close()


def test_whoever_was_written_to_lately_counts_once_and_a_warm_up_gives_room_at_its_hour() -> None:
    """Ten of India were written to just now, and forty others: of ninety places forty are free."""
    limit = DailyLimit(
        SendingNumber("Hamburg", people=1_000, reserve=10, ramp=(100, 105), ramp_from=START.isoformat())
    )
    for place in range(50):
        limit.sent(f"+91{place}", START)
    india, germany = (Lane(country=code, zones=(zone,)) for code, zone in CLOCKS)
    people = People(70, {india: 30, germany: 30}, (), {india: 10})
    use = limit_use(limit, START, counted=10)
    assert (use.of, use.written, use.counted, use.room.free) == (90, 50, 10, 40)
    assert use.ramp == ((START, 90), (START + DAY, 95), (START + 2 * DAY, 990))
    found = hours_of(people, CampaignTerms(), START, "UTC", limit=use)
    # the ten take no more room: 40 places for 50 others
    assert (found.left, found.by_limit, sum(found.sums)) == (10, True, 50)
    two_days = hours_of(people, CampaignTerms(), START, "UTC", limit=use, days=2)
    assert two_days.left == 0
