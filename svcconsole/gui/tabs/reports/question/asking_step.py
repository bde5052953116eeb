"""Sends the question of a report: e-mail warning, permission, request, refusal."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING

from svcconsole.api.errors import Rejected
from svcconsole.gui.design.words import tr
from svcconsole.gui.kit.dialogs import Answer, ask
from svcconsole.gui.kit.forms.problems import Problem
from svcconsole.gui.kit.write_permission import may_write
from svcconsole.workspace.runs.report_runs import Need, Stage

if TYPE_CHECKING:
    from svcconsole.gui.runtime.live_report import LiveReport
    from svcconsole.gui.tabs.reports.question.question_page import QuestionPage
    from svcconsole.services.reports.question import ReportQuestion


class AskingStep:
    """What happens between a question that is whole and a report that is watched."""

    def __init__(self, page: QuestionPage) -> None:
        self.page = page
        self._doubted = ""
        page.console.reports.changed.connect(self._changed)

    async def ask(self, question: ReportQuestion) -> None:
        """Ask once: what the store refuses comes back to the form, anything else goes on beside it."""
        page = self.page
        answer = await self._may_mail()
        if answer == "stay" or (answer == "me" and not await page.send_to_me_alone()):
            return
        if answer == "me":
            question = page.question.question()
        if not await may_write(page.console, page, tr("Ask for this report"), tr("Ask for the report")):
            return
        page.set_busy(True)
        await page.keep_draft()
        live = await page.console.reports.ask(question, page.reference)
        page.runs.reveal(live.run.id)
        await self._first_word(live)
        await self._go_on(live)

    async def _may_mail(self) -> str:
        """Before the first part: whether so many e-mails are wanted; `ask`, `me` or `stay`."""
        page = self.page
        expected = page.mails_now()
        if not expected.many or page.is_only_me():
            return "ask"
        answers = (
            Answer("ask", tr("Ask for the report")),
            Answer("me", tr("Only me")),
            Answer("stay", tr("Go on editing")),
        )
        text = tr(
            "A large export comes in parts of 50,000 rows, and the store e-mails every part to everyone. "
            "“Only me” sends all of them to you alone; the file is here in any case."
        )
        return await ask(page, expected.question(), text, answers, safe="stay")

    async def _first_word(self, live: LiveReport) -> None:
        """Until the store took the question, or something keeps it from being asked."""
        reports, run_id = self.page.console.reports, live.run.id
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

    async def _go_on(self, live: LiveReport) -> None:
        page, run = self.page, live.run
        reports = page.console.reports
        if run.stage is Stage.REFUSED:
            error = live.progress.error if live.progress is not None else None
            reports.forget(run.id)
            page.refused(error or Rejected(live.sentence, advice=live.advice, server_words=live.server_words))
        elif run.need is Need.ASKED_BEFORE:
            if await self._may_ask_twice():
                reports.allow(run.id)
                page.settled()
            else:
                reports.forget(run.id)
        elif run.need is Need.DECISION:
            page.settled()
            told = tr("Nobody knows whether the store took this question: there was no answer in time.")
            way = (tr("Decide"), lambda: reports.decide(run.id))
            page.show_head([Problem((), told, warning=True)], way=way)
            self._doubted = run.id
        else:
            page.settled()

    def _changed(self, run_id: str) -> None:
        """What the head of the form asks about is decided: it asks no more."""
        live = self.page.console.reports.find(run_id)
        if run_id == self._doubted and (live is None or live.run.stage is not Stage.NEEDS):
            self._doubted = ""
            self.page.show_head([])

    async def _may_ask_twice(self) -> bool:
        text = tr("A second report is made, and everyone gets its e-mails once more.")
        answers = (Answer("twice", tr("Ask once more")), Answer("stay", tr("Leave it at one")))
        question = tr("The same was asked for from here within a day. Ask again?")
        return await ask(self.page, question, text, answers, safe="stay") == "twice"
