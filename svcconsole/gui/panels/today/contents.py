"""What the start page holds once it is known: each group's records, and how they are shown."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import replace
from functools import partial
from typing import TYPE_CHECKING, Any, cast

from PySide6.QtCore import QLocale

from svcconsole.gui.design.hiding import hidden_name
from svcconsole.gui.design.text import isolate, visible
from svcconsole.gui.design.words import tr, tr_plural
from svcconsole.gui.kit.contact_words import phone_text
from svcconsole.gui.kit.containers.boxes import vbox
from svcconsole.gui.kit.containers.cards import Hairline
from svcconsole.gui.kit.quantity_words import count
from svcconsole.gui.kit.report_title import title_of
from svcconsole.gui.panels.today import lines
from svcconsole.gui.panels.today.line import LineTexts
from svcconsole.gui.panels.today.lines import RunLine
from svcconsole.gui.panels.today.quiet import QuietDay
from svcconsole.gui.panels.today.reading import READERS, SHOWN, Begun, Unfinished, Where
from svcconsole.gui.panels.today.side import OthersView, YesterdayView
from svcconsole.gui.runtime.display_zone import display_zone
from svcconsole.gui.runtime.opened_reports import opened_reports
from svcconsole.services.deliveries.deliveries import Deliveries
from svcconsole.services.today.last_done import LastDone
from svcconsole.services.today.others import Deed
from svcconsole.services.today.waiting import OpenDecisions
from svcconsole.services.today.yesterday import Yesterday
from svcconsole.tables.values.moments import zone_named

if TYPE_CHECKING:
    from PySide6.QtWidgets import QWidget

    from svcconsole.gui.panels.today.group import TodayGroup
    from svcconsole.gui.runtime.console import Console
    from svcconsole.services.runs.run import RunProgress

HEARD_AT_ONCE = 5
"""Yesterday's figures are counted anew after so many batches of answers."""


class Contents:
    """The records of each group by its name, put into the groups of the page."""

    def __init__(
        self,
        console: Console,
        groups: Mapping[str, TodayGroup],
        side: QWidget,
        read_again: Callable[[Sequence[str]], None],
    ) -> None:
        """`groups` by their names, `side` to be filled; `read_again` has groups read once more."""
        self._console, self._groups, self._read_again = console, groups, read_again
        self._found: dict[str, Any] = {}
        self.yesterday, self.others = YesterdayView(), OthersView()
        self._line = Hairline()
        self._line.hide()
        vbox(self.yesterday, self._line, self.others, parent=side, spacing=16)
        self.yesterday.people_wanted.connect(self._show_people)
        self.others.log_wanted.connect(console.activity_wanted)

    async def read(self, name: str) -> None:
        """Read a group from the workspace."""
        where = Where(display_zone().zone(), self._console.card.region)
        self._found[name] = await self._console.db(lambda space: READERS[name](space, where))

    def show(self, name: str) -> None:
        """Put what was read into its group."""
        {
            "decisions": self._show_decisions,
            "plans": self._show_plans,
            "unfinished": self._show_unfinished,
            "reports": self._show_reports,
            "begun": self._show_begun,
        }[name](self._groups[name])

    def show_side(self, known: Collection[str], failed: Collection[str]) -> None:
        """The side column; what could not be read of it stays as it was."""
        if "yesterday" in known and "yesterday" not in failed:
            self.yesterday.show_day(cast(Yesterday, self._found["yesterday"]))
        if "others" in known and "others" not in failed:
            self.others.show_deeds(cast("tuple[Deed, ...]", self._found["others"]))
        self._line.setVisible(not self.yesterday.isHidden() and not self.others.isHidden())

    def has_side(self) -> bool:
        """Whether the side column has anything in it."""
        return not self.yesterday.isHidden() or not self.others.isHidden()

    def show_progress(self, run_id: str, progress: RunProgress) -> None:
        """How far a run of this window is now; nothing but its own line changes."""
        found: Unfinished | None = self._found.get("unfinished")
        for at, run in enumerate(found.runs if found is not None else ()):
            if run.info.id == run_id and found is not None:
                runs = list(found.runs)
                runs[at] = lines.live_run(run, progress)
                self._found["unfinished"] = Unfinished(tuple(runs), found.reports)
                self.show("unfinished")

    # The groups

    def _show_decisions(self, group: TodayGroup) -> None:
        found: OpenDecisions = self._found["decisions"]
        console, total = self._console, found.total
        group.set_heading(
            tr_plural("{n} needs your decision", "{n} need your decision", total),
            tr("Nothing is sent again until you say so."),
        )
        answer = {1: tr("Answer it"), 2: tr("Answer both")}.get(total, tr("Answer all {n}", n=count(total)))
        group.set_filled(answer if total else "", partial(console.decisions_wanted.emit, ""))
        hidden = total - len(found.newest)
        more = tr_plural("{n} more", "{n} more", hidden) if hidden > 0 else ""
        group.set_more(more, partial(console.decisions_wanted.emit, ""))
        group.show_lines(lines.decision_lines(found, console))

    def _show_plans(self, group: TodayGroup) -> None:
        found = self._found["plans"]
        hidden = len(found) - SHOWN
        more = tr_plural("{n} more", "{n} more", hidden) if hidden > 0 else ""
        group.set_more(more, self._console.activity_wanted.emit)
        group.show_lines(lines.plan_lines(found[:SHOWN], self._console))

    def _show_unfinished(self, group: TodayGroup) -> None:
        found: Unfinished = self._found["unfinished"]
        runs = lines.run_lines(map(self._as_driven, found.runs), self._console)
        shown = [*runs, *lines.held_report_lines(found.reports, self._console)][:SHOWN]
        decisions: OpenDecisions | None = self._found.get("decisions")
        if shown and not (decisions is not None and decisions.total):
            shown[0] = self._urgent(shown[0])
        group.set_more(tr("All runs") if len(found.runs) >= SHOWN else "", self._console.activity_wanted.emit)
        group.show_lines(shown)

    def _urgent(self, first: LineTexts) -> LineTexts:
        """Where nothing is to be decided, the filled button is the stopped run's, and nobody else's."""
        found: Unfinished = self._found["unfinished"]
        stopped = {f"run:{run.info.id}" for run in map(self._as_driven, found.runs) if run.state == "stopped"}
        if first.key not in stopped:
            return first
        return replace(first, way=replace(first.way, kind="primary"))

    def _as_driven(self, run: RunLine) -> RunLine:
        """The run as this window drives it, where it does."""
        runs = self._console.runs
        live = runs.run(run.info.id) if runs is not None else None
        if live is None or live.control is None or live.progress is None:
            return run if run.progress is None else RunLine(run.info, run.known, run.holder)
        return lines.live_run(run, live.progress)

    def _show_reports(self, group: TodayGroup) -> None:
        opened = opened_reports(self._console.settings)
        shown = lines.report_lines(self._found["reports"], opened, self._console)
        hidden = len(shown) - SHOWN
        more = tr_plural("{n} more", "{n} more", hidden) if hidden > 0 else ""
        group.set_more(more, partial(self._console.page_wanted.emit, "Reports", ""))
        group.show_lines(shown[:SHOWN])

    def _show_begun(self, group: TodayGroup) -> None:
        found: Begun = self._found["begun"]
        imports = lines.import_lines(found.imports[:SHOWN], self._console)
        drafts = lines.draft_lines(found.drafts[: 2 * SHOWN - len(imports)], self._console)
        group.show_lines([*imports, *drafts])
        hidden = max(0, len(found.imports) - SHOWN)
        more = tr_plural("{n} more import", "{n} more imports", hidden) if hidden else ""
        group.set_more(more, partial(self._console.page_wanted.emit, "Catalog", "imports:"))

    # The quiet day

    def make_quiet(self) -> QuietDay:
        """The page of a day on which nothing waits."""
        return QuietDay()

    def show_quiet(self, quiet: QuietDay) -> None:
        """Why nothing waits, and what one may like to do, by what was done last."""
        day: Yesterday = self._found["yesterday"]
        last: LastDone = self._found["last"]
        if day.sent and not day.failed and not day.under_way and not day.untracked:
            why = tr("Every message of yesterday arrived, and every run has finished.")
        elif day.failed:
            why = tr_plural(
                "Every run has finished, and nothing is half done. {n} message of yesterday did not arrive.",
                "Every run has finished, and nothing is half done. {n} messages of yesterday did not arrive.",
                day.failed,
            )
        else:
            why = tr("Every run has finished, and nothing is half done.")
        quiet.why.setText(why)
        whom = hidden_name(visible(phone_text(last.written_to, self._console.card.region)))
        wrote = tr("You wrote to {name} last", name=isolate(whom)) if whom else tr("To one customer")
        quiet.invitations["message"].set_texts(tr("Write a message"), wrote, "Ctrl N")
        quiet.invitations["import"].set_texts(
            tr("Bring the catalog up to date"),
            tr("From a file of prices and stock, rehearsed first"),
            "Ctrl I",
        )
        month = display_zone().now().date().addMonths(-1).month()
        asked = tr("What was said, sent and sold, in one file")
        if last.report is not None:
            asked = tr("The last one you asked for was {report}", report=title_of(last.report))
        name = QLocale().standaloneMonthName(month)
        quiet.invitations["report"].set_texts(tr("Ask for the report of {month}", month=name), asked)

    # Yesterday's messages

    def _show_people(self, reason: str) -> None:
        day: Yesterday = self._found["yesterday"]
        self._console.page_wanted.emit("Messaging", f"delivery:{day.day.isoformat()}:{reason}")

    async def ask_about_yesterday(self, at_least: float) -> None:
        """Ask the store about messages whose end is not known, while somebody looks at the page."""
        day: Yesterday | None = self._found.get("yesterday")
        if day is None or not day.under_way:
            return
        deliveries = Deliveries(
            self._console.db,
            self._console.ready,
            days_in=display_zone().zone,
            written_in=lambda: zone_named(display_zone().store_name()),
        )
        batches = 0
        while True:
            _, seconds = await deliveries.ask_due()
            batches += 1
            if deliveries.trouble is not None or seconds is None:
                break
            if batches % HEARD_AT_ONCE == 0 or seconds >= 1.0:
                self._read_again(("yesterday",))
            await asyncio.sleep(seconds if seconds < 1.0 else max(seconds, at_least))
        self._read_again(("yesterday",))
