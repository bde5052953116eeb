"""What an administrator fixed for this computer: settings and profiles, in a file nobody else writes."""

from __future__ import annotations

import os
import sys
from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import lru_cache
from pathlib import Path
from types import MappingProxyType
from typing import Any, Final

from svcconsole.words.message import Message, message
from svcconsole.words.system_reason import system_reason

VARIABLE: Final = "SVCCONSOLE_MANAGED_FILE"
"""Names the file where the computer's own place has none: it cannot take away what stands there."""
NAME: Final = "managed.json"


class ManagedError(Exception):
    """The file of the administrator cannot be read: a sentence, and what to do."""

    def __init__(self, sentence: Message, advice: Message) -> None:
        super().__init__(sentence)
        self.sentence = sentence
        self.advice = advice


@dataclass(frozen=True, slots=True)
class Managed:
    """`settings` by name and `profiles` as they stand in `path`; blank where there is no such file."""

    path: Path | None = None
    settings: Mapping[str, Any] = field(default_factory=dict)
    profiles: tuple[Mapping[str, Any], ...] = ()


def place() -> Path:
    """Where an administrator puts the file on this system."""
    if sys.platform == "win32":
        return Path(os.environ.get("PROGRAMDATA", r"C:\ProgramData")) / "svcconsole" / NAME
    if sys.platform == "darwin":
        return Path("/Library/Application Support/svcconsole") / NAME
    return Path("/etc/svcconsole") / NAME


def managed() -> Managed:
    """What is fixed now; raises ManagedError where the file is there and cannot be read: it might say
    read-only."""
    for path in (place(), Path(os.environ.get(VARIABLE) or "-")):
        try:
            found = path.stat()
        except (FileNotFoundError, NotADirectoryError):
            continue
        except OSError as error:
            raise _unreadable(path, system_reason(error)) from error
        return _read(path, found.st_mtime_ns, found.st_size)
    return Managed()


@lru_cache(maxsize=4)
def _read(path: Path, _changed: int, _size: int) -> Managed:
    import json

    try:
        text = path.read_text("utf-8-sig")
        said = json.loads(text)
        settings, profiles = said.get("settings", {}), said.get("profiles", [])
        usable = isinstance(settings, dict) and all(isinstance(one, dict) for one in profiles)
    except OSError as error:
        raise _unreadable(path, system_reason(error)) from error
    except UnicodeDecodeError as error:
        raise _unreadable(path, message("its letters are not UTF-8")) from error
    except (ValueError, RecursionError) as error:
        from svcconsole.words.json_reason import json_reason

        raise _unreadable(path, json_reason(error)) from error
    except (AttributeError, TypeError):
        usable = False
    if not usable:
        raise _unreadable(path, message("settings is an object, profiles a list of objects"))
    return Managed(path, MappingProxyType(settings), tuple(profiles))


def _unreadable(path: Path, reason: str) -> ManagedError:
    return ManagedError(
        message(
            "The file {path} that an administrator installed cannot be read: {reason}.",
            path=path,
            reason=reason,
        ),
        message("Ask the administrator to put it right. Until then no store is opened."),
    )
