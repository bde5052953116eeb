"""What this program is made of: each shipped distribution with its licence and the text of it."""

from __future__ import annotations

import platform
import re
from dataclasses import dataclass
from importlib import metadata
from pathlib import Path

from svcconsole.resources import resource

ROOT = "svcconsole"
_NAME = re.compile(r"[A-Za-z0-9._-]+")
_OPTIONAL = re.compile(r"\bextra\s*==")
_TEXT = re.compile(r"dist-info/.*(licen[cs]e|copying|notice)", re.IGNORECASE)
_QT = re.compile(r"pyside6|shiboken6", re.IGNORECASE)
QT_TEXTS = ("LGPL-3.txt", "GPL-3.txt")
"""Qt's wheels bring no text of their licence: the packages' build puts these into the resources."""


@dataclass(frozen=True, slots=True)
class Part:
    """One shipped part; `texts` are files with its licence in full, none where nobody ships one."""

    name: str
    version: str
    licence: str
    texts: tuple[Path, ...] = ()

    def words(self) -> str:
        """The licence in full, one text after the other."""
        return "\n\n".join(text.read_text(encoding="utf-8", errors="replace").strip() for text in self.texts)


def parts() -> tuple[Part, ...]:
    """Python and all that svcconsole needs, by name. Reads many files: not for the window's thread."""
    found: dict[str, Part] = {}
    ahead = [ROOT]
    while ahead:
        name = _normal(ahead.pop())
        if name in found:
            continue
        try:
            told = metadata.distribution(name)
        except metadata.PackageNotFoundError:
            continue  # another system's part
        found[name] = Part(told.metadata["Name"], told.version, _licence(told), _texts(told))
        for line in told.requires or ():
            wanted = _NAME.match(line)
            if wanted is not None and not _OPTIONAL.search(line):
                ahead.append(wanted[0])
    found.pop(ROOT, None)
    found["python"] = Part("Python", platform.python_version(), "PSF-2.0", _shipped("Python.txt"))
    return tuple(sorted(found.values(), key=lambda part: part.name.casefold()))


def _normal(name: str) -> str:
    return re.sub(r"[-_.]+", "-", name).lower()


def _licence(told: metadata.Distribution) -> str:
    """The licence in the distribution's own words, one line."""
    about = told.metadata
    # get_all, because with the backport of this module in the process a missing name is an error, not None.
    kinds = [line for line in about.get_all("Classifier") or () if line.startswith("License ::")]
    names = (line.rpartition(":: ")[2] for line in kinds)
    said = [*(about.get_all("License-Expression") or ()), *names, *(about.get_all("License") or ())]
    return next((words.strip().splitlines()[0] for words in said if words and words.strip()), "")


def _texts(told: metadata.Distribution) -> tuple[Path, ...]:
    own = tuple(Path(str(told.locate_file(file))) for file in told.files or () if _TEXT.search(str(file)))
    if not own and _QT.match(told.metadata["Name"]):
        own = _shipped(*QT_TEXTS)
    return tuple(text for text in own if text.is_file())


def _shipped(*names: str) -> tuple[Path, ...]:
    return tuple(path for name in names if (path := resource("licences", name)).is_file())
