"""`svcconsole import`: a file into a store without the window, safe to interrupt and to resume."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from enum import StrEnum
from pathlib import Path
from typing import Annotated

import typer

from svcconsole.api.connection import Connection
from svcconsole.api.errors import RefusedHere
from svcconsole.cli import take_back
from svcconsole.cli.connection import ConnectionOptions, connection_for, profile_for, with_connection_options
from svcconsole.cli.exit_codes import exit_on_error
from svcconsole.cli.import_sentences import sentences_said
from svcconsole.cli.output import help_of
from svcconsole.cli.write_permission import check_may_write
from svcconsole.words.message import mark, message


@dataclass(frozen=True, slots=True)
class Rehearsing:
    """What is asked of a rehearsal: to make one, how it is printed, whether records are only counted, and the
    code of the plan that is committed."""

    wanted: bool
    as_json: bool
    count_only: bool
    commit: str | None


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
KeepBefore = Annotated[
    bool | None,
    typer.Option(
        "--keep-before/--no-keep-before",
        help=mark(
            "Read what the store holds first, so that the run can be taken back: done for products unless it "
            "is declined, and for customers, one call each, where it is asked for."
        ),
    ),
]
Rehearse = Annotated[
    bool,
    typer.Option(
        "--rehearse",
        help=mark(
            "Try the plan in a practice store of its own that holds what the store holds, print what would "
            "change and the plan's code, send nothing."
        ),
    ),
]
AsJson = Annotated[bool, typer.Option("--json", help=mark("With --rehearse: JSON lines instead of a table."))]
CountOnly = Annotated[
    bool,
    typer.Option(
        "--count-only",
        help=mark("With --rehearse: read no records of the store, only count what it would take."),
    ),
]
Commit = Annotated[
    str | None,
    typer.Option(
        "--commit", metavar="CODE", help=mark("Send exactly the plan that was rehearsed under this code.")
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
    take_back.register_in(imports)
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
    force: Force = False,
    dry_run: DryRun = False,
    create_catalogs: CreateCatalogs = False,
    keep_before: KeepBefore = None,
    rehearse: Rehearse = False,
    as_json: AsJson = False,
    count_only: CountOnly = False,
    commit: Commit = None,
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
        force=force,
        dry_run=dry_run,
        create_catalogs=create_catalogs,
        keep_before=keep_before,
        rehearsal=Rehearsing(rehearse, as_json, count_only, commit),
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
        region: Region = None,
        force: Force = False,
        dry_run: DryRun = False,
        keep_before: KeepBefore = None,
        rehearse: Rehearse = False,
        as_json: AsJson = False,
        count_only: CountOnly = False,
        commit: Commit = None,
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
            force=force,
            dry_run=dry_run,
            create_catalogs=False,
            keep_before=keep_before,
            rehearsal=Rehearsing(rehearse, as_json, count_only, commit),
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
    force: bool,
    dry_run: bool,
    create_catalogs: bool,
    keep_before: bool | None,
    rehearsal: Rehearsing,
    results: Path | None,
    resume: str | None,
    limit: int | None,
    patience: float,
) -> None:
    """Check, and unless it is a dry run, carry out; ends the program with the code of what became of it."""
    with exit_on_error(), sentences_said():
        _check_names(file, resume or rehearsal.commit, dry_run=dry_run)
        _check_rehearsal(rehearsal, resume, dry_run=dry_run)
        if preset is not None and mapping is MappingFrom.REMEMBERED:
            raise RefusedHere(
                message("--preset and --mapping remembered both map the columns."), advice=message("Use one.")
            )
        nowhere = options.profile is None and options.base_url is None
        connection = None if dry_run and nowhere else connection_for(options)
        if not dry_run and not rehearsal.wanted:
            check_may_write(options)
        from svcconsole.cli import import_job

        job = import_job.Job(
            kind=kind,
            file=file,
            preset=preset,
            remembered=mapping is MappingFrom.REMEMBERED,
            settings=settings,
            rules=rules,
            force=force,
            create_catalogs=create_catalogs,
            keep_before=keep_before,
            results=results,
            resume=resume,
            patience=patience,
            limit=limit,
            store=import_job.store_of(profile_for(options), connection),
        )
        if rehearsal.wanted:
            code = import_job.rehearse(job, _known(connection), rehearsal)
        elif rehearsal.commit is not None:
            code = import_job.commit(job, _known(connection), rehearsal.commit)
        else:
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


def _check_rehearsal(asked: Rehearsing, resume: str | None, *, dry_run: bool) -> None:
    """Refuse options of a rehearsal that say two things at once."""
    if sum((asked.wanted, asked.commit is not None, resume is not None, dry_run)) > 1:
        raise RefusedHere(
            message("--rehearse, --commit, --resume and --dry-run do not go together."),
            advice=message("Use one of them."),
        )


def _known(connection: Connection | None) -> Connection:
    if connection is None:
        raise AssertionError("only a dry run goes without a store")
    return connection
