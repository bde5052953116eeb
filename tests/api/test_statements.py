"""What the places of one answer come to: its statuses, its yes or no, its errors, what it names as made."""

from __future__ import annotations

from typing import Any

import pytest

from svcconsole.api.faults import Fault
from svcconsole.api.operations import GET_CUSTOMER, Effect, Operation
from svcconsole.api.statements import conclusion, flag, inner_status, names_errors, says_something
from tests.api.replies_of_a_store import BASE

NO = {"errors": [{"message": "no"}]}


def concluded(
    status: int, body: dict[str, Any], effect: Effect, operation: Operation[Any, Any] | None = None
) -> tuple[Fault | None, int, str]:
    found = conclusion(status, body, operation or BASE[effect], effect)
    return found.fault, found.status, found.detail


@pytest.mark.parametrize(
    ("value", "status"),
    [
        (200, 200),
        (100, 100),
        (99, None),
        (999, 999),
        (1000, None),
        (429.0, 429),
        (429.5, None),
        ("404", 404),
        ("100", 100),
        ("40", None),
        ("4040", None),
        ("٤٠٤", None),
        ("4.4", None),
        ("abc", None),
        (True, None),
        (False, None),
        (None, None),
        ([404], None),
    ],
)
def test_a_status_inside_is_a_number_of_three_digits_or_its_text(value: Any, status: int | None) -> None:
    found = inner_status({"status": value})
    assert (found, type(found)) == (status, type(status))
    assert inner_status({"other": value}) is None


@pytest.mark.parametrize("value", [True, 1, "true", " OK ", "Success"])
def test_yes_in_every_form(value: Any) -> None:
    assert flag(value) is True
    assert says_something({"success": value})
    assert says_something({"status": value})


@pytest.mark.parametrize("value", [False, 0, "false", "Error", "fail", "failed", " failure\n"])
def test_no_in_every_form(value: Any) -> None:
    assert flag(value) is False
    assert not says_something({"success": value})


@pytest.mark.parametrize("value", [None, 2, -1, 1.5, "", "maybe", "truefalse", [], {}, ["true"]])
def test_what_says_neither(value: Any) -> None:
    assert flag(value) is None


@pytest.mark.parametrize(
    ("status", "says"), [(200, True), (299, True), (300, False), (199, False), (None, False)]
)
def test_a_status_inside_says_that_it_was_carried_out(status: int | None, says: bool) -> None:
    assert says_something({"status": status}) is says


def test_errors_are_named_by_either_member() -> None:
    assert names_errors(NO)
    assert names_errors({"error": "no"})
    assert not names_errors({"errors": [], "error": "", "message": "no"})


@pytest.mark.parametrize(
    ("http", "body", "fault", "status"),
    [
        (200, {}, None, 200),
        (200, {"status": 200}, None, 200),
        (200, {"status": 204}, None, 200),
        (200, {"status": 404}, Fault.NOT_THERE, 404),
        (200, {"status": 503}, Fault.FAILED, 503),
        (200, {"success": False}, Fault.UNSUCCESSFUL, 200),
        (200, {"success": False, **NO}, Fault.REFUSED, 200),
        (200, NO, Fault.REFUSED, 200),
        (200, {"success": True, **NO}, None, 200),
        (500, {}, Fault.FAILED, 500),
        (500, {"status": 400}, Fault.REFUSED, 400),
        (400, {"status": 500}, Fault.FAILED, 500),
        (400, {"status": 200}, Fault.REFUSED, 400),
        (400, {"status": 201}, Fault.REFUSED, 400),
        (400, {"status": 200, "data": {"id": 1}}, None, 200),
        (599, {"status": 201, "data": {"id": 1}}, None, 200),
        (600, {"status": 404}, Fault.ODD, 600),
        (399, {"status": 404}, Fault.ODD, 399),
        (302, {"status": 200, "data": {"id": 1}}, Fault.REDIRECT, 302),
        (201, {"status": 404}, Fault.ODD, 201),
        (400, {"status": 300}, Fault.ODD, 300),
        (200, {"status": 407, **NO}, Fault.NO_TEMPLATE, 407),
        (200, {"status": 407}, Fault.PROXY, 407),
        (407, {"status": 407, **NO}, Fault.NO_TEMPLATE, 407),
        (406, {}, Fault.REFUSED, 406),
    ],
)
def test_a_reading(http: int, body: dict[str, Any], fault: Fault | None, status: int) -> None:
    assert concluded(http, body, Effect.READ) == (fault, status, "")


def test_406_is_no_such_customer_where_one_was_asked_for() -> None:
    assert concluded(406, {}, Effect.READ, GET_CUSTOMER) == (Fault.NO_CUSTOMER, 406, "")
    assert concluded(200, {"status": 406}, Effect.READ, GET_CUSTOMER) == (Fault.NO_CUSTOMER, 406, "")
    assert concluded(404, {}, Effect.READ, GET_CUSTOMER) == (Fault.NOT_THERE, 404, "")


WRITES = (Effect.UPSERT, Effect.ONCE)


@pytest.mark.parametrize("effect", WRITES)
@pytest.mark.parametrize(
    ("http", "body", "fault", "status"),
    [
        (200, {}, None, 200),
        (200, {"status": 200, "success": True}, None, 200),
        (200, {"status": 299}, None, 200),
        (200, {"data": {"id": "m-1"}, "success": True, **NO}, None, 200),
        (400, {}, Fault.REFUSED, 400),
        (400, {"status": 422, **NO}, Fault.REFUSED, 422),
        (422, {"status": 400, "success": False}, Fault.REFUSED, 422),
        (400, {"data": {"id": ""}, "response": {"id": None}, "status": "no"}, Fault.REFUSED, 400),
        (400, {"data": "m-1"}, Fault.REFUSED, 400),
        (503, {}, Fault.FAILED, 503),
        (503, {"status": 200, "success": True, "data": {"id": 1}}, Fault.FAILED, 503),
        (200, {"status": 503}, Fault.FAILED, 503),
        (400, {"status": 503}, Fault.FAILED, 503),
        (503, {"status": 400}, Fault.FAILED, 503),
        (303, {"status": 400}, Fault.SEE_OTHER, 400),
        (200, {"status": 300}, Fault.ODD, 300),
    ],
)
def test_a_write_whose_places_agree_or_of_which_one_is_not_known(
    effect: Effect, http: int, body: dict[str, Any], fault: Fault | None, status: int
) -> None:
    assert concluded(http, body, effect) == (fault, status, "")


@pytest.mark.parametrize("effect", WRITES)
@pytest.mark.parametrize(
    ("http", "body", "detail"),
    [
        (200, {"status": 429}, "it answers 200, and 429 inside its answer"),
        (400, {"status": 200}, "it answers 400, and 200 inside its answer"),
        (200, {"success": False}, "it answers 200, and that it did not succeed"),
        (200, {"status": 200, "success": False, **NO}, "it answers 200, and that it did not succeed"),
        (200, NO, "it answers 200, and names an error"),
        (200, {"status": 201, "error": "no"}, "it answers 200, and 201 inside its answer"),
        (429, {"success": True}, "it answers 429, and that it succeeded"),
        (429, {"status": 429, "success": True}, "it answers 429, and that it succeeded"),
        (429, {"data": {"id": "m-1"}}, "it answers 429, and names what it made"),
        (429, {"data": {"reportHistoryId": 7}}, "it answers 429, and names what it made"),
        (429, {"data": {"ticket": {"id": 7}}}, "it answers 429, and names what it made"),
        (429, {"data": {"customer": {"id": 7}}}, "it answers 429, and names what it made"),
        (429, {"response": {"id": 7}}, "it answers 429, and names what it made"),
    ],
)
def test_a_write_of_which_one_place_says_yes_and_one_no(
    effect: Effect, http: int, body: dict[str, Any], detail: str
) -> None:
    assert concluded(http, body, effect) == (Fault.CONTRADICTION, http, detail)


@pytest.mark.parametrize(
    ("http", "inside", "fault", "status"),
    [
        (400, 429, Fault.BUSY, 429),
        (429, 400, Fault.BUSY, 429),
        (400, 401, Fault.UNAUTHORIZED, 401),
        (401, 429, Fault.BUSY, 429),
        (429, 408, Fault.SLOW_REQUEST, 429),
        (408, 429, Fault.SLOW_REQUEST, 429),
    ],
)
def test_of_two_refusals_the_less_certain_counts_for_an_upsert_and_neither_for_what_happens_once(
    http: int, inside: int, fault: Fault, status: int
) -> None:
    assert concluded(http, {"status": inside}, Effect.UPSERT) == (fault, status, "")
    told = f"it answers {http}, and {inside} inside its answer"
    assert concluded(http, {"status": inside}, Effect.ONCE) == (Fault.CONTRADICTION, http, told)
