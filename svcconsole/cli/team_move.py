"""`svcconsole team move`: what is kept of a store goes into a database that a team shares, or back."""

from __future__ import annotations

from typing import Annotated

import typer

from svcconsole.api.errors import RefusedHere
from svcconsole.cli.exit_codes import exit_on_error
from svcconsole.cli.output import help_of, say
from svcconsole.cli.shared_address import IN_VARIABLE, refuse_password
from svcconsole.cli.store_options import StoreOptions, with_store_options
from svcconsole.cli.workspace_choice import chosen_folder
from svcconsole.cli.workspace_folder import as_refusals
from svcconsole.words.message import mark, message, number, plural

HELP = mark("""Move what is kept of a store from its file into a PostgreSQL database, or back into a file.

    Everything is copied in one step, read back and compared, table by table. What it was stays where it was,
    marked: it can be read, and nothing is sent from it any more. Refused while anything is being sent, while
    a window has the store open, and where the other place holds runs already. Where it was broken off, run
    it again. Exit codes: 0 moved, 2 nothing was changed.
    """)


def register_in(team: typer.Typer) -> None:
    team.command("move", help=help_of(HELP))(move)


@with_store_options
def move(
    *,
    to: Annotated[
        str | None,
        typer.Option(
            "--to",
            metavar="URL",
            help=mark("The database: postgresql://name@host:5432/database, its password in PGPASSWORD."),
        ),
    ] = None,
    to_file: Annotated[
        bool, typer.Option("--to-file", help=mark("Back from the shared database into a file here."))
    ] = False,
    store: StoreOptions,
) -> None:
    """Move what is kept of a store into a database, or back."""
    with exit_on_error(), as_refusals():
        if (to is not None) == to_file:
            raise RefusedHere(
                message("Where it is to go is not said."),
                advice=message("Use --to URL for a database, or --to-file for a file on this computer."),
            )
        if to is not None:
            refuse_password(to, IN_VARIABLE)
        folder = chosen_folder(store)
        from svcconsole.workspace.address import OWN_FILE, PRACTICE, VARIABLE, address_of
        from svcconsole.workspace.database import FILE_NAME
        from svcconsole.workspace.move import move_to_database, move_to_file

        if folder.name == PRACTICE:
            raise RefusedHere(message("The practice store is this computer's own; it is not shared."))
        if to is not None:
            if not (folder / FILE_NAME).is_file():
                raise RefusedHere(message("Nothing is kept of this store on this computer."))
            moved = move_to_database(folder, to)
            further = message(
                "Set {variable} to that address, or name it in the store's profile.", variable=VARIABLE
            )
        else:
            shared = address_of(folder)
            if shared == OWN_FILE:
                raise RefusedHere(
                    message("What is kept of this store is in a file already."),
                    advice=message("Name the shared database in {variable}.", variable=VARIABLE),
                )
            moved = move_to_file(folder, shared)
            further = message(
                "Take its address out of {variable}, or of the store's profile.", variable=VARIABLE
            )
        if moved.rows:
            say(
                plural(
                    "Moved to {place}: {n} row (tables: {tables}), read back and the same.",
                    "Moved to {place}: {n} rows (tables: {tables}), each read back and the same.",
                    sum(moved.rows.values()),
                    place=moved.place,
                    tables=number(len(moved.rows)),
                )
            )
        else:
            say(message("Ended the move to {place} that had been broken off.", place=moved.place))
        say(message("What it was stays where it was; nothing is sent from there any more."))
        say(further)
