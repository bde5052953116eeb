"""Applies decisions, reports the result, and undoes them."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject

from svcconsole.gui.design.words import tr, tr_plural
from svcconsole.gui.panels.decisions import decision_text as say
from svcconsole.gui.panels.decisions.decision_list import Key
from svcconsole.gui.runtime.notices import Level, Link

if TYPE_CHECKING:
    from svcconsole.gui.runtime.console import Console


MOST_TOLD = 3


class DecideActions(QObject):
    """What the page's buttons do to the ledger; what is sent anew goes on when the page is left."""

    def __init__(self, console: Console, parent: QObject) -> None:
        super().__init__(parent)
        self._console = console
        self.answered: set[Key] = set()
        """What was answered in this window."""

    async def decide(self, chosen: Sequence[Key], answer: str) -> None:
        """The same answer for all of these.

        Raises ApiError when what was to go once more did not arrive: that one is in doubt again.
        """
        from svcconsole.workspace.errors import AlreadyDecided
        from svcconsole.workspace.runs.records import Decision

        decision = Decision(answer)
        run_ids = dict.fromkeys(run_id for run_id, _ in chosen)
        of_files = await self._console.db(lambda space: [run for run in run_ids if not space.sends.get(run)])
        late: Sequence[Key] = ()
        self.answered.update(chosen)
        try:
            numbers = await self._console.sends.decide_all(chosen, decision)
        except AlreadyDecided as error:
            numbers, late = error.made, error.late
        again = decision is Decision.SEND_AGAIN
        runs = self._console.runs
        if again and runs is not None:
            for run_id in of_files:
                if count := sum(run == run_id for run, _ in chosen if (run, _) not in late):
                    await runs.send_again(run_id, count)
        if done := len(chosen) - len(late):
            undo = () if again else (Link(tr("Undo"), lambda: self.undo(numbers)),)
            self._console.notices.add(Level.INFO, tr_plural(*say.DONE[answer], done), links=undo)
        await self.tell_others(late)

    async def tell_others(self, keys: Sequence[Key]) -> None:
        """Say what somebody else has decided about these, and when: of each of a few, or of how many."""
        decided = await self._console.db(lambda space: space.decisions.last_of(keys) if keys else ())
        if len(decided) > MOST_TOLD:
            said = tr_plural(
                "Somebody else has decided about {n} of these; what they said stays.",
                "Somebody else has decided about {n} of these; what they said stays.",
                len(decided),
            )
            self._console.notices.add(Level.INFO, said)
            return
        for each in decided:
            advice = tr("What they said stays. “Decided” shows it.")
            self._console.notices.add(Level.INFO, say.by_somebody(each), advice=advice)

    def undo(self, numbers: Sequence[int]) -> None:
        """Take these decisions back, also after the page was left."""
        self._console.scope.start(self._take_back(numbers))

    async def _take_back(self, numbers: Sequence[int]) -> None:
        undone = await self._console.sends.undo(numbers)
        if undone:
            said = tr_plural("{n} needs your decision again.", "{n} need your decision again.", undone)
            self._console.notices.add(Level.INFO, said)
        else:
            said = tr("This was acted on already, so the answer stays.")
            self._console.notices.add(Level.WARNING, said)
