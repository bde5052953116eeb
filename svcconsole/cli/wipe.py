"""`svcconsole wipe`: all that is kept of a store here is removed."""

from __future__ import annotations

from typing import Annotated

import typer

from svcconsole.api.errors import RefusedHere
from svcconsole.cli.connection import profile_for
from svcconsole.cli.exit_codes import Exit, exit_on_error
from svcconsole.cli.output import help_of, say
from svcconsole.cli.store_options import StoreOptions, with_store_options
from svcconsole.cli.workspace_choice import chosen_folder
from svcconsole.cli.workspace_folder import as_refusals
from svcconsole.words.message import mark, message, plural

Confirm = Annotated[
    str,
    typer.Option("--confirm", metavar="NAME", help=mark("The store's name, or its address: wipe it.")),
]
HELP = mark("""Remove all that is kept of a store here: runs, what was sent, people, drafts, results, reports.

    Nothing of it can be brought back. What stays names nobody: the log says that this was done, numbers on
    the suppression list stay as codes, and a copy that is put back later is still known as an older one. Of a
    workspace that a team shares everything goes for everybody. Files that somebody saved elsewhere are
    listed. The store itself is not touched. Exit codes: 0 wiped, 2 nothing was changed, 6 wiped but
    for what is named.
    """)


def register(app: typer.Typer) -> None:
    app.command("wipe", help=help_of(HELP))(wipe)


@with_store_options
def wipe(*, confirm: Confirm = "", store: StoreOptions) -> None:
    """Remove all that is kept of a store here."""
    with exit_on_error(), as_refusals():
        folder = chosen_folder(store)
        profile = profile_for(store)
        name = store.base_url or (profile.name if profile else "")
        if confirm.strip().casefold() != name.strip().casefold():
            raise RefusedHere(
                message("Nothing was removed. What is removed cannot be brought back."),
                advice=message("Add --confirm with the store's name: {name}.", name=name),
            )
        from svcconsole.services.erasure import BEYOND, STILL_READ, wipe_store
        from svcconsole.workspace.backup import WINDOW_LOCK, alone
        from svcconsole.workspace.database import Workspace

        with alone(folder, WINDOW_LOCK), Workspace.open(folder) as workspace:
            done = wipe_store(workspace)
            say(plural("{n} entry was removed.", "{n} entries were removed.", done.entries))
            if not done.rewritten:
                say(STILL_READ)
            for path in done.left:
                say(message("{path} could not be removed.", path=path))
            for place in done.elsewhere:
                say(message("{path} was saved by somebody and is still there.", path=place))
            if workspace.shared:
                say(BEYOND)
            if done.left or not done.rewritten:
                raise typer.Exit(Exit.NOTED)
