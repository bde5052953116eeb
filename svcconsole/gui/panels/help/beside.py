"""The help in a popover beside a field of a dialog, or of another popover: the Help page stands behind."""

from __future__ import annotations

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QWidget

from svcconsole.gui.design.metrics import dp
from svcconsole.gui.design.words import tr
from svcconsole.gui.kit.containers.boxes import vbox
from svcconsole.gui.kit.containers.popover import Popover
from svcconsole.gui.panels.help.field_card import FieldCard
from svcconsole.gui.panels.help.field_help import help_of_field
from svcconsole.gui.panels.help.guide import Guide
from svcconsole.gui.panels.help.topics import topic_of

WIDTH, HEIGHT = 440, 320


def show_help_beside(about: QWidget) -> Popover:
    """Open what is known of a field above the page about its part of the window; Esc closes it."""
    topic, field = topic_of(about), help_of_field(about)
    content = QWidget()
    content.setFixedWidth(dp(WIDTH))
    card = FieldCard(links=False)
    guide = Guide(f"{topic.name}.md", "raised")
    guide.setFixedHeight(dp(HEIGHT))
    guide.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
    vbox(card, guide, parent=content, spacing=8)
    card.show_field(field)
    popover = Popover(about, answers_help=False)
    popover.setAccessibleName(tr("Help: {page}", page=topic.title()))
    popover.set_content(content)
    popover.closed.connect(popover.deleteLater)
    popover.open_at(about)
    guide.reveal_words(field.label if field is not None else "")
    guide.setFocus(Qt.FocusReason.PopupFocusReason)
    return popover
