"""Marks of people: a keyed hash that stands for somebody where a name must not stand, and must not go.

The log is only added to and the suppression list has to outlast whoever asks to be removed: both hold marks.
What a mark's person is called stands in a table of its own, from which it can be taken.
"""

from __future__ import annotations

import hashlib
import hmac
import re
import secrets
from collections.abc import Iterable, Iterator

from sqlalchemy import Connection, delete, insert, select

from svcconsole.workspace.clock import now
from svcconsole.workspace.schema import log_people, person_keys

MARK = "mark:"
"""How a mark begins where other keys of people stand."""
PLAIN = re.compile(r"[\s().\-/\u200e\u202a-\u202e\u2066-\u2069]+")
"""What people write between the digits of a phone number."""
FEWEST_DIGITS = 7
"""A shorter number is no phone number: it stands in too much else."""
KINDS = ("phone:", "email:", "id:", "external:")


def add_key(connection: Connection) -> None:
    """Give a workspace that is made its key."""
    connection.execute(insert(person_keys).values(key=secrets.token_hex(32), made_at=now()))


def read_keys(connection: Connection) -> list[str]:
    """The keys of this workspace's marks, the first that of new ones; others came with what was united."""
    query = select(person_keys.c.key).order_by(person_keys.c.made_at, person_keys.c.key)
    return list(connection.execute(query).scalars())


def person_mark(key: str, person: str) -> str:
    """The mark of somebody by one of their keys (`phone:+…`, `email:…`, `id:…`, `external:…`)."""
    return hmac.new(bytes.fromhex(key), person.casefold().encode(), hashlib.sha256).hexdigest()[:32]


def people_keys(text: str) -> set[str]:
    """The keys that a phone number, an e-mail address or an id may be, however the number is written."""
    wanted = text.strip()
    number = PLAIN.sub("", wanted)
    if "@" in wanted:
        return {f"email:{wanted.casefold()}"}
    if number.removeprefix("+").isdecimal() and len(number) >= FEWEST_DIGITS:
        return {
            f"phone:{number}",
            f"phone:+{number.removeprefix('+')}",
            f"id:{wanted}",
            f"external:{wanted}",
        }
    kind, _, value = wanted.partition(":")
    known = kind in ("id", "external") and value
    return {wanted} if known else {f"id:{wanted}", f"external:{wanted}"}


def marks_of(connection: Connection, people: Iterable[str], *, new: bool = False) -> list[str]:
    """The marks of these people by every key they may have been made with, or by that of `new` ones."""
    known = sorted(person for person in people if person.startswith(KINDS))
    keys = read_keys(connection) if known else []
    return [person_mark(key, person) for key in (keys[:1] if new else keys) for person in known]


def name_marks(connection: Connection, people: Iterable[str], name: str) -> list[str]:
    """The marks for an entry of the log about somebody; what they are called is kept beside it."""
    marks = marks_of(connection, people, new=True)
    known = set(connection.execute(select(log_people.c.mark).where(log_people.c.mark.in_(marks))).scalars())
    new = [mark for mark in marks if name.strip() and mark not in known]
    if new:
        connection.execute(insert(log_people), [{"mark": mark, "name": name.strip()} for mark in new])
    return marks


def erase_names(connection: Connection, marks: Iterable[str]) -> int:
    """Take out what these marks' people are called; how many names those were."""
    found = delete(log_people).where(log_people.c.mark.in_(sorted(marks)))
    return connection.execute(found).rowcount


class SuppressedNumbers(frozenset[str]):
    """Numbers (E.164) that nothing is sent to, and marks of numbers whose people asked to be removed: a
    number is in it by either."""

    keys: tuple[str, ...]

    def __new__(cls, entries: Iterable[str], keys: Iterable[str]) -> SuppressedNumbers:
        made = super().__new__(cls, entries)
        made.keys = tuple(keys) if any(entry.startswith(MARK) for entry in made) else ()
        return made

    def __contains__(self, number: object) -> bool:
        if super().__contains__(number) or not isinstance(number, str):
            return super().__contains__(number)
        return any(super(SuppressedNumbers, self).__contains__(mark) for mark in self._marks(number))

    def _marks(self, number: str) -> Iterator[str]:
        return (MARK + person_mark(key, f"phone:{number}") for key in self.keys)

    def __reduce__(self) -> tuple[type[SuppressedNumbers], tuple[list[str], tuple[str, ...]]]:
        return SuppressedNumbers, (sorted(self), self.keys)
