"""The timeline of one customer: everything this console knows, collected from a table of sources."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from enum import StrEnum

from svcconsole.services.deliveries.deliveries import of_tracked
from svcconsole.services.deliveries.reasons import explain
from svcconsole.services.deliveries.states import State
from svcconsole.tables.values.emails import email_key
from svcconsole.words.message import message
from svcconsole.workspace.database import Workspace
from svcconsole.workspace.known.changes import Change
from svcconsole.workspace.known.people import Person
from svcconsole.workspace.known.record_history import HistoryEntry
from svcconsole.workspace.runs.decisions import ONCE_MORE
from svcconsole.workspace.runs.records import Decided, Decision, Doubt, SentRecord
from svcconsole.workspace.schema import ItemState

MOST = 200
CAMPAIGNS = ("messages", "templates")
"""The kinds of runs whose records are called by the number they go to."""
KINDS = ("customers", "user_properties", "tickets", "flows", *CAMPAIGNS)
"""The kinds of runs whose records are people, or concern one."""
NAMES = {"external": "partnerCustomerId", "phone": "phoneNumber", "email": "email"}
"""A person's key to the name under which a run keeps its record."""
PROBLEMS = (ItemState.REJECTED, ItemState.UNKNOWN, ItemState.BLOCKED, ItemState.LEFT_OUT)


class TimelineKind(StrEnum):
    """What kind of thing happened."""

    CREATED = "created"
    CHANGED = "changed"
    SENT = "sent"
    IMPORTED = "imported"
    DECIDED = "decided"
    ARRIVED = "arrived"
    LOST = "lost"


@dataclass(frozen=True, slots=True)
class TimelineEntry:
    """One thing: when (ISO, UTC), what it was, and how it ended.

    `title` names what was sent or the file it came from, `kind` is the send's or the run's (`ticket`,
    `customers`; the store's word for what ARRIVED or was LOST on its way), `state` how it stands; `reason`
    and `server_words` say why it failed. `fields` are the wire-model names an edit changed, `row` the row of
    a file. `run_id` and `seq` lead to the record of it, `by` is who decided. `change` is what the history
    keeps of it, under `record_id`; `undo` says whether it can be taken back.
    """

    at: str
    what: TimelineKind
    title: str = ""
    kind: str = ""
    state: ItemState | None = None
    reason: str = ""
    server_words: str = ""
    answer_id: str = ""
    reference: str = ""
    fields: tuple[str, ...] = ()
    row: int = 0
    run_id: str = ""
    seq: int = 0
    decision: Decision | None = None
    by: str = ""
    change: Change | None = None
    record_id: str = ""
    undo: bool = False

    @property
    def failed(self) -> bool:
        """Whether it is a reason why something did not arrive; what went once more is not."""
        return self.what is TimelineKind.LOST or (self.state in PROBLEMS and self.reason != ONCE_MORE)

    @property
    def undecided(self) -> bool:
        """Whether somebody has to say what counts."""
        return self.state is ItemState.UNKNOWN


@dataclass(frozen=True, slots=True)
class Source:
    """One place where things that happened with people are kept, and how to read them from there."""

    name: str
    read: Callable[[Workspace, Person], Iterable[TimelineEntry]]


def timeline_of(workspace: Workspace, person: Person) -> list[TimelineEntry]:
    """Everything the sources hold of a person, newest first; on the workspace's thread."""
    found = [happening for source in SOURCES for happening in source.read(workspace, person)]
    return sorted(found, key=lambda each: each.at, reverse=True)[:MOST]


def person_of(workspace: Workspace, keys: Sequence[str], name: str = "") -> Person:
    """The person these keys belong to (`id:…`, `external:…`, `phone:…`, `email:…`), the one seen last where
    several share them; of somebody never looked up, what the keys themselves say."""
    known = workspace.people.of(keys)
    if known:
        return known[0]
    values: dict[str, list[str]] = {}
    for key in keys:
        kind, _, value = key.partition(":")
        values.setdefault(kind, []).append(value)
    first = {kind: found[0] for kind, found in values.items()}
    return Person(
        key="",
        service_id=first.get("id", ""),
        external_id=first.get("external", ""),
        name=name,
        place="",
        phones=tuple(values.get("phone", ())),
        emails=tuple(values.get("email", ())),
        tags=(),
        body={},
        seen_at="",
        opened_at=None,
    )


def people_of(workspace: Workspace, doubt: Doubt) -> tuple[str, ...]:
    """The keys of the person a doubt is about; none where it is about no person."""
    if doubt.single:
        record = workspace.sends.get(doubt.run_id)
        return () if record is None else record.people
    if doubt.kind not in KINDS:
        return ()
    if doubt.kind in CAMPAIGNS:
        return (f"phone:{doubt.record_id}",)
    name, _, value = doubt.record_id.partition(":")
    kind = next((kind for kind, its in NAMES.items() if its == name), None)
    return () if kind is None else (f"{kind}:{value}",)


def record_name(record_id: str) -> str:
    """A record of a run for people: `C-1042` where the run calls it `partnerCustomerId:C-1042`."""
    name, _, value = record_id.partition(":")
    return value if value and name in NAMES.values() else record_id


def record_ids(person: Person) -> tuple[str, ...]:
    """What a run calls the person's record: by the key the file had, or by the number alone."""
    found = []
    for key in person.keys:
        kind, _, value = key.partition(":")
        found += [f"{NAMES[kind]}:{value}"] if kind in NAMES else []
        found += [value] if kind == "phone" else []
    found += [f"{NAMES['email']}:{form}" for email in person.emails for form in (email, email_key(email))]
    return tuple(dict.fromkeys(found))


def _sent(workspace: Workspace, person: Person) -> Iterable[TimelineEntry]:
    """Tickets, messages and whatever else was sent by itself under one of the person's keys."""
    return map(_of_send, workspace.sends.about(person.keys, MOST))


def _of_send(record: SentRecord) -> TimelineEntry:
    return TimelineEntry(
        record.at,
        TimelineKind.SENT,
        record.title,
        record.kind,
        record.state,
        record.reason,
        record.server_words,
        record.answer_id or "",
        record.reference,
        run_id=record.run_id,
        seq=record.seq,
    )


def _edited(workspace: Workspace, person: Person) -> Iterable[TimelineEntry]:
    """What somebody typed into the customer's form; kept under the key the store answered with."""
    for identity in dict.fromkeys((person.key, *person.keys)):
        for change in workspace.changes.history("customers", identity, MOST):
            if change.run_id is None:
                what = TimelineKind.CREATED if change.action == "created" else TimelineKind.CHANGED
                yield TimelineEntry(
                    change.at,
                    what,
                    kind="customers",
                    fields=_fields(change),
                    change=change,
                    record_id=identity,
                )


def _fields(change: Change) -> tuple[str, ...]:
    before, after = change.before or {}, change.after or {}
    return tuple(name for name in after if after[name] != before.get(name))


def _imported(workspace: Workspace, person: Person) -> Iterable[TimelineEntry]:
    """Rows of files, recipients of campaigns, and the table of user properties."""
    return map(_of_trace, workspace.traces.of(KINDS, record_ids(person), MOST))


def _of_trace(trace: HistoryEntry) -> TimelineEntry:
    return TimelineEntry(
        trace.at,
        TimelineKind.IMPORTED,
        trace.file_name,
        trace.kind,
        trace.state,
        trace.reason,
        trace.server_words,
        row=trace.first_row,
        run_id=trace.run_id if trace.file_name else "",
        seq=trace.seq,
        change=Change(trace.at, "sent", "import", trace.run_id, None, None) if trace.record_id else None,
        record_id=trace.record_id,
    )


def _decided(workspace: Workspace, person: Person) -> Iterable[TimelineEntry]:
    """What people said of sends and rows nobody could know the end of."""
    about = [record.run_id for record in workspace.sends.about(person.keys, MOST)]
    return map(_of_decision, workspace.decisions.decided_about(about, KINDS, record_ids(person), MOST))


def _of_decision(decided: Decided) -> TimelineEntry:
    doubt = decided.doubt
    return TimelineEntry(
        decided.at,
        TimelineKind.DECIDED,
        doubt.title if doubt.single else doubt.file_name,
        doubt.kind,
        reason=doubt.reason,
        server_words=doubt.server_words,
        row=0 if doubt.single else doubt.first_row,
        run_id=decided.new_run_id or doubt.run_id,
        seq=doubt.seq,
        decision=decided.decision,
        by=decided.by,
    )


def _arrived(workspace: Workspace, person: Person) -> Iterable[TimelineEntry]:
    """How far each message came, as the store last said."""
    phones = [key.removeprefix("phone:") for key in person.keys if key.startswith("phone:")]
    for tracked in workspace.deliveries.about(phones):
        told = of_tracked(tracked)
        if not told.word or told.state is State.WAITING:
            continue
        lost = told.state is State.FAILED
        why = explain(told.why) if lost else None
        yield TimelineEntry(
            told.state_at,
            TimelineKind.LOST if lost else TimelineKind.ARRIVED,
            told.title or told.words,
            told.word,
            reason="" if why is None else message("{title}. {advice}", title=why.title, advice=why.advice),
            server_words=told.why if lost else "",
            answer_id=told.id,
        )


SOURCES = (
    Source("sent", _sent),
    Source("arrived", _arrived),
    Source("edited", _edited),
    Source("imported", _imported),
    Source("decided", _decided),
)
"""Where a person's story comes from. Whatever is kept about people later is one more row here, with the words
for a new `TimelineKind` in `gui/panels/person/words.py`."""
