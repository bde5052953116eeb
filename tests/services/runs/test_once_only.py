"""What must not happen twice goes through the ledger, of single sends or of runs, and nowhere else."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path

import pytest

from svcconsole.api import operations
from svcconsole.api.operations import OPERATIONS, Effect, Operation
from svcconsole.services.runs.batch_kinds import KINDS, BatchKind
from svcconsole.services.runs.pacing import PacingRules
from svcconsole.tables.mapping.kinds import IMPORTS
from svcconsole.workspace.runs.ledger_entries import PendingRecord

ROOT = Path(__file__).resolve().parents[3] / "svcconsole"
ONCE = {
    name
    for name, value in vars(operations).items()
    if isinstance(value, Operation) and value.effect is Effect.ONCE
}
REPEATABLE = {name for name, value in vars(operations).items() if isinstance(value, Operation)} - ONCE
CLIENTS = ("client", "ready()", "ready())")
ANY_OPERATION = {
    "api/client.py": "the client itself",
    "api/paging.py": "pages of a list: operations with a cursor to read on from",
    "services/sends/single_send.py": "the ledger's own hand: its intent is on the disk",
    "services/runs/send_batch.py": "the engine of runs: intents are on the disk",
    "services/runs/reconcile.py": "the engine reads back",
    "services/runs/before_reading.py": "what the store holds is read ahead of a run",
    "services/runs/engine.py": "the engine asks whether the store is there",
    "services/catalog/price_levels.py": "products are read, their answers kept as they came",
    "services/catalog/records.py": "products and catalogs, which may be sent again",
    "gui/panels/help/example.py": "an example of the reference, in the practice store alone",
    "cli/call.py": "one request by hand, which keeps nothing and never repeats it",
}
"""Where a request is sent whose operation is not written there by name, and why that may be."""


def modules() -> Iterator[tuple[str, ast.Module]]:
    for path in sorted(ROOT.rglob("*.py")):
        name = path.relative_to(ROOT).as_posix()
        text = path.read_text(encoding="utf-8")
        if not name.startswith("sandbox/") and (".send(" in text or ".call(" in text):
            yield name, ast.parse(text)


def requests(tree: ast.Module) -> Iterator[ast.Call]:
    """Every `….send(…)` and `….call(…)` of a client."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute) and node.args:
            asked = ast.unparse(node.func.value)
            if node.func.attr in ("send", "call") and asked.endswith(CLIENTS):
                yield node


def names_in(node: ast.AST) -> set[str]:
    return {part.id for part in ast.walk(node) if isinstance(part, ast.Name)}


def test_there_are_seven_operations_that_happen_once() -> None:
    assert len(ONCE) == sum(operation.effect is Effect.ONCE for operation in OPERATIONS) == 7


def test_a_client_is_never_asked_for_what_happens_once() -> None:
    asked: dict[str, set[str]] = {}
    for module, tree in modules():
        for call in requests(tree):
            named = names_in(call.args[0]) & (ONCE | REPEATABLE)
            assert not named & ONCE, f"{module}:{call.lineno} sends past the ledger"
            if not named:
                asked.setdefault(module, set()).add(ast.unparse(call.args[0]))
    strangers = set(asked) - set(ANY_OPERATION)
    assert not strangers, f"{strangers} send operations that are not written there: say why they may"


@pytest.mark.parametrize("kind", KINDS.values(), ids=lambda kind: kind.kind)
def test_runs_of_files_send_once_what_happens_once(kind: BatchKind) -> None:
    """One record a request, few on the way, none of unknown end sent again; the plan says so."""
    once = kind.send.effect is Effect.ONCE
    if kind.kind in IMPORTS:
        assert IMPORTS[kind.kind].once is once
    if once:
        assert (kind.field, kind.read, kind.paced(PacingRules()).most_at_once) == ("", None, 4)
        assert not kind.repeats(PendingRecord(0, "x", 1, 1, 1, True, b"{}", 0, None))


def test_the_scan_sees_a_send_past_the_ledger() -> None:
    """The control: what the tests above look for is found where it is."""
    for client in ("self.console.client", "client", "(await self.console.ready())"):
        (call,) = requests(ast.parse(f"async def f():\n    await {client}.send(CREATE_TICKET, body)\n"))
        assert names_in(call.args[0]) & ONCE
