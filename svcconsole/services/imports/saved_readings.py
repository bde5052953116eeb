"""Saves answers to questions about how a file is read, and finds them again for files of the same layout."""

from __future__ import annotations

import re
from collections.abc import Mapping as Dict
from collections.abc import Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from svcconsole.services.imports.mapping_drift import Drift, nearest
from svcconsole.services.imports.saved_mappings import header_fingerprint
from svcconsole.tables.reading.dialect import Dialect, detect
from svcconsole.tables.reading.reader import read
from svcconsole.words.message import Message, message
from svcconsole.workspace.database import Workspace
from svcconsole.workspace.drafts.mappings import SavedMapping

PREFIX = "reading "
"""Stands before the kind of import in the table of saved mappings."""
_NUMBERS = re.compile(r"[\W_]*\d[\d\W_]*")
_WIDE = ("utf_16", "utf-16", "utf_32", "utf-32")


@dataclass(frozen=True, slots=True)
class FileLayout:
    """By what files of one source are known: the columns as the file is read by itself, a fingerprint of
    their bytes (an encoding may be what is asked about), the file's name without numbers and dates."""

    header: tuple[str, ...]
    fingerprint: str
    source: str


@dataclass(frozen=True, slots=True)
class SavedAnswers:
    """Answers that were kept for a file, `file_name`, at `at` (ISO in UTC): by the key of a question. `drift`
    says how the layout of that file differs from this one's, in sentences; nothing where it is the same."""

    at: str
    file_name: str
    choices: Dict[str, str]
    drift: tuple[Message, ...]


def layout_of(path: Path) -> FileLayout:
    """The layout of a file; TableError where it cannot be read."""
    dialect = detect(path, asking=False).dialect
    return FileLayout(
        read(path, dialect).header, header_fingerprint(_raw_names(path, dialect)), source_of(path.name)
    )


def source_of(name: str) -> str:
    """A file's name without what changes from one export to the next."""
    return _NUMBERS.sub("#", name.casefold())


def load_answers(workspace: Workspace, kind: str, layout: FileLayout) -> SavedAnswers | None:
    """The answers kept for files of this layout, else for one with almost these columns."""
    kept = workspace.mappings.find(PREFIX + kind, layout.fingerprint)
    changes = Drift()
    if kept is None:
        found = nearest(workspace.mappings.all_of(PREFIX + kind), layout.header)
        if found is None:
            return None
        kept, changes = found
    choices = _choices(kept)
    if not choices:
        return None
    sentences = list(changes.sentences())
    if kept.settings.get("source") != layout.source:
        sentences.append(message("That file was called {file}.", file=kept.file_name))
    return SavedAnswers(kept.at, kept.file_name, choices, tuple(sentences))


def save_answer(
    workspace: Workspace, kind: str, layout: FileLayout, answer: tuple[str, str], file_name: str
) -> None:
    """Keep an answer, a question's key and its choice, for the next file of this layout; an empty one is
    forgotten, and all with the last."""
    key, choice = answer
    kept = workspace.mappings.find(PREFIX + kind, layout.fingerprint)
    same = kept is not None and kept.settings.get("source") == layout.source
    choices = dict(_choices(kept)) if kept is not None and same else {}
    choices.pop(key, None)
    if choice:
        choices[key] = choice
    elif not same:
        return
    if not choices:
        workspace.mappings.forget(PREFIX + kind, layout.fingerprint)
        return
    settings = {"header": list(layout.header), "source": layout.source, "choices": choices}
    workspace.mappings.save(PREFIX + kind, layout.fingerprint, settings, file_name)


def forget_answers(workspace: Workspace, kind: str, layout: FileLayout) -> None:
    """Ask again whenever such a file comes."""
    workspace.mappings.forget(PREFIX + kind, layout.fingerprint)


def _choices(kept: SavedMapping) -> dict[str, str]:
    found = kept.settings.get("choices")
    return {str(key): str(choice) for key, choice in found.items()} if isinstance(found, dict) else {}


def _raw_names(path: Path, dialect: Dialect) -> Sequence[str]:
    """The names of the columns byte by byte: what they are in some encoding may be what is asked."""
    if dialect.encoding.startswith(_WIDE):
        return read(path, dialect).header
    return read(path, replace(dialect, encoding="latin-1")).header
