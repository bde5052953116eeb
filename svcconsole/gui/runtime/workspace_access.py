"""The workspace of the open store as the window uses it: opened after the first paint, in a thread, and while
the database of a shared one is away, read from the copy on this computer."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import dataclass
from functools import partial
from importlib import import_module
from pathlib import Path
from typing import TYPE_CHECKING, TypeVar

from PySide6.QtCore import QObject, Signal

from svcconsole.gui.design.words import message
from svcconsole.gui.runtime.database_thread import DatabaseThread

if TYPE_CHECKING:
    from svcconsole.gui.runtime.task_scope import TaskScope
    from svcconsole.workspace.database import Workspace
    from svcconsole.workspace.errors import WorkspaceAway
    from svcconsole.workspace.local_copy import AwayWorkspace, KeptAside, LocalCopy

T = TypeVar("T")

ANSWER_SECONDS = 3.0
"""A call that takes longer is waited for as long as the database answers something small meanwhile."""
OPEN_SECONDS = 12.0
TRY_AGAIN = (0.5, 1.0, 2.0, 3.0)
"""Seconds between two tries to find the database again; the last one stays."""
COPY_AFTER, COPY_EVERY = 3.0, 600.0
"""Seconds after opening, and between two copies: each reads tens of thousands of rows from the team."""
CONCERNS = "workspace"
"""What notices about the database are about."""


HELD = (
    message("The team's records are away, so nothing is sent."),
    message("What you typed is kept as a draft. Save it once they are back."),
)


@dataclass(frozen=True, slots=True)
class WorkspaceState:
    """How things stand with a shared workspace: whether it is one, how long the last call took, since when it
    is away (epoch seconds) and of when its copy is (ISO; blank where there is none)."""

    shared: bool = False
    milliseconds: int | None = None
    away_since: float | None = None
    as_of: str = ""

    @property
    def away(self) -> bool:
        return self.away_since is not None


class WorkspaceAccess(QObject):
    """`changed()`: `state` is new. `came_back(Sequence[KeptAside])`: the database answers again, drafts of
    meanwhile are in it, these of them beside others'."""

    changed = Signal()
    came_back = Signal(object)

    def __init__(
        self,
        folder: Path,
        scope: TaskScope,
        *,
        may_load: asyncio.Event,
        opened: Callable[[Workspace, asyncio.AbstractEventLoop], None],
        closing: Callable[[Workspace], None],
    ) -> None:
        """`opened` and `closing` are called with the workspace on its thread."""
        super().__init__()
        self.state = WorkspaceState()
        self._folder, self._scope, self._may_load = folder, scope, may_load
        self._opened, self._closing = opened, closing
        self._opening = asyncio.Lock()
        self._thread = DatabaseThread("workspace")
        self._workspace: Workspace | None = None
        self._copy: LocalCopy | None = None
        self._copy_thread: DatabaseThread | None = None
        self._away: AwayWorkspace | None = None
        self._trouble: WorkspaceAway | None = None
        # Set but for while it goes over to its copy, or back: what is asked then waits for the end of that.
        self._settled = asyncio.Event()
        self._settled.set()
        self._closed = False

    @property
    def workspace(self) -> Workspace | None:
        """The workspace itself where it is open and not away."""
        return None if self.state.away else self._workspace

    async def run(self, fn: Callable[[Workspace], T]) -> T:
        """What `fn` returns, with the workspace or its copy; raises WorkspaceAway where there is neither."""
        await self.open()
        while True:
            await self._settled.wait()
            if self._closed:
                raise RuntimeError("the workspace is closed")
            if self._away is not None and self._copy_thread is not None:
                return await self._copy_thread.run(fn, self._away)
            if self._trouble is not None:
                raise self._trouble
            if self._workspace is None:
                raise AssertionError("what opened without trouble is there")
            if not self._workspace.shared:
                return await self._thread.run(fn, self._workspace)
            found = await self._ask(fn, self._workspace)
            if found is not None:
                return found[0]

    def held(self) -> tuple[str, str] | None:
        """Why nothing is sent now, and what to do: a sentence each; None where nothing is in the way."""
        return HELD if self.state.away else None

    async def refuse_away(self) -> None:
        """Ask the database now; raises WorkspaceAway where it does not answer: then nothing may be sent."""
        from svcconsole.workspace.errors import WorkspaceAway

        await self.open()
        if self._workspace is not None and self._workspace.shared:
            with suppress(WorkspaceAway):
                await self.run(lambda space: space.ask())
        if self.state.away:
            raise WorkspaceAway(*HELD)

    async def open(self) -> None:
        """Open it the first time; where its database is away, open the copy."""
        await self._may_load.wait()
        async with self._opening:
            if self._workspace is not None or self._trouble is not None:
                return
            await asyncio.to_thread(import_module, "svcconsole.workspace.local_copy")
            self._local_copy()
            loop = asyncio.get_running_loop()
            thread = self._thread
            from svcconsole.workspace.errors import WorkspaceAway

            try:
                async with asyncio.timeout(OPEN_SECONDS):
                    await thread.run(self._open_on_thread, thread, loop)
            except TimeoutError:
                await self._go_away(_silent())
            except WorkspaceAway as error:
                await self._go_away(error)

    async def close(self) -> None:
        """Close what is open; a database that does not answer is not waited for longer than a call."""
        if self._closed:
            return
        self._closed = True
        workspace, self._workspace = self._workspace, None
        if self._copy_thread is not None:
            closing = self._copy_thread.run(self._close_copy_on_thread)
            await asyncio.wait([closing], timeout=ANSWER_SECONDS)
        if workspace is not None:
            closing = self._thread.run(self._close_on_thread, workspace)
            if workspace.shared:
                await asyncio.wait([closing], timeout=ANSWER_SECONDS)
            else:
                await closing
        for thread in (self._thread, self._copy_thread):
            if thread is not None:
                thread.end()

    # While it is there

    async def _ask(self, fn: Callable[[Workspace], T], workspace: Workspace) -> tuple[T] | None:
        """What `fn` returns, in a tuple; None where the database is away."""
        from svcconsole.workspace.errors import WorkspaceAway

        began = time.monotonic()
        call = self._thread.run(fn, workspace)
        try:
            while not (await asyncio.wait([call], timeout=ANSWER_SECONDS))[0]:
                if not await _answers(workspace):
                    call.cancel()
                    await self._go_away(_silent())
                    return None
            found = call.result()
        except WorkspaceAway as error:
            await self._go_away(error)
            return None
        except asyncio.CancelledError:
            call.cancel()
            raise
        self._note_time(round((time.monotonic() - began) * 1000))
        return (found,)

    def _note_time(self, milliseconds: int) -> None:
        if not self.state.away:
            first = self.state.milliseconds is None
            self.state = WorkspaceState(shared=True, milliseconds=milliseconds)
            if first:
                self.changed.emit()

    def _open_on_thread(self, thread: DatabaseThread, loop: asyncio.AbstractEventLoop) -> None:
        """The thread keeps what it has opened even when nobody waits for it any more."""
        from svcconsole.shared_workspaces import learn_address
        from svcconsole.workspace.database import Workspace

        if self._workspace is not None:
            return
        learn_address(self._folder)
        workspace = Workspace.open(self._folder)
        if thread is not self._thread or self._closed:
            workspace.close()
            return
        try:
            # What was typed while it was away, in a window that was closed before it was back. What is typed
            # into the copy now is brought once nobody writes there any more.
            closed_away = workspace.shared and self._copy_thread is None
            kept = self._local_copy().bring_back(workspace) if closed_away else ()
            self._opened(workspace, loop)
        except BaseException:
            workspace.close()
            raise
        self._workspace = workspace
        if kept:
            loop.call_soon_threadsafe(self.came_back.emit, kept)
        if workspace.shared:
            with_loop = partial(self._scope.start, self._keep_copy(workspace), "workspace copy")
            loop.call_soon_threadsafe(with_loop)

    def _close_on_thread(self, workspace: Workspace) -> None:
        self._closing(workspace)
        workspace.close()

    async def _keep_copy(self, workspace: Workspace) -> None:
        """Copy it now and then, after something has happened in it."""
        from svcconsole.workspace.errors import WorkspaceError

        copy, copied = self._local_copy(), -1
        thread = DatabaseThread("workspace-copy")
        try:
            await asyncio.sleep(COPY_AFTER)
            while True:
                if not self.state.away:
                    try:
                        last = await thread.run(workspace.events.last)
                        if last != copied:
                            await thread.run(copy.refresh, workspace)
                            copied = last
                    except WorkspaceError:
                        pass  # whoever asks next finds out, and says so
                await asyncio.sleep(COPY_EVERY)
        finally:
            thread.end()

    # While it is away

    def _local_copy(self) -> LocalCopy:
        from svcconsole.workspace.local_copy import LocalCopy

        if self._copy is None:
            self._copy = LocalCopy(self._folder)
        return self._copy

    async def _go_away(self, trouble: WorkspaceAway) -> None:
        """Go on with the copy, and look for the database until it is back."""
        if self._trouble is None and not self._closed:
            self._trouble = trouble
            self._settled.clear()
            # Not of whoever asked: the page may be left before the copy is open.
            leaving = self._scope.start(self._open_copy(), "workspace copy opened")
            leaving.add_done_callback(lambda _: self._settled.set())
        await self._settled.wait()

    async def _open_copy(self) -> None:
        # What hangs in a call is left to itself.
        self._thread.end()
        self._thread = DatabaseThread("workspace")
        if self._copy_thread is None:
            self._copy_thread = DatabaseThread("workspace-away")
        copy = self._local_copy()
        copy.hold()
        await self._copy_thread.run(self._open_copy_on_thread, copy)
        as_of = self._away.as_of if self._away is not None else ""
        self.state = WorkspaceState(True, None, time.time(), as_of)
        self.changed.emit()
        self._scope.start(self._come_back(), "workspace back")

    def _open_copy_on_thread(self, copy: LocalCopy) -> None:
        """The thread keeps what it has opened: whoever waited may have gone, and closing comes after it."""
        self._away = copy.open()

    def _close_copy_on_thread(self) -> None:
        away, self._away = self._away, None
        if away is not None:
            away.close()

    async def _come_back(self) -> None:
        """Try to find the database again, bring the drafts into it, and go on with it."""
        from svcconsole.workspace.errors import WorkspaceError

        tries = 0
        while True:
            await asyncio.sleep(TRY_AGAIN[min(tries, len(TRY_AGAIN) - 1)])
            tries += 1
            thread = self._thread
            try:
                async with asyncio.timeout(OPEN_SECONDS):
                    if self._workspace is None:
                        await thread.run(self._open_on_thread, thread, asyncio.get_running_loop())
                    elif not await _answers(self._workspace):
                        continue
                    if self._workspace is not None:
                        self._settled.clear()
                        kept = await self._bring_back(self._workspace)
                        self._trouble = None
                        break
            except (WorkspaceError, TimeoutError):
                # A call that hangs keeps its thread.
                thread.end()
                self._thread = DatabaseThread("workspace")
            finally:
                self._settled.set()
        self.state = WorkspaceState(shared=True)
        self.changed.emit()
        self.came_back.emit(kept)

    async def _bring_back(self, workspace: Workspace) -> Sequence[KeptAside]:
        copy = self._local_copy()
        if self._copy_thread is None:
            return ()
        kept = await self._copy_thread.run(copy.bring_back, workspace)
        await self._copy_thread.run(self._close_copy_on_thread)
        copy.let_go()
        return kept


async def _answers(workspace: Workspace) -> bool:
    """Whether the database answers something small soon enough; a thread of its own may hang in it."""
    from svcconsole.workspace.errors import WorkspaceError

    thread = DatabaseThread("workspace-probe")
    try:
        async with asyncio.timeout(ANSWER_SECONDS):
            await thread.run(workspace.ask)
    except (WorkspaceError, TimeoutError):
        return False
    finally:
        thread.end()
    return True


def _silent() -> WorkspaceAway:
    from svcconsole.words.message import message
    from svcconsole.workspace.errors import WorkspaceAway

    return WorkspaceAway(
        message("The shared workspace does not answer."),
        message("Check this computer's connection, and whether the server is on. Nothing is lost meanwhile."),
    )
