"""`svcconsole handover`: open work goes to another console in one sealed file, once."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Annotated

import typer

from svcconsole.api.errors import RefusedHere
from svcconsole.cli.exit_codes import exit_on_error
from svcconsole.cli.new_file import refuse_there
from svcconsole.cli.opened_workspace import opened_workspace
from svcconsole.cli.output import help_of, say, write_line
from svcconsole.cli.store_options import StoreOptions, with_store_options
from svcconsole.cli.workspace_folder import as_refusals
from svcconsole.words.message import mark, message, plural

File = Annotated[Path, typer.Argument(metavar="FILE", help=mark("The file of the hand-over."))]
To = Annotated[
    str, typer.Option("--to", metavar="CODE", help=mark("The code that the receiving console shows."))
]
Code = Annotated[str, typer.Argument(metavar="CODE", help=mark("The hand-over's own code, from the log."))]
HELP = mark("""Give open work to another console, and take it.

    Drafts, imports that were begun, runs that wait and open decisions go along, in a file that only the
    receiving console can open; no token is in it. So that nobody is written to twice, a copy of the
    suppression list and of what was sent within 24 hours goes along, too. Exit codes: 0 done, 2 refused,
    nothing was changed.
    """)
CODE = mark("""Show the code of this console, for whoever hands work over to it.""")
WRITE = mark("""Hand what is open here over, into a new file.

    Its rows are marked on this disk before the file can be opened: they are not sent from here any more.
    """)
OPEN = mark("""Take a hand-over in.

    Opened a second time, or into a copy of before, messages and tickets that were waiting need your decision.
    """)
BACK = mark("""Let what was handed over be open here again, as after the file was lost.

    Messages and tickets need your decision then: the other console may have sent them.
    """)


def register(app: typer.Typer) -> None:
    handover = typer.Typer(help=help_of(HELP), no_args_is_help=True)
    for name, text, command in (
        ("code", CODE, code),
        ("write", WRITE, write),
        ("open", OPEN, open_),
        ("take-back", BACK, take_back),
    ):
        handover.command(name, help=help_of(text))(command)
    app.add_typer(handover, name="handover")


def code() -> None:
    """Show the code of this console."""
    with exit_on_error(), as_refusals():
        from svcconsole.services.handover.receiving import receiving_key

        write_line(receiving_key(make=True).code)


@with_store_options
def write(*, file: File, to: To, store: StoreOptions) -> None:
    """Hand what is open here over."""
    with opened_workspace(store) as workspace:
        from svcconsole.services.handover.handing_over import write_handover

        refuse_there(file)
        done = write_handover(workspace, file, to)
        say(message("Wrote {path}. Its code here is {code}.", path=file, code=done.code))
        workspace.saved_files.add(file)
        write_line(json.dumps({"handover": done.code, **done.counts}))


@with_store_options
def open_(*, file: File, store: StoreOptions) -> None:
    """Take a hand-over in."""
    with opened_workspace(store) as workspace:
        from svcconsole.services.handover.handing_over import open_handover

        if not file.is_file():
            raise RefusedHere(message("There is no file {file}.", file=file))
        done = open_handover(workspace, file)
        write_line(json.dumps({"handover": done.code, **done.counts}))
        if done.known:
            say(plural("{n} run was here already.", "{n} runs were here already.", done.known))
        if done.in_question:
            say(
                plural(
                    "{n} record needs your decision: this hand-over was opened before.",
                    "{n} records need your decision: this hand-over was opened before.",
                    done.in_question,
                )
            )


@with_store_options
def take_back(*, code: Code, store: StoreOptions) -> None:
    """Let what was handed over be open here again."""
    with opened_workspace(store) as workspace:
        from svcconsole.services.handover.handing_over import take_handover_back

        in_question, waits = take_handover_back(workspace, code)
        say(plural("{n} record needs your decision.", "{n} records need your decision.", in_question))
        say(plural("{n} record waits here again.", "{n} records wait here again.", waits))
