"""Which preset a header belongs to, and where that puts every one of its columns."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from fnmatch import fnmatchcase

from svcconsole.tables.mapping.content import match_content
from svcconsole.tables.mapping.headers import normalise
from svcconsole.tables.mapping.mapping import Column, Mapping, Source, Template, auto_match
from svcconsole.tables.mapping.targets import TARGETS
from svcconsole.tables.presets import (
    exact,
    google_contacts,
    hubspot,
    klaviyo,
    mailchimp,
    shopify,
    shopify_customers,
)
from svcconsole.tables.presets.preset import Preset, Recognition
from svcconsole.tables.reading.errors import TableError
from svcconsole.tables.results.result_file import RESULT_COLUMNS
from svcconsole.tables.values.values import SEVERAL
from svcconsole.words.message import listed, message, plural

STRONG_SHARE = 0.5
RESULT_WHY = message("Written by an earlier import's result file.")

_FORMATS = (
    *(shopify.CLASSIC, shopify.CURRENT, shopify.TEMPLATE, exact.PRODUCT_FIELDS),
    *(exact.CUSTOMER_FIELDS, exact.USER_PROPERTY_FIELDS),
    *(*shopify_customers.SHOPIFY, *shopify_customers.SHOPIFY_OLD, *mailchimp.MAILCHIMP),
    *(*google_contacts.GOOGLE, *google_contacts.GOOGLE_OLD, *hubspot.HUBSPOT, *klaviyo.KLAVIYO),
)
PRESETS: dict[str, dict[str, Preset]] = {
    kind: {preset.id: preset for preset in _FORMATS if preset.kind == kind} for kind in TARGETS
}
"""The presets of each kind by their id."""


def recognise(
    header: Sequence[str],
    kind: str = "products",
    rows: Sequence[Sequence[str]] = (),
    region: str | None = None,
) -> Recognition:
    """The format this header belongs to; without one, what the names suggest and then the cells of `rows`.

    `rows` are some of the file's; `region` is where numbers without a country code belong, if known.
    """
    names = {normalise(name) for name in header}
    fitting = [preset for preset in PRESETS[kind].values() if _score(preset, names) > 0]
    if fitting:
        return apply(max(fitting, key=lambda preset: _score(preset, names)).id, header, kind, rows, region)
    mapping = auto_match(header, TARGETS[kind])
    results = {name: RESULT_WHY for name in header if name in RESULT_COLUMNS}
    for name in results:
        mapping = mapping.with_ignored(name)
    by_names = mapping
    mapping = match_content(mapping, header, rows, region)
    known = len(mapping.used(header)) + len(results)
    return Recognition(
        preset=None,
        title=message("Own columns"),
        known=known,
        total=len(header),
        evidence=(
            message("No known export has these columns; they are matched by their names."),
            *_by_cells(by_names, mapping),
        ),
        mapping=mapping,
        left_out=results,
        unknown=mapping.unmapped(header),
    )


def apply(
    preset_id: str,
    header: Sequence[str],
    kind: str = "products",
    rows: Sequence[Sequence[str]] = (),
    region: str | None = None,
) -> Recognition:
    """Read `header` as this preset, whether it was recognised or chosen. TableError for an unknown preset."""
    preset = PRESETS[kind].get(preset_id)
    if preset is None:
        raise TableError(
            message("There is no preset “{preset_id}”.", preset_id=preset_id),
            message("Presets: {names}.", names=listed(PRESETS[kind])),
        )
    by_name = {normalise(name): name for name in reversed(header)}
    sources: dict[str, Source] = {}
    for path, names in preset.sources.items():
        found = next((by_name[normalise(name)] for name in names if normalise(name) in by_name), None)
        if found is not None:
            sources[path] = Column(found)
    sources.update(_joined(preset, header, sources))
    for name in header:
        if any(name.startswith(prefix) and name != prefix for prefix in TARGETS[preset.kind].dynamic):
            sources[name] = Column(name)
    mapping = Mapping(preset.kind, sources)
    used = mapping.used(header)
    reasons = (
        (name, RESULT_WHY if name in RESULT_COLUMNS else preset.why_left_out(name))
        for name in header
        if name not in used
    )
    left_out = {name: why for name, why in reasons if why is not None}
    for name in left_out:
        mapping = mapping.with_ignored(name)
    by_names = mapping
    mapping = match_content(mapping, header, rows, region)
    used = mapping.used(header)
    unknown = mapping.unmapped(header)
    return Recognition(
        preset=preset.id,
        title=preset.title,
        known=len(header) - len(unknown),
        total=len(header),
        evidence=(
            *_evidence(preset, header, len(used), len(left_out), unknown),
            *_by_cells(by_names, mapping),
        ),
        mapping=mapping,
        left_out=left_out,
        unknown=unknown,
    )


def _joined(preset: Preset, header: Sequence[str], sources: dict[str, Source]) -> dict[str, Source]:
    """The paths that several columns fill together."""
    taken = Mapping(preset.kind, sources).used(header)
    joined: dict[str, Source] = {}
    for path, pattern in preset.joined.items():
        names = [
            name for name in header if name not in taken and fnmatchcase(normalise(name), normalise(pattern))
        ]
        if names:
            several = Template(f" {SEVERAL} ".join(f"{{{name}}}" for name in names))
            joined[path] = several if len(names) > 1 else Column(names[0])
    return joined


def _by_cells(before: Mapping, after: Mapping) -> tuple[str, ...]:
    """Which fields columns were found for by their cells."""
    target = TARGETS[after.target]
    return tuple(
        message(
            "By its cells, {name} fills the field {label}.",
            name=source.name if isinstance(source, Column) else source.text,
            label=target.field(path).label,
        )
        for path, source in after.sources.items()
        if before.sources.get(path) != source
    )


def _has(names: Iterable[str], pattern: str) -> bool:
    wanted = normalise(pattern)
    return any(fnmatchcase(name, wanted) for name in names) if "*" in wanted else wanted in names


def _score(preset: Preset, names: set[str]) -> float:
    """0 when the format is ruled out, else the share of its strong names that are there, plus one."""
    if not all(_has(names, name) for name in preset.required) or any(
        _has(names, name) for name in preset.negative
    ):
        return 0
    if preset.one_of and not any(_has(names, name) for name in preset.one_of):
        return 0
    share = sum(_has(names, name) for name in preset.strong) / len(preset.strong)
    return 1 + share if share >= STRONG_SHARE else 0


def _evidence(
    preset: Preset, header: Sequence[str], used: int, left_out: int, unknown: Sequence[str]
) -> tuple[str, ...]:
    names = {normalise(name) for name in header}
    proof = [name for name in (*preset.required, *preset.one_of) if _has(names, name)]
    missing = [name for name in preset.required if not _has(names, name)]
    sentences = [message("It has the columns {names}.", names=listed(proof))] if proof else []
    if missing:
        sentences.append(message("It does not have {names}.", names=listed(missing)))
    sentences.append(
        message(
            "{used}, {left_out}, {unknown}.",
            used=plural("{n} column is used", "{n} columns are used", used),
            left_out=plural("{n} is known and left out", "{n} are known and left out", left_out),
            unknown=plural("{n} is not used", "{n} are not used", len(unknown)),
        )
    )
    return tuple(sentences)
