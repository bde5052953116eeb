"""The question page: the list of reports, the form, and the requested reports beside it."""

from __future__ import annotations

import json
from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QBoxLayout, QHBoxLayout, QWidget

from svcconsole.api.errors import Rejected
from svcconsole.api.operations import GENERATE_REPORT
from svcconsole.gui.design.metrics import QWIDGETSIZE_MAX, dp
from svcconsole.gui.design.style import set_property
from svcconsole.gui.design.text import PlainLabel, set_tip, visible
from svcconsole.gui.design.words import show, tr
from svcconsole.gui.kit.containers.footer import FooterPart
from svcconsole.gui.kit.focus import focus_on
from svcconsole.gui.kit.forms.pages.form_page import FormPage
from svcconsole.gui.kit.forms.pages.presets import PresetsButton
from svcconsole.gui.kit.forms.problems import Problem
from svcconsole.gui.kit.report_title import span
from svcconsole.gui.kit.widgets.buttons import button
from svcconsole.gui.kit.write_permission import may_write
from svcconsole.gui.runtime.console import Console
from svcconsole.gui.runtime.notices import Link
from svcconsole.gui.runtime.setting_keys import OWN_EMAIL
from svcconsole.gui.tabs.reports.question.asking_step import (
    confirm_emails,
    confirm_second_report,
    wait_for_first_answer,
)
from svcconsole.gui.tabs.reports.question.email_warning import EmailCount, EmailWarningLine, email_count
from svcconsole.gui.tabs.reports.question.own_email import own_email
from svcconsole.gui.tabs.reports.question.question_form import BLANK, EMAILS, NAME, QuestionForm, values_of
from svcconsole.gui.tabs.reports.question.question_text import people_words
from svcconsole.gui.tabs.reports.question.report_list import ReportList
from svcconsole.gui.tabs.reports.report_notifications import DesktopSwitch
from svcconsole.gui.tabs.reports.runs_column import RunsColumn
from svcconsole.services.reports.question import KIND, ReportQuestion
from svcconsole.services.sends.references import new_reference
from svcconsole.workspace.runs.report_runs import Need, Stage

if TYPE_CHECKING:
    from svcconsole.gui.runtime.live_report import LiveReport
    from svcconsole.workspace.drafts.presets import Preset
    from svcconsole.workspace.runs.report_runs import ReportRun

NAMES_WIDTH, RUNS_WIDTH = 292, 348
NARROW_NAMES, NARROW_RUNS = 240, 300
WIDE_FROM, ROOMY_FROM = 980, 1300
UNDER_HEIGHT = 232
FORM_LEAST = 360
RECIPIENTS = "reports/recipients"


class QuestionPage(FormPage):
    """One question at a time. `file_wanted`: a file of this computer is to be looked at."""

    file_wanted = Signal()

    def __init__(self, console: Console) -> None:
        self.reference = new_reference()
        self.question = QuestionForm(lambda: console.card, lambda: self.reference)
        self.runs = RunsColumn(console.reports, DesktopSwitch(console.program_settings))
        console.card_changed.connect(self.question.follow_zone)
        console.day_watch.changed.connect(self.question.days_editor().follow_day)
        super().__init__(console, self.question, None, "", existing=False, beside=self.runs)
        self.names = ReportList()
        self.lead = PlainLabel("", "lead", wrap=True)
        self.mails = EmailWarningLine()
        note = tr("A period such as “Last month” is counted from the day on which the preset is used.")
        self.saved = PresetsButton(console, self.scope, KIND, note)
        self.look = button(tr("Open a file"), "table")
        self._doubted = ""
        """The run that the line under the form asks to decide about."""
        self.discard.setText(tr("Start over"))
        self.preview.set_kind("quiet")
        self.as_json.hide()
        self.save.setText(tr("Ask for the report"))
        for part in (self.saved, self.look):
            self.header.add_action(part)
        self.page.body.insertWidget(0, self.lead)
        self.page.body.insertWidget(self.page.body.indexOf(self.form) + 1, self.mails)
        self._row = next(row for row in self.findChildren(QHBoxLayout) if row.indexOf(self.form_column) >= 0)
        self._row.insertWidget(0, self.names)
        self._wire()
        self.question.load(self.blank())
        self.refresh()

    # What the form's page asks of every page

    @property
    def draft_key(self) -> str:
        return f"{KIND}:new"

    def title(self) -> str:
        return tr("Reports")

    def whole_words(self, changes: int) -> str:
        return ""

    def body_of(self, model: Any) -> tuple[str, Any]:
        return GENERATE_REPORT.path, json.loads(model.wire())

    def refused_words(self) -> str:
        return tr("The store refused the request. No report is made.")

    def message(self, changes: int, problems: Sequence[Problem]) -> list[FooterPart]:
        """What stands in the way, else what the filled button will do."""
        found = super().message(0, self.form.problems() or problems)
        told = self.mails_now().short() if self._is_whole() else ""
        return found or ([FooterPart(told)] if told else [])

    def actions_here(self) -> dict[str, Callable[[], None]]:
        return {
            "primary": self.save.click,
            "save": self.save.click,
            "new": self.discard.click,
            "find": self._find,
            "refresh": self.look_now,
        }

    async def save_now(self, model: Any) -> None:
        """Ask once: what the store refuses comes back to the form, anything else goes on beside it."""
        question, expected = self.question.question(), self.mails_now()
        if expected.many and not self.is_only_me():
            answer = await confirm_emails(expected, self)
            if answer == "stay" or (answer == "me" and not await self.send_to_me_alone()):
                return
            if answer == "me":
                question = self.question.question()
        if not await may_write(self.console, self, tr("Ask for this report"), tr("Ask for the report")):
            return
        self.set_busy(True)
        await self.keep_draft()
        reports = self.console.reports
        live = await reports.ask(question, self.reference)
        self.runs.reveal(live.run.id)
        await wait_for_first_answer(reports, live)
        await self._answered(live)

    async def _answered(self, live: LiveReport) -> None:
        reports, run = self.console.reports, live.run
        if run.stage is Stage.REFUSED:
            error = live.progress.error if live.progress is not None else None
            reports.forget(run.id)
            self.refused(error or Rejected(live.sentence, advice=live.advice, server_words=live.server_words))
        elif run.need is Need.ASKED_BEFORE:
            if await confirm_second_report(self):
                reports.allow(run.id)
                self.settled()
            else:
                reports.forget(run.id)
        elif run.need is Need.DECISION:
            self.settled()
            told = tr("No answer came in time: it is not known whether the store accepted this.")
            way = (tr("Decide"), lambda: reports.decide(run.id))
            self.show_head([Problem((), told, warning=True)], way=way)
            self._doubted = run.id
        else:
            self.settled()

    def set_busy(self, busy: bool) -> None:
        super().set_busy(busy)
        if busy:
            self.save.setText(tr("Asking…"))
        for part in (self.names, self.saved, self.discard, self.preview):
            part.setEnabled(not busy)

    def begin(self) -> None:
        focus_on(self)

    def focus_start(self) -> QWidget:
        """The search of the reports, where they are listed."""
        return self.names.search if self.names.isVisibleTo(self) else self.form.editors[NAME].widget

    def refresh(self) -> None:
        super().refresh()
        if hasattr(self, "mails"):
            self._update_sentence()

    def arrange(self, wide: bool) -> None:
        """Three columns; under 980 the names are the form's own field. The reports go under it only where
        beside them it would not keep its width."""
        with_names, roomy = self.width() >= dp(WIDE_FROM), self.width() >= dp(ROOMY_FROM)
        wide = self.width() >= dp(FORM_LEAST + NARROW_RUNS)
        self.names.setVisible(with_names)
        self.names.setFixedWidth(dp(NAMES_WIDTH if roomy else NARROW_NAMES))
        beside, under = QBoxLayout.Direction.LeftToRight, QBoxLayout.Direction.TopToBottom
        self._row.setDirection(beside if wide else under)
        self.runs.setMinimumSize(
            dp(RUNS_WIDTH if roomy else NARROW_RUNS) if wide else 0, 0 if wide else dp(UNDER_HEIGHT)
        )
        self.runs.setMaximumSize(
            dp(RUNS_WIDTH if roomy else NARROW_RUNS) if wide else QWIDGETSIZE_MAX,
            QWIDGETSIZE_MAX if wide else dp(UNDER_HEIGHT),
        )
        self.runs.setVisible(wide or bool(self.runs.cards))
        set_property(self.runs, "line", "left" if wide else "top")
        self.draft_words.setVisible(with_names)
        set_tip(self.draft_mark, self.draft_words.text())

    # The question

    def blank(self) -> dict[str, Any]:
        """What a fresh question begins with: last month, for those who got the last report."""
        emails = [each for each in self.console.settings.get(RECIPIENTS, "").split("\n") if each]
        return {**BLANK, **({EMAILS: emails} if emails else {})}

    async def open(self) -> None:
        """Bring the draft back, the saved questions, and what was asked for."""
        draft = await self.kept()
        if draft is not None:
            self.put_draft_under(draft)
        self.saved.read()

    def choose(self, name: str) -> None:
        """Ask for this report."""
        if not self.is_busy():
            self.question.choose(name)

    def put_again(self, run: ReportRun) -> None:
        """The question of a run once more in the form; Undo brings back what was there."""
        if not self.is_busy():
            self.fill(values_of(ReportQuestion.of_json(run.question)), tr("Use earlier settings"))

    def use_saved(self, preset: Preset) -> None:
        """Fill what nobody typed; the rest only when that is wanted, too."""
        if self.is_busy():
            return
        typed = {change.loc[0] for change in self.form.changes()}
        mine, now = dict(preset.values), self.form.values()
        kept = [
            name
            for name in self.form.editors
            if name in typed and now[name] not in (None, "", []) and mine.get(name) != now[name]
        ]
        self.fill({**mine, **{name: now[name] for name in kept}}, visible(preset.name))
        if kept:
            names = ", ".join(show(self.form.editors[name].spec.label) for name in kept)
            everything = Link(tr("Replace mine, too"), lambda: self.fill(mine, visible(preset.name)))
            self.console.notices.add(
                "info",
                tr("{preset}: filled in, except what you had typed.", preset=visible(preset.name)),
                advice=tr("Left as they were: {names}.", names=names),
                links=(everything,),
            )

    def mails_now(self) -> EmailCount:
        """What the question in the form may cause."""
        runs = [live.run for live in self.console.reports.all()]
        return email_count(self.question.question(), runs)

    def only_me(self) -> None:
        """Nobody but the person who asks gets the e-mails."""
        self.scope.start(self.send_to_me_alone(), "only me")

    async def send_to_me_alone(self) -> bool:
        """The same, done; False where the person thought better of it."""
        address = await own_email(self.console, self)
        if address:
            self.form.apply(EMAILS, [address])
        return bool(address)

    def settled(self) -> None:
        """It was asked for: what is in the form stays, to be changed and asked again as a new question."""
        emails = self.form.values().get(EMAILS) or []
        self.console.settings.set(RECIPIENTS, "\n".join(emails))
        self.forget_draft()
        self.reference = new_reference()
        self.form.load(self.form.values())
        self.show_head([])
        self.scope.start(self.keep_draft(), "draft")

    def look_now(self) -> None:
        """Ask the store about every report that is waited for."""
        for live in self.console.reports.all():
            self.console.reports.look_now(live.run.id)

    def _is_whole(self) -> bool:
        values = self.form.values()
        return bool(values.get(NAME) and values.get(EMAILS) and self.question.days_editor().days())

    def _update_sentence(self) -> None:
        """The question as a sentence, and what it means for the mailboxes."""
        self.names.show_name(self.form.values().get(NAME))
        whole = self._is_whole()
        self.mails.show_mails(self.mails_now() if whole else None, alone=self.is_only_me())
        report, days = self.question.chosen, self.question.days_editor().days()
        if report is None:
            self.lead.setText(tr("Choose a report, its days and who gets it."))
            return
        parts = [tr("{report}, {span}", report=report.name, span=span(*days)) if days else report.name]
        if emails := self.form.values().get(EMAILS):
            parts.append(people_words(emails))
        self.lead.setText(", ".join(parts))

    def is_only_me(self) -> bool:
        """Whether nobody else is among the recipients."""
        own = self.console.settings.get(OWN_EMAIL, "")
        return bool(own) and self.form.values().get(EMAILS) == [own]

    def _find(self) -> None:
        if self.names.isVisible():
            self.names.search.setFocus()
        else:
            self.form.editors[NAME].focus()

    def _wire(self) -> None:
        self.names.chosen.connect(self.choose)
        self.console.reports.changed.connect(self._changed)
        self.console.reports.listed.connect(self._listed)
        self.console.reports.ended.connect(self._listed)
        self.mails.only_me.connect(self.only_me)
        self.look.clicked.connect(self.file_wanted)
        self.saved.chosen.connect(self.use_saved)
        self.saved.keep_wanted.connect(self._keep_question)
        self.question.days_editor().looked_at.connect(self.refresh)

    def _changed(self, run_id: str) -> None:
        """What the line under the form asks about is decided: it asks no more."""
        live = self.console.reports.find(run_id)
        if run_id == self._doubted and (live is None or live.run.stage is not Stage.NEEDS):
            self._doubted = ""
            self.show_head([])

    def _listed(self) -> None:
        """Others were asked for: who got those is offered, and the list shows itself where it was empty."""
        questions = [live.run.question for live in self.console.reports.all() if not live.run.is_watched]
        known = dict.fromkeys(email for question in questions for email in question["emails"])
        self.question.offer_recipients(list(known))
        self.arrange(True)
        self.refresh()

    def _keep_question(self) -> None:
        values = {name: value for name, value in self.form.values().items() if value not in (None, "", [])}
        report = self.question.chosen
        self.saved.save(values, report.name if report is not None else "")

    async def _discard(self) -> None:
        """Empty the form in one step that Undo takes back."""
        self.fill(self.blank(), tr("Start over"))
        await self.keep_draft()
