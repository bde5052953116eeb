"""The section Sending numbers: who may write to how many people in 24 hours, and how many were."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from typing import TYPE_CHECKING

from PySide6.QtCore import QSize, Qt
from PySide6.QtWidgets import QWidget

from svcconsole.gui.design.metrics import dp
from svcconsole.gui.design.text import ElidedLabel, PlainLabel, ltr, set_tip, visible
from svcconsole.gui.design.words import sentences, show, tr, tr_plural
from svcconsole.gui.kit import dialogs
from svcconsole.gui.kit.containers.boxes import STRETCH, hbox, vbox
from svcconsole.gui.kit.containers.cards import Framed, Ground, Hairline
from svcconsole.gui.kit.containers.layout_clearing import clear_layout
from svcconsole.gui.kit.live_refresh import LiveRefresh
from svcconsole.gui.kit.quantity_words import count, day
from svcconsole.gui.kit.widgets.buttons import button, tool_button
from svcconsole.gui.panels.settings.rows import SettingSection
from svcconsole.gui.runtime.console import Console
from svcconsole.gui.runtime.notices import Link
from svcconsole.gui.runtime.task_scope import make_scope
from svcconsole.words.message import AND, COMMA, listed
from svcconsole.workspace.known.event_kinds import EventKind

if TYPE_CHECKING:
    from svcconsole.services.campaigns.sending_numbers import SendingNumber
    from svcconsole.workspace.database import Workspace


@dataclass(frozen=True, slots=True)
class NumberNow:
    """One number as it is written down, how many people count now, and of how many (None: any number)."""

    number: SendingNumber
    used: int
    limit: int | None


@dataclass(frozen=True, slots=True)
class NumbersNow:
    """All of them, and why whoever works from here may not change them; blank where they may."""

    numbers: tuple[NumberNow, ...]
    refusal: str


class NumbersSection(SettingSection):
    """Adds, changes and removes them; what others do shows at once."""

    def __init__(self, console: Console) -> None:
        super().__init__(tr("Sending numbers"), "messaging", tr("for this store"))
        also = tr("limit people 24 hours tier reserve warm-up ramp WhatsApp phone budget")
        self._words = show(also).casefold()
        self._console = console
        self.scope = make_scope(self, console.notices)
        self.now: NumbersNow | None = None
        self.lines: list[NumberRow] = []
        inside = Ground("surface")
        self._rows = vbox(parent=inside, spacing=0)
        self.frame = Framed(inside)
        self.frame.setMaximumWidth(dp(640))
        self.add_number = button(tr("Add a number…"), "plus")
        for words in (
            tr(
                "How many different people may be written to from here in any 24 hours. A campaign waits "
                "where the limit is used."
            ),
            tr("The service tells no tier and no quality of a number: what stands here is your own word."),
        ):
            self.add_part(PlainLabel(words, "caption", "text2", wrap=True))
        self.add_part(self.frame)
        foot = QWidget()
        hbox(self.add_number, STRETCH, parent=foot)
        self.add_part(foot)
        self.add_number.clicked.connect(lambda: self.scope.start(self._edit(None), key="edit"))
        self.live = LiveRefresh(self, console.events, self.scope, (EventKind.PRESET,), self._others_changed)

    def refresh(self) -> None:
        """Read and count again."""
        self.scope.start(self._read(), key="read")

    def search(self, searched: str) -> bool:
        """It is found by its words as a whole."""
        wanted = searched.casefold().split()
        found = all(word in f"{self.title.casefold()} {self._words}" for word in wanted)
        self.setVisible(found)
        return found

    async def _others_changed(self, kinds: frozenset[str]) -> None:
        from svcconsole.services.campaigns.sending_numbers import KIND

        if kinds & {KIND, ""}:
            await self._read()

    async def _read(self) -> None:
        self.now = now = await self._console.db(_numbers_now)
        clear_layout(self._rows)
        self.lines.clear()
        for each in now.numbers:
            row = NumberRow(each, now.refusal, last=each is now.numbers[-1])
            row.edit.clicked.connect(partial(self._change, each.number))
            row.remove.clicked.connect(partial(self._strike_out, each.number))
            self._rows.addWidget(row)
            self.lines.append(row)
        if not now.numbers:
            words = tr("No number is written down, so no limit is kept.")
            nothing = PlainLabel(words, "caption", "text2", wrap=True)
            nothing.setContentsMargins(dp(12), dp(10), dp(12), dp(10))
            self._rows.addWidget(nothing)
        self.add_number.setEnabled(not now.refusal)
        set_tip(self.add_number, now.refusal)

    def _change(self, number: SendingNumber, _checked: bool = False) -> None:
        self.scope.start(self._edit(number), key="edit")

    async def _edit(self, number: SendingNumber | None) -> None:
        from svcconsole.gui.panels.settings.numbers.dialog import NumberDialog
        from svcconsole.services.campaigns.sending_numbers import forget, save

        known = [each.number.name for each in self.now.numbers] if self.now is not None else []
        before = "" if number is None else number.name
        dialog = NumberDialog(self, number, [name for name in known if name != before])
        await dialogs.run(dialog)
        made = dialog.made
        if made is None:
            return

        def keep(space: Workspace) -> None:
            save(space, made)
            if before not in ("", made.name):
                forget(space, before)

        await self._keep(keep)

    def _strike_out(self, number: SendingNumber, _checked: bool = False) -> None:
        self.scope.start(self._remove(number), key="edit")

    async def _remove(self, number: SendingNumber) -> None:
        from svcconsole.services.campaigns.sending_numbers import forget

        await self._keep(lambda space: forget(space, number.name))
        self._console.notices.add(
            "info",
            tr("{number} is gone, and its limit is not kept any more.", number=visible(number.name)),
            links=(Link(tr("Restore it"), partial(self._bring_back, number)),),
        )

    def _bring_back(self, number: SendingNumber) -> None:
        self.scope.start(self._restore(number), key="edit")

    async def _restore(self, number: SendingNumber) -> None:
        from svcconsole.services.campaigns.sending_numbers import save

        await self._keep(lambda space: save(space, number))

    async def _keep(self, change: Callable[[Workspace], None]) -> None:
        await self._console.db(change)
        self._console.sending_numbers_changed.emit()
        await self._read()


class NumberRow(QWidget):
    """One number: its name over what holds for it, how much is used, and what can be done with it."""

    def __init__(self, now: NumberNow, refusal: str, *, last: bool) -> None:
        super().__init__()
        number, shown = now.number, visible(now.number.name)
        self.about = PlainLabel(_about(number), "caption", "text2", wrap=True)
        self.used = PlainLabel(_used_words(now), "strong", _tone(now))
        self.used.setAlignment(Qt.AlignmentFlag.AlignTrailing | Qt.AlignmentFlag.AlignVCenter)
        self.edit = tool_button("edit", tr("Change {number}", number=shown))
        self.remove = tool_button("delete", tr("Remove {number}", number=shown))
        for each in (self.edit, self.remove):
            each.setEnabled(not refusal)
            each.setIconSize(QSize(dp(16), dp(16)))
            if refusal:
                set_tip(each, refusal)
        row = hbox(
            (vbox(ElidedLabel(shown, "strong"), self.about, spacing=0), 1),
            self.used,
            hbox(self.edit, self.remove, spacing=4),
            spacing=12,
            margins=(12, 8, 8, 8),
        )
        column = vbox(row, parent=self, spacing=0)
        if not last:
            column.addWidget(Hairline())
        self.setAccessibleName(sentences(shown, self.about.text(), self.used.text()))


def _numbers_now(workspace: Workspace) -> NumbersNow:
    from svcconsole.services.campaigns.daily_limit import DailyLimit
    from svcconsole.services.campaigns.sending_numbers import sending_numbers
    from svcconsole.services.deliveries.states import moment_of
    from svcconsole.workspace.clock import now
    from svcconsole.workspace.team.roles import Right

    at, found = moment_of(now()), []
    for number in sending_numbers(workspace):
        limit = DailyLimit(number)
        limit.take_in(limit.look(workspace, at), at)
        found.append(NumberNow(number, limit.used(at), number.limit(at)))
    refusal = workspace.operators.refusal(Right.PREPARE)
    return NumbersNow(tuple(found), "" if refusal is None else refusal.sentence)


def _about(number: SendingNumber) -> str:
    named = [ltr(visible(each)) for each in number.numbers if each]
    if len(named) < len(number.numbers):
        named.insert(0, tr("the store's default number"))
    said = [tr("For {numbers}.", numbers=show(listed(named, AND if len(named) == 2 else COMMA)))]
    if number.people is None:
        said.append(tr("No limit."))
    elif number.reserve:
        said.append(
            tr(
                "{people} people in 24 hours, {reserve} of them kept for other tools.",
                people=count(number.people),
                reserve=count(number.reserve),
            )
        )
    else:
        said.append(tr_plural("{n} person in 24 hours.", "{n} people in 24 hours.", number.people))
    if number.ramp and number.ramp_from:
        steps = listed([count(each) for each in number.ramp])
        said.append(
            tr("Warm-up from {day}: {steps} people a day.", day=day(number.ramp_from), steps=show(steps))
        )
    return sentences(*said)


def _used_words(now: NumberNow) -> str:
    if now.limit is None:
        return tr_plural("{n} person written to", "{n} people written to", now.used)
    return tr("{used} of {limit} used", used=count(now.used), limit=count(now.limit))


def _tone(now: NumberNow) -> str:
    return "warning" if now.limit is not None and now.used >= now.limit else "text"
