"""Why a customer was not reached: one page per person, from what this console knows offline."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace

from PySide6.QtCore import Signal
from PySide6.QtGui import QGuiApplication, QResizeEvent
from PySide6.QtWidgets import QHBoxLayout, QWidget

from svcconsole.gui.design.hiding import hidden_name
from svcconsole.gui.design.metrics import dp
from svcconsole.gui.design.style import set_property
from svcconsole.gui.design.text import visible
from svcconsole.gui.design.words import tr
from svcconsole.gui.kit.containers.boxes import grid_box, vbox
from svcconsole.gui.kit.containers.cards import ScrollPage, SectionHeading
from svcconsole.gui.kit.containers.page_header import PageHeader
from svcconsole.gui.kit.containers.segments import Segments
from svcconsole.gui.kit.widgets.bars import LoadingBar
from svcconsole.gui.kit.widgets.buttons import button
from svcconsole.gui.panels.person.person_card import PersonCard, name_of
from svcconsole.gui.panels.person.timeline_list import TimelineList
from svcconsole.gui.panels.person.timeline_text import as_text
from svcconsole.gui.panels.take_back.undo_save import UndoSave
from svcconsole.gui.runtime.call_finder import show_call_of
from svcconsole.gui.runtime.console import Console
from svcconsole.gui.runtime.notices import Level
from svcconsole.gui.runtime.task_scope import make_scope
from svcconsole.gui.runtime.window_requests import MessageStart, PersonRef
from svcconsole.services.customers.customer_timeline import TimelineEntry, person_of, timeline_of
from svcconsole.workspace.database import Workspace
from svcconsole.workspace.known.people import Person

ALL, PROBLEMS = range(2)
SIDE, WIDEST = 388, 760
BESIDE_FROM = 860
NARROW_SIDE = 300


class PersonPage(QWidget):
    """`left`: back to where it was opened. `card_wanted(Person)`, `run_wanted(run_id)`: go on there.

    Decisions are wished for through the console.
    """

    left = Signal()
    card_wanted = Signal(object)
    run_wanted = Signal(str)

    def __init__(self, console: Console) -> None:
        super().__init__()
        self.console = console
        self.scope = make_scope(self, console.notices)
        self.whom = PersonRef(())
        self.person: Person | None = None
        self.story: Sequence[TimelineEntry] = ()
        self.header = PageHeader(tr("What happened with this customer"), tr("Back"))
        self.copy = button(tr("Copy as text"), "copy")
        self.loading = LoadingBar(tr("Reading"))
        self.card = PersonCard(lambda: console.card.region)
        self.segments = Segments()
        self.page = ScrollPage()
        self.happened = TimelineList()
        self._undo_save = UndoSave(console, self.scope, self, lambda _: self.read())
        self._beside = True
        self._build()
        self._connect()

    def show_whom(self, whom: PersonRef) -> None:
        """Another person."""
        self.whom = whom
        self.segments.set_current(ALL)
        self.read()

    def read(self) -> None:
        """Read what the workspace holds, again where something was sent or decided."""
        if self.whom.keys:
            self.scope.start(self._read(), "read")

    def actions_here(self) -> dict[str, Callable[[], None]]:
        """What the window's keys do on this page."""
        return {"back": self.left.emit, "close": self.left.emit, "refresh": self.read}

    def regions(self) -> Sequence[QWidget]:
        """The parts F6 goes through."""
        return (self.header, self.card, self.page)

    async def _read(self) -> None:
        whom = self.whom
        self.loading.start()
        try:
            person, self.story = await self.console.db(lambda workspace: _known(workspace, whom))
        finally:
            self.loading.stop()
        self.person = person
        self.card.show_person(person, self.story)
        self._show()

    def _show(self) -> None:
        problems = [each for each in self.story if each.failed]
        self.header.set_title(
            tr("Why did this customer not get it?") if problems else tr("What happened with this customer")
        )
        self.segments.set_count(ALL, len(self.story) or None)
        self.segments.set_count(PROBLEMS, len(problems) or None)
        if self.segments.current() == PROBLEMS:
            nothing = tr("Nothing that went from here to this person was refused or is in doubt.")
            self.happened.show_happenings(problems, nothing, whole=True)
            return
        nothing = tr("Nothing was done for this person from this console. What others did is not known here.")
        self.happened.show_happenings(self.story, nothing, whole=True)

    def _build(self) -> None:
        self.header.add_action(self.copy)
        for title in (tr("All"), tr("Problems")):
            self.segments.add(title)
        column = vbox(spacing=12)
        here = tr("from this console, on this computer")
        column.addWidget(SectionHeading(tr("What happened"), here, trailing=self.segments))
        column.addWidget(self.happened)
        column.addStretch(1)
        inner = QWidget()
        inner.setLayout(column)
        inner.setMaximumWidth(dp(WIDEST))
        row = QHBoxLayout()  # it asks for the height of the width there is, not of the page's
        row.addWidget(inner, 1)
        row.addStretch(0)
        self.page.body.addLayout(row)
        self._grid = grid_box(spacing=0)
        vbox(self.header, self.loading, (self._grid, 1), parent=self, spacing=0)
        self.setMinimumSize(dp(480), dp(320))
        self._arrange()

    def _connect(self) -> None:
        self.console.card_changed.connect(self.read)
        self.header.back_clicked.connect(self.left)
        self.copy.clicked.connect(self._copy)
        self.segments.currentChanged.connect(lambda _: self._show())
        self.happened.decide_wanted.connect(self.console.decisions_wanted)
        self.happened.run_wanted.connect(self.run_wanted)
        self.happened.call_wanted.connect(lambda run, seq: show_call_of(self.console, run, seq=seq))
        self.happened.undo_wanted.connect(lambda entry: self.scope.start(self._undo(entry), "undo"))
        self.card.card_wanted.connect(lambda: self.card_wanted.emit(self.person))
        self.card.message_wanted.connect(self._write)
        self.console.sends_changed.connect(self.read)
        self.console.privacy.changed.connect(self.read)
        if self.console.runs is not None:
            self.console.runs.changed.connect(self.read)

    def _write(self) -> None:
        if self.person is not None and self.person.phones:
            self.console.message_wanted.emit(MessageStart(self.person.phones[0]))

    async def _undo(self, entry: TimelineEntry) -> None:
        """Take back one change of this person's history."""
        from svcconsole.services.take_back.history import save_of

        change, person = entry.change, self.person
        if change is None or person is None:
            return
        name = name_of(person)
        save = await self.console.db(lambda space: save_of(space, "customers", entry.record_id, name, change))
        if save is None:
            self.console.notices.add(Level.WARNING, tr("What the store held before is not kept any more."))
        else:
            await self._undo_save.run(save)

    def _copy(self) -> None:
        if self.person is not None:
            QGuiApplication.clipboard().setText(as_text(self.person, self.story))
            self.console.notices.add(
                Level.INFO,
                tr(
                    "What is known of {name} is on the clipboard.",
                    name=hidden_name(visible(name_of(self.person))),
                ),
            )

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        beside = self.width() >= dp(BESIDE_FROM)
        if beside != self._beside:
            self._beside = beside
            self._arrange()

    def _arrange(self) -> None:
        """The person stands beside what happened, over it where there is no room."""
        for part in (self.card, self.page):
            self._grid.removeWidget(part)
        unbound = 16_777_215
        if self._beside:
            self.card.setFixedWidth(dp(SIDE))
            self.card.setMinimumHeight(0)
            self.card.setMaximumHeight(unbound)
        else:
            self.card.setMinimumWidth(0)
            self.card.setMaximumWidth(unbound)
            self.card.setFixedHeight(min(self.card.content.sizeHint().height(), dp(NARROW_SIDE)))
        set_property(self.card, "line", "right" if self._beside else "bottom")
        self._grid.addWidget(self.card, 0, 0)
        self._grid.addWidget(self.page, *((0, 1) if self._beside else (1, 0)))
        self._grid.setColumnStretch(1, 1 if self._beside else 0)
        self._grid.setRowStretch(1, 0 if self._beside else 1)


def _known(workspace: Workspace, whom: PersonRef) -> tuple[Person, Sequence[TimelineEntry]]:
    """The person and the story, read at one go on the workspace's thread."""
    from svcconsole.services.take_back.history import may_be_undone

    person = person_of(workspace, whom.keys, whom.name)
    story = timeline_of(workspace, person)
    own = [(at, each.change) for at, each in enumerate(story) if each.change and each.kind == "customers"]
    undoable = may_be_undone(workspace, "customers", [change for _, change in own])
    for (at, _), may in zip(own, undoable, strict=True):
        story[at] = replace(story[at], undo=may)
    return person, story
