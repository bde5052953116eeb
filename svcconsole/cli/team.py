"""`svcconsole team`: what several consoles share of a store."""

from __future__ import annotations

import typer

from svcconsole.cli import team_move
from svcconsole.cli.output import help_of
from svcconsole.words.message import mark


def register(app: typer.Typer) -> None:
    team = typer.Typer(help=help_of(mark("Share what is kept of a store with others.")), no_args_is_help=True)
    team.callback()(_team)
    team_move.register_in(team)
    app.add_typer(team, name="team")


def _team() -> None:
    """Let `team` stay a group however few its commands are."""
