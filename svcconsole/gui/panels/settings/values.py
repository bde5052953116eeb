"""Where settings are kept: the window's own, those of the computer, those of the open store's profile."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Generic, Protocol

from pydantic import ValidationError

from svcconsole.gui.design.words import sentences, tr
from svcconsole.gui.runtime.computer_settings import ComputerSettings
from svcconsole.gui.runtime.settings import Settings, V
from svcconsole.preferences import Preferences, PreferencesError
from svcconsole.profiles import Profile


class NotKept(Exception):
    """A value that cannot be: the one before stays. `sentence` says why."""

    def __init__(self, sentence: str) -> None:
        super().__init__(sentence)
        self.sentence = sentence


class Value(Protocol):
    """One setting. `put` raises NotKept; None takes it back to its default."""

    def get(self) -> object: ...
    def default(self) -> object: ...
    def is_fixed(self) -> bool: ...
    async def put(self, value: object) -> None: ...


@dataclass(frozen=True, slots=True)
class WindowValue(Generic[V]):
    """A key of the window's settings; `apply` shows it at once."""

    settings: Settings
    key: str
    usual: V
    apply: Callable[[], None] = lambda: None

    def get(self) -> object:
        return self.settings.get(self.key, self.usual)

    def default(self) -> object:
        return self.usual

    def is_fixed(self) -> bool:
        return self.settings.is_fixed(self.key)

    async def put(self, value: object) -> None:
        self.put_now(value)

    def put_now(self, value: object) -> None:
        """Keep it and show it."""
        if value is None:
            self.settings.remove(self.key)
        elif isinstance(value, bool | int | str):
            self.settings.set(self.key, value)
        self.apply()


@dataclass(frozen=True, slots=True)
class ComputerValue:
    """One or more settings that window and command line share; `judge` raises NotKept before anything is
    kept, `apply` shows it at once."""

    computer: ComputerSettings
    names: tuple[str, ...]
    refusal: str
    judge: Callable[[object], None] = lambda _value: None
    apply: Callable[[], None] = lambda: None

    def get(self) -> object:
        return _of(self.computer.now or Preferences(), self.names)

    def default(self) -> object:
        return _of(Preferences(), self.names)

    def is_fixed(self) -> bool:
        return any(name in self.computer.fixed for name in self.names)

    async def put(self, value: object) -> None:
        values = value if isinstance(value, tuple) else (value,) * len(self.names)
        if value is not None and value != "":
            self.judge(value)
        try:
            await self.computer.change(
                **{name: None if one == "" else one for name, one in zip(self.names, values, strict=True)}
            )
        except ValidationError as error:
            raise NotKept(tr(self.refusal)) from error
        except PreferencesError as error:
            raise NotKept(sentences(error.sentence, error.advice)) from error
        self.apply()


class ProfileValue:
    """Settings of the open store's profile; `wanted(changes)` has the program keep them."""

    def __init__(self, names: Sequence[str], wanted: Callable[[dict[str, object]], None]) -> None:
        self._names = tuple(names)
        self._wanted = wanted
        self.profile: Profile | None = None
        self.managed = False

    def get(self) -> object:
        return self.default() if self.profile is None else _of(self.profile, self._names)

    def default(self) -> object:
        return self._defaults()

    def _defaults(self) -> tuple[object, ...]:
        return tuple(Profile.model_fields[name].default for name in self._names)

    def is_fixed(self) -> bool:
        return self.managed

    async def put(self, value: object) -> None:
        wanted = value if isinstance(value, tuple) else self._defaults()
        changes = dict(zip(self._names, wanted, strict=True))
        if self.profile is not None:
            self.profile = self.profile.model_copy(update=changes)
        self._wanted(changes)


def _of(record: Preferences | Profile, names: Sequence[str]) -> object:
    found = tuple(getattr(record, name) for name in names)
    if len(found) > 1:
        return found
    return "" if found[0] is None else found[0] if isinstance(found[0], int) else str(found[0])
