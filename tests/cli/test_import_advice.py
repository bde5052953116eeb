"""What the command line advises is right: each option is taken, answers its question and nothing else."""

from __future__ import annotations

import json
import re
import shlex
from pathlib import Path

import pytest

from svcconsole import cli
from svcconsole.cli.import_check import option_for
from svcconsole.cli.import_options import Allowed, ImportOptions
from svcconsole.services.imports.session import ImportSession
from svcconsole.tables.checking.rules import RULES
from svcconsole.tables.mapping.kinds import IMPORTS
from svcconsole.tables.mapping.mapping import Fixed, parse_set
from tests.sandbox.wire import data
from tests.support.command import CommandLine
from tests.support.practice import PracticeStore

ANSWERS = [(rule, choice.key) for rule, spec in RULES.items() for choice in spec.choices]
TWO = (
    "Handle,Title,Vendor,Tags,Option1 Name,Option1 Value,Variant SKU,Variant Price,Variant Inventory Qty,"
    "Image Src,Variant Image\n"
    "mug,Mug,,,Colour,Red,M-R,5,1,https://img.example/mug.jpg,\n"
    "mug,,,,,Blue,M-B,5,1,,https://img.example/blue.jpg\n"
    "cup,Cup,,,Colour,Red,C-R,5,,,\n"
)


@pytest.mark.parametrize(("rule", "key"), ANSWERS)
def test_every_option_that_is_printed_is_taken_and_is_the_answer_it_stands_for(
    rule: str, key: str, tmp_path: Path
) -> None:
    spec = RULES[rule]
    option, text = shlex.split(option_for(spec, spec.choice(key)))
    path = tmp_path / "one.csv"
    path.write_text("email,id\na@post.example,1\n")
    session = ImportSession(str(tmp_path / "store"), path=str(path), remembering=False)
    try:
        if option == "--set":
            setting = parse_set(text, IMPORTS["products"].target)
            assert (setting.path, setting.source) == (rule, Fixed(spec.choice(key).example))
        elif option == "--region":
            session.set_rule(rule, "value", text)
        elif option == "--allow":
            assert f"{rule}={key}" in ImportOptions(allow=[Allowed(text)]).answers
        else:
            name, _, answer = text.partition("=")
            choice, _, value = answer.partition(":")
            assert (name, choice) == (rule, key)
            session.set_rule(name, choice, value)
    finally:
        session.close()


async def test_following_the_advice_leaves_pictures_and_stock_that_are_there(
    practice_store: PracticeStore, tmp_path: Path
) -> None:
    command = CommandLine(tmp_path)
    path = tmp_path / "two.csv"
    path.write_text(TWO)
    asked = await command.run("import", "products", str(path), store=practice_store)
    assert asked.code == 2
    advice = [line for line in asked.stderr.splitlines() if line.startswith(("  --rule", "  --set"))]
    assert len(advice) == 4
    assert "    EUR is an example: a currency of three letters." in asked.stderr.splitlines()
    first = [re.split(r" or (?=--)", line.strip())[0] for line in advice]
    options = [part for option in first for part in shlex.split(option)]
    done = await command.run("import", "products", str(path), *options, store=practice_store)
    assert done.code == 0, done.stderr
    got = data(practice_store, "products/get", {"productIds": ["mug", "cup"]})["products"]
    pictures = {each["id"]: each["image"] for product in got for each in product["combinations"]}
    assert pictures == {
        "M-R": "https://img.example/mug.jpg", "M-B": "https://img.example/blue.jpg",
        "C-R": "https://shop.example/no-picture.png",
    }, json.dumps(got)  # fmt: skip
    assert {each["id"]: each["quantity"] for product in got for each in product["combinations"]} == {
        "M-R": 1, "M-B": 1, "C-R": 0,
    }  # fmt: skip


@pytest.fixture
def here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder for files, beside those of the program."""
    for name in ("CONFIG", "DATA"):
        monkeypatch.setenv(f"SVCCONSOLE_{name}_DIR", str(tmp_path / name))
    return tmp_path


@pytest.mark.parametrize(
    ("command", "text", "says"),
    [
        (
            ("products",),
            "id,name,price,quantity,url,image,currency\n"
            "A,Mug,5,1,https://a.example/m,https://a.example/m.jpg,EUR\n",
            "One variant has no SKU: Use the product id and a number.",
        ),
        (
            ("customers",),
            "Email,Erreichbar\nida@post.example,+49 171 1234567\n",
            "By its cells, Erreichbar fills the field Phone.",
        ),
        (
            ("messages", "--set", "type=fax"),
            "Phone\n+491711234567\n",
            "Types of message: text, image, video, document,",
        ),
        (("tickets",), "Channel,Task\nTASKS,Call\n", "  Otherwise: --rule ticket_reference=none"),
    ],
)
def test_what_a_check_says_beside_its_questions(
    command: tuple[str, ...],
    text: str,
    says: str,
    here: Path,
    capsys: pytest.CaptureFixture[str],
) -> None:
    kind, *more = command
    path = here / "one.csv"
    path.write_text(text)
    cli.run(["import", kind, str(path), *more, "--dry-run"])
    said = capsys.readouterr().err
    assert says in said
    assert not any(line.strip() == "Otherwise:" for line in said.splitlines()), "there is no other answer"


README = Path(__file__).parents[2] / "README.md"
FILES = {
    "products": "id,name,price,quantity,url,image,currency,status\n"
    "MUG,Mug,5,1,https://shop.example/mug,https://img.example/mug.jpg,INR,active\n",
    "catalogs": "id,name\nkitchen,Kitchen\n",
    "customers": "Phone,First name\n+919845000001,Asha\n",
    "user-properties": "phoneNumber,firstName,lastName,source\n+919845000001,Asha,Rao,import\n",
    "templates": "Phone,First name\n+919845000001,Asha\n",
    "messages": "Phone,First name\n+919845000002,Ben\n",
    "tickets": "customerPhoneNumber\n+919845000003\n",
    "flows": "phoneNumber,City\n+919845000004,Pune\n",
}
"""A file of each kind as the lines of the README take it."""
OF_AN_ODD_FILE = {"--read", "--repair", "--table", "--mapping", "--rehearse"}
"""Options that answer what only such a file asks, and the one that would find nothing left to change."""


def readme_imports() -> list[list[str]]:
    """The commands of the README that import a file: a comment stands behind two blanks."""
    text = re.sub(r" \\\n +", " ", README.read_text("utf-8"))
    lines = (line.split("  ")[0] for line in re.findall(r"^svcconsole (import .*)$", text, re.MULTILINE))
    return [words for line in lines if "FILE" in (words := shlex.split(line)) and "…" not in words]


def test_the_imports_of_the_readme_are_sent_as_they_stand(
    own_folders: Path,
    practice_store: PracticeStore,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    monkeypatch.setenv("STORE_TOKEN", practice_store.token)
    store = ("--base-url", practice_store.base_url, "--token-env", "STORE_TOKEN")
    commands = [words for words in readme_imports() if OF_AN_ODD_FILE.isdisjoint(words)]
    assert {words[1] for words in commands} == FILES.keys()
    for _, kind, *words in commands:
        path = tmp_path / f"{kind}.csv"
        path.write_text(FILES[kind])
        named = {"FILE": str(path), "DIR": str(tmp_path / "results")}
        code = cli.run(["import", kind, *(named.get(word, word) for word in words), *store])
        assert code == 0, (words, capsys.readouterr().err)
