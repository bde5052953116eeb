"""`svcconsole import catalogs`, `tickets` and `flows`: what they ask for, send, leave out and hand back."""

from __future__ import annotations

import csv
import json
import re
from collections.abc import Sequence
from pathlib import Path

import pytest

from svcconsole.api.connection import Connection
from svcconsole.api.models.catalog import GetCatalogs
from svcconsole.api.operations import CREATE_TICKET, GET_CATALOGS, INITIATE_FLOW
from svcconsole.api.token import Token
from svcconsole.cli.import_job import store_of
from svcconsole.resources import resource
from svcconsole.workspace.database import Workspace
from svcconsole.workspace.known.registries import Entry, RegistryKind
from tests.services.runs.plans import client_of
from tests.support.command import CommandLine
from tests.support.people_in import everything
from tests.support.practice import PracticeStore

STORE_PHONE = ("--set", "brandPhoneNumber=+390212345678")
CHANNEL = ("--set", "medium=whatsapp")


@pytest.fixture
def command(tmp_path: Path) -> CommandLine:
    return CommandLine(tmp_path)


def written(path: Path, header: Sequence[str], *rows: Sequence[str]) -> str:
    with path.open("w", encoding="utf-8", newline="") as file:
        csv.writer(file).writerows([header, *rows])
    return str(path)


def result(folder: Path, name: str) -> list[dict[str, str]]:
    return list(csv.DictReader((folder / f"{name}.csv").read_text("utf-8-sig").splitlines()))


async def test_what_a_request_lacks_is_said_at_once_by_what_is_chosen(
    command: CommandLine, practice_store: PracticeStore, tmp_path: Path
) -> None:
    path = written(tmp_path / "list.csv", ("Customer", "Mail"), ("Ann", "ann@example.com"))
    bare = await command.run("import", "flows", path, store=practice_store)
    assert (bare.code, bare.stdout) == (2, "")
    nothing = written(tmp_path / "names.csv", ("Colour",), ("red",))
    flow = await command.run("import", "flows", nothing, store=practice_store)
    said = "Nothing fills medium and flowId and one of phoneNumber or email, which flows need."
    assert said in flow.stderr
    team = ("--set", "channel=email", "--set", "assignmentType=SPECIFIC_TEAM")
    ticket = await command.run("import", "tickets", path, *team, store=practice_store)
    assert "Nothing fills brandEmail and teamId, which tickets need." in ticket.stderr
    assert "--set 'brandEmail=help@shop.example' --set 'teamId=1'" in ticket.stderr
    catalog = await command.run("import", "catalogs", nothing, store=practice_store)
    assert "Nothing fills name and id, which catalogs need." in catalog.stderr
    for name in ("tickets", "flows"):
        assert everything(practice_store, name) == []


async def test_tickets_are_created_once_and_the_results_name_them(
    command: CommandLine, practice_store: PracticeStore, tmp_path: Path
) -> None:
    results = tmp_path / "results"
    path = written(
        tmp_path / "tickets.csv",
        ("Channel", "Phone", "Notes", "Labels", "Assignment", "Team"),
        ("whatsapp", "333 123 4567", "Parcel is late", "1; 2", "specific team", "1"),
        ("WhatsApp", "+39 3331234567", "Parcel is late", "1;2", "SPECIFIC_TEAM", "1"),
        ("whatsapp", "+393331234567", "Asks for a refund", "", "", ""),
        ("fax", "+393331234567", "x", "", "", ""),
    )
    done = await command.run(
        "import", "tickets", path, *STORE_PHONE, "--region", "IT", "--results", str(results),
        store=practice_store,
    )  # fmt: skip
    assert done.code == 3, done.stderr
    first = json.loads(done.stdout.splitlines()[0])
    assert first["run"] == done.json["run"], "the run is named before anything of it is sent"
    assert done.json["tickets"] == {"sent": 2, "refused": 0, "not_sent": 2, "needs_decision": 0}
    assert "Channel can only be WHATSAPP or EMAIL or TASKS." in done.stderr
    assert "--rule request_repeated=each" in done.stderr
    made = everything(practice_store, "tickets")
    assert len(made) == 2
    ids = {str(ticket["id"]) for ticket in made}
    assert {row["_answer_id"] for row in result(results, "sent")} == ids
    assert [row["_answer_id"] for row in result(results, "not_sent")] == ["", ""]
    [late] = (one for one in made if one["request"].get("labelIds"))
    assert late["request"]["labelIds"] == [1, 2]
    assert late["request"]["customerPhoneNumber"] == "+393331234567"
    assert late["request"]["teamId"] == 1
    assert re.fullmatch(
        r"Parcel is late\nRef [2-9A-HJ-NP-Z]{4}-[2-9A-HJ-NP-Z]{4}", late["request"]["context"]
    )


async def test_the_same_ticket_is_not_created_again_within_a_day(
    command: CommandLine, practice_store: PracticeStore, tmp_path: Path
) -> None:
    row = ("TASKS", "Call Ann")
    path = written(tmp_path / "tasks.csv", ("Channel", "Task"), row)
    assert (await command.run("import", "tickets", path, store=practice_store)).code == 0
    other = written(tmp_path / "other.csv", ("Channel", "Task"), row, ("TASKS", "Call Bo"))
    again = await command.run("import", "tickets", other, store=practice_store)
    assert again.json["tickets"] == {"sent": 1, "refused": 0, "not_sent": 1, "needs_decision": 0}
    assert (
        "What was sent within 24 hours"
        in (await command.run("import", "tickets", path, store=practice_store)).stderr
    )
    wanted = await command.run(
        "import", "tickets", path, "--rule", "request_lately=send", store=practice_store
    )
    assert wanted.json["sent"] == 1
    titles = sorted(one["request"]["taskTitle"] for one in everything(practice_store, "tickets"))
    assert titles == ["Call Ann", "Call Ann", "Call Bo"]


async def test_a_flow_is_started_once_for_a_person_whatever_names_them(
    command: CommandLine, practice_store: PracticeStore, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    for name in ("SVCCONSOLE_CONFIG_DIR", "SVCCONSOLE_DATA_DIR"):
        monkeypatch.setenv(name, command.environment()[name])
    folder = store_of(None, Connection(practice_store.base_url, Token(practice_store.token))).folder
    with Workspace.open(folder) as workspace:
        workspace.registries.save(Entry(RegistryKind.SUPPRESSED, "+393330000009"))
    path = written(
        tmp_path / "flows.csv",
        ("Flow", "Phone", "E-mail", "carryPayload.city"),
        ("welcome", "+39 333 000 0001", "ann@example.com", "Rome; Milan"),
        ("welcome", "+393330000002", "ANN@example.com", "Rome"),
        ("offer", "+393330000001", "", ""),
        ("welcome", "", "bo@example.com", ""),
        ("welcome", "+393330000009", "", ""),
        ("welcome", "", "", ""),
    )
    done = await command.run("import", "flows", path, *CHANNEL, store=practice_store)
    assert done.json["flows"] == {"sent": 3, "refused": 0, "not_sent": 3, "needs_decision": 0}, done.stderr
    assert "There is neither an e-mail address nor a phone number." in done.stderr
    started = everything(practice_store, "flows")
    assert len(started) == 3
    first = next(one for one in started if one["request"].get("email") == "ann@example.com")
    assert first["request"]["carryPayload"] == {"city": ["Rome", "Milan"]}
    again = await command.run("import", "flows", path, *CHANNEL, store=practice_store)
    assert again.code == 2, "all of it was started within the day"
    assert len(everything(practice_store, "flows")) == 3


async def test_catalogs_are_written_and_a_repeated_id_is_a_mistake(
    command: CommandLine, practice_store: PracticeStore, tmp_path: Path
) -> None:
    results = tmp_path / "results"
    path = written(
        tmp_path / "catalogs.csv",
        ("Id", "Title", "Image URL", "Note"),
        ("summer", "Summer", "https://shop.example/s.jpg", "x"),
        ("7.2E+12", "Damaged", "", ""),
        ("summer", "Summer again", "", ""),
        ("sale", "Sale", "nowhere", ""),
    )
    done = await command.run("import", "catalogs", path, "--results", str(results), store=practice_store)
    assert done.code == 3, done.stderr
    assert "The id “summer” is already in row 1." in done.stderr
    assert "The id “7.2E+12” was shortened by a spreadsheet" in done.stderr
    assert "Columns not used: Note." in done.stderr
    assert done.json["catalogs"] == {"sent": 2, "refused": 0, "not_sent": 2, "needs_decision": 0}
    assert [row["_answer_id"] for row in result(results, "sent")] == ["summer", "sale"]
    async with client_of(practice_store) as client:
        kept = await client.call(GET_CATALOGS, GetCatalogs(catalog_ids=["summer", "sale"]))
    assert [(one.id, one.name, one.image) for one in kept.data.catalogs] == [
        ("summer", "Summer", "https://shop.example/s.jpg"),
        ("sale", "Sale", "nowhere"),
    ]


@pytest.mark.parametrize(
    "case",
    [
        ("tickets", CREATE_TICKET.path, ("Channel", "Task"), ("TASKS", "Task {}")),
        ("flows", INITIATE_FLOW.path, ("Flow", "Medium", "E-mail"), ("welcome", "email", "p{}@example.com")),
    ],
    ids=["tickets", "flows"],
)
async def test_what_has_no_clear_answer_waits_for_a_decision_and_is_not_sent_again(
    command: CommandLine,
    practice_store: PracticeStore,
    tmp_path: Path,
    case: tuple[str, str, Sequence[str], Sequence[str]],
) -> None:
    kind, place, header, row = case
    rows = [tuple(cell.format(at) for cell in row) for at in range(12)]
    path = written(tmp_path / "list.csv", header, *rows)
    practice_store.add_fault("cut", operation=place, after=4)
    held = await command.run("import", kind, path, store=practice_store)
    run_id = json.loads(held.stdout.splitlines()[0])["run"]
    practice_store.clear_faults()
    results = tmp_path / "results"
    done = await command.run(
        "import", kind, "--resume", run_id, "--results", str(results), store=practice_store
    )
    assert done.code == 5, done.stderr
    assert done.json["needs_decision"] > 0
    assert done.json["sent"] + done.json["needs_decision"] == len(rows)
    requests = [one["request"] for one in everything(practice_store, kind)]
    if kind == "tickets":
        notes = {request["taskTitle"]: request.pop("context") for request in requests}
        for doubtful in result(results, "needs_decision"):
            reference = doubtful["_reason"].rpartition("Its reference is ")[2].removesuffix(".")
            assert notes[doubtful["Task"]] == f"Ref {reference}", "the store is searched for it"
    asked = [json.dumps(request, sort_keys=True) for request in requests]
    assert len(asked) == len(set(asked)), "something is there twice"
    again = await command.run("import", kind, path, store=practice_store)
    assert (again.code, again.stdout) == (2, ""), "what may have arrived counts as sent"


async def test_people_and_messages_are_named_by_the_answers_ids(
    command: CommandLine, practice_store: PracticeStore, tmp_path: Path
) -> None:
    results = tmp_path / "results"
    path = written(tmp_path / "people.csv", ("First name", "Phone"), ("Ann", "+393331234567"))
    done = await command.run("import", "customers", path, "--results", str(results), store=practice_store)
    assert done.code == 0, done.stderr
    [customer] = everything(practice_store, "customers")
    assert [row["_answer_id"] for row in result(results, "sent")] == [str(customer["id"])]
    told = await command.run(
        "import", "messages", path, "--set", "type=text", "--set", "payload.message=Hi",
        "--results", str(results), store=practice_store,
    )  # fmt: skip
    assert told.code == 0, told.stderr
    [message] = everything(practice_store, "messages")
    assert [row["_answer_id"] for row in result(results, "sent")] == [message["messageId"]]


@pytest.mark.parametrize("kind", ["catalogs", "user_properties", "tickets", "templates", "messages", "flows"])
async def test_every_sample_is_taken_by_the_practice_store(
    command: CommandLine, practice_store: PracticeStore, kind: str
) -> None:
    path = resource("samples", f"{kind}.csv")
    rows = len(path.read_text("utf-8").splitlines()) - 1
    agreed = ("--rule", "consent=as_said") if kind == "user_properties" else ()
    done = await command.run("import", kind.replace("_", "-"), str(path), *agreed, store=practice_store)
    assert (done.code, done.json["sent"]) == (0, rows), done.stderr
