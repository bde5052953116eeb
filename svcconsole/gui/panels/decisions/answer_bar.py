"""The footer of the decisions page: how many records the answer is for, and the button that applies it."""

from __future__ import annotations

from collections.abc import Sequence

from svcconsole.gui.design.words import tr, tr_plural
from svcconsole.gui.kit.containers.footer import Footer, FooterPart
from svcconsole.gui.kit.widgets.buttons import button
from svcconsole.gui.kit.widgets.literal_buttons import CheckBox
from svcconsole.gui.panels.decisions import decision_text as say
from svcconsole.gui.panels.decisions.decision_list import Row


class AnswerBar(Footer):
    """What the shown row, the ticks and the answer make of it is said by `dress`."""

    def __init__(self) -> None:
        super().__init__()
        self.same = CheckBox()
        self.later = button(tr("Decide later"), kind="quiet")
        self.apply = button("", kind="primary")
        self.take_back = button(tr("Undo this answer"), "undo")
        self.add_first(self.same)
        for part in (self.take_back, self.later, self.apply):
            self.add(part)

    def is_same(self) -> bool:
        """Whether the others of the run get the same answer."""
        return self.same.isChecked() and not self.same.isHidden()

    def ask_the_same(self, others: int, *, asked: bool) -> None:
        """Offer the answer for the others of the run, where there are any and none are ticked."""
        self.same.setVisible(asked and others > 0)
        self.same.setText(
            tr_plural(
                "Same answer for the other one of this run",
                "Same answer for the other {n} of this run",
                others,
            )
        )

    def dress(
        self,
        row: Row | None,
        *,
        answer: str,
        number: int,
        ticked: int,
        lookers: Sequence[str] = (),
        busy: bool,
    ) -> None:
        """The buttons for an open row (asked for `number` records), for a decided one, or for none."""
        decided = row.decided if row is not None else None
        asked = row is not None and decided is None
        for part in (self.apply, self.later):
            part.setVisible(asked)
        self.apply.setText(tr_plural(*say.APPLY[answer], number) if answer else tr("Choose an answer"))
        self.apply.setEnabled(bool(answer) and not busy)
        self.take_back.setVisible(decided is not None)
        self.take_back.setEnabled(decided is not None and decided.undoable)
        self.set_message(*_sentence(row, ticked, lookers))


def _sentence(row: Row | None, ticked: int, lookers: Sequence[str]) -> tuple[FooterPart, ...]:
    if row is not None and row.decided is not None and not row.decided.undoable:
        return (FooterPart(tr("This was acted on already, so the answer stays")),)
    if row is not None and row.decided is None and ticked:
        said = tr_plural("The answer is for the {n} selected", "The answer is for the {n} selected", ticked)
        return (FooterPart(said),)
    if row is not None and row.decided is None and lookers:
        return (FooterPart(say.looked_at_by(lookers), icon="eye"),)
    return ()
