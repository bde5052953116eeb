"""Who failed is offered again after the waiting time of the code, up to a limit, and some are not at all."""

from __future__ import annotations

from datetime import timedelta

import pytest

from svcconsole.services.deliveries.again import Chance, chance_of, offer
from svcconsole.services.deliveries.deliveries import Delivery
from svcconsole.services.deliveries.reasons import REASONS
from svcconsole.services.deliveries.states import State, moment_of, written

AT = "2026-11-23T10:00:00.000Z"
TEN = moment_of(AT)


def failed(phone: str, why: str, *, key: str = "", at: str = AT) -> Delivery:
    return Delivery(
        key or phone, key or phone, "run", "run", "Candles", "", phone, at, State.FAILED, why=why, state_at=at
    )


def reached(phone: str, at: str = AT) -> Delivery:
    return Delivery("r" + phone, "", "run", "run", "Candles", "", phone, at, State.READ)


@pytest.mark.parametrize(
    ("code", "waits"),
    [
        (131049, timedelta(hours=24)),
        (131056, timedelta(minutes=10)),
        (130429, timedelta(minutes=10)),
        (131016, timedelta(hours=1)),
    ],
)
def test_a_failure_that_passes_is_offered_once_its_time_is_over_and_not_before(
    code: int, waits: timedelta
) -> None:
    one = [failed("+491", f"{code}: said")]
    early = offer(one, one, TEN + waits - timedelta(milliseconds=1))
    assert (early.now, early.later, early.first_at) == ([], 1, TEN + waits)
    assert offer(one, one, TEN + waits).now == one


def test_media_is_offered_only_once_somebody_says_it_was_changed() -> None:
    one = [failed("+491", "131053: said")]
    later = TEN + timedelta(days=30)
    assert (offer(one, one, later).now, offer(one, one, later).change) == ([], 1)
    assert offer(one, one, later, changed="131049").now == []
    assert offer(one, one, later, changed="131053").now == one


@pytest.mark.parametrize("code", [130472, 131026, 131050])
def test_some_failures_are_never_offered(code: int) -> None:
    one = [failed("+491", f"{code}: said")]
    for changed in (None, str(code)):
        found = offer(one, one, TEN + timedelta(days=300), changed)
        assert (found.now, found.never) == ([], 1)


def test_every_code_has_one_chance_and_an_unexplained_reason_waits_for_a_look() -> None:
    assert {code for code in REASONS if chance_of(f"{code}: said") is Chance.NEVER} == {
        code for code, reason in REASONS.items() if reason.for_good
    } | {130472}
    assert chance_of("nobody knows") is Chance.CHANGE


def test_a_number_is_offered_once_and_not_where_it_was_reached_or_written_to_since() -> None:
    twice = [failed("+491", "131056: a", key="a"), failed("+491", "131056: b", key="b")]
    one = [failed("+492", "131056: c"), reached("+492")]
    since = failed("+493", "131056: d")
    tomorrow = TEN + timedelta(days=1)
    messages = [*twice, *one, since]
    found = offer(messages, [*messages, reached("+493", written(TEN + timedelta(hours=1)))], tomorrow)
    assert [each.phone for each in found.now] == ["+491"]
    assert (found.since, found.later, found.never, found.change) == (1, 0, 0, 0)


def test_after_three_failures_in_a_row_a_number_is_not_offered_any_more() -> None:
    waves = [
        failed("+491", "131049: a", key=str(day), at=written(TEN + timedelta(days=day))) for day in (0, 2, 4)
    ]
    much_later = TEN + timedelta(days=9)
    assert offer(waves[1:2], waves[:2], much_later).now == waves[1:2]
    assert offer(waves[2:], waves, much_later).given_up == 1
    between = reached("+491", written(TEN + timedelta(days=3)))
    assert offer(waves[2:], [*waves, between], much_later).now == waves[2:]
