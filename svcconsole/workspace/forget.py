"""Removes all that a workspace knows of one person, on request: nothing of them is left in the database."""

from __future__ import annotations

import hashlib
import json
import re
from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path
from typing import Any

from sqlalchemy import Column, Connection, LargeBinary, Table, delete, insert, or_, select, update

from svcconsole.words.message import message
from svcconsole.workspace.clock import now
from svcconsole.workspace.database import FILE_NAME, Workspace
from svcconsole.workspace.errors import RunUnderWay, WorkspaceError
from svcconsole.workspace.known.registries import RegistryKind
from svcconsole.workspace.runs.decisions import STOP_FIRST
from svcconsole.workspace.schema import (
    ItemState,
    RunState,
    audit_log,
    before_answers,
    bodies,
    changes,
    decisions,
    deliveries,
    drafts,
    events,
    file_rows,
    items,
    log_people,
    metadata,
    people,
    proofs,
    recipients,
    registry,
    runs,
    send_people,
    sends,
)
from svcconsole.workspace.schema.base import TEXTS
from svcconsole.workspace.team.audit_entries import Action
from svcconsole.workspace.team.audit_log import add_entry
from svcconsole.workspace.team.person_marks import MARK, PLAIN, erase_names, marks_of, people_keys
from svcconsole.workspace.team.roles import Right

REMOVED = "removed"
"""What stands where something of the person stood."""
WHY = message("Removed because the person asked for it.")
CHUNK = 500
BLOCK, LONGEST = 1 << 20, 400
"""A file is looked through in blocks; so many characters of the one before are looked at again."""
SHORTEST_ID = 6
"""A shorter id stands in too much else; it is looked for where ids stand."""
_ESCAPED = re.compile(r"\\u([0-9a-fA-F]{4})")
"""A letter as JSON may write it."""
MOVING = (RunState.RUNNING, RunState.PAUSED)
GONE_WITH_THEM = (deliveries, proofs, drafts, changes)
"""Tables of which a row that names the person goes as a whole."""


@dataclass(frozen=True, slots=True)
class Subject:
    """Whom it is about: `keys` as the workspace keeps people under (`id:…`, `external:…`, `phone:…`,
    `email:…`), `texts` what is looked for anywhere, in small letters; `digits` the same of phone numbers,
    `words` of ids, which are found as whole words alone."""

    keys: frozenset[str]
    texts: frozenset[str]
    digits: frozenset[str]
    words: frozenset[str]

    @property
    def ids(self) -> frozenset[str]:
        """What a record of theirs may be called."""
        return frozenset(key.partition(":")[2] for key in self.keys)

    def named_in(self, text: str) -> bool:
        """Whether a text names the person: their number however it is written, an address, the full name."""
        small = _ESCAPED.sub(lambda found: chr(int(found[1], 16)), text).casefold()
        if any(each in small for each in self.texts) or any(_word(each).search(small) for each in self.words):
            return True
        return bool(self.digits) and any(each in PLAIN.sub("", small) for each in self.digits)


@dataclass(slots=True)
class Forgotten:
    """How many entries of which table were removed or emptied; `suppressed` where the person's number was on
    the suppression list, which goes on knowing it by a mark that tells nobody whose it is; `rewritten` once
    the database's files are free of them, which they are not while others go on reading an earlier moment."""

    counts: Counter[str] = field(default_factory=Counter)
    suppressed: bool = False
    rewritten: bool = False

    @property
    def total(self) -> int:
        return sum(self.counts.values())


def subject_of(workspace: Workspace, text: str) -> Subject:
    """Whom a phone number, an e-mail address or an id means, with all else that is known of them."""
    wanted = text.strip()
    if not wanted:
        raise WorkspaceError(message("Nobody is named."), message("Name a phone number, an e-mail or an id."))
    asked = people_keys(wanted)
    found = workspace.people.of(asked)
    keys = set(asked).union(*(one.keys for one in found))
    texts = {key.partition(":")[2].casefold() for key in keys if key.startswith(("email:", "phone:+"))}
    texts |= {one.name.casefold() for one in found if " " in one.name.strip()}
    digits = {text.removeprefix("+") for text in texts if text.removeprefix("+").isdecimal()}
    ids = {key.partition(":")[2].casefold() for key in keys if key.startswith(("id:", "external:"))}
    words = {each for each in ids - texts if len(each) >= SHORTEST_ID and not each.startswith("+")}
    return Subject(frozenset(keys), frozenset(texts), frozenset(digits), frozenset(words))


def forget(workspace: Workspace, subject: Subject) -> Forgotten:
    """Remove the person in one transaction; what it tells the log are counts. Their records in runs that
    ended keep their place and their end, without what was in them.

    Raises RunUnderWay while a run that holds them is being sent, NotAllowed without the right to it.
    """
    workspace.operators.require(Right.ADMINISTER)
    done = Forgotten()
    with workspace.writing() as connection:
        found = _records(connection, subject)
        _refuse_moving(connection, {run_id for run_id, _ in found})
        single = set(
            connection.execute(select(runs.c.id).where(runs.c.single.is_(True))).scalars()
        ) & {run_id for run_id, _ in found}  # fmt: skip
        for run_id in sorted(single):
            connection.execute(delete(runs).where(runs.c.id == run_id))
        done.counts["sends"] += len(single)
        for run_id, seq in sorted(found):
            if run_id not in single:
                _empty(connection, run_id, seq)
                done.counts["records"] += 1
        _take_out_entries(connection, subject, done)
        for table in metadata.sorted_tables:
            if table not in (audit_log, log_people, *GONE_WITH_THEM):
                done.counts[table.name] += _replace(connection, table, subject)
        marks = marks_of(connection, subject.keys)
        done.counts["log_people"] += erase_names(connection, marks)
        done.counts = Counter({name: count for name, count in done.counts.items() if count})
        told: dict[str, Any] = {"person": sorted(marks)} if done.total else {}
        add_entry(connection, Action.FORGOTTEN, count=done.total, details={**done.counts, **told})
    done.rewritten = workspace.rewrite(t.name for t in metadata.sorted_tables if t is not audit_log)
    return done


def files_naming(subject: Subject, paths: Iterable[Path]) -> list[Path]:
    """Those of these files, and of the files in these folders, that name the person."""
    files = (file for path in paths for file in ([path] if path.is_file() else sorted(path.rglob("*"))))
    return [file for file in files if file.is_file() and _names(subject, file)]


def _names(subject: Subject, path: Path) -> bool:
    """Whether a file holds the person as text; of a workspace's file earlier moments are in it, too."""
    if path.name.startswith(FILE_NAME):
        return True
    before = ""
    with path.open("rb") as file:
        while block := file.read(BLOCK):
            text = block.replace(b"\0", b"").decode("utf-8", "replace")
            if subject.named_in(before + text):
                return True
            before = text[-LONGEST:]
    return False


def _records(connection: Connection, subject: Subject) -> set[tuple[str, int]]:
    """Every record of a run that is the person's: by its id, its bytes, its rows or whom it was sent to."""
    found: set[tuple[str, int]] = set()
    for some in _chunks(sorted(subject.ids)):
        query = select(items.c.run_id, items.c.seq).where(items.c.record_id.in_(some))
        found |= {(row.run_id, row.seq) for row in connection.execute(query)}
    for some in _chunks(sorted(subject.keys)):
        named = select(send_people.c.run_id, send_people.c.seq).where(send_people.c.key.in_(some))
        found |= {(row.run_id, row.seq) for row in connection.execute(named)}
    for table, column in ((bodies, bodies.c.body), (file_rows, file_rows.c.cells), (sends, sends.c.form)):
        query = select(table.c.run_id, table.c.seq, column.label("content"))
        for row in connection.execute(query, execution_options={"yield_per": CHUNK}):
            if subject.named_in(_text(row.content)):
                found.add((row.run_id, row.seq))
    return found


def _refuse_moving(connection: Connection, run_ids: Collection[str]) -> None:
    for some in _chunks(sorted(run_ids)):
        query = select(runs.c.code).where(runs.c.id.in_(some), runs.c.state.in_(MOVING))
        if (code := connection.execute(query).scalars().first()) is not None:
            sentence = message("The run of plan {code} is under way with this person.", code=code)
            raise RunUnderWay(sentence, STOP_FIRST)


def _empty(connection: Connection, run_id: str, seq: int) -> None:
    """Leave a record of a run its place and its end, and nothing that was in it; what waited does not go."""
    own = (items.c.run_id == run_id, items.c.seq == seq)
    waited = (ItemState.PLANNED, ItemState.UNKNOWN, ItemState.SENDING)
    empty = b"{}"
    blank: dict[str, Any] = {"record_id": REMOVED, "server_words": "", "given_ids": "", "reason": WHY}
    connection.execute(
        update(items).where(*own, items.c.state.in_(waited)).values(state=ItemState.LEFT_OUT, at=now())
    )
    connection.execute(update(items).where(*own).values(**blank))
    freed = {"template": None} if "template" in bodies.c else {}
    connection.execute(
        update(bodies)
        .where(bodies.c.run_id == run_id, bodies.c.seq == seq)
        .values(body=empty, sha256=hashlib.sha256(empty).hexdigest(), **freed)
    )
    connection.execute(delete(recipients).where(recipients.c.run_id == run_id, recipients.c.seq == seq))
    for row in connection.execute(
        select(file_rows.c.number, file_rows.c.cells).where(
            file_rows.c.run_id == run_id, file_rows.c.seq == seq
        )
    ).all():
        width = len(json.loads(row.cells))
        connection.execute(
            update(file_rows)
            .where(file_rows.c.run_id == run_id, file_rows.c.number == row.number)
            .values(cells=json.dumps([""] * width))
        )
    connection.execute(
        update(decisions)
        .where(decisions.c.run_id == run_id, decisions.c.seq == seq)
        .values(reason="", server_words="")
    )
    query = select(before_answers.c.number, before_answers.c.seqs).where(before_answers.c.run_id == run_id)
    for row in connection.execute(query).all():
        if seq in json.loads(row.seqs):
            connection.execute(
                delete(before_answers).where(
                    before_answers.c.run_id == run_id, before_answers.c.number == row.number
                )
            )


def _take_out_entries(connection: Connection, subject: Subject, done: Forgotten) -> None:
    """Rows that are about the person and nobody else go as a whole."""
    phones = sorted(key.removeprefix("phone:") for key in subject.keys if key.startswith("phone:"))
    ids, keys = sorted(subject.ids), sorted(subject.keys)
    listed = (registry.c.kind == RegistryKind.SUPPRESSED, registry.c.key.in_(phones))
    done.suppressed = connection.execute(delete(registry).where(*listed)).rowcount > 0
    done.counts["registry"] += done.suppressed
    if done.suppressed:
        suppress_marks(connection, phones)
    contacts = [people.c.contacts.contains(f"\n{key}\n", autoescape=True) for key in keys]
    whole = {
        people: or_(people.c.key.in_(keys), people.c.service_id.in_(_of(keys, "id:")),
                    people.c.external_id.in_(_of(keys, "external:")), *contacts),
        send_people: send_people.c.key.in_(keys),
        deliveries: deliveries.c.phone.in_(phones),
        recipients: recipients.c.number.in_(phones),
        events: events.c.key.in_([*ids, *keys]),
        changes: (changes.c.kind == "customers") & changes.c.record_id.in_([*ids, *keys]),
    }  # fmt: skip
    for table, which in whole.items():
        done.counts[table.name] += connection.execute(delete(table).where(which)).rowcount
    for table in GONE_WITH_THEM:
        for row in _naming(connection, table, subject):
            done.counts[table.name] += connection.execute(delete(table).where(*_key_of(table, row))).rowcount


def suppress_marks(connection: Connection, phones: Iterable[str]) -> None:
    """Keep these numbers from campaigns by their marks, which tell nobody whose they are."""
    numbers = [f"phone:{phone}" for phone in phones if phone.startswith("+")]
    keys = {MARK + mark for mark in marks_of(connection, numbers, new=True)}
    listed = (registry.c.kind == RegistryKind.SUPPRESSED, registry.c.key.in_(sorted(keys)))
    keys -= set(connection.execute(select(registry.c.key).where(*listed)).scalars())
    blank = {"kind": RegistryKind.SUPPRESSED, "label": "", "note": "", "times": 0}
    if keys:
        connection.execute(insert(registry), [{**blank, "key": key} for key in sorted(keys)])


def _replace(connection: Connection, table: Table, subject: Subject) -> int:
    """Take the person out of texts that are about others, too; in how many rows."""
    changed = 0
    for row in list(_naming(connection, table, subject)):
        values: dict[str, Any] = {}
        for column in _texts(table):
            content = row[column.name]
            if content is None or not subject.named_in(_text(content)):
                continue
            text = _without(_text(content), subject)
            values[column.name] = text if isinstance(content, str) else text.encode()
        where = _key_of(table, row)
        if any(name in table.primary_key.columns for name in values):
            connection.execute(delete(table).where(*where))
            connection.execute(insert(table).values(**{**row, **values}))
        elif values:
            connection.execute(update(table).where(*where).values(**values))
        changed += bool(values)
    return changed


def _naming(connection: Connection, table: Table, subject: Subject) -> Iterator[dict[str, Any]]:
    """The rows of a table in which a text names the person."""
    columns = _texts(table)
    if not columns:
        return
    found = []
    for row in connection.execute(select(table), execution_options={"yield_per": CHUNK}):
        values = dict(row._mapping)
        texts = (values[column.name] for column in columns)
        if any(each and subject.named_in(_text(each)) for each in texts):
            found.append(values)
    yield from found


def _texts(table: Table) -> list[Column[Any]]:
    return [column for column in table.columns if isinstance(column.type, (*TEXTS, LargeBinary))]


def _key_of(table: Table, row: dict[str, Any]) -> list[Any]:
    return [column == row[column.name] for column in table.primary_key.columns]


def _without(text: str, subject: Subject) -> str:
    """The text with the person taken out of it."""
    for each in sorted(subject.texts, key=len, reverse=True):
        for written in (each, json.dumps(each)[1:-1]):
            text = re.sub(re.escape(written), REMOVED, text, flags=re.IGNORECASE)
    for each in subject.words:
        text = _word(each).sub(REMOVED, text)
    between = r"[\s().\-/\u200e\u202a-\u202e\u2066-\u2069]*"
    for digits in subject.digits:
        text = re.sub(between.join(digits), REMOVED, text)
    return text


def _text(content: bytes | str) -> str:
    """What a column holds, as text."""
    return content if isinstance(content, str) else bytes(content).decode("utf-8", "replace")


@cache
def _word(text: str) -> re.Pattern[str]:
    return re.compile(rf"(?<!\w){re.escape(text)}(?!\w)", re.IGNORECASE)


def _of(keys: Iterable[str], prefix: str) -> list[str]:
    return [key.removeprefix(prefix) for key in keys if key.startswith(prefix)]


def _chunks(values: Sequence[str]) -> Iterator[Sequence[str]]:
    for start in range(0, len(values), CHUNK):
        yield values[start : start + CHUNK]
