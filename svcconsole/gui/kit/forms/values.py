"""The values of a form as plain data: validated by the model, projected on its fields, addressed by path."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any, TypeVar

from pydantic import BaseModel

from svcconsole.gui.kit.forms.fields import FieldSpec, Kind, specs
from svcconsole.gui.kit.forms.problems import Loc

M = TypeVar("M", bound=BaseModel)


def validated(model: type[M], values: Mapping[str, Any]) -> M:
    """The model of these values; ValidationError where they are not sound."""
    # JSON on purpose: strict models take words for enums and times from JSON, as they do from the wire.
    return model.model_validate_json(json.dumps(_set_only(values), default=_as_json))


def _set_only(value: Any) -> Any:
    """Without what is not set, at every depth: absent, not null."""
    if isinstance(value, Mapping):
        return {name: _set_only(part) for name, part in value.items() if part is not None}
    return [_set_only(part) for part in value] if isinstance(value, list) else value


def _as_json(value: Any) -> int | float:
    return int(value) if value == value.to_integral_value() else float(value)


def projected(spec: FieldSpec, value: Any) -> Any:
    """The value with the fields a request has; what else a store sent cannot be sent back."""
    if value is None:
        return None
    if spec.kind is Kind.RECORDS and spec.model is not None and isinstance(value, list):
        return [
            {part.name: projected(part, row.get(part.name)) for part in specs(spec.model)} for row in value
        ]
    return value


def with_value(contents: Any, loc: Loc, value: Any) -> Any:
    """The contents with `value` put at a place."""
    if not loc:
        return value
    contents[loc[0]] = with_value(contents[loc[0]], loc[1:], value)
    return contents
