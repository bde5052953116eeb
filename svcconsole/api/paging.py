"""Lists as async iterators of pages, with the guards that end a list whose end the store does not tell."""

from __future__ import annotations

from collections.abc import AsyncIterator, Sequence
from dataclasses import dataclass
from enum import StrEnum
from typing import Any, Generic, TypeVar

from pydantic import BaseModel

from svcconsole.api.client import Client
from svcconsole.api.operations import Operation
from svcconsole.words.message import Message, message, plural

T = TypeVar("T")

MOST_PAGES = 100_000


class End(StrEnum):
    """Why no page follows: the store said so, or a guard did (decisions, row 1)."""

    COMPLETE = "complete"
    GUARDED = "guarded"


@dataclass(frozen=True, slots=True)
class Page(Generic[T]):
    """The new records of one page; `end` is None while more follow, `sentence` says why a guard ended it."""

    items: Sequence[T]
    cursor: str | None
    end: End | None = None
    sentence: str | None = None


async def pages(
    client: Client, operation: Operation[Any, Any], *, most: int = MOST_PAGES
) -> AsyncIterator[Page[Any]]:
    """Walk a list operation from its beginning; raises ApiError when a page does not come.

    The last page has `end` set. A record is given once, however often the store repeats it.
    """
    if operation.cursor is None:
        raise ValueError(f"{operation.name} is not a list")
    field = _list_field(operation)
    seen: set[str] = set()
    used: set[str] = set()
    cursor: str | None = None
    for number in range(1, most + 1):
        response = await client.call(operation, operation.request(**{operation.cursor: cursor}))
        items = getattr(response.data, field)
        ids = [item.id for item in items]
        fresh = [item for item in items if _key(item) not in seen]
        seen.update(map(_key, items))
        last = next((identity for identity in reversed(ids) if identity is not None), None)
        if not items or set(ids) == {cursor}:
            yield Page(fresh, cursor, End.COMPLETE)
            return
        why = _guard(fresh, last, used)
        if why is None and number == most:
            why = plural("after {n} page", "after {n} pages", most)
        if why is not None:
            yield Page(
                fresh, last, End.GUARDED, message("The list may be incomplete: it was ended {why}.", why=why)
            )
            return
        yield Page(fresh, last)
        used.add(last or "")
        cursor = last


def _key(item: Any) -> str:
    """What tells a record from the others: its id, or all it says where it has none."""
    return item.id if item.id is not None else f"\0{item.model_dump_json()}"


def _list_field(operation: Operation[Any, Any]) -> str:
    """The name of the list inside the response's `data`: its only field."""
    data: type[BaseModel] = operation.response.model_fields["data"].annotation
    (name,) = data.model_fields
    return name


def _guard(fresh: Sequence[Any], last: str | None, used: set[str]) -> Message | None:
    """Why the walk must not go on, as the end of a sentence; None when it may."""
    if not fresh:
        return message("because a page brought nothing new")
    if last is None:
        return message("because no record of a page has an id")
    if last in used:
        return message("because the store came back to an earlier page")
    return None
