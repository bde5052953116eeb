"""Reads one product or catalog, sends it whole with the fields this program has no name for, journals it."""

from __future__ import annotations

import json
import re
import time
from collections import Counter
from collections.abc import Callable, Collection, Mapping
from dataclasses import dataclass, replace
from decimal import Decimal
from typing import TYPE_CHECKING, Any, Generic, TypeVar

from pydantic import BaseModel, ValidationError

from svcconsole.api.errors import ApiError, Rejected
from svcconsole.api.models.common import Request
from svcconsole.api.models.emptied_fields import with_emptied
from svcconsole.api.models.rows import row_model
from svcconsole.api.models.unknown_fields import Place, UnknownField, unknown_fields, with_unknown
from svcconsole.api.models.unusual import read_record
from svcconsole.api.operations import Operation
from svcconsole.services.records.exact_json import read_exact, write_exact
from svcconsole.services.records.read_back import holds, refusal_of

if TYPE_CHECKING:  # the window's lists need the types of records before a client and a workspace are loaded
    from svcconsole.api.client import Client
    from svcconsole.workspace.database import Workspace

M = TypeVar("M", bound=Request)
Values = dict[str, Any]


@dataclass(frozen=True, slots=True)
class RecordType(Generic[M]):
    """What products and catalogs differ in.

    `name` is the workspace's word and the field that holds the records in requests and answers; `ids` the
    field that asks for some of them. `complete` fills in what blank fields stand for.
    """

    name: str
    model: type[M]
    stored: type[BaseModel]
    get: Operation[Any, Any]
    upsert: Operation[Any, Any]
    ids: str
    complete: Callable[[Values], Values] = dict

    def checked(self, values: Mapping[str, Any]) -> M:
        """Values by Python names as the record that is sent; ValidationError where they are not sound."""
        given = self.complete({name: value for name, value in values.items() if value is not None})
        # JSON on purpose: strict models take words for enums and times from JSON, as they do from the wire.
        return self.model.model_validate_json(json.dumps(_set_only(given), default=_as_number))

    def request_of(self, record: M) -> Request:
        """The request that upserts this record alone."""
        request: Request = self.upsert.request.model_validate({self.name: [record]})
        return request

    def values_of(self, seen: Seen) -> Values:
        """A record as the store has it, by the Python names of the request's model."""
        return _projected(self.model, seen.record.model_dump())


@dataclass(frozen=True, slots=True)
class Seen:
    """A record as the store answered: read leniently, the JSON as it came, and when (epoch seconds)."""

    record: BaseModel
    raw: Mapping[str, Any]
    read_at: float


@dataclass(frozen=True, slots=True)
class Upsert(Generic[M]):
    """One record that is to be sent.

    `before` is the record that the store has now, None for a new one: what it has and the record has no more
    is sent empty. `known_of` is the answer whose unknown fields go back, but for those at the places of
    `left_out`.
    """

    kind: RecordType[M]
    record: M
    before: Seen | None
    known_of: Seen | None
    left_out: frozenset[Place] = frozenset()

    def body(self) -> dict[str, Any]:
        """The JSON that is sent: the record, and in it the fields this program has no name for."""
        name, model = self.kind.name, self.kind.model
        (record,) = read_exact(self.kind.request_of(self.record).wire())[name]
        if self.known_of is not None:
            record = with_unknown(model, record, self.known_of.raw, self.left_out)
        if self.before is not None:
            record = with_emptied(model, record, self.before.raw)
        return {name: [record]}

    def carried(self) -> tuple[UnknownField, ...]:
        """The fields without a name here that go back with it."""
        (record,) = self.body()[self.kind.name]
        return tuple(unknown_fields(self.kind.model, record))

    def without(self, fields: Collection[UnknownField]) -> Upsert[M]:
        """The same without these fields, which the store may then lose."""
        return replace(self, left_out=self.left_out | {field.place for field in fields})


@dataclass(frozen=True, slots=True)
class Saved(Generic[M]):
    """An upsert that the store accepted: its record as answered, and the carried fields the answer lacks."""

    upsert: Upsert[M]
    record: BaseModel
    missing: tuple[UnknownField, ...]


def without_blanks(read: Mapping[str, Any], values: Mapping[str, Any]) -> Values:
    """The values with what was typed as an id, of the record or of its rows, without the blanks around it; an
    id that the store has stays as it has it."""
    made = _typed_id(values, {read.get("id")})
    for name, rows in values.items():
        if isinstance(rows, list):
            known = {row.get("id") for row in read.get(name) or () if isinstance(row, Mapping)}
            made[name] = [_typed_id(row, known) if isinstance(row, Mapping) else row for row in rows]
    return made


def _typed_id(row: Mapping[str, Any], known: Collection[Any]) -> Values:
    identity = row.get("id")
    is_typed = isinstance(identity, str) and identity not in known
    return {**row, "id": str(identity).strip()} if is_typed else dict(row)


class UnknownFieldsRefused(Exception):
    """The store changed nothing because of `fields`, which this program has no name for; `error` says how."""

    def __init__(self, error: ApiError, fields: tuple[UnknownField, ...]) -> None:
        super().__init__(error.sentence)
        self.error = error
        self.fields = fields


async def read(client: Client, kind: RecordType[Any], identity: str) -> Seen | None:
    """The record with this id as the store has it now; None where it has none. Raises ApiError."""
    answer = await client.send(kind.get, client.body_of(kind.get.request(**{kind.ids: [identity]})))
    if answer.response is None:
        raise _error(answer.error)
    return _seen(kind, answer.response, answer.body, identity)


async def send(client: Client, upsert: Upsert[M]) -> Saved[M]:
    """Send the record whole; raises UnknownFieldsRefused, or ApiError for every other end."""
    kind, carried = upsert.kind, upsert.carried()
    body = write_exact(upsert.body()).encode()
    answer = await client.send(kind.upsert, body)
    if answer.response is None:
        error = _error(answer.error)
        if (refusal := refusal_of(answer)) is not None:  # yes and no at once: what the store holds counts
            try:
                held = await read(client, kind, getattr(upsert.record, "id", ""))
            except ApiError:
                raise error from None
            if held is not None and holds(json.loads(body)[kind.name][0], held.raw):
                return Saved(upsert, held.record, ())
            error = refusal
        if isinstance(error, Rejected) and (refused := refused_fields(error, carried)):
            raise UnknownFieldsRefused(error, refused) from error
        raise error
    identity = getattr(upsert.record, "id", "")
    seen = _seen(kind, answer.response, answer.body, identity)
    if seen is None:  # accepted, and not said how: the list shows what was sent
        return Saved(upsert, read_record(kind.stored, upsert.body()[kind.name][0]), ())
    there = {field.place for field in unknown_fields(kind.model, seen.raw)}
    return Saved(upsert, seen.record, tuple(field for field in carried if field.place not in there))


def note(workspace: Workspace, saved: Saved[Any], source: str) -> None:
    """Write what was done into the workspace's record of changes."""
    from svcconsole.workspace.known.changes import CREATED, UPDATED

    upsert = saved.upsert
    sent = read_record(upsert.kind.stored, upsert.body()[upsert.kind.name][0])
    workspace.changes.record(
        upsert.kind.name,
        [upsert.record.id],
        CREATED if upsert.before is None else UPDATED,
        source=source,
        before=None if upsert.before is None else _plain(upsert.before.record),
        after=_plain(sent),
    )


def leaving(
    kind: RecordType[Any], raw: Mapping[str, Any], values: Mapping[str, Any]
) -> tuple[UnknownField, ...]:
    """The unknown fields of `raw` that go with rows which the values, by Python names, have no more.

    Values that are not sound yet, as while somebody types, take nothing along.
    """
    try:
        known = read_record(kind.stored, values).model_dump(by_alias=True)
    except ValidationError:
        return ()
    stay = Counter(field.place for field in unknown_fields(kind.model, with_unknown(kind.model, known, raw)))
    fields = list(unknown_fields(kind.model, raw))
    there = Counter(field.place for field in fields)
    return tuple(field for field in fields if stay[field.place] < there[field.place])


def refused_fields(error: ApiError, carried: Collection[UnknownField]) -> tuple[UnknownField, ...]:
    """Those of the carried fields that a refusal is about: the named ones, and their namesakes in other rows.

    All of them where the store gives no reason that names a field of its own; none where its words are about
    fields that this program knows.
    """
    located = {field.sentence for field in error.fields}
    places = {
        field.place
        for field in carried
        for words in error.server_words
        if _names(_path_text(field.path), words)
        or (words not in located and _names(str(field.path[-1]), words))
    }
    if not places and not located:
        places = {field.place for field in carried}
    return tuple(field for field in carried if field.place in places)


def _names(text: str, words: str) -> bool:
    """Whether a refusal's words hold a name, or a path, as a whole."""
    return re.search(rf"(?<!\w){re.escape(text)}(?!\w)", words) is not None


def _path_text(path: tuple[str | int, ...]) -> str:
    """`.combinations[0].sku`: the end of a path into the batch of one."""
    return "".join(f"[{part}]" if isinstance(part, int) else f".{part}" for part in path)


def _seen(kind: RecordType[Any], response: Any, body: bytes, identity: str) -> Seen | None:
    """The record with this id in an answer, with its JSON as it came."""
    records = getattr(response.data, kind.name)
    for position, record in enumerate(records):
        if record.id == identity:
            # Read once more for its numbers: as floats, some would come back different.
            raw = read_exact(body)["data"][kind.name][position]
            return Seen(record, raw, time.time())
    return None


def _error(error: ApiError | None) -> ApiError:
    if error is None:
        raise AssertionError("an answer without a response holds its error")
    return error


def _projected(model: type[BaseModel], values: Mapping[str, Any]) -> Values:
    """The values with the fields that `model` has, in rows as well; None where there is none."""
    made: Values = {}
    for name, field in model.model_fields.items():
        rows, value = row_model(field.annotation), values.get(name)
        if isinstance(value, list):  # None stands where an entry was of another type than promised
            value = [row if rows is None else _projected(rows, row) for row in value if row is not None]
        made[name] = value
    return made


def _set_only(value: Any) -> Any:
    """Without what is not set, at every depth: absent, not null."""
    if isinstance(value, Mapping):
        return {name: _set_only(part) for name, part in value.items() if part is not None}
    return [_set_only(part) for part in value] if isinstance(value, list) else value


def _as_number(value: Any) -> int | float:
    return int(value) if value == value.to_integral_value() else float(value)


def _plain(value: Any) -> Any:
    """Plain JSON for the journal: amounts as numbers, known fields left out where they are not set."""
    if isinstance(value, BaseModel):
        known = {name: getattr(value, name) for name in type(value).model_fields}
        set_ = {name: part for name, part in known.items() if part is not None}
        return _plain({**set_, **(value.model_extra or {})})
    if isinstance(value, Mapping):
        return {name: _plain(part) for name, part in value.items()}
    if isinstance(value, list | tuple):
        return [_plain(part) for part in value]
    return float(value) if isinstance(value, Decimal) else value
