"""The questions an editor page asks before something typed or stored would be lost."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtWidgets import QWidget

from svcconsole.gui.design.text import visible
from svcconsole.gui.design.words import sentences, tr, tr_plural
from svcconsole.gui.kit.dialogs import Answer, ask

MOST_FIELDS = 20
MOST_WORDS = 3


def changes_words(count: int) -> str:
    """`1 change`, `3 changes`."""
    return tr_plural("1 change", "{n} changes", count)


def _stay() -> Answer:
    return Answer("stay", tr("Keep editing"))


async def may_discard(parent: QWidget, changes: int) -> bool:
    """What was typed and its draft would go."""
    text = tr(
        "{changes} and the saved draft are discarded. The store stays as it is.",
        changes=changes_words(changes),
    )
    answers = (Answer("discard", tr("Discard changes"), destroys=True), _stay())
    return await ask(parent, tr("Discard the changes?"), text, answers, safe="stay") == "discard"


async def may_lose_typed(parent: QWidget, why: str) -> bool:
    """What is typed can be kept nowhere (`why`, whole sentences), and the window is to be left."""
    text = sentences(tr("What is typed here and not saved would be lost: no draft of it could be kept."), why)
    leave = Answer("leave", tr("Leave without keeping it"), destroys=True)
    answers = (leave, Answer("stay", tr("Keep the window open")))
    question = tr("Leave without keeping what is typed?")
    return await ask(parent, question, text, answers, safe="stay") == "leave"


async def may_create_again(parent: QWidget, thing: str, place: str = "") -> bool:
    """The record was there when it was read, and is not now; `place` is where, the store by default."""
    question = tr(
        "{place} no longer has this {thing}. Create it again?", place=place or tr("The store"), thing=thing
    )
    text = tr("It was there when it was last read. Saving creates it again, with what is in the form.")
    answers = (Answer("create", tr("Create it again")), _stay())
    return await ask(parent, question, text, answers, safe="stay") == "create"


async def may_lose_fields(parent: QWidget, fields: Sequence[str], server_words: Sequence[str]) -> bool:
    """The store refuses fields that have no name here; `fields` say them with what they hold."""
    lines = [*fields[:MOST_FIELDS]]
    if len(fields) > MOST_FIELDS:
        lines.append(tr("And {field} more.", field=len(fields) - MOST_FIELDS))
    lines += [tr("The store says: “{words}”", words=visible(words)) for words in server_words[:MOST_WORDS]]
    lines.append(tr("Nothing was changed. Saving without them may delete them from the store for good."))
    answers = (Answer("lose", tr("Save without them"), destroys=True), _stay())
    question = tr("The store refuses fields that this console does not know. Save without them?")
    return await ask(parent, question, "\n".join(lines), answers, safe="stay") == "lose"
