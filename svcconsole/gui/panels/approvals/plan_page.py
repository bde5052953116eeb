"""One plan that a second person agrees to or sends back."""

from __future__ import annotations

from collections.abc import Callable
from datetime import datetime, timedelta
from typing import TYPE_CHECKING

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QSizePolicy, QVBoxLayout, QWidget

from svcconsole.gui.design.metrics import QWIDGETSIZE_MAX, dp
from svcconsole.gui.design.text import PlainLabel, set_tip
from svcconsole.gui.design.words import sentences, show, tr, tr_plural
from svcconsole.gui.kit.contact_words import country_words
from svcconsole.gui.kit.containers.boxes import STRETCH, grid_box, hbox, vbox
from svcconsole.gui.kit.containers.cards import Card, ScrollPage, SectionHeading
from svcconsole.gui.kit.containers.facts import Fact, Facts
from svcconsole.gui.kit.containers.footer import Footer, FooterPart
from svcconsole.gui.kit.containers.layout_clearing import clear_layout
from svcconsole.gui.kit.containers.tiles import Tile, TileRow
from svcconsole.gui.kit.quantity_words import count, duration
from svcconsole.gui.kit.relative_time import clock_of, relative_time, within_sentence
from svcconsole.gui.kit.relative_time import day as day_of
from svcconsole.gui.kit.widgets.buttons import button, link, tool_button
from svcconsole.gui.panels.approvals.message_side import MessageSide
from svcconsole.gui.runtime.colleagues import called
from svcconsole.services.campaigns.terms import CampaignTerms
from svcconsole.services.campaigns.terms_words import terms_words
from svcconsole.workspace.team.audit_entries import ACTION_WORDS

if TYPE_CHECKING:
    from svcconsole.gui.runtime.profile_summary import ProfileSummary
    from svcconsole.services.approvals.plan_look import PlanLook

SIDE = 364
PHONE = 460
"""The height of the message where it stands in the page."""
MOST_COUNTRIES = 8
GROUPS = 8
"""The hash is written in groups of so many signs."""


class PlanPage(QWidget):
    """`approved()` and `sent_back()`: what the person wants. `left()`: decide later."""

    approved = Signal()
    sent_back = Signal()
    left = Signal()

    def __init__(self, card: ProfileSummary) -> None:
        super().__init__()
        self._sha256 = ""
        self.back = link(tr("All that waits"), "strong")
        self.title = PlainLabel("", "title", wrap=True)
        self.why = PlainLabel("", "body", "text2", wrap=True)
        self.people = Tile("customers", "text2", tr("People"))
        self.countries = Tile("globe", "text2", tr("Countries"))
        self.times = Tile("clock", "text2", tr("First to last"))
        self.left_today = Tile("shield", "text2", tr("Limit left"))
        tiles = TileRow([self.people, self.countries, self.times, self.left_today])
        self.changes_heading = SectionHeading(tr("What differs from what you approved last"))
        self._changes = vbox(spacing=0)
        self._by_country = vbox(spacing=0)
        self.first = PlainLabel("", "body", "text2", wrap=True)
        self.terms = PlainLabel("", "body", wrap=True)
        self.terms_heading, self.story_heading = (
            SectionHeading(words) for words in (tr("Hours and limits"), tr("How it came here"))
        )
        self._story = vbox(spacing=0)
        self._page = ScrollPage()
        body = self._page.body
        body.setSpacing(dp(10))
        for part in (
            hbox(self.back, STRETCH), self.title, self.why, tiles, self.changes_heading, self._changes,
            self.terms_heading, self.terms, SectionHeading(tr("By country")), self._by_country,
            SectionHeading(tr("The first of them")), self.first, self.story_heading, self._story,
        ):  # fmt: skip
            if isinstance(part, QWidget):
                body.addWidget(part)
            else:
                body.addLayout(part)
        body.addStretch(1)
        self.code = PlainLabel("", "figure")
        self.hash = PlainLabel("", "mono", "text2", wrap=True)
        self.copy = tool_button("copy", tr("Copy the hash of the plan"))
        self.copy.clicked.connect(lambda: QGuiApplication.clipboard().setText(self._sha256))
        plan = Card()
        plan.setSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Maximum)
        worth = PlainLabel(
            tr("Your approval counts for exactly this. With a letter or a person changed it does not."),
            "caption", "text2", wrap=True,
        )  # fmt: skip
        plan.body.addLayout(hbox(PlainLabel(tr("Plan"), "caption", "text2"), STRETCH, self.copy))
        for label in (self.code, self.hash, worth):
            plan.body.addWidget(label)
        self.message = MessageSide(card)
        self._side = QWidget()
        self._beside = vbox(plan, (self.message, 1), parent=self._side, spacing=8, margins=(16, 16, 16, 0))
        self._beside.addStretch(0)
        self._side.setFixedWidth(dp(SIDE))
        self.footer = Footer()
        self.later = button(tr("Decide later"), kind="quiet")
        self.refuse = button("", "undo")
        self.approve = button("", "check", "primary")
        for control in (self.later, self.refuse, self.approve):
            self.footer.add(control)
        vbox((hbox((self._page, 1), self._side, spacing=0), 1), self.footer, parent=self, spacing=0)
        self.back.clicked.connect(self.left)
        self.later.clicked.connect(self.left)
        self.refuse.clicked.connect(self.sent_back)
        self.approve.clicked.connect(self.approved)
        self.setMinimumSize(dp(480), dp(320))

    def actions_here(self) -> dict[str, Callable[[], None]]:
        """What the window's own keys do: only a filled button that can be pressed is pressed by one."""
        here: dict[str, Callable[[], None]] = {"back": self.left.emit, "close": self.left.emit}
        if self.approve.isVisible() and self.approve.isEnabled():
            here["primary"] = self.approve.click
        return here

    def set_wide(self, wide: bool) -> None:
        """Whether there is room for the phone beside the plan; else it stands among what is said of it."""
        if wide == self._side.isAncestorOf(self.message):
            return
        self.message.setMaximumHeight(QWIDGETSIZE_MAX if wide else dp(PHONE))
        self.message.setMinimumHeight(0 if wide else dp(PHONE))
        if wide:
            self._beside.insertWidget(1, self.message, 1)
        else:
            self._page.body.insertWidget(self._page.body.indexOf(self.changes_heading), self.message)

    def show_look(self, look: PlanLook) -> None:
        """Show another plan, or what became of this one."""
        asked, people = look.asked, count(look.asked.people)
        self._sha256 = asked.plan_sha256
        self.title.setText(_title(look))
        self.why.setText(_why(look))
        self.people.set_value(people)
        self.countries.set_value(count(sum(1 for each in look.countries if each.code)))
        self._show_times(look)
        self._show_limit(look)
        before = look.before
        self.people.set_note(_more(asked.people - before.people) if before else tr("nothing to compare with"))
        self.countries.set_note("")
        self.changes_heading.setVisible(before is not None)
        self._show_changes(look)
        self._show_countries(look)
        self.first.setText(", ".join(look.first))
        held_to = terms_words(CampaignTerms.of_text(look.info.terms))
        self.terms.setText("\n".join(map(show, held_to)))
        for part in (self.terms_heading, self.terms):
            part.setVisible(bool(held_to))
        self._show_story(look)
        self.code.setText(look.info.code)
        whole = asked.plan_sha256
        self.hash.setText(" ".join(whole[at : at + GROUPS] for at in range(0, len(whole), GROUPS)))
        self.message.show_texts(look.texts)
        self._show_footer(look)

    def _show_times(self, look: PlanLook) -> None:
        """When the first of them gets it and when the last, as far as the plan tells."""
        pace = look.info.rows_per_minute
        minutes = -(-look.asked.people // pace) if pace else 0
        first, last = look.starts_at, ""
        if first and minutes:
            last = (datetime.fromisoformat(first) + timedelta(minutes=minutes)).isoformat()
        if not first:
            self.times.set_value(tr("by hand"))
        elif last:
            self.times.set_value(tr("{first} – {last}", first=clock_of(first), last=clock_of(last)))
        else:
            self.times.set_value(clock_of(first))
        speed = (
            tr("{pace} a minute, {minutes}", pace=count(pace), minutes=duration(minutes * 60))
            if pace
            else tr("as fast as the store takes it")
        )
        said = tr("{day}, {speed}", day=day_of(first), speed=speed) if first else speed
        self.times.set_note(said)
        set_tip(self.times, said)

    def _show_limit(self, look: PlanLook) -> None:
        """What is left of what the service takes in 24 hours; it tells no limit itself."""
        self.left_today.setVisible(look.sent_lately is not None)
        if look.sent_lately is None:
            return
        self.left_today.set_value(tr("not set"))
        self.left_today.set_note(
            tr_plural("{n} sent from here in 24 hours", "{n} sent from here in 24 hours", look.sent_lately)
        )

    def _show_footer(self, look: PlanLook) -> None:
        """Who may answer sees the buttons; in their place everybody else reads why there are none."""
        may = not look.refusal and not look.asked.answer
        for control in (self.refuse, self.approve):
            control.setVisible(may)
        self.later.setText(tr("Decide later") if may else tr("Close"))
        self.approve.setText(tr_plural("Approve for {n} person", "Approve for {n} people", look.asked.people))
        self.approve.setEnabled(not look.changed)
        self.refuse.setText(tr("Send back to {name}", name=called(look.asked.asked_by)))
        if look.asked.answer:
            words = _answered(look)
        elif look.refusal:
            words = show(look.refusal)
        elif look.changed:
            words = tr("The plan was changed after it was asked about. {name} has to ask again.",
                       name=called(look.asked.asked_by))  # fmt: skip
        else:
            words = tr("Your name, the time and the plan are kept in the log.")
        self.footer.set_message(FooterPart(words, icon="shield"))

    def _show_changes(self, look: PlanLook) -> None:
        table = QWidget()
        grid = grid_box(parent=table, spacing=(16, 6))
        grid.setColumnStretch(1, 1)
        grid.setColumnStretch(2, 1)
        for row, each in enumerate(look.differences):
            grid.addWidget(PlainLabel(each.what, "strong"), row, 0, Qt.AlignmentFlag.AlignTop)
            for at, (sign, text, tone) in enumerate(
                (("−", each.before, "danger"), ("+", each.now, "success")), 1
            ):
                said = PlainLabel(f"{sign} {show(text)}" if text else "", "body", tone, wrap=True)
                grid.addWidget(said, row, at, Qt.AlignmentFlag.AlignTop)
        if look.before is not None and not look.differences:
            grid.addWidget(PlainLabel(tr("Nothing. It is what you approved before."), "body", "text2"), 0, 0)
        _exchange(self._changes, table)

    def _show_countries(self, look: PlanLook) -> None:
        table = QWidget()
        grid = grid_box(parent=table, spacing=(16, 4))
        grid.setColumnStretch(0, 1)
        for row, each in enumerate(look.countries[:MOST_COUNTRIES]):
            grid.addWidget(PlainLabel(country_words(each.code) or tr("No country"), "body"), row, 0)
            grid.addWidget(PlainLabel(count(each.people), "strong"), row, 1)
            grid.addWidget(PlainLabel(_more(each.more) if look.before else "", "caption", "text2"), row, 2)
        rest = look.countries[MOST_COUNTRIES:]
        if rest:
            words = tr_plural("{n} more country", "{n} more countries", len(rest))
            grid.addWidget(PlainLabel(words, "body", "text2"), MOST_COUNTRIES, 0)
            grid.addWidget(PlainLabel(count(sum(each.people for each in rest)), "strong"), MOST_COUNTRIES, 1)
        _exchange(self._by_country, table)

    def _show_story(self, look: PlanLook) -> None:
        facts = Facts()
        facts.set_facts(
            [
                Fact(
                    relative_time(entry.at),
                    tr(
                        "{what}, {who}",
                        what=tr(ACTION_WORDS.get(entry.action, entry.action)),
                        who=called(entry.operator),
                    ),
                )
                for entry in look.story
            ]
        )
        self.story_heading.setVisible(bool(look.story))
        _exchange(self._story, facts)


def _exchange(place: QVBoxLayout, shown: QWidget) -> None:
    """Let what stood there make room for something else."""
    clear_layout(place)
    place.addWidget(shown)


def _why(look: PlanLook) -> str:
    asked = look.asked
    who = tr(
        "Asked {when}; planned by {name} from {file}.",
        when=within_sentence(asked.asked_at),
        name=called(asked.planned_by),
        file=look.info.file_name or tr(look.info.title),
    )
    rule = (
        tr("Above {limit} people a second person has to agree.", limit=count(look.limit))
        if look.limit
        else ""
    )
    return sentences(who, rule, tr("Nobody approves a plan of their own."))


def _title(look: PlanLook) -> str:
    asked = look.asked
    if asked.answer == "approved":
        return tr(
            "{name} let {people} people get this message",
            name=called(asked.answered_by),
            people=count(asked.people),
        )
    if asked.answer:
        return tr("{name} sent this plan back", name=called(asked.answered_by))
    return tr(
        "{name} asks to let {people} people get this message",
        name=called(asked.asked_by),
        people=count(asked.people),
    )


def _answered(look: PlanLook) -> str:
    at = relative_time(look.asked.answered_at)
    if look.asked.words:
        return tr("{at}: {words}", at=at, words=look.asked.words)
    return at


def _more(people: int) -> str:
    if not people:
        return tr("as before")
    if people > 0:
        return tr("{number} more than before", number=count(people))
    return tr("{number} fewer than before", number=count(-people))
