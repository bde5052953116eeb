"""Asks an address on this computer whether a practice store answers there, and which one."""

from __future__ import annotations

import hashlib
import json
import re
import time
from pathlib import Path
from urllib.parse import urlsplit

import httpx

from svcconsole.api.connection import is_loopback

PATH = "/practice-store"
"""Where a practice store tells its name to its own computer, without a token."""
FIELD = "practiceStore"
SECONDS = 5.0
LONGEST = 1024
_NAME = re.compile(r"[0-9a-f]{32}")


class NobodyThere(Exception):
    """Nothing at an address gave an answer in time."""


def name_of_data(folder: Path) -> str:
    """What tells the practice store in this data folder from every other, whatever port it listens on."""
    return hashlib.sha256(str(folder.resolve()).encode()).hexdigest()[:32]


def practice_store_at(base_url: str) -> str | None:
    """The name of the practice store at `base_url`, which is that of its data; None where something else
    answers, and where the address is not of this computer. Raises NobodyThere.

    No token goes with the question.
    """
    if not is_loopback(urlsplit(base_url).hostname or ""):
        return None
    try:
        with (
            httpx.Client(trust_env=False, timeout=SECONDS, follow_redirects=False) as client,
            client.stream("GET", base_url + PATH) as answer,
        ):
            if answer.status_code != httpx.codes.OK:
                return None
            found = json.loads(_beginning(answer))
    except httpx.HTTPError as error:
        raise NobodyThere from error
    except (ValueError, RecursionError):
        return None
    name = found.get(FIELD) if isinstance(found, dict) else None
    return name if isinstance(name, str) and _NAME.fullmatch(name) else None


def _beginning(answer: httpx.Response) -> bytes:
    """As much of an answer as the name of a store can be, within the time it may take."""
    content, deadline = b"", time.monotonic() + SECONDS
    for piece in answer.iter_bytes(LONGEST):
        content += piece
        if len(content) > LONGEST or time.monotonic() > deadline:
            break
    return content[:LONGEST]
