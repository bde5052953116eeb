"""Reads the store's prices for an import of products, so that each variant is compared with its own."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Protocol

from svcconsole.gui.design.words import tr

if TYPE_CHECKING:
    from collections.abc import Callable

    from svcconsole.gui.runtime.console import Console

UNREAD = "prices not read"


class CheckedFile(Protocol):
    """The worker that checks a file, and what the file is imported as."""

    kind: str

    async def call(self, method: str, *arguments: Any) -> Any:
        """Have the worker do `method`; its answer."""


class StorePrices:
    """Reads them once for the products of a file, and anew where it is asked to."""

    def __init__(self, console: Console, session: CheckedFile) -> None:
        self._console = console
        self._session = session
        self._read_for: tuple[str, ...] | None = None

    async def read(self, told: Callable[[float], None], *, anew: bool = False) -> None:
        """Tell the worker what the products of the file cost now; `told` hears how much of it is done.

        Without a connection nothing is asked. A store that does not answer is told of, and the list of
        products as it was read last is what counts.
        """
        from svcconsole.api.errors import ApiError
        from svcconsole.services.catalog.price_levels import price_answers

        client = self._console.client
        if client is None or self._session.kind != "products":
            return
        keys: tuple[str, ...] = await self._session.call("record_keys")
        if keys == self._read_for and not anew:
            return
        try:
            async for done, answers in price_answers(client, keys):
                await self._session.call("take_prices", answers)
                told(done / len(keys))
        except ApiError as error:
            self._console.notices.add(
                "warning",
                tr("The prices of the store could not be read: {reason}", reason=tr(error.sentence)),
                advice=tr("Changes are compared with the list of products as it was read last."),
                about=UNREAD,
            )
            return
        await self._session.call("use_prices")
        self._console.notices.settle(UNREAD)
        self._read_for = keys
