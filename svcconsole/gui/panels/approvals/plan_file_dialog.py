"""The file of a plan, looked at by a second person on their own computer, and signed."""

from __future__ import annotations

import asyncio
from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QDialog, QWidget

from svcconsole.gui.design.metrics import dp
from svcconsole.gui.design.text import visible
from svcconsole.gui.design.words import mark, tr
from svcconsole.gui.kit.containers.boxes import vbox
from svcconsole.gui.kit.containers.footer import FooterPart
from svcconsole.gui.kit.dialogs import choose_file, run
from svcconsole.gui.kit.file_kinds import FileKind
from svcconsole.gui.kit.keyboard_window import KeyboardWindow
from svcconsole.gui.panels.approvals.plan_page import PlanPage
from svcconsole.gui.runtime.console import Console

if TYPE_CHECKING:
    from svcconsole.services.approvals.plan_look import PlanLook

KINDS = (FileKind(mark("Plans"), "*.json"),)
WIDTH, HEIGHT, WIDE = 1040, 720, 1000


class PlanFileDialog(KeyboardWindow, QDialog):
    """Accepted: the plan is to be signed. It cannot be sent back from here: its maker is somewhere else."""

    def __init__(self, parent: QWidget, console: Console, look: PlanLook) -> None:
        super().__init__(parent)
        self.setWindowTitle(tr("A plan to approve"))
        self.page = PlanPage(console.card)
        vbox(self.page, parent=self, spacing=0, margins=0)
        self.page.show_look(look)
        self.page.back.hide()
        self.page.refuse.hide()
        if not look.refusal:
            words = tr("You sign exactly this plan with your key, which stays in this computer’s keyring.")
            self.page.footer.set_message(FooterPart(words, icon="shield"))
        self.page.approved.connect(self.accept)
        self.page.left.connect(self.reject)
        self.resize(min(dp(WIDTH), parent.width()), min(dp(HEIGHT), parent.height()))

    def resizeEvent(self, event: QResizeEvent) -> None:
        self.page.set_wide(self.width() >= dp(WIDE))
        super().resizeEvent(event)


async def approve_file(parent: QWidget, console: Console) -> None:
    """Have the file of a plan chosen, shown, and signed into a file beside it."""
    from svcconsole.services.approvals.approval_file import sign_plan, write_approval
    from svcconsole.services.approvals.file_look import file_look
    from svcconsole.workspace.team.account_name import account_name

    path = await choose_file(parent, tr("Open a plan"), kinds=KINDS)
    if path is None:
        return
    plan, look = await asyncio.to_thread(file_look, path)
    if await run(PlanFileDialog(parent.window(), console, look)) != QDialog.DialogCode.Accepted:
        return
    signed = await asyncio.to_thread(sign_plan, plan, account_name())
    written = approval_beside(path)
    await asyncio.to_thread(write_approval, written, plan, signed)
    console.notices.add(
        "success",
        tr("Plan {code} is approved in {file}.", code=plan.code, file=visible(written.name)),
        advice=tr("Send that file back to whoever made the plan."),
        standing=True,
    )


def approval_beside(plan: Path) -> Path:
    """Where the approval of a plan's file is written."""
    return plan.with_name(f"{plan.stem}.approved.json")
