"""The actions on one product of the list: refresh, show its JSON, open its page."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QUrl
from PySide6.QtGui import QDesktopServices

from svcconsole.gui.design.words import tr
from svcconsole.gui.kit.dialogs import Answer, ask

if TYPE_CHECKING:
    from svcconsole.api.models.catalog import StoredProduct
    from svcconsole.gui.panels.catalog.record_cache import RecordCache
    from svcconsole.gui.runtime.console import Console
    from svcconsole.gui.runtime.task_scope import TaskScope
    from svcconsole.gui.tabs.catalog.lists.products_page import ProductsPage
    from svcconsole.services.catalog.list_rows import ProductRow


class ProductActions:
    """Answers the products page: each question replaces the one of its kind that is still being asked."""

    def __init__(
        self, page: ProductsPage, shelf: RecordCache[ProductRow], console: Console, scope: TaskScope
    ) -> None:
        self._page = page
        self._shelf = shelf
        self._console = console
        page.chosen.connect(lambda row: scope.start(self._look(row), "look"))
        page.json_wanted.connect(lambda identity: scope.start(self._json(identity), "json"))
        page.link_wanted.connect(lambda url: scope.start(self._follow(url), "link"))

    async def _look(self, row: ProductRow | None) -> None:
        """The chosen product, read fresh, and what this console did to it."""
        if row is None:
            return
        from svcconsole.gui.tabs.catalog.editing.change_history import history_of

        past = await self._console.db(lambda workspace: history_of(workspace, row.id))
        self._page.detail.product.set_past(past)
        found = next((product for product in await self._read(row.id) if product.id == row.id), None)
        if found is None:
            self._shelf.drop([row.id])
            self._console.notices.add("info", tr("{row} is no longer in this store.", row=row.name or row.id))
        else:
            self._page.show_product(found)

    async def _json(self, identity: str) -> None:
        from svcconsole.gui.kit.widgets.json_view import show_json

        products = await self._read(identity)
        text = "\n".join(
            product.model_dump_json(by_alias=True, exclude_none=True, indent=2) for product in products
        )
        show_json(self._page, identity, text)

    async def _read(self, identity: str) -> list[StoredProduct]:
        from svcconsole.api.models.catalog import GetProducts
        from svcconsole.api.operations import GET_PRODUCTS

        client = await self._console.ready()
        answer = await client.call(GET_PRODUCTS, GetProducts(product_ids=[identity]))
        return answer.data.products

    async def _follow(self, url: str) -> None:
        page = self._page
        if not url.startswith("https://"):
            self._console.notices.add("info", tr("Only https links are opened from here."))
            return
        host = QUrl(url).host()
        answer = await ask(
            page,
            tr("Open {host} in the browser?", host=host),
            url,
            (Answer("open", tr("Open the page")), Answer("cancel", tr("Cancel"))),
            safe="cancel",
        )
        if answer == "open":
            QDesktopServices.openUrl(QUrl(url))
