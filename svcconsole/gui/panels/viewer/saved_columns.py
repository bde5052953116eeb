"""Saved column settings of a report, by its name or by its header."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Sequence
from typing import Any

from svcconsole.gui.runtime.settings import Settings

PREFIX = "viewer/"


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

    def keep(self, **values: object) -> None:
        """Keep `columns` or `profiles` beside what is kept already."""
        self._settings.put(self._key, json.dumps({**self._all(), **values}))

    def _all(self) -> dict[str, Any]:
        text = self._settings.get(self._key, "")
        try:
            found = json.loads(text) if text else {}
        except ValueError:
            return {}
        return found if isinstance(found, dict) else {}
