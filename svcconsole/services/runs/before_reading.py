"""Reads what the store holds of the records that a run is about to change, and keeps it before the first of
them goes.
"""

from __future__ import annotations

import asyncio
import json
from collections.abc import AsyncGenerator, Callable, Sequence
from concurrent.futures import Executor
from contextlib import aclosing
from dataclasses import dataclass, replace
from functools import partial
from typing import Any

from svcconsole.api.client import Answer, Client
from svcconsole.api.errors import CustomerNotFound, Outcome
from svcconsole.api.models.common import Envelope
from svcconsole.api.models.customers import GetCustomer
from svcconsole.api.operations import GET_CUSTOMER, Operation
from svcconsole.services.runs.batch_kinds import KINDS
from svcconsole.services.runs.before_records import NOT_TOLD
from svcconsole.services.runs.pause_reasons import (
    ALONE,
    OFFLINE_ADVICE,
    PAUSED_BY_PERSON,
    Pause,
    PauseReason,
)
from svcconsole.services.runs.record_outcome import error_words
from svcconsole.services.runs.run_control import RunCommand, RunControl, within
from svcconsole.services.runs.run_ledger import on_thread
from svcconsole.words.message import Message, message, plural
from svcconsole.workspace.database import Workspace
from svcconsole.workspace.errors import WorkspaceError
from svcconsole.workspace.known.people import People
from svcconsole.workspace.runs.before_answers import BeforeAnswer, BeforeState, ToRead

KEPT_AT_ONCE = 50
"""So many answers are written in one transaction."""
HELD = 2_000
"""So many records have their bytes in memory at a time."""
FIRST_WAIT, LONGEST_WAIT = 1.0, 30.0
NO_ID = message("The file names no id for this customer, and nobody here has seen them: they cannot be read.")


@dataclass(frozen=True, slots=True)
class ReadKind:
    """How records of a kind are read: so many in a request, so many requests at once. `body` is the request
    for some of them, None where the store cannot be asked for them; `is_told` says whether an answer says
    what the store holds of them."""

    operation: Operation[Any, Any]
    in_request: int
    at_once: int
    body: Callable[[Client, People, Sequence[ToRead]], bytes | None]
    is_told: Callable[[object], bool]


def _by_ids(kind: str) -> Callable[[Client, People, Sequence[ToRead]], bytes]:
    return lambda _client, _people, records: KINDS[kind].read_body(each.record_id for each in records)


def _customer(client: Client, people: People, records: Sequence[ToRead]) -> bytes | None:
    """A customer is asked for by the external id in the file, else by the service's id that is known here, or
    that stands for the request itself."""
    sent = json.loads(records[0].body)
    external, service = sent.get("partnerCustomerId"), sent.get("id")
    if not external and not service:
        keys = [f"phone:{sent['phoneNumber']}"] if sent.get("phoneNumber") else []
        keys += [f"email:{sent['email'].casefold()}"] if sent.get("email") else []
        service = next((person.service_id for person in people.of(keys) if person.service_id), None)
        if service is None:
            return None
    return client.body_of(
        GetCustomer(
            partner_customer_id=external or None,
            svc_customer_id=service,
            include_assets=True,
            include_address=True,
            include_tags=True,
        )
    )


def _plain(operation: Operation[Any, Any]) -> Operation[Any, Any]:
    """The operation with its answer read as an envelope only: what is kept is the answer as it came."""
    return replace(operation, response=Envelope)


def _read_of(kind: str) -> Operation[Any, Any]:
    if (operation := KINDS[kind].read) is None:
        raise LookupError(f"{kind} cannot be read")
    return operation


READ_KINDS = {
    "products": ReadKind(_read_of("products"), 100, 4, _by_ids("products"), KINDS["products"].is_told),
    "catalogs": ReadKind(_read_of("catalogs"), 100, 4, _by_ids("catalogs"), KINDS["catalogs"].is_told),
    "customers": ReadKind(_plain(GET_CUSTOMER), 1, 8, _customer, KINDS["customers"].is_told),
}
"""The kinds of runs whose records can be read from the store. User properties and messages cannot."""


class ReadingBroken(Exception):
    """The store did not answer a look at it; `answer` says how."""

    def __init__(self, answer: Answer[Any]) -> None:
        super().__init__(answer.outcome)
        self.answer = answer


@dataclass(frozen=True, slots=True)
class BeforeProgress:
    """How many of the records are read; `pause` says why it waits, and for whom."""

    done: int
    total: int
    pause: Pause | None = None

    @property
    def words(self) -> Message:
        """What is going on, where nothing waits."""
        return plural(
            "Reading what the store holds before it changes: {done} of {n} record.",
            "Reading what the store holds before it changes: {done} of {n} records.",
            self.total,
            done=self.done,
        )


@dataclass(frozen=True, slots=True)
class BeforeReading:
    """The look at the store ahead of one run; `executor` has the thread that writes to the workspace."""

    workspace: Workspace
    run_id: str
    kind: str
    executor: Executor

    async def read(self, client: Client, control: RunControl) -> AsyncGenerator[BeforeProgress]:
        """Read and keep what is not kept yet, as long as nobody stops it; waits where the store is away.

        When the iteration ends by itself, either everything is kept or a stop was asked for.
        """
        wait, resumed = FIRST_WAIT, control.resumed
        while True:
            broken_off = False
            try:
                async with aclosing(self._pass(client, control)) as reading:
                    async for progress in reading:
                        wait = FIRST_WAIT
                        yield progress
                        broken_off = control.wish is not RunCommand.GO
                if broken_off and control.wish is RunCommand.GO:
                    continue  # somebody resumed while the last answers were written
                if control.wish is not RunCommand.PAUSE:
                    return
                pause = PAUSED_BY_PERSON
            except ReadingBroken as broken:
                pause = _pause(broken.answer)
            except WorkspaceError as error:
                pause = Pause(PauseReason.DISK, error.sentence, error.advice)
            yield BeforeProgress(0, 0, pause)
            control.turn.rest()
            await _wait(control, resumed, wait if pause.why in ALONE else None)
            if control.wish is RunCommand.STOP:
                return
            wait = min(wait * 2, LONGEST_WAIT)
            resumed, client = control.resumed, control.client or client

    async def _pass(self, client: Client, control: RunControl) -> AsyncGenerator[BeforeProgress]:
        """One try to read everything that is not kept; ReadingBroken where the store does not answer."""
        before, people = self.workspace.before, self.workspace.people
        todo = await on_thread(self.executor, partial(before.to_read, self.run_id))
        answers: list[BeforeAnswer] = []
        try:
            for start in range(0, len(todo), HELD):
                some = partial(before.records, self.run_id, todo[start : start + HELD])
                records = await on_thread(self.executor, some)
                async with aclosing(
                    read_records(client, people, self.kind, records, self.executor)
                ) as reading:
                    async for done, found in reading:
                        answers += found
                        if len(answers) >= KEPT_AT_ONCE:
                            await on_thread(self.executor, partial(before.add, self.run_id, answers))
                            answers = []
                        yield BeforeProgress(start + done, len(todo))
                        if control.wish is not RunCommand.GO:
                            return
        finally:
            if answers:
                await on_thread(self.executor, partial(before.add, self.run_id, answers))


async def _wait(control: RunControl, resumed: int, seconds: float | None) -> None:
    """Until somebody resumes or stops, at most so long where it goes on by itself."""
    while control.resumed == resumed and control.wish is not RunCommand.STOP:
        touched = control.watch()
        await within(touched, seconds)
        if not touched.is_set():
            return


def _pause(answer: Answer[Any]) -> Pause:
    """Why it waits: a store that is away is looked for again, what every call would meet is a person's."""
    if answer.outcome is Outcome.PAUSE:
        advice = answer.error.advice if answer.error is not None else ""
        return Pause(PauseReason.STORE, error_words(answer)[0], advice)
    return Pause(PauseReason.OFFLINE, error_words(answer)[0], OFFLINE_ADVICE)


async def read_records(
    client: Client, people: People, kind: str, records: Sequence[ToRead], executor: Executor
) -> AsyncGenerator[tuple[int, list[BeforeAnswer]]]:
    """How many records are read so far, and the answers that have just come; a few requests at a time.

    Raises ReadingBroken where the store does not answer, after what came beside it was yielded.
    """
    spec = READ_KINDS[kind]
    done = 0
    chunks = [records[start : start + spec.in_request] for start in range(0, len(records), spec.in_request)]
    for wave in (chunks[start : start + spec.at_once] for start in range(0, len(chunks), spec.at_once)):
        bodies = await on_thread(executor, partial(_bodies, spec, client, people, wave))
        asked = (_read(client, spec, people, *each) for each in zip(wave, bodies, strict=True))
        ended = await asyncio.gather(*asked, return_exceptions=True)
        found = [each for part in ended if isinstance(part, list) for each in part]
        done += sum(len(each.seqs) for each in found)
        yield done, found
        broken = next((each for each in ended if isinstance(each, BaseException)), None)
        if broken is not None:
            raise broken


def _bodies(
    spec: ReadKind, client: Client, people: People, wave: Sequence[Sequence[ToRead]]
) -> list[bytes | None]:
    return [spec.body(client, people, chunk) for chunk in wave]


async def _read(
    client: Client, spec: ReadKind, people: People, chunk: Sequence[ToRead], body: bytes | None
) -> list[BeforeAnswer]:
    """The answers for some records; a request that is refused is asked again in halves."""
    seqs = tuple(each.seq for each in chunk)
    if body is None:
        return [BeforeAnswer(seqs, BeforeState.UNREADABLE, words=NO_ID)]
    answer = await client.send(spec.operation, body)
    if answer.outcome is Outcome.OK and not spec.is_told(answer.payload):
        return [BeforeAnswer(seqs, BeforeState.UNREADABLE, words=str(NOT_TOLD))]
    if answer.outcome is Outcome.OK:
        return [BeforeAnswer(seqs, BeforeState.READ, answer.body)]
    if isinstance(answer.error, CustomerNotFound):
        return [BeforeAnswer(seqs, BeforeState.ABSENT)]
    if answer.outcome is not Outcome.REJECTED:
        raise ReadingBroken(answer)
    if len(chunk) > 1:
        middle = len(chunk) // 2
        halves = (chunk[:middle], chunk[middle:])
        return [
            each
            for half in halves
            for each in await _read(client, spec, people, half, spec.body(client, people, half))
        ]
    sentence, words = error_words(answer)
    return [BeforeAnswer(seqs, BeforeState.UNREADABLE, words=words or sentence)]
