"""Sends one thing once: the intent is committed before the first byte, the outcome before anyone sees it."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Coroutine, Sequence
from functools import partial
from typing import Any, TypeVar

from svcconsole.api.client import Client, effect_of
from svcconsole.api.errors import Outcome
from svcconsole.api.models.common import Envelope, Request
from svcconsole.api.operations import OPERATIONS, Effect, Operation, Req, Res
from svcconsole.api.retry import Budget
from svcconsole.services.sends.references import fingerprint, new_draft_token, new_reference
from svcconsole.services.sends.same_lately import same_lately
from svcconsole.services.sends.single_send import Database, NotNoted, Sent, SingleSend
from svcconsole.words.message import Message, Number, message, number
from svcconsole.workspace.database import Workspace
from svcconsole.workspace.errors import AlreadyDecided, WorkspaceError
from svcconsole.workspace.runs.records import Decision, NewSend, SentRecord
from svcconsole.workspace.runs.sends import SEQ
from svcconsole.workspace.runs.sent_bodies import SentInRun
from svcconsole.workspace.schema import ItemState, Repeat

__all__ = [
    "Database",
    "Interrupted",
    "NotNoted",
    "Sender",
    "Sent",
    "SentBefore",
    "new_draft_token",
    "new_reference",
    "request_of",
]

T = TypeVar("T", bound=Envelope)

CLOSING_SECONDS = 3.0
AT_ONCE = 4
"""So many are on the way at most, and so many are in doubt after a power cut (rule W6)."""
IN_A_ROW = 3
"""So many without a clear answer, one after the other, and no further one is sent by itself (rule W7)."""
BY_NAME = {operation.name: operation for operation in OPERATIONS}


class SentBefore(WorkspaceError):
    """The same was sent within a day, or a run is about to send it (rule W8): a question for a person, not a
    fault. Nothing was sent; call again with `again=True` once they said so.

    `record` is the earlier one, or `in_run` where a run sent it or is about to; the other is None.
    """

    def __init__(self, found: SentRecord | SentInRun) -> None:
        super().__init__(
            _before(found),
            message("Nothing was sent now. Look at the earlier one, or send it once more on purpose."),
        )
        self.record = found if isinstance(found, SentRecord) else None
        self.in_run = found if isinstance(found, SentInRun) else None


def _before(found: SentRecord | SentInRun) -> Message:
    """What was sent when, and by which run."""
    at = found.at[:16].replace("T", " ")
    if isinstance(found, SentRecord):
        return message("The same was sent from here at {at} (UTC), within the last 24 hours.", at=at)
    of_run = {
        "title": found.title,
        "code": found.code,
        "row": Number(found.row, grouped=False),
        "file": found.file_name,
    }
    if not found.at:
        return message(
            "The run “{title}” (plan {code}) is about to send the same: row {row} of {file}.", **of_run
        )
    return message(
        "The same was sent from here at {at} (UTC) by the run “{title}” (plan {code}): row {row} of {file}.",
        at=at,
        **of_run,
    )


class Interrupted(WorkspaceError):
    """Several in a row ended without a clear answer (rule W7); those after them were not sent."""

    def __init__(self, left: int) -> None:
        super().__init__(
            message(
                "{in_a_row} in a row ended without a clear answer, so the other {left} were not sent.",
                in_a_row=number(IN_A_ROW, grouped=False),
                left=number(left, grouped=False),
            ),
            message("They need your decision still. See whether the store works before you go on with them."),
        )


class Sender:
    """Everything that is sent by itself passes here; one for each console.

    `changed` is called on the loop whenever what was sent or what needs a decision changed, `on_wait` with
    the seconds a store asks to wait. `region` says where numbers without a country code belong. A send goes
    on when its caller is cancelled (a form that was closed): what left cannot be called back.
    """

    def __init__(
        self,
        database: Database,
        ready: Callable[[], Awaitable[Client]],
        *,
        changed: Callable[[], None] = lambda: None,
        region: Callable[[], str | None] = lambda: None,
        on_wait: Callable[[float], None] = lambda _: None,
    ) -> None:
        self._database = database
        self._ready = ready
        self._changed = changed
        self._region = region
        self._on_wait = on_wait
        self._tasks: set[asyncio.Task[Any]] = set()
        self._budget: Budget | None = None
        self._lanes = asyncio.Semaphore(AT_ONCE)

    async def send(
        self,
        operation: Operation[Req, Res],
        request: Req,
        *,
        kind: str,
        title: str,
        about: str = "",
        reference: str = "",
        draft_token: str = "",
        people: Sequence[str] = (),
        form: str = "",
        again: bool = False,
    ) -> Sent[Res]:
        """Send `request` once and say how it ended.

        `kind` groups what was sent (`ticket`, `message` …), `title` names it in a list, `about` says whom it
        concerns, `reference` is a text within the request that will find it in the store. `people` are keys
        of the persons it concerns. `form` is kept as it is, for the form to open it again. An outcome of
        NOT_SENT, THROTTLED or PAUSE means that nothing was executed; UNKNOWN is never tried again.

        Raises SentBefore when the same was sent within a day and `again` is not said, DraftTaken when this
        draft is on the way or was sent, and WorkspaceError when it could not be noted: then nothing was sent.
        """
        client = await self._ready()
        body = client.body_of(request)
        new = NewSend(
            operation=operation.name,
            effect=_repeat(operation, body),
            kind=kind,
            title=title,
            body=body,
            fingerprint=fingerprint(body, reference),
            about=about,
            reference=reference,
            draft_token=draft_token,
            people=tuple(people),
            form=form,
        )
        return await self._see_through(self._send(client, operation, new, again=again))

    async def send_again(self, run_id: str, draft_token: str = "") -> Sent[Any]:
        """Send the very same bytes once more as something new, linked to the old one of which nobody knows.

        The decision about the old one is written down by the same commit that notes the new one. The draft
        of `draft_token`, a fresh one, is what became of the old one's: it is asked about after a restart.
        """
        client = await self._ready()
        old = await self._database(lambda space: space.sends.get(run_id))
        if old is None or old.state is not ItemState.UNKNOWN:
            raise AlreadyDecided(((run_id, SEQ),))
        operation = BY_NAME[old.operation]
        new = NewSend(
            operation=old.operation,
            effect=_repeat(operation, old.body),
            kind=old.kind,
            title=old.title,
            body=old.body,
            fingerprint=fingerprint(old.body, old.reference),
            about=old.about,
            reference=old.reference,
            draft_token=draft_token,
            people=old.people,
            form=old.form,
            retry_of=run_id,
        )
        return await self._see_through(self._send(client, operation, new, again=True))

    async def decide(self, run_id: str, seqs: Sequence[int], decision: Decision) -> tuple[int, ...]:
        """What counts for these records, which need a decision; the numbers of the decisions, to undo them.

        Of what was sent by itself, SEND_AGAIN sends it (`send_again`) and has no number.
        """
        chosen = [(run_id, seq) for seq in seqs]
        return await self.decide_all(chosen, decision)

    async def decide_all(self, chosen: Sequence[tuple[str, int]], decision: Decision) -> tuple[int, ...]:
        """The same over several runs.

        Raises AlreadyDecided once it is done where somebody else was first with some of them, ApiError when
        what was to go once more did not arrive, and Interrupted when several ended without an answer again:
        those after it still need a decision.
        """
        rest, late = list(chosen), list[tuple[str, int]]()
        if decision is Decision.SEND_AGAIN:
            single = await self._database(lambda space: [key for key in chosen if space.sends.get(key[0])])
            late += await self._send_all_again([run_id for run_id, _ in single])
            rest = [key for key in chosen if key not in single]
        made, about = await self._database(lambda space: _decide(space, rest, decision))
        self._changed()
        late += [key for key in rest if key not in about]
        if late:
            raise AlreadyDecided(tuple(late), made)
        return made

    async def _send_all_again(self, run_ids: Sequence[str]) -> list[tuple[str, int]]:
        """One after the other, until one does not arrive or too many in a row have no answer; those about
        which somebody else has decided meanwhile."""
        unanswered, late = 0, list[tuple[str, int]]()
        for at, run_id in enumerate(run_ids, 1):
            try:
                sent = await self.send_again(run_id)
            except AlreadyDecided as error:
                late += error.late
                continue
            if sent.error is not None and sent.outcome is not Outcome.UNKNOWN:
                raise sent.error  # nothing arrived, the doubt is open again; the others would end alike
            unanswered = unanswered + 1 if sent.outcome is Outcome.UNKNOWN else 0
            if unanswered == IN_A_ROW and at < len(run_ids):
                raise Interrupted(len(run_ids) - at)
        return late

    async def undo(self, numbers: Sequence[int]) -> int:
        """Take decisions back where nothing has come of them; how many it was."""
        undone = await self._database(lambda space: space.decisions.undo(numbers))
        self._changed()
        return undone

    async def sent_before(self, kind: str | None = None, limit: int = 50) -> tuple[SentRecord, ...]:
        """What was sent from here, newest first, with its answer and its frozen request."""
        return await self._database(lambda space: space.sends.recent(kind, limit))

    async def find(self, words: str, kind: str | None = None, limit: int = 50) -> tuple[SentRecord, ...]:
        """What was sent from here whose reference, id, title or person holds `words`."""
        return await self._database(lambda space: space.sends.find(words, kind, limit))

    async def about(self, people: Sequence[str]) -> tuple[SentRecord, ...]:
        """What was sent from here that concerns a person, by any of their keys."""
        return await self._database(lambda space: space.sends.about(people))

    async def of_draft(self, draft_token: str) -> SentRecord | None:
        """What became of a draft that was kept over the end of a window; None when it may be sent."""
        return await self._database(lambda space: space.sends.of_draft(draft_token))

    @property
    def under_way(self) -> int:
        """How many sends have not ended."""
        return len(self._tasks)

    async def close(self) -> None:
        """Wait a moment for what is on the way; what has no answer by then needs a decision."""
        if self._tasks:
            _, late = await asyncio.wait(self._tasks, timeout=CLOSING_SECONDS)
            for task in late:
                task.cancel()
            if late:
                await asyncio.wait(late)

    async def _see_through(self, sending: Coroutine[Any, Any, Sent[T]]) -> Sent[T]:
        task = asyncio.get_running_loop().create_task(self._in_lane(sending))
        self._tasks.add(task)
        task.add_done_callback(self._ended)
        return await asyncio.shield(task)

    async def _in_lane(self, sending: Coroutine[Any, Any, Sent[T]]) -> Sent[T]:
        try:
            async with self._lanes:
                return await sending
        finally:
            sending.close()  # where it never began, nothing was noted and nothing has left

    def _ended(self, task: asyncio.Task[Any]) -> None:
        self._tasks.discard(task)
        if not task.cancelled():
            task.exception()  # its caller may be gone: what it has to tell is in the ledger
        self._changed()

    async def _send(
        self, client: Client, operation: Operation[Any, Res], new: NewSend, *, again: bool
    ) -> Sent[Res]:
        fence, begun = await self._database(partial(_begin, new=new, again=again, region=self._region()))
        if isinstance(begun, SentRecord | SentInRun):
            raise SentBefore(begun)
        run_id, attempt = begun
        self._changed()
        if self._budget is None:
            self._budget = Budget(asyncio.get_running_loop().time)
        single = SingleSend(
            self._database, client, operation, new, run_id, fence, attempt, self._budget, self._on_wait
        )
        try:
            return await single.deliver()
        finally:
            await self._database(lambda space: space.runner.release())


def _decide(
    space: Workspace, chosen: Sequence[tuple[str, int]], decision: Decision
) -> tuple[tuple[int, ...], frozenset[tuple[str, int]]]:
    """The decisions that were made, and the records they are about; on the workspace's thread."""
    made = space.decisions.decide(chosen, decision, space.operator)
    return made, space.decisions.about(made)


def request_of(record: SentRecord) -> Request:
    """What was sent as the request model again, for a form to open as a new draft.

    Raises pydantic's ValidationError when this program no longer knows the fields it was made of.
    """
    model: type[Request] = BY_NAME[record.operation].request
    return model.model_validate_json(record.body, by_alias=True)


def _repeat(operation: Operation[Any, Any], body: bytes) -> Repeat:
    return Repeat.ONCE if effect_of(operation, body) is Effect.ONCE else Repeat.UPSERT


def _begin(
    space: Workspace, new: NewSend, again: bool, region: str | None
) -> tuple[int, SentRecord | SentInRun | tuple[str, int]]:
    """Become the runner and note the intent; the runner is given back where nothing is to be sent."""
    fence = space.runner.acquire()
    begun: SentRecord | SentInRun | tuple[str, int] | None = None
    try:
        begun = None if again else _found_lately(space, new, region)
        if begun is None:
            begun = space.sends.begin(new, fence, again=again, decided_by=space.operator)
    finally:
        if not isinstance(begun, tuple):
            space.runner.release()
    return fence, begun


def _found_lately(space: Workspace, new: NewSend, region: str | None) -> SentRecord | SentInRun | None:
    """What is the same as `new`, unless its draft is taken: that is another trouble, and told first."""
    if new.draft_token and space.sends.of_draft(new.draft_token) is not None:
        return None
    found = same_lately(space, new.operation, new.body, region)
    return space.sends.get(found.run_id) if found is not None and found.single else found
