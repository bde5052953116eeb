"""How a command that carries out a run ends: its result files, its totals on stdout, its exit code."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import typer

from svcconsole.cli.exit_codes import Exit, worst
from svcconsole.cli.output import OutputLost, say, write_line
from svcconsole.services.imports.views import ImportRefused
from svcconsole.services.runs.result_files import refuse_own_file, write_run
from svcconsole.words.message import message, plural
from svcconsole.words.system_reason import system_reason
from svcconsole.workspace.database import Workspace
from svcconsole.workspace.runs.records import Totals
from svcconsole.workspace.schema import RunState

MOST_REASONS = 5
CREATE_CATALOGS = "--create-catalogs"
"""What a command that sends a plan needs in addition, where catalogs are missing."""


def ending_of(
    workspace: Workspace,
    run_id: str,
    results: Path | None,
    command: str,
    more: Mapping[str, Any] | None = None,
) -> Exit:
    """Write the result files into `results`, and print the totals of a run as one JSON line, with `more` in
    it; the exit code of the command. `command` goes on with the run."""
    written = results is None or _write_results(workspace, run_id, results, command)
    info, totals = workspace.runs.get(run_id), workspace.runs.totals(run_id)
    if info.state is not RunState.FINISHED:
        say(message("Go on with: {command}", command=command))
    _print_reasons(workspace, run_id)
    code = _exit_of(totals, finished=info.state is RunState.FINISHED)
    try:
        said = totals.as_json(run_id)
        said[info.kind] = said.pop("products")
        write_line(json.dumps({**said, **(more or {})}))
    except OutputLost as lost:
        say(message("The totals could not be written: {reason}.", reason=lost.reason))
        say(message("They are kept; show them with: {command}", command=command))
        return code or Exit.UNHEARD
    return code or (Exit.ACCEPTED if written else Exit.NOTED)


def _print_reasons(workspace: Workspace, run_id: str) -> None:
    """Say why rows were refused, in the store's words too, the most frequent reasons first."""
    reasons = workspace.runs.reasons(run_id)
    for reason in reasons[:MOST_REASONS]:
        said = {
            "refused": plural("{n} row was refused", "{n} rows were refused", reason.rows),
            "sentence": reason.sentence,
        }
        if reason.server_words:
            say(message("{refused}: {sentence} “{words}”", words=reason.server_words, **said))
        else:
            say(message("{refused}: {sentence}", **said))
    if (rest := len(reasons) - MOST_REASONS) > 0:
        say(plural("And {n} other reason.", "And {n} other reasons.", rest))


@contextmanager
def stoppable(says: str) -> Iterator[None]:
    """End with a sentence where Ctrl C ends the program itself."""
    try:
        yield
    except KeyboardInterrupt:
        say("")
        say(says)
        raise typer.Exit(Exit.NOT_REACHED) from None


def refuse_results_folder(results: Path | None, file: Path | None = None) -> None:
    """Refuse a results folder that cannot be used before anything is sent, not after."""
    if results is None:
        return
    try:
        results.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise ImportRefused(
            message(
                "The results folder {results} cannot be used: {reason}.",
                results=results,
                reason=system_reason(error),
            ),
            message("Nothing was sent. Choose another --results."),
        ) from None
    if file is not None:
        refuse_own_file(results, str(file.resolve()))


def _write_results(workspace: Workspace, run_id: str, folder: Path, command: str) -> bool:
    """Write the result files, and say where they are or why not; whether they are there."""
    try:
        for path in write_run(workspace, run_id, folder):
            say(message("Wrote {path}.", path=path))
        workspace.saved_files.add(folder)
    except OSError as error:
        say(
            message(
                "The results could not be written to {folder}: {reason}.",
                folder=folder,
                reason=system_reason(error),
            )
        )
        say(message("Write them again with: {command} --results DIR", command=command))
        return False
    return True


def _exit_of(totals: Totals, *, finished: bool) -> Exit:
    endings = {
        Exit.UNKNOWN: totals.needs_decision > 0,
        Exit.NOT_REACHED: not finished,
        Exit.REFUSED: totals.refused + totals.to_put_right > 0,
    }
    return worst(code for code, holds in endings.items() if holds)
