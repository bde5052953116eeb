"""Validates e-mail addresses and says why one cannot exist; nothing is looked up."""

from __future__ import annotations

from functools import lru_cache

from email_validator import EmailNotValidError, validate_email

from svcconsole.words.message import Message, message, number, plural

LONGEST = 254
REMEMBERED = 4096


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
