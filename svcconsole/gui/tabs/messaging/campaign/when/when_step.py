"""Step When: the hours of a campaign, who gets it in which of them, and how many people that are."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime

from PySide6.QtCore import QDate, QLocale, Qt, Signal
from PySide6.QtGui import QKeySequence, QPainter, QPaintEvent, QResizeEvent, QShortcut
from PySide6.QtWidgets import QStackedWidget, QWidget

from svcconsole.gui.design import colours
from svcconsole.gui.design.colours import colour
from svcconsole.gui.design.metrics import dp
from svcconsole.gui.design.painting import box
from svcconsole.gui.design.text import ElidedLabel, PlainLabel, set_tip
from svcconsole.gui.design.words import sentences, tr, tr_plural
from svcconsole.gui.kit.charts.figures_view import FiguresView
from svcconsole.gui.kit.contact_words import country_words
from svcconsole.gui.kit.containers.boxes import STRETCH, hbox, vbox
from svcconsole.gui.kit.containers.cards import Hairline, IconLabel, ScrollPage, SectionHeading
from svcconsole.gui.kit.containers.footer import Footer, FooterPart
from svcconsole.gui.kit.widgets.bars import LoadingBar
from svcconsole.gui.kit.widgets.buttons import button, link
from svcconsole.gui.runtime.display_zone import display_zone, place_of
from svcconsole.gui.tabs.messaging.campaign.when import lanes_words as said
from svcconsole.gui.tabs.messaging.campaign.when.how_many import HowManySide
from svcconsole.gui.tabs.messaging.campaign.when.lanes import LanesView
from svcconsole.gui.tabs.messaging.campaign.when.time_fields import TimeFields
from svcconsole.services.campaigns.forecast import HoursView
from svcconsole.services.campaigns.terms import MINUTES_A_DAY, CampaignTerms

ROOMY, SIDE, NARROW_SIDE = 1240, 344, 328


class WhenStep(QWidget):
    """`changed()`: other terms were chosen, and all of them can be read. `days_wanted(int)`: look at so many
    days. `next_wanted()`, `back_wanted()`: to the messages, to the check."""

    changed = Signal()
    days_wanted = Signal(int)
    next_wanted = Signal()
    back_wanted = Signal()

    def __init__(self) -> None:
        super().__init__()
        self.view: HoursView | None = None
        self.days = 1
        self._said: tuple[FooterPart, ...] = ()
        self.loading = LoadingBar(tr("Looking at the hours"))
        self.fields, self.side = TimeFields(), HowManySide()
        self.hours, self.figures = LanesView(), FiguresView()
        self.shown = QStackedWidget()
        self.heading = SectionHeading(tr("Hour by hour"))
        self.table = link(tr("Show as a table"))
        self.rule = PlainLabel("", "caption", "text2", wrap=True)
        self.too_many = PlainLabel("", "body", "warning", wrap=True)
        self.later, self.two_days = link(tr("Start later")), link(tr("Two days"))
        self.fewer, self.set_country = link(tr("Fewer people")), link(tr("Set a country"))
        self.footer = Footer()
        self.next = button(tr("Look at the messages"), "eye", "primary")
        self.footer.add(self.next)
        self._build_layout()
        self._connect()

    def show_terms(
        self, terms: CampaignTerms, columns: Sequence[str], texts: Sequence[tuple[str, str]]
    ) -> None:
        """What holds now, in the fields; `texts` are the templates that a second text may be of."""
        self.side.texts.offer(texts, columns)
        self.fields.show_window(terms.window, columns)
        self.side.show_terms(terms)
        self._show_state()

    def terms(self, before: CampaignTerms) -> CampaignTerms:
        """The same with what the fields say, while there is no `problem`."""
        return self.side.terms(before).model_copy(update={"window": self.fields.send_window()})

    def problem(self) -> str:
        """What of it cannot be read, so that it cannot go on; blank where everything can."""
        return self.fields.problem() or self.side.problem()

    def show_hours(self, view: HoursView, terms: CampaignTerms) -> None:
        """Who gets it when."""
        self.view = view
        place = place_of(display_zone().name())
        self.heading.set_note(tr("people who get it, by the clock in {place}", place=place))
        self.hours.show_hours(view, _until_words(terms))
        if self.shown.currentWidget() is self.figures:
            self._show_figures()
        self.side.show_hours(view)
        self._show_rule(view, terms)
        self._show_too_many(view)
        self._said = _footer_parts(view, terms)
        self._show_state()
        self._fit()

    def show_table(self, *, wanted: bool) -> None:
        """The same figures as a table, or the lanes again."""
        self.table.setText(tr("Show as lanes") if wanted else tr("Show as a table"))
        if wanted:
            self._show_figures()
        self.shown.setCurrentWidget(self.figures if wanted else self.hours)
        self._fit()
        if wanted:
            self.figures.focus_current()
        else:
            self.hours.lanes.setFocus()

    def filled(self) -> QWidget:
        """The filled button."""
        return self.next

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self.side.setFixedWidth(dp(SIDE if self.width() >= dp(ROOMY) else NARROW_SIDE))

    def _fit(self) -> None:
        """The page is as long as what is shown of the two."""
        current = self.figures if self.shown.currentWidget() is self.figures else self.hours
        self.shown.setFixedHeight(current.sizeHint().height())

    def _show_figures(self) -> None:
        if self.view is not None:
            self.figures.show_figures(tr("Hour by hour"), said.figures(self.view))

    def _show_rule(self, view: HoursView, terms: CampaignTerms) -> None:
        """How the zones of countries with several are found, and who waits for all of them."""
        several = [each for each in view.countries if each.country and len(each.zones) > 1]
        unknown = sum(each.people for each in view.countries if not each.country)
        opens = f"{terms.window.opens // 60:02}:{terms.window.opens % 60:02}" if terms.window else ""
        told = []
        if several:
            told.append(tr("Countries with several time zones go by the area code."))
        for each in several:
            if each.untold and opens:
                told.append(_untold_words(each.untold, country_words(each.country), opens))
        if unknown:
            told.append(
                tr_plural(
                    "{n} number is of no country: it waits for the last time zone of the world.",
                    "{n} numbers are of no country: they wait for the last time zone of the world.",
                    unknown,
                )
            )
        self.rule.setText(sentences(*told))
        self.set_country.setVisible(bool(unknown))

    def _show_too_many(self, view: HoursView) -> None:
        self._too_many.setVisible(bool(view.left))
        self.two_days.setVisible(self.days == 1)
        if not view.left:
            return
        if view.full_at is None:
            self.too_many.setText(
                tr_plural(
                    "{n} person has no hour in which it may be sent.",
                    "{n} people have no hour in which it may be sent.",
                    view.left,
                )
            )
            return
        self.too_many.setText(
            tr_plural(
                "{n} person too many, from {at} on.",
                "{n} people too many, the first at {at}.",
                view.left,
                at=said.hour_words(view.full_at),
            )
        )

    def _edited(self) -> None:
        self._show_state()
        if not self.problem():
            self.changed.emit()

    def _show_state(self) -> None:
        """What will happen; while something cannot be read, that it cannot go on."""
        problem = self.problem()
        self.next.setEnabled(not problem)
        set_tip(self.next, problem)
        self.footer.set_message(*((FooterPart(problem, "warning", "ban"),) if problem else self._said))

    def _connect(self) -> None:
        self.fields.changed.connect(self._edited)
        self.side.changed.connect(self._edited)
        self.side.left_out_wanted.connect(self.back_wanted)
        self.next.clicked.connect(self.next_wanted)
        self.table.clicked.connect(self._turn)
        self.later.clicked.connect(self.fields.focus_start)
        self.two_days.clicked.connect(lambda: self.days_wanted.emit(2))
        for way in (self.fewer, self.set_country):
            way.clicked.connect(self.back_wanted)
        shortcut = QShortcut(QKeySequence("Alt+T"), self)
        shortcut.setContext(Qt.ShortcutContext.WidgetWithChildrenShortcut)
        shortcut.activated.connect(self._turn)

    def _turn(self) -> None:
        self.show_table(wanted=self.shown.currentWidget() is self.hours)

    def _build_layout(self) -> None:
        page = ScrollPage("surface", inset=20)
        self.shown.addWidget(self.hours)
        self.shown.addWidget(self.figures)
        legend = QWidget()
        self.open_words = ElidedLabel(tr("Hours in which people there may be written to"), "caption", "text2")
        self.people_words = ElidedLabel(tr("People in that hour"), "caption", "text2")
        hbox(
            _Key("accent_subtle"), (self.open_words, 1), _Key("chart1"), (self.people_words, 1),
            STRETCH, self.table, parent=legend, spacing=8,
        )  # fmt: skip
        self._rule, self._too_many = QWidget(), QWidget()
        hbox(
            IconLabel("globe", "text2", 16), PlainLabel(tr("Time zone from"), "caption", "text2"),
            self.fields.zones, (self.rule, 1), self.set_country, parent=self._rule, spacing=8,
        )  # fmt: skip
        ways = hbox(self.later, self.two_days, self.fewer, STRETCH, spacing=16)
        words = vbox(self.too_many, ways, spacing=4)
        hbox(IconLabel("warning", "warning", 16), (words, 1), parent=self._too_many, spacing=8)
        for part in (
            SectionHeading(tr("When")), self.fields, Hairline(), self.heading, self._too_many, self.shown,
            legend, self._rule,
        ):  # fmt: skip
            page.body.addWidget(part)
        page.body.addStretch(1)
        self._too_many.hide()
        row = hbox((page, 1), self.side, spacing=0)
        vbox(self.loading, (row, 1), self.footer, parent=self, spacing=0)


class _Key(QWidget):
    """A square of the legend in the colour of what it explains."""

    def __init__(self, token: str) -> None:
        super().__init__()
        self._token = token
        self.setFixedSize(dp(12), dp(12))

    def paintEvent(self, event: QPaintEvent) -> None:
        edge = colour("border") if colours.current() == "contrast" else None
        with QPainter(self) as painter:
            box(painter, self.rect(), dp(2), fill=colour(self._token), edge=edge)


def _footer_parts(view: HoursView, terms: CampaignTerms) -> tuple[FooterPart, ...]:
    parts = [FooterPart(tr("Nothing is sent yet"), "text2", "shield")]
    if not view.people.ready:
        parts.append(FooterPart(tr("Nobody is ready to get it."), "warning"))
    elif terms.window is not None and terms.window.starts_at:
        parts.append(FooterPart(_start_words(view.starts)))
    else:
        parts.append(FooterPart(tr("starts as soon as you let it go")))
    if terms.first_wave is not None:
        people = terms.first_wave.people
        parts.append(FooterPart(tr_plural("first to {n} person", "first to {n} people", people)))
    return tuple(parts)


def _untold_words(untold: int, country: str, opens: str) -> str:
    return tr_plural(
        "{country}: {n} number does not tell its zone. It waits until it is {opens} in the last of them.",
        "{country}: {n} numbers do not tell their zone. They wait until it is {opens} in the last of them.",
        untold,
        country=country,
        opens=opens,
    )


def _until_words(terms: CampaignTerms) -> str:
    """When the hours end by everybody's own clock; blank where they do not end with a time of day."""
    window = terms.window
    if window is None or window.closes == MINUTES_A_DAY:
        return ""
    return f"{window.closes // 60:02}:{window.closes % 60:02}"


def _start_words(at: datetime) -> str:
    local = at.astimezone(display_zone().zone())
    day = QLocale().toString(QDate(local.year, local.month, local.day), "dddd d MMMM")
    place = place_of(display_zone().name())
    return tr("starts {day}, {at} in {place}", day=day, at=f"{local:%H:%M}", place=place)
