"""`svcconsole import`: a file into a store without the window, safe to interrupt and to resume."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import typer

from svcconsole.api.connection import Connection
from svcconsole.api.errors import RefusedHere
from svcconsole.cli import take_back
from svcconsole.cli.connection import ConnectionOptions, connection_for, profile_for
from svcconsole.cli.exit_codes import Exit, exit_on_error
from svcconsole.cli.import_options import NOT_OF, OF_A_REHEARSAL, ImportOptions, prepared, without_effect
from svcconsole.cli.import_sentences import sentences_said
from svcconsole.cli.option_group import option_group, options_given
from svcconsole.cli.output import help_of
from svcconsole.cli.write_permission import check_may_write
from svcconsole.words.message import listed, mark, message

ENDINGS = mark("""

    Progress on stderr, the totals as one JSON line on stdout.
    Ctrl C stops at a safe point. Exit codes: 0 every row sent or left out as asked; 2 nothing was sent
    because something has to be decided or put right first; 3 some rows were refused, by the check or by the
    store; 4 the store was not reached, or the run was stopped and can be resumed; 5 for some rows it is
    not known whether they arrived; 6 all of it went, but the result files could not be written.
    """)
ONCE = mark("""

    A field is a column, a fixed value or a text with columns in it:
    --set 'contactIdentifier={{Phone}}' --set payload.templateId=welcome
    --set 'payload.components.body.0={{First name}}'. Nobody is sent a message twice: rows of a recipient who
    stands in the file above, or who was sent something within 24 hours, are left out unless a --rule says
    otherwise. The first line on stdout names the run for --resume.
    """)
TICKETS = mark("""

    A field is a column, a fixed value or a text with columns in it:
    --set channel=WHATSAPP --set 'brandPhoneNumber=+39 02 1234 5678' --set 'customerPhoneNumber={{Phone}}'.
    """)
FLOWS = mark("""

    A field is a column, a fixed value or a text with columns in it:
    --set medium=whatsapp --set flowId=welcome-flow --set 'phoneNumber={{Phone}}'
    --set 'carryPayload.city={{City}}'.
    """)
AGAIN = mark("""

    Nothing is sent twice: a row that asks for the same as a row above it, or for what was sent within 24
    hours, is left out unless a --rule says otherwise. The first line on stdout names the run for --resume.
    """)


def register(app: typer.Typer) -> None:
    imports = typer.Typer(help=help_of(mark("Import a file into a store.")), no_args_is_help=True)
    imports.callback()(_kinds)
    imports.command("products", help=help_of(mark("Import products."), ENDINGS))(_import_of("products"))
    imports.command("catalogs", help=help_of(mark("Import catalogs."), ENDINGS))(_import_of("catalogs"))
    imports.command("customers", help=help_of(mark("Import customers."), ENDINGS))(_import_of("customers"))
    imports.command("user-properties", help=help_of(mark("Import user properties."), ENDINGS))(
        _import_of("user_properties")
    )
    imports.command(
        "templates", help=help_of(mark("Send a template message to each recipient."), ONCE, ENDINGS)
    )(_import_of("templates"))
    imports.command("messages", help=help_of(mark("Send a message to each recipient."), ONCE, ENDINGS))(
        _import_of("messages")
    )
    imports.command("tickets", help=help_of(mark("Create a ticket for each row."), TICKETS, AGAIN, ENDINGS))(
        _import_of("tickets")
    )
    imports.command("flows", help=help_of(mark("Start a flow for each person."), FLOWS, AGAIN, ENDINGS))(
        _import_of("flows")
    )
    take_back.register_in(imports)
    app.add_typer(imports, name="import")


def _kinds() -> None:
    """What is imported is named by the command."""


def _import_of(kind: str) -> Callable[..., None]:
    """The command that imports a file as `kind`."""

    @option_group("options", ConnectionOptions)
    @option_group("given", ImportOptions, leave_out=NOT_OF[kind])
    def command(*, given: ImportOptions, options: ConnectionOptions) -> None:
        with exit_on_error(), sentences_said():
            code = _carry_out(kind, given, options)
        raise typer.Exit(code)

    return command


def _carry_out(kind: str, given: ImportOptions, options: ConnectionOptions) -> Exit:
    """Check, and unless it is a dry run, carry out."""
    from svcconsole.services.imports.prepared import refuse_unusable

    _check_names(given.file, given.resume or given.commit, dry_run=given.dry_run)
    _check_rehearsal(given)
    refuse_unusable(prepared(kind, given))
    nowhere = options.profile is None and options.base_url is None
    connection = None if given.dry_run and nowhere else connection_for(options)
    if not given.dry_run and not given.rehearse:
        check_may_write(options)
    from svcconsole.cli import import_job, standard_input

    with standard_input.as_file(given.file) as file:
        store = import_job.store_of(profile_for(options), connection)
        job = import_job.Job(kind, replace(given, file=file), store)
        if given.dry_run:
            return import_job.check_only(job)
        if given.rehearse:
            return import_job.rehearse(job, _known(connection))
        if given.plan_only:
            return import_job.plan_only(job, _known(connection))
        if given.commit is not None:
            return import_job.commit(job, _known(connection), given.commit)
        return import_job.carry_out(job, _known(connection))


def _check_rehearsal(given: ImportOptions) -> None:
    """Refuse options that say two things at once."""
    told = (
        given.rehearse,
        given.commit is not None,
        given.resume is not None,
        given.dry_run,
        given.plan_only,
    )
    if sum(told) > 1:
        raise RefusedHere(
            message("--rehearse, --commit, --resume, --plan-only and --dry-run do not go together."),
            advice=message("Use one of them."),
        )
    if (found := without_effect(given)) is not None:
        option, idle = found
        raise RefusedHere(
            message("Beside {option}, {said} would change nothing.", option=option, said=listed(idle)),
            advice=message("A plan keeps what it was made with. To change that, import the file anew.")
            if given.resume or given.commit
            else message("Leave it out."),
        )
    if not given.rehearse and (idle := options_given(given, OF_A_REHEARSAL)):
        raise RefusedHere(
            message("Without {option}, {said} would change nothing.", option="--rehearse", said=listed(idle)),
            advice=message("Leave it out."),
        )


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
