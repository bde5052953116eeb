"""Gives a command the options that a dataclass declares: one place says their names, help and defaults."""

from __future__ import annotations

import functools
import inspect
from collections.abc import Callable, Collection
from dataclasses import fields
from typing import Any, get_args, get_type_hints

from typer.models import OptionInfo

Command = Callable[..., None]


def option_group(
    parameter: str, group: type[Any], leave_out: Collection[str] = ()
) -> Callable[[Command], Command]:
    """Decorates a command: in place of its keyword `parameter` it has an option for each field of the
    dataclass `group`, which is given to it filled; the fields in `leave_out` keep their defaults."""
    hints = get_type_hints(group, include_extras=True)
    offered = [field for field in fields(group) if field.name not in leave_out]

    def decorate(command: Command) -> Command:
        signature = inspect.signature(command, eval_str=True)
        parameters = dict(signature.parameters)
        kind = parameters.pop(parameter).kind
        expanded = [
            inspect.Parameter(field.name, kind, default=field.default, annotation=hints[field.name])
            for field in offered
        ]

        @functools.wraps(command)
        def run(**given: Any) -> None:
            filled = group(**{field.name: given.pop(field.name) for field in offered})
            command(**given, **{parameter: filled})

        vars(run)["__signature__"] = signature.replace(parameters=[*parameters.values(), *expanded])
        return run

    return decorate


def options_given(given: Any, names: Collection[str] | None = None) -> tuple[str, ...]:
    """The options of a filled dataclass that do not have their defaults, as they are typed (of one that has a
    contrary, both); only those of the fields in `names` where that is said."""
    hints = get_type_hints(type(given), include_extras=True)
    defaults = type(given)()
    return tuple(
        _typed(hints[field.name])
        for field in fields(given)
        if (names is None or field.name in names)
        and getattr(given, field.name) != getattr(defaults, field.name)
    )


def _typed(hint: Any) -> str:
    *_, told = get_args(hint)
    return str(told.default if isinstance(told, OptionInfo) else told.metavar)  # its first name stands there
