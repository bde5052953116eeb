"""The data sources of this tab's forms: registries, people, catalog, pictures, templates."""

from __future__ import annotations

from PySide6.QtCore import QObject

from svcconsole.gui.kit.forms.fields import FieldSpec
from svcconsole.gui.kit.phone_preview.phone import PICTURE_EDGE
from svcconsole.gui.kit.remote_pictures import Pictures
from svcconsole.gui.kit.widgets.offer import Offered
from svcconsole.gui.panels.people.people_cache import PeopleCache
from svcconsole.gui.panels.registries.registry_cache import RegistryCache
from svcconsole.gui.runtime.console import Console
from svcconsole.gui.tabs.messaging.products.product_source import ProductSource
from svcconsole.gui.tabs.messaging.recipient_editor import OfferingEditor, RecipientEditor
from svcconsole.gui.tabs.messaging.templates.template_cache import TemplateCache


class FormSources(QObject):
    """One of each for all pages of the tab."""

    def __init__(self, console: Console, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self.console = console
        self.known = RegistryCache(self)
        self.people = PeopleCache(console, self)
        self.goods = ProductSource(console, self)
        self.pictures = Pictures(console, self, edge=PICTURE_EDGE)
        self.library = TemplateCache(console, self)

    def recipient(self, spec: FieldSpec) -> RecipientEditor:
        """A phone number; people seen here are offered."""
        return RecipientEditor(spec, self.people)

    def catalog(self, spec: FieldSpec) -> OfferingEditor:
        """The id of a catalog; those read here are offered."""
        rows = self.goods.catalogs.rows
        return OfferingEditor(
            spec, lambda: [Offered(row.id, row.name) for row in rows.values()], self.goods.changed
        )

    async def open(self) -> None:
        """Read what this computer keeps; nothing is asked of the store."""
        await self.read_known()
        await self.library.read()
        await self.people.read()
        await self.goods.open()

    async def read_known(self) -> None:
        """The registries anew."""
        self.known.set_entries(await self.console.db(lambda workspace: workspace.registries.entries()))
