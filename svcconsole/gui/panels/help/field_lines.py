"""The fields of a request or an answer as lines: wire name, type in words, limits, notes."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from pydantic import BaseModel

from svcconsole.api.reference.entry import Entry, Open
from svcconsole.api.reference.notes import loose_type, note
from svcconsole.gui.design.words import mark, tr
from svcconsole.gui.kit.forms.fields import FieldSpec, Kind, specs

_TYPES = {
    Kind.TEXT: mark("text"),
    Kind.AREA: mark("text"),
    Kind.CODE: mark("text"),
    Kind.URL: mark("text, a URL"),
    Kind.NUMBER: mark("number"),
    Kind.SWITCH: mark("true or false"),
    Kind.CHOICE: mark("text"),
    Kind.TIME: mark("text, a timestamp"),
    Kind.DATE: mark("text, a date"),
    Kind.TEXTS: mark("list of texts"),
    Kind.NUMBERS: mark("list of numbers"),
    Kind.MAP: mark("object of texts"),
    Kind.MAP_OF_TEXTS: mark("object of lists of texts"),
    Kind.RECORD: mark("object"),
    Kind.RECORDS: mark("list of objects"),
    Kind.UNION: mark("object"),
    Kind.JSON: mark("any value"),
}
_WHOLE = {Kind.NUMBER: mark("whole number"), Kind.NUMBERS: mark("list of whole numbers")}


@dataclass(frozen=True, slots=True)
class FieldLine:
    """One field, `depth` levels inside the body; with `shape` the heading of one of a payload's shapes."""

    path: str
    name: str
    depth: int
    type: str = ""
    required: bool = False
    limits: str = ""
    choices: tuple[str, ...] = ()
    note: str = ""
    open: tuple[Open, ...] = ()
    shape: bool = False


def translated(text: str) -> str:
    """A sentence of the reference in the user's language."""
    return tr(text)


def prefixed(text: str, prefix: str) -> str:
    """`text` with the one parameter that is named by the connection's prefix (decisions, row 21)."""
    return text.replace("svcCustomerId", f"{prefix}CustomerId")


def request_lines(entry: Entry, prefix: str = "svc") -> tuple[FieldLine, ...]:
    """Every field of the request, nested ones after the field that holds them."""
    return tuple(_Walk(entry, prefix, answer=False).lines(entry.operation.request))


def answer_lines(entry: Entry) -> tuple[FieldLine, ...]:
    """Every field of the answer that is known."""
    return tuple(_Walk(entry, "svc", answer=True).lines(entry.operation.response))


@dataclass(frozen=True, slots=True)
class _Walk:
    entry: Entry
    prefix: str
    answer: bool

    def lines(self, model: type[BaseModel], above: str = "", depth: int = 0) -> Iterator[FieldLine]:
        for spec in specs(model):
            name = prefixed(spec.wire, self.prefix)
            path = f"{above}{name}"
            yield self._line(model, spec, name, path, depth)
            if spec.model is not None:
                yield from self.lines(spec.model, f"{path}.", depth + 1)
            for words, shape in _shapes(model, spec):
                yield FieldLine(path, words, depth + 1, shape=True)
                yield from self.lines(shape, f"{path}.", depth + 1)

    def _line(self, model: type[BaseModel], spec: FieldSpec, name: str, path: str, depth: int) -> FieldLine:
        return FieldLine(
            path,
            name,
            depth,
            type=self._type(model, spec),
            required=spec.required and not self.answer,
            limits=_limits(spec),
            choices=spec.choices,
            note=prefixed(translated(note(model, spec.name)), self.prefix),
            open=tuple(point for point in self.entry.open if path in point.fields),
        )

    def _type(self, model: type[BaseModel], spec: FieldSpec) -> str:
        if spec.kind is Kind.JSON:
            return translated(loose_type(model, spec.name) or _TYPES[spec.kind])
        if self.answer and spec.kind is Kind.CODE:
            return tr("text or number")
        return translated(_WHOLE.get(spec.kind, "") if spec.whole else _TYPES[spec.kind])


def _shapes(model: type[BaseModel], spec: FieldSpec) -> Iterator[tuple[str, type[BaseModel]]]:
    """The shapes a payload may have, each with the types that choose it in words."""
    if not spec.models:
        return
    payloads: Mapping[str, type[BaseModel]] = getattr(model, "payloads", {})
    for shape in dict.fromkeys(payloads.values()):
        types = [word for word, chosen in payloads.items() if chosen is shape]
        words = types[-1]
        if types[:-1]:
            words = tr("{first} or {last}", first=", ".join(types[:-1]), last=types[-1])
        yield tr("{name} when type is {types}", name=spec.wire, types=words), shape


def _limits(spec: FieldSpec) -> str:
    """Limits in words, one after the other."""
    is_list = spec.kind in (Kind.RECORDS, Kind.TEXTS, Kind.NUMBERS)
    found = []
    if spec.min_length and not spec.choices:
        found.append(tr("at least one entry") if is_list else tr("not empty"))
    if spec.max_length:
        found.append(tr("at most {count} characters", count=spec.max_length))
    if spec.minimum is not None:
        found.append(tr("{number} or more", number=f"{spec.minimum:g}"))
    if isinstance(spec.default, str):
        found.append(tr("{value} when left out", value=spec.default))
    return ", ".join(found)
