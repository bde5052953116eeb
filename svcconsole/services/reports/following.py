"""Follows the run of one report: its stage, its progress records, and how long it waits."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncGenerator, Awaitable, Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

from svcconsole.api.answers import Answer
from svcconsole.api.client import Client
from svcconsole.api.connection import is_loopback
from svcconsole.api.downloads import Downloader
from svcconsole.api.errors import ApiError
from svcconsole.api.models.reports import GetReport, ReportResponse
from svcconsole.api.operations import GET_REPORT
from svcconsole.services.reports.files import ReportFiles
from svcconsole.services.reports.progress import ReportProgress
from svcconsole.services.reports.question import ReportQuestion
from svcconsole.services.reports.waits import pause
from svcconsole.services.sends.sending import Sender
from svcconsole.services.sends.single_send import Database
from svcconsole.words.message import Message, Number, message
from svcconsole.workspace.clock import now
from svcconsole.workspace.errors import WorkspaceError
from svcconsole.workspace.runs.report_runs import ENDED, Need, ReportPart, ReportRun, Stage

Told = AsyncGenerator[ReportProgress, None]


@dataclass(frozen=True, slots=True)
class ReportDeps:
    """What a report needs: the workspace, the sender, a client, the store's folder, and a downloader."""

    database: Database
    sender: Sender
    ready: Callable[[], Awaitable[Client]]
    folder: Path
    downloader: Downloader


class ReportBusy(WorkspaceError):
    """This report is followed elsewhere: by another window, another computer, or the command line."""


async def claim(deps: ReportDeps, run_id: str) -> None:
    """Be the only one of all consoles and workers that follows a report, for a minute; raises ReportBusy."""
    other = await deps.database(lambda space: space.presence.follow(followed_name(run_id)))
    if other is not None:
        who = await deps.database(lambda space: space.operators.name_of(other.actor))
        raise ReportBusy(
            message("This report is followed by {who} on {host}.", who=who, host=other.host),
            message("It goes on there; where nothing is heard of it for a minute, it goes on here."),
        )


def followed_name(run_id: str) -> str:
    """How a report is named among what is followed."""
    return f"report:{run_id}"


@dataclass(slots=True)
class ReportFollower:
    """A run that is under way here; `link` is the newest that the store gave for its part."""

    deps: ReportDeps
    files: ReportFiles
    run: ReportRun
    hurry: asyncio.Event
    link: str = ""

    @property
    def question(self) -> ReportQuestion:
        """What was asked; there is none for a report that is only watched."""
        return ReportQuestion.of_json(self.run.question)

    @property
    def part(self) -> ReportPart:
        return self.run.part

    @property
    def named(self) -> Message:
        """The part in a sentence; a report that has one part only is the report."""
        number = self.part.number
        if number < 2:
            return message("the report")
        return message("part {number}", number=Number(number, grouped=False))

    def progress(self, **values: Any) -> ReportProgress:
        """How it stands; the sentences of the run's own end unless others are given."""
        kept = {name: getattr(self.run, name) for name in ("sentence", "advice", "server_words")}
        return ReportProgress(self.run, **{**kept, **values})

    async def keep(self) -> None:
        """Go on being the one that follows it; raises ReportBusy where another does meanwhile, as after this
        computer has slept."""
        await claim(self.deps, self.run.id)

    async def update(self, stage: Stage, **values: Any) -> None:
        """Note where the run goes on; what was said of an earlier end is over."""
        await self.keep()
        run_id = self.run.id
        said = {"need": Need.NOTHING, "sentence": "", "advice": "", "server_words": (), **values}
        ended = now() if stage in ENDED else None
        self.run = await self.deps.database(
            lambda space: space.reports.update(run_id, stage=stage, ended_at=ended, **said)
        )

    async def put_part(self, **values: Any) -> None:
        await self.keep()
        run_id, number = self.run.id, self.part.number
        self.run = await self.deps.database(lambda space: space.reports.put_part(run_id, number, **values))

    async def end(
        self,
        stage: Stage,
        sentence: str,
        advice: str = "",
        server_words: tuple[str, ...] = (),
        *,
        need: Need = Need.NOTHING,
        error: ApiError | None = None,
    ) -> ReportProgress:
        """Go no further by itself, and say why."""
        await self.update(stage, need=need, sentence=sentence, advice=advice, server_words=server_words)
        return self.progress(error=error)

    async def stopped_by(self, error: ApiError) -> ReportProgress:
        """Something has to be put right outside of this report first."""
        return await self.end(Stage.STOPPED, error.sentence, error.advice, error.server_words, error=error)

    async def fetch_status(self, *, retry: bool = False) -> Answer[ReportResponse]:
        """What the store says of the part's report; asked once, unless `retry` is said."""
        await self.keep()
        client = await self.deps.ready()
        request = GetReport(report_history_id=self.part.history_id or 0)
        return await client.send(GET_REPORT, client.body_of(request), retry=retry)

    async def on_this_computer(self) -> bool:
        """Whether the store is here, so that its links may lead here, too."""
        client = await self.deps.ready()
        return is_loopback(urlsplit(client.connection.base_url).hostname or "")

    def troubled(self, error: ApiError | WorkspaceError, next_at: float) -> ReportProgress:
        """Waiting because nothing was reached."""
        words = error.server_words if isinstance(error, ApiError) else ()
        return self.progress(
            sentence=error.sentence,
            advice=error.advice,
            server_words=words,
            trouble=True,
            next_poll_at=next_at,
        )

    async def pause(self, seconds: float) -> None:
        """Wait so long, or until somebody is in a hurry."""
        await pause(seconds, self.hurry)
