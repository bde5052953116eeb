"""`svcconsole catalog`: fields of one catalog set in the store, the rest sent back as the store has it."""

from __future__ import annotations

from typing import Annotated

import typer

from svcconsole.cli.connection import AppId, BaseUrl, CaFile, Prefix, ProfileName, To, TokenEnv
from svcconsole.cli.exit_codes import exit_on_error


def register(app: typer.Typer) -> None:
    group = typer.Typer(help="Change one catalog of the store.", no_args_is_help=True)
    group.callback()(_group)
    group.command("set")(set_)
    app.add_typer(group, name="catalog")


def _group() -> None:
    """The options belong to the commands."""


def set_(
    *,
    identity: Annotated[str, typer.Argument(metavar="ID", help="The catalog's id.")],
    fields: Annotated[
        list[str],
        typer.Argument(metavar="FIELD=VALUE", help="As name=Kitchen; without a value it is taken away."),
    ],
    create: Annotated[
        bool, typer.Option("--create", help="Make it of these fields where the store has none.")
    ] = False,
    lose_refused: Annotated[
        bool,
        typer.Option(
            "--lose-refused",
            help="Save without the fields this program has no name for where the store refuses them.",
        ),
    ] = False,
    profile: ProfileName = None,
    base_url: BaseUrl = None,
    token_env: TokenEnv = None,
    prefix: Prefix = None,
    app_id: AppId = None,
    ca_file: CaFile = None,
) -> None:
    """Read the catalog, set these fields, send it whole, and print it as the store answers.

    Exit codes: 0 saved, 2 refused before sending, 3 refused by the store, 4 not reached, throttled or paused,
    5 the outcome is unknown.
    """
    with exit_on_error():
        from svcconsole.cli.record_set import Wanted, set_fields
        from svcconsole.services.catalog.catalogs import CATALOGS

        wanted = Wanted(CATALOGS, "catalog", identity, fields, create, lose_refused)
        code = set_fields(wanted, To(profile, base_url, token_env, prefix, app_id, ca_file))
    raise typer.Exit(code)
