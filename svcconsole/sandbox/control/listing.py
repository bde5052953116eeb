"""Paging and searching for the lists of the control API, newest first."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Annotated, Any

from pydantic import BeforeValidator, Field
from sqlalchemy import Column, ColumnElement, Connection, Row, Select, func, or_, select

from svcconsole.api.models.common import Request

LONGEST_PAGE = 1_000
LONGEST_WORDS = 200

Read = Callable[[Connection, Sequence[Row[Any]]], Sequence[Mapping[str, Any]]]

Words = Annotated[str, BeforeValidator(str), Field(max_length=LONGEST_WORDS)]
"""A word of digits alone is a number in a query, so that other parameters are numbers."""


class Page(Request):
    """The query: how many records, after how many newer ones, and the words that each of them must hold."""

    limit: Annotated[int, Field(ge=1, le=LONGEST_PAGE)] = 100
    skip: Annotated[int, Field(ge=0, le=2**31)] = 0
    words: Words = ""


@dataclass(frozen=True, slots=True)
class Listing:
    """What is listed: its name, the query in its order, where words are looked for, how it is shown."""

    name: str
    query: Select[Any]
    places: Sequence[Column[Any]]
    read: Read

    def page(self, connection: Connection, asked: Page) -> Mapping[str, Any]:
        """A page of the records under the name, and `total`, how many there are.

        Every word is in one of the places, in capitals or not where it is of ASCII letters.
        """
        found = self.query.where(*(_held(word, self.places) for word in asked.words.split()))
        total = connection.scalars(select(func.count()).select_from(found.order_by(None).subquery())).one()
        rows = connection.execute(found.limit(asked.limit).offset(asked.skip)).all()
        return {"total": total, self.name: self.read(connection, rows)}


def _held(word: str, places: Sequence[Column[Any]]) -> ColumnElement[bool]:
    return or_(*(place.icontains(word, autoescape=True) for place in places))
