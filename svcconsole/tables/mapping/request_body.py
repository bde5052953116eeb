"""Builds a request from texts by path, and says what a mapping lacks to make a valid one."""

from __future__ import annotations

from collections.abc import Mapping as Dict
from typing import Any

from pydantic import ValidationError

from svcconsole.tables.mapping.field_paths import pattern_of
from svcconsole.tables.mapping.mapping import Fixed, Mapping
from svcconsole.tables.mapping.targets import TARGETS, Target

Node = dict[str, Any]
Loc = tuple[str | int, ...]
DEFAULTS = {"medium": "whatsapp"}
_SOMETHING = "x"


def body_of(target: Target, texts: Dict[str, str]) -> Node:
    """The request by its names on the wire; places in lists follow each other without a gap.

    A button that is not told its index has that of its place, and a payload that names its type once more
    that of the message.
    """
    tree: Node = {}
    for path, text in {**DEFAULTS, **texts}.items():
        whole = target.places[pattern_of(path)].whole
        _put(tree, path.split("."), int(text) if whole and text.isdecimal() else text)
    payload = tree.setdefault("payload", {})
    chosen = target.payloads.get(tree.get("type", ""))
    if chosen is not None and "type" in chosen.model_fields:
        payload.setdefault("type", tree["type"])
    return {name: _listed(target, node, name) for name, node in tree.items()}


def lacking(mapping: Mapping) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """The paths a request needs that nothing fills, and those of the mapping that its type has no place for.

    What a column fills counts as filled; what it holds is checked row by row.
    """
    target = TARGETS[mapping.target]
    sources = {**mapping.fills, **mapping.sources}
    texts = {
        path: source.text if isinstance(source, Fixed) and source.text else _filler(target, path)
        for path, source in sources.items()
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
    return "0" if target.places[pattern_of(path)].whole else _SOMETHING


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
    while True:
        errors = _errors(target, body)
        missing = [(_wire(target, loc), loc) for loc, kind in errors if kind == "missing"]
        parts = [wire for wire, _ in missing if pattern_of(wire) not in target.places]
        fresh = [wire for wire in parts if wire not in opened]
        if not fresh:
            break
        for wire in fresh:
            opened.append(wire)
            is_list = any(place.startswith(f"{pattern_of(wire)}.#") for place in target.places)
            _put(body, wire.split("."), [{}] if is_list else {})
    leaves = [wire for wire, _ in missing if pattern_of(wire) in target.places]
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


def _listed(target: Target, node: object, path: str) -> object:
    """The tree with its numbered places as lists."""
    if not isinstance(node, dict):
        return node
    if not node or not all(key.isdecimal() for key in node):
        return {key: _listed(target, value, f"{path}.{key}".lstrip(".")) for key, value in node.items()}
    made = []
    for key in sorted(node, key=int):
        value = _listed(target, node[key], f"{path}.#")
        index = target.places.get(f"{pattern_of(path)}.#.index")
        if isinstance(value, dict) and index is not None:
            value = {"index": int(key), **value}
        made.append(value)
    return made
