"""An async view of a run's ledger: never blocks the event loop, and commits waiting entries together."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Mapping, Sequence
from concurrent.futures import Executor
from contextlib import suppress
from functools import partial
from typing import Any, TypeVar

from svcconsole.workspace.database import Workspace
from svcconsole.workspace.errors import RunnerBusy
from svcconsole.workspace.runs.before_answers import BeforeAnswer
from svcconsole.workspace.runs.ledger_entries import WHOLE, Entry, PartOfRun, PendingRecord
from svcconsole.workspace.runs.message_records import set_free_until
from svcconsole.workspace.schema import RunState

T = TypeVar("T")


class RunLedger:
    """The ledger of one run under its fence; `executor` has one thread, so everything is written in order.
    `as_sent` makes of planned records what is sent."""

    def __init__(self, workspace: Workspace, run_id: str, fence: int, executor: Executor) -> None:
        self._workspace = workspace
        self._people = workspace.people
        self._ledger = workspace.ledger
        self._runner = workspace.runner
        self._before = workspace.before
        self._run_id = run_id
        self.fence = fence
        self.stands_by = False
        self.as_sent: Callable[[Sequence[PendingRecord]], list[PendingRecord]] = list
        self._ended = RunState.STOPPED
        self._executor = executor
        self._waiting: list[tuple[Entry, asyncio.Future[int]]] = []
        self._turn = asyncio.Lock()

    @property
    def ours(self) -> bool:
        """Whether a request that is begun now ends while it is this console's to send."""
        return self._runner.good

    async def renew(self) -> None:
        """Let it be this console's for longer; raises FenceLost where another one has the run."""
        await on_thread(self._executor, self._runner.renew)

    async def stand_by(self) -> None:
        """Let others on this computer send while this run waits for its hour, where the workspace is a file.
        Nothing is written while it `stands_by`, until it is taken up."""
        self.stands_by = await on_thread(self._executor, partial(self._runner.stand_by, self._run_id))

    async def take_up(self) -> bool:
        """Be the one who sends again; False while another instance does. Raises WorkspaceError."""
        if self.stands_by:
            with suppress(RunnerBusy):
                self.fence = await on_thread(self._executor, partial(self._runner.take_up, self._run_id))
                self.stands_by = False
        return not self.stands_by

    async def planned(self, after: int, limit: int) -> Sequence[PendingRecord]:
        """The next records to send."""
        return await on_thread(self._executor, partial(self._ledger.waiting, self._run_id, after, limit))

    async def take(
        self,
        after: int,
        limit: int,
        may_lag: Callable[[PendingRecord], bool],
        *,
        readable: bool,
        part: PartOfRun = WHOLE,
    ) -> Sequence[PendingRecord]:
        """The next records to send, those that may lag with their intent on the disk."""
        ledger, run_id = self._ledger, self._run_id
        take = partial(ledger.take, run_id, self.fence, after, limit, may_lag)
        return await on_thread(
            self._executor, partial(take, readable=readable, part=part, as_sent=self.as_sent)
        )

    async def give_back(self, seqs: Sequence[int]) -> None:
        """Let records wait again that were taken and not sent."""
        await on_thread(
            self._executor, partial(self._ledger.give_back, self._run_id, self.fence, tuple(seqs))
        )

    async def ask(self, question: Callable[[Workspace], T]) -> T:
        """What the workspace says to a question, in the order of what is written."""
        return await on_thread(self._executor, partial(question, self._workspace))

    async def is_asked_to_stop(self) -> bool:
        """Whether somebody asked in another process that the run stops."""
        return await on_thread(self._executor, partial(self._workspace.runs.is_asked_to_stop, self._run_id))

    async def set_free_until(self, until: int | None, *, by_person: bool = False) -> None:
        """Let more of the first records leave, all where `until` is None."""
        workspace = self._workspace
        change = partial(set_free_until, workspace, self._runner, self._run_id, self.fence, until)
        await on_thread(self._executor, partial(change, by_person=by_person))

    async def before(self, seqs: Sequence[int]) -> Sequence[BeforeAnswer]:
        """The answers kept of what the store held of these records before the run."""
        return await on_thread(
            self._executor, partial(self._before.of_records, self._run_id, frozenset(seqs))
        )

    async def release(self) -> None:
        """Drive it from here no more; how it ended is kept even where it could not be written before."""
        await on_thread(self._executor, partial(self._runner.release, self._run_id, self._ended))

    async def set_state(self, state: RunState, sentence: str) -> None:
        if state is RunState.FINISHED:
            self._ended = state
        await on_thread(
            self._executor, partial(self._ledger.set_state, self._run_id, self.fence, state, sentence)
        )

    async def checkpoint(self) -> None:
        """The checkpoint of a run that ends early."""
        await on_thread(self._executor, partial(self._ledger.checkpoint, self._run_id, self.fence))

    async def remember(self, people: Sequence[Mapping[str, Any]]) -> None:
        """Keep customers for the search on this computer."""
        await on_thread(self._executor, partial(self._people.keep_seen, people))

    async def write(self, entry: Entry) -> int:
        """Returns once `entry` is on the disk, with its attempt's number; raises WorkspaceError when it
        is not."""
        done: asyncio.Future[int] = asyncio.get_running_loop().create_future()
        self._waiting.append((entry, done))
        async with self._turn:
            if not done.done():
                await self._flush()
        return await done

    async def write_all(self, entries: Sequence[Entry]) -> None:
        """Returns once all of them are on the disk, written together."""
        await on_thread(self._executor, partial(self._ledger.write, self._run_id, self.fence, tuple(entries)))

    async def _flush(self) -> None:
        group, self._waiting = self._waiting, []
        entries = [entry for entry, _ in group]
        loop = asyncio.get_running_loop()
        writing = loop.run_in_executor(self._executor, self._ledger.write, self._run_id, self.fence, entries)
        # The others of the group get their result even when the one who writes for them is cancelled.
        writing.add_done_callback(lambda written: _hand_out(written, [done for _, done in group]))
        await asyncio.wait([writing])


def _hand_out(written: asyncio.Future[list[int]], waiting: list[asyncio.Future[int]]) -> None:
    error = written.exception()
    for position, done in enumerate(waiting):
        if done.done():
            continue
        if error is None:
            done.set_result(written.result()[position])
        else:
            done.set_exception(error)
            done.exception()  # who waited for it may have been cancelled with the others


async def on_thread(executor: Executor, work: Callable[[], T]) -> T:
    """Do blocking work on the executor's thread."""
    return await asyncio.get_running_loop().run_in_executor(executor, work)
