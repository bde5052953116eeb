"""The proof of what was sent, as one file: a JSON line an entry, the last the SHA-256 of all lines before it.

Whoever has no svcconsole checks it with `head -n -1 PACK | sha256sum`.
"""

from __future__ import annotations

import hashlib
import json
from collections import Counter
from collections.abc import Mapping
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

from svcconsole import __version__
from svcconsole.whole_file import whole_file
from svcconsole.words.message import message
from svcconsole.workspace.clock import now
from svcconsole.workspace.database import Workspace
from svcconsole.workspace.forget import Subject
from svcconsole.workspace.runs.run_evidence import evidence_of

FORMAT = "svcconsole proof 1"
HOW = message(
    "The last line holds the SHA-256 of all lines before it. It shows that the file is as it was written, "
    "not by whom: whoever rewrites the whole file can write another hash. Keep the hash apart from the file. "
    "“log” is the last entry of the log at that moment, and the log is a chain kept by the same computer: "
    "whoever has that computer can write a new chain, unless its head was kept elsewhere before."
)


class NotWhole(Exception):
    """A pack is not as it was written; `line` counts from 1, 0 where the file as a whole is another."""

    def __init__(self, line: int) -> None:
        super().__init__(line)
        self.line = line


@dataclass(frozen=True, slots=True)
class Pack:
    """What a pack holds: how many entries of each kind; `sha256` is that of all lines before its last,
    `head` its first line."""

    counts: Mapping[str, int]
    sha256: str
    head: Mapping[str, Any]


def write_pack(workspace: Workspace, of: str | Subject, path: Path) -> Pack:
    """Write what is kept of a run (its id) or of a person to `path`, whole or not at all.

    Raises OSError, and WorkspaceError where what is kept is damaged.
    """
    log = workspace.log.head()
    head = {
        "format": FORMAT,
        "svcconsole": __version__,
        "written_at": now(),
        "log": None if log is None else asdict(log),
        "how": HOW,
    }
    counts: Counter[str] = Counter()
    digest = hashlib.sha256()
    with whole_file(path) as written:
        with written.open("wb") as file:
            file.write(line := _line(head))
            digest.update(line)
            for kind, entry in evidence_of(workspace, of):
                file.write(line := _line({"entry": kind} | entry))
                digest.update(line)
                counts[kind] += 1
            file.write(_line({"sha256": digest.hexdigest()}))
        written.chmod(0o600)
    return Pack(counts, digest.hexdigest(), head)


def check_pack(path: Path) -> Pack:
    """What a pack holds; raises NotWhole where one byte of it is not as it was written, and OSError."""
    counts: Counter[str] = Counter()
    digest, head, before, number = hashlib.sha256(), b"", b"", 0
    with path.open("rb") as file:
        for number, line in enumerate(file, 1):
            if number == 2:
                head = before
            if number > 2:
                counts[_checked_kind(before, number - 1)] += 1
            digest.update(before)
            before = line
    if not head or before != _line({"sha256": digest.hexdigest()}):
        raise NotWhole(0)
    read = _read(head, 1)
    if read.get("format") != FORMAT:
        raise NotWhole(1)
    return Pack(counts, digest.hexdigest(), read)


def _checked_kind(line: bytes, number: int) -> str:
    """The kind of an entry; raises NotWhole where a message does not have the hash that stands beside it."""
    entry = _read(line, number)
    body, sha256 = entry.get("body"), entry.get("sha256")
    if entry.get("entry") == "message" and body is not None:
        if not isinstance(body, str):
            raise NotWhole(number)
        if hashlib.sha256(body.encode("utf-8", "surrogatepass")).hexdigest() != sha256:
            raise NotWhole(number)
    return str(entry.get("entry", ""))


def _read(line: bytes, number: int) -> dict[str, Any]:
    try:
        read = json.loads(line)
    except (ValueError, RecursionError) as error:
        raise NotWhole(number) from error
    if not isinstance(read, dict):
        raise NotWhole(number)
    return read


def _line(told: Mapping[str, Any]) -> bytes:
    return json.dumps(told, ensure_ascii=False).encode("utf-8", "backslashreplace") + b"\n"
