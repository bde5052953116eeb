"""Gives a command the options that a dataclass declares: one place says their names, help and defaults."""

from __future__ import annotations

import functools
import inspect
from collections.abc import Callable, Collection
from dataclasses import fields
from typing import Any, get_type_hints

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
