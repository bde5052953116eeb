"""What is decided beforehand about a file that is imported without anybody watching."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Prepared:
    """What is imported, and how: `settings` are FIELD=VALUE, `rules` RULE=ANSWER[:TEXT], `reading`
    QUESTION=ANSWER. `remembered` maps the columns as they were mapped in the window for such a file,
    `keep_before` None leaves that to the kind; `empties` takes from products and catalogs what the file does
    not name."""

    kind: str
    part: str = ""
    table: int = 1
    preset: str | None = None
    remembered: bool = False
    settings: tuple[str, ...] = ()
    force: bool = False
    rules: tuple[str, ...] = ()
    reading: tuple[str, ...] = ()
    saved: bool = True
    keep_before: bool | None = None
    empties: bool = False
