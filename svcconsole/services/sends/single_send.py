"""One send in progress: retried only while nothing was executed, its outcome committed before it shows."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any, Generic, Protocol, TypeVar

from svcconsole.api.answers import Answer
from svcconsole.api.client import Client
from svcconsole.api.errors import ApiError, FieldError, Outcome
from svcconsole.api.faults import TRIES
from svcconsole.api.operations import Effect, Operation, Res
from svcconsole.api.retry import Again, Budget, attempts
from svcconsole.words.message import Message, message, sentences
from svcconsole.workspace.database import Workspace
from svcconsole.workspace.errors import WorkspaceError
from svcconsole.workspace.runs.ledger_entries import RecordOutcome, Settlement
from svcconsole.workspace.runs.records import NewSend
from svcconsole.workspace.runs.sends import SEQ
from svcconsole.workspace.schema import ItemState

T = TypeVar("T")

PATIENCE_SECONDS = 45.0
"""No further try begins later than this after the first: whoever pressed the button is waiting."""
UNREACHED_TRIES = 3
"""A store that cannot be reached so often is away; the button is there to be pressed again."""
GOES_AGAIN = (Outcome.NOT_SENT, Outcome.THROTTLED)
STATES = {
    Outcome.OK: ItemState.ACKED,
    Outcome.REJECTED: ItemState.REJECTED,
    Outcome.UNKNOWN: ItemState.UNKNOWN,
    Outcome.NOT_SENT: ItemState.LEFT_OUT,
    Outcome.THROTTLED: ItemState.LEFT_OUT,
    Outcome.PAUSE: ItemState.LEFT_OUT,
}
"""Where a single send ends; what did not leave stays with its form and is sent anew."""
ID_PARTS = ("data", "response", "ticket", "customer", "message")


class Database(Protocol):
    """Runs a function with the workspace on its thread."""

    async def __call__(self, fn: Callable[[Workspace], T], /) -> T: ...


@dataclass(frozen=True, slots=True)
class Sent(Generic[Res]):
    """How a send ended; `answer` is the store's answer when it was accepted, `sentence` says what happened
    when it was not, `server_words` are the store's own, `error` knows advice and fields."""

    outcome: Outcome
    answer: Res | None
    run_id: str
    seq: int
    sentence: str
    server_words: tuple[str, ...] = ()
    error: ApiError | None = None
    answer_id: str | None = None

    @property
    def fields(self) -> tuple[FieldError, ...]:
        """The fields the store refused, for a form's `show_errors`."""
        return () if self.error is None else self.error.fields


class NotNoted(WorkspaceError):
    """The store answered, and the workspace could not write that down: it will ask for a decision."""


@dataclass(slots=True)
class SingleSend(Generic[Res]):
    """A send whose intent is on the disk; `fence` is the runner's, `attempt` the one about to leave."""

    database: Database
    client: Client
    operation: Operation[Any, Res]
    new: NewSend
    run_id: str
    fence: int
    attempt: int
    budget: Budget = field(default_factory=lambda: Budget(asyncio.get_running_loop().time))
    on_wait: Callable[[float], None] = lambda _: None

    async def deliver(self) -> Sent[Res]:
        """Send the frozen bytes and note how that ended; what is cancelled on the way is left to a person."""
        run_id, fence, clock = self.run_id, self.fence, asyncio.get_running_loop().time
        deadline = clock() + PATIENCE_SECONDS
        try:
            async for turn in attempts(TRIES[Effect.ONCE]):
                with turn:
                    if turn.num > 1:
                        self.attempt = await self.database(lambda space: space.sends.try_again(run_id, fence))
                    await self.database(lambda space: space.runner.keep())
                    answer = await self.client.send(self.operation, self.new.body, retry=False)
                    if self._goes_again(answer, turn.num, deadline - clock()):
                        await self._note(self._settle(answer, ItemState.PLANNED, turn.num))
                        if answer.retry_after is not None:
                            self.on_wait(answer.retry_after)
                        raise Again(turn.num, answer.retry_after)
                    return await self._end(answer, turn.num)
        except asyncio.CancelledError:
            await self.database(lambda space: space.sends.leave(run_id, fence))
            raise
        raise AssertionError("the last try always ends")

    def _goes_again(self, answer: Answer[Any], tried: int, seconds_left: float) -> bool:
        """Whether nothing was executed, and another try is worth the wait (rule W10)."""
        if answer.outcome not in GOES_AGAIN or (answer.retry_after or 0.0) > seconds_left:
            return False
        if answer.outcome is Outcome.THROTTLED:
            return tried < TRIES[Effect.ONCE]
        return tried < UNREACHED_TRIES and self.budget.spend()

    async def _note(self, entry: Settlement) -> None:
        await self.database(lambda space: space.sends.note(self.run_id, self.fence, entry))

    async def _end(self, answer: Answer[Res], tried: int) -> Sent[Res]:
        run_id, fence, refusal = self.run_id, self.fence, answer.error
        entry = self._settle(answer, STATES[answer.outcome], tried)
        accepted = answer.outcome is Outcome.OK
        identity = answer_id(answer.payload) if accepted else None
        payload = answer.payload if accepted and isinstance(answer.payload, dict) else None
        if accepted:
            self.budget.earn()
        try:
            await self.database(lambda space: space.sends.end(run_id, fence, entry, payload, identity))
        except WorkspaceError as trouble:
            raise NotNoted(
                _not_noted(accepted, identity, entry.sentence, trouble.sentence),
                sentences(trouble.advice, message("It will be listed as needing your decision.")),
            ) from trouble
        said = ("", ()) if refusal is None else (refusal.sentence, refusal.server_words)
        return Sent(answer.outcome, answer.response, run_id, SEQ, *said, refusal, identity)

    def _settle(self, answer: Answer[Any], state: ItemState, tried: int) -> Settlement:
        error = answer.error
        sentence = "" if error is None else error.sentence
        words = "" if error is None else "\n".join(error.server_words)
        reason = "" if state is ItemState.PLANNED else sentence
        verdict = RecordOutcome(SEQ, self.new.reference, state, reason, words, tried)
        return Settlement(self.attempt, answer.outcome, answer.status, answer.elapsed, sentence, (verdict,))


def answer_id(payload: object) -> str | None:
    """The id a store gave what was sent, wherever the operation's answer holds it; None without one."""
    found: list[object] = [payload]
    for part in found:
        if isinstance(part, Mapping):
            if isinstance(own := part.get("id"), str | int) and not isinstance(own, bool) and own != "":
                return str(own)
            found += [part[key] for key in ID_PARTS if key in part]
    return None


def _not_noted(accepted: bool, identity: str | None, end: str, trouble: str) -> Message:
    """How a send ended whose end the workspace could not keep."""
    if not accepted:
        return message("{end}, and that could not be noted: {trouble}", end=end.rstrip("."), trouble=trouble)
    if not identity:
        return message("The store accepted it, and that could not be noted: {trouble}", trouble=trouble)
    return message(
        "The store accepted it as {id}, and that could not be noted: {trouble}", id=identity, trouble=trouble
    )
