"""What came of a campaign on one page: funnel, hours, countries, reasons; its texts and sums at the side."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TypeVar

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QKeySequence, QResizeEvent, QShortcut
from PySide6.QtWidgets import QComboBox, QStackedWidget, QWidget

from svcconsole.gui.design.metrics import dp, row_height
from svcconsole.gui.design.text import PlainLabel, set_tip, visible
from svcconsole.gui.design.words import tr, tr_plural
from svcconsole.gui.kit.charts.figures_view import FiguresView
from svcconsole.gui.kit.containers.boxes import STRETCH, hbox, vbox
from svcconsole.gui.kit.containers.cards import Ground, Hairline, ScrollPage, SectionHeading
from svcconsole.gui.kit.containers.facts import Fact, Facts
from svcconsole.gui.kit.containers.footer import Footer, FooterPart
from svcconsole.gui.kit.grid.table import RecordModel, RecordTable
from svcconsole.gui.kit.quantity_words import count
from svcconsole.gui.kit.relative_time import short
from svcconsole.gui.kit.widgets.buttons import button
from svcconsole.gui.kit.widgets.calm_combo import CalmCombo
from svcconsole.gui.kit.widgets.pills import Pill
from svcconsole.gui.panels.delivery.delivery_text import offer_words
from svcconsole.gui.runtime.display_zone import display_zone
from svcconsole.gui.tabs.messaging.campaign.result import result_words as said
from svcconsole.gui.tabs.messaging.campaign.result.funnel import Funnel, Stage
from svcconsole.gui.tabs.messaging.campaign.result.hours_chart import HoursChart
from svcconsole.gui.tabs.messaging.campaign.result.intervals_chart import IntervalsChart, Text
from svcconsole.gui.tabs.messaging.campaign.result.result_columns import country_columns, failure_columns
from svcconsole.services.campaigns.campaign_result import CampaignResult, CountryFigures, FailureFigures
from svcconsole.workspace.runs.delivery_figures import Reached

SIDE, NARROW_SIDE, ROOMY, BESIDE = 332, 300, 1_180, 860
"""Countries stand beside the hours from `BESIDE` on, under them where it is narrower."""
MOST_COUNTRIES, MOST_REASONS = 8, 6
NOTHING = ""
R = TypeVar("R")


class ResultStep(QWidget):
    """`compared(run id)`: beside another campaign, blank for none. `people_wanted()`: its messages.
    `again_wanted()`: to those who may get it again. `decide_wanted()`, `run_wanted()`: the run's own page.
    `proof_wanted()`: save what proves it."""

    compared = Signal(str)
    people_wanted = Signal()
    again_wanted = Signal()
    decide_wanted = Signal()
    run_wanted = Signal()
    proof_wanted = Signal()

    def __init__(self) -> None:
        super().__init__()
        self.result: CampaignResult | None = None
        self.title = PlainLabel("", "display")
        self.of = PlainLabel("", "heading", "text2")
        self.state = Pill()
        self.facts = PlainLabel("", "caption", "text2", wrap=True)
        self.others: QComboBox = CalmCombo()
        self.others_label = PlainLabel(tr("Compared with"), "label")
        self.funnel = Funnel(tr("How far it came"))
        self.no_clicks = PlainLabel(
            tr("Who opened a link is not told by the service without webhooks."),
            "caption",
            "text2",
            wrap=True,
        )
        self.hours_heading = SectionHeading(tr("By hour"))
        self.hours = HoursChart()
        self.hours_figures = FiguresView()
        self.hours_stack = QStackedWidget()
        self.countries: RecordModel[CountryFigures] = RecordModel(
            country_columns(clicks=True), key=lambda each: each.code
        )
        self.countries_heading = SectionHeading(tr("By country"))
        self.countries_table = RecordTable(self.countries, tr("By country"))
        self._most = 1
        self.failures: RecordModel[FailureFigures] = RecordModel(
            failure_columns(lambda: self._most), key=lambda each: each.failure.key
        )
        self.people = button(tr("Show people"), kind="link")
        self.failures_heading = SectionHeading("", trailing=self.people)
        self.failures_table = RecordTable(self.failures, tr("Why messages failed"))
        self.texts_heading = SectionHeading(tr("The texts"))
        self.texts_counts = Facts()
        self.intervals = IntervalsChart()
        self.verdict = PlainLabel("", "strong", wrap=True)
        self.verdict_sentence = PlainLabel("", "caption", "text2", wrap=True)
        self.sums = Facts()
        self.proof_facts = Facts()
        self.proof = button(tr("Save proof pack"), "shield")
        self.footer = Footer()
        self.run = button(tr("Show the run"))
        self.decide = button("", "decide")
        self.again = button("", "send", "primary")
        for control in (self.run, self.decide, self.again):
            self.footer.add(control)
        self._build_layout()
        self._connect()

    def show_result(self, result: CampaignResult) -> None:
        """Another campaign, or the same as it stands now."""
        self.result = result
        self.title.setText(said.title(result))
        self.of.setText(said.of_people(result))
        self.state.set_value(said.state(result))
        self.facts.setText(said.facts(result))
        self._show_others(result)
        self.funnel.set_stages(_stages(result))
        self.no_clicks.setVisible(not result.tells_clicks)
        self.hours_heading.set_note(visible(display_zone().place()))
        self.hours.set_hours(result.hours)
        if self.hours_stack.currentWidget() is self.hours_figures:
            self.hours_figures.show_figures(tr("By hour"), self.hours.figures())
        self.countries_table.show_column("clicked", result.tells_clicks)
        _fill(self.countries_table, self.countries, result.countries, MOST_COUNTRIES)
        self._show_failures(result)
        self._show_texts(result)
        self._show_sums(result)
        self._show_footer(result)

    def focus_first(self) -> None:
        """The first of what can be done here."""
        for control in (self.again, self.decide, self.run):
            if control.isVisible() and control.isEnabled():
                control.setFocus()
                return

    def pictures(self) -> Sequence[QWidget]:
        """The parts a picture of the page is made of, in the order of reading."""
        return (self.main.content, self.side_page.content)

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self.side.setFixedWidth(dp(SIDE if self.width() >= dp(ROOMY) else NARROW_SIDE))
        beside = self.width() - self.side.width() >= dp(BESIDE)
        wanted = Qt.Orientation.Horizontal if beside else Qt.Orientation.Vertical
        self._middle.setDirection(
            self._middle.Direction.LeftToRight
            if wanted == Qt.Orientation.Horizontal
            else self._middle.Direction.TopToBottom
        )

    def _show_others(self, result: CampaignResult) -> None:
        shown = result.compared.info.id if result.compared is not None else NOTHING
        choices = [(said.choice_of(each), each.id) for each in result.others]
        kept = [(self.others.itemText(at), self.others.itemData(at)) for at in range(self.others.count())]
        wanted = [(tr("No other campaign"), NOTHING), *choices]
        if kept != wanted:
            self.others.clear()
            for words, identity in wanted:
                self.others.addItem(words, identity)
        self.others.setCurrentIndex(max(0, self.others.findData(shown)))
        self.others.setVisible(bool(choices))
        self.others_label.setVisible(bool(choices))

    def _show_failures(self, result: CampaignResult) -> None:
        self._most = max((each.failure.times for each in result.failures), default=1)
        self.failures_heading.set_title(tr_plural("Why {n} failed", "Why {n} failed", result.reached.failed))
        self.failures_heading.set_note(said.failed_note(result))
        _fill(self.failures_table, self.failures, result.failures, MOST_REASONS)
        for part in (self.failures_heading, self.failures_table, self._failures_line):
            part.setVisible(bool(result.failures))

    def _show_texts(self, result: CampaignResult) -> None:
        several = len(result.arms) > 1
        for part in self._texts_parts:
            part.setVisible(several)
        if not several:
            return
        outcome = result.outcomes()[0]
        shares, between = result.shares(outcome), result.difference(outcome)
        self.texts_heading.set_note(tr(said.OUTCOMES[outcome]))
        self.texts_counts.set_facts(
            [
                Fact(visible(each.arm.name), tr("{hits} of {people}", hits=count(share.hits),
                                                people=count(share.people)))
                for each, share in zip(result.arms, shares, strict=True)
            ]
        )  # fmt: skip
        self.intervals.set_texts(
            [Text(each.arm.name, share) for each, share in zip(result.arms, shares, strict=True)]
        )
        self.verdict.setText(said.verdict(result, between))
        self.verdict_sentence.setText(said.verdict_sentence(result, between))

    def _show_sums(self, result: CampaignResult) -> None:
        """Everybody in the file, each once: the parts add up to the first line."""
        reached, totals = result.reached, result.totals
        other = totals.rows - totals.left_out - reached.people
        lines = [
            (tr("In the file"), totals.rows, ""),
            (tr("Left out"), totals.left_out, ""),
            (tr("Not written to"), other, ""),
            (tr("Read"), reached.read, ""),
            (tr("Delivered"), reached.delivered - reached.read, tr("not read yet")),
            (tr("No answer"), result.no_answer, tr("sent")),
            (tr("Failed"), reached.failed, ""),
            (tr("Refused"), reached.refused, ""),
            (tr("To decide"), totals.needs_decision, ""),
        ]
        self.sums.set_facts(
            [
                Fact(label, f"{count(number)}, {note}" if note and number else count(number))
                for at, (label, number, note) in enumerate(lines)
                if number or at < 2
            ]
        )
        self.proof_facts.set_facts(
            [
                Fact(tr("Plan"), result.info.code, mono=True),
                Fact(tr("Kept since"), short(result.info.finished_at or result.info.created_at)),
            ]
        )

    def _show_footer(self, result: CampaignResult) -> None:
        people, decide = len(result.again.now), result.totals.needs_decision
        self.decide.setVisible(decide > 0)
        self.decide.setText(tr_plural("Decide {n}", "Decide {n}", decide))
        self.again.setText(
            tr_plural("Write again to {n} person", "Write again to {n} people", people)
            if people
            else tr("Write again")
        )
        self.again.setEnabled(people > 0)
        set_tip(self.again, "" if people else tr("Nobody is left to try again"))
        words = offer_words(result.again)
        if not words:
            words = (
                tr_plural(
                    "{n} message may still arrive.", "{n} messages may still arrive.", result.still_open
                )
                if result.still_open
                else tr("Nobody waits for another try.")
            )
        self.footer.set_message(FooterPart(words, icon="clock"))

    def _show_table(self) -> None:
        """The hours as a table, and back."""
        if self.hours_stack.currentWidget() is self.hours_figures:
            self.hours_stack.setCurrentWidget(self.hours)
            return
        self.hours_figures.show_figures(tr("By hour"), self.hours.figures())
        self.hours_stack.setCurrentWidget(self.hours_figures)
        self.hours_figures.focus_current()

    def _connect(self) -> None:
        self.others.activated.connect(lambda at: self.compared.emit(self.others.itemData(at)))
        self.people.clicked.connect(self.people_wanted)
        self.failures_table.opened.connect(self.people_wanted)
        self.decide.clicked.connect(self.decide_wanted)
        self.run.clicked.connect(self.run_wanted)
        self.again.clicked.connect(self.again_wanted)
        self.proof.clicked.connect(self.proof_wanted)
        table = QShortcut(QKeySequence("Alt+T"), self)
        table.setContext(Qt.ShortcutContext.WidgetWithChildrenShortcut)
        table.activated.connect(self._show_table)

    def _build_layout(self) -> None:
        self.others_label.setBuddy(self.others)
        self.others.setAccessibleName(tr("Compared with"))
        self.others.setMinimumWidth(dp(184))
        set_tip(self.hours, tr("Alt+T shows these figures as a table"))
        for table in (self.countries_table, self.failures_table):
            table.set_inset(0)
            table.set_density("compact")
        self.main = ScrollPage("surface")
        title = hbox(
            (self.title, 0, Qt.AlignmentFlag.AlignBaseline),
            (self.of, 0, Qt.AlignmentFlag.AlignBaseline),
            (self.state, 0, Qt.AlignmentFlag.AlignVCenter),
            STRETCH,
            spacing=10,
        )
        head = hbox(
            (vbox(title, self.facts, STRETCH, spacing=4), 1),
            vbox(self.others_label, self.others, spacing=4),
            spacing=20,
        )
        self.hours_stack.addWidget(self.hours)
        self.hours_stack.addWidget(self.hours_figures)
        hours, countries = QWidget(), QWidget()
        vbox(self.hours_heading, self.hours_stack, STRETCH, parent=hours, spacing=6)
        vbox(self.countries_heading, self.countries_table, STRETCH, parent=countries, spacing=6)
        self._middle = hbox((hours, 1), (countries, 1), spacing=24)
        self._failures_line = Hairline()
        for part in (head, self.funnel, self.no_clicks, Hairline(), self._middle, self._failures_line,
                     self.failures_heading, self.failures_table):  # fmt: skip
            if isinstance(part, QWidget):
                self.main.body.addWidget(part)
            else:
                self.main.body.addLayout(part)
        self.main.body.addStretch(1)
        self.side = Ground("canvas", "left")
        self.side_page = ScrollPage("canvas", inset=14)
        line = Hairline()
        self._texts_parts: tuple[QWidget, ...] = (
            self.texts_heading, self.texts_counts, self.intervals, self.verdict, self.verdict_sentence, line,
        )  # fmt: skip
        proof_words = PlainLabel(
            tr("What was sent to whom, when, and what the service answered. One changed letter and the check "
               "fails."),
            "caption", "text2", wrap=True,
        )  # fmt: skip
        proof_row = hbox(self.proof, STRETCH)
        beside: tuple[QWidget, ...] = (
            *self._texts_parts, SectionHeading(tr("Adds up")), self.sums, Hairline(),
            SectionHeading(tr("Proof")), proof_words, self.proof_facts,
        )  # fmt: skip
        for each in beside:
            self.side_page.body.addWidget(each)
        self.side_page.body.addLayout(proof_row)
        self.side_page.body.addStretch(1)
        vbox(self.side_page, parent=self.side)
        vbox((hbox((self.main, 1), self.side, spacing=0), 1), self.footer, parent=self, spacing=0)


def _fill(table: RecordTable[R], model: RecordModel[R], records: Sequence[R], most: int) -> None:
    """Other records, in a table as high as they are, up to `most` of them."""
    if list(records) != model.records():
        model.set_records(list(records))
    head = table.horizontalHeader().sizeHint().height() + dp(2)
    table.setFixedHeight(head + min(most, max(1, len(records))) * row_height("compact"))


def _stages(result: CampaignResult) -> list[Stage]:
    """The steps of the funnel; nobody is said to have clicked where nobody tells."""
    reached = result.reached
    before = result.compared.reached if result.compared is not None else None
    told = result.compared is not None and result.compared.tells_clicks
    steps = [
        ("check", "success", tr("Accepted"), reached.accepted, before.accepted if before else 0, True),
        ("ticks", "text2", tr("Delivered"), reached.delivered, before.delivered if before else 0, True),
        ("ticks", "info", tr("Read"), reached.read, before.read if before else 0, True),
    ]
    if result.tells_clicks:
        steps.append(("link", "info", tr("Clicked"), reached.clicked, before.clicked if before else 0, told))
    last = tr_plural("{n} last time", "{n} last time", before.people) if before is not None else ""
    stages = [Stage("send", "accent_text", tr("Written to"), count(reached.people), 1.0, "", last)]
    for icon, token, name, number, then, comparable in steps:
        share = number / reached.people if reached.people else 0.0
        words, better = _difference(share, then, before if comparable else None)
        stages.append(Stage(icon, token, name, count(number), share, said.percent(share), words, better))
    return stages


def _difference(share: float, then: int, before: Reached | None) -> tuple[str, bool | None]:
    """In points, and whether more is better here; nothing where there is no other campaign."""
    if before is None or not before.people:
        return "", None
    by = round(share - then / before.people, 3)
    return said.points(by), None if not by else by > 0
