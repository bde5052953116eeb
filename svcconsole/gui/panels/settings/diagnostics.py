"""The column of facts about this program and the way to the store, to be copied into a question."""

from __future__ import annotations

import platform
from pathlib import Path

from PySide6.QtCore import QLocale, qVersion
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QWidget

from svcconsole.gui.design.text import PlainLabel
from svcconsole.gui.design.words import tr
from svcconsole.gui.kit.containers.boxes import STRETCH, hbox, vbox
from svcconsole.gui.kit.containers.cards import SectionHeading
from svcconsole.gui.kit.containers.facts import Fact, Facts
from svcconsole.gui.kit.relative_time import clock
from svcconsole.gui.kit.widgets.buttons import button, tool_button
from svcconsole.gui.kit.widgets.pills import Pill
from svcconsole.gui.runtime.connection_state import Reach
from svcconsole.gui.runtime.console import Console
from svcconsole.gui.runtime.task_scope import make_scope
from svcconsole.gui.runtime.version import version_text


class Diagnostics(QWidget):
    """What is read anew whenever it is shown."""

    def __init__(self, console: Console) -> None:
        super().__init__()
        self._console = console
        self.scope = make_scope(self, console.notices)
        again = tool_button("refresh", tr("Read again"))
        self.program, self.way, self.here = Facts(), Facts(), Facts()
        self.way_pill = Pill("", "check", "success")
        self.copy = button(tr("Copy without secrets"), "copy")
        vbox(
            SectionHeading(tr("Diagnostics"), trailing=again),
            self.program,
            SectionHeading(tr("Way to the store"), trailing=self.way_pill),
            self.way,
            SectionHeading(tr("On this computer")),
            self.here,
            hbox(self.copy, STRETCH),
            PlainLabel(tr("No token, no password, no customer is in it."), "caption", "text2", wrap=True),
            parent=self,
            spacing=8,
        )
        again.clicked.connect(self.refresh)
        self.copy.clicked.connect(self._copy)
        console.connection_changed.connect(self._show_way)
        self._show_way()

    def refresh(self) -> None:
        """Look at everything again."""
        self.program.set_facts(
            [
                Fact(tr("Version"), version_text()),
                Fact(tr("System"), f"{platform.platform(terse=True)}, Qt {qVersion()}"),
            ]
        )
        self._show_way()
        self.scope.start(self._read(), key="read")

    async def _read(self) -> None:
        space, size = await self._console.db(lambda workspace: (workspace.place, _size(workspace.path)))
        facts = [Fact(tr("Workspace"), space)]
        if size is not None:
            facts.append(Fact(tr("Its size"), QLocale().formattedDataSize(size)))
        self.here.set_facts(facts)

    def _show_way(self) -> None:
        state, card = self._console.state, self._console.card
        good = state.reach is Reach.CONNECTED
        words = {
            Reach.CONNECTED: tr("Works"),
            Reach.OPENING: tr("Connecting"),
            Reach.LOST: tr("Not reached"),
            Reach.REFUSED: tr("Refused"),
        }[state.reach]
        tone = "success" if good else "neutral" if state.reach is Reach.OPENING else "warning"
        self.way_pill.set(words, "check" if good else "clock" if tone == "neutral" else "warning", tone)
        facts = [Fact(tr("Store"), card.host or card.name)]
        if state.milliseconds is not None:
            facts.append(Fact(tr("Last answer"), tr("{ms} ms", ms=state.milliseconds)))
        if state.since and not good:
            facts.append(Fact(tr("Since"), clock(state.since)))
        self.way.set_facts(facts)

    def _copy(self) -> None:
        found = (*self.program.facts(), *self.way.facts(), *self.here.facts())
        QGuiApplication.clipboard().setText("\n".join(f"{fact.label}: {fact.value}" for fact in found))
        self._console.notices.add("success", tr("The lines are copied."))


def _size(path: Path) -> int | None:
    """Bytes of a workspace's file; None where it is elsewhere."""
    try:
        return path.stat().st_size
    except OSError:
        return None
