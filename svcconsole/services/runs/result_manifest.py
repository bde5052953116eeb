"""Writes beside result files what they can be proved by: their hashes, the plan's, and the head of the log.

A file of its own: a result file can be imported again as it is, so nothing that is no row stands in it.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Sequence
from dataclasses import asdict
from pathlib import Path

from svcconsole import __version__
from svcconsole.whole_file import write_whole
from svcconsole.words.message import message
from svcconsole.workspace.clock import now
from svcconsole.workspace.database import Workspace
from svcconsole.workspace.team.audit_entries import WHOSE_CHAIN

NAME = "manifest.json"


def write_manifest(workspace: Workspace, run_id: str, files: Sequence[Path], path: Path) -> Path:
    """Write the manifest of these result files of a run to `path`, whole or not at all; returns it.

    `log` is the last entry of the log at that moment (null in a log without entries): as long as the entry
    has the same hash nothing before it was changed. `how` says what that does not prove.
    """
    info, head = workspace.runs.get(run_id), workspace.log.head()
    told = {
        "svcconsole": __version__,
        "written_at": now(),
        "run": run_id,
        "plan": info.code,
        "plan_sha256": info.sha256,
        "log": None if head is None else asdict(head),
        "how": message(WHOSE_CHAIN[workspace.shared]),
        # Another console may have written them anew meanwhile, and taken one away.
        "files": {file.name: _sha256(file) for file in files if file.is_file()},
    }
    write_whole(path, (json.dumps(told, indent=2, ensure_ascii=False) + "\n").encode())
    return path


def _sha256(file: Path) -> str:
    with file.open("rb") as content:
        return hashlib.file_digest(content, "sha256").hexdigest()
