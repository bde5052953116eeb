"""The section of settings in which open work is handed over to another console, and taken in."""

from __future__ import annotations

import asyncio
from pathlib import Path

from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QWidget

from svcconsole.gui.design.text import visible
from svcconsole.gui.design.words import mark, sentences, tr, tr_plural
from svcconsole.gui.kit.containers.boxes import hbox
from svcconsole.gui.kit.dialogs import Answer, ask, choose_file, choose_place
from svcconsole.gui.kit.file_kinds import FileKind
from svcconsole.gui.kit.widgets.buttons import button
from svcconsole.gui.panels.settings.controls import NamedLine
from svcconsole.gui.panels.settings.rows import SettingRow, SettingSection
from svcconsole.gui.runtime.console import Console

KINDS = (FileKind(mark("Hand-over"), "*.handover"),)


class HandOver(SettingRow):
    """Writes what is open here into a file that only the console with the typed code can open."""

    def __init__(self, console: Console) -> None:
        self._console = console
        self.code = NamedLine(tr("Code of the other console"))
        self.hand = button(tr("Hand over…"), "export")
        both = QWidget()
        hbox(self.code, self.hand, parent=both, spacing=8)
        super().__init__(
            tr("Hand open work over"),
            tr(
                "Drafts, imports that were begun, runs that wait and open decisions go into one file. They "
                "are not open here, and not sent from here, any more. A copy of the suppression list, and of "
                "what was sent within 24 hours, goes along, so that nobody is written to twice."
            ),
            both,
            also=tr("transfer colleague laptop move"),
        )
        self.hand.clicked.connect(lambda: console.scope.start(self._hand_over(), "hand over"))

    async def _hand_over(self) -> None:
        from svcconsole.services.handover.handing_over import write_handover
        from svcconsole.services.handover.sealing import public_key

        code = self.code.text()
        public_key(code)
        name = tr("{store}.handover", store=self._console.card.name)
        path = await choose_place(self, tr("Hand open work over"), name, kinds=KINDS)
        if path is None:
            return
        said = tr(
            "What is open goes on at the other console. Here it is marked as handed over, and not sent any "
            "more; the log shows the code with which it can be taken back."
        )
        answers = (Answer("hand", tr("Hand over")), Answer("keep", tr("Keep")))
        if await ask(self.window(), tr("Hand open work over?"), said, answers, safe="keep") != "hand":
            return
        done = await self._console.db(lambda space: write_handover(space, path, code))
        self._console.notices.add(
            "success",
            tr_plural(
                "{n} record was handed over in {path}.",
                "{n} records were handed over in {path}.",
                done.counts["records"],
                path=visible(path.name),
            ),
            advice=tr("If the file is lost: svcconsole handover take-back {code}.", code=done.code),
            standing=True,
        )
        self.code.clear()
        self._console.read_all_anew()
        self._console.sends_changed.emit()


class TakeIn(SettingRow):
    """Shows this console's code, and opens what was made with it."""

    def __init__(self, console: Console) -> None:
        self._console = console
        self.show_code = button(tr("Copy my code"), "copy")
        self.open = button(tr("Open a hand-over…"), "import")
        both = QWidget()
        hbox(self.show_code, self.open, parent=both, spacing=8)
        super().__init__(
            tr("Take work over"),
            tr("Tell whoever hands over your code. What they make with it opens here alone, and once."),
            both,
            also=tr("transfer colleague laptop move"),
        )
        self.show_code.clicked.connect(lambda: console.scope.start(self._copy_code(), "code"))
        self.open.clicked.connect(lambda: console.scope.start(self._choose(), "take in"))

    async def _copy_code(self) -> None:
        from svcconsole.services.handover.receiving import receiving_key

        key = await asyncio.to_thread(receiving_key, make=True)
        QGuiApplication.clipboard().setText(key.code)
        self._console.notices.add(
            "info", tr("Your code is on the clipboard."), advice=key.code, standing=True, about="handover"
        )

    async def _choose(self) -> None:
        path = await choose_file(self, tr("Open a hand-over"), kinds=KINDS)
        if path is not None:
            await self.take_in(path)

    async def take_in(self, path: Path) -> None:
        """Take in what a file holds."""
        from svcconsole.services.handover.handing_over import open_handover

        done = await self._console.db(lambda space: open_handover(space, path))
        count = done.counts["runs"] + done.counts["imports"] + done.counts["drafts"]
        before = ""
        if done.again:
            before = tr_plural(
                "It was opened before, so {n} record needs your decision.",
                "It was opened before, so {n} records need your decision.",
                done.in_question,
            )
        told = tr_plural("{n} thing came from {machine}.", "{n} things came from {machine}.", count,
                         machine=visible(done.machine))  # fmt: skip
        self._console.notices.add("warning" if before else "success", sentences(told, before), standing=True)
        self._console.read_all_anew()
        self._console.sends_changed.emit()


def handover(console: Console) -> SettingSection:
    """Both ways."""
    section = SettingSection(tr("Hand-over"), "export", tr("for this store"))
    section.add(HandOver(console))
    section.add(TakeIn(console))
    return section
