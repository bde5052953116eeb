"""The proof of what was sent, as one file: a JSON line an entry, the last the SHA-256 of all lines before it,
signed where whoever wrote it has a key.

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
from svcconsole.words.message import message, sentences
from svcconsole.workspace.clock import now
from svcconsole.workspace.database import Workspace
from svcconsole.workspace.person_text import Subject
from svcconsole.workspace.runs.run_evidence import evidence_of
from svcconsole.workspace.team.audit_entries import WHOSE_CHAIN
from svcconsole.workspace.team.signatures import Signature, SigningKey

FORMAT = "svcconsole proof 1"
HOW = message(
    "The last line holds the SHA-256 of all lines before it. It shows that the file is as it was written, "
    "not by whom: whoever rewrites the whole file can write another hash. Keep the hash apart from the file. "
    "Where a signature stands beside it, whoever has the private half of its key wrote the hash. "
    "“log” is the last entry of the log at that moment."
)
PROOF = "proof"
"""What a signature of a proof's hash is of."""


class NotWhole(Exception):
    """A pack is not as it was written; `line` counts from 1, 0 where the file as a whole is another."""

    def __init__(self, line: int) -> None:
        super().__init__(line)
        self.line = line


@dataclass(frozen=True, slots=True)
class Pack:
    """What a pack holds: how many entries of each kind; `sha256` is that of all lines before its last,
    `head` its first line, `signed` the signature under it, where there is one."""

    counts: Mapping[str, int]
    sha256: str
    head: Mapping[str, Any]
    signed: Signature | None = None


def write_pack(
    workspace: Workspace, of: str | Subject, path: Path, key: SigningKey | None = None, name: str = ""
) -> Pack:
    """Write what is kept of a run (its id) or of a person to `path`, whole or not at all; with a `key` it is
    signed by whoever calls themselves `name`.

    Raises OSError, and WorkspaceError where what is kept is damaged.
    """
    log = workspace.log.head()
    head = {
        "format": FORMAT,
        "svcconsole": __version__,
        "written_at": now(),
        "log": None if log is None else asdict(log),
        "how": sentences(HOW, message(WHOSE_CHAIN[workspace.shared])),
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
            sha256 = digest.hexdigest()
            signed = None if key is None else key.sign(PROOF, sha256, name, now())
            file.write(_end(sha256, signed))
        written.chmod(0o600)
    return Pack(counts, sha256, head, signed)


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
    signed = _signature(before)
    if not head or before != _end(digest.hexdigest(), signed):
        raise NotWhole(0)
    if signed is not None and not (
        signed.stands and signed.what == PROOF and signed.sha256 == digest.hexdigest()
    ):
        raise NotWhole(number)
    read = _read(head, 1)
    if read.get("format") != FORMAT:
        raise NotWhole(1)
    return Pack(counts, digest.hexdigest(), read, signed)


def _end(sha256: str, signed: Signature | None) -> bytes:
    """The last line."""
    return _line({"sha256": sha256} | ({} if signed is None else {"signed": asdict(signed)}))


def _signature(line: bytes) -> Signature | None:
    """The signature in a last line; None where there is none that can be read."""
    try:
        return Signature.of_text(json.dumps(json.loads(line)["signed"]))
    except (ValueError, RecursionError, KeyError, TypeError):
        return None


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
