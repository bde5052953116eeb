"""`svcconsole backup`: what is kept of a store on this computer, as one file."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from svcconsole.api.errors import RefusedHere
from svcconsole.cli.exit_codes import exit_on_error
from svcconsole.cli.new_file import refuse_there
from svcconsole.cli.output import help_of, say
from svcconsole.cli.store_options import StoreOptions, with_store_options
from svcconsole.cli.workspace_choice import chosen_folder
from svcconsole.cli.workspace_folder import as_refusals
from svcconsole.words.message import mark, message

HELP = mark("""Write what is kept of a store here as one file: runs, what was sent, decisions, drafts.

    Where a team shares it, that is what the whole team keeps, of one moment. Others may go on using the store
    meanwhile. Tokens and the files of reports are not in it. Put it back with: svcconsole restore FILE.
    Exit codes: 0 written, 2 not written.
    """)


def register(app: typer.Typer) -> None:
    app.command("backup", help=help_of(HELP))(backup)


@with_store_options
def backup(
    *,
    file: Annotated[Path, typer.Argument(metavar="FILE", help=mark("The file to write; it must be new."))],
    store: StoreOptions,
) -> None:
    """Write what is kept of a store here as one file."""
    with exit_on_error(), as_refusals():
        folder = chosen_folder(store)
        from svcconsole.workspace.address import OWN_FILE, address_of
        from svcconsole.workspace.backup import back_up
        from svcconsole.workspace.database import FILE_NAME, Workspace

        if address_of(folder) == OWN_FILE and not (folder / FILE_NAME).is_file():
            raise RefusedHere(message("Nothing is kept of this store on this computer."))
        refuse_there(file)
        back_up(folder, file, store.profile or store.base_url or "")
        say(message("Wrote {path}.", path=file))  # it is there, whatever comes of the note about it
        with Workspace.open(folder) as workspace:
            workspace.saved_files.add(file)
