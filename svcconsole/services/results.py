"""Result files of a run, made from the workspace at any time: the file's own columns, then outcome and
reason."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from svcconsole.tables.export import Result, write_results
from svcconsole.workspace.database import Workspace
from svcconsole.workspace.records import ResultRow
from svcconsole.workspace.schema import Bucket

PAGE = 1000


class ResultWriter:
    """Writes result files of one workspace; made to live in a worker process. `folder` is the workspace's."""

    def __init__(self, folder: str) -> None:
        self._workspace = Workspace.open(Path(folder))

    def close(self) -> None:
        self._workspace.close()

    def write(self, run_id: str, folder: str) -> list[Path]:
        """sent.csv, refused.csv, not_sent.csv and needs_decision.csv, as far as there are rows."""
        return write_run(self._workspace, run_id, Path(folder))

    def write_bucket(self, run_id: str, bucket: str, path: str) -> int:
        """One bucket's rows into `path`; returns how many."""
        return write_bucket(self._workspace, run_id, Bucket(bucket), Path(path))


def write_run(workspace: Workspace, run_id: str, folder: Path) -> list[Path]:
    """Write a file for each bucket that has rows into `folder`; each can be imported again as it is."""
    folder.mkdir(parents=True, exist_ok=True)
    totals = workspace.runs.totals(run_id)
    written = []
    for bucket in Bucket:
        path = folder / f"{bucket}.csv"
        if getattr(totals, bucket):
            write_bucket(workspace, run_id, bucket, path)
            written.append(path)
        else:
            # An earlier writing may have left rows there that are in another file by now.
            path.unlink(missing_ok=True)
    return written


def write_bucket(workspace: Workspace, run_id: str, bucket: Bucket, path: Path) -> int:
    """Write one bucket's rows whole or not at all; returns how many."""
    info = workspace.runs.get(run_id)
    return write_results(path, info.header, _results(workspace, run_id, bucket))


def _results(workspace: Workspace, run_id: str, bucket: Bucket) -> Iterator[Result]:
    offset = 0
    while page := workspace.runs.rows(run_id, bucket, offset=offset, limit=PAGE).rows:
        yield from ((row.cells, row.bucket.value, _reason(row)) for row in page)
        offset += len(page)


def _reason(row: ResultRow) -> str:
    """Our sentence, the store's own words in quotes, and when it happened."""
    words = f" “{row.server_words}”" if row.server_words else ""
    when = f" ({row.at})" if row.at else ""
    return f"{row.reason}{words}{when}".strip()
