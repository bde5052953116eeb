"""Whom a question over what is known here finds, and the list that a campaign is made of."""

from __future__ import annotations

import csv
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest

from svcconsole.services.campaigns.segments import (
    KIND,
    Asks,
    Condition,
    Found,
    as_values,
    find,
    of_values,
    write_members,
)
from svcconsole.services.campaigns.suppression import SUPPRESSED
from svcconsole.workspace.database import Workspace
from svcconsole.workspace.known.registries import Entry
from tests.support.campaign_results import Person, number, sent_campaign
from tests.support.command import CommandLine
from tests.support.practice import PracticeStore
from tests.support.scheduled import Shop

NOW = datetime.now(UTC)
READER, SILENT, FAILED = number(1), number(2, "+91984"), number(3)
NEVER, STOPPED = "+4915100000001", "+4915100000002"


def fill(space: Workspace) -> None:
    sent_campaign(
        space,
        [
            Person(READER, {"delivered": 1, "read": 2}, clicks=1),
            Person(SILENT, {"delivered": 1}),
            Person(FAILED, {"failed": 1}, "131026: not there"),
        ],
        start=NOW - timedelta(days=10),
    )
    customers = [
        {
            "svcCustomerId": 1,
            "firstName": "Ana",
            "lastName": "Ribeiro",
            "phoneNumber": READER,
            "tags": ["VIP"],
        },
        {"svcCustomerId": 2, "firstName": "=Bo", "lastName": "Never", "phoneNumber": NEVER, "tags": ["vip"]},
        {"svcCustomerId": 3, "firstName": "Cy", "lastName": "Stopped", "phoneNumber": STOPPED},
    ]
    space.people.keep_seen(customers)
    space.registries.save(Entry(SUPPRESSED, STOPPED))


def asked(space: Workspace, *conditions: tuple[Asks, str]) -> Found:
    return find(space, [Condition(*each) for each in conditions])


def phones(found: Found) -> set[str]:
    return {each.phone for each in found.members}


@pytest.mark.usefixtures("either_engine")
def test_each_line_asks_what_it_says_and_all_have_to_be_answered(tmp_path: Path) -> None:
    with Workspace.open(tmp_path) as space:
        fill(space)
        everybody = asked(space)
        assert (phones(everybody), everybody.kept_out) == ({READER, SILENT, FAILED, NEVER}, 1)
        for (asks, value), wanted in {
            (Asks.WORDS, "ribeiro ana"): {READER},
            (Asks.TAG, "vip"): {READER, NEVER},
            (Asks.COUNTRY, "IN"): {SILENT},
            (Asks.GOT, "30"): {READER, SILENT, FAILED},
            (Asks.GOT, "5"): set(),
            (Asks.NOT_GOT, "30"): {NEVER},
            (Asks.NOT_GOT, "5"): {READER, SILENT, FAILED, NEVER},
            (Asks.READ, "30"): {READER},
            (Asks.NOT_READ, "30"): {SILENT, FAILED, NEVER},
            (Asks.CLICKED, "30"): {READER},
            (Asks.NOT_FAILED, "30"): {READER, SILENT, NEVER},
        }.items():
            assert phones(asked(space, (asks, value))) == wanted, asks
        assert phones(asked(space, (Asks.TAG, "vip"), (Asks.NOT_GOT, "5"), (Asks.COUNTRY, "DE"))) == {
            READER, NEVER,
        }  # fmt: skip
        assert phones(asked(space, (Asks.GOT, ""), (Asks.WORDS, " "))) == phones(everybody), (
            "nothing is asked"
        )


FAIR = """firstName,lastName,phoneNumber,city,tags,emailMarketingConsent,smsMarketingConsent
Ana,Ribeiro,+4915112345601,Köln,"fair, vip",true,false
Bo,Lind,+4915112345602,Bonn,,false,
Cy,Nobody,,Köln,,true,true
"""
LATER = """firstName,lastName,phoneNumber,emailMarketingConsent
Ana,Ribeiro,+4915112345601,false
"""
STAFF = """firstName,lastName,phoneNumber
Dee,Staff,+4915112345603
"""
ANA, BO, DEE = "+4915112345601", "+4915112345602", "+4915112345603"


async def test_what_was_recorded_of_people_and_the_files_they_came_in_with_are_asked_too(
    practice_store: PracticeStore, tmp_path: Path
) -> None:
    shop = Shop(CommandLine(tmp_path), practice_store)

    async def import_file(kind: str, name: str, text: str) -> None:
        path = tmp_path / name
        path.write_text(text, encoding="utf-8")
        rules = ("--rule", "consent=as_said") if "Consent" in text else ()
        done = await shop.command.run("import", kind, str(path), *rules, "--force", store=practice_store)
        assert done.code == 0, done.stderr

    await import_file("user-properties", "Fair 2026.csv", FAIR)
    await import_file("customers", "staff.csv", STAFF)
    with shop.workspace() as space:
        for (asks, value), wanted in {
            (Asks.AGREED, "email"): {ANA},
            (Asks.NOT_AGREED, "email"): {BO},
            (Asks.NOT_AGREED, "sms"): {ANA},
            (Asks.AGREED, "sms"): set[str](),
            (Asks.WORDS, "köln"): {ANA},
            (Asks.TAG, "fair"): {ANA},
            (Asks.IMPORTED, "fair 2026"): {ANA, BO},
            (Asks.IMPORTED, "STAFF"): {DEE},
            (Asks.NOT_GOT, "30"): {ANA, BO, DEE},
        }.items():
            assert phones(asked(space, (asks, value))) == wanted, (asks, value)
        names = {each.phone: each.name for each in asked(space).members}
        assert names == {ANA: "Ana Ribeiro", BO: "Bo Lind", DEE: "Dee Staff"}
    await import_file("user-properties", "later.csv", LATER)
    with shop.workspace() as space:
        assert phones(asked(space, (Asks.NOT_AGREED, "email"))) == {ANA, BO}, "the last word counts"


def test_the_list_holds_everybody_once_and_no_cell_runs_in_a_spreadsheet(tmp_path: Path) -> None:
    with Workspace.open(tmp_path / "store") as space:
        fill(space)
        found = asked(space, (Asks.TAG, "VIP"))
        assert write_members(tmp_path / "list.csv", found.members) == 2
    with (tmp_path / "list.csv").open(encoding="utf-8-sig", newline="") as file:
        rows = list(csv.DictReader(file))
    assert {row["Name"] for row in rows} == {"Ana Ribeiro", "'=Bo Never"}
    assert {row["Country"] for row in rows} == {"DE"}


def test_a_question_is_kept_by_name_and_comes_back(tmp_path: Path) -> None:
    question = (Condition(Asks.COUNTRY, "DE"), Condition(Asks.NOT_GOT, "14"))
    with Workspace.open(tmp_path) as space:
        space.presets.save(KIND, "Quiet Germans", as_values(question))
        (kept,) = space.presets.all(KIND)
    assert of_values(kept.values) == question
    assert of_values({"conditions": [{"asks": "of a later program", "value": "1"}, 5]}) == ()
