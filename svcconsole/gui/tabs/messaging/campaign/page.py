"""A campaign as a wizard: file, message, check, when, preview, run."""

from __future__ import annotations

import asyncio
from collections.abc import Mapping
from dataclasses import asdict, replace
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QShortcut
from PySide6.QtWidgets import QPushButton, QWidget

from svcconsole.gui.design.words import tr
from svcconsole.gui.kit.contact_words import phone_words
from svcconsole.gui.kit.focus import focus_if_visible, focus_on
from svcconsole.gui.kit.phone_preview.phone import PhonePreview
from svcconsole.gui.kit.time_slices import in_slices, next_turn, polished
from svcconsole.gui.kit.widgets.buttons import Button, button
from svcconsole.gui.panels.importer.columns.columns_control import ColumnsControl
from svcconsole.gui.panels.importer.columns.columns_step import ColumnsStep
from svcconsole.gui.panels.importer.file_step import FileStep
from svcconsole.gui.panels.importer.import_steps import (
    CHECK,
    COLUMNS,
    FILE,
    LOOK,
    OF_CAMPAIGN,
    RESULT,
    RUN,
    WHEN,
)
from svcconsole.gui.panels.importer.page import ImportPage
from svcconsole.gui.panels.importer.session import Session
from svcconsole.gui.tabs.messaging.campaign.campaign_steps import CampaignCheck, CampaignFile
from svcconsole.gui.tabs.messaging.campaign.message_choice import Choice, MessageChoice
from svcconsole.gui.tabs.messaging.campaign.preview_control import PreviewControl, bubble_of
from svcconsole.gui.tabs.messaging.campaign.preview_step import PreviewStep
from svcconsole.gui.tabs.messaging.campaign.start.countdown import Countdown, Example
from svcconsole.gui.tabs.messaging.campaign.start.start_facts import about_to_start, start_facts, starts_later
from svcconsole.gui.tabs.messaging.campaign.stopped.stopped_control import StoppedControl
from svcconsole.gui.tabs.messaging.campaign.stopped.stopped_step import StoppedStep
from svcconsole.gui.tabs.messaging.campaign.wall.wall_control import WallControl
from svcconsole.gui.tabs.messaging.campaign.wall.wall_step import WallStep
from svcconsole.gui.tabs.messaging.campaign.when.when_control import WhenControl
from svcconsole.gui.tabs.messaging.campaign.when.when_step import WhenStep
from svcconsole.services.campaigns.message_template_fields import MESSAGES_KIND, TEMPLATES_KIND
from svcconsole.services.messaging.appearance.bubble import Bubble

if TYPE_CHECKING:
    from svcconsole.gui.tabs.messaging.form_sources import FormSources
    from svcconsole.services.campaigns.views import Sending
    from svcconsole.services.imports.views import MappingView, Overview, RuleView
    from svcconsole.tables.mapping.mapping import Source
    from svcconsole.workspace.runs.records import RunInfo

WORKER = "svcconsole.services.campaigns.session:CampaignSession"
RECIPIENT = ("contactIdentifier", "phoneCountry")
"""The fields that say whom a message is for, whatever it is."""

A_NUMBER = "+91 98450 00000"


class CampaignColumns(ColumnsControl):
    """Every change tells anew what is sent, and what is wrong with it as a whole."""

    def __init__(self, page: CampaignPage) -> None:
        super().__init__(page.columns, page.session, page.scope)
        self._page = page

    async def _set_source(self, path: str, source: Source | None) -> None:
        """A field that has gone with the kind of message takes nothing any more."""
        async with self._page.choosing:
            if path in self._step.fields:
                await super()._set_source(path, source)

    async def _show_rules(self) -> None:
        await super()._show_rules()
        await self._page.show_sending()


class CampaignPage(ImportPage):
    """One campaign. `suppression_wanted()`, `library_wanted()`: these pages, over this one.
    `result_wanted(run id)`: the page of what came of it."""

    suppression_wanted = Signal()
    library_wanted = Signal()
    result_wanted = Signal(str)
    titles = OF_CAMPAIGN
    parts: Mapping[int, str] = {FILE: "file", COLUMNS: "columns", CHECK: "check", WHEN: "when", LOOK: "wall"}

    def __init__(
        self,
        sources: FormSources,
        path: Path | None = None,
        import_id: str | None = None,
        parent: QWidget | None = None,
    ) -> None:
        self.sources = sources
        self._wanted: Choice | None = None  # the newest
        self.choosing = asyncio.Lock()  # held while what is sent changes, which may read the file anew
        super().__init__(sources.console, "campaign", path, import_id, parent)
        self._runs.ended.connect(lambda run_id: self.scope.start(self._show_stopped(run_id), "after stop"))

    def new_session(self, kind: str) -> Session:
        """Template messages, unless nothing is in the library."""
        known = self.sources.library.templates
        return Session(self.sources.console, TEMPLATES_KIND if known else MESSAGES_KIND, WORKER)

    def new_file_step(self, kind: str) -> FileStep:
        step = CampaignFile(kind)
        step.next.setText(tr("Choose the message"))
        return step

    @cached_property
    def columns(self) -> ColumnsStep:
        """The second step: what is sent, and what fills it."""
        columns = super().columns
        columns.body.insertWidget(0, self.what)
        columns.set_beside(self.sample)
        return columns

    @cached_property
    def sample(self) -> PhonePreview:
        """What is sent, with the first row's values, beside the columns that fill it."""
        card = self._console.card
        return PhonePreview(card.name, card.colour, self.sources.pictures)

    @cached_property
    def what(self) -> MessageChoice:
        """The choice over the columns."""
        what = MessageChoice(self.sources.library)
        what.chosen.connect(self._want)
        what.library_wanted.connect(self._to_library)
        return what

    def _to_library(self) -> None:
        """The campaign is kept as it is; what is missing in the library is written down first."""
        self._leave()
        self.library_wanted.emit()

    @cached_property
    def _columns_control(self) -> ColumnsControl:
        return CampaignColumns(self)

    @cached_property
    def _check_control(self) -> CampaignCheck:
        return CampaignCheck(self.check, self.session, self._console, self.scope, self.words)

    @cached_property
    def when(self) -> WhenStep:
        """The step after the check: the hours in which it is sent, and to how many."""
        when = self._added(WhenStep())
        when.next_wanted.connect(lambda: self.scope.start(self._look_on(), "look"))
        when.back_wanted.connect(lambda: self._go_back_to(self.order.index(CHECK)))
        return when

    @cached_property
    def _when_control(self) -> WhenControl:
        return WhenControl(self.when, self.session, self._console, self.scope)

    @cached_property
    def wall(self) -> WallStep:
        """The step before the run: the messages that are most likely wrong."""
        wall = self._added(WallStep(self._phone(titled=False), self._phone()))
        wall.start_wanted.connect(lambda: self.scope.start(self._start(wall.start), "run"))
        wall.every_wanted.connect(lambda: self.scope.start(self._show_every(), "every"))
        return wall

    @cached_property
    def _wall_control(self) -> WallControl:
        return WallControl(self.wall, self.session, self.sources, self.scope, self.words)

    def _phone(self, *, titled: bool = True) -> PhonePreview:
        card = self._console.card
        return PhonePreview(card.name, card.colour, self.sources.pictures, titled=titled)

    @cached_property
    def look(self) -> PreviewStep:
        """The same step, message by message: each as its recipient will see it."""
        look = self._added(PreviewStep(self._phone()))
        look.wall_wanted.connect(lambda: self.scope.start(self._show_messages(), "look"))
        look.start_wanted.connect(lambda: self.scope.start(self._start(look.start), "run"))
        look.side.suppression_wanted.connect(self.suppression_wanted)
        return look

    @cached_property
    def _look_control(self) -> PreviewControl:
        return PreviewControl(self.look, self.session, self.sources, self.scope, self.words)

    @cached_property
    def countdown(self) -> Countdown:
        """The ten seconds before it starts."""
        return self._added(Countdown(self._phone(titled=False)))

    async def show_sending(self) -> None:
        """What is sent now, and why it cannot be."""
        sending: Sending = await self.session.call("sending")
        self.what.show_sending(sending)
        self.sample.show_bubble(bubble_of(sending.kind, sending.body, self.sources))
        nothing = not sending.chosen and not sending.by_column
        self.columns.set_refusals((tr("Choose what is sent."),) if nothing else sending.refusals)

    def look_again(self) -> None:
        """The suppression list or the library may be another one now."""
        self.scope.start(self._look_again(), "again")

    async def _look_again(self) -> None:
        async with self.choosing:
            if self.session.overview is None:
                return
            await self.session.call("read_library")
            if self.step() == COLUMNS:
                await self._columns_control.show()
            elif self.step() == WHEN:
                await self._when_control.show()
            elif self.step() == LOOK:
                await self._show_look()

    async def _open(self, path: Path | None, import_id: str | None, opening: object) -> None:
        if import_id is not None:
            info = await self._console.db(lambda space: space.imports.get(import_id))
            self.session.kind = info.kind
        await super()._open(path, import_id, opening)

    async def _make_steps(self) -> None:
        await super()._make_steps()
        # The names of countries and the rules of numbers come from files: read before they are wanted.
        await asyncio.to_thread(phone_words, A_NUMBER, self._console.card.region)
        await next_turn()
        await in_slices(polished(self.stopped))

    async def _go_on_with(self, import_id: str | None) -> None:
        kept = await self._console.db(lambda space: space.imports.get(import_id)) if import_id else None
        await super()._go_on_with(import_id)
        if kept is not None and self.step() == CHECK and kept.page in ("when", "look"):
            await (self._run() if kept.page == "when" else self._show_messages())

    def _want(self, kind: str, chosen: str) -> None:
        self._wanted = wanted = (kind, chosen)
        self.scope.start(self._choose(wanted))

    async def _choose(self, wanted: Choice) -> None:
        """Each choice is carried out to its end, since one between two kinds would leave no file open; of
        those made meanwhile only the newest."""
        kind, chosen = wanted
        async with self.choosing:
            if wanted is self._wanted and kind != self.session.kind:
                await self._read_as(kind)
            if wanted is self._wanted:
                await self.session.call("choose", chosen)
                await self._columns_control.show()

    async def _read_as(self, kind: str) -> None:
        """The same file for the other kind of message; what was decided about it goes along. Where it cannot
        be read any more, the campaign is as it was, and says so.
        """
        from svcconsole.tables.reading.errors import TableError

        before = self.session.overview
        if before is None:
            return
        view: MappingView = await self.session.call("mapping_view")
        rules: tuple[RuleView, ...] = await self.session.call("rules_view")
        try:
            overview: Overview = await self.session.open(Path(before.path), None, kind)
        except TableError:
            self._wanted = None
            self.open(None, before.import_id)
            return
        if overview.dialect != before.dialect:
            overview = await self.session.read_otherwise(asdict(before.dialect))
        await self._console.db(lambda space: space.imports.drop(before.import_id))
        for field in view.fields:
            if field.path in RECIPIENT:
                await self.session.call("set_source", field.path, field.source)
        for rule in rules:
            if rule.choice is not None:
                await self.session.call("set_rule", rule.id, rule.choice, rule.text)
        self.file.show_overview(overview)

    async def _check(self) -> None:
        """Not while anything the message needs is unmapped: then that is shown."""
        async with self.choosing:
            await self._columns_control.show()
            if self.columns.stands_in_the_way:
                self._go(COLUMNS)
                self._focus_columns()
                return
            self.look.set_tried(tried=False)
            await super()._check()

    async def _run(self) -> None:
        """From the check to the hours."""
        self._go(WHEN)
        await self._when_control.show()
        focus_if_visible(self.when.next)

    def _go_back_to(self, place: int) -> None:
        """What was decided in the steps behind may have changed who gets it."""
        super()._go_back_to(place)
        if self.step() == CHECK:
            self.scope.start(self._check_control.show_anew(), "back")
        elif self.step() == WHEN:
            self.scope.start(self._when_control.show(), "back")

    async def _look_on(self) -> None:
        """On with what stands in the fields: where that cannot be kept, it does not go on."""
        await self._when_control.keep()
        await self._show_messages()

    async def _show_messages(self) -> None:
        """From the hours to the messages themselves."""
        self._go(LOOK)
        await self._wall_control.show()
        focus_if_visible(self.wall.view)

    async def _show_every(self) -> None:
        """The messages one by one."""
        await self._look_control.show()
        self.stack.setCurrentWidget(self.look)
        focus_if_visible(self.look.filled())

    async def _show_look(self) -> None:
        """What of the step is on screen, as everything stands now."""
        one_by_one = self.stack.currentWidget() is self.look
        await (self._look_control.show() if one_by_one else self._wall_control.show())

    async def _start(self, start: Button) -> None:
        run_id = await self._look_control.plan(start)
        if run_id is None or self._console.runs is None:
            return
        info, people, approved = await self._console.db(lambda space: about_to_start(space, run_id))
        if approved and not starts_later(info) and not await self._counted_down(info, people):
            await self._console.db(lambda space: space.runs.discard_plan(run_id))
            focus_if_visible(start)
            return
        self._console.runs.start(run_id)
        await self._show_run(run_id)

    async def _counted_down(self, info: RunInfo, people: int) -> bool:
        """Whether it may start once the ten seconds are over. Meanwhile there is no way but to stop it or to
        start it: leaving this page counts as stopping."""
        shown = self.stack.currentWidget() or self.wall
        outlook, tile = self.look.outlook, self.wall.current()
        if outlook is None:
            return False
        person, bubble = (tile.name, replace(tile.bubble, suspects=())) if tile else ("", Bubble())
        facts = start_facts(info, people, outlook, self.look.side.limit, Example(person, bubble))
        self.steps.set_current(self.order.index(RUN))
        self.steps.set_reachable(set())
        self.leave.setVisible(False)
        self.header.set_back_enabled(False)
        self.stack.setCurrentWidget(self.countdown)
        try:
            return await self.countdown.ask(facts)
        finally:
            self.header.set_back_enabled(True)
            self._show_step(LOOK)
            self.stack.setCurrentWidget(shown)

    async def can_leave(self) -> bool:
        """Always; where it was about to start, it does not."""
        self._stop_counting()
        return await super().can_leave()

    async def shut(self) -> None:
        self._stop_counting()
        await super().shut()

    # After a stop

    @cached_property
    def stopped(self) -> StoppedStep:
        """What is shown of a run that was stopped."""
        step = self._added(StoppedStep())
        step.left.connect(self._leave)
        return step

    @cached_property
    def _stopped_control(self) -> StoppedControl:
        control = StoppedControl(self.stopped, self._console, self.scope)
        control.prepared.connect(lambda import_id: self.open(None, import_id))
        control.run_wanted.connect(self._show_panel)
        control.rows_wanted.connect(self._show_people)
        return control

    async def _show_run(self, run_id: str) -> None:
        await super()._show_run(run_id)
        if self.run_panel is not None:
            escape = QShortcut(Qt.Key.Key_Escape, self.run_panel)
            escape.setContext(Qt.ShortcutContext.WidgetWithChildrenShortcut)
            escape.activated.connect(self._stop_run)
        await next_turn()
        await self._show_stopped(run_id)

    def _stop_run(self) -> None:
        """Esc stops a run that sends."""
        panel = self.run_panel
        live = panel.live() if panel is not None else None
        if panel is not None and live is not None and live.state in ("running", "paused"):
            panel.view.stop_wanted.emit()

    async def _show_stopped(self, run_id: str) -> None:
        """Where this run was stopped, who was reached takes the place of how it went."""
        if not await self._stopped_control.read(run_id):
            return
        await next_turn()
        await in_slices(polished(self.stopped))
        await next_turn()
        if self.shown_run == run_id:
            self.steps.set_current(self.order.index(RESULT))
            self.stack.setCurrentWidget(self.stopped)
            self.stopped.focus_first()

    @cached_property
    def outcome(self) -> Button:
        """Leads to what came of it, once it was sent."""
        outcome = button(tr("What came of it"), "chart")
        self.header.add_action(outcome)
        outcome.clicked.connect(lambda: self.result_wanted.emit(self.shown_run))
        return outcome

    def _show_step(self, step: int) -> bool:
        shown = super()._show_step(step)
        self.outcome.setVisible(self.step() == RESULT)
        return shown

    def _show_panel(self) -> None:
        """The run as it went."""
        if self.run_panel is not None:
            self.stack.setCurrentWidget(self.run_panel)

    def _show_people(self, bucket: str) -> None:
        """The people behind a number, on the run's own page."""
        self._show_panel()
        if self.run_panel is not None:
            self.run_panel.view.rows_wanted.emit(bucket, None)

    def _stop_counting(self) -> None:
        """Whoever leaves does not want it to start."""
        if "countdown" in self.__dict__:
            self.countdown.cancel()

    def _focus_columns(self) -> None:
        """What is sent comes first: the fields follow from it."""
        if self.what.combo.currentIndex() < 0:
            focus_on(self.what.combo)
        else:
            self.columns.focus_first()

    def _filled(self) -> QPushButton | None:
        if self.step() == WHEN:
            return self.when.next
        if self.step() == LOOK:
            shown = self.look if self.stack.currentWidget() is self.look else self.wall
            filled = shown.filled()
            return filled if isinstance(filled, QPushButton) else None
        return super()._filled()
