"""What the wall says: the reasons on its chips, and each ground on its tile and in the box beside it."""

from __future__ import annotations

from typing import NamedTuple

from svcconsole.gui.design.hiding import hidden_words
from svcconsole.gui.design.text import isolate, visible
from svcconsole.gui.design.words import tr, tr_plural
from svcconsole.services.campaigns.likely_wrong.suspicions import Ground, Reason, Suspicion
from svcconsole.words.message import mark


class GroundWords(NamedTuple):
    """An icon, the line on the tile, the head of the box, and why it is worth a look."""

    icon: str
    tile: str
    title: str
    text: str


REASONS = {
    Reason.LINK: mark("Link fails"),
    Reason.BLANK: mark("Blank"),
    Reason.ODD: mark("Odd letters"),
    Reason.PRICE: mark("Price differs"),
    Reason.NAME: mark("Unlikely name"),
    Reason.RIGHT_TO_LEFT: mark("Right-to-left"),
    Reason.LONGEST: mark("Longest"),
}
_GROUNDS = {
    Ground.LINK_FAILS: GroundWords(
        "link", mark("Link does not open"), mark("A link does not open"), mark("{note}")
    ),
    Ground.BLANK: GroundWords(
        "minus",
        mark("“{column}” is blank"),
        mark("“{column}” is blank for this person"),
        mark("The sentence has a gap where it should stand."),
    ),
    Ground.LOST_LETTER: GroundWords(
        "unknown",
        mark("Lost letters"),
        mark("Letters were lost"),
        mark("They were lost before the file was saved. Another export may still have them."),
    ),
    Ground.BROKEN_LETTERS: GroundWords(
        "unknown",
        mark("Odd letters: {suspect}"),
        mark("“{suspect}” is a broken “{note}”"),
        mark("The file was saved in another alphabet."),
    ),
    Ground.ENTITY: GroundWords(
        "unknown",
        mark("Odd letters: {suspect}"),
        mark("“{suspect}” is written as in a web page"),
        mark("A phone shows it as it stands here."),
    ),
    Ground.CONTROL: GroundWords(
        "unknown",
        mark("Invisible letters"),
        mark("There are invisible letters in it"),
        mark("Some phones show a box in their place."),
    ),
    Ground.EMOJI: GroundWords(
        "unknown",
        mark("Emoji in the name"),
        mark("There is an emoji in the name"),
        mark("It may be how this person writes it. It looks odd in a greeting."),
    ),
    Ground.PRICE_DIFFERS: GroundWords(
        "tag",
        mark("Price is {note} in the catalog"),
        mark("{suspect} here, {note} in the catalog"),
        mark("The catalog is as it was last read."),
    ),
    Ground.UNFILLED: GroundWords(
        "warning",
        mark("Not filled: {suspect}"),
        mark("“{suspect}” was never filled"),
        mark("The file has the name of a place where a value should stand."),
    ),
    Ground.PLACEHOLDER: GroundWords(
        "warning",
        mark("Unlikely name"),
        mark("Probably nobody is called “{suspect}”"),
        mark("It looks like a test, or like a word that stands for no name."),
    ),
    Ground.DIGITS: GroundWords(
        "warning",
        mark("Digits in the name"),
        mark("There are digits in the name"),
        mark("It looks like an account rather than a person."),
    ),
    Ground.CAPITALS: GroundWords(
        "text",
        mark("All capitals"),
        mark("The name is written in capitals"),
        mark("In a greeting it reads as if it were shouted."),
    ),
    Ground.RIGHT_TO_LEFT: GroundWords(
        "swap",
        mark("Right-to-left text"),
        mark("This text runs from right to left"),
        mark("Look whether the sentence around it still reads well."),
    ),
    Ground.LONGEST: GroundWords(
        "text",
        mark("One of the longest"),
        mark("One of the longest messages"),
        mark("Look whether everything that matters stands before “Read more”."),
    ),
    Ground.BY_CHANCE: GroundWords(
        "check",
        mark("Chosen by chance"),
        mark("Nothing looks wrong here"),
        mark("It was chosen by chance from all messages."),
    ),
}


def icon_of(ground: Ground) -> str:
    """The icon of a ground."""
    return _GROUNDS[ground].icon


def tile_words(found: Suspicion) -> str:
    """The line under a tile's name."""
    return _said(_GROUNDS[found.ground].tile, found)


def box_title(found: Suspicion) -> str:
    """What is wrong, in a few words."""
    return _said(_GROUNDS[found.ground].title, found)


def box_text(found: Suspicion, people: int) -> str:
    """Why it is worth a look, and how many messages are like this."""
    why = tr(found.note) if found.ground is Ground.LINK_FAILS else _said(_GROUNDS[found.ground].text, found)
    if found.ground in (Ground.BY_CHANCE, Ground.LONGEST) or people < 2:
        return why
    many = tr_plural("{n} person's message is like this.", "{n} people's messages are like this.", people)
    return f"{why} {many}"


def reason_words(reason: Reason) -> str:
    """What a chip is called."""
    return tr(REASONS[reason])


def _said(words: str, found: Suspicion) -> str:
    shown = {"suspect": found.suspect, "column": found.column, "note": found.note}
    return tr(words, **{name: isolate(visible(hidden_words(text))) for name, text in shown.items()})
