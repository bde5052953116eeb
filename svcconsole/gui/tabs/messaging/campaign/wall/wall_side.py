"""The side of the wall: who gets the chosen message, the phone, and what is wrong with a way out."""

from __future__ import annotations

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QSizePolicy, QWidget

from svcconsole.gui.design.fonts import set_role
from svcconsole.gui.design.hiding import hidden_words
from svcconsole.gui.design.text import ElidedLabel, PlainLabel, isolate, set_tip, visible
from svcconsole.gui.design.words import tr, tr_plural
from svcconsole.gui.kit.contact_words import country_words, phone_text
from svcconsole.gui.kit.containers import cards
from svcconsole.gui.kit.containers.boxes import hbox, vbox
from svcconsole.gui.kit.containers.cards import Card, IconLabel, ScrollPage
from svcconsole.gui.kit.phone_preview.phone import PhonePreview
from svcconsole.gui.kit.quantity_words import count
from svcconsole.gui.kit.widgets.buttons import button, tool_button
from svcconsole.gui.tabs.messaging.campaign.wall.wall_tiles import TO_FIX, WallTile
from svcconsole.gui.tabs.messaging.campaign.wall.wall_words import box_text, box_title, icon_of
from svcconsole.services.campaigns.likely_wrong.suspicions import Ground, LikelyWrong

PHONE_HEIGHT = 330
NOT_LEFT_OUT = frozenset({Ground.BY_CHANCE, Ground.LONGEST, Ground.RIGHT_TO_LEFT, Ground.EMOJI})
"""What is seldom wrong is left out one by one, never all at once."""


class WrongBox(Card):
    """What is wrong, why, before and after. `repaired(ground)`, `left_out(ground)`: for all of the kind."""

    repaired = Signal(str)
    left_out = Signal(str)

    def __init__(self) -> None:
        super().__init__()
        self._ground = Ground.BY_CHANCE
        self.icon = IconLabel("unknown", "warning", 16, line="strong")
        self.title = PlainLabel("", "strong", wrap=True)
        self.text = PlainLabel("", "caption", "text2", wrap=True)
        self.before = ElidedLabel("", "mono", "danger")
        self.arrow = IconLabel("right", "text2", 14, line="mono")
        self.after = ElidedLabel("", "mono", "success")
        self.repair = button("", "wand")
        self.leave = button("")
        self.body.setContentsMargins(*(4 * [self.body.contentsMargins().left() * 3 // 4]))
        self.body.setSpacing(6)
        self.body.addLayout(hbox((self.icon, 0, Qt.AlignmentFlag.AlignTop), (self.title, 1), spacing=8))
        self.body.addWidget(self.text)
        self.change = QWidget()
        hbox((self.before, 1), self.arrow, (self.after, 1), parent=self.change, spacing=8)
        self.body.addWidget(self.change)
        self.body.addLayout(hbox((self.repair, 1), (self.leave, 1), spacing=8))
        self.repair.clicked.connect(lambda: self.repaired.emit(self._ground))
        self.leave.clicked.connect(lambda: self.left_out.emit(self._ground))

    def show_found(self, tile: WallTile, wall: LikelyWrong) -> None:
        """What is wrong with this one."""
        found = tile.tile.found
        self._ground = found.ground
        people, repairs = wall.people.get(found.ground, 0), wall.repairs.get(found.ground, 0)
        chance = found.ground is Ground.BY_CHANCE
        self.icon.set(icon_of(found.ground), "text2" if chance else "warning")
        self.title.setText(box_title(found))
        self.text.setText(box_text(found, people))
        changes = found.after is not None
        self.change.setVisible(changes)
        self.before.setText(visible(hidden_words(found.before)))
        self.after.setText(visible(hidden_words(found.after or "")))
        self.repair.setVisible(changes and repairs > 0)
        self.repair.setText(tr_plural("Fix it", "Fix all {n}", repairs))
        self.leave.setVisible(found.ground not in NOT_LEFT_OUT and people > 0)
        self.leave.setText(tr_plural("Leave this person out", "Leave these {n} people out", people))


class WallSide(cards.Ground):
    """`step_wanted(by)`: another tile; `fine()`, `to_fix()`: what somebody says of this one."""

    step_wanted = Signal(int)
    fine = Signal()
    to_fix = Signal()

    def __init__(self, phone: PhonePreview) -> None:
        super().__init__("canvas", "left")
        self.phone = phone
        self.back = tool_button("left", tr("Previous message"))
        self.on = tool_button("right", tr("Next message"))
        self.name = ElidedLabel("", "section")
        self.number = ElidedLabel("", "caption", "text2")
        self.place = PlainLabel("", "caption", "text2")
        self.wrong = WrongBox()
        self.fix = button(tr("To fix"), "error")
        self.good = button(tr("Fine, next"), "check", kind="primary")
        self.keys = PlainLabel(
            tr("F for to fix, Enter for fine, arrows to move"), "caption", "text2", wrap=True
        )
        self.back.clicked.connect(lambda: self.step_wanted.emit(-1))
        self.on.clicked.connect(lambda: self.step_wanted.emit(1))
        self.fix.clicked.connect(self.to_fix)
        self.good.clicked.connect(self.fine)
        self._build_layout()

    def show_tile(self, tile: WallTile, wall: LikelyWrong, place: int, of: int) -> None:
        """Another message."""
        recipient = tile.tile.recipient
        self.name.setText(tile.name)
        shown = phone_text(recipient.number, None) or recipient.said
        parts = [isolate(visible(shown))] if shown else []
        if recipient.country:
            parts.append(country_words(recipient.country))
        self.number.setText(" · ".join(parts))
        self.place.setText(tr("{place} of {many}", place=count(place + 1), many=count(of)))
        self.back.setEnabled(place > 0)
        self.on.setEnabled(place + 1 < of)
        self.phone.show_bubble(tile.bubble)
        self.wrong.show_found(tile, wall)
        marked = tile.mark == TO_FIX
        self.fix.setText(tr("Not to fix") if marked else tr("To fix"))
        set_tip(
            self.fix, tr("Take it back") if marked else tr("Keep in mind that this one has to be changed")
        )

    def _build_layout(self) -> None:
        head = QWidget()
        who = vbox(self.name, self.number, spacing=2)
        hbox(self.back, (who, 1), self.place, self.on, parent=head, spacing=8, margins=(12, 10, 12, 4))
        scroll = ScrollPage("canvas", inset=0)
        self.phone.setMinimumHeight(PHONE_HEIGHT)
        self.phone.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Ignored)
        scroll.body.setContentsMargins(0, 0, 0, 0)
        scroll.body.setSpacing(0)
        scroll.body.addWidget(self.phone, 1)
        below = QWidget()
        vbox(self.wrong, parent=below, margins=(12, 0, 12, 8))
        scroll.body.addWidget(below)
        set_role(self.good, "strong")
        self.keys.setAlignment(Qt.AlignmentFlag.AlignHCenter)
        foot = QWidget()
        vbox(
            hbox((self.fix, 1), (self.good, 1), spacing=8),
            self.keys,
            parent=foot,
            spacing=8,
            margins=(12, 4, 12, 12),
        )
        vbox(head, (scroll, 1), foot, parent=self, spacing=0)
