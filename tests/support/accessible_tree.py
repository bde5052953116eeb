"""What a screen reader finds in a window: what would be heard wrong, and a text that can be compared.

Kept are the roles, what they hold, the states that are said, and the words of the program with their places
("{n} rows"). What a store, a day or a clock puts there is written "…", so that the text is the same tomorrow.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import groupby
from typing import Final, NamedTuple

from PySide6.QtGui import QAccessible, QAccessibleInterface
from PySide6.QtWidgets import QLineEdit

from svcconsole import languages
from svcconsole.words.message import Message
from svcconsole.words.recognised import recognised

Role = QAccessible.Role
SILENT: Final = (
    Role.Client,
    Role.NoRole,
    Role.LayeredPane,
    Role.Splitter,
    Role.Pane,
    Role.Window,
    Role.Grouping,
)
"""What is said only by its name: without one it stands for nothing, and what it holds stands in its place."""
HOLDS_ENTRIES: Final = (Role.Table, Role.List, Role.Tree)
"""What holds thousands of entries: they are asked for one by one."""
CHANGING: Final = frozenset({"Status"})
"""What says how the store answers at this moment: kept is that it is there."""
PASSING: Final = frozenset({"Notices"})
"""What is of no page: it is told of what happened, and is gone some seconds later."""
STATES: Final = (
    *("checkable", "checked", "disabled", "expandable"),
    *("expanded", "focusable", "readOnly", "selected"),
)
DAYS: Final = frozenset({"just now", "now", "today", "yesterday", "tomorrow"})
OF_THE_CLOCK: Final = re.compile(r"\b(ago|in|seconds?|minutes?|hours?|days?|weeks?|months?|UTC)\b|\d:\d\d")
"""Of a sentence with places: it is another one in an hour, or in another zone."""
ISOLATES: Final = dict.fromkeys(map(ord, "\u2066\u2067\u2068\u2069"))


class Entry(NamedTuple):
    """One thing with what it holds."""

    words: str
    parts: tuple[Entry, ...]


def tree_text(top: QAccessibleInterface) -> str:
    """The tree below `top`, a line for each thing, its parts indented; equal neighbours are written once."""
    return "".join(f"{line}\n" for entry in _parts(top) for line in _lines(entry, ""))


def _lines(entry: Entry, indent: str) -> Iterator[str]:
    yield f"{indent}{entry.words}"
    for part in entry.parts:
        yield from _lines(part, f"{indent}  ")


def _parts(thing: QAccessibleInterface) -> tuple[Entry, ...]:
    if thing.role() in HOLDS_ENTRIES:
        return ()
    found = [entry for at in range(thing.childCount()) for entry in _entries(thing.child(at))]
    return tuple(each for each, _ in groupby(found))


def _entries(thing: QAccessibleInterface | None) -> Iterator[Entry]:
    if thing is None or not thing.isValid() or thing.state().invisible:
        return
    name = _stable(label_of(thing) or thing.text(QAccessible.Text.Name))
    if name in PASSING:
        return
    states = [each for each in STATES if getattr(thing.state(), each)]
    if thing.role() in SILENT and not name:
        yield from _parts(thing)
        return
    description = _stable(thing.text(QAccessible.Text.Description)) if "focusable" in states else ""
    said = [thing.role().name, f"“{name}”", *states]
    if description not in ("", "…"):
        said.append(f"({description})")
    yield Entry(" ".join(said), () if name in CHANGING else _parts(thing))


def label_of(thing: QAccessibleInterface) -> str:
    """What the label beside it says: Qt calls a combo box by what is chosen in it, except on Windows."""
    labels = thing.relations(QAccessible.RelationFlag.Label)
    return " ".join(each.text(QAccessible.Text.Name) for each, _ in labels)


def _stable(text: str) -> str:
    """The words of the program in `text`: the source of a sentence, and "…" for what is none."""
    plain = text.translate(ISOLATES).strip()
    if not plain:
        return ""
    known = recognised(plain, languages.folder() / "es.mo")
    if not isinstance(known, Message) or not known.source or plain.casefold() in DAYS:
        return "…"
    return known.source if known.source == plain or not OF_THE_CLOCK.search(plain) else "…"


TEXTS = (Role.StaticText, Role.Heading)
NOTHING_SAID = (Role.Client, Role.NoRole, Role.LayeredPane, Role.Splitter)
"""What holds other things, and is nothing that somebody could work with."""


class Node(NamedTuple):
    """One thing in the tree that a screen reader walks through."""

    role: QAccessible.Role
    name: str
    description: str
    value: str
    focusable: bool
    busy: bool
    kind: str
    placeholder: str
    is_named_by_value: bool

    def __str__(self) -> str:
        return f"{self.kind} {self.role.name} {self.name!r} {self.description!r} {self.value!r}"


def nodes(top: QAccessibleInterface) -> Iterator[Node]:
    """Everything that is not hidden, in its order."""
    waiting = [top]
    while waiting:
        here = waiting.pop()
        if not here.isValid():
            continue
        state = here.state()
        thing = here.object()
        if not state.invisible:
            yield Node(
                here.role(),
                here.text(QAccessible.Text.Name).strip(),
                here.text(QAccessible.Text.Description).strip(),
                here.text(QAccessible.Text.Value).strip(),
                bool(state.focusable),
                bool(state.busy),
                type(thing).__name__ if thing is not None else "",
                thing.placeholderText() if isinstance(thing, QLineEdit) else "",
                here.role() == Role.ComboBox and not label_of(here),
            )
        if here.role() not in HOLDS_ENTRIES:
            waiting += [here.child(at) for at in reversed(range(here.childCount()))]


def faults(found: list[Node]) -> list[str]:
    """What would be heard wrong."""
    told = []
    for node in found:
        if node.focusable and not node.name:
            told.append(f"has no name: {node}")
        if node.focusable and node.role in NOTHING_SAID:
            told.append(f"has no role: {node}")
        if node.name and node.name == node.description:
            told.append(f"says its name twice: {node}")
        if node.is_named_by_value and node.focusable:
            told.append(f"is called by what is chosen: {node}")
        if node.role in TEXTS and not node.name:
            told.append(f"is an empty label: {node}")
        if node.role == Role.ProgressBar and not node.value:
            told.append(f"does not say how far: {node}")
        if node.value and node.placeholder and node.description == node.placeholder:
            told.append(f"is filled, and read as its placeholder: {node}")
    return told
