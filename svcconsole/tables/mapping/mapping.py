"""Maps fields of a request to their source: a column, a fixed text or a template; never by position."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from collections.abc import Mapping as Dict
from dataclasses import dataclass, field, replace

from svcconsole.tables.mapping.free_paths import FREE_METAFIELDS, FREE_OPTIONS
from svcconsole.tables.mapping.headers import normalise
from svcconsole.tables.mapping.targets import PRODUCTS, Target
from svcconsole.tables.reading.errors import TableError
from svcconsole.tables.values.blanks import is_blank_word, is_zero
from svcconsole.tables.values.column_notes import bare_name, is_price_noted
from svcconsole.tables.values.escapes import Escape
from svcconsole.words.message import listed, message

_PLACEHOLDER = re.compile(r'\{([^{}"]+)\}')
"""A column's name between braces; with a quotation mark in it they are JSON's."""


@dataclass(frozen=True, slots=True)
class Column:
    """The cell of the column with this name (compared by `headers.normalise`)."""

    name: str


@dataclass(frozen=True, slots=True)
class Fixed:
    """The same text in every row."""

    text: str


@dataclass(frozen=True, slots=True)
class Template:
    """A text in which `{Column name}` stands for that column's cell."""

    text: str

    def names(self) -> tuple[str, ...]:
        return tuple(_PLACEHOLDER.findall(self.text))


_ANY_TEXT = ("option", FREE_OPTIONS, FREE_METAFIELDS, "payload.", "description")
"""Beginnings of the paths where a dash is a text like any other."""

Source = Column | Fixed | Template


def source_from(text: str) -> Source:
    """What `--set field=TEXT` means by TEXT: a template when it has braces, else a fixed text."""
    return Template(text) if _PLACEHOLDER.search(text) else Fixed(text)


@dataclass(frozen=True, slots=True)
class Setting:
    """One `--set field=value`: the field's path and the text it gets where the file leaves it blank."""

    path: str
    source: Source


def parse_set(text: str, target: Target = PRODUCTS) -> Setting:
    """Read `field=value`; the field by its path, or by its short name where only one field has it."""
    name, equals, value = text.partition("=")
    if not equals or not name.strip():
        raise TableError(
            message("“{text}” is not a setting.", text=text),
            message("Write field=value, for instance quantity=0."),
        )
    field = target.field(target.resolve(name))
    if field.kind != "json" and set("{}") & set(_PLACEHOLDER.sub("", value)):
        raise TableError(
            message("“{text}” has a brace without its other half.", text=text),
            message("Write a column's name between two braces, for instance {{Handle}}."),
        )
    if not field.settable:
        known = listed(spec.path for spec in target.fields if spec.settable)
        raise TableError(
            message(
                "{path} cannot be set: {records} have no field for it.",
                path=field.path,
                records=target.records,
            ),
            message("What may be set: {known}.", known=known),
        )
    return Setting(field.path, source_from(value))


@dataclass(frozen=True, slots=True)
class Mapping:
    """The whole decision about columns. `sources` come first, `fills` answer where those leave a cell blank.

    `ignored` are column names left out on purpose, `zero_blank` the fields whose column says with a 0 that
    there is no value, `escapes` the signs that an export writes inside the texts of a field. Immutable: the
    `with_…` methods return a new one.
    """

    target: str = PRODUCTS.kind
    sources: Dict[str, Source] = field(default_factory=dict)
    fills: Dict[str, Source] = field(default_factory=dict)
    ignored: frozenset[str] = frozenset()
    zero_blank: frozenset[str] = frozenset()
    escapes: Dict[str, Escape] = field(default_factory=dict)

    def with_source(self, path: str, source: Source | None) -> Mapping:
        """Fill `path` from `source`, or from nothing (None). A column that was left out is taken back."""
        ignored = frozenset(name for name in self.ignored if not _is(source, name))
        made = replace(self, sources=_changed(self.sources, path, source), ignored=ignored)
        if source == self.sources.get(path):
            return made
        escapes = {other: escape for other, escape in self.escapes.items() if other != path}
        return replace(made, zero_blank=self.zero_blank - {path}, escapes=escapes)

    def with_fill(self, path: str, source: Source | None) -> Mapping:
        return replace(self, fills=_changed(self.fills, path, source))

    def with_setting(self, setting: Setting, *, force: bool = False) -> Mapping:
        """Apply `--set`: fill blanks, or with `force` overwrite whatever the file says."""
        if force:
            return self.with_fill(setting.path, None).with_source(setting.path, setting.source)
        return self.with_fill(setting.path, setting.source)

    def with_ignored(self, name: str, ignored: bool = True) -> Mapping:
        """Leave a column out (it then fills nothing by itself), or list it again as having no home."""
        if not ignored:
            return replace(self, ignored=self.ignored - {name})
        kept = {path: source for path, source in self.sources.items() if not _is(source, name)}
        return replace(self, sources=kept, ignored=self.ignored | {name})

    def paths(self) -> tuple[str, ...]:
        """The fields that something fills, in the order they were mapped."""
        return tuple(dict.fromkeys((*self.sources, *self.fills)))

    def differs_in(self, other: Mapping) -> frozenset[str]:
        """The paths that the two fill differently."""
        return frozenset(
            path
            for path in (*self.sources, *self.fills, *other.sources, *other.fills)
            if (self.sources.get(path), self.fills.get(path))
            != (other.sources.get(path), other.fills.get(path))
        )

    def used(self, header: Sequence[str]) -> frozenset[str]:
        """The names of `header` that some source or fill reads."""
        wanted = {
            normalise(name)
            for source in (*self.sources.values(), *self.fills.values())
            for name in _reads(source)
        }
        return frozenset(name for name in header if normalise(name) in wanted)

    def unmapped(self, header: Sequence[str]) -> tuple[str, ...]:
        """Columns not used: neither read nor left out on purpose, in the file's order."""
        homes = self.used(header) | self.ignored
        return tuple(name for name in header if name not in homes)

    def check(self, header: Sequence[str]) -> None:
        """Raise TableError when a source names a column this file does not have."""
        present = {normalise(name) for name in header}
        for path, source in (*self.sources.items(), *self.fills.items()):
            for name in _reads(source):
                if normalise(name) not in present:
                    raise TableError(
                        message(
                            "{path} is filled from the column “{name}”, which this file does not have.",
                            path=path,
                            name=name,
                        ),
                        message("Choose another column for it, or a fixed value."),
                    )


def _changed(sources: Dict[str, Source], path: str, source: Source | None) -> dict[str, Source]:
    kept = {key: value for key, value in sources.items() if key != path}
    return kept if source is None else {**kept, path: source}


def _is(source: Source | None, name: str) -> bool:
    return isinstance(source, Column) and normalise(source.name) == normalise(name)


def _reads(source: Source) -> tuple[str, ...]:
    match source:
        case Column(name):
            return (name,)
        case Template():
            return source.names()
        case Fixed():
            return ()


Cells = Sequence[str]


class Reading:
    """A mapping bound to one header: reads fields out of rows by index. Cells beyond a short row are blank.

    A cell that says in a word that it is blank (NULL, #N/A, a dash) reads as blank. `kind` names the target.
    `columns` and `positions` name, for each field filled by a column, that column and its place;
    `free_options` are the filled fields `combinations.options.…`, `metafields` those that are
    `metafields.namespace.key`; `escapes` are the signs inside the texts of a field.
    """

    def __init__(self, mapping: Mapping, header: Sequence[str]) -> None:
        mapping.check(header)
        self.kind = mapping.target
        self.header = tuple(header)
        self._index: dict[str, int] = {}
        for position, name in enumerate(self.header):
            self._index.setdefault(normalise(name), position)
        columns = {path: source for path, source in mapping.sources.items() if isinstance(source, Column)}
        self.positions = {path: self._index[normalise(source.name)] for path, source in columns.items()}
        self.columns = {path: self.header[position] for path, position in self.positions.items()}
        self._others = {path: source for path, source in mapping.sources.items() if path not in columns}
        self._fills = dict(mapping.fills)
        named = dict.fromkeys((*self.positions, *self._others, *self._fills))
        self._paths = frozenset(named)
        self.free_options = tuple(path for path in named if path.startswith(FREE_OPTIONS))
        self.metafields = tuple(path for path in named if path.startswith(FREE_METAFIELDS))
        self._any_text = frozenset(path for path in named if path.startswith(_ANY_TEXT))
        self._zero_blank = mapping.zero_blank
        self.escapes = mapping.escapes

    def written(self, path: str, cells: Cells) -> str:
        """The mapped column's cell as it is; blank where no column is mapped."""
        position = self.positions.get(path)
        return cells[position] if position is not None and position < len(cells) else ""

    def own(self, path: str, cells: Cells) -> str:
        """What the file itself says: the mapped column's cell; blank where no column is mapped."""
        text = self.written(path, cells)
        return "" if text and self._is_blank(path, text) else text

    def stated(self, path: str, cells: Cells) -> str:
        """What the file or a forced setting says, without what fills blanks."""
        if path in self.positions:
            return self.own(path, cells)
        return self._text(self._others[path], cells) if path in self._others else ""

    def value(self, path: str, cells: Cells) -> str:
        """The field's text: its source, or its fill where the source is blank."""
        position = self.positions.get(path)
        if position is not None:
            text = cells[position] if position < len(cells) else ""
            if text and self._is_blank(path, text):
                text = ""
        else:
            text = self._text(self._others[path], cells) if path in self._others else ""
        if path not in self._fills or text.strip():
            return text
        return self._text(self._fills[path], cells) or text

    def gaps(self, path: str, cells: Cells) -> tuple[str, ...]:
        """The columns that stand inside the field's text and are blank in this row."""
        source = self._others.get(path)
        if path in self._fills and not (source is not None and self._text(source, cells).strip()):
            source = self._fills[path]
        if self.own(path, cells).strip() or not isinstance(source, Template):
            return ()
        return tuple(name for name in source.names() if not self._cell(name, cells).strip())

    def fills(self, path: str) -> bool:
        """Whether anything fills this field."""
        return path in self._paths

    def paths(self) -> frozenset[str]:
        return self._paths

    def _is_blank(self, path: str, text: str) -> bool:
        """Whether a cell that is not empty says that it has no value."""
        if path in self._zero_blank and is_zero(text):
            return True
        return is_blank_word(text, any_text=path in self._any_text)

    def _text(self, source: Source, cells: Cells) -> str:
        match source:
            case Fixed(text):
                return text
            case Column(name):
                return self._cell(name, cells)
            case Template(text):
                return _PLACEHOLDER.sub(lambda found: self._cell(found[1], cells).strip(), text)

    def _cell(self, name: str, cells: Cells) -> str:
        position = self._index[normalise(name)]
        text = cells[position] if position < len(cells) else ""
        return "" if is_blank_word(text, any_text=True) else text


def auto_match(header: Iterable[str], target: Target = PRODUCTS) -> Mapping:
    """The mapping that follows from names alone: paths, short names, labels and synonyms of the target.

    A name without its note ("Price (USD)") fills the field it is a name of, where no whole name fills that
    and no other column has the same.
    """
    names = tuple(header)
    by_name = _by_whole_name(names)
    sources: dict[str, Source] = {}
    taken: set[str] = set()
    for wanted in (_exact, _known):
        for spec in target.fields:
            if spec.path in sources:
                continue
            found = next(
                (
                    by_name[key]
                    for key in wanted(spec.path, target)
                    if key in by_name and by_name[key] not in taken
                ),
                None,
            )
            if found is not None:
                sources[spec.path] = Column(found)
                taken.add(found)
    for path, name in _noted((name for name in names if name not in taken), target):
        if path not in sources and name not in taken:
            sources[path] = Column(name)
            taken.add(name)
    if "combinations.id" in sources and "id" in target.paths():
        sources.setdefault("id", sources["combinations.id"])
    for name in names:
        if name not in taken and any(target.is_free(name, prefix) for prefix in target.dynamic):
            sources[name] = Column(name)
    return Mapping(target.kind, sources)


def _by_whole_name(names: Sequence[str]) -> dict[str, str]:
    """The columns by their names as written and with camelCase apart, the first of several. The `*` of a
    column that has to be filled is no note: such a name is whole without it."""
    found: dict[str, str] = {}
    starless = ((name.strip("* "), name) for name in names)
    for form, name in (*zip(names, names, strict=True), *starless):
        for key in (normalise(form), normalise(_apart(form))):
            found.setdefault(key, name)
    return found


def _noted(names: Iterable[str], target: Target) -> Iterator[tuple[str, str]]:
    """The fields whose names these are without their notes, each with its column; none for a name that two
    columns have. A price that its note makes another one is not counted."""
    columns: dict[str, list[str]] = {}
    for name in names:
        columns.setdefault(normalise(bare_name(_apart(name))), []).append(name)
    for key, path in _fields_by_name(target).items():
        found = columns.get(key, [])
        if target.field(path).kind == "money":
            found = list(filter(is_price_noted, found))
        if len(found) == 1:
            yield path, found[0]


def _fields_by_name(target: Target) -> dict[str, str]:
    """The first field of each name, in the order in which names are looked for."""
    found: dict[str, str] = {}
    for wanted in (_exact, _known):
        for spec in target.fields:
            for key in wanted(spec.path, target):
                found.setdefault(key, spec.path)
    return found


def _apart(name: str) -> str:
    return re.sub(r"(?<=[a-z])(?=[A-Z])", " ", name)


def _exact(path: str, target: Target) -> tuple[str, ...]:
    return (normalise(path),)


def _known(path: str, target: Target) -> tuple[str, ...]:
    spec = target.field(path)
    short = (normalise(spec.short),) if spec.on_wire else ()
    names = tuple(normalise(name) for name in spec.synonyms)
    label = normalise(spec.label)
    # a field that names its own label among the others says where in their order it stands
    return (*names, *short) if label in names else (label, *names, *short)
