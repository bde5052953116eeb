"""What a store answers beyond its specification: counted, remembered, taught to the practice store."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass, replace
from datetime import UTC, datetime
from typing import TYPE_CHECKING, Any, Final

from PySide6.QtCore import QObject, QTimer, Signal

from svcconsole.gui.runtime.setting_keys import DRIFTS
from svcconsole.gui.runtime.settings import Settings

if TYPE_CHECKING:
    from svcconsole.api.contract_drift import Drift
    from svcconsole.gui.runtime.practice_process import PracticeProcess

MOST: Final = 200
"""So many different ones are remembered; those seen longest ago go first."""
SAVE_MS: Final = 2_000
CHANGED: Final = "changed"
"""The practice store's fault that makes it answer otherwise."""


@dataclass(frozen=True, slots=True)
class SeenDrift:
    """One of them, how often it came, and when first and last (ISO, UTC)."""

    drift: Drift
    times: int
    first_at: str
    last_at: str


class DriftBook(QObject):
    """`changed()`: there are others, or they came more often."""

    changed = Signal()

    def __init__(self, settings: Settings, parent: QObject) -> None:
        super().__init__(parent)
        self._settings = settings
        self._seen: dict[Drift, SeenDrift] | None = None
        self._save = QTimer(self, singleShot=True, interval=SAVE_MS)
        self._save.timeout.connect(self.save)

    def all(self) -> Sequence[SeenDrift]:
        """Those that came last first."""
        return sorted(self._known().values(), key=lambda each: each.last_at, reverse=True)

    def count(self) -> int:
        """How many different ones there are."""
        return len(self._known())

    def add(self, found: Mapping[Drift, int]) -> None:
        """These came in an answer just now, each so often."""
        known, now = self._known(), datetime.now(UTC).isoformat(timespec="seconds")
        for drift, times in found.items():
            before = known.get(drift) or SeenDrift(drift, 0, now, now)
            known[drift] = replace(before, times=before.times + times, last_at=now)
        for gone in sorted(known.values(), key=lambda each: each.last_at)[: max(0, len(known) - MOST)]:
            del known[gone.drift]
        if not self._save.isActive():
            self._save.start()
        self.changed.emit()

    def forget(self, drifts: Sequence[Drift]) -> None:
        """Count these anew, should they come again."""
        for drift in drifts:
            self._known().pop(drift, None)
        self.save()
        self.changed.emit()

    def save(self) -> None:
        """Write them down."""
        self._save.stop()
        self._settings.set(DRIFTS, json.dumps([_written(each) for each in self._known().values()]))

    def close(self) -> None:
        """Write down what waits to be."""
        if self._save.isActive():
            self.save()

    def _known(self) -> dict[Drift, SeenDrift]:
        if self._seen is None:
            self._seen = _read(self._settings.get(DRIFTS, ""))
        return self._seen


def _written(each: SeenDrift) -> dict[str, Any]:
    return {**asdict(each.drift), "times": each.times, "first_at": each.first_at, "last_at": each.last_at}


def _read(text: str) -> dict[Drift, SeenDrift]:
    """What was written; nothing where that was damaged on the disk."""
    from svcconsole.api.contract_drift import Drift, Kind

    found: dict[Drift, SeenDrift] = {}
    try:
        for each in json.loads(text or "[]"):
            names = {name: str(each[name]) for name in ("operation", "place", "said", "expected")}
            drift = Drift(kind=Kind(each["kind"]), **names)
            found[drift] = SeenDrift(drift, int(each["times"]), str(each["first_at"]), str(each["last_at"]))
    except (ValueError, KeyError, TypeError):
        return {}
    return found


async def teach(practice: PracticeProcess, drifts: Sequence[Drift]) -> int:
    """Make the practice store answer so, too, beside what it was taught before; how many it could be taught.

    Starts it where needed. Raises PracticeError and ControlError.
    """
    from svcconsole.api.contract_drift import change_of, operation_named

    wanted: dict[str, list[Mapping[str, Any]]] = {}
    for drift in drifts:
        operation, change = operation_named(drift.operation), change_of(drift)
        if operation is not None and change is not None:
            wanted.setdefault(operation.path, []).append(change)
    address = await practice.address()

    def switch_on() -> None:
        from svcconsole.gui.runtime.practice_control import Control

        with Control(address.control_url, address.control_token) as control:
            before = {each.operation: each for each in control.faults().faults if each.kind == CHANGED}
            for path, changes in wanted.items():
                known = before.get(path)
                kept = list(known.parameters.get("changes", ())) if known is not None else []
                places = {change["place"] for change in changes}
                merged = [each for each in kept if each.get("place") not in places] + changes
                if known is not None:
                    control.switch_off(known.id)
                control.switch_on({"kind": CHANGED, "operation": path, "changes": merged})

    await asyncio.to_thread(switch_on)
    practice.changed.emit()
    return sum(map(len, wanted.values()))
