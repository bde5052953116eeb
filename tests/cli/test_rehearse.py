"""`svcconsole import … --rehearse` and `--commit`: what is printed, what is sent, what is refused."""

from __future__ import annotations

import csv
import io
import json
from pathlib import Path

import pytest

from tests.cli.test_take_back import changed, imported
from tests.support.command import CommandLine
from tests.support.generate_products import ANSWERS, write_products
from tests.support.practice import PracticeStore


@pytest.fixture
def command(tmp_path: Path) -> CommandLine:
    return CommandLine(tmp_path)


async def test_a_file_is_rehearsed_and_exactly_that_plan_is_committed(
    command: CommandLine, practice_store: PracticeStore, tmp_path: Path
) -> None:
    path = write_products(tmp_path / "made.csv", 6)
    await imported(command, practice_store, path)
    other = str(changed(path, tmp_path / "other.csv"))
    done = await command.run("import", "products", other, *ANSWERS, "--rehearse", store=practice_store)
    assert done.code == 0, done.stderr
    *lines, last = done.stdout.splitlines()
    rows = list(csv.DictReader(io.StringIO("\n".join(lines))))
    assert {(row["state"], row["field"]) for row in rows} == {("will_change", "name")}
    assert rows[0]["after"] == f"{rows[0]['now']} (new)"
    totals = json.loads(last)
    assert (totals["records"], totals["will_change"], totals["same_already"]) == (6, 6, 0)
    assert f"--commit {totals['plan']}" in done.stderr

    again = await command.run("import", "products", "--commit", totals["plan"], store=practice_store)
    assert again.code == 0, again.stderr
    assert again.json["products"]["sent"] == 6
    history = await command.run("import", "history", "--base-url", practice_store.base_url)
    newest = json.loads(history.stdout.splitlines()[0])
    assert (newest["plan"], newest["rehearsed"] is not None) == (totals["plan"], True)
    assert newest["rehearsed"] < newest["started"]


async def test_unchanged_records_are_skipped_and_a_changed_store_is_told_row_by_row(
    command: CommandLine, practice_store: PracticeStore, tmp_path: Path
) -> None:
    path = write_products(tmp_path / "made.csv", 4)
    await imported(command, practice_store, path)
    same = await command.run(
        "import", "products", str(path), *ANSWERS, "--rehearse", "--json", store=practice_store
    )
    assert same.code == 2
    assert [json.loads(line)["state"] for line in same.stdout.splitlines()[:-1]] == ["same_already"] * 4
    other = str(changed(path, tmp_path / "other.csv"))
    done = await command.run("import", "products", other, *ANSWERS, "--rehearse", store=practice_store)
    code = done.json["plan"]
    await imported(command, practice_store, changed(tmp_path / "other.csv", tmp_path / "third.csv"))
    refused = await command.run("import", "products", "--commit", code, store=practice_store)
    assert refused.code == 2
    assert refused.stderr.count("has changed.") == 4
    assert "4 records have changed in the store since the rehearsal." in refused.stderr


async def test_a_plan_nobody_rehearsed_is_not_committed(
    command: CommandLine, practice_store: PracticeStore, tmp_path: Path
) -> None:
    path = write_products(tmp_path / "made.csv", 2)
    done = await imported(command, practice_store, path)
    for code, words in ((done.json["run"], "has begun already"), ("ABCD-1234", "There is no run")):
        refused = await command.run("import", "products", "--commit", code, store=practice_store)
        assert (refused.code, words in refused.stderr) == (2, True), refused.stderr
    both = await command.run("import", "products", str(path), "--rehearse", "--dry-run", store=practice_store)
    assert (both.code, "do not go together" in both.stderr) == (2, True)


async def test_a_take_back_is_rehearsed_and_committed_like_any_other_plan(
    command: CommandLine, practice_store: PracticeStore, tmp_path: Path
) -> None:
    path = write_products(tmp_path / "made.csv", 3)
    await imported(command, practice_store, path)
    await imported(command, practice_store, changed(path, tmp_path / "other.csv"))
    tried = await command.run("import", "take-back", "last", "--rehearse", store=practice_store)
    assert tried.code == 0, tried.stderr
    assert (tried.json["will_change"], tried.json["refused"]) == (3, 0)
    assert f"with: svcconsole import products --commit {tried.json['plan']}" in tried.stderr
    done = await command.run("import", "products", "--commit", tried.json["plan"], store=practice_store)
    assert (done.code, done.json["products"]["sent"]) == (0, 3), done.stderr


async def test_catalogs_that_are_missing_are_made_in_the_practice_store_and_with_the_plan_in_the_live_one(
    command: CommandLine, practice_store: PracticeStore, tmp_path: Path
) -> None:
    path = str(write_products(tmp_path / "made.csv", 3))
    asked = ("import", "products", path, *ANSWERS, "--set", "catalogIds=summer", "--create-catalogs")
    tried = await command.run(*asked, "--rehearse", store=practice_store)
    assert tried.code == 0, tried.stderr
    assert (tried.json["will_be_new"], practice_store.counts()["catalogs"]) == (3, 0)
    commit = f"svcconsole import products --commit {tried.json['plan']} --create-catalogs"
    assert commit in tried.stderr
    refused = await command.run("import", "products", "--commit", tried.json["plan"], store=practice_store)
    assert (refused.code, "does not have these catalogs: summer" in refused.stderr) == (2, True)
    done = await command.run(*commit.split()[1:], store=practice_store)
    assert done.code == 0, done.stderr
    assert (practice_store.counts()["catalogs"], done.json["products"]["sent"]) == (1, 3)
