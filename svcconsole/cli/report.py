"""`svcconsole report`: a report asked for, fetched and put together without the window, and proved later."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated, Any

import typer
from typer.core import TyperGroup

from svcconsole.cli.connection import ConnectionOptions, with_connection_options
from svcconsole.cli.exit_codes import exit_on_error
from svcconsole.cli.output import help_of
from svcconsole.words.message import mark

ENDINGS = mark("""

    Progress on stderr, the totals as one JSON line on stdout; the line before names the run. Exit codes: 0
    the whole report is here, or it was asked for with --no-wait; 2 nothing was asked; 3 the store refused it,
    or could not make it; 4 the store was not reached, or the run was stopped and can be gone on with; 5 it is
    not known whether the store was asked; 6 the report is here, and a note says what to look at: the store
    has more rows than it gave, say.
    """)


class _Group(TyperGroup):
    """`report NAME` asks for a report; what is none of the other commands is a name."""

    def parse_args(self, ctx: Any, args: list[str]) -> list[str]:
        if args and args[0] not in {*self.commands, *ctx.help_option_names}:
            args = ["ask", *args]
        return super().parse_args(ctx, args)


FETCH = mark("""Fetch a report that was asked for elsewhere, by the reportHistoryId the store gave it.

    Nothing is asked for anew, and nobody gets an e-mail. Where its number is known here, that run goes on.
    """)
VERIFY = mark("""Read a merged report and its parts again, and say whether they are what they were.

    Exit codes: 0 they are; 2 the manifest cannot be read; 3 something was changed; 6 they are, and a
    note of the report says what to look at.
    """)


def register(app: typer.Typer) -> None:
    reports = typer.Typer(
        help=help_of(mark("Ask for a report, and fetch all of it.")), cls=_Group, no_args_is_help=True
    )
    reports.command("ask", help=help_of(mark("Ask for a report; `report NAME` is the same."), ENDINGS))(ask)
    reports.command("fetch", help=help_of(FETCH, ENDINGS))(fetch)
    reports.command("resume", help=help_of(mark("Go on with a report."), ENDINGS))(resume)
    reports.command("verify", help=help_of(VERIFY))(verify)
    app.add_typer(reports, name="report")


Out = Annotated[Path | None, typer.Option("--out", help=mark("Also write the merged file here."))]
Patience = Annotated[
    float, typer.Option("--patience", help=mark("Seconds to wait for a store that is not reached."), min=0)
]


@with_connection_options
def ask(
    *,
    name: Annotated[
        str, typer.Argument(metavar="NAME", help=mark("The report's name, as the store writes it."))
    ],
    kind: Annotated[
        str | None, typer.Option("--type", help=mark("The report's type; else the usual one."))
    ] = None,
    first: Annotated[str, typer.Option("--from", metavar="D", help=mark("The first day, as 2026-01-31."))],
    last: Annotated[str, typer.Option("--to", metavar="D", help=mark("The last day, all of it."))],
    email: Annotated[list[str], typer.Option("--email", help=mark("Who gets the e-mails. May be repeated."))],
    description: Annotated[
        str, typer.Option(help=mark("What it is for; a reference is added to find its e-mails by."))
    ] = "",
    channel: Annotated[str | None, typer.Option(help=mark("whatsapp, email, instagram …"))] = None,
    group_by: Annotated[str | None, typer.Option("--group-by", help=mark("day, week or month."))] = None,
    zone: Annotated[
        str | None, typer.Option(help=mark("The days' time zone; the profile's, else this computer's."))
    ] = None,
    again: Annotated[
        bool, typer.Option("--again", help=mark("Ask although the same was asked within 24 hours."))
    ] = False,
    wait: Annotated[
        bool, typer.Option("--wait/--no-wait", help=mark("Only ask, and fetch it later."))
    ] = True,
    out: Out = None,
    patience: Patience = 600.0,
    options: ConnectionOptions,
) -> None:
    """Ask for a report."""
    with exit_on_error():
        from svcconsole.cli import report_job
        from svcconsole.cli.report_question import question_of

        store = report_job.store_of(options)
        question = question_of(
            name=name,
            kind=kind,
            first=first,
            last=last,
            emails=tuple(email),
            description=description,
            channel=channel,
            group_by=group_by,
            zone=zone or store.zone,
        )
        code = report_job.ask_and_follow(store, question, again=again, wait=wait, out=out, patience=patience)
    raise typer.Exit(code)


@with_connection_options
def fetch(
    *,
    history_id: Annotated[
        int, typer.Argument(metavar="ID", min=1, help=mark("The reportHistoryId of the answer or e-mail."))
    ],
    out: Out = None,
    patience: Patience = 600.0,
    options: ConnectionOptions,
) -> None:
    """Fetch a report that was asked for elsewhere."""
    with exit_on_error():
        from svcconsole.cli import report_job

        code = report_job.fetch(report_job.store_of(options), history_id, out=out, patience=patience)
    raise typer.Exit(code)


@with_connection_options
def resume(
    *,
    run: Annotated[str, typer.Argument(metavar="RUN", help=mark("The run's id or reference, or last."))],
    ask_again: Annotated[
        bool, typer.Option("--ask-again", help=mark("Ask for the part it is at once more: another e-mail."))
    ] = False,
    history_id: Annotated[
        int | None,
        typer.Option("--history-id", help=mark("It was asked: the reportHistoryId of the e-mail.")),
    ] = None,
    out: Out = None,
    patience: Patience = 600.0,
    options: ConnectionOptions,
) -> None:
    """Go on with a report."""
    with exit_on_error():
        from svcconsole.cli import report_job

        store = report_job.store_of(options)
        code = report_job.resume(
            store, run, ask_again=ask_again, history_id=history_id, out=out, patience=patience
        )
    raise typer.Exit(code)


def verify(
    manifest: Annotated[
        Path, typer.Argument(metavar="MANIFEST", help=mark("The manifest.json of a report."))
    ],
) -> None:
    """Read a merged report and its parts again, and say whether they are what they were."""
    from svcconsole.cli import report_job

    raise typer.Exit(report_job.verify(manifest))
