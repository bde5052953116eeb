"""The products and catalogs this window knows: from the snapshot at once, then page by page."""

from __future__ import annotations

import asyncio
import gc
import time
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, replace
from datetime import UTC, datetime
from enum import StrEnum
from typing import TYPE_CHECKING, Any, Generic, TypeVar

from PySide6.QtCore import QObject, Signal

from svcconsole.gui.kit.time_slices import next_turn
from svcconsole.gui.runtime.console import Console
from svcconsole.services.catalog.list_rows import CatalogRow, ProductRow
from svcconsole.workspace.known import list_snapshot

if TYPE_CHECKING:
    from svcconsole.api.operations import Operation

R = TypeVar("R", ProductRow, CatalogRow)

AT_ONCE = 400
"""Rows built from the snapshot between two looks at the event loop."""
TOLD_AT_ONCE = 4000
"""Rows of the snapshot that are shown together: a table paints itself anew each time."""


class Stage(StrEnum):
    """How far reading has come."""

    NEVER = "never"
    READING = "reading"
    READ = "read"
    GUARDED = "guarded"
    STOPPED = "stopped"
    FAILED = "failed"


@dataclass(frozen=True, slots=True)
class Reading:
    """What the list says of itself: how many came, when it was last read whole (epoch), why not now.

    `nameless` are records that came without an id and are in no list.
    """

    stage: Stage = Stage.NEVER
    so_far: int = 0
    nameless: int = 0
    as_of: float | None = None
    started: float = 0.0
    sentence: str = ""
    advice: str = ""
    server_words: tuple[str, ...] = ()


class RecordCache(QObject, Generic[R]):
    """All rows of one kind by id. `arrived`: rows new or different; `gone`: ids that went."""

    arrived = Signal(object)
    gone = Signal(object)
    reading_changed = Signal()

    def __init__(self, console: Console, kind: str, row_type: type[R], parent: QObject | None = None) -> None:
        super().__init__(parent)
        self.console = console
        self.kind = kind
        self.rows: dict[str, R] = {}
        self._unusual: set[str] = set()
        self._newer: set[str] = set()
        """Ids written, read or removed alone since the list began to be read: what its pages say is older."""
        self.reading = Reading()
        self.filling = False
        self._row_type: type[R] = row_type

    @property
    def unusual(self) -> int:
        """How many records of the store hold a value of another type than promised (decisions, row 39)."""
        return len(self._unusual) + self.reading.nameless

    async def open(self) -> None:
        """Show what the snapshot kept of the last time; `filling` while more of it follows what is shown."""
        kept = await asyncio.to_thread(list_snapshot.load, self.console.store_folder, self.kind)
        rows: list[R] = []
        for part in kept.parts(AT_ONCE):
            try:
                rows += map(self._row_type.of_values, part)
            except (TypeError, ValueError):
                break  # written by another version, or damaged: the store is read anyway
            if len(rows) >= TOLD_AT_ONCE:
                self._put(rows)
                self.filling = True
                rows = []
                gc.freeze()  # they live as long as the window: a full collection would stop it for each one
            await asyncio.sleep(0)
        self._put(rows)
        self.filling = False
        self._set_stage(as_of=_epoch(kept.as_of))

    async def read(self, operation: Operation[Any, Any], row_of: Callable[[Any], R | None]) -> None:
        """Read every page from the store; what is shown stays until the store has said that it is gone."""
        from svcconsole.api.errors import ApiError
        from svcconsole.api.paging import End, pages

        seen: set[str] = set()
        self._newer.clear()
        end, nameless = None, 0
        self._set_stage(
            stage=Stage.READING,
            so_far=0,
            nameless=0,
            started=time.time(),
            sentence="",
            advice="",
            server_words=(),
        )
        try:
            client = await self.console.ready()
            async for page in pages(client, operation):
                for start in range(0, len(page.items), AT_ONCE):
                    part = page.items[start : start + AT_ONCE]
                    rows = [row for row in map(row_of, part) if row is not None]
                    nameless += len(part) - len(rows)
                    seen.update(row.id for row in rows)
                    self._put(row for row in rows if row.id not in self._newer)
                    await next_turn()
                self._set_stage(so_far=len(seen), nameless=nameless)
                end = page
        except asyncio.CancelledError:
            self._set_stage(stage=Stage.STOPPED)
            raise
        except ApiError as error:
            self._fail(error.sentence, error.advice, error.server_words)
            return
        except Exception as error:
            # Whatever it was, the list must not claim to be reading still; the scope reports it.
            self._fail(getattr(error, "sentence", ""), getattr(error, "advice", ""), ())
            raise
        guarded = end is not None and end.end is End.GUARDED
        if not guarded:
            known = seen | self._newer
            self.drop([identity for identity in self.rows if identity not in known])
        now = time.time()
        self._set_stage(
            stage=Stage.GUARDED if guarded else Stage.READ,
            as_of=now,
            sentence=(end.sentence or "") if guarded and end is not None else "",
        )
        await self.save_snapshot()

    def upsert(self, rows: Sequence[R]) -> None:
        """Rows that this console just wrote or read."""
        self._newer.update(row.id for row in rows)
        self._put(rows)

    def drop(self, ids: Sequence[str]) -> None:
        """Rows that the store no longer has."""
        self._newer.update(ids)
        held = [identity for identity in ids if self.rows.pop(identity, None) is not None]
        self._unusual.difference_update(held)
        if held:
            self.gone.emit(held)

    async def save_snapshot(self) -> None:
        """Write the snapshot for the next start."""
        rows = list(self.rows.values())
        stamp = self.reading.as_of or time.time()
        as_of = datetime.fromtimestamp(stamp, UTC).isoformat(timespec="seconds")
        await asyncio.to_thread(
            lambda: list_snapshot.save(
                self.console.store_folder, self.kind, (row.values() for row in rows), as_of
            )
        )

    def _put(self, rows: Iterable[R]) -> None:
        fresh = [row for row in rows if self.rows.get(row.id) != row]
        if fresh:
            self.rows.update((row.id, row) for row in fresh)
            self._unusual.difference_update(row.id for row in fresh)
            self._unusual.update(row.id for row in fresh if row.unusual)
            self.arrived.emit(fresh)

    def _fail(self, sentence: str, advice: str, server_words: tuple[str, ...]) -> None:
        self._set_stage(stage=Stage.FAILED, sentence=sentence, advice=advice, server_words=server_words)

    def _set_stage(self, **changes: Any) -> None:
        self.reading = replace(self.reading, **changes)
        self.reading_changed.emit()


def _epoch(iso: str | None) -> float | None:
    try:
        return datetime.fromisoformat(iso or "").timestamp()
    except ValueError:
        return None
