"""The fault each status stands for, how often a call is tried, and the error it ends in."""

from __future__ import annotations

import pytest

from svcconsole.api import errors
from svcconsole.api.errors import Outcome
from svcconsole.api.fault_table import RULES
from svcconsole.api.faults import ERRORS, TRIES, Ending, Fault, error_for, fault_of_status
from svcconsole.api.operations import Effect

OF_THEIR_OWN = {
    200: None,
    101: Fault.SWITCHED,
    301: Fault.REDIRECT,
    302: Fault.REDIRECT,
    303: Fault.SEE_OTHER,
    307: Fault.REDIRECT,
    308: Fault.REDIRECT,
    401: Fault.UNAUTHORIZED,
    403: Fault.FORBIDDEN,
    404: Fault.NOT_THERE,
    405: Fault.NOT_THERE,
    406: Fault.NO_CUSTOMER,
    408: Fault.SLOW_REQUEST,
    425: Fault.TOO_EARLY,
    429: Fault.BUSY,
    501: Fault.NOT_OFFERED,
    511: Fault.FOREIGN,
}
"""reliability.md, 2.1, and decisions, rows 14, 36 and 37."""


def test_a_status_without_a_fault_of_its_own_goes_by_its_first_digit() -> None:
    statuses = range(100, 1000)
    by_digit = {each: {4: Fault.REFUSED, 5: Fault.FAILED}.get(each // 100, Fault.ODD) for each in statuses}
    assert {each: fault_of_status(each) for each in statuses} == by_digit | OF_THEIR_OWN


def test_an_ending_names_its_tries_only_where_its_effect_allows_more() -> None:
    assert TRIES == {Effect.READ: 5, Effect.UPSERT: 4, Effect.ONCE: 8}  # reliability.md, W10
    assert Ending(Outcome.NOT_SENT).tries is None
    for rule in RULES.values():
        for effect in Effect:
            ending = rule.ending(effect)
            assert ending.tries is None or ending.tries < TRIES[effect]


@pytest.mark.parametrize("fault", list(Fault))
def test_an_error_is_the_faults_own_only_where_that_is_how_it_ended(fault: Fault) -> None:
    rule = RULES[fault]
    for outcome in ERRORS:
        error = error_for(rule, outcome)
        assert error.outcome is outcome
        own = rule.error if rule.error is not None and rule.error.outcome is outcome else None
        assert error is (own or ERRORS[outcome])
    assert error_for(RULES[Fault.NO_CUSTOMER], Outcome.REJECTED) is errors.CustomerNotFound
    assert error_for(RULES[Fault.NO_CUSTOMER], Outcome.UNKNOWN) is errors.OutcomeUnknown
