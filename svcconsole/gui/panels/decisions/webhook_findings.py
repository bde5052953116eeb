"""A dialog with what a webhook log proved: totals, messages, and what stays open."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QDialog, QDialogButtonBox, QGridLayout, QWidget

from svcconsole.gui.design.metrics import dp
from svcconsole.gui.design.text import PlainLabel, isolate, ltr, visible
from svcconsole.gui.design.words import dotted, mark, tr, tr_plural
from svcconsole.gui.kit.containers.boxes import grid_box, vbox
from svcconsole.gui.kit.containers.cards import Hairline, ScrollPage, SectionHeading
from svcconsole.gui.kit.dialogs import run
from svcconsole.gui.kit.keyboard_window import KeyboardWindow
from svcconsole.gui.kit.quantity_words import count
from svcconsole.gui.kit.widgets.buttons import button
from svcconsole.services.deliveries.webhook_log import Findings
from svcconsole.workspace.runs.webhook_evidence import ProvedMessage, SettledDoubt

WIDTH, HEIGHT, NUMBERS = 520, 560, 48
MOST_NAMED = 100

Line = tuple[str, int]
"""What is counted, and how much of it there is."""

ENDED = {
    SettledDoubt.DOUBT: mark("needed your decision and are settled as sent"),
    SettledDoubt.NOT_SENT: mark("were listed as not sent and are listed as sent now"),
    SettledDoubt.KNOWN: mark("were known as sent"),
    SettledDoubt.UNDER_WAY: mark("are in a run that is under way: stop it, then import this log again"),
    SettledDoubt.REFUSED: mark("are listed as refused by the store: nothing was changed"),
}


def records(findings: Findings) -> list[Line]:
    """What the file's records are about; together they are all of them."""
    told = findings.sum
    lines = [
        (tr("about messages with a reference of svcconsole"), told.ours),
        (tr("with other callback data"), told.foreign),
        (tr("without callback data"), told.bare),
        (tr("could not be read"), told.unread),
    ]
    return [line for line in lines if line[1] or line is lines[0]]


def messages(findings: Findings) -> list[Line]:
    """What came of the messages with a reference; together they are all of them."""
    lines = [(tr(words), findings.number(settled)) for settled, words in ENDED.items()]
    lines.append((tr("were sent from elsewhere, or are no longer kept here"), findings.elsewhere))
    return [line for line in lines if line[1]]


def headline(findings: Findings) -> str:
    """The one thing to know."""
    settled = findings.number(SettledDoubt.DOUBT)
    if settled:
        return tr_plural(
            "{n} message was sent: this log proves it", "{n} messages were sent: this log proves it", settled
        )
    return tr("This log answers nothing that needs your decision")


def left_open(findings: Findings) -> str:
    """What the log cannot prove."""
    if not findings.left:
        return tr("No message needs your decision any more.")
    return tr_plural(
        "{n} message still needs your decision. This log does not name it, and that proves nothing: the log "
        "may be of other days, or webhooks may have been lost on their way.",
        "{n} messages still need your decision. This log does not name them, and that proves nothing: "
        "the log "
        "may be of other days, or webhooks may have been lost on their way.",
        findings.left,
    )


def named(findings: Findings) -> Iterable[ProvedMessage]:
    """The messages whose place in the books changed."""
    return (*findings.ended.get(SettledDoubt.DOUBT, ()), *findings.ended.get(SettledDoubt.NOT_SENT, ()))


class FindingsDialog(KeyboardWindow, QDialog):
    """The sums above, the messages that changed below."""

    def __init__(self, parent: QWidget, findings: Findings) -> None:
        super().__init__(parent)
        self.setWindowTitle(tr("What the log proves"))
        self.setAccessibleName(headline(findings))
        self.setMinimumWidth(dp(WIDTH))
        page = ScrollPage(inset=24)
        body = page.body
        body.setSpacing(dp(12))
        body.addWidget(PlainLabel(headline(findings), "title", wrap=True))
        body.addWidget(PlainLabel(left_open(findings), "body", "text2", wrap=True))
        total = tr_plural("{n} record in the log", "{n} records in the log", findings.sum.records)
        body.addWidget(SectionHeading(total, isolate(visible(findings.file_name))))
        body.addLayout(_sum(records(findings)))
        if findings.sum.references:
            named_in_it = tr_plural(
                "{n} message is named in it", "{n} messages are named in it", findings.sum.references
            )
            body.addWidget(Hairline())
            body.addWidget(SectionHeading(named_in_it))
            body.addLayout(_sum(messages(findings)))
        changed = tuple(named(findings))
        if changed:
            body.addWidget(Hairline())
            body.addWidget(SectionHeading(tr("Settled as sent")))
            body.addWidget(PlainLabel("\n".join(_named(changed)), "caption", "text2", wrap=True))
        body.addStretch(1)
        self.close_button = button(tr("Close"), kind="primary")
        buttons = QDialogButtonBox()
        buttons.addButton(self.close_button, QDialogButtonBox.ButtonRole.AcceptRole)
        buttons.accepted.connect(self.accept)
        foot = vbox(buttons, margins=(24, 8, 24, 20))
        vbox((page, 1), foot, parent=self, spacing=0)
        self.resize(dp(WIDTH), dp(HEIGHT))
        self.close_button.setFocus()


def _sum(lines: Sequence[Line]) -> QGridLayout:
    """Numbers under each other, with what they count."""
    grid = grid_box(spacing=(12, 4))
    grid.setColumnMinimumWidth(0, dp(NUMBERS))
    grid.setColumnStretch(1, 1)
    end = Qt.AlignmentFlag.AlignTrailing | Qt.AlignmentFlag.AlignTop
    for row, (words, number) in enumerate(lines):
        value = PlainLabel(count(number), "strong")
        value.setAccessibleName(f"{count(number)} {words}")
        grid.addWidget(value, row, 0, end)
        grid.addWidget(PlainLabel(words, "body", wrap=True), row, 1)
    return grid


def _named(changed: Sequence[ProvedMessage]) -> list[str]:
    shown = [
        dotted(ltr(visible(one.about)), visible(one.title), one.message_id) for one in changed[:MOST_NAMED]
    ]
    rest = len(changed) - len(shown)
    return [*shown, tr_plural("and {n} more", "and {n} more", rest)] if rest else shown


async def show_findings(parent: QWidget, findings: Findings) -> None:
    """Show it until it is closed."""
    await run(FindingsDialog(parent, findings))
