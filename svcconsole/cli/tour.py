"""`svcconsole tour`: the real window driven through the main job on a fresh practice store."""

from __future__ import annotations

import json
import os
from pathlib import Path
from tempfile import mkdtemp
from typing import Annotated

import typer

from svcconsole.cli.exit_codes import Exit, exit_on_error
from svcconsole.cli.output import help_of, say, write_line
from svcconsole.cli.shared_address import IN_VARIABLE, refuse_password
from svcconsole.words.message import listed, mark, message, sentences

HELP = mark("""Drive the window through the main job on a practice store; a picture per step, totals on the
    last line.

    It runs in folders of its own. The exit code is 1 when a step's check fails.
    """)


def register(app: typer.Typer) -> None:
    """Add `tour` to the command line."""
    app.command("tour", help=help_of(HELP))(tour)


def tour(
    *,
    out: Annotated[
        Path | None, typer.Option(help=mark("Folder for the pictures; a new one when not given."))
    ] = None,
    part: Annotated[
        str | None, typer.Option(help=mark("Only this part, and what it needs: open, import, catalog."))
    ] = None,
    theme: Annotated[str, typer.Option(help=mark("light, dark or contrast."))] = "light",
    long: Annotated[
        bool,
        typer.Option(
            "--long", help=mark("Also the long part: a damaged file, with the program killed in the middle.")
        ),
    ] = False,
    team: Annotated[
        str,
        typer.Option(
            metavar="URL",
            help=mark(
                "Also the part of a team, two consoles and a worker: the address of an empty PostgreSQL "
                "database, whose account may make others."
            ),
        ),
    ] = "",
    patience: Annotated[
        float, typer.Option(help=mark("Waits this many times longer: for a slow computer."), min=1)
    ] = 1,
) -> None:
    """Drive the window through the main job on a practice store."""
    with exit_on_error():
        refuse_password(team, IN_VARIABLE)
    from svcconsole.gui.runtime import display

    if (sentence := display.problem()) is not None:
        say(sentences(sentence, message("The tour goes on without a screen.")))
        os.environ["QT_QPA_PLATFORM"] = "offscreen"
    from svcconsole.tour import tour as conduct

    known = [*(each.name for each in (*conduct.PARTS, *conduct.ALONE)), conduct.LONG, conduct.TEAM]
    if part is not None and part not in known:
        names = listed(known)
        say(message("The tour has no part “{part}”. Its parts: {names}.", part=part, names=names))
        raise typer.Exit(Exit.REFUSED_HERE)
    if part == conduct.TEAM and not team:
        say(message("The part “{part}” needs a database: give its address with --team.", part=part))
        raise typer.Exit(Exit.REFUSED_HERE)
    out = out or Path(mkdtemp(prefix="svcconsole-tour-"))
    try:
        report = conduct.run_tour(out, part, theme, patience, long=long, database=team)
    except KeyboardInterrupt:
        say(message("Stopped before its end. The pictures until then are in {folder}.", folder=out))
        raise typer.Exit(Exit.NOT_REACHED) from None
    for picture in report.pictures:
        write_line(str(picture))
    for claim in report.failed:
        say(message("Not as expected: {claim}", claim=claim))
    write_line(json.dumps(report.totals))
    if report.failed:
        raise typer.Exit(Exit.BUG)
