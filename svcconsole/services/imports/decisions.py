"""The decisions about an import as plain JSON for the workspace, and back."""

from __future__ import annotations

from collections.abc import Mapping as Dict
from dataclasses import asdict, dataclass, field
from typing import Any

from svcconsole.tables.checking.rules import Rules
from svcconsole.tables.mapping.mapping import Column, Fixed, Mapping, Source, Template
from svcconsole.tables.reading.dialect import Dialect
from svcconsole.tables.reading.errors import TableError
from svcconsole.tables.reading.questions import NO_ANSWERS, Answers
from svcconsole.tables.values.escapes import ESCAPES

SOURCES: dict[str, type[Column | Fixed | Template]] = {"column": Column, "fixed": Fixed, "template": Template}


@dataclass(frozen=True, slots=True)
class Decisions:
    """The dialect with its evidence, the chosen preset, the mapping and the rules; `recalled` says when (ISO
    in UTC) the remembered mapping was made that these come from, if they do; `answers` are those to the
    questions about how the file is read; `reading` says when the kept ones were given that are among them.
    `terms` is what a campaign is held to (`services.campaigns.terms`)."""

    dialect: Dialect
    evidence: tuple[str, ...] = ()
    preset: str | None = None
    mapping: Mapping = field(default_factory=Mapping)
    rules: Rules = field(default_factory=Rules)
    recalled: str = ""
    answers: Answers = NO_ANSWERS
    reading: str = ""
    terms: str = ""

    def as_json(self) -> dict[str, Any]:
        return {
            "dialect": asdict(self.dialect),
            "evidence": list(self.evidence),
            "preset": self.preset,
            "mapping": mapping_as_json(self.mapping),
            "rules": self.rules.as_json(),
            "recalled": self.recalled,
            "answers": self.answers.as_json(),
            "reading": self.reading,
            "terms": self.terms,
        }

    @classmethod
    def from_json(cls, data: Dict[str, Any]) -> Decisions:
        """What `as_json` gave. Raises Damaged for what it never gives: the disk has changed it."""
        try:
            return cls(
                dialect=Dialect(**data["dialect"]),
                evidence=tuple(data["evidence"]),
                preset=data["preset"],
                mapping=mapping_from_json(data["mapping"]),
                rules=Rules.from_json(data["rules"]),
                recalled=data.get("recalled", ""),
                answers=Answers.from_json(data["answers"]) if "answers" in data else NO_ANSWERS,
                reading=data.get("reading", ""),
                terms=data.get("terms", ""),
            )
        except NOT_OURS as error:
            raise Damaged from error


class Damaged(Exception):
    """What was kept of an import is not what was written."""


NOT_OURS = (LookupError, TypeError, ValueError, AttributeError, TableError)
"""What reading decisions raises where a word or a shape in them is none of ours."""


def mapping_as_json(mapping: Mapping) -> dict[str, Any]:
    return {
        "target": mapping.target,
        "sources": _sources_json(mapping.sources),
        "fills": _sources_json(mapping.fills),
        "ignored": sorted(mapping.ignored),
        "zero_blank": sorted(mapping.zero_blank),
        "escapes": {path: escape.code for path, escape in sorted(mapping.escapes.items())},
    }


def mapping_from_json(data: Dict[str, Any]) -> Mapping:
    """The mapping that `mapping_as_json` gave. Raises one of NOT_OURS for anything else."""
    return Mapping(
        data["target"],
        _sources(data["sources"]),
        _sources(data["fills"]),
        frozenset(data["ignored"]),
        frozenset(data.get("zero_blank", ())),
        {path: ESCAPES[code] for path, code in data.get("escapes", {}).items()},
    )


def _sources_json(sources: Dict[str, Source]) -> dict[str, list[str]]:
    return {
        path: [type(source).__name__.lower(), source.name if isinstance(source, Column) else source.text]
        for path, source in sources.items()
    }


def _sources(data: Dict[str, list[str]]) -> dict[str, Source]:
    return {path: SOURCES[word](text) for path, (word, text) in data.items()}
