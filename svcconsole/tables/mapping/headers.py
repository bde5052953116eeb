"""Normalises column names so that they can be compared."""

from __future__ import annotations

import unicodedata
from functools import lru_cache

_SEPARATORS = str.maketrans({"_": " ", "-": " ", "\u2010": " ", "\u2011": " ", "\u2013": " ", "\ufeff": ""})


@lru_cache(maxsize=4096)
def normalise(name: str) -> str:
    """`name` without BOM, case, edge and double spaces, and with `_` and `-` read as spaces (NFKC)."""
    text = unicodedata.normalize("NFKC", name).translate(_SEPARATORS)
    return " ".join(text.casefold().split())
