"""Countries, towns, streets and phone numbers of the demo's customers."""

from __future__ import annotations

import tomllib
from functools import cache
from typing import Any, NamedTuple

from svcconsole.resources import resource


class Town(NamedTuple):
    """A town with its state; in `zips` each # is a digit."""

    name: str
    state: str
    state_code: str
    zips: str


class Country(NamedTuple):
    """`weight` is how many of a hundred customers live there; names are `written/in Latin letters` where
    the two differ; in `phone` each # is a digit, in `street` `{}` is the house number.
    """

    code: str
    name: str
    weight: int
    language: str
    zone: str
    phone: str
    given: tuple[str, ...]
    family: tuple[str, ...]
    towns: tuple[Town, ...]
    streets: tuple[str, ...]


@cache
def countries() -> tuple[Country, ...]:
    tables = tomllib.loads(resource("practice", "places.toml").read_text("utf-8"))
    return tuple(_country(**table) for table in tables["countries"])


def _country(*, given: str, family: str, towns: list[list[str]], streets: list[str], **rest: Any) -> Country:
    return Country(
        given=tuple(given.split()),
        family=tuple(family.split()),
        towns=tuple(Town(*town) for town in towns),
        streets=tuple(streets),
        **rest,
    )
