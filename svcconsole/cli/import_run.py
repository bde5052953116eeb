"""Shows a run in progress for `svcconsole import`: a progress line, Ctrl+C, and when waiting ends."""

from __future__ import annotations

import asyncio
import signal
import time

from svcconsole.api.client import Client, Connection
from svcconsole.cli.output import say_all
from svcconsole.cli.progress_line import BESIDE, ProgressLine
from svcconsole.services.runs import run
from svcconsole.words.message import Message, listed, message, number, plural
from svcconsole.workspace.database import Workspace
from svcconsole.workspace.engines.file_watch import FileGone
from svcconsole.workspace.errors import WorkspaceError
from svcconsole.workspace.schema import RunState


async def run_to_end(workspace: Workspace, run_id: str, connection: Connection, patience: float) -> None:
    """Run to the end, to Ctrl C, or until waiting for the store or for a person makes no sense here."""
    control, line = run.RunControl(), ProgressLine()
    _on_interrupt(control)
    first: run.RunProgress | None = None
    waiting_since: float | None = None
    try:
        async with Client(connection) as client:
            async for progress in run.run(workspace, run_id, client, control):
                first = first or progress
                line.write(_words(progress))
                if progress.state is not RunState.PAUSED or progress.waits_for_terms:
                    waiting_since = None
                    continue
                waiting_since = waiting_since or time.monotonic()
                sent = (progress.sent, progress.refused) != (first.sent, first.refused)
                reached = sent or progress.waits_for_turn
                waited = time.monotonic() - waiting_since
                if not (progress.goes_on_alone and reached and waited < patience):
                    line.end()
                    # its advice says that the run goes on by itself: this one gives up
                    advice = "" if progress.goes_on_alone else progress.advice
                    say_all(progress.sentence, advice)
                    control.stop()
    except FileGone:
        line.end()
        raise
    except WorkspaceError as error:
        line.end()
        say_all(error.sentence, error.advice)
    line.end()


def _on_interrupt(control: run.RunControl) -> None:
    """Ctrl C asks the run to stop at its safe point; a second one ends the program, which loses nothing."""
    loop = asyncio.get_running_loop()

    def stop() -> None:
        signal.signal(signal.SIGINT, signal.default_int_handler)
        control.stop()

    signal.signal(signal.SIGINT, lambda *_: loop.call_soon_threadsafe(stop))


def _words(progress: run.RunProgress) -> Message:
    done = progress.rows - progress.not_sent - progress.on_the_way
    words: list[str] = [
        plural("{done} of {n} row", "{done} of {n} rows", progress.rows - progress.left_out, done=done),
        message("{rate} a second", rate=number(progress.rate, 0)),
    ]
    if progress.seconds_left is not None:
        words.append(message("about {seconds} s left", seconds=number(progress.seconds_left, 0)))
    if progress.rows_per_minute is not None:
        words.append(message("limited to {rows} a minute", rows=progress.rows_per_minute))
    if progress.refused:
        words.append(message("{refused} refused", refused=progress.refused))
    if progress.state is RunState.PAUSED or progress.sentence:
        words = [words[0], progress.sentence]
    return listed(words, BESIDE)
