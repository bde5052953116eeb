"""The section of settings in which two people who share no workspace agree about a plan, by their keys."""

from __future__ import annotations

import asyncio
from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QWidget

from svcconsole.gui.design.text import visible
from svcconsole.gui.design.words import tr, tr_plural
from svcconsole.gui.kit.containers.boxes import hbox
from svcconsole.gui.kit.dialogs import choose_file, choose_place
from svcconsole.gui.kit.quantity_words import count
from svcconsole.gui.kit.widgets.buttons import button
from svcconsole.gui.panels.approvals.plan_file_dialog import KINDS, approve_file
from svcconsole.gui.panels.settings.rows import SettingRow, SettingSection
from svcconsole.gui.runtime.console import Console

if TYPE_CHECKING:
    from svcconsole.services.campaigns.plan_file import PlanFile
    from svcconsole.workspace.database import Workspace
    from svcconsole.workspace.team.approvals import Approval


class ApproveForOthers(SettingRow):
    """Shows this person's key, and opens plans that others made."""

    def __init__(self, console: Console) -> None:
        self._console = console
        self.key = button(tr("Copy my key"), "copy")
        self.open = button(tr("Open a plan…"), "import")
        both = QWidget()
        hbox(self.key, self.open, parent=both, spacing=8)
        super().__init__(
            tr("Approve a plan for somebody else"),
            tr("They list your key in their connection of the store, and send you their plan as a file."),
            both,
            also=tr("signature approval second person"),
        )
        self.key.clicked.connect(lambda: console.scope.start(self._copy_key(), "key"))
        self.open.clicked.connect(lambda: console.scope.start(approve_file(self, console), "plan"))

    async def _copy_key(self) -> None:
        from svcconsole.services.approvals.signing_key import make_key

        key = await asyncio.to_thread(make_key)
        QGuiApplication.clipboard().setText(key.code)
        self._console.notices.add(
            "info", tr("Your key is on the clipboard."), advice=key.code, standing=True, about="signing key"
        )


class HaveApproved(SettingRow):
    """Writes the newest plan that has not begun into a file, and takes its approval in."""

    def __init__(self, console: Console) -> None:
        self._console = console
        self.write = button(tr("Write the plan…"), "export")
        self.take = button(tr("Take an approval in…"), "import")
        both = QWidget()
        hbox(self.write, self.take, parent=both, spacing=8)
        super().__init__(
            tr("Have your plan approved"),
            tr(
                "The newest campaign that has not begun goes into a file that somebody else signs. This "
                "computer alone cannot prove more than that: whoever has it could also send by other means."
            ),
            both,
            also=tr("signature approval second person"),
        )
        self.write.clicked.connect(lambda: console.scope.start(self._write(), "write plan"))
        self.take.clicked.connect(lambda: console.scope.start(self._take(), "take approval"))

    async def _write(self) -> None:
        path = await choose_place(self, tr("Write the plan"), "plan.json", kinds=KINDS)
        if path is None:
            return
        key = await asyncio.to_thread(_own_code)
        plan = await self._console.db(lambda space: _write_newest(space, path, key))
        self._console.notices.add(
            "success",
            tr_plural("Plan {code} for {n} person is in {file}.", "Plan {code} for {n} people is in {file}.",
                      plan.people, code=plan.code, file=visible(path.name)),
            advice=tr("Send it to whoever is to approve it."), standing=True,
        )  # fmt: skip

    async def _take(self) -> None:
        path = await choose_file(self, tr("Take an approval in"), kinds=KINDS)
        if path is None:
            return
        key = await asyncio.to_thread(_own_code)
        found = await self._console.db(lambda space: _take_in(space, path, key))
        self._console.notices.add(
            "success",
            tr("{name} approved plan {code}.", name=visible(found.answered_by), code=found.code),
            advice=tr("It can be sent to {people} people now.", people=count(found.people)),
            standing=True,
        )


def second_person(console: Console) -> SettingSection:
    """Both sides of it."""
    section = SettingSection(tr("A second person"), "shield", tr("for this store"))
    section.add(ApproveForOthers(console))
    section.add(HaveApproved(console))
    return section


def _own_code() -> str:
    from svcconsole.services.approvals.signing_key import own_key

    key = own_key()
    return key.code if key is not None else ""


def _write_newest(space: Workspace, path: Path, key: str) -> PlanFile:
    from svcconsole.services.campaigns.plan_file import write_plan
    from svcconsole.words.message import message
    from svcconsole.workspace.errors import WorkspaceError
    from svcconsole.workspace.schema.approval_rule import REACHES

    waiting = (info for info in space.runs.list() if info.kind in REACHES and info.started_at is None)
    newest = next(waiting, None)
    if newest is None:
        raise WorkspaceError(
            message("No campaign waits here that has not begun."),
            message("Plan one first: Messaging, Campaign."),
        )
    return write_plan(space, newest.id, path, key)


def _take_in(space: Workspace, path: Path, key: str) -> Approval:
    from svcconsole.services.approvals.approval_file import read_approval
    from svcconsole.words.message import message
    from svcconsole.workspace.errors import WorkspaceError

    signed = read_approval(path)
    run = next((info for info in space.runs.list() if info.sha256 == signed.sha256), None)
    if run is None:
        raise WorkspaceError(
            message("This approval is of a plan that is not kept here."),
            message("A plan that was changed since has to be approved anew."),
        )
    return space.approvals.take_signed(run.id, signed, key)
