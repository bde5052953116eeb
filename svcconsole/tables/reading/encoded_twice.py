"""Finds text that was encoded twice, by all words of a file: "MÃ¼ller" is no word, turned back it is one."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable, Sequence
from typing import BinaryIO

from svcconsole.tables.reading import letter_costs
from svcconsole.tables.reading.byte_sample import sample
from svcconsole.tables.reading.twice_codec import TAKEN_FOR, turn_back

BETTER = 8.0
"""How many nats better a word must read, turned back, to speak for it by itself."""
MOST_WORSE = 0.1
"""How many words may read worse then, for each that speaks for it: they only happen to turn back."""
NEAR = 0.8
"""The share of the best reading's gain from which another one is offered beside it."""
_EAST_ASIAN = ("ja", "zh", "zh_TW", "ko")
_TONES = frozenset("\u0300\u0301\u0303\u0309\u0323")
_PAIR = re.compile("[^\x00-\x7f]{2}")


def encoded_twice(file: BinaryIO) -> tuple[str, ...]:
    """The codecs that turn the words of a UTF-8 file back where they were encoded twice, the likeliest of
    those that read alike, the best first; none where they were not. Words that cannot be turned back say
    nothing against it: rows of two exports may stand in one file."""
    chunks = (chunk.decode("utf-8", "replace") for chunk in sample(file).chunks)
    words = [chunk for chunk in chunks if _PAIR.search(chunk)]
    gains: dict[tuple[str, ...], tuple[float, str]] = {}
    for codec, page in TAKEN_FOR.items():
        turned = tuple(turn_back(word, page) for word in words)
        if turned not in gains and (gain := _gain(words, turned)):
            gains[turned] = gain, codec
    ranked = sorted(gains, key=lambda turned: -gains[turned][0])
    best = ranked[:1]
    others = (
        turned
        for turned in ranked[1:]
        # One that turns back nothing which the best does not is no other reading, only a worse one.
        if gains[turned][0] > NEAR * gains[ranked[0]][0] and set(turned) - set(ranked[0]) - set(words)
    )
    return tuple(gains[turned][1] for turned in (*best, *others))


def _gain(words: Sequence[str], turned: Sequence[str]) -> float:
    """How much better the words read that turn back; 0 where it is not clear that they should."""
    pairs = [(word, back) for word, back in zip(words, turned, strict=True) if back != word]
    if not pairs:
        return 0.0
    before = _costs(word for word, _ in pairs)
    after = _costs(back for _, back in pairs)
    gains = [old - new for old, new in zip(before, after, strict=True)]
    better, worse = sum(gain > BETTER for gain in gains), sum(gain < 0 for gain in gains)
    return max(0.0, sum(gains)) if better and worse <= MOST_WORSE * better else 0.0


def _costs(words: Iterable[str]) -> list[float]:
    """What each word costs in the language it fits best."""
    given = list(words)
    by_language = [
        [min(row) for row in letter_costs.cost(given, letter_costs.lettered_languages())],
        *([row[0] for row in letter_costs.cost(given, (language,))] for language in _EAST_ASIAN),
        [row[0] for row in letter_costs.cost(map(_with_tones_apart, given), ("vi",))],
    ]
    return [min(costs) for costs in zip(*by_language, strict=True)]


def _with_tones_apart(word: str) -> str:
    """Vietnamese as its statistics have it: the tone of a vowel is a sign of its own."""
    found = []
    for letter in word:
        plain = unicodedata.normalize("NFD", letter)
        body = "".join(sign for sign in plain if sign not in _TONES)
        tones = "".join(sign for sign in plain if sign in _TONES)
        found.append(unicodedata.normalize("NFC", body) + tones)
    return "".join(found)
