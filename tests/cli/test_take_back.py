"""`svcconsole import take-back` and `import history`: what goes back, what is said, how it ends."""

from __future__ import annotations

import csv
import io
import json
from pathlib import Path

import pytest

from tests.support.campaign import SETTINGS, recipients
from tests.support.command import CommandLine, Finished
from tests.support.generate_products import ANSWERS, write_products
from tests.support.practice import PracticeStore


@pytest.fixture
def command(tmp_path: Path) -> CommandLine:
    return CommandLine(tmp_path)


async def imported(command: CommandLine, store: PracticeStore, path: Path, *more: str) -> Finished:
    done = await command.run("import", "products", str(path), *ANSWERS, *more, store=store)
    assert done.code == 0, done.stderr
    return done


def changed(path: Path, made: Path) -> Path:
    """The same products with other names."""
    text = path.read_text("utf-8")
    rows = list(csv.DictReader(io.StringIO(text)))
    with made.open("w", encoding="utf-8", newline="") as file:
        writer = csv.DictWriter(file, rows[0].keys())
        writer.writeheader()
        writer.writerows({**row, "Title": row["Title"] and f"{row['Title']} (new)"} for row in rows)
    return made


async def test_a_run_is_given_back_and_the_give_back_too(
    command: CommandLine, practice_store: PracticeStore, tmp_path: Path
) -> None:
    path = write_products(tmp_path / "made.csv", 12)
    first = await imported(command, practice_store, path)
    second = await imported(command, practice_store, changed(path, tmp_path / "other.csv"))
    dry = await command.run("import", "take-back", "last", "--dry-run", "--table", store=practice_store)
    assert (dry.code, dry.json["restored"], dry.json["run"]) == (0, 12, None), dry.stderr
    assert dry.stdout.splitlines()[0].startswith("state,record,name,field")
    done = await command.run("import", "take-back", second.json["run"], store=practice_store)
    assert done.code == 0, done.stderr
    assert "12 records can be given back." in done.stderr
    assert (done.json["sent"], done.json["plan"]) == (12, dry.json["plan"])
    again = await command.run("import", "take-back", done.json["run"], "--dry-run", store=practice_store)
    assert again.json["restored"] == 12

    gone = await command.run("import", "take-back", first.json["run"], store=practice_store)
    assert gone.code == 2
    assert "12 records stay as they are." in gone.stderr
    assert "the service cannot delete it" in gone.stderr
    assert "And 2 more; --table names them." in gone.stderr


async def test_the_history_tells_file_mapping_plan_and_operator(
    command: CommandLine, practice_store: PracticeStore, tmp_path: Path
) -> None:
    path = write_products(tmp_path / "made.csv", 3)
    done = await imported(command, practice_store, path)
    told = await command.run("import", "history", "--base-url", practice_store.base_url)
    assert told.code == 0, told.stderr
    (line,) = map(json.loads, told.stdout.splitlines())
    assert line["run"] == done.json["run"]
    assert (line["file"], line["path"], line["state"]) == ("made.csv", str(path), "finished")
    assert line["operator"]
    assert line["mapping"]["id"] == "{Handle}"
    assert line["can_be_taken_back_until"] > line["planned"]
    assert line["products"]["sent"] == 3


async def test_what_cannot_be_taken_back_is_refused_with_a_sentence(
    command: CommandLine, practice_store: PracticeStore, tmp_path: Path
) -> None:
    done = await command.run("import", "take-back", "nonesuch", store=practice_store)
    assert (done.code, "There is no run nonesuch" in done.stderr) == (2, True)
    path = tmp_path / "people.csv"
    path.write_text("Customer ID,First Name,Email\nc-1,Giulia,giulia@shop.example\n")
    sent = await command.run("import", "customers", str(path), store=practice_store)
    assert sent.code == 0, sent.stderr
    done = await command.run("import", "take-back", "last", store=practice_store)
    assert (done.code, "is not kept here" in done.stderr) == (2, True)


async def test_customers_are_read_first_where_that_is_wanted(
    command: CommandLine, practice_store: PracticeStore, tmp_path: Path
) -> None:
    path = tmp_path / "people.csv"
    path.write_text("Customer ID,First Name,Email\nc-1,Giulia,giulia@shop.example\n")
    assert (await command.run("import", "customers", str(path), store=practice_store)).code == 0
    path.write_text("Customer ID,First Name,Email\nc-1,Julia,giulia@shop.example\n")
    sent = await command.run("import", "customers", str(path), "--keep-before", store=practice_store)
    assert sent.code == 0, sent.stderr
    done = await command.run("import", "take-back", "last", "--table", store=practice_store)
    assert done.code == 0, done.stderr
    assert "first_name,,Julia,Giulia" in done.stdout


async def test_the_last_one_is_the_newest_that_changed_records(
    command: CommandLine, practice_store: PracticeStore, tmp_path: Path
) -> None:
    store, people = practice_store, recipients(tmp_path / "list.csv", 1)
    path = tmp_path / "people.csv"
    path.write_text("Customer ID,First Name,Email\nc-1,Giulia,giulia@shop.example\n")
    assert (await command.run("import", "customers", str(path), store=store)).code == 0
    path.write_text("Customer ID,First Name,Email\nc-1,Julia,giulia@shop.example\n")
    changed = await command.run("import", "customers", str(path), "--keep-before", store=store)
    assert changed.code == 0, changed.stderr
    later = await command.run("import", "templates", str(people), *SETTINGS, store=store)
    assert later.code == 0, later.stderr
    path.write_text("Customer ID,First Name,Email\nc-1,Juliet,giulia@shop.example\n")
    assert (await command.run("import", "customers", str(path), "--plan-only", store=store)).code == 0
    done = await command.run("import", "take-back", "last", "--dry-run", store=store)
    assert (done.code, done.json["takes_back"]) == (0, changed.json["run"]), done.stderr
