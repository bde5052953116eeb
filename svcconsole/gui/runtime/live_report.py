"""LiveReport: a requested report in this window: its stored run and its latest progress."""

from __future__ import annotations

import asyncio
from dataclasses import dataclass, field

from svcconsole.services.reports.progress import ReportProgress
from svcconsole.workspace.runs.report_runs import ReportRun


@dataclass(slots=True)
class LiveReport:
    """A run as this window knows it; `progress` is the last that was heard while it was followed here."""

    run: ReportRun
    progress: ReportProgress | None = None
    held_up: str = ""
    hurry: asyncio.Event = field(default_factory=asyncio.Event)

    def update(self, progress: ReportProgress) -> None:
        """Something new was heard."""
        self.run, self.progress, self.held_up = progress.run, progress, ""

    @property
    def rows(self) -> int:
        if self.progress is not None:
            return self.progress.rows
        return self.run.rows if self.run.rows is not None else self.run.rows_so_far

    @property
    def bytes(self) -> int:
        if self.progress is not None:
            return self.progress.bytes
        return self.run.bytes if self.run.bytes is not None else self.run.bytes_so_far

    @property
    def next_poll_at(self) -> float | None:
        return self.progress.next_poll_at if self.progress is not None else None

    @property
    def sentence(self) -> str:
        told = self.progress.sentence if self.progress is not None else ""
        return self.held_up or told or self.run.sentence

    @property
    def advice(self) -> str:
        told = self.progress.advice if self.progress is not None else ""
        return told or self.run.advice

    @property
    def server_words(self) -> tuple[str, ...]:
        told = self.progress.server_words if self.progress is not None else ()
        return told or self.run.server_words

    @property
    def trouble(self) -> bool:
        return bool(self.held_up) or (self.progress is not None and self.progress.trouble)

    @property
    def stuck(self) -> bool:
        return self.progress is not None and self.progress.stuck
