"""What this console knows to have happened with one person, from its own workspace, newest first."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from enum import StrEnum

from svcconsole.workspace.changes import Change
from svcconsole.workspace.database import Workspace
from svcconsole.workspace.people import Person
from svcconsole.workspace.records import SentRecord
from svcconsole.workspace.schema import ItemState

MOST = 200


class What(StrEnum):
    """What kind of thing happened; later kinds of sends keep the word they were sent under."""

    CREATED = "created"
    CHANGED = "changed"
    IMPORTED = "imported"
    SENT = "sent"


@dataclass(frozen=True, slots=True)
class Happening:
    """One thing: when (ISO, UTC), what kind, a title and how it ended.

    `kind` is a send's kind (`ticket`, `customers`), `state` its state; `reason` and `server_words` say why it
    failed. `fields` are the wire-model names an edit changed. `run_id` leads to the record of it.
    """

    at: str
    what: What
    title: str = ""
    kind: str = ""
    state: ItemState | None = None
    reason: str = ""
    server_words: str = ""
    answer_id: str = ""
    fields: tuple[str, ...] = ()
    run_id: str = ""

    @property
    def failed(self) -> bool:
        """Whether it is a reason why something did not arrive."""
        return self.state in (ItemState.REJECTED, ItemState.LEFT_OUT, ItemState.UNKNOWN)


def story_of(workspace: Workspace, person: Person) -> list[Happening]:
    """Everything in the workspace that is kept under one of the person's keys; on the workspace's thread."""
    found = [*map(_sent, workspace.sends.about(person.keys)), *_changes(workspace, person)]
    return sorted(found, key=lambda each: each.at, reverse=True)[:MOST]


def _sent(record: SentRecord) -> Happening:
    return Happening(
        record.at,
        What.SENT,
        record.title,
        record.kind,
        record.state,
        record.reason,
        record.server_words,
        record.answer_id or "",
        run_id=record.run_id,
    )


def _changes(workspace: Workspace, person: Person) -> Iterator[Happening]:
    """Edits are kept under the person's key, rows of imports under the external id."""
    names: dict[str, str] = {}
    for identity in dict.fromkeys((person.key, person.external_id, person.service_id)):
        for change in workspace.changes.history("customers", identity, MOST) if identity else ():
            if change.run_id is None:
                created = change.action == "created"
                yield Happening(change.at, What.CREATED if created else What.CHANGED, fields=_fields(change))
            else:
                if change.run_id not in names:
                    names[change.run_id] = workspace.runs.get(change.run_id).file_name
                yield Happening(change.at, What.IMPORTED, names[change.run_id], run_id=change.run_id)


def _fields(change: Change) -> tuple[str, ...]:
    before, after = change.before or {}, change.after or {}
    return tuple(name for name in after if after[name] != before.get(name))
