"""Entries of the log as a file, beside it one that proves them: their hashes, and the head of the log."""

from __future__ import annotations

import csv
import hashlib
import json
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from svcconsole.whole_file import whole_file, write_whole
from svcconsole.words.message import message
from svcconsole.workspace.clock import now
from svcconsole.workspace.team.audit_entries import HASHED, Head, Verified, entry_hash

COLUMNS = (*HASHED, "sha256")
HOW = message(
    "The hash of an entry is the SHA-256 of these values in this order, each as UTF-8 behind the number of "
    "its bytes and a colon: {values}. Each entry holds the hash of the one before it, so that the head of "
    "the log stands only while every entry before it does: svcconsole log --against THIS_FILE compares it "
    "with the log as it is then.",
    values=", ".join(HASHED),
)


class NotProved(Exception):
    """The files do not belong together, or an entry is not as it was exported; `entry` is its number, 0 where
    the file as a whole is another."""

    def __init__(self, entry: int) -> None:
        super().__init__(entry)
        self.entry = entry


def proof_of(file: Path) -> Path:
    """Where the proof of an exported file stands."""
    return file.with_name(f"{file.stem}.proof.json")


def export_log(file: Path, entries: Sequence[Mapping[str, Any]], head: Head | None, chain: Verified) -> None:
    """Write entries as they are stored (`AuditLog.as_stored`) as CSV to `file`, and the proof beside it; both
    are whole or not there. Raises OSError."""
    with whole_file(file) as written:
        with written.open("w", encoding="utf-8", newline="") as out:
            rows = csv.writer(out)
            rows.writerow(COLUMNS)
            rows.writerows([entry[name] for name in COLUMNS] for entry in entries)
        digest = hashlib.sha256(written.read_bytes()).hexdigest()
    proof = {
        "file": file.name,
        "sha256": digest,
        "exportedAt": now(),
        "entries": {str(entry["seq"]): entry["sha256"] for entry in entries},
        "chain": {"entries": chain.entries, "broken": chain.broken},
        "log": None if head is None else {"seq": head.seq, "at": head.at, "sha256": head.sha256},
        "how": HOW,
    }
    write_whole(proof_of(file), json.dumps(proof, ensure_ascii=False, indent=2).encode())


def check_export(file: Path) -> int:
    """How many entries an exported file holds, each of them as its hash and the proof beside it say.

    Raises NotProved, OSError, and ValueError where one of the files is none of these.
    """
    proof = json.loads(proof_of(file).read_text("utf-8"))
    with file.open(encoding="utf-8", newline="") as found:
        entries = list(csv.DictReader(found))
    for entry in entries:
        said = proof["entries"].get(entry["seq"])
        if entry_hash(entry) != entry["sha256"] or said != entry["sha256"]:
            raise NotProved(int(entry["seq"]))
    if len(entries) != len(proof["entries"]) or _digest(file) != proof["sha256"]:
        raise NotProved(0)
    return len(entries)


def _digest(file: Path) -> str:
    return hashlib.sha256(file.read_bytes()).hexdigest()
