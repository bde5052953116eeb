"""Warns about what a phone will not show: Markdown marks, and variables without a value."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Final

from svcconsole.services.messaging.appearance.bubble import Bubble
from svcconsole.services.messaging.appearance.formatting import Style, lines
from svcconsole.services.messaging.appearance.variables import places
from svcconsole.words.message import message

_TWICE: Final = re.compile(r"(?<![\w*_~])([*_~])\1(?=\S)[^*_~\n]{1,200}(?<=\S)\1\1(?![\w*_~])")
_LINK: Final = re.compile(r"\[[^\]\n]{1,200}\]\(https?://")
_OVER_LINES: Final = re.compile(
    r"(?<![\w*_~])([*_~])(?=\S)[^*_~\n]{1,200}\n[^*_~\n]{1,200}(?<=\S)\1(?![\w*_~])"
)
_NAMES: Final = {
    "*": message("bold"),
    "_": message("italic"),
    "~": message("struck through"),
}


def advice(bubble: Bubble) -> tuple[str, ...]:
    """Sentences about what will not look as it was meant, each once; none when all is well."""
    found: list[str] = []
    for text in (bubble.body, *(card.body for card in bubble.cards)):
        found += () if bubble.template else _unfilled(text)
        found += _marks(text)
    return tuple(dict.fromkeys(found))


def _unfilled(text: str) -> Iterator[str]:
    for place in places(text):
        yield message(
            "{{{{{place}}}}} would be read as it stands: only templates have places to fill.", place=place
        )


def _marks(text: str) -> Iterator[str]:
    written = "\n".join(
        "".join(span.text for span in line.spans if not span.style & (Style.CODE | Style.MONO))
        for line in lines(text)
    )
    if twice := _TWICE.search(written):
        mark = twice[1]
        yield message(
            "{twice} on each side stays as it is; one {mark} on each side is {style}.",
            twice=mark * 2,
            mark=mark,
            style=_NAMES[mark],
        )
    if over := _OVER_LINES.search(written):
        yield message(
            "{mark} … {mark} over two lines stays as it is; mark each line by itself.", mark=over[1]
        )
    if _LINK.search(written):
        yield message("A link is shown with its whole address; [words](address) stays as it is.")
