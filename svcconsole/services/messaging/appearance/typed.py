"""Reads incomplete input of any shape (models, dataclasses, JSON) without ever raising."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import is_dataclass
from decimal import Decimal
from typing import Any

from pydantic import BaseModel
from pydantic.alias_generators import to_camel


class Typed:
    """A half-filled value. Names are Python's (`media_link`); a mapping may hold them as on the wire, too."""

    __slots__ = ("value",)

    def __init__(self, value: object) -> None:
        self.value: Any = value

    def _held(self, name: str) -> Any:
        if isinstance(self.value, Mapping):
            found = self.value.get(name)
            return found if found is not None else self.value.get(to_camel(name))
        if isinstance(self.value, BaseModel) or is_dataclass(self.value):
            return getattr(self.value, name, None)
        return None

    def part(self, name: str) -> Typed:
        """What stands under `name`, whatever it is."""
        return Typed(self._held(name))

    def parts(self, name: str) -> list[Typed]:
        """The entries of the list under `name`; none where there is no list."""
        return [Typed(entry) for entry in as_list(self._held(name))]

    @property
    def is_object(self) -> bool:
        """Whether it has fields at all, blank ones too."""
        return isinstance(self.value, Mapping | BaseModel) or is_dataclass(self.value)

    def text(self, name: str) -> str:
        """The words under `name`; a number as it is written; blank for anything else."""
        return as_text(self._held(name))

    def texts(self, name: str) -> list[str]:
        """The words of each entry of the list under `name`."""
        return [as_text(entry) for entry in as_list(self._held(name))]

    def number(self, name: str) -> int | None:
        """The whole number under `name`, also where it was typed as text."""
        held = self._held(name)
        if isinstance(held, bool):
            return None
        try:
            return int(as_text(held))
        except ValueError:
            return None


def _is_list(value: object) -> bool:
    return isinstance(value, Sequence) and not isinstance(value, str | bytes | bytearray)


def as_list(value: object) -> list[Any]:
    """`value` as a list; empty for what is none."""
    return list(value) if isinstance(value, Sequence) and _is_list(value) else []


def as_text(value: object) -> str:
    """`value` as the words a form would show: text and numbers; blank for the rest."""
    if isinstance(value, str):
        return str(value)
    if isinstance(value, bool) or not isinstance(value, int | float | Decimal):
        return ""
    try:
        return str(value)
    except ValueError:  # Python writes no whole number of more than 4,300 digits
        return ""
