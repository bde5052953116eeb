"""`svcconsole import … --read`: what is open about the reading ends with 2 and names its options."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from svcconsole.tables.reading.twice_codec import TWICE
from tests.support.command import CommandLine
from tests.support.people_in import everything
from tests.support.practice import PracticeStore

FILE = (
    "First name,Last name,E-mail,City\n"
    + "".join(f"Ana{at},Ribeiro,ana{at}@shop.example,Porto\n" for at in range(1, 13))
    + "Bo,Lin, the elder,bo@shop.example,Lund\n"
)


@pytest.fixture
def command(tmp_path: Path) -> CommandLine:
    return CommandLine(tmp_path)


@pytest.fixture
def path(tmp_path: Path) -> str:
    made = tmp_path / "people.csv"
    made.write_text(FILE, encoding="utf-8")
    return str(made)


async def test_an_open_question_is_printed_with_before_after_and_its_options(
    command: CommandLine, path: str
) -> None:
    done = await command.run("import", "customers", path, "--dry-run")
    assert (done.code, done.stdout) == (2, "")
    assert "How the file was read:" in done.stderr
    assert "Row 13 has one cell too many" in done.stderr
    assert "  as it is: Bo | Lin |  the elder | bo@shop.example | Lund" in done.stderr
    assert "  repair: Bo | Lin, the elder | bo@shop.example | Lund" in done.stderr
    assert "  --read shifted.join-2=repair or --read shifted.join-2=leave-out" in done.stderr


async def test_what_was_encoded_twice_is_asked_about_with_before_and_after(
    command: CommandLine, practice_store: PracticeStore, tmp_path: Path
) -> None:
    made = tmp_path / "clients.csv"
    made.write_bytes("First name,E-mail\nChloé,a@x.example\nLuc,b@x.example\n".encode(TWICE))
    done = await command.run("import", "customers", str(made), "--dry-run")
    assert (done.code, done.stdout) == (2, "")
    assert "  utf-8-twice: Chloé | a@x.example\n    The row that differs holds words." in done.stderr
    assert "  utf-8: ChloÃ© | a@x.example\n    1 row has a letter or sign that cannot be" in done.stderr
    assert "  --read encoding=utf-8-twice or --read encoding=utf-8" in done.stderr
    answer = "--read", "encoding=utf-8-twice"
    done = await command.run("import", "customers", str(made), *answer, store=practice_store)
    assert done.code == 0, done.stderr
    names = {person["firstName"] for person in everything(practice_store, "customers")}
    assert names == {"Chloé", "Luc"}


@pytest.mark.parametrize(("answer", "ready", "out"), [("repair", 13, 0), ("leave-out", 12, 1)])
async def test_the_kind_of_a_question_answers_all_of_it(
    command: CommandLine, path: str, answer: str, ready: int, out: int
) -> None:
    done = await command.run("import", "customers", path, "--dry-run", "--read", f"shifted={answer}")
    assert done.code == 0, done.stderr
    said = json.loads(done.stdout)
    assert (said["ready"], said["left_out"]) == (ready, out)


async def test_the_repaired_row_is_what_the_store_gets(
    command: CommandLine, practice_store: PracticeStore, path: str
) -> None:
    done = await command.run("import", "customers", path, "--read", "shifted=repair", store=practice_store)
    assert done.code == 0, done.stderr
    names = {person["lastName"] for person in everything(practice_store, "customers")}
    assert names == {"Ribeiro", "Lin, the elder"}


@pytest.mark.parametrize(
    ("option", "sentence"),
    [
        ("shifted", "is not an answer"),
        ("shifted=guess", "does not answer"),
        ("encoding=cp1252", "raises no question “encoding”"),
    ],
)
async def test_what_answers_nothing_is_refused(
    command: CommandLine, path: str, option: str, sentence: str
) -> None:
    done = await command.run("import", "customers", path, "--dry-run", "--read", option)
    assert done.code == 2
    assert sentence in done.stderr


async def test_another_table_of_the_file_is_imported_by_its_number(
    command: CommandLine, tmp_path: Path
) -> None:
    made = tmp_path / "two.csv"
    made.write_text("Product,Stock\nMug,3\nCup,4\n\n" + FILE.rpartition("Bo,")[0], encoding="utf-8")
    first = await command.run("import", "customers", str(made), "--dry-run")
    assert first.code == 2
    assert "  Table 1, which is read: Lines 1 to 3: Product, Stock\n" in first.stderr
    assert "  --table 2: Lines 5 to 17: First name, Last name, E-mail, City\n" in first.stderr
    done = await command.run("import", "customers", str(made), "--dry-run", "--table", "2")
    assert done.code == 0, done.stderr
    assert json.loads(done.stdout)["ready"] == 12


async def test_a_kept_answer_is_used_and_told_unless_it_is_declined(command: CommandLine, path: str) -> None:
    kept = await command.run(
        "import", "customers", path, "--dry-run", "--read", "shifted=leave-out", "--keep-answers"
    )
    assert kept.code == 0, kept.stderr
    again = await command.run("import", "customers", path, "--dry-run")
    assert again.code == 0, again.stderr
    assert json.loads(again.stdout)["left_out"] == 1
    assert "for people.csv; --no-saved asks again." in again.stderr
    asked = await command.run("import", "customers", path, "--dry-run", "--no-saved")
    assert asked.code == 2
