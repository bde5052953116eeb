"""A dialog for message ids that were sent from elsewhere: pasted, one per line."""

from __future__ import annotations

import re

from PySide6.QtWidgets import QWidget

from svcconsole.gui.design.fonts import set_role
from svcconsole.gui.design.words import tr
from svcconsole.gui.kit.widgets.field_question import FieldQuestion, answer_to
from svcconsole.gui.kit.widgets.text_area import TextArea


def ids_in(text: str) -> tuple[str, ...]:
    """The ids in what was pasted, each once: between them stand spaces, line ends, commas or quotes."""
    return tuple(dict.fromkeys(re.findall(r"[^\s,;\"']+", text)))


async def ask_ids(parent: QWidget) -> tuple[str, ...]:
    """The ids a person pasted; none when they thought better of it."""
    area = TextArea()
    area.setAccessibleName(tr("Message ids"))
    area.setTabChangesFocus(True)
    set_role(area, "mono")
    told = tr("Paste the ids of messages that were sent from elsewhere, one on each line.")
    return ids_in(await answer_to(FieldQuestion(parent, tr("Which messages?"), tr("Track"), area, told=told)))
