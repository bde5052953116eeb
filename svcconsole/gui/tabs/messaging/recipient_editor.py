"""Line edits that suggest what is known here: people by number, catalogs by id."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import TYPE_CHECKING

from PySide6.QtCore import QModelIndex, QObject, QPersistentModelIndex, Qt, QTimer, Signal, SignalInstance
from PySide6.QtGui import QStandardItem, QStandardItemModel
from PySide6.QtWidgets import QCompleter

from svcconsole.gui.design.text import visible
from svcconsole.gui.kit.contact_words import phone_words
from svcconsole.gui.kit.forms.editors.field_editors import LineEditor
from svcconsole.gui.kit.forms.fields import FieldSpec
from svcconsole.gui.kit.widgets.field_annotation import FieldAnnotation
from svcconsole.gui.kit.widgets.pills import PillValue
from svcconsole.tables.values.phones import phone_key

if TYPE_CHECKING:
    from svcconsole.gui.runtime.console import Console

MOST = 500
TYPED_ROLE = Qt.ItemDataRole.UserRole + 1


class Suggestions(QObject):
    """People of this store who were seen here and have a phone. `changed` when they were read anew."""

    changed = Signal()

    def __init__(self, console: Console, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self.console = console
        self._names: dict[str, str] = {}

    async def read(self) -> None:
        """Ask the workspace anew."""
        people = await self.console.db(lambda workspace: workspace.people.search("", MOST))
        self._names = {phone: person.name for person in people for phone in person.phones}
        self.changed.emit()

    def numbers(self) -> Iterable[tuple[str, str]]:
        """Numbers (E.164) with the names of those who have them."""
        return self._names.items()

    def name_of(self, number: str) -> str:
        """Whose number it is; blank where nobody here knows."""
        return self._names.get(phone_key(number, self.console.card.region), "") if number.strip() else ""


class OfferingEditor(LineEditor):
    """A line that offers what is known while it is typed into; any other text is taken, too.

    `offers()` gives what is typed for a choice and what the list says of it; `changed` follows `source`.
    """

    def __init__(
        self, spec: FieldSpec, offers: Callable[[], Iterable[tuple[str, str]]], source: SignalInstance
    ) -> None:
        super().__init__(spec)
        self._offers = offers
        self._rows = QStandardItemModel(self)
        self._offer = _Offer(self._rows, self)
        self._offer.setCaseSensitivity(Qt.CaseSensitivity.CaseInsensitive)
        self._offer.setFilterMode(Qt.MatchFlag.MatchContains)
        popup = self._offer.popup()
        if popup is not None:
            popup.setProperty("popup", True)
        self._settled = QTimer(self, interval=0, singleShot=True)
        self._settled.timeout.connect(lambda: self._edited(self.line.text()))
        # The line takes the text over after this signal; what is told must come later than that.
        self._offer.activated.connect(lambda _: self._settled.start())
        self.line.setCompleter(self._offer)
        source.connect(self._fill)
        self._fill()

    def offered(self) -> list[str]:
        """What can be chosen, as it would be typed."""
        return [str(self._rows.item(at).data(TYPED_ROLE)) for at in range(self._rows.rowCount())]

    def _fill(self) -> None:
        self._rows.clear()
        for typed, words in self._offers():
            row = QStandardItem(f"{visible(words)} · {typed}" if words else typed)
            row.setData(typed, TYPED_ROLE)
            self._rows.appendRow(row)


class RecipientEditor(OfferingEditor):
    """A phone number, with its country and kind of line beside it, and whose it is where somebody knows."""

    def __init__(self, spec: FieldSpec, people: Suggestions) -> None:
        super().__init__(spec, people.numbers, people.changed)
        self._people = people
        self.chip = FieldAnnotation(self.line)
        self.line.textChanged.connect(lambda _: self._update_annotation())
        people.changed.connect(self._update_annotation)

    def _update_annotation(self) -> None:
        text = self.line.text()
        said = phone_words(text, self._people.console.card.region)
        pill = PillValue(said, "check", "success") if said else None
        self.chip.set_known(pill, self._people.name_of(text) if said else "")


class _Offer(QCompleter):
    def pathFromIndex(self, index: QModelIndex | QPersistentModelIndex) -> str:
        return str(index.data(TYPED_ROLE))
