"""Validates e-mail addresses and says why one cannot exist; nothing is looked up."""

from __future__ import annotations

import re
from functools import lru_cache
from typing import Final

from email_validator import EmailNotValidError, validate_email

from svcconsole.words.message import Message, message, number, plural

LONGEST = 254
REMEMBERED = 4096
_MAILTO: Final = "mailto:"


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
        # The library's own sentences end without a name for what they are about.
        return message(
            "“{written}” is not an e-mail address: {error}.", written=written, error=str(error).rstrip(".")
        )
    return None
