"""`svcconsole product`: fields of one product set in the store, the rest sent back as the store has it."""

from __future__ import annotations

from typing import Annotated

import typer

from svcconsole.cli.connection import ConnectionOptions, with_connection_options
from svcconsole.cli.exit_codes import exit_on_error
from svcconsole.cli.set_options import Create, LoseRefused, register_group
from svcconsole.words.message import mark, message

HELP = mark("""Read the product, set these fields, send it whole, and print it as the store answers.

    Exit codes: 0 saved, 2 refused before sending, 3 refused by the store, 4 not reached, throttled or paused,
    5 the outcome is unknown.
    """)


def register(app: typer.Typer) -> None:
    register_group(app, "product", mark("Change one product of the store."), set_, HELP)


@with_connection_options
def set_(
    *,
    identity: Annotated[str, typer.Argument(metavar="ID", help=mark("The product's id."))],
    fields: Annotated[
        list[str],
        typer.Argument(
            metavar="FIELD=VALUE",
            help=mark("As name=Mug; of a variant combinations[ID].price=12; lists and objects as JSON."),
        ),
    ],
    create: Create = False,
    lose_refused: LoseRefused = False,
    options: ConnectionOptions,
) -> None:
    """Read the product, set these fields, send it whole, and print it as the store answers."""
    with exit_on_error():
        from svcconsole.cli.record_set import Wanted, set_fields
        from svcconsole.services.catalog.products import PRODUCTS

        wanted = Wanted(PRODUCTS, message("product"), identity, fields, create, lose_refused)
        code = set_fields(wanted, options)
    raise typer.Exit(code)
