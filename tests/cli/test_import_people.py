"""`svcconsole import customers` and `import user-properties`: the same options, what they say and send."""

from __future__ import annotations

import csv
from hashlib import sha256
from pathlib import Path

import pytest

from svcconsole.api.models.user_properties import RecordUserProperties, UserProperty
from svcconsole.api.operations import RECORD_USER_PROPERTIES
from svcconsole.services.imports.session import ImportSession
from svcconsole.tables.mapping.mapping import Column
from tests.support.command import CommandLine
from tests.support.generate_people import rows_of, write_people
from tests.support.people_in import customers_in, entries_in
from tests.support.practice import PracticeStore

SAMPLES = Path(__file__).parents[2] / "resources" / "samples"
SAMPLE = str(SAMPLES / "customers.csv")


@pytest.fixture
def command(tmp_path: Path) -> CommandLine:
    return CommandLine(tmp_path)


async def test_the_sample_of_customers_lands_but_for_three_rows(
    command: CommandLine, practice_store: PracticeStore, tmp_path: Path
) -> None:
    results = tmp_path / "results"
    arguments = ("--region", "IN", "--set", "tags=spring fair", "--results", str(results))
    done = await command.run("import", "customers", SAMPLE, *arguments, store=practice_store)
    assert done.code == 3, done.stderr
    assert done.json == {
        "run": done.json["run"], "rows": 32, "sent": 29, "refused": 0, "not_sent": 3, "needs_decision": 0,
        "customers": {"sent": 28, "refused": 0, "not_sent": 3, "needs_decision": 0},
    }  # fmt: skip
    assert "Shopify customers, older export, 21 of 21 columns known." in done.stderr
    assert "Row 12, Phone: “9.19847E+11” is a number a spreadsheet has shortened" in done.stderr
    assert "31 customers, 32 rows." in done.stderr
    with (results / "not_sent.csv").open(encoding="utf-8-sig", newline="") as file:
        left = list(csv.DictReader(file))
    assert [row["First Name"] for row in left] == ["Priya", "Hanna", "Fatima"]
    assert list(left[0])[:4] == ["Customer ID", "First Name", "Last Name", "Email"]
    assert all(row["_outcome"] == "not_sent" and row["_reason"] for row in left)
    stored = {name: value for name, value in customers_in(practice_store).items() if name}
    meera = stored["7210448300001"]
    assert (meera["phoneNumber"], sorted(meera["tags"])) == ("+919845022817", ["linen", "vip"])
    assert [address["city"] for address in meera["addresses"]] == ["Pune", "Mumbai"]
    assert stored["7210448300003"]["tags"] == ["spring fair"], "--set fills what is blank"
    again = await command.run("import", "customers", "--resume", "last", store=practice_store)
    assert again.json == done.json, "a run that ended is only told again"
    none = await command.run("import", "products", "--resume", "last", store=practice_store)
    assert (none.code, none.stderr.splitlines()[0]) == (2, "No import of products was begun here.")
    other = await command.run("import", "products", "--resume", done.json["run"], store=practice_store)
    assert other.code == 2
    assert f"Go on with: svcconsole import customers --resume {done.json['run']}" in other.stderr


async def test_entries_ask_for_consent_and_land_with_it(
    command: CommandLine, practice_store: PracticeStore, tmp_path: Path
) -> None:
    path = str(write_people(tmp_path / "people.csv", 30))
    asked = await command.run("import", "user-properties", path, store=practice_store)
    assert (asked.code, asked.stdout) == (2, "")
    assert "33 cells say whether somebody agreed to marketing." in asked.stderr
    assert "--rule consent=as_said or --rule consent=leave_out" in asked.stderr
    assert entries_in(practice_store) == []
    done = await command.run(
        "import", "user-properties", path, "--rule", "consent=as_said", "--set", "source=fair", "--force",
        store=practice_store,
    )  # fmt: skip
    assert done.code == 0, done.stderr
    assert (done.json["rows"], done.json["sent"]) == (rows_of(30), rows_of(30))
    assert done.json["user_properties"]["sent"] == rows_of(30)
    entries = entries_in(practice_store)
    assert len(entries) == 30
    assert {entry["source"] for entry in entries} == {"fair"}
    assert {entry["emailMarketingConsent"] for entry in entries} == {True, False}


async def test_entries_go_with_the_stores_app_id_beside_them(
    command: CommandLine, practice_store: PracticeStore, tmp_path: Path
) -> None:
    path = tmp_path / "people.csv"
    path.write_text("firstName,lastName,email\nAsha,Rao,asha@post.example\n")
    kind, named = "user-properties", ("--app-id", 'shop "7"')
    done = await command.run("import", kind, str(path), *named, store=practice_store)
    assert (done.code, done.json["sent"]) == (0, 1), done.stderr
    [entry] = entries_in(practice_store)
    request = RecordUserProperties(app_id='shop "7"', user_properties=[UserProperty.read(entry)])
    asked = practice_store.control("GET", "/requests")["data"]["requests"]
    assert [one["digest"] for one in asked if one["operation"] == RECORD_USER_PROPERTIES.path] == [
        sha256(request.wire()).hexdigest()[:16]
    ]


async def test_a_format_can_be_named_and_an_unknown_one_lists_those_of_people(
    command: CommandLine, tmp_path: Path
) -> None:
    path = str(write_people(tmp_path / "people.csv", 3))
    done = await command.run("import", "customers", path, "--preset", "mailchimp", "--dry-run")
    assert (done.code, done.json["ready"]) == (0, 4)
    assert "4 rows, Mailchimp audience, " in done.stderr
    wrong = await command.run("import", "customers", path, "--preset", "nobody", "--dry-run")
    assert wrong.code == 2
    for preset in ("exact-fields", "shopify-customers", "mailchimp", "google-contacts", "hubspot", "klaviyo"):
        assert preset in wrong.stderr


async def test_a_file_of_products_is_no_file_of_customers(command: CommandLine) -> None:
    done = await command.run("import", "customers", str(SAMPLES / "products.csv"), "--dry-run")
    assert (done.code, done.stdout) == (2, "")
    assert "No column of products.csv is known as the e-mail or phone." in done.stderr


async def test_the_mapping_of_the_window_is_used_when_asked_for(
    command: CommandLine, practice_store: PracticeStore, tmp_path: Path
) -> None:
    path = tmp_path / "list.csv"
    path.write_text("Who,Mail\nMeera,meera@post.example\n", encoding="utf-8")
    first = await command.run("import", "customers", str(path), "--dry-run", store=practice_store)
    assert "Columns not used: Who." in first.stderr
    [folder] = (command.home / "data" / "stores").iterdir()
    session = ImportSession(str(folder), kind="customers", path=str(path))
    session.set_source("firstName", Column("Who"))
    session.check()
    session.plan(warnings_seen=True)
    session.close()
    done = await command.run(
        "import", "customers", str(path), "--mapping", "remembered", store=practice_store
    )
    assert done.code == 0, done.stderr
    assert "Mapped as on" in done.stderr
    [stored] = practice_store.control("GET", "/customers")["data"]["customers"]
    assert stored["firstName"] == "Meera"
