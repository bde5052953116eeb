"""What `product set` and `catalog set` share: their options, and the group with its one command `set`."""

from __future__ import annotations

from collections.abc import Callable
from typing import Annotated

import typer

from svcconsole.cli.output import help_of
from svcconsole.words.message import mark

Create = Annotated[
    bool, typer.Option("--create", help=mark("Make it of these fields where the store has none."))
]
LoseRefused = Annotated[
    bool,
    typer.Option(
        "--lose-refused",
        help=mark("Save without the fields this program has no name for where the store refuses them."),
    ),
]


def register_group(
    app: typer.Typer, name: str, summary: str, command: Callable[..., None], text: str
) -> None:
    """Add the group `name` with `command` as its `set`; `summary` and `text` are marked texts of help."""
    group = typer.Typer(help=help_of(summary), no_args_is_help=True)
    group.callback()(_group)
    group.command("set", help=help_of(text))(command)
    app.add_typer(group, name=name)


def _group() -> None:
    """The options belong to the commands."""
