"""Finds the saved mapping of a file with almost these columns, and says which are gone, new or renamed."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from collections.abc import Mapping as Dict
from dataclasses import dataclass, replace
from difflib import SequenceMatcher

from svcconsole.tables.mapping.headers import normalise
from svcconsole.tables.mapping.mapping import Column, Mapping, Source, Template
from svcconsole.words.message import Message, listed, message, plural
from svcconsole.workspace.drafts.mappings import SavedMapping

ALIKE = 0.6
"""So many of the columns of both files are the same where one's mapping is of use for the other."""
SAME_NAME = 0.75
"""So alike are two names of one column."""


@dataclass(frozen=True, slots=True)
class Drift:
    """What is different in a file's columns: those that are gone, those that are new, and which new name
    stands for which old one."""

    gone: tuple[str, ...] = ()
    new: tuple[str, ...] = ()
    renamed: tuple[tuple[str, str], ...] = ()

    def sentences(self) -> tuple[Message, ...]:
        """The difference in words, nothing where there is none."""
        found = []
        if self.renamed:
            pairs = listed(message("“{old}” is now “{new}”", old=old, new=new) for old, new in self.renamed)
            found.append(message("{pairs}.", pairs=pairs))
        if self.gone:
            found.append(
                plural(
                    "{n} column is gone: {names}.", "{n} columns are gone: {names}.",
                    len(self.gone), names=listed(self.gone),
                )
            )  # fmt: skip
        if self.new:
            found.append(
                plural(
                    "{n} column is new: {names}.", "{n} columns are new: {names}.",
                    len(self.new), names=listed(self.new),
                )
            )  # fmt: skip
        return tuple(found)


def nearest(saved: Iterable[SavedMapping], header: Sequence[str]) -> tuple[SavedMapping, Drift] | None:
    """The saved mapping whose columns are most like `header`, the newest of several; None where none is alike
    enough."""
    best: tuple[float, SavedMapping, Drift] | None = None
    for each in saved:
        before = each.settings.get("header")
        if not isinstance(before, list) or not all(isinstance(name, str) for name in before):
            continue
        found = drift(before, header)
        share = 1 - (len(found.gone) + len(found.new)) / max(len(before) + len(header), 1)
        if share >= ALIKE and (best is None or (share, each.at) > (best[0], best[1].at)):
            best = share, each, found
    return None if best is None else best[1:]


def drift(before: Sequence[str], after: Sequence[str]) -> Drift:
    """How the columns of one file differ from another's, whatever their order."""
    old, new = {normalise(name) for name in before}, {normalise(name) for name in after}
    gone = [name for name in before if normalise(name) not in new]
    fresh = [name for name in after if normalise(name) not in old]
    alike = sorted(
        ((_likeness(one, other), one, other) for one in gone for other in fresh), key=lambda each: -each[0]
    )
    renamed: dict[str, str] = {}
    for likeness, one, other in alike:
        if likeness >= SAME_NAME and one not in renamed and other not in renamed.values():
            renamed[one] = other
    return Drift(
        tuple(name for name in gone if name not in renamed),
        tuple(name for name in fresh if name not in renamed.values()),
        tuple((name, renamed[name]) for name in gone if name in renamed),
    )


def carried_over(mapping: Mapping, automatic: Mapping, changes: Drift) -> Mapping:
    """A mapping for a file whose columns have changed: renamed ones stay where they were, and what
    was filled from one that is gone is filled as it would be by itself."""
    names = {normalise(old): new for old, new in changes.renamed}
    gone = {normalise(name) for name in changes.gone}

    def carried(sources: Dict[str, Source], instead: Dict[str, Source]) -> dict[str, Source]:
        kept = {path: _renamed(source, names) for path, source in sources.items() if not _reads(source, gone)}
        taken = {source.name for source in kept.values() if isinstance(source, Column)}
        fresh = {
            path: source
            for path, source in instead.items()
            if path not in kept and isinstance(source, Column) and source.name in changes.new
        }
        return kept | {path: source for path, source in fresh.items() if source.name not in taken}

    ignored = frozenset(names.get(normalise(name), name) for name in mapping.ignored)
    return replace(
        mapping,
        sources=carried(mapping.sources, automatic.sources),
        fills=carried(mapping.fills, automatic.fills),
        ignored=ignored | (automatic.ignored & set(changes.new)),
    )


def _likeness(one: str, other: str) -> float:
    """1.0 for two spellings of a name, less the less they have in common."""
    mine, theirs = (re.sub(r"\W", "", normalise(name)) for name in (one, other))
    return SequenceMatcher(None, mine, theirs, autojunk=False).ratio()


def _renamed(source: Source, names: Dict[str, str]) -> Source:
    match source:
        case Column(name):
            return Column(names.get(normalise(name), name))
        case Template(text):
            for name in source.names():
                if normalise(name) in names:
                    text = text.replace(f"{{{name}}}", f"{{{names[normalise(name)]}}}")
            return Template(text)
        case _:
            return source


def _reads(source: Source, gone: set[str]) -> bool:
    match source:
        case Column(name):
            return normalise(name) in gone
        case Template():
            return any(normalise(name) in gone for name in source.names())
        case _:
            return False
