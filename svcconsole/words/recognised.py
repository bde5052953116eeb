"""Recognises a sentence of ours that was kept as English text, so that it is said in the language in use.

What was a `Message` when it was written is plain text once it was stored. Here its source text and what
stands in its places are found again; what is no sentence of ours, or says too little, stays as it is.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path
from string import Formatter
from typing import Final

from svcconsole.words.message import Message, places, sentences

LEAST_LETTERS: Final = 8
"""A source text with fewer letters of its own fits too much, unless a sentence of ours stands in one of its
places: “Row {row}: {sentence}”."""
_ENDS: Final = re.compile(r"(?<=[.?!])\s+")
_LETTER: Final = re.compile(r"[^\W\d_]")
_WORD: Final = re.compile(r"[^\W\d_]+")
_NUMBER: Final = re.compile(r"\d{1,3}(,\d{3})*|\d+")


@dataclass(frozen=True, slots=True)
class _Template:
    """A source text with places; `many` is its form for other counts than one, `pattern` is of one form.
    `words` stand in whatever is made of it, of `letters` letters.
    """

    one: str
    many: str
    context: str
    pattern: str
    words: frozenset[str]
    letters: int

    def message(self, text: str, inner: Callable[[str], str]) -> Message | None:
        """The message that `text` is the English of; None where it is not of this template. `inner` finds
        the sentence of ours that may stand in a place."""
        found = re.fullmatch(self.pattern, text, re.DOTALL)
        if found is None:
            return None
        held: dict[str, object] = {name: inner(value) for name, value in found.groupdict().items()}
        if self.letters < LEAST_LETTERS and not any(isinstance(each, Message) for each in held.values()):
            return None
        if not self.many:
            return Message(self.one, held, context=self.context)
        count = str(held.pop("n", ""))
        if not _NUMBER.fullmatch(count):
            return None
        quantity = int(count.replace(",", ""))
        return Message(self.one, held, plural=self.many, quantity=quantity, context=self.context)


@dataclass(frozen=True, slots=True)
class _Known:
    """The source texts of a catalog: those without places, and the others under their rarest word."""

    texts: dict[str, Message]
    templates: dict[str, list[_Template]]

    def message(self, text: str) -> Message | None:
        """The message that the whole of `text` is."""
        if text in self.texts:
            return self.texts[text]
        words = frozenset(_WORD.findall(text))
        possible = [each for word in words for each in self.templates.get(word, ()) if each.words <= words]
        possible.sort(key=lambda each: (-each.letters, -len(each.pattern)))
        made = (each.message(text, self.inner) for each in possible)
        return next((found for found in made if found is not None), None)

    def said(self, text: str) -> str:
        """`text` as the message or the messages that it is the English of; as it is where there is none."""
        if (whole := self.message(text)) is not None:
            return whole
        for end in _ENDS.finditer(text):
            if (begun := self.message(text[: end.start()])) is not None:
                return sentences(begun, self.said(text[end.end() :]))
        return text

    def inner(self, text: str) -> str:
        """What stands in a place of another sentence. A name may be a word of ours, too, and is none of our
        sentences."""
        is_sentence = text.endswith((".", "?", "!")) and " " in text
        return self.said(text) if is_sentence and len(_LETTER.findall(text)) >= LEAST_LETTERS else text


@lru_cache(maxsize=4096)
def recognised(text: str, file: Path) -> str:
    """`text` as the message or the messages of a compiled catalog that it is the English of; as it is where
    nothing is recognised.
    """
    return _known(file).said(text)


@lru_cache(maxsize=2)
def _known(file: Path) -> _Known:
    from babel.messages.mofile import read_mo

    texts: dict[str, Message] = {}
    templates: list[_Template] = []
    with file.open("rb") as content:
        for entry in read_mo(content):
            one, many = (entry.id, "") if isinstance(entry.id, str) else (entry.id[0], entry.id[-1])
            context = entry.context or ""
            if one and not many and not places(one):
                texts.setdefault(str(Message(one, context=context)), Message(one, context=context))
            templates += _templates(one, many, context)
    often = Counter(word for each in templates for word in each.words)
    under: dict[str, list[_Template]] = {}
    for each in templates:
        under.setdefault(min(each.words, key=lambda word: (often[word], word)), []).append(each)
    return _Known(texts, under)


def _templates(one: str, many: str, context: str) -> Iterator[_Template]:
    for form in filter(None, (one, many)):
        if not places(form):
            continue
        pieces = list(Formatter().parse(form))
        pattern = ""
        seen: set[str] = set()
        for literal, name, *_ in pieces:
            pattern += re.escape(literal)
            if name is not None:
                pattern += f"(?P={name})" if name in seen else f"(?P<{name}>.+?)"
                seen.add(name)
        letters = sum(len(_LETTER.findall(literal)) for literal, *_ in pieces)
        words = frozenset(_own_words([literal for literal, *_ in pieces]))
        if words:
            yield _Template(one, many, context, pattern, words, letters)


def _own_words(literals: list[str]) -> Iterator[str]:
    """The words that stand alone, whatever is put into the places between."""
    for at, literal in enumerate(literals):
        for word in _WORD.finditer(literal):
            touches_before = at > 0 and word.start() == 0
            touches_after = at < len(literals) - 1 and word.end() == len(literal)
            if not touches_before and not touches_after:
                yield word.group()
