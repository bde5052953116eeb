"""`svcconsole campaign`: a campaign from its plan to its end without the window."""

from __future__ import annotations

from enum import StrEnum
from pathlib import Path
from typing import Annotated

import typer

from svcconsole.api.errors import RefusedHere
from svcconsole.cli.campaign_options import TermsOptions
from svcconsole.cli.connection import ConnectionOptions, with_connection_options
from svcconsole.cli.exit_codes import exit_on_error
from svcconsole.cli.import_options import NOT_OF, ImportOptions
from svcconsole.cli.import_sentences import sentences_said
from svcconsole.cli.option_group import option_group, options_given
from svcconsole.cli.output import help_of
from svcconsole.cli.store_options import StoreOptions, with_store_options
from svcconsole.words.message import listed, mark, message


class Sent(StrEnum):
    """What everybody gets."""

    TEMPLATES = "templates"
    MESSAGES = "messages"


Run = Annotated[str, typer.Argument(metavar="RUN", help=mark("A run: its id, its plan code, or last."))]
RunOrFile = Annotated[
    str,
    typer.Argument(metavar="RUN|PLAN.JSON", help=mark("A run, its plan code, last, or the file of a plan.")),
]
AsJson = Annotated[bool, typer.Option("--json", help=mark("One JSON line on stdout instead of sentences."))]
Kind = Annotated[
    Sent, typer.Option("--kind", help=mark("Template messages, or messages of another type such as text."))
]
Write = Annotated[
    Path | None,
    typer.Option("--write", metavar="PLAN.JSON", help=mark("Write the plan into this file as well.")),
]
Of = Annotated[
    str | None,
    typer.Option("--of", metavar="RUN", help=mark("Write the plan of this run, instead of checking a file.")),
]
Signed = Annotated[
    Path | None,
    typer.Option(
        "--signed",
        metavar="FILE",
        exists=True,
        dir_okay=False,
        help=mark("Take in the approval that somebody else wrote for this run's plan."),
    ),
]
Against = Annotated[
    str | None,
    typer.Option("--against", metavar="RUN", help=mark("Compare with this one, not with the one before.")),
]
Csv = Annotated[
    Path | None,
    typer.Option("--csv", metavar="FILE", help=mark("Write every figure into this file as well.")),
]
Name = Annotated[
    str, typer.Option("--name", help=mark("What you are called in the approval; else your account."))
]
Agreed = Annotated[
    str | None,
    typer.Option("--agree", metavar="CODE", help=mark("The plan's code: without it nothing is signed.")),
]
Results = Annotated[
    Path | None,
    typer.Option(
        "--results", help=mark("Folder for sent.csv, refused.csv, not_sent.csv, needs_decision.csv.")
    ),
]
Patience = Annotated[
    float, typer.Option("--patience", min=0, help=mark("Seconds to wait for a store that goes away."))
]
Seconds = Annotated[
    float, typer.Option("--wait", min=0, help=mark("Seconds to wait until what is on the way has ended."))
]
HELP = mark("""Plan a campaign, have it approved, send it, look at it and stop it.""")
PLAN = mark("""Check a file and keep the plan of a campaign; nothing is sent.

    A field is filled as by “svcconsole import templates”. --write puts the whole plan into a file: everybody
    in order with their text, the hours, the limits, and its hash; with --of RUN that of a plan which was made
    before, as in the window. The line on stdout names the run. Exit codes: 0 planned, 2 something has to be
    decided or put right first.
    """)
APPROVE = mark("""Agree to exactly one plan that another person made.

    Of a plan's file it tells what it says, and with --agree CODE signs it with your key from the system's
    keyring, into a file beside it. Whoever made the plan takes that in with: campaign approve RUN --signed
    FILE. In a shared workspace RUN is approved in your own name. Exit codes: 0 approved, or told; 2 refused,
    with the reason.
    """)
KEY = mark("""Show the code of your key, for the connection of whoever lets you approve.

    It is made where there is none. Its private half stays in the system's keyring.
    """)
RUN = mark("""Send a planned campaign, or go on with it.

    It keeps to its hours and limits, and waits where it has to: leave it running, or let a worker do it. Exit
    codes as of “svcconsole import”.
    """)
STATUS = mark(
    """Tell how a campaign stands: the totals add up. Exit codes: 0 told, 2 there is no such run."""
)
STOP = mark("""Stop a campaign that is under way, whichever window, worker or command sends it.

    Nothing leaves from a second later on; what is on the way is waited for. Exit codes: 0 it stands still,
    2 there is no such run, 4 something is still on its way.
    """)

RESULT = mark("""Tell what came of a campaign: how many it reached, and how its texts compare.

    The figures are what has been heard so far; what is still on its way is said. Exit codes: 0 told, 2 there
    is no such run.
    """)


def register(app: typer.Typer) -> None:
    campaign = typer.Typer(help=help_of(HELP), no_args_is_help=True)
    for name, text, command in (
        ("plan", PLAN, plan),
        ("approve", APPROVE, approve),
        ("key", KEY, key),
        ("run", RUN, run),
        ("status", STATUS, status),
        ("stop", STOP, stop),
        ("result", RESULT, result),
    ):
        campaign.command(name, help=help_of(text))(command)
    app.add_typer(campaign, name="campaign")


_NOT_OF_PLAN = NOT_OF["templates"] | {
    "dry_run", "plan_only", "results", "resume", "limit", "patience",
}  # fmt: skip


@with_store_options
@option_group("given", ImportOptions, leave_out=_NOT_OF_PLAN)
@option_group("terms", TermsOptions)
def plan(
    *,
    given: ImportOptions,
    terms: TermsOptions,
    kind: Kind = Sent.TEMPLATES,
    of: Of = None,
    write: Write = None,
    store: StoreOptions,
) -> None:
    """Check a file and keep the plan of a campaign."""
    with exit_on_error(), sentences_said():
        from svcconsole.cli import campaign_plan

        if of is not None and (idle := (*options_given(given), *options_given(terms))):
            raise RefusedHere(
                message("Beside {option}, {said} would change nothing.", option="--of", said=listed(idle)),
                advice=message("A plan keeps what it was made with. To change that, plan the file anew."),
            )
        if of is None:
            code = campaign_plan.plan(store, kind, given, terms, write)
        else:
            code = campaign_plan.write_again(store, of, write)
    raise typer.Exit(code)


@with_store_options
def approve(
    *,
    run: RunOrFile,
    agree: Agreed = None,
    signed: Signed = None,
    name: Name = "",
    as_json: AsJson = False,
    store: StoreOptions,
) -> None:
    """Agree to exactly one plan."""
    with exit_on_error(), sentences_said():
        from svcconsole.cli import campaign_approval

        if Path(run).is_file():
            code = campaign_approval.approve_file(Path(run), agree, name, as_json=as_json)
        elif signed is not None:
            code = campaign_approval.take_signed(store, run, signed)
        else:
            code = campaign_approval.approve_run(store, run, agree)
    raise typer.Exit(code)


def key() -> None:
    """Show the code of this person's key."""
    with exit_on_error(), sentences_said():
        from svcconsole.cli import campaign_approval

        campaign_approval.show_key()


@with_connection_options
def run(
    *,
    run: RunOrFile,
    results: Results = None,
    patience: Patience = 600.0,
    options: ConnectionOptions,
) -> None:
    """Send a planned campaign, or go on with it."""
    with exit_on_error(), sentences_said():
        from svcconsole.cli import campaign_job

        code = campaign_job.run(options, run, results, patience)
    raise typer.Exit(code)


@with_store_options
def status(*, run: Run, as_json: AsJson = False, store: StoreOptions) -> None:
    """Tell how a campaign stands."""
    with exit_on_error(), sentences_said():
        from svcconsole.cli import campaign_job

        code = campaign_job.status(store, run, as_json=as_json)
    raise typer.Exit(code)


@with_store_options
def stop(*, run: Run, wait: Seconds = 60.0, as_json: AsJson = False, store: StoreOptions) -> None:
    """Stop a campaign that is under way."""
    with exit_on_error(), sentences_said():
        from svcconsole.cli import campaign_job

        code = campaign_job.stop(store, run, wait, as_json=as_json)
    raise typer.Exit(code)


@with_store_options
def result(*, run: Run, against: Against = None, csv: Csv = None, store: StoreOptions) -> None:
    """Tell what came of a campaign."""
    with exit_on_error(), sentences_said():
        from svcconsole.cli import campaign_result_job

        code = campaign_result_job.result(store, run, against, csv)
    raise typer.Exit(code)
