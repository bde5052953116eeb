"""Removes all that a workspace knows of one person, on request: nothing of them is left in the database."""

from __future__ import annotations

import hashlib
import json
from collections import Counter
from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from itertools import count
from typing import Any

from sqlalchemy import Connection, Table, delete, exists, insert, or_, select, update

from svcconsole.words.message import message
from svcconsole.workspace.clock import now
from svcconsole.workspace.database import Workspace
from svcconsole.workspace.errors import RunUnderWay, WorkspaceError
from svcconsole.workspace.known.people import Person
from svcconsole.workspace.known.registries import RegistryKind
from svcconsole.workspace.person_text import REMOVED, Subject, ways_to_write
from svcconsole.workspace.runs.before_answers import unpacked
from svcconsole.workspace.runs.decisions import STOP_FIRST
from svcconsole.workspace.schema import (
    ItemState,
    RunState,
    approvals,
    audit_log,
    before_answers,
    bodies,
    body_templates,
    changes,
    decisions,
    deliveries,
    drafts,
    events,
    file_rows,
    identity,
    items,
    lease,
    log_people,
    meta,
    metadata,
    people,
    person_keys,
    proofs,
    recipients,
    registry,
    runs,
    send_people,
    sends,
    watermarks,
)
from svcconsole.workspace.schema.base import TEXTS
from svcconsole.workspace.team.audit_entries import Action
from svcconsole.workspace.team.audit_log import add_entry
from svcconsole.workspace.team.person_marks import MARK, erase_names, marks_of, people_keys
from svcconsole.workspace.team.roles import Right

WHY = message("Removed because the person asked for it.")
CHUNK = 500
SHORTEST_ID = 6
"""A shorter id stands in too much else; it is looked for where ids stand."""
MOST_ALIKE = 1000
Values = dict[str, Any]
MOVING = (RunState.RUNNING, RunState.PAUSED)
THINGS = ("products", "catalogs", "prices")
"""Kinds of runs and drafts whose records have ids of their own: an id of a person is nobody there."""
OF_MANY = ("user_properties:", "prices:")
"""How the keys of drafts begin that hold the rows of many: only what is the person's own is taken out."""
NAME_NOBODY = (meta, identity, lease, watermarks, audit_log, person_keys)
"""Tables by which a workspace is known, which stay in a wipe, too."""
GONE_WITH_THEM = (deliveries, proofs, drafts, changes)
"""Tables of which a row that can be about nobody else goes as a whole."""
OF_SOMEBODY = (
    people, bodies, body_templates, file_rows, before_answers, recipients, send_people, deliveries, proofs,
    changes,
)  # fmt: skip
"""Tables whose rows are each somebody's, or some thing's: those of others stay as they are."""
FROZEN = frozenset((items.c.record_id, runs.c.terms))
"""What a plan is checked by before it is sent."""
BLANKED = frozenset((approvals.c.words,))
"""Texts that nobody may change once they are written, but for taking them away."""


@dataclass(slots=True)
class Forgotten:
    """How many entries of which table were removed or emptied; `suppressed` where the person's number was on
    the suppression list, which goes on knowing it by a mark that tells nobody whose it is; `rewritten` once
    the database's files are free of them, which they are not while others go on reading an earlier moment."""

    counts: Counter[str] = field(default_factory=Counter)
    suppressed: bool = False
    rewritten: bool = False
    codes: frozenset[str] = frozenset()
    """Of the runs that held records of theirs."""

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
    numbers = [key.removeprefix("phone:") for key in keys if key.startswith("phone:+")]
    emails = {key.removeprefix("email:").casefold() for key in keys if key.startswith("email:")}
    ids = {key.partition(":")[2].casefold() for key in keys if key.startswith(("id:", "external:"))}
    words = {each for each in ids - emails if len(each) >= SHORTEST_ID and not each.startswith("+")}
    return Subject(
        frozenset(keys),
        frozenset().union(*map(ways_to_write, numbers)),
        frozenset(emails),
        frozenset(words),
        _own_names(workspace, found),
    )


def _own_names(workspace: Workspace, found: Sequence[Person]) -> frozenset[str]:
    """What these people alone are called, in small letters, of all who are known here."""
    names = {one.name.strip().casefold() for one in found if " " in one.name.strip()}
    own = {one.key for one in found}
    alike = (one for name in names for one in workspace.people.search(name, MOST_ALIKE))
    return frozenset(names - {one.name.strip().casefold() for one in alike if one.key not in own})


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
        held = {run_id for run_id, _ in found}
        done.codes = _codes_of(connection, held)
        single = set(connection.execute(select(runs.c.id).where(runs.c.single.is_(True))).scalars()) & held
        for run_id in sorted(single):
            connection.execute(delete(runs).where(runs.c.id == run_id))
        done.counts["sends"] += len(single)
        for run_id, seq in sorted(found):
            if run_id not in single:
                _empty(connection, run_id, seq)
                done.counts["records"] += 1
        for run_id in sorted(held - single):
            _drop_templates(connection, run_id)
        _take_out_entries(connection, subject, done)
        for table in metadata.sorted_tables:
            if table not in (log_people, *NAME_NOBODY, *OF_SOMEBODY):
                done.counts[table.name] += _replace(connection, table, subject)
        marks = marks_of(connection, subject.keys)
        done.counts["log_people"] += erase_names(connection, marks)
        done.counts = Counter({name: count for name, count in done.counts.items() if count})
        told: dict[str, Any] = {"person": sorted(marks)} if done.total else {}
        add_entry(connection, Action.FORGOTTEN, count=done.total, details={**done.counts, **told})
    done.rewritten = workspace.rewrite(t.name for t in metadata.sorted_tables if t is not audit_log)
    return done


def _records(connection: Connection, subject: Subject) -> set[tuple[str, int]]:
    """Every record of a run that is the person's: by its id, its bytes, its rows or whom it was sent to."""
    things = set(connection.execute(select(runs.c.id).where(runs.c.kind.in_(THINGS))).scalars())
    found: set[tuple[str, int]] = set()
    for some in _chunks(sorted(subject.ids)):
        query = select(items.c.run_id, items.c.seq).where(items.c.record_id.in_(some))
        found |= {(row.run_id, row.seq) for row in connection.execute(query) if row.run_id not in things}
    for some in _chunks(sorted(subject.keys)):
        named = select(send_people.c.run_id, send_people.c.seq).where(send_people.c.key.in_(some))
        found |= {(row.run_id, row.seq) for row in connection.execute(named)}
    for table, column in ((bodies, bodies.c.body), (file_rows, file_rows.c.cells), (sends, sends.c.form)):
        query = select(table.c.run_id, table.c.seq, column.label("content"))
        for row in connection.execute(query, execution_options={"yield_per": CHUNK}):
            if subject.is_meant_by(_text(row.content), ids=row.run_id not in things):
                found.add((row.run_id, row.seq))
    for answer in _about(connection, before_answers, subject):
        if len(seqs := json.loads(answer["seqs"])) == 1:
            found.add((answer["run_id"], seqs[0]))
    return found


def _codes_of(connection: Connection, run_ids: Collection[str]) -> frozenset[str]:
    codes = (
        connection.execute(select(runs.c.code).where(runs.c.id.in_(some))).scalars()
        for some in _chunks(sorted(run_ids))
    )
    return frozenset(code for each in codes for code in each)


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
    connection.execute(
        update(bodies)
        .where(bodies.c.run_id == run_id, bodies.c.seq == seq)
        .values(body=empty, sha256=hashlib.sha256(empty).hexdigest(), template=None)
    )
    for table in (recipients, proofs):
        connection.execute(delete(table).where(table.c.run_id == run_id, table.c.seq == seq))
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


def _drop_templates(connection: Connection, run_id: str) -> None:
    """What was the same in bodies that are empty now may name the person."""
    used = exists().where(bodies.c.run_id == run_id, bodies.c.template == body_templates.c.number)
    connection.execute(delete(body_templates).where(body_templates.c.run_id == run_id, ~used))


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
    for table in (*GONE_WITH_THEM, before_answers):
        for row in _about(connection, table, subject):
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
    texts = {each.name: each for each in table.columns if isinstance(each.type, TEXTS) and each not in FROZEN}

    def naming(row: Values) -> list[str]:
        # The draft of a product whose id is the person's is found by that id.
        kept = {"key"} if table is drafts and row["key"].partition(":")[0] in THINGS else set()
        return [name for name in texts.keys() - kept if row[name] and subject.is_named_in(row[name])]

    found = _rows(connection, table, lambda row: bool(naming(row)))
    for row in found:
        names = naming(row)
        values = {name: "" if texts[name] in BLANKED else subject.without(row[name]) for name in names}
        own_key = [name for name in names if texts[name].primary_key]
        where = _key_of(table, row)
        if own_key:
            connection.execute(delete(table).where(*where))
            connection.execute(insert(table).values(_with_free_key(connection, table, row | values, own_key)))
        else:
            connection.execute(update(table).where(*where).values(**values))
    return len(found)


def _with_free_key(connection: Connection, table: Table, row: Values, names: Sequence[str]) -> Values:
    """A row whose key was rewritten, with a number behind the key where another has the same by now."""
    for number in count(1):
        ending = "" if number == 1 else f" {number}"
        tried = row | {name: f"{row[name]}{ending}" for name in names}
        if connection.execute(select(table).where(*_key_of(table, tried))).first() is None:
            return tried
    raise AssertionError("numbers do not end")


def _about(connection: Connection, table: Table, subject: Subject) -> list[Values]:
    """The rows of a table that can be about nobody else."""
    kinds = {row.id: row.kind for row in connection.execute(select(runs.c.id, runs.c.kind))}

    def is_meant(row: Values) -> bool:
        if table is drafts and row["key"].startswith(OF_MANY):
            return False
        kind = row.get("kind") or kinds.get(row.get("run_id")) or str(row.get("key", "")).partition(":")[0]
        if table is before_answers:
            row = {**row, "answer": unpacked(row["answer"])}
        texts = (each for each in row.values() if each and isinstance(each, (str, bytes, memoryview)))
        return any(subject.is_meant_by(_text(each), ids=kind not in THINGS) for each in texts)

    return _rows(connection, table, is_meant)


def _rows(connection: Connection, table: Table, which: Callable[[Values], bool]) -> list[Values]:
    """Those of a table's rows, of which few are held at a time."""
    found = connection.execute(select(table), execution_options={"yield_per": CHUNK})
    return [row for each in found if which(row := dict(each._mapping))]


def _key_of(table: Table, row: Values) -> list[Any]:
    return [column == row[column.name] for column in table.primary_key.columns]


def _text(content: bytes | memoryview | str) -> str:
    """What a column holds, as text."""
    return content if isinstance(content, str) else bytes(content).decode("utf-8", "replace")


def _of(keys: Iterable[str], prefix: str) -> list[str]:
    return [key.removeprefix(prefix) for key in keys if key.startswith(prefix)]


def _chunks(values: Sequence[str]) -> Iterator[Sequence[str]]:
    for start in range(0, len(values), CHUNK):
        yield values[start : start + CHUNK]
