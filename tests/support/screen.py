"""What stands on the screen as a screen reader finds it: sentences, buttons, what has come since a look."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator
from typing import Final, NamedTuple

from PySide6.QtGui import QAccessible
from PySide6.QtWidgets import QAbstractButton, QApplication, QLineEdit, QPlainTextEdit, QWidget

from svcconsole.gui.kit.containers.fields import Field
from svcconsole.gui.shell.status_bar import StatusBar
from tests.support.accessible_tree import HOLDS_ENTRIES, ISOLATES, Role

TEXTS: Final = frozenset({Role.StaticText, Role.Heading})
BUTTONS: Final = frozenset({Role.Button, Role.Link, Role.ButtonMenu, Role.ButtonDropDown})
ENDS: Final = (".", "?", "…")
QUOTED: Final = re.compile(r"“[^”]*”")
QUOTED_END: Final = re.compile(r"(?<=[.?]) “[^”]*”$")
FEWEST_WORDS: Final = 3
NO_OFFER: Final = re.compile(r"Dismiss|Undo|Redo|Discard changes|Start over|More|\S*@\S*|.*UTC[+\-\d]*")
"""What every notice, every form and the status bar has, and an address that was typed."""


class Thing(NamedTuple):
    """One thing that is said: a text, or a button that can be pressed."""

    text: str
    is_button: bool
    widget: QWidget


class Said(NamedTuple):
    """What came on the screen: sentences of the program, words of the store, and what is offered."""

    sentences: tuple[str, ...]
    quoted: tuple[str, ...]
    offers: tuple[str, ...]


def windows() -> list[QWidget]:
    """Every window that is shown, a question over another after it."""
    return [each for each in QApplication.topLevelWidgets() if each.isVisible()]


def things() -> list[Thing]:
    """Everything that is said on the screen, in its order."""
    return [thing for window in windows() for thing in _of(window)]


def typed() -> Counter[str]:
    """What stands in the fields that are shown."""
    found: Counter[str] = Counter()
    for window in windows():
        lines = [field.text() for field in window.findChildren(QLineEdit) if field.isVisible()]
        areas = [area.toPlainText() for area in window.findChildren(QPlainTextEdit) if area.isVisible()]
        found.update(text for text in (*lines, *areas) if text)
    return found


def come_since(before: list[Thing], among: QWidget | None = None) -> Said:
    """What is said now and was not said then, of all or of `among`; offered is what can be pressed beside it,
    or came with it."""
    now = things()
    old = Counter((thing.text, thing.is_button) for thing in before)
    came: list[Thing] = []
    for thing in now:
        key = (thing.text, thing.is_button)
        if old[key]:
            old[key] -= 1
        elif among is None or among.isAncestorOf(thing.widget):
            came.append(thing)
    sentences = [thing for thing in came if _is_sentence(thing.text) and not _is_left_out(thing)]
    quoted = [thing.text for thing in came if QUOTED.fullmatch(thing.text)]
    offers = [thing.text for thing in came if thing.is_button]
    for sentence in sentences:
        beside = sentence.widget.parentWidget()
        if beside is not None:
            offers += [one.text for one in now if one.is_button and one.widget.parentWidget() is beside]
    entered = typed()
    can = [
        words
        for words in offers
        if not (NO_OFFER.fullmatch(words) or words in entered or _is_sentence(words))
    ]
    return Said(_each_once(sentences), tuple(dict.fromkeys(quoted)), tuple(dict.fromkeys(can)))


def _each_once(sentences: list[Thing]) -> tuple[str, ...]:
    """Those at their fields, and those that no other one holds."""
    said = list(dict.fromkeys(_at_its_field(thing) for thing in sentences))
    return tuple(
        each
        for each in said
        if not any(each.casefold() in other.casefold() for other in said if other != each)
    )


def _at_its_field(thing: Thing) -> str:
    """A sentence after the name of the field it stands at."""
    around: QWidget | None = thing.widget
    while around is not None and not isinstance(around, Field):
        around = around.parentWidget()
    return thing.text if around is None else f"{around.label()}: {thing.text}"


def _is_left_out(thing: Thing) -> bool:
    """A part of a button, which says all of it, or what the status bar says at any time."""
    around = thing.widget.parentWidget()
    while around is not None and not isinstance(around, QAbstractButton | StatusBar):
        around = around.parentWidget()
    return around is not None


def _is_sentence(text: str) -> bool:
    """Words of ours that end as a sentence does; those of a store may stand after them."""
    own = QUOTED_END.sub("", text)
    return own.endswith(ENDS) and len(own.split()) >= FEWEST_WORDS


def _of(window: QWidget) -> Iterator[Thing]:
    waiting = [QAccessible.queryAccessibleInterface(window)]
    while waiting:
        here = waiting.pop()
        if here is None or not here.isValid() or here.state().invisible:
            continue
        widget = here.object()
        name = here.text(QAccessible.Text.Name).translate(ISOLATES).strip()
        if isinstance(widget, QWidget) and name:
            if here.role() in BUTTONS and not here.state().disabled:
                yield Thing(name, True, widget)
            elif here.role() in TEXTS:
                yield Thing(name, False, widget)
        if here.role() not in HOLDS_ENTRIES:
            waiting += [here.child(at) for at in reversed(range(here.childCount()))]
