"""Builds a request from texts by path, and says what a mapping lacks to make a valid one."""

from __future__ import annotations

from collections.abc import Mapping as Dict
from decimal import Decimal
from functools import lru_cache
from typing import Any

from pydantic import ValidationError

from svcconsole.tables.mapping.field_paths import Place, pattern_of, place_for
from svcconsole.tables.mapping.mapping import Fixed, Mapping
from svcconsole.tables.mapping.plain_fields import value_of
from svcconsole.tables.mapping.targets import TARGETS, Target
from svcconsole.tables.values.values import items

Node = dict[str, Any]
Loc = tuple[str | int, ...]
DEFAULTS = {"medium": "whatsapp"}
_SOMETHING = "x"
_FILLERS: Dict[type, str] = {int: "0", Decimal: "0", bool: "no"}
_LACKS = ("missing", "required")
"""The refusals of a model that say what is not there."""


def body_of(target: Target, texts: Dict[str, str]) -> Node:
    """The request by its names on the wire; places in lists follow each other without a gap.

    A button that is not told its index has that of its place, and a payload that names its type once more
    that of the message.
    """
    tree: Node = {}
    for path, text in {**(DEFAULTS if target.payloads else {}), **texts}.items():
        place, several = _place(target, path)
        parts = path.split(".")
        if several:
            for at, one in enumerate(items(text)):
                _put(tree, [*parts, str(at)], value_of(place.type, one))
        else:
            _put(tree, parts, value_of(place.type, text))
    if target.payloads:
        payload = tree.setdefault("payload", {})
        chosen = target.payloads.get(tree.get("type", ""))
        if chosen is not None and "type" in chosen.model_fields:
            payload.setdefault("type", tree["type"])
    return {name: _listed(target, node, name) for name, node in tree.items()}


def _place(target: Target, path: str) -> tuple[Place, bool]:
    return _place_of(target.kind, path)


@lru_cache(4096)
def _place_of(kind: str, path: str) -> tuple[Place, bool]:
    """Looked up once for all rows of a file."""
    found = place_for(TARGETS[kind].places, path)
    if found is None:
        raise KeyError(path)
    return found


def lacking(mapping: Mapping) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """The paths a request needs that nothing fills, and those of the mapping that its type has no place for.

    What a column fills counts as filled; what it holds is checked row by row. Of fields of which one is
    enough the first stands for all of them.
    """
    target = TARGETS[mapping.target]
    sources = {**mapping.fills, **mapping.sources}
    texts = {
        path: source.text if isinstance(source, Fixed) and source.text else _filler(target, path)
        for path, source in sources.items()
        if path not in target.steering
    }
    body = body_of(target, texts)
    missing, foreign = _holes(target, body)
    gaps = [
        f"{start}.{number}"
        for start, taken in _numbers(target, texts).items()
        for number in range(max(taken))
        if number not in taken
    ]
    return tuple(dict.fromkeys((*missing, *gaps))), foreign


def _filler(target: Target, path: str) -> str:
    return _FILLERS.get(_place(target, path)[0].type, _SOMETHING)


def _numbers(target: Target, texts: Dict[str, str]) -> dict[str, set[int]]:
    """The places taken in lists of plain texts, by the list's path."""
    found: dict[str, set[int]] = {}
    for path in texts:
        start, _, last = path.rpartition(".")
        if last.isdecimal() and pattern_of(path) in target.places:
            found.setdefault(start, set()).add(int(last))
    return found


def _holes(target: Target, body: Node) -> tuple[list[str], tuple[str, ...]]:
    """Missing leaves and foreign places; a part that is missing whole is opened until its leaves show."""
    opened: list[str] = []
    leaves: list[str] = []
    while True:
        errors = _errors(target, body)
        missing = [_wire(target, loc) for loc, kind in errors if kind in _LACKS]
        fresh = [wire for wire in missing if wire not in opened and wire not in leaves]
        if not fresh:
            break
        for wire in fresh:
            if pattern_of(wire) in target.places:
                leaves.append(wire)  # filled, so that what depends on it shows, too
                _put(body, wire.split("."), value_of(_place(target, wire)[0].type, _filler(target, wire)))
                continue
            opened.append(wire)
            is_list = any(place.startswith(f"{pattern_of(wire)}.#") for place in target.places)
            _put(body, wire.split("."), [{}] if is_list else {})
    for wire in opened:  # a part of which nothing is required is begun with its first leaf
        if not any(other.startswith(f"{wire}.") for other in (*leaves, *opened)):
            first = next(place for place in target.places if place.startswith(f"{pattern_of(wire)}."))
            leaves.append(wire + first[len(pattern_of(wire)) :].replace("#", "0"))
    foreign = tuple(_wire(target, loc) for loc, kind in errors if kind == "extra_forbidden")
    return leaves, foreign


def _errors(target: Target, body: Node) -> list[tuple[Loc, str]]:
    try:
        target.model.read(body)
    except ValidationError as error:
        return [(entry["loc"], entry["type"]) for entry in error.errors(include_url=False)]
    return []


def _wire(target: Target, loc: Loc) -> str:
    """A place of the models by its names on the wire; foreign names stand as they are."""
    names = ["#" if isinstance(part, int) else part for part in loc]
    for place in target.places.values():
        if place.names.split(".")[: len(names)] == names:
            wire = place.wire.split(".")[: len(names)]
            parts = zip(wire, loc, strict=True)
            return ".".join(str(said) if name == "#" else name for name, said in parts)
    return ".".join(map(str, loc))


def _put(tree: Node, parts: list[str], value: object) -> None:
    node: Any = tree
    for part in parts[:-1]:
        node = node[int(part)] if isinstance(node, list) else node.setdefault(part, {})
    node[parts[-1]] = value


@lru_cache(4096)
def _has_keys(kind: str, path: str) -> bool:
    """Whether the keys at this place are the file's own: numbers among them are no places in a list."""
    return any(wire.startswith(f"{pattern_of(path)}.*") for wire in TARGETS[kind].places)


def _listed(target: Target, node: object, path: str) -> object:
    """The tree with its numbered places as lists."""
    if not isinstance(node, dict):
        return node
    if not node or not all(key.isdecimal() for key in node) or _has_keys(target.kind, path):
        return {key: _listed(target, value, f"{path}.{key}".lstrip(".")) for key, value in node.items()}
    made = []
    for key in sorted(node, key=int):
        value = _listed(target, node[key], f"{path}.#")
        index = target.places.get(f"{pattern_of(path)}.#.index")
        if isinstance(value, dict) and index is not None:
            value = {"index": int(key), **value}
        made.append(value)
    return made
