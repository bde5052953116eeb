"""What a command says when nobody takes its output: one sentence on stderr, and never the code of success."""

from __future__ import annotations

import asyncio
import json
import os
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from svcconsole.cli.output import told
from svcconsole.cli.progress_line import ProgressLine
from svcconsole.words.message import lines, message
from tests.cli.test_import import SAMPLE
from tests.support.campaign import SETTINGS, received, recipients
from tests.support.command import TOKEN_VARIABLE, CommandLine
from tests.support.generate_products import ANSWERS, write_products
from tests.support.practice import PracticeStore
from tests.support.warm_start import warm

FULL = Path("/dev/full")
REASONS = {"full": "there is no room left on the disk", "closed": "Broken pipe"}
ENDS = [
    pytest.param("full", marks=pytest.mark.skipif(not FULL.exists(), reason="there is no /dev/full here")),
    pytest.param("closed", marks=pytest.mark.skipif(os.name != "posix", reason="pipes end otherwise there")),
]
DRY = ("import", "products", str(SAMPLE), *ANSWERS, "--rule", "quantity_negative=zero", "--dry-run")


def test_a_text_of_a_stranger_commands_no_terminal_and_adds_no_line() -> None:
    said = told(message("Mapped for {file}.", file="a\x1b[2J\r\x9bb\u202e\nNothing was sent.\t"))
    assert said == r"Mapped for a\x1b[2J\r\x9bb\u202e\nNothing was sent.\t."
    assert told(lines("one", message("  two"))) == "one\n  two"
    assert told("bad\x1b]0;name\x07") == r"bad\x1b]0;name\x07"


@pytest.fixture
def command(tmp_path: Path) -> CommandLine:
    return CommandLine(tmp_path)


@pytest.fixture(params=ENDS)
def nowhere(request: pytest.FixtureRequest) -> Iterator[tuple[int, str]]:
    """A handle that takes nothing, and the system's word for it."""
    if request.param == "full":
        handle = os.open(FULL, os.O_WRONLY)
    else:
        reader, handle = os.pipe()
        os.close(reader)
    yield handle, REASONS[request.param]
    os.close(handle)


async def said_to(
    handle: int, command: CommandLine, *arguments: str, store: PracticeStore | None = None
) -> tuple[int, str]:
    """The exit code and stderr of a command whose stdout is `handle`."""
    to_store = () if store is None else ("--base-url", store.base_url, "--token-env", TOKEN_VARIABLE)
    variables = command.environment({} if store is None else {TOKEN_VARIABLE: store.token})
    process = await asyncio.create_subprocess_exec(
        *warm.command(variables),
        *arguments,
        *to_store,
        stdin=subprocess.DEVNULL,
        stdout=handle,
        stderr=subprocess.PIPE,
        env=variables,
    )
    _, err = await process.communicate()
    assert process.returncode is not None
    assert b"Traceback" not in err and b"Exception ignored" not in err
    return process.returncode, err.decode()


async def test_an_accepted_call_says_that_its_answer_is_lost(
    command: CommandLine, practice_store: PracticeStore, nowhere: tuple[int, str]
) -> None:
    handle, reason = nowhere
    ended = await said_to(handle, command, "call", "products/list", store=practice_store)
    said = f"The store accepted the request, but its answer could not be written: {reason}.\n"
    assert ended == (1, said)


async def test_a_refused_call_has_nothing_to_lose(
    command: CommandLine, practice_store: PracticeStore, nowhere: tuple[int, str]
) -> None:
    handle, _ = nowhere
    missing = '{"products": []}'
    code, said = await said_to(
        handle, command, "call", "products/createOrUpdate", missing, store=practice_store
    )
    assert code in (2, 3)
    assert "could not be written" not in said


async def test_the_totals_of_an_import_are_kept(
    command: CommandLine, practice_store: PracticeStore, tmp_path: Path, nowhere: tuple[int, str]
) -> None:
    handle, reason = nowhere
    path = str(write_products(tmp_path / "made.csv", 3))
    code, said = await said_to(handle, command, "import", "products", path, *ANSWERS, store=practice_store)
    assert code == 1
    assert f"The totals could not be written: {reason}.\n" in said
    run_id = said.strip().rpartition(" ")[2]
    again = await command.run("import", "products", "--resume", run_id, store=practice_store)
    assert (again.code, again.json["run"], again.json["sent"]) == (0, run_id, 12)


async def test_messages_wait_until_their_run_can_be_named(
    command: CommandLine, practice_store: PracticeStore, tmp_path: Path, nowhere: tuple[int, str]
) -> None:
    handle, reason = nowhere
    path = str(recipients(tmp_path / "list.csv", 2))
    code, said = await said_to(handle, command, "import", "templates", path, *SETTINGS, store=practice_store)
    assert code == 2
    assert f"The line that names the run could not be written: {reason}." in said
    assert "Nothing was sent now. Go on with: svcconsole import templates --resume " in said
    assert not received(practice_store)


async def test_a_graver_end_keeps_its_code(
    command: CommandLine, practice_store: PracticeStore, nowhere: tuple[int, str]
) -> None:
    """Three rows of the sample wait to be put right: that is code 3, whoever listens."""
    handle, _ = nowhere
    whole = [word for word in DRY if word != "--dry-run"]
    code, said = await said_to(handle, command, *whole, store=practice_store)
    assert code == 3
    assert "The totals could not be written" in said


@pytest.mark.parametrize("arguments", [DRY, ("--version",), ("import", "products", "--help")], ids=str)
async def test_every_other_output(
    command: CommandLine, nowhere: tuple[int, str], arguments: tuple[str, ...]
) -> None:
    handle, reason = nowhere
    code, said = await said_to(handle, command, *arguments)
    assert code == 1
    # The library that writes the help pages says nothing of a reader that is gone.
    assert f"The output could not be written: {reason}.\n" in said or reason == REASONS["closed"]


async def test_a_practice_store_nobody_can_be_told_of_does_not_stay(
    command: CommandLine, nowhere: tuple[int, str]
) -> None:
    handle, reason = nowhere
    ended = await said_to(handle, command, "sandbox", "--seed", "empty")
    assert ended == (2, f"The line with the store's address could not be written: {reason}.\n")


async def test_a_sign_the_terminal_cannot_show_is_escaped(
    command: CommandLine, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("PYTHONIOENCODING", "latin-1")
    process = await command.start("campaign", "plan", "--help")
    out, err = await process.communicate()
    assert (process.returncode, err) == (0, b"")
    assert b"\\u201csvcconsole import templates\\u201d" in out


@pytest.mark.skipif(sys.platform != "linux", reason="file names are text elsewhere")
async def test_a_file_whose_name_is_no_text_is_one_like_any_other(
    command: CommandLine, practice_store: PracticeStore, tmp_path: Path
) -> None:
    products = write_products(tmp_path / os.fsdecode(b"caf\xe9.csv"), 2)
    people = recipients(tmp_path / os.fsdecode(b"\xe9lan.csv"), 2)
    plan, proof = (str(tmp_path / os.fsdecode(name)) for name in (b"\xe9.json", b"\xe9.prf"))
    url = ("--base-url", practice_store.base_url)
    for asked, store in (
        (("table", str(products)), None),
        (("import", "products", str(products), *ANSWERS, "--dry-run"), None),
        (("import", "products", str(products), *ANSWERS, "--plan-only"), practice_store),
        (("campaign", "plan", str(people), *SETTINGS, "--write", plan, *url), None),
        (("proof", proof, "--run", "last", *url), None),
        (("import", "history", *url), None),
    ):
        done = await command.run(*asked, store=store)
        assert (done.code, "Traceback" in done.stderr) == (0, False), (asked, done.stderr)
    assert {plan, proof} <= {entry.path for entry in os.scandir(tmp_path)}
    files = [json.loads(line)["file"] for line in done.stdout.splitlines()]
    assert sorted(files) == [r"\udce9lan.csv", r"caf\udce9.csv"]


def test_off_a_terminal_what_stands_still_is_said_once(capsys: pytest.CaptureFixture[str]) -> None:
    line = ProgressLine(between=0.0)
    for said in ("Waiting", "Waiting", "Sent 1", "Sent 1", "Waiting", "Waiting"):
        line.write(said)
    line.end()
    assert capsys.readouterr().err == "Waiting\nSent 1\nWaiting\n"
