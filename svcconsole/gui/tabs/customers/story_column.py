"""Beside the card: what happened with the person, and the way to the page with all of it."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import Signal

from svcconsole.gui.metrics import dp
from svcconsole.gui.panels.person.happenings import HappeningsList
from svcconsole.gui.panels.person.words import title_of
from svcconsole.gui.style import set_property
from svcconsole.gui.text import isolate
from svcconsole.gui.widgets.cards import ScrollPage, SectionHeading
from svcconsole.gui.widgets.segments import Segments
from svcconsole.gui.widgets.way_on import WayOn
from svcconsole.gui.words import tr
from svcconsole.services.person_story import Happening

MOST = 12
ALL, PROBLEMS = range(2)


class StoryColumn(ScrollPage):
    """`page_wanted` when everything about the person is wanted on a page."""

    page_wanted = Signal()

    def __init__(self) -> None:
        super().__init__("canvas", 16)
        set_property(self, "line", "left")
        self.filters = Segments()
        self.filters.add(tr("All"))
        self.filters.add(tr("Problems"))
        self.filters.currentChanged.connect(lambda _: self._show())
        self.happened = HappeningsList()
        self.why = WayOn("unknown", "info")
        self.why.clicked.connect(self.page_wanted)
        self._story: Sequence[Happening] = ()
        self.body.setSpacing(dp(12))
        self.body.addWidget(SectionHeading(tr("What happened"), trailing=self.filters))
        self.body.addWidget(self.happened)
        self.body.addWidget(self.why)
        self.body.addStretch(1)

    def show_story(self, story: Sequence[Happening]) -> None:
        """Newest first; a dozen stand here, the page has all of them."""
        self._story = story
        problems = [each for each in story if each.failed]
        self.filters.set_count(PROBLEMS, len(problems) or None)
        question = tr("Why did something not arrive?")
        if problems:
            question = tr("Why did “{title}” not arrive?", title=isolate(title_of(problems[0])))
        self.why.set_texts(question, tr("All this console knows, on one page"))
        self._show()

    def _show(self) -> None:
        chosen = self._story
        if self.filters.current() == PROBLEMS:
            chosen = [each for each in chosen if each.failed]
        nothing = tr("Nothing this console did concerns this person yet.")
        self.happened.show_happenings(list(chosen)[:MOST], nothing)
