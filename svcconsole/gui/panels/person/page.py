"""Why did this customer not get it: everything this console knows of one person, on one page."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QVBoxLayout, QWidget

from svcconsole.gui.console import Console
from svcconsole.gui.contact_words import country_words, phone_problem, phone_words
from svcconsole.gui.metrics import dp
from svcconsole.gui.panels.person.happenings import HappeningsList
from svcconsole.gui.tasks import TaskScope
from svcconsole.gui.text import PlainLabel
from svcconsole.gui.widgets.cards import Hairline, ScrollPage, SectionHeading
from svcconsole.gui.widgets.emptied import emptied
from svcconsole.gui.widgets.facts import Fact, Facts
from svcconsole.gui.widgets.page_header import PageHeader
from svcconsole.gui.widgets.segments import Segments
from svcconsole.services.person_story import Happening, story_of
from svcconsole.tables.emails import email_problem
from svcconsole.workspace.people import Person

ALL, PROBLEMS = range(2)
WIDTH = 760


class PersonPage(QWidget):
    """What could stand in the way first, then how to reach the person, then all that happened."""

    closed = Signal()

    def __init__(self, console: Console, person: Person) -> None:
        super().__init__()
        self.console = console
        self.person = person
        self.scope = TaskScope(self, console.notices)
        self.story: Sequence[Happening] = ()
        name = person.name or person.external_id or person.service_id
        self.header = PageHeader(self.tr("What happened with {0}").format(name), self.tr("Customers"))
        self.segments = Segments()
        self.page = ScrollPage()
        self.hindrances = QVBoxLayout()
        self.facts = Facts()
        self.happened = HappeningsList()
        self._build()
        self.header.back_clicked.connect(self.closed)
        self.segments.currentChanged.connect(lambda _: self._show())
        console.sends_changed.connect(self.read)

    async def open(self) -> None:
        """Read what the workspace holds."""
        person = self.person
        self.story = await self.console.db(lambda workspace: story_of(workspace, person))
        self._show()

    def read(self) -> None:
        """Read it again: something was sent or decided."""
        self.scope.start(self.open(), "read")

    def actions_here(self) -> dict[str, Callable[[], None]]:
        """What the window's keys do on this page."""
        return {"back": self.closed.emit, "close": self.closed.emit, "refresh": self.read}

    def regions(self) -> Sequence[QWidget]:
        """The parts F6 goes through."""
        return (self.header, self.page)

    def _build(self) -> None:
        for title in (self.tr("All"), self.tr("Problems")):
            self.segments.add(title)
        self.header.add_action(self.segments)
        column = QVBoxLayout()
        column.setSpacing(dp(12))
        column.addWidget(SectionHeading(self.tr("What could stand in the way")))
        column.addLayout(self.hindrances)
        column.addWidget(Hairline())
        column.addWidget(SectionHeading(self.tr("How to reach")))
        column.addWidget(self.facts)
        column.addWidget(Hairline())
        column.addWidget(
            SectionHeading(self.tr("What happened"), self.tr("from this console, on this computer"))
        )
        column.addWidget(self.happened)
        column.addStretch(1)
        inner = QWidget()
        inner.setLayout(column)
        inner.setMaximumWidth(dp(WIDTH))
        self.page.body.addWidget(inner)
        self.page.body.addStretch(1)
        outer = QVBoxLayout(self)
        outer.setContentsMargins(0, 0, 0, 0)
        outer.setSpacing(0)
        outer.addWidget(self.header)
        outer.addWidget(self.page, 1)
        self.setMinimumSize(dp(480), dp(320))

    def _show(self) -> None:
        problems = [each for each in self.story if each.failed]
        self.segments.set_count(ALL, len(self.story) or None)
        self.segments.set_count(PROBLEMS, len(problems) or None)
        chosen = problems if self.segments.current() == PROBLEMS else self.story
        nothing = self.tr("Nothing this console did concerns this person. What others did is not known here.")
        self.happened.show_happenings(chosen, nothing, whole=True)
        emptied(self.hindrances)
        for sentence in self._hindrances(len(problems)):
            self.hindrances.addWidget(PlainLabel(sentence, "body", wrap=True))
        region = self.console.card.region
        facts = [
            Fact(self.tr("Phone"), " · ".join(part for part in (phone, phone_words(phone, region)) if part))
            for phone in self.person.phones
        ]
        facts += [Fact(self.tr("E-mail"), email) for email in self.person.emails]
        country = str(self.person.body.get("countryCode") or "")
        facts.append(Fact(self.tr("Country"), country_words(country) or "–"))
        self.facts.set_facts(facts)

    def _hindrances(self, problems: int) -> list[str]:
        region = self.console.card.region
        found = []
        if not self.person.phones:
            found.append(self.tr("There is no phone number: nothing can reach this person by WhatsApp."))
        wrong = [phone_problem(phone, region) for phone in self.person.phones]
        found += [problem.sentence for problem in wrong if problem is not None]
        found += [problem for email in self.person.emails if (problem := email_problem(email))]
        if problems:
            one = self.tr("1 thing sent from here did not arrive or is not known to have arrived; see below.")
            many = self.tr("{0} things sent from here did not arrive or are not known to have; see below.")
            found.append(one if problems == 1 else many.format(problems))
        return found or [self.tr("Nothing that this console knows of.")]
