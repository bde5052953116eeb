"""The errors of the workspace, each with a sentence and what to do."""

from __future__ import annotations

from svcconsole.words.message import sentences


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


class DraftTaken(WorkspaceError):
    """This draft is being sent or was sent already: a second click, or a second window."""
