"""Problems of a form in words, from pydantic or a store's answer, and the field each belongs to."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from types import MappingProxyType
from typing import Any

from pydantic import BaseModel, ValidationError

from svcconsole.gui.design.text import capital, visible
from svcconsole.gui.design.words import mark, tr
from svcconsole.gui.kit.forms.fields import FieldSpec, Kind, specs
from svcconsole.tables.values.web_addresses import is_web_address

Loc = tuple[str | int, ...]


@dataclass(frozen=True, slots=True)
class Problem:
    """A sentence about the field at `loc` (blank: the whole form); a warning does not keep from saving."""

    loc: Loc
    sentence: str
    warning: bool = False
    fix: str = ""
    value: Any = None


def _limit(text: str, name: str) -> Any:
    return lambda label, context: tr(text, label=label, limit=_plain(context.get(name, "")))


def _plain(limit: Any) -> Any:
    """A limit as pydantic gives it: without a sign between its thousands."""
    return str(limit) if isinstance(limit, int | float) else limit


_SENTENCES: Mapping[str, Any] = {
    "missing": _limit(mark("{label} is required."), ""),
    "string_too_short": lambda label, context: (
        tr("{label} is required.", label=label)
        if context.get("min_length", 0) <= 1
        else tr(
            "{label} needs at least {least} characters.",
            label=label,
            least=_plain(context.get("min_length", "")),
        )
    ),
    "string_too_long": _limit(mark("{label} may have at most {limit} characters."), "max_length"),
    "too_short": lambda label, context: tr(
        "{label}: at least {least} is required.", label=label, least=_plain(context.get("min_length", ""))
    ),
    "too_long": _limit(mark("{label}: at most {limit} are allowed."), "max_length"),
    "greater_than_equal": _limit(mark("{label} must be {limit} or more."), "ge"),
    "greater_than": _limit(mark("{label} must be more than {limit}."), "gt"),
    "less_than_equal": _limit(mark("{label} must be {limit} or less."), "le"),
    "less_than": _limit(mark("{label} must be less than {limit}."), "lt"),
    "not_a_number": _limit(mark("{label} must be a number."), ""),
    "decimal_type": _limit(mark("{label} must be a number."), ""),
    "int_type": _limit(mark("{label} must be a whole number."), ""),
    "int_from_float": _limit(mark("{label} must be a whole number."), ""),
    "decimal_max_digits": _limit(mark("{label} may have at most {limit} digits."), "max_digits"),
    "string_type": _limit(mark("{label} must be text."), ""),
    "bool_type": _limit(mark("{label} must be yes or no."), ""),
    "enum": _limit(mark("{label} must be one of {limit}."), "expected"),
    "literal_error": _limit(mark("{label} must be one of {limit}."), "expected"),
}

_BLANK = ("missing", "too_short", "string_too_short")


def of_validation(
    model: type[BaseModel],
    error: ValidationError,
    named: Callable[[Loc, str], str] = lambda _, label: label,
    needed: Mapping[str, str] = MappingProxyType({}),
) -> list[Problem]:
    """pydantic's errors as problems; union tags, which no editor has, are taken out of the loc.

    `named` gives what a field is called on the page, from its loc and its own label; `needed`, by name, what
    to do about a required field that is blank, where "is required" would only name it.
    """
    found: list[Problem] = []
    for entry in error.errors(include_url=False, include_input=False):
        loc, label = _editor_loc(model, entry["loc"])
        label = named(loc, label)
        written = _SENTENCES.get(entry["type"])
        todo = needed.get(str(loc[-1])) if loc else None
        if todo and (entry["type"] in _BLANK or "is required" in entry["msg"]):
            sentence = tr(todo)
        elif written is not None and loc:
            sentence = written(label, entry.get("ctx", {}))
        else:
            # A model's own rule continues the field's name: "is required for an EMAIL ticket".
            text = entry["msg"].rstrip(".")
            continues = bool(label) and text[:1].islower()
            sentence = f"{label} {text}." if continues else f"{capital(text)}."
        found.append(Problem(loc, sentence))
    return list({(problem.loc, problem.sentence): problem for problem in found}.values())


def link_problem(text: object) -> str:
    """Why nobody can open this as a web address; blank where somebody may, or nothing is there."""
    if not isinstance(text, str) or not text.strip():
        return ""
    link = text.strip()
    if is_web_address(link.casefold()):
        return ""
    return tr("“{text}” is not a web address. Write it in full, beginning with https://.", text=visible(link))


def of_words(fields: Sequence[FieldSpec], sentence: str) -> Problem:
    """A store's own words as a problem of the field they name, by path (`products[0].name`) or wire name."""
    for path in re.findall(r"[A-Za-z_]\w*(?:(?:\.|\[)\w+\]?)+", sentence):
        loc = of_path(fields, re.findall(r"\w+", path))
        if loc:
            return Problem(loc, sentence)
    words = re.findall(r"\w+", sentence)
    for word in words:
        named = next((field for field in fields if word in (field.wire, field.name) and word != "id"), None)
        if named is not None:
            return Problem((named.name,), sentence)
    for field in fields:
        inner = specs(field.model) if field.model is not None and field.kind is Kind.RECORDS else ()
        if any(part.wire in words and part.wire not in ("id", "name") for part in inner):
            return Problem((field.name,), sentence)
    return Problem((), sentence)


def of_path(fields: Sequence[FieldSpec], path: Sequence[str | int]) -> Loc:
    """The loc that a wire path leads to, containers (`products`, 0) skipped; blank when it leads nowhere."""
    for start in range(len(path)):
        loc = _walk(fields, path[start:])
        if loc:
            return loc
    return ()


def _walk(fields: Sequence[FieldSpec], path: Sequence[str | int]) -> Loc:
    if not path:
        return ()
    field = next((field for field in fields if path[0] in (field.wire, field.name)), None)
    if field is None:
        return ()
    loc: Loc = (field.name,)
    rest = path[1:]
    if rest and field.many and str(rest[0]).isdigit():
        loc = (*loc, int(rest[0]))
        rest = rest[1:]
    inner = specs(field.model) if field.model is not None else ()
    return loc + _walk(inner, rest)


def _editor_loc(model: type[BaseModel], loc: Sequence[str | int]) -> tuple[Loc, str]:
    """The loc without union tags, and the label of the field it ends at."""
    kept: list[str | int] = []
    label = ""
    models: tuple[type[BaseModel], ...] = (model,)
    for part in loc:
        if isinstance(part, int):
            kept.append(part)
            continue
        field = next(
            (spec for owner in models for spec in specs(owner) if part in (spec.name, spec.wire)), None
        )
        if field is None:
            if not models:
                kept.append(part)
            continue
        kept.append(field.name)
        label = field.label
        models = (field.model,) if field.model is not None else field.models
    return tuple(kept), label
