"""Reset, empty, snapshot and restore of the practice store, each confirmed first."""

from __future__ import annotations

from typing import NamedTuple

from PySide6.QtCore import QObject, Qt
from PySide6.QtWidgets import QMenu, QWidget

from svcconsole.gui.design import icons
from svcconsole.gui.design.text import isolate, literal, visible
from svcconsole.gui.design.words import tr
from svcconsole.gui.kit import dialogs
from svcconsole.gui.kit.dialogs import Answer
from svcconsole.gui.kit.relative_time import exact, relative_time
from svcconsole.gui.panels.practice.store_polling import StorePolling
from svcconsole.gui.runtime.console import Console
from svcconsole.gui.runtime.practice_process import PracticeProcess
from svcconsole.gui.runtime.practice_records import Snapshot
from svcconsole.gui.runtime.task_scope import make_scope

OFFERED = 8
"""The newest copies a menu offers."""


class _Asked(NamedTuple):
    question: str
    text: str
    verb: str
    done: str


class StoreMaintenance(QObject):
    """Questions and their doing on behalf of `page`."""

    def __init__(
        self, page: QWidget, console: Console, practice: PracticeProcess | None, watch: StorePolling
    ) -> None:
        super().__init__(page)
        self._page = page
        self._console = console
        self._practice = practice
        self._watch = watch
        self.scope = make_scope(self, console.notices)

    def reset(self) -> None:
        """Ask, then bring the sample shop back."""
        self.scope.start(self._reset("demo"), key="whole")

    def empty(self) -> None:
        """Ask, then delete everything in it."""
        self.scope.start(self._reset("empty"), key="whole")

    def save_copy(self) -> None:
        """Save a copy of everything."""
        self.scope.start(self._keep(), key="whole")

    def copies_menu(self, anchor: QWidget) -> None:
        """Keep a copy, or go back to one of those kept."""
        self.scope.start(self._copies_menu(anchor), key="menu")

    def reset_menu(self, anchor: QWidget) -> None:
        """Begin again with one of the seeds."""
        menu = _menu(anchor)
        menu.addAction(icons.icon("undo"), tr("Start over with the sample shop"), self.reset)
        menu.addAction(icons.icon("delete"), tr("Start over with an empty store"), self.empty)
        menu.popup(anchor.mapToGlobal(anchor.rect().bottomLeft()))

    async def _copies_menu(self, anchor: QWidget) -> None:
        copies = await self._watch.do(lambda control: control.snapshots())
        menu = _menu(anchor)
        menu.addAction(icons.icon("plus"), tr("Save a copy of everything"), self.save_copy)
        menu.addSeparator()
        for copy in copies[:OFFERED]:
            words = tr(
                "Restore {when}, {name}",
                when=relative_time(copy.taken_at),
                name=isolate(visible(copy.name)),
            )
            action = menu.addAction(icons.icon("history"), literal(words))
            action.triggered.connect(lambda _checked=False, chosen=copy: self.restore(chosen))
        if not copies:
            none = menu.addAction(tr("No copies yet"))
            none.setEnabled(False)
        menu.popup(anchor.mapToGlobal(anchor.rect().bottomLeft()))

    def restore(self, copy: Snapshot) -> None:
        """Ask, then put a copy in the place of everything."""
        self.scope.start(self._restore(copy), key="whole")

    async def _reset(self, seed: str) -> None:
        if self._practice is None:
            return
        asked = {
            "demo": _Asked(
                tr("Reset the practice store?"),
                tr(
                    "Everything changed in it is replaced by the sample shop it began with, and its faults "
                    "are switched off. The copies you saved stay."
                ),
                tr("Reset the practice store"),
                tr("The practice store is as it was at the beginning."),
            ),
            "empty": _Asked(
                tr("Empty the practice store?"),
                tr("Everything in it is deleted. Reset brings the sample shop back."),
                tr("Empty the practice store"),
                tr("The practice store is empty."),
            ),
        }[seed]
        if await self._may(asked):
            self._watch.forget()
            await self._practice.reset(seed)
            self._console.store_changed.emit()
            self._console.notices.add("success", asked.done)

    async def _keep(self) -> None:
        copy = await self._watch.do(lambda control: control.snapshot())
        self._console.notices.add(
            "success", tr("A copy of the practice store is saved as {name}.", name=visible(copy.name))
        )

    async def _restore(self, copy: Snapshot) -> None:
        asked = _Asked(
            tr("Restore this copy of the practice store?"),
            tr(
                "Everything in it is replaced by what it held on {when}. What was done since then is gone, "
                "unless you save a copy first.",
                when=exact(copy.taken_at),
            ),
            tr("Restore the copy"),
            tr("The copy is restored."),
        )
        if await self._may(asked):
            await self._watch.do(lambda control: control.restore(copy.name))
            self._console.store_changed.emit()
            self._console.notices.add("success", asked.done)

    async def _may(self, asked: _Asked) -> bool:
        answers = (Answer("do", asked.verb, destroys=True), Answer("keep", tr("Keep it as it is")))
        return await dialogs.ask(self._page, asked.question, asked.text, answers, safe="keep") == "do"


def _menu(anchor: QWidget) -> QMenu:
    menu = QMenu(anchor)
    menu.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
    return menu
