"""The progress of a report's run as a frozen record."""

from __future__ import annotations

from dataclasses import dataclass

from svcconsole.api.errors import ApiError
from svcconsole.workspace.runs.report_runs import Need, ReportPart, ReportRun, Stage


@dataclass(frozen=True, slots=True)
class ReportProgress:
    """The run as the workspace has it, and what only this moment knows.

    `fetched` of `size` bytes of the part are here, `size` None where the server does not say; `next_poll_at`
    is when the store is asked next, in epoch seconds. `sentence`, `advice` and `server_words` say why it
    waits or ended; `error` knows the fields of a refused question. `trouble`: the last question had no
    answer, and it is asked again. `stuck`: the store has been at it for unusually long.
    """

    run: ReportRun
    fetched: int = 0
    size: int | None = None
    next_poll_at: float | None = None
    sentence: str = ""
    advice: str = ""
    server_words: tuple[str, ...] = ()
    error: ApiError | None = None
    trouble: bool = False
    stuck: bool = False

    @property
    def stage(self) -> Stage:
        return self.run.stage

    @property
    def need(self) -> Need:
        return self.run.need

    @property
    def part(self) -> ReportPart:
        """The part it is at; `part.word` is the store's own word for its state."""
        return self.run.part

    @property
    def rows(self) -> int:
        """Rows of the parts that are here; of the merged file once it is."""
        return self.run.rows if self.run.rows is not None else self.run.rows_so_far

    @property
    def bytes(self) -> int:
        """Bytes that are here, of the part under way, too."""
        if self.run.bytes is not None:
            return self.run.bytes
        return self.run.bytes_so_far + (0 if self.part.bytes is not None else self.fetched)
