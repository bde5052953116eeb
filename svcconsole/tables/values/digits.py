"""Digits and signs of other scripts as those of ASCII: Arabic, Persian, Indian and full-width ones."""

from __future__ import annotations

import unicodedata
from typing import Final

_FULL_WIDTH: Final = {chr(code): chr(code - 0xFEE0) for code in range(0xFF01, 0xFF5F)}
_SIGNS: Final = str.maketrans(
    {
        **_FULL_WIDTH,
        "\u3000": " ",
        "\uffe5": "¥",
        "\uffe1": "£",
        "\u2212": "-",
        "\u2013": "-",
        "\u2010": "-",
        "\u2011": "-",
        "\u2019": "'",
        "\u060c": ",",
    }
)


def plain_digits(text: str) -> str:
    """`text` with decimal digits of any script as 0 to 9 and full-width signs as plain ones; superscripts and
    fractions stay what they are."""
    if text.isascii():
        return text
    text = "".join(sign for sign in text.translate(_SIGNS) if unicodedata.category(sign) != "Cf")
    return "".join(
        str(unicodedata.decimal(sign)) if sign.isdecimal() and not sign.isascii() else sign for sign in text
    )
