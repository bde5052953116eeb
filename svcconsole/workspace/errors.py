"""The errors of the workspace, each with a sentence and what to do."""

from __future__ import annotations

from svcconsole.words.message import message, sentences


class WorkspaceError(Exception):
    """The workspace could not be read or written; `sentence` says what happened, `advice` what to do."""

    def __init__(self, sentence: str, advice: str = "") -> None:
        super().__init__(sentence, advice)
        self.sentence = sentence
        self.advice = advice

    def __str__(self) -> str:
        return str(sentences(self.sentence, self.advice))


class ReadOnly(WorkspaceError):
    """Nothing may be written to this workspace from here; it can be read."""


class RunnerBusy(WorkspaceError):
    """Another instance is running imports on this workspace (rule W5: one runner)."""


class FenceLost(WorkspaceError):
    """This instance is no longer the runner: nothing more may be sent by it."""


class RunUnderWay(WorkspaceError):
    """The run is being sent, or is paused and still counts on what it has read."""


class StillOnTheWay(WorkspaceError):
    """A request that nobody waits for any more may still be carried out: it is too early to send it again."""


class AlreadyDecided(WorkspaceError):
    """Somebody else has decided about these records (`late`, by run and number) meanwhile; about the others
    it was decided as wanted (`made`, the numbers of those decisions)."""

    def __init__(self, late: tuple[tuple[str, int], ...], made: tuple[int, ...] = ()) -> None:
        super().__init__(
            message("This has been decided meanwhile."),
            message("What was said stays, and nothing was sent. “Needs your decision” tells who and when."),
        )
        self.late = late
        self.made = made


class ChangedMeanwhile(WorkspaceError):
    """What was looked at was saved, renamed or deleted by somebody else before this was written: nothing was
    changed. Look at it anew."""


class DraftTaken(WorkspaceError):
    """This draft is being sent or was sent already: a second click, or a second window."""


class WorkspaceAway(WorkspaceError):
    """The database of a shared workspace does not answer now; it may be back in a moment."""

    concerns = "workspace"
    """What is said of it once is not said again until it is back."""
