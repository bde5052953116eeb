"""Finds the run that a command names, among the kinds that the command is for."""

from __future__ import annotations

from collections.abc import Collection
from typing import Final

from svcconsole.services.imports.views import ImportRefused
from svcconsole.tables.mapping.kinds import IMPORTS
from svcconsole.words.message import Message, message
from svcconsole.workspace.database import Workspace
from svcconsole.workspace.runs.records import RunInfo

CAMPAIGNS: Final = frozenset(name for name, kind in IMPORTS.items() if kind.campaign)
"""The kinds of runs that are campaigns."""
CAMPAIGN, REPORT = "campaign", "report"
_GO_ON = {CAMPAIGN: "svcconsole campaign run", REPORT: "svcconsole report resume"}


def import_command(kind: str, *options: str) -> str:
    """The command that imports records of a kind, as it is typed."""
    return " ".join(("svcconsole", "import", kind.replace("_", "-"), *options))


def resume_command(kind: str, run_id: str, *options: str) -> str:
    """The command that goes on with a run, as it is typed: of a kind of import, of `CAMPAIGN` or of
    `REPORT`."""
    if (command := _GO_ON.get(kind)) is not None:
        return " ".join((command, run_id, *options))
    return import_command(kind, "--resume", run_id, *options)


def import_named(workspace: Workspace, word: str, kind: str) -> RunInfo:
    """An import of a kind: by its id, its plan code or `last`, the newest of them; raises ImportRefused."""
    many = IMPORTS[kind].many
    return _named(
        workspace, word, {kind},
        message("No import of {many} was begun here.", many=many),
        message("The run {word} is none of {many}.", word=word, many=many),
    )  # fmt: skip


def campaign_named(workspace: Workspace, word: str) -> RunInfo:
    """A campaign: by its id, its plan code or `last`, the newest of them; raises ImportRefused."""
    return _named(
        workspace, word, CAMPAIGNS,
        message("No campaign was planned here."),
        message("The run {word} is no campaign.", word=word),
    )  # fmt: skip


def _named(workspace: Workspace, word: str, kinds: Collection[str], none: Message, other: Message) -> RunInfo:
    ours = (info for info in workspace.runs.list() if info.kind in kinds)
    info = next(ours, None) if word == "last" else workspace.runs.find(word)
    if info is None:
        raise ImportRefused(none, message("Nothing was sent."))
    if info.kind not in kinds:
        command = resume_command(info.kind, info.id)
        raise ImportRefused(other, message("Go on with: {command}", command=command))
    return info
