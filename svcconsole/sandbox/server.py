"""The practice store as a process: its socket, its folder, its one line on stdout, its end."""

from __future__ import annotations

import json
import os
import secrets
import signal
import socket
import sys
import tempfile
from collections.abc import Iterator
from contextlib import closing, contextmanager
from dataclasses import dataclass
from http import HTTPStatus
from ipaddress import ip_address
from pathlib import Path

import uvicorn
from sqlalchemy.exc import DatabaseError
from uvicorn.protocols.http.h11_impl import H11Protocol

from svcconsole.api.token import Token
from svcconsole.sandbox.answers import JSON, errors
from svcconsole.sandbox.app import CONTROL, build
from svcconsole.sandbox.database import InUse, alone
from svcconsole.sandbox.parent import when_parent_ends
from svcconsole.sandbox.seed import Seed
from svcconsole.sandbox.steps import STEPS
from svcconsole.sandbox.store import Store
from svcconsole.sandbox.workers import Workers

ENVIRONMENT_NAME = "SVCCONSOLE_SANDBOX_TOKEN"
KEEP_ALIVE = 120
"""Seconds an idle connection stays open: longer than clients keep theirs, so none is reused while closing."""

BACKLOG = 2048
LAST_REQUESTS = 3
"""Seconds that requests under way get to finish when the store is told to stop."""


class CannotServe(Exception):
    """The store was not started; the text says why and what to do."""


@dataclass(frozen=True, slots=True)
class Address:
    """Where the store listens; `hosts` are the Host headers it takes for its own."""

    host: str
    port: int

    @property
    def base_url(self) -> str:
        return f"http://{self._bracketed}:{self.port}"

    @property
    def hosts(self) -> frozenset[bytes]:
        names = ("localhost", self._bracketed)
        return frozenset(f"{name}:{self.port}".encode() for name in names)

    @property
    def _bracketed(self) -> str:
        return f"[{self.host}]" if ":" in self.host else self.host


def serve(host: str, port: int, folder: Path | None, seed: Seed) -> None:
    """Serve until SIGTERM, SIGINT or the parent's end; raises CannotServe before anything is served."""
    token = _token()
    os.umask(0o077)
    with (
        _listening(host, port) as (listener, address),
        _folder(folder) as data,
        _opened(data, address, seed) as store,
    ):
        _run(store, listener, address, token)


def _token() -> str:
    """The token of the environment, or a random one; CannotServe for one that no request can carry."""
    given = os.environ.get(ENVIRONMENT_NAME)
    if not given:
        return secrets.token_urlsafe(16)
    token = Token(given)
    if fault := token.fault():
        raise CannotServe(f"{ENVIRONMENT_NAME} cannot be used. {fault}")
    return token.reveal()


def _run(store: Store, listener: socket.socket, address: Address, token: str) -> None:
    control_token = secrets.token_urlsafe(16)
    app = build(store, hosts=address.hosts, token=token, control_token=control_token)
    line = {
        "base_url": address.base_url,
        "token": token,
        "control_url": address.base_url + CONTROL,
        "control_token": control_token,
        "pid": os.getpid(),
    }
    config = uvicorn.Config(
        app,
        log_level="warning",
        access_log=False,
        lifespan="off",
        server_header=False,
        http=_Protocol,
        ws="none",
        timeout_keep_alive=KEEP_ALIVE,
        timeout_graceful_shutdown=LAST_REQUESTS,
    )
    server = _Server(config, json.dumps(line), Workers(store, STEPS))
    when_parent_ends(server.stop)
    server.run([listener])


class _Protocol(H11Protocol):
    """Answers what is no HTTP at all in the envelope, too."""

    def send_400_response(self, msg: str) -> None:
        body = errors(HTTPStatus.BAD_REQUEST, [msg])
        head = f"HTTP/1.1 400 Bad Request\r\nContent-Type: {JSON}\r\nContent-Length: {len(body)}\r\n"
        self.transport.write(head.encode() + b"Connection: close\r\n\r\n" + body)
        self.transport.close()


class _Server(uvicorn.Server):
    """Says its line once the socket accepts."""

    def __init__(self, config: uvicorn.Config, line: str, workers: Workers) -> None:
        super().__init__(config)
        self._line = line
        self._workers = workers

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        await super().startup(sockets)
        self._workers.start()
        try:
            os.write(sys.stdout.fileno(), self._line.encode() + b"\n")
        except OSError:  # nobody reads: whoever started the store is gone
            self.stop()

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
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


@contextmanager
def _listening(host: str, port: int) -> Iterator[tuple[socket.socket, Address]]:
    number = "127.0.0.1" if host == "localhost" else host
    try:
        loopback = ip_address(number).is_loopback
    except ValueError:
        loopback = False
    if not loopback:
        raise CannotServe(f"The practice store serves this computer only: --host is {host}, use 127.0.0.1.")
    family = socket.AF_INET6 if ":" in number else socket.AF_INET
    # asyncio turns Nagle's delay off only for sockets that say they are TCP; with it an answer takes 45 ms
    with socket.socket(family, socket.SOCK_STREAM, socket.IPPROTO_TCP) as listener:
        if os.name == "posix":  # elsewhere the same option would let two programs share one port
            listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            listener.bind((number, port))
            listener.listen(BACKLOG)
        except OSError as error:
            raise CannotServe(
                f"Port {port} of {number} cannot be used: {error.strerror}. Choose another --port."
            ) from None
        yield listener, Address(number, listener.getsockname()[1])


@contextmanager
def _folder(folder: Path | None) -> Iterator[Path]:
    """The given folder, made if it is missing; without one a temporary folder that goes at the end."""
    if folder is None:
        with tempfile.TemporaryDirectory(prefix="practice-store-", ignore_cleanup_errors=True) as temporary:
            yield Path(temporary)
        return
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise CannotServe(
            f"The folder {folder} cannot be used: {error.strerror}. Choose another --data."
        ) from None
    yield folder


@contextmanager
def _opened(folder: Path, address: Address, seed: Seed) -> Iterator[Store]:
    """The store of the folder, for this process alone."""
    try:
        with alone(folder), closing(Store(folder, address.base_url, seed)) as store:
            yield store
    except InUse:
        raise CannotServe(
            f"The folder {folder} is in use by another practice store. Stop it, or choose another --data."
        ) from None
    except DatabaseError as error:
        raise CannotServe(
            f"The folder {folder} holds no practice store that can be read: {error.orig}."
            " Choose another --data."
        ) from None
