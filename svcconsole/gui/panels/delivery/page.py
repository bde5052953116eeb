"""The delivery panel: runs at the side, sums, reasons and messages, asked about while somebody looks."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Iterable, Sequence
from dataclasses import replace
from datetime import UTC, datetime
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtGui import QAction, QHideEvent, QResizeEvent, QShowEvent
from PySide6.QtWidgets import QComboBox, QStackedWidget, QVBoxLayout, QWidget

from svcconsole.gui.design.hiding import hidden, hidden_name, hidden_words
from svcconsole.gui.design.metrics import dp
from svcconsole.gui.design.style import set_property
from svcconsole.gui.design.text import PlainLabel
from svcconsole.gui.design.words import tr, tr_plural
from svcconsole.gui.kit.containers.boxes import hbox, set_margins, vbox
from svcconsole.gui.kit.containers.cards import Ground, SectionHeading
from svcconsole.gui.kit.containers.empty_state import EmptyState
from svcconsole.gui.kit.containers.page_header import PageHeader
from svcconsole.gui.kit.dialogs import choose_place
from svcconsole.gui.kit.file_drop import FileDropWidget
from svcconsole.gui.kit.file_kinds import CSV
from svcconsole.gui.kit.grid.table import RecordModel, RecordTable
from svcconsole.gui.kit.live_refresh import LiveRefresh
from svcconsole.gui.kit.quantity_words import count
from svcconsole.gui.kit.widgets.buttons import button, tool_button
from svcconsole.gui.panels.decisions.webhook_log import WebhookLog
from svcconsole.gui.panels.delivery import delivery_text
from svcconsole.gui.panels.delivery.columns import message_columns
from svcconsole.gui.panels.delivery.filters import DeliveryFilter, Filters
from svcconsole.gui.panels.delivery.polling import DeliveryPolling
from svcconsole.gui.panels.delivery.reasons import Reasons
from svcconsole.gui.panels.delivery.row_menu import row_actions
from svcconsole.gui.panels.delivery.run_list import RunList
from svcconsole.gui.panels.delivery.summary_tiles import SummaryTiles
from svcconsole.gui.panels.delivery.track_ids import ask_ids
from svcconsole.gui.runtime.call_finder import show_call_of
from svcconsole.gui.runtime.console import Console
from svcconsole.gui.runtime.display_zone import display_zone
from svcconsole.gui.runtime.task_scope import make_scope
from svcconsole.gui.runtime.window_requests import PersonRef
from svcconsole.services.customers.find_people import find_people
from svcconsole.services.deliveries.again import Offer, offer
from svcconsole.services.deliveries.deliveries import Deliveries, Delivery, Group, bounds_of_day, counts_of
from svcconsole.services.deliveries.export import write_list
from svcconsole.services.deliveries.reasons import Failure, code_of, explain, histogram
from svcconsole.services.deliveries.states import State
from svcconsole.workspace.known.event_kinds import EventKind
from svcconsole.workspace.runs.deliveries import MOST

if TYPE_CHECKING:
    from svcconsole.gui.runtime.runs_controller import RunsController

SENT_ON = "sent:"
"""Begins the key of the group of everything that was sent on one day."""
NEXT_FROM, SIDE_FROM, SIDE_WIDTH, LEAST = 820, 960, 288, 600


MOST_PEOPLE = 200
"""So many people are found by a name."""


class DeliveryPage(FileDropWidget):
    """Every message this console sent, and how far it came; `places` are the tab's segments.

    A webhook receiver's log that is dropped here settles what it proves.
    """

    def __init__(self, console: Console, places: QWidget) -> None:
        super().__init__()
        self.console = console
        self.scope = make_scope(self, console.notices)
        self.watch = DeliveryPolling(console, self, self._is_sending)
        self._runs: RunsController | None = None
        self.group = ""
        self._day = ""
        self._wanted = self._wanted_group = ""
        self.header = PageHeader(tr("Messaging"))
        self.header.add_leading(places)
        self.next = PlainLabel("", "caption", "text2")
        self.refresh = tool_button("refresh", tr("Check all open ones now"))
        self.webhook_log = WebhookLog(console, self, self.scope)
        self.import_log = tool_button("import", tr("Import a webhook log"))
        self.track = button(tr("Track an id"), "search")
        self.runs = RunList()
        self.runs_combo = QComboBox()
        self.sums = SummaryTiles()
        self.reasons = Reasons()
        self.filters = Filters()
        self.model: RecordModel[Delivery] = RecordModel(
            message_columns(lambda: console.card.region), key=lambda each: each.key
        )
        self.table = RecordTable(self.model, tr("Messages"))
        self.empty = EmptyState(
            "send",
            tr("Nothing to follow yet."),
            tr("Each message you send from here is listed here, with how far it got."),
        )
        self.side = Ground("canvas", "right")
        self.shown = QStackedWidget()
        self._build()
        self._connect()
        self.live = LiveRefresh(
            self, console.events, self.scope, (EventKind.DELIVERY,), self.watch.read_again
        )

    @property
    def deliveries(self) -> Deliveries:
        """What is followed."""
        return self.watch.deliveries

    def actions_here(self) -> dict[str, Callable[[], None]]:
        """What the window's keys do on this page."""
        return {"new": self.track.click, "find": self.filters.search.setFocus, "refresh": self.refresh.click}

    def regions(self) -> Sequence[QWidget]:
        """The parts F6 goes through."""
        return (self.header, self.runs, self.table)

    async def aclose(self) -> None:
        """End what is under way."""
        for scope in (self.watch.scope, self.scope):
            await scope.close()

    def showEvent(self, event: QShowEvent) -> None:
        super().showEvent(event)
        if self._runs is None and self.console.runs is not None:
            self._runs = self.console.runs
            self._runs.changed.connect(self.watch.look_again)
        self.watch.start()

    def hideEvent(self, event: QHideEvent) -> None:
        super().hideEvent(event)
        self.watch.stop()

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        beside = self.width() >= dp(SIDE_FROM)
        self.side.setVisible(beside)
        self.runs_combo.setVisible(not beside)
        self.next.setVisible(self.width() >= dp(NEXT_FROM))

    def show_group(self, key: str) -> None:
        """Another run, as soon as it is known."""
        if key and key != self.group:
            self.group = self._wanted_group = key
            self.filters.set_wanted(DeliveryFilter())
            self.show_known()

    def show_failed(self, day: str, reason: str = "") -> None:
        """What was sent on a day (YYYY-MM-DD) and failed, whichever run sent it; for one reason where its key
        is given."""
        self._day = day
        self.group = f"{SENT_ON}{day}"
        if reason:
            failure = Failure(reason, code_of(reason), explain(reason), 0)
            self.filters.set_wanted(DeliveryFilter("", None, reason, delivery_text.reason_title(failure)))
        else:
            self.filters.set_wanted(DeliveryFilter("", State.FAILED))
        self.show_known()

    def show_message(self, key: str) -> None:
        """Bring one message into view, once it is known."""
        self._wanted = key
        self._show_wanted()

    def _show_wanted(self) -> None:
        wanted = self.deliveries.messages.get(self._wanted)
        if wanted is not None:
            self._wanted, self.group = "", wanted.group
            self.filters.set_wanted(DeliveryFilter())
            self.show_known()
            self.table.set_current(wanted.key)

    def show_known(self) -> None:
        """Everything as it is known now."""
        groups = self._show_groups()
        shown = self.shown_messages()
        self.model.set_records(shown)
        self.table.show_column("person", any(each.name for each in shown))
        self.shown.setCurrentIndex(0 if groups else 1)
        if self._wanted:
            self._show_wanted()

    def shown_messages(self) -> list[Delivery]:
        """The messages of the chosen run, or of the day that was asked for, newest first."""
        return self._of_group(self.deliveries.messages.values())

    def _of_group(self, messages: Iterable[Delivery]) -> list[Delivery]:
        if self.group.startswith(SENT_ON):
            return self._of_day(messages)
        return [each for each in messages if each.group == self.group]

    def _of_day(self, messages: Iterable[Delivery]) -> list[Delivery]:
        """Those that were sent from here on the day that was asked for."""
        begins, ends = bounds_of_day(self._day, display_zone().zone())
        return [each for each in messages if each.run_id is not None and begins <= each.at < ends]

    def _set_filter(self, wanted: DeliveryFilter) -> None:
        """Show what the words are found in; then, too, what went to people whom they name."""
        self.model.set_filter(wanted.predicate())
        self._show_offer()
        if wanted.words.strip():
            self.scope.start(self._find_people(wanted), "people")

    async def _find_people(self, wanted: DeliveryFilter) -> None:
        people = await self.console.db(partial(find_people, text=wanted.words, limit=MOST_PEOPLE))
        phones = frozenset(phone for person in people for phone in person.phones)
        if phones and self.filters.wanted == wanted:
            self.model.set_filter(wanted.predicate(phones))

    def _build(self) -> None:
        set_property(self, "bg", "surface")
        self.header.add_action(self.next)
        self.header.add_action(self.refresh)
        self.header.add_action(self.import_log)
        self.header.add_action(self.track)
        self.runs_combo.setAccessibleName(tr("Runs"))
        self.side.setFixedWidth(dp(SIDE_WIDTH))
        side = QVBoxLayout(self.side)
        set_margins(side, 0, 14, 1, 8)
        side.setSpacing(dp(6))
        head = hbox(SectionHeading(tr("Runs"), role="label"), margins=(14, 0, 14, 0))
        side.addLayout(head)
        side.addWidget(self.runs, 1)
        above = vbox(self.runs_combo, self.sums, self.reasons, spacing=14, margins=(20, 16, 20, 0))
        self.table.set_inset(20)
        self.table.set_row_menu(self._row_actions)
        right = vbox(above, self.filters, (self.table, 1), spacing=0)
        full = QWidget()
        full.setMinimumWidth(dp(LEAST))  # not what stands at the side, which goes where there is no room
        hbox(self.side, (right, 1), parent=full, spacing=0)
        self.shown.addWidget(full)
        self.shown.addWidget(self.empty)
        vbox(self.header, (self.shown, 1), parent=self, spacing=0)

    def _connect(self) -> None:
        self.watch.known.connect(self.show_known)
        self.watch.heard.connect(self._on_answer)
        self.watch.waiting.connect(self._show_checked_at)
        self.console.sends_changed.connect(self.watch.look_again)
        self.console.store_changed.connect(self.watch.look_again)
        self.console.card_changed.connect(self.model.touch)
        self.runs.chosen.connect(self.show_group)
        self.runs_combo.activated.connect(lambda at: self.show_group(self.runs_combo.itemData(at)))
        self.sums.wanted.connect(self._show_state)
        self.reasons.wanted.connect(self._show_reason)
        self.reasons.export_wanted.connect(lambda: self.scope.start(self._export(), "file"))
        self.filters.changed.connect(self._set_filter)
        self.filters.search.left_down.connect(self.table.focus_current)
        self.model.arranged.connect(self._show_count)
        self.table.opened.connect(self._open)
        self.track.clicked.connect(lambda: self.scope.start(self._track(), "track"))
        self.import_log.clicked.connect(self.webhook_log.choose)
        self.webhook_log.busy.connect(self.import_log.setDisabled)
        self.refresh.clicked.connect(lambda: self.scope.start(self._ask_all(), "refresh"))

    def _is_sending(self) -> bool:
        """Whether messages go out row by row: there are more to follow with every second."""
        runs = self._runs.runs() if self._runs is not None else ()
        return any(run.state == "running" and run.info.effect == "once" for run in runs)

    def _on_answer(self, changed: list[Delivery]) -> None:
        self.model.update(self._of_group(changed))
        for group in self.deliveries.newly_settled(self._show_groups()):
            self.console.notices.add("success", delivery_text.settled_sentence(group))

    def _show_groups(self) -> list[Group]:
        """The runs, and the sums and reasons of the chosen one."""
        groups = self.deliveries.groups()
        shown = [*self._groups_of_day(), *groups]
        keys = {group.key for group in shown}
        if self._wanted_group in keys:
            self.group, self._wanted_group = self._wanted_group, ""
        if shown and self.group not in keys:
            self.group = shown[0].key
        self.runs.show_groups(shown, self.group)
        self._fill_combo(shown)
        chosen = next((group for group in shown if group.key == self.group), None)
        if chosen is not None:
            messages = self.shown_messages()
            failed = [each for each in messages if each.state is State.FAILED]
            self.sums.show_totals(chosen.totals)
            self.reasons.show_failures(histogram(each.why for each in failed))
            self._show_offer()
        return groups

    def _offer(self) -> Offer:
        """Whom the shown failures leave; of the reason that was chosen, those who wait for a change, too."""
        every = self.deliveries.messages.values()
        return offer(self.shown_messages(), every, datetime.now(UTC), self.filters.wanted.reason)

    def _show_offer(self) -> None:
        self.reasons.show_offer(self._offer())

    def _groups_of_day(self) -> list[Group]:
        """Everything that was sent on the day that was asked for, as one group; none where none was."""
        if not self._day:
            return []
        title = tr("Everything sent {day}", day=delivery_text.day_words(self._day))
        messages = self._of_day(self.deliveries.messages.values())
        at = max((each.at for each in messages), default="")
        return [Group(f"{SENT_ON}{self._day}", title, at, counts_of(messages))]

    def _fill_combo(self, groups: Sequence[Group]) -> None:
        titles = [
            f"{delivery_text.group_title(group)} · {delivery_text.group_line(group)}" for group in groups
        ]
        if titles != [self.runs_combo.itemText(at) for at in range(self.runs_combo.count())]:
            self.runs_combo.clear()
            for group, title in zip(groups, titles, strict=True):
                self.runs_combo.addItem(title, group.key)
        self.runs_combo.setCurrentIndex(self.runs_combo.findData(self.group))

    def _show_checked_at(self, seconds: float | None) -> None:
        if seconds is None:
            self.next.setText("")
            return
        left = tr("Checking again in {value} s", value=count(max(1, round(seconds))))
        if seconds > 90:
            left = tr("Checking again in {seconds} min", seconds=count(round(seconds / 60)))
        trouble = self.deliveries.trouble
        self.next.setText(left if trouble is None else tr("The store did not answer · {next}", next=left))

    def _show_count(self) -> None:
        shown, total = self.model.rowCount(), self.model.total()
        every = tr_plural("{n} message", "{n} messages", total)
        said = every if shown == total else tr("{shown} of {total}", shown=count(shown), total=every)
        if len(self.deliveries.messages) >= MOST:
            said = tr("{messages}, of the newest {most} of the store", messages=said, most=count(MOST))
        self.filters.count.setText(said)

    def _show_state(self, state: State) -> None:
        self.filters.set_wanted(replace(self.filters.wanted, state=state, reason=None, reason_words=""))

    def _show_reason(self, failure: Failure) -> None:
        if self.filters.wanted.reason == failure.key:
            self.filters.clear_reason()
        else:
            self.filters.set_wanted(
                DeliveryFilter(
                    self.filters.wanted.words, None, failure.key, delivery_text.reason_title(failure)
                )
            )

    def _open(self, message: Delivery) -> None:
        """Decide about what is in doubt; else everything known of the person."""
        if message.state is State.DECIDE and message.run_id is not None:
            self.console.decisions_wanted.emit(message.run_id)
        elif message.phone:
            self.console.person_wanted.emit(PersonRef((f"phone:{message.phone}",), message.name))

    def _row_actions(self, message: Delivery) -> list[QAction]:
        return row_actions(
            message,
            self.table,
            self._open,
            lambda each: self.scope.start(self._forget(each.id)),
            lambda each: show_call_of(self.console, each.run_id or "", to=each.phone),
        )

    async def _track(self) -> None:
        ids = await ask_ids(self)
        if ids:
            await self.follow(ids)

    async def follow(self, ids: Sequence[str]) -> None:
        """Follow messages that were sent from elsewhere; what is followed already is shown."""
        fresh = await self.deliveries.track(ids)
        self.show_message(next((one for one in ids if one in self.deliveries.messages), ""))
        if not fresh:
            self.console.notices.add("info", tr("These are followed already."))
        self.watch.ask_now()

    async def _forget(self, identity: str) -> None:
        await self.deliveries.forget(identity)
        self.show_known()

    async def _ask_all(self) -> None:
        await self.deliveries.hurry()
        self.watch.ask_now()

    async def _export(self) -> None:
        path = await choose_place(self, tr("New list"), tr("failed recipients.csv"), kinds=(CSV,))
        if path is not None:
            await self.write_list(path)

    async def write_list(self, path: Path) -> None:
        """Write whom to try again as a file."""
        number = await asyncio.to_thread(write_list, path, list(map(_hidden, self._offer().now)))
        people = tr_plural("{n} person", "{n} people", number)
        self.console.notices.add("success", tr("{path}: {people}.", path=path.name, people=people))


def _hidden(each: Delivery) -> Delivery:
    """As it is exported while people are hidden."""
    return replace(each, name=hidden_name(each.name), phone=hidden(each.phone), why=hidden_words(each.why))
