"""`svcconsole import take-back` and `import history`: what runs changed, and how it is given back."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from svcconsole.cli.connection import ConnectionOptions, connection_for, with_connection_options
from svcconsole.cli.exit_codes import exit_on_error
from svcconsole.cli.import_sentences import sentences_said
from svcconsole.cli.output import help_of
from svcconsole.cli.store_options import StoreOptions, with_store_options
from svcconsole.cli.workspace_choice import chosen_folder
from svcconsole.cli.write_permission import check_may_write
from svcconsole.words.message import mark

RunName = Annotated[str, typer.Argument(metavar="RUN", help=mark("A run: its id, its plan code, or last."))]
WithChanged = Annotated[
    bool, typer.Option("--with-changed", help=mark("Also records that somebody changed after the run."))
]
DryRun = Annotated[bool, typer.Option("--dry-run", help=mark("Say what would go back, send nothing."))]
TableOut = Annotated[bool, typer.Option("--table", help=mark("Every record and field as a table on stdout."))]
Rehearse = Annotated[
    bool,
    typer.Option(
        "--rehearse",
        help=mark("Try it in a practice store first, print what would change and the code for --commit."),
    ),
]
Results = Annotated[
    Path | None,
    typer.Option(
        "--results", help=mark("Folder for sent.csv, refused.csv, not_sent.csv, needs_decision.csv.")
    ),
]
Patience = Annotated[
    float,
    typer.Option("--patience", help=mark("Seconds to wait for a store that goes away in the middle."), min=0),
]
TAKE_BACK = mark("""Give back what a run changed, as far as the service lets it.

    What the store held before a run is kept for 90 days. It is compared with what it holds now: what the run
    changed goes back as a plan of its own, which can be taken back in turn. Records that the run created,
    fields that cannot be emptied and what somebody changed since are listed, each with its reason.
    The totals are one JSON line on stdout. Exit codes: those of the imports.
    """)
HISTORY = mark("""List the runs of a store, the newest first: one JSON line a run.

    Each has its id, plan code, file, who planned it and when, how the columns were understood, what became of
    it, and until when it can be taken back.
    """)


def register_in(imports: typer.Typer) -> None:
    imports.command("take-back", help=help_of(TAKE_BACK))(take_back)
    imports.command("history", help=help_of(HISTORY))(history)


@with_connection_options
def take_back(
    *,
    run: RunName,
    with_changed: WithChanged = False,
    dry_run: DryRun = False,
    table: TableOut = False,
    rehearse: Rehearse = False,
    results: Results = None,
    patience: Patience = 600.0,
    options: ConnectionOptions,
) -> None:
    """Give back what a run changed."""
    with exit_on_error(), sentences_said():
        connection = connection_for(options)
        if not dry_run and not rehearse:
            check_may_write(options)
        from svcconsole.cli import take_back_job

        job = take_back_job.TakeBackJob(run, with_changed, dry_run, table, rehearse, results, patience)
        code = take_back_job.carry_out(job, connection)
    raise typer.Exit(code)


@with_store_options
def history(
    *,
    store: StoreOptions,
) -> None:
    """List the runs of a store."""
    with exit_on_error(), sentences_said():
        from svcconsole.cli import take_back_job

        take_back_job.write_history(chosen_folder(store))
