"""The form of a report question: report, days, filters, recipients, description."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from datetime import date
from typing import Any

from PySide6.QtWidgets import QWidget

from svcconsole.api.models.reports import GenerateReport
from svcconsole.gui.design.text import ltr
from svcconsole.gui.design.words import mark, sentences, tr
from svcconsole.gui.kit.containers.cards import SectionHeading
from svcconsole.gui.kit.forms.form import Form, FormRules
from svcconsole.gui.kit.forms.layout import Section
from svcconsole.gui.kit.forms.problems import Problem
from svcconsole.gui.runtime.profile_summary import ProfileSummary
from svcconsole.gui.tabs.reports.question.choice_editors import (
    FiltersEditor,
    GroupedChoice,
    NamedChoice,
    PlainLine,
    PlainTexts,
)
from svcconsole.gui.tabs.reports.question.period_editor import PERIOD, PeriodEditor
from svcconsole.gui.tabs.reports.question.question_text import zone_words
from svcconsole.services.reports.names import BY_NAME, REPORTS, KnownReport
from svcconsole.services.reports.question import ReportQuestion, Span, described, today
from svcconsole.tables.values.emails import email_problem

Values = dict[str, Any]
NAME, TYPE, DAYS, EMAILS, FILTERS = "report_name", "report_type", "date_range", "emails", "filters"
DESCRIPTION = "report_description"
BLANK: Values = {DAYS: {PERIOD: "last_month"}}


class QuestionForm(Form[GenerateReport]):
    """`reference()` is what goes after the description. What the service leaves open is a hint, no bar."""

    def __init__(
        self,
        card: Callable[[], ProfileSummary],
        reference: Callable[[], str],
        parent: QWidget | None = None,
    ) -> None:
        self._card = card
        self.reference = reference
        self._home = ""
        super().__init__(
            GenerateReport,
            needed={"emails": mark("Add at least one e-mail address.")},
            sections=(
                Section("", ((NAME,), (TYPE,))),
                Section(tr("Days"), ((DAYS,),), zone_words(card())),
                Section(tr("Filters"), ((FILTERS,),), tr("optional")),
                Section("", ((EMAILS,), (DESCRIPTION,))),
            ),
            factories={
                NAME: lambda spec: GroupedChoice(
                    spec, [(report.type, report.name) for report in REPORTS], tr("Choose a report")
                ),
                TYPE: lambda spec: NamedChoice(spec, {None: tr("Choose a type")}),
                DAYS: lambda spec: PeriodEditor(spec, lambda: today(self.zone), self._instants),
                FILTERS: FiltersEditor,
                EMAILS: PlainTexts,
                DESCRIPTION: PlainLine,
            },
            rules=FormRules(self.prepared, self.find_problems),
            labels={
                NAME: tr("Report"),
                TYPE: tr("Type"),
                EMAILS: tr("Recipients"),
                DESCRIPTION: tr("Description"),
            },
            leave_out={"cursor"},
            parent=parent,
        )
        self._days_heading = self.findChildren(SectionHeading)[0]
        self.problems_changed.connect(self.follow)
        self.editors[NAME].changed.connect(self._choose_type)
        self.load(BLANK)

    @property
    def zone(self) -> str:
        """The zone in which its days are, as the store's profile says now; blank for this computer's."""
        return self._card().time_zone or ""

    def follow_zone(self) -> None:
        """The days may be those of another zone now."""
        self._days_heading.set_note(zone_words(self._card()))
        self.days_editor().update_text()
        self.recheck()

    @property
    def chosen(self) -> KnownReport | None:
        """The report that is asked for."""
        return BY_NAME.get(self.editors[NAME].value())

    def days_editor(self) -> PeriodEditor:
        editor = self.editors[DAYS]
        if not isinstance(editor, PeriodEditor):
            raise TypeError(editor)
        return editor

    def offer_recipients(self, emails: Sequence[str]) -> None:
        """What typing a recipient offers."""
        editor = self.editors[EMAILS]
        if isinstance(editor, PlainTexts):
            editor.chips.set_suggestions(emails)

    def choose(self, name: str) -> None:
        """Another report, with the type it usually goes with, in one step that Undo takes back."""
        self.undo_stack.beginMacro(tr("Choose a report"))
        self.apply(NAME, name)
        self._choose_type()
        self.undo_stack.endMacro()

    def follow(self) -> None:
        """Say of the chosen report what it answers, and which filters it usually knows."""
        report = self.chosen
        known = self.editors[TYPE].value()
        self.fields[NAME].set_help(tr(report.answers) if report is not None else "")
        usual = tr("Its usual type is {type}. Any other is sent, too.", type=report.type if report else "")
        self.fields[TYPE].set_help(usual if report is not None and known not in (None, report.type) else "")
        filters = self.editors[FILTERS]
        if isinstance(filters, FiltersEditor):
            channel, group_by = (report.channel, report.group_by) if report is not None else (True, True)
            hints = {"channel": channel, "group_by": group_by}
            filters.set_hints({name: "" if knows else self._ignored(name) for name, knows in hints.items()})
        mark = self.reference()
        self.fields[DESCRIPTION].set_help(
            tr(
                "Search your mailbox for “{described}” to find the report.",
                described=ltr(described("", mark)),
            )
            if mark
            else ""
        )

    def prepared(self, values: Values) -> Values:
        """The request of these values: days become instants, the reference follows the description."""
        made = dict(values)
        made[DAYS] = self._range() or None
        made[DESCRIPTION] = described(str(made.get(DESCRIPTION) or ""), self.reference()) or None
        return made

    def find_problems(self, values: Values) -> list[Problem]:
        """What is typed among the recipients and is no address."""
        return [
            Problem((EMAILS,), problem)
            for text in values.get(EMAILS) or ()
            if (problem := email_problem(text)) is not None
        ]

    def question(self) -> ReportQuestion:
        """What the form asks, once `submit` found it sound."""
        values = self.values()
        filters = values.get(FILTERS) or {}
        days = self.days_editor().days()
        if days is None:
            raise ValueError(DAYS)
        return ReportQuestion(
            name=values[NAME],
            type=values[TYPE],
            span=Span.of_days(*days, self.zone),
            emails=tuple(values[EMAILS]),
            description=str(values.get(DESCRIPTION) or ""),
            channel=filters.get("channel"),
            group_by=filters.get("group_by"),
        )

    def _ignored(self, name: str) -> str:
        """What is said of a filter that the report does not usually know."""
        is_set = (self.editors[FILTERS].value() or {}).get(name)
        told = tr("This report usually ignores it.")
        return sentences(told, tr("It is sent all the same.")) if is_set else told

    def _choose_type(self) -> None:
        """The type of the report, unless a person has chosen another for the one before."""
        report, home = self.chosen, self._home
        self._home = report.type if report is not None else ""
        if report is not None and self.editors[TYPE].value() in (None, home):
            self.apply(TYPE, report.type)

    def _range(self) -> Values:
        days = self.days_editor().days() if hasattr(self, "editors") else None
        if days is None:
            return {}
        span = Span.of_days(*days, self.zone)
        return {"start_date": span.start, "end_date": span.end}

    def _instants(self, first: date, last: date) -> str:
        span = Span.of_days(first, last, self.zone)
        return tr("From {start} to {end}, both included.", start=ltr(span.start), end=ltr(span.end))


def values_of(question: ReportQuestion) -> Values:
    """A question as the form holds it."""
    first, last = question.span.days
    filters = {"channel": question.channel, "group_by": question.group_by}
    return {
        NAME: question.name,
        TYPE: question.type,
        DAYS: {"start_date": first.isoformat(), "end_date": last.isoformat(), "period": ""},
        EMAILS: list(question.emails),
        DESCRIPTION: question.description or None,
        FILTERS: {name: value for name, value in filters.items() if value} or None,
    }
