"""`svcconsole schedule`: what is done at its time by a worker, approved as a rule when it is made."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated, Any

import typer
from typer import Argument, Option

from svcconsole.cli.connection import ConnectionOptions
from svcconsole.cli.exit_codes import exit_on_error
from svcconsole.cli.import_options import ImportOptions, prepared
from svcconsole.cli.option_group import option_group
from svcconsole.cli.output import help_of
from svcconsole.cli.schedule_options import BoundOptions, ChangeOptions, ImportKind, WhenOptions
from svcconsole.services.schedules.job_settings import (
    DigestSettings,
    ImportSettings,
    ReportSettings,
    RunSettings,
)
from svcconsole.words.message import mark

STORE = ("token_env", "ca_file")
"""Nothing is sent by these commands, so that no token is needed."""
OF_ONE_FILE = (
    "file", "dry_run", "plan_only", "rehearse", "as_json", "count_only", "commit", "results", "resume",
    "limit", "patience", "keep_answers", "repairs", "allow",
)  # fmt: skip
"""What an import of the moment has and one of a schedule has not."""
ADD = mark("Make a schedule, which a worker then carries out without asking, within its bounds.")
WHEN = mark("""

    When: --at for a time that comes once; else --every hour, day, workday, a weekday (may be repeated), month
    with --day, or month-end, with --time. Times are those of clocks in --zone: one that clocks leave out in
    spring runs right after the gap, one that comes twice in autumn runs once. What fell due while no worker
    was running waits for a person.
    """)
NAME_OR_ID = Annotated[str, Argument(metavar="SCHEDULE", help=mark("Its name or id."))]
JSON = Annotated[bool, Option("--json", help=mark("JSON lines instead of sentences."))]


def register(app: typer.Typer) -> None:
    group = typer.Typer(help=help_of(mark("Have jobs done at their time by a worker.")), no_args_is_help=True)
    adding = typer.Typer(help=help_of(ADD, WHEN), no_args_is_help=True)
    for command, name, words in (
        (add_run, "run", mark("Start a run that is planned, at its time.")),
        (add_import, "import", mark("Import the newest file of a folder: checked, and within bounds sent.")),
        (add_report, "report", mark("Ask for a report, and fetch all of it.")),
        (add_digest, "digest", mark("Write what became of the messages to a file.")),
    ):
        adding.command(name, help=help_of(words, WHEN))(command)
    group.add_typer(adding, name="add")
    group.command("run", help=help_of(mark("The same as `add run`."), WHEN))(add_run)
    for command, words in (
        (list_, mark("List the schedules with their last and their next time.")),
        (show, mark("Show one with what became of its last times.")),
        (
            change,
            mark("Change one: what is named is put in the place of what was, and the rest stays."),
        ),
        (pause, mark("Let nothing of it fall due until it is resumed.")),
        (resume, mark("Let it fall due again, from now on.")),
        (remove, mark("Forget it; the runs it made stay.")),
        (run_now, mark("Have a worker carry it out now.")),
        (
            answer,
            mark("Answer a time that waits for a person: go on with it, or leave it out."),
        ),
        (workers, mark("List the workers: where each is, since when it was heard, what it does.")),
    ):
        group.command(command.__name__.strip("_").replace("_", "-"), help=help_of(words))(command)
    app.add_typer(group, name="schedule")


def _job() -> Any:
    from svcconsole.cli import schedule_job

    return schedule_job


@option_group("options", ConnectionOptions, leave_out=STORE)
@option_group("when", WhenOptions)
def add_run(
    *,
    run: Annotated[str, Argument(metavar="RUN", help=mark("The run: its id, its plan code, or last."))],
    create_catalogs: Annotated[
        bool, Option("--create-catalogs", help=mark("Create catalogs that the store does not have."))
    ] = False,
    when: WhenOptions,
    options: ConnectionOptions,
) -> None:
    with exit_on_error():
        code = _job().add_run(options, RunSettings(run, create_catalogs), when)
    raise typer.Exit(code)


@option_group("options", ConnectionOptions, leave_out=STORE)
@option_group("when", WhenOptions)
@option_group("bounds", BoundOptions)
@option_group("given", ImportOptions, leave_out=OF_ONE_FILE)
def add_import(
    *,
    kind: Annotated[ImportKind, Argument(metavar="KIND", help=mark("What is imported, as products."))],
    folder: Annotated[Path, Option("--folder", help=mark("Where the files come, as the worker sees it."))],
    pattern: Annotated[str, Option("--pattern", help=mark("Which of its files, as stock-*.csv."))] = "*",
    rehearse: Annotated[
        bool, Option("--rehearse", help=mark("Try each plan in a practice store of its own first."))
    ] = False,
    given: ImportOptions,
    when: WhenOptions,
    bounds: BoundOptions,
    options: ConnectionOptions,
) -> None:
    with exit_on_error():
        settings = ImportSettings(
            str(folder), prepared(kind.value.replace("-", "_"), given), pattern,
            rehearse=rehearse, create_catalogs=given.create_catalogs,
        )  # fmt: skip
        code = _job().add_import(options, settings, when, bounds.read())
    raise typer.Exit(code)


@option_group("options", ConnectionOptions, leave_out=STORE)
@option_group("when", WhenOptions)
def add_report(
    *,
    report: Annotated[str, Argument(metavar="NAME", help=mark("The report's name, as the store writes it."))],
    period: Annotated[
        str,
        Option(
            "--period",
            help=mark(
                "yesterday, last_7_days, last_30_days, this_month, last_month, last_6_months, this_year,"
                " last_year or today, by the calendar of the zone."
            ),
        ),
    ] = "last_7_days",
    kind: Annotated[str | None, Option("--type", help=mark("The report's type; else the usual one."))] = None,
    email: Annotated[list[str], Option("--email", help=mark("Who gets the e-mails. May be repeated."))],
    description: Annotated[str, Option(help=mark("What it is for."))] = "",
    channel: Annotated[str | None, Option(help=mark("whatsapp, email, instagram …"))] = None,
    group_by: Annotated[str | None, Option("--group-by", help=mark("day, week or month."))] = None,
    folder: Annotated[
        Path | None, Option("--folder", help=mark("Also write each merged file into this folder."))
    ] = None,
    when: WhenOptions,
    options: ConnectionOptions,
) -> None:
    with exit_on_error():
        settings = ReportSettings(
            report, kind or "", period, tuple(email), description, channel, group_by, str(folder or "")
        )
        code = _job().add_report(options, settings, when)
    raise typer.Exit(code)


@option_group("options", ConnectionOptions, leave_out=STORE)
@option_group("when", WhenOptions)
def add_digest(
    *,
    folder: Annotated[Path | None, Option("--folder", help=mark("Where the files are written."))] = None,
    notice: Annotated[
        bool, Option("--notice", help=mark("Tell the sums in the store's windows, too."))
    ] = False,
    days: Annotated[int, Option("--days", min=1, max=366, help=mark("Over the last so many days."))] = 1,
    when: WhenOptions,
    options: ConnectionOptions,
) -> None:
    with exit_on_error():
        code = _job().add_digest(options, DigestSettings(str(folder or ""), days, notice), when)
    raise typer.Exit(code)


@option_group("options", ConnectionOptions, leave_out=(*STORE, "yes", "confirm"))
def list_(*, as_json: JSON = False, options: ConnectionOptions) -> None:
    with exit_on_error():
        code = _job().list_all(options, as_json=as_json)
    raise typer.Exit(code)


@option_group("options", ConnectionOptions, leave_out=(*STORE, "yes", "confirm"))
def show(*, schedule: NAME_OR_ID, as_json: JSON = False, options: ConnectionOptions) -> None:
    with exit_on_error():
        code = _job().show(options, schedule, as_json=as_json)
    raise typer.Exit(code)


@option_group("options", ConnectionOptions, leave_out=STORE)
@option_group("when", WhenOptions)
@option_group("given", ChangeOptions)
def change(
    *, schedule: NAME_OR_ID, given: ChangeOptions, when: WhenOptions, options: ConnectionOptions
) -> None:
    with exit_on_error():
        code = _job().change(options, schedule, given, when)
    raise typer.Exit(code)


@option_group("options", ConnectionOptions, leave_out=(*STORE, "yes", "confirm"))
def pause(*, schedule: NAME_OR_ID, options: ConnectionOptions) -> None:
    with exit_on_error():
        code = _job().pause(options, schedule)
    raise typer.Exit(code)


@option_group("options", ConnectionOptions, leave_out=STORE)
def resume(*, schedule: NAME_OR_ID, options: ConnectionOptions) -> None:
    with exit_on_error():
        code = _job().resume(options, schedule)
    raise typer.Exit(code)


@option_group("options", ConnectionOptions, leave_out=(*STORE, "yes", "confirm"))
def remove(*, schedule: NAME_OR_ID, options: ConnectionOptions) -> None:
    with exit_on_error():
        code = _job().remove(options, schedule)
    raise typer.Exit(code)


@option_group("options", ConnectionOptions, leave_out=STORE)
def run_now(*, schedule: NAME_OR_ID, options: ConnectionOptions) -> None:
    with exit_on_error():
        code = _job().run_now(options, schedule)
    raise typer.Exit(code)


@option_group("options", ConnectionOptions, leave_out=STORE)
def answer(
    *,
    schedule: NAME_OR_ID,
    skip: Annotated[bool, Option("--skip/--go", help=mark("Leave it out, or go on with it."))],
    options: ConnectionOptions,
) -> None:
    with exit_on_error():
        code = _job().answer(options, schedule, go=not skip)
    raise typer.Exit(code)


@option_group("options", ConnectionOptions, leave_out=(*STORE, "yes", "confirm"))
def workers(*, as_json: JSON = False, options: ConnectionOptions) -> None:
    with exit_on_error():
        code = _job().list_workers(options, as_json=as_json)
    raise typer.Exit(code)
