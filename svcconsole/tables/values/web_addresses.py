"""Tells whether a text is a web address."""

from __future__ import annotations

import re


def is_web_address(text: str) -> bool:
    """Whether `text` begins with `https://` or `http://`, in small letters, and has no white space."""
    return text.startswith(("https://", "http://")) and not re.search(r"\s", text)
