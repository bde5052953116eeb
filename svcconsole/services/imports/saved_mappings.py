"""Saves the decisions of an import under the file's header and applies them to the next such file."""

from __future__ import annotations

from collections.abc import Mapping as Dict
from collections.abc import Sequence
from dataclasses import replace

from svcconsole.services.imports.decisions import NOT_OURS, Decisions, mapping_as_json, mapping_from_json
from svcconsole.services.imports.mapping_drift import Drift, carried_over, nearest
from svcconsole.tables.checking.rules import RULES
from svcconsole.tables.mapping.headers import normalise
from svcconsole.tables.mapping.mapping import Column, Mapping, Source
from svcconsole.tables.results.result_file import RESULT_COLUMNS
from svcconsole.workspace.database import Workspace
from svcconsole.workspace.drafts.mappings import SavedMapping, fingerprint


def header_fingerprint(header: Sequence[str]) -> str:
    """The same for every file with these columns, in any order and spelling that means the same; columns
    that an import's result file adds do not count."""
    return fingerprint(normalise(name) for name in header if name not in RESULT_COLUMNS)


def load_saved(workspace: Workspace, kind: str, header: Sequence[str]) -> tuple[SavedMapping, Drift] | None:
    """What was decided for a file with this header, else for one with columns most like these, and how they
    differ."""
    exact = workspace.mappings.find(kind, header_fingerprint(header))
    if exact is not None:
        return exact, Drift()
    names = [name for name in header if name not in RESULT_COLUMNS]
    return nearest(workspace.mappings.all_of(kind), names)


def apply_saved(
    saved: SavedMapping, automatic: Decisions, header: Sequence[str], changes: Drift | None = None
) -> Decisions | None:
    """What was decided then, for the file at hand, `automatic` where nothing was; None when a column it
    needs is not there. `changes` say how the columns of the two files differ."""
    rules = automatic.rules
    try:
        mapping = mapping_from_json(saved.settings["mapping"])
        if changes is not None:
            mapping = carried_over(mapping, automatic.mapping, changes)
        mapping = _spelt(mapping, header)
        results = automatic.mapping.ignored & set(RESULT_COLUMNS)
        mapping = replace(mapping, ignored=mapping.ignored | results)
        mapping.check(header)
        for rule, (choice, value) in saved.settings["rules"].items():
            rules = rules.decide(rule, choice, value)
        preset = saved.settings["preset"]
    except NOT_OURS:
        # A later version of this program asks other questions, a column of a result file is gone, or the disk
        # has changed what was kept.
        return None
    return replace(automatic, preset=preset, mapping=mapping, rules=rules, recalled=saved.at)


def save_mapping(
    workspace: Workspace,
    kind: str,
    header: Sequence[str],
    *,
    made: Decisions,
    automatic: Decisions,
    name: str,
) -> None:
    """Remember for the next file with this header what was decided otherwise than by itself; `name` is the
    file's. With nothing decided there is nothing to remember."""
    by_itself = automatic.rules.as_json()
    answers = {
        rule: answer
        for rule, answer in made.rules.as_json().items()
        if by_itself.get(rule) != answer and not RULES[rule].each_time
    }
    key = header_fingerprint(header)
    if not answers and made.mapping == automatic.mapping:
        workspace.mappings.forget(kind, key)
        return
    settings = {
        "preset": made.preset,
        "mapping": mapping_as_json(made.mapping),
        "rules": answers,
        "header": [column for column in header if column not in RESULT_COLUMNS],
    }
    workspace.mappings.save(kind, key, settings, name)


def _spelt(mapping: Mapping, header: Sequence[str]) -> Mapping:
    """The mapping with its columns named as this file spells them."""
    names = {normalise(name): name for name in reversed(header)}

    def spelt(sources: Dict[str, Source]) -> dict[str, Source]:
        return {
            path: Column(names.get(normalise(source.name), source.name))
            if isinstance(source, Column)
            else source
            for path, source in sources.items()
        }

    ignored = frozenset(names[normalise(name)] for name in mapping.ignored if normalise(name) in names)
    return replace(mapping, sources=spelt(mapping.sources), fills=spelt(mapping.fills), ignored=ignored)
