"""Prints how a report's run ended: exit code, totals, the requested file."""

from __future__ import annotations

import json
from contextlib import suppress
from pathlib import Path
from typing import Any

from svcconsole.cli.exit_codes import Exit
from svcconsole.cli.named_run import REPORT, resume_command
from svcconsole.cli.new_file import refuse_there
from svcconsole.cli.output import OutputLost, say, write_line
from svcconsole.services.reports import manifest
from svcconsole.services.reports.continuation import cut_short
from svcconsole.services.reports.files import ReportFiles, copy_into
from svcconsole.words.message import message
from svcconsole.words.system_reason import system_reason
from svcconsole.workspace.runs.report_runs import Need, ReportRun, Stage

ENDS = {
    Stage.DONE: Exit.ACCEPTED,
    Stage.REFUSED: Exit.REFUSED,
    Stage.FAILED: Exit.REFUSED,
    Stage.UNTRACKED: Exit.UNKNOWN,
}
NEEDS = {
    Need.DECISION: Exit.UNKNOWN,
    Need.HISTORY_ID: Exit.UNKNOWN,
    Need.ASKED_BEFORE: Exit.REFUSED_HERE,
    Need.NEW_MAIL: Exit.REFUSED,
}


_BEYOND = (Stage.DONE, Stage.REFUSED, Stage.FAILED)
"""Where nothing of a run is left that could be gone on with."""


def manifest_beside(path: Path) -> Path:
    """The manifest of a report's file outside of the workspace."""
    return path.with_name(f"{path.name}.manifest.json")


def refuse_other_report(out: Path | None, run: ReportRun) -> None:
    """Raise RefusedHere where something is at `out` that was not written there for this very run."""
    if out is None:
        return
    with suppress(manifest.ManifestUnreadable):
        if manifest.read(manifest_beside(out)).run == run.id:
            return
    refuse_there(out)
    refuse_there(manifest_beside(out))


def ended(
    run: ReportRun, files: ReportFiles, out: Path | None, *, waited: bool, earlier: ReportRun | None = None
) -> Exit:
    """Say how it ended, on both streams; the exit code. `earlier` is the run that asked the same before."""
    code = NEEDS.get(run.need) or ENDS.get(run.stage, Exit.NOT_REACHED)
    if code is Exit.ACCEPTED and run.warnings:
        code = Exit.NOTED
    if run.stage is Stage.WAITING and not waited:
        code = Exit.ACCEPTED
    for words in (
        run.sentence,
        *(message("  “{words}”", words=words) for words in run.server_words),
        run.advice,
    ):
        if words:
            say(words)
    for warning in run.warnings:
        say(message("Note: {warning}", warning=warning))
    done = run.stage is Stage.DONE
    path = files.merged(run.file) if done else None
    if path is not None and out is not None:
        if _copied(run, files, out):
            path = out
        else:
            code = code or Exit.NOTED
    _print_ways_on(run, earlier)
    try:
        write_line(json.dumps(_totals(run, path, _manifest_beside(path, files))))
    except OutputLost as lost:
        say(message("The totals could not be written: {reason}.", reason=lost.reason))
        return code or Exit.UNHEARD
    return code


def _print_ways_on(run: ReportRun, earlier: ReportRun | None) -> None:
    """The commands that go on with a run, where there are any."""
    if run.need is Need.ASKED_BEFORE:
        if earlier is not None:
            say(message("The earlier one: {command}", command=resume_command(REPORT, earlier.id)))
        command = resume_command(REPORT, run.id, "--ask-again")
        say(message("Ask once more: {command}", command=command))
    elif run.stage not in _BEYOND:
        say(message("Go on with: {command}", command=resume_command(REPORT, run.id)))


def _totals(run: ReportRun, path: Path | None, beside: Path | None) -> dict[str, Any]:
    return {
        "run": run.id,
        "id": run.parts[0].history_id,
        "report": run.name,
        "state": run.stage.value,
        "needs": run.need.value or None,
        "parts": sum(part.sha256 is not None for part in run.parts),
        "rows": run.rows if run.rows is not None else run.rows_so_far,
        "bytes": run.bytes if run.bytes is not None else run.bytes_so_far,
        "sha256": run.sha256,
        "file": None if path is None else str(path),
        "manifest": None if beside is None else str(beside),
        "complete": run.stage is Stage.DONE and not cut_short(run),
        "warnings": list(run.warnings),
    }


def _manifest_beside(path: Path | None, files: ReportFiles) -> Path | None:
    if path is None:
        return None
    return files.manifest if path.parent == files.folder else manifest_beside(path)


def _copied(run: ReportRun, files: ReportFiles, out: Path) -> bool:
    """The merged file and a manifest that finds it, and the parts, from its new place."""
    try:
        copy_into(files.merged(run.file), out)
        kept = manifest.read(files.manifest)
        parts = [
            part.model_copy(update={"file": (files.folder / part.file).absolute().as_posix()})
            for part in kept.parts
        ]
        moved = kept.model_copy(
            update={"file": kept.file.model_copy(update={"name": out.name}), "parts": tuple(parts)}
        )
        manifest.write(moved, manifest_beside(out))
    except OSError as error:
        say(message("{out} could not be written: {reason}.", out=out, reason=system_reason(error)))
        command = resume_command(REPORT, run.id, "--out", "FILE")
        say(message("The report is kept; write it with: {command}", command=command))
        return False
    return True
