"""Scores how well text reads as words of a language: the less a text costs, the likelier it is written so.

Costs are nats (-ln of a probability), from resources/reading/letters.json (made by
packaging/letter_costs.py), so that readings of the same bytes in different encodings can be compared.
"""

from __future__ import annotations

import json
import math
import re
import unicodedata
from collections.abc import Iterable, Sequence
from functools import cache
from typing import Any

from svcconsole.resources import resource
from svcconsole.tables.reading.byte_sample import LOST

Pairs = tuple[str, ...]

UNKNOWN = 9.0
"""A letter that the language does not have."""
CONTROL = 30.0
"""A control character, an unassigned one or a byte that means nothing."""
SIGN_INSIDE = 16.0
"""A sign between two letters of one word."""
SIGN_BESIDE = 8.0
"""A sign at the edge of a word, or alone, that texts seldom hold."""
SIGN_USUAL = 4.0
CASE = 7.0
"""A capital after a small letter, in a script that has both."""
SCRIPTS = 8.0
"""A word that goes from one script to another."""

_USUAL = frozenset("€£¥§©®°±²³·»«¿¡–—‘’“”„…™ªº½¼¾×\xa0")
_CLOSING = frozenset("’”»ªº™®°²³")
_BLANK = frozenset("\xa0\xad")
"""Signs that are not seen; names hold them by mistake."""
_OPENING = frozenset("„‚«¿¡€£")
ALIKE = str.maketrans("İșțȘȚ", "IşţŞŢ")
"""Letters that are two ways of writing one."""

_JOINING = frozenset("’·")
_AMID = re.compile("[a-z][^\x00-\x7f]+[a-z]")


class _Costs(dict[str, float]):
    def __missing__(self, pair: str) -> float:
        return UNKNOWN


@cache
def _tables() -> Any:
    return json.loads(resource("reading", "letters.json").read_text("utf-8"))


@cache
def _pair_costs(language: str) -> _Costs:
    """What each letter costs after each other (" " is the edge of a word)."""
    table = _tables()["pairs"][language]
    letters = table["letters"]
    return _Costs(
        {
            before + letter: (ord(cost) - 48) / 2
            for before, row in zip(letters, table["costs"], strict=True)
            for letter, cost in zip(letters, row, strict=True)
        }
    )


@cache
def _sign_costs(language: str) -> dict[str, float]:
    """What the frequent signs of a language cost; the first hundred carry a third of a text of names."""
    signs: str = _tables()["signs"][language]
    return {sign: 5.0 + 2.2 * min(1.0, rank / 400) for rank, sign in enumerate(signs)}


def lettered_languages() -> tuple[str, ...]:
    """Every language that is written with letters."""
    return tuple(_tables()["pairs"])


def cost(chunks: Iterable[str], languages: Sequence[str]) -> list[list[float]]:
    """What each chunk costs in each language; a chunk is a run of letters and signs without spaces."""
    if languages[0] in _tables()["signs"]:
        return [[_syllabic(chunk, languages[0])] for chunk in chunks]
    tables = [_pair_costs(language) for language in languages]
    found = []
    for chunk in chunks:
        pairs, extra = _lettered(chunk)
        found.append([extra + sum(map(table.__getitem__, pairs)) for table in tables])
    return found


def mixed(costs: Sequence[Sequence[float]]) -> tuple[list[float], int]:
    """One cost a chunk, and which language most are in: languages are mixed as the file mixes them (three
    steps of EM)."""
    if not costs:
        return [], 0
    count = len(costs[0])
    shares = [1 / count] * count
    for _ in range(3 if count > 1 else 0):
        sums = [0.02 * len(costs)] * count
        for row in costs:
            least = min(row)
            weights = [share * math.exp(least - value) for share, value in zip(shares, row, strict=True)]
            whole = sum(weights)
            for at, weight in enumerate(weights):
                sums[at] += weight / whole
        whole = sum(sums)
        shares = [value / whole for value in sums]
    return [_together(row, shares) for row in costs], shares.index(max(shares))


def _together(costs: Sequence[float], shares: Sequence[float]) -> float:
    """The cost under a mixture: -ln of the sum of the shares of each probability."""
    least = min(costs)
    return least - math.log(
        sum(share * math.exp(least - cost) for cost, share in zip(costs, shares, strict=True))
    )


def uneven(chunks: Iterable[str]) -> float:
    """What it costs that some words begin with a capital and some do not: nothing where all do the same."""
    kinds = [
        kind for chunk in chunks if chunk and (kind := _kind(chunk[0])) in "Lls" and not chunk[0].isdigit()
    ]
    counts = [kinds.count("L"), kinds.count("l") + kinds.count("s")]
    return -sum(count * math.log(count / len(kinds)) for count in counts if count)


def strange(text: str, languages: Sequence[str]) -> bool:
    """Whether a text holds what cannot be in words of these languages: a sign inside a word, an unassigned
    character, a capital after a small letter beyond ASCII, two scripts in a word, a letter of none of their
    alphabets; of those of East Asia, a sign amid small letters."""
    signed = not languages or languages[0] in _tables()["signs"]
    for chunk in text.split():
        if chunk.isascii():
            continue
        if signed:
            if any(_kind(sign) == "c" for sign in chunk) or (languages and _AMID.search(chunk)):
                return True
            continue
        pairs, extra = _lettered(chunk)
        letters = {pair[-1] for pair in pairs if pair[-1] > "\x7f"}
        if extra >= CASE or not any(letters <= _alphabet(language) for language in languages):
            return True
    return False


@cache
def _alphabet(language: str) -> frozenset[str]:
    return frozenset(_tables()["pairs"][language]["letters"])


def strange_anywhere(text: str) -> bool:
    """Whether a text holds what cannot be in words of any language that is written with letters; signs of
    East Asia and signs by themselves can."""
    return any(
        strange(chunk, () if any(sign >= "\u2e80" for sign in chunk) else lettered_languages())
        for chunk in text.split()
        if any(sign.isalpha() or _kind(sign) == "c" for sign in chunk)
    )


@cache
def _kind(sign: str) -> str:
    """L, l: a capital or small letter; o: a letter of no case; s: a sign; c: control or unassigned."""
    if sign in "ªº":
        return "s"
    category = unicodedata.category(sign)
    if category in ("Lu", "Lt"):
        return "L"
    if category == "Ll":
        return "l"
    if category[0] in "LM":
        return "o"
    return "c" if category in ("Cc", "Cn", "Co", "Cs") or sign == LOST else "s"


@cache
def _script(letter: str) -> str:
    return unicodedata.name(letter, "?").split(" ", 1)[0]


def _lettered(chunk: str) -> tuple[Pairs, float]:
    """The pairs of letters of the words in a chunk, and what its signs, capitals and scripts cost."""
    extra, words, word = 0.0, list[str](), ""
    previous, script = "", ""
    for at, sign in enumerate(chunk):
        kind = _kind(sign)
        if kind in "Llo":
            own = "LATIN" if sign.isascii() else _script(sign)
            if own not in ("COMBINING", "MODIFIER"):
                if script and own != script and previous:
                    extra += SCRIPTS
                script = own
            if kind == "L" and previous == "l":
                extra += CASE
            word += sign
            previous = kind
            continue
        if word:
            words.append(word)
        extra += 0.0 if sign.isascii() else _sign_cost(chunk, at, kind)
        word = previous = ""
    if word:
        words.append(word)
    pairs: list[str] = []
    for found in words:
        small = found.translate(ALIKE).lower()
        pairs += map(str.__add__, " " + small, small + " ")
        if not found.islower() and not found.isupper() and found[0].islower():
            extra += CASE
    return tuple(pairs), extra


def _sign_cost(chunk: str, at: int, kind: str) -> float:
    if kind == "c":
        return CONTROL
    sign = chunk[at]
    before = at > 0 and chunk[at - 1].isalpha()
    after = at + 1 < len(chunk) and chunk[at + 1].isalpha()
    if sign in _BLANK and (before or after):
        return SIGN_BESIDE
    if before and after:
        return SIGN_USUAL if sign in _JOINING else SIGN_INSIDE
    if (after and sign in _CLOSING) or (before and sign in _OPENING):
        return SIGN_BESIDE
    return SIGN_USUAL if sign in _USUAL else SIGN_BESIDE


def _syllabic(chunk: str, language: str) -> float:
    """The cost of a chunk in a language that writes syllables and words as signs."""
    table = _sign_costs(language)
    total, previous = 0.0, ""
    for sign in chunk:
        if sign.isascii():
            kind = "a" if sign.isalpha() else ""
            total += 3.3 if kind else 0.0
        else:
            kind = "s"
            total += table.get(sign) or _other_sign(sign, language)
        if kind and previous and kind != previous:
            total += SCRIPTS
        previous = kind
    return total


_LEVELS = {
    "ja": ("euc_jp", 0xB0, 0xCF),
    "zh": ("gb2312", 0xB0, 0xD7),
    "zh_TW": ("big5", 0xA4, 0xC6),
    "ko": ("euc_kr", 0xB0, 0xC8),
}
"""Of each national standard, the first bytes of the signs in everyday use."""

_PUNCTUATION = frozenset("　、。・ー〒「」（）！？：；，／～－")


@cache
def _other_sign(sign: str, language: str) -> float:
    """A sign that is not among the frequent ones: by the level of its national standard."""
    kind = _kind(sign)
    if kind == "c":
        return CONTROL
    codec, first, last = _LEVELS[language]
    if sign in _PUNCTUATION:
        return SIGN_USUAL
    if language == "ja" and "\u3040" <= sign <= "\u30ff":
        found = 5.0
    elif "\u4e00" <= sign <= "\u9fff" or (language == "ko" and "\uac00" <= sign <= "\ud7a3"):
        found = 10.5 if first <= _first_byte(sign, codec) <= last else 13.0
    else:
        found = 6.0 if "\uff10" <= sign <= "\uff5a" else 12.0
    return found


def _first_byte(sign: str, codec: str) -> int:
    try:
        return sign.encode(codec)[0]
    except UnicodeEncodeError:
        return 0
