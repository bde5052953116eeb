"""The timeline beside the card, and the link to the full page."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import Signal

from svcconsole.gui.design.metrics import dp
from svcconsole.gui.design.style import set_property
from svcconsole.gui.design.text import isolate
from svcconsole.gui.design.words import tr
from svcconsole.gui.kit.containers.cards import ScrollPage, SectionHeading
from svcconsole.gui.kit.containers.segments import Segments
from svcconsole.gui.kit.widgets.link_row import LinkRow
from svcconsole.gui.panels.person.timeline_list import TimelineList
from svcconsole.gui.panels.person.timeline_text import title_of
from svcconsole.services.customers.customer_timeline import TimelineEntry

MOST = 12
ALL, PROBLEMS = range(2)


class TimelineColumn(ScrollPage):
    """`page_wanted` when everything about the person is wanted on a page."""

    page_wanted = Signal()

    def __init__(self) -> None:
        super().__init__("canvas", 16)
        set_property(self, "line", "left")
        self.filters = Segments()
        self.filters.add(tr("All"))
        self.filters.add(tr("Problems"))
        self.filters.currentChanged.connect(lambda _: self._show())
        self.happened = TimelineList()
        self.why = LinkRow("unknown", "info")
        self.why.clicked.connect(self.page_wanted)
        self._story: Sequence[TimelineEntry] = ()
        self.body.setSpacing(dp(12))
        self.body.addWidget(SectionHeading(tr("What happened"), trailing=self.filters))
        self.body.addWidget(self.happened)
        self.body.addWidget(self.why)
        self.body.addStretch(1)

    def show_story(self, story: Sequence[TimelineEntry]) -> None:
        """Newest first; a dozen stand here, the page has all of them."""
        self._story = story
        problems = [each for each in story if each.failed]
        self.filters.set_count(PROBLEMS, len(problems) or None)
        question = tr("Why did something not arrive?")
        if problems:
            question = tr("Why did “{title}” not arrive?", title=isolate(title_of(problems[0])))
        self.why.set_texts(question, tr("Everything known, on one page"))
        self._show()

    def _show(self) -> None:
        chosen = self._story
        if self.filters.current() == PROBLEMS:
            chosen = [each for each in chosen if each.failed]
        nothing = tr("Nothing was done for this person from this console yet.")
        self.happened.show_happenings(list(chosen)[:MOST], nothing)
