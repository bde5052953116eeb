"""The fault each status stands for, how often a call is tried, and the error it ends in."""

from __future__ import annotations

import pytest

from svcconsole.api import errors
from svcconsole.api.errors import Outcome
from svcconsole.api.fault_table import PROBABLY_SAYS, RULES, UNEXPLAINED, UNKNOWN_ADVICE, UNKNOWN_SAYS
from svcconsole.api.faults import ERRORS, TRIES, Ending, Fault, error_for, fault_of_status
from svcconsole.api.operations import Effect
from svcconsole.words.message import places

STATUSES: dict[Fault | None, tuple[int, ...]] = {
    None: (200,),
    Fault.SWITCHED: (101,),
    Fault.REDIRECT: (301, 302, 307, 308),
    Fault.SEE_OTHER: (303,),
    Fault.UNAUTHORIZED: (401,),
    Fault.FORBIDDEN: (403,),
    Fault.NOT_THERE: (404, 405),
    Fault.NO_CUSTOMER: (406,),
    Fault.SLOW_REQUEST: (408,),
    Fault.TOO_EARLY: (425,),
    Fault.BUSY: (429,),
    Fault.NOT_OFFERED: (501,),
    Fault.FOREIGN: (511,),
}
"""What has statuses of its own (reliability, 2.1; decisions, row 37)."""


def test_a_status_without_a_fault_of_its_own_goes_by_its_first_digit() -> None:
    by_digit = {4: Fault.REFUSED, 5: Fault.FAILED}
    expected: dict[int, Fault | None] = {
        each: by_digit.get(each // 100, Fault.ODD) for each in range(100, 1000)
    }
    for fault, statuses in STATUSES.items():
        for each in statuses:
            expected[each] = fault
    assert {each: fault_of_status(each) for each in expected} == expected


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
    assert {error_for(rule, outcome).outcome for outcome in ERRORS} == ERRORS.keys()
    assert rule.error is None or error_for(rule, rule.error.outcome) is rule.error
    assert error_for(RULES[Fault.NO_CUSTOMER], Outcome.REJECTED) is errors.CustomerNotFound
    assert error_for(RULES[Fault.NO_CUSTOMER], Outcome.UNKNOWN) is errors.OutcomeUnknown


ENDINGS = {
    "N": Ending(Outcome.NOT_SENT),
    "N3": Ending(Outcome.NOT_SENT, 3),
    "T": Ending(Outcome.THROTTLED),
    "P": Ending(Outcome.PAUSE, 1),
    "P3": Ending(Outcome.PAUSE, 3),
    "R": Ending(Outcome.REJECTED, 1),
    "U": Ending(Outcome.UNKNOWN, 1),
    "U3": Ending(Outcome.UNKNOWN, 3),
    "U*": Ending(Outcome.UNKNOWN),
}
"""How often the same is tried before, where it is not as often as its effect allows."""
TABLE: dict[Fault, tuple[str, str, str, type[errors.ApiError] | None]] = {
    Fault.UNREACHED: ("N", "N", "N", None),
    Fault.TLS: ("P", "P", "P", errors.NotTrusted),
    Fault.PROXY: ("P", "P", "P", errors.ProxyInTheWay),
    Fault.POOL: ("N", "N", "N", None),
    Fault.BROKEN: ("N", "U*", "U", None),
    Fault.SILENT: ("N", "U*", "U", None),
    Fault.GARBLED: ("N3", "U3", "U", None),
    Fault.CUT: ("N", "U*", "U", None),
    Fault.UNREADABLE: ("P", "U", "U", errors.NotThisApi),
    Fault.SWITCHED: ("P", "P", "U", errors.NotThisApi),
    Fault.REDIRECT: ("P", "P", "P", errors.WrongAddress),
    Fault.SEE_OTHER: ("P", "U", "U", errors.WrongAddress),
    Fault.REFUSED: ("R", "R", "R", None),
    Fault.UNAUTHORIZED: ("P", "P", "P", errors.Unauthorized),
    Fault.FORBIDDEN: ("P", "P", "P", errors.Unauthorized),
    Fault.NOT_THERE: ("P", "P", "P", errors.WrongAddress),
    Fault.NOT_OFFERED: ("P", "P", "P", None),
    Fault.NO_CUSTOMER: ("R", "R", "R", errors.CustomerNotFound),
    Fault.NO_TEMPLATE: ("R", "R", "R", errors.InvalidTemplate),
    Fault.SLOW_REQUEST: ("N", "N", "N", None),
    Fault.TOO_EARLY: ("T", "T", "T", None),
    Fault.BUSY: ("T", "T", "T", None),
    Fault.FAILED: ("N", "U*", "U", None),
    Fault.ODD: ("P", "U", "U", errors.NotThisApi),
    Fault.FOREIGN: ("P3", "P3", "U", errors.NotThisApi),
    Fault.NO_JSON: ("P3", "U3", "U", errors.NotThisApi),
    Fault.UNSUCCESSFUL: ("R", "R", "R", None),
    Fault.CONTRADICTION: ("R", "U", "U", None),
    Fault.MISFIT: ("P", "U", "U", errors.NotThisApi),
}
"""Reliability, 2.1: how a read, an upsert and a once-only call end, and the fault's own error."""


def test_each_fault_ends_each_kind_of_call_as_the_design_has_it_and_says_so() -> None:
    """A refusal is put right by the store's words; every other fault has a way out of its own."""
    assert list(RULES) == list(TABLE) == list(Fault)
    for fault, (*endings, error) in TABLE.items():
        rule = RULES[fault]
        assert [rule.ending(effect) for effect in Effect] == [ENDINGS[each] for each in endings], fault
        assert rule.error is error, fault
        assert rule.says.endswith(".")
        assert set(places(rule.says)) <= {"store", "detail", "status"}
        assert rule.advice == "" if fault is Fault.REFUSED else rule.advice.endswith(".")
    assert set(places(UNEXPLAINED)) == {"status"}
    assert UNKNOWN_SAYS.endswith(".")
    assert PROBABLY_SAYS.endswith(".")
    advice = [UNKNOWN_ADVICE[effect] for effect in Effect]
    assert (advice[0], [each.endswith(".") for each in advice[1:]]) == ("", [True, True])
