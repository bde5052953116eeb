"""One import from the file to its result files, which goes on from wherever an earlier try at it ended."""

from __future__ import annotations

import csv
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

from svcconsole.api.answers import CallRecord
from svcconsole.api.client import Client
from svcconsole.api.connection import Connection
from svcconsole.api.token import Token
from svcconsole.services.imports.session import ImportSession
from svcconsole.services.runs.result_files import write_run
from svcconsole.services.runs.run import PacingRules, RunControl, run
from svcconsole.workspace.database import Workspace

HEADER = ("id", "name", "url", "currency", "tags", "catalogIds", "combinations.id", "combinations.price",
          "combinations.quantity", "combinations.image")  # fmt: skip
PRODUCTS = 18
ROWS_EACH = 2
REFUSED, NAMELESS, LEFT_OUT = 7, 11, 30
"""The product of a catalog no store has, the one without a name, and the row a person leaves out."""
PACE = PacingRules(first_batch=3, most_batch=3, most_at_once=2, first_wait=0.01, longest_wait=0.05)


@dataclass(frozen=True)
class Journey:
    """Where the import's file, workspace and results are, and the store it goes to."""

    folder: str
    base_url: str
    token: str

    @property
    def path(self) -> Path:
        return Path(self.folder) / "products.csv"

    @property
    def workspace(self) -> Path:
        return Path(self.folder) / "workspace"

    @property
    def results(self) -> Path:
        return Path(self.folder) / "results"


def write_file(path: Path) -> None:
    with path.open("w", encoding="utf-8", newline="") as file:
        writer = csv.writer(file)
        writer.writerow(HEADER)
        for number in range(1, PRODUCTS + 1):
            key = f"lamp-{number:02}"
            name = "" if number == NAMELESS else f"Lamp {number}"
            catalog = "nowhere" if number == REFUSED else ""
            for size in range(1, ROWS_EACH + 1):
                picture = f"https://images.example/{key}.png"
                writer.writerow((
                    key, name, f"https://shop.example/{key}", "EUR", "", catalog, f"{key}-{size}", 20 + size,
                    "" if number == PRODUCTS else 4, picture,
                ))  # fmt: skip


async def carry_through(journey: Journey, heard: Callable[[CallRecord], None]) -> str:
    """Go on to the end with one stop on the way, whatever was done before; the run's id."""
    control = RunControl()

    def answered(call: CallRecord) -> None:
        heard(call)
        control.stop()

    with Workspace.open(journey.workspace) as workspace:
        run_id = _planned(journey, workspace)
        connection = Connection(journey.base_url, Token(journey.token))
        for on_call, wishes in ((answered, control), (heard, RunControl())):
            async with Client(connection, on_call=on_call) as client:
                async for _ in run(workspace, run_id, client, wishes, pace=PACE):
                    pass
        write_run(workspace, run_id, journey.results)
        return run_id


def _planned(journey: Journey, workspace: Workspace) -> str:
    if found := workspace.runs.list():
        return found[0].id
    kept = workspace.imports.list()
    session = (
        ImportSession(str(journey.workspace), import_id=kept[0].id)
        if kept
        else ImportSession(str(journey.workspace), path=str(journey.path))
    )
    try:
        session.apply_settings(["tags=new"])
        session.check()
        session.edit(1, "combinations.price", "77.00")
        if any(kind.code == "quantity_missing" for kind in session.check().kinds):
            session.fix_all("quantity_missing", "rule.value", "5")
        session.leave_out([LEFT_OUT])
        session.edit(3, "name", "By mistake")
        session.undo()
        return session.plan(warnings_seen=True).run_id
    finally:
        session.close()
