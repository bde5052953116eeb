"""`svcconsole restore`: a backup put back in the place of what is kept of a store on this computer."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from svcconsole.cli.exit_codes import exit_on_error
from svcconsole.cli.output import help_of, say
from svcconsole.cli.store_options import StoreOptions, with_store_options
from svcconsole.cli.workspace_choice import chosen_folder
from svcconsole.cli.workspace_folder import as_refusals
from svcconsole.words.message import mark, message, plural

HELP = mark("""Put a backup back in the place of what is kept of a store here, or of what a team shares.

    Refused while anything is being sent. What was kept is kept beside it. What was sent after the backup was
    written is not in it: messages that were waiting then need your decision before they go. Nobody goes from
    the suppression list. A backup of another store is refused. Exit codes: 0 restored, 2 nothing was changed.
    """)


def register(app: typer.Typer) -> None:
    app.command("restore", help=help_of(HELP))(restore_command)


@with_store_options
def restore_command(
    *,
    file: Annotated[
        Path, typer.Argument(metavar="FILE", help=mark("A file that backup has written."), exists=True)
    ],
    of_this_store: Annotated[
        bool,
        typer.Option(
            "--of-this-store",
            help=mark("The backup is of this store, though it does not say so: earlier versions did not."),
        ),
    ] = False,
    store: StoreOptions,
) -> None:
    """Put a backup back in the place of what is kept of a store here."""
    with exit_on_error(), as_refusals():
        folder = chosen_folder(store)
        from svcconsole.workspace.backup import BEFORE, restore, said_of_suppressed

        done = restore(folder, file, trusted=of_this_store)
        say(message("Restored {file}.", file=file))
        if (folder / BEFORE).is_file():
            say(message("What was there before is in {path}.", path=folder / BEFORE))
        if done.to_decide:
            say(plural("{n} record needs your decision.", "{n} records need your decision.", done.to_decide))
        if said := said_of_suppressed(done.suppressed):
            say(said)
