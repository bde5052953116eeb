"""Questions and answers of the demo store's customers in eleven languages."""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache

from svcconsole.resources import resource


@dataclass(frozen=True, slots=True)
class Phrases:
    """One language; of each topic the question, the first answer and the second.

    `{product}` is a product's name, `{order}` an order's number, `{name}` the customer's first name.
    """

    greetings: list[str]
    yes: str
    anything_else: str
    thanks: list[str]
    bye: str
    how_was_it: str
    topics: Mapping[str, list[str]]


@cache
def languages() -> Mapping[str, Phrases]:
    """Every language by its ISO 639 code."""
    tables = tomllib.loads(resource("practice", "phrases.toml").read_text("utf-8"))
    return {code: Phrases(**table) for code, table in tables.items()}
