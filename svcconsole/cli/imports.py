"""`svcconsole import`: a file into a store without the window, safe to interrupt and to resume."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from enum import StrEnum
from pathlib import Path
from typing import Annotated

import typer

from svcconsole.api.connection import Connection
from svcconsole.api.errors import RefusedHere
from svcconsole.cli.connection import AppId, BaseUrl, CaFile, Prefix, ProfileName, TokenEnv, connection_for
from svcconsole.cli.exits import Exit, errors_said


class MappingFrom(StrEnum):
    """Where a file's columns go to."""

    AUTOMATIC = "automatic"
    REMEMBERED = "remembered"


def register(app: typer.Typer) -> None:
    imports = typer.Typer(help="Import a file into a store.", no_args_is_help=True)
    imports.callback()(_kinds)
    imports.command("products")(products)
    app.add_typer(imports, name="import")


def _kinds() -> None:
    """What is imported is named by the command."""


def products(
    *,
    file: Annotated[
        Path | None, typer.Argument(metavar="FILE", help="A CSV or other delimited file.")
    ] = None,
    preset: Annotated[str | None, typer.Option(help="Read the columns as this export has them.")] = None,
    mapping: Annotated[
        MappingFrom,
        typer.Option(
            help="Where columns go: by the file alone, or as remembered from the window for such a file."
        ),
    ] = MappingFrom.AUTOMATIC,
    settings: Annotated[
        list[str] | None,
        typer.Option(
            "--set", metavar="FIELD=VALUE", help="Fill a blank or unmapped field; {Column} is a column."
        ),
    ] = None,
    rules: Annotated[
        list[str] | None,
        typer.Option("--rule", metavar="RULE=ANSWER[:TEXT]", help="Answer a question about the whole file."),
    ] = None,
    force: Annotated[bool, typer.Option("--force", help="--set overwrites what the file says.")] = False,
    dry_run: Annotated[bool, typer.Option("--dry-run", help="Check everything, send nothing.")] = False,
    create_catalogs: Annotated[
        bool, typer.Option("--create-catalogs", help="Create catalogs that the store does not have.")
    ] = False,
    results: Annotated[
        Path | None, typer.Option(help="Folder for sent.csv, refused.csv, not_sent.csv, needs_decision.csv.")
    ] = None,
    resume: Annotated[
        str | None, typer.Option(metavar="RUN", help="Go on with a run: its id, its plan code, or last.")
    ] = None,
    limit: Annotated[
        int | None,
        typer.Option(help="At most so many rows a minute; 0 lifts the limit of a run gone on with.", min=0),
    ] = None,
    patience: Annotated[
        float, typer.Option(help="Seconds to wait for a store that goes away in the middle.", min=0)
    ] = 600.0,
    profile: ProfileName = None,
    base_url: BaseUrl = None,
    token_env: TokenEnv = None,
    prefix: Prefix = None,
    app_id: AppId = None,
    ca_file: CaFile = None,
) -> None:
    """Import products; progress on stderr, the totals as one JSON line on stdout.

    Ctrl C stops at a safe point. Exit codes: 0 every row sent or left out as asked; 2 nothing was sent
    because something has to be decided or put right first; 3 some rows were refused, by the check or by the
    store; 4 the store was not reached, or the run was stopped and can be resumed; 5 for some rows it is
    not known whether they arrived.
    """
    with errors_said(), _sentences_said():
        _check_names(file, resume, dry_run=dry_run)
        if preset is not None and mapping is MappingFrom.REMEMBERED:
            raise RefusedHere("--preset and --mapping remembered both map the columns.", advice="Use one.")
        connection = (
            None
            if dry_run and profile is None and base_url is None
            else connection_for(
                profile=profile,
                base_url=base_url,
                token_env=token_env,
                prefix=prefix,
                app_id=app_id,
                ca_file=ca_file,
            )
        )
        from svcconsole.cli import import_job

        job = import_job.Job(
            file=file,
            preset=preset,
            remembered=mapping is MappingFrom.REMEMBERED,
            settings=tuple(settings or ()),
            rules=tuple(rules or ()),
            force=force,
            create_catalogs=create_catalogs,
            results=results,
            resume=resume,
            patience=patience,
            limit=limit,
            store=import_job.store_of(profile, connection),
        )
        code = import_job.check_only(job) if dry_run else import_job.carry_out(job, _known(connection))
    raise typer.Exit(code)


def _check_names(file: Path | None, resume: str | None, *, dry_run: bool) -> None:
    """Refuse what names neither one file nor one run."""
    if file is None and resume is None:
        raise RefusedHere("Name the file to import.", advice="To go on with a run: --resume last.")
    if file is not None and resume is not None:
        raise RefusedHere(
            "Both a file and a run to go on with are given.",
            advice="Leave the file out: a run keeps the rows it was planned with.",
        )
    if resume is not None and dry_run:
        raise RefusedHere("--dry-run checks a file, --resume goes on with a run.", advice="Use one of them.")


def _known(connection: Connection | None) -> Connection:
    if connection is None:
        raise AssertionError("only a dry run goes without a store")
    return connection


@contextmanager
def _sentences_said() -> Iterator[None]:
    """Say what the file, the check or the workspace refused, and end with the code of "refused before
    sending"."""
    from svcconsole.services.import_views import ImportRefused
    from svcconsole.tables.errors import TableError
    from svcconsole.workspace.errors import WorkspaceError

    try:
        yield
    except (ImportRefused, TableError, WorkspaceError) as error:
        typer.echo(error.sentence, err=True)
        if error.advice:
            typer.echo(error.advice, err=True)
        raise typer.Exit(Exit.REFUSED_HERE) from None
