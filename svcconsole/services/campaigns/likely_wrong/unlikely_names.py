"""Names nobody has: words of tests, keys in a row, digits, places that were never filled, all in capitals."""

from __future__ import annotations

import re
from functools import lru_cache
from typing import Final, NamedTuple

from svcconsole.services.campaigns.likely_wrong.suspicions import Ground

_UNFILLED: Final = re.compile(
    r"\{\{.*?\}\}|\$\{.*?\}|\{[A-Za-z][\w .-]*\}|\*\|.*?\|\*|\[\[?(?:[\w .-]*name|[\w .-]*NAME)\]\]?"
    r"|%[A-Za-z_]{3,}%|#(?:REF|VALUE|NAME|NUM|DIV/0)[!?]?|#N/A"
)
"""Places of templates and errors of spreadsheets, as they are written."""
_WORDS: Final = frozenset(
    {
        "test", "tests", "testing", "tester", "testuser", "testname", "testkunde", "prueba", "essai", "prova",
        "teste", "asdf", "asdfg", "asdfgh", "asdfghjkl", "sdf", "sdfsdf", "dsfsdf", "fdsa", "qwer", "qwert",
        "qwerty", "qwertz", "azerty", "zxcv", "zxcvb", "yxcv", "abc", "abcd", "xyz", "foo", "foobar", "lorem",
        "ipsum", "dummy", "sample", "example", "demo", "fake", "tbd", "todo", "n/a", "none", "null",
        "undefined", "unknown", "unbekannt", "desconocido", "inconnu", "anonymous", "anonym", "nobody",
        "noname", "customer", "kunde", "kundin", "client", "cliente", "user", "guest", "gast", "name",
        "vorname", "nachname", "firstname", "lastname", "fname", "lname", "surname", "admin",
    }
)  # fmt: skip
_PHRASES: Final = frozenset(
    {"first name", "last name", "full name", "your name", "no name", "not known", "john doe", "jane doe"}
)
_LETTERS_ONLY: Final = re.compile(r"[^\W\d_]+")
_LEAST_CAPITALS: Final = 4
"""JJ and DJ are names; four capitals and more are a way of writing."""


class UnlikelyName(NamedTuple):
    """What is unlikely about a name, the part of it, and how it might be meant (None: not known)."""

    ground: Ground
    suspect: str
    after: str | None


def unfilled(text: str) -> UnlikelyName | None:
    """A place that was never filled, in a text of any kind."""
    found = _UNFILLED.search(text) if "{" in text or "#" in text or "%" in text or "|" in text else None
    found = found or (_UNFILLED.search(text) if "[" in text else None)
    return UnlikelyName(Ground.UNFILLED, found[0], None) if found else None


@lru_cache(maxsize=20_000)
def unlikely_name(text: str, *, seen: bool = True) -> UnlikelyName | None:
    """Why nobody is called so; of a name that is not `seen` in the message only what makes a test of it."""
    name = " ".join(text.split())
    place = unfilled(name)
    if place is not None or not name:
        return place
    if _is_placeholder(name.casefold()):
        return UnlikelyName(Ground.PLACEHOLDER, name, None)
    if seen and any(map(str.isdecimal, name)):
        return UnlikelyName(Ground.DIGITS, name, None)
    cased = [character for character in name if character.isupper() or character.islower()]
    if seen and len(cased) >= _LEAST_CAPITALS and all(map(str.isupper, cased)):
        return UnlikelyName(Ground.CAPITALS, name, _capitalised(name))
    return None


def _is_placeholder(name: str) -> bool:
    bare = name.strip(" .,;:!?*-_()[]\"'0123456789")
    if not bare:
        # digits alone are told as such; a dash or a question mark stands for no name
        return not any(character.isdecimal() for character in name)
    if bare in _WORDS or bare in _PHRASES:
        return True
    words = bare.split()
    if len(words) > 1 and all(word in _WORDS for word in words):
        return True
    letters = "".join(_LETTERS_ONLY.findall(bare))
    return len(letters) > 2 and letters.isascii() and len(set(letters)) == 1


def _capitalised(name: str) -> str:
    """LARS BERGSTRÖM as Lars Bergström, and O'NEILL-SMITH as O'Neill-Smith."""
    return _LETTERS_ONLY.sub(lambda word: word[0].capitalize(), name)
