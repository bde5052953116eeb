"""A form's values as a preset, without whom they are for, and as the same for somebody else."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from copy import deepcopy
from typing import Any

from svcconsole.api.value_path import value_at

Values = dict[str, Any]
Paths = Iterable[tuple[str, ...]]


def without_person(values: Mapping[str, Any], of_person: Paths) -> Values:
    """The values without those of the places `of_person`."""
    kept = deepcopy(dict(values))
    for path in of_person:
        holder = value_at(kept, path[:-1])
        if isinstance(holder, dict):
            holder.pop(path[-1], None)
    return kept


def for_person(preset: Mapping[str, Any], own: Mapping[str, Any], of_person: Paths) -> Values:
    """The values of a preset with whom `own` are for: an older preset may hold somebody else."""
    places = tuple(of_person)
    made = without_person(preset, places)
    for path in places:
        holder, value = value_at(made, path[:-1]), value_at(own, path)
        if isinstance(holder, dict) and value is not None:
            holder[path[-1]] = value
    return made
