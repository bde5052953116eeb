"""Finds one person in texts: by their number however it is written, an address, an id or the full name."""

from __future__ import annotations

import json
import re
from collections.abc import Collection, Iterator
from dataclasses import dataclass
from functools import lru_cache

REMOVED = "removed"
"""What stands where something of the person stood."""
MOST_DIGITS = 15
"""More digits than that are several numbers, one behind the other."""
FEWEST_BARE = 9
"""A number without its country's code and without a leading zero, shorter than this, may be anything."""
_BETWEEN = r"[^\S\r\n\t]|[().\-/\u200e\u202a-\u202e\u2066-\u2069]"
"""What people write between the digits of one number."""
_NUMBERS = re.compile(rf"(?:\+(?:{_BETWEEN})*)?[0-9](?:(?:{_BETWEEN})*[0-9])*")
_DIGITS = re.compile(r"[0-9]+")
_ESCAPE = (
    r"\\u[dD][89abAB][0-9a-fA-F]{2}\\u[dD][c-fC-F][0-9a-fA-F]{2}|\\u[0-9a-fA-F]{4}"
    r"|\\[\"\\/bfnrt]"
)
_ESCAPED = re.compile(_ESCAPE)
_UNIT = re.compile(rf"{_ESCAPE}|.", re.DOTALL)
"""A letter, as it is or as JSON may write it."""


@dataclass(frozen=True, slots=True)
class Subject:
    """Whom it is about: `keys` as the workspace keeps people under (`id:…`, `external:…`, `phone:…`,
    `email:…`), `numbers` all digits that their phone numbers are written with, and `emails`, `words` (ids)
    and `names` in small letters. A name alone tells nobody whose a record is: others may have it as well."""

    keys: frozenset[str]
    numbers: frozenset[str]
    emails: frozenset[str]
    words: frozenset[str]
    names: frozenset[str]

    @property
    def ids(self) -> frozenset[str]:
        """What a record of theirs may be called."""
        return frozenset(key.partition(":")[2] for key in self.keys)

    def is_meant_by(self, text: str, *, ids: bool = True) -> bool:
        """Whether a text can be about nobody else: it holds their number, an address or, unless it is of
        things that have `ids` of their own, an id of theirs."""
        exact = self.emails | self.words if ids else self.emails
        return _has(_read(text), self.numbers, exact, parts=False)

    def is_named_in(self, text: str) -> bool:
        """Whether a text names the person in any way."""
        return _has(_read(text), self.numbers, self.emails | self.words | self.names, parts=True)

    def without(self, text: str) -> str:
        """The text with the person taken out of it; what is JSON stays JSON."""
        if text[:1] in ("{", "["):
            try:
                return json.dumps(self._without_in(json.loads(text)), ensure_ascii=False)
            except ValueError:
                pass
        return self._cut(text)

    def _without_in(self, value: object) -> object:
        if isinstance(value, dict):
            return {self._cut(key): self._without_in(each) for key, each in value.items()}
        if isinstance(value, list):
            return [self._without_in(each) for each in value]
        if isinstance(value, str):
            return self.without(value)
        plain = isinstance(value, bool) or value is None
        return REMOVED if not plain and self.is_meant_by(str(value)) else value

    def _cut(self, text: str) -> str:
        letters, starts = _small_letters(text)
        kept, end = [], 0
        for begins, ends in _places(letters, self.numbers, self.emails | self.words | self.names, parts=True):
            if starts[begins] >= end:
                kept += [text[end : starts[begins]], REMOVED]
            end = max(end, starts[ends])
        return "".join((*kept, text[end:]))


def ways_to_write(number: str) -> set[str]:
    """The digits of a number (E.164) as people write it: with the country's code, and without it."""
    import phonenumbers

    digits = number.removeprefix("+")
    ways = {digits, f"00{digits}"}
    try:
        parsed = phonenumbers.parse(f"+{digits}")
    except phonenumbers.NumberParseException:
        return ways
    bare = phonenumbers.national_significant_number(parsed)
    national = phonenumbers.format_number(parsed, phonenumbers.PhoneNumberFormat.NATIONAL)
    own = "".join(_DIGITS.findall(national))
    ways |= {f"{parsed.country_code}0{bare}", *({own} if own != bare else ())}
    return ways | ({bare} if len(bare) >= FEWEST_BARE else set())


def _has(small: str, numbers: Collection[str], exact: frozenset[str], *, parts: bool) -> bool:
    return next(_places(small, numbers, exact, parts=parts), None) is not None


def _places(
    small: str, numbers: Collection[str], exact: frozenset[str], *, parts: bool
) -> Iterator[tuple[int, int]]:
    """Where in a text in small letters any of these stand, in order: from where to where. With `parts` a
    number counts also where other digits stand beside it, as a time of day does."""
    found = [match.span() for match in _pattern(exact).finditer(small)] if exact else []
    if numbers:
        matches = _NUMBERS.finditer(small)
        found += (span for match in matches for span in _numbers_in(match, numbers, parts=parts))
    yield from sorted(found)


def _numbers_in(match: re.Match[str], numbers: Collection[str], *, parts: bool) -> Iterator[tuple[int, int]]:
    """Those of the numbers that these digits are; with `parts`, and of very many digits, those that groups of
    them are."""
    groups = list(_DIGITS.finditer(match[0]))
    digits = "".join(group[0] for group in groups)
    if digits in numbers:
        yield match.span()
    elif parts or len(digits) > MOST_DIGITS:
        longest = max(map(len, numbers))
        for first in range(len(groups)):
            joined = ""
            for at in range(first, len(groups)):
                group = groups[at]
                joined += group[0]
                if len(joined) > longest:
                    break
                if joined in numbers:
                    yield match.start() + groups[first].start(), match.start() + group.end()


@lru_cache(64)
def _pattern(exact: frozenset[str]) -> re.Pattern[str]:
    """Any of these as a whole: what is before or behind them belongs to no longer address or name."""
    longest_first = "|".join(map(re.escape, sorted(exact, key=len, reverse=True)))
    return re.compile(rf"(?<!\w)(?<!\w[.%+\-])(?:{longest_first})(?!\w)(?![.%+\-]\w)")


def _read(text: str) -> str:
    """A text in small letters, as JSON means it."""
    return (_ESCAPED.sub(lambda found: _letter(found[0]), text) if "\\" in text else text).casefold()


def _small_letters(text: str) -> tuple[str, list[int]]:
    """The same, and where in the text each of the letters stands; some letters are two small ones."""
    letters: list[str] = []
    starts: list[int] = []
    for unit in _UNIT.finditer(text):
        small = _letter(unit[0]).casefold()
        letters.append(small)
        starts += [unit.start()] * len(small)
    return "".join(letters), [*starts, len(text)]


def _letter(written: str) -> str:
    if len(written) == 1:
        return written
    return str(json.loads(f'"{written}"'))
