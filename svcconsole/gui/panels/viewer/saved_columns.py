"""Saved column settings of a report, by its name or by its header."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Sequence
from typing import Any, Final, get_args

from svcconsole.gui.runtime.settings import Settings
from svcconsole.services.analysis.results import ColumnType

PREFIX = "viewer/"
TYPES: Final[dict[object, ColumnType]] = {name: name for name in get_args(ColumnType)}


class SavedColumns:
    """One report's choices in the settings of a store."""

    def __init__(self, settings: Settings, report: str, names: Sequence[str]) -> None:
        self._settings = settings
        said = report or "\n".join(names)
        self._key = PREFIX + hashlib.sha256(said.encode("utf-8", "replace")).hexdigest()[:16]

    def columns(self) -> dict[str, Any]:
        """What `Arrangement.save` gave; empty when there is nothing."""
        found = self._all().get("columns")
        return found if isinstance(found, dict) else {}

    def profiles(self) -> bool | None:
        """Whether somebody wants profiles in the header; None: nobody said."""
        found = self._all().get("profiles")
        return found if isinstance(found, bool) else None

    def types(self) -> dict[str, ColumnType]:
        """What somebody chose that columns hold, by the columns' keys."""
        found = self._all().get("types")
        if not isinstance(found, dict):
            return {}
        return {key: TYPES[value] for key, value in found.items() if value in TYPES}

    def save(self, **values: object) -> None:
        """Keep `columns`, `profiles` or `types` beside what is kept already."""
        self._settings.set(self._key, json.dumps({**self._all(), **values}))

    def _all(self) -> dict[str, Any]:
        text = self._settings.get(self._key, "")
        try:
            found = json.loads(text) if text else {}
        except ValueError:
            return {}
        return found if isinstance(found, dict) else {}
