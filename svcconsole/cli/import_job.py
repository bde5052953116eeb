"""Implements `svcconsole import`: check the file, freeze the plan, run it, print the totals."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from pathlib import Path

from svcconsole.api.client import Client, Connection
from svcconsole.api.errors import ApiError
from svcconsole.cli.exit_codes import Exit
from svcconsole.cli.import_check import checked, records
from svcconsole.cli.import_ending import CREATE_CATALOGS, ending_of, refuse_results_folder, stoppable
from svcconsole.cli.import_options import ImportOptions, prepared
from svcconsole.cli.import_reading import answer_reading
from svcconsole.cli.import_run import run_to_end
from svcconsole.cli.named_run import import_named, resume_command
from svcconsole.cli.output import OutputLost, say, write_line
from svcconsole.cli.workspace_folder import folder_of
from svcconsole.profiles import Profile
from svcconsole.services.catalog.catalogs import known_catalog_ids
from svcconsole.services.catalog.plan_catalogs import create_for_plan, missing_catalogs
from svcconsole.services.catalog.price_levels import price_answers
from svcconsole.services.imports.prepared import open_prepared
from svcconsole.services.imports.session import ImportSession
from svcconsole.services.imports.views import Defaults, ImportRefused, Remembered
from svcconsole.tables.mapping.kinds import IMPORTS
from svcconsole.tables.mapping.targets import PRODUCTS
from svcconsole.words.message import listed, message, plural
from svcconsole.workspace.database import Workspace
from svcconsole.workspace.runs.records import RunInfo
from svcconsole.workspace.schema import RunState


@dataclass(frozen=True, slots=True)
class Store:
    """Where a store's workspace is, and what its profile answers."""

    folder: Path
    defaults: Defaults
    approve_above: int = 0
    approvers: Mapping[str, str] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Job:
    """One import: what is imported, as which options say, and where it is kept. `commanded` is the kind of
    run whose command carries it out, where that is not that of the import."""

    kind: str
    options: ImportOptions
    store: Store
    commanded: str = ""

    def resume_command(self, run_id: str) -> str:
        """The command that goes on with its run."""
        return resume_command(self.commanded or self.kind, run_id)


def store_of(profile: Profile | None, connection: Connection | None) -> Store:
    """The workspace of a command's store, or that of dry runs without one, and what the profile answers."""
    return store_at(folder_of(connection), profile, connection.app_id if connection is not None else None)


def store_at(folder: Path, profile: Profile | None, app_id: str | None) -> Store:
    """The workspace in a folder, and what the store's profile answers; `app_id` is what its requests name."""
    if profile is None:
        return Store(folder, Defaults(app_id=app_id))
    answers = (profile.currency, profile.storefront_url, profile.region, profile.price_limit, app_id)
    return Store(folder, Defaults(*answers), profile.approve_above, profile.approvers)


def check_only(job: Job) -> Exit:
    """Check the whole file without any network; the totals say what a run would start with."""
    with stoppable(message("Stopped. Nothing was sent.")):
        session = opened(job)
        try:
            summary = checked(session, job.options.repairs or ())
        finally:
            session.close()
    totals = {
        "run": None,
        "rows": summary.rows,
        "sent": 0,
        "refused": 0,
        "not_sent": summary.rows,
        "needs_decision": 0,
        "ready": summary.ready,
        "to_put_right": summary.to_put_right,
        "left_out": summary.left_out,
        job.kind: {"ready": summary.ready_products, "all": summary.products},
    }
    write_line(json.dumps(totals))
    if not summary.ready_products:
        return Exit.REFUSED_HERE
    return Exit.REFUSED if summary.to_put_right else Exit.ACCEPTED


def carry_out(job: Job, connection: Connection) -> Exit:
    """Plan and run, or go on with a run; raises what is refused before anything is sent."""
    refuse_results_folder(job.options.results, job.options.file)
    with stoppable(message("Stopped. Nothing was sent.")):
        planned = None if job.options.resume else asyncio.run(_planned(job, connection))
    with Workspace.open(job.store.folder) as workspace:
        workspace.approvals.hold_to(job.store.approve_above, job.store.approvers)
        run_id = (
            planned.run_id if planned else import_named(workspace, job.options.resume or "last", job.kind).id
        )
        info, command = workspace.runs.get(run_id), job.resume_command(run_id)
        kind = IMPORTS[info.kind]
        if kind.once:
            _name(info, command)
        if info.state is not RunState.FINISHED:
            plan = listed((records(kind, info.products), plural("{n} row", "{n} rows", info.rows)))
            say(message("Plan {code}: {plan}.", code=info.code, plan=plan))
            if job.options.limit is not None:
                workspace.runs.set_limit(run_id, job.options.limit or None)
            with stoppable(message("Stopped. Nothing was sent.")):
                asyncio.run(_create_catalogs(workspace, info, job, connection, planned))
            with stoppable(
                message("Stopped at once. Nothing is lost; go on with: {command}", command=command)
            ):
                asyncio.run(run_to_end(workspace, run_id, connection, job.options.patience))
        return ending_of(workspace, run_id, job.options.results, command)


def plan_only(job: Job, connection: Connection) -> Exit:
    """Check the file and keep its plan; the run is named on stdout."""
    with stoppable(message("Stopped. Nothing was sent.")):
        planned = asyncio.run(_planned(job, connection))
    with Workspace.open(job.store.folder) as workspace:
        info = workspace.runs.get(planned.run_id)
        command = resume_command(info.kind, info.id, *((CREATE_CATALOGS,) if planned.missing else ()))
        _name(info, command)
        plan = listed((records(IMPORTS[info.kind], info.products), plural("{n} row", "{n} rows", info.rows)))
        say(message("Plan {code}: {plan}.", code=info.code, plan=plan))
        say(message("Nothing was sent. Start it with: {command}", command=command))
    return Exit.ACCEPTED


def rehearse(job: Job, connection: Connection) -> Exit:
    """Plan the file and rehearse the plan; nothing is sent to the store."""
    from svcconsole.cli.rehearse_job import print_rehearsal

    with stoppable(message("Stopped. Nothing was sent.")):
        planned = asyncio.run(_planned(job, connection))
        return print_rehearsal(
            job.store.folder,
            planned.run_id,
            connection,
            declined=job.options.count_only,
            as_json=job.options.as_json,
            missing=planned.missing,
        )


def commit(job: Job, connection: Connection, code: str) -> Exit:
    """Send exactly the plan that was rehearsed under this code; a store that changed meanwhile is told."""
    from svcconsole.cli.rehearse_job import refuse_changed

    with Workspace.open(job.store.folder) as workspace:
        run_id = import_named(workspace, code, job.kind).id
    with stoppable(message("Stopped. Nothing was sent.")):
        refuse_changed(job.store.folder, run_id, connection)
    return carry_out(replace(job, options=replace(job.options, resume=run_id)), connection)


def _name(info: RunInfo, command: str) -> None:
    """Name the run on stdout before anything of it is sent: whoever started it can always go on with it."""
    try:
        write_line(json.dumps({"run": info.id, "plan": info.code}))
    except OutputLost as lost:
        raise ImportRefused(
            message("The line that names the run could not be written: {reason}.", reason=lost.reason),
            message("Nothing was sent now. Go on with: {command}", command=command),
        ) from None


def opened(job: Job) -> ImportSession:
    """The session of the job's file, prepared as its options say."""
    given = job.options
    return open_prepared(
        str(job.store.folder),
        str(given.file),
        job.store.defaults,
        prepared(job.kind, given),
        answer=lambda session: answer_reading(session, given.reading or (), keep=given.keep_answers),
        tell=_print_saved_mapping,
    )


def _print_saved_mapping(mapping: Remembered) -> None:
    say(message("Mapped as on {day} for {file}.", day=mapping.at[:10], file=mapping.file_name))
    for sentence in mapping.drift:
        say(message("  {sentence}", sentence=sentence))


async def _read_prices(session: ImportSession, connection: Connection) -> None:
    """Tell the check what the store's prices are now; where they cannot be read that is said."""
    if session.kind.name != PRODUCTS.kind or any(asked.waiting for asked in session.reading_questions()):
        return
    try:
        async with Client(connection) as client:
            async for _, answers in price_answers(client, session.record_keys()):
                session.take_prices(answers)
        session.use_prices()
    except ApiError as error:
        say(message("The prices of the store could not be read: {reason}", reason=error.sentence))
        say(message("Changes are compared with the list of products as it was read last."))


@dataclass(frozen=True, slots=True)
class _Planned:
    """A plan of this command, and the catalogs that are to be created before it runs."""

    run_id: str
    missing: tuple[str, ...]


async def _planned(job: Job, connection: Connection) -> _Planned:
    """Check the file and freeze the plan; nothing is created for it yet."""
    session = opened(job)
    try:
        await _read_prices(session, connection)
        checked(session, job.options.repairs or ())
        if session.names_catalogs():
            async with Client(connection) as client:
                session.set_catalogs(tuple(await known_catalog_ids(client)))
        missing = session.missing_catalogs()
        _refuse_missing(missing, job)
        return _Planned(session.plan(warnings_seen=True).run_id, missing)
    finally:
        session.close()


async def _create_catalogs(
    workspace: Workspace, info: RunInfo, job: Job, connection: Connection, planned: _Planned | None
) -> None:
    """Create what a plan lacks right before it runs. Of one that was made before it is looked up now, and
    refused where nobody says that it is to be created."""
    if info.kind != PRODUCTS.kind or (info.started_at is not None and not job.options.create_catalogs):
        return
    async with Client(connection) as client:
        missing = planned.missing if planned else await missing_catalogs(workspace, info.id, client)
        _refuse_missing(missing, job)
        await create_for_plan(workspace, info.id, client, missing)


def _refuse_missing(missing: tuple[str, ...], job: Job) -> None:
    if missing and not job.options.create_catalogs:
        raise ImportRefused(
            message("The store does not have these catalogs: {names}.", names=listed(missing)),
            message("Nothing was sent. Add --create-catalogs, or create them first."),
        )
