"""Turns validation errors into problems: a sentence with wire names, and a path in Python names."""

from __future__ import annotations

import difflib
import json
import re
from dataclasses import dataclass
from typing import Any, get_args, get_origin

from pydantic import BaseModel, ValidationError
from pydantic_core import ErrorDetails

from svcconsole.api.models.common import Loc
from svcconsole.words.message import OR, Message, listed, mark, message, number

LONGEST_VALUE = 60
MOST_CHOICES = 9
"""More choices than these are not read in a sentence; the nearest ones are named instead."""

_SAID_WITH_VALUE = {
    "string_type": mark("must be text"),
    "int_type": mark("must be a whole number"),
    "int_from_float": mark("must be a whole number"),
    "bool_type": mark("must be true or false"),
    "list_type": mark("must be a list"),
    "dict_type": mark("must be an object"),
    "model_type": mark("must be an object"),
    "model_attributes_type": mark("must be an object"),
    "not_a_number": mark("must be a number"),
    "float_type": mark("must be a number"),
    "greater_than": mark("must be more than {gt}"),
    "greater_than_equal": mark("must be at least {ge}"),
    "less_than_equal": mark("must be at most {le}"),
}
_SAID = {
    "missing": mark("is required"),
    "extra_forbidden": mark("is not a field of this request"),
    "string_too_short": mark("must not be empty"),
    "string_too_long": mark("must have at most {max_length} characters"),
    "string_unicode": mark("holds characters that cannot be sent"),
    "too_short": mark("must have at least {min_length} entry"),
    "decimal_max_digits": mark("must have at most {max_digits} digits"),
    "not_finite": mark("must be a finite number"),
    "not_json": mark("must be JSON text"),
    "other_payload": mark("is not the payload of this type"),
    "not_a_moment": mark("must be an ISO 8601 timestamp with a time zone, such as 2026-01-31T00:00:00Z"),
}


@dataclass(frozen=True, slots=True)
class Problem:
    """One refusal: `loc` in Python names, `path` in wire names, `sentence` the path and what is wrong."""

    loc: Loc
    path: str
    sentence: str


def problems(error: ValidationError, model: type[BaseModel]) -> tuple[Problem, ...]:
    """All refusals of `error`, raised while reading a `model`, in the order found."""
    found = []
    for detail in error.errors(include_url=False):
        loc, path = detail["loc"], _path(detail, model)
        sentence = message("{field} {refusal}", field=path or message("the body"), refusal=_refusal(detail))
        found.append(Problem(loc, path, sentence))
    return tuple(found)


def _path(detail: ErrorDetails, model: type[BaseModel]) -> str:
    loc = detail["loc"]
    if detail["type"] != "extra_forbidden":
        return wire_path(model, loc)
    # an undeclared field is named as it was written, also where it is one of our Python names
    return ".".join(filter(None, (wire_path(model, loc[:-1]), str(loc[-1]))))


def wire_path(model: type[BaseModel], loc: Loc) -> str:
    """`("products", 3, "combinations", 0, "price")` as `products[3].combinations[0].price`."""
    path = ""
    kinds: list[Any] = [model]
    for part in loc:
        kinds = _opened(kinds)
        if isinstance(part, int):
            path += f"[{part}]"
            kinds = [argument for kind in kinds if get_origin(kind) is list for argument in get_args(kind)]
            continue
        holders = [kind for kind in kinds if isinstance(kind, type) and issubclass(kind, BaseModel)]
        fields = [kind.model_fields[part] for kind in holders if part in kind.model_fields]
        name = (fields[0].alias or part) if fields else part
        path += f".{name}" if path else name
        maps = [get_args(kind)[1] for kind in kinds if get_origin(kind) is dict]
        kinds = [field.annotation for field in fields] if fields else maps
    return path


def _opened(kinds: list[Any]) -> list[Any]:
    """Each kind, with optional, annotated and either-or kinds replaced by what they may hold."""
    opened: list[Any] = []
    for kind in kinds:
        if isinstance(kind, type) or get_origin(kind) in {list, dict}:
            opened.append(kind)
        elif hasattr(kind, "__metadata__"):
            opened += _opened([kind.__origin__])
        else:
            opened += _opened(list(get_args(kind)))
    return opened


def _refusal(detail: ErrorDetails) -> str:
    """What is wrong with a field, as the end of a sentence that begins with its name."""
    kind, context = detail["type"], {name: _written(value) for name, value in detail.get("ctx", {}).items()}
    if kind == "literal_error":
        return _but_was(_one_of(_choices(str(context["expected"])), detail["input"]), detail["input"])
    if kind in _SAID_WITH_VALUE:
        return _but_was(message(_SAID_WITH_VALUE[kind], **context), detail["input"])
    if kind in _SAID:
        return message(_SAID[kind], **context)
    own = detail.get("ctx", {}).get("text")  # what a validator of ours says, see `common.refuse`
    return own if isinstance(own, Message) else detail["msg"]


def _written(value: Any) -> Any:
    """A limit as people write it: 1, not 1.0, and without signs between its thousands."""
    if isinstance(value, float) and value.is_integer():
        value = int(value)
    return number(value, grouped=False) if isinstance(value, int | float) else value


_QUOTED = re.compile(r"""'([^']*)'|"([^"]*)\"""")


def _choices(expected: str) -> list[str]:
    """The words in pydantic's list of them, each quoted as Python does."""
    return [single or double for single, double in _QUOTED.findall(expected)]


def _one_of(choices: list[str], value: object) -> Message:
    """The choices, or of many the nearest ones."""
    if len(choices) <= MOST_CHOICES:
        return message("must be {choices}", choices=_either(choices))
    many = number(len(choices), grouped=False)
    by_lower = {choice.lower(): choice for choice in choices}
    near = difflib.get_close_matches(str(value).lower(), by_lower, n=3)
    if not near:
        some = _either(choices[:3])
        return message("must be one of its {count} words, such as {choices}", count=many, choices=some)
    likely = _either([by_lower[name] for name in near])
    return message("must be one of its {count} words, perhaps {choices}", count=many, choices=likely)


def _either(choices: list[str]) -> Message:
    quoted = [json.dumps(choice, ensure_ascii=False) for choice in choices]
    return listed((listed(quoted[:-1]), quoted[-1]), OR) if quoted[1:] else listed(quoted)


def _but_was(refusal: Message, value: object) -> Message:
    """With `, not "12"` for a value short enough to be read; as it is for the rest."""
    if value is not None and not isinstance(value, str | int | float | bool):
        return refusal
    shown = json.dumps(value, ensure_ascii=False)
    if len(shown) > LONGEST_VALUE:
        return refusal
    return message("{refusal}, not {value}", refusal=refusal, value=shown)
