"""A plan as a file, `plan.json`: everybody who gets something, in order, with its text and the terms.

It is one JSON document, written a line a person, so that neither writing nor reading it holds more than one
of them. The plan's hash in it is the run's own; the last line holds the SHA-256 of all bytes before it.
"""

from __future__ import annotations

import hashlib
import json
import re
from collections.abc import Callable, Iterator, Mapping
from dataclasses import asdict, dataclass
from functools import partial
from pathlib import Path
from typing import Any

from pydantic import ValidationError

from svcconsole import __version__
from svcconsole.services.campaigns.terms import STORED, CampaignTerms
from svcconsole.whole_file import whole_file
from svcconsole.words.message import Message, message, number, plural
from svcconsole.workspace.clock import now
from svcconsole.workspace.database import Workspace
from svcconsole.workspace.errors import WorkspaceError
from svcconsole.workspace.runs.plan_records import PlanRecord, plan_records
from svcconsole.workspace.runs.plans import code_of_hash, hash_of_terms
from svcconsole.workspace.runs.records import RunInfo

FORMAT = "svcconsole plan 1"
OPEN = b', "records": [\n'
COUNTS = b'], "people": %d, "left_out": %d,\n'
END = b'"sha256": "%s"}\n'
"""What ends the first line, and the last two lines."""
_COUNTED = re.compile(rb'\], "people": (\d{1,9}), "left_out": (\d{1,9}),\n')
LONGEST_LINE = 16 * 1024 * 1024
"""No message is longer; a file of one endless line is none of ours."""
Heard = Callable[[PlanRecord], None]


class NotAsPlanned(WorkspaceError):
    """A plan's file is not as it was written; `line` counts from 1, 0 where it is the file as a whole."""

    def __init__(self, sentence: Message, line: int = 0) -> None:
        super().__init__(sentence, message("Nothing counts that is in it. Have the plan written anew."))
        self.line = line


@dataclass(frozen=True, slots=True)
class PlanFile:
    """What a plan's file says of the plan: its hash and code, how many `people` get something and how many
    records are `left_out`, who planned it and when, with the code of their key where they have one, and its
    terms."""

    code: str
    plan_sha256: str
    kind: str
    title: str
    file_name: str
    planned_by: str
    planned_at: str
    planner_key: str
    mapping: str
    people: int
    left_out: int
    terms: CampaignTerms


def write_plan(workspace: Workspace, run_id: str, path: Path, planner_key: str = "") -> PlanFile:
    """Write the plan of a run to `path`, whole or not at all.

    Raises WorkspaceError where its records are not, byte for byte, those that were frozen, and OSError.
    """
    info = workspace.runs.get(run_id)
    digest, hashes = hashlib.sha256(), hashlib.sha256()
    people = left_out = 0
    with whole_file(path) as written, workspace.reading() as connection, written.open("wb") as file:

        def put(line: bytes) -> None:
            file.write(line)
            digest.update(line)

        put(_text(_head(workspace, info, planner_key))[:-1] + OPEN)
        for record, is_last in _with_last(plan_records(connection, run_id, frozen=True)):
            hashes.update(hashlib.sha256(record.body or b"").digest())
            people += record.body is not None
            left_out += record.body is None
            put(_text(_entry(record)) + (b"\n" if is_last else b",\n"))
        hashes.update(hash_of_terms(info.terms))
        if hashes.hexdigest() != info.sha256:
            raise WorkspaceError(
                message("The records of plan {code} are not those that were planned.", code=info.code),
                message("Nothing was written. Plan the file again."),
            )
        put(COUNTS % (people, left_out))
        file.write(END % digest.hexdigest().encode())
        written.chmod(0o600)
    return PlanFile(
        info.code, hashes.hexdigest(), info.kind, info.title, info.file_name, info.operator, info.created_at,
        planner_key, info.mapping, people, left_out, CampaignTerms.of_text(info.terms),
    )  # fmt: skip


def read_plan(path: Path, heard: Heard | None = None) -> PlanFile:
    """What the file of a plan says, every hash in it made anew; `heard` is told each record in order.

    Raises NotAsPlanned, with what does not fit, where one byte is not as it was written, and OSError.
    """
    digest, hashes = hashlib.sha256(), hashlib.sha256()
    people = left_out = 0
    counted = end = b""
    with path.open("rb") as file:
        lines = iter(partial(file.readline, LONGEST_LINE), b"")
        first = next(lines, b"")
        head, terms = _read_head(first)
        digest.update(first)
        for place, line in enumerate(lines, 2):
            digest.update(line)
            if line.startswith(b"]"):
                counted, end = line, file.read(len(END) + hashlib.sha256().digest_size * 2)
                break
            record = _read_entry(line, place)
            hashes.update(hashlib.sha256(record.body or b"").digest())
            people += record.body is not None
            left_out += record.body is None
            if heard is not None:
                heard(record)
    _compare_counts(counted, people, left_out)
    text = json.dumps(head["terms"], sort_keys=True, separators=(",", ":"), ensure_ascii=False)
    hashes.update(hash_of_terms(text if head["terms"] else ""))
    _compare_plan(head, hashes.hexdigest(), is_whole=end == END % digest.hexdigest().encode())
    return PlanFile(
        head["code"], head["plan_sha256"], head["kind"], head["title"], head["file_name"],
        head["planned_by"], head["planned_at"], head["planner_key"], head["mapping"], people, left_out, terms,
    )  # fmt: skip


def _compare_counts(counted: bytes, people: int, left_out: int) -> None:
    found = _COUNTED.fullmatch(counted)
    if found is None:
        raise NotAsPlanned(message("The plan ends before its end: somebody may be missing."))
    if (people, left_out) != (int(found[1]), int(found[2])):
        raise NotAsPlanned(
            plural(
                "{n} person stands in the file, and the plan was made for {planned}.",
                "{n} people stand in the file, and the plan was made for {planned}.",
                people,
                planned=number(int(found[1])),
            )
        )


def _compare_plan(head: Mapping[str, Any], sha256: str, *, is_whole: bool) -> None:
    """Raise NotAsPlanned for the gravest of what does not fit."""
    if sha256 != head["plan_sha256"] or code_of_hash(sha256) != head["code"]:
        raise NotAsPlanned(
            message("The messages, their order or the terms are not those of plan {code}.", code=head["code"])
        )
    if not is_whole:
        raise NotAsPlanned(
            message(
                "The messages and the terms are those of plan {code}, but something beside them was changed.",
                code=head["code"],
            )
        )


def _head(workspace: Workspace, info: RunInfo, planner_key: str) -> dict[str, Any]:
    log = workspace.log.head()
    return {
        "format": FORMAT,
        "svcconsole": __version__,
        "written_at": now(),
        "code": info.code,
        "plan_sha256": info.sha256,
        "kind": info.kind,
        "title": info.title,
        "file_name": info.file_name,
        "file_sha256": info.fingerprint,
        "planned_by": info.operator,
        "planned_at": info.created_at,
        "planner_key": planner_key,
        "mapping": info.mapping,
        "log": None if log is None else asdict(log),
        "terms": json.loads(info.terms) if info.terms else {},
    }


def _entry(record: PlanRecord) -> dict[str, Any]:
    told: dict[str, Any] = {"to": record.record_id}
    if record.body is None:
        return told | {"body": None, "reason": record.reason}
    numbers = {"lane": record.lane, "text": record.arm}
    told |= {name: value for name, value in numbers.items() if value is not None}
    return told | {"body": record.body.decode(), "sha256": hashlib.sha256(record.body).hexdigest()}


def _read_head(line: bytes) -> tuple[Mapping[str, Any], CampaignTerms]:
    refused = NotAsPlanned(message("The file is no plan, or its first line is not as it was written."), 1)
    if not line.endswith(OPEN):
        raise refused
    head = _read(line[: -len(OPEN)] + b"}", 1)
    words = (
        "code", "plan_sha256", "kind", "title", "file_name", "planned_by", "planned_at", "planner_key",
        "mapping",
    )  # fmt: skip
    if (
        head.get("format") != FORMAT
        or not all(isinstance(head.get(name), str) for name in words)
        or not isinstance(head.get("terms"), dict)
    ):
        raise refused
    try:
        return head, CampaignTerms.model_validate(head["terms"], context=STORED)
    except ValidationError as error:
        raise NotAsPlanned(message("The terms of this plan cannot be read by this version."), 1) from error


def _read_entry(line: bytes, place: int) -> PlanRecord:
    entry = _read(line.rstrip(b"\n").removesuffix(b","), place)
    to, body, lane, arm = (entry.get(name) for name in ("to", "body", "lane", "text"))
    if (
        not isinstance(to, str)
        or not isinstance(body, str | None)
        or not all(each is None or isinstance(each, int) for each in (lane, arm))
    ):
        raise _not_written(place)
    if body is None:
        return PlanRecord(to, None, str(entry.get("reason", "")))
    content = body.encode("utf-8", "surrogatepass")
    if hashlib.sha256(content).hexdigest() != entry.get("sha256"):
        raise NotAsPlanned(
            message(
                "The message to {to} in line {line} is not the one that was planned.",
                to=to,
                line=number(place, grouped=False),
            ),
            place,
        )
    return PlanRecord(to, content, "", lane, arm)


def _read(text: bytes, place: int) -> dict[str, Any]:
    try:
        read = json.loads(text)
    except (ValueError, RecursionError) as error:
        raise _not_written(place) from error
    if not isinstance(read, dict):
        raise _not_written(place)
    return read


def _not_written(place: int) -> NotAsPlanned:
    return NotAsPlanned(
        message("Line {line} of the plan is not as it was written.", line=number(place, grouped=False)), place
    )


def _with_last(records: Iterator[PlanRecord]) -> Iterator[tuple[PlanRecord, bool]]:
    """Each record, and whether none comes after it."""
    held = next(records, None)
    while held is not None:
        following = next(records, None)
        yield held, following is None
        held = following


def _text(told: Mapping[str, Any]) -> bytes:
    return json.dumps(told, ensure_ascii=False).encode("utf-8", "surrogatepass")
