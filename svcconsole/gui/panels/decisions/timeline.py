"""The timeline of one record of unknown outcome: what was sent, what was answered, what proves nothing."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QWidget

from svcconsole.api.fault_table import UNKNOWN_SAYS
from svcconsole.gui.design.metrics import dp, line_height
from svcconsole.gui.design.text import PlainLabel, visible
from svcconsole.gui.design.words import dotted, tr
from svcconsole.gui.kit import quantity_words as runs
from svcconsole.gui.kit.containers.boxes import grid_box, vbox
from svcconsole.gui.kit.relative_time import clock_of
from svcconsole.gui.kit.widgets.round_mark import RoundMark
from svcconsole.gui.panels.decisions.decision_text import of_kind
from svcconsole.gui.runtime.colleagues import called
from svcconsole.words.message import StoredSentence

if TYPE_CHECKING:
    from svcconsole.gui.panels.decisions.evidence import Evidence
    from svcconsole.workspace.runs.records import Attempt, Doubt
    from svcconsole.workspace.runs.webhook_evidence import Findings

OK = range(200, 300)


@dataclass(frozen=True, slots=True)
class Step:
    """One thing that is known: when, its mark, what happened, and a line that explains it."""

    at: str
    icon: str
    tone: str
    title: str
    sub: str = ""


def steps(doubt: Doubt, known: Evidence) -> tuple[Step, ...]:
    """The story of one doubt: the requests in which it was sent, and what its webhooks prove or could."""
    told: list[Step] = []
    for attempt in known.attempts:
        told += _steps_of(doubt, known.reference, attempt)
    if known.proofs:
        return (*told, *map(_proved, known.proofs))
    where = tr(of_kind(doubt.kind).where)
    if known.webhooks:
        title = tr("Its webhooks carry {reference}", reference=visible(known.webhooks))
        sub = tr(
            "Import the log of your webhook receiver: if it names this message, it was sent. "
            "Not being named there proves nothing."
        )
    elif known.reference:
        title = tr("Its reference is {reference}", reference=visible(known.reference))
        sub = tr("Found in {where}, it arrived. Not finding it proves nothing.", where=where)
    else:
        title = tr("Nothing else is known here")
        sub = tr("Look at {where} before you decide. Not finding it proves nothing.", where=where)
    return (*told, Step("", "unknown", "neutral", title, sub))


def _steps_of(doubt: Doubt, reference: str, attempt: Attempt) -> list[Step]:
    if attempt.outcome in ("not_sent", "throttled", "pause"):
        return [
            Step(
                _clock(attempt.intended_at), "minus", "neutral",
                tr("An attempt that changed nothing in the store"), visible(attempt.sentence),
            )
        ]  # fmt: skip
    left = tr("It left for the store") if doubt.single else tr("It left for the store, with others")
    noted = tr("noted before it was sent")
    ref = tr("ref {reference}, {noted}", reference=visible(reference), noted=noted)
    gone = Step(_clock(attempt.intended_at), "send", "info", left, ref if reference else noted.capitalize())
    return [gone, _end_of(doubt, attempt)]


def _end_of(doubt: Doubt, attempt: Attempt) -> Step:
    if attempt.settled_at is None:
        return Step("", "error", "danger", tr("svcconsole ended before an answer could be noted"))
    took = "" if attempt.elapsed is None else runs.short_time(attempt.elapsed)
    parts = [tr("after {time}", time=took)] if took else []
    if attempt.status is not None:
        parts.append(tr("status {code}", code=str(attempt.status)))
    if doubt.server_words:
        parts.append(runs.quoted(visible(doubt.server_words)))
    good = attempt.outcome == "ok"
    return Step(
        _clock(attempt.settled_at),
        "check" if good else "close",
        "success" if good else "danger",
        visible(StoredSentence(attempt.sentence.removesuffix(UNKNOWN_SAYS).rstrip()))
        or tr("The store answered"),
        dotted(*parts),
    )


def _proved(proof: Findings) -> Step:
    """What a log says, in the store's words, and who brought it in."""
    said = ", ".join(runs.quoted(visible(word)) for word in proof.words)
    title = tr("Its webhooks came: {words}", words=said) if said else tr("Its webhooks came")
    parts = [visible(part) for part in (proof.said_at, proof.message_id, proof.file_name) if part]
    by = tr("imported by {name}", name=called(proof.by)) if proof.by else tr("imported")
    return Step(_clock(proof.at), "check", "success", title, dotted(*parts, by))


def evidence(known: Evidence) -> str:
    """Whether anything speaks for its having arrived; nothing can speak against it."""
    if known.proofs:
        return tr("proved: it was sent")
    some = any(attempt.status in OK for attempt in known.attempts if attempt.status is not None)
    return (
        tr("this speaks for “sent”; nothing speaks against it")
        if some
        else tr("this speaks neither for “sent” nor against it")
    )


def _clock(iso: str) -> str:
    stamp = clock_of(iso, seconds=True)
    return f"{runs.day(iso)} {stamp}" if runs.moment(iso).date() != runs.today() else stamp


class Timeline(QWidget):
    """The steps below each other, joined by a line."""

    def __init__(self) -> None:
        super().__init__()
        self._grid = grid_box(parent=self, spacing=(12, 0))
        self._grid.setColumnStretch(2, 1)
        self.steps: tuple[Step, ...] = ()

    def set_steps(self, told: Sequence[Step]) -> None:
        """Tell another story."""
        if tuple(told) == self.steps:
            return
        self.steps = tuple(told)
        while (item := self._grid.takeAt(0)) is not None:
            if (widget := item.widget()) is not None:
                widget.hide()
                widget.deleteLater()
        for row, step in enumerate(told):
            top = Qt.AlignmentFlag.AlignTop
            at = PlainLabel(step.at, "caption", "text2")
            at.setMinimumHeight(line_height() + dp(4))
            self._grid.addWidget(at, row, 0, top)
            joined = row < len(told) - 1
            mark = RoundMark(step.icon, step.tone, joined=joined)
            self._grid.addWidget(mark, row, 1, Qt.AlignmentFlag(0) if joined else top)
            said = QWidget()
            column = vbox(parent=said, spacing=2, margins=(0, 1, 0, 12))
            column.addWidget(PlainLabel(step.title, "strong", wrap=True))
            if step.sub:
                column.addWidget(PlainLabel(step.sub, "caption", "text2", wrap=True))
            column.addStretch(1)
            self._grid.addWidget(said, row, 2)
