"""`svcconsole import … --repair`: what can be repaired is said, and every change is printed."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.support.command import CommandLine
from tests.support.people_in import everything
from tests.support.practice import PracticeStore

FILE = """First name,Phone,Country of birth,E-mail
Lukas,0171 555 01 44,Germany,lukas@post.example
Camille,06 12 00 41 88,FR,camille@post.example
Giulia,0347 100 0188,Italy,giulia@post.example
Ida,491715550155,Germany,ida@post.example
"""


@pytest.fixture
def command(tmp_path: Path) -> CommandLine:
    return CommandLine(tmp_path)


@pytest.fixture
def path(tmp_path: Path) -> str:
    made = tmp_path / "contacts.csv"
    made.write_text(FILE, encoding="utf-8")
    return str(made)


async def test_what_can_be_repaired_is_said_with_its_option(command: CommandLine, path: str) -> None:
    done = await command.run("import", "customers", path, "--dry-run")
    assert (done.code, done.stdout) == (2, "")
    assert (
        "3 phone numbers start with 0 and lack the country’s code; 2 can be repaired. "
        "Add: --repair phones=starts-zero" in done.stderr
    )
    assert "One phone number lost its plus; 1 can be repaired. Add: --repair phones=lost-plus" in done.stderr


async def test_what_stays_is_printed_with_its_reason(command: CommandLine, path: str) -> None:
    done = await command.run("import", "customers", path, "--dry-run", "--repair", "phones=starts-zero")
    assert (done.code, done.stdout) == (2, ""), "the one that stays still has to be answered for"
    assert "  Row 3: 0347 100 0188 stays: in Italy a leading 0 can belong to it" in done.stderr


async def test_repaired_numbers_are_printed_and_sent(
    command: CommandLine, practice_store: PracticeStore, path: str
) -> None:
    done = await command.run(
        "import", "customers", path, "--repair", "phones=all", "--rule", "region=leave_out",
        store=practice_store,
    )  # fmt: skip
    assert done.code == 0, done.stderr
    assert (
        "Starts with 0, no country: 2 numbers repaired, 0 stay. Country from the column Country of birth."
        in done.stderr
    )
    assert "  Row 1: - 0171 555 01 44 + +49 171 5550144 (mobile in Germany)" in done.stderr
    stored = everything(practice_store, "customers")
    phones = sorted(customer.get("phoneNumber") or "" for customer in stored)
    assert phones == ["", "+33612004188", "+491715550144", "+491715550155"]


@pytest.mark.parametrize(
    ("option", "said"),
    [
        ("phones=starts-zero:Town", "“Town” says no country."),
        ("phones=digits-lost", "“phones=digits-lost” is no repair."),
        ("prices=all", "“prices=all” is no repair."),
        ("phones", "“phones” is no repair."),
    ],
)
async def test_a_repair_that_names_nothing_is_refused(
    command: CommandLine, path: str, option: str, said: str
) -> None:
    done = await command.run("import", "customers", path, "--dry-run", "--repair", option)
    assert (done.code, done.stdout) == (2, "")
    assert said in done.stderr


async def test_the_country_can_be_named(command: CommandLine, tmp_path: Path) -> None:
    path = tmp_path / "one.csv"
    path.write_text("First name,Phone\nLukas,0171 555 01 44\n", encoding="utf-8")
    done = await command.run(
        "import", "customers", str(path), "--dry-run", "--repair", "phones=starts-zero:DE"
    )
    assert done.code == 0, done.stderr
    assert "Country from Germany for all of them." in done.stderr
