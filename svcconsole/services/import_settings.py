"""What was decided about an import, as plain JSON in the workspace and back."""

from __future__ import annotations

from collections.abc import Mapping as Dict
from dataclasses import asdict, dataclass, field
from typing import Any

from svcconsole.tables.dialect import Dialect
from svcconsole.tables.mapping import Column, Fixed, Mapping, Source, Template
from svcconsole.tables.rules import ProductRules

SOURCES: dict[str, type[Column | Fixed | Template]] = {"column": Column, "fixed": Fixed, "template": Template}


@dataclass(frozen=True, slots=True)
class Decisions:
    """The dialect with its evidence, the chosen preset, the mapping and the rules."""

    dialect: Dialect
    evidence: tuple[str, ...] = ()
    preset: str | None = None
    mapping: Mapping = field(default_factory=Mapping)
    rules: ProductRules = field(default_factory=ProductRules)

    def as_json(self) -> dict[str, Any]:
        return {
            "dialect": asdict(self.dialect),
            "evidence": list(self.evidence),
            "preset": self.preset,
            "mapping": {
                "target": self.mapping.target,
                "sources": _sources_json(self.mapping.sources),
                "fills": _sources_json(self.mapping.fills),
                "ignored": sorted(self.mapping.ignored),
            },
            "rules": self.rules.as_json(),
        }

    @classmethod
    def from_json(cls, data: Dict[str, Any]) -> Decisions:
        mapping = data["mapping"]
        return cls(
            dialect=Dialect(**data["dialect"]),
            evidence=tuple(data["evidence"]),
            preset=data["preset"],
            mapping=Mapping(
                mapping["target"],
                _sources(mapping["sources"]),
                _sources(mapping["fills"]),
                frozenset(mapping["ignored"]),
            ),
            rules=ProductRules.from_json(data["rules"]),
        )


def _sources_json(sources: Dict[str, Source]) -> dict[str, list[str]]:
    return {
        path: [type(source).__name__.lower(), source.name if isinstance(source, Column) else source.text]
        for path, source in sources.items()
    }


def _sources(data: Dict[str, list[str]]) -> dict[str, Source]:
    return {path: SOURCES[word](text) for path, (word, text) in data.items()}
