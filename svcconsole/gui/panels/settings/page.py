"""The Settings page: sections and a search at the side, every setting in one column, then diagnostics."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Mapping, Sequence
from functools import partial

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QComboBox, QWidget

from svcconsole.gui.design.metrics import dp
from svcconsole.gui.design.text import PlainLabel, visible
from svcconsole.gui.design.theme import theme
from svcconsole.gui.design.words import tr, tr_plural
from svcconsole.gui.kit.containers.boxes import STRETCH, hbox, vbox
from svcconsole.gui.kit.containers.cards import Ground, Hairline, RowButton, ScrollPage
from svcconsole.gui.kit.containers.page_header import PageHeader
from svcconsole.gui.kit.widgets.buttons import link
from svcconsole.gui.kit.widgets.search_field import SearchField
from svcconsole.gui.panels.settings import sections as made
from svcconsole.gui.panels.settings.bound_row import BoundRow
from svcconsole.gui.panels.settings.diagnostics import Diagnostics
from svcconsole.gui.panels.settings.handing_over import handover
from svcconsole.gui.panels.settings.numbers.section import NumbersSection
from svcconsole.gui.panels.settings.rows import SettingRow, SettingSection
from svcconsole.gui.panels.settings.second_person import second_person
from svcconsole.gui.panels.settings.table import SECTIONS, Place, make_section
from svcconsole.gui.panels.settings.team.section import TeamSection
from svcconsole.gui.panels.settings.values import ProfileValue
from svcconsole.gui.runtime.computer_settings import computer_settings
from svcconsole.gui.runtime.console import Console
from svcconsole.gui.runtime.display_zone import display_zone
from svcconsole.gui.runtime.task_scope import make_scope

SIDE, MIDDLE, END = 232, 730, 364
WIDE, NARROW = 1180, 860
"""From this width of the page on diagnostics stand at the end; under the other, sections are a combo."""


class SettingsPage(QWidget):
    """`done(action_id)`: a row of the table of actions is wanted. `left()`: go back. `help_wanted()`.
    `share_wanted(address, password)`: the workspace is to be there from now on. `profile_changed(dict)`:
    these fields of the store's profile are to be kept."""

    done = Signal(str)
    left = Signal()
    help_wanted = Signal()
    share_wanted = Signal(str, str)
    profile_changed = Signal(object)

    def __init__(self, console: Console) -> None:
        super().__init__()
        self._console = console
        self.scope = make_scope(self, console.notices)
        self._pace = ProfileValue(("requests_a_second", "at_once"), self.profile_changed.emit)
        place = Place(console, computer_settings(), self.scope, self._pace)
        specs = [spec for spec in SECTIONS if not (spec.of_store and console.card.practice)]
        self.team = TeamSection(console)
        self.team.share_wanted.connect(self.share_wanted)
        self.team.log_wanted.connect(partial(self.done.emit, "log"))
        of_table = [make_section(spec, place) for spec in specs]
        others = [
            made.privacy(console),
            made.AboutMe(console),
            made.store(console, self.done.emit),
            handover(console),
            *(() if console.card.practice else (second_person(console),)),
        ]
        self.numbers = NumbersSection(console)
        self.sections: list[SettingSection] = [*of_table, *others, self.numbers, self.team]
        self.diagnostics = Diagnostics(console)
        self.search = SearchField(tr("Search settings"))
        self.search.setMaximumWidth(dp(SIDE))
        self.list: list[RowButton] = []
        self.combo = QComboBox()
        self.combo.setAccessibleName(tr("Section"))
        self.nothing = QWidget()
        self._nothing_words = PlainLabel("", "strong", wrap=True)
        to_help = link(tr("Look in Help"))
        to_help.clicked.connect(self.help_wanted)
        vbox(self._nothing_words, (to_help, 0, Qt.AlignmentFlag.AlignLeading), parent=self.nothing, spacing=8)
        self.nothing.hide()
        self.page = ScrollPage(inset=24)
        for section in self.sections:
            self.page.body.addWidget(section)
        self.page.body.addWidget(self.nothing)
        self._end_line = Hairline()
        self.page.body.addWidget(self._end_line)
        self.page.body.addStretch(1)
        self.page.content.setMaximumWidth(dp(MIDDLE))
        self.header = PageHeader(tr("Settings"), back="")
        self.header.add_leading(PlainLabel(tr("for this computer"), "body", "text2"))
        self._end = Ground("canvas")
        self._end_column = vbox(self.diagnostics, STRETCH, parent=self._end, margins=(20, 16, 20, 16))
        self._end.setFixedWidth(dp(END))
        self._side = self._make_side()
        self._combo_row = Ground("canvas", "bottom")
        self._combo_line = hbox(
            self.combo, STRETCH, parent=self._combo_row, spacing=8, margins=(20, 8, 20, 8)
        )
        self._lines = lines = [Hairline(Qt.Orientation.Vertical) for _ in range(2)]
        body = hbox(self._side, lines[0], (self.page, 1), lines[1], self._end, spacing=0)
        vbox(self.header, self._combo_row, (body, 1), parent=self, spacing=0)
        self._wanted = -1
        """The section that was asked for, until the page is scrolled by hand; -1 for none."""
        self._connect()
        self._arrange()
        self._count()

    def _connect(self) -> None:
        self.header.back_clicked.connect(self.left)
        self.search.searched.connect(self._find)
        self.combo.activated.connect(lambda at: self.show_section(self.sections[at].title))
        bar = self.page.verticalScrollBar()
        bar.valueChanged.connect(self._mark_shown)
        bar.rangeChanged.connect(self._scroll_to_wanted)
        bar.actionTriggered.connect(self._forget_wanted)
        display_zone().changed.connect(self._refresh_rows)
        theme().changed.connect(self._refresh_rows)

    def activate(self) -> None:
        """It is on screen: what can be changed elsewhere is looked at again."""
        self.scope.start(self._read(), key="read")
        self._refresh_rows()
        self.diagnostics.refresh()
        self.numbers.refresh()
        if self.team.sharing is not None:
            self.team.sharing.refresh()
        if self.team.people is not None:
            self.team.people.refresh()

    async def _read(self) -> None:
        """What is kept outside of the window may be another by now."""
        from svcconsole.profiles import Profiles

        await computer_settings().read()
        if not self._console.card.practice:
            known = await asyncio.to_thread(Profiles.load)
            self._pace.profile = known.find(self._console.card.id)
            self._pace.managed = known.managed_by(self._console.card.id) is not None
        self._refresh_rows()

    def _refresh_rows(self) -> None:
        for section in self.sections:
            for row in section.rows:
                if isinstance(row, BoundRow) and not row.isAncestorOf(row.focusWidget() or self):
                    row.refresh()
        self._count()

    def row(self, name: str) -> SettingRow:
        """The row of a setting by its name."""
        return next(
            row for section in self.sections for row in section.rows if row.name.accessibleName() == name
        )

    def focus_start(self) -> QWidget:
        """Where typing begins."""
        return self.search

    def actions_here(self) -> Mapping[str, Callable[[], None]]:
        """What the window's own keys do here."""
        leave = {"back": self.left.emit, "close": self.left.emit}
        return {"find": self._focus_search, "refresh": self.activate, **leave}

    def regions(self) -> Sequence[QWidget]:
        """The parts F6 goes through."""
        return (self.header, self._side, self.page, self._end)

    def show_section(self, title: str) -> None:
        """Scroll to a section by its title."""
        self.search.clear()
        at = next((at for at, section in enumerate(self.sections) if section.title == title), 0)
        self._wanted = at
        self._scroll_to_wanted()
        self._choose(at)

    # Inside

    def _make_side(self) -> QWidget:
        side = Ground("canvas")
        column = self._side_column = vbox(self.search, parent=side, spacing=4, margins=(16, 16, 12, 16))
        column.addSpacing(dp(8))
        for at, section in enumerate(self.sections):
            row = RowButton(section.icon, "text2", section.title)
            row.clicked.connect(partial(self.show_section, section.title))
            section.changed.connect(self._count)
            column.addWidget(row)
            self.list.append(row)
            self.combo.addItem(section.title, at)
        column.addStretch(1)
        column.addWidget(
            PlainLabel(
                tr("Everything applies at once. The arrow takes one setting back to its default."),
                "caption",
                "text2",
                wrap=True,
            )
        )
        side.setFixedWidth(dp(SIDE))
        self.list[0].setChecked(True)
        return side

    def _count(self) -> None:
        for row, section in zip(self.list, self.sections, strict=False):
            changed = section.count_changed()
            row.set_texts(
                section.title, trailing=tr_plural("{n} changed", "{n} changed", changed) if changed else ""
            )

    def _find(self, searched: str) -> None:
        shown = [section.search(searched) for section in self.sections]
        self._nothing_words.setText(tr("No setting is called “{words}”.", words=visible(searched)))
        self.nothing.setVisible(not any(shown))

    def _focus_search(self) -> None:
        self.search.setFocus(Qt.FocusReason.ShortcutFocusReason)
        self.search.selectAll()

    def _choose(self, at: int) -> None:
        self.list[at].setChecked(True)
        self.combo.setCurrentIndex(at)

    def _scroll_to_wanted(self) -> None:
        """Its place is known once the page is laid out, and moves when a section above has more to show."""
        if self._wanted >= 0:
            self.page.verticalScrollBar().setValue(self.sections[self._wanted].y() - dp(8))

    def _forget_wanted(self) -> None:
        self._wanted = -1

    def _mark_shown(self, value: int) -> None:
        """The section whose beginning was passed last is the one that is read; a short one at the end stands
        below others that are still in sight."""
        if self._wanted >= 0 and self.sections[self._wanted].y() < value + self.page.viewport().height():
            return
        shown = [at for at, section in enumerate(self.sections) if not section.isHidden()]
        passed = [at for at in shown if self.sections[at].y() <= value + dp(40)]
        if passed:
            self._choose(passed[-1])

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._arrange()

    def _arrange(self) -> None:
        """Diagnostics become the last section, and the sections a combo, where room is short."""
        wide, narrow = self.width() >= dp(WIDE), self.width() < dp(NARROW)
        beside = self._end_column.indexOf(self.diagnostics) >= 0
        if wide and not beside:
            self._end_column.insertWidget(0, self.diagnostics)
        elif not wide and beside:
            self.page.body.insertWidget(self.page.body.count() - 1, self.diagnostics)
        self._end.setVisible(wide)
        self._lines[1].setVisible(wide)
        self._end_line.setVisible(not wide)
        self._side.setVisible(not narrow)
        self._lines[0].setVisible(not narrow)
        self._combo_row.setVisible(narrow)
        if narrow and self._combo_line.indexOf(self.search) < 0:
            self._combo_line.addWidget(self.search)
        elif not narrow and self._side_column.indexOf(self.search) < 0:
            self._side_column.insertWidget(0, self.search)
