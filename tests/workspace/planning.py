"""Small plans for the tests of the workspace."""

from __future__ import annotations

from svcconsole.workspace.database import Workspace
from svcconsole.workspace.runs.records import FileRow, NewRun, PlanItem
from svcconsole.workspace.schema import ItemState, Repeat, RunState


def item(number: int, *, blocked: bool = False) -> PlanItem:
    """A record of one file row."""
    rows = (FileRow(number + 1, number + 2, (f"p{number}", "Sage")),)
    if blocked:
        return PlanItem(f"p{number}", rows, None, ItemState.BLOCKED, "Name is empty.")
    return PlanItem(f"p{number}", rows, b'{"id":"p%d"}' % number)


def plan(
    workspace: Workspace,
    count: int,
    blocked: int = 0,
    *,
    kind: str = "products",
    effect: Repeat = Repeat.UPSERT,
) -> str:
    """`count` records to send and `blocked` ones after them."""
    items = [item(number, blocked=number >= count) for number in range(count + blocked)]
    header = ("Handle", "Title")
    new = NewRun(kind, "Import products", "/shop/p.csv", "p.csv", "f" * 64, header, effect=effect)
    return workspace.runs.create(new, items)


def waiting_run(workspace: Workspace) -> str:
    """A run that waits for its hour, driven from there, while others may send."""
    run_id = plan(workspace, 2)
    fence = workspace.runner.acquire(run_id)
    workspace.ledger.set_state(run_id, fence, RunState.PAUSED, "It starts later.")
    workspace.runner.stand_by(run_id)
    return run_id
