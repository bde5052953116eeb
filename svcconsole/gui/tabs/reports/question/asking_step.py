"""Sends the question of a report: e-mail warning, permission, request, refusal."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING

from svcconsole.gui.design.words import tr
from svcconsole.gui.kit.dialogs import Answer, ask
from svcconsole.workspace.runs.report_runs import Stage

if TYPE_CHECKING:
    from PySide6.QtWidgets import QWidget

    from svcconsole.gui.runtime.live_report import LiveReport
    from svcconsole.gui.runtime.reports_controller import ReportsController
    from svcconsole.gui.tabs.reports.question.email_warning import EmailCount


async def confirm_emails(expected: EmailCount, parent: QWidget) -> str:
    """Ask whether so many e-mails are wanted: `ask`, `me` for the person who asks alone, or `stay`."""
    answers = (
        Answer("ask", tr("Ask for the report")),
        Answer("me", tr("Only me")),
        Answer("stay", tr("Keep editing")),
    )
    text = tr(
        "A large export comes in parts of 50,000 rows, and the store e-mails every part to everyone. "
        "“Only me” sends all of them to you alone; the file is here in any case."
    )
    return await ask(parent, expected.question(), text, answers, safe="stay")


async def confirm_second_report(parent: QWidget) -> bool:
    """Ask whether the question that was asked within a day is to be asked once more."""
    text = tr("A second report is made, and everyone gets its e-mails once more.")
    answers = (Answer("twice", tr("Ask again")), Answer("stay", tr("Do not ask again")))
    question = tr("You asked for this report within the last 24 hours. Ask again?")
    return await ask(parent, question, text, answers, safe="stay") == "twice"


async def wait_for_first_answer(reports: ReportsController, live: LiveReport) -> None:
    """Wait until the store took the question, or something keeps it from being asked."""
    run_id = live.run.id
    heard = asyncio.Event()

    def look(changed: str) -> None:
        if changed == run_id and (live.run.stage is not Stage.ASKING or live.trouble):
            heard.set()

    reports.changed.connect(look)
    reports.ended.connect(look)
    try:
        look(run_id)
        await heard.wait()
    finally:
        reports.changed.disconnect(look)
        reports.ended.disconnect(look)
