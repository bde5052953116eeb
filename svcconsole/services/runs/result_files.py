"""Writes the result files of a run from the workspace: the file's own columns, then outcome, reason and the
store's id."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path

from svcconsole.services.helpdesk.tickets import reference_in
from svcconsole.services.runs.batch_kinds import KINDS
from svcconsole.services.runs.result_manifest import NAME, write_manifest
from svcconsole.tables.results.result_file import Result, write_results
from svcconsole.whole_file import writing
from svcconsole.words.message import message, sentences
from svcconsole.workspace.database import Workspace
from svcconsole.workspace.errors import WorkspaceError
from svcconsole.workspace.runs.records import ResultRow
from svcconsole.workspace.runs.sent_records import sent_records
from svcconsole.workspace.schema import Bucket, ItemState

CREATED_TICKETS = "tickets"
"""The kind of runs whose records have a reference under their notes."""


class ResultWriter:
    """Writes result files of one workspace; made to live in a worker process. `folder` is the workspace's."""

    def __init__(self, folder: str) -> None:
        self._workspace = Workspace.open(Path(folder))

    def close(self) -> None:
        self._workspace.close()

    def write(self, run_id: str, folder: str) -> list[Path]:
        """sent.csv, refused.csv, not_sent.csv and needs_decision.csv, as far as there are rows, and their
        manifest."""
        return write_run(self._workspace, run_id, Path(folder))

    def write_bucket(self, run_id: str, bucket: str, path: str) -> int:
        """One bucket's rows into `path`; returns how many."""
        return write_bucket(self._workspace, run_id, Bucket(bucket), Path(path))


def write_run(workspace: Workspace, run_id: str, folder: Path) -> list[Path]:
    """Write a file for each bucket that has rows into `folder`; each can be imported again as it is. The
    last is the manifest of the others.

    Raises WorkspaceError when one of them would take the place of the file the run was made from, and
    FileNotWritten.
    """
    refuse_own_file(folder, workspace.runs.get(run_id).path)
    with writing(folder):
        folder.mkdir(parents=True, exist_ok=True)
    with _results(workspace, run_id) as (header, results):
        written = []
        for bucket in Bucket:
            path = folder / f"{bucket}.csv"
            if write_results(path, header, results(bucket)):
                written.append(path)
            else:
                # An earlier writing may have left rows there that are in another file by now; another console
                # may be writing, too, and have taken it away.
                with writing(path):
                    path.unlink(missing_ok=True)
    return [*written, write_manifest(workspace, run_id, written, folder / NAME)]


def write_bucket(workspace: Workspace, run_id: str, bucket: Bucket, path: Path) -> int:
    """Write one bucket's rows whole or not at all; returns how many. Raises WorkspaceError like
    `write_run`."""
    if path.resolve() == Path(workspace.runs.get(run_id).path):
        raise _own(path)
    with _results(workspace, run_id) as (header, results):
        rows = write_results(path, header, results(bucket))
    if rows:
        write_manifest(workspace, run_id, [path], path.with_name(f"{path.stem}.{NAME}"))
    return rows


def refuse_own_file(folder: Path, source: str) -> None:
    """Raise WorkspaceError when results in `folder` would take the place of `source`, an absolute path."""
    for name in (*(f"{bucket}.csv" for bucket in Bucket), NAME):
        if (path := folder / name).resolve() == Path(source):
            raise _own(path)


def _own(path: Path) -> WorkspaceError:
    return WorkspaceError(
        message("The results would take the place of {file}, the file that is imported.", file=path.name),
        message("Choose another folder for the results."),
    )


@contextmanager
def _results(
    workspace: Workspace, run_id: str
) -> Iterator[tuple[tuple[str, ...], Callable[[Bucket], Iterator[Result]]]]:
    info = workspace.runs.get(run_id)
    kind = KINDS.get(info.kind)
    own = kind is not None and kind.read is not None
    references = _references(workspace, run_id) if info.kind == CREATED_TICKETS else {}
    with workspace.runs.at_one_moment(run_id) as rows:
        yield (
            info.header,
            lambda bucket: (
                (row.cells, row.bucket.value, _reason(row, references), _id(row, own=own))
                for row in rows(bucket)
            ),
        )


def _references(workspace: Workspace, run_id: str) -> dict[int, str]:
    """By their rows the references of tickets that need a decision: what to search the store for."""
    records = sent_records(workspace, run_id)
    return {one.first_row: reference_in(one.body) for one in records if one.state is ItemState.UNKNOWN}


def _id(row: ResultRow, *, own: bool) -> str:
    """The id in the store's answer; of what the store knows by the file's `own` id, that one."""
    return row.record_id if own and row.bucket is Bucket.SENT else row.given_id


def _reason(row: ResultRow, references: Mapping[int, str]) -> str:
    """Our sentence, the store's own words in quotes, when it happened, and what finds it in the store."""
    words = f" “{row.server_words}”" if row.server_words else ""
    when = f" ({row.at})" if row.at else ""
    said = f"{row.reason}{words}{when}".strip()
    reference = references.get(row.number, "") if row.bucket is Bucket.NEEDS_DECISION else ""
    return (
        sentences(said, message("Its reference is {reference}.", reference=reference)) if reference else said
    )
