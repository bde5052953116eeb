"""After a stop: who was reached and who was not, in figures that add up, and three ways on."""

from __future__ import annotations

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QResizeEvent, QShortcut
from PySide6.QtWidgets import QButtonGroup, QWidget

from svcconsole.gui.design.metrics import dp
from svcconsole.gui.design.text import PlainLabel, set_tip
from svcconsole.gui.design.words import tr, tr_plural
from svcconsole.gui.kit.containers.boxes import STRETCH, hbox, vbox
from svcconsole.gui.kit.containers.cards import Ground, ScrollPage, SectionHeading
from svcconsole.gui.kit.containers.footer import Footer, FooterPart
from svcconsole.gui.kit.containers.tiles import Tile, TileRow
from svcconsole.gui.kit.focus import focus_if_visible
from svcconsole.gui.kit.grid.table import RecordModel, RecordTable
from svcconsole.gui.kit.quantity_words import count
from svcconsole.gui.kit.relative_time import clock_of
from svcconsole.gui.kit.widgets.bars import Part, ProportionBar
from svcconsole.gui.kit.widgets.buttons import button
from svcconsole.gui.kit.widgets.pills import Pill
from svcconsole.gui.panels.runs.decide_unknown import Choice
from svcconsole.gui.runtime.colleagues import called
from svcconsole.gui.tabs.messaging.campaign.stopped.reached_columns import reached_columns
from svcconsole.services.campaigns.stopped_run import Reached, StoppedRun

SIDE, NARROW_SIDE, ROOMY = 348, 300, 1_180
WRITE, GO_ON, LEAVE = "write", "go_on", "leave"


class StoppedStep(QWidget):
    """`write_wanted()`: to exactly those reached. `go_on_wanted()`: with the rest. `left()`: leave it at
    that. `rows_wanted(bucket)`: the people behind a number. `run_wanted()`: the run as it went."""

    write_wanted = Signal()
    go_on_wanted = Signal()
    left = Signal()
    rows_wanted = Signal(str)
    run_wanted = Signal()

    def __init__(self) -> None:
        super().__init__()
        self.title = PlainLabel("", "display", wrap=True)
        self.state = Pill()
        self.how = PlainLabel("", "caption", "text2", wrap=True)
        self.bar = ProportionBar(14, tr("How far it came"))
        self.tiles = {
            "sent": Tile("check", "success", tr("Reached")),
            "needs_decision": Tile("decide", "warning", tr("To decide")),
            "refused": Tile("error", "danger", tr("Refused")),
            "not_sent": Tile("minus", "text2", tr("Not written to")),
        }
        self.sum = Tile("check", "success", tr("Adds up to"))
        self.list_title = SectionHeading("")
        self.model: RecordModel[Reached] = RecordModel(reached_columns(), key=lambda each: each.phone)
        self.table = RecordTable(self.model, tr("Who was reached"))
        self.choices = {
            WRITE: Choice(
                "",
                1,
                tr("A correction or an apology. The list is fixed: these people and nobody else."),
                tr("Nobody gets a correction who never saw the mistake."),
                "",
            ),
            GO_ON: Choice(
                "",
                2,
                tr("The same text, from where it stopped."),
                tr("Nobody is written to twice."),
                tr("They get the text that was stopped."),
            ),
            LEAVE: Choice(
                tr("Leave it at that"),
                3,
                tr("It stays under Campaigns as stopped. You can come back."),
                "",
                "",
            ),
        }
        self.group = QButtonGroup(self)
        self.footer = Footer()
        self.run = button(tr("Show the run"))
        self.decide = button("", "decide")
        self.apply = button("", kind="primary")
        for control in (self.run, self.decide, self.apply):
            self.footer.add(control)
        self._stopped: StoppedRun | None = None
        self._build_layout()
        self._connect()

    def show_run(self, stopped: StoppedRun, took: float | None) -> None:
        """Another run, or the same with other figures; `took` are the seconds it took to stop, where this
        window saw it."""
        anew = self._stopped is None or self._stopped.info.id != stopped.info.id
        self._stopped = stopped
        counts = stopped.counts
        self._show_head(stopped, took)
        self.bar.set_parts(
            (
                Part(counts.sent, "success", tr("Reached")),
                Part(counts.needs_decision, "warning", tr("To decide")),
                Part(counts.refused, "danger", tr("Refused")),
                Part(counts.not_sent, "neutral_subtle", tr("Not written to"), outline=True),
            )
        )
        for bucket, number in (
            ("sent", counts.sent),
            ("needs_decision", counts.needs_decision),
            ("refused", counts.refused),
            ("not_sent", counts.not_sent),
        ):
            words = tr("Decide now") if bucket == "needs_decision" else tr("Show people")
            self.tiles[bucket].set_value(count(number))
            self.tiles[bucket].set_link(words if number else None)
        self.tiles["refused"].setVisible(counts.refused > 0)
        self.sum.set_value(count(stopped.people))
        self.list_title.set_title(
            tr_plural("This {n} person has it", "These {n} people have it", counts.sent)
        )
        self.list_title.set_note("" if counts.needs_decision else tr("nobody else"))
        self.list_title.setVisible(counts.sent > 0)
        self.table.setVisible(counts.sent > 0)
        self.model.set_records(list(stopped.reached))
        self._show_choices(stopped)
        if anew:
            self._choose_nothing()
        self.decide.setVisible(counts.needs_decision > 0)
        self.decide.setText(tr_plural("Decide {n}", "Decide {n}", counts.needs_decision))
        since = tr("Since it was stopped nothing has left this computer.")
        self.footer.set_message(FooterPart(since, icon="shield"))

    def choice(self) -> str:
        """What is chosen, blank while nothing is."""
        return next((word for word, each in self.choices.items() if each.radio.isChecked()), "")

    def focus_first(self) -> None:
        """To the first of the ways on, which is not chosen by that."""
        shown = [each for each in self.choices.values() if not each.isHidden()]
        focus_if_visible(shown[0].radio)

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self.side.setFixedWidth(dp(SIDE if self.width() >= dp(ROOMY) else NARROW_SIDE))

    def _show_head(self, stopped: StoppedRun, took: float | None) -> None:
        counts = stopped.counts
        if counts.sent:
            self.title.setText(
                tr_plural(
                    "{reached} of {n} was reached",
                    "{reached} of {n} were reached",
                    stopped.people,
                    reached=count(counts.sent),
                )
            )
        else:
            self.title.setText(tr("Nobody was reached"))
        self.state.set(tr("Stopped"), "stop", "neutral")
        said = []
        if stopped.at:
            at, by = clock_of(stopped.at, seconds=True), called(stopped.by)
            said.append(
                tr("Stopped at {time} by {person}", time=at, person=by)
                if by
                else tr("Stopped at {time}", time=at)
            )
        if took is not None:
            said.append(tr("it took {seconds} s", seconds=self.locale().toString(took, "f", 1)))
        if counts.needs_decision:
            said.append(
                tr_plural(
                    "{n} was on the way, and nobody knows yet",
                    "{n} were on the way, and nobody knows yet",
                    counts.needs_decision,
                )
            )
        self.how.setText("  ·  ".join(said))
        self.how.setVisible(bool(said))

    def _show_choices(self, stopped: StoppedRun) -> None:
        reached, rest = stopped.counts.sent, stopped.counts.not_sent
        self.choices[WRITE].radio.setText(
            tr_plural("Write to exactly this person", "Write to exactly these {n}", reached)
        )
        self.choices[GO_ON].radio.setText(
            tr_plural("Go on with the other person", "Go on with the other {n}", rest)
        )
        self.choices[WRITE].setVisible(reached > 0)
        self.choices[GO_ON].setVisible(rest > 0)

    def _choose_nothing(self) -> None:
        self.group.setExclusive(False)
        for each in self.choices.values():
            each.radio.setChecked(False)
        self.group.setExclusive(True)
        self._update_apply()

    def _update_apply(self) -> None:
        word = self.choice()
        self.apply.setText(self.choices[word].radio.text() if word else tr("Choose what to do"))
        self.apply.setEnabled(bool(word))
        set_tip(self.apply, "" if word else tr("Nothing is chosen yet"))

    def _apply(self) -> None:
        wanted = {WRITE: self.write_wanted, GO_ON: self.go_on_wanted, LEAVE: self.left}
        if (word := self.choice()) in wanted:
            wanted[word].emit()

    def _connect(self) -> None:
        for bucket, tile in self.tiles.items():
            tile.link_clicked.connect(lambda bucket=bucket: self.rows_wanted.emit(bucket))
        self.decide.clicked.connect(lambda: self.rows_wanted.emit("needs_decision"))
        self.run.clicked.connect(self.run_wanted)
        self.apply.clicked.connect(self._apply)
        self.group.idToggled.connect(lambda *_: self._update_apply())
        for at, choice in enumerate(self.choices.values()):
            self.group.addButton(choice.radio, at)
            key = QShortcut(Qt.Key.Key_1 + at, self)
            key.setContext(Qt.ShortcutContext.WidgetWithChildrenShortcut)
            key.activated.connect(choice.radio.click)

    def _build_layout(self) -> None:
        main = Ground("surface")
        column = vbox(parent=main, spacing=10, margins=(20, 14, 0, 0))
        inner = QWidget()
        head = hbox(self.title, (self.state, 0, Qt.AlignmentFlag.AlignVCenter), STRETCH, spacing=12)
        row = TileRow((*self.tiles.values(), self.sum))
        vbox(head, self.how, self.bar, row, self.list_title, parent=inner, spacing=10, margins=(0, 0, 20, 0))
        column.addWidget(inner)
        column.addWidget(self.table, 1)
        column.addStretch(0)
        self.side = Ground("canvas", "left")
        scroll = ScrollPage("canvas", inset=14)
        scroll.body.addWidget(SectionHeading(tr("What now?")))
        for choice in self.choices.values():
            scroll.body.addWidget(choice)
        scroll.body.addStretch(1)
        vbox(scroll, parent=self.side)
        vbox((hbox((main, 1), self.side, spacing=0), 1), self.footer, parent=self, spacing=0)
