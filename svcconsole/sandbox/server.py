"""The practice store as a process: its socket, its folder, its one line on stdout, its shutdown."""

from __future__ import annotations

import json
import os
import signal
import socket
import sys
import tempfile
from asyncio import BaseTransport, TimerHandle, Transport
from collections.abc import Iterable, Iterator
from contextlib import ExitStack, closing, contextmanager
from http import HTTPStatus
from pathlib import Path

import h11
import uvicorn
from uvicorn.protocols.http.h11_impl import H11Protocol

from svcconsole.sandbox.background_jobs import STEPS
from svcconsole.sandbox.background_workers import Workers
from svcconsole.sandbox.egress import Egress
from svcconsole.sandbox.http.answers import JSON, errors
from svcconsole.sandbox.http.app import CONTROL, build
from svcconsole.sandbox.http.listening import Address, CannotServe, listening
from svcconsole.sandbox.options import Options, Secrets, secrets_of_environment
from svcconsole.sandbox.parent_process import when_parent_ends
from svcconsole.sandbox.store.folder import held
from svcconsole.sandbox.store.store import Store
from svcconsole.words.system_reason import system_reason

KEEP_ALIVE = 120
"""Seconds an idle connection stays open: longer than clients keep theirs, so none is reused while closing."""

SILENCE = 10.0
"""Seconds without a byte after which a connection is closed whose request has not come whole."""

LAST_REQUESTS = 3
"""Seconds that requests under way get to finish when the store is told to stop."""


def serve(options: Options) -> None:
    """Serve until SIGTERM, SIGINT or the parent's end; before that raises CannotServe or CannotUse."""
    secrets = secrets_of_environment(allow_remote=options.allow_remote)
    egress = _egress(options.webhook_hosts)
    with (
        listening(
            options.host, options.port, allow_remote=options.allow_remote, host_names=options.host_names
        ) as (listeners, address),
        _folder(options.folder) as data,
        closing(Store(data, address.base_url, options.seed, egress, options.today)) as store,
    ):
        store.faults.start_with(options.faults)
        store.mail_server = options.mail_server
        store.report_rows = options.report_rows
        store.start_with_unknown_fields(options.unknown_fields)
        _run(store, listeners, address, secrets, options.rate_limit)


def _run(
    store: Store,
    listeners: list[socket.socket],
    address: Address,
    secrets: Secrets,
    rate_limit: float | None,
) -> None:
    app = build(
        store,
        hosts=address.hosts,
        token=secrets.token,
        control_token=secrets.control_token,
        rate_limit=rate_limit,
    )
    line = {
        "base_url": address.base_url,
        "token": secrets.token,
        "control_url": address.near_url + CONTROL,
        "control_token": secrets.control_token,
        "pid": os.getpid(),
    }
    config = uvicorn.Config(
        app,
        loop="asyncio",
        log_level="warning",
        access_log=False,
        lifespan="off",
        server_header=False,
        http=_Protocol,
        ws="none",
        timeout_keep_alive=KEEP_ALIVE,
        timeout_graceful_shutdown=LAST_REQUESTS,
    )
    server = _Server(config, json.dumps(line), store)
    when_parent_ends(server.stop)
    server.run(listeners)
    if server.unsaid is not None:
        why = system_reason(server.unsaid)
        raise CannotServe(f"The line with the store's address could not be written: {why}.")


class _Protocol(H11Protocol):
    """Answers what is no HTTP at all in the envelope, too; gives each request the transport it came by, and
    closes a connection on which a request does not come or does not end."""

    _patience: TimerHandle | None = None

    def connection_made(self, transport: BaseTransport) -> None:
        if isinstance(transport, Transport):
            super().connection_made(transport)
            self.app_state = {**self.app_state, "transport": transport}
            self._wait()

    def data_received(self, data: bytes) -> None:
        self._wait()
        super().data_received(data)

    def connection_lost(self, exc: Exception | None) -> None:
        if self._patience is not None:
            self._patience.cancel()
        super().connection_lost(exc)

    def _wait(self) -> None:
        if self._patience is not None:
            self._patience.cancel()
        self._patience = self.loop.call_later(SILENCE, self._close_if_silent)

    def _close_if_silent(self) -> None:
        """Close unless the store is the one to speak, or the connection is kept for a next request."""
        if self.timeout_keep_alive_task is None and self.conn.their_state in {h11.IDLE, h11.SEND_BODY}:
            self.transport.close()

    def send_400_response(self, msg: str) -> None:
        body = errors(HTTPStatus.BAD_REQUEST, [msg])
        head = f"HTTP/1.1 400 Bad Request\r\nContent-Type: {JSON}\r\nContent-Length: {len(body)}\r\n"
        self.transport.write(head.encode() + b"Connection: close\r\n\r\n" + body)
        self.transport.close()


class _Server(uvicorn.Server):
    """Says its line once the socket accepts."""

    def __init__(self, config: uvicorn.Config, line: str, store: Store) -> None:
        super().__init__(config)
        self._line = line
        self.unsaid: OSError | None = None
        self._store = store
        self._workers = Workers(store, STEPS)

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        await super().startup(sockets)
        self._workers.start()
        try:
            os.write(sys.stdout.fileno(), self._line.encode() + b"\n")
        except OSError as error:  # nobody reads: whoever started the store is gone
            self.unsaid = error
            self.stop()

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        self._store.faults.ending.set()
        await super().shutdown(sockets)
        await self._workers.stop()

    @contextmanager
    def capture_signals(self) -> Iterator[None]:
        """Stop in order on a signal: uvicorn's own way dies of it and leaves the temporary folder behind."""
        for number in (signal.SIGINT, signal.SIGTERM):
            signal.signal(number, self.handle_exit)
        yield

    def stop(self) -> None:
        self.should_exit = True


def _egress(hosts: Iterable[str]) -> Egress:
    try:
        return Egress(hosts)
    except ValueError as error:
        raise CannotServe(
            f"--webhook-host {error} is no host name or address that can be sent to: leave out http:// and"
            " port."
        ) from None


@contextmanager
def _folder(folder: Path | None) -> Iterator[Path]:
    """The given folder, or without one a temporary folder that goes at the end; raises CannotUse."""
    with ExitStack() as stack:
        if folder is None:
            temporary = tempfile.TemporaryDirectory(prefix="practice-store-", ignore_cleanup_errors=True)
            folder = Path(stack.enter_context(temporary))
        stack.enter_context(held(folder))
        yield folder
