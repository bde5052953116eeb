"""`svcconsole import`: a file into a store without the window, safe to interrupt and to resume."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from enum import StrEnum
from pathlib import Path
from typing import Annotated

import typer

from svcconsole.api.connection import Connection
from svcconsole.api.errors import RefusedHere
from svcconsole.cli.connection import ConnectionOptions, connection_for, profile_for, with_connection_options
from svcconsole.cli.exit_codes import Exit, exit_on_error
from svcconsole.cli.output import help_of, say
from svcconsole.cli.write_permission import check_may_write
from svcconsole.words.message import mark, message


class MappingFrom(StrEnum):
    """Where a file's columns go to."""

    AUTOMATIC = "automatic"
    REMEMBERED = "remembered"


File = Annotated[Path | None, typer.Argument(metavar="FILE", help=mark("A CSV or other delimited file."))]
PresetName = Annotated[
    str | None, typer.Option("--preset", help=mark("Read the columns as this export has them."))
]
MappedFrom = Annotated[
    MappingFrom,
    typer.Option(
        "--mapping",
        help=mark("Where columns go: by the file alone, or as remembered from the window for such a file."),
    ),
]
Settings = Annotated[
    list[str] | None,
    typer.Option(
        "--set", metavar="FIELD=VALUE", help=mark("Fill a blank or unmapped field; {{Column}} is a column.")
    ),
]
Answers = Annotated[
    list[str] | None,
    typer.Option(
        "--rule", metavar="RULE=ANSWER[:TEXT]", help=mark("Answer a question about the whole file.")
    ),
]
Repairs = Annotated[
    list[str] | None,
    typer.Option(
        "--repair",
        metavar="phones=KIND[:COUNTRY]",
        help=mark(
            "Repair damaged phone numbers of a kind; the country is two letters, a column's name, or most. "
            "phones=all repairs every kind."
        ),
    ),
]
ReadingAnswers = Annotated[
    list[str] | None,
    typer.Option(
        "--read",
        metavar="QUESTION=ANSWER",
        help=mark("Answer a question about how the file is read, such as shifted=leave-out."),
    ),
]
Force = Annotated[bool, typer.Option("--force", help=mark("--set overwrites what the file says."))]
DryRun = Annotated[bool, typer.Option("--dry-run", help=mark("Check everything, send nothing."))]
Results = Annotated[
    Path | None,
    typer.Option(
        "--results", help=mark("Folder for sent.csv, refused.csv, not_sent.csv, needs_decision.csv.")
    ),
]
Resume = Annotated[
    str | None,
    typer.Option("--resume", metavar="RUN", help=mark("Go on with a run: its id, its plan code, or last.")),
]
Limit = Annotated[
    int | None,
    typer.Option(
        "--limit", help=mark("At most so many rows a minute; 0 lifts the limit of a run gone on with."), min=0
    ),
]
Patience = Annotated[
    float,
    typer.Option("--patience", help=mark("Seconds to wait for a store that goes away in the middle."), min=0),
]
Region = Annotated[
    str | None,
    typer.Option(
        "--region",
        metavar="COUNTRY",
        help=mark("The country of phone numbers without a country code, such as DE; else the profile's."),
    ),
]
CreateCatalogs = Annotated[
    bool, typer.Option("--create-catalogs", help=mark("Create catalogs that the store does not have."))
]
ENDINGS = mark("""

    Progress on stderr, the totals as one JSON line on stdout.
    Ctrl C stops at a safe point. Exit codes: 0 every row sent or left out as asked; 2 nothing was sent
    because something has to be decided or put right first; 3 some rows were refused, by the check or by the
    store; 4 the store was not reached, or the run was stopped and can be resumed; 5 for some rows it is
    not known whether they arrived.
    """)
ONCE = mark("""

    A field is a column, a fixed value or a text with columns in it:
    --set 'contactIdentifier={{Phone}}' --set payload.templateId=welcome
    --set 'payload.components.body.0={{First name}}'. Nobody is sent a message twice: rows of a recipient who
    stands in the file above, or who was sent something within 24 hours, are left out unless a --rule says
    otherwise. The first line on stdout names the run for --resume.
    """)


def register(app: typer.Typer) -> None:
    imports = typer.Typer(help=help_of(mark("Import a file into a store.")), no_args_is_help=True)
    imports.callback()(_kinds)
    imports.command("products", help=help_of(mark("Import products."), ENDINGS))(products)
    imports.command("customers", help=help_of(mark("Import customers."), ENDINGS))(_of_people("customers"))
    imports.command("user-properties", help=help_of(mark("Import user properties."), ENDINGS))(
        _of_people("user_properties")
    )
    imports.command(
        "templates", help=help_of(mark("Send a template message to each recipient."), ONCE, ENDINGS)
    )(_of_people("templates"))
    imports.command("messages", help=help_of(mark("Send a message to each recipient."), ONCE, ENDINGS))(
        _of_people("messages")
    )
    app.add_typer(imports, name="import")


def _kinds() -> None:
    """What is imported is named by the command."""


@with_connection_options
def products(
    *,
    file: File = None,
    preset: PresetName = None,
    mapping: MappedFrom = MappingFrom.AUTOMATIC,
    settings: Settings = None,
    rules: Answers = None,
    reading: ReadingAnswers = None,
    force: Force = False,
    dry_run: DryRun = False,
    create_catalogs: CreateCatalogs = False,
    results: Results = None,
    resume: Resume = None,
    limit: Limit = None,
    patience: Patience = 600.0,
    options: ConnectionOptions,
) -> None:
    """Import products."""
    _do(
        "products",
        options,
        file=file,
        preset=preset,
        mapping=mapping,
        settings=tuple(settings or ()),
        rules=tuple(rules or ()),
        repairs=(),
        reading=tuple(reading or ()),
        force=force,
        dry_run=dry_run,
        create_catalogs=create_catalogs,
        results=results,
        resume=resume,
        limit=limit,
        patience=patience,
    )


def _of_people(kind: str) -> Callable[..., None]:
    """The command that imports people, or messages to them, as `kind`."""

    @with_connection_options
    def people(
        *,
        file: File = None,
        preset: PresetName = None,
        mapping: MappedFrom = MappingFrom.AUTOMATIC,
        settings: Settings = None,
        rules: Answers = None,
        reading: ReadingAnswers = None,
        region: Region = None,
        repairs: Repairs = None,
        force: Force = False,
        dry_run: DryRun = False,
        results: Results = None,
        resume: Resume = None,
        limit: Limit = None,
        patience: Patience = 600.0,
        options: ConnectionOptions,
    ) -> None:
        country = (f"region=value:{region}",) if region is not None else ()
        _do(
            kind,
            options,
            file=file,
            preset=preset,
            mapping=mapping,
            settings=tuple(settings or ()),
            rules=(*country, *(rules or ())),
            repairs=tuple(repairs or ()),
            reading=tuple(reading or ()),
            force=force,
            dry_run=dry_run,
            create_catalogs=False,
            results=results,
            resume=resume,
            limit=limit,
            patience=patience,
        )

    return people


def _do(
    kind: str,
    options: ConnectionOptions,
    *,
    file: Path | None,
    preset: str | None,
    mapping: MappingFrom,
    settings: tuple[str, ...],
    rules: tuple[str, ...],
    repairs: tuple[str, ...],
    reading: tuple[str, ...],
    force: bool,
    dry_run: bool,
    create_catalogs: bool,
    results: Path | None,
    resume: str | None,
    limit: int | None,
    patience: float,
) -> None:
    """Check, and unless it is a dry run, carry out; ends the program with the code of what became of it."""
    with exit_on_error(), _sentences_said():
        _check_names(file, resume, dry_run=dry_run)
        if preset is not None and mapping is MappingFrom.REMEMBERED:
            raise RefusedHere(
                message("--preset and --mapping remembered both map the columns."), advice=message("Use one.")
            )
        nowhere = options.profile is None and options.base_url is None
        connection = None if dry_run and nowhere else connection_for(options)
        if not dry_run:
            check_may_write(options)
        from svcconsole.cli import import_job

        job = import_job.Job(
            kind=kind,
            file=file,
            preset=preset,
            remembered=mapping is MappingFrom.REMEMBERED,
            settings=settings,
            rules=rules,
            repairs=repairs,
            reading=reading,
            force=force,
            create_catalogs=create_catalogs,
            results=results,
            resume=resume,
            patience=patience,
            limit=limit,
            store=import_job.store_of(profile_for(options), connection),
        )
        code = import_job.check_only(job) if dry_run else import_job.carry_out(job, _known(connection))
    raise typer.Exit(code)


def _check_names(file: Path | None, resume: str | None, *, dry_run: bool) -> None:
    """Refuse what names neither one file nor one run."""
    if file is None and resume is None:
        raise RefusedHere(
            message("Name the file to import."), advice=message("To go on with a run: --resume last.")
        )
    if file is not None and resume is not None:
        raise RefusedHere(
            message("Both a file and a run to go on with are given."),
            advice=message("Leave the file out: a run keeps the rows it was planned with."),
        )
    if resume is not None and dry_run:
        raise RefusedHere(
            message("--dry-run checks a file, --resume goes on with a run."),
            advice=message("Use one of them."),
        )


def _known(connection: Connection | None) -> Connection:
    if connection is None:
        raise AssertionError("only a dry run goes without a store")
    return connection


@contextmanager
def _sentences_said() -> Iterator[None]:
    """Say what the file, the check or the workspace refused, and end with the code of "refused before
    sending"."""
    from svcconsole.services.imports.views import ImportRefused
    from svcconsole.tables.reading.errors import TableError
    from svcconsole.workspace.errors import WorkspaceError
    from svcconsole.workspace.file_watch import FileGone

    try:
        yield
    except (ImportRefused, TableError, WorkspaceError) as error:
        say(error.sentence)
        if error.advice:
            say(error.advice)
        # A file that is gone was there when the command began: something may have left since.
        raise typer.Exit(Exit.UNKNOWN if isinstance(error, FileGone) else Exit.REFUSED_HERE) from None
