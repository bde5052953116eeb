"""Stores the table as it is typed: only the changed pages, in one transaction."""

from __future__ import annotations

import asyncio
from functools import partial
from typing import TYPE_CHECKING

from svcconsole.gui.kit.time_slices import in_slices
from svcconsole.gui.tabs.user_properties import stored_draft
from svcconsole.gui.tabs.user_properties.sheet_model import Row, Sheet
from svcconsole.gui.tabs.user_properties.stored_draft import PAGE, Links

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping, Sequence

    from svcconsole.gui.runtime.console import Console


class DraftStore:
    """`touch` what changed, then `write`: what changes meanwhile is written by the same call."""

    def __init__(self, console: Console) -> None:
        self._console = console
        self._pages: set[int] = set()
        self._writing = asyncio.Lock()

    def touch(self, first: int, last: int) -> None:
        """The rows from position `first` to before `last` are other ones."""
        self._pages.update(range(first // PAGE, -(-last // PAGE)))

    async def write(self, sheet: Sheet, links: Callable[[], Links]) -> None:
        """Write the pages that were touched, as they are now; one writing at a time, each over the last."""
        async with self._writing:
            pages, self._pages = self._pages, set()
            count = -(-sheet.filled // PAGE)
            rows = {page: sheet.rows[page * PAGE : (page + 1) * PAGE] for page in pages if page < count}
            texts: dict[int, str] = {}
            try:
                await in_slices(_written(rows, links(), texts))
                await self._console.db(partial(stored_draft.save, pages=texts, count=count))
            except BaseException:
                self._pages |= pages
                raise

    @property
    def is_behind(self) -> bool:
        """Whether something has changed since it was written."""
        return bool(self._pages)


def _written(rows: Mapping[int, Sequence[Row]], links: Links, texts: dict[int, str]) -> Iterator[None]:
    for page, part in rows.items():
        texts[page] = stored_draft.page_of(part, links)
        yield
