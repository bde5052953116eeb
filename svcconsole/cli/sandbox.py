"""`svcconsole sandbox`: the practice store in the foreground, and what can be done to one that is stopped."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import closing, contextmanager
from datetime import date, datetime
from enum import StrEnum
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from svcconsole.cli.exit_codes import Exit
from svcconsole.cli.output import help_of, say
from svcconsole.words.message import mark, message, number, plural

if TYPE_CHECKING:
    from svcconsole.sandbox.store.record_files import RecordFiles


class UnknownFields(StrEnum):
    """What becomes of fields of products and catalogs that the API does not name."""

    REFUSE = "refuse"
    KEEP = "keep"
    DROP = "drop"


class SeedName(StrEnum):
    """What a new practice store starts with."""

    DEMO = "demo"
    EMPTY = "empty"


SERVE = mark("""Serve a practice store on this computer until it is stopped or its parent process ends.

    Prints one JSON line with base_url, token, control_url, control_token and pid when ready. The token
    is SVCCONSOLE_SANDBOX_TOKEN, the control token SVCCONSOLE_SANDBOX_CONTROL_TOKEN, or a random one.
    """)
RESET = mark("Forget everything but the snapshots and start from a seed.")
SNAPSHOT = mark("Keep all of the store as it is now; a snapshot of the same name is replaced.")
RESTORE = mark("Let the store be as a snapshot of it is.")


TODAY = "SVCCONSOLE_SANDBOX_TODAY"
Today = Annotated[
    datetime | None,
    typer.Option(
        envvar=TODAY,
        formats=["%Y-%m-%d"],
        metavar="DATE",
        help=mark("The demo's past ends the day before; without it, yesterday."),
    ),
]


def _day(moment: datetime | None) -> date | None:
    return None if moment is None else moment.date()


def register(app: typer.Typer) -> None:
    group = typer.Typer(rich_markup_mode=None)
    group.callback(invoke_without_command=True, help=help_of(SERVE))(sandbox)
    for command, words in ((reset, RESET), (snapshot, SNAPSHOT), (restore, RESTORE)):
        group.command(help=help_of(words))(command)
    app.add_typer(group, name="sandbox")


def sandbox(
    context: typer.Context,
    *,
    host: Annotated[str, typer.Option(help=mark("localhost is 127.0.0.1 and ::1."))] = "localhost",
    port: Annotated[int, typer.Option(help=mark("0 takes any free port."), min=0, max=65535)] = 0,
    data: Annotated[
        Path | None, typer.Option(help=mark("Folder to keep; without it nothing is kept."))
    ] = None,
    seed: Annotated[SeedName, typer.Option(help=mark("What a new store starts with."))] = SeedName.DEMO,
    today: Today = None,
    fault: Annotated[
        list[str] | None,
        typer.Option(
            help=mark(
                "Misbehave, for example: status code=503 retryAfter=2 operation=products/list count=3."
                " May be repeated; --faults lists them all."
            )
        ),
    ] = None,
    rate_limit: Annotated[
        float | None, typer.Option(help=mark("Requests a second; more are answered with 429."), min=0.01)
    ] = None,
    webhook_host: Annotated[
        list[str] | None,
        typer.Option(
            help=mark("A host that webhooks may be sent to besides this computer. May be repeated.")
        ),
    ] = None,
    smtp: Annotated[
        str | None,
        typer.Option(help=mark("HOST:PORT of a mail server that reports' e-mails are sent through.")),
    ] = None,
    report_rows: Annotated[
        int,
        typer.Option(help=mark("Rows of one export at most; a smaller cap shows exports in parts."), min=1),
    ] = 50_000,
    unknown_fields: Annotated[
        UnknownFields,
        typer.Option(help="What becomes of fields of products and catalogs that the API does not name."),
    ] = UnknownFields.REFUSE,
    allow_remote: Annotated[
        bool,
        typer.Option("--allow-remote", help=mark("Let --host be an address that other computers reach.")),
    ] = False,
    host_name: Annotated[
        list[str] | None, typer.Option(help=mark("A name the store is called by besides its address."))
    ] = None,
    faults: Annotated[bool, typer.Option("--faults", help=mark("List the faults and end."))] = False,
) -> None:
    """Serve a practice store on this computer until it is stopped or its parent process ends."""
    if context.invoked_subcommand is not None:
        return
    from svcconsole.sandbox.faults.fault_syntax import Unreadable, from_words
    from svcconsole.sandbox.faults.kinds import listed
    from svcconsole.sandbox.http.listening import CannotServe
    from svcconsole.sandbox.options import Options
    from svcconsole.sandbox.reports.mail_server import MailServer, NoMailServer
    from svcconsole.sandbox.server import serve
    from svcconsole.sandbox.store.folder import CannotUse

    if faults:
        say(listed(), err=False)
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
                mail_server=None if smtp is None else MailServer.read(smtp),
                report_rows=report_rows,
                unknown_fields=unknown_fields.value,
                today=_day(today),
            )
        )
    except (CannotServe, CannotUse, NoMailServer, Unreadable) as error:
        say(str(error))
        raise typer.Exit(Exit.REFUSED_HERE) from None


Data = Annotated[Path, typer.Option(help=mark("The folder of a practice store that is stopped."))]


def reset(
    data: Data,
    seed: Annotated[SeedName, typer.Option(help=mark("What it starts with."))] = SeedName.DEMO,
    today: Today = None,
) -> None:
    """Forget everything but the snapshots and start from a seed."""
    with _stopped(data, _day(today)) as kept:
        kept.reset(seed.value)
    say(
        message("The practice store in {data} starts from the seed {seed}.", data=data, seed=seed.value),
        err=False,
    )


def snapshot(
    data: Data, name: Annotated[str | None, typer.Option(help=mark("Without it: this instant."))] = None
) -> None:
    """Keep all of the store as it is now."""
    with _stopped(data) as kept:
        taken = kept.snapshot(name)
    say(
        plural(
            "The snapshot {name} of {data} has {size} byte.",
            "The snapshot {name} of {data} has {size} bytes.",
            taken.size,
            name=taken.name,
            data=data,
            size=number(taken.size, grouped=False),
        ),
        err=False,
    )


def restore(
    data: Data, name: Annotated[str | None, typer.Option(help=mark("Without it: the newest."))] = None
) -> None:
    """Let the store be as a snapshot of it is."""
    with _stopped(data) as kept:
        restored = kept.restore(name)
    say(
        message("The practice store in {data} is as its snapshot {restored}.", data=data, restored=restored),
        err=False,
    )


@contextmanager
def _stopped(folder: Path, today: date | None = None) -> Iterator[RecordFiles]:
    """The store of a folder that nobody serves; what cannot be done is said on stderr."""
    from svcconsole.sandbox.store.folder import CannotUse, held, holding
    from svcconsole.sandbox.store.record_files import RecordFiles
    from svcconsole.sandbox.store.snapshots import NoSnapshot

    try:
        with held(holding(folder)), closing(RecordFiles(folder, "empty", today=today)) as kept:
            yield kept
    except (CannotUse, NoSnapshot) as error:
        sentence = str(error)
        say(sentence[0].upper() + sentence[1:].rstrip(".") + ".")
        raise typer.Exit(Exit.REFUSED_HERE) from None
