"""Everyone this console has seen, found by name, id, phone, e-mail, tag or town without asking the store."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Mapping, Sequence
from collections.abc import Set as AbstractSet
from dataclasses import dataclass
from typing import Any

from sqlalchemy import Connection, RowMapping, bindparam, delete, func, insert, or_, select, update

from svcconsole.workspace.clock import now
from svcconsole.workspace.known.event_kinds import EventKind
from svcconsole.workspace.known.events import Events
from svcconsole.workspace.schema import people
from svcconsole.workspace.session import Session
from svcconsole.workspace.stored_json import read_stored

SHORTEST_NUMBER = 3
"""So many digits of a phone number are enough to look for it among the others."""
MOST_AT_ONCE = 500
"""Keys of one look; SQLite binds 999 values in a statement at least."""

# Made once: building a statement costs more than SQLite takes to carry it out.
OF_KEYS = select(people.c.key, people.c.body, people.c.opened_at).where(
    people.c.key.in_(bindparam("of_keys", expanding=True))
)
ADD = insert(people)
CHANGE = (
    update(people)
    .where(people.c.key == bindparam("of_key"))
    .values({column.name: bindparam(column.name) for column in people.c if not column.primary_key})
)


@dataclass(frozen=True, slots=True)
class Person:
    """A customer as last seen; `body` is the store's JSON, what a later answer left out kept from before.

    `opened_at` is when somebody opened the card, None for a person who was only seen in passing (ISO, UTC).
    """

    key: str
    service_id: str
    external_id: str
    name: str
    place: str
    phones: tuple[str, ...]
    emails: tuple[str, ...]
    tags: tuple[str, ...]
    body: Mapping[str, Any]
    seen_at: str
    opened_at: str | None

    @property
    def keys(self) -> tuple[str, ...]:
        """What is sent to this person is kept under any of these."""
        ids = (("id", self.service_id), ("external", self.external_id))
        return (
            *(f"{kind}:{value}" for kind, value in ids if value),
            *(f"phone:{phone}" for phone in self.phones),
            *(f"email:{email.casefold()}" for email in self.emails),
        )


class People:
    """The index of all people; one entry per customer of the store."""

    def __init__(self, access: Session) -> None:
        self._access = access

    def remember(self, customers: Iterable[Mapping[str, Any]], *, opened: bool = False) -> list[Person]:
        """Keep these customers as the store answered them (wire names); the entries as they are now."""
        return [_person(entry) for entry in self._keep(customers, opened=opened)]

    def keep_seen(self, customers: Iterable[Mapping[str, Any]]) -> None:
        """Keep customers of whom nobody opened the card, hundreds at a time, without reading them again."""
        self._keep(customers, opened=False)

    def get(self, key: str) -> Person | None:
        with self._access.reading() as connection:
            found = connection.execute(select(people).where(people.c.key == key)).one_or_none()
        return None if found is None else _person(found._mapping)

    def of(self, keys: Iterable[str]) -> list[Person]:
        """Those known by one of these keys: `id:…`, `external:…`, `phone:…`, `email:…`."""
        columns = {"id": people.c.service_id, "external": people.c.external_id}
        wanted = []
        for key in keys:
            kind, _, value = key.partition(":")
            if kind in columns:
                wanted.append(columns[kind] == value)
            else:
                wanted.append(people.c.contacts.contains(f"\n{key}\n", autoescape=True))
        return self._found(or_(*wanted)) if wanted else []

    def holding(self, contacts: AbstractSet[str]) -> Iterator[tuple[str, str, str]]:
        """Each of these contacts (`phone:…`, `email:…`) that somebody has, with the service's and the
        external id of whoever has it: one look at everybody."""
        query = select(people.c.service_id, people.c.external_id, people.c.contacts).order_by(people.c.key)
        with self._access.reading() as connection:
            for row in connection.execution_options(yield_per=500).execute(query):
                for contact in row.contacts.split("\n"):
                    if contact in contacts:
                        yield contact, row.service_id or "", row.external_id or ""

    def names(self) -> list[str]:
        """What everybody is called, each name once."""
        query = select(people.c.name).where(people.c.name != "").distinct()
        with self._access.reading() as connection:
            return list(connection.execute(query).scalars())

    def search(self, text: str, limit: int = 50) -> list[Person]:
        """Everyone in whom every word of `text` is found, those seen last first; digits find phones."""
        query = select(people)
        digits = "".join(str(int(sign)) for sign in text if sign.isdecimal())
        if len(digits) >= SHORTEST_NUMBER and not any(sign.isalpha() for sign in text):
            plain = people.c.words.contains(text.strip().casefold(), autoescape=True)
            query = query.where(or_(plain, people.c.digits.contains(digits, autoescape=True)))
        else:
            for word in text.casefold().split():
                query = query.where(people.c.words.contains(word, autoescape=True))
        with self._access.reading() as connection:
            rows = connection.execute(query.order_by(people.c.seen_at.desc()).limit(limit))
            return [_person(row._mapping) for row in rows]

    def recent(self, limit: int = 50) -> list[Person]:
        """The cards opened last, the newest first, then those who came in last and were not opened yet."""
        opened = people.c.opened_at
        with self._access.reading() as connection:
            query = select(people).where(opened.is_not(None)).order_by(opened.desc()).limit(limit)
            found = [*connection.execute(query)]
            newest = select(people).where(opened.is_(None)).order_by(people.c.seen_at.desc(), people.c.key)
            found += connection.execute(newest.limit(limit - len(found)))
        return [_person(row._mapping) for row in found]

    def lines(self, limit: int) -> list[tuple[str, str, str]]:
        """Key, name and everything findable of those seen last; the ids stand in its first line."""
        ids = people.c.external_id + " " + people.c.service_id
        text = func.lower(ids) + "\n" + people.c.words
        with self._access.reading() as connection:
            rows = connection.execute(
                select(people.c.key, people.c.name, text).order_by(people.c.seen_at.desc()).limit(limit)
            )
            return [(row[0], row[1] or row[0], row[2]) for row in rows]

    def count(self) -> int:
        """How many people this console has seen."""
        with self._access.reading() as connection:
            return int(connection.execute(select(func.count()).select_from(people)).scalar_one())

    def forget(self, key: str) -> None:
        """Take one out of the index; the store is not asked."""
        with self._access.writing() as connection:
            connection.execute(delete(people).where(people.c.key == key))
            Events.note(connection, EventKind.CUSTOMERS, key)

    def _keep(self, customers: Iterable[Mapping[str, Any]], *, opened: bool) -> list[dict[str, Any]]:
        """The columns of each as they are written: one look for all of them, and one prepared statement each
        for those that are new and those that were seen before."""
        given = [(key_of(customer), customer) for customer in customers]
        if not given:
            return []
        at, entries = now(), []
        with self._access.writing() as connection:
            before = _kept(connection, [key for key, _ in given])
            new: dict[str, dict[str, Any]] = {}
            changed: dict[str, dict[str, Any]] = {}
            for key, customer in given:
                body, opened_at = _merged(new.get(key) or changed.get(key) or before.get(key), customer)
                entry = {
                    "key": key,
                    **_columns(body),
                    "seen_at": at,
                    "opened_at": at if opened else opened_at,
                }
                (changed if key in before else new)[key] = entry
                entries.append(entry)
            if new:
                connection.execute(ADD, list(new.values()))
            if changed:
                connection.execute(
                    CHANGE,
                    [
                        {"of_key": key, **{name: text for name, text in entry.items() if name != "key"}}
                        for key, entry in changed.items()
                    ],
                )
        return entries

    def _found(self, condition: Any) -> list[Person]:
        with self._access.reading() as connection:
            rows = connection.execute(select(people).where(condition).order_by(people.c.seen_at.desc()))
            return [_person(row._mapping) for row in rows]


def _kept(connection: Connection, keys: Sequence[str]) -> dict[str, RowMapping]:
    """What is kept under these keys: the body as text, and when the card was opened."""
    return {
        row.key: row._mapping
        for start in range(0, len(keys), MOST_AT_ONCE)
        for row in connection.execute(OF_KEYS, {"of_keys": keys[start : start + MOST_AT_ONCE]})
    }


def _merged(
    before: Mapping[str, Any] | RowMapping | None, customer: Mapping[str, Any]
) -> tuple[dict[str, Any], str | None]:
    """The answer with what it left out kept from before, and when the card was opened."""
    if before is None:
        return dict(customer), None
    body = {**read_stored(before["body"]), **customer}
    # What an emptied field leaves out must not come back from an older answer.
    for name in ("firstName", "lastName", "phoneNumber", "email", "partnerCustomerId"):
        if name not in customer:
            body.pop(name, None)
    return body, before["opened_at"]


def key_of(customer: Mapping[str, Any]) -> str:
    """What a customer is kept under: the service's id, else the external one, else a contact."""
    if customer.get("id") is not None:
        return f"id:{customer['id']}"
    named = (("external", "partnerCustomerId"), ("phone", "phoneNumber"), ("email", "email"))
    return next((f"{kind}:{customer[field]}" for kind, field in named if customer.get(field)), "")


def _columns(body: Mapping[str, Any]) -> dict[str, Any]:
    addresses = [entry for entry in _list(body, "addresses") if isinstance(entry, Mapping)]
    assets = [entry for entry in _list(body, "assets") if isinstance(entry, Mapping)]
    phones = _each([body.get("phoneNumber"), *_values(assets, "PHONE_NUMBER")])
    emails = _each([body.get("email"), *_values(assets, "EMAIL")])
    tags = _each([_tag(tag) for tag in _list(body, "tags")])
    name = " ".join(_each([body.get("firstName"), body.get("lastName")]))
    default = next((entry for entry in addresses if entry.get("isDefault") is True), None)
    home = default or next(iter(addresses), {})
    place = ", ".join(_each([home.get("city"), home.get("country")]))
    service_id, external_id = (_text(body.get(field)) for field in ("id", "partnerCustomerId"))
    towns = [part for entry in addresses for part in (entry.get("city"), entry.get("country"))]
    words = _each([name, service_id, external_id, *phones, *emails, *tags, *towns])
    return {
        "service_id": service_id,
        "external_id": external_id,
        "name": name,
        "place": place,
        "phones": json.dumps(phones, ensure_ascii=False),
        "emails": json.dumps(emails, ensure_ascii=False),
        "tags": json.dumps(tags, ensure_ascii=False),
        "contacts": "\n".join(
            [
                "",
                *(f"phone:{phone}" for phone in phones),
                *(f"email:{mail.casefold()}" for mail in emails),
                "",
            ]
        ),
        "digits": "\n".join("".join(filter(str.isdecimal, phone)) for phone in phones),
        "words": "\n".join(words).casefold(),
        "body": json.dumps(body, ensure_ascii=False),
    }


def _values(assets: Iterable[Mapping[str, Any]], kind: str) -> list[Any]:
    return [asset.get("assetValue") for asset in assets if asset.get("assetName") == kind]


def _tag(tag: object) -> object:
    if isinstance(tag, Mapping):
        return next((tag[name] for name in ("name", "tag", "label") if tag.get(name)), json.dumps(tag))
    return tag


def _list(body: Mapping[str, Any], name: str) -> Iterable[Any]:
    """What a store holds in a list; nothing where it answered with something else."""
    value = body.get(name)
    return value if isinstance(value, list) else ()


def _each(values: Iterable[object]) -> list[str]:
    return list(dict.fromkeys(text for text in map(_text, values) if text))


def _text(value: object) -> str:
    return "" if value is None else str(value)


def _person(row: Mapping[str, Any] | RowMapping) -> Person:
    return Person(
        row["key"],
        row["service_id"],
        row["external_id"],
        row["name"],
        row["place"],
        tuple(read_stored(row["phones"])),
        tuple(read_stored(row["emails"])),
        tuple(read_stored(row["tags"])),
        read_stored(row["body"]),
        row["seen_at"],
        row["opened_at"],
    )
