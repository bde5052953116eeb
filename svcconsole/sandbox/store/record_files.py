"""The database and files of one practice store together: created, reset, copied and restored."""

from __future__ import annotations

from datetime import date
from pathlib import Path
from threading import Lock
from typing import Any

from sqlalchemy import Connection

from svcconsole.sandbox.seed import history
from svcconsole.sandbox.seed.pictures import MEDIA
from svcconsole.sandbox.seed.sowing import Seed, seed_always, seed_store
from svcconsole.sandbox.store import database, formats, snapshots, timestamps
from svcconsole.sandbox.store.call_context import Call
from svcconsole.sandbox.store.folder import empty_kept
from svcconsole.sandbox.store.snapshots import Snapshot
from svcconsole.sandbox.store.tables import catalog

ADDRESS = "base_url"
"""The setting with the address at which the store was served last."""

LEFTOVERS = "leftovers"
"""The setting that is there between forgetting the records and removing the files that went with them."""


class RecordFiles:
    """One folder in use, by one thread alone but for `snapshot`; a kill at any point is made good here."""

    def __init__(
        self, folder: Path, seed: Seed, base_url: str | None = None, today: date | None = None
    ) -> None:
        """Sow a folder that holds nothing. Without `base_url` the store is not served, its address stays;
        without `today` the demo's past ends before the day it is sown."""
        self.folder = folder
        self.database = database.Database(folder)
        snapshots.settle(folder, self.database)
        self._base_url = base_url
        self._today = today
        self._one_by_one = Lock()
        self._begin(seed)

    def call(self, connection: Connection, *, entries: str = "", sent: Any = None) -> Call:
        """What a handler is given in this transaction."""
        address = self._base_url or database.setting(connection, ADDRESS) or ""
        return Call(connection, timestamps.now(), address, entries, sent)

    def _begin(self, seed: Seed) -> None:
        """Sow a store that holds nothing, give one of an earlier version the tables and records that every
        store has by now, and let the pictures of one that was served elsewhere be found at this address.
        """
        with self.database.transaction() as connection:
            found = database.format_of(connection)
            formats.upgrade(connection, found)
            call = self.call(connection)
            before = database.setting(connection, ADDRESS)
            if before is None:
                seed_store(call, seed, self._today or timestamps.now().date())
            else:
                if found < formats.FORMAT:
                    seed_always(call)
                history.move(connection, self._today or timestamps.now().date())
                if before != call.base_url:
                    for table in (catalog.products, catalog.catalogs):
                        database.replace_text(connection, table, before + MEDIA, call.base_url + MEDIA)
            _sign(call)
        self._sweep()

    def reset(self, seed: Seed) -> None:
        """Forget everything but the snapshots, and sow."""
        with self.database.transaction() as connection:
            call = self.call(connection)
            database.empty(connection)
            seed_store(call, seed, self._today or timestamps.now().date())
            _sign(call)
            database.keep_setting(connection, LEFTOVERS, "yes")
        self._sweep()

    def _sweep(self) -> None:
        with self.database.transaction() as connection:
            if database.setting(connection, LEFTOVERS):
                empty_kept(self.folder)
                database.forget_setting(connection, LEFTOVERS)

    def snapshot(self, name: str | None) -> Snapshot:
        """Take a snapshot, named by the instant without a name; raises NoSnapshot. For any thread."""
        name = snapshots.named(name, timestamps.now())
        with self._one_by_one:
            return snapshots.save(self.folder, self.database, name)

    def restore(self, name: str | None) -> str:
        """Be as the snapshot is, the newest without a name; its name. Raises NoSnapshot, changing nothing."""
        with self._one_by_one:
            name = snapshots.stage(self.folder, name)
            snapshots.settle(self.folder, self.database)
            self._begin("empty")
            return name

    def close(self) -> None:
        self.database.close()


def _sign(call: Call) -> None:
    database.keep_setting(call.connection, ADDRESS, call.base_url)
    database.keep_format(call.connection)
