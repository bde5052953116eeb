"""`svcconsole sandbox`: the practice store in the foreground."""

from __future__ import annotations

from enum import StrEnum
from pathlib import Path
from typing import Annotated

import typer

from svcconsole.cli.exits import Exit


class SeedName(StrEnum):
    """What a new practice store starts with."""

    DEMO = "demo"
    EMPTY = "empty"


def register(app: typer.Typer) -> None:
    app.command("sandbox")(sandbox)


def sandbox(
    host: Annotated[str, typer.Option(help="A loopback address.")] = "127.0.0.1",
    port: Annotated[int, typer.Option(help="0 takes any free port.", min=0, max=65535)] = 0,
    data: Annotated[Path | None, typer.Option(help="Folder to keep; without it nothing is kept.")] = None,
    seed: Annotated[SeedName, typer.Option(help="What a new store starts with.")] = SeedName.DEMO,
) -> None:
    """Serve a practice store on this computer until it is stopped or its parent process ends.

    Prints one JSON line with base_url, token, control_url, control_token and pid when ready. The token
    is SVCCONSOLE_SANDBOX_TOKEN, or a random one.
    """
    from svcconsole.sandbox.server import CannotServe, serve

    try:
        serve(host, port, data, seed.value)
    except CannotServe as error:
        typer.echo(str(error), err=True)
        raise typer.Exit(Exit.REFUSED_HERE) from None
