"""Tests the address of a shared workspace step by step, and says of the step that fails what to do."""

from __future__ import annotations

import socket
import ssl
import struct
import time
from collections.abc import Callable, Iterator, Mapping
from contextlib import ExitStack, closing
from dataclasses import dataclass, replace
from datetime import UTC, datetime
from enum import StrEnum
from typing import Any

import psycopg
from psycopg.conninfo import make_conninfo
from sqlalchemy import URL

from svcconsole.words.message import mark, message, number, sentences
from svcconsole.workspace.engines.pooling import is_pooled
from svcconsole.workspace.engines.postgresql_engine import CONNECT_SECONDS, read_url
from svcconsole.workspace.engines.postgresql_errors import OLDEST_SERVER, explain, too_old

PORT = 5432
SSL_REQUEST = struct.pack("!II", 8, 80877103)
CLOCK_SECONDS = 60.0
"""Consoles whose clocks are further apart than this are told: times in the lists would be wrong."""
STATEMENT_MS = 10_000
POOLED_PORT = 6432
"""Where PgBouncer listens unless it is told otherwise; the database itself is one port away from it."""


class State(StrEnum):
    """How a step went."""

    GOOD = "good"
    LOOK = "look"
    FAILED = "failed"
    SKIPPED = "skipped"


@dataclass(frozen=True, slots=True)
class CheckStep:
    """One step: what was found, and what to do where it is not good; `note` is a short word beside it.

    `other_port`: a port that is probably the right one. `statements`: what an owner of the database has to
    run.
    """

    name: str
    state: State
    sentence: str
    advice: str = ""
    note: str = ""
    other_port: int | None = None
    statements: str = ""


REACHED, COMPUTER, SIGNED_IN, NEW_ENOUGH, RIGHTS, STORE, DIRECT, CLOCK = STEPS = (
    message("Reached", "server"),
    message("It is the right computer"),
    message("Database, name and password"),
    message("New enough"),
    message("Rights"),
    message("It is this store's"),
    message("Direct"),
    message("Same clock"),
)

CERTIFICATES: Mapping[int, tuple[str, str]] = {
    10: (
        mark("The certificate of {host} has run out."),
        message("Ask whoever keeps the database for a new one."),
    ),
    62: (
        mark("The certificate is not for {host}."),
        message("Type the name that the certificate has, or ask for one with this name."),
    ),
    64: (
        mark("The certificate is not for {host}."),
        message("Type the name that the certificate has, or ask for one with this name."),
    ),
}
"""What is said of a certificate, by OpenSSL's number of what is wrong with it."""
NOT_TRUSTED: tuple[str, str] = (
    mark("The certificate of {host} was made by nobody that this computer trusts."),
    message("Ask for the file of the authority that made it, and name it in the address: sslrootcert=FILE."),
)


class _Ended(Exception):
    """A step failed: those after it are not tried."""

    def __init__(self, step: CheckStep) -> None:
        super().__init__(step.name)
        self.step = step


def check(address: str, store: str) -> Iterator[CheckStep]:
    """Try the address for the store that has the folder `store`, a step after the other; nothing is changed.

    It stops at the first step that fails, the others are skipped. Blocks for seconds: never on the window's
    thread. Raises WorkspaceError where the text is no address.
    """
    checking = _Checking(read_url(address), store)
    steps = iter(STEPS)
    try:
        for name in steps:
            yield checking.do(name)
    except _Ended as ended:
        yield ended.step
        at = STEPS.index(ended.step.name)
        for name in STEPS[at + 1 :]:
            yield CheckStep(name, State.SKIPPED, message("Not tried."))
    finally:
        checking.close()


class _Checking:
    def __init__(self, url: URL, store: str) -> None:
        self._url = url
        self._store = store
        self._place = f"{url.host or 'localhost'}/{url.database or ''}"
        self._stack = ExitStack()
        self._found: psycopg.Connection[Any] | None = None
        self._do: dict[str, Callable[[], CheckStep]] = {
            REACHED: self._reach,
            COMPUTER: self._see_certificate,
            SIGNED_IN: self._sign_in,
            NEW_ENOUGH: self._see_version,
            RIGHTS: self._see_rights,
            STORE: self._see_store,
            DIRECT: self._see_pooling,
            CLOCK: self._see_clock,
        }

    def do(self, name: str) -> CheckStep:
        """One step; raises _Ended with the step that failed."""
        try:
            step = self._do[name]()
        except psycopg.Error as error:
            raise self._ended(name, error) from error
        if step.state is State.FAILED:
            raise _Ended(step)
        return step

    def close(self) -> None:
        self._stack.close()

    # The steps

    def _reach(self) -> CheckStep:
        if self._is_socket():
            return CheckStep(REACHED, State.GOOD, message("It is on this computer."))
        host, port = self._url.host or "localhost", self._url.port or PORT
        began = time.monotonic()
        try:
            with socket.create_connection((host, port), CONNECT_SECONDS):
                pass
        except socket.gaierror:
            return CheckStep(
                REACHED, State.FAILED, message("Nobody knows a computer named {host}.", host=host),
                message("Check how it is written, and this computer's connection."),
            )  # fmt: skip
        except OSError as error:
            return CheckStep(
                REACHED,
                State.FAILED,
                message("{host} was not reached at port {port}.", host=host, port=str(port)),
                sentences(
                    message("Check the port, and whether the database is on and reachable from here."),
                    message("The system said: {words}", words=error.strerror or error),
                ),
            )
        passed = round((time.monotonic() - began) * 1000)
        return CheckStep(
            REACHED,
            State.GOOD,
            message("{host} answers", host=host),
            note=message("{ms} ms", ms=number(passed)),
        )

    def _see_certificate(self) -> CheckStep:
        mode = str(self._url.query.get("sslmode", ""))
        if self._is_socket() or not mode:
            return CheckStep(COMPUTER, State.GOOD, message("This computer itself: nothing to check"))
        if mode in ("disable", "allow", "prefer"):
            return CheckStep(
                COMPUTER,
                State.LOOK,
                message("The connection need not be encrypted: others on the way could read everything."),
                message("Take sslmode={mode} out of the address.", mode=mode),
            )
        certificate = self._shake_hands(mode)
        if mode == "require" or certificate is None:
            return CheckStep(
                COMPUTER,
                State.LOOK,
                message("Encrypted, but nobody checks whose computer it is."),
                message("Take sslmode={mode} out of the address.", mode=mode),
            )
        maker, ends = certificate
        return CheckStep(
            COMPUTER,
            State.GOOD,
            message("certificate by {maker}, until {day}", maker=maker, day=ends.date().isoformat()),
            note=message("verified"),
        )

    def _sign_in(self) -> CheckStep:
        self._found = self._connect()
        return CheckStep(
            SIGNED_IN, State.GOOD, message("signed in as {name}", name=self._value("session_user"))
        )

    def _see_store(self) -> CheckStep:
        if self._value("to_regclass('meta')") is None:
            return CheckStep(STORE, State.GOOD, message("empty: this store begins to share it"))
        store = self._value("(SELECT value FROM meta WHERE key = 'store')")
        if store is None:
            return CheckStep(
                STORE,
                State.FAILED,
                message("There are tables in this database that no svcconsole made."),
                message("Have an empty database made for this store."),
            )
        if store != self._store:
            return CheckStep(
                STORE,
                State.FAILED,
                message("This is the workspace of another store."),
                message("Each store has a database of its own: check the name of the database."),
            )
        return CheckStep(STORE, State.GOOD, message("what it keeps is of this store"))

    def _see_version(self) -> CheckStep:
        version = self._connection().info.server_version
        if version < OLDEST_SERVER:
            old = too_old(self._place, version)
            return CheckStep(NEW_ENOUGH, State.FAILED, old.sentence, old.advice)
        return CheckStep(
            NEW_ENOUGH,
            State.GOOD,
            message(
                "PostgreSQL {version}, at least {oldest} is needed",
                version=f"{version // 10000}.{version % 10000}",
                oldest=str(OLDEST_SERVER // 10000),
            ),
        )

    def _see_rights(self) -> CheckStep:
        if self._value("pg_is_in_recovery() OR current_setting('transaction_read_only')::boolean"):
            return CheckStep(
                RIGHTS,
                State.FAILED,
                message("This database can only be read."),
                message("It may be a copy that follows another server: ask for the address of that one."),
            )
        user = self._value("session_user")
        if self._value("to_regclass('meta')") is not None:
            if not self._value("has_table_privilege('meta', 'SELECT')"):
                return CheckStep(
                    RIGHTS,
                    State.FAILED,
                    message("{user} may not look into this workspace.", user=user),
                    message("Ask whoever manages the team to invite you."),
                )
            writes = self._value("to_regclass('drafts') IS NULL OR has_table_privilege('drafts', 'INSERT')")
            return CheckStep(
                RIGHTS,
                State.GOOD if writes else State.LOOK,
                message("may read and write") if writes else message("may only look"),
                "" if writes else message("Ask whoever manages the team for more."),
            )
        if self._value("coalesce(has_schema_privilege(current_schema(), 'CREATE'), false)"):
            return CheckStep(RIGHTS, State.GOOD, message("may read, write, and make its own tables"))
        return CheckStep(
            RIGHTS,
            State.FAILED,
            message("{user} may not make tables here.", user=user),
            message("Whoever keeps the database can allow it with one statement."),
            statements=f'GRANT CREATE, USAGE ON SCHEMA public TO "{user}";',
        )

    def _see_pooling(self) -> CheckStep:
        if not is_pooled(self._connect):
            return CheckStep(DIRECT, State.GOOD, message("what others do is told at once"))
        port = self._url.port
        return CheckStep(
            DIRECT,
            State.LOOK,
            message("Pooled, not direct: what others do would appear after 5 seconds instead of at once."),
            message("Give the address of the database itself, not that of the pool before it."),
            other_port=PORT if port == POOLED_PORT else None,
        )

    def _see_clock(self) -> CheckStep:
        began = time.time()
        there = float(self._value("extract(epoch FROM clock_timestamp())"))
        apart = abs(there - (began + time.time()) / 2)
        if apart < CLOCK_SECONDS:
            return CheckStep(CLOCK, State.GOOD, message("{seconds} s apart", seconds=f"{apart:.1f}"))
        return CheckStep(
            CLOCK,
            State.LOOK,
            message("The clocks are {minutes} min apart.", minutes=number(round(apart / 60))),
            message("Set this computer's clock: times in the lists would be wrong."),
        )

    # Beneath them

    def _is_socket(self) -> bool:
        return "host" in self._url.query or (self._url.host or "").startswith("/")

    def _connect(self) -> psycopg.Connection[Any]:
        """One more connection, closed at the end."""
        url = self._url
        parts = {"host": url.host, "port": url.port, "user": url.username, "password": url.password}
        limits = {"connect_timeout": CONNECT_SECONDS, "options": f"-c statement_timeout={STATEMENT_MS}"}
        names = {"dbname": url.database, "application_name": "svcconsole test"}
        options: dict[str, Any] = {**parts, **names, **limits, **url.query}
        given = {name: value for name, value in options.items() if value is not None}
        connection = psycopg.connect(make_conninfo(**given), autocommit=True)
        return self._stack.enter_context(closing(connection))

    def _connection(self) -> psycopg.Connection[Any]:
        if self._found is None:
            raise AssertionError("signed in before")
        return self._found

    def _value(self, expression: str) -> Any:
        row = self._connection().execute(f"SELECT {expression}".encode()).fetchone()
        return row[0] if row is not None else None

    def _ended(self, name: str, error: psycopg.Error) -> _Ended:
        """The step as it failed, with the sentence of the server's error."""
        trouble = explain(error, self._place, str(self._url.username or ""))
        return _Ended(CheckStep(name, State.FAILED, trouble.sentence, trouble.advice))

    def _shake_hands(self, mode: str) -> tuple[str, datetime] | None:
        """Who made the certificate and until when it is good; None where nobody checks it."""
        host, port = self._url.host or "localhost", self._url.port or PORT
        root = str(self._url.query.get("sslrootcert", "system"))
        failed = CheckStep(COMPUTER, State.FAILED, "")
        try:
            context = ssl.create_default_context(cafile=None if root == "system" else root)
        except (OSError, ssl.SSLError) as error:
            unread = message("The certificate file {file} cannot be read.", file=root)
            raise _Ended(
                replace(failed, sentence=unread, advice=message("Check sslrootcert in the address."))
            ) from error
        # Of newer Pythons the usual flags ask more, and less, than libpq, which makes the connection itself.
        context.verify_flags = ssl.VERIFY_X509_TRUSTED_FIRST
        context.check_hostname = mode == "verify-full"
        if mode == "require":
            context.verify_mode = ssl.CERT_NONE
        try:
            with socket.create_connection((host, port), CONNECT_SECONDS) as plain:
                plain.sendall(SSL_REQUEST)
                if plain.recv(1) != b"S":
                    told = explain(psycopg.OperationalError("server does not support SSL"), self._place, "")
                    raise _Ended(replace(failed, sentence=told.sentence, advice=told.advice))
                with context.wrap_socket(plain, server_hostname=host) as secure:
                    found = secure.getpeercert() or {}
        except ssl.SSLCertVerificationError as error:
            words, advice = CERTIFICATES.get(error.verify_code, NOT_TRUSTED)
            raise _Ended(replace(failed, sentence=message(words, host=host), advice=advice)) from error
        except OSError as error:
            trouble = explain(psycopg.OperationalError(str(error)), self._place, "")
            raise _Ended(replace(failed, sentence=trouble.sentence, advice=trouble.advice)) from error
        if not found:
            return None
        issuer: Any = found.get("issuer", ())
        makers: dict[str, str] = {name: value for part in issuer for name, value in part}
        maker = makers.get("organizationName") or makers.get("commonName") or ""
        return maker, datetime.fromtimestamp(ssl.cert_time_to_seconds(str(found["notAfter"])), UTC)
