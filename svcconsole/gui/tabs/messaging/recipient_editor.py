"""Line edits that suggest what is known here: people by name or number, catalogs by id."""

from __future__ import annotations

from collections.abc import Callable, Iterable

from PySide6.QtCore import SignalInstance

from svcconsole.gui.kit.contact_words import phone_words
from svcconsole.gui.kit.forms.editors.field_editors import LineEditor
from svcconsole.gui.kit.forms.fields import FieldSpec
from svcconsole.gui.kit.widgets.field_annotation import FieldAnnotation
from svcconsole.gui.kit.widgets.offer import Offer, Offered
from svcconsole.gui.kit.widgets.pills import PillValue
from svcconsole.gui.panels.people.contact_editor import ContactEditor
from svcconsole.gui.panels.people.people_cache import PHONE, PeopleCache


class OfferingEditor(LineEditor):
    """A line that offers what is known while it is typed into; any other text is taken, too.

    `offers()` gives what is typed for a choice and what the list says of it; `changed` follows `source`.
    """

    def __init__(
        self, spec: FieldSpec, offers: Callable[[], Iterable[Offered]], source: SignalInstance
    ) -> None:
        super().__init__(spec)
        self._offers = offers
        self.offer = Offer(self.line)
        self.offer.taken.connect(lambda: self._edited(self.line.text()))
        source.connect(self._fill)
        self._fill()

    def _fill(self) -> None:
        self.offer.set_rows(self._offers())


class RecipientEditor(ContactEditor):
    """A phone number, with its country and kind of line beside it, and whose it is where somebody knows."""

    def __init__(self, spec: FieldSpec, people: PeopleCache) -> None:
        super().__init__(spec, people, PHONE)
        self.chip = FieldAnnotation(self.line)
        self.line.textChanged.connect(lambda _: self._update_annotation())
        people.changed.connect(self._update_annotation)

    def _update_annotation(self) -> None:
        text = self.line.text()
        said = phone_words(text, self.people.region)
        pill = PillValue(said, "check", "success") if said else None
        self.chip.set_known(pill, self.people.name_of(text) if said else "")
