"""The test of a shared workspace's address: each way it can fail stops at its step and says what to do."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import closing
from pathlib import Path

import psycopg
import pytest
from sqlalchemy import make_url

from svcconsole.workspace.database import Workspace
from svcconsole.workspace.engines.postgresql_check import (
    COMPUTER,
    DIRECT,
    NEW_ENOUGH,
    REACHED,
    RIGHTS,
    SIGNED_IN,
    STEPS,
    STORE,
    CheckStep,
    State,
    check,
)
from svcconsole.workspace.errors import WorkspaceError
from tests.support.certificates import Authority
from tests.support.nowhere import free_port
from tests.support.postgresql import WITH_PASSWORD
from tests.support.postgresql_proxy import DatabaseProxy

FOLDER = "store-a"


@pytest.fixture
def authority(tmp_path: Path) -> Authority:
    return Authority.make(tmp_path, "Basil Root")


def steps(address: str) -> dict[str, CheckStep]:
    """What the test found, by the name of the step; all of them, in their order."""
    found = list(check(address, FOLDER))
    assert [step.name for step in found] == list(STEPS)
    return {step.name: step for step in found}


def failure(address: str, name: str) -> CheckStep:
    """The one step that failed, after which nothing was tried."""
    found = steps(address)
    [failed] = [step for step in found.values() if step.state is State.FAILED]
    assert failed.name == name, failed
    after = [step.state for step in found.values()][STEPS.index(name) + 1 :]
    assert set(after) <= {State.SKIPPED}
    assert failed.sentence and failed.advice
    return failed


def run(address: str, statement: str) -> None:
    with closing(psycopg.connect(address, autocommit=True)) as owner:
        owner.execute(statement.encode())


@pytest.fixture
def ann(new_database: Callable[[], str]) -> Iterator[tuple[str, str]]:
    """The owner's address and that of an account that may log in and nothing more."""
    owner = new_database()
    run(owner, f"CREATE ROLE {WITH_PASSWORD} LOGIN PASSWORD 'Thyme'")
    url = make_url(owner).set(username=WITH_PASSWORD, password="Thyme")
    yield owner, url.render_as_string(hide_password=False)
    run(owner, f"DROP OWNED BY {WITH_PASSWORD}")
    run(owner, f"DROP ROLE {WITH_PASSWORD}")


def test_everything_is_good(database_proxy: DatabaseProxy, authority: Authority, tmp_path: Path) -> None:
    database_proxy.tls = authority.here
    address = database_proxy.address(sslmode="verify-full", sslrootcert=str(authority.ca_file))
    found = steps(address)
    assert {step.state for step in found.values()} == {State.GOOD}, found
    assert found[COMPUTER].sentence.startswith("certificate by Basil Root, until 2")
    assert found[STORE].sentence == "empty: this store begins to share it"
    assert found[RIGHTS].sentence == "may read, write, and make its own tables"
    Workspace.open(tmp_path / FOLDER, address).close()
    again = steps(address)
    assert again[STORE].sentence == "what it keeps is of this store"
    assert again[RIGHTS].sentence == "may read and write"


def test_nobody_is_there_and_nobody_knows_the_name() -> None:
    with free_port() as port:
        assert "was not reached at port" in failure(f"postgresql://a@127.0.0.1:{port}/w", REACHED).sentence
    told = failure("postgresql://a@no-such-host.invalid/w", REACHED)
    assert told.sentence == "Nobody knows a computer named no-such-host.invalid."


@pytest.mark.parametrize("trouble", ["plain", "stranger", "other name", "expired"])
def test_a_certificate_that_proves_nothing(
    database_proxy: DatabaseProxy, authority: Authority, tmp_path: Path, trouble: str
) -> None:
    stranger = Authority.make(tmp_path, "Mint Root")
    sentence = {
        "plain": "does not offer an encrypted connection",
        "stranger": "made by nobody that this computer trusts",
        "other name": "The certificate is not for 127.0.0.1.",
        "expired": "has run out",
    }[trouble]
    database_proxy.tls = {
        "plain": None,
        "stranger": stranger.here,
        "other name": authority.server("db.example"),
        "expired": authority.server("127.0.0.1", expired=True),
    }[trouble]
    address = database_proxy.address(sslmode="verify-full", sslrootcert=str(authority.ca_file))
    assert sentence in failure(address, COMPUTER).sentence
    with pytest.raises(WorkspaceError) as caught:
        Workspace.open(tmp_path / FOLDER, address)
    assert "certificate" in caught.value.sentence or trouble == "plain"
    assert caught.value.advice


def test_what_is_not_checked_is_worth_a_look(database_proxy: DatabaseProxy, authority: Authority) -> None:
    database_proxy.tls = authority.here
    assert (
        "nobody checks whose computer" in steps(database_proxy.address(sslmode="require"))[COMPUTER].sentence
    )
    assert "could read everything" in steps(database_proxy.address(sslmode="disable"))[COMPUTER].sentence


def test_a_wrong_password_and_a_wrong_database(ann: tuple[str, str]) -> None:
    _, address = ann
    url = make_url(address)
    wrong = url.set(password="Mint").render_as_string(hide_password=False)
    told = failure(wrong, SIGNED_IN)
    assert "does not accept the password of ann" in told.sentence
    assert "Mint" not in f"{told}"
    nowhere = url.set(database="harbor").render_as_string(hide_password=False)
    assert "There is no database" in failure(nowhere, SIGNED_IN).sentence


def test_rights_that_are_missing_are_shown_as_the_statement(ann: tuple[str, str]) -> None:
    owner, address = ann
    told = failure(address, RIGHTS)
    assert told.sentence == "ann may not make tables here."
    run(owner, told.statements)
    assert steps(address)[RIGHTS].state is State.GOOD


def test_a_workspace_nobody_invited_us_to(ann: tuple[str, str], tmp_path: Path) -> None:
    owner, address = ann
    Workspace.open(tmp_path / FOLDER, owner).close()
    assert failure(address, RIGHTS).sentence == "ann may not look into this workspace."
    run(owner, f"GRANT SELECT ON ALL TABLES IN SCHEMA public TO {WITH_PASSWORD}")
    told = steps(address)[RIGHTS]
    assert (told.state, told.sentence) == (State.LOOK, "may only look")


def test_the_database_of_another_store_or_of_another_program(
    new_database: Callable[[], str], tmp_path: Path
) -> None:
    theirs = new_database()
    Workspace.open(tmp_path / "store-b", theirs).close()
    assert failure(theirs, STORE).sentence == "This is the workspace of another store."
    foreign = new_database()
    run(foreign, "CREATE TABLE meta (key text, value text)")
    assert "that no svcconsole made" in failure(foreign, STORE).sentence


def test_a_copy_that_can_only_be_read(new_database: Callable[[], str]) -> None:
    url = make_url(new_database()).update_query_dict({"options": "-c default_transaction_read_only=on"})
    assert failure(url.render_as_string(hide_password=False), RIGHTS).sentence == (
        "This database can only be read."
    )


def test_a_server_that_is_too_old(database_proxy: DatabaseProxy, tmp_path: Path) -> None:
    database_proxy.version = "13.4"
    told = failure(database_proxy.address(), NEW_ENOUGH)
    assert "runs on PostgreSQL 13; version 14 or newer is needed" in told.sentence
    with pytest.raises(WorkspaceError, match="version 14 or newer"):
        Workspace.open(tmp_path / FOLDER, database_proxy.address())


def test_a_pool_by_the_transaction_is_recognised_by_what_it_does(database_proxy: DatabaseProxy) -> None:
    assert steps(database_proxy.address())[DIRECT].state is State.GOOD
    database_proxy.pooled = True
    told = steps(database_proxy.address())[DIRECT]
    assert told.state is State.LOOK
    assert told.sentence.startswith("Pooled, not direct: what others do would appear after 5 seconds")


def test_what_is_no_address_is_told_before_anything_is_tried() -> None:
    with pytest.raises(WorkspaceError, match="not the address of a PostgreSQL database"):
        list(check("db.example", FOLDER))
