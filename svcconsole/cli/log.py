"""`svcconsole log`: who did what with a store, from which machine, and whether all of it still stands."""

from __future__ import annotations

import json
from dataclasses import asdict
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from svcconsole.api.errors import RefusedHere
from svcconsole.cli.exit_codes import Exit
from svcconsole.cli.opened_workspace import opened_workspace
from svcconsole.cli.output import help_of, say, write_line
from svcconsole.cli.store_options import StoreOptions, with_store_options
from svcconsole.words.message import mark, message, number, plural

if TYPE_CHECKING:
    from svcconsole.workspace.database import Workspace
    from svcconsole.workspace.team.audit_entries import Head

Verify = Annotated[
    bool, typer.Option("--verify", help=mark("Compute every hash anew, and say the first that is wrong."))
]
Against = Annotated[
    Path | None,
    typer.Option(
        "--against",
        metavar="FILE",
        exists=True,
        dir_okay=False,
        help=mark(
            "A manifest.json beside results, or the proof beside an exported log: both must still stand."
        ),
    ),
]
Limit = Annotated[int, typer.Option("--limit", min=1, help=mark("How many entries, the newest first."))]
Text = Annotated[str, typer.Option("--text", help=mark("Only entries with this in them."))]
HELP = mark("""Show who did what with a store: one JSON line an entry, the newest first.

    Each entry carries the hash of the one before, so that none can be changed or taken out unseen. It names
    the operator, the machine, what was done to how many and how that ended, and no person of the store’s.
    Exit codes: 0 shown, or all of it stands; 2 not shown; 6 an entry was changed or is missing.
    """)


def register(app: typer.Typer) -> None:
    app.command("log", help=help_of(HELP))(log)


@with_store_options
def log(
    *,
    verify: Verify = False,
    against: Against = None,
    limit: Limit = 200,
    text: Text = "",
    store: StoreOptions,
) -> None:
    """Show the log of a store, or verify it."""
    with opened_workspace(store) as workspace:
        known = None if against is None else _head_in(against)
        if verify or known is not None:
            raise typer.Exit(_verified(workspace, known))
        for entry in workspace.log.page(text=text, limit=limit):
            write_line(json.dumps(asdict(entry), ensure_ascii=False))


def _verified(workspace: Workspace, known: Head | None) -> Exit:
    """Say whether the log stands, and print what a later look can be held against."""
    from svcconsole.workspace.team.audit_entries import WHOSE_CHAIN

    found, head = workspace.log.verify(known), workspace.log.head()
    told = {"entries": found.entries, "broken": found.broken, "head": None if head is None else head.sha256}
    write_line(json.dumps(told))
    if found.broken is None:
        say(plural("The log stands: {n} entry.", "The log stands: {n} entries.", found.entries))
        say(message(WHOSE_CHAIN[workspace.shared]))
        return Exit.ACCEPTED
    say(
        message(
            "Entry {entry} of the log was changed or is missing.", entry=number(found.broken, grouped=False)
        )
    )
    say(message("What stands before it is as it was written. A backup of an earlier day shows what it held."))
    return Exit.NOTED


def _head_in(file: Path) -> Head:
    """The head of the log that a manifest beside results holds; raises RefusedHere."""
    from svcconsole.workspace.team.audit_entries import Head

    try:
        kept = json.loads(file.read_text("utf-8"))["log"]
        return Head(int(kept["seq"]), str(kept["at"]), str(kept["sha256"]))
    except (OSError, ValueError, KeyError, TypeError) as error:
        raise RefusedHere(
            message("{file} is not the manifest of a run’s results.", file=file),
            advice=message("Choose the manifest.json that stands beside them."),
        ) from error
