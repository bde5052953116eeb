"""`svcconsole forget`: all that is kept of one person is removed, because they asked for it."""

from __future__ import annotations

import json
from typing import Annotated

import typer

from svcconsole.api.errors import RefusedHere
from svcconsole.cli.opened_workspace import opened_workspace
from svcconsole.cli.output import help_of, say, write_line
from svcconsole.cli.store_options import StoreOptions, with_store_options
from svcconsole.words.message import mark, message, plural

Person = Annotated[
    str, typer.Argument(metavar="PERSON", help=mark("A phone number, an e-mail address or an id."))
]
Yes = Annotated[bool, typer.Option("--yes", help=mark("Remove it; it cannot be brought back."))]
HELP = mark("""Remove all that is kept here of one person, on their request.

    What was sent to them by itself goes; their records in runs keep their place and their end, and nothing
    that was in them. The log says how much was removed, not of whom. The store itself is not asked: remove
    them there, too. Files beside the workspace are named, not touched. Exit codes: 0 removed, 2 nothing was
    changed.
    """)


def register(app: typer.Typer) -> None:
    app.command("forget", help=help_of(HELP))(forget)


@with_store_options
def forget(
    *,
    person: Person,
    yes: Yes = False,
    store: StoreOptions,
) -> None:
    """Remove all that is kept of one person."""
    if not yes:
        say(message("Nothing was removed. What is removed cannot be brought back: add --yes."))
        raise typer.Exit(2)
    with opened_workspace(store) as workspace:
        from svcconsole.workspace.forget import copies_beside, forget, subject_of

        done = forget(workspace, subject_of(workspace, person))
        if not done.total:
            raise RefusedHere(message("Nothing is kept here of this person."))
        write_line(json.dumps(dict(done.counts)))
        say(plural("{n} entry was removed or emptied.", "{n} entries were removed or emptied.", done.total))
        if done.suppressed:
            say(
                message(
                    "Their number was on the suppression list, which does not know it any more: keep it "
                    "elsewhere where they must not be written to."
                )
            )
        for path in copies_beside(workspace.folder):
            say(message("{path} was written before and may still hold them.", path=path))
