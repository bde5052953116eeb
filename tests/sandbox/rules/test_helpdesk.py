"""Tickets in the practice store: what they need, whose they are, who gets them."""

from __future__ import annotations

from collections import Counter
from pathlib import Path
from typing import Any

import pytest

from tests.api.models.samples import TICKET
from tests.sandbox.wire import Reply, data, post
from tests.support.practice import PracticeStore, start_practice_store

PATH = "createAndAssignTicket"
EMAIL = {"channel": "EMAIL", "brandEmail": "shop@brand.example", "customerEmail": "asha@customer.example"}
WHATSAPP = {"channel": "WHATSAPP", "brandPhoneNumber": "+15550100999", "customerPhoneNumber": "+15550100123"}
TASK = {"channel": "TASKS", "taskTitle": "Call the printer"}
AGENT = {"assignmentType": "SPECIFIC_AGENT", "agentMail": "asha@practice.example"}
TEAM = {"assignmentType": "SPECIFIC_TEAM", "teamId": 1}


def create(store: PracticeStore, *parts: dict[str, Any], **fields: Any) -> Any:
    body = {name: value for part in parts for name, value in part.items()} | fields
    answer = data(store, PATH, body)
    assert set(answer) == {"ticket"}
    return answer["ticket"]


def refused(reply: Reply) -> tuple[int, list[str]]:
    return reply.status, reply.messages


@pytest.mark.parametrize("seed", ["demo", "empty"])
def test_the_answer_is_a_ticket_as_specified(practice_store: PracticeStore, seed: Any) -> None:
    practice_store.reset(seed)
    ticket = create(practice_store, TICKET)
    assert list(ticket) == ["id", "customerId", "storeId", "agentId", "teamId", "channelName"]
    kinds = [type(ticket[name]) for name in ("id", "customerId", "storeId", "agentId", "channelName")]
    assert kinds == [int, str, str, int, str]
    assert (ticket["teamId"], ticket["channelName"], ticket["storeId"]) == (
        None,
        "WHATSAPP",
        "practice-store",
    )
    again = create(practice_store, TICKET)
    assert again["id"] == ticket["id"] + 1
    assert again["customerId"] == ticket["customerId"]


@pytest.mark.parametrize(
    ("ticket", "name"),
    [
        (EMAIL, "brandEmail"),
        (EMAIL, "customerEmail"),
        (WHATSAPP, "brandPhoneNumber"),
        (WHATSAPP, "customerPhoneNumber"),
        (TASK, "taskTitle"),
    ],
)
@pytest.mark.parametrize("value", [None, ""])
def test_each_channel_needs_its_fields(
    practice_store: PracticeStore, ticket: dict[str, str], name: str, value: str | None
) -> None:
    reply = post(practice_store, PATH, {**ticket, name: value})
    assert refused(reply) == (400, [f"{name} is required when channel is {ticket['channel']}"])


@pytest.mark.parametrize(("kind", "name"), [("SPECIFIC_AGENT", "agentMail"), ("SPECIFIC_TEAM", "teamId")])
def test_each_assignment_needs_its_field(practice_store: PracticeStore, kind: str, name: str) -> None:
    reply = post(practice_store, PATH, {**TASK, "assignmentType": kind})
    assert refused(reply) == (400, [f"{name} is required when assignmentType is {kind}"])


def test_everything_that_is_missing_is_named_at_once(practice_store: PracticeStore) -> None:
    reply = post(practice_store, PATH, {"channel": "email", "assignmentType": "SPECIFIC_TEAM"})
    assert refused(reply) == (
        400,
        [
            "brandEmail is required when channel is EMAIL",
            "customerEmail is required when channel is EMAIL",
            "teamId is required when assignmentType is SPECIFIC_TEAM",
        ],
    )


@pytest.mark.parametrize(
    ("fields", "messages"),
    [
        (
            {"assignmentType": "SPECIFIC_AGENT", "agentMail": "nobody@x.example"},
            ["agentMail nobody@x.example is not an agent of this store"],
        ),
        ({"assignmentType": "SPECIFIC_TEAM", "teamId": 99}, ["teamId 99 is not a team of this store"]),
        (
            {"assignmentType": "SPECIFIC_TEAM", "teamId": 10**30},
            [f"teamId {10**30} is not a team of this store"],
        ),
        (
            {"labelIds": [1, 98, 10**30]},
            [
                "labelIds[1] 98 is not a label of this store",
                f"labelIds[2] {10**30} is not a label of this store",
            ],
        ),
        ({"labelIds": [True]}, ["labelIds[0] must be a whole number, not true"]),
        ({"labelIds": ["1"]}, ['labelIds[0] must be a whole number, not "1"']),
        ({**TEAM, "teamId": 1.5}, ["teamId must be a whole number, not 1.5"]),
        ({"channel": "SMS"}, ['channel must be "WHATSAPP", "EMAIL" or "TASKS", not "SMS"']),
        (
            {"assignmentType": "NOBODY"},
            ['assignmentType must be "ALL_AGENTS", "SPECIFIC_AGENT" or "SPECIFIC_TEAM", not "NOBODY"'],
        ),
        ({"priority": "high"}, ["priority is not a field of this request"]),
        ({"appId": "app-1"}, ["appId is not a field of this request"]),
    ],
    ids=lambda value: str(value)[:50],
)
def test_what_the_store_does_not_know_is_refused_and_nothing_is_made(
    practice_store: PracticeStore, fields: dict[str, Any], messages: list[str]
) -> None:
    before = practice_store.counts()
    assert refused(post(practice_store, PATH, {**WHATSAPP, **fields})) == (400, messages)
    assert practice_store.counts() == before


@pytest.mark.parametrize("channel", ["whatsapp", "WhatsApp", "WHATSAPP"])
def test_the_channel_is_read_in_any_case(practice_store: PracticeStore, channel: str) -> None:
    assert create(practice_store, WHATSAPP, channel=channel)["channelName"] == "WHATSAPP"


def test_a_ticket_belongs_to_the_customer_who_is_reached_so(practice_store: PracticeStore) -> None:
    path = "customers/createOrUpdate"
    known = data(practice_store, path, {"partnerCustomerId": "C-17", "email": "asha@customer.example"})
    number = known["customer"]["id"]
    assert create(practice_store, EMAIL, customerEmail="Asha@customer.example")["customerId"] == str(number)
    made = create(practice_store, WHATSAPP)["customerId"]
    assert made != str(number)
    customer = data(practice_store, "customers/get", {"svcCustomerId": made})["customer"]
    assert customer["phoneNumber"] == "+15550100123"
    assert practice_store.counts()["customers"] == 2


def test_a_task_needs_no_customer(practice_store: PracticeStore) -> None:
    assert create(practice_store, TASK)["customerId"] == ""
    assert practice_store.counts()["customers"] == 0
    assert create(practice_store, TASK, customerEmail="asha@customer.example")["customerId"] == "1"


def test_a_specific_agent_gets_it(practice_store: PracticeStore) -> None:
    tickets = [create(practice_store, TASK, AGENT) for _ in range(3)]
    tickets.append(create(practice_store, TASK, AGENT, agentMail="ASHA@practice.example"))
    assert {(ticket["agentId"], ticket["teamId"]) for ticket in tickets} == {(1, None)}


@pytest.mark.parametrize("kind", [{}, {"assignmentType": "ALL_AGENTS"}], ids=["no type", "all agents"])
def test_all_agents_take_turns(practice_store: PracticeStore, kind: dict[str, str]) -> None:
    agents = practice_store.counts()["agents"]
    assert agents > 1
    taken = [create(practice_store, TASK, kind)["agentId"] for _ in range(agents * 3)]
    assert set(Counter(taken).values()) == {3}
    assert taken[:agents] == taken[agents : agents * 2] == taken[agents * 2 :]


def test_a_teams_agents_take_turns_besides_those_of_all(practice_store: PracticeStore) -> None:
    tickets = []
    for _ in range(24):
        tickets.append(create(practice_store, TASK, TEAM))
        create(practice_store, TASK)
    assert {ticket["teamId"] for ticket in tickets} == {1}
    turns = Counter(ticket["agentId"] for ticket in tickets)
    assert max(turns.values()) - min(turns.values()) <= 1
    assert len(turns) > 1


def test_a_refused_ticket_takes_nobodys_turn(practice_store: PracticeStore) -> None:
    first = create(practice_store, TASK)["agentId"]
    assert post(practice_store, PATH, {**TASK, "labelIds": [98]}).status == 400
    second = create(practice_store, TASK)["agentId"]
    practice_store.reset()
    assert [create(practice_store, TASK)["agentId"] for _ in range(2)] == [first, second]


def test_the_turns_and_the_numbers_go_on_after_a_kill(tmp_path: Path) -> None:
    with start_practice_store(tmp_path) as store:
        agents = store.counts()["agents"]
        before = [create(store, TASK) for _ in range(agents - 1)]
        store.kill()
    with start_practice_store(tmp_path) as store:
        after = create(store, TASK)
    assert len({ticket["agentId"] for ticket in (*before, after)}) == agents
    assert after["id"] == before[-1]["id"] + 1


def test_the_control_api_shows_the_tickets_with_their_labels(practice_store: PracticeStore) -> None:
    create(practice_store, TASK, TEAM)
    create(practice_store, TICKET, AGENT, labelIds=[2, 1, 2])
    page = practice_store.control("GET", "/tickets")["data"]
    assert page["total"] == 2
    newest, task = page["tickets"]
    assert newest["request"]["context"] == "Broken handle"
    assert (newest["agentMail"], newest["teamName"], newest["status"]) == (
        "asha@practice.example",
        None,
        "OPEN",
    )
    assert len(newest["labels"]) == 2
    assert (task["customerId"], task["labels"], task["request"]["taskTitle"]) == (
        None,
        [],
        "Call the printer",
    )
    assert task["teamName"]


def test_what_another_channel_requires_is_accepted(practice_store: PracticeStore) -> None:
    everything = {
        "brandEmail": "hello@practice.example",
        "customerEmail": "asha@customer.example",
        "brandPhoneNumber": "+15550100000",
        "customerPhoneNumber": "+15550100123",
        "taskTitle": "Call the printer",
    }
    for channel in ("TASKS", "EMAIL", "WHATSAPP"):
        ticket = data(practice_store, PATH, {"channel": channel, **everything})["ticket"]
        assert ticket["channelName"] == channel
        assert ticket["customerId"]
