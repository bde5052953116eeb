"""How numbers are written, with a decimal point or a decimal comma, and the plain digits of one."""

from __future__ import annotations

import re
from typing import Final

_TAIL: Final = r"([eE][-+]?\d{1,3})?%?"
PLAIN_NUMBER: Final = r"-?(0|[1-9]\d{0,14})(\.\d+)?"
POINT_NUMBER: Final = rf"-?((0|[1-9]\d{{0,14}}|[1-9]\d{{0,2}}(,\d{{3}}){{1,4}})(\.\d+)?|\.\d+){_TAIL}"
COMMA_NUMBER: Final = rf"-?((0|[1-9]\d{{0,14}}|[1-9]\d{{0,2}}([. ]\d{{3}}){{1,4}})(,\d+)?|,\d+){_TAIL}"
"""Numbers as people write them. Codes are none: leading zeros, a plus, more than 15 digits."""
EITHER_COMMA: Final = rf"-?[1-9]\d{{0,2}},\d{{3}}{_TAIL}"
EITHER_POINT: Final = rf"-?[1-9]\d{{0,2}}\.\d{{3}}{_TAIL}"
"""What is two thousand to one writer and two to another: 2,001 and 2.001."""
_POINT: Final = re.compile(POINT_NUMBER, re.ASCII)
_COMMA: Final = re.compile(COMMA_NUMBER, re.ASCII)


def plain_number(text: str, *, comma: bool = False) -> str | None:
    """The number without what parts its thousands, with a decimal point; None for what is no number."""
    plain = text.strip()
    if (_COMMA if comma else _POINT).fullmatch(plain) is None:
        return None
    if comma:
        return plain.replace(".", "").replace(" ", "").replace(",", ".")
    return plain.replace(",", "")
