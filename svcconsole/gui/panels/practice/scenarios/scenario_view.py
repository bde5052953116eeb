"""The scenarios: five cards, one running at a time, set up and judged by the store."""

from __future__ import annotations

import asyncio
import csv
import secrets
from dataclasses import replace
from datetime import UTC, datetime
from functools import partial
from pathlib import Path

from PySide6.QtCore import Signal
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QWidget

from svcconsole.gui.design.metrics import dp
from svcconsole.gui.design.text import PlainLabel
from svcconsole.gui.design.words import tr
from svcconsole.gui.kit.containers.cards import ScrollPage
from svcconsole.gui.panels.practice.scenarios.scenario_attempt import Evidence, ScenarioAttempt, Stage
from svcconsole.gui.panels.practice.scenarios.scenario_card import ScenarioCard
from svcconsole.gui.panels.practice.scenarios.scenarios import BY_ID, SCENARIOS, Scenario, file_rows, judged
from svcconsole.gui.panels.practice.store_polling import StorePolling
from svcconsole.gui.runtime.console import Console
from svcconsole.gui.runtime.practice_control import Control, ControlError
from svcconsole.gui.runtime.task_scope import make_scope
from svcconsole.services.first_tasks.passes import note_passed

WIDEST, INSET = 860, 20
COURSE = "practice/course"
PASSED = "practice/passed/{id}"
OVER = (Stage.PASSED, Stage.FAILED, Stage.LOST)


class ScenarioView(ScrollPage):
    """Passes and the scenario under way are kept in the store's settings.

    `catalog_wanted`: go to the Catalog, with the file of the scenario where it has one.
    """

    catalog_wanted = Signal(object)

    def __init__(self, console: Console, watch: StorePolling, parent: QWidget | None = None) -> None:
        super().__init__(parent=parent)
        self._console = console
        self._watch = watch
        self.scope = make_scope(self, console.notices)
        self.course = ScenarioAttempt.from_text(console.settings.get(COURSE, ""))
        self._files: dict[str, Path] = {}
        self.body.setSpacing(dp(12))
        self._lead = PlainLabel("", "body", "text2", wrap=True)
        self._lead.setMaximumWidth(dp(620))
        self.body.addWidget(self._lead)
        self.cards: dict[str, ScenarioCard] = {}
        for number, scenario in enumerate(SCENARIOS, 1):
            card = self.cards[scenario.id] = ScenarioCard(scenario, number)
            card.begin_wanted.connect(partial(self.begin, scenario.id))
            card.leave_wanted.connect(self.leave)
            card.place_wanted.connect(partial(self._go, scenario))
            card.answered.connect(self.answer)
            card.release_wanted.connect(self.release)
            self.body.addWidget(card)
        self.body.addStretch(1)
        watch.told.connect(self.show_seen)
        self._show_passes()
        self.show_seen()

    def begin(self, scenario_id: str, executed: bool | None = None) -> None:
        """Set a scenario up, from its beginning; `executed` is otherwise for the store to know."""
        kept = secrets.choice((True, False)) if executed is None else executed
        self.scope.start(self._begin(BY_ID[scenario_id], kept), key="course")

    def leave(self) -> None:
        """Take the scenario's faults away; what it made in the store stays."""
        self.scope.start(self._leave(), key="course")

    def answer(self, key: str) -> None:
        """What the person says became of the request."""
        if self.course is not None and not self.course.answer:
            self._keep(replace(self.course, answer=key))
            self.show_seen()

    def release(self) -> None:
        """Take the faults back as one of the steps: the store behaves again."""
        self.scope.start(self._release(), key="course")

    def passed(self, scenario_id: str) -> str:
        """When it was passed first; empty: not yet."""
        return self._console.settings.get(PASSED.format(id=scenario_id), "")

    def show_seen(self) -> None:
        """Judge the scenario under way by what the last look showed."""
        course = self.course
        for scenario_id, card in self.cards.items():
            if course is None or course.scenario != scenario_id:
                card.show_course(None)
        if course is None or self._watch.seen.health is None:
            return
        seen, card = self._watch.seen, self.cards[course.scenario]
        before = card.verdict()
        if before is not None and before.stage in OVER:
            return
        requests = [each for each in seen.requests if each.number > course.mark]
        products = self._watch.seen.health.counts.get("products", 0)
        scenario = BY_ID[course.scenario]
        verdict = judged(scenario, Evidence(course, requests, seen.faults, products, scenario.rows))
        card.show_course(verdict, released=course.released)
        if verdict.stage is Stage.PASSED:
            self._console.settings.set(PASSED.format(id=course.scenario), datetime.now(UTC).isoformat())
            self.scope.start(self._note(course.scenario), key="note")
            self._show_passes()
        if verdict.stage in OVER:
            self._console.settings.remove(COURSE)
            self.scope.start(self._watch.do(partial(_switch_off, course.faults)), key="over")

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Lines stay short. A widest card would be asked for its height at the page's width instead."""
        super().resizeEvent(event)
        inset = dp(INSET)
        rest = max(inset, self.viewport().width() - inset - dp(WIDEST))
        left, right = (rest, inset) if self.isRightToLeft() else (inset, rest)
        self.body.setContentsMargins(left, dp(16), right, dp(16))

    async def _begin(self, scenario: Scenario, executed: bool) -> None:
        await self._remove_scenario()
        name = datetime.now(UTC).strftime("%d%H%M%S")

        def set_up(control: Control) -> ScenarioAttempt:
            log, health = control.log(), control.health()
            course = ScenarioAttempt(
                scenario.id, name, log.latest, health.counts.get("products", 0), executed=executed
            )
            made: list[int] = []
            try:
                for spec in scenario.specs(course):
                    made.append(control.switch_on(spec).id)
            except ControlError:
                _switch_off(tuple(made), control)
                raise
            return replace(course, faults=tuple(made))

        card = self.cards[scenario.id]
        self.course = None
        course = await self._watch.do(set_up)
        card.show_course(None)
        self._keep(course)
        self.show_seen()

    async def _note(self, scenario: str) -> None:
        """A profile may ask that it is passed; that is noted where every window and command finds it."""
        await asyncio.to_thread(note_passed, scenario)

    async def _release(self) -> None:
        course = self.course
        if course is not None:
            self._keep(replace(course, released=True))
            await self._watch.do(partial(_switch_off, course.faults))
            self.show_seen()

    async def _leave(self) -> None:
        await self._remove_scenario()
        await self._watch.poll()
        self.show_seen()

    async def _remove_scenario(self) -> None:
        course = self.course
        self._keep(None)
        if course is None:
            return
        self.cards[course.scenario].show_course(None)
        if course.faults:
            await self._watch.do(partial(_switch_off, course.faults))

    def _keep(self, course: ScenarioAttempt | None) -> None:
        self.course = course
        if course is None:
            self._console.settings.remove(COURSE)
        else:
            self._console.settings.set(COURSE, course.as_text())

    def _go(self, scenario: Scenario) -> None:
        if not scenario.rows:
            self.catalog_wanted.emit(None)
            return
        self.scope.start(self._open_file(scenario), key="file")

    async def _open_file(self, scenario: Scenario) -> None:
        course = self.course
        if course is not None:
            path = self._console.store_folder / "scenarios" / f"lanterns-{course.name}.csv"
            await asyncio.to_thread(_write, path, file_rows(scenario, course))
            self.catalog_wanted.emit(path)

    def _show_passes(self) -> None:
        passes = [self.passed(scenario.id) for scenario in SCENARIOS]
        for card, at in zip(self.cards.values(), passes, strict=True):
            card.show_passed(at)
        self._lead.setText(
            tr(
                "Five bad days to practise before a real one comes. Each is set up in the practice store,"
                " and what you do is read from the store's own log. {n} of 5 passed.",
                n=sum(map(bool, passes)),
            )
        )


def _switch_off(faults: tuple[int, ...], control: Control) -> None:
    for number in faults:
        control.switch_off(number)


def _write(path: Path, rows: list[tuple[str, ...]]) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    with path.open("w", encoding="utf-8", newline="") as file:
        csv.writer(file).writerows(rows)
