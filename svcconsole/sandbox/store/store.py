"""The practice store: request body in, response bytes out, all in one thread."""

from __future__ import annotations

import asyncio
import logging
import time
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import AbstractContextManager, suppress
from datetime import date
from http import HTTPStatus
from pathlib import Path
from typing import Any, NamedTuple, TypeVar

from pydantic import ValidationError
from pydantic_core import from_json
from sqlalchemy import Connection

from svcconsole.api.models.common import Request
from svcconsole.api.models.problems import problems
from svcconsole.api.operations import Effect, Operation
from svcconsole.api.practice_store import name_of_data
from svcconsole.sandbox.egress import Egress
from svcconsole.sandbox.faults.fault_registry import FaultRegistry
from svcconsole.sandbox.http.answers import Refused, errors
from svcconsole.sandbox.http.request_batcher import RequestBatcher
from svcconsole.sandbox.http.request_log import RequestLog
from svcconsole.sandbox.reports.export_limit import MOST_ROWS
from svcconsole.sandbox.reports.mail_server import MailServer
from svcconsole.sandbox.rules.handlers import CHECKS, READ_AS, handler_of
from svcconsole.sandbox.rules.unknown_fields import RECORDS, UnknownFields, without_unknown
from svcconsole.sandbox.seed.sowing import Seed
from svcconsole.sandbox.store import database
from svcconsole.sandbox.store.call_context import Call
from svcconsole.sandbox.store.record_files import RecordFiles
from svcconsole.sandbox.store.snapshots import Snapshot, listed

MOST_ENTRIES = 1_000

T = TypeVar("T")
R = TypeVar("R", bound=Request)
log = logging.getLogger(__name__)


Reply = tuple[int, bytes]
"""The HTTP status and the body."""


class PendingRequest(NamedTuple):
    """One request that waits for its answer; without `room` the disk is full, `entries`: see Call."""

    operation: Operation[Any, Any]
    body: bytes
    room: bool
    entries: str


class Store:
    """Opens its folder in its own thread, so that a slow disk never holds up the server's event loop."""

    def __init__(
        self, folder: Path, base_url: str, seed: Seed, egress: Egress, today: date | None = None
    ) -> None:
        self.name = name_of_data(folder)
        self.folder = folder
        self.started = time.monotonic()
        self.egress = egress
        self.faults = FaultRegistry()
        self.requests = RequestLog()
        self.mail_server: MailServer | None = None
        self.report_rows = MOST_ROWS
        self.unknown_fields: UnknownFields = "refuse"
        self._unknown_fields_at_start: UnknownFields = "refuse"
        self._bells: list[asyncio.Event] = []
        self._thread = ThreadPoolExecutor(1, "practice-store")
        self._turns = RequestBatcher(self._thread, self._answer_turn)
        try:
            self._kept = self._thread.submit(RecordFiles, folder, seed, base_url, today).result()
        except BaseException:
            self._thread.shutdown()
            raise
        self._database = self._kept.database

    async def answer(
        self, operation: Operation[Any, Any], body: bytes, *, room: bool = True, entries: str = ""
    ) -> tuple[int, bytes]:
        """The HTTP status and the body for one request of `operation`; `room` and `entries` as in Asked."""
        answer = await self._turns.reply(PendingRequest(operation, body, room, entries))
        if operation.effect is Effect.ONCE:  # what is read or upserted makes nothing fall due
            self.wake()
        return answer

    async def transact(self, work: Callable[[Call], T]) -> T:
        """Do `work` in the store's thread and one transaction, which any exception rolls back."""

        def call() -> T:
            with self._database.transaction() as connection:
                return work(self._kept.call(connection))

        result = await self._in_thread(call)
        self.wake()
        return result

    async def consult(self, work: Callable[[Connection], T]) -> T:
        """Read in the store's thread; unlike `transact` it wakes no step, so a step may do it each time."""

        def look() -> T:
            with self._database.transaction() as connection:
                return work(connection)

        return await self._in_thread(look)

    def reading(self) -> AbstractContextManager[Connection]:
        """A connection for a long read in a thread of the caller's."""
        return self._database.reading()

    def start_with_unknown_fields(self, policy: UnknownFields) -> None:
        """What becomes of fields without a name until a control call says otherwise, and after a reset."""
        self.unknown_fields = self._unknown_fields_at_start = policy

    def new_bell(self) -> asyncio.Event:
        """An event that every write sets."""
        bell = asyncio.Event()
        self._bells.append(bell)
        return bell

    def wake(self) -> None:
        """Let every step look for what is due."""
        for bell in self._bells:
            bell.set()

    async def reset(self, seed: Seed) -> None:
        """Forget everything and start from the seed, with what the command line said alone."""
        await self._in_thread(lambda: self._kept.reset(seed))
        self.unknown_fields = self._unknown_fields_at_start
        self.faults.begin_again()
        self.requests.forget()
        self.wake()

    async def snapshot(self, name: str | None) -> Snapshot:
        """Take a snapshot while requests go on; raises NoSnapshot."""
        return await asyncio.to_thread(self._kept.snapshot, name)

    async def snapshots(self) -> Sequence[Snapshot]:
        """The newest first."""
        return await asyncio.to_thread(listed, self.folder)

    async def restore(self, name: str | None) -> str:
        """Be as the snapshot is, the newest without a name; its name. Raises NoSnapshot."""
        restored = await self._in_thread(lambda: self._kept.restore(name))
        self.wake()
        return restored

    async def counts(self) -> dict[str, int]:
        return await self.consult(database.counts)

    def close(self) -> None:
        self._thread.submit(self._kept.close).result()
        self._thread.shutdown()

    async def _in_thread(self, work: Callable[[], T]) -> T:
        return await asyncio.get_running_loop().run_in_executor(self._thread, work)

    def _answer_turn(self, turn: Sequence[PendingRequest]) -> Sequence[Reply]:
        """Answer all of a turn in one transaction, or each in its own when anything fails but a refusal.

        A refusal takes back what its own request wrote. Nothing is answered before it is committed.
        """
        if len(turn) > 1 and all(asked.room for asked in turn):
            with suppress(Exception), self._database.transaction():
                return [self._answer(asked, self._database.part()) for asked in turn]
        return [self._answer_alone(asked) for asked in turn]

    def _answer_alone(self, asked: PendingRequest) -> Reply:
        try:
            return self._answer(asked, self._database.transaction(room=asked.room))
        except database.NoRoom:
            return _broken(": the store's disk is full")
        except Exception:
            log.exception("%s failed", asked.operation.path)
            return _broken()

    def _answer(self, asked: PendingRequest, transaction: AbstractContextManager[Connection]) -> Reply:
        operation = asked.operation
        try:
            body, sent = asked.body, None
            if self.unknown_fields != "refuse" and operation in RECORDS:
                body = without_unknown(operation, asked.body)
            request = request_of(operation, body)
            if self.unknown_fields == "keep" and operation in RECORDS:
                sent = from_json(asked.body)
            with transaction as connection:
                call = self._kept.call(connection, entries=asked.entries, sent=sent)
                return HTTPStatus.OK, handler_of(operation)(call, request)
        except Refused as refused:
            return refused.status, refused.envelope


def _broken(why: str = "") -> Reply:
    status = HTTPStatus.INTERNAL_SERVER_ERROR
    return status, errors(status, [f"internal server error; retry later{why}"])


def request_of(operation: Operation[Any, Any], body: bytes) -> Request:
    """The body as the operation's request, wholly checked; Refused with 400."""
    model: type[Request] = READ_AS.get(operation, operation.request)
    request = read(model, body)
    check = CHECKS.get(operation)
    if check is not None:
        check(request)
    return request


def read(model: type[R], body: bytes) -> R:
    """The body as `model`; Refused with 400 and one message for each thing that is wrong with it."""
    try:
        value = from_json(body, allow_inf_nan=False)
    except ValueError as error:
        raise Refused(HTTPStatus.BAD_REQUEST, f"the body is not JSON: {error}") from None
    if isinstance(value, dict):
        too_long = [
            f"{name} has {len(entries)} entries: at most {MOST_ENTRIES} are taken in one request"
            for name, entries in value.items()
            if isinstance(entries, list) and len(entries) > MOST_ENTRIES
        ]
        if too_long:
            raise Refused(HTTPStatus.BAD_REQUEST, *too_long)
    try:
        return model.read(value)
    except ValidationError as error:
        sentences = (problem.sentence for problem in problems(error, model))
        raise Refused(HTTPStatus.BAD_REQUEST, *sentences) from None
