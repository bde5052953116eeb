"""Validates e-mail addresses and says why one cannot exist; nothing is looked up."""

from __future__ import annotations

import re
from functools import lru_cache
from typing import Final

from email_validator import EmailNotValidError, validate_email

from svcconsole.words.message import Message, mark, message, number, plural

LONGEST = 254
REMEMBERED = 4096
_MAILTO: Final = "mailto:"
_WRONG: Final = (
    ("something before the @", mark("“{written}” has nothing before its @. Write it as name@shop.example.")),
    ("something after the @", mark("“{written}” has nothing after its @. Write it as name@shop.example.")),
    ("two periods in a row", mark("“{written}” has two full stops in a row.")),
    (
        "should have a period",
        mark("“{written}” has no full stop after its @. Write it as name@shop.example."),
    ),
    ("hyphen", mark("“{written}” has a hyphen where a name after the @ cannot have one.")),
    ("a period", mark("“{written}” has a full stop at its beginning, its end or beside its @.")),
    ("too long", mark("“{written}” is longer than an e-mail address can be.")),
    ("so many characters", mark("“{written}” is longer than an e-mail address can be.")),
    ("special-use", mark("“{written}” ends in a name that no e-mail goes to.")),
    ("", mark("“{written}” is not an e-mail address. Write it as name@shop.example.")),
)
"""What the library's reasons, which are English, have in common, and what is said; the first counts."""
_SIGNS: Final = re.compile(r"characters[^:]*: (.+?)\.?$")
"""The signs that are at fault, at the end of such a reason: `SPACE, '('`."""

_APART: Final = re.compile(r":::|[;,|\n\r\s]+|/")
_ONE: Final = re.compile(r"[^\s<>:;,|/@]+@[^\s<>:;,|/@]+")
_NAMED: Final = re.compile(r"[^<>]*<([^<>@\s]+@[^<>\s]+)>")


def split_emails(text: str) -> list[str]:
    """The addresses of a cell that holds several, without repetitions; `Ada <ada@post.example>` and
    `mailto:` are read as the address alone."""
    if _ONE.fullmatch(text):
        return [text]  # nearly every cell
    parts = [part for part in _APART.split(text) if part] if text.count("@") > 1 else [text]
    if not all("@" in part for part in parts):
        named = _NAMED.findall(text)
        parts = named if named and len(named) == text.count("@") else re.split(r":::|[;|\n\r]+", text)
    found = (_bare(part.strip().strip(";,")) for part in parts)
    return list(dict.fromkeys(one for one in found if one))


def _bare(text: str) -> str:
    named = _NAMED.fullmatch(text)
    plain = named[1] if named is not None else text
    return plain[len(_MAILTO) :] if plain.casefold().startswith(_MAILTO) else plain


def email_key(text: str) -> str:
    """What an address is compared by (decisions, row 11)."""
    return text.strip().casefold()


@lru_cache(REMEMBERED)
def email_problem(text: str) -> Message | None:
    """Why `text` is no e-mail address, in a sentence; None when it is one. Domains for tests are taken."""
    written = text.strip()
    if len(written) > LONGEST:
        return plural(
            "An e-mail address has at most {n} character, this has {length}.",
            "An e-mail address has at most {n} characters, this has {length}.",
            LONGEST,
            length=number(len(written), grouped=False),
        )
    if "@" not in written:
        return message("“{written}” has no @ in it.", written=written)
    try:
        validate_email(written, check_deliverability=False, test_environment=True)
    except EmailNotValidError as error:
        said = str(error)
        if signs := _SIGNS.search(said):
            return message(
                "“{written}” holds what no e-mail address has: {signs}.", written=written, signs=signs[1]
            )
        return message(next(sentence for told, sentence in _WRONG if told in said), written=written)
    return None
