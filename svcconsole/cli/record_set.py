"""What `product set` and `catalog set` do: read the record, set fields of it, send it whole."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from pydantic import BaseModel

from svcconsole.api.client import CallRecord, Client
from svcconsole.api.errors import Outcome, RefusedHere
from svcconsole.api.models.unknown_fields import UnknownField
from svcconsole.cli.connection import ConnectionOptions, connection_for
from svcconsole.cli.exit_codes import Exit, say_error
from svcconsole.cli.output import OutputLost, say, write_line
from svcconsole.cli.workspace_folder import folder_of
from svcconsole.cli.write_permission import check_may_write
from svcconsole.services.catalog.assignments import assigned, checked
from svcconsole.services.catalog.records import (
    RecordType,
    Saved,
    UnknownFieldsRefused,
    Upsert,
    note,
    read,
    send,
)
from svcconsole.words.message import Message, listed, message
from svcconsole.workspace.database import Workspace
from svcconsole.workspace.errors import WorkspaceError
from svcconsole.workspace.known.changes import COMMAND


@dataclass(frozen=True, slots=True)
class Wanted:
    """What the command line asks for; `lose_refused`: agreed that the store may lose what it refuses."""

    kind: RecordType[Any]
    thing: Message
    identity: str
    assignments: Sequence[str]
    create: bool
    lose_refused: bool


def set_fields(wanted: Wanted, options: ConnectionOptions) -> Exit:
    """Carry it out and say how it ended; raises ApiError for what ended in no saved record."""
    connection = connection_for(options)
    check_may_write(options)
    calls: list[CallRecord] = []

    async def work(workspace: Workspace) -> Exit:
        async with Client(connection, on_call=calls.append) as client:
            return await _set(wanted, client, workspace)

    try:
        with Workspace.open(folder_of(connection)) as workspace:
            return asyncio.run(work(workspace))
    except WorkspaceError as error:
        raise RefusedHere(error.sentence, advice=error.advice) from error
    except KeyboardInterrupt:
        gone = bool(calls) and calls[-1].answer.outcome is Outcome.UNKNOWN
        may = message("Stopped. It may have been carried out.")
        say(may if gone else message("Stopped. Nothing was sent."))
        return Exit.UNKNOWN if gone else Exit.NOT_REACHED


async def _set(wanted: Wanted, client: Client, workspace: Workspace) -> Exit:
    kind, thing = wanted.kind, wanted.thing
    now = await read(client, kind, wanted.identity)
    if now is None and not wanted.create:
        raise RefusedHere(
            message("The store has no {thing} {id}.", thing=thing, id=wanted.identity),
            advice=message("--create makes it of these fields."),
        )
    before = {"id": wanted.identity} if now is None else kind.values_of(now)
    values = assigned(kind, before, wanted.assignments)
    if now is not None and values == before:
        say(message("Nothing changes: nothing was sent."))
        return _shown(now.record)
    upsert = Upsert(kind, checked(kind, values), before=now, known_of=now)
    while True:
        try:
            saved = await send(client, upsert)
            break
        except UnknownFieldsRefused as refused:
            if not wanted.lose_refused:
                return _kept(thing, refused)
            upsert = upsert.without(refused.fields)
    _note(workspace, saved)
    if saved.missing:
        say(message("The store answered without {fields}.", fields=_named(saved.missing)))
    return _shown(saved.record)


def _kept(thing: Message, refused: UnknownFieldsRefused) -> Exit:
    """Nothing was changed: the person decides whether the store may lose these fields."""
    say_error(refused.error)
    say(
        message(
            "The store does not take fields back that this program has no name for: {fields}. Nothing was "
            "changed. --lose-refused saves the {thing} without them, and the store may lose them.",
            fields=_named(refused.fields),
            thing=thing,
        )
    )
    return Exit.REFUSED


def _note(workspace: Workspace, saved: Saved[Any]) -> None:
    try:
        note(workspace, saved, COMMAND)
    except WorkspaceError as error:
        say(message("It is saved, but not noted on this computer. {reason}", reason=str(error)))


def _shown(record: BaseModel) -> Exit:
    try:
        write_line(record.model_dump_json(by_alias=True, exclude_unset=True))
    except OutputLost as lost:
        say(message("The store has it, but its answer could not be written: {reason}.", reason=lost.reason))
        return Exit.UNHEARD
    return Exit.ACCEPTED


def _named(fields: Sequence[UnknownField]) -> str:
    return listed(list(dict.fromkeys(".".join(field.place) for field in fields)))
