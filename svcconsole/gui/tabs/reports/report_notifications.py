"""Notifications when a report has ended or needs a person, in the window and on the desktop."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, QSize, Qt
from PySide6.QtWidgets import QToolButton

from svcconsole.gui.design.icons import icon, window_icon
from svcconsole.gui.design.metrics import dp
from svcconsole.gui.design.text import set_tip, visible
from svcconsole.gui.design.words import mark, tr, tr_plural
from svcconsole.gui.kit.report_title import title_of
from svcconsole.gui.runtime.desktop_notes import DesktopNotes, Kind, can_pop_up
from svcconsole.gui.runtime.notices import Level, Link, Notice
from svcconsole.gui.runtime.setting_keys import DESKTOP
from svcconsole.gui.runtime.settings import Settings
from svcconsole.gui.tabs.reports import run_text as say
from svcconsole.services.reports.continuation import cut_short
from svcconsole.workspace.runs.report_runs import Stage

if TYPE_CHECKING:
    from svcconsole.gui.runtime.console import Console
    from svcconsole.gui.runtime.live_report import LiveReport
    from svcconsole.gui.runtime.reports_controller import ReportsController

TOLD = {
    Stage.DONE: (Level.SUCCESS, mark("{report} is here: {rows}.")),
    Stage.FAILED: (Level.ERROR, mark("{report} could not be made.")),
    Stage.NEEDS: (Level.WARNING, mark("{report} waits for you.")),
    Stage.REFUSED: (Level.ERROR, mark("{report}: the store refused to go on.")),
    Stage.UNTRACKED: (Level.INFO, mark("{report} comes by e-mail only.")),
}
CUT_SHORT = (Level.ERROR, mark("{report} is cut short: the store has more than these {rows}."))


class ReportNotifications(QObject):
    """Tells of every report of a console that was followed to its end."""

    def __init__(
        self, console: Console, reports: ReportsController, desktop: DesktopNotes | None = None
    ) -> None:
        """`desktop` is shared with whoever else tells something; without one it is made here."""
        super().__init__(reports)
        self._console, self._reports = console, reports
        self._desktop = desktop or DesktopNotes(console.program_settings, window_icon, self)
        self._asking: dict[str, Notice] = {}
        reports.ended.connect(self._notify)
        reports.changed.connect(self._settle)
        for signal in (reports.changed, reports.listed, reports.ended):
            signal.connect(self._show_running)

    def _notify(self, run_id: str) -> None:
        live = self._reports.find(run_id)
        if live is None or live.run.stage not in TOLD or _is_the_forms(live):
            return
        level, words = TOLD[live.run.stage]
        if live.run.stage is Stage.DONE and live.run.warnings:
            level, words = CUT_SHORT if cut_short(live.run) else (Level.WARNING, words)
        text = tr(words, report=title_of(live.run), rows=tr_plural("{n} row", "{n} rows", live.rows))
        links = [Link(tr("Show"), lambda: self._console.report_wanted.emit(run_id))]
        if live.run.stage is Stage.DONE:
            links.insert(0, Link(tr("Open", "action"), lambda: self._console.report_opened.emit(run_id)))
        whole = live.run.stage is Stage.DONE and not live.run.warnings
        reason = "" if whole else say.sentence(live)[0]
        kind = Kind.NEEDED if live.run.stage is Stage.NEEDS else Kind.DONE
        self._desktop.show(kind, text, lambda: self._console.report_wanted.emit(run_id))
        if self._reports.on_screen and not live.run.warnings:
            return  # its card says so already; what the file lacks is said beside it, too
        told = self._console.notices.add(
            level,
            text,
            advice=visible(reason),
            server_words=live.server_words,
            links=tuple(links),
            about=f"report {run_id}",
        )
        if live.run.stage is Stage.NEEDS:
            self._asking[run_id] = told

    def _show_running(self, _run_id: str = "") -> None:
        """The icon in the tray is there while a report is followed."""
        followed = [live for live in self._reports.all() if self._reports.is_followed(live.run.id)]
        self._desktop.set_running("reports", "\n".join(title_of(live.run) for live in followed))

    def _settle(self, run_id: str) -> None:
        """Once it waits for nobody any more, nothing says so."""
        live = self._reports.find(run_id)
        if run_id in self._asking and (live is None or live.run.stage is not Stage.NEEDS):
            self._console.notices.close(self._asking.pop(run_id))


class DesktopSwitch(QToolButton):
    """Whether the desktop tells of a report that ended while no window of this program is in front."""

    def __init__(self, settings: Settings) -> None:
        super().__init__()
        words = tr("Tell me on the desktop when a report has ended")
        self.setIcon(icon("bell", "text2"))
        self.setIconSize(QSize(dp(16), dp(16)))
        self.setAutoRaise(True)
        self.setCheckable(True)
        self.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        self.setAccessibleName(words)
        set_tip(self, words)
        self.setChecked(settings.get(DESKTOP, False))
        self.setVisible(can_pop_up())
        self.clicked.connect(lambda on: settings.set(DESKTOP, on))


def _is_the_forms(live: LiveReport) -> bool:
    """What the first request is refused for, or whether it may be asked again, is the form's to say."""
    first = len(live.run.parts) == 1 and live.run.parts[0].history_id is None
    return live.run.stage is Stage.REFUSED and first
