"""`svcconsole approvals`: the plans that wait for a second person."""

from __future__ import annotations

import json
from dataclasses import asdict
from typing import Annotated

import typer

from svcconsole.cli.opened_workspace import opened_workspace
from svcconsole.cli.output import help_of, write_line
from svcconsole.cli.store_options import StoreOptions, with_store_options
from svcconsole.words.message import mark

ShowAll = Annotated[bool, typer.Option("--all", help=mark("Those that were answered, too."))]
HELP = mark("""List the plans that wait for a second person: one JSON line a plan.""")


def register(app: typer.Typer) -> None:
    app.command("approvals", help=help_of(HELP))(approvals)


@with_store_options
def approvals(
    *,
    show_all: ShowAll = False,
    store: StoreOptions,
) -> None:
    """List what waits for a second person."""
    with opened_workspace(store) as workspace:
        for asked in workspace.approvals.list(open_only=not show_all):
            write_line(json.dumps(asdict(asked), ensure_ascii=False))
