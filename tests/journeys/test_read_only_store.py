"""A store whose profile says read-only: nothing that would change it leaves, whatever calls the client."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from PySide6.QtWidgets import QApplication

from svcconsole import cli, secrets
from svcconsole.api.client import Client
from svcconsole.api.connection import Connection
from svcconsole.api.errors import Outcome, ReadOnlyStore
from svcconsole.api.models.customers import UpsertCustomer
from svcconsole.api.operations import (
    CREATE_TICKET,
    OPERATIONS,
    UPSERT_CUSTOMER,
    UPSERT_PRODUCTS,
    Effect,
    Operation,
)
from svcconsole.api.reference import ENTRIES
from svcconsole.api.token import Token
from svcconsole.cli import call, import_command, record_set, report_job
from svcconsole.gui.runtime.console import Console
from svcconsole.gui.runtime.notices import Notices
from svcconsole.gui.runtime.profile_summary import ProfileSummary
from svcconsole.gui.runtime.runs_controller import RunsController
from svcconsole.gui.runtime.settings import Settings
from svcconsole.gui.shell.stores import Stores
from svcconsole.profiles import Profile, Profiles
from svcconsole.workspace.schema import RunState
from svcconsole.workspace.team.schedule_records import FiringState
from tests.api.models.samples import PRODUCT, SAMPLES
from tests.api.replies_of_a_store import REPLIES
from tests.gui.shell.conftest import settings
from tests.services.runs.senders import ticket
from tests.support.campaign import SETTINGS, received, recipients
from tests.support.command import TOKEN_VARIABLE, CommandLine
from tests.support.coroutines import until
from tests.support.fault_server import answer, answers, fault_server
from tests.support.practice import PracticeStore
from tests.support.scheduled import Shop
from tests.workspace.planning import plan

__all__ = ["settings"]

WRITES = [operation for operation in OPERATIONS if operation.effect is not Effect.READ]
MANY = 300
REFUSED = "Shop is set to read-only. Nothing was sent."


@pytest.fixture
def profile(practice_store: PracticeStore, own_folders: Path) -> Iterator[Profile]:
    """The practice store as a live store that may only be read, with its token in this session."""
    made = Profile(id="shop", name="Shop", base_url=practice_store.base_url, safe_level="read-only")
    Profiles(profiles=[made]).save()
    secrets.keep_for_session("shop", Token(practice_store.token))
    yield made
    secrets._session.pop("shop")


@pytest.mark.parametrize("operation", OPERATIONS, ids=lambda one: one.name)
async def test_the_client_lets_out_what_reads_and_nothing_else(operation: Operation[Any, Any]) -> None:
    request = operation.request.read(SAMPLES[operation])
    async with fault_server(answers(answer(REPLIES[operation]))) as server:
        connection = Connection(server.base_url, Token("abc"), name="Shop", read_only=True)
        async with Client(connection) as client:
            ended = await client.send(operation, request.wire())
            if operation.effect is Effect.READ:
                assert ended.outcome is Outcome.OK
                return
            assert (ended.outcome, ended.attempts, str(ended.error)) == (Outcome.PAUSE, 1, REFUSED)
            with pytest.raises(ReadOnlyStore):
                await client.call(operation, request)
    assert (server.connections, server.requests) == (0, [])


async def test_an_upsert_that_counts_as_once_only_stays_here_too() -> None:
    body = UpsertCustomer.read({"email": "ana@shop.example"}).wire()
    async with fault_server(answers(answer(REPLIES[UPSERT_CUSTOMER]))) as server:
        connection = Connection(server.base_url, Token("abc"), read_only=True)
        async with Client(connection) as client:
            assert (await client.send(UPSERT_CUSTOMER, body)).outcome is Outcome.PAUSE
    assert server.connections == 0


async def test_whatever_the_window_tries_stays_here(
    window_loop: QApplication, practice_store: PracticeStore, profile: Profile, settings: Settings
) -> None:
    """As where the window still believes that it may: every operation, a form's send, a run."""
    stores = Stores(settings, Notices())
    card = ProfileSummary("shop", "Shop", "forest", base_url=profile.base_url, safe_level="open")
    console = Console(
        card,
        settings=settings,
        store_folder=await stores.folder(profile),
        notices=Notices(),
        connect=lambda: stores.connection("shop"),
    )
    console.may_load.set()
    before = practice_store.counts()
    try:
        client = await console.ready()
        for operation in WRITES:
            ended = await client.send(operation, operation.request.read(SAMPLES[operation]).wire())
            assert str(ended.error) == REFUSED, operation.name
        sent = await console.sends.send(CREATE_TICKET, ticket("R-1"), kind="ticket", title="Ticket")
        assert (sent.outcome, str(sent.error)) == (Outcome.PAUSE, REFUSED)
        run_id = await console.db(lambda space: plan(space, 3))
        console.runs = runs = RunsController(console, console)
        runs.start(run_id)
        held = await until(lambda: next((one for one in runs.runs() if one.progress is not None), None))
        await until(lambda: held.progress is not None and held.progress.state is RunState.PAUSED)
        assert held.progress is not None and held.progress.sentence == REFUSED
        await runs.close()
        assert console.state.reach.value != "refused", "the store refused nothing: nobody asked it"
    finally:
        await console.close()
        await stores.stop()
    assert practice_store.counts() == before


async def _with_a_mug(store: PracticeStore) -> None:
    """Put a product into the store: what is changed has to be there."""
    body = UPSERT_PRODUCTS.request.read({"products": [{**PRODUCT, "catalogIds": None}]})
    async with Client(Connection(store.base_url, Token(store.token))) as client:
        await client.call(UPSERT_PRODUCTS, body)


@pytest.fixture
def no_question(monkeypatch: pytest.MonkeyPatch) -> None:
    """Commands that forget to ask whether they may write."""
    forgotten: Callable[[object], None] = lambda _options: None  # noqa: E731
    for module in (call, import_command, record_set, report_job):
        monkeypatch.setattr(module, "check_may_write", forgotten)


@pytest.mark.usefixtures("no_question")
def test_a_command_that_forgets_to_ask_sends_nothing_either(
    practice_store: PracticeStore,
    profile: Profile,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    monkeypatch.setenv(TOKEN_VARIABLE, practice_store.token)
    asyncio.run(_with_a_mug(practice_store))
    before = practice_store.counts()
    store = ("--profile", "Shop", "--token-env", TOKEN_VARIABLE)
    examples = {entry.operation: json.dumps(entry.examples[0].body) for entry in ENTRIES}
    commands: list[tuple[str, ...]] = [("call", one.path, examples[one], "--again") for one in WRITES]
    commands += [
        ("import", "templates", str(recipients(tmp_path / "list.csv", 3)), *SETTINGS),
        ("product", "set", "mug", "name=Sage"),
        ("catalog", "set", "c1", "name=Sage", "--create"),
        ("report", "ask", "Customer Conversations", "--from", "2026-01-01", "--to", "2026-01-31",
         "--email", "a@b.example"),
    ]  # fmt: skip
    for command in commands:
        code = cli.run([*command, *store])
        told = capsys.readouterr().err
        assert code != 0, command
        assert REFUSED in told, (command, told)
    assert practice_store.counts() == before


async def test_a_worker_stops_sending_once_its_store_is_set_to_read_only(
    practice_store: PracticeStore, tmp_path: Path
) -> None:
    shop = Shop(CommandLine(tmp_path), practice_store)
    path = str(recipients(tmp_path / "list.csv", MANY))
    planned = await shop.command.run(
        "import", "templates", path, *SETTINGS, "--plan-only", store=practice_store
    )
    run = planned.json["run"]
    made = await shop.schedule("run", run, "--at", "2999-12-01T09:00", "--zone", "UTC", "--name", "Winter")
    assert made.code == 0, made.stderr
    await shop.schedule("run-now", "Winter")
    practice_store.add_fault("latency", operation="sendTemplateMessage", seconds=2)
    async with shop.worker():
        await until(lambda: len(received(practice_store)) > 3, seconds=60)
        profile = {"id": "p1", "name": "Shop", "base_url": practice_store.base_url, "safe_level": "read-only"}
        kept = tmp_path / "config" / "profiles.json"
        kept.write_text(json.dumps({"profiles": [profile]}))

        left = await shop.ended("Winter")
        assert left.state is FiringState.LEFT and "is set to read-only" in left.sentence, left
        sent = len(received(practice_store))
        assert sent < MANY
        kept.write_text(json.dumps({"profiles": [{**profile, "safe_level": "open"}]}))
    with shop.workspace() as workspace:
        assert workspace.runs.get(run).state is RunState.STOPPED
        assert workspace.runs.totals(run).rows == MANY
        (firing,) = workspace.schedules.firings(workspace.schedules.find("Winter").id)
        assert firing.state is FiringState.LEFT
    assert sum(received(practice_store).values()) == sent
