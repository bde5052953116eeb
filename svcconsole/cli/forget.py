"""`svcconsole forget`: all that is kept of one person is removed, because they asked for it."""

from __future__ import annotations

import json
from typing import Annotated

import typer

from svcconsole.api.errors import RefusedHere
from svcconsole.cli.exit_codes import Exit
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
    that was in them. The log says how much was removed, and holds a code in the place of the person. Result
    files, reports and older copies beside the workspace that name them go, too; files that somebody saved
    elsewhere are listed. The store itself is not asked: remove them there, too. Exit codes: 0 removed,
    2 nothing was changed, 6 removed but for what is named.
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
        from svcconsole.services.erasure import BEYOND, STILL_READ, erase_person

        done = erase_person(workspace, person)
        if not (done.forgotten.total or done.removed or done.unread) and done.forgotten.rewritten:
            raise RefusedHere(message("Nothing is kept here of this person."))
        count = done.forgotten.total
        write_line(json.dumps(dict(done.forgotten.counts)))
        say(plural("{n} entry was removed or emptied.", "{n} entries were removed or emptied.", count))
        if done.forgotten.suppressed:
            say(
                message(
                    "Their number stays on the suppression list, as a code that tells nobody whose it is."
                )
            )
        if not done.forgotten.rewritten:
            say(STILL_READ)
        for path in done.removed:
            say(message("{path} named them and was removed.", path=path))
        for path in done.left:
            say(message("{path} could not be removed and may hold them.", path=path))
        for path in done.unread:
            say(message("{path} could not be read and may hold them.", path=path))
        for place in done.elsewhere:
            say(message("{path} was saved by somebody and may hold them.", path=place))
        if workspace.shared:
            say(BEYOND)
        if done.left or done.unread or not done.forgotten.rewritten:
            raise typer.Exit(Exit.NOTED)
