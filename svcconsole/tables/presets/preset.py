"""What a preset is: names that prove a format, names that rule it out, and the home of every known column."""

from __future__ import annotations

from collections.abc import Mapping as Dict
from dataclasses import dataclass, field
from fnmatch import fnmatchcase

from svcconsole.tables.mapping.headers import normalise
from svcconsole.tables.mapping.mapping import Mapping
from svcconsole.tables.values.escapes import Escape


@dataclass(frozen=True, slots=True)
class Preset:
    """One export format, by the names of its columns (compared by `headers.normalise`), never by position.

    `required`: all must be there. `one_of`: at least one must (empty: no such condition). `strong`: a share
    of them must (see `recognition`). `negative`: none may. `sources`: target path → names that fill it, the
    first one with anything in it. `groups`: sets of such paths of which the first with anything in it is
    taken whole, as one address. `fills`: target path → names that fill it where the source is blank.
    `joined`: target path → patterns; the columns that fit them and fill nothing else fill the path together.
    `together`: target path → names that fill it together, whatever else they fill. `left_out`: name pattern
    (`*` stands for anything) → why such a column has no place in a request. `zero_blank`: target paths whose
    column has a 0 where there is no value. `escapes`: target path → the sign this export writes inside its
    texts.
    """

    id: str
    title: str
    kind: str
    required: tuple[str, ...]
    strong: tuple[str, ...]
    sources: Dict[str, tuple[str, ...]]
    left_out: Dict[str, str]
    one_of: tuple[str, ...] = ()
    negative: tuple[str, ...] = ()
    joined: Dict[str, tuple[str, ...]] = field(default_factory=dict)
    groups: tuple[Dict[str, str], ...] = ()
    fills: Dict[str, tuple[str, ...]] = field(default_factory=dict)
    together: Dict[str, tuple[str, ...]] = field(default_factory=dict)
    zero_blank: frozenset[str] = frozenset()
    escapes: Dict[str, Escape] = field(default_factory=dict)

    def why_left_out(self, name: str) -> str | None:
        """Why this format's column has no home in a request; None for a column the preset does not know."""
        key = normalise(name)
        return next(
            (why for pattern, why in self.left_out.items() if fnmatchcase(key, normalise(pattern))), None
        )


@dataclass(frozen=True, slots=True)
class Recognition:
    """What a header was recognised as.

    `preset` is its id or None (then `mapping` is what the names alone suggest). `known` of `total` columns
    have a home or a reason to be left out (`left_out`: column → why); `unknown` are the others, to be mapped
    or left out. `by_cells` are the sentences of `evidence` about columns that were known by their cells.
    """

    preset: str | None
    title: str
    known: int
    total: int
    evidence: tuple[str, ...]
    mapping: Mapping
    left_out: Dict[str, str]
    unknown: tuple[str, ...]
    by_cells: tuple[str, ...] = ()
