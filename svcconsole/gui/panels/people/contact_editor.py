"""A field for a phone number or an e-mail address in which people are found by name."""

from __future__ import annotations

from svcconsole.gui.kit.forms.editors.field_editors import LineEditor
from svcconsole.gui.kit.forms.fields import FieldSpec
from svcconsole.gui.kit.widgets.offer import Offer
from svcconsole.gui.panels.people.people_cache import PeopleCache
from svcconsole.gui.runtime.task_scope import make_scope


class ContactEditor(LineEditor):
    """Offers the people seen here while it is typed into, the recent ones first; any other text is taken,
    too. `way` is PHONE or EMAIL."""

    def __init__(self, spec: FieldSpec, people: PeopleCache, way: str) -> None:
        super().__init__(spec)
        self.people, self._way = people, way
        self.scope = make_scope(self.line, people.console.notices)
        self.offer = Offer(self.line, filtered=False)
        self.offer.taken.connect(lambda: self._edited(self.line.text()))
        self.offer.searched.connect(lambda text: self.scope.start(self._search(text), "search"))
        people.changed.connect(self._show_first)
        self._show_first()

    def offered(self) -> list[str]:
        """What can be chosen, as it would be typed."""
        return self.offer.offered()

    def _show_first(self) -> None:
        if not self.line.text().strip() or not self.offer.rows().rowCount():
            self.offer.set_rows(self.people.first(self._way))

    async def _search(self, text: str) -> None:
        found = self.people.first(self._way) if not text.strip() else await self.people.find(text, self._way)
        if self.line.text() != text:
            return  # another search is under way
        self.offer.set_rows(found)
        if text.strip() and self.line.hasFocus() and [each.typed for each in found] != [text.strip()]:
            self.offer.open_list()
        elif (popup := self.offer.popup()) is not None:
            popup.hide()
