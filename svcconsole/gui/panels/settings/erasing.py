"""Settings that remove: one person, or all that is kept of the store here."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from PySide6.QtWidgets import QWidget

from svcconsole.gui.design.text import ltr, visible
from svcconsole.gui.design.words import sentences, tr, tr_plural
from svcconsole.gui.kit.containers.boxes import hbox
from svcconsole.gui.kit.dialogs import Answer, ask, confirm_by_name
from svcconsole.gui.kit.widgets.buttons import button
from svcconsole.gui.panels.settings.controls import NamedLine
from svcconsole.gui.panels.settings.rows import SettingRow
from svcconsole.gui.runtime.console import Console
from svcconsole.gui.runtime.notices import Level

MOST_NAMED = 5


class RemovePerson(SettingRow):
    """Removes somebody who asked for it, found by a phone number, an e-mail or an id."""

    def __init__(self, console: Console) -> None:
        self._console = console
        self.field = NamedLine(tr("Phone, e-mail or id"))
        self.remove = button(tr("Remove…"), "delete")
        both = QWidget()
        hbox(self.field, self.remove, parent=both, spacing=8)
        super().__init__(
            tr("Remove a person"),
            tr(
                "Who asks for it goes from everything that is kept here. The log keeps a code in their "
                "place, the suppression list, too."
            ),
            both,
            also=tr("forget erase delete GDPR customer"),
        )
        self.remove.clicked.connect(lambda: console.scope.start(self._remove(), "remove a person"))
        self.field.returnPressed.connect(self.remove.click)

    async def _remove(self) -> None:
        from svcconsole.services.erasure import erase_person

        text = self.field.text().strip()
        if not text:
            self.field.setFocus()
            return
        said = tr(
            "All that is kept here of {person} goes, result files and reports that name them, too. It cannot "
            "be brought back. The store is not asked: remove them there as well.",
            person=ltr(visible(text)),
        )
        answers = (Answer("remove", tr("Remove"), destroys=True), Answer("keep", tr("Keep")))
        if await ask(self.window(), tr("Remove this person?"), said, answers, safe="keep") != "remove":
            return
        done = await self._console.db(lambda space: erase_person(space, text))
        notices = self._console.notices
        count = done.forgotten.total
        if not (count or done.removed or done.unread) and done.forgotten.rewritten:
            notices.add("info", tr("Nothing is kept here of this person."))
            return
        if done.forgotten.rewritten:
            self.field.clear()
        notices.add(
            _level(done.forgotten.rewritten, (*done.left, *done.unread)),
            tr_plural("{n} entry was removed or emptied.", "{n} entries were removed or emptied.", count),
            advice=_beyond(
                self._console, done.forgotten.rewritten, done.left, done.elsewhere, unread=done.unread
            ),
            standing=True,
        )


class WipeStore(SettingRow):
    """Removes all that is kept of the store here, once its name was typed."""

    def __init__(self, console: Console) -> None:
        self._console = console
        self.wipe = button(tr("Wipe…"), "delete")
        super().__init__(
            tr("Wipe the workspace"),
            tr(
                "By itself, what was sent goes after 30 days, what the store held before after 90, the "
                "rest of what was done, its files too, after a year. People, drafts, lists and what still "
                "waits stay, and files saved elsewhere. This removes all of it here now."
            ),
            self.wipe,
            also=tr("delete erase everything retention keep days"),
        )
        self.wipe.clicked.connect(lambda: console.scope.start(self._wipe(), "wipe"))

    async def _wipe(self) -> None:
        from svcconsole.services.erasure import wipe_store

        name = self._console.card.name
        shared = self._console.workspace.state.shared
        everybody = tr("It goes for everybody who shares it.") if shared else ""
        said = sentences(
            tr(
                "Runs, what was sent, people, drafts, results and reports of {store} that are kept here go. "
                "They cannot be brought back. Type {store} to go on.",
                store=name,
            ),
            everybody,
        )
        verb = Answer("wipe", tr("Wipe"), destroys=True)
        if not await confirm_by_name(self.window(), tr("Wipe the workspace?"), said, name, verb):
            return
        done = await self._console.db(wipe_store)
        self._console.notices.add(
            _level(done.rewritten, done.left),
            tr_plural("{n} entry was removed.", "{n} entries were removed.", done.entries),
            advice=_beyond(self._console, done.rewritten, done.left, done.elsewhere),
            standing=True,
        )
        self._console.read_all_anew()


def _level(rewritten: bool, left: Sequence[Path]) -> Level:
    """All is gone, or somebody has something left to do."""
    return Level.SUCCESS if rewritten and not left else Level.WARNING


def _beyond(
    console: Console,
    rewritten: bool,
    left: Sequence[Path],
    elsewhere: Sequence[str],
    *,
    unread: Sequence[Path] = (),
) -> str:
    """What this program cannot reach."""
    from svcconsole.services.erasure import BEYOND, STILL_READ

    parts: list[str] = []
    if not rewritten:
        parts.append(STILL_READ)
    if left:
        parts.append(tr("Could not be removed: {paths}.", paths=_named(left)))
    if unread:
        parts.append(
            tr("Could not be read, so they may still be named there: {paths}.", paths=_named(unread))
        )
    if elsewhere:
        parts.append(
            tr_plural(
                "One file was saved elsewhere: {paths}.",
                "{n} files were saved elsewhere, among them {paths}.",
                len(elsewhere),
                paths=_named(elsewhere),
            )
        )
    if console.workspace.state.shared:
        parts.append(BEYOND)
    return sentences(*parts)


def _named(paths: Sequence[Path | str]) -> str:
    return ", ".join(visible(str(path)) for path in paths[:MOST_NAMED])
