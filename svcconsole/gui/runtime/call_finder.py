"""Finds the call in which a record was sent, and has it shown."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING

from svcconsole.gui.design.words import tr

if TYPE_CHECKING:
    from svcconsole.gui.runtime.console import Console
    from svcconsole.workspace.database import Workspace


def show_call(console: Console, number: int) -> None:
    """Show a call by its number; say so once it is not among the last any more."""
    if console.calls is not None and console.calls.get(number) is not None:
        console.call_wanted.emit(number)
        return
    _say_gone(console)


def show_call_of(
    console: Console, run_id: str, *, seq: int | None = None, row: int | None = None, to: str = ""
) -> None:
    """Show the call in which a record of a run went: one by its `seq`, that of a `row` of the file or `to`
    one phone number, or the newest of all."""

    def read(space: Workspace) -> Sequence[bytes]:
        from svcconsole.services.runs.completing import sent_of
        from svcconsole.workspace.runs.sent_bodies import bodies_of

        return sent_of(space, run_id, bodies_of(space, run_id, seq=seq, row=row, to=to))

    console.scope.start(_show_call_with(console, read), key="call")


async def _show_call_with(console: Console, read: Callable[[Workspace], Sequence[bytes]]) -> None:
    found = await console.db(read)
    held = [] if console.calls is None else [console.calls.holding(body) for body in found]
    numbers = [call.number for call in held if call is not None]
    if numbers:
        console.call_wanted.emit(max(numbers))
    else:
        _say_gone(console)


def _say_gone(console: Console) -> None:
    console.notices.add(
        "info",
        tr("That call is not among the last 500 of this window any more."),
        advice=tr("What became of it is in the run and in the activity log."),
        about="call",
    )
