"""Tells whoever has a window open who else is here, which plans wait for them, and digests of messages."""

from __future__ import annotations

from collections.abc import Mapping
from functools import partial
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, Signal

from svcconsole.gui.design.text import visible
from svcconsole.gui.design.words import sentences, tr, tr_plural
from svcconsole.gui.kit.quantity_words import count
from svcconsole.gui.runtime.colleagues import called, learn_names
from svcconsole.gui.runtime.console import Console
from svcconsole.gui.runtime.notices import Level, Link
from svcconsole.workspace.known.event_kinds import EventKind

if TYPE_CHECKING:
    from svcconsole.gui.runtime.workspace_events import Happened
    from svcconsole.services.schedules.digests import Digest
    from svcconsole.services.team_here import Here
    from svcconsole.workspace.database import Workspace
    from svcconsole.workspace.team.approvals import Approval

APPROVALS = "approvals"
TOLD = "schedules/digest"
"""The number of the newest digest that was told here."""


class TeamWatch(QObject):
    """`here(people)`: these have the workspace open. `to_approve(n)`: so many plans wait for whoever works
    from here. `approval_wanted(run_id)`: show that plan, blank for the list. `delivery_wanted()`: show what
    became of the messages."""

    here = Signal(object)
    to_approve = Signal(int)
    approval_wanted = Signal(str)
    delivery_wanted = Signal()

    def __init__(self, console: Console) -> None:
        super().__init__(console)
        self._console, self._scope = console, console.scope
        self._known: frozenset[int] = frozenset()
        console.events.happened.connect(self._happened)
        console.approvals_changed.connect(self._read_approvals)
        # Who closed their lid tells nobody: their time runs out.
        console.presence.timeout.connect(self._read_here)
        console.workspace.changed.connect(self._read_here)

    def begin(self) -> None:
        """The workspace is there: what waits since before is told, too."""
        self._read_here()
        self._read_approvals()
        self._scope.start(self._tell_digest(), key="team digest")

    def _happened(self, what: Happened) -> None:
        if what.keys(EventKind.CONSOLE):
            self._read_here()
        # A plan that begins, or is deleted, waits no more.
        if what.keys(EventKind.APPROVAL, EventKind.RUN):
            self._read_approvals()
        if what.keys(EventKind.SCHEDULE):
            self._scope.start(self._tell_digest(), key="team digest")

    def _read_here(self) -> None:
        if not self._scope.is_closed():
            self._scope.start(self._who_is_here(), key="team here")

    async def _who_is_here(self) -> None:
        """Nobody is known to be here while the team's records are away."""
        if self._console.workspace.state.away:
            self.here.emit(())
            return
        here, names = await self._console.db(_here_and_names)
        learn_names(names)
        self.here.emit(here)

    def _read_approvals(self) -> None:
        self._scope.start(self._count_approvals(), key="team approvals")

    async def _count_approvals(self) -> None:
        waiting = await self._console.db(lambda space: space.approvals.mine_to_answer())
        self.to_approve.emit(len(waiting))
        new = [each for each in waiting if each.id not in self._known]
        self._known = frozenset(each.id for each in waiting)
        if not waiting:
            self._console.notices.settle(APPROVALS)
        elif new:
            self._tell_approvals(waiting, new)

    def _tell_approvals(self, waiting: tuple[Approval, ...], new: list[Approval]) -> None:
        """One notice, about the newest of them; it stays until nothing waits, or it is closed."""
        newest, others = new[0], len(waiting) - 1
        said = tr(
            "{name} asks you to let {people} people get {what}.",
            name=called(newest.asked_by),
            people=count(newest.people),
            what=visible(newest.file_name) or tr(newest.title),
        )
        more = tr_plural("{n} more waits for you.", "{n} more wait for you.", others) if others else ""
        links = [Link(tr("Look at the plan"), partial(self.approval_wanted.emit, newest.run_id))]
        if others:
            links.append(Link(tr("Show all"), partial(self.approval_wanted.emit, "")))
        self._console.notices.add(
            Level.WARNING, said, advice=sentences(tr("Nothing is sent until somebody agrees."), more),
            links=tuple(links), about=APPROVALS,
        )  # fmt: skip

    async def _tell_digest(self) -> None:
        """Tell the newest digest, once on each computer; of several nobody saw the last says most."""
        told = int(self._console.settings.get(TOLD, "0") or 0)
        digest = await self._console.db(lambda space: _newest_digest(space, told))
        if digest is None:
            return
        self._console.settings.set(TOLD, str(digest.firing))
        self._console.settings.save()
        self._console.notices.add(
            Level.INFO if not digest.figures.get("failed") else Level.WARNING,
            tr("{name}: {sums}", name=visible(digest.name), sums=_sums(digest)),
            advice=tr_plural("Over the last day.", "Over the last {n} days.", digest.days),
            links=(Link(tr("Open Delivery"), self.delivery_wanted.emit),),
            about="digest",
        )


def _here_and_names(space: Workspace) -> tuple[tuple[Here, ...], Mapping[str, str]]:
    """Who is here, and what accounts are called. On the workspace's thread, where its library is loaded: in
    the window's own it would hold up the first page."""
    from svcconsole.services.team_here import people_here

    return people_here(space), space.operators.names()


def _newest_digest(space: Workspace, told: int) -> Digest | None:
    """The newest after the one that was told; also on the workspace's thread."""
    from svcconsole.services.schedules.digests import newest_digest

    return newest_digest(space, told)


def _sums(digest: Digest) -> str:
    """What was counted; what is none is left out."""
    figures = digest.figures
    said = [
        tr_plural("{n} message", "{n} messages", figures.get("messages", 0)),
        *(
            tr(words, number=count(number))
            for name, words in (
                ("delivered", tr("{number} delivered")),
                ("read", tr("{number} read")),
                ("failed", tr("{number} failed")),
                ("on_the_way", tr("{number} on the way")),
                ("untracked", tr("{number} sent, not trackable")),
                ("needs_a_decision", tr("{number} to decide")),
            )
            if (number := figures.get(name, 0))
        ),
    ]
    return ", ".join(said)
