"""One store is one workspace on the command line, however it is named, and its profile's safe level holds."""

from __future__ import annotations

import asyncio
import hashlib
import json
import os
import sys
from collections.abc import Sequence
from contextlib import ExitStack
from pathlib import Path

import pytest

from svcconsole.workspace.database import Workspace
from svcconsole.workspace.schema import Repeat
from tests.support.campaign import SETTINGS, received, recipients
from tests.support.command import TOKEN_VARIABLE, CommandLine, Finished, finish
from tests.support.people_in import everything
from tests.support.practice import COMMAND, PracticeStore, start_practice_store
from tests.support.warm_start import warm
from tests.workspace.planning import plan
from tests.workspace.versions.make import RUN, sample

TICKET = {
    "channel": "WHATSAPP", "brandPhoneNumber": "+49301000100", "customerPhoneNumber": "+393471000188",
    "context": "A candle arrived broken.",
}  # fmt: skip


@pytest.fixture
def command(tmp_path: Path) -> CommandLine:
    return CommandLine(tmp_path)


def write_profiles(command: CommandLine, *profiles: dict[str, str]) -> None:
    folder = Path(command.environment()["SVCCONSOLE_CONFIG_DIR"])
    folder.mkdir(mode=0o700, exist_ok=True)
    (folder / "profiles.json").write_text(json.dumps({"profiles": profiles}))


def stores(command: CommandLine) -> list[str]:
    return sorted(path.name for path in (command.home / "data" / "stores").iterdir())


async def run_at(command: CommandLine, store: PracticeStore, address: Sequence[str], *what: str) -> Finished:
    """A command to the practice store under another address, its token from the environment."""
    variables = command.environment({TOKEN_VARIABLE: store.token})
    process = await asyncio.create_subprocess_exec(
        *warm.command(variables), *what, *address, "--token-env", TOKEN_VARIABLE, env=variables,
        stdin=asyncio.subprocess.DEVNULL, stdout=asyncio.subprocess.PIPE, stderr=asyncio.subprocess.PIPE,
    )  # fmt: skip
    return await finish(process)


async def test_every_spelling_and_the_profile_share_the_guard_against_a_second_message(
    command: CommandLine, practice_store: PracticeStore, tmp_path: Path
) -> None:
    port = practice_store.port
    write_profiles(
        command, {"id": "p1", "name": "Shop", "base_url": f"http://localhost:{port}", "safe_level": "open"}
    )
    path = str(recipients(tmp_path / "list.csv", 3))
    campaign = ("import", "templates", path, *SETTINGS, "--rule", "sent_lately=each")
    first = await run_at(command, practice_store, ("--base-url", f"http://127.0.0.1:{port}"), *campaign[:-2])
    assert first.json["sent"] == 3, first.stderr
    for address in (
        ("--base-url", f"http://LOCALHOST:{port}"),
        ("--base-url", f"http://localhost:0{port}/"),
        ("--profile", "shop"),
    ):
        again = await run_at(command, practice_store, address, *campaign[:-2])
        assert again.code == 2, again.stderr
        assert "were sent something from here within the last 24 hours" in again.stderr
        told = await run_at(command, practice_store, address, "import", "templates", "--resume", "last")
        assert told.json["run"] == first.json["run"], "one list of runs"
    assert set(received(practice_store).values()) == {1}
    assert len(stores(command)) == 1


async def test_read_only_is_read_only_on_the_command_line(
    command: CommandLine, practice_store: PracticeStore, tmp_path: Path
) -> None:
    address = ("--base-url", f"http://127.0.0.1:{practice_store.port}")
    path = str(recipients(tmp_path / "list.csv", 3))
    practice_store.add_fault("status", code=503, executed=False)
    begun = await run_at(command, practice_store, address, "import", "templates", path, *SETTINGS)
    assert begun.code in (4, 5), begun.stderr
    practice_store.clear_faults()
    write_profiles(
        command,
        {
            "id": "p1", "name": "Shop", "base_url": f"http://LOCALHOST:{practice_store.port}",
            "safe_level": "read-only",
        },
    )  # fmt: skip
    refused: tuple[tuple[str, ...], ...] = (
        ("import", "templates", path, *SETTINGS),
        ("import", "templates", "--resume", "last"),
        ("call", "tickets/create", json.dumps(TICKET)),
        ("call", "products/createOrUpdate", '{"products": []}'),
        ("product", "set", "p1", "name=Sage", "--create"),
        ("catalog", "set", "c1", "name=Sage", "--create"),
        ("report", "ask", "Ledger report", "--from", "2026-01-01", "--to", "2026-01-31",
         "--email", "a@b.example"),
        ("report", "resume", "last"),
    )  # fmt: skip
    for names in (address, ("--profile", "Shop")):
        for what in refused:
            done = await run_at(command, practice_store, names, *what, "--yes")
            assert done.code == 2, (what, done.stderr)
            if what[0] != "call" or "is set to read-only" in done.stderr:
                assert "Shop is set to read-only. Nothing was sent." in done.stderr, (what, done.stderr)
    read = await run_at(command, practice_store, address, "call", "catalogs/list")
    assert read.code == 0, read.stderr
    dry = await run_at(command, practice_store, address, "import", "templates", path, *SETTINGS, "--dry-run")
    assert "read-only" not in dry.stderr
    assert everything(practice_store, "messages") == []
    assert practice_store.counts()["tickets"] == 0


async def test_a_profile_that_asks_is_answered_by_an_option_or_at_the_terminal(
    command: CommandLine, practice_store: PracticeStore
) -> None:
    shop = {"id": "p1", "name": "Shop", "base_url": practice_store.base_url}
    what = ("call", "catalogs/createOrUpdate", '{"catalogs": [{"id": "c1", "name": "Kitchen"}]}')
    for level, refused, taken in (
        ("confirm", ((), ("--confirm", "shop")), ("--yes",)),
        ("name", ((), ("--yes",), ("--confirm", "shop")), ("--confirm", "Shop")),
    ):
        write_profiles(command, {**shop, "safe_level": level})
        for more in refused:
            done = await run_at(command, practice_store, ("--profile", "Shop"), *what, *more)
            assert done.code == 2, (level, more)
        done = await run_at(command, practice_store, ("--profile", "Shop"), *what, *taken)
        assert done.code == 0, done.stderr
    if sys.platform != "win32":
        for typed, code in (("Shop", 0), ("no", 2)):
            assert await typed_at_terminal(command, practice_store, typed, *what) == code


async def typed_at_terminal(command: CommandLine, store: PracticeStore, typed: str, *what: str) -> int:
    """The exit code of a command whose question is answered at a terminal."""
    near, far = os.openpty()
    try:
        os.write(near, f"{typed}\n".encode())
        process = await asyncio.create_subprocess_exec(
            *COMMAND, *what, "--profile", "Shop", "--token-env", TOKEN_VARIABLE, stdin=far, stderr=far,
            stdout=asyncio.subprocess.DEVNULL, env=command.environment({TOKEN_VARIABLE: store.token}),
        )  # fmt: skip
        return await process.wait()
    finally:
        os.close(near)
        os.close(far)


async def test_a_practice_store_is_known_by_its_data_not_by_its_port(
    command: CommandLine, tmp_path: Path
) -> None:
    path = str(recipients(tmp_path / "list.csv", 2))
    campaign = ("import", "templates", path, *SETTINGS)
    with ExitStack() as stack:
        first = stack.enter_context(start_practice_store(tmp_path / "one"))
        sent = await command.run(*campaign, store=first)
        assert sent.json["sent"] == 2, sent.stderr
        port, token = first.port, first.token
        first.stop()
        away = await command.run("import", "templates", "--resume", "last", store=first)
        assert away.json["run"] == sent.json["run"], "while it is away its address stands for it"
        moved = stack.enter_context(start_practice_store(tmp_path / "one", token=token))
        assert moved.port != port
        again = await command.run(*campaign, store=moved)
        assert again.code == 2, again.stderr
        assert "within the last 24 hours" in again.stderr
        other = stack.enter_context(start_practice_store(tmp_path / "two", port=port, token=token))
        fresh = await command.run(*campaign, store=other)
        assert fresh.json["sent"] == 2, fresh.stderr
    assert len(stores(command)) == 2


async def test_two_stores_behind_one_address_stay_apart_by_their_application_id(
    command: CommandLine, practice_store: PracticeStore, tmp_path: Path
) -> None:
    base = {"base_url": practice_store.base_url, "safe_level": "open"}
    write_profiles(
        command,
        {"id": "p1", "name": "North", "app_id": "1", **base},
        {"id": "p2", "name": "South", "app_id": "2", **base},
    )
    path = str(recipients(tmp_path / "list.csv", 2))
    campaign = ("import", "templates", path, *SETTINGS)
    for names in (("--profile", "North"), ("--profile", "South")):
        done = await run_at(command, practice_store, names, *campaign)
        assert done.json["sent"] == 2, done.stderr
    which = await run_at(command, practice_store, ("--base-url", practice_store.base_url), *campaign)
    assert which.code == 2
    assert "Several stores have this address: North, South." in which.stderr
    by_id = ("--base-url", practice_store.base_url, "--app-id", "2")
    same = await run_at(command, practice_store, by_id, *campaign)
    assert "within the last 24 hours" in same.stderr
    assert set(received(practice_store).values()) == {2}


def old_name(address: str) -> str:
    return f"url-{hashlib.sha256(address.encode()).hexdigest()[:12]}"


async def test_folders_of_before_are_brought_together_once(
    command: CommandLine, practice_store: PracticeStore, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    for name in ("SVCCONSOLE_CONFIG_DIR", "SVCCONSOLE_DATA_DIR"):
        monkeypatch.setenv(name, command.environment()[name])
    port = practice_store.port
    write_profiles(
        command, {"id": "p1", "name": "Shop", "base_url": f"http://localhost:{port}", "safe_level": "open"}
    )
    data = tmp_path / "data" / "stores"
    with Workspace.open(data / "p1") as workspace:
        of_window = plan(workspace, 2, kind="templates", effect=Repeat.ONCE)
    with Workspace.open(data / old_name(f"http://127.0.0.1:{port}")) as workspace:
        of_command = plan(workspace, 1, kind="templates", effect=Repeat.ONCE)
    older = data / old_name(f"http://localhost:{port}")
    sample(3, older)
    (older / "reports" / "4e9047000001").mkdir(parents=True)
    (older / "reports" / "4e9047000001" / "ledger.csv").write_text("A,B\n")
    done = await run_at(
        command, practice_store, ("--profile", "Shop"), "import", "products", "--resume", RUN, "--limit", "60"
    )
    assert "There is no run" not in done.stderr
    (name,) = stores(command)
    assert name.startswith("store-")
    with Workspace.open(data / name) as workspace:
        assert {info.id for info in workspace.runs.list()} == {of_window, of_command, RUN}
    assert (data / name / "reports" / "4e9047000001" / "ledger.csv").read_text() == "A,B\n"
    assert len(list((data / name).glob("workspace.sqlite3.before-*"))) == 2, "a backup before each"
    assert len(list((data / name / "merged").iterdir())) == 2, "and what was united is kept whole"


async def test_a_store_that_is_open_elsewhere_is_not_brought_together(
    command: CommandLine, practice_store: PracticeStore, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    for name in ("SVCCONSOLE_CONFIG_DIR", "SVCCONSOLE_DATA_DIR"):
        monkeypatch.setenv(name, command.environment()[name])
    data = tmp_path / "data" / "stores"
    older = data / old_name(practice_store.base_url)
    with Workspace.open(older) as workspace:
        plan(workspace, 1)
        workspace.runner.acquire()
        done = await command.run("import", "products", "--resume", "last", store=practice_store)
        assert done.code == 2
        assert "Another svcconsole has this store open" in done.stderr
    assert stores(command) == [older.name]
