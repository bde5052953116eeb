"""`svcconsole approvals`: the plans that wait for a second person."""

from __future__ import annotations

import json
from dataclasses import asdict
from typing import Annotated

import typer

from svcconsole.cli.output import help_of, write_line
from svcconsole.cli.shared_workspace import opened_workspace
from svcconsole.cli.workspace_choice import AppId, BaseUrl, Prefix, ProfileName
from svcconsole.words.message import mark

ShowAll = Annotated[bool, typer.Option("--all", help=mark("Those that were answered, too."))]
HELP = mark("""List the plans that wait for a second person: one JSON line a plan.""")


def register(app: typer.Typer) -> None:
    app.command("approvals", help=help_of(HELP))(approvals)


def approvals(
    *,
    show_all: ShowAll = False,
    profile: ProfileName = None,
    base_url: BaseUrl = None,
    prefix: Prefix = None,
    app_id: AppId = None,
) -> None:
    """List what waits for a second person."""
    with opened_workspace(profile, base_url, prefix, app_id) as workspace:
        for asked in workspace.approvals.list(open_only=not show_all):
            write_line(json.dumps(asdict(asked), ensure_ascii=False))
