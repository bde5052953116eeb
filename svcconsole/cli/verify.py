"""`svcconsole verify`: whether the proof of what was sent is as it was written."""

from __future__ import annotations

import json
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from svcconsole.api.errors import RefusedHere
from svcconsole.cli.exit_codes import Exit, exit_on_error
from svcconsole.cli.output import help_of, say, write_line
from svcconsole.reading_file import reading_file
from svcconsole.words.message import mark, message, number

if TYPE_CHECKING:
    from svcconsole.workspace.team.signatures import Signature

Pack = Annotated[
    Path,
    typer.Argument(
        metavar="PACK", exists=True, dir_okay=False, help=mark("The file that “svcconsole proof” wrote.")
    ),
]
Known = Annotated[str, typer.Option("--sha256", help=mark("The hash that was printed when it was written."))]
HELP = mark("""Read a proof again, and say whether every byte of it is as it was written.

    No store and no token are needed. Without the hash that was kept apart it cannot be told whether somebody
    wrote the whole file anew. Exit codes: 0 it stands, 2 it cannot be read, 6 it was changed.
    """)


def register(app: typer.Typer) -> None:
    app.command("verify", help=help_of(HELP))(verify)


def verify(pack: Pack, known: Known = "") -> None:
    """Verify the proof of what was sent."""
    from svcconsole.services.deliveries.proof_pack import NotWhole, check_pack

    try:
        with exit_on_error(), reading_file(pack, RefusedHere):
            found = check_pack(pack)
    except NotWhole as error:
        if error.line:
            line = number(error.line, grouped=False)
            say(message("Line {line} of the proof is not as it was written.", line=line))
        else:
            say(message("The proof is not as it was written."))
        raise typer.Exit(Exit.NOTED) from error
    told = {"sha256": found.sha256, "written_at": found.head["written_at"], "log": found.head["log"]}
    key = None if found.signed is None else found.signed.key
    write_line(json.dumps(told | {"key": key} | dict(found.counts), ensure_ascii=False))
    _say_signer(found.signed)
    if known and known.strip().casefold() != found.sha256:
        say(message("This is another proof than the one with the hash you gave."))
        raise typer.Exit(Exit.NOTED)
    if known:
        say(message("The proof stands: it is the one with the hash you gave."))
    else:
        say(
            message(
                "The proof is whole. Give the hash you kept with --sha256 to tell that it is the same one."
            )
        )


def _say_signer(signed: Signature | None) -> None:
    """Say whether somebody signed it, and whether the key is one that is listed here."""
    from svcconsole.profiles import name_of_key

    if signed is None:
        say(message("Nobody signed it."))
        return
    day, name = signed.at[:10], name_of_key(signed.key)
    if name:
        say(message("{name} signed it on {day}.", name=name, day=day))
        return
    say(message("Somebody who calls themselves {name} signed it on {day}.", name=signed.name, day=day))
    say(message("No store’s connection here lists the key: {key}", key=signed.key))
