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
    *,
    host: Annotated[str, typer.Option(help="localhost is 127.0.0.1 and ::1.")] = "localhost",
    port: Annotated[int, typer.Option(help="0 takes any free port.", min=0, max=65535)] = 0,
    data: Annotated[Path | None, typer.Option(help="Folder to keep; without it nothing is kept.")] = None,
    seed: Annotated[SeedName, typer.Option(help="What a new store starts with.")] = SeedName.DEMO,
    fault: Annotated[
        list[str] | None,
        typer.Option(
            help="Misbehave, for example: status code=503 retryAfter=2 operation=products/list count=3."
            " May be repeated; --faults lists them all."
        ),
    ] = None,
    rate_limit: Annotated[
        float | None, typer.Option(help="Requests a second; more are answered with 429.", min=0.01)
    ] = None,
    webhook_host: Annotated[
        list[str] | None,
        typer.Option(help="A host that webhooks may be sent to besides this computer. May be repeated."),
    ] = None,
    allow_remote: Annotated[
        bool, typer.Option("--allow-remote", help="Let --host be an address that other computers reach.")
    ] = False,
    host_name: Annotated[
        list[str] | None, typer.Option(help="A name the store is called by besides its address.")
    ] = None,
    faults: Annotated[bool, typer.Option("--faults", help="List the faults and end.")] = False,
) -> None:
    """Serve a practice store on this computer until it is stopped or its parent process ends.

    Prints one JSON line with base_url, token, control_url, control_token and pid when ready. The token
    is SVCCONSOLE_SANDBOX_TOKEN, the control token SVCCONSOLE_SANDBOX_CONTROL_TOKEN, or a random one.
    """
    from svcconsole.sandbox.faults.kinds import listed
    from svcconsole.sandbox.faults.words import Unreadable, from_words
    from svcconsole.sandbox.listening import CannotServe
    from svcconsole.sandbox.options import Options
    from svcconsole.sandbox.server import serve

    if faults:
        typer.echo(listed())
        return
    try:
        serve(
            Options(
                host=host,
                port=port,
                folder=data,
                seed=seed.value,
                allow_remote=allow_remote,
                host_names=tuple(host_name or ()),
                rate_limit=rate_limit,
                webhook_hosts=tuple(webhook_host or ()),
                faults=tuple(from_words(one) for one in fault or ()),
            )
        )
    except (CannotServe, Unreadable) as error:
        typer.echo(str(error), err=True)
        raise typer.Exit(Exit.REFUSED_HERE) from None
