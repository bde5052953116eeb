"""The part of the section Team that says where the workspace is, tests another place and takes it."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QWidget

from svcconsole.gui.design.metrics import dp
from svcconsole.gui.design.text import PlainLabel, ltr, visible
from svcconsole.gui.design.words import tr, tr_plural
from svcconsole.gui.kit import dialogs
from svcconsole.gui.kit.containers.boxes import STRETCH, hbox, vbox
from svcconsole.gui.kit.containers.cards import IconLabel
from svcconsole.gui.kit.containers.segments import Segments
from svcconsole.gui.kit.dialogs import Answer
from svcconsole.gui.kit.widgets.buttons import button
from svcconsole.gui.panels.settings.team.address_form import AddressForm
from svcconsole.gui.panels.settings.team.check_lines import CheckLines
from svcconsole.gui.runtime.console import Console
from svcconsole.gui.runtime.task_scope import make_scope

if TYPE_CHECKING:
    from svcconsole.workspace.database import Workspace
    from svcconsole.workspace.engines.postgresql_check import CheckStep

HERE, SHARED = range(2)


@dataclass(frozen=True, slots=True)
class Sharing:
    """Where the workspace of a store is: blank for the file here; whether the environment says so."""

    address: str
    by_environment: bool
    password_kept: bool


class SharingForm(QWidget):
    """`share_wanted(address, password)`: the workspace is to be there; with a blank address, in the file."""

    share_wanted = Signal(str, str)

    def __init__(self, console: Console) -> None:
        super().__init__()
        self._console = console
        self.scope = make_scope(self, console.notices)
        self._known: Sharing | None = None
        self._tested = ""
        self.choice = Segments()
        self.choice.add(tr("Only this computer"))
        self.choice.add(tr("Shared with my team"))
        self.locked = PlainLabel("", "caption", "text2", wrap=True)
        self.form = AddressForm()
        self.test = button(tr("Test connection"), "refresh")
        self.lines = CheckLines()
        self.go = button(tr("Share with my team"), "customers", "primary")
        self._mark = IconLabel("shield", "text2", 16, line="caption")
        self.message = PlainLabel("", "caption", "text2", wrap=True)
        self._way = QWidget()
        hbox(self.form.paste, STRETCH, self.test, parent=self._way, spacing=8)
        self._way.setMaximumWidth(self.form.maximumWidth())
        self._foot = QWidget()
        hbox(
            (self._mark, 0, Qt.AlignmentFlag.AlignTop),
            (self.message, 1),
            self.go,
            parent=self._foot,
            spacing=8,
        )
        vbox(
            (self.choice, 0, Qt.AlignmentFlag.AlignLeading), self.locked, self.form, self._way, self.lines,
            self._foot, parent=self, spacing=12,
        )  # fmt: skip
        self.lines.setMaximumWidth(dp(640))
        self.locked.hide()
        self.choice.currentChanged.connect(self._show)
        self.form.changed.connect(self._changed)
        self.test.clicked.connect(lambda: self.scope.start(self._test(), key="test"))
        self.lines.port_wanted.connect(self.form.use_port)
        self.go.clicked.connect(lambda: self.scope.start(self._go(), key="go"))
        self._show()
        self.scope.start(self._read(), key="read")

    def refresh(self) -> None:
        """Read again where the workspace is, unless somebody types another place."""
        if self._known is None:
            self.scope.start(self._read(), key="read")

    async def _read(self) -> None:
        self._known = known = await asyncio.to_thread(_sharing, self._console.store_folder)
        self.choice.set_current(SHARED if known.address else HERE)
        self.form.load(known.address, password_kept=known.password_kept)
        if known.by_environment:
            self.locked.setText(
                tr("Set for this computer by the variable SVCCONSOLE_WORKSPACE: take it away to choose here.")
            )
            self.locked.show()
            self.choice.set_enabled(HERE, False)
            self.choice.set_enabled(SHARED, False)
            self.form.fields["password"].set_help("")
        self._show()

    def _show(self) -> None:
        shared = self.choice.current() == SHARED
        known = self._known
        fixed = known is not None and known.by_environment
        self.form.setVisible(shared)
        self.form.setEnabled(not fixed)
        self._way.setVisible(shared)
        self.lines.setVisible(shared and bool(self.lines.steps))
        if known is None:
            self._foot.hide()
            return
        if shared:
            self.go.setText(tr("Share with my team") if not known.address else tr("Take this address"))
            words = (
                tr("What is kept in the file here stays in it: nothing is lost, nothing moves by itself.")
                if not known.address
                else tr("The workspace is shared at {place}.", place=ltr(visible(_place(known.address))))
            )
        else:
            self.go.setText(tr("Only this computer"))
            words = tr("What the team shares stays there; this console goes on with its own file.")
        self._say(words)
        changed = shared != bool(known.address) or (shared and self._is_edited())
        self.go.setVisible(changed and not fixed)
        self._foot.setVisible(shared or changed)

    def _is_edited(self) -> bool:
        """Whether another address or another password is typed than what is kept."""
        kept = self._known.address if self._known is not None else ""
        return bool(self.form.typed_password()) or self.form.address() != kept

    def _say(self, words: str, tone: str = "text2", icon: str = "shield") -> None:
        self._mark.set(icon, tone)
        self.message.setText(words)
        self.message.set_tone(tone)

    def _changed(self) -> None:
        self.scope.cancel("test")
        self._tested = ""
        self.lines.clear()
        self._show()

    async def _test(self) -> bool:
        """Try the address as it is typed; whether no step failed."""
        if self.form.problems(show=True):
            return False
        address = self.form.address()
        self.lines.clear()
        self.test.set_busy(tr("Testing…"))
        try:
            folder, typed = self._console.store_folder, self.form.typed_password()
            steps = await asyncio.to_thread(_begin, folder, address, typed)
            while (step := await asyncio.to_thread(next, steps, None)) is not None:
                self.lines.add(step)
        finally:
            self.test.set_busy(None)
            self.test.setText(tr("Test again"))
        failed = bool(self.lines.failure())
        self._tested = "" if failed else address + typed
        return not failed

    async def _go(self) -> None:
        shared = self.choice.current() == SHARED
        if shared and self.form.problems(show=True):
            return
        address, password = (self.form.address(), self.form.typed_password()) if shared else ("", "")
        if self._console.runs is not None and self._console.runs.is_running():
            self._say(
                tr("A run is going. Pause or stop it first: its records are noted where they are now."),
                "warning",
                "warning",
            )
            return
        if shared and self._tested != address + password and not await self._test():
            self._say(tr("The test has a failure. Nothing was changed."), "danger", "error")
            return
        if await self._may(shared):
            self.share_wanted.emit(address, password)

    async def _may(self, shared: bool) -> bool:
        """Say what happens with what is kept where it is now, and ask."""
        from svcconsole.workspace.errors import WorkspaceError

        try:
            kept = await self._console.db(_kept)
        except WorkspaceError:
            # Whoever cannot open it has to be able to say where it is.
            kept = tr("What is kept now cannot be read.")
        if shared:
            question = tr("Share the workspace of {store}?", store=visible(self._console.card.name))
            text = tr(
                "{kept} The file stays as it is and nothing is lost, but nothing of it is in the shared "
                "workspace by itself: “svcconsole team move” carries it over. Until then nobody there knows "
                "what was sent from here, so the same could be sent twice.",
                kept=kept,
            )
            verb = tr("Share with my team")
        else:
            question = tr("Go back to the file of this computer?")
            text = tr(
                "{kept} It stays in the shared workspace. The file here does not know what was sent since it "
                "was last used, so the same could be sent twice: “svcconsole team move” carries it over.",
                kept=kept,
            )
            verb = tr("Go back to the file")
        answers = (Answer("not", tr("Not now")), Answer("go", verb))
        return await dialogs.ask(self, question, text, answers, safe="not") == "go"


def _sharing(folder: Path) -> Sharing:
    """Where the workspace is; asks the keyring."""
    from svcconsole.profiles import Profiles
    from svcconsole.shared_workspaces import password_of, shared_address, split_password
    from svcconsole.workspace import address

    if address.is_by_environment(folder):
        return Sharing(split_password(address.address_of(folder))[0], True, True)
    found = shared_address(folder, Profiles.load().profiles)
    return Sharing(found, False, bool(found) and bool(password_of(folder)))


def _begin(folder: Path, address: str, typed: str) -> Iterator[CheckStep]:
    """The steps of a test, with the kept password where none was typed."""
    from svcconsole.shared_workspaces import password_of, with_password
    from svcconsole.workspace.engines.postgresql_check import check

    return check(with_password(address, typed or password_of(folder)), folder.name)


def _kept(workspace: Workspace) -> str:
    """What the workspace of now holds, in a sentence."""
    runs = len(workspace.runs.list())
    drafts = len(workspace.drafts.keys())
    return tr(
        "Here are {runs} and {drafts}.",
        runs=tr_plural("{n} run", "{n} runs", runs),
        drafts=tr_plural("{n} draft", "{n} drafts", drafts),
    )


def _place(address: str) -> str:
    """Host and database of an address."""
    _, _, rest = address.partition("//")
    place = rest.rpartition("@")[2].partition("?")[0]
    return f"localhost{place}" if place.startswith("/") else place
