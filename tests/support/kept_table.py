"""A table kept in Markdown, section by section: made by a test, compared, and written where it is new."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from difflib import unified_diff
from pathlib import Path
from tempfile import gettempdir

from svcconsole.workspace.file_lock import FileLock

Row = tuple[str, ...]
"""The cells of a row; the first one is its name."""


class KeptTable:
    """The file at `path`: a title and a text, then a table under a heading for each of `sections`."""

    def __init__(self, path: Path, title: str, text: str, columns: Row, sections: Sequence[str]) -> None:
        self.path = path
        self._head = f"# {title}\n\n{text}\n"
        self._columns, self._sections = columns, tuple(sections)

    def rows(self, section: str) -> dict[str, Row]:
        """The kept rows of a section, by name."""
        return self._read().get(section, {})

    def compare(self, section: str, made: Sequence[Row], names: Sequence[str]) -> str:
        """What differs from what is kept, as a diff; blank where nothing does. New rows are written and told,
        rows that no name of `names` stands for are taken out."""
        kept = self.rows(section)
        known = [row for row in made if row[0] in kept]
        before = [_line(kept[row[0]]) for row in known]
        changes = list(unified_diff(before, list(map(_line, known)), n=0, lineterm=""))[2:]
        gone = [name for name in kept if name not in names]
        new = [row for row in made if row[0] not in kept]
        if new or gone:
            self._write(section, new, names)
        changes += [f"+ is written now: read it aloud, and commit it: {_line(row)}" for row in new]
        changes += [f"- is taken out now: {name}" for name in gone]
        return "\n".join(changes)

    def _read(self) -> dict[str, dict[str, Row]]:
        found: dict[str, dict[str, Row]] = {}
        section = ""
        text = self.path.read_text(encoding="utf-8") if self.path.exists() else ""
        for line in text.splitlines():
            if line.startswith("## "):
                section = line.removeprefix("## ")
                found[section] = {}
            elif line.startswith("| ") and section and not line.startswith((_line(self._columns), "| --- ")):
                row = tuple(cell.strip().replace("\\|", "|") for cell in line[2:-2].split(" | "))
                found[section][row[0]] = row
        return found

    def _write(self, section: str, new: Sequence[Row], names: Sequence[str]) -> None:
        """Several tests may do this at once, each for a section of its own."""
        lock = FileLock(Path(gettempdir()) / "svcconsole-kept-table.lock")
        assert lock.acquire(patience=20)
        try:
            found: dict[str, Mapping[str, Row]] = {**self._read()}
            rows = {**found.get(section, {}), **{row[0]: row for row in new}}
            found[section] = {name: rows[name] for name in names if name in rows}
            parts = [self._head]
            for each in self._sections:
                if each in found:
                    lines = [_line(self._columns), _line(tuple("---" for _ in self._columns))]
                    lines += map(_line, found[each].values())
                    parts.append("\n".join([f"## {each}", "", *lines, ""]))
            self.path.write_text("\n".join(parts), encoding="utf-8")
        finally:
            lock.release()


def _line(row: Row) -> str:
    return "| " + " | ".join(cell.replace("|", "\\|") for cell in row) + " |"
