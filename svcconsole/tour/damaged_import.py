"""The tour of a damaged file: asked about, doctored, rehearsed, sent to a bad store, resumed, taken back."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from functools import partial
from typing import TYPE_CHECKING, Any, TypeVar

from PySide6.QtWidgets import QWidget

from svcconsole.api.operations import UPSERT_CUSTOMER
from svcconsole.gui.kit.dialogs import Question
from svcconsole.gui.panels.importer.import_steps import CHECK, COLUMNS
from svcconsole.gui.panels.record_changes.changes_page import RESULT
from svcconsole.gui.panels.rehearsal.page import RehearsalPage
from svcconsole.gui.panels.runs.run_page import RunPage
from svcconsole.gui.panels.take_back.page import TakeBackPage
from svcconsole.gui.runtime.practice_records import Customer, Fault
from svcconsole.tour.damaged_customers import ENCODING, KNOWN, NEW, SHIFTED, everybody, file_of
from svcconsole.tour.damaged_files import customers_tab, opened
from svcconsole.tour.practice import practice
from svcconsole.tour.products import import_page, settled
from svcconsole.tour.window_driver import NotAsExpected, WindowDriver

if TYPE_CHECKING:
    from svcconsole.gui.panels.importer.page import ImportPage
    from svcconsole.gui.panels.runs.run_panel import RunPanel
    from svcconsole.gui.panels.take_back.back_step import BackStep
    from svcconsole.gui.runtime.practice_control import Control
    from svcconsole.gui.runtime.runs_controller import LiveRun
    from svcconsole.gui.tabs.customers.tab import CustomersTab
    from svcconsole.tour.damaged_customers import Person

FILE = "fair-guests.csv"
ROWS = KNOWN + NEW
FAULTS = (
    {"kind": "reset", "every": 7, "count": 8},
    {"kind": "status", "every": 5, "count": 8, "code": 503},
    {"kind": "latency", "seconds": 0.5},
)
"""Connections break after the store has carried a request out, some are turned away, all others are slow."""
KILL_FROM = ROWS // 4
"""So many rows are sent when the program is killed."""
PAGE = 500
LONG = 90.0
"""Seconds that a rehearsal or a run among faults may take."""
REPAIRED, SETTLED = 93, 3
"""Numbers that can be worked out, and those of which digits are lost for good."""
Held = dict[str, Any]
"""A customer as the practice store holds it, by the names of the wire, without when it was changed last."""
Page = TypeVar("Page", bound=QWidget)


@dataclass(slots=True)
class Story:
    """What the program's second start goes on with: the store as it was, the run, where it was cut off."""

    before: dict[str, Held] = field(default_factory=dict)
    run_id: str = ""
    code: str = ""
    sent: int = 0

    @property
    def rows(self) -> tuple[Person, ...]:
        """The file."""
        return everybody(by_own_id(self.before.values()))


# The first start


async def answer_reading(stage: WindowDriver, story: Story) -> Story:
    """The letters and the shifted rows are asked about; nothing can be mapped before."""
    story.before = await everyone(stage)
    page = await opened(stage, customers_tab(stage), FILE, file_of(story.rows))
    pane = page.file.questions
    await stage.until("the letters are asked about", lambda: page.file.asks and settled(page))
    stage.check("nothing is chosen beforehand", pane.choice is None)
    stage.check("the columns stay closed", not page.file.next.isVisible())
    await stage.picture("damaged-which-letters")
    await stage.click(pane.encoding.cards.heads[ENCODING].radio)
    await stage.picture("damaged-letters-chosen")
    await stage.click(pane.apply)
    await stage.until("the rows are asked about", lambda: pane.currentWidget() is pane.rows and settled(page))
    await stage.picture("damaged-shifted-row")
    await stage.click(pane.rows.cards["repair"].radio)
    await stage.until("the repair is chosen", lambda: pane.choice)
    stage.check("all rows like it are repaired", pane.apply.text() == f"Repair {len(SHIFTED)} rows")
    await stage.picture("damaged-repair-chosen")
    await stage.click(pane.apply)
    await stage.until("the file is read", lambda: not page.file.asks and settled(page))
    await stage.picture("damaged-file-read")
    return story


async def doctor_phones(stage: WindowDriver, story: Story) -> Story:
    """Kind after kind of damaged numbers is repaired; what cannot be worked out goes without a phone."""
    page = importing(stage)
    await stage.click(page.file.next)
    await stage.until("the columns are mapped", lambda: page.step() == COLUMNS and settled(page))
    await stage.picture("damaged-columns")
    await stage.click(page.columns.next)
    step, pane = page.check, page.check.phones
    await stage.until("the doctor has looked", lambda: page.step() == CHECK and settled(page))
    await stage.until("damaged numbers are listed", pane.isVisible)
    counts = {True: 0, False: 0}
    while step.damage:
        kind, numbers, repairs = step.damage, damaged(page), pane.repairs
        await stage.picture(f"damaged-phones-{kind}")
        await stage.click(pane.repair if repairs else pane.ways["empty"])
        await stage.until(f"{kind} is settled", partial(_is_less, page, numbers))
        counts[repairs] += numbers - damaged(page)
    stage.check("all numbers that can be worked out are", counts == {True: REPAIRED, False: SETTLED})
    stage.check("every row is ready", step.summary.ready == step.summary.rows == ROWS)
    await stage.picture("damaged-all-ready")
    return story


async def rehearse(stage: WindowDriver, story: Story) -> Story:
    """The same plan in a clone of the store: what would change, field by field, and nothing has."""
    page = importing(stage)
    await stage.click(page.check.rehearse)
    tried = await stage.until("the rehearsal opens", lambda: on_top(stage, RehearsalPage))
    await stage.until("it asks whether the customers are read", tried.read_them.isVisible)
    await stage.picture("rehearsal-asks")
    await stage.click(tried.read_them)
    step = await stage.until("it begins", lambda: tried.step)
    await stage.until("it is rehearsed", lambda: step.commit.isEnabled() and not tried.scope.is_busy(), LONG)
    tiles = [tile.value() for tile in (step.changed, step.new, step.same, step.refused, step.adds_up)]
    stage.check("what would change adds up", tiles == [str(KNOWN), str(NEW), "0", "0", str(ROWS)])
    stage.check("nothing has reached the store", await everyone(stage) == story.before)
    await stage.picture("rehearsal")
    step.segments.set_current(1)
    await stage.until("the new ones are listed", lambda: not tried.scope.is_busy())
    await stage.picture("rehearsal-new")
    step.segments.set_current(0)
    await stage.until("those that change are listed", lambda: not tried.scope.is_busy())
    story.run_id = tried.run_id
    console = customers_tab(stage).console
    story.code = (await console.db(lambda space: space.runs.get(tried.run_id))).code
    return story


async def send_among_faults(stage: WindowDriver, story: Story) -> Story:
    """Exactly the rehearsed plan is sent to a store that misbehaves, until the program is killed."""
    await misbehave(stage)
    tried = on_top(stage, RehearsalPage)
    if tried is None or tried.step is None:
        raise NotAsExpected("the rehearsal is still there")
    await stage.click(tried.step.commit)
    panel = await stage.until("the run begins", lambda: tried.panel)
    story.sent = await stage.until("part of it is sent", lambda: enough(stage, story.run_id, KILL_FROM), LONG)
    stage.check("it is under way", story.sent < ROWS and panel.view.state() == "running")
    await stage.picture("run-among-faults")
    return story


# The second start


async def start_again(stage: WindowDriver, story: Story) -> Story:
    """The window is as it was; the run is offered, and nothing is sent before anybody says so."""
    tab = customers_tab(stage)
    offered = await stage.until("the run is offered", partial(_unfinished, tab, story.run_id))
    stage.check("it waits to be told", offered.state == "stopped")
    await stage.picture("started-again")
    info, totals = await tab.console.db(
        lambda space: (space.runs.get(story.run_id), space.runs.totals(story.run_id))
    )
    stage.check("it is the plan that was rehearsed", info.code == story.code)
    parts = totals.sent + totals.refused + totals.not_sent + totals.needs_decision
    stage.check("its rows add up after the kill", parts == totals.rows == ROWS)
    stage.check("nothing that was seen as sent is forgotten", totals.sent >= story.sent)
    stage.check("part of it was not sent", totals.not_sent > 0)
    stage.totals["killed_at"] = totals.as_json(story.run_id)
    await tab.console.ready()
    noted = await practice(stage).watch.do(lambda control: control.log())
    sent = [each for each in noted.requests if each.operation == UPSERT_CUSTOMER.path]
    stage.check("nothing is sent before anybody says so", not sent)
    customers_tab(stage)
    return story


def _unfinished(tab: CustomersTab, run_id: str) -> LiveRun | None:
    return tab.console.runs.run(run_id) if tab.console.runs is not None else None


async def resume(stage: WindowDriver, story: Story) -> Story:
    """The rest goes, in a store that misbehaves again: everybody once, as the file says."""
    await misbehave(stage)
    tab = customers_tab(stage)
    stage.window.show_run(story.run_id)
    page = await stage.until("the run is shown", lambda: on_top(stage, RunPage))
    await stage.until("it is read", page.panel.view.resume.isVisible)
    await stage.picture("run-to-resume")
    await stage.click(page.panel.view.resume)
    question = await stage.until("it asks", lambda: question_open(stage))
    await stage.picture("run-asks-before-resuming")
    await stage.click(question.by_id["resume"])
    await stage.until("it goes on", lambda: page.panel.view.state() == "running")
    await stage.picture("run-resumed")
    await finished(stage, page.panel)
    await practice(stage).watch.do(lambda control: control.all_off())
    customers_tab(stage)
    await stage.picture("run-result-after-kill")
    noted = await practice(stage).watch.do(lambda control: control.log())
    sent = [each for each in noted.requests if each.operation == UPSERT_CUSTOMER.path and each.executed]
    stage.check("the store noted what it carried out", len(sent) >= ROWS - story.sent - 1)
    totals = await tab.console.db(lambda space: space.runs.totals(story.run_id))
    stage.totals["damaged"] = totals.as_json(story.run_id)
    stage.check("every row was sent", (totals.sent, totals.rows) == (ROWS, ROWS))
    after = await everyone(stage)
    told = {person.identity: person for person in story.rows}
    new = after.keys() - story.before.keys()
    stage.check("those who are new are there, and nobody else", len(new) == NEW)
    own = by_own_id(after.values())
    times = Counter(each.get("partnerCustomerId") for each in after.values())
    twice = [key for key in own if times[key] > 1]
    stage.check("nobody is there twice", not twice)
    wrong = [key for key, person in told.items() if not holds(own.get(key), person)]
    stage.check(f"the store holds what the file says {wrong[:3]}", not wrong)
    others = {key: each for key, each in story.before.items() if each.get("partnerCustomerId") not in told}
    stage.check("nobody else has changed", all(after[key] == each for key, each in others.items()))
    return story


async def take_back(stage: WindowDriver, story: Story) -> Story:
    """What the run changed goes back; whom it created stays, and the page says so."""
    page = on_top(stage, RunPage)
    if page is None:
        raise NotAsExpected("the result is in front")
    await stage.click(page.panel.back_again)
    back = await stage.until("the way back opens", lambda: on_top(stage, TakeBackPage))
    step = await stage.until("it is compared", lambda: compared(back), LONG)
    tiles = [tile.value() for tile in (step.can, step.since, step.stays, step.adds_up)]
    stage.check("what goes back adds up", tiles == [str(KNOWN), "0", str(NEW), str(ROWS)])
    await stage.picture("take-back")
    await stage.click(step.restore)
    panel = await stage.until("it goes back", lambda: back.panel)
    await stage.until("it has gone back", lambda: back.steps.current() == RESULT, LONG)
    await finished(stage, panel)
    await stage.picture("taken-back")
    after = await everyone(stage)
    kept = all(after.get(key) == each for key, each in story.before.items())
    stage.check("everybody is as before", kept)
    stage.check("whom it created stays", len(after) == len(story.before) + NEW)
    totals = await customers_tab(stage).console.db(lambda space: space.runs.totals(panel.run_id))
    stage.totals["taken_back"] = totals.as_json(panel.run_id)
    tab = customers_tab(stage)
    await stage.click(back.leave)
    await stage.until("the imports are listed", lambda: not tab.scope.is_busy())
    await stage.picture("history-of-imports")
    return story


FIRST = (answer_reading, doctor_phones, rehearse, send_among_faults)
SECOND = (start_again, resume, take_back)


# What the steps share


async def everyone(stage: WindowDriver) -> dict[str, Held]:
    """All customers of the practice store by their id, asked past the console."""
    store, found, total = practice(stage), dict[str, Held](), 1
    while len(found) < total:
        asked = {"limit": PAGE, "skip": len(found)}
        total, part = await store.watch.do(partial(_customers, asked))
        found |= {str(each.id): each.model_dump(by_alias=True, exclude={"updated_at"}) for each in part}
    customers_tab(stage)
    return found


def _customers(asked: Mapping[str, Any], control: Control) -> tuple[int, list[Customer]]:
    return control.page("/customers", "customers", Customer, asked)


def by_own_id(held: Iterable[Held]) -> dict[str, Held]:
    """Customers by the id the shop gave them."""
    return {each["partnerCustomerId"]: each for each in held if each.get("partnerCustomerId")}


def holds(held: Held | None, person: Person) -> bool:
    """Whether the store has of this person what the file says, the number repaired."""
    said = (person.first, person.last, person.phone_after, person.email, person.tags.split(", "))
    names = ("firstName", "lastName", "phoneNumber", "email", "tags")
    return held is not None and tuple(held.get(name) for name in names) == said


async def misbehave(stage: WindowDriver) -> None:
    """Switch the faults on, for customers that are saved."""
    page = practice(stage)
    for fault in FAULTS:
        await page.watch.do(partial(_switch_on, {**fault, "operation": UPSERT_CUSTOMER.path}))
    page.show_misbehave()
    await stage.until("the faults are on", lambda: len(page.misbehave.lines) == len(FAULTS))
    await stage.picture("faults-on")


def _switch_on(wanted: Mapping[str, Any], control: Control) -> Fault:
    return control.switch_on(wanted)


def damaged(page: ImportPage) -> int:
    """How many numbers are listed as damaged."""
    return sum(each.numbers for each in page.check.phone_kinds)


def _is_less(page: ImportPage, numbers: int) -> bool:
    return settled(page) and damaged(page) < numbers


def on_top(stage: WindowDriver, kind: type[Page]) -> Page | None:
    """The page over the customers, once it is of this kind."""
    page = customers_tab(stage).stack.currentWidget()
    return page if isinstance(page, kind) and page.isVisible() else None


def importing(stage: WindowDriver) -> ImportPage:
    page = import_page(customers_tab(stage))
    if page is None:
        raise NotAsExpected("an import is open")
    return page


def enough(stage: WindowDriver, run_id: str, wanted: int) -> int:
    """How many rows are sent, once they are so many."""
    runs = customers_tab(stage).console.runs
    run = runs.run(run_id) if runs is not None else None
    sent = run.progress.sent if run is not None and run.progress is not None else 0
    return sent if sent >= wanted else 0


async def finished(stage: WindowDriver, panel: RunPanel) -> None:
    """Until a run's result is on screen."""
    await stage.until(
        "the run is finished",
        lambda: panel.view.state() == "finished" and panel.browse_records.isVisible()
        and not panel.scope.is_busy(),
        LONG,
    )  # fmt: skip


def question_open(stage: WindowDriver) -> Question | None:
    """The question that blocks the window."""
    return next((each for each in stage.window.findChildren(Question) if each.isVisible()), None)


def compared(page: TakeBackPage) -> BackStep | None:
    """The step of a take-back, once it knows what goes back."""
    step = page.step
    ready = step is not None and step.restore.isEnabled() and not page.scope.is_busy()
    return step if ready else None
