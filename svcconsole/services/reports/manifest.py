"""The manifest beside a merged report: hashes and counts of the parts and the whole, and their
verification.
"""

from __future__ import annotations

import json
import os
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise
from pathlib import Path
from typing import Annotated

from pydantic import BaseModel, ConfigDict, Field, ValidationError

from svcconsole import __version__
from svcconsole.reading_file import reading_file
from svcconsole.services.reports.files import unfinished
from svcconsole.services.reports.merge import Merged
from svcconsole.services.reports.names import BY_NAME
from svcconsole.services.reports.scan import scan
from svcconsole.whole_file import put_in_place
from svcconsole.words.message import Number, listed, mark_plural, message, plural
from svcconsole.words.system_reason import system_reason
from svcconsole.workspace.runs.report_runs import ReportRun

Count = Annotated[int, Field(ge=0)]
Hash = Annotated[str, Field(pattern=r"^[0-9a-f]{64}$")]


LARGEST = 64 << 20
"""Bytes of a manifest at most; one of a thousand parts has half a megabyte."""


class _Kept(BaseModel):
    model_config = ConfigDict(extra="ignore", populate_by_name=True, frozen=True)


class PartEntry(_Kept):
    """One part; `length` says how the end of its file was proved."""

    number: Count
    file: str
    cursor_in: str | None
    cursor_out: str | None
    report_history_id: Annotated[int | None, Field(alias="reportHistoryId")]
    rows: Count
    bytes: Count
    sha256: Hash
    header_sha256: Hash
    length: str


class FileEntry(_Kept):
    """The merged file."""

    name: str
    rows: Count
    bytes: Count
    sha256: Hash
    header: tuple[str, ...]
    header_sha256: Hash


class Manifest(_Kept):
    """What one run asked for, and what came of it."""

    manifest: Annotated[int, Field(ge=1, le=1)] = 1
    made_by: str = f"svcconsole {__version__}"
    run: str
    reference: str
    report: str
    question: Mapping[str, object]
    complete: bool
    file: FileEntry
    parts: tuple[PartEntry, ...]
    warnings: tuple[str, ...] = ()


_NAME_IT = message("Name the manifest.json of a report's folder.")


class ManifestUnreadable(Exception):
    """The file is no manifest; `sentence` says so, `advice` what to do."""

    def __init__(self, sentence: str, advice: str = _NAME_IT) -> None:
        super().__init__(sentence)
        self.sentence = sentence
        self.advice = advice


@dataclass(frozen=True, slots=True)
class Verification:
    """Whether the files are still what the manifest says. `findings` are what is not, `notes` what could not
    be looked at; `parts` of the manifest's were read."""

    manifest: Manifest
    findings: tuple[str, ...]
    notes: tuple[str, ...]
    parts: int

    @property
    def holds(self) -> bool:
        return not self.findings


def manifest_of(
    run: ReportRun, merged: Merged, name: str, parts: Sequence[Path], warnings: tuple[str, ...]
) -> Manifest:
    """The manifest of a run whose parts are all here; `parts` as they are to be found from it."""
    entries = tuple(
        PartEntry(
            number=part.number, file=path.as_posix(), cursor_in=part.cursor_in, cursor_out=part.cursor_out,
            report_history_id=part.history_id, rows=part.rows or 0, bytes=part.bytes or 0,
            sha256=part.sha256 or "", header_sha256=part.header_sha256 or "", length=part.length or "",
        )
        for part, path in zip(run.parts, parts, strict=True)
    )  # fmt: skip
    whole = FileEntry(
        name=name, rows=merged.rows, bytes=merged.size, sha256=merged.sha256, header=merged.header,
        header_sha256=merged.header_sha256,
    )  # fmt: skip
    return Manifest(
        run=run.id,
        reference=run.reference,
        report=run.name,
        question={name: value for name, value in run.question.items() if name != "emails"},
        complete=run.part.cursor_out is None,
        file=whole,
        parts=entries,
        warnings=warnings,
    )


def write(manifest: Manifest, path: Path) -> None:
    """Write it whole or not at all. Raises OSError."""
    written = unfinished(path)
    with written.open("wb") as file:
        file.write(manifest.model_dump_json(indent=2, by_alias=True).encode() + b"\n")
        file.flush()
        os.fsync(file.fileno())
    put_in_place(written, path)


def read(path: Path) -> Manifest:
    """Raises ManifestUnreadable."""
    try:
        with reading_file(path, ManifestUnreadable):
            size = path.stat().st_size
            if not path.is_file() or size > LARGEST:
                raise ManifestUnreadable(message("{file} is not the manifest of a report.", file=path.name))
            return Manifest.model_validate(json.loads(path.read_text("utf-8")))
    except (ValueError, ValidationError, RecursionError) as error:
        raise ManifestUnreadable(
            message("{file} is not the manifest of a report.", file=path.name)
        ) from error


def verify(path: Path, kept: Path | None = None) -> Verification:
    """Read every file of a manifest again and compare. Blocks: call it in a thread. Raises
    ManifestUnreadable.

    Read are regular files in the manifest's own folder, and parts in the folder where this program has `kept`
    them: a manifest may be anybody's.
    """
    manifest = read(path)
    findings, notes, looked_at = _chain(manifest), [], 0
    folders = [folder.resolve() for folder in (path.parent, kept) if folder is not None]
    findings += _differs(path.parent / manifest.file.name, manifest.file, manifest.file.name, folders[:1])
    for part in manifest.parts:
        file = path.parent / part.file
        if not file.exists():
            notes.append(
                message(
                    "Part {number} is not beside the manifest any more.",
                    number=Number(part.number, grouped=False),
                )
            )
            continue
        looked_at += 1
        name = message("part {number}", number=Number(part.number, grouped=False))
        findings += _differs(file, part, name, folders)
    return Verification(manifest, tuple(findings), tuple(notes), looked_at)


_ROWS = mark_plural("{n} row instead of {was}", "{n} rows instead of {was}")


def _differs(path: Path, entry: FileEntry | PartEntry, name: str, folders: Sequence[Path]) -> list[str]:
    try:
        real = path.resolve(strict=True)
        if not real.is_file() or not any(real.is_relative_to(folder) for folder in folders):
            return [message("{name} is not read: it is no file of the report's folder.", name=name)]
        found = scan(real)
    except OSError as error:
        return [message("{name} cannot be read: {reason}.", name=name, reason=system_reason(error))]
    rows = {found.rows, found.rows + found.blank}  # earlier manifests count blank records, too
    if found.sha256 == entry.sha256 and found.size == entry.bytes and entry.rows in rows:
        return []
    told = [
        plural(*sentence, is_now, was=was)
        for sentence, is_now, was in (
            (mark_plural("{n} byte instead of {was}", "{n} bytes instead of {was}"), found.size, entry.bytes),
            (_ROWS, found.rows, entry.rows),
        )
        if is_now != was
    ]
    return [
        message(
            "{name} was changed since: {changes}.",
            name=name,
            changes=listed(told) if told else message("other bytes of the same length"),
        )
    ]


def _chain(manifest: Manifest) -> list[str]:
    """What does not fit together in the manifest itself."""
    parts = manifest.parts
    told: list[str] = []
    if sum(part.rows for part in parts) != manifest.file.rows:
        told.append(
            message(
                "The rows of the parts do not add up to the {rows} of the merged file.",
                rows=manifest.file.rows,
            )
        )
    if not parts or parts[0].cursor_in is not None:
        told.append(message("The first part does not begin at the beginning."))
    told += [
        message(
            "Part {number} does not go on where part {before} ended.",
            number=Number(part.number, grouped=False),
            before=Number(before.number, grouped=False),
        )
        for before, part in pairwise(parts)
        if part.cursor_in != before.cursor_out or part.number != before.number + 1
    ]
    told += [
        message(
            "Part {number} has other columns than the merged file.", number=Number(part.number, grouped=False)
        )
        for part in parts
        if part.header_sha256 != manifest.file.header_sha256
    ]
    resumable = manifest.report in BY_NAME and BY_NAME[manifest.report].resumable
    if parts and parts[-1].cursor_out is not None and (resumable or manifest.complete):
        told.append(
            plural(
                "The store has more than the {n} part of this manifest.",
                "The store has more than the {n} parts of this manifest.",
                len(parts),
            )
        )
    return told
