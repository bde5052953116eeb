"""The column of facts about this program, the way to the store and this computer, to be copied."""

from __future__ import annotations

import asyncio
import platform
from collections.abc import Sequence

from PySide6.QtCore import qVersion
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QVBoxLayout, QWidget

from svcconsole.gui.design.text import PlainLabel, visible
from svcconsole.gui.design.words import show, tr, tr_plural
from svcconsole.gui.kit.containers.boxes import STRETCH, hbox, vbox
from svcconsole.gui.kit.containers.cards import Hairline, SectionHeading
from svcconsole.gui.kit.containers.facts import Fact, Facts
from svcconsole.gui.kit.containers.layout_clearing import clear_layout
from svcconsole.gui.kit.quantity_words import file_size
from svcconsole.gui.kit.relative_time import clock
from svcconsole.gui.kit.widgets.buttons import button, tool_button
from svcconsole.gui.kit.widgets.pills import Pill
from svcconsole.gui.runtime.computer_settings import computer_settings
from svcconsole.gui.runtime.connection_state import Reach
from svcconsole.gui.runtime.console import Console, Problem
from svcconsole.gui.runtime.task_scope import make_scope
from svcconsole.gui.runtime.version import version_text
from svcconsole.workspace.errors import WorkspaceError

REACHES = {
    Reach.CONNECTED: ("check", "success"),
    Reach.OPENING: ("clock", "neutral"),
    Reach.LOST: ("warning", "warning"),
    Reach.REFUSED: ("warning", "warning"),
}


class Diagnostics(QWidget):
    """What is read anew whenever it is shown."""

    def __init__(self, console: Console) -> None:
        super().__init__()
        self._console = console
        self.scope = make_scope(self, console.notices)
        again = tool_button("refresh", tr("Read again"))
        self.program, self.way, self.here = Facts(), Facts(), Facts()
        self.way_pill = Pill("", "check", "success")
        self.here_pill = Pill("", "check", "success")
        self.problems: QVBoxLayout = vbox(spacing=6)
        self._problems_heading = SectionHeading(tr("Last problems"), "")
        self.copy = button(tr("Copy without secrets"), "copy")
        vbox(
            SectionHeading(tr("Diagnostics"), trailing=again),
            self.program,
            Hairline(),
            SectionHeading(tr("Way to the store"), trailing=self.way_pill),
            self.way,
            Hairline(),
            SectionHeading(tr("On this computer"), trailing=self.here_pill),
            self.here,
            Hairline(),
            self._problems_heading,
            self.problems,
            hbox(self.copy, STRETCH),
            PlainLabel(
                tr("No token, no customer, no name of a file is in it."), "caption", "text2", wrap=True
            ),
            parent=self,
            spacing=8,
        )
        again.clicked.connect(self.refresh)
        self.copy.clicked.connect(self._copy)
        console.connection_changed.connect(self._follow_connection)
        computer_settings().changed.connect(self.refresh)
        self._show_state()

    def refresh(self) -> None:
        """Look at everything again."""
        self._show_state()
        self.scope.start(self._read_way(), key="way")
        self.scope.start(self._read_here(), key="here")

    def text(self) -> str:
        """What is copied: a line for each fact, then the last problems."""
        found = (*self.program.facts(), *self.way.facts(), *self.here.facts())
        lines = [f"{fact.label}: {fact.value}" for fact in found]
        lines += [f"{clock(each.at)}: {show(each.sentence)}" for each in self._console.problems]
        return "\n".join(lines)

    def _follow_connection(self) -> None:
        self._show_state()
        if self.isVisible() and self._console.client is not None and not self.way.facts():
            self.scope.start(self._read_way(), key="way")

    async def _read_way(self) -> None:
        from svcconsole.diagnostics import way_to

        client = self._console.client
        if client is None:
            self.way.set_facts([])
            return
        fixed = "proxy" in computer_settings().fixed
        way = await asyncio.to_thread(way_to, client.connection, fixed=fixed)
        facts = [
            Fact(tr("Proxy"), visible(way.proxy) or tr("none")),
            Fact(tr("Found in"), show(way.found_in)),
            Fact(tr("Encrypted"), show(way.encrypted)),
            Fact(tr("Signed by"), visible(way.signed_by)),
            Fact(tr("Trusted by"), show(way.trusted_by)),
            Fact(tr("Problem"), visible(show(way.problem)), tone="danger", lines=3),
        ]
        self.way.set_facts([fact for fact in facts if fact.value])

    async def _read_here(self) -> None:
        from svcconsole import secrets
        from svcconsole.diagnostics import kept_in

        ring = await asyncio.to_thread(secrets.backend_name)
        kept = await asyncio.to_thread(kept_in, self._console.store_folder)
        shared, health = False, ""
        try:
            shared = await self._console.db(lambda space: space.shared)
            await self._console.db(lambda space: space.ask())
        except WorkspaceError as error:
            health = show(error.sentence)
        facts = [Fact(tr("Tokens kept in"), visible(ring) or tr("this session only"))]
        if kept.size is not None and kept.free is not None:
            size, free = file_size(kept.size), file_size(kept.free)
            facts.append(Fact(tr("Workspace"), tr("{size}, {free} free", size=size, free=free)))
        facts.append(Fact(tr("Kept"), tr("in a database of the team") if shared else tr("in a file here")))
        facts.append(Fact(tr("Checked"), tr("nothing wrong") if not health else visible(health), lines=3))
        self.here.set_facts(facts)
        self.here_pill.set(
            tr("Healthy") if not health else tr("Damaged"),
            "check" if not health else "error",
            "success" if not health else "danger",
        )

    def _show_state(self) -> None:
        state, card = self._console.state, self._console.card
        words = {
            Reach.CONNECTED: tr("Works"),
            Reach.OPENING: tr("Connecting"),
            Reach.LOST: tr("Not reached"),
            Reach.REFUSED: tr("Refused"),
        }[state.reach]
        self.way_pill.set(words, *REACHES[state.reach])
        facts = [
            Fact(tr("Version"), version_text()),
            Fact(tr("System"), f"{platform.system()} {platform.release()}, Qt {qVersion()}"),
            Fact(tr("Store"), visible(card.host or card.name)),
        ]
        if state.milliseconds is not None:
            answer = tr("{ms} ms, {time}", ms=state.milliseconds, time=clock(state.since))
            facts.append(Fact(tr("Last answer"), answer))
        self.program.set_facts(facts)
        self._show_problems(self._console.problems)

    def _show_problems(self, problems: Sequence[Problem]) -> None:
        clear_layout(self.problems)
        self._problems_heading.set_note(
            tr_plural("{n} since the start", "{n} since the start", len(problems))
            if problems
            else tr("none since the start")
        )
        for each in reversed(list(problems)[-3:]):
            self.problems.addWidget(PlainLabel(each.sentence, "body", wrap=True))
            self.problems.addWidget(PlainLabel(clock(each.at), "caption", "text2"))

    def _copy(self) -> None:
        QGuiApplication.clipboard().setText(self.text())
        self._console.notices.add("success", tr("The lines are copied."))
