"""Two people who share no workspace agree about a plan in their windows: keys, its file, an approval."""

from __future__ import annotations

from pathlib import Path

from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QApplication

from svcconsole.gui.panels.approvals.plan_file_dialog import PlanFileDialog
from svcconsole.gui.panels.settings.second_person import ApproveForOthers, HaveApproved
from tests.gui.shell.conftest import PRACTICE, OpenWindow, open_window, settings
from tests.services.campaigns.test_plan_file import planned
from tests.services.test_handover import a_keyring
from tests.support.coroutines import until
from tests.support.qt import choose_path

__all__ = ["a_keyring", "open_window", "settings"]


async def test_a_plan_is_written_approved_by_somebody_else_and_taken_in(
    window_loop: QApplication, open_window: OpenWindow, tmp_path: Path
) -> None:
    path = tmp_path / "plan.json"
    async with open_window(PRACTICE) as window:
        console = window.console

        async def told(words: str) -> None:
            await until(lambda: any(words in each.sentence for each in console.notices.open))

        have, others = HaveApproved(console), ApproveForOthers(console)
        for row in (have, others):
            row.setParent(window)
        have.write.click()
        await choose_path(window, path)
        await told("No campaign waits here")
        run_id = await console.db(lambda space: planned(space, 3))
        have.write.click()
        await choose_path(window, path)
        await told("for 3 people is in plan.json")

        # The other person's computer: another keyring.
        others.key.click()
        await told("Your key is on the clipboard")
        code = QGuiApplication.clipboard().text()
        others.open.click()
        await choose_path(window, path)
        dialog = await until(lambda: next(iter(window.window().findChildren(PlanFileDialog)), None))
        page = dialog.page
        assert "ana asks to let 3 people get this message" in page.title.text()
        assert "between 09:00 and 20:00" in page.terms.text() and page.refuse.isHidden()
        assert len(page.hash.text().replace(" ", "")) == 64
        page.approve.click()
        await told("is approved in plan.approved.json")
        (tmp_path / "keyring.json").unlink()

        path = tmp_path / "plan.approved.json"
        have.take.click()
        await choose_path(window, path)
        await told("The key that signed this plan is not listed")
        await console.db(lambda space: space.approvals.hold_to(2, {"Yusuf": code}))
        have.take.click()
        await choose_path(window, path)
        await told("Yusuf approved plan")
        await console.db(lambda space: space.approvals.refuse_unapproved(run_id))
