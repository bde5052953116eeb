"""What the API reference says of one operation besides its fields, which the models already say."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from svcconsole.api.operations import Operation


@dataclass(frozen=True, slots=True)
class Example:
    """A complete request body by its wire names; `title` says when one would send it."""

    title: str
    body: Mapping[str, Any]


@dataclass(frozen=True, slots=True)
class Open:
    """Something the specification leaves open: the question, and what the practice store does.

    `fields` are the wire paths it is about, as `payload.type`; of the answer when they begin with `data`.
    """

    question: str
    here: str
    fields: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Entry:
    """One operation: what it is for, its rules in sentences, examples that the practice store takes.

    The examples of all entries, sent in the table's order to an empty practice store, all succeed.
    """

    operation: Operation[Any, Any]
    about: str
    rules: tuple[str, ...]
    examples: tuple[Example, ...]
    answer: str
    open: tuple[Open, ...] = ()
