"""Catalogs, tickets and flows made of rows: what a cell becomes, what is lacking, what is left out."""

from __future__ import annotations

import json
from collections.abc import Mapping as Dict
from collections.abc import Sequence
from typing import Any

import pytest

from svcconsole.api.models.common import Request
from svcconsole.tables.checking.problems import Draft
from svcconsole.tables.checking.rules import Rules
from svcconsole.tables.mapping.kinds import IMPORTS
from svcconsole.tables.mapping.mapping import Mapping, Setting, auto_match, parse_set, source_from
from svcconsole.tables.mapping.request_body import lacking
from svcconsole.tables.mapping.targets import TARGETS
from svcconsole.tables.reading.errors import TableError
from svcconsole.tables.reading.row import Row
from svcconsole.tables.records.recipients import Earlier, Known
from svcconsole.tables.records.requests import SAME

TASK = {"channel": "TASKS"}
FLOW = {"medium": "whatsapp", "flowId": "welcome"}
NOTHING = Known()


def mapped(kind: str, header: Sequence[str], settings: Dict[str, str]) -> Mapping:
    found = auto_match(header, TARGETS[kind])
    for path, text in settings.items():
        found = found.with_setting(Setting(path, source_from(text)))
    return found


def drafts(
    kind: str,
    header: Sequence[str],
    *rows: Sequence[str],
    settings: Dict[str, str] | None = None,
    rules: Rules | None = None,
    known: Known = NOTHING,
) -> list[Draft[Request]]:
    made = IMPORTS[kind]
    table = [Row(at, at + 1, tuple(cells)) for at, cells in enumerate(rows, start=1)]
    answers = rules or Rules()
    found = made.survey(header, table, mapped(kind, header, settings or {}), answers)
    if made.once:
        found.know(known)
    builder = made.builder(found, answers)
    return [builder.build_one(key, [table[at - 1] for at in found.rows_of(key)]) for key in found.keys]


def sent(draft: Draft[Request]) -> Any:
    assert draft.request is not None, draft.problems
    return json.loads(draft.request.wire())


def codes(draft: Draft[Request]) -> list[str]:
    return [problem.code for problem in draft.problems]


def test_a_cell_becomes_what_its_field_holds() -> None:
    header = ("Channel", "Phone", "Store phone", "Label ids", "Team id", "Assigned to")
    (draft,) = drafts(
        "tickets",
        header,
        ("whatsapp", "333 123 4567", "02 1234 5678", "3; 5,7", "12", "specific team"),
        rules=Rules().decide("region", "value", "IT"),
    )
    assert sent(draft) == {
        "channel": "WHATSAPP",
        "labelIds": [3, 5, 7],
        "brandPhoneNumber": "+390212345678",
        "customerPhoneNumber": "+393331234567",
        "assignmentType": "SPECIFIC_TEAM",
        "teamId": 12,
    }


def test_a_cart_in_columns_becomes_numbers_and_lists_and_is_never_guessed() -> None:
    cart = "payload.abandonedCart."
    header = (
        "Phone", "payload.checkoutId", "payload.phoneNumber", f"{cart}id", f"{cart}phoneNumber",
        f"{cart}converted", f"{cart}cartPrice", f"{cart}partnersData.id", f"{cart}partnersData.source",
        f"{cart}cart.0.name", f"{cart}cart.0.price", f"{cart}cart.0.quantity", f"{cart}cart.0.productId",
        "carryPayload.city", "carryPayload.2",
    )  # fmt: skip
    row = (
        "+39 333 123 4567", "c-1", "+39 333 123 4567", "a-1", "+39 333 123 4567", "no", "75,50", "p", "web",
        "Mug", "25.5", "3", "12", "Rome; Milan", "x",
    )  # fmt: skip
    (draft,) = drafts("flows", header, row, settings=FLOW)
    body = sent(draft)
    assert body["carryPayload"] == {"city": ["Rome", "Milan"], "2": ["x"]}
    assert body["payload"]["phoneNumber"] == "+393331234567"
    kept = body["payload"]["abandonedCart"]
    assert (kept["converted"], kept["cartPrice"]) == (False, 75.5)
    assert kept["cart"] == [{"name": "Mug", "price": 25.5, "quantity": 3, "productId": 12}]
    (unsure,) = drafts("flows", header, (*row[:6], "1,299", *row[7:]), settings=FLOW)
    assert unsure.request is None, "1,299 is two numbers"


def test_a_column_that_leads_to_no_field_is_no_field() -> None:
    header = ("Phone", "payload.nonsense", "carryPayload.a.b")
    assert set(auto_match(header, TARGETS["flows"]).sources) == {"phoneNumber"}
    with pytest.raises(TableError, match=r"Flows have no field “payload\.nonsense”"):
        parse_set("payload.nonsense=1", TARGETS["flows"])


@pytest.mark.parametrize(
    ("kind", "settings", "missing"),
    [
        ("catalogs", {}, ("name", "id")),
        ("tickets", {}, ("channel",)),
        ("tickets", {"channel": "whatsapp"}, ("brandPhoneNumber", "customerPhoneNumber")),
        ("tickets", {"channel": "EMAIL", "brandEmail": "a@b.example"}, ("customerEmail",)),
        ("tickets", {**TASK, "assignmentType": "SPECIFIC_AGENT"}, ("taskTitle", "agentMail")),
        ("tickets", {**TASK, "taskTitle": "Call"}, ()),
        ("flows", {}, ("medium", "flowId", "phoneNumber")),
        ("flows", FLOW, ("phoneNumber",)),
        ("flows", {**FLOW, "email": "a@b.example"}, ()),
    ],
)
def test_what_a_request_lacks_depends_on_what_is_chosen(
    kind: str, settings: dict[str, str], missing: tuple[str, ...]
) -> None:
    assert lacking(mapped(kind, ("Colour",), settings)) == (missing, ())


def test_a_flow_without_anybody_is_said_once_in_its_row() -> None:
    (draft,) = drafts("flows", ("Phone", "E-mail"), ("", " "), settings=FLOW)
    assert codes(draft) == ["contact_missing"]
    bad, good = drafts("flows", ("Phone", "E-mail"), ("+12", ""), ("+12", "a@b.example"), settings=FLOW)
    assert codes(bad) == codes(good) == ["phone_unreadable"], "a number that is wrong is not left away"


def test_a_number_left_out_by_a_rule_leaves_the_row_out_where_nothing_else_names_the_person() -> None:
    rules = Rules().decide("region", "leave_out")
    header = ("Phone", "E-mail")
    alone, beside = drafts("flows", header, ("3331234567", ""), ("3331234567", "a@b.example"), settings=FLOW,
                           rules=rules)  # fmt: skip
    assert (alone.request, alone.left_out, codes(alone)) == (None, (1,), ["phone_left_out"])
    assert sent(beside)["email"] == "a@b.example"
    assert "phoneNumber" not in sent(beside)


def test_the_same_request_is_left_out_unless_a_rule_says_otherwise() -> None:
    rows = (("Call Ann", "x"), ("Call Ann", "y"), (" Call Ann", "x "))
    first, other, again = drafts("tickets", ("Task", "Notes"), *rows, settings=TASK)
    assert sent(first) != sent(other)
    assert (again.request, again.left_out) == (None, (3,))
    assert codes(again)[-1] == "request_repeated"
    each = Rules().decide("request_repeated", "each")
    *_, wanted = drafts("tickets", ("Task", "Notes"), *rows, settings=TASK, rules=each)
    assert sent(wanted) == sent(first)
    assert codes(wanted)[-1] == "request_again"


def test_what_was_sent_lately_is_left_out_whatever_reference_it_had() -> None:
    body = {"channel": "TASKS", "taskTitle": "Call", "context": "Soon\nRef K7M2-Q9XP"}
    (key,) = SAME["tickets"].keys(body)
    known = Known({key: [Earlier("2026-01-02T03:04:05Z", b"")]})
    header, row = ("Task", "Notes"), ("Call", "Soon")
    (draft,) = drafts("tickets", header, row, settings=TASK, known=known)
    assert (draft.request, draft.left_out) == (None, (1,))
    said = draft.problems[-1].sentence
    assert said.startswith("The very same ticket was sent from here at 2026-01-02 03:04 (UTC)")
    again = Rules().decide("request_lately", "send")
    assert drafts("tickets", header, row, settings=TASK, known=known, rules=again)[0].request is not None


def test_a_person_on_the_suppression_list_gets_no_flow() -> None:
    known = Known(suppressed=frozenset({"+393331234567"}))
    (draft,) = drafts("flows", ("Phone",), ("+39 333 123 4567",), settings=FLOW, known=known)
    assert (draft.left_out, codes(draft)[-1]) == ((1,), "recipient_suppressed")


def test_a_catalog_is_refused_where_its_id_is_there_twice_or_damaged() -> None:
    found = drafts("catalogs", ("Id", "Name"), ("a", "A"), ("a", "B"), ("1.2E+11", "C"), ("'0012", "D"))
    assert [codes(draft) for draft in found[:3]] == [[], ["id_repeated"], ["code_damaged"]]
    assert sent(found[3]) == {"name": "D", "id": "0012"}


@pytest.mark.parametrize(("country", "number"), [("49", "+491711234567"), ("Germany", "+491711234567")])
@pytest.mark.parametrize("kind", ["tickets", "flows"])
def test_the_country_of_a_row_is_read_before_that_of_the_file_and_is_not_the_stores_own(
    kind: str, country: str, number: str
) -> None:
    store, field = (
        ("brandPhoneNumber", "customerPhoneNumber")
        if kind == "tickets"
        else ("businessPhoneNumber", "phoneNumber")
    )
    settings = {"tickets": {"channel": "WHATSAPP"}, "flows": FLOW}[kind]
    (draft,) = drafts(
        kind,
        ("phoneCountry", "Phone", store),
        (country, "0171 1234567", "02 1234 5678"),
        settings=settings,
        rules=Rules().decide("region", "value", "IT"),
    )
    body = sent(draft)
    assert (body[field], body[store]) == (number, "+390212345678")
    assert "phoneCountry" not in body
