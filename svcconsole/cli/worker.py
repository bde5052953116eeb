"""`svcconsole worker`: carries out schedules and follows messages and reports, without a window."""

from __future__ import annotations

from typing import Annotated

import typer
from typer import Option

from svcconsole.cli.connection import ConnectionOptions
from svcconsole.cli.exit_codes import exit_on_error
from svcconsole.cli.option_group import option_group
from svcconsole.cli.output import help_of
from svcconsole.words.message import mark

HELP = mark("""Carry out what is due by the schedules of a store, until it is stopped.

    One JSON line on stdout when it begins: its id, its name, and the addresses it answers at. SIGTERM or
    Ctrl C stops it at a safe point: what it had under way goes on with the next worker. Several may work on
    one workspace at once. The token comes from the keyring, from --token-env, or from the systemd credential
    svcconsole-token; the secret of webhooks from the credential svcconsole-webhook-secret, or from the
    environment variable SVCCONSOLE_WEBHOOK_SECRET. Exit codes: 0 it was stopped, or with --once nothing more
    is due; 2 it could not begin; 4 the workspace was lost.
    """)


def register(app: typer.Typer) -> None:
    app.command("worker", help=help_of(HELP))(worker)


@option_group("options", ConnectionOptions, leave_out=("yes", "confirm"))
def worker(
    *,
    workspace: Annotated[
        str | None,
        Option(
            "--workspace",
            metavar="URL",
            help=mark(
                "The address of the shared workspace, without a password: one belongs into"
                " SVCCONSOLE_WORKSPACE or the systemd credential svcconsole-workspace."
            ),
        ),
    ] = None,
    once: Annotated[bool, Option("--once", help=mark("Carry out what is due now, then end."))] = False,
    name: Annotated[
        str, Option("--name", help=mark("What it is called; else by its computer, with a number."))
    ] = "",
    webhooks: Annotated[
        str | None,
        Option(
            "--webhooks",
            metavar="HOST:PORT",
            help=mark("Receive the store's webhooks there; TLS and the public address are a proxy's."),
        ),
    ] = None,
    health: Annotated[
        int | None,
        Option(
            "--health",
            metavar="PORT",
            min=0,
            max=65535,
            help=mark("Answer /health and /metrics on this port of 127.0.0.1; 0 takes any free one."),
        ),
    ] = None,
    options: ConnectionOptions,
) -> None:
    with exit_on_error():
        from svcconsole.cli import worker_job

        asked = worker_job.Asked(workspace, name, webhooks, health, once=once)
        code = worker_job.work(options, asked)
    raise typer.Exit(code)
