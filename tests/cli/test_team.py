"""`svcconsole team`, `approve` and `approvals`: a team by command, from the invitation to the lost laptop."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from contextlib import closing
from pathlib import Path

import psycopg
import pytest
from sqlalchemy import make_url

from svcconsole import cli
from svcconsole.workspace.address import VARIABLE
from tests.support.campaign import SETTINGS, received, write_recipients
from tests.support.command import CommandLine, Finished
from tests.support.practice import PracticeStore

ROWS = (("+919845000001", "Asha"), ("+919845000002", "Ben"))


@pytest.fixture
def address(new_database: Callable[[], str]) -> Iterator[str]:
    url = new_database()
    yield url
    with closing(psycopg.connect(url, autocommit=True)) as connection:
        for name in ("ana_moreira", "yusuf"):
            if connection.execute("SELECT FROM pg_roles WHERE rolname = %s", (name,)).fetchone():
                connection.execute(f"DROP OWNED BY {name}; DROP ROLE {name}".encode())


def everything_in(address: str) -> str:
    """Every row of every table, as the server writes them; bytes as the letters they are made of, too."""
    with closing(psycopg.connect(address, autocommit=True)) as connection:
        names = connection.execute("SELECT tablename FROM pg_tables WHERE schemaname = 'public'").fetchall()
        rows = [
            row[0]
            for (name,) in names
            for row in connection.execute(f"SELECT t::text FROM {name} t".encode())
        ]
        bodies = connection.execute("SELECT convert_from(body, 'UTF8') FROM bodies").fetchall()
    return "\n".join([*rows, *(body for (body,) in bodies)])


async def test_two_people_share_a_workspace_and_one_leaves(
    practice_store: PracticeStore,
    tmp_path: Path,
    address: str,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    own, store = address, ("--base-url", practice_store.base_url)

    async def run(who: str, url: str, *arguments: str, sends: bool = False) -> Finished:
        line = CommandLine(tmp_path / who)
        monkeypatch.setenv(VARIABLE, url)
        if sends:
            return await line.run(*arguments, store=practice_store)
        for name, value in line.environment().items():
            monkeypatch.setenv(name, value)
        return Finished(cli.run([*arguments, *store]), *capsys.readouterr())

    async def invite(name: str, role: str) -> str:
        made = await run("boss", own, "team", "invite", name, "--role", role)
        assert made.code == 0, made.stderr
        assert "The password is shown this once." in made.stderr
        assert made.json["password"] not in made.json["address"]
        url = make_url(made.json["address"]).set(password=made.json["password"])
        return url.render_as_string(hide_password=False)

    ana, yusuf = await invite("Ana Moreira", "send"), await invite("Yusuf", "approve")
    assert (await run("boss", own, "team", "approve-above", "1")).code == 0
    listed = await run("ana", ana, "team", "list")
    told = {one["name"]: one["role"] for one in map(json.loads, listed.stdout.splitlines())}
    assert told == {"postgres": "administer", "ana_moreira": "send", "yusuf": "approve"}
    assert "Above 1 people a second person has to agree." in listed.stderr
    refused = await run("ana", ana, "team", "approve-above", "0")
    assert (refused.code, refused.stdout) == (2, "")
    assert "does not let you change who may do what" in refused.stderr

    path = str(write_recipients(tmp_path / "list.csv", ROWS))
    options = (*SETTINGS, "--region", "IN")
    waits = await run("ana", ana, "import", "templates", path, *options, sends=True)
    assert waits.code == 4
    assert "This run reaches 2 people; above 1 a second person has to agree." in waits.stderr
    assert received(practice_store) == {}
    asked = await run("ana", ana, "approve", "last", "--ask")
    assert asked.code == 0, asked.stderr
    code, sha256 = asked.json["code"], asked.json["plan_sha256"]
    assert (await run("ana", ana, "approve", code)).code == 2
    [open_one] = map(json.loads, (await run("yusuf", yusuf, "approvals")).stdout.splitlines())
    assert (open_one["plan_sha256"], open_one["people"], open_one["asked_by"]) == (sha256, 2, "ana_moreira")
    back = await run("yusuf", yusuf, "approve", code, "--refuse", "Not on a Sunday.")
    assert f"Plan {code} was sent back to Ana Moreira." in back.stderr
    assert (await run("ana", ana, "approve", code, "--ask")).code == 0
    assert (await run("yusuf", yusuf, "approve", code, "--plan", "0" * 64)).code == 2
    assert (await run("yusuf", yusuf, "approve", code, "--plan", sha256)).code == 0
    assert (await run("yusuf", yusuf, "approvals")).stdout == ""
    sent = await run("ana", ana, "import", "templates", "--resume", code, sends=True)
    assert (sent.code, sent.json["sent"]) == (0, 2), sent.stderr
    assert received(practice_store) == {"+919845000001": 1, "+919845000002": 1}

    token = practice_store.token
    assert token.encode().hex() not in (held := everything_in(address))
    assert token not in held, "each console keeps its own"
    assert "+919845000001" in held
    refused = await run("ana", ana, "forget", "+919845000001", "--yes")
    assert (refused.code, refused.stdout) == (2, "")
    assert (await run("boss", own, "forget", "+919845000001")).code == 2
    removed = await run("boss", own, "forget", "+919845000001", "--yes")
    assert removed.code == 0, removed.stderr
    assert "9845000001" not in everything_in(address)
    assert (await run("boss", own, "forget", "+919845000001", "--yes")).code == 2

    gone = await run("boss", own, "team", "remove", "Ana Moreira")
    assert gone.code == 0
    assert "has no rights in this workspace any more" in gone.stderr
    shut = await run("ana", ana, "approvals")
    assert shut.code == 2
    assert "does not let ana_moreira in" in shut.stderr
    log = await run("boss", own, "log", "--verify")
    assert (log.code, log.json["broken"]) == (0, None)
