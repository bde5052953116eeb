"""The first people of a campaign on the page of its run: how they fare, and what it means for the others."""

from __future__ import annotations

from PySide6.QtWidgets import QWidget

from svcconsole.gui.design.metrics import dp
from svcconsole.gui.design.text import ClampedLabel
from svcconsole.gui.design.words import mark, tr, tr_plural
from svcconsole.gui.kit import quantity_words
from svcconsole.gui.kit.contact_words import phone_text
from svcconsole.gui.kit.containers.boxes import vbox
from svcconsole.gui.kit.containers.cards import SectionHeading
from svcconsole.gui.kit.containers.tiles import Tile, TileRow
from svcconsole.gui.kit.widgets.buttons import button
from svcconsole.gui.panels.runs.first_wave_chart import FirstWaveChart
from svcconsole.services.campaigns.first_wave import WaveOfRun, test_of
from svcconsole.services.campaigns.sequential_test import Verdict
from svcconsole.services.deliveries.reasons import explain
from svcconsole.services.deliveries.states import State, state_of
from svcconsole.workspace.runs.message_records import MessageRecord
from svcconsole.workspace.runs.records import RunEvent

WORDS = {
    State.READ: ("ok", mark("Read")),
    State.DELIVERED: ("ok", mark("Delivered")),
    State.FAILED: ("refused", mark("Failed")),
}
SENT = mark("Sent")
HOW_LINES = 4


class FirstWaveView(QWidget):
    """Shows one first wave; hidden while the run has none."""

    def __init__(self) -> None:
        super().__init__()
        self.first = Tile("send", "accent_text", tr("First people"))
        self.arrived = Tile("check", "success", tr("Arrived"))
        self.failed = Tile("error", "danger", tr("Failed"))
        self.missing = Tile("clock", "text2", tr("No result yet"))
        self.others = Tile("customers", "text2", tr("Everybody else"))
        self.how = button(tr("How this is decided"), kind="link")
        self.how.setCheckable(True)
        self.heading = SectionHeading(tr("Is it going well?"), trailing=self.how)
        self.chart = FirstWaveChart()
        self.next_step = ClampedLabel(2, "heading")
        self.numbers = ClampedLabel(HOW_LINES, tone="text2")
        self.numbers.hide()
        self.how.toggled.connect(self.numbers.setVisible)
        tiles = TileRow([self.first, self.arrived, self.failed, self.missing, self.others])
        vbox(
            tiles, self.heading, self.chart, self.next_step, self.numbers, parent=self, spacing=10
        ).setContentsMargins(0, dp(4), 0, dp(4))
        self.hide()

    def set_wave(self, wave: WaveOfRun | None) -> None:
        """Show how the first people fare; None where the run has no first wave."""
        self.setVisible(wave is not None)
        if wave is None:
            return
        look = wave.look
        known = look.failed + look.arrived
        for tile, number in (
            (self.first, wave.people),
            (self.arrived, look.arrived),
            (self.failed, look.failed),
            (self.missing, wave.people - known),
            (self.others, max(0, wave.everybody - wave.people)),
        ):
            tile.set_value(quantity_words.count(number))
        self.heading.set_note(
            tr_plural(
                "how many of the first {n} person failed, as results come in",
                "how many of the first {n} people failed, as results come in",
                wave.people,
            )
        )
        self.chart.set_results(test_of(wave.terms), look.results)
        self.next_step.setText(self._next_words(wave))
        self.numbers.setText(
            tr(
                "A template of which {fine} in 100 fail is told from one of which {bad} in 100 fail: wrong "
                "in {wrong} of 100 campaigns at most, each way. Results count in the order of sending, and "
                "what is missing counts against whatever would be decided. It needs {smallest} people at "
                "least.",
                fine=round(100 * wave.terms.fine),
                bad=round(100 * wave.terms.bad),
                wrong=round(100 * wave.terms.wrong),
                smallest=test_of(wave.terms).smallest,
            )
        )

    def _next_words(self, wave: WaveOfRun) -> str:
        if wave.decided:
            return tr("Everybody else gets it, too.")
        look = wave.look
        if look.verdict is Verdict.STOP:
            return tr("So many failed that it stopped by itself. Nobody else gets it until you decide.")
        if look.stuck:
            return tr("These people do not settle it. Nobody else gets it until you decide.")
        more = self.chart.goes_on_at() - look.failed - look.arrived
        if more > 0:
            return tr_plural(
                "It goes on by itself once {n} more has arrived.",
                "It goes on by itself once {n} more have arrived.",
                more,
            )
        return tr("It goes on by itself in a moment.")


def events_of(wave: WaveOfRun) -> tuple[RunEvent, ...]:
    """The messages something was heard of last, as the side of the page lists them."""
    return tuple(map(_event, wave.latest))


def _event(record: MessageRecord) -> RunEvent:
    state, _ = state_of(word for word, _ in record.said)
    level, words = WORDS.get(state, ("wait", SENT))
    words = tr(words)
    if state is State.FAILED:
        known = explain(record.why)
        words = tr(known.title) if known is not None else record.why
    return RunEvent(record.said[-1][1], level, phone_text(record.phone, None), words)
