"""Finds people by name among those seen here: whom somebody wrote to or looked at lately comes first."""

from __future__ import annotations

from itertools import islice

from svcconsole.workspace.database import Workspace
from svcconsole.workspace.known.people import SHORTEST_NUMBER, Person

RECENT = 12
SENDS = 60
"""So many of the newest sends are looked at for whom they went to."""


def recent_people(workspace: Workspace, limit: int = RECENT) -> list[Person]:
    """Those written to lately, then those whose card was opened lately; on the workspace's thread."""
    keys = dict.fromkeys(key for sent in workspace.sends.recent(limit=SENDS) for key in sent.people)
    order = {key: at for at, key in enumerate(islice(keys, limit))}
    written = workspace.people.of(order)
    written.sort(key=lambda person: min(order.get(key, SENDS) for key in person.keys))
    return _each_once([*written, *workspace.people.recent(limit)])[:limit]


def find_people(workspace: Workspace, text: str, limit: int = RECENT) -> list[Person]:
    """Those in whom every word of `text` is found, the recent ones first, then those seen last."""
    if not text.strip():
        return _each_once([*recent_people(workspace, limit), *workspace.people.search("", limit)])[:limit]
    recent = [person for person in recent_people(workspace) if _holds(person, text)]
    return _each_once([*recent, *workspace.people.search(text, limit)])[:limit]


def _each_once(people: list[Person]) -> list[Person]:
    return list({person.key: person for person in people}.values())


def _holds(person: Person, text: str) -> bool:
    digits = "".join(filter(str.isdecimal, text))
    if len(digits) >= SHORTEST_NUMBER and not any(sign.isalpha() for sign in text):
        return any(digits in "".join(filter(str.isdecimal, phone)) for phone in person.phones)
    held = (person.name, person.external_id, person.service_id, *person.phones, *person.emails, *person.tags)
    words = "\n".join((*held, person.place)).casefold()
    return all(word in words for word in text.casefold().split())
