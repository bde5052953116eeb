"""What the window remembers between starts: sizes, the theme, the last store."""

from __future__ import annotations

import os
from collections.abc import Mapping
from pathlib import Path
from types import MappingProxyType
from typing import TypeVar

from PySide6.QtCore import QByteArray, QSettings

from svcconsole.gui.runtime.profile_summary import SAFE_LEVELS, ProfileSummary
from svcconsole.managed import ManagedError, managed

CAREFUL = "name"
"""The safe level of a store whose own was damaged on the disk."""
SOON_MS = 300
"""Writing to the disk takes as long as painting does: what is open is kept after it has been painted."""
V = TypeVar("V", bool, int, float, str)


class Settings:
    """Values under a prefix of one QSettings. Reading never fails: a value of another type is not there."""

    def __init__(
        self, store: QSettings, prefix: str = "", fixed: Mapping[str, object] = MappingProxyType({})
    ) -> None:
        """`fixed`: what an administrator set for this computer, by key; it cannot be changed here."""
        self._store = store
        self._prefix = prefix
        self._fixed = fixed

    @classmethod
    def of_this_user(cls) -> Settings:
        """The user's settings; beside the profiles when SVCCONSOLE_CONFIG_DIR names a folder."""
        folder = os.environ.get("SVCCONSOLE_CONFIG_DIR")
        if folder:
            store = QSettings(str(Path(folder) / "window.ini"), QSettings.Format.IniFormat)
        else:
            store = QSettings(QSettings.Format.IniFormat, QSettings.Scope.UserScope, "svcconsole", "window")
        try:
            return cls(store, fixed=managed().settings)
        except ManagedError:  # opening a store says so
            return cls(store)

    def of_store(self, profile_id: str) -> Settings:
        """The part that belongs to one store: window, splitters, columns."""
        return Settings(self._store, f"{self._prefix}stores/{profile_id}/")

    def is_fixed(self, key: str) -> bool:
        """Whether an administrator set it for this computer."""
        return self._prefix + key in self._fixed

    def get(self, key: str, default: V) -> V:
        """The value of `key` in the type of `default`."""
        raw = self._fixed.get(self._prefix + key, self._store.value(self._prefix + key))
        if raw is None:
            return default
        text = str(raw)
        try:
            if isinstance(default, bool):
                return text in ("true", "True", "1")
            return type(default)(text)
        except ValueError:
            return default

    def set(self, key: str, value: bool | int | float | str) -> None:
        """Keep `value` under `key`."""
        self._store.setValue(self._prefix + key, str(value))

    def state(self, key: str) -> QByteArray:
        """A widget's saved state; empty when there is none."""
        raw = self._store.value(self._prefix + key)
        return raw if isinstance(raw, QByteArray) else QByteArray()

    def put_state(self, key: str, state: QByteArray) -> None:
        """Keep a widget's state under `key`."""
        self._store.setValue(self._prefix + key, state)

    def remove(self, key: str) -> None:
        """Forget `key` and everything under it."""
        self._store.remove(self._prefix + key)

    def save(self) -> None:
        """Write to disk now rather than when Qt thinks of it."""
        self._store.sync()

    def last_card(self) -> ProfileSummary | None:
        """The store the window showed last, as it was then."""
        texts = {name: self.get(f"last/{name}", "") for name in ProfileSummary._fields}
        if not texts["id"] or not texts["name"]:
            return None
        return ProfileSummary(
            id=texts["id"],
            name=texts["name"],
            colour=texts["colour"],
            practice=self.get("last/practice", False),
            base_url=texts["base_url"],
            safe_level=level if (level := texts["safe_level"]) in SAFE_LEVELS else CAREFUL,
            currency=texts["currency"] or None,
            storefront_url=texts["storefront_url"] or None,
            region=texts["region"] or None,
            time_zone=texts["time_zone"] or None,
            price_limit=self.get("last/price_limit", 20),
            approve_above=self.get("last/approve_above", 0),
            must_practise=self.get("last/must_practise", "nothing"),
            app_id=texts["app_id"] or None,
        )

    def remember_card(self, card: ProfileSummary, folder: Path) -> None:
        """Keep the store and its folder for the first paint of the next start."""
        for name, value in card._asdict().items():
            self.set(f"last/{name}", "" if value is None else value)
        self.set("last/folder", str(folder))

    def last_folder(self) -> Path | None:
        """The data folder of `last_card`."""
        folder = self.get("last/folder", "")
        return Path(folder) if folder else None

    def forget_card(self) -> None:
        """The last store is gone: the next start asks."""
        self.remove("last")
