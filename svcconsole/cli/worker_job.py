"""Implements `svcconsole worker`: opens the workspace and the store, works until it is told to stop."""

from __future__ import annotations

import asyncio
import json
import os
import signal
from collections.abc import Coroutine
from contextlib import AsyncExitStack, suppress
from dataclasses import dataclass
from typing import Any

from aiohttp import web

from svcconsole import logs
from svcconsole.api.client import Client
from svcconsole.api.connection import Connection
from svcconsole.api.downloads import Downloader
from svcconsole.api.errors import RefusedHere
from svcconsole.cli.connection import ConnectionOptions, connection_for, profile_for
from svcconsole.cli.exit_codes import Exit
from svcconsole.cli.import_job import Store, store_of
from svcconsole.cli.output import OutputLost, say, say_all, write_line
from svcconsole.cli.shared_address import refuse_password
from svcconsole.cli.workspace_folder import as_refusals
from svcconsole.folders import data_dir
from svcconsole.secrets import read_credential
from svcconsole.services.schedules.followers import follow_reports, poll_deliveries
from svcconsole.services.schedules.http_server import HealthPages, WebhookReceiver, serve
from svcconsole.services.schedules.job_deps import JobDeps
from svcconsole.services.schedules.worker import ScheduleWorker
from svcconsole.services.sends.sending import Sender
from svcconsole.words.message import message
from svcconsole.words.system_reason import system_reason
from svcconsole.workspace.address import VARIABLE
from svcconsole.workspace.database import Workspace
from svcconsole.workspace.errors import WorkspaceError

WORKSPACE_CREDENTIAL = "svcconsole-workspace"
WEBHOOK_CREDENTIAL, WEBHOOK_VARIABLE = "svcconsole-webhook-secret", "SVCCONSOLE_WEBHOOK_SECRET"
LOOPBACK = "127.0.0.1"
LEVEL_SECONDS = 1.0
"""So often it is looked whether the store may be written to."""


@dataclass(frozen=True, slots=True)
class Asked:
    """What the command asks of the worker: where its workspace is, and where it is to answer."""

    workspace: str | None
    name: str
    webhooks: str | None
    health: int | None
    once: bool = False


def work(options: ConnectionOptions, asked: Asked) -> Exit:
    """Work until a signal, or until nothing more is due; raises RefusedHere where it cannot begin."""
    if address := _address(asked.workspace):
        # Processes that check files open the same workspace.
        os.environ[VARIABLE] = address
    connection = connection_for(options)
    logs.hide(connection.token)
    logs.start(data_dir() / "logs")
    store = store_of(profile_for(options), connection)
    with as_refusals():
        workspace = Workspace.open(store.folder)
    with workspace:
        workspace.approvals.hold_to(store.approve_above, store.approvers)
        try:
            return asyncio.run(_work(workspace, connection, store, options, asked))
        except WorkspaceError as error:
            say_all(error.sentence, error.advice)
            return Exit.NOT_REACHED


def _address(given: str | None) -> str:
    """The address of the shared workspace; blank where the environment says it already, or there is none."""
    if given is not None:
        advice = message(
            "Put the address into {variable}, or hand it over as the credential {credential}.",
            variable=VARIABLE,
            credential=WORKSPACE_CREDENTIAL,
        )
        refuse_password(given, advice)
    return given or read_credential(WORKSPACE_CREDENTIAL)


async def _work(
    workspace: Workspace, connection: Connection, store: Store, options: ConnectionOptions, asked: Asked
) -> Exit:
    async with AsyncExitStack() as stack:
        client = await stack.enter_async_context(Client(connection))
        downloader = await stack.enter_async_context(Downloader(network=lambda: connection.network))

        async def ready() -> Client:
            return client

        async def database(fn: Any) -> Any:
            return await asyncio.to_thread(fn, workspace)

        sender = Sender(database, ready)
        stack.push_async_callback(sender.close)
        deps = JobDeps(workspace, client, store.folder, store.defaults, sender, downloader)
        worker = ScheduleWorker(deps, asked.name, lambda: _refusal(options))
        _stop_on_signals(deps)
        addresses, beside = await _answering(stack, deps, worker, asked)
        await worker.begin()
        _tell(worker, addresses)
        beside.append(_follow_level(deps, client, options))
        if not asked.once:
            beside += [poll_deliveries(deps, worker.id), follow_reports(deps)]
        _begin_beside(stack, deps, beside)
        await worker.run(once=asked.once)
    if worker.lost:
        say(message("Others took this worker for gone, as after a long sleep. Begin it anew."))
        return Exit.NOT_REACHED
    return Exit.ACCEPTED


async def _answering(
    stack: AsyncExitStack, deps: JobDeps, worker: ScheduleWorker, asked: Asked
) -> tuple[dict[str, str], list[Coroutine[Any, Any, None]]]:
    """Answer where that was asked for: the addresses, and what is done about what comes there."""
    addresses: dict[str, str] = {}
    receiver = None
    try:
        if asked.webhooks is not None:
            host, port = _place(asked.webhooks)
            receiver = WebhookReceiver(deps, _webhook_secret(), worker)
            routes = [web.post("/{path:.*}", receiver.take)]
            addresses["webhooks"] = await serve(stack, host, port, routes)
        if asked.health is not None:
            pages = HealthPages(worker, receiver)
            routes = [web.get("/health", pages.health), web.get("/metrics", pages.metrics)]
            addresses["health"] = await serve(stack, LOOPBACK, asked.health, routes)
    except OSError as error:
        raise RefusedHere(
            message("It cannot answer there: {reason}.", reason=system_reason(error)),
            advice=message("Name another address or port."),
        ) from error
    return addresses, [] if receiver is None else [receiver.settle()]


def _place(text: str) -> tuple[str, int]:
    host, colon, port = text.rpartition(":")
    if not colon or not port.isdecimal() or int(port) > 65535:
        raise RefusedHere(
            message("“{text}” is not an address to listen at.", text=text),
            advice=message("Write HOST:PORT, as 127.0.0.1:8600."),
        )
    return host.strip("[]") or LOOPBACK, int(port)


def _webhook_secret() -> str:
    secret = read_credential(WEBHOOK_CREDENTIAL) or os.environ.get(WEBHOOK_VARIABLE, "")
    if not secret.strip():
        raise RefusedHere(
            message("The secret that webhooks are signed with is missing."),
            advice=message(
                "Put it into {variable}, or hand it over as the credential {credential}.",
                variable=WEBHOOK_VARIABLE,
                credential=WEBHOOK_CREDENTIAL,
            ),
        )
    return secret


def _begin_beside(stack: AsyncExitStack, deps: JobDeps, work: list[Coroutine[Any, Any, None]]) -> None:
    """Do this beside the schedules for as long as the worker works."""
    tasks = [asyncio.get_running_loop().create_task(each) for each in work]

    async def end() -> None:
        deps.stop()
        for task in tasks:
            task.cancel()
            with suppress(asyncio.CancelledError):
                await task

    stack.push_async_callback(end)


def _refusal(options: ConnectionOptions) -> str:
    """Why the store may not be written to now; a person may change its profile while this works."""
    try:
        profile = profile_for(options)
    except RefusedHere as error:
        return error.sentence
    if profile is not None and profile.is_read_only:
        return message("{store} is set to read-only. Nothing was sent.", store=profile.name)
    return ""


async def _follow_level(deps: JobDeps, client: Client, options: ConnectionOptions) -> None:
    """Hold what is under way, too, where a person sets the store to read-only."""
    while not await deps.wait(LEVEL_SECONDS):
        client.read_only = bool(await asyncio.to_thread(_refusal, options))


def _tell(worker: ScheduleWorker, addresses: dict[str, str]) -> None:
    """Name the worker on stdout; whoever reads none of it is no reason to stop."""
    with suppress(OutputLost):
        write_line(json.dumps({"worker": worker.id, "name": worker.name, "pid": os.getpid(), **addresses}))


def _stop_on_signals(deps: JobDeps) -> None:
    """The first signal stops at a safe point, a second one at once: nothing is lost by either."""
    loop = asyncio.get_running_loop()

    def stop(number: int, _frame: object) -> None:
        signal.signal(number, signal.SIG_DFL)
        loop.call_soon_threadsafe(_stop)

    def _stop() -> None:
        say(message("Stopping at a safe point."))
        deps.stop()

    for each in (signal.SIGINT, signal.SIGTERM):
        signal.signal(each, stop)
