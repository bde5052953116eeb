"""Writes a hand-over as a sealed file, opens one, and takes one back: whole, and never two that send."""

from __future__ import annotations

import json
import socket
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

from svcconsole.reading_file import reading_file
from svcconsole.services.handover.receiving import opening, receiving_key
from svcconsole.services.handover.sealing import Sealer, opened, public_key
from svcconsole.whole_file import whole_file
from svcconsole.words.message import message
from svcconsole.words.system_reason import system_reason
from svcconsole.workspace.database import Workspace
from svcconsole.workspace.errors import WorkspaceError
from svcconsole.workspace.handover import HandedOver, TakenIn, hand_over, take_back, take_in


def write_handover(workspace: Workspace, path: Path, code: str) -> HandedOver:
    """Write what is open here to `path`, for the console that has this code, without a token.

    The rows are marked on the disk before the last chunk is written, without which nobody can open the file.
    Where it breaks off after that, `take_back` lets them be open here again. Raises WorkspaceError.
    """
    _refuse_shared(workspace)
    to = public_key(code)
    workspace.runner.acquire()
    try:
        with whole_file(path) as partial, partial.open("wb") as file:
            partial.chmod(0o600)
            sealer = Sealer(file, to)
            done = hand_over(workspace, socket.gethostname(), lambda line: sealer.write(_bytes(line)))
            workspace.mark.keep(done.reached)
            sealer.finish()
    except OSError as error:
        raise WorkspaceError(
            message("{file} cannot be written: {reason}.", file=path.name, reason=system_reason(error)),
            message("The log says whether rows were marked as handed over: take those back."),
        ) from error
    finally:
        workspace.runner.release()
    return done


def open_handover(workspace: Workspace, path: Path) -> TakenIn:
    """Take a hand-over to this console in. That it is opened is noted outside of the workspace first: what
    may happen only once needs a decision from the second time on. Raises WorkspaceError."""
    _refuse_shared(workspace)
    handover = _code_in(path)
    workspace.runner.acquire()
    try:
        with opening(handover) as (key, again), path.open("rb") as file:
            done, reached = take_in(workspace, _lines(opened(file, key.private)), again=again)
            workspace.mark.keep(reached)
    finally:
        workspace.runner.release()
    return done


def take_handover_back(workspace: Workspace, code: str) -> tuple[int, int]:
    """Let what was handed over be open here again (`workspace.handover.take_back`)."""
    workspace.runner.acquire()
    try:
        return take_back(workspace, code)
    finally:
        workspace.runner.release()


def _code_in(path: Path) -> str:
    """The number of a hand-over, once the whole file was found to be sound."""
    key = receiving_key(make=False)
    with reading_file(path.name, WorkspaceError), path.open("rb") as file:
        lines = _lines(opened(file, key.private))
        head = next(lines, {})
        for _ in lines:
            pass
    return str(head.get("handover", ""))


def _refuse_shared(workspace: Workspace) -> None:
    if workspace.shared:
        raise WorkspaceError(
            message("This store is shared with the team: everybody has its work already."),
            message("Stop a run here, and anybody may go on with it."),
        )


def _bytes(line: Mapping[str, Any]) -> bytes:
    return (
        json.dumps(line, ensure_ascii=False, separators=(",", ":")).encode("utf-8", "surrogatepass") + b"\n"
    )


def _lines(chunks: Iterator[bytes]) -> Iterator[Mapping[str, Any]]:
    rest = b""
    for chunk in chunks:
        *whole, rest = (rest + chunk).split(b"\n")
        for line in whole:
            yield json.loads(line)
