"""The practice store itself: a request body in, the answer's bytes out, everything in one thread."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from http import HTTPStatus
from pathlib import Path
from typing import Any, TypeVar

from pydantic import ValidationError
from pydantic_core import from_json

from svcconsole.api.models.common import Request
from svcconsole.api.models.problems import problems
from svcconsole.api.operations import Operation
from svcconsole.sandbox import database
from svcconsole.sandbox.answers import Refused, errors
from svcconsole.sandbox.handlers import HANDLERS
from svcconsole.sandbox.seed import MEDIA, Seed, sow

MOST_ENTRIES = 1_000

T = TypeVar("T")
R = TypeVar("R", bound=Request)
log = logging.getLogger(__name__)


class Store:
    """Opens its folder in its own thread, so that a slow disk never holds up the server's event loop."""

    def __init__(self, folder: Path, base_url: str, seed: Seed) -> None:
        self._base_url = base_url
        self._thread = ThreadPoolExecutor(1, "practice-store")
        self._database = self._thread.submit(self._open, folder, seed).result()

    def _open(self, folder: Path, seed: Seed) -> database.Database:
        opened = database.Database(folder)
        with opened.transaction() as connection:
            before = database.setting(connection, "base_url")
            if before is None:
                sow(connection, seed, self._base_url)
            elif before != self._base_url:
                for table in (database.products, database.catalogs):
                    database.replace_text(connection, table, before + MEDIA, self._base_url + MEDIA)
            database.keep_setting(connection, "base_url", self._base_url)
        return opened

    async def answer(self, operation: Operation[Any, Any], body: bytes) -> tuple[int, bytes]:
        """The HTTP status and the body for one request of `operation`."""
        return await self._in_thread(lambda: self._answer(operation, body))

    async def reset(self, seed: Seed) -> None:
        """Forget everything and start from the seed."""

        def again() -> None:
            with self._database.transaction() as connection:
                database.empty(connection)
                sow(connection, seed, self._base_url)
                database.keep_setting(connection, "base_url", self._base_url)

        await self._in_thread(again)

    async def counts(self) -> dict[str, int]:
        def count() -> dict[str, int]:
            with self._database.transaction() as connection:
                return database.counts(connection)

        return await self._in_thread(count)

    def close(self) -> None:
        self._thread.submit(self._database.close).result()
        self._thread.shutdown()

    async def _in_thread(self, work: Callable[[], T]) -> T:
        return await asyncio.get_running_loop().run_in_executor(self._thread, work)

    def _answer(self, operation: Operation[Any, Any], body: bytes) -> tuple[int, bytes]:
        handler = HANDLERS.get(operation)
        try:
            if handler is None:
                raise Refused(
                    HTTPStatus.NOT_IMPLEMENTED, f"{operation.path} is not built into the practice store yet"
                )
            request = read(operation.request, body)
            with self._database.transaction() as connection:
                reply = handler(connection, request)
        except Refused as refused:
            return refused.status, errors(refused.status, refused.messages)
        except Exception:
            log.exception("%s failed", operation.path)
            status = HTTPStatus.INTERNAL_SERVER_ERROR
            return status, errors(status, ["internal server error; retry later"])
        return HTTPStatus.OK, reply


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
