"""The filters of the list of messages: text, state, reason; each with a chip that clears it."""

from __future__ import annotations

from collections.abc import Callable, Collection
from dataclasses import dataclass, replace
from functools import partial

from PySide6.QtCore import QPoint, Signal
from PySide6.QtWidgets import QMenu

from svcconsole.gui.design.text import PlainLabel
from svcconsole.gui.design.words import tr
from svcconsole.gui.kit.containers.page_header import Toolbar
from svcconsole.gui.kit.widgets.chips import FilterChip
from svcconsole.gui.kit.widgets.search_field import SearchField
from svcconsole.gui.panels.delivery.delivery_text import NAMES
from svcconsole.services.deliveries.deliveries import Delivery
from svcconsole.services.deliveries.reasons import key_of
from svcconsole.services.deliveries.states import State


@dataclass(frozen=True, slots=True)
class DeliveryFilter:
    """Which messages are shown; `reason` is a bar's key, `reason_words` what it says."""

    words: str = ""
    state: State | None = None
    reason: str | None = None
    reason_words: str = ""

    def predicate(self, phones: Collection[str] = ()) -> Callable[[Delivery], bool] | None:
        """Which messages pass; None for all of them. `phones` are the numbers of people whom the words name:
        what went there is found by them, too."""
        if self == DeliveryFilter():
            return None
        sought = self.words.casefold().split()

        def fits(each: Delivery) -> bool:
            if self.state is not None and each.state is not self.state:
                return False
            if self.reason is not None and (
                each.state is not State.FAILED or key_of(each.why) != self.reason
            ):
                return False
            found = f"{each.name}\n{each.phone}\n{each.id}\n{each.title}\n{each.word}\n{each.why}".casefold()
            return each.phone in phones or all(word in found for word in sought)

        return fits


class Filters(Toolbar):
    """`changed(Wanted)` when other messages are to be shown."""

    changed = Signal(object)

    def __init__(self) -> None:
        super().__init__()
        self.wanted = DeliveryFilter()
        self.search = SearchField(tr("Search name, phone or message id"))
        self.state_chip = FilterChip(tr("Status: any"))
        self.reason_chip = FilterChip("", menu=False)
        self.count = PlainLabel("", "caption", "text2")
        self.add(self.search, 1)
        self.add(self.state_chip)
        self.add(self.reason_chip)
        self.add_stretch()
        self.add(self.count)
        self.reason_chip.hide()
        self.search.searched.connect(lambda text: self.set_wanted(replace(self.wanted, words=text)))
        self.state_chip.clicked.connect(self._offer_states)
        self.state_chip.cleared.connect(lambda: self.set_wanted(replace(self.wanted, state=None)))
        self.reason_chip.cleared.connect(self.clear_reason)
        self.reason_chip.clicked.connect(self.clear_reason)

    def set_wanted(self, wanted: DeliveryFilter) -> None:
        """Show these; the chips and the search field say so."""
        if wanted == self.wanted:
            return
        self.wanted = wanted
        if self.search.text() != wanted.words:
            self.search.setText(wanted.words)
        state = None if wanted.state is None else tr("Status: {value}", value=tr(NAMES[wanted.state]).lower())
        self.state_chip.set_filter(state)
        self.reason_chip.set_filter(wanted.reason_words or None)
        self.reason_chip.setVisible(wanted.reason is not None)
        self.changed.emit(wanted)

    def clear_reason(self) -> None:
        """Failures of every reason again."""
        self.set_wanted(replace(self.wanted, reason=None, reason_words=""))

    def _offer_states(self) -> None:
        menu = QMenu(self)
        for state, name in NAMES.items():
            chosen = partial(self.set_wanted, replace(self.wanted, state=state))
            menu.addAction(tr(name)).triggered.connect(lambda _=False, chosen=chosen: chosen())
        menu.aboutToHide.connect(menu.deleteLater)
        menu.popup(self.state_chip.mapToGlobal(QPoint(0, self.state_chip.height() + 2)))
