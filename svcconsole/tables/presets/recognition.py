"""Which preset a header belongs to, and where that puts every one of its columns."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from fnmatch import fnmatchcase

from svcconsole.tables.mapping.content import cells_of, match_content
from svcconsole.tables.mapping.headers import normalise
from svcconsole.tables.mapping.mapping import Column, Mapping, Source, Template, auto_match
from svcconsole.tables.mapping.targets import PRODUCTS, TARGETS
from svcconsole.tables.presets import (
    contacts,
    exact,
    feeds,
    google_contacts,
    hubspot,
    klaviyo,
    magento,
    mailchimp,
    prestashop,
    sales_channels,
    shopify,
    shopify_customers,
    woocommerce,
)
from svcconsole.tables.presets.metafields import metafield_path
from svcconsole.tables.presets.preset import Preset, Recognition
from svcconsole.tables.reading.errors import TableError
from svcconsole.tables.results.result_file import RESULT_COLUMNS
from svcconsole.tables.values.values import SEVERAL
from svcconsole.words.message import listed, message, plural

STRONG_SHARE = 0.5
RESULT_WHY = message("Written by an earlier import's result file.")

_FORMATS = (
    *(shopify.CLASSIC, shopify.CURRENT, shopify.TEMPLATE, woocommerce.PRODUCTS, magento.PRODUCTS),
    *(feeds.META, feeds.META_BASE, feeds.GOOGLE, prestashop.PRODUCTS, prestashop.COMBINATIONS),
    *(sales_channels.BIGCOMMERCE, exact.PRODUCT_FIELDS),
    *(exact.CUSTOMER_FIELDS, exact.USER_PROPERTY_FIELDS),
    *(*shopify_customers.SHOPIFY, *shopify_customers.SHOPIFY_OLD, *mailchimp.MAILCHIMP),
    *(*google_contacts.GOOGLE, *google_contacts.GOOGLE_OLD, *hubspot.HUBSPOT, *klaviyo.KLAVIYO),
    *(*woocommerce.CUSTOMERS, *woocommerce.ANALYTICS, *prestashop.CUSTOMERS, *contacts.OUTLOOK),
    *(*contacts.BREVO, *contacts.WATI, *contacts.CHATWOOT, *contacts.STRIPE, *contacts.SALON),
    *(*sales_channels.FACEBOOK_LEADS, *sales_channels.SQUARE, *sales_channels.ETSY),
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
    if (preset := _fitting(header, kind)) is not None:
        return apply(preset.id, header, kind, rows, region)
    mapping = auto_match(header, TARGETS[kind])
    results = {name: RESULT_WHY for name in header if name in RESULT_COLUMNS}
    for name in results:
        mapping = mapping.with_ignored(name)
    by_names = mapping
    mapping = match_content(mapping, header, rows, region)
    known = len(mapping.used(header)) + len(results)
    by_cells = _by_cells(by_names, mapping)
    return Recognition(
        preset=None,
        title=message("Own columns"),
        known=known,
        total=len(header),
        evidence=(
            message("No known export has these columns; they are matched by their names."),
            *by_cells,
        ),
        mapping=mapping,
        left_out=results,
        unknown=mapping.unmapped(header),
        by_cells=by_cells,
    )


def preset_named(preset_id: str, kind: str = "products") -> Preset:
    """The preset of this id for records of a kind; TableError where there is none."""
    known = PRESETS[kind]
    if (preset := known.get(preset_id)) is not None:
        return preset
    raise TableError(
        message("There is no preset “{preset_id}”.", preset_id=preset_id),
        message("Presets: {names}.", names=listed(known))
        if known
        else message("There are none for {records}: leave it out.", records=TARGETS[kind].records),
    )


def apply(
    preset_id: str,
    header: Sequence[str],
    kind: str = "products",
    rows: Sequence[Sequence[str]] = (),
    region: str | None = None,
) -> Recognition:
    """Read `header` as this preset, whether it was recognised or chosen. TableError for an unknown preset."""
    preset = preset_named(preset_id, kind)
    present = _Present(header, rows)
    sources, fills = _sources(preset, present)
    sources.update(_joined(preset, header, sources))
    for name in header:
        if any(name.startswith(prefix) and name != prefix for prefix in TARGETS[preset.kind].dynamic):
            sources[name] = Column(name)
        elif preset.kind == PRODUCTS.kind and (path := metafield_path(name)):
            sources[path] = Column(name)
    mapping = Mapping(preset.kind, sources, fills, zero_blank=preset.zero_blank, escapes=preset.escapes)
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
    by_cells = _by_cells(by_names, mapping)
    return Recognition(
        preset=preset.id,
        title=preset.title,
        known=len(header) - len(unknown),
        total=len(header),
        evidence=(*_evidence(preset, header, len(used), len(left_out), unknown), *by_cells),
        mapping=mapping,
        left_out=left_out,
        unknown=unknown,
        by_cells=by_cells,
    )


class _Present:
    """The columns of a header by their compared names, and whether there is anything in them."""

    def __init__(self, header: Sequence[str], rows: Sequence[Sequence[str]]) -> None:
        self._by_name = {normalise(name): name for name in reversed(header)}
        self._filled = {name for at, name in enumerate(header) if not rows or cells_of(rows, at)}

    def first(self, names: Iterable[str]) -> str | None:
        """The first of `names` that is there with anything in it, else the first that is there."""
        there = [self._by_name[key] for name in names if (key := normalise(name)) in self._by_name]
        return next((name for name in there if name in self._filled), there[0] if there else None)

    def filled(self, names: Iterable[str]) -> bool:
        return any((name := self.first([each])) is not None and name in self._filled for each in names)


def _sources(preset: Preset, present: _Present) -> tuple[dict[str, Source], dict[str, Source]]:
    """What fills each path of a format in this file, and what fills its blanks."""
    sources: dict[str, Source] = {}
    fills: dict[str, Source] = {}
    for path, names in preset.sources.items():
        if (found := present.first(names)) is not None:
            sources[path] = Column(found)
    whole = next((group for group in preset.groups if present.filled(group.values())), {})
    for path, name in whole.items():
        if (found := present.first([name])) is not None:
            sources[path] = Column(found)
    for path, names in preset.together.items():
        several = [found for name in names if (found := present.first([name])) is not None]
        if several:
            sources[path] = _several(several)
    for path, names in preset.fills.items():
        found = present.first(names)
        if found is not None and sources.setdefault(path, Column(found)) != Column(found):
            fills[path] = Column(found)
    return sources, fills


def _joined(preset: Preset, header: Sequence[str], sources: dict[str, Source]) -> dict[str, Source]:
    """The paths that several columns fill together."""
    taken = Mapping(preset.kind, sources).used(header)
    joined: dict[str, Source] = {}
    for path, patterns in preset.joined.items():
        names = [
            name
            for name in header
            if name not in taken
            and any(fnmatchcase(normalise(name), normalise(pattern)) for pattern in patterns)
        ]
        if names:
            joined[path] = _several(names)
    return joined


def _several(names: Sequence[str]) -> Source:
    several = Template(f" {SEVERAL} ".join(f"{{{name}}}" for name in names))
    return several if len(names) > 1 else Column(names[0])


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


def _fitting(header: Sequence[str], kind: str) -> Preset | None:
    """The preset of a kind that fits this header best."""
    names = {normalise(name) for name in header}
    fitting = [preset for preset in PRESETS[kind].values() if _score(preset, names) > 0]
    return max(fitting, key=lambda preset: _score(preset, names), default=None)


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
    counted = [plural("{n} column is used", "{n} columns are used", used)]
    if left_out:
        counted.append(plural("{n} is known and left out", "{n} are known and left out", left_out))
    if unknown:
        counted.append(plural("{n} is not used", "{n} are not used", len(unknown)))
    sentences.append(message("{counted}.", counted=listed(counted)))
    return tuple(sentences)
